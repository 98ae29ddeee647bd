//! `check` of programs with a heap: verdicts, exit codes, JSON that matches the schema, and options that it does not
//! have.

use crate::common::{Folder, assert_valid, words};
use serde_json::{Value, json};

const CHECK: &str = include_str!("../../schemas/check.schema.json");
const COMPARE: &str = include_str!("../../schemas/compare.schema.json");

/// An item is handed on by a lock, as S4 has it in figure 1; without the lock, and by two that wait for one another.
fn folder() -> Folder {
    let handed = "\
program handed
thread main {
  buf := new Buffer
  l := new Lock
  p := fork producer
  c := fork consumer
  join p
}
thread producer {
  item := new Item
  item.a := 1
  synchronized l { buf.slot := item }
}
thread consumer {
  synchronized l { it := buf.slot }
  if it != 0 { assert it.a == 1 }
}
";
    let bare = handed.replace("synchronized l { buf.slot := item }", "buf.slot := item");
    let crossing = "\
thread main { a := new Lock; b := new Lock; fork one; fork two }
thread one { acquire a; acquire b; release b; release a }
thread two { acquire b; acquire a; release a; release b }
";
    let ticker =
        "thread main { a := new Lock; b := new Lock; fork one; fork two; loop { yield } }\n"
            .to_owned()
            + crossing.split_once('\n').unwrap().1;
    let many = "thread main { loop { fork main } }";
    Folder::new()
        .with("handed.prog", handed)
        .with("bare.prog", bare)
        .with("crossing.prog", crossing)
        .with("ticker.prog", ticker)
        .with("many.prog", many)
        .with("good.sys", include_str!("cmd/systems.in/counter.sys"))
}

fn verdicts(result: &Value) -> Vec<&str> {
    result["claims"].as_array().unwrap().iter().map(|c| c["verdict"].as_str().unwrap()).collect()
}

#[test]
fn verdicts_are_told_in_json() {
    let answer =
        folder().run("check handed.prog bare.prog crossing.prog ticker.prog --format json");
    assert_eq!(answer.code, 1, "{answer:?}");
    let results = assert_valid(CHECK, &answer)["results"].as_array().unwrap().clone();
    let [handed, bare, crossing, ticker] = &results[..] else { panic!("{results:?}") };

    assert_eq!(verdicts(handed), ["holds"; 4]);
    assert_eq!(
        (&handed["wrong"], &handed["races"], &handed["deadlock"]),
        (&json!([]), &json!([]), &json!(false))
    );
    assert!(handed["states"].as_u64().unwrap() > 20);

    // The lock does not order the write of the slot and the read, nor what the producer did before and the consumer
    // after.
    assert_eq!(verdicts(bare), ["holds", "fails", "holds", "holds"]);
    let races = bare["races"].as_array().unwrap();
    let names: Vec<(u64, &str)> =
        races.iter().map(|r| (r["site"].as_u64().unwrap(), r["field"].as_str().unwrap())).collect();
    assert_eq!(names, [(3, "slot"), (10, "a")]);
    for race in races {
        let at = |n: usize| {
            &race["run"][usize::try_from(race["accesses"][n].as_u64().unwrap()).unwrap()]
        };
        let names: Vec<&str> = [0, 1].map(|n| at(n)["thread"].as_str().unwrap()).to_vec();
        assert!(names.contains(&"producer") && names.contains(&"consumer"), "{race}");
    }

    assert_eq!(verdicts(crossing), ["holds", "holds", "fails", "fails"]);
    assert_eq!(crossing["deadlock"], json!(true));
    assert!(crossing["deadlock_run"].as_array().unwrap().len() > 4);

    // Nothing is a deadlock while a third thread goes on; two are stuck all the same.
    assert_eq!(verdicts(ticker), ["holds", "holds", "holds", "fails"]);
    let stuck: Vec<&str> =
        ticker["stuck"].as_array().unwrap().iter().map(|s| s["thread"].as_str().unwrap()).collect();
    assert_eq!(stuck, ["one", "two"]);
}

#[test]
fn verdicts_are_told_as_text() {
    let answer = folder().run("check bare.prog ticker.prog");
    assert_eq!(answer.code, 1, "{answer:?}");
    for part in [
        "fails     no two accesses race",
        "a race for field `slot` of Buffer, made at line 3: ",
        "neither comes before the other",
        "fails     no thread is stuck for ever",
        "one is stuck for ever",
    ] {
        assert!(answer.out.contains(part), "{part}: {answer:?}");
    }
    // A program and a system are answered side by side.
    let answer = folder().run("check handed.prog good.sys");
    assert_eq!(answer.code, 0, "{answer:?}");
}

#[test]
fn forks_without_end_are_undecided() {
    let answer = folder().run("check many.prog --format json --timeout 60");
    assert_eq!(answer.code, 2, "{answer:?}");
    let result = assert_valid(CHECK, &answer)["results"][0].clone();
    assert_eq!(verdicts(&result), ["declined"; 4]);
    assert_eq!(result["deadlock"], Value::Null);
}

#[test]
fn options_of_systems_are_refused() {
    for option in [
        "--unreduced",
        "--compare",
        "--keep-going",
        "--guess-locks",
        "--const N=1",
        "--demote x",
        "--fair",
        "--discipline eraser",
        "--format svg",
    ] {
        let answer = folder().run(&format!("check handed.prog {option}"));
        assert_eq!((answer.code, answer.codes()), (3, vec!["E0016"]), "{option}: {answer:?}");
    }
    for option in ["--printed", "--all-conflict", "--entry main", "--guards"] {
        let answer = folder().run(&format!("check good.sys {option}"));
        assert_eq!((answer.code, answer.codes()), (3, vec!["E0016"]), "{option}: {answer:?}");
        let answer = folder().run(&format!("check handed.prog {option}"));
        assert!(answer.code < 3, "{option}: {answer:?}");
    }
    let answer = folder().run("states handed.prog");
    assert_eq!((answer.code, answer.codes()), (3, vec!["E0018"]), "{answer:?}");
}

/// A clerk who may never come to look at a desk, unless it is treated fairly.
const SERVED: &str = "\
property \"served\": always (Desk.request == 1 => eventually Desk.request == 0)
property \"no third\": always Desk.request <= 1
thread main { desk := new Desk; fork clerk; desk.request := 1; loop { desk.looks := 1 - desk.looks } }
thread clerk { loop { synchronized desk { if desk.request == 1 { desk.request := 0 } } } }
";

#[test]
fn properties_are_decided() {
    let folder = folder().with("served.prog", SERVED);
    let properties = |options: &str| {
        let line = format!("check served.prog --format json {options}");
        let answer = folder.run_with(&words(&line), None);
        let result = assert_valid(CHECK, &answer)["results"][0]["properties"].clone();
        (answer.code, result)
    };
    // A formula that holds where who comes first is served first may be false where others are.
    let (_, found) = properties("--fair");
    assert_eq!(verdicts(&found), ["declined", "declined"], "{found}");
    let reason = found["claims"][0]["reason"].as_str().unwrap();
    assert!(reason.contains("--queues first-come"), "{reason}");
    for options in ["--queues first-come", "--queues first-come --unreduced"] {
        let (_, found) = properties(options);
        assert_eq!(verdicts(&found), ["fails", "holds"], "{options}: {found}");
        let run = &found["claims"][0]["run"];
        let steps = run["steps"].as_array().unwrap().len();
        assert!(run["cycle"].as_u64().is_some_and(|cycle| cycle < steps as u64), "{found}");
        let (_, found) = properties(&format!("{options} --fair"));
        assert_eq!(verdicts(&found), ["holds", "holds"], "{options}: {found}");
    }
    let (_, found) = properties("--property \"eventually Desk.request == 2\"");
    assert_eq!(verdicts(&found), ["fails", "declined", "fails"], "{found}");
    assert_eq!(found["claims"][2]["title"], "eventually Desk.request == 2");
    let text = folder.run("check served.prog");
    assert_eq!(text.code, 1, "{text:?}");
    for part in ["fails     property \"served\"", "can be repeated for ever", "Who comes first"] {
        assert!(text.out.contains(part), "{part}: {text:?}");
    }
    for line in ["compare served.prog --max-states 9", "check served.prog --search sss+sleep"] {
        let answer = folder.run(line);
        assert!(answer.err.contains("W0008"), "{line}: {answer:?}");
    }
    let line = "check served.prog --property \"eventually Dusk.request\"";
    let answer = folder.run_with(&words(line), None);
    assert_eq!((answer.code, answer.codes()), (3, vec!["E1020"]), "{answer:?}");
    assert!(answer.err.contains("--> --property:1:12"), "{answer:?}");
}

#[test]
fn another_thread_may_begin() {
    let text = "program begun\nthread other { x := 0; assert x }\n";
    let input = Some(text.as_bytes());
    let folder = Folder::new();
    let answer = folder.run_with(&["check", "-", "--entry", "other", "--format", "json"], input);
    assert_eq!(answer.code, 1, "{answer:?}");
    assert_eq!(assert_valid(CHECK, &answer)["results"][0]["wrong"], json!([2]));
    let answer = folder.run_with(&["check", "-"], input);
    assert_eq!((answer.code, answer.codes()), (3, vec!["E1008"]), "{answer:?}");
}

#[test]
fn guards_are_told() {
    let answer = folder().run("check handed.prog bare.prog --guards --format json");
    let results = assert_valid(CHECK, &answer)["results"].as_array().unwrap().clone();
    let [handed, bare] = &results[..] else { panic!("{results:?}") };
    let slot = json!({ "site": 3, "class": "Buffer", "field": "slot", "guard": "the lock made at line 4" });
    let guards = &handed["guards"];
    assert_eq!(guards["verdict"], "holds");
    assert!(guards["variables"].as_array().unwrap().contains(&slot), "{guards}");
    assert!(guards["states"].as_u64().unwrap() > 0);
    let of_bare = bare["guards"]["variables"].as_array().unwrap();
    assert!(of_bare.iter().all(|guard| guard["field"] != "slot"), "{of_bare:?}");
    let text = folder().run("check handed.prog --guards").out;
    assert!(
        text.contains("  field `slot` of Buffer, made at line 3: the lock made at line 4\n"),
        "{text}"
    );
    let plain = folder().run("check handed.prog --format json");
    assert_eq!(assert_valid(CHECK, &plain)["results"][0].get("guards"), None);
}

#[test]
fn classes_are_checked() {
    let folder = folder()
        .with("right.classes", "unshared Item\n")
        .with("wrong.classes", "unshared Buffer\n");
    let answer = folder.run("check handed.prog --classes wrong.classes --format json");
    assert_eq!(answer.code, 1, "{answer:?}");
    let classes = assert_valid(CHECK, &answer)["results"][0]["classes"].clone();
    assert_eq!(classes["verdict"], "fails");
    let breach = &classes["breaches"][0];
    assert_eq!((&breach["class"], &breach["of"]), (&json!("unshared"), &json!("Buffer")));
    let answer = folder.run("check handed.prog --classes right.classes");
    assert!(answer.out.contains("  every object is of its class\n"), "{answer:?}");
    let answer = folder.run("check handed.prog --classes none.classes");
    assert_eq!((answer.code, answer.codes()), (3, vec!["E0001"]), "{answer:?}");
    let answer = folder.run("check good.sys --classes right.classes");
    assert_eq!((answer.code, answer.codes()), (3, vec!["E0016"]), "{answer:?}");
}

#[test]
fn the_printed_search_blames_an_innocent_variable() {
    let folder = Folder::new().with(
        "printed_intersection.prog",
        include_str!("../../examples/printed_intersection.prog"),
    );
    let answer = folder.run("check printed_intersection.prog --printed --format json");
    assert_eq!(answer.code, 0, "{answer:?}");
    let result = assert_valid(CHECK, &answer)["results"][0].clone();
    assert_eq!(result["races"], json!([]));
    let printed = result["printed"]["races"].as_array().unwrap();
    assert!(!printed.is_empty() && printed.iter().all(|race| race["confirmed"] == json!(false)));
    let text = folder.run("check printed_intersection.prog --printed").out;
    assert!(
        text.contains("it reports races that no run shows")
            || text.contains("races that no\nrun shows"),
        "{text}"
    );
}

#[test]
fn searches_by_name_take_programs() {
    let one =
        folder().run("check handed.prog crossing.prog --search sss+source+sleep --format json");
    assert_eq!(one.code, 1, "{one:?}");
    let answer = assert_valid(COMPARE, &one);
    let [handed, crossing] = &answer["programs"].as_array().unwrap()[..] else {
        panic!("{answer}")
    };
    assert_eq!((&handed["verdict"], &crossing["verdict"]), (&json!("holds"), &json!("fails")));
    assert!(handed["executions"].as_u64().unwrap() > 0 && handed["states"].is_null());
    assert!(!crossing["deadlock_run"].as_array().unwrap().is_empty());
    let text = folder().run("check crossing.prog --search sss");
    assert!(text.code == 1 && text.out.contains("a total deadlock"), "{text:?}");

    let all = folder().run(
        "compare handed.prog good.sys --searches unreduced,reduced,sss+persistent --format json",
    );
    assert_eq!(all.code, 0, "{all:?}");
    let answer = assert_valid(COMPARE, &all);
    let rows = answer["programs"].as_array().unwrap();
    let agree = rows.iter().map(|row| (row["id"].as_str().unwrap(), row["agrees"].as_bool()));
    let expected = [("unreduced", Some(true)), ("sss+persistent", Some(true))];
    assert_eq!(agree.collect::<Vec<_>>(), expected);
    assert_eq!(answer["results"].as_array().unwrap().len(), 3);
}

/// The part of a page between two texts.
fn between<'t>(page: &'t str, from: &str, to: &str) -> &'t str {
    let (_, rest) = page.split_once(from).unwrap_or_else(|| panic!("{from}: {page}"));
    rest.split_once(to).unwrap_or_else(|| panic!("{to}: {rest}")).0
}

#[test]
fn a_page_has_claims_runs_and_owners() {
    let folder = folder();
    let line = "check handed.prog bare.prog crossing.prog good.sys --guards --html page.html";
    let answer = folder.run(line);
    assert_eq!(answer.code, 1, "{answer:?}");
    let page = std::fs::read_to_string(folder.path().join("page.html")).unwrap();
    assert!(page.contains("<h1>Check of 4 files</h1>"));
    assert!(page.contains("<section id=\"systems\">"));
    let programs = between(&page, "<section id=\"programs\">", "</section>");
    assert_eq!(programs.matches("<details class=\"system\"").count(), 3);
    // What does not hold is open, and begins with its claims.
    let bare = between(
        programs,
        "<details class=\"system\" open id=\"program_3a_bare.prog\">",
        "the program</summary>",
    );
    assert!(bare.contains("<td><span class=\"fails\">fails</span></td>"), "{bare}");
    let run = between(bare, "<h3>What was found</h3>", "</table>");
    assert!(run.contains("a race for field") && run.contains("<strong>writes "), "{run}");
    let head = "<th scope=\"col\" class=\"n\">step</th><th scope=\"col\" class=\"n\">line</th>\
                <th scope=\"col\">thread</th>";
    assert!(run.contains(head), "{run}");
    let handed = between(programs, "id=\"program_3a_handed.prog\">", "</pre>");
    assert!(!handed.contains("What was found"), "{handed}");
    let owners = between(handed, "<h3>Locks and owners", "</table>");
    assert!(owners.contains("<td>the lock made at line 4</td>"), "{owners}");
    assert!(programs.contains("item := new Item"), "the text of the program");
    let crossing = between(programs, "id=\"program_3a_crossing.prog\">", "the program</summary>");
    assert!(crossing.contains("a total deadlock"), "{crossing}");
    // Alone they have no section of systems.
    folder.run("check handed.prog --html one.html");
    let page = std::fs::read_to_string(folder.path().join("one.html")).unwrap();
    assert!(page.contains("<h1>Check of handed</h1>") && !page.contains("id=\"systems\""));
}

#[test]
fn a_page_compares_searches_of_programs_and_systems() {
    let folder = folder();
    let answer = folder.run("compare crossing.prog handed.prog good.sys --html page.html --time");
    let page = std::fs::read_to_string(folder.path().join("page.html")).unwrap();
    assert!(page.contains("<h1>Comparison of good, crossing and handed</h1>"), "{answer:?}");
    let [crossing, handed] = ["crossing", "handed"].map(|name| {
        let rest = page.split_once(&format!("<h3>{name}</h3>")).expect("its part").1;
        rest.split("<h3>").next().unwrap()
    });
    assert!(crossing.contains("<td><span class=\"fails\">deadlock</span></td>"), "{crossing}");
    assert!(crossing.contains("not all have ended: a total deadlock"), "{crossing}");
    let head = "<th scope=\"col\" class=\"n\">step</th><th scope=\"col\" class=\"n\">line</th>";
    assert_eq!(crossing.matches(head).count(), 1, "one run for all searches: {crossing}");
    assert!(
        crossing.contains("thread</th><th scope=\"col\">what it does</th>")
            && !handed.contains(head),
        "{crossing}"
    );
    assert!(handed.contains("<td><span class=\"holds\">holds</span></td>"), "{handed}");
    let rests = handed.split_once("what the answers rest on").expect("its grounds").1;
    assert!(rests.contains("<td>unreduced</td><td>every state</td>"), "{rests}");
    for text in [&page, crossing, handed] {
        assert!(text.contains(">seconds</th>"), "{text}");
    }
    // The numbers are those of the text.
    let text = folder.run("compare handed.prog");
    let row = text.out.lines().find(|line| line.trim_start().starts_with("unreduced")).unwrap();
    let states = row.split_whitespace().nth(1).unwrap();
    assert!(handed.contains(&format!("<td>unreduced</td><td class=\"n\">{states} ")), "{handed}");
    // One search alone has a page too.
    let answer = folder.run("check handed.prog --search sss --html one.html");
    assert_eq!(answer.code, 0, "{answer:?}");
    let page = std::fs::read_to_string(folder.path().join("one.html")).unwrap();
    assert!(page.contains("<td>sss</td>"), "{page}");
}

#[test]
fn searches_that_programs_do_not_have_are_refused() {
    for (command, expected) in [
        ("check handed.prog --search reduced", "--granularity reduced`"),
        ("check handed.prog --search sss+2-ld", "`+persistent`"),
        ("check handed.prog --search sss --guards", "`--guards`"),
        ("check handed.prog --search sss --queues first-come", "`--queues`"),
        ("compare handed.prog --searches reduced", "is a search of systems"),
    ] {
        let answer = folder().run(command);
        assert_eq!(answer.code, 3, "{command}: {answer:?}");
        assert!(answer.err.contains(expected), "{command}: {answer:?}");
    }
}

/// Two threads under one lock, and an assertion that one of them can make fail; and the same with a race on another
/// object.
fn lost() -> (String, String) {
    let own = "  synchronized b { x := b.n; x := b.n; x := b.n; x := b.n; b.m := 1; b.m := 2; b.m := 3 }\n";
    let others =
        "  synchronized b { y := b.n; y := b.n; y := b.n; b.m := 4; b.m := 5; b.m := 6 }\n";
    let (own, others) = (own.repeat(3), others.repeat(2));
    let lost = format!(
        "thread main {{ b := new Box\n  fork one\n  fork two }}\nthread one {{\n{own}  assert x == 0\n}}\nthread two {{\n{others}  \
         synchronized b {{ b.n := 1 }}\n}}\n"
    );
    let raced = lost
        .replace("b := new Box\n", "b := new Box\n  c := new Cell\n")
        .replace("assert x == 0\n", "assert x == 0\n  c.v := 1\n")
        .replace("{ b.n := 1 }\n", "{ b.n := 1 }\n  c.v := 2\n");
    (lost, raced)
}

/// The claims of the only result, each with the search that decided it.
fn decided(answer: &crate::common::Answer) -> Vec<(String, Option<String>)> {
    let result = assert_valid(CHECK, answer)["results"][0].clone();
    let claims = result["claims"].as_array().unwrap().clone();
    let of = |claim: &Value| {
        (claim["verdict"].as_str().unwrap().to_owned(), claim["by"].as_str().map(str::to_owned))
    };
    claims.iter().map(of).collect()
}

fn told<const N: usize>(all: [(&str, &str); N]) -> Vec<(String, Option<String>)> {
    let some = |by: &str| Some(by.to_owned()).filter(|by| !by.is_empty());
    all.into_iter().map(|(verdict, by)| (verdict.to_owned(), some(by))).collect()
}

#[test]
fn a_failure_that_a_complete_reduced_search_has_met_is_told() {
    let folder = Folder::new().with("lost.prog", lost().0.into_bytes());
    let line = "check lost.prog --granularity reduced --max-states 60";
    let answer = folder.run(&format!("{line} --format json"));
    assert_eq!(answer.code, 1, "{answer:?}");
    let open = ("declined", "");
    let expected = told([("fails", "classes"), open, ("holds", "classes"), open]);
    assert_eq!(decided(&answer), expected);
    let result = assert_valid(CHECK, &answer)["results"][0].clone();
    assert_eq!((&result["wrong"], &result["failures"][0]["line"]), (&json!([8]), &json!(8)));
    let last = result["failures"][0]["run"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((&last["thread"], &last["line"]), (&json!("one"), &json!(8)));
    let text = folder.run(line);
    assert!(text.out.contains("one goes wrong at line 8: the assertion fails"), "{text:?}");
    assert!(text.out.contains("search by classes of objects: 32 states"), "{text:?}");
}

#[test]
fn a_race_does_not_hide_what_a_complete_search_says_of_failures() {
    let folder = Folder::new().with("raced.prog", lost().1.into_bytes());
    for most in [52, 60, 100] {
        let line = format!("check raced.prog --reading repaired --max-states {most}");
        let answer = folder.run(&format!("{line} --format json"));
        assert_eq!(answer.code, 1, "{answer:?}");
        let by = "exclusive_access";
        let expected = told([("fails", by), ("fails", by), ("holds", by), ("holds", by)]);
        assert_eq!(decided(&answer), expected, "{most}");
        let result = assert_valid(CHECK, &answer)["results"][0].clone();
        assert_eq!(result["ownership"]["states"], json!(52));
        assert_eq!(result["wrong"], json!([9]));
        let race = &result["races"][0];
        assert_eq!((&race["field"], &race["confirmed"]), (&json!("v"), &json!(true)), "{race}");
    }
}

#[test]
fn a_complete_reduced_search_is_listened_to() {
    let folder = Folder::new()
        .with("b_link.prog", include_str!("../../examples/b_link.prog"))
        .with("halt_exception.prog", include_str!("../../examples/halt_exception.prog"))
        .with("io_manager_broken.prog", include_str!("../../examples/io_manager_broken.prog"));
    let verdicts_of = |name: &str, most: usize| {
        let line =
            format!("check {name}.prog --granularity reduced --max-states {most} --format json");
        let answer = folder.run(&line);
        (answer.code, decided(&answer))
    };
    let holds = ("holds", "classes");
    for (name, most) in [("b_link", 200), ("halt_exception", 46)] {
        let (code, all) = verdicts_of(name, most);
        let expected = told([holds, ("declined", ""), holds, ("declined", "")]);
        assert_eq!((code, all), (2, expected), "{name}");
    }
    // The reduced search is stopped, and what it has met has a run.
    let (code, all) = verdicts_of("io_manager_broken", 150);
    assert_eq!((code, &all[0]), (1, &told([("fails", "classes")])[0]));
}

#[test]
fn claims_say_what_they_rest_on() {
    let folder = folder();
    let result = |options: &str| {
        let answer = folder.run(&format!("check handed.prog --format json {options}"));
        assert_eq!(answer.code, 0, "{answer:?}");
        assert_valid(CHECK, &answer)["results"][0].clone()
    };
    let theorems = |result: &Value| {
        let all = result["claims"].as_array().unwrap();
        all.iter().map(|claim| claim["theorem"].as_str().map(str::to_owned)).collect::<Vec<_>>()
    };
    let searches = |result: &Value| {
        let all = result["searches"].as_array().unwrap();
        all.iter().map(|one| one["search"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let plain = result("");
    let [s3, s4, s5] = ["S3, persistent sets", "S4, section 5", "S5, Theorem 1"].map(str::to_owned);
    assert_eq!(theorems(&plain), [Some(s4.clone()), Some(s4), Some(s3), None]);
    assert_eq!(searches(&plain), ["locksets", "deadlocks", "every_state"]);
    let owned = result("--reading repaired");
    assert_eq!(theorems(&owned), vec![Some(s5); 4]);
    assert_eq!(searches(&owned), ["exclusive_access"]);
    // Races of two reads are looked for by locksets only.
    let reads = "thread main { b := new Box; fork other; x := b.n }\nthread other { y := b.n }\n";
    let folder = Folder::new().with("reads.prog", reads);
    let answer = folder.run("check reads.prog --reading repaired --all-conflict --format json");
    assert_eq!(decided(&answer)[1], told([("fails", "locksets")])[0], "{answer:?}");
}

#[test]
fn several_workers_give_the_answer_of_one() {
    let folder = Folder::new()
        .with("b_link.prog", include_str!("../../examples/b_link.prog"))
        .with("io_manager_broken.prog", include_str!("../../examples/io_manager_broken.prog"));
    for options in ["--reading repaired", "--granularity reduced", "--reading none"] {
        let line = format!("check b_link.prog io_manager_broken.prog {options} --format json");
        let results = |workers: &str| {
            let answer = folder.run(&format!("{line} {workers}"));
            assert_eq!(answer.code, 1, "{answer:?}");
            assert_valid(CHECK, &answer)["results"].clone()
        };
        assert_eq!(results("--workers 3"), results(""), "{options}");
    }
}
