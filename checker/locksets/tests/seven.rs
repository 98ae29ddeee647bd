//! The seven programs of S4 section 7, and their broken siblings.

use std::time::Instant;

use crate::bundled::{SEVEN, bundled};
use reductio_locksets::{Options, Report, check};
use reductio_programs::{Bounds, CanonicalModel, Granularity, StableModel};
use reductio_search::{Query, Unreduced, search};
use reductio_selective::{Choice, Limits, Selection, Sleep, explore};

fn report(name: &str) -> Report {
    let report = check(&bundled(name), &Options::default());
    assert_eq!(report.stopped, None, "{name}");
    report
}

#[test]
fn s4_7_everything_holds() {
    // The numbers of states and steps of the search.
    let counts = [(70, 69), (185, 207), (69, 68), (62, 61), (168, 257), (760, 1107), (696, 1043)];
    for (name, (states, transitions)) in SEVEN.into_iter().zip(counts) {
        let report = report(name);
        assert!(report.wrong.is_empty() && report.races.is_empty(), "{name}");
        assert_eq!(report.deadlock, Some(false), "{name}");
        assert_eq!((report.states, report.transitions), (states, transitions), "{name}");
    }
}

#[test]
fn s4_7_one_order_of_the_threads_is_enough_without_contended_locks() {
    for name in ["indexer", "independent_work_1", "independent_work_2"] {
        let report = report(name);
        assert_eq!(report.transitions, report.states as u64 - 1, "{name}");
        assert_eq!(report.expansions, report.states, "{name}");
    }
}

#[test]
fn s4_7_the_broken_siblings_are_found_out() {
    type Broken = (&'static str, &'static [u32], &'static [(u32, &'static str)]);
    let all: [Broken; 7] = [
        ("indexer", &[33, 34, 35], &[(10, "word"), (11, "word"), (12, "word"), (13, "word")]),
        ("file_system", &[21], &[(10, "busy")]),
        ("independent_work_1", &[30], &[(8, "first"), (18, "next"), (18, "value")]),
        ("independent_work_2", &[24], &[(9, "value")]),
        ("halt_exception", &[45], &[(18, "attempts")]),
        ("b_link", &[], &[(9, "first"), (34, "key"), (34, "next")]),
        ("io_manager", &[38, 50, 65], &[(23, "data"), (23, "status")]),
    ];
    for (name, wrong, races) in all {
        let report = report(&format!("{name}_broken"));
        assert_eq!((&report.wrong_lines()[..], &report.racy()[..]), (wrong, races), "{name}");
        for race in &report.races {
            let (earlier, later) = race.accesses().unwrap();
            assert!(race.confirmed && earlier.thread != later.thread, "{name}");
        }
    }
}

/// `cargo test -p reductio-locksets --release --test locksets seven:: -- --ignored --nocapture`
#[test]
#[ignore = "prints a table"]
fn the_table_of_the_seven_programs() {
    println!(
        "program | unreduced: states, steps, ms | locals after: states, steps, ms | lockset search: states, expansions, steps, ms | dynamic, source sets: executions, steps, ms"
    );
    for name in SEVEN {
        let program = bundled(name);
        let mut row = vec![name.to_owned()];
        for granularity in [Granularity::Instruction, Granularity::LocalsAfter] {
            let start = Instant::now();
            let model = CanonicalModel::new(&program, Bounds::default(), granularity);
            let found = search(&model, &Unreduced, &Query::default());
            row.push(format!(
                "{} {} {}",
                found.states,
                found.transitions,
                start.elapsed().as_millis()
            ));
        }
        let start = Instant::now();
        let found = check(&program, &Options { deadlocks: false, ..Options::default() });
        row.push(format!(
            "{} {} {} {}",
            found.states,
            found.expansions,
            found.transitions,
            start.elapsed().as_millis()
        ));
        let start = Instant::now();
        let model = StableModel::new(&program, Bounds::default());
        let granularity = reductio_selective::Granularity::InvisibleFirst;
        let selection = Selection {
            granularity,
            choice: Choice::Source,
            sleep: Sleep::Unconditional,
            ..Selection::default()
        };
        let limits = Limits { executions: 200_000, ..Limits::default() };
        let found = explore(&model, &selection, &limits);
        row.push(format!(
            "{}{} {} {}",
            found.executions,
            if found.stopped.is_some() { "+" } else { "" },
            found.transitions,
            start.elapsed().as_millis()
        ));
        println!("{}", row.join(" | "));
    }
}
