//! Quantifiers over actions and predicates: version 2 of the format.

use reductio_algebra::{Label, Symbol, Term, Theory, name};
use reductio_exchange::proof_file::{self, Section};
use reductio_theorems::{Certificate, kernel};

use crate::example::refusal;

const QUANTIFIED: &str = "
theory Q
action a, x, y, z
predicate p
definition (D) ours: D = z z
hypothesis (h) ours: for all actions z: a z <= a
hypothesis (k) ours: for all predicates p: p a <= a p
lemma (1) ours: a D x <= a
lemma (2) ours: (for all actions z, p: x z <= p x) => x x <= T x
lemma (3) ours: for all actions z: for all predicates p: a z p <= a
lemma (4) ours: D = z z
lemma (5) ours: for all actions x: D x = D x
";

/// Certificates for the statements of [`QUANTIFIED`], as a file.
fn quantified() -> (Theory, String) {
    let theory = Theory::parse(QUANTIFIED, &[]).unwrap();
    let names = theory.vocabulary();
    let term = |text: &str| names.parse_term(text).unwrap();
    let action = |text: &str| Symbol::action(text.parse().unwrap(), 0);
    let formula =
        |label: &str| theory.statement(&Label::new(label).unwrap()).unwrap().formula.clone();
    let h = kernel::assume(&formula("h")).unwrap();
    let first = kernel::specialize_symbol(&h, &term("D x")).unwrap();
    let premise = names.parse_formula("for all actions z, p: x z <= p x").unwrap();
    let second = kernel::assume(&premise).unwrap();
    let second = kernel::specialize_symbol(&second, &term("x")).unwrap();
    let second = kernel::specialize_symbol(&second, &Term::top()).unwrap();
    let second = kernel::discharge(&premise, &second).unwrap();
    let third = kernel::specialize_symbol(&h, &term("z p")).unwrap();
    let third = kernel::generalize_symbol(&Symbol::predicate(name!("p"), 0), &third).unwrap();
    let third = kernel::generalize_symbol(&action("z"), &third).unwrap();
    let fourth = kernel::unfold(&term("D")).unwrap();
    let fifth =
        kernel::generalize_symbol(&action("x"), &kernel::refl(&term("D x")).unwrap()).unwrap();
    let all = [("1", first), ("2", second), ("3", third), ("4", fourth), ("5", fifth)];
    let certificates: Vec<Certificate> = (all.iter())
        .map(|(label, t)| Certificate::new(&theory, &Label::new(label).unwrap(), t).unwrap())
        .collect();
    let certificates = certificates.iter().collect();
    let text = proof_file::write(&[Section { theory: &theory, certificates }]).unwrap();
    (theory, text)
}

#[test]
fn quantifiers_over_actions_go_through_a_file_of_version_2() {
    let (theory, text) = quantified();
    assert!(text.starts_with("reductio certificate 2\n"), "{text}");
    let checked = proof_file::read(&text).unwrap();
    assert!(checked.theories[0].differences(&theory).is_empty());
    let said: Vec<String> =
        checked.theories[0].claims.iter().map(|c| format!("{} {}", c.label, c.theorem)).collect();
    assert_eq!(
        said,
        [
            "(1) for all actions z: a z <= a |- a D x <= a",
            "(2) |- (for all actions z, p: x z <= p x) => x x <= T x",
            "(3) for all actions z: a z <= a |- for all actions z: for all predicates p: a z p <= a",
            "(4) |- D = z z",
            "(5) |- for all actions x: D x = D x",
        ]
    );
    // Another name for a bound symbol is another text, and so is another sort; version 1 has none of it.
    let changed = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}\n{text}");
        refusal(&text.replacen(from, to, 1))
    };
    assert!(
        changed("(h): for all actions z:", "(h): for all actions y:").contains("the text says")
    );
    assert!(changed("(h): for all actions z:", "(h): for all z:").contains("the text says"));
    assert!(
        changed("(k): for all predicates p:", "(k): for all actions p:").contains("the text says")
    );
    let reason = changed("reductio certificate 2", "reductio certificate 1");
    assert!(
        reason
            .ends_with("`every` is of version 2, and the first line says `reductio certificate 1`")
    );
}

/// The lies that a file may not tell of all actions.
#[test]
fn lies_about_quantifiers_are_refused() {
    let start = "reductio certificate 2\ny 0 action x 0\ny 1 predicate p 0\ny 2 action u 1\ny 3 predicate x 0\n\
        t 0 y 0\nt 1 y 1\nt 2 y 2 i\nt 3 y 3\nf 0 <= 0 1\nf 1 every 0 0\nf 2 <= 1 0\nf 3 every 1 2\n\
        d 0 D 0\nt 4 d 0\nf 4 <= 4 1\nf 5 <= 0 3\nd 1 x 1\nt 5 d 1\nf 6 = 0 5\nf 7 all i 1\n\
        s 0 assume 0\ns 1 assume 1\ns 2 assume 3\ns 3 assume 4\ns 4 assume 7\n";
    for (line, reason) in [
        ("s 5 gen_sym 0 0", "`x` occurs in x <= p"),
        ("s 5 gen_sym 0 3", "`x` occurs in D <= p"),
        ("s 5 gen_sym 2 1", "`u` takes indices: only symbols without any are generalized"),
        ("s 5 gen_sym 9 1", "there is no symbol 9 before this line: there are 4"),
        ("s 5 spec_sym 2 0", "specialize_symbol needs a predicate, not `x`"),
        ("s 5 spec_sym 0 0", "x <= p is not quantified over actions or predicates"),
        (
            "s 5 spec_sym 4 0",
            "for all i: for all actions x: x <= p is not quantified over actions or predicates",
        ),
        ("s 5 spec_sym 1", "expected term, got the end of the line"),
        ("s 5 spec 1 i", "for all actions x: x <= p is not quantified over an index"),
        ("f 8 every 0 4", "`x` is bound here, and something else in the formula has the same name"),
        ("f 8 every 0 5", "`x` is bound here, and something else in the formula has the same name"),
        ("f 8 every 0 6", "`x` is bound here, and something else in the formula has the same name"),
        ("f 8 every 2 0", "`u` takes 0 arguments, not 1"),
    ] {
        let text = format!("{start}{line}\nend\n");
        let got = refusal(&text);
        assert!(got.ends_with(reason), "{line}: {got}");
    }
}
