//! Forged explanations are refused, and honest ones hold what the search says.

use reductio_algebra::{Formula, Name, Relation, Symbol, Term, name};
use reductio_theorems::Theorem;
use reductio_theorems::kernel::{assume, trans};

use super::node::Leaves;
use super::normal::{is_same, words};
use super::{Answer, Equation, FlatStep, compile, search};
use crate::ReplayLimits;
use crate::decide::{Decision, decide};
use crate::tactic::Prover;
use crate::tactic::rule::Rule;

fn word(letters: &str) -> Term {
    let letters = letters.chars().map(|c| Term::action(c.to_string().parse().unwrap()));
    letters.reduce(|a, b| a.seq(&b)).unwrap_or_else(Term::one)
}

/// `a b = b a`, number 0.
fn commute() -> (Theorem, Equation) {
    let (lhs, rhs) = (word("ab"), word("ba"));
    let theorem = assume(&Formula::equal(&lhs, &rhs)).unwrap();
    let equation = Equation { lhs, relation: Relation::Equal, rhs, variables: Vec::new(), fact: 0 };
    (theorem, equation)
}

const LIMITS: ReplayLimits<'_> =
    ReplayLimits { states_per_step: 1_000, suggestions: true, induction: true, cancel: None };

/// The decision without facts, the tactic with them.
fn prove(fact: &Theorem) -> impl Fn(&Term, Relation, &Term, &[usize]) -> Option<Theorem> {
    let rules = Rule::from_theorem(fact, &[], None);
    move |s, relation, t, facts| {
        if facts.is_empty() {
            return match decide(s, relation, t, 100) {
                Ok(Decision::Holds(theorem)) => Some(theorem),
                _ => None,
            };
        }
        let apart: &[(Name, Name)] = &[];
        let prover = Prover::new(&rules, &|_| false, apart, LIMITS);
        Some(prover.prove(s, relation, t).ok()??.theorem)
    }
}

fn step(term: Term, fact: Option<usize>) -> FlatStep {
    FlatStep { term, fact }
}

#[test]
fn forged_explanations_are_refused() {
    let (theorem, _) = commute();
    let prove = prove(&theorem);
    let ok = vec![step(word("aab"), None), step(word("aba"), Some(0)), step(word("baa"), Some(0))];
    let links = compile(&ok, Relation::Equal, &prove).unwrap();
    assert_eq!(links.len(), 1, "the term between is not needed");
    assert_eq!(links[0].theorem.to_string(), "a b = b a |- (a a) b = (b a) a");

    // A wrong term, by the fact; the term before and after it are right.
    let mut forged = ok.clone();
    forged[1].term = word("abb");
    forged.push(step(word("bb"), None));
    let refused = compile(&forged, Relation::Equal, &prove).unwrap_err();
    let shown = (refused.from.to_string(), refused.to.to_string(), refused.fact);
    assert_eq!(shown, ("b a a".into(), "b b".into(), None));

    // A wrong end: nothing to step over it.
    let forged = [step(word("aab"), None), step(word("abb"), Some(0))];
    let refused = compile(&forged, Relation::Equal, &prove).unwrap_err();
    let reason =
        "the search proposed `(a a) b` = `(a b) b`, which does not follow from what it named";
    assert_eq!(refused.to_string(), reason);
    assert_eq!(refused.fact, Some(0));

    // A right step by a wrong reason: a law that is none, a fact that there is not.
    let forged = [step(word("ab"), None), step(word("ba"), None)];
    let refused = compile(&forged, Relation::Equal, &prove).unwrap_err();
    assert_eq!((refused.to, refused.fact), (word("ba"), None));

    // An inclusion read as an equation.
    let plus = word("a").plus(&word("b"));
    let forged = [step(word("a"), None), step(plus.clone(), None)];
    assert!(compile(&forged, Relation::Below, &prove).is_ok());
    let refused = compile(&forged, Relation::Equal, &prove).unwrap_err();
    assert_eq!((refused.from, refused.to), (word("a"), plus));
}

#[test]
fn chains_lead_from_end_to_end() {
    let (theorem, equation) = commute();
    let prove = prove(&theorem);
    let (s, t) = (word("aaabbb"), word("bbbaaa"));
    let facts = &[equation];
    let Answer::Chain(chain) = search(&s, Relation::Equal, &t, facts, 5_000) else {
        panic!("no chain")
    };
    assert_eq!((&chain[0].term, &chain[chain.len() - 1].term), (&s, &t));
    let links = compile(&chain, Relation::Equal, &prove).unwrap();
    let joined = links.iter().map(|l| l.theorem.clone()).reduce(|a, b| trans(&a, &b).unwrap());
    let total = joined.unwrap();
    assert_eq!(total.conclusion(), &Formula::equal(&s, &t));
    // What is false is not found: words have a fixed number of each letter.
    let false_end = search(&s, Relation::Equal, &word("bbbaab"), facts, 5_000);
    assert!(matches!(false_end, Answer::No), "{false_end:?}");
    // And the limit is one.
    assert!(matches!(search(&s, Relation::Equal, &t, facts, 50), Answer::Limit));
}

#[test]
fn facts_with_variables_and_inclusions() {
    let x = Term::action(name!("x"));
    let variables = vec![Symbol::action(name!("x"), 0)];
    // x x = x
    let fact =
        Equation { lhs: x.seq(&x), relation: Relation::Equal, rhs: x.clone(), variables, fact: 3 };
    let found = search(&word("ababcc"), Relation::Equal, &word("abc"), &[fact], 5_000);
    let Answer::Chain(chain) = found else { panic!("{found:?}") };
    assert!(chain.iter().filter_map(|s| s.fact).all(|k| k == 3));
    // a <= b
    let fact = Equation {
        lhs: word("a"),
        relation: Relation::Below,
        rhs: word("b"),
        variables: Vec::new(),
        fact: 0,
    };
    let facts = [fact];
    let found = search(&word("aac"), Relation::Below, &word("bbc"), &facts, 5_000);
    assert!(matches!(found, Answer::Chain(_)), "{found:?}");
    let found = search(&word("bbc"), Relation::Below, &word("aac"), &facts, 2_000);
    assert!(!matches!(found, Answer::Chain(_)), "{found:?}");
}

/// Products to the right, sums flat and without repetition; leaves are numbered as they are met, the last factor first.
#[test]
fn terms_are_written_in_normal_form() {
    let mut leaves = Leaves::default();
    let (a, b, c) = (word("a"), word("b"), word("c"));
    let term = a.plus(&b.plus(&a)).seq(&c.star()).seq(&Term::zero().plus(&b)).looping(&c.omega());
    let written = leaves.ground(&term).unwrap();
    assert_eq!(written.to_string(), "(loop (. (+ 2 0) (. (star 1) 0)) (omega 1))");
}

#[test]
fn words_of_a_term() {
    let (a, b) = (word("a"), word("b"));
    let sum = a.plus(&b);
    let shown = |t: &Term| words(t).unwrap().iter().map(Term::to_string).collect::<Vec<_>>();
    assert_eq!(shown(&sum.seq(&sum)), ["a a", "a b", "b a", "b b"]);
    assert_eq!(shown(&sum.seq(&Term::zero())), [""; 0]);
    assert!(is_same(&sum.seq(&a), &b.seq(&a).plus(&a.seq(&a))));
    assert!(!is_same(&sum, &a));
    // 32 words are too many.
    let many = (0..4).fold(sum.clone(), |t, _| t.seq(&sum));
    assert_eq!(words(&many), None);
}
