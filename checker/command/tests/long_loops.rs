//! An input for every loop that can run long (this crate's README, "Limits"): the time limit ends it, and so does
//! Ctrl-C, with exit code 2 and with what is known. Without an end each input takes minutes, or for ever. The bounds
//! are generous, for busy machines.

#![cfg(target_os = "linux")]

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::{Answer, Folder, children, command, signal, status_of, words};
use serde_json::json;

/// The time in which runs must end that are told to end after a second, or at once; a busy machine takes a little
/// longer.
const PATIENCE: Duration = Duration::from_secs(10);

/// A system with more states than any search gets through.
const HUGE: &str = "\
type Index = 0 .. 19
var x[i : Index] : 0 .. 9
thread t[i : Index] { loop { x[i] := any; x[(i + 1) mod 20] := any } }
";

/// A system with a hundred million states in which a search begins.
const START: &str = "\
var go : bool
thread t[i : 0 .. 7] { local k : 0 .. 9; k := any; A: await go then { go := true }; B: assert k < 10 }
";

/// Text of a thread with a thousand million invisible steps.
const COUNTING: &str = "\
while a < 999 {
  while b < 999 { while c < 999 { c := c + 1 }; c := 0; b := b + 1 }
  b := 0; a := a + 1
}
";

/// A system with these steps, before any visible step, or after one.
fn invisible(first: &str) -> String {
    let locals = "local a : 0 .. 999; local b : 0 .. 999; local c : 0 .. 999";
    format!("var x : 0 .. 1\nthread t {{ {locals}\n{first}\n{COUNTING}B: x := 0 }}\n")
}

/// A system with states of four thousand bytes.
const WIDE: &str = "\
var x[i : 0 .. 999] : 0 .. 2147483646
thread t[i : 0 .. 1] { local k : 0 .. 999; loop { k := any; A: x[k] := x[k] + 1 } }
";

/// The text of `(x + y)* x (x + y)^n x + (x + y)* y (x + y)^n y`: an automaton for it has to remember which of the last
/// letters were x.
fn repeated(n: usize) -> String {
    let around = |letter: &str| {
        let mut out = format!("(x + y)* {letter}");
        (0..n).for_each(|_| out += " (x + y)");
        out + " " + letter
    };
    format!("{} + {}", around("x"), around("y"))
}

/// An inclusion whose decision takes `2^n` states.
fn hard(n: usize) -> String {
    let all = vec!["(x + y)"; n + 2].join(" ");
    format!("{all} <= {}", repeated(n))
}

/// A theory of this many hard lemmas, and its script.
fn lemmas(count: usize) -> (String, String) {
    let (mut law, mut script) =
        ("theory Law\naction x, y\n".to_owned(), "proofs of Law\n".to_owned());
    let all = vec!["(x + y)"; 24].join(" ");
    for k in 1..=count {
        let _ = writeln!(law, "lemma ({k}) ours: {}", hard(22));
        let _ = write!(
            script,
            "lemma ({k}): {}\nproof\n    {all}\n  <= {{(regular algebra)}}\n    {}\nqed\n",
            hard(22),
            repeated(22)
        );
    }
    (law, script)
}

/// A theory of one lemma, and a script that searches for its proof. Each two letters almost commute, so that searches
/// make words without end.
fn searched(n: usize) -> (String, String) {
    let letters: Vec<String> = (0..n).map(|k| format!("x{k}")).collect();
    let mut lemma = String::new();
    for j in 1..n {
        for i in 0..j {
            let _ = write!(lemma, "x{j} x{i} <= x{i} x{j} + x{} x{} => ", (i + 1) % n, (j + 1) % n);
        }
    }
    let (left, right) = (format!("({})*", letters.join(" + ")), letters.join("* ") + "*");
    let _ = write!(lemma, "{left} <= {right}");
    (
        format!("theory Long\naction {}\nlemma (1) ours: {lemma}\n", letters.join(", ")),
        format!(
            "proofs of Long\nlemma (1): {lemma}\nproof\n    {left}\n  <= {{(auto)}}\n    {right}\nqed\n"
        ),
    )
}

fn folder() -> Folder {
    let (wanted, search) = searched(9);
    let (law, script) = lemmas(1);
    let (many, scripts) = lemmas(400);
    let mut notebook = "# Long\n\n```{code-cell} reductio\nsystem huge\n".to_owned();
    let _ = write!(notebook, "{HUGE}```\n\n```{{code-cell}} reductio\ncheck huge\n```\n");
    notebook += "\n```{code-cell}\n-- Exercise 1\nanswer 1\n```\n";
    notebook += "\n```{code-cell}\nexercise 1\nholds: check huge\n```\n";
    Folder::new()
        .with("huge.sys", HUGE)
        .with("start.sys", START)
        .with("invisible.sys", invisible("A: x := 1"))
        .with("first.sys", invisible(""))
        .with("wide.sys", WIDE)
        .with("law.oa", law)
        .with("law.oap", script)
        .with("many.oa", many)
        .with("many.oap", scripts)
        .with("wanted.oa", wanted)
        .with("search.oap", search)
        .with("long.md", notebook)
}

/// Runs a command that must end by itself when its time is up.
fn timed(folder: &Folder, line: &str) -> Answer {
    let start = Instant::now();
    let mut arguments = words(line);
    arguments.extend(["--timeout", "1"]);
    let answer = folder.run_with(&arguments, None);
    assert!(start.elapsed() < PATIENCE, "{line}: {:?}", start.elapsed());
    assert_eq!(answer.code, 2, "{line}: {answer:?}");
    answer
}

/// Runs a command and presses Ctrl-C when it has worked for some tenths of a second.
fn interrupted(folder: &Folder, line: &str) -> Answer {
    let child = folder.start(&words(line));
    while processor_time(child.id()).is_some_and(|ticks| ticks < 30) {
        std::thread::yield_now();
    }
    signal(child.id(), "INT");
    let asked = Instant::now();
    let answer = Answer::from(child.wait_with_output().unwrap());
    assert!(asked.elapsed() < PATIENCE, "{line}: {:?}", asked.elapsed());
    assert_eq!(answer.code, 2, "{line}: {answer:?}");
    answer
}

/// The hundredths of a second that a process and those that it has started have worked, or `None` if it has ended.
fn processor_time(process: u32) -> Option<u64> {
    let workers = children(process).into_iter().filter_map(processor_time);
    let fields = status_of(process)?;
    let ticks = fields[11].parse::<u64>().ok()? + fields[12].parse::<u64>().ok()?;
    Some(ticks + workers.sum::<u64>())
}

/// Ends a command both ways, and asserts that it says one of these texts (between bars) each time. On a busy machine
/// the watchdog may be sooner than the answer, and says so: bound and exit code are kept all the same.
fn ends(line: &str, said: &str) {
    let folder = folder();
    for answer in [timed(&folder, line), interrupted(&folder, line)] {
        let has = |text: &str| said.split('|').any(|said| text.contains(said));
        let is_given_up = answer.err.contains("and was given up");
        assert!(has(&answer.out) || has(&answer.err) || is_given_up, "{line}: {answer:?}");
    }
}

#[test]
fn searches() {
    for options in ["", "--unreduced", "--depth-first", "--workers 1", "--guess-locks"] {
        ends(&format!("check huge.sys {options}"), "declined  no total deadlock");
    }
}

#[cfg(feature = "cluster")]
#[test]
fn searches_by_several_processes() {
    for options in ["--processes 2", "--processes 2 --unreduced"] {
        ends(&format!("check huge.sys {options}"), "declined  no total deadlock");
    }
}

#[test]
fn states_in_which_a_search_begins() {
    for options in ["--workers 1", "--workers 2", "--depth-first"] {
        ends(&format!("check start.sys {options}"), "declined  no total deadlock");
    }
}

#[test]
fn invisible_steps() {
    for options in ["--workers 1", "--workers 2", "--depth-first"] {
        for file in ["invisible.sys", "first.sys"] {
            ends(&format!("check {file} {options}"), "declined  no total deadlock");
        }
    }
}

#[test]
fn comparisons() {
    for search in ["unreduced", "unreduced+sleep", "reduced", "composed+persistent"] {
        ends(&format!("compare huge.sys --searches {search}"), "W0003");
    }
    for search in ["sss", "sss+source+sleep", "if-sss-cyc", "composed-sss"] {
        let limits = "--max-executions 100000000000 --depth 1000";
        ends(&format!("compare huge.sys --searches {search} {limits}"), "W0003");
    }
    for search in ["composed", "if-sss", "composed-sss+persistent+sleep"] {
        ends(&format!("compare invisible.sys --searches {search}"), "W0003");
    }
}

#[test]
fn programs_with_a_heap() {
    let text = "thread main { n := 0; loop { n := n + 1 } }";
    for (limit, said) in
        [("--timeout 1", "the run was ended early"), ("--memory 32", "the limit on memory")]
    {
        let start = Instant::now();
        let folder = Folder::new().with("counts.prog", text);
        let answer = folder.run(&format!("check counts.prog {limit}"));
        assert!(start.elapsed() < PATIENCE, "{limit}: {:?}", start.elapsed());
        assert_eq!(answer.code, 2, "{limit}: {answer:?}");
        assert!(answer.out.contains(said), "{limit}: {answer:?}");
    }
}

/// Hundreds of objects, each of which may refer to each other one.
fn tangle() -> String {
    let mut text = "thread main {\n  x := new C\n  y := x\n  loop {\n".to_owned();
    for _ in 0..900 {
        text += "    c := any 0 .. 2\n    if c == 0 { x := new C } else if c == 1 { y := x.f } else { x.f := y }\n";
    }
    text + "  }\n}\n"
}

#[test]
fn owned_and_protected_variables() {
    let folder = Folder::new().with("tangle.prog", tangle());
    for answer in [timed(&folder, "heap tangle.prog"), interrupted(&folder, "heap tangle.prog")] {
        let is_said = answer.out.contains("nothing is known") || answer.err.contains("W0003");
        assert!(is_said || answer.err.contains("and was given up"), "{answer:?}");
    }
}

#[test]
fn transition_systems_of_s2() {
    ends("reproduce s2 --all", "W0003");
}

/// A trace that never ends comes through a pipe.
#[test]
fn traces() {
    for options in ["", "--check", "--why x --compare"] {
        let start = Instant::now();
        let line = format!(
            "yes 'T1|w(x)|here' | {} race - --timeout 1 {options}",
            env!("CARGO_BIN_EXE_reductio")
        );
        let mut shell = Command::new("sh");
        let answer = Answer::from(shell.args(["-c", &line]).env("NO_COLOR", "1").output().unwrap());
        assert!(start.elapsed() < PATIENCE, "{line}: {:?}", start.elapsed());
        assert_eq!((answer.code, answer.codes()), (2, vec!["W0003"]), "{line}: {answer:?}");
        assert!(answer.out.contains("no race up to where the run was ended"), "{answer:?}");
    }
}

#[test]
fn state_graphs() {
    ends("states huge.sys --max-states 100000000", "W0003");
    ends("check huge.sys --html page.html", "declined  no total deadlock");
    ends("validate huge.sys --max-states 100000000", "E0693|W0003");
}

#[test]
fn decisions() {
    ends(
        &format!("decide --states 100000000 \"{}\"", hard(22)),
        "declined: the run was ended early",
    );
}

#[test]
fn replays() {
    ends("prove law.oa law.oap --max-states 4000000000", "E0320");
    for verb in ["prove", "export coq", "report"] {
        ends(&format!("{verb} many.oa many.oap"), "E0320");
    }
}

/// The searches behind `(auto)`, the last of which is by induction.
#[test]
fn searches_for_a_step() {
    ends("prove wanted.oa search.oap --max-states 4000000000", "E0320");
}

#[test]
fn models() {
    ends("models --states 4 --processes 6", "To be able to go on later");
    ends(
        "models --find \"x y z <= x y z T x y z\" --states 5 --evaluations 4000000000",
        ": no answer",
    );
}

#[test]
fn random_runs() {
    ends("simulate huge.sys --steps 1000000", "W0003");
    ends("test huge.sys --runs 1000000000", "W0003");
}

/// The language server looks for a step that it does not find, and its editor goes away, or it is interrupted. It has
/// no exit code then that anybody asks for, but it ends.
#[test]
fn the_language_server() {
    let (wanted, script) = searched(9);
    let folder = Folder::new().with("wanted.oa", wanted);
    let place = std::fs::canonicalize(folder.path()).unwrap();
    let uri = format!("file://{}/search.oap", place.display());
    let document =
        json!({ "uri": uri, "languageId": "reductio-oap", "version": 1, "text": script });
    let messages = [
        json!({ "id": 1, "method": "initialize", "params": { "processId": null, "capabilities": {} } }),
        json!({ "method": "initialized", "params": {} }),
        json!({ "method": "textDocument/didOpen", "params": { "textDocument": document } }),
    ];
    for is_interrupted in [false, true] {
        let mut server = command();
        server.arg("lsp").stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = server.spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        for message in &messages {
            let mut message = message.clone();
            message["jsonrpc"] = json!("2.0");
            let text = message.to_string();
            write!(input, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        }
        input.flush().unwrap();
        while processor_time(child.id()).is_some_and(|ticks| ticks < 30) {
            std::thread::yield_now();
        }
        let asked = Instant::now();
        if is_interrupted {
            // Not Ctrl-C: a shell lets what it runs in the background ignore that.
            signal(child.id(), "TERM");
        } else {
            drop(input);
        }
        assert!(!child.wait().unwrap().success());
        assert!(asked.elapsed() < PATIENCE, "{is_interrupted}: {:?}", asked.elapsed());
    }
}

#[test]
fn reports() {
    ends("report huge.sys", "W0003");
}

#[test]
fn notebooks() {
    ends("notebook check long.md", "W0003");
    ends("notebook grade long.md", "W0003");
}

#[test]
fn the_main_job() {
    let folder = folder();
    for arguments in [&["--timeout", "0.2"][..], &["report", "--timeout", "0.5"]] {
        let start = Instant::now();
        let answer = folder.run_with(arguments, None);
        assert!(start.elapsed() < PATIENCE, "{:?}", start.elapsed());
        assert_eq!(answer.code, 2, "{answer:?}");
    }
}

/// With few addresses or little memory the answer is "declined", and the process does not abort.
#[test]
fn memory() {
    let folder = folder();
    for (file, limit) in [("wide.sys", 400_000), ("start.sys", 220_000), ("invisible.sys", 220_000)]
    {
        for workers in [1, 2] {
            let line = format!(
                "ulimit -v {limit}; exec {} check {file} --workers {workers}",
                env!("CARGO_BIN_EXE_reductio")
            );
            let mut shell = Command::new("sh");
            let shell = shell.args(["-c", &line]).current_dir(folder.path()).env("NO_COLOR", "1");
            let answer = Answer::from(shell.output().unwrap());
            assert_eq!(answer.code, 2, "{line}: {answer:?}");
            assert!(answer.out.contains("declined  no total deadlock"), "{line}: {answer:?}");
        }
        let answer = folder.run(&format!("check {file} --memory 50"));
        assert_eq!(answer.code, 2, "{file}: {answer:?}");
        assert!(answer.out.contains("declined  no total deadlock"), "{file}: {answer:?}");
    }
}

/// The limit on states counts also the states in which a search begins, and those of invisible steps.
#[test]
fn limits_on_states() {
    let folder = folder();
    for file in ["start.sys", "invisible.sys", "first.sys"] {
        let mut answers = Vec::new();
        for options in ["--workers 1", "--workers 2", "--depth-first"] {
            let answer = folder.run(&format!("check {file} --max-states 5000 {options}"));
            assert_eq!(answer.code, 2, "{file} {options}: {answer:?}");
            assert!(answer.out.contains("more states than `--max-states` allows"), "{answer:?}");
            answers.push(answer.out);
        }
        if file == "start.sys" {
            // How many states begin is counted alike, and the same each time.
            assert!(answers[0].contains("5,001 visible states"), "{answers:?}");
            assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
        }
    }
    let start = Instant::now();
    let answer = folder.run("states huge.sys --max-states 10");
    assert_eq!((answer.code, answer.codes()), (2, vec!["E0695"]), "{answer:?}");
    assert!(start.elapsed() < PATIENCE, "{:?}", start.elapsed());
    let number = answer.err.split("at least ").nth(1).and_then(|rest| rest.split(' ').next());
    let number: usize = number.unwrap().parse().unwrap();
    assert!(number < 1_000, "{number} states were made to refuse more than 10");
}
