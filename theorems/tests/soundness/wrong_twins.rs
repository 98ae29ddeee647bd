//! For each rule and each axiom a wrong twin: a conclusion that the audit must refute, and a premise that
//! the rule must refuse.

use reductio_algebra::{Formula, Substitution, SubstitutionError, Symbol};
use reductio_theorems::{Axiom, RuleError, Theorem, kernel};

use crate::language::{assume, dangling, formula, name, sequent, term};

/// The rules of the kernel.
pub(crate) const RULES: [&str; 26] = [
    "assume",
    "discharge",
    "modus_ponens",
    "generalize",
    "specialize",
    "instantiate",
    "cases",
    "apart_sym",
    "axiom",
    "refl",
    "sym",
    "trans",
    "le_intro",
    "le_elim",
    "plus",
    "seq",
    "star_ind_r",
    "star_ind_l",
    "loop_ind",
    "sum_upper",
    "sum_least",
    "sum_distrib_l",
    "sum_distrib_r",
    "product_lower",
    "product_greatest",
    "unfold",
];

/// What each rule might conclude if it were wrong.
const WRONG_CONCLUSIONS: [(&str, &str, &str); 44] = [
    ("assume", "forgets the hypothesis", "|- x y <= y z"),
    ("discharge", "forgets the premise", "|- x* y = y"),
    ("discharge", "drops another hypothesis", "|- x <= y => x <= z"),
    ("discharge", "writes a weaker premise", "|- 0 <= y => x* y = y"),
    ("modus_ponens", "forgets that the premise has hypotheses", "x <= y => y <= z |- y <= z"),
    ("modus_ponens", "forgets the implication's hypotheses", "x <= y |- y <= z"),
    ("generalize", "binds an index that is free in a hypothesis", "x u_k <= u_k |- for all i: x u_i <= u_i"),
    ("specialize", "goes from one index to another", "x u_i <= u_i |- x u_k <= u_k"),
    ("instantiate", "replaces in the conclusion only", "x y <= y |- x* z = z"),
    ("instantiate", "replaces in the hypotheses only", "x z <= z |- x* y = y"),
    ("instantiate", "captures an index", "|- u_k y <= (+i : u_i) (+k : y u_i)"),
    ("cases", "drops the wrong side condition", "for all i, j: i != j => u_i <= u_j; i != j |- u_i <= v_j"),
    ("cases", "forgets the equal case", "for all i, j: i != j => u_i <= v_j |- u_i <= v_j"),
    ("cases", "drops all hypotheses", "|- u_i <= u_j"),
    ("apart_sym", "concludes that an index differs from itself", "i != j |- j != j"),
    ("apart_sym", "exchanges the wrong index", "i != j |- j != k"),
    ("refl", "ignores the second side", "|- x y* = y* x"),
    ("sym", "turns an inequation round", "x <= y |- y <= x"),
    ("trans", "keeps = from the first", "x = y; y <= z |- x = z"),
    ("trans", "keeps = from the second", "x <= y; y = z |- x = z"),
    ("trans", "turns the chain round", "x <= y; y <= z |- z <= x"),
    ("trans", "ignores a break", "x <= y; x' <= z |- x <= z"),
    ("le_intro", "from x + y = x", "x + y = x |- x <= y"),
    ("le_elim", "to x + y = x", "x <= y |- x + y = x"),
    ("plus", "keeps = from the first", "x = y; x' <= y' |- x + x' = y + y'"),
    ("plus", "forgets a summand", "x <= y; x' <= y' |- x + x' <= y"),
    ("seq", "keeps = from the second", "x <= y; x' = y' |- x x' = y y'"),
    ("seq", "composes in the other order", "x <= y; x' <= y' |- x' x <= y y'"),
    ("star_ind_r", "iterates the wrong factor", "x y <= x |- x* y = x"),
    ("star_ind_r", "from the premise of (* ind L)", "x y <= y |- x y* = x"),
    ("star_ind_l", "concludes y x* = y", "x y <= y |- y x* = y"),
    ("star_ind_l", "from a sum with z, z forgotten", "x y <= y + z |- x* y = y"),
    ("loop_ind", "forgets the infinite runs", "x <= y x + z |- x <= y* z"),
    ("loop_ind", "forgets the finite runs", "x <= y x + z |- x <= y^w"),
    ("loop_ind", "exchanges x and z", "x <= y x + z |- z <= y ? x"),
    ("sum_upper", "turns it round", "|- (+i : u_i) <= u_k"),
    ("sum_least", "although the index is free in the bound", "for all i: u_i <= v_i |- (+i : u_i) <= v_k"),
    ("sum_least", "although the index is free in a hypothesis", "u_k <= x |- (+i : u_i) <= x"),
    ("sum_distrib_l", "captures the index of the factor", "|- v_i (+i : u_i) = (+i : v_i u_i)"),
    ("sum_distrib_r", "multiplies from the other side", "|- (+i : u_i) x = (+i : x u_i)"),
    ("product_lower", "turns it round", "|- p_k <= (.i : p_i)"),
    ("product_greatest", "although the index is free in a hypothesis", "p <= p_k |- p <= (.i : p_i)"),
    ("product_greatest", "although the index is free in the bound", "for all i: q_i <= p_i |- q_k <= (.i : p_i)"),
    ("unfold", "exchanges parameters", "|- M_i = u_i v_i*"),
];

/// What each axiom might say if it were wrong.
const WRONG_AXIOMS: [(Axiom, &str); 19] = [
    (Axiom::PlusAssoc, "|- (x + y) + z = x + (y + y)"),
    (Axiom::PlusComm, "|- x + y = y + y"),
    (Axiom::PlusIdem, "|- x + x = 0"),
    (Axiom::PlusZero, "|- 0 + x = 0"),
    (Axiom::SeqAssoc, "|- x (y z) = (x z) y"),
    (Axiom::ZeroSeq, "|- 0 x = x"),
    (Axiom::SeqZero, "|- x 0 = 1"),
    (Axiom::OneSeq, "|- 1 x = 1"),
    (Axiom::SeqOne, "|- x 1 = x x"),
    (Axiom::DistribL, "|- x (y + z) = x y"),
    (Axiom::DistribR, "|- (x + y) z = x z + y"),
    (Axiom::StarUnfold, "|- x* = 1 + x"),
    (Axiom::StarUnfold, "|- x* = x + x x*"),
    (Axiom::LoopDef, "|- x ? y = y^w + y* x"),
    (Axiom::LoopDef, "|- x ? y = x* y"),
    (Axiom::OmegaUnfold, "|- x^w = x* x"),
    (Axiom::NotSeqR, "|- p !p = p"),
    (Axiom::NotSeqL, "|- !p p = !p"),
    (Axiom::NotPlus, "|- p + !p = !p"),
];

/// What a rule makes of a wrong premise, and whether that is the right refusal.
type Refusal = (&'static str, Result<Theorem, RuleError>, fn(&RuleError) -> bool);

fn refused_for_hypotheses() -> Vec<Refusal> {
    let (i, j, k) = (name("i"), name("j"), name("k"));
    let open = Formula::equal(&dangling(), &dangling());
    let apart = assume("i != j");
    let x_u = assume("x u_k <= u_k");
    let differ = kernel::cases(&i, &j, &assume("u_j <= u_k"), &assume("u_i <= x"));
    let swapped = kernel::cases(&j, &i, &assume("u_j <= x"), &assume("u_i <= x"));
    vec![
        ("assume", kernel::assume(&open), |e| matches!(e, RuleError::Dangling { rule: "assume", .. })),
        ("discharge", kernel::discharge(&open, &apart), |e| {
            matches!(e, RuleError::Dangling { rule: "discharge", .. })
        }),
        ("modus_ponens", kernel::modus_ponens(&assume("i != j => x <= y"), &assume("j != i")), |e| {
            matches!(e, RuleError::NotPremise { premise, .. } if *premise == formula("j != i"))
        }),
        ("modus_ponens", kernel::modus_ponens(&assume("x <= y"), &assume("x <= y")), |e| {
            matches!(e, RuleError::NotPremise { implication, .. } if *implication == formula("x <= y"))
        }),
        ("generalize", kernel::generalize(&k, &x_u), |e| {
            matches!(e, RuleError::IndexNotFree { index, .. } if &**index == "k")
        }),
        ("specialize", kernel::specialize(&x_u, &k), |e| {
            matches!(e, RuleError::NotForAll { got } if *got == formula("x u_k <= u_k"))
        }),
        ("cases", differ, |e| {
            matches!(e, RuleError::CasesDiffer { equal, .. } if *equal == formula("u_j <= x"))
        }),
        ("cases", swapped, |e| {
            matches!(e, RuleError::CasesDiffer { apart, .. } if *apart == formula("u_j <= x"))
        }),
        ("apart_sym", kernel::apart_sym(&x_u), |e| {
            matches!(e, RuleError::NotRelation { rule: "apart_sym", .. })
        }),
    ]
}

fn refused_for_order() -> Vec<Refusal> {
    let (below, apart, z) = (assume("x <= y"), assume("i != j"), term("z"));
    vec![
        ("axiom", kernel::axiom(Axiom::NotPlus, &term("x"), &z, &z), |e| {
            matches!(e, RuleError::Shape { rule: "axiom", got, .. } if *got == term("x"))
        }),
        ("axiom", kernel::axiom(Axiom::NotSeqL, &term("p*"), &z, &z), |e| {
            matches!(e, RuleError::Shape { rule: "axiom", got, .. } if *got == term("p*"))
        }),
        ("axiom", kernel::axiom(Axiom::NotSeqR, &term("p T"), &z, &z), |e| {
            matches!(e, RuleError::Shape { rule: "axiom", .. })
        }),
        ("axiom", kernel::axiom(Axiom::PlusIdem, &z, &z, &dangling()), |e| {
            matches!(e, RuleError::Dangling { rule: "axiom", .. })
        }),
        ("refl", kernel::refl(&dangling()), |e| matches!(e, RuleError::Dangling { rule: "refl", .. })),
        ("sym", kernel::sym(&below), |e| matches!(e, RuleError::NotRelation { rule: "sym", .. })),
        ("trans", kernel::trans(&below, &assume("x <= y")), |e| {
            matches!(e, RuleError::Broken { left, right } if *left == term("y") && *right == term("x"))
        }),
        ("trans", kernel::trans(&apart, &apart), |e| {
            matches!(e, RuleError::NotRelation { rule: "trans", .. })
        }),
        ("le_intro", kernel::le_intro(&assume("x + y = x")), |e| {
            matches!(e, RuleError::NotInductive { rule: "le_intro", .. })
        }),
        ("le_intro", kernel::le_intro(&assume("x + y <= y")), |e| {
            matches!(e, RuleError::NotInductive { rule: "le_intro", .. })
        }),
        ("le_elim", kernel::le_elim(&assume("x = y")), |e| {
            matches!(e, RuleError::NotInductive { rule: "le_elim", .. })
        }),
        ("plus", kernel::plus(&below, &apart), |e| {
            matches!(e, RuleError::NotRelation { rule: "plus", got } if *got == formula("i != j"))
        }),
        ("seq", kernel::seq(&assume("x <= y => y <= z"), &below), |e| {
            matches!(e, RuleError::NotRelation { rule: "seq", .. })
        }),
        ("star_ind_r", kernel::star_ind_r(&assume("x y <= y")), |e| {
            matches!(e, RuleError::NotInductive { rule: "star_ind_r", .. })
        }),
        ("star_ind_l", kernel::star_ind_l(&assume("x y <= x")), |e| {
            matches!(e, RuleError::NotInductive { rule: "star_ind_l", .. })
        }),
        ("star_ind_l", kernel::star_ind_l(&assume("x y = y")), |e| {
            matches!(e, RuleError::NotInductive { rule: "star_ind_l", .. })
        }),
        ("loop_ind", kernel::loop_ind(&assume("x <= z + y x")), |e| {
            matches!(e, RuleError::NotInductive { rule: "loop_ind", .. })
        }),
        ("loop_ind", kernel::loop_ind(&assume("x <= x y + z")), |e| {
            matches!(e, RuleError::NotInductive { rule: "loop_ind", .. })
        }),
    ]
}

fn refused_for_families() -> Vec<Refusal> {
    let (x, k) = (term("x"), name("k"));
    let product = term("(.i : p_i)");
    let open = reductio_algebra::Term::index_sum(&k, &term("u_k").seq(&dangling()));
    vec![
        ("sum_upper", kernel::sum_upper(&product, &k), |e| {
            matches!(e, RuleError::Shape { rule: "sum_upper", .. })
        }),
        ("sum_upper", kernel::sum_upper(&open, &k), |e| {
            matches!(e, RuleError::Dangling { rule: "sum_upper", .. })
        }),
        ("sum_least", kernel::sum_least(&k, &assume("u_k <= x")), |e| {
            matches!(e, RuleError::IndexNotFree { index, place } if &**index == "k" && *place == formula("u_k <= x"))
        }),
        ("sum_least", kernel::sum_least(&k, &free_in_bound("for all i: u_i <= v_i")), |e| {
            matches!(e, RuleError::IndexNotFree { place, .. } if *place == formula("v_k = v_k"))
        }),
        ("sum_least", kernel::sum_least(&k, &kernel::refl(&x).unwrap()), |e| {
            matches!(e, RuleError::NotInductive { rule: "sum_least", .. })
        }),
        ("sum_distrib_l", kernel::sum_distrib_l(&x, &x), |e| {
            matches!(e, RuleError::Shape { rule: "sum_distrib_l", .. })
        }),
        ("sum_distrib_r", kernel::sum_distrib_r(&product, &x), |e| {
            matches!(e, RuleError::Shape { rule: "sum_distrib_r", got, .. } if *got == term("(.i : p_i)"))
        }),
        ("product_lower", kernel::product_lower(&term("(+i : p_i)"), &k), |e| {
            matches!(e, RuleError::Shape { rule: "product_lower", .. })
        }),
        ("product_greatest", kernel::product_greatest(&k, &assume("p <= p_k")), |e| {
            matches!(e, RuleError::IndexNotFree { .. })
        }),
        ("product_greatest", kernel::product_greatest(&k, &free_in_bound("for all i: x <= p_i")), |e| {
            matches!(e, RuleError::Shape { rule: "product_greatest", got, .. } if *got == term("x"))
        }),
        ("product_greatest", kernel::product_greatest(&k, &free_in_bound("for all i: p <= u_i")), |e| {
            matches!(e, RuleError::Shape { rule: "product_greatest", got, .. } if *got != term("p"))
        }),
        ("unfold", kernel::unfold(&x), |e| matches!(e, RuleError::Shape { rule: "unfold", .. })),
    ]
}

/// The family's law at `k`: `k` is free in the conclusion and not in the hypothesis.
fn free_in_bound(family: &str) -> Theorem {
    kernel::specialize(&assume(family), &name("k")).expect("the law is quantified")
}

fn refusals() -> Vec<Refusal> {
    let mut all = refused_for_hypotheses();
    all.extend(refused_for_order());
    all.extend(refused_for_families());
    all
}

#[test]
fn wrong_conclusions_are_refuted() {
    for (rule, slip, text) in WRONG_CONCLUSIONS {
        let wrong = sequent(text);
        assert!(wrong.refute().is_some(), "{rule} that {slip}: no countermodel of {wrong}");
    }
}

#[test]
fn wrong_axioms_are_refuted() {
    for (axiom, text) in WRONG_AXIOMS {
        let wrong = sequent(text);
        assert!(wrong.refute().is_some(), "{axiom:?}: no countermodel of {wrong}");
    }
}

#[test]
fn wrong_premises_are_refused() {
    for (rule, result, right) in refusals() {
        match result {
            Ok(theorem) => panic!("{rule} proved {theorem}"),
            Err(error) => assert!(right(&error), "{rule} refused with {error:?}"),
        }
    }
}

/// `instantiate` cannot fail: what it must not do is refused by the substitution.
#[test]
fn wrong_substitutions_are_refused() {
    let mut s = Substitution::new();
    let p = Symbol::predicate("p", 0);
    let u = Symbol::action("u", 1);
    let sort = s.symbol(&p, &[], &term("x")).unwrap_err();
    assert!(matches!(sort, SubstitutionError::Sort { symbol, .. } if symbol == p));
    let arity = s.symbol(&u, &[], &term("x")).unwrap_err();
    assert!(matches!(arity, SubstitutionError::Arity { got: 0, .. }));
    let open = s.symbol(&u, &[name("i")], &dangling()).unwrap_err();
    assert!(matches!(open, SubstitutionError::Dangling { .. }));
    let bound = s.index(&name("i"), &reductio_algebra::Index::Bound(0)).unwrap_err();
    assert!(matches!(bound, SubstitutionError::Dangling { .. }));
    assert!(s.is_empty());
}

/// A rule or axiom that is added later needs a twin.
#[test]
fn every_rule_and_axiom_has_a_twin() {
    let kernel = include_str!("../../src/kernel.rs");
    let mut rules: Vec<&str> = kernel
        .lines()
        .filter_map(|line| line.strip_prefix("pub fn ")?.split(['(', '<']).next())
        .collect();
    let mut listed = RULES.to_vec();
    rules.sort_unstable();
    listed.sort_unstable();
    assert_eq!(rules, listed, "the kernel's rules, and those listed here");
    for rule in RULES {
        let refuted = WRONG_CONCLUSIONS.iter().any(|(r, ..)| *r == rule);
        assert!(refuted || rule == "axiom", "{rule} has no wrong conclusion");
        let refused = refusals().iter().any(|(r, ..)| *r == rule);
        assert!(refused || rule == "instantiate", "{rule} has no wrong premise");
    }
    for axiom in Axiom::ALL {
        assert!(WRONG_AXIOMS.iter().any(|(a, _)| *a == axiom), "{axiom:?} has no twin");
    }
}
