//! One mistake, one error: texts with one mistake each, as people make them, and what is said of them.
//! `mistakes/*.found` has the place, the message and the remedy of each, for a person to read;
//! `REDUCTIO_MISTAKES=overwrite cargo test -p reductio-command --test command mistakes::` writes these tables again.

use std::fmt::Write as _;
use std::path::Path;

use crate::common::{Answer, Folder};

const SYSTEMS: &str = include_str!("mistakes/systems.txt");
const STATEMENTS: &str = include_str!("mistakes/law.oa");
const SCRIPT: &str = include_str!("mistakes/law.oap");

/// A text that is right, what is written in its place, and in which file.
const PROOFS: [(&str, &str, &str); 27] = [
    ("oa", "x y <= y x => x z <= z x =>", "x y <= y x, x z <= z x =>"),
    ("oa", "x y <= y x => x z <= z x =>", "x y <= y x & x z <= z x =>"),
    ("oa", "x y <= y x => x z <= z x =>", "x y <= y x and x z <= z x =>"),
    ("oa", "x* y* => (x + y)*", "x*; y* => (x + y)*"),
    ("oa", "x* y* => (x + y)*", "x* y* -> (x + y)*"),
    ("oa", "x z <= z x =>", "!x z <= z x =>"),
    ("oap", "x y <= y x => x z <= z x =>", "x y <= y x, x z <= z x =>"),
    ("oap", "x y <= y x => x z <= z x =>", "x y <= y x & x z <= z x =>"),
    ("oap", "    (x + y)* x* y*\n", "    (x + y)*; x*; y*\n"),
    ("oap", "  <= {(H)}\n    x p x", "  <= {(h)}\n    x p x"),
    ("oap", "{(hyp)}\n    x* x*", "{(hyp)\n    x* x*"),
    ("oap", "    (y + z) x\nqed", "    (y + z) x\n"),
    ("oap", "  <= {(H)}\n    x p x", "  <= {H}\n    x p x"),
    ("oap", "(* ind L)", "(star ind L)"),
    ("oap", "(* ind L)", "(* ind R)"),
    ("oap", "  <= {(hyp)}\n    y x + z x", "  <= {}\n    y x + z x"),
    ("oap", "  <= {(hyp)}\n    y x + z x", "  <= {(Kleene algebra)}\n    y x + z x"),
    ("oap", "    x y + x z\n", "    x y + x w\n"),
    ("oap", "    x y + x z\n", "    xy + x z\n"),
    ("oap", "  <= {(hyp)}\n    y x + z x", "  < {(hyp)}\n    y x + z x"),
    ("oap", "  <= {(hyp)}\n    y x + z x", "  >= {(hyp)}\n    y x + z x"),
    ("oap", "  <= {(hyp)}\n    y x + z x", "  <=\n    y x + z x"),
    ("oap", "proofs of Law\n", "proofs of Low\n"),
    ("oap", "lemma (2): p x x <= x x p\nproof\n", "lemma (2): p x x <= x x p\n"),
    ("oap", "lemma (3):", "lemma (33):"),
    ("oap", "  <= {(H)}\n    x p x", "  <= {(33)}\n    x p x"),
    ("oap", "  <= {(H)}\n    x p x", "  <= {33}\n    x p x"),
];

/// The errors of an answer: place, message, remedy.
fn errors(answer: &Answer) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for line in answer.err.lines() {
        let last = all.last_mut();
        if line.starts_with("error") {
            all.push(format!("    {line}\n"));
        } else if let (Some(last), Some((_, place))) = (last, line.split_once("--> ")) {
            let _ = writeln!(last, "    at {place}");
        } else if let (Some(last), Some((_, help))) = (all.last_mut(), line.split_once("= help: "))
        {
            let _ = writeln!(last, "    help: {help}");
        } else if let (Some(last), true) = (all.last_mut(), line.trim_start().starts_with('|')) {
            // A second place, or a mark with a remark.
            let mark = line.trim_start().trim_start_matches('|').trim();
            if mark.len() > 12 && mark.starts_with("---") {
                let _ = writeln!(last, "    {mark}");
            }
        }
    }
    all
}

/// Compares the table of a file with what is found, and asserts that each mistake is one error with a place and a
/// remedy below the message.
fn compare(name: &str, found: &[(String, Vec<String>)]) {
    let mut table = String::new();
    for (number, (mistake, errors)) in found.iter().enumerate() {
        let _ = writeln!(table, "{}. {mistake}\n{}", number + 1, errors.concat());
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mistakes").join(name);
    if std::env::var("REDUCTIO_MISTAKES").is_ok_and(|value| value == "overwrite") {
        std::fs::write(&path, &table).unwrap();
    }
    for (mistake, errors) in found {
        assert_eq!(errors.len(), 1, "{mistake}\n{}", errors.concat());
        assert!(errors[0].contains("    at "), "{mistake}\n{}", errors[0]);
        assert!(errors[0].contains("    help: "), "{mistake}\n{}", errors[0]);
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(table, expected, "{}", path.display());
}

#[test]
fn a_mistake_in_a_system_is_one_error() {
    let found = SYSTEMS.split("=== ").skip(1).map(|part| {
        let (title, text) = part.split_once('\n').unwrap();
        let answer = Folder::new().with("a.sys", text.trim_end()).run("check a.sys");
        assert_eq!(answer.code, 3, "{title}: {}", answer.out);
        (title.to_owned(), errors(&answer))
    });
    let found: Vec<_> = found.collect();
    assert!(found.len() >= 26);
    compare("systems.found", &found);
}

#[test]
fn a_mistake_in_a_proof_is_one_error() {
    let prove = |statements: &str, script: &str| {
        let folder = Folder::new().with("law.oa", statements).with("law.oap", script);
        folder.run("prove law.oa law.oap")
    };
    assert_eq!(prove(STATEMENTS, SCRIPT).code, 0);
    let found = PROOFS.map(|(file, right, wrong)| {
        let text = if file == "oa" { STATEMENTS } else { SCRIPT };
        assert!(text.contains(right), "{right:?}");
        let text = text.replacen(right, wrong, 1);
        let answer = if file == "oa" { prove(&text, SCRIPT) } else { prove(STATEMENTS, &text) };
        assert_ne!(answer.code, 0, "{wrong:?}");
        let shown = |text: &str| text.trim().replace('\n', " / ");
        (format!(".{file}: {} for {}", shown(wrong), shown(right)), errors(&answer))
    });
    compare("proofs.found", &found);
}
