#![allow(dead_code, reason = "each test uses a part of it")]
//! Runs programs under a simple scheduler: a thread runs until it has to wait, or yields, or has run for long.

use std::path::Path;

use reductio_java::{ClassPath, JavaError, Lowered, Options, lower};
use reductio_programs::{Action, Bounds, Fresh, Instruction, Machine, Status, ThreadId};

/// The greatest number of steps of a run.
const MAX_STEPS: usize = 20_000_000;
/// The number of steps after which another thread has its turn.
const TURN: usize = 5_000;

/// What a run came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Run {
    /// What was printed.
    pub(crate) printed: String,
    /// How threads went wrong or were halted, with file and line.
    pub(crate) problems: Vec<String>,
    /// Whether a thread waits for ever.
    pub(crate) is_stuck: bool,
    pub(crate) steps: usize,
}

/// The classes of files and directories.
pub(crate) fn classes(files: &[&Path]) -> Result<ClassPath, JavaError> {
    let mut path = ClassPath::default();
    for file in files {
        path.add(file)?;
    }
    Ok(path)
}

/// Makes a program and runs it.
pub(crate) fn run(path: &ClassPath, options: &Options) -> Result<Run, JavaError> {
    Ok(run_program(&lower(path, options)?))
}

pub(crate) fn run_program(lowered: &Lowered) -> Run {
    let program = lowered.program.clone().forgetting();
    let bounds = Bounds { objects: 1 << 20, frames: 2_000, text: 1 << 16, ..Bounds::default() };
    let machine = Machine::new(&program, bounds);
    let mut state = machine.initial();
    let mut run = Run::default();
    let mut now = 0;
    let mut turn = 0;
    while run.steps < MAX_STEPS {
        let count = state.threads.len();
        let ready = |at: usize| machine.choices(&state, ThreadId(u32::try_from(at).unwrap())) > 0;
        let next = (0..count).map(|more| (now + more) % count).find(|at| ready(*at));
        let Some(next) = next else { break };
        if next != now {
            turn = 0;
        }
        now = next;
        run.steps += 1;
        turn += 1;
        let thread = ThreadId(u32::try_from(now).unwrap());
        let Some(event) = machine.step(&mut state, thread, 0, &Fresh) else { break };
        if let Action::Print { text } = event.action {
            run.printed.push_str(&program.text(text));
        }
        if matches!(program.instruction(event.place), Instruction::Yield) || turn >= TURN {
            now = (now + 1) % state.threads.len();
            turn = 0;
        }
        let file = program.method(event.place.method).file.clone().unwrap_or_default();
        let line = program.line(event.place);
        if let Some(wrong) = event.wrong {
            let told = format!("{file}:{line}: {}", wrong.told(&program));
            run.problems.push(told);
        }
        if let Some(limit) = event.halted {
            let text = limit.text().map(|text| program.text(text)).unwrap_or_default();
            run.problems.push(format!("{file}:{line}: {limit}: {text}"));
        }
    }
    if run.steps >= MAX_STEPS {
        run.problems.push("the run is too long".to_owned());
    }
    let over = |status: &Status| {
        matches!(status, Status::Ended | Status::Absent | Status::Wrong(_) | Status::Halted(_))
    };
    run.is_stuck = state.threads.iter().any(|thread| !over(&thread.status));
    run
}
