//! The search for proofs by induction: what it has to find, and what it must not take long to give up.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use reductio_algebra::{Formula, StatementKind, Symbol, Term, Theory, Vocabulary, name};
use reductio_proofs::search::{InductionLimits, InductionOutcome, prove};
use reductio_relations::{SearchLimits, find_countermodel};
use reductio_theorems::kernel::assume;
use reductio_theorems::{Theorem, allowed};

fn names() -> Vocabulary {
    let mut names = Vocabulary::new();
    for x in ["a", "b", "c", "l", "r", "s", "u", "v", "w", "x", "y", "z"] {
        names.declare(Symbol::action(x.parse().unwrap(), 0));
    }
    names.declare_index("i".parse().unwrap());
    names.declare(Symbol::action("u".parse().unwrap(), 1));
    for p in ["p", "q"] {
        names.declare(Symbol::predicate(p.parse().unwrap(), 0));
    }
    names
}

fn parse(text: &str) -> Formula {
    names().parse_formula(text).unwrap_or_else(|e| panic!("{text}: {e:?}"))
}

const FOUND: &[&str] = &[
    "x y <= y z => x* y <= y z*",
    "y x <= z y => y x* <= z* y",
    "x y = y z => x* y = y z*",
    "y x <= x y => (x + y)* = x* y*",
    "y x <= (x + 1) y => (x + y)* = x* y*",
    "y x <= x y => y* x* <= x* y*",
    "y x <= (x + 1) (y + 1) => y* x* <= x* y*",
    "y x <= x y* => (x + y)* = x* y*",
    "y x <= x* y => (x + y)* = x* y*",
    "y x <= x + y => (x + y)* = x* y*",
    "y x <= x (x + y)* => y* x <= x (x + y)*",
    "y* x* <= x* y* => (x + y)* <= x* y*",
    "y x* <= x* y* => (x + y)* <= x* y*",
    "y* x <= x* y* => (x + y)* <= x* y*",
    "z x <= w z => z y <= v => z x* y <= w* v",
    "x y = 1 => (x z y)* = x (z y x)* y",
    "x x <= x => x* = 1 + x",
    "x <= 1 => x* = 1",
    "x y = y x => (x y)* <= x* y*",
    "x^w = 0 => y = x y + z => y = x* z",
    "z x <= y z => y^w = 0 => z x^w = 0",
    "y x <= z y => y x^w <= z^w",
    "y x <= z y + w => y x^w <= z^w + z* w x^w",
    "z x <= w z => z y <= v => z (x ? y) <= w ? v",
    "y x <= x y => x^w = 0 => y^w = 0 => (x + y)^w = 0",
    "y x <= x y => (x + y)^w = x^w + x* y^w",
    "y x <= x (x + y)* => (x + y)^w = x^w + x* y^w",
    "y x <= x (x + y)* => x^w = 0 => y^w = 0 => (x + y)^w = 0",
    "y x <= x (x + y)* => (x + y) ? z = x ? y ? z",
    "(x + y)* <= x* y* => y* x* <= x* y*",
    "y x <= x y => z x <= x z => (x + y + z)* = x* (y + z)*",
    "x^w = 0 => y x <= x (x + y)* => (x + y)* = x* y*",
    "x x = x => x^w = x T",
    "x <= y => a y <= z a => a x* <= z* a",
    "x y = x y x => x y* = x (y x)*",
    "u v = v u => u r = r => (u v)* r = v* r",
    "x s <= s x s => x w <= w x w => x s y <= y x => x (s y)* w <= (s y)* w x w",
    "(for all actions y: y <= x y) => y <= x y",
    "(for all actions z: z = 1) => x = 1",
    "(for all actions z: z <= x) => y <= x",
    "(for all predicates r: r = 1) => q = 1",
    "(for all actions x, y: x y = y x) => x* (x* y)* = x* y*",
    "(for all actions x, y: x y = y x) => (x y)* (x* + y*) = x* y*",
    "(for all actions x, y: (y <= x y => y = 0)) => y <= x y + z => y <= x* z",
    "1 <= x => (for all actions y: (y <= x y => y = 0)) => 0 = 1",
    "x^w = 0 => (for all actions y: (y <= x y => y = 0))",
    "(for all actions y, z: (y <= x y + z => y <= x* z)) => x^w <= x* z",
    "(for all actions y, z: (y <= x y + z => y <= x* z)) => x^w = 0",
    "(for all actions y, z: (z + x y = y => x* z = y)) => y <= x y => y = 0",
    "x^w = 0 => (for all actions y, z: (z + x y = y => x* z = y))",
    "(for all i: p u_i !p = 0) => p (+i : u_i)* !p = 0",
];

#[test]
fn formulas_that_are_found() {
    let mut missing = Vec::new();
    for text in FOUND {
        let goal = parse(text);
        let start = Instant::now();
        let answer = prove(&goal, &[], &InductionLimits::default()).unwrap();
        let time = start.elapsed();
        match answer {
            InductionOutcome::Proved(proof) => {
                assert_eq!(*proof.theorem.conclusion(), goal, "{text}");
                assert!(proof.theorem.hypotheses().is_empty(), "{text}");
                println!("{time:?} {} {text}", proof.questions);
                for line in &proof.lemmas {
                    println!("        {line}");
                }
            }
            other => {
                println!("{time:?} {text}: {other:?}");
                missing.push(*text);
            }
        }
    }
    assert_eq!(missing, [""; 0]);
}

/// All but (30) and (32).
const S5_FOUND: [&str; 23] = [
    "(1)", "(2)", "(3)", "(23)", "(24)", "(25)", "(26)", "(27)", "(28)", "(29)", "(31)", "(33)",
    "(34)", "(35)", "(36)", "(37)", "(38)", "(14b)", "(15b)", "(13')", "(16')", "(17')", "(21')",
];

/// Lemmas of S5 from the hypotheses alone, no lemma before them known.
#[test]
fn lemmas_of_s5() {
    let theory = Theory::parse(reductio_theorems::bundled::S5.text, &[]).unwrap();
    let mut found = Vec::new();
    for statement in theory.statements().iter().filter(|s| s.kind == StatementKind::Lemma) {
        if !S5_FOUND.contains(&statement.label.to_string().as_str()) {
            continue;
        }
        let facts: Vec<Theorem> =
            allowed(&theory, statement).map(|h| assume(&h.formula).unwrap()).collect();
        let start = Instant::now();
        let answer = prove(&statement.formula, &facts, &InductionLimits::default()).unwrap();
        let time = start.elapsed();
        match answer {
            InductionOutcome::Proved(proof) => {
                assert_eq!(*proof.theorem.conclusion(), statement.formula);
                println!("{time:?} {} {} {}", proof.questions, statement.label, statement.formula);
                for line in &proof.lemmas {
                    println!("        {line}");
                }
                found.push(statement.label.to_string());
            }
            other => println!("{time:?} ({}) {}: {other:?}", statement.label, statement.formula),
        }
    }
    println!("{} {found:?}", found.len());
    for label in S5_FOUND {
        assert!(found.iter().any(|f| f == label), "{label}");
    }
}

/// False, each in a model with at most four states: nothing is found, and soon.
const FALSE: &[&str] = &[
    "x y <= y x => y* x <= y x*",
    "y x <= x y => x* y* <= y* x*",
    "y x <= x* y* => (x + y)* <= x* y*",
    "x y <= y z => y z* <= x* y",
    "z x <= y z => z x^w = 0",
    "y x <= x y => x^w = 0 => (x + y)^w = 0",
    "x <= y => y* <= x*",
    "x y <= 1 => y x <= 1",
    "x x <= x => x* = x",
    "y = x y + z => y = x* z",
    "y x <= x (x + y)* => (x + y)^w = x^w + y^w",
    "p x <= x q => p x* <= x* q",
];

#[test]
fn false_formulas_are_given_up() {
    for text in FALSE {
        let goal = parse(text);
        let limits = SearchLimits { states: 4, ..SearchLimits::default() };
        let refuted = find_countermodel(&goal, &limits).countermodel().is_some();
        assert!(refuted, "no model refutes {text}");
        let start = Instant::now();
        let answer =
            prove(&goal, &[], &InductionLimits { questions: 1_000, cancel: None }).unwrap();
        println!("{:?} {text}: {answer:?}", start.elapsed());
        assert!(
            matches!(answer, InductionOutcome::NotFound | InductionOutcome::Limit { .. }),
            "{text}"
        );
    }
}

/// A raised flag ends the search at once.
#[test]
fn a_flag_ends_the_search() {
    let stop = AtomicBool::new(true);
    let goal = parse(FOUND[0]);
    let limits = InductionLimits { cancel: Some(&stop), ..InductionLimits::default() };
    assert!(matches!(prove(&goal, &[], &limits), Ok(InductionOutcome::Cancelled)));
}

/// A flag that is raised in the midst of a search that takes long ends it within a second or so.
#[test]
fn a_flag_ends_a_search_on_its_way() {
    let letters: Vec<String> = (0..9).map(|k| format!("x{k}")).collect();
    let mut names = Vocabulary::new();
    for x in &letters {
        names.declare(Symbol::action(x.parse().unwrap(), 0));
    }
    let mut text = String::new();
    for j in 1..9 {
        for i in 0..j {
            let (k, l) = ((i + 1) % 9, (j + 1) % 9);
            let _ = write!(text, "x{j} x{i} <= x{i} x{j} + x{k} x{l} => ");
        }
    }
    let _ = write!(text, "({})* <= {}*", letters.join(" + "), letters.join("* "));
    let goal = names.parse_formula(&text).unwrap();
    let stop = AtomicBool::new(false);
    let (answer, took) = std::thread::scope(|scope| {
        let limits = InductionLimits { questions: u32::MAX, cancel: Some(&stop) };
        let search = scope.spawn(move || prove(&goal, &[], &limits));
        std::thread::sleep(Duration::from_millis(300));
        assert!(!search.is_finished(), "the search takes no time");
        stop.store(true, Ordering::Relaxed);
        let raised = Instant::now();
        (search.join().unwrap(), raised.elapsed())
    });
    assert!(matches!(answer, Ok(InductionOutcome::Cancelled)), "{answer:?}");
    assert!(took < Duration::from_secs(5), "{took:?}");
}

/// The laws of the library that follow from their premises alone, no law known before.
#[test]
fn laws_of_the_library() {
    let theory = Theory::parse(reductio_theorems::bundled::LAWS.text, &[]).unwrap();
    let start = Instant::now();
    let mut missing = Vec::new();
    for statement in theory.statements() {
        let limits = InductionLimits { questions: 1_500, cancel: None };
        match prove(&statement.formula, &[], &limits).unwrap() {
            InductionOutcome::Proved(proof) => {
                assert_eq!(*proof.theorem.conclusion(), statement.formula);
            }
            _ => missing.push(format!("{} {}", statement.label, statement.formula)),
        }
    }
    println!("{:?}, {} missing: {missing:#?}", start.elapsed(), missing.len());
    assert!(missing.len() <= 1, "{missing:#?}");
}

/// Names that stand for 2^60 factors, and terms that share so many: goals that do not need them taken apart are proved,
/// all others are given up, at once.
#[test]
fn terms_of_sixty_doublings_are_proved_or_given_up_at_once() {
    let mut text = "theory Doubled\naction x, y\ndefinition (0) ours: d0 = x\n".to_owned();
    for k in 1..=60 {
        let l = k - 1;
        let _ = writeln!(text, "definition ({k}) ours: d{k} = d{l} d{l}");
    }
    let theory = Theory::parse(&text, &[]).unwrap();
    let ask = |text: &str| {
        let goal = theory.vocabulary().parse_formula(text).unwrap();
        let start = Instant::now();
        let answer = prove(&goal, &[], &InductionLimits::default()).unwrap();
        println!("{:?} {text}", start.elapsed());
        matches!(answer, InductionOutcome::Proved(proof) if *proof.theorem.conclusion() == goal)
    };
    assert!(ask("y d60 <= d60 y => y d60* <= d60* y"));
    assert!(ask("y d60 <= d60 (y + 1) => y* d60* <= d60* y*"));
    assert!(!ask("y d60 <= d59 y => y x* <= x* y"));
    assert!(!ask("d60 <= y => x* d60 <= y"));
    assert!(ask("x x <= x => d2 <= x"));
    let shared = (0..60).fold(Term::action(name!("x")), |t, _| t.seq(&t));
    let goal = Formula::below(&shared, &shared.star());
    assert!(matches!(
        prove(&goal, &[], &InductionLimits::default()),
        Ok(InductionOutcome::TooLarge)
    ));
    let fact = assume(&goal).unwrap();
    assert!(matches!(
        prove(&parse("x x <= x => x* = 1 + x"), &[fact], &InductionLimits::default()),
        Ok(InductionOutcome::TooLarge)
    ));
}
