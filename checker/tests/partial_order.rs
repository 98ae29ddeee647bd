//! S5's section 10: persistent and sleep sets, composed transitions, and both, on all examples. The guide has the table
//! of factors. Each search meets the deadlocks and the control points of the search of all steps.

use std::collections::BTreeSet;

use reductio::check::{EXAMPLES, Example, Expected};
use reductio::discipline::{Discipline, Packed};
use reductio::language::parse_system;
use reductio::search::{Order, Query, search};
use reductio::selective::{
    Ahead, Choice, Granularity, Selection, Sleep, StateLimits, Stopped, explore_states,
};

/// What a search met, and what it cost.
#[derive(PartialEq)]
struct Met {
    deadlocks: BTreeSet<String>,
    reached: Vec<Vec<bool>>,
    states: u64,
    transitions: u64,
}

/// The searches of an example: of all steps, with sleep sets, with persistent sets, with both, of composed transitions,
/// and of these with both. None where invisible transitions cannot be put together since a thread has a choice of them.
fn searches(example: &Example) -> [Option<Met>; 6] {
    let system = parse_system(example.text, example.name, &[]).unwrap();
    let (ahead, discipline) = (Ahead::of(&system), Discipline::new(&system));
    let (all, some) = (Choice::All, Choice::Persistent(&ahead));
    [
        (Granularity::Transition, all, Sleep::Never),
        (Granularity::Transition, all, Sleep::Conditional),
        (Granularity::Transition, some, Sleep::Never),
        (Granularity::Transition, some, Sleep::Conditional),
        (Granularity::Composed, all, Sleep::Never),
        (Granularity::Composed, some, Sleep::Conditional),
    ]
    .map(|(granularity, choice, sleep)| {
        let selection = Selection { granularity, choice, sleep, bound: None };
        let found =
            explore_states(&Packed::new(&discipline), &selection, &StateLimits::default()).unwrap();
        if let Some(stopped) = found.stopped {
            assert!(matches!(stopped, Stopped::Invisible { is_endless: false, .. }));
            return None;
        }
        Some(Met {
            deadlocks: found.deadlocks.iter().map(|state| format!("{state:?}")).collect(),
            reached: found.reached,
            states: found.states.try_into().unwrap(),
            transitions: found.transitions,
        })
    })
}

/// The visible states of an example, by the reduced search of S5, which takes choices between invisible transitions.
fn visible_states(example: &Example) -> u64 {
    let system = parse_system(example.text, example.name, &[]).unwrap();
    let query = Query { keep_going: true, ..Query::default() };
    let discipline = Discipline::new(&system);
    let found = search(&Packed::new(&discipline), &Order::Reduced, &query);
    found.states.try_into().unwrap()
}

/// A factor, with one digit behind the point, rounded down.
fn factor(all: u64, left: u64) -> String {
    let tenths = all * 10 / left;
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// A number with its thousands apart.
fn grouped(number: u64) -> String {
    if number < 1_000 {
        return number.to_string();
    }
    format!("{},{:03}", number / 1_000, number % 1_000)
}

/// The row of an example.
fn row(example: &Example) -> String {
    let [full, selective @ ..] = searches(example);
    let full = full.unwrap();
    // C(M) is justified where the discipline is followed.
    let is_followed = example.expected != Expected::Discipline;
    let mut states = vec![grouped(full.states)];
    let reduced = is_followed.then(|| factor(full.states, visible_states(example)));
    let mut transitions = vec![grouped(full.transitions)];
    for (number, met) in selective.iter().enumerate() {
        let is_composed = number > 2;
        let met = met.as_ref().filter(|_| is_followed || !is_composed);
        let Some(met) = met else {
            assert!(is_composed, "{}", example.name);
            states.push("-".to_owned());
            transitions.push("-".to_owned());
            continue;
        };
        assert_eq!(met.deadlocks, full.deadlocks, "{}: search {number}", example.name);
        assert_eq!(met.reached, full.reached, "{}: search {number}", example.name);
        if number > 0 {
            states.push(factor(full.states, met.states));
        } else {
            // Sleep sets alone leave out transitions, and no states.
            assert_eq!(met.states, full.states, "{}", example.name);
        }
        transitions.push(factor(full.transitions, met.transitions));
    }
    states.push(reduced.unwrap_or("-".to_owned()));
    format!("| `{}` | {} | {} |", example.name, states.join(" | "), transitions.join(" | "))
}

#[test]
fn the_guide_has_the_factors_of_all_examples() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../guide/src/comparison.md");
    let page = std::fs::read_to_string(path).unwrap();
    let (_, section) = page.split_once("\n## Persistent sets, sleep sets, composed").unwrap();
    let section = section.split("\n## ").next().unwrap();
    // Where nobody says what protects a variable, a monitor finds out: `readings.rs`.
    let says_all = |example: &&Example| {
        let system = parse_system(example.text, example.name, &[]).unwrap();
        system.under_lock_discipline().next().is_none()
    };
    let rows: Vec<String> = EXAMPLES.iter().filter(says_all).map(row).collect();
    println!("{}", rows.join("\n"));
    let told: Vec<&str> = section.lines().filter(|line| line.starts_with("| `")).collect();
    assert_eq!(told, rows);
}
