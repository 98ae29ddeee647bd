//! Every rule and every axiom of the kernel, run on generic premises, holds in every model of the audit.

use reductio_algebra::{Index, Substitution, Symbol, name};
use reductio_theorems::{Axiom, Rule, RuleError, Theorem, kernel};

use crate::soundness::audit::Sequent;
use crate::soundness::language::{assume, formula, name, term};

/// A rule, and what it proved.
type Run = (Rule, Result<Theorem, RuleError>);

/// `H, i != j |- F` and `H |- F[j for i]`, with an `F` that needs the case split.
fn two_cases() -> (Theorem, Theorem) {
    let law = assume("for all i, j: i != j => u_i <= u_j");
    let at_j =
        kernel::specialize(&law, &name("i")).and_then(|t| kernel::specialize(&t, &name("j")));
    let apart = at_j.and_then(|t| kernel::modus_ponens(&t, &assume("i != j"))).unwrap();
    let same = kernel::refl(&term("u_j")).unwrap();
    let idem = kernel::axiom(Axiom::PlusIdem, &term("u_j"), &term("0"), &term("0")).unwrap();
    (kernel::trans(&same, &kernel::le_intro(&idem).unwrap()).unwrap(), apart)
}

/// A substitution that touches a symbol, a family below a binder, an index, and a definition.
fn substitution() -> Substitution {
    let mut s = Substitution::new();
    s.symbol(&Symbol::action(name!("x"), 0), &[], &term("u_i y")).unwrap();
    s.symbol(&Symbol::action(name!("y"), 0), &[], &term("x + M_k")).unwrap();
    s.symbol(&Symbol::action(name!("u"), 1), &[name("i")], &term("(+j : v_i p_j) + u_k")).unwrap();
    s.index(&name("i"), &Index::free(name!("k"))).unwrap();
    s
}

fn action(text: &str) -> Symbol {
    Symbol::action(name(text), 0)
}

/// `for all predicates q: q x <= x |- p x <= x`, in which `p` may be generalized.
fn assume_and_use() -> Theorem {
    let hypothesis = assume("for all predicates q: q x y <= y");
    kernel::specialize_symbol(&hypothesis, &term("p")).unwrap()
}

fn hypothetical_rules() -> Vec<Run> {
    let star = kernel::star_ind_l(&assume("x y <= y")).unwrap();
    let chain = kernel::trans(&assume("x <= y"), &assume("y <= z")).unwrap();
    let family = kernel::star_ind_l(&assume("for all i: x u_i <= u_i"));
    assert!(family.is_err(), "induction does not look below quantifiers");
    let each = kernel::specialize(&assume("for all i: x u_i <= u_i"), &name("k")).unwrap();
    let (equal, apart) = two_cases();
    let union = kernel::sum_upper(&term("(+i : u_i)"), &name("k")).unwrap();
    let definition = kernel::unfold(&term("[x]")).unwrap();
    let unfolded = kernel::unfold(&term("C")).unwrap();
    let all = assume("for all actions z: y z <= y x");
    let tests = assume("for all predicates q: q x <= x q");
    let below = assume("for all actions z: (for all i: v_i <= z) => x <= z");
    let nested = assume("for all actions z, x: x <= y T + z");
    vec![
        (Rule::Assume, kernel::assume(&formula("x y <= y z"))),
        (Rule::Assume, kernel::assume(&formula("for all i: i != k => u_i <= x"))),
        (Rule::Discharge, kernel::discharge(&formula("x y <= y"), &star)),
        (Rule::Discharge, kernel::discharge(&formula("x <= y"), &chain)),
        (Rule::Discharge, kernel::discharge(&formula("i != j"), &apart)),
        (Rule::ModusPonens, kernel::modus_ponens(&assume("x <= y => y <= z"), &assume("x <= y"))),
        (Rule::ModusPonens, kernel::modus_ponens(&assume("i != j => u_i <= x"), &assume("i != j"))),
        (Rule::Generalize, kernel::generalize(&name("k"), &each)),
        (Rule::Generalize, kernel::generalize(&name("k"), &union)),
        (Rule::Specialize, kernel::specialize(&assume("for all i: x u_i <= u_i"), &name("k"))),
        (
            Rule::Specialize,
            kernel::specialize(&assume("for all i, j: u_i v_j <= w_{i,k}"), &name("k")),
        ),
        (Rule::GeneralizeSymbol, kernel::generalize_symbol(&action("x"), &union)),
        (Rule::GeneralizeSymbol, kernel::generalize_symbol(&action("x"), &definition)),
        (Rule::GeneralizeSymbol, kernel::generalize_symbol(&action("y"), &unfolded)),
        (
            Rule::GeneralizeSymbol,
            kernel::generalize_symbol(&Symbol::predicate(name!("p"), 0), &assume_and_use()),
        ),
        (Rule::SpecializeSymbol, kernel::specialize_symbol(&all, &term("(+i : u_i) x"))),
        (Rule::SpecializeSymbol, kernel::specialize_symbol(&all, &term("p"))),
        (Rule::SpecializeSymbol, kernel::specialize_symbol(&tests, &term("!p q"))),
        (Rule::SpecializeSymbol, kernel::specialize_symbol(&below, &term("u_i"))),
        (Rule::SpecializeSymbol, kernel::specialize_symbol(&nested, &term("x"))),
        (Rule::Instantiate, Ok(kernel::instantiate(&star, &substitution()))),
        (Rule::Instantiate, Ok(kernel::instantiate(&all, &substitution()))),
        (Rule::Instantiate, Ok(kernel::instantiate(&union, &substitution()))),
        (Rule::Instantiate, Ok(kernel::instantiate(&definition, &substitution()))),
        (Rule::Cases, kernel::cases(&name("i"), &name("j"), &equal, &apart)),
        (Rule::ApartSym, kernel::apart_sym(&assume("i != j"))),
    ]
}

fn order_rules() -> Vec<Run> {
    let (same, below) = (assume("x = y"), assume("x <= y"));
    let (same2, below2) = (assume("y = z"), assume("y <= z"));
    vec![
        (Rule::Refl, kernel::refl(&term("x y*"))),
        (Rule::Sym, kernel::sym(&assume("x y = z"))),
        (Rule::Trans, kernel::trans(&same, &same2)),
        (Rule::Trans, kernel::trans(&same, &below2)),
        (Rule::Trans, kernel::trans(&below, &same2)),
        (Rule::Trans, kernel::trans(&below, &below2)),
        (Rule::LeIntro, kernel::le_intro(&assume("x + y = y"))),
        (Rule::LeElim, kernel::le_elim(&below)),
        (Rule::Plus, kernel::plus(&same, &assume("x' = y'"))),
        (Rule::Plus, kernel::plus(&same, &assume("x' <= y'"))),
        (Rule::Plus, kernel::plus(&below, &assume("x' = y'"))),
        (Rule::Plus, kernel::plus(&below, &assume("x' <= y'"))),
        (Rule::Seq, kernel::seq(&same, &assume("x' = y'"))),
        (Rule::Seq, kernel::seq(&same, &assume("x' <= y'"))),
        (Rule::Seq, kernel::seq(&below, &assume("x' = y'"))),
        (Rule::Seq, kernel::seq(&below, &assume("x' <= y'"))),
        (Rule::StarIndR, kernel::star_ind_r(&assume("x y <= x"))),
        (Rule::StarIndL, kernel::star_ind_l(&assume("x y <= y"))),
        (Rule::LoopInd, kernel::loop_ind(&assume("x <= y x + z"))),
    ]
}

fn family_rules() -> Vec<Run> {
    let (sum, k) = (term("(+i : u_i)"), name("k"));
    let nested = term("(+i,j : w_{i,j})");
    let above = kernel::specialize(&assume("for all i: u_i <= x"), &k).unwrap();
    let inside = kernel::specialize(&assume("for all i: p <= p_i"), &k).unwrap();
    let at_i = kernel::specialize(&assume("for all i: u_i <= v_j"), &name("i")).unwrap();
    vec![
        (Rule::SumUpper, kernel::sum_upper(&sum, &k)),
        (Rule::SumUpper, kernel::sum_upper(&term("(+i : u_i v_k)"), &k)),
        (Rule::SumUpper, kernel::sum_upper(&nested, &k)),
        (Rule::SumLeast, kernel::sum_least(&k, &above)),
        (Rule::SumLeast, kernel::sum_least(&name("i"), &at_i)),
        (Rule::SumDistribL, kernel::sum_distrib_l(&term("x"), &sum)),
        (Rule::SumDistribL, kernel::sum_distrib_l(&term("v_i"), &sum)),
        (Rule::SumDistribR, kernel::sum_distrib_r(&sum, &term("x"))),
        (Rule::SumDistribR, kernel::sum_distrib_r(&term("(+i : u_i v_j)"), &term("v_i"))),
        (Rule::ProductLower, kernel::product_lower(&term("(.i : p_i)"), &k)),
        (Rule::ProductLower, kernel::product_lower(&term("(.i : p_i + q_k)"), &k)),
        (Rule::ProductGreatest, kernel::product_greatest(&k, &inside)),
        (Rule::Unfold, kernel::unfold(&term("M_i"))),
        (Rule::Unfold, kernel::unfold(&term("S"))),
        (Rule::Unfold, kernel::unfold(&term("[u_i]"))),
    ]
}

fn axioms() -> Vec<Run> {
    let (x, y, z, p) = (term("x"), term("y"), term("z"), term("p"));
    let at = |axiom| match axiom {
        Axiom::NotSeqR | Axiom::NotSeqL | Axiom::NotPlus => &p,
        _ => &x,
    };
    Axiom::ALL.iter().map(|a| (Rule::Axiom, kernel::axiom(*a, at(*a), &y, &z))).collect()
}

fn audit(runs: Vec<Run>) {
    for (rule, theorem) in runs {
        let theorem = theorem.unwrap_or_else(|e| panic!("{rule} refused: {e}"));
        assert_eq!(theorem.rule(), rule, "what other checkers are told of {theorem}");
        let sequent = Sequent::from(&theorem);
        let audit = sequent.audit();
        println!("{rule}: {sequent}: {} of {} models", audit.satisfying, audit.models);
        assert_eq!(audit.countermodel, None, "{rule} proves {sequent}");
        // The hypotheses can hold, with several values of each symbol; and they are needed.
        assert!(audit.satisfying > 0 && audit.is_varied(), "{rule}: {sequent} is vacuous");
        assert!(
            sequent.hyps.is_empty() || audit.failing > 0,
            "{rule}: {sequent} does not need its hypotheses"
        );
    }
}

#[test]
fn rules_for_hypotheses_and_quantifiers_hold_in_models() {
    audit(hypothetical_rules());
}

#[test]
fn rules_for_order_and_induction_hold_in_models() {
    audit(order_rules());
}

#[test]
fn rules_for_families_and_definitions_hold_in_models() {
    audit(family_rules());
}

#[test]
fn s5_section_3_axioms_hold_in_models() {
    audit(axioms());
}

#[test]
fn every_rule_is_run() {
    let runs = [hypothetical_rules(), order_rules(), family_rules(), axioms()].concat();
    for rule in Rule::ALL {
        assert!(runs.iter().any(|(r, _)| *r == rule), "{rule} is never run");
    }
}
