//! The seven programs of S4 section 7, and their broken siblings.

use std::path::Path;

use reductio_locksets::{Options, Report, check};
use reductio_programs::{ENTRY, Program, parse_program};

/// A bundled program.
fn bundled(name: &str) -> Program {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples").join(format!("{name}.prog"));
    let text = std::fs::read_to_string(&path).unwrap();
    parse_program(&text, name, ENTRY).unwrap_or_else(|errors| panic!("{name}: {errors:#?}"))
}

fn report(name: &str) -> Report {
    check(&bundled(name), &Options::default())
}

#[test]
fn show() {
    for name in [
        "indexer",
        "file_system",
        "independent_work_1",
        "independent_work_2",
        "halt_exception",
        "b_link",
        "io_manager",
    ] {
        for name in [name.to_owned(), format!("{name}_broken")] {
            let start = std::time::Instant::now();
            let r = report(&name);
            println!(
                "{name}: wrong {:?} racy {:?} deadlock {:?} states {} transitions {} expansions {} stopped {:?} unreduced {} {:?}",
                r.wrong_lines(),
                r.racy(),
                r.deadlock,
                r.states,
                r.transitions,
                r.expansions,
                r.stopped,
                r.deadlock_states,
                start.elapsed()
            );
        }
    }
}
