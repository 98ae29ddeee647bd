//! The verb `race`: answers match their schema, engines agree, faults have a code and a line.

use std::io::Write;
use std::process::Stdio;

use crate::common::{Answer, Folder, assert_valid, command};
use serde_json::{Value, json};

const RACE: &str = include_str!("../../schemas/race.schema.json");
const QUEUE: &str = include_str!("../../examples/traces/task_queue.std");
const QUEUE_BROKEN: &str = include_str!("../../examples/traces/task_queue_broken.std");

fn folder() -> Folder {
    Folder::new()
        .with("queue.std", QUEUE)
        .with("broken.std", QUEUE_BROKEN)
        .with("locks.std", include_str!("../../examples/traces/three_locks.std"))
        .with("locks_broken.std", include_str!("../../examples/traces/three_locks_broken.std"))
        .with("box.std", include_str!("../../examples/traces/int_box.std"))
        .with("box_broken.std", include_str!("../../examples/traces/int_box_broken.std"))
        .with("empty.std", "")
        .with("reads.std", "T1|r(x)|\nT2|r(x)|\n")
        .with("volatile.std", "T1|w(x)|\nT1|vr(v)|\nT2|vr(v)|\nT2|w(x)|\n")
        .with("wrong.std", "T1|w(x)|1\nT2|write(x)|2\nT1|rel(m)|3\nT3|w()|4\n")
}

fn results(answer: &Answer) -> Vec<Value> {
    assert_valid(RACE, answer)["results"].as_array().unwrap().clone()
}

/// Runs the command with bytes on standard input, of any kind.
fn piped(arguments: &[&str], input: &[u8]) -> (i32, String) {
    let mut child =
        command().args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    let output = child.wait_with_output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn what_has_no_race() {
    let nothing = folder().run("race empty.std --format json");
    assert_eq!(nothing.code, 3, "{nothing:?}");
    for file in ["queue.std", "locks.std", "box.std", "reads.std"] {
        let answer = folder().run(&format!("race {file} --format json"));
        assert_eq!(answer.code, 0, "{answer:?}");
        for variable in results(&answer) {
            assert_eq!((&variable["verdict"], &variable["races"]), (&"holds".into(), &0.into()));
            assert_eq!(variable["first"], Value::Null);
        }
        let text = folder().run(&format!("race {file}")).out;
        assert!(text.contains("no race in this execution"), "{text}");
        assert!(!text.contains("race-free") && !text.contains("race free"), "{text}");
    }
}

#[test]
fn what_has_races() {
    let cases: [(&str, &str, u64, &[u64]); 4] = [
        ("broken.std", "task.out", 21, &[18]),
        ("locks_broken.std", "x", 14, &[10]),
        ("box_broken.std", "o1.x", 13, &[3]),
        ("reads.std --all-conflict", "x", 2, &[1]),
    ];
    for (file, variable, line, with) in cases {
        let answer = folder().run(&format!("race {file} --format json"));
        assert_eq!(answer.code, 1, "{answer:?}");
        let all = results(&answer);
        let found = all.iter().find(|entry| entry["id"] == variable).unwrap();
        assert_eq!(found["verdict"], "fails");
        assert_eq!(
            (&found["first"]["line"], &found["first"]["with"]),
            (&line.into(), &json!(with))
        );
        assert_eq!(folder().run(&format!("race {file}")).code, 1);
    }
}

#[test]
fn engines_give_the_same_answers() {
    for file in ["queue.std", "broken.std", "locks_broken.std", "box_broken.std", "volatile.std"] {
        for more in ["", "--all-conflict", "--volatile all"] {
            let answer = |engine: &str| {
                let answer = folder().run(&format!("race {file} {engine} {more} --format json"));
                (answer.code, results(&answer))
            };
            let expected = answer("");
            for engine in ["--engine lazy", "--engine table", "--engine clocks", "--check"] {
                assert_eq!(answer(engine), expected, "{file} {engine} {more}");
            }
        }
    }
}

#[test]
fn volatile_reads_order_only_if_asked() {
    assert_eq!(folder().run("race volatile.std").code, 1);
    assert_eq!(folder().run("race volatile.std --volatile all").code, 0);
}

#[test]
fn faults_have_a_code_and_a_line() {
    let answer = folder().run("race wrong.std --format json");
    let value = assert_valid(RACE, &answer);
    let errors: Vec<(&str, u64)> = value["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|error| (error["code"].as_str().unwrap(), error["line"].as_u64().unwrap()))
        .collect();
    // The release comes after a fault, from which it might follow.
    assert_eq!((answer.code, errors), (3, vec![("E0904", 2), ("E0905", 4)]));
    assert_eq!(value["results"], json!([]));
    let answer = folder().run("race wrong.std --lenient");
    assert_eq!((answer.code, answer.codes()), (0, vec!["W0902"]), "{answer:?}");
    assert!(answer.err.contains("3 faulty lines"), "{answer:?}");
    let answer = folder().run("race missing.std box.std");
    assert_eq!((answer.code, answer.codes()), (3, vec!["E0001"]), "{answer:?}");
    assert!(answer.out.contains("box.std"), "the other one is answered: {answer:?}");
    let answer = folder().run("race queue.std --why task.aut");
    assert_eq!((answer.code, answer.codes()), (3, vec!["E0915"]), "{answer:?}");
    assert!(answer.err.contains("did you mean `task.out`"), "{answer:?}");
}

#[test]
fn standard_input_may_be_compressed() {
    let mut plain = Vec::new();
    plain.extend(QUEUE_BROKEN.as_bytes());
    let (code, text) = piped(&["race", "-"], &plain);
    assert_eq!(code, 1);
    // gzip with one stored block: header, the block, checksum and size.
    let packed = stored(&plain);
    assert_eq!(piped(&["race", "-"], &packed), (1, text));
    let (code, _) = piped(&["race", "-", "--format", "json"], &packed[..packed.len() - 20]);
    assert_eq!(code, 3, "what is cut off is no trace");
}

/// A text as gzip stores what it does not compress.
fn stored(bytes: &[u8]) -> Vec<u8> {
    let mut out = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255, 1];
    let length = u16::try_from(bytes.len()).unwrap();
    out.extend(length.to_le_bytes());
    out.extend((!length).to_le_bytes());
    out.extend(bytes);
    let mut crc = u32::MAX;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 };
        }
    }
    out.extend((!crc).to_le_bytes());
    out.extend(u32::from(length).to_le_bytes());
    out
}

#[test]
fn older_detectors_and_hand_overs_are_told() {
    let answer = folder().run("race queue.std --compare --why task.out --format json");
    let value = assert_valid(RACE, &answer);
    assert_eq!(answer.code, 0);
    let older = &value["results"][0]["older"];
    assert_eq!(*older, json!({ "std": true, "eraser": true, "lsa": true }));
    let chains: Vec<&Value> = value["traces"][0]["why"][0]["hand_overs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|hand_over| &hand_over["chain"])
        .collect();
    assert_eq!(
        json!(chains),
        json!([["T1", "Qlock", "T2", "T3"], ["T3", "Tlock", "T4"], ["T4", "T2"]])
    );
    let text = folder().run("race queue.std --why task.out").out;
    assert!(text.contains("T1 -> Qlock -> T2 -> (fork) T3 -> Tlock -> T4 -> (join) T2"), "{text}");
}

#[test]
fn sarif_and_charts() {
    let answer = folder().run("race broken.std wrong.std --format sarif");
    let value: Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!((answer.code, &value["version"]), (3, &"2.1.0".into()));
    let run = &value["runs"][0];
    let result = &run["results"][0];
    let line = |location: &Value| location["physicalLocation"]["region"]["startLine"].clone();
    assert_eq!(line(&result["locations"][0]), 21);
    assert_eq!(line(&result["relatedLocations"][0]), 18);
    assert_eq!(run["invocations"][0]["executionSuccessful"], false);
    assert_eq!(run["invocations"][0]["toolExecutionNotifications"][0]["descriptor"]["id"], "E0904");
    for command in ["race broken.std --format svg", "race queue.std --why task.out --format svg"] {
        let answer = folder().run(command);
        let is_chart = answer.out.starts_with("<svg ") && answer.out.ends_with("</svg>\n");
        assert!(is_chart && answer.out.contains("task.out"), "{answer:?}");
    }
    let answer = folder().run("race queue.std --format svg");
    assert_eq!((answer.code, answer.codes(), answer.out.as_str()), (0, vec!["W0002"], ""));
}

/// Sixty thousand events through a pipe, with little memory.
#[test]
fn a_long_trace_is_read_as_it_comes() {
    let mut text = String::new();
    for k in 0..20_000 {
        let thread = k % 7;
        let lines = ["acq(m)|".to_owned(), format!("w(x)|{k}"), "rel(m)|".to_owned()];
        for line in lines {
            text.extend(["T", &thread.to_string(), "|", &line, "\n"]);
        }
    }
    let (code, out) = piped(&["race", "-", "--memory", "256"], text.as_bytes());
    assert_eq!(code, 0, "{out}");
    assert!(out.contains("20,000 accesses") || out.contains("20000 accesses"), "{out}");
}

#[test]
fn the_traces_of_a_folder_are_read_by_name() {
    let folder = Folder::new();
    for name in ["runs", "none"] {
        std::fs::create_dir(folder.path().join(name)).unwrap();
    }
    let folder = folder
        .with("runs/b.std", "T1|w(x)|1\n")
        .with("runs/a.std", "T1|w(x)|1\nT2|w(x)|2\n")
        .with("runs/notes.txt", "no trace")
        .with("none/notes.txt", "no trace");
    let answer = folder.run("race runs --format json");
    assert_eq!(answer.code, 1, "{answer:?}");
    let traces = answer.json()["traces"].as_array().unwrap().clone();
    let files: Vec<&str> = traces.iter().map(|trace| trace["file"].as_str().unwrap()).collect();
    assert_eq!(files, ["runs/a.std", "runs/b.std"]);
    let answer = folder.run("race none");
    assert_eq!((answer.code, answer.codes()), (3, vec!["E0003"]), "{answer:?}");
}
