//! For each rule and each axiom a wrong twin: a conclusion that the audit must refute.

use reductio_theorems::Axiom;

use crate::language::sequent;
use crate::wrong_premises::refusals;

/// The rules of the kernel.
pub(crate) const RULES: [&str; 28] = [
    "assume",
    "discharge",
    "modus_ponens",
    "generalize",
    "specialize",
    "generalize_symbol",
    "specialize_symbol",
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
const WRONG_CONCLUSIONS: [(&str, &str, &str); 52] = [
    ("assume", "forgets the hypothesis", "|- x y <= y z"),
    ("discharge", "forgets the premise", "|- x* y = y"),
    ("discharge", "drops another hypothesis", "|- x <= y => x <= z"),
    ("discharge", "writes a weaker premise", "|- 0 <= y => x* y = y"),
    ("modus_ponens", "forgets that the premise has hypotheses", "x <= y => y <= z |- y <= z"),
    ("modus_ponens", "forgets the implication's hypotheses", "x <= y |- y <= z"),
    (
        "generalize",
        "binds an index that is free in a hypothesis",
        "x u_k <= u_k |- for all i: x u_i <= u_i",
    ),
    ("specialize", "goes from one index to another", "x u_i <= u_i |- x u_k <= u_k"),
    (
        "generalize_symbol",
        "binds a symbol that is free in a hypothesis",
        "x y <= y |- for all actions x: x y <= y",
    ),
    (
        "generalize_symbol",
        "binds a symbol that is behind a name in a hypothesis",
        "C = x |- for all actions y: y y <= x",
    ),
    (
        "generalize_symbol",
        "leaves a name that mentions the symbol",
        "|- for all actions y: C = y y",
    ),
    ("generalize_symbol", "binds a predicate and says actions", "|- for all actions p: p <= 1"),
    (
        "specialize_symbol",
        "puts an action for a predicate",
        "|- (for all predicates p: p p = p) => x x = x",
    ),
    (
        "specialize_symbol",
        "captures a symbol",
        "for all actions z: (for all actions x: x <= z) => y <= z |- (for all actions x: x <= x) => y <= x",
    ),
    (
        "specialize_symbol",
        "captures an index",
        "for all actions z: (for all i: u_i <= z) => x <= z |- (for all i: u_i <= u_i) => x <= u_k",
    ),
    ("specialize_symbol", "goes from one symbol to another", "x x <= x |- y y <= y"),
    ("instantiate", "replaces in the conclusion only", "x y <= y |- x* z = z"),
    ("instantiate", "replaces in the hypotheses only", "x z <= z |- x* y = y"),
    ("instantiate", "captures an index", "|- u_k y <= (+i : u_i) (+k : y u_i)"),
    (
        "cases",
        "drops the wrong side condition",
        "for all i, j: i != j => u_i <= u_j; i != j |- u_i <= v_j",
    ),
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
    (
        "sum_least",
        "although the index is free in the bound",
        "for all i: u_i <= v_i |- (+i : u_i) <= v_k",
    ),
    ("sum_least", "although the index is free in a hypothesis", "u_k <= x |- (+i : u_i) <= x"),
    ("sum_distrib_l", "captures the index of the factor", "|- v_i (+i : u_i) = (+i : v_i u_i)"),
    ("sum_distrib_r", "multiplies from the other side", "|- (+i : u_i) x = (+i : x u_i)"),
    ("product_lower", "turns it round", "|- p_k <= (.i : p_i)"),
    (
        "product_greatest",
        "although the index is free in a hypothesis",
        "p <= p_k |- p <= (.i : p_i)",
    ),
    (
        "product_greatest",
        "although the index is free in the bound",
        "for all i: q_i <= p_i |- q_k <= (.i : p_i)",
    ),
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
