//! Runs as JSON: they fit the schema, and are read back.

use reductio::discipline::Discipline;
use reductio::execution::{Ending, Execution};
use reductio_report::execution::to_json;
use serde_json::{Value, json};

use crate::execution::systems::{DEADLOCK, HAND_OVER, MANY, REST, execution, origin, system};

pub(crate) fn assert_valid(json: &str) -> Value {
    let schema = serde_json::from_str(include_str!("../../../schemas/run.schema.json")).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let value: Value = serde_json::from_str(json).unwrap();
    let errors: Vec<String> =
        validator.iter_errors(&value).map(|e| format!("{e} at {}", e.instance_path())).collect();
    assert!(errors.is_empty(), "{errors:?}\n{json}");
    value
}

#[test]
fn runs_are_read_back() {
    for (text, names, ending) in [
        (HAND_OVER, &["writer", "writer", "reader"][..], None),
        (MANY, &["one", "two", "one", "one"], None),
        (MANY, &["one", "two"], None),
        (MANY, &["two", "two", "two"], None),
        (MANY, &["two", "two"], Some(Ending::Reached(0))),
        (DEADLOCK, &["philosopher[0]", "philosopher[1]"], None),
        (REST, &["client", "server"], None),
        (REST, &[], None),
    ] {
        let system = system(text);
        let discipline = Discipline::new(&system);
        let mut one = execution(&discipline, names).unwrap().with_origin(origin(text));
        if let Some(ending) = ending {
            one = one.ending_in(ending).unwrap();
        }
        let json = to_json(&one);
        assert_valid(&json);
        let other = Execution::from_json(&json, &discipline, origin(text)).unwrap();
        assert_eq!((one.steps(), one.ending()), (other.steps(), other.ending()));
        assert_eq!(to_json(&other), json);
    }
}

#[test]
fn a_run_in_full() {
    let system = system(HAND_OVER);
    let discipline = Discipline::new(&system);
    let names = ["writer", "writer", "reader"];
    let execution = execution(&discipline, &names).unwrap().with_origin(origin(HAND_OVER));
    let value = assert_valid(&to_json(&execution));
    assert_eq!(value["file"], "test.sys");
    assert_eq!(value["constants"], json!({ "SIZE": 2 }));
    assert_eq!(value["access"], json!([{ "thread": "writer", "object": "data" }]));
    assert_eq!(
        value["steps"][1],
        json!({
            "thread": "writer", "transition": 1, "text": "up full", "line": 8, "from": "B", "to": "C",
            "visible": true, "changes": [{ "name": "full", "before": "0", "after": "1" }],
            "gained": [], "lost": [{ "thread": "writer", "object": "data" }], "failure": null,
            "violation":
                "after step 2: writer at C is about to write data without exclusive access: nobody has it"
        })
    );
    let ending = json!({ "kind": "access", "thread": "writer", "transition": 3, "object": "data" });
    assert_eq!(value["ending"], ending);
}
