//! The examples whose variables have a lock discipline, read in four ways, by all steps and by searches that put steps
//! together. The guide has the table.

use reductio::check::{EXAMPLES, Example, Expected};
use reductio::discipline::Packed;
use reductio::language::parse_system;
use reductio::locking::{Classes, LockDiscipline, LockViolation, Rule};
use reductio::search::{Finding, FindingKind, Order, Query, search};
use reductio::selective::{Choice, Granularity, Selection, Sleep, StateLimits, explore_states};

/// What a search found: its states, and whether the discipline is violated.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Found {
    states: usize,
    is_violated: bool,
}

impl Found {
    fn new(states: usize, findings: &[Finding<LockViolation>]) -> Self {
        let is_violation = |found: &Finding<_>| matches!(found.kind, FindingKind::Discipline(_));
        Found { states, is_violated: findings.iter().any(is_violation) }
    }
}

/// The examples with variables that have a lock discipline.
fn examples() -> Vec<(&'static Example, Classes)> {
    let classes = |example: &'static Example| {
        let system = parse_system(example.text, example.name, &[]).unwrap();
        (example, Classes::of(&system))
    };
    EXAMPLES.iter().map(classes).filter(|(_, classes)| !classes.is_empty()).collect()
}

/// The search of all steps, that of reduced steps, that with invisible transitions first, and that of composed ones.
fn searched(classes: &Classes, rule: Rule) -> [Found; 4] {
    let discipline = LockDiscipline::new(classes, rule).unwrap();
    let model = Packed::new(&discipline);
    let stored = |order: Order| {
        let found = search(&model, &order, &Query { keep_going: true, ..Query::default() });
        Found::new(found.states, &found.findings)
    };
    let put_together = |granularity| {
        let (choice, sleep) = (Choice::All, Sleep::Never);
        let selection = Selection { granularity, choice, sleep, bound: None };
        let found = explore_states(&model, &selection, &StateLimits::default()).unwrap();
        assert_eq!(found.stopped, None);
        Found::new(found.states, &found.findings)
    };
    [
        stored(Order::Unreduced),
        stored(Order::Reduced),
        put_together(Granularity::InvisibleFirst),
        put_together(Granularity::Composed),
    ]
}

/// A number of states, and `!` where a violation was found.
fn cell(found: Found) -> String {
    let Found { states, is_violated } = found;
    let grouped = if states < 1_000 {
        states.to_string()
    } else {
        format!("{},{:03}", states / 1_000, states % 1_000)
    };
    if is_violated { format!("{grouped} !") } else { grouped }
}

#[test]
fn the_guide_has_the_table_of_the_four_readings() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../guide/src/comparison.md");
    let page = std::fs::read_to_string(path).unwrap();
    let (_, section) = page.split_once("\n## A lock discipline, read in four ways\n").unwrap();
    let section = section.split("\n## ").next().unwrap();
    let mut rows = Vec::new();
    for (example, classes) in examples() {
        for rule in Rule::ALL {
            let found = searched(&classes, rule);
            let cells: Vec<String> = found.iter().map(|found| cell(*found)).collect();
            rows.push(format!("| `{}` | {} | {} |", example.name, rule.name(), cells.join(" | ")));
        }
    }
    println!("{}", rows.join("\n"));
    let told: Vec<&str> = section.lines().filter(|line| line.starts_with("| `")).collect();
    assert_eq!(told, rows);
}

/// S1's Theorems 7 to 9 say that searches that put steps together find a violation of LD' if there is one. As printed
/// they do not, in two of the examples; all other readings are right here, and agree with what is expected of the
/// files.
#[test]
fn searches_that_put_steps_together_miss_violations_of_the_printed_discipline_only() {
    let mut missed = Vec::new();
    for (example, classes) in examples() {
        for rule in Rule::ALL {
            let [all, others @ ..] = searched(&classes, rule);
            let is_missed = others.iter().any(|found| found.is_violated != all.is_violated);
            if rule == Rule::Printed {
                missed.extend(is_missed.then_some(example.name));
                continue;
            }
            assert!(!is_missed, "{} {rule:?}", example.name);
            assert_eq!(all.is_violated, example.expected == Expected::Discipline, "{rule:?}");
        }
    }
    assert_eq!(missed, ["initializer_broken", "initializer_locks", "initializer_locks_broken"]);
}
