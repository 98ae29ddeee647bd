//! Wrong twins of the rules that keep the promises: a program for each shows that it breaks them.

use std::path::Path;

use crate::support;
use crate::support::oracle::{Checked, check};
use reductio_heap::{Inlined, Limits, Options, Reading, Slip, analyze};
use reductio_programs::{
    Bounds, Instruction, Method, Program, ProgramBuilder, Register, parse_program,
};

fn read(name: &str) -> Program {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/wrong/{name}.prog"));
    parse_program(&std::fs::read_to_string(path).unwrap(), name, "main").unwrap()
}

/// Two threads try to take a lock, and access its object whether they have got it or not.
fn tried() -> Program {
    let mut builder = ProgramBuilder::new("tried");
    let (class, field) = (builder.class("A"), builder.field("n"));
    let mut method = |name: &str, parameters| {
        let name = name.into();
        builder.method(Method {
            name,
            parameters,
            registers: 2,
            temporaries: 1,
            ..Method::default()
        })
    };
    let (main, worker) = (method("main", 0), method("worker", 1));
    let (a, taken) = (Register(0), Register(1));
    builder.push(worker, 1, Instruction::TryAcquire { to: taken, object: a.into() });
    builder.push(worker, 2, Instruction::Write { object: a.into(), field, value: 1.into() });
    builder.push(main, 3, Instruction::New { to: a, class });
    for line in 4..6 {
        let arguments = Box::new([a.into()]);
        builder.push(main, line, Instruction::Fork { to: None, method: worker, arguments });
    }
    builder.build(main).unwrap()
}

fn checked(program: &Program, slip: Option<Slip>) -> Checked {
    let inlined = Inlined::new(program, &Limits::default()).unwrap();
    let options = Options { slip, ..Options::default() };
    let analysis = analyze(program, &inlined, Reading::default(), &options).unwrap();
    let bounds = Bounds { threads: 5, objects: 40, ..Bounds::default() };
    check(program, &inlined, &analysis, bounds, 20_000)
}

#[test]
fn each_wrong_rule_breaks_a_promise() {
    let named = [
        (Slip::HiddenCurrent, "hidden_current"),
        (Slip::PartsHide, "parts_hide"),
        (Slip::UnknownRelease, "unknown_release"),
        (Slip::FirstWay, "first_way"),
        (Slip::OldCurrent, "old_current"),
        (Slip::AnyBlock, "any_block"),
        (Slip::UniqueInLoops, "unique_in_loops"),
        (Slip::OwnWrites, "own_writes"),
    ];
    let mut missed = Vec::new();
    for (slip, name) in named {
        let program = read(name);
        let kept = checked(&program, None);
        assert_eq!(kept.problem, None, "{name}");
        if checked(&program, Some(slip)).problem.is_none() {
            missed.push(name);
        }
    }
    assert_eq!(checked(&tried(), None).problem, None);
    assert!(checked(&tried(), Some(Slip::TryTakes)).problem.is_some());
    let seeds = [
        (Slip::LaterAccesses, 21),
        (Slip::LaterExposures, 66),
        (Slip::StaticsHide, 287),
        (Slip::StartOwns, 20),
        (Slip::ManyAlone, 3),
    ];
    for (slip, seed) in seeds {
        let program = support::programs::program(seed);
        assert_eq!(checked(&program, None).problem, None, "{seed}");
        assert!(checked(&program, Some(slip)).problem.is_some(), "{slip:?}");
    }
    assert!(missed.is_empty(), "{missed:?}");
}
