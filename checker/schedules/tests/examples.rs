//! Ten designs that concurrent programs in Rust are made of, each correct and broken: the correct ones hold over all schedules, and
//! what is wrong with the others is found, can be run again, and is told with the lines of the program.

#[path = "examples/actor.rs"]
mod actor;
#[path = "examples/barrier.rs"]
mod barrier;
#[path = "examples/bounded_buffer.rs"]
mod bounded_buffer;
#[path = "examples/once_cell.rs"]
mod once_cell;
#[path = "examples/pool.rs"]
mod pool;
#[path = "examples/readers_writer.rs"]
mod readers_writer;
#[path = "examples/semaphore.rs"]
mod semaphore;
#[path = "examples/ticket_lock.rs"]
mod ticket_lock;
#[path = "examples/two_lock_queue.rs"]
mod two_lock_queue;
#[path = "examples/work_queue.rs"]
mod work_queue;

use std::collections::BTreeSet;

use reductio_schedules::FindingKind::{self, Deadlock, Discipline, Endless, Panic};
use reductio_schedules::{Bound, C11, Explorer, Finding, Memory, Report, Schedule, Strategy};

/// An example: its two programs, the number of executions of the correct one, and all that is wrong with the other.
pub(crate) struct Example {
    pub(crate) name: &'static str,
    pub(crate) correct: fn(),
    pub(crate) broken: fn(),
    text: &'static str,
    executions: usize,
    /// The kind of finding that tells both sides, and others that the same mistake leads to.
    found: (FindingKind, &'static [FindingKind]),
}

macro_rules! example {
    ($name:ident, $executions:expr, $found:expr) => {
        Example {
            name: stringify!($name),
            correct: $name::correct,
            broken: $name::broken,
            text: include_str!(concat!("examples/", stringify!($name), ".rs")),
            executions: $executions,
            found: $found,
        }
    };
}

pub(crate) const EXAMPLES: [Example; 10] = [
    example!(actor, 1, (Deadlock, &[])),
    example!(barrier, 6, (Deadlock, &[])),
    example!(bounded_buffer, 80, (Deadlock, &[])),
    example!(once_cell, 4, (Panic, &[])),
    example!(pool, 90, (Deadlock, &[])),
    example!(readers_writer, 62, (Panic, &[])),
    example!(semaphore, 30, (Deadlock, &[])),
    example!(ticket_lock, 750, (Discipline, &[Endless])),
    example!(two_lock_queue, 11, (Deadlock, &[])),
    example!(work_queue, 192, (Deadlock, &[])),
];

impl Example {
    /// The lines of the file whose comments say that they are a side of the mistake, as findings name lines.
    fn sides(&self) -> Vec<String> {
        let lines = self.text.lines().enumerate().filter(|(_, line)| line.ends_with(" side"));
        lines.map(|(number, _)| format!("{}.rs:{}", self.name, number + 1)).collect()
    }

    /// All that is wrong with the broken program, or what shows on one schedule of it.
    fn faults(&self, schedule: Option<Schedule>) -> Report {
        let explorer = match schedule {
            Some(schedule) => Explorer::new().replay(schedule),
            None if self.found.1.is_empty() => Explorer::new(),
            // The search goes on, which takes a while, only where there is more than one way to see the mistake.
            None => Explorer::new().all_findings(),
        };
        // One place for all runs: charts name it.
        explorer.run(self.broken)
    }
}

/// Whether a text names a line, and not only one whose number begins with the same digits.
fn names(text: &str, line: &str) -> bool {
    text.split(line).skip(1).any(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
}

#[test]
fn the_correct_ones_hold_over_all_schedules() {
    for Example { name, correct, executions, .. } in &EXAMPLES {
        let report = Explorer::new().run(correct);
        assert!(report.holds(), "{name}: {report}");
        assert_eq!((report.executions, report.blocked), (*executions, 0), "{name}");
        // For C11's memory as well, by DRF-SC but where a flag or a cell is read while it is written. For a value
        // under a rule, where tickets are drawn, there is no answer.
        let walked = matches!(*name, "once_cell" | "two_lock_queue");
        let undecided = *name == "ticket_lock";
        assert_eq!(matches!(report.c11, C11::Walked { .. }), walked, "{name}: {report}");
        assert_eq!(report.c11.is_decided(), !undecided, "{name}: {report}");
    }
}

#[test]
fn the_broken_ones_are_found_and_run_again() {
    for example in &EXAMPLES {
        let name = example.name;
        let report = example.faults(None);
        let kinds: BTreeSet<FindingKind> = report.findings.iter().map(Finding::kind).collect();
        let (told, others) = example.found;
        assert_eq!(kinds, others.iter().copied().chain([told]).collect(), "{name}: {kinds:?}");
        assert!(!report.holds());
        for finding in &report.findings {
            let schedule: Schedule = finding.schedule().to_string().parse().unwrap();
            let again = example.faults(Some(schedule));
            assert_eq!(again.executions, 1, "{name}");
            let [same] = &again.findings[..] else { panic!("{name}: {again}") };
            assert_eq!(same.message(), finding.message(), "{name}");
            assert_eq!(same.chart(), finding.chart(), "{name}");
        }
        // The schedule is one of the broken program: the other one, even where it takes the same steps, does not go wrong.
        let schedule = report.findings[0].schedule().clone();
        let other = Explorer::new().replay(schedule).run(example.correct);
        let is_same = other.findings.iter().any(|other| other.kind() == told);
        assert!(!is_same, "{name}: {other}");
    }
}

#[test]
fn executions_that_are_drawn_tell_them_apart() {
    // A value under a rule is none of C11's memory.
    let examples = || EXAMPLES.iter().filter(|example| !example.text.contains("with_rule"));
    for strategy in [Strategy::Random(2), Strategy::Pct { seed: 2, changes: 3 }] {
        let explorer = Explorer::new().memory(Memory::Rc11).strategy(strategy);
        for Example { name, correct, broken, found: (kind, _), .. } in examples() {
            let report = explorer.clone().executions(300).run(correct);
            let is_well = report.findings.is_empty() && report.bounds == [Bound::Sampled];
            assert!(is_well, "{name}, {strategy:?}: {report}");
            let report = explorer.clone().executions(3_000).run(broken);
            // Four changes of priorities at certain steps are rare.
            let is_rare = *name == "readers_writer" && strategy != Strategy::Random(2);
            let Some(finding) = report.findings.first() else {
                assert!(is_rare, "{name}, {strategy:?}: {report}");
                continue;
            };
            assert_eq!(finding.kind(), *kind, "{name}, {strategy:?}: {report}");
            let again = explorer.clone().replay(finding.schedule().clone()).run(broken);
            let [same] = &again.findings[..] else { panic!("{name}: {again}") };
            assert_eq!(same.kind(), *kind, "{name}: {again}");
        }
    }
}

#[test]
fn findings_name_the_lines_of_both_sides() {
    for example in &EXAMPLES {
        let sides = example.sides();
        assert!((1..=2).contains(&sides.len()), "{}: {sides:?}", example.name);
        let report = example.faults(None);
        let found = report.findings.iter().filter(|finding| finding.kind() == example.found.0);
        let (mut in_message, mut in_all) = (false, false);
        for finding in found {
            let all = finding.to_string();
            in_message |= sides.iter().any(|side| names(finding.message(), side));
            in_all |= sides.iter().all(|side| names(&all, side));
            let longest = all.lines().map(|line| line.chars().count()).max().unwrap_or(0);
            // Tests of this workspace name files by long paths. Those of other crates are shorter.
            assert!(longest <= 100, "{}: {longest}\n{all}", example.name);
        }
        assert!(in_message && in_all, "{}: {sides:?}\n{report}", example.name);
    }
}

#[test]
fn a_schedule_of_another_program_is_told_as_that() {
    let schedule: Schedule = "0*9".parse().unwrap();
    let report = Explorer::new().replay(schedule).run(barrier::correct);
    let message = report.findings[0].message();
    assert!(message.starts_with("The schedule does not fit the program:\n"), "{message}");
}

#[test]
fn lines_are_not_taken_for_others() {
    assert!(names("in a.rs:12:3", "a.rs:12") && names("(a.rs:12)", "a.rs:12"));
    assert!(!names("in a.rs:123:3", "a.rs:12") && !names("", "a.rs:12"));
}
