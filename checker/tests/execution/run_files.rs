//! Runs as JSON: written, validated, read back, refused.

use reductio::discipline::{Discipline, Settings};
use reductio::execution::{Ending, Execution, Origin, RunFile, RunFileError};
use reductio::system::ObjectId;
use serde_json::{Value, json};

use crate::execution::systems::{HAND_OVER, REST, execution, origin, system};

/// The JSON text of the run file of an execution.
fn json_of(execution: &Execution<'_>) -> String {
    serde_json::to_string(&execution.to_run_file()).unwrap()
}

/// Replays the run file of the hand-over after a change.
fn changed(change: impl FnOnce(&mut Value)) -> Result<(), RunFileError> {
    let system = system(HAND_OVER);
    let discipline = Discipline::new(&system);
    let names = ["writer", "writer", "reader"];
    let execution = execution(&discipline, &names).unwrap().with_origin(origin(HAND_OVER));
    let mut value: Value = serde_json::from_str(&json_of(&execution)).unwrap();
    change(&mut value);
    Execution::from_json(&value.to_string(), &discipline, origin(HAND_OVER)).map(|_| ())
}

#[test]
fn little_is_enough() {
    let system = system(REST);
    let discipline = Discipline::new(&system);
    let run = r#"{"tool": "reductio", "kind": "run", "system": "rest", "steps": [
        {"thread": "client", "transition": 0}, {"thread": "server", "transition": 0}]}"#;
    let execution = Execution::from_json(run, &discipline, Origin::default()).unwrap();
    assert_eq!(execution.ending(), Ending::AtRest);
}

#[test]
fn an_answer_of_check_has_its_first_run_read() {
    let run = r#"{"tool": "reductio", "kind": "run", "system": "rest", "steps": []}"#;
    let answer = format!(
        r#"{{"tool": "reductio", "command": "check", "results": [{{"run": null}}, {{"states": 3, "run": {run}}}]}}"#
    );
    assert_eq!(RunFile::parse(&answer).unwrap(), RunFile::parse(run).unwrap());
    let none = r#"{"tool": "reductio", "command": "check", "results": [{"run": null}]}"#;
    let error = RunFile::parse(none).unwrap_err();
    let found = "it is an answer of `reductio check` that has no run".to_owned();
    assert_eq!(error, RunFileError::NotARun { found });
}

type Change = fn(&mut Value);

/// Asserts that each change is refused with its message, and with help that contains its remedy.
fn assert_refused(cases: Vec<(Change, &str, &str)>) {
    changed(|_| ()).unwrap();
    for (change, message, help) in cases {
        let error = changed(change).unwrap_err();
        assert_eq!(error.to_string(), message);
        assert!(error.help().contains(help), "{message}: {}", error.help());
        assert_eq!(error.place(), None);
    }
}

#[test]
fn changed_runs_are_refused_with_place_and_remedy() {
    assert_refused(vec![
        (
            |run| run["system"] = json!("other"),
            "the run is one of `other`, and the system is `hand_over`",
            "give the file of `other`",
        ),
        (
            |run| run["constants"] = json!({ "SIZE": 3 }),
            "the run was made with SIZE = 3, and the system has SIZE = 2",
            "give `--const SIZE=3`",
        ),
        (
            |run| run["threads"] = json!(["writer"]),
            "the run has the threads writer, and the system has writer, reader",
            "the system has changed since",
        ),
        (
            |run| run["steps"][1]["thread"] = json!("write"),
            "step 2: there is no thread `write`",
            "the threads are writer, reader",
        ),
        (
            |run| run["steps"][1]["transition"] = json!(50),
            "step 2: writer has no transition 50: it has 4, from 0",
            "if the system has changed since",
        ),
        (
            |run| drop(run["steps"].as_array_mut().unwrap().remove(1)),
            "step 2: reader cannot execute `down full` at Q: `down full`, where full = 0",
            "if the system has changed since",
        ),
        (
            |run| run["steps"][0]["text"] = json!("data := 2"),
            "step 1: by the file, `text` is \"data := 2\"; in the system it is \"data := 1\"",
            "the system has changed since",
        ),
        (
            |run| run["steps"][0]["changes"][0]["after"] = json!("2"),
            "step 1: by the file, `changes` is [{\"name\":\"data\",\"before\":\"0\",\"after\":\"2\"}]; in the \
             system it is [{\"name\":\"data\",\"before\":\"0\",\"after\":\"1\"}]",
            "the system has changed since",
        ),
        (
            |run| run["steps"][2]["to"] = json!("S"),
            "step 3: by the file, `to` is \"S\"; in the system it is \"R\"",
            "the system has changed since",
        ),
        (
            |run| run["steps"][2]["gained"] = json!([]),
            "step 3: by the file, `gained` is []; in the system it is \
             [{\"thread\":\"reader\",\"object\":\"data\"}]",
            "the system has changed since",
        ),
        (
            |run| run["steps"][0]["failure"] = json!("division by zero"),
            "step 1: by the file, `failure` is \"division by zero\"; in the system it is null",
            "the system has changed since",
        ),
        (
            |run| run["access"] = json!([]),
            "by the file, `access` is []; in the system it is [{\"thread\":\"writer\",\"object\":\"data\"}]",
            "the system has changed since",
        ),
        (
            |run| run["demoted"] = json!(["data"]),
            "in the run the objects treated as open are [data], and in the system []",
            "give `--demote data`",
        ),
    ]);
}

#[test]
fn changed_endings_are_refused_with_the_reason() {
    assert_refused(vec![
        (
            |run| run["ending"] = json!({ "kind": "deadlock" }),
            "the run does not end as claimed (a deadlock): writer can go on: C: data := 2",
            "or leave `ending` out",
        ),
        (
            |run| run["ending"] = json!({ "kind": "stopped" }),
            "the run does not end as claimed (nothing in particular): it ends in this: the discipline is violated",
            "or leave `ending` out",
        ),
        (
            |run| run["ending"]["transition"] = json!(0),
            "the run does not end as claimed (the discipline is violated): after step 3: writer at C is about to \
             write data without exclusive access: reader has it",
            "or leave `ending` out",
        ),
        (
            |run| run["ending"]["object"] = json!("date"),
            "the run does not end as claimed (the discipline is violated): there is no protected object `date`",
            "or leave `ending` out",
        ),
        (
            |run| run["ending"] = json!({ "kind": "failed", "thread": "writer", "failure": "any" }),
            "the run does not end as claimed (a thread fails: any): writer does not fail",
            "or leave `ending` out",
        ),
        (
            |run| run["ending"] = json!({ "kind": "invariant", "number": 3, "name": "n" }),
            "the run does not end as claimed (\"n\" is violated): there is no claim 3 called \"n\"",
            "or leave `ending` out",
        ),
        (
            |run| run["ending"] = json!({ "kind": "endless_loop", "thread": "writer", "from": 7 }),
            "the run does not end as claimed (an endless loop of invisible steps after step 7): no step comes after \
             step 7",
            "or leave `ending` out",
        ),
    ]);
}

#[test]
fn what_may_change_without_harm_is_not_compared() {
    changed(|run| {
        run["version"] = json!("0.0.0");
        run["file"] = Value::Null;
        run["steps"][0]["line"] = json!(700);
        run["steps"][0]["visible"] = json!(true);
        run["steps"][1]["violation"] = json!("in other words");
        run["ending_in_words"] = Value::Null;
        run["ending"] = Value::Null;
    })
    .unwrap();
}

#[test]
fn other_json_is_refused_with_what_it_is() {
    for (text, message) in [
        ("[]", "it is no object that says `\"tool\": \"reductio\", \"kind\": \"run\"`"),
        ("{}", "it does not say `\"tool\": \"reductio\", \"kind\": \"run\"`"),
        (r#"{"kind": 3}"#, "it is no object that says `\"tool\": \"reductio\", \"kind\": \"run\"`"),
        (r#"{"tool": "reductio", "command": "models"}"#, "it is an answer of `reductio models`"),
        (r#"{"tool": "spin", "kind": "run"}"#, "it is by another tool, `spin`"),
        (r#"{"tool": "reductio", "kind": "walk"}"#, "its kind is `walk`"),
    ] {
        let error = RunFile::parse(text).unwrap_err();
        assert_eq!(error, RunFileError::NotARun { found: message.to_owned() });
        assert!(error.help().contains("\"kind\": \"run\""));
    }
}

#[test]
fn wrong_fields_are_refused_with_their_place() {
    let run = |steps: &str, more: &str| {
        format!(
            "{{\"tool\": \"reductio\", \"kind\": \"run\", \"system\": \"s\",\n\"steps\": {steps}{more}}}"
        )
    };
    for (text, place, message) in [
        (run("[{\"thread\": \"t\"}]", ""), (2, 25), "missing field `transition`"),
        (
            run("[{\"thread\": \"t\", \"transition\": -1}]", ""),
            (2, 42),
            "invalid value: integer `-1`, expected usize",
        ),
        (run("3", ""), (2, 10), "invalid type: integer `3`, expected a sequence"),
        (
            run("[7]", ""),
            (2, 11),
            "invalid type: integer `7`, expected a step with `thread` and `transition`",
        ),
        (run("[]", ", \"extra\": 1"), (2, 20), "unknown field `extra`"),
        (run("[]", ", \"ending\": {\"kind\": \"death\"}"), (2, 39), "unknown variant `death`"),
    ] {
        let error = RunFile::parse(&text).unwrap_err();
        assert_eq!(error.place(), Some(place), "{text}: {error}");
        let shown = format!("line {}, column {}: {message}", place.0, place.1);
        assert_eq!(error.to_string(), shown);
        assert!(matches!(error, RunFileError::Field { .. }));
    }
}

#[test]
fn broken_off_at_any_place() {
    let system = system(HAND_OVER);
    let discipline = Discipline::new(&system);
    let json = json_of(&execution(&discipline, &["writer", "writer"]).unwrap());
    let end = json.trim_end().len();
    for length in 0..end {
        match RunFile::parse(&json[..length]) {
            Err(RunFileError::Syntax { is_cut: true, line, .. }) => {
                assert!(line <= json[..length].matches('\n').count() + 1, "{length}");
            }
            other => panic!("{length}: {other:?}"),
        }
    }
    let help = RunFile::parse(&json[..end / 2]).unwrap_err().help();
    assert!(help.starts_with("the file breaks off; make the run anew"), "{help}");
    assert!(matches!(RunFile::parse("{]"), Err(RunFileError::Syntax { is_cut: false, .. })));
    let deep = format!("{{\"tool\": \"reductio\", \"steps\": {}", "[".repeat(100_000));
    assert!(matches!(RunFile::parse(&deep), Err(RunFileError::Syntax { is_cut: true, .. })));
}

#[test]
fn objects_that_are_treated_as_open_are_told() {
    let system = system(HAND_OVER);
    let settings = Settings { demoted: vec![ObjectId::new(0)], ..Settings::default() };
    let (open, kept) =
        (Discipline::with(&system, &settings, None).unwrap(), Discipline::new(&system));
    let json = json_of(&execution(&open, &["writer", "writer", "writer"]).unwrap());
    let value: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(value["demoted"], json!(["data"]));
    Execution::from_json(&json, &open, Origin::default()).unwrap();
    let error = Execution::from_json(&json, &kept, Origin::default()).unwrap_err();
    assert!(matches!(error, RunFileError::OtherDemotion { .. }), "{error}");
}
