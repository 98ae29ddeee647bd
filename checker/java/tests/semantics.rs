//! Programs do what the Java virtual machine does: what they print is compared with what `java -ea` printed.
//!
//! Each `NAME.java` of a folder has its class files in `classes/NAME`, and `NAME.expected` is the output of the virtual
//! machine. The programs print the same under every schedule.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{classes, run};
use reductio_java::{Options, lower};
use reductio_programs::{Bounds, Fresh, Machine, ThreadId};

/// The names of the programs of a folder, and the folders of their class files.
fn programs(folder: &str) -> Vec<(String, PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let mut found = Vec::new();
    for entry in fs::read_dir(&folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "expected") {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let own = folder.join("classes").join(&name);
            let classes = if own.is_dir() { own } else { folder.clone() };
            found.push((name, classes, fs::read_to_string(&path).unwrap()));
        }
    }
    found.sort();
    found
}

/// The differences between what a program prints and what it should.
fn compare(folder: &str, fold: bool) -> Vec<String> {
    let mut wrong = Vec::new();
    // Those that are run with arguments are tested elsewhere.
    let with_arguments = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    for (name, folder, expected) in programs(folder) {
        if with_arguments.join(&name).with_extension("arguments").is_file() {
            continue;
        }
        let path = classes(&[&folder]).unwrap();
        let options = Options { main: Some(name.clone()), fold, ..Options::default() };
        let run = run(&path, &options).unwrap();
        let differs =
            run.printed.lines().zip(expected.lines()).find(|(found, wanted)| found != wanted);
        // An exception that nobody catches ends a thread in both.
        let mut problems =
            run.problems.iter().filter(|problem| !problem.ends_with("is not caught"));
        if let Some(problem) = problems.next() {
            wrong.push(format!("{name}: {problem}"));
        } else if let Some((found, wanted)) = differs {
            wrong.push(format!("{name}: printed `{found}` for `{wanted}`"));
        } else if run.printed.trim_end() != expected.trim_end() {
            let counts = (run.printed.lines().count(), expected.lines().count());
            wrong.push(format!("{name}: printed {} lines for {}", counts.0, counts.1));
        } else if run.is_stuck {
            wrong.push(format!("{name}: a thread waits for ever"));
        }
    }
    wrong
}

#[test]
fn programs_print_what_they_print_on_the_virtual_machine() {
    assert!(programs("programs").len() >= 8);
    for folder in ["programs", "semantics", "linked"] {
        assert_eq!(compare(folder, true), Vec::<String>::new());
    }
}

#[test]
fn so_do_they_with_a_step_for_each_instruction() {
    for folder in ["programs", "semantics", "linked"] {
        assert_eq!(compare(folder, false), Vec::<String>::new());
    }
}

#[test]
fn a_step_for_each_instruction_makes_more_steps() {
    let (name, folder, _) = programs("programs").remove(0);
    let path = classes(&[&folder]).unwrap();
    let steps = |fold| {
        let options = Options { main: Some(name.clone()), fold, ..Options::default() };
        run(&path, &options).unwrap().steps
    };
    assert!(steps(false) > 2 * steps(true), "{} and {}", steps(false), steps(true));
}

#[test]
fn each_instruction_of_a_class_file_is_one_step() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/steps/classes/Straight");
    let path = classes(&[&folder]).unwrap();
    let lowered = lower(&path, &Options { fold: false, ..Options::default() }).unwrap();
    let machine = Machine::new(&lowered.program, Bounds::default());
    let mut state = machine.initial();
    let mut steps = 0;
    while let Some(event) = machine.step(&mut state, ThreadId(0), 0, &Fresh) {
        let method = lowered.program.method(event.place.method);
        steps += usize::from(method.name == "Straight.main");
    }
    // `javap -c` lists 93 instructions, of which 5 are those of the handler of the `synchronized` block.
    assert_eq!(steps, 93 - 5);
}
