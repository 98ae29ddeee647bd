//! Long runs of `models`: interrupted, out of time, taken up again.

use std::process::Child;
use std::time::{Duration, Instant};

use crate::common;
use crate::common::{Answer, Folder, assert_valid};
use reductio::execution::names::grouped;

const SCHEMA: &str = include_str!("../../schemas/models.schema.json");

/// The arguments of a count that takes seconds even in a release build.
const LONG: [&str; 5] = ["models", "--states", "4", "--processes", "5"];

#[cfg(unix)]
fn interrupt(child: &Child) {
    common::signal(child.id(), "INT");
}

/// Waits until a condition holds, which must be soon.
fn wait_for(condition: impl Fn() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < Duration::from_secs(60), "it takes too long");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The number of units that a checkpoint says are done, and of all units.
fn units(text: &str) -> (usize, usize) {
    let all = text.lines().nth(1).and_then(|line| line.rsplit(' ').next()).unwrap();
    (text.lines().count() - 3, all.parse().unwrap())
}

#[cfg(unix)]
#[test]
fn an_interrupted_count_is_taken_up_again() {
    let folder = Folder::new();
    let file = folder.path().join("run.txt");
    let read = || std::fs::read_to_string(&file).unwrap_or_default();
    let long: Vec<&str> = LONG.into_iter().chain(["--checkpoint", "run.txt"]).collect();
    let child = folder.start(&long);
    // The file is there from the start; it has units after some seconds.
    wait_for(|| read().lines().count() > 3);
    interrupt(&child);
    let asked = Instant::now();
    let answer = Answer::from(child.wait_with_output().unwrap());
    assert!(asked.elapsed() < Duration::from_secs(10), "{:?}", asked.elapsed());
    assert_eq!((answer.code, &*answer.err), (2, ""), "{answer:?}");
    let (done, all) = units(&read());
    assert!(0 < done && done < all, "{done} of {all}");
    let (some, every) = (grouped(&done), grouped(&all));
    let said = format!("       4          5  interrupted after {some} of {every} units\n");
    assert!(answer.out.contains(&said), "{answer:?}");
    assert!(answer.out.contains("run the same command again: `run.txt` has what is done."));

    // The same for programs, by the clock. Nothing that was done is lost.
    let json: Vec<&str> = long.iter().copied().chain(["--format", "json"]).collect();
    let late: Vec<&str> = json.iter().copied().chain(["--timeout", "0.3"]).collect();
    let answer = folder.run_with(&late, None);
    assert_eq!(answer.code, 2);
    let value = assert_valid(SCHEMA, &answer);
    assert_eq!(value["stopped"]["cause"], "out of time");
    let result = &value["results"][0];
    assert_eq!((&result["finished"], &result["checkpoint"]), (&false.into(), &"run.txt".into()));
    let number = |key: &str| usize::try_from(result[key].as_u64().unwrap()).unwrap();
    assert!(number("units_done") >= done, "{result}");
    assert_eq!(number("units"), all);
    assert_eq!(units(&read()), (number("units_done"), all));
}

#[test]
fn in_pieces_the_counts_are_the_same() {
    let folder = Folder::new();
    let ask = "models --states 4 --processes 4 --format json";
    let mut pieces = 0u32;
    let whole = loop {
        // More time for each piece, so that there is an end on any machine.
        let seconds = 0.01 * f64::from(pieces + 1);
        let answer = folder.run(&format!("{ask} --checkpoint run.txt --timeout {seconds}"));
        let value = assert_valid(SCHEMA, &answer);
        if answer.code == 0 {
            break value;
        }
        // A very short piece may end before the count begins.
        assert!(answer.code == 2 && value["results"][0]["finished"] != true, "{answer:?}");
        pieces += 1;
    };
    assert!(pieces > 0, "too fast to be cut in pieces");
    assert_eq!(whole["results"][0]["satisfying"], "472187672469520054019");
    assert_eq!(whole["results"][0]["up_to_renaming"], "819832455545804627");
    assert_eq!(whole["stopped"], serde_json::Value::Null);
    // Once more: everything is done already.
    let again = folder.run(&format!("{ask} --checkpoint run.txt"));
    assert_eq!(assert_valid(SCHEMA, &again), whole);
}

#[cfg(unix)]
#[test]
fn a_second_interrupt_ends_at_once() {
    let folder = Folder::new();
    // Before its first unit, this count cannot stop for a while.
    let long = ["models", "--states", "5", "--processes", "3", "--checkpoint", "run.txt"];
    let mut child = folder.start(&long);
    // The file is there from the start, and signals are caught before.
    wait_for(|| folder.path().join("run.txt").exists());
    let asked = Instant::now();
    // Two signals that come together are one: again and again, until it is gone.
    while child.try_wait().unwrap().is_none() {
        interrupt(&child);
    }
    assert_eq!(child.wait().unwrap().code(), Some(2));
    assert!(asked.elapsed() < Duration::from_secs(10), "{:?}", asked.elapsed());
}

#[test]
fn what_was_not_begun_is_named() {
    let folder = Folder::new();
    let answer = folder.run("models --states 4 --processes 5 --timeout 0.2");
    assert_eq!((answer.code, &*answer.err), (2, ""), "{answer:?}");
    assert!(answer.out.contains("out of time after") || answer.out.contains("Not begun: ("));
    let answer = folder.run("models --all-drops --timeout 0.05");
    assert_eq!(answer.code, 2);
    assert!(answer.out.contains("Not begun: ") && answer.out.contains("(21)"), "{answer:?}");
    let answer = folder.run("models --all-drops --timeout 0.05 --format json");
    let value = assert_valid(SCHEMA, &answer);
    assert_eq!(value["stopped"]["cause"], "out of time");
    let left = value["stopped"]["not_begun"].as_array().unwrap();
    assert_eq!(left.last().unwrap(), "(21)");
    let unfinished = value["results"].as_array().unwrap().iter().filter(|r| r["finished"] == false);
    assert!(unfinished.count() <= 1);
    let answer = folder.run("models 30 --states 5 --processes 8 --timeout 0.2");
    assert_eq!(answer.code, 2);
    assert!(answer.out.contains("out of time: no answer"), "{answer:?}");
}
