//! The verbs about systems answer any input with a verdict or a clear error, never with a panic or a hang.

use std::time::{Duration, Instant};

use crate::common;
use crate::common::{Answer, Folder, assert_valid, words};

const GOOD: &str = include_str!("cmd/systems.in/counter.sys");

/// A system with more states than any search gets through.
const HUGE: &str = "\
type Index = 0 .. 19
var x[i : Index] : 0 .. 9
thread t[i : Index] { loop { x[i] := any; x[(i + 1) mod 20] := any } }
";

fn folder() -> Folder {
    Folder::new()
        .with("good.sys", GOOD)
        .with("law.oa", "theory Law\naction x\n")
        .with("huge.sys", HUGE)
}

/// Asserts that the command is refused with this code and this message.
fn refused(folder: &Folder, arguments: &str, code: &str, said: &str) {
    let answer = folder.run_with(&words(arguments), None);
    assert_eq!((answer.code, answer.codes()), (3, words(code)), "{arguments}: {answer:?}");
    assert!(answer.err.contains(said), "{arguments}: {answer:?}");
    assert_eq!(answer.out, "", "{arguments}");
}

#[test]
fn files() {
    let folder = folder()
        .with("empty.sys", "")
        .with("none.sys", "var x : bool\n")
        .with("bad.sys", b"-- \xff\n");
    std::fs::create_dir(folder.path().join("nothing")).unwrap();
    for verb in ["check", "compare", "validate", "simulate", "explain", "replay --steps none"] {
        let (verb, options) = verb.split_once(' ').unwrap_or((verb, ""));
        for (file, code, said) in [
            ("god.sys", "E0001", "did you mean `good.sys`?"),
            ("good.sys/x.sys", "E0002", "cannot read"),
            ("nothing/", "E0003", "has no `.sys` "),
            ("law.oa", "E0018", "system of threads"),
            ("empty.sys", "E0619", "has no thread"),
            ("none.sys", "E0619", "has no thread"),
            ("bad.sys", "E0102", "bad.sys:1:4"),
        ] {
            refused(&folder, &format!("{verb} {file} {options}"), code, said);
        }
    }
    refused(&folder, "prove good.sys", "E0018", "`reductio check` explores systems and programs");
    refused(&folder, "models good.sys", "E0018", "system of threads");
    refused(&folder, "check law.oa", "E0018", "`reductio prove` reads");
    let big = folder.with("big.sys", GOOD.to_owned() + &" ".repeat(1 << 20));
    refused(&big, "check big.sys", "E0101", "more than the limit");
}

#[test]
fn files_of_another_kind_are_told_by_name_or_by_what_they_say() {
    let trace = "T1|acq(m)|First:1\nT1|rel(m)|First:2\n";
    let folder = folder()
        .with("run.std", trace)
        .with("run.txt", trace)
        .with("Main.java", "class Main { }\n")
        .with("law.cert", "reductio certificate 1\n")
        .with("law.txt", "reductio certificate 1\n");
    for (arguments, is, help) in [
        ("check run.std", "the trace of an execution", "`reductio race run.std`"),
        ("check run.txt", "the trace of an execution", "`reductio race run.txt`"),
        ("simulate run.std", "the trace of an execution", "`reductio race run.std`"),
        ("simulate Main.java", "a Java program", "`reductio check Main.java`"),
        ("prove Main.java law.oa", "a Java program", "`reductio check Main.java`"),
        ("check law.cert", "a certificate", "`reductio verify law.cert`"),
        ("validate law.txt", "a certificate", "`reductio verify law.txt`"),
        ("race good.sys", "a system of threads", "`reductio check good.sys`"),
        ("race law.oa", "a file of statements or proofs", "`reductio prove law.oa`"),
        ("verify good.sys", "a system of threads", "`reductio check good.sys`"),
        ("verify run.std", "the trace of an execution", "`reductio race run.std`"),
    ] {
        refused(&folder, arguments, "E0018", is);
        assert!(folder.run(arguments).err.contains(help), "{arguments}");
    }
}

#[cfg(unix)]
#[test]
fn only_regular_files_are_read() {
    const WHY: &str = "no regular file";
    let folder = folder();
    for name in ["pipe.sys", "pipe.prog", "pipe.std", "pipe.class", "pipe.jar"] {
        let pipe = folder.path().join(name);
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    }
    std::os::unix::fs::symlink("/dev/zero", folder.path().join("zero.sys")).unwrap();
    for name in ["pipe.sys", "zero.sys", "pipe.prog"] {
        refused(&folder, &format!("check {name}"), "E0002", WHY);
    }
    for name in ["pipe.class", "pipe.jar"] {
        refused(&folder, &format!("check {name}"), "E1201", WHY);
    }
    refused(&folder, "replay good.sys --run pipe.prog", "E0002", WHY);
    refused(&folder, "verify pipe.std", "E0002", WHY);
}

#[test]
fn standard_input() {
    let folder = folder();
    let answer = folder.run_with(&["check", "-"], Some(GOOD.as_bytes()));
    assert_eq!((answer.code, &*answer.err), (0, ""), "{answer:?}");
    let stuck = include_str!("cmd/systems.in/stuck.sys");
    let answer = folder.run_with(&["check", "-"], Some(stuck.as_bytes()));
    assert!(answer.code == 1 && answer.out.contains("reductio replay - --steps "), "{answer:?}");
    let answer = folder.run_with(&["check", "-"], Some(b"thread t { x := 1 }\n"));
    assert_eq!((answer.code, answer.codes()), (3, vec!["E0607"]), "{answer:?}");
    assert!(answer.err.contains("<stdin>:1:12"), "{answer:?}");
    let answer = folder.run_with(&["check", "-"], Some(b""));
    assert_eq!((answer.code, answer.codes()), (3, vec!["E0619"]), "{answer:?}");
    let answer = folder.run_with(&["check", "-"], Some(b"theory Law\n"));
    assert_eq!((answer.code, answer.codes()), (3, vec!["E0018"]), "{answer:?}");
}

#[test]
fn all_faults_of_all_files_in_one_run() {
    let folder =
        folder().with("bad.sys", "thread t { x := 1; y := 2 }\n").with("bad2.sys", "const N 3\n");
    let answer = folder.run("check bad.sys good.sys god.sys bad2.sys");
    assert_eq!(answer.codes(), ["E0001", "E0607", "E0607", "E0603"], "{answer:?}");
    // What can be read is checked all the same.
    assert!(answer.code == 3 && answer.out.starts_with("good: 2 threads"), "{answer:?}");
}

#[test]
fn constants_properties_and_names() {
    let folder = folder();
    for (arguments, code, said) in [
        ("--const USER=3", "E0612", "did you mean `USERS`?"),
        ("--const USERS=-1", "E0618", "the range 0 .. -1 is empty"),
        ("--const USERS=65", "E0633", "65 threads"),
        ("--const USERS=2147483648", "E0606", "--const USERS=2147483648"),
        ("--const USERS=1 --const USERS=2", "E0608", "--const USERS"),
        ("--property \"user[1] at M\"", "E0610", "--> --property:1:12"),
        ("--property \"count < \"", "E0603", "--> --property:1:8"),
        ("--property \"count\"", "E0614", "expected a truth value"),
        ("--property \"6 div count > 1\"", "E0622", "divisor may be 0"),
        ("--demote cuont", "E0691", "did you mean `count`?"),
        ("--demote m", "E0691", "no protected variable `m`"),
    ] {
        for verb in ["check", "compare", "validate", "simulate", "explain"] {
            refused(&folder, &format!("{verb} good.sys {arguments}"), code, said);
        }
        refused(&folder, &format!("replay good.sys --steps none {arguments}"), code, said);
    }
    for (arguments, said) in [
        ("check", "required"),
        ("check --demote good.sys", "names of protected variables"),
        ("check --demote ./good.sys", "`--demote-outside` takes none"),
        ("check good.sys --demote", "a value is required"),
        ("check good.sys --demote count --demote-outside", "cannot be used with"),
        ("check good.sys --const USERS", "USERS=3"),
        ("check good.sys --const USERS=many", "USERS=3"),
        ("check good.sys --const USERS=99999999999999999999", "USERS=3"),
        ("check good.sys --workers 0", "from 1 to 64"),
        ("check good.sys --timeout 0", "number of seconds"),
        ("check good.sys --timeout -1", "expected a number of seconds such as 10"),
        ("check good.sys --memory -1", "expected a whole number such as 20"),
        ("check good.sys --workers -2", "from 1 to 64"),
        ("check good.sys --compare --unreduced", "cannot be used with"),
        ("compare", "required"),
        ("check good.sys --search sss+slep", "did you mean `sleep`?"),
        ("check good.sys --search sss --unreduced", "cannot be used with"),
        ("check good.sys --search sss --certificate c.json", "cannot be used with"),
        ("compare good.sys --searches reduce", "did you mean `reduced`?"),
        ("compare good.sys --searches sss+slep", "did you mean `sleep`?"),
        ("compare good.sys --searches reduced+sleep", "`composed` takes parts"),
        ("compare good.sys --searches sss-cyc+source", "executions that are cut"),
        ("compare good.sys --searches unreduced+dynamic", "followed twice"),
        ("compare good.sys --searches sss+sleep+conditional", "one of sleep and conditional"),
        ("compare good.sys --searches good.sys", "they begin with unreduced"),
        ("compare good.sys --searches ,", "there is no search ``"),
        ("compare good.sys --depth 0", "at least 1"),
        ("compare good.sys --max-executions 0", "at least 1"),
        ("replay good.sys", "required"),
        ("replay good.sys --steps 1", "0.3,1.2"),
        ("replay good.sys --steps 0.0 --run run.json", "cannot be used with"),
    ] {
        let answer = folder.run(arguments);
        assert!(answer.code == 3 && answer.err.contains(said), "{arguments}: {answer:?}");
    }
    refused(&folder, "explain good.sys --save there", "E0016", "`--save`");
    refused(&folder, "simulate .", "E0016", "2 systems");
}

#[test]
fn runs_that_are_none_of_the_system() {
    let folder = folder().with("stuck.sys", include_str!("cmd/systems.in/stuck.sys"));
    let run = folder.run("simulate good.sys --seed 1 --format json").out;
    let folder = folder
        .with("cut.json", &run[..run.len() / 2])
        .with("text.json", "1 2 3")
        .with("other.json", "{\"tool\": \"another\"}")
        .with("changed.json", run.replace("\"transition\": 0", "\"transition\": 1"))
        .with("run.json", &run);
    assert_eq!(folder.run("replay good.sys --run run.json").code, 0);
    for (arguments, code, said) in [
        ("good.sys --steps 2.0", "E0694", "no thread with the number 2"),
        ("good.sys --steps 0.99", "E0694", "no transition 99"),
        ("good.sys --steps 0.0,0.0", "E0694", "step 2"),
        ("good.sys --steps 0.0,1.0", "E0694", "owned by user[1]"),
        ("good.sys --run cut.json", "E0694", "breaks off"),
        ("good.sys --run text.json", "E0694", "no run"),
        ("good.sys --run other.json", "E0694", "no run"),
        ("good.sys --run changed.json", "E0694", "step 1"),
        ("good.sys --run nothing.json", "E0001", "there is no file `nothing.json`"),
        ("stuck.sys --run run.json", "E0694", "one of `good`"),
        ("good.sys --const USERS=3 --run run.json", "E0694", "has"),
        ("good.sys --demote count --run run.json", "E0694", "treated as open"),
    ] {
        refused(&folder, &format!("replay {arguments}"), code, said);
    }
}

#[test]
fn faults_at_run_time_are_verdicts_with_a_run() {
    for (code, why) in [
        ("n := n + 1", "out of range"),
        ("a[n] := 1; n := (n + 1) mod 4", "there is no element 2"),
        ("x := 6 div n", "division by zero"),
        ("big := big * 2 + 1", "more than 32 bits"),
        ("up s", "maximum"),
        ("assert n < 0", "assert"),
        ("release m", "own"),
    ] {
        let text = format!(
            "var n : 0 .. 3\nvar x : 0 .. 9\nvar big : 0 .. 2147483646 = 2000000000\nvar a[i : 0 .. 1] : bool\n\
             semaphore s = 1 max 1\nlock m\nthread t {{ loop {{ {} }} }}\n",
            code.replace("a[n] := 1", "a[n] := true")
        );
        let folder = Folder::new().with("fails.sys", text);
        let answer = folder.run("check fails.sys");
        assert_eq!((answer.code, &*answer.err), (1, ""), "{code}: {answer:?}");
        assert!(answer.out.contains("  fails     no thread fails\n"), "{code}: {answer:?}");
        assert!(answer.out.contains(why), "{code}: {answer:?}");
        // The printed command shows the same end.
        let (report, replay) = answer.out.rsplit_once("reductio replay").unwrap();
        let end = report.trim_end().lines().last().unwrap();
        let again = folder.run(&format!("replay {}", replay.lines().next().unwrap()));
        assert!(again.code == 0 && again.out.contains(end), "{end}: {again:?}");
    }
}

/// The number of states that a report names.
fn states(text: &str) -> u64 {
    let line = text.lines().find(|line| line.contains("ended early: ")).expect("statistics");
    let number = line.split("ended early: ").nth(1).and_then(|rest| rest.split(' ').next());
    number.unwrap().replace(',', "").parse().unwrap()
}

#[test]
fn limits_end_with_what_is_known() {
    let folder = folder();
    for order in ["", "--unreduced", "--depth-first", "--workers 1"] {
        for (limit, why) in [
            ("--max-states 1000", "--max-states"),
            ("--memory 1", "--memory"),
            ("--timeout 0.2", "ended before"),
        ] {
            let answer = folder.run(&format!("check huge.sys {order} {limit}"));
            assert_eq!((answer.code, &*answer.err), (2, ""), "{order} {limit}: {answer:?}");
            assert!(
                answer.out.contains("  declined  no total deadlock\n"),
                "{order} {limit}: {answer:?}"
            );
            assert!(answer.out.contains(why) && states(&answer.out) > 0, "{answer:?}");
        }
    }
    let answer = folder.run("check huge.sys --max-states 1000 --format json");
    let json = assert_valid(include_str!("../../schemas/check.schema.json"), &answer);
    assert_eq!((answer.code, &json["results"][0]["verdict"]), (2, &"declined".into()));
    let answer = folder.run("validate huge.sys");
    assert_eq!((answer.code, answer.codes()), (2, vec!["E0693"]), "{answer:?}");
    let answer = folder.run("check huge.sys --guess-locks --max-states 1000");
    assert_eq!(answer.code, 2, "{answer:?}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_search_says_what_it_knows() {
    let folder = folder();
    // Later each time, until the search is on its way: before the process is ready, a signal ends it as any other.
    let mut delay = Duration::from_millis(10);
    let answer = loop {
        let child = folder.start(&["check", "huge.sys"]);
        std::thread::sleep(delay);
        common::signal(child.id(), "INT");
        let asked = Instant::now();
        let output = child.wait_with_output().unwrap();
        assert!(asked.elapsed() < Duration::from_secs(10), "{:?}", asked.elapsed());
        if output.status.code().is_some() {
            let answer = Answer::from(output);
            assert_eq!((answer.code, &*answer.err), (2, ""), "{answer:?}");
            if answer.out.contains("ended early: ") && states(&answer.out) > 1 {
                break answer;
            }
        }
        delay *= 2;
    };
    assert!(answer.out.contains("the search was ended before it was complete"), "{answer:?}");
}
