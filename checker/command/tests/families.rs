//! `check` of families of threads, for every number of threads.

use serde_json::Value;

use crate::common::{Folder, assert_valid, words};

const CHECK: &str = include_str!("../../schemas/check.schema.json");

/// The families of the examples.
fn folder() -> Folder {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/any");
    let names = [
        "counter",
        "upgrade",
        "pool_if",
        "last_claim",
        "double_checked",
        "barrier",
        "philosophers",
        "many_writers_if",
        "producers_consumers_one",
    ];
    names.iter().fold(Folder::new(), |folder, name| {
        let text = std::fs::read_to_string(format!("{path}/{name}.sys")).unwrap();
        folder.with(&format!("{name}.sys"), text)
    })
}

fn claim<'a>(result: &'a Value, name: &str) -> &'a Value {
    let claims = result["claims"].as_array().unwrap();
    claims.iter().find(|claim| claim["claim"] == name).unwrap()
}

#[test]
fn a_type_of_any_size_is_decided_for_every_number() {
    let folder = folder();
    let answer = folder.run("check counter.sys --format json");
    let json = assert_valid(CHECK, &answer);
    assert_eq!(answer.code, 0, "{answer:?}");
    let result = &json["results"][0];
    let families = serde_json::json!([{ "family": "User", "thread": "user", "least": 1 }]);
    assert_eq!((&result["families"], &result["verdict"]), (&families, &"holds".into()));
    assert_eq!(claim(result, "discipline")["shown_by"]["search"], "backward");
    assert_eq!(claim(result, "no_stuck_thread")["shown_by"]["search"], "abstraction");
    // One number, and what only one system can be asked.
    let one = folder.run("check counter.sys --const User=2 --format json");
    assert_eq!(assert_valid(CHECK, &one)["results"][0]["constants"]["User"], 2);
    for options in ["--unreduced", "--keep-going", "--fair"] {
        let answer = folder.run(&format!("check counter.sys {options}"));
        assert_eq!((answer.code, answer.codes()), (3, vec!["E0642"]), "{answer:?}");
    }
    let both = folder.run("check counter.sys --any User --unreduced");
    assert_eq!(both.code, 3, "{both:?}");
}

#[test]
fn the_run_for_the_least_number_is_shown_again() {
    let folder = folder();
    for (name, claimed, least) in [
        ("pool_if", "no_failure", 4),
        ("upgrade", "no_deadlock", 2),
        ("upgrade", "no_stuck_thread", 2),
        ("last_claim", "discipline", 2),
    ] {
        let answer = folder.run(&format!("check {name}.sys --format json"));
        let json = assert_valid(CHECK, &answer);
        assert_eq!(answer.code, 1, "{answer:?}");
        let claim = claim(&json["results"][0], claimed);
        assert_eq!(
            (&claim["threads"], &claim["is_least"]),
            (&serde_json::json!([least]), &true.into()),
            "{name}"
        );
        let replay = claim["replay"].as_str().unwrap();
        let replayed = folder.run_with(&words(replay.strip_prefix("reductio ").unwrap()), None);
        assert_eq!(replayed.code, 0, "{replay}: {replayed:?}");
    }
}

/// The words of the verdicts on what is asked of every system.
fn verdicts(result: &Value) -> Vec<&str> {
    let names = ["discipline", "no_failure", "no_deadlock", "no_stuck_thread"];
    names.iter().map(|name| claim(result, name)["verdict"].as_str().unwrap()).collect()
}

#[test]
fn fixed_numbers_agree() {
    let folder = folder();
    for (name, least) in
        [("counter", usize::MAX), ("double_checked", usize::MAX), ("last_claim", 2), ("upgrade", 2)]
    {
        let any = folder.run(&format!("check {name}.sys --format json")).json();
        let any = verdicts(&any["results"][0]);
        for number in 1..=3 {
            let one = format!(
                "check {name}.sys --const User={number} --unreduced --keep-going --format json"
            );
            let one = folder.run(&one).json();
            let expected = if number < least { vec!["holds"; 4] } else { any.clone() };
            // What follows a violation, a search with a fixed number does not ask.
            let told: Vec<&str> = verdicts(&one["results"][0]);
            let differ =
                told.iter().zip(&expected).any(|(one, any)| one != any && *one != "declined");
            assert!(!differ, "{name} with {number}: {told:?}, {expected:?}");
        }
    }
}

#[test]
fn a_certificate_is_written_and_compared_with_its_text() {
    let folder = folder().with("one.sys", "thread t { skip }");
    let answer = folder.run("check counter.sys pool_if.sys --certificate out.json");
    assert_eq!(answer.code, 1, "{answer:?}");
    for told in ["2 families", "verify_families.py` confirms it", "a set that no step enters"] {
        assert!(answer.out.replace('\n', " ").contains(told), "{answer:?}");
    }
    let same = folder.run("verify out.json counter.sys pool_if.sys");
    assert_eq!(same.code, 0, "{same:?}");
    assert!(same.out.contains("verify_families.py out.json"), "{same:?}");
    let json =
        assert_valid(CHECK, &folder.run("check upgrade.sys --certificate up.json --format json"));
    assert_eq!(
        json["certificate"]["not_covered"],
        serde_json::json!(["no_endless_loop", "property"])
    );
    assert_eq!(json["results"][0]["theorem"], "a set that no step enters");
    let other = folder.run("verify up.json counter.sys");
    assert_eq!((other.code, other.codes()), (1, vec!["E0704"]), "{other:?}");
    let alone = folder.run("verify up.json");
    assert_eq!((alone.code, alone.codes()), (3, vec!["E0016"]), "{alone:?}");
    // Systems and families have certificates of their own, and one may take the place of the other.
    let both = folder.run("check counter.sys one.sys --certificate both.json");
    assert_eq!((both.code, both.codes()), (3, vec!["E0706"]), "{both:?}");
    assert_eq!(folder.run("check one.sys --certificate up.json").code, 0);
    assert_eq!(folder.run("check counter.sys --certificate up.json").code, 0);
}

#[test]
fn what_is_not_decided_is_told_with_its_line() {
    let folder = folder();
    let answer = folder.run("check barrier.sys --any User");
    assert_eq!((answer.code, answer.codes()), (2, vec!["E0697"]), "{answer:?}");
    assert!(answer.err.contains("barrier.sys:5"), "{answer:?}");
    assert!(answer.err.contains("the number of threads, outside of its type"), "{answer:?}");
    let wrong = folder.run("check barrier.sys --any Users");
    assert_eq!((wrong.code, wrong.codes()), (2, vec!["E0697"]), "{wrong:?}");
    let limit = folder.run("check pool_if.sys --max-states 5");
    assert_eq!(limit.code, 2, "{limit:?}");
    assert!(limit.out.contains("the limit on the number of configurations"), "{limit:?}");
}

#[test]
fn several_families_have_a_number_each() {
    let folder = folder();
    let answer = folder.run("check many_writers_if.sys --format json");
    let json = assert_valid(CHECK, &answer);
    assert_eq!(answer.code, 1, "{answer:?}");
    let result = &json["results"][0];
    let names: Vec<&str> = result["families"]
        .as_array()
        .unwrap()
        .iter()
        .map(|family| family["thread"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["reader", "writer"]);
    let broken: Vec<&Value> = result["claims"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|claim| claim["verdict"] == "fails")
        .collect();
    let numbers: Vec<String> = broken.iter().map(|claim| claim["threads"].to_string()).collect();
    assert_eq!(numbers, ["[1,1]", "[1,2]"]);
    for claim in broken {
        let replay = claim["replay"].as_str().unwrap();
        assert!(replay.contains("--const Reader=1 --const Writer="), "{replay}");
        let replayed = folder.run_with(&words(replay.strip_prefix("reductio ").unwrap()), None);
        assert_eq!(replayed.code, 0, "{replay}: {replayed:?}");
    }
    let text = folder.run("check producers_consumers_one.sys --any Producer,Consumer");
    assert_eq!(text.code, 1, "{text:?}");
    let told = text.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        told.contains(
            "no total deadlock: with 1 `producer` and 2 `consumer`, not with fewer in all"
        ),
        "{text:?}"
    );
    // One of them has a number: then its threads are single ones.
    let one = folder.run("check producers_consumers_one.sys --const Consumer=1 --format json");
    let json = assert_valid(CHECK, &one);
    assert_eq!(json["results"][0]["families"].as_array().unwrap().len(), 1);
    assert_eq!(claim(&json["results"][0], "no_deadlock")["threads"].to_string(), "[2]", "{one:?}");
}

#[test]
fn a_cause_is_told_once_with_its_other_places() {
    let answer = folder().run("check philosophers.sys --any User");
    assert_eq!((answer.code, answer.codes()), (2, vec!["E0697", "E0697"]), "{answer:?}");
    assert!(answer.err.contains("a lock for each thread"), "{answer:?}");
    assert!(answer.err.contains("arithmetic on indices"), "{answer:?}");
    assert!(answer.err.contains("so it is in line 10"), "{answer:?}");
}

#[test]
fn explain_says_why_a_text_qualifies() {
    let folder = folder();
    let told = folder.run("explain last_claim.sys");
    assert_eq!(told.code, 0, "{told:?}");
    assert!(told.out.contains("decided for every number of user[User]"), "{told:?}");
    assert!(told.out.contains("is the value of last"), "{told:?}");
    let fixed = folder.run("explain counter.sys --const User=2");
    assert_eq!(fixed.code, 0, "{fixed:?}");
    assert!(!fixed.out.contains("every number"), "{fixed:?}");
    // The same for programs.
    let schema = include_str!("../../schemas/classification.schema.json");
    let json = assert_valid(schema, &folder.run("explain last_claim.sys --format json"));
    assert_eq!(json["alike"]["pointers"], serde_json::json!(["last"]), "{json}");
    assert_eq!(json["alike"]["families"][0]["thread"], "user", "{json}");
}

#[test]
fn states_that_count_threads_are_drawn() {
    let folder = folder();
    let text = folder.run("states counter.sys --any User");
    assert_eq!(text.code, 0, "{text:?}");
    assert!(text.out.contains("abstract states for every number of threads"), "{text:?}");
    let json = folder.run("states counter.sys --any User --level 2 --format json");
    let schema = include_str!("../../schemas/states.schema.json");
    let json = assert_valid(schema, &json);
    assert_eq!(json["counted"], serde_json::json!({ "level": 2, "initial": 1 }));
    let dot = folder.run("states counter.sys --any User --format dot");
    assert!(dot.out.starts_with("digraph states {"), "{dot:?}");
    let svg = folder.run("states counter.sys --any User --format svg");
    assert!(svg.out.starts_with("<svg") && svg.out.ends_with("</svg>\n"), "{svg:?}");
    let few = folder.run("states counter.sys --any User --max-states 2");
    assert_eq!((few.code, few.codes()), (2, vec!["E0695"]), "{few:?}");
    let declined = folder.run("states barrier.sys --any User");
    assert_eq!((declined.code, declined.codes()), (2, vec!["E0697"]), "{declined:?}");
}

#[test]
fn a_page_has_the_families() {
    let folder = folder();
    let answer = folder.run("check upgrade.sys --html page.html");
    assert_eq!(answer.code, 1, "{answer:?}");
    let page = std::fs::read_to_string(folder.path().join("page.html")).unwrap();
    assert!(page.contains("Families of threads, every number"), "{page}");
    assert!(page.contains("with 2 threads, not with fewer"), "{page}");
}

#[test]
fn searches_that_contradict_each_other_end_with_70() {
    let file = std::sync::Arc::new(reductio::File::new("t.sys", "type User = any"));
    let error =
        reductio::parameterized::FamilyError::Contradiction { what: "one says no".to_owned() };
    let (faults, exit) =
        reductio_report::check::family::diagnostics(&file, &["User".to_owned()], &error);
    assert_eq!((exit.code(), faults.len()), (70, 1));
    assert!(faults[0].message.contains("one says no: this is a bug of reductio"), "{faults:?}");
}
