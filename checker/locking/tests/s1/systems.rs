//! Systems and the classes of their variables.

use std::fmt::Write;

use reductio_generate::Sketch;
use reductio_language::parse_system;
use reductio_locking::Classes;
use reductio_system::{CellId, System, ThreadId, VariableClass};

/// A sequence of numbers that look random.
pub(crate) fn random(seed: &mut u64, below: u64) -> u64 {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    (*seed >> 11) % below
}

/// The system of a text.
pub(crate) fn parsed(text: &str) -> System {
    parse_system(text, "text", &[]).unwrap_or_else(|errors| panic!("{text}\n{errors:?}"))
}

/// How variables get their classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Draw {
    /// All are lock-disciplined, and no thread initializes one.
    Disciplined,
    /// All are lock-disciplined, and some have a thread that initializes them.
    Initialized,
    /// Some are unshared, and some have a thread that initializes them.
    Any,
}

/// A generated system with its classes, and how it is told.
pub(crate) fn generated(number: u64, draw: Draw) -> (Classes, String) {
    let mut seed = (number + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let (system, told) = if number.is_multiple_of(2) {
        let sketch = Sketch::random(number / 2);
        let system = sketch.build().unwrap().protecting(Vec::new()).unwrap();
        (system, format!("seed {number}\n{sketch}"))
    } else {
        let text = text(&mut seed);
        (parsed(&text), format!("seed {number}\n{text}"))
    };
    let mut classes = Classes::new(&system);
    for number in 0..system.cells().len() {
        let cell = CellId::new(number);
        let variable = &system.variables()[system.cell(cell).variable().index()];
        let is_own = match variable.class() {
            VariableClass::Protected => true,
            VariableClass::Shared => variable.name().starts_with('x'),
            _ => false,
        };
        if !is_own {
            continue;
        }
        let threads = system.threads().len() as u64;
        let choice = random(&mut seed, 2 * threads + 3);
        match (draw, choice) {
            (Draw::Disciplined, _) | (Draw::Initialized, 0..3) | (Draw::Any, 1 | 2) => {
                classes.discipline(cell, None).unwrap();
            }
            (Draw::Any, 0) => classes.unshared(cell).unwrap(),
            (Draw::Initialized | Draw::Any, choice) => {
                let first = usize::try_from((choice - 3) % threads).unwrap();
                classes.discipline(cell, Some(ThreadId::new(first))).unwrap();
            }
        }
    }
    (classes, told)
}

/// The text of a random system in which two or three threads take locks, mostly the same one for a variable, and wait
/// for one another. Variables that are called `x` have classes; `open` is open.
fn text(seed: &mut u64) -> String {
    let is_monitor = random(seed, 3) == 0;
    let kind = if is_monitor { "monitor" } else { "lock" };
    let mut text = format!(
        "{kind} m[i : 0 .. 1]\nsemaphore s = 1 max 2\nvar open : 0 .. 1\nvar x[i : 0 .. 1] : 0 .. 1\n"
    );
    for thread in 0..2 + random(seed, 2) {
        let mut steps = Vec::new();
        for _ in 0..=random(seed, 2) {
            section(seed, is_monitor, &mut steps);
        }
        let steps = steps.join("; ");
        let all = if random(seed, 4) == 0 { format!("loop {{ {steps} }}") } else { steps };
        writeln!(text, "thread t{thread} {{ local l : 0 .. 1; {all} }}").unwrap();
    }
    text
}

/// Adds a few steps, mostly under a lock.
fn section(seed: &mut u64, is_monitor: bool, steps: &mut Vec<String>) {
    let x = random(seed, 2);
    let lock = if random(seed, 8) == 0 { 1 - x } else { x };
    let bare = random(seed, 6) == 0;
    match random(seed, 8) {
        0 => return steps.push("open := 1 - open".to_owned()),
        1 => return steps.push("await open == 1".to_owned()),
        2 => return steps.push(["down s", "up s"][usize::from(random(seed, 2) == 0)].to_owned()),
        _ => {}
    }
    if !bare {
        steps.push(format!("acquire m[{lock}]"));
    }
    for _ in 0..=random(seed, 2) {
        let step = match random(seed, if is_monitor { 11 } else { 8 }) {
            0 => format!("x[{x}] := 1 - x[{x}]"),
            1 => format!("x[{x}] := l"),
            2 | 3 => format!("l := x[{x}]"),
            4 => format!("if x[{x}] == 1 {{ x[{x}] := 0 }}"),
            5 => format!("await x[{x}] == 0"),
            6 => format!("l := x[{}]", 1 - x),
            7 => "skip".to_owned(),
            8 => format!("while x[{x}] == 1 {{ wait m[{lock}] }}"),
            9 => format!("notifyAll m[{lock}]"),
            _ => format!("notify m[{lock}]"),
        };
        let needs = step.contains("wait m") || step.contains("notify");
        steps.push(if bare && needs { "skip".to_owned() } else { step });
    }
    if !bare {
        steps.push(format!("release m[{lock}]"));
    }
}
