//! The tactic on laws and non-laws of Kleene algebra with tests.

use super::Prover;
use super::rule::Rule;
use reductio_algebra::{Formula, Relation, Symbol, Vocabulary, name};
use reductio_theorems::kernel::assume;

fn names() -> Vocabulary {
    let mut names = Vocabulary::new();
    for i in ["i", "j"] {
        names.declare_index(i.parse().unwrap());
    }
    for x in ["x", "y", "z"] {
        names.declare(Symbol::action(x.parse().unwrap(), 0));
    }
    names.declare(Symbol::action(name!("u"), 1));
    names.declare(Symbol::action(name!("v"), 1));
    for p in ["p", "q", "r"] {
        names.declare(Symbol::predicate(p.parse().unwrap(), 0));
    }
    names.declare(Symbol::predicate(name!("p"), 1));
    names
}

/// Tries to prove a goal from assumed facts, and lets the kernel check the result.
fn proves(facts: &[&str], goal: &str) -> bool {
    let names = names();
    let mut rules = Vec::new();
    for fact in facts {
        let fact = assume(&names.parse_formula(fact).unwrap().closed()).unwrap();
        rules.extend(Rule::from_theorem(&fact, &[], None));
    }
    let goal = names.parse_formula(goal).unwrap();
    let Formula::Relation(s, relation, t) = &goal else { panic!("not a relation") };
    let prover = Prover::new(&rules, &|_| true, &[], crate::ReplayLimits::default());
    let Some(found) = prover.prove(s, *relation, t).unwrap() else {
        return false;
    };
    let proof = match relation {
        Relation::Below => crate::derived::weaken(&found.theorem).unwrap(),
        Relation::Equal => found.theorem,
    };
    assert_eq!(*proof.conclusion(), goal);
    true
}

#[test]
fn laws_hold() {
    for goal in [
        "x (y + z) = x y + x z",
        "x* x* = x*",
        "(x + 1)* = x*",
        "x* = 1 + x + x x*",
        "x* = 1 + x* x",
        "x* x = x x*",
        "(x + y)* = x* (y x*)*",
        "x (y x)* = (x y)* x",
        "x* y* <= (x + y)*",
        "(x* y*)* = (x + y)*",
        "x <= T",
        "T x T <= T",
        "p q = q p",
        "p q + p !q = p",
        "!(p q) = !p + !q",
        "!(p + !q) x = q !p x",
        "1 = q + !q",
        "x = q x + !q x !p + !q x p",
        "p (q + r) <= p q + r p",
        "p + !p q = p + q",
        "x ? y = x^w + x* y",
        "(q x)^w <= x^w",
        "(+i : u_i) x = (+j : u_j x)",
        "(+i : 1 + u_i) = 1 + (+i : u_i)",
        "(+i : x) = x",
        "(+i : u_i) (+j : v_j) = (+i,j : u_j v_i)",
        "(.i : p_i) <= p_j",
        "!q x !p + q x <= x",
        "(x + y) (x + y) (x + y) (x + y) (x + y) (x + y) (x + y) (x + y) (x + y) (x + y) (x + y)
            <= (x + y + z) (x + y + z) (x + y + z) (x + y + z) (x + y + z) (x + y + z)
            (x + y + z) (x + y + z) (x + y + z) (x + y + z) (x + y + z)",
    ] {
        assert!(proves(&[], goal), "{goal}");
    }
}

#[test]
fn formulas_that_are_no_laws_are_not_proved() {
    for goal in [
        "x y = y x",
        "x* = 1 + x",
        "x <= 1",
        "1 <= p",
        "p + q <= p",
        "!(p q) = !p !q",
        "(x + y)* = x* y*",
        "x^w = x*",
        "(+i : u_i) <= u_j",
        "u_i <= u_j",
        "p_j <= (.i : p_i)",
        "x T = T",
        "x ? y <= x* y",
        "(+i : u_i v_i) = (+i : u_i) (+j : v_j)",
        "p x q <= q x p",
    ] {
        assert!(!proves(&[], goal), "{goal}");
    }
}

#[test]
fn facts_are_used_in_context() {
    assert!(proves(&["x y <= y z"], "x y z* <= y z*"));
    assert!(proves(&["p_i u_i = 0"], "(+i : x p_i u_i y) <= z"));
    assert!(proves(&["p x <= x q"], "r p x y <= x q y"));
    assert!(proves(&["1 <= p + x T"], "q T <= q (p + x) T"));
    assert!(proves(&["!p x = 0"], "x = p x"));
    assert!(!proves(&["!p x = 0"], "x = x p"));
    assert!(proves(&["(x + y)* = y* x*"], "q (y + x)* z <= q y* x* z"));
}
