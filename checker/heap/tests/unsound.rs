//! The rules of S2 that are unsound as printed (H1 to H8): a program for each.

mod support;

use std::path::Path;

use reductio_heap::{
    HeapAnalysis, Inlined, Limits, Options, Part, Reading, Repair, Variable, Verdict, analyze,
};
use reductio_programs::{
    BinaryOp, Bounds, Expression, Instruction, Method, Program, ProgramBuilder, Register,
    parse_program,
};
use support::oracle::check;

/// H5: the thread that writes the static variable is started once, by a thread that is started twice.
fn h5() -> Program {
    let mut builder = ProgramBuilder::new("h5");
    let variable = builder.static_variable("S", false);
    let mut method = |name: &str, registers| {
        let name = name.into();
        builder.method(Method { name, registers, temporaries: 1, ..Method::default() })
    };
    let (main, starter, writer) = (method("main", 1), method("starter", 0), method("writer", 0));
    builder.push(writer, 1, Instruction::WriteStatic { to: variable, value: 1.into() });
    let fork = |method| Instruction::Fork { to: None, method, arguments: Box::new([]) };
    builder.push(starter, 2, fork(writer));
    let i = Register(0);
    builder.push(main, 3, Instruction::Compute { to: i, value: 0.into() });
    let condition = Expression::binary(BinaryOp::Less, i.into(), 2.into());
    builder.push(main, 4, Instruction::Branch { condition, otherwise: 5 });
    builder.push(main, 5, fork(starter));
    let value = Expression::binary(BinaryOp::Add, i.into(), 1.into());
    builder.push(main, 6, Instruction::Compute { to: i, value });
    builder.push(main, 7, Instruction::Jump { target: 1 });
    builder.push(main, 8, Instruction::Stop);
    builder.build(main).unwrap()
}

fn program(name: &str) -> Program {
    if name == "h5" {
        return h5();
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
