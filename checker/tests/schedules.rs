//! The same designs twice, as real code in Rust under `reductio-schedules` and as systems under `check`: both searches
//! say the same of the correct one and of the broken one. The two share no code.

#[path = "../schedules/tests/examples/bounded_buffer.rs"]
mod bounded_buffer;
#[path = "../schedules/tests/examples/once_cell.rs"]
mod once_cell;
#[path = "../schedules/tests/examples/pool.rs"]
mod pool;
#[path = "../schedules/tests/examples/readers_writer.rs"]
mod readers_writer;
#[path = "../schedules/tests/examples/ticket_lock.rs"]
mod ticket_lock;

use reductio::check::{EXAMPLES, SystemClaim};
use reductio::language::parse_system;
use reductio::testing::claims_hold;
use reductio_schedules::{Explorer, FindingKind};

/// What is wrong with a program.
#[derive(Debug, PartialEq)]
enum Wrong {
    /// A thread fails, or the threads are where they must not be together.
    Failure,
    /// A thread can never go on again.
    Stuck,
}

fn of_system(name: &str) -> Option<Wrong> {
    let example = EXAMPLES.iter().find(|example| example.name == name).unwrap();
    let system = parse_system(example.text, name, &[]).unwrap();
    let failing = claims_hold(&system).err()?;
    match failing.claim.unwrap() {
        SystemClaim::NoFailure | SystemClaim::Invariant(_) => Some(Wrong::Failure),
        SystemClaim::NoDeadlock | SystemClaim::NoStuckThread => Some(Wrong::Stuck),
        other => panic!("{name}: {other:?}"),
    }
}

fn of_program(program: fn()) -> Option<Wrong> {
    let report = Explorer::new().run(program);
    let Some(finding) = report.findings.first() else {
        assert!(report.holds(), "{report}");
        return None;
    };
    match finding.kind() {
        FindingKind::Panic => Some(Wrong::Failure),
        FindingKind::Deadlock | FindingKind::Stuck => Some(Wrong::Stuck),
        other => panic!("{other:?}: {finding}"),
    }
}

/// The name of a system, the same design as a program, and what is wrong with both.
type Design = (&'static str, fn(), Option<Wrong>);

#[test]
fn real_code_and_systems_have_the_same_faults() {
    let pairs: [Design; 9] = [
        ("bounded_buffer", bounded_buffer::correct, None),
        ("bounded_buffer_broken", bounded_buffer::broken, Some(Wrong::Stuck)),
        ("double_checked", once_cell::correct, None),
        ("double_checked_early_broken", once_cell::broken, Some(Wrong::Failure)),
        ("pool", pool::correct, None),
        ("pool_broken", pool::broken, Some(Wrong::Stuck)),
        ("readers_writers", readers_writer::correct, None),
        ("readers_writers_broken", readers_writer::broken, Some(Wrong::Failure)),
        // The broken system is another design.
        ("ticket_lock", ticket_lock::correct, None),
    ];
    for (name, program, expected) in pairs {
        assert_eq!(of_program(program), expected, "{name}.rs");
        assert_eq!(of_system(name), expected, "{name}.sys");
    }
}

#[test]
fn the_broken_ticket_lock_fails_as_real_code() {
    let report = Explorer::new().run(ticket_lock::broken);
    assert!(!report.holds());
}
