//! Rules and axioms that no bundled proof needs, and the comparison with a statement file.

use reductio_algebra::{Formula, Index, Label, Substitution, Symbol, Term, Theory, name};
use reductio_exchange::proof_file::{self, Section};
use reductio_theorems::{
    Certificate,
    kernel::{self, Axiom, Theorem},
};

/// A theory with lemmas that take the rules which the bundled proofs do not need.
const OTHER: &str = "theory Other\n index i, j\n action x, u_i\n predicate r, p_i, w_{i,j}\n\
    definition (d) ours: D_i = p_i (.j : w_{i,j})\n\
    definition (b) ours: [x] = x (+i : u_i)\n\
    hypothesis (h) ours: r <= p_i\n hypothesis (g) ours: r = p_i\n\
    lemma (1) ours: r <= (.i : p_i)\n\
    lemma (2) ours: (.j : p_j) <= p_i\n\
    lemma (3) ours: D_i = p_i (.j : w_{i,j})\n\
    lemma (4) ours: [x] = x (+i : u_i)\n\
    lemma (5) ours: i != j => j != i\n\
    lemma (6) ours: (+i : u_i) x = (+i : u_i x)\n\
    lemma (7) ours: x (+i : u_i) = (+i : x u_i)\n\
    theorem (8) ours: p_i = p_j\n\
    lemma (9) ours: p_i (.j : w_{i,j}) = p_i (.j : w_{i,j})";

fn certified() -> Result<(Theory, Vec<Certificate>), Box<dyn std::error::Error>> {
    let theory = Theory::parse(OTHER, &[]).map_err(|e| format!("{e:?}"))?;
    let formula = |label| theory.statement(&Label::new(label).unwrap()).unwrap().formula.clone();
    let (i, j) = (name!("i"), name!("j"));
    let names = theory.vocabulary();
    let term = |text: &str| names.parse_term(text).map_err(|e| format!("{e:?}"));
    let for_all_i = |t: &Theorem| kernel::generalize(&i, t);
    let h = kernel::specialize(&kernel::assume(&formula("h"))?, &i)?;
    let g = kernel::assume(&formula("g"))?;
    let (gi, gj) = (kernel::specialize(&g, &i)?, kernel::specialize(&g, &j)?);
    let lemma_2 = kernel::product_lower(&term("(.i : p_i)")?, &i)?;
    // An index is renamed; a symbol behind a definition is replaced, by itself, and the definition unfolds.
    let defined = term("D_i")?;
    let mut rename = Substitution::new();
    rename.index(&i, &Index::Free(j.clone()))?;
    let renamed = kernel::instantiate(&kernel::unfold(&defined)?, &rename);
    let mut behind = Substitution::new();
    behind.symbol(&Symbol::predicate(name!("w"), 2), &[i.clone(), j.clone()], &term("w_{i,j}")?)?;
    let unfolded = kernel::instantiate(&kernel::refl(&defined)?, &behind);
    let mut apart = kernel::apart_sym(&kernel::assume(&premise(&formula("5")))?)?;
    apart = kernel::discharge(&premise(&formula("5")), &apart)?;
    let equal = kernel::trans(&kernel::sym(&gi)?, &gj)?;
    let all = [
        ("1", kernel::product_greatest(&i, &h)?),
        ("2", for_all_i(&lemma_2)?),
        ("3", kernel::generalize(&j, &renamed)?),
        ("4", kernel::unfold(&term("[x]")?)?),
        ("5", kernel::generalize(&i, &kernel::generalize(&j, &apart)?)?),
        ("6", kernel::sum_distrib_r(&term("(+i : u_i)")?, &term("x")?)?),
        ("7", kernel::sum_distrib_l(&term("x")?, &term("(+i : u_i)")?)?),
        ("8", kernel::generalize(&i, &kernel::generalize(&j, &equal)?)?),
        ("9", for_all_i(&unfolded)?),
    ];
    let certificates = all
        .iter()
        .map(|(label, t)| Certificate::new(&theory, &Label::new(label).unwrap(), t))
        .collect::<Result<Vec<_>, _>>()?;
    Ok((theory, certificates))
}

/// The premise of a statement below its quantifiers, over the names that it was written with.
fn premise(formula: &Formula) -> Formula {
    formula.stripped(&[]).1.horn().0[0].clone()
}

#[test]
fn rules_that_the_bundled_proofs_do_not_need_go_through_a_file() {
    let (theory, certificates) = certified().unwrap();
    let section = Section { theory: &theory, certificates: certificates.iter().collect() };
    let text = proof_file::write(&[section]).unwrap();
    let checked = proof_file::read(&text).unwrap();
    assert_eq!(checked.theories[0].claims.len(), 9);
    for (claim, certificate) in checked.theories[0].claims.iter().zip(&certificates) {
        assert_eq!(claim.theorem.to_string(), certificate.theorem().to_string());
    }
    assert_eq!(checked.theories[0].differences(&theory), []);
    for rule in ["prod_greatest", "prod_lower", "unfold", "apart", "sum_l", "sum_r", "discharge"] {
        assert!(text.contains(&format!(" {rule} ")), "{rule}");
    }
    // Another statement file: one formula, one definition, one hypothesis changed.
    for (from, to, reason) in [
        ("(2) ours: (.j : p_j) <= p_i", "(2) ours: (.j : p_j) <= r", "(2) states"),
        (
            "(d) ours: D_i = p_i",
            "(d) ours: D_i = r p_i",
            "(d) defines `D_i = p_i (.j : w_{i,j})` in the certificate, and `D_i = r p_i (.j : w_{i,j})` in the theory",
        ),
        (
            "(g) ours: r = p_i",
            "(g) ours: p_i = r",
            "(g) assumes `for all i: r = p_i` in the certificate, and `for all i: p_i = r` in the theory",
        ),
        ("theorem (8)", "lemma (8)", "(8) is a lemma in one, and a theorem in the other"),
        (
            "lemma (1) ours",
            "lemma (1) ours assuming (g)",
            "the proof of (1) rests on `r <= p_i`, which (1) does not assume",
        ),
        ("lemma (6)", "lemma (6a)", "the theory has no statement (6) to prove"),
    ] {
        let other = Theory::parse(&OTHER.replace(from, to), &[]).unwrap();
        let differences = checked.theories[0].differences(&other);
        assert!(
            differences.iter().any(|d| d.to_string().contains(reason)),
            "{to}: {differences:?}"
        );
    }
}

#[test]
fn every_axiom_goes_through_a_file() {
    let lemmas: Vec<String> = Axiom::ALL
        .iter()
        .enumerate()
        .map(|(k, axiom)| {
            let [x, y, z] = ["p q", "p + q", "p"].map(|_| Term::predicate(name!("p")));
            let t = kernel::axiom(*axiom, &x, &y, &z).unwrap();
            format!("lemma (a{k}) ours: {}", t.conclusion())
        })
        .collect();
    let text = format!("theory Axioms predicate p {}", lemmas.join("\n"));
    let theory = Theory::parse(&text, &[]).unwrap();
    let p = Term::predicate(name!("p"));
    let certificates: Vec<Certificate> = Axiom::ALL
        .iter()
        .enumerate()
        .map(|(k, axiom)| {
            let t = kernel::axiom(*axiom, &p, &p, &p).unwrap();
            Certificate::new(&theory, &Label::new(&format!("a{k}")).unwrap(), &t).unwrap()
        })
        .collect();
    let section = Section { theory: &theory, certificates: certificates.iter().collect() };
    let checked = proof_file::read(&proof_file::write(&[section]).unwrap()).unwrap();
    assert_eq!(checked.theories[0].claims.len(), 17);
    assert_eq!(checked.theories[0].differences(&theory), []);
}
