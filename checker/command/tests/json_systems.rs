//! JSON answers about systems of threads match their schemas: systems that hold, that fail with a run, that are
//! declined, that cannot be read.

use crate::common::{Answer, Folder, assert_valid};
use serde_json::{Value, json};

const CHECK: &str = include_str!("../../schemas/check.schema.json");
const COMPARE: &str = include_str!("../../schemas/compare.schema.json");
const VALIDATE: &str = include_str!("../../schemas/validate.schema.json");
const CLASSIFICATION: &str = include_str!("../../schemas/classification.schema.json");
const RUN: &str = include_str!("../../schemas/run.schema.json");
const STATES: &str = include_str!("../../schemas/states.schema.json");
const ERRORS: &str = include_str!("../../schemas/errors.schema.json");

fn folder() -> Folder {
    Folder::new()
        .with("good.sys", include_str!("cmd/systems.in/counter.sys"))
        .with("bad.sys", include_str!("cmd/systems.in/forgotten.sys"))
        .with("stuck.sys", include_str!("cmd/systems.in/stuck.sys"))
        .with("outside.sys", include_str!("cmd/systems.in/outside.sys"))
}

fn is_valid(schema: &str, value: &Value) -> bool {
    jsonschema::validator_for(&serde_json::from_str(schema).unwrap()).unwrap().is_valid(value)
}

fn results(schema: &str, answer: &Answer) -> Vec<Value> {
    assert_valid(schema, answer)["results"].as_array().unwrap().clone()
}

#[test]
fn state_graphs() {
    for (command, wrong) in [
        ("states good.sys --format json", &[][..]),
        ("--format json states stuck.sys", &["deadlock"]),
        ("states bad.sys --format json", &["bad"]),
    ] {
        let answer = folder().run(command);
        assert_eq!(answer.code, 0, "{answer:?}");
        let graph = assert_valid(STATES, &answer);
        let list = |name: &str| graph[name].as_array().unwrap().clone();
        let states = list("states");
        let found: Vec<&str> = states.iter().filter_map(|state| state["wrong"].as_str()).collect();
        assert!(found.iter().all(|word| wrong.contains(word)), "{found:?}");
        assert_eq!(found.is_empty(), wrong.is_empty());
        // Its numbers are those of the text, and every end of a step is a state.
        let stored = states.iter().filter(|state| state["kind"] == "stored").count();
        let text = folder().run(&command.replace("--format json", "")).out;
        let said = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let numbers = format!(
            ": {} states, {} steps; by reduced steps {stored} state",
            states.len(),
            list("steps").len()
        );
        assert!(said.contains(&numbers), "{numbers}: {said}");
        for step in list("steps").iter().chain(&list("reduced")) {
            assert!(
                ["from", "to"].iter().all(|end| step[*end].as_u64().unwrap() < states.len() as u64)
            );
        }
    }
    let answer = folder().run("states good.sys --max-states 3 --format json");
    let refused = assert_valid(ERRORS, &answer);
    assert_eq!((answer.code, &refused["errors"][0]["code"]), (2, &"E0695".into()));
}

#[test]
fn what_holds() {
    let answer = folder().run("check good.sys --format json");
    let [result] = &results(CHECK, &answer)[..] else { panic!("{answer:?}") };
    assert_eq!(answer.code, 0);
    assert_eq!((&result["verdict"], &result["complete"]), (&"holds".into(), &true.into()));
    assert_eq!((&result["violations"], &result["deadlocks"]), (&0.into(), &0.into()));
    assert_eq!((&result["run"], result.get("seconds")), (&Value::Null, None));
    assert_eq!(result["states"], result["visible_states"]);
    assert_eq!(folder().run("check good.sys --format json").out, answer.out);

    let answer = folder().run("check good.sys --compare --time --const USERS=3 --format json");
    let both = results(CHECK, &answer);
    assert_eq!((&both[0]["reduced"], &both[1]["reduced"]), (&false.into(), &true.into()));
    assert!(both[0]["states"].as_u64() > both[1]["states"].as_u64());
    assert_eq!(both[0]["constants"]["USERS"], 3);
    assert!(both.iter().all(|one| one["seconds"].as_f64().is_some_and(|time| time > 0.0)));
}

#[test]
fn what_fails_has_its_run() {
    for (name, claim, deadlocks) in [("bad.sys", "discipline", 0), ("stuck.sys", "no_deadlock", 1)]
    {
        let folder = folder();
        let answer = folder.run(&format!("check {name} --format json"));
        let [result] = &results(CHECK, &answer)[..] else { panic!("{answer:?}") };
        assert_eq!((answer.code, &result["verdict"]), (1, &"fails".into()));
        assert_eq!(result["deadlocks"], deadlocks);
        assert_eq!(result["violations"], 1 - deadlocks);
        let failing: Vec<&Value> = result["claims"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|c| c["verdict"] == "fails")
            .collect();
        // Who does not go on in a deadlock is stuck for ever.
        assert_eq!((failing.len(), &failing[0]["claim"]), (1 + deadlocks, &claim.into()));
        assert!(failing.iter().all(|one| one["run"] == failing[0]["run"]));
        assert_eq!(failing[0]["run"], result["run"]);
        assert!(is_valid(RUN, &result["run"]), "{}", result["run"]);

        // By its file, and by the printed command, the run is shown again.
        let folder = folder.with("run.json", result["run"].to_string());
        let again = folder.run(&format!("replay {name} --run run.json --format json"));
        assert_eq!(assert_valid(RUN, &again), result["run"]);
        let command = failing[0]["replay"].as_str().unwrap();
        let command = command.strip_prefix("reductio ").unwrap();
        let again = folder.run(&format!("{command} --format json"));
        assert_eq!(assert_valid(RUN, &again)["ending"], result["run"]["ending"]);
    }
}

#[test]
fn a_check_goes_on_and_says_how() {
    let answer = folder().run("check outside.sys --format json");
    let [result] = &results(CHECK, &answer)[..] else { panic!("{answer:?}") };
    assert_eq!((answer.code, &result["theorem_applies"]), (1, &true.into()));
    assert_eq!(result["claims"][0]["verdict"], "fails");
    assert_eq!(result["basis"]["went_on"], "watching");
    // Once it is violated, all steps decide the rest.
    let answer = folder().run("check outside.sys --keep-going --format json");
    let [result] = &results(CHECK, &answer)[..] else { panic!("{answer:?}") };
    assert_eq!(
        (&result["basis"]["went_on"], &result["reduced"]),
        (&"every_step".into(), &false.into())
    );
    let verdicts = verdicts(result);
    assert!(verdicts.iter().all(|verdict| *verdict != "declined"), "{verdicts:?}");
    let ring = "var token : 0 .. 2\nprotected work : 0 .. 3 for station[i] when token == i\n\
                thread station[i : 0 .. 2] {\n  loop { await token == i; work := 1; P: token := (i + 1) mod 3 }\n}\n";
    let answer = Folder::new().with("ring.sys", ring).run("check ring.sys --format json");
    let [result] = &results(CHECK, &answer)[..] else { panic!("{answer:?}") };
    assert_eq!((answer.code, &result["basis"]["went_on"]), (0, &"invariants".into()));
    assert_eq!(result["basis"]["found_invariants"].as_array().unwrap().len(), 3, "{answer:?}");
}

#[test]
fn what_is_declined_says_why() {
    let answer = folder().run("check outside.sys --demote-outside --format json");
    let [result] = &results(CHECK, &answer)[..] else { panic!("{answer:?}") };
    assert_eq!((answer.code, &result["demoted"][0]), (0, &"count".into()));
    let answer = folder().run("check good.sys --max-states 1 --format json");
    let [result] = &results(CHECK, &answer)[..] else { panic!("{answer:?}") };
    assert_eq!(
        (answer.code, &result["complete"], &result["states"]),
        (2, &false.into(), &3.into())
    );
}

#[test]
fn what_verdicts_rest_on_is_data() {
    let of = |command: &str| results(CHECK, &folder().run(command))[0].clone();
    let words = |list: &Value, key: &str| -> Vec<String> {
        list.as_array().unwrap().iter().map(|one| one[key].as_str().unwrap().to_owned()).collect()
    };
    // A reduced search: three theorems, seven conditions, three of which nobody needs to check.
    let reduced = of("check good.sys --format json");
    let basis = &reduced["basis"];
    assert_eq!(basis["argument"], "reduction");
    assert_eq!(
        words(&basis["theorems"], "label"),
        ["Theorem 1", "monotonicity remark", "claims, mixed sets", "stuck, mixed sets"]
    );
    assert_eq!(words(&basis["conditions"], "outcome"), ["met"; 7]);
    let tested: Vec<&Value> = basis["conditions"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|c| c["link"] == "footprints")
        .collect();
    assert_eq!(tested.len(), 2);
    assert_eq!(tested[1]["hypotheses"], serde_json::json!(["16", "17"]));
    assert_eq!(basis["objects"]["count"], "set_b");
    let lost = &basis["not_preserved"];
    assert!(lost.as_array().unwrap().contains(&"states_between".into()), "{lost}");
    let grounds = words(&reduced["claims"], "ground");
    assert_eq!(grounds[..4], ["theorem"; 4]);
    assert_eq!(grounds[4], "every_reduced_step");
    assert_eq!(reduced["claims"][0]["theorem"], "Theorem 1");
    assert_eq!(reduced["claims"][2]["theorem"], "monotonicity remark");
    assert_eq!(reduced["claims"][3]["theorem"], "stuck, mixed sets");
    // Every state: no theorem.
    let unreduced = of("check good.sys --unreduced --format json");
    let basis = &unreduced["basis"];
    assert_eq!(
        (&basis["argument"], &basis["theorems"]),
        (&"every_state".into(), &Value::Array(vec![]))
    );
    let grounds = words(&unreduced["claims"], "ground");
    assert_eq!(grounds[..4], ["every_state"; 4]);
    assert!(grounds[3..].iter().all(|ground| ["every_state", "state"].contains(&&**ground)));
    assert!(unreduced["claims"].as_array().unwrap().iter().all(|claim| claim["theorem"].is_null()));
    // Of no processes the theorem does not speak.
    let nobody = Folder::new().with("nobody.sys", "const N = 0\nthread t[i : 1 .. N] { skip }\n");
    let nobody = results(CHECK, &nobody.run("check nobody.sys --format json"))[0].clone();
    assert_eq!(nobody["basis"]["argument"], "every_state");
    assert_eq!(words(&nobody["claims"], "ground")[..3], ["every_state"; 3]);
    // What is found rests on its run; nothing is said of the rest.
    let bad = of("check bad.sys --format json");
    assert_eq!(bad["basis"]["argument"], "nothing");
    assert!(bad["basis"]["reason"].is_string());
    assert_eq!(words(&bad["claims"], "ground")[..2], ["run", "nothing"]);
    // What meets no set of conditions is watched.
    let outside = of("check outside.sys --format json");
    assert_eq!(outside["basis"]["objects"]["count"], "watched");
}

#[test]
fn all_findings_are_listed() {
    let text = "thread one { assert false }\nthread two { assert false }\n";
    let folder = Folder::new().with("two.sys", text);
    let answer = folder.run("check two.sys --keep-going --format json");
    let [result] = &results(CHECK, &answer)[..] else { panic!("{answer:?}") };
    let threads: Vec<&str> = result["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|finding| finding["thread"].as_str().unwrap())
        .collect();
    assert_eq!(threads, ["one", "two"]);
    assert_eq!(result["violations"], 2);
    let text = folder.run("check two.sys --keep-going").out;
    assert_eq!(text.matches("reductio replay").count(), 2, "{text}");
    // Of many of one sort some are shown, and the others counted.
    let text =
        (0..11).map(|k| format!("thread t{k} {{ assert false }}")).collect::<Vec<_>>().join("\n");
    let folder = Folder::new().with("many.sys", text);
    let text = folder.run("check many.sys --keep-going").out;
    assert!(text.contains("3 more findings of these sorts"), "{text}");
    assert_eq!(text.matches("reductio replay").count(), 8, "{text}");
}

#[test]
fn guessed_locks() {
    let answer = folder().run("check good.sys bad.sys --guess-locks --format json");
    let both = results(CHECK, &answer);
    assert_eq!(both[0]["guess"][0]["lock"], "m");
    assert_eq!(both[1]["guess"][0]["lock"], Value::Null);
    assert_eq!(both[1]["guess"][0]["refuted"][0]["lock"], "m");
}

#[test]
fn faults_are_in_the_answer() {
    let folder = folder().with("broken.sys", "thread t { x := 1 }\n");
    let answer = folder.run("check broken.sys good.sys nothing.sys --format json");
    let json = assert_valid(CHECK, &answer);
    assert_eq!((answer.code, json["results"].as_array().unwrap().len()), (3, 1));
    let codes: Vec<&str> =
        json["errors"].as_array().unwrap().iter().filter_map(|e| e["code"].as_str()).collect();
    assert_eq!(codes, ["E0001", "E0607"]);
    for (verb, schema) in
        [("validate", VALIDATE), ("compare", COMPARE), ("explain", CLASSIFICATION)]
    {
        let answer = folder.run(&format!("{verb} broken.sys --format json"));
        assert_eq!(assert_valid(schema, &answer)["errors"][0]["line"], 1);
    }
    for arguments in
        ["simulate broken.sys", "replay broken.sys --steps 0.0", "replay good.sys --steps 9.0"]
    {
        let answer = folder.run(&format!("{arguments} --format json"));
        let json = assert_valid(ERRORS, &answer);
        assert_eq!((answer.code, json["errors"].as_array().unwrap().len()), (3, 1));
    }
}

#[test]
fn comparisons() {
    let answer = folder()
        .run("compare good.sys --searches unreduced,reduced,sss+source+sleep --time --format json");
    let rows = results(COMPARE, &answer);
    assert_eq!((answer.code, rows.len()), (0, 3));
    let ids: Vec<&str> = rows.iter().filter_map(|row| row["id"].as_str()).collect();
    assert_eq!(ids, ["unreduced", "reduced", "sss+source+sleep"]);
    assert!(rows.iter().all(|row| row["agrees"] == true && row["justified_by"]["met"] == true));
    assert!(rows.iter().all(|row| row["seconds"].is_number()));
    assert_eq!(rows[0]["justified_by"]["theorems"], json!([]));
    assert_eq!(rows[1]["justified_by"]["theorems"][0]["support"], "proved");
    assert_eq!((&rows[2]["states"], &rows[2]["discipline"]), (&Value::Null, &"declined".into()));
    let one = folder().run("check good.sys --search sss+source+sleep --format json");
    let [row] = &results(COMPARE, &one)[..] else { panic!("{one:?}") };
    assert_eq!((one.code, &row["verdict"], &row["agrees"]), (2, &"declined".into(), &Value::Null));
    let answer = folder().run("compare bad.sys --searches unreduced,composed --format json");
    let rows = results(COMPARE, &answer);
    assert_eq!(answer.code, 1);
    assert_eq!(rows[0]["verdict"], "fails");
    assert!(rows[0]["findings"][0]["replay"].as_str().unwrap().starts_with("reductio replay"));
    assert!(rows[0].get("seconds").is_none());
}

#[test]
fn a_thread_that_is_stuck_has_its_run() {
    let text = include_str!("../../examples/ab_ba_ticker_broken.sys");
    let (text, _) = text.split_once("\nproperty").unwrap();
    let folder = folder().with("ab.sys", text);
    let answer = folder.run("check ab.sys --format json");
    let [result] = &results(CHECK, &answer)[..] else { panic!("{answer:?}") };
    assert_eq!((answer.code, &result["verdict"]), (1, &"fails".into()));
    assert_eq!((&result["deadlocks"], &result["violations"]), (&0.into(), &1.into()));
    let claim = &result["claims"][3];
    assert_eq!((&claim["claim"], &claim["verdict"]), (&"no_stuck_thread".into(), &"fails".into()));
    assert_eq!(result["claims"][2]["verdict"], "holds");
    let [found] = &result["findings"].as_array().unwrap()[..] else { panic!("{result}") };
    assert_eq!((&found["claim"], &found["thread"]), (&"no_stuck_thread".into(), &"mover".into()));
    let ending = found["ending"].as_str().unwrap();
    assert!(ending.contains("so mover and auditor wait for one another"), "{ending}");
    assert_eq!(claim["run"]["ending"], serde_json::json!({ "kind": "stuck", "thread": "mover" }));
    // The run file is replayed, and what it claims is looked at again.
    let folder = folder.with("run.json", claim["run"].to_string());
    let again = folder.run("replay ab.sys --run run.json --format json");
    assert_eq!(assert_valid(RUN, &again), claim["run"]);
    let forged = claim["run"].to_string().replacen("\"mover\"}", "\"ticker\"}", 1);
    assert_ne!(forged, claim["run"].to_string());
    let refused = folder.with("run.json", forged).run("replay ab.sys --run run.json");
    assert_eq!(refused.code, 3, "{refused:?}");
}

fn verdicts(result: &Value) -> Vec<&str> {
    let claims = result["claims"].as_array().unwrap().iter();
    claims.map(|claim| claim["verdict"].as_str().unwrap()).collect()
}

#[test]
fn a_step_of_an_endless_loop_is_visible() {
    let text = "var x : 0 .. 1\nthread spin { local n : 0 .. 1; loop { n := 1 - n } }\nthread a { x := 1 }\n\
                thread b { await x == 1 }";
    let folder = folder().with("spin.sys", text);
    let answer = folder.run("check spin.sys --format json");
    let [result] = &results(CHECK, &answer)[..] else { panic!("{answer:?}") };
    assert_eq!((answer.code, verdicts(result)), (0, vec!["holds"; 5]));
    assert_eq!(result["repeated"], json!(["`n := 1 - n` of spin"]));
    // All steps decide the same; who goes round for ever does move.
    let all = folder.run("check spin.sys --unreduced --format json");
    let [result] = &results(CHECK, &all)[..] else { panic!("{all:?}") };
    assert_eq!(
        (all.code, verdicts(result), &result["repeated"]),
        (0, vec!["holds"; 4], &json!([]))
    );
}

/// Under a lock discipline that is monitored no theorem is proved where a thread loops unseen, and all steps are taken.
#[test]
fn endless_invisible_steps_under_a_monitor_are_decided_by_all_steps() {
    let text = "lock a\nlock b\nsemaphore go = 0 max 2\nvar which : 0 .. 1\ndisciplined x : bool\n\
                thread first { which := any; up go; up go }\n\
                thread t[i : 1 .. 2] { local n : bool; down go\n\
                if which == 0 { acquire a; x := true; release a } else { acquire b; x := true; release b }\n\
                loop { n := not n } }";
    let folder = folder().with("spin.sys", text);
    let answer = folder.run("check spin.sys --format json");
    let [result] = &results(CHECK, &answer)[..] else { panic!("{answer:?}") };
    assert_eq!((answer.code, &result["verdict"]), (0, &"holds".into()));
    assert_eq!((&result["violations"], &result["deadlocks"]), (&0.into(), &0.into()));
    assert_eq!((verdicts(result), &result["findings"]), (vec!["holds"; 4], &json!([])));
    assert_eq!(result["basis"]["argument"], "every_state");
}

#[test]
fn validations() {
    let answer = folder().run("validate good.sys --format json");
    let [result] = &results(VALIDATE, &answer)[..] else { panic!("{answer:?}") };
    assert_eq!(answer.code, 0);
    assert!(result["checks"].as_array().unwrap().iter().all(|check| check["holds"] == true));
    let answer = folder().run("validate outside.sys --format json");
    let [result] = &results(VALIDATE, &answer)[..] else { panic!("{answer:?}") };
    assert_eq!((answer.code, &result["outside"][0]), (1, &"count".into()));
    let checks = result["checks"].as_array().unwrap();
    assert!(checks.iter().any(|check| check["fault"]["exchange"].is_object()), "{answer:?}");
}

#[test]
fn classifications_and_runs() {
    for (name, conditions) in [("good.sys", "B"), ("outside.sys", "neither")] {
        let answer = folder().run(&format!("explain {name} --format json"));
        let [result] = &results(CLASSIFICATION, &answer)[..] else { panic!("{answer:?}") };
        assert_eq!(result["objects"][0]["conditions"], conditions);
        let breaches = result["objects"][0]["breaches"].as_array().unwrap();
        assert_eq!(breaches.is_empty(), name == "good.sys");
        let transitions = result["transitions"].as_array().unwrap();
        let is_sound = |t: &Value| t["visible"] == !t["reasons"].as_array().unwrap().is_empty();
        assert!(transitions.iter().all(is_sound));
    }
    let answer = folder().run("simulate good.sys --seed 3 --format json");
    assert_eq!(assert_valid(RUN, &answer)["seed"], 3);
}

#[test]
fn the_schemas_refuse_what_they_should() {
    let good = folder().run("check bad.sys --format json").json();
    assert!(is_valid(CHECK, &good));
    for (path, wrong) in [
        ("/results/0/verdict", Value::from("maybe")),
        ("/results/0/states", Value::from(-1)),
        ("/results/0/claims/0/claim", Value::from("luck")),
        ("/results/0/run", Value::from("a run")),
        ("/tool", Value::from("another")),
    ] {
        let mut bad = good.clone();
        *bad.pointer_mut(path).unwrap() = wrong;
        assert!(!is_valid(CHECK, &bad), "{path}");
    }
    let good = folder().run("validate outside.sys --format json").json();
    assert!(is_valid(VALIDATE, &good));
    for path in ["/results/0/checks/0/holds", "/results/0/space", "/results/0/checks/0/fault"] {
        let mut bad = good.clone();
        *bad.pointer_mut(path).unwrap() = Value::from(7);
        assert!(!is_valid(VALIDATE, &bad), "{path}");
    }
}

/// Properties: their verdicts and searches, the run with its cycle, what is visible for them; and that other commands
/// do not look at them.
#[test]
fn properties_of_runs() {
    let folder = Folder::new()
        .with("served.sys", include_str!("cmd/properties.in/served.sys"))
        .with("ends.sys", include_str!("cmd/properties.in/ends.sys"));
    let answer = folder.run("check served.sys --format json");
    let result = results(CHECK, &answer).remove(0);
    let claims = result["claims"].as_array().unwrap();
    let properties: Vec<&Value> =
        claims.iter().filter(|claim| claim["claim"] == "property").collect();
    let said: Vec<(&str, &str)> = properties
        .iter()
        .map(|claim| (claim["verdict"].as_str().unwrap(), claim["ground"].as_str().unwrap()))
        .collect();
    assert_eq!(said, [("holds", "reduced_runs"), ("fails", "run"), ("fails", "run")]);
    assert_eq!(result["properties"][0]["reduced"], true);
    let run = &properties[2]["run"];
    assert!(is_valid(RUN, run), "{run}");
    let ending = json!({ "kind": "property", "number": 2, "name": "the guard comes", "from": 0 });
    assert_eq!(run["ending"], ending);
    // The file is replayed, whatever it is for; one with another cycle is refused.
    let replayed = |run: &Value| {
        let folder = Folder::new()
            .with("served.sys", include_str!("cmd/properties.in/served.sys"))
            .with("run.json", run.to_string());
        folder.run("replay served.sys --run run.json --format json")
    };
    assert_eq!(assert_valid(RUN, &replayed(run))["ending"], ending);
    for (field, value, said) in [
        ("from", json!(1), "the last state is not the one after step 1"),
        ("from", json!(null), "can go on"),
        ("number", json!(0), "there is no claim 0"),
        ("name", json!("x"), "there is no claim 2"),
    ] {
        let mut changed = run.clone();
        changed["ending"][field] = value;
        let answer = replayed(&changed);
        let refused = assert_valid(ERRORS, &answer);
        assert_eq!((answer.code, &refused["errors"][0]["code"]), (3, &"E0694".into()));
        assert!(refused["errors"][0]["message"].to_string().contains(said), "{refused}");
    }
    let all = folder.run("check served.sys --unreduced --format json");
    let all = results(CHECK, &all).remove(0);
    let grounds = all["claims"].as_array().unwrap().iter().filter(|c| c["claim"] == "property");
    let grounds: Vec<&Value> = grounds.map(|claim| &claim["ground"]).collect();
    assert_eq!(grounds, ["every_run", "run", "run"]);
    let explained = results(CLASSIFICATION, &folder.run("--format json explain served.sys"));
    let visible = explained[0]["properties"][2]["visible"].as_array().unwrap();
    let reasons: Vec<String> = visible.iter().map(|one| one["reasons"].to_string()).collect();
    assert!(reasons.iter().any(|reason| reason.contains("may change `guard at G`")), "{reasons:?}");
    assert!(reasons.iter().any(|reason| reason.contains("which is fair, can move")), "{reasons:?}");
    for command in ["validate ends.sys", "compare ends.sys", "states ends.sys"] {
        let answer = folder.run(&format!("{command} --format json"));
        let codes: Vec<Value> = answer.json()["errors"]
            .as_array()
            .unwrap()
            .iter()
            .map(|error| error["code"].clone())
            .collect();
        assert_eq!(codes, ["W0008"], "{answer:?}");
    }
    let picture = folder.run("replay served.sys --steps 0.0,1.0,loop,0.1,0.3,0.4,0.0 --format svg");
    assert!(picture.out.contains("these steps come again and again, for ever"), "{picture:?}");
    let page = folder.run("check served.sys --html page.html");
    assert_eq!(page.code, 1, "{page:?}");
    let page = std::fs::read_to_string(folder.path().join("page.html")).unwrap();
    assert!(
        page.contains("property &quot;the guard comes&quot;")
            || page.contains("property \"the guard comes\"")
    );
    assert!(page.contains("these steps come again and again"), "the chart is of the first finding");
}
