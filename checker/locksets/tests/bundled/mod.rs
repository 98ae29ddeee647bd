//! The bundled programs.

use std::path::Path;

use reductio_programs::{ENTRY, Program, parse_program};

/// A bundled program.
pub(crate) fn bundled(name: &str) -> Program {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../examples/{name}.prog"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
    parse_program(&text, name, ENTRY).unwrap_or_else(|errors| panic!("{name}: {errors:#?}"))
}

/// The seven programs of S4 section 7.
#[allow(dead_code, reason = "not all tests use it")]
pub(crate) const SEVEN: [&str; 7] = [
    "indexer",
    "file_system",
    "independent_work_1",
    "independent_work_2",
    "halt_exception",
    "b_link",
    "io_manager",
];
