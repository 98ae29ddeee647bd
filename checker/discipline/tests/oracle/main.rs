//! The library against a second interpreter. They share the text of the systems and nothing else: neither parser nor
//! front end, neither semantics nor search. Once both searches of the library missed a deadlock because both trusted
//! one front end.

mod compare;
mod interpret;
mod random;
mod shrink;
mod syntax;

use compare::{Compared, Tally, compare, compare_with};
use interpret::Mistake;
use syntax::{Expr, Family, Kind, Program, Stmt};

/// The number of systems that `cargo test` compares.
const FEW: u64 = 1_000;

#[test]
fn the_library_agrees_with_the_second_interpreter() {
    let tally = agree(0, FEW);
    assert!(tally.deadlocks * 10 > tally.compared, "{tally:?}");
    assert!(tally.failures * 10 > tally.compared, "{tally:?}");
    assert!(tally.bad * 20 > tally.compared, "{tally:?}");
    assert!(tally.reduced * 4 > tally.compared, "{tally:?}");
    assert!(tally.cut_short * 100 > tally.compared, "{tally:?}");
    assert!(tally.refined * 100 > tally.compared, "{tally:?}");
    assert!(tally.constants * 4 > tally.compared, "{tally:?}");
    assert!(tally.empty_families * 30 > tally.compared, "{tally:?}");
    assert!(tally.without_threads > 0, "{tally:?}");
    assert!(tally.fine * 20 > tally.compared, "{tally:?}");
}

/// Run it with
/// `ORACLE_SYSTEMS=20000 cargo test -p reductio-discipline --test discipline oracle:: -- --ignored --nocapture`;
/// `ORACLE_SEED` sets the first seed.
#[test]
#[ignore = "some minutes"]
fn the_library_agrees_on_many_more() {
    let number = |name: &str, default: u64| {
        std::env::var(name).map_or(default, |value| value.parse().unwrap())
    };
    agree(number("ORACLE_SEED", 1 << 32), number("ORACLE_SYSTEMS", 20_000));
}

#[test]
fn tried_locks_and_signals_mean_the_same() {
    let tally = agree_on(0, 500, random::trying);
    assert!(tally.deadlocks * 20 > tally.compared, "{tally:?}");
    assert!(tally.failures * 10 > tally.compared, "{tally:?}");
    assert!(tally.bad * 20 > tally.compared, "{tally:?}");
    assert!(tally.reduced * 4 > tally.compared, "{tally:?}");
}

#[test]
#[ignore = "some minutes"]
fn tried_locks_and_signals_mean_the_same_in_many_more() {
    let wanted = std::env::var("ORACLE_SYSTEMS").ok().and_then(|value| value.parse().ok());
    agree_on(1 << 32, wanted.unwrap_or(10_000), random::trying);
}

fn agree(first_seed: u64, wanted: u64) -> Tally {
    agree_on(first_seed, wanted, |seed| Some(random::program(seed)))
}

fn agree_on(first_seed: u64, wanted: u64, draw: impl Fn(u64) -> Option<Program>) -> Tally {
    let (mut tally, mut seed) = (Tally::default(), first_seed);
    while tally.compared < wanted {
        let Some(program) = draw(seed) else {
            seed += 1;
            continue;
        };
        match compare(&program) {
            Ok(compared) => tally.add(&program, &compared),
            Err(difference) => {
                let differs = |program: &Program| {
                    compare(program)
                        .is_err_and(|other| compare::kind(&other) == compare::kind(&difference))
                };
                let small = shrink::smallest(&program, differs);
                let told = compare(&small).unwrap_err();
                panic!("seed {seed}: {difference}; made smaller: {told} in\n{}", small.text());
            }
        }
        seed += 1;
    }
    println!("seeds {first_seed}..{seed}: {tally:?}");
    // Systems that are refused say nothing.
    assert!(tally.refused * 4 < tally.compared, "{tally:?}");
    tally
}

/// The seeds, of so many, on which an interpreter with a mistake is found out.
fn noticed(mistake: Mistake, among: u64) -> Vec<u64> {
    let differs = |seed: &u64| compare_with(&random::program(*seed), Some(mistake)).is_err();
    (0..among).filter(differs).collect()
}

/// The fault that both searches shared is put into the other interpreter. The comparison notices it, and tells it with
/// a system that a person can read.
#[test]
fn that_dead_ends_are_ends_would_be_noticed() {
    let seeds = noticed(Mistake::DeadEndsAreEnds, 300);
    println!("noticed on {} of 300 systems", seeds.len());
    assert!(seeds.len() >= 8, "{seeds:?}");
    let wrong = |program: &Program| {
        compare_with(program, Some(Mistake::DeadEndsAreEnds))
            .is_err_and(|d| d.starts_with("deadlock"))
    };
    let program = seeds.iter().map(|seed| random::program(*seed)).find(wrong).unwrap();
    let small = shrink::smallest(&program, wrong);
    assert!(small.text().lines().count() <= 6, "{}", small.text());
    assert!(small.text().contains("false"), "{}", small.text());
}

#[test]
fn that_failing_tests_are_two_steps_would_be_noticed() {
    let seeds = noticed(Mistake::FailingTestsAreTwo, 300);
    println!("noticed on {} of 300 systems", seeds.len());
    assert!(!seeds.is_empty());
}

fn plain(kind: Kind) -> Stmt {
    Stmt { id: 0, label: None, is_idle: false, kind }
}

/// The system of that fault: user 1 waits for ever.
fn turns() -> Program {
    let turn = syntax::Global::Variable {
        name: "turn".to_owned(),
        index: None,
        ty: syntax::Type::Int((0, 1)),
        initial: None,
        by: Vec::new(),
    };
    let name = |text: &str| Expr::Name(text.to_owned(), None);
    let is_zero = Expr::Binary("==", name("i").into(), Expr::Int(0).into());
    let mut wait = plain(Kind::Await(is_zero));
    wait.label = Some("W".to_owned());
    let target = syntax::Target { name: "turn".to_owned(), index: None };
    let take = plain(Kind::Assign(target, name("i")));
    let user = syntax::ThreadRef { family: "user".to_owned(), index: Some(Expr::Int(1).into()) };
    let at_end = Expr::At(user, vec!["end".to_owned()]);
    let mut program = Program {
        n: 0,
        globals: vec![turn],
        families: vec![Family {
            name: "user".to_owned(),
            range: Some((0, 1)),
            locals: Vec::new(),
            body: vec![wait, take],
        }],
        claims: vec![syntax::Claim { is_invariant: true, condition: Expr::Not(at_end.into()) }],
    };
    program.number();
    program
}

#[test]
fn a_thread_that_waits_for_a_false_constant_is_deadlocked() {
    let Ok(Compared::Alike { answers, .. }) = compare(&turns()) else {
        panic!("{:?}", compare(&turns()))
    };
    assert!(answers.deadlock && answers.settled.is_empty(), "{answers:?}");
    assert_eq!((answers.states, answers.steps), (3, 2));
    // The wrong reading is told from the right one.
    let wrong = compare_with(&turns(), Some(Mistake::DeadEndsAreEnds)).unwrap_err();
    assert!(wrong.starts_with("deadlock"), "{wrong}");
}

#[test]
fn shrinking_comes_to_an_end_and_every_cut_is_smaller() {
    let mut cuts = 0;
    for seed in 0..60 {
        let program = random::program(seed);
        for small in shrink::smaller(&program) {
            assert!(shrink::weight(&small) < shrink::weight(&program));
            cuts += 1;
        }
    }
    assert!(cuts > 3_000, "{cuts}");
    let nothing = shrink::smallest(&random::program(7), |program| !program.families.is_empty());
    assert_eq!(nothing.families.len(), 1);
    assert!(nothing.globals.is_empty() && nothing.claims.is_empty());
    assert!(nothing.families[0].body.is_empty());
}
