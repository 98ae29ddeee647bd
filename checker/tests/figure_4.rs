//! S1's Figure 4: `HaltException` and Clean by bytecode instructions, by lines, and reduced, with the monitor of a lock
//! discipline off and on. The guide has the table.

use std::fmt::Debug;

use reductio::check::EXAMPLES;
use reductio::discipline::{Discipline, Packed};
use reductio::language::parse_system;
use reductio::locking::{Classes, LockDiscipline, Rule};
use reductio::search::{Exploration, Finding, FindingKind, Order, Query, search};
use reductio::system::System;

/// A program, its systems by bytecode instructions and by lines, and the states of S1's Figure 4: by bytecode
/// instructions, by lines, and reduced, each with the monitor off and on.
type Program = (&'static str, [&'static str; 2], [[usize; 2]; 3]);

const PROGRAMS: [Program; 2] = [
    (
        "HaltException",
        ["bounded_buffer_bytecode", "bounded_buffer"],
        [[201_688, 323_854], [8_266, 11_457], [788, 788]],
    ),
    ("Clean", ["clean_bytecode", "clean"], [[58_370, 58_370], [8_365, 8_365], [209, 209]]),
];

/// A system whose protected variables are lock-disciplined instead: nobody says by which lock.
fn without_locks(text: &str) -> String {
    let line = |line: &str| match (line.strip_prefix("protected "), line.rsplit_once(" by ")) {
        (Some(_), Some((declared, _))) => declared.replacen("protected", "disciplined", 1),
        _ => line.to_owned(),
    };
    let text: Vec<String> = text.lines().map(line).collect();
    text.join("\n")
}

fn parsed(text: &str) -> System {
    parse_system(text, "example", &[]).unwrap_or_else(|errors| panic!("{errors:?}"))
}

/// An example, with the locks that its variables are said to be protected by, and without.
fn both(name: &str) -> [System; 2] {
    let text = EXAMPLES.iter().find(|example| example.name == name).unwrap().text;
    let monitored = without_locks(text);
    assert!(monitored.contains("\ndisciplined") && !monitored.contains("\nprotected"), "{name}");
    [parsed(text), parsed(&monitored)]
}

/// The states of a search that goes on after findings, and the findings without their runs.
type Found = (usize, Vec<String>);

fn found<V: Clone + Debug + PartialEq + Send>(found: &Exploration<V>) -> Found {
    let told = |finding: &Finding<V>| match &finding.kind {
        FindingKind::Discipline(_) => "discipline".to_owned(),
        FindingKind::Failure { .. } => "failure".to_owned(),
        other => format!("{other:?}"),
    };
    let mut all: Vec<String> = found.findings.iter().map(told).collect();
    all.sort();
    all.dedup();
    (found.states, all)
}

/// What searches find by all steps and by reduced steps, with the monitor off, and with it on.
fn searched(name: &str) -> [[Found; 2]; 2] {
    let [system, monitored] = both(name);
    let off = Discipline::new(&system);
    let on = LockDiscipline::new(&Classes::of(&monitored), Rule::Repaired).unwrap();
    let query = Query { keep_going: true, ..Query::default() };
    [Order::Unreduced, Order::Reduced].map(|order| {
        let off = search(&Packed::new(&off), &order, &query);
        let on = search(&Packed::new(&on), &order, &query);
        [found(&off), found(&on)]
    })
}

/// A number with its thousands apart.
fn grouped(number: usize) -> String {
    let text = number.to_string();
    let (front, back) = text.split_at(text.len().saturating_sub(3));
    if front.is_empty() { back.to_owned() } else { format!("{front},{back}") }
}

#[test]
fn the_guide_has_the_table_in_the_shape_of_figure_4() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../guide/src/comparison.md");
    let page = std::fs::read_to_string(path).unwrap();
    let mut rows = Vec::new();
    for (program, names, known) in PROGRAMS {
        let [[bytecode, few], [lines, fewer]] = names.map(searched);
        // Both granularities have one reduced system.
        assert_eq!(few, fewer, "{program}");
        for ((granularity, measured), known) in
            [("bytecode", bytecode), ("line", lines), ("reduced", few)].iter().zip(known)
        {
            for ((monitor, (states, findings)), known) in
                ["off", "on"].iter().zip(measured).zip(known)
            {
                assert_eq!(*findings, Vec::<String>::new(), "{program}");
                let (states, known) = (grouped(*states), grouped(known));
                rows.push(format!(
                    "| {program} | {granularity} | {monitor} | {states} | {known} |"
                ));
            }
        }
    }
    println!("{}", rows.join("\n"));
    for row in &rows {
        assert!(page.lines().any(|line| line == row), "the guide has no row: {row}");
    }
    let is_told =
        |line: &&str| PROGRAMS.iter().any(|(p, ..)| line.starts_with(&format!("| {p} |")));
    assert_eq!(page.lines().filter(is_told).count(), rows.len());
}

/// The broken siblings break in the same way by reduced steps, and where nobody says which lock protects what.
#[test]
fn the_monitor_finds_what_is_broken() {
    for (name, kind) in [
        ("bounded_buffer_broken", "Deadlock"),
        ("bounded_buffer_bytecode_broken", "discipline"),
        ("clean_broken", "discipline"),
        ("clean_bytecode_broken", "Deadlock"),
    ] {
        for (_, findings) in searched(name).into_iter().flatten() {
            assert!(findings.iter().any(|found| found == kind), "{name}: {findings:?}");
        }
    }
}
