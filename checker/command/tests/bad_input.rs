//! The answer to any input is a verdict or a clear error, never a panic, a hang or a stack overflow.

use std::process::Stdio;

use crate::common::{Folder, command};

const LAW: &str = "theory Law\naction x, y\n\nlemma (1) ours: x <= x*\n";
const PROOF: &str =
    "proofs of Law\n\nlemma (1): x <= x*\nproof\n    x\n  <= {(regular algebra)}\n    x*\nqed\n";

fn law() -> Folder {
    Folder::new().with("law.oa", LAW).with("law.oap", PROOF)
}

#[test]
fn numbers_are_asked_for_in_words() {
    let folder = Folder::new();
    for (line, wanted) in [
        ("simulate a.sys --steps x", "expected a whole number such as 20"),
        ("models --states -- 3.5", "expected a whole number"),
        ("models --states 99999999999999999999999", "expected a whole number such as 20"),
        ("check a.sys --workers 0", "expected a whole number from 1 to 64"),
        ("decide x --search-states 5", "expected a whole number from 1 to 4"),
        ("prove 24 --max-states 0", "expected a whole number, at least 1"),
        ("models --timeout soon", "expected a number of seconds such as 10 or 0.5"),
    ] {
        let line = line.replace(" -- ", "=");
        let answer = folder.run(&line);
        assert_eq!(answer.code, 3, "{line}: {}", answer.err);
        assert!(answer.err.contains(wanted), "{line}: {}", answer.err);
    }
}

#[test]
fn files_that_are_not_there_are_named_alike() {
    let folder = Folder::new().with("lecture.md", "# A lecture\n");
    for line in [
        "prove lectures.oa",
        "check lectures.sys",
        "notebook check lectures.md",
        "verify lectures.cert",
        "report lectures.oa",
    ] {
        let answer = folder.run(line);
        assert_eq!((answer.code, answer.codes()), (3, vec!["E0001"]), "{line}: {}", answer.err);
        assert!(answer.err.contains("there is no file `lectures."), "{line}: {}", answer.err);
    }
    let answer = folder.run("notebook check lectures.md");
    assert!(answer.err.contains("did you mean `lecture.md`?"), "{}", answer.err);
}

#[test]
fn exit_codes() {
    let folder = law();
    for (arguments, code) in [
        ("", 0),
        ("prove", 0),
        ("prove law.oa law.oap", 0),
        ("prove .", 0),
        ("prove 24", 0),
        ("prove law.oa", 1),
        ("prove --deny-warnings 24", 0),
        ("prove law.oa law.oap --max-states 1", 2),
        ("prove no-such-file.oa", 3),
        ("prove 99", 3),
        ("prove --no-such-flag", 3),
        ("no-such-verb", 3),
        ("prove --max-states 0", 3),
        ("prove --format yaml", 3),
        ("explain E9999", 3),
        ("--help", 0),
        ("--version", 0),
        ("help prove", 0),
    ] {
        let answer = folder.run(arguments);
        assert_eq!(answer.code, code, "{arguments}: {answer:?}");
        assert!(!answer.err.contains("panic"), "{answer:?}");
    }
}

#[test]
fn a_panic_is_our_own_bug() {
    let exit = reductio_command::run::guarded(|| panic!("a test"));
    assert_eq!(exit.code(), 70);
    assert_eq!(reductio_command::run::guarded(|| reductio::Exit::Declined).code(), 2);
}

#[test]
fn warnings_can_be_denied() {
    let folder = Folder::new();
    folder.run("explain W0301 --save example");
    let answer = folder.run("prove example");
    assert_eq!((answer.code, answer.codes()), (0, vec!["W0301"]));
    let answer = folder.run("prove example --deny-warnings");
    assert_eq!((answer.code, answer.codes()), (1, vec!["W0301"]));
}

#[test]
fn ten_megabytes() {
    let folder = law().with("big.oa", "-- a line\n".repeat(1 << 20));
    let answer = folder.run("prove big.oa");
    assert_eq!((answer.code, answer.codes()), (3, vec!["E0101"]));
    assert!(answer.err.contains("10485760 bytes"), "{answer:?}");
    // What to do depends on the kind of the file.
    let folder = folder.with("big.sys", " ".repeat(2 << 20)).with("big.md", " ".repeat(2 << 20));
    for (command, said, unsaid) in [
        ("prove big.oa", "a theory can extend another", "thread"),
        ("check big.sys", "declares many threads at once", "theory"),
        ("notebook check big.md", "split the notebook", "theory"),
    ] {
        let answer = folder.run(command);
        assert_eq!((answer.code, answer.codes()), (3, vec!["E0101"]), "{answer:?}");
        assert!(answer.err.contains(said) && !answer.err.contains(unsaid), "{answer:?}");
    }
    let answer = folder.run_with(&["prove", "-"], Some(&vec![b' '; 10 << 20]));
    assert_eq!((answer.code, answer.codes()), (3, vec!["E0101"]));
}

#[test]
fn faults_without_number() {
    // As many faults as fit: shown in part, counted in full, in time linear in their number.
    let folder = law().with("many.oa", "theory Many\n".to_owned() + &"& ".repeat(200_000));
    let answer = folder.run("prove many.oa");
    assert_eq!((answer.code, answer.codes().len()), (3, 50));
    assert!(answer.err.contains("199950 more"), "{}", &answer.err[answer.err.len() - 200..]);
    let answer = folder.run("prove many.oa --format json");
    assert_eq!(answer.json()["errors"].as_array().unwrap().len(), 200_000);
}

#[test]
fn not_utf8() {
    let folder = law().with("bad.oa", b"theory Law\naction x\n-- \xff\n");
    let answer = folder.run("prove bad.oa law.oap");
    assert_eq!((answer.code, answer.codes()), (3, vec!["E0102"]), "{answer:?}");
    assert!(answer.err.contains("bad.oa:3:4"), "{answer:?}");
}

#[test]
fn deep_nesting() {
    for (open, close) in [("(", ")"), ("[", "]"), ("!", ""), ("{", "}")] {
        let term = open.repeat(100_000) + "x" + &close.repeat(100_000);
        let folder = Folder::new()
            .with("deep.oa", format!("theory Deep\naction x\nlemma (1) ours: {term} <= x\n"))
            .with("law.oa", LAW)
            .with("deep.oap", PROOF.replace("    x\n", &format!("    {term}\n")));
        let answer = folder.run("prove deep.oa");
        assert_eq!(answer.code, 3, "{open}: {answer:?}");
        let answer = folder.run("prove law.oa deep.oap");
        assert_eq!(answer.code, 3, "{open}: {answer:?}");
    }
}

#[test]
fn folders_and_missing_and_empty_files() {
    let folder = law().with("empty.oa", "").with("empty.oap", " \n").with("notes.txt", "notes");
    std::fs::create_dir(folder.path().join("nothing")).unwrap();
    for (arguments, codes) in [
        ("prove nothing", vec!["E0003"]),
        ("prove nothing/law.oa", vec!["E0001"]),
        ("prove lew.oa", vec!["E0001"]),
        ("prove empty.oa", vec!["E0104"]),
        ("prove empty.oap", vec!["E0104"]),
        ("prove notes.txt", vec!["E0004"]),
        ("prove law.oa/law.oa", vec!["E0002"]),
        // `99` may be in what cannot be read.
        ("prove empty.oa lew.oa notes.txt 99 law.oa law.oap", vec!["E0001", "E0004", "E0104"]),
    ] {
        let answer = folder.run(arguments);
        assert_eq!((answer.code, answer.codes()), (3, codes), "{arguments}: {answer:?}");
    }
    assert!(folder.run("prove lew.oa").err.contains("did you mean `law.oa`?"));
}

#[test]
fn a_script_with_faults_is_not_also_a_missing_proof() {
    let folder = law().with("bad.oap", PROOF.replace("qed", "}"));
    for (arguments, code) in [("prove law.oa bad.oap", "E0104"), ("prove law.oa lew.oap", "E0001")]
    {
        let answer = folder.run(arguments);
        assert_eq!((answer.code, answer.codes()), (3, vec![code]), "{answer:?}");
        assert_eq!(answer.out, "");
    }
}

#[test]
fn standard_input() {
    let folder = law();
    let script = folder.run_with(&["prove", "law.oa", "-"], Some(PROOF.as_bytes()));
    assert_eq!(script.code, 0, "{script:?}");
    let statements = folder.run_with(&["prove", "-", "law.oap", "-"], Some(LAW.as_bytes()));
    assert_eq!(statements.code, 0, "{statements:?}");
    let neither = folder.run_with(&["prove", "-"], Some(b"(x + y)*\n"));
    assert_eq!((neither.code, neither.codes()), (3, vec!["E0004"]));
    let nothing = folder.run("prove -");
    assert_eq!((nothing.code, nothing.codes()), (3, vec!["E0004"]));
}

#[test]
fn a_file_named_twice_is_read_once() {
    let answer = law().run("prove law.oa ./law.oa . law.oap");
    assert_eq!(answer.code, 0, "{answer:?}");
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let mut child = command()
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    drop(child.stdout.take());
    let answer = child.wait_with_output().unwrap();
    assert_eq!((answer.status.code(), answer.stderr), (Some(0), Vec::new()));
}

#[test]
fn the_answer_is_the_same_each_time_and_has_no_colours() {
    let folder = Folder::new();
    let first = folder.run("--all");
    assert!(!first.out.contains('\u{1b}') && !first.out.contains(" ms"), "{}", first.out);
    assert_eq!(folder.run("--all").out, first.out);
    // The main job with all its tables is the proofs, lemmas of the libraries counted, then the models.
    let [proofs, counts, models] = ["S5, Theorem 1", "more statements hold", "in all systems"]
        .map(|part| first.out.find(part).unwrap_or_else(|| panic!("{part}: {}", first.out)));
    assert!(proofs < counts && counts < models);
    assert!(!first.out.contains("(sliding)") && folder.run("prove").out.contains("(sliding)"));
    let all = folder.run("prove --format json").out;
    assert_eq!(folder.run("prove --format json").out, all);
}

#[test]
fn the_report_fits_its_page() {
    let explained = &["prove", "--explain", "32", "--explain", "38"][..];
    let widths =
        [(40, explained), (60, &["prove"]), (60, explained), (100, &["prove"]), (200, explained)];
    for (width, arguments) in widths {
        let output = command().args(arguments).env("COLUMNS", width.to_string()).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.lines().count() > 30, "{width}: {text}");
        // Below 60 columns some terms are wider than the page.
        for line in text.lines().filter(|_| width >= 60) {
            assert!(line.chars().count() <= width, "{width}: {line}");
            assert_eq!(line, line.trim_end(), "{width}: {line}");
        }
    }
}

/// (32) cites several statements that cite the same ones. All of these were given up and nothing was refuted, so the
/// answer is undecided.
#[test]
fn what_cites_only_what_was_given_up_is_undecided() {
    let answer = Folder::new().run("prove 32 --max-states 5");
    assert_eq!(answer.code, 2, "{answer:?}");
    assert!(answer.out.contains("declined") && !answer.out.contains("fails"), "{answer:?}");
    assert!(answer.codes().iter().all(|code| *code == "E0317"), "{answer:?}");
}

#[test]
fn texts_that_are_not_what_they_look_like_are_told() {
    let statements = |names: &str, comment: &str| {
        format!("theory Law\naction {names}\n\n-- {comment}\nlemma (1) ours: x <= x*\n")
    };
    let folder = law()
        .with("plain.oa", statements("x, o, v", "nothing to see"))
        .with("nu.oa", statements("x, v, ν", "two letters"))
        .with("turned.oa", statements("x, y", "\u{202e}ours\u{202c}"))
        .with("line.oa", statements("x, y", "one\u{2028}two"))
        .with("other.oa", "theory S5\naction x\n\nlemma (1) ours: x <= x*\n")
        .with("a.sys", "thread t {\n  skip -- \u{2066}release\u{2069}\n}\n");
    for (line, codes) in [
        ("prove plain.oa law.oap", vec![]),
        ("prove nu.oa law.oap", vec!["W0102"]),
        ("prove turned.oa law.oap", vec!["W0101", "W0101"]),
        ("prove line.oa law.oap", vec!["W0101"]),
        ("prove other.oa", vec!["W0006"]),
        ("models turned.oa", vec!["W0101", "W0101"]),
        ("decide nu.oa \"x** = x*\"", vec!["W0102"]),
        ("prove line.oa --formula \"x** = x*\"", vec!["W0101"]),
        ("export coq line.oa law.oap", vec!["W0101"]),
        ("export tptp line.oa 1", vec!["W0101"]),
        ("verify none.cert --statements other.oa", vec!["W0006"]),
        ("check a.sys", vec!["W0101", "W0101"]),
    ] {
        let answer = folder.run(line);
        let warned: Vec<_> = answer.codes().into_iter().filter(|c| c.starts_with('W')).collect();
        assert_eq!(warned, codes, "{line}: {}", answer.err);
        assert!(
            !answer.err.contains(['\u{202e}', '\u{2028}', '\u{2066}']),
            "{line}: {}",
            answer.err
        );
    }
}
