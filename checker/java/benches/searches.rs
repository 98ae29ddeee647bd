//! How many states of Java programs are searched in a second, what a state takes, and how long it takes until a program
//! is there.
//!
//! `cargo bench -p reductio-java`; with words after `--`, the rows whose names have one of them.
//!
//! The peer is Java `PathFinder`: the numbers of states and the speed that are printed beside ours were taken with
//! `jpf-core` (branch java-17, 7ea25de, its own depth-first search and default properties) on the same class files with
//! the same arguments. It needs a virtual machine and its own build, so that it is not run here.

use std::path::{Path, PathBuf};
use std::time::Instant;

use reductio_disciplined::{Atomicity, Classification, Options as Checked, check, suggest};
use reductio_java::{ClassPath, Options, lower};
use reductio_locksets::{Options as Wanted, check as by_locksets};
use reductio_programs::{Bounds, CanonicalModel, Granularity, Program};
use reductio_search::{Query, Unreduced, search};

/// The states that Java `PathFinder` searches in a second, on figure 1 of S2 with three consumers.
const PATHFINDER: f64 = 5_300.0;

/// The programs: the folder, the main class, the arguments, and the states that Java `PathFinder` has.
const PROGRAMS: [(&str, &str, &str, Option<usize>); 9] = [
    ("fixtures/Figure1Quiet", "Figure1Quiet", "1", Some(1_236)),
    ("fixtures/Figure1Quiet", "Figure1Quiet", "2", Some(10_964)),
    ("fixtures/Figure1Quiet", "Figure1Quiet", "3", Some(79_080)),
    ("fixtures/Figure1", "Figure1", "3", Some(129_424)),
    ("fixtures/Figure2", "Figure2", "1", Some(46)),
    ("fixtures/Figure2", "Figure2", "2", Some(1_335)),
    ("fixtures/Figure2", "Figure2", "3", Some(38_500)),
    ("experiments/Clean", "Main", "6", None),
    ("experiments/HaltException", "Main", "10 6", None),
];

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn program(folders: &[PathBuf], main: &str, arguments: &str, fold: bool) -> Program {
    let mut path = ClassPath::default();
    for folder in folders {
        path.add(folder).expect("the class files are there");
    }
    let arguments = arguments.split_whitespace().map(str::to_owned).collect();
    let options = Options { main: Some(main.to_owned()), arguments, fold, ..Options::default() };
    lower(&path, &options).expect("it is a program").program
}

/// A row: the states, the steps, the bytes of all states, and the time in seconds.
#[expect(clippy::cast_precision_loss)]
fn tell(
    name: &str,
    search: &str,
    (states, steps): (usize, u64),
    bytes: usize,
    start: Instant,
    theirs: Option<usize>,
) {
    let time = start.elapsed().as_secs_f64();
    let rate = states as f64 / time;
    let theirs = theirs.map_or(String::new(), |theirs| format!(", {theirs} by PathFinder"));
    println!(
        "{name}, {search}: {states} states{theirs}, {steps} steps, {} bytes a state, {time:.3} s, {rate:.0} states/s ({:.1} times {PATHFINDER})",
        bytes / states.max(1),
        rate / PATHFINDER,
    );
}

fn startup() {
    let folders = ["Classes", "Library"].map(|name| folder("tests/programs/classes").join(name));
    for turn in ["the first time", "again"] {
        let start = Instant::now();
        let program = program(&folders, "Classes", "", true);
        let time = start.elapsed().as_secs_f64() * 1e3;
        println!("startup, {turn}: {} methods, {time:.1} ms", program.methods().len());
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let is_wanted =
        |name: &str| words.is_empty() || words.iter().any(|word| name.contains(word.as_str()));
    if is_wanted("startup") {
        startup();
    }
    for (place, main, arguments, theirs) in PROGRAMS {
        let name = format!("{} {arguments}", place.rsplit('/').next().unwrap_or(place));
        let folders = [folder(place).join("classes")];
        let query = Query { keep_going: true, ..Query::default() };
        for (granularity, fold, told) in [
            (Granularity::Instruction, false, "each bytecode a step"),
            (Granularity::LocalsAfter, true, "local steps folded"),
            (Granularity::AloneAfter, true, "steps without interference folded"),
        ] {
            if is_wanted(&format!("{name}, {told}")) {
                let program = program(&folders, main, arguments, fold);
                let model = CanonicalModel::new(&program, Bounds::default(), granularity);
                let start = Instant::now();
                let found = search(&model, &Unreduced, &query);
                assert!(found.stopped.is_none() && found.findings.is_empty(), "{name}");
                tell(&name, told, (found.states, found.transitions), found.bytes, start, theirs);
            }
        }
        let program = program(&folders, main, arguments, true);
        if is_wanted(&format!("{name}, locksets")) {
            let start = Instant::now();
            let granularity = Granularity::AloneAfter;
            let found = by_locksets(&program, &Wanted { granularity, ..Wanted::default() });
            let count = (found.states, found.transitions);
            tell(&name, "locksets", count, found.bytes, start, theirs);
        }
        if is_wanted(&format!("{name}, reduced")) {
            let classes = suggest(&program, &Checked::default()).classification;
            for (told, classes) in
                [("reduced", classes), ("reduced, all disciplined", Classification::default())]
            {
                let classes = classes.of(&program).expect("it fits");
                let start = Instant::now();
                let options = Checked { atomicity: Atomicity::Reduced, ..Checked::default() };
                let found = check(&program, &classes, &options);
                let count = (found.states, found.transitions);
                tell(&name, told, count, found.bytes, start, theirs);
            }
        }
    }
}
