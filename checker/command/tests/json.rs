//! JSON answers match their schemas, for good and for bad runs.

use crate::common::{Answer, Folder, assert_valid, words};
use reductio_command::EXPLANATIONS;
use serde_json::Value;

fn assert_prove(answer: &Answer) -> Value {
    assert_valid(include_str!("../../schemas/prove.schema.json"), answer)
}

#[test]
fn the_schema_refuses_what_it_should() {
    let schema: Value =
        serde_json::from_str(include_str!("../../schemas/prove.schema.json")).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let good = Folder::new().run("prove 24 --format json").json();
    assert!(validator.is_valid(&good));
    for (path, wrong) in [
        ("/results/0/verdict", Value::from("yes")),
        ("/results/0/hypotheses", Value::Null),
        ("/results/0/steps", Value::from(-1)),
        ("/tool", Value::from("another")),
    ] {
        let mut bad = good.clone();
        *bad.pointer_mut(path).unwrap() = wrong;
        assert!(!validator.is_valid(&bad), "{path}");
    }
    // No field may be missing, and none added.
    let mut bad = good.clone();
    bad["results"][0]["more"] = Value::from(1);
    assert!(!validator.is_valid(&bad));
    let mut bad = good;
    bad["results"][0].as_object_mut().unwrap().remove("model");
    assert!(!validator.is_valid(&bad));
}

#[test]
fn the_main_job() {
    let json = assert_prove(&Folder::new().run("prove --format json"));
    let results = json["results"].as_array().unwrap();
    let used = |label: &str| -> Vec<String> {
        let found =
            results.iter().find(|r| r["label"] == label).unwrap_or_else(|| panic!("({label})"));
        assert_eq!(found["verdict"], "holds", "({label})");
        let hypotheses = found["hypotheses"].as_array().unwrap();
        hypotheses.iter().map(|h| h.as_str().unwrap().to_owned()).collect()
    };
    for number in (1..=3).chain(22..=38) {
        used(&number.to_string());
    }
    for label in ["23", "27", "28", "29", "31", "33", "34", "37"] {
        assert!(used(label).is_empty(), "({label})");
    }
    assert_eq!(used("25"), ["18"]);
    assert_eq!(used("26"), ["18"]);
    assert_eq!(used("24"), ["14", "15", "16", "17", "20"]);
    let minimal = used("Theorem 1, minimal");
    assert!(minimal.contains(&"14a".to_owned()) && minimal.contains(&"15a".to_owned()));
    assert!(!minimal.contains(&"14".to_owned()) && !minimal.contains(&"15".to_owned()));
    assert!(used("monotonicity remark").contains(&"I".to_owned()));
    assert!(used("Theorem 1").len() == 9);
}

/// The schema of a verb's answer.
fn schema(verb: &str) -> &'static str {
    match verb {
        "prove" => include_str!("../../schemas/prove.schema.json"),
        "models" => include_str!("../../schemas/models.schema.json"),
        "decide" => include_str!("../../schemas/decide.schema.json"),
        "explain" => include_str!("../../schemas/explain.schema.json"),
        "check" => include_str!("../../schemas/check.schema.json"),
        "race" => include_str!("../../schemas/race.schema.json"),
        "validate" => include_str!("../../schemas/validate.schema.json"),
        "verify" => include_str!("../../schemas/verify.schema.json"),
        _ => include_str!("../../schemas/errors.schema.json"),
    }
}

#[test]
fn every_example_of_an_error() {
    let mut examples = 0;
    for explanation in EXPLANATIONS.iter() {
        let Some(command) = explanation.command() else { continue };
        // What is drawn is no JSON, and notebooks hold their answers themselves.
        if command.contains("--format") || command.contains(" notebook ") {
            continue;
        }
        let folder = Folder::new();
        explanation.save(folder.path()).unwrap();
        let mut arguments = words(command.strip_prefix("reductio ").unwrap());
        let text = folder.run_with(&arguments, None);
        arguments.extend(["--format", "json"]);
        let json = folder.run_with(&arguments, None);
        assert_eq!(text.code, json.code);
        let is_graph = arguments[0] == "states" && json.code == 0;
        let states = include_str!("../../schemas/states.schema.json");
        let value = assert_valid(if is_graph { states } else { schema(arguments[0]) }, &json);
        assert!(json.out.contains(&format!("\"code\": \"{}\"", explanation.code)), "{value}");
        examples += 1;
    }
    assert!(examples > 80, "{examples}");
}

#[test]
fn input_that_cannot_be_read() {
    let answer = Folder::new().run("prove --format json no-such-file.oa");
    let json = assert_prove(&answer);
    assert_eq!(answer.code, 3);
    assert_eq!(json["results"].as_array().unwrap().len(), 0);
    assert_eq!(json["errors"][0]["code"], "E0001");
    assert_eq!(json["errors"][0]["file"], "no-such-file.oa");
}

#[test]
fn with_time_and_unicode() {
    let json = assert_prove(&Folder::new().run("prove --format json --time --unicode 32"));
    assert!(json["milliseconds"].as_f64().unwrap() > 0.0);
    assert!(json["results"][0]["statement"].as_str().unwrap().contains('¬'));
}

#[test]
fn explain() {
    let schema = include_str!("../../schemas/explain.schema.json");
    let folder = Folder::new();
    let all = assert_valid(schema, &folder.run("explain --format json"));
    assert_eq!(all["codes"].as_array().unwrap().len(), EXPLANATIONS.len());
    let none = folder.run("explain --format json E9999");
    assert_eq!(none.code, 3);
    assert_eq!(assert_valid(schema, &none)["errors"][0]["code"], "E0011");
}

#[test]
fn models_answers_are_valid() {
    let schema = include_str!("../../schemas/models.schema.json");
    let run = |arguments: &str| assert_valid(schema, &Folder::new().run(arguments));
    let json = run("models --states 3 --processes 1 --format json");
    let results = json["results"].as_array().unwrap();
    let counts: Vec<&str> = results.iter().map(|r| r["satisfying"].as_str().unwrap()).collect();
    assert_eq!(counts, ["5", "123", "11735"]);
    assert!(results.iter().all(|r| r["conclusion_holds"] == true));

    let json = run("models --drop 20 --drop 14b --states 3 --format json");
    assert_eq!(json["results"][0]["needed"], true);
    assert_eq!(json["results"][0]["pairs"], 3);
    assert_eq!(json["results"][1]["needed"], Value::Null);

    let json = run("models 30 --states 2 --format json");
    assert_eq!(json["results"][0]["verdict"], "holds");
    let json = run("models 99 --format json");
    assert_eq!(json["errors"][0]["code"], "E0008");
    let json = run("models --states 0 --format json");
    assert_eq!(json["errors"][0]["code"], "E0014");
}
