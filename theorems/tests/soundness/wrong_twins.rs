//! For each rule and each axiom a wrong twin: a conclusion that the audit must refute.

use reductio_theorems::{Axiom, Rule};

use crate::soundness::language::sequent;
use crate::soundness::wrong_premises::refusals;

/// The wrong conclusions of each rule.
const WRONG_CONCLUSIONS: [(Rule, &str, &str); 52] = [
    (Rule::Assume, "forgets the hypothesis", "|- x y <= y z"),
    (Rule::Discharge, "forgets the premise", "|- x* y = y"),
    (Rule::Discharge, "drops another hypothesis", "|- x <= y => x <= z"),
    (Rule::Discharge, "writes a weaker premise", "|- 0 <= y => x* y = y"),
    (Rule::ModusPonens, "forgets that the premise has hypotheses", "x <= y => y <= z |- y <= z"),
    (Rule::ModusPonens, "forgets the implication's hypotheses", "x <= y |- y <= z"),
    (
        Rule::Generalize,
        "binds an index that is free in a hypothesis",
        "x u_k <= u_k |- for all i: x u_i <= u_i",
    ),
    (Rule::Specialize, "goes from one index to another", "x u_i <= u_i |- x u_k <= u_k"),
    (
        Rule::GeneralizeSymbol,
        "binds a symbol that is free in a hypothesis",
        "x y <= y |- for all actions x: x y <= y",
    ),
    (
        Rule::GeneralizeSymbol,
        "binds a symbol that is behind a name in a hypothesis",
        "C = x |- for all actions y: y y <= x",
    ),
    (
        Rule::GeneralizeSymbol,
        "leaves a name that mentions the symbol",
        "|- for all actions y: C = y y",
    ),
    (Rule::GeneralizeSymbol, "binds a predicate and says actions", "|- for all actions p: p <= 1"),
    (
        Rule::SpecializeSymbol,
        "puts an action for a predicate",
        "|- (for all predicates p: p p = p) => x x = x",
    ),
    (
        Rule::SpecializeSymbol,
        "captures a symbol",
        "for all actions z: (for all actions x: x <= z) => y <= z |- (for all actions x: x <= x) => y <= x",
    ),
    (
        Rule::SpecializeSymbol,
        "captures an index",
        "for all actions z: (for all i: u_i <= z) => x <= z |- (for all i: u_i <= u_i) => x <= u_k",
    ),
    (Rule::SpecializeSymbol, "goes from one symbol to another", "x x <= x |- y y <= y"),
    (Rule::Instantiate, "replaces in the conclusion only", "x y <= y |- x* z = z"),
    (Rule::Instantiate, "replaces in the hypotheses only", "x z <= z |- x* y = y"),
    (Rule::Instantiate, "captures an index", "|- u_k y <= (+i : u_i) (+k : y u_i)"),
    (
        Rule::Cases,
        "drops the wrong side condition",
        "for all i, j: i != j => u_i <= u_j; i != j |- u_i <= v_j",
    ),
    (Rule::Cases, "forgets the equal case", "for all i, j: i != j => u_i <= v_j |- u_i <= v_j"),
    (Rule::Cases, "drops all hypotheses", "|- u_i <= u_j"),
    (Rule::ApartSym, "concludes that an index differs from itself", "i != j |- j != j"),
    (Rule::ApartSym, "exchanges the wrong index", "i != j |- j != k"),
    (Rule::Refl, "ignores the second side", "|- x y* = y* x"),
    (Rule::Sym, "turns an inequation round", "x <= y |- y <= x"),
    (Rule::Trans, "keeps = from the first", "x = y; y <= z |- x = z"),
    (Rule::Trans, "keeps = from the second", "x <= y; y = z |- x = z"),
    (Rule::Trans, "turns the chain round", "x <= y; y <= z |- z <= x"),
    (Rule::Trans, "ignores a break", "x <= y; x' <= z |- x <= z"),
    (Rule::LeIntro, "from x + y = x", "x + y = x |- x <= y"),
    (Rule::LeElim, "to x + y = x", "x <= y |- x + y = x"),
    (Rule::Plus, "keeps = from the first", "x = y; x' <= y' |- x + x' = y + y'"),
    (Rule::Plus, "forgets a summand", "x <= y; x' <= y' |- x + x' <= y"),
    (Rule::Seq, "keeps = from the second", "x <= y; x' = y' |- x x' = y y'"),
    (Rule::Seq, "composes in the other order", "x <= y; x' <= y' |- x' x <= y y'"),
    (Rule::StarIndR, "iterates the wrong factor", "x y <= x |- x* y = x"),
    (Rule::StarIndR, "from the premise of (* ind L)", "x y <= y |- x y* = x"),
    (Rule::StarIndL, "concludes y x* = y", "x y <= y |- y x* = y"),
    (Rule::StarIndL, "from a sum with z, z forgotten", "x y <= y + z |- x* y = y"),
    (Rule::LoopInd, "forgets the infinite runs", "x <= y x + z |- x <= y* z"),
    (Rule::LoopInd, "forgets the finite runs", "x <= y x + z |- x <= y^w"),
    (Rule::LoopInd, "exchanges x and z", "x <= y x + z |- z <= y ? x"),
    (Rule::SumUpper, "turns it round", "|- (+i : u_i) <= u_k"),
    (
        Rule::SumLeast,
        "although the index is free in the bound",
        "for all i: u_i <= v_i |- (+i : u_i) <= v_k",
    ),
    (Rule::SumLeast, "although the index is free in a hypothesis", "u_k <= x |- (+i : u_i) <= x"),
    (Rule::SumDistribL, "captures the index of the factor", "|- v_i (+i : u_i) = (+i : v_i u_i)"),
    (Rule::SumDistribR, "multiplies from the other side", "|- (+i : u_i) x = (+i : x u_i)"),
    (Rule::ProductLower, "turns it round", "|- p_k <= (.i : p_i)"),
    (
        Rule::ProductGreatest,
        "although the index is free in a hypothesis",
        "p <= p_k |- p <= (.i : p_i)",
    ),
    (
        Rule::ProductGreatest,
        "although the index is free in the bound",
        "for all i: q_i <= p_i |- q_k <= (.i : p_i)",
    ),
    (Rule::Unfold, "exchanges parameters", "|- M_i = u_i v_i*"),
];

/// The wrong texts of each axiom.
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
    for rule in Rule::ALL {
        let refuted = WRONG_CONCLUSIONS.iter().any(|(r, ..)| *r == rule);
        assert!(refuted || rule == Rule::Axiom, "{rule} has no wrong conclusion");
        let refused = refusals().iter().any(|(r, ..)| *r == rule);
        assert!(refused || rule == Rule::Instantiate, "{rule} has no wrong premise");
    }
    for axiom in Axiom::ALL {
        assert!(WRONG_AXIOMS.iter().any(|(a, _)| *a == axiom), "{axiom:?} has no twin");
    }
}
