//! The rules of S2 that are unsound as printed (H1 to H8): a program for each.

#[path = "unsound/h5.rs"]
mod h5;

use std::path::Path;

use crate::support::oracle::check;
use reductio_heap::{
    HeapAnalysis, Inlined, Limits, Options, Part, Reading, Repair, Variable, Verdict, analyze,
};
use reductio_programs::{Bounds, Program, parse_program};

fn program(name: &str) -> Program {
    if name == "h5" {
        return h5::h5();
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/unsound/{name}.prog"));
    let text = std::fs::read_to_string(path).unwrap();
    parse_program(&text, name, "main").unwrap()
}

/// Whether the analysis calls the field of the program's race owned or protected wherever it is accessed.
fn is_invisible(program: &Program, analysis: &HeapAnalysis, field: &str) -> bool {
    let is_it = |variable: Variable| match variable {
        Variable::Part(_, Part::Field(found)) => program.fields()[found.index()] == field,
        Variable::Part(..) => false,
        Variable::Static(found) => program.statics()[found.index()].name == field,
    };
    let rows = analysis.variables().iter().filter(|row| is_it(row.variable));
    let verdicts: Vec<Verdict> = rows.map(|row| row.verdict).collect();
    assert!(!verdicts.is_empty());
    verdicts.iter().all(|verdict| *verdict != Verdict::Visible)
}

#[test]
fn each_rule_as_printed_promises_what_is_not_so() {
    let fields = ["value", "x", "x", "x", "S", "x", "x", "x"];
    for ((number, field), repair) in (1..).zip(fields).zip(Repair::ALL) {
        let name = format!("h{number}");
        let program = program(&name);
        let inlined = Inlined::new(&program, &Limits::default()).unwrap();
        let readings = [
            (Reading::printed(), true),
            (Reading::repaired().without(repair), true),
            (Reading::repaired(), false),
        ];
        for (reading, is_wrong) in readings {
            let analysis = analyze(&program, &inlined, reading, &Options::default()).unwrap();
            assert_eq!(is_invisible(&program, &analysis, field), is_wrong, "{name}, {reading:?}");
            let found = check(&program, &inlined, &analysis, Bounds::default(), 100_000);
            assert_eq!(found.problem.is_some(), is_wrong, "{name}, {reading:?}: {found:?}");
            assert!(is_wrong || found.is_complete, "{name}");
        }
    }
}
