//! The verb `explain`: every code that the crates know is explained, and every example shows its code.

use std::collections::BTreeSet;
use std::path::Path;

use crate::common::{Answer, Folder, words};
use reductio_command::EXPLANATIONS;
use reductio_command::explain::Explanation;

/// The codes that occur as string literals in the sources of a folder.
fn codes_in(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            codes_in(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            // The pieces between quotation marks: every other piece, and no harm in looking at all.
            for piece in text.split('"') {
                let digits = piece.strip_prefix(['E', 'W']).unwrap_or_default();
                if digits.len() == 4 && digits.bytes().all(|b| b.is_ascii_digit()) {
                    found.insert(piece.to_owned());
                }
            }
        }
    }
}

#[test]
fn every_code_is_explained_and_every_explanation_has_a_code() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    let mut used = BTreeSet::new();
    for folder in [
        "algebra/src/text",
        "proofs/src",
        "checker/language/src",
        "checker/src",
        "checker/races/src",
        "checker/java/src",
        "checker/programs/src/text",
        "checker/disciplined/src/text",
        "checker/report/src/race",
    ] {
        codes_in(&root.join(folder), &mut used);
    }
    assert!(used.len() > 30, "found only {used:?}");
    // Our own, without the files that have the explanations.
    for entry in std::fs::read_dir(root.join("checker/command/src")).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            codes_in(&path, &mut used);
        } else {
            let folder = Folder::new().with("source.rs", std::fs::read(path).unwrap());
            codes_in(folder.path(), &mut used);
        }
    }
    let explained: BTreeSet<String> = EXPLANATIONS.iter().map(|e| e.code.to_owned()).collect();
    assert_eq!(explained.len(), EXPLANATIONS.len(), "a code is explained twice");
    assert_eq!(used, explained);
    assert!(EXPLANATIONS.is_sorted_by_key(|e| e.code));
}

/// The answer of an example's command, in a folder with its files.
fn answer_of(explanation: &Explanation) -> Option<Answer> {
    let command = explanation.command()?;
    let folder = Folder::new();
    explanation.save(folder.path()).unwrap();
    Some(folder.run_with(&words(command.strip_prefix("reductio ").unwrap()), None))
}

#[test]
fn every_example_shows_its_code_first_of_all() {
    let mut without = Vec::new();
    for explanation in EXPLANATIONS.iter() {
        let Some(answer) = answer_of(explanation) else {
            without.push(explanation.code);
            continue;
        };
        assert_eq!(answer.codes().first(), Some(&explanation.code), "{answer:?}");
        let expected = match explanation.code {
            "E0010" | "E0019" | "E0301" | "E0302" | "E0303" | "E0701" | "E0702" | "E0703"
            | "E0704" => 1,
            "E0020" | "E0317" | "E0321" | "E0692" | "E0693" | "E0695" | "E0697" | "E0705" => 2,
            // Nothing is asked.
            "W0001" => 3,
            code if code.starts_with("E03") => 1,
            code if code.starts_with('E') => 3,
            _ => 0,
        };
        assert_eq!(answer.code, expected, "{}: {answer:?}", explanation.code);
    }
    // A terminal, a checkpoint that needs two commands, texts that are too large to be shown, and our own bugs.
    assert_eq!(
        without,
        [
            "E0005", "E0015", "E0318", "E0319", "E0320", "E0601", "E0634", "E0690",
            // They need Jupyter, or depend on the build.
            "E0804", "E0805", "E0806", "E0807",
            // It takes a file that is cut off.
            "E0914", // Programs that are too large to be shown.
            "E1001", "E1016", "E1017", "E1018", "E1019",
            // A classification that is too large, and what only Java programs have.
            "E1101", "E1109", // They take class files or a JDK.
            "E1203", "E1204", "E1205", "E1206", "E1207", "E1208", "E1209", "E1210", "E1211",
            "E1212", "E1213", "E1214", "E1215", "E1216", "E1217", "E1218",
            // It takes a process that is killed.
            "E1303", // It depends on the machine.
            "W0003",
        ]
    );
}

#[test]
fn an_example_shows_no_more_than_it_should() {
    // These have a second fault that follows from the first.
    let allowed = ["E0006", "E0306", "E0309", "E0311"];
    for explanation in EXPLANATIONS.iter().filter(|e| !allowed.contains(&e.code)) {
        let Some(answer) = answer_of(explanation) else { continue };
        assert_eq!(answer.codes(), [explanation.code], "{answer:?}");
    }
}

#[test]
fn every_fault_of_a_text_has_a_place() {
    // What is said of the command line, or of the whole text, has none.
    let without = ["E0612", "E0619", "E0633", "E0634", "E0635", "E0636"];
    let is_of_text = |e: &&Explanation| e.code.starts_with("E06") && e.code < "E0690";
    let mut placed = 0;
    for explanation in EXPLANATIONS.iter().filter(is_of_text) {
        let Some(answer) = answer_of(explanation) else { continue };
        let has_place = answer.err.contains(&format!("--> {}.sys:", explanation.code));
        assert!(has_place || without.contains(&explanation.code), "{answer:?}");
        placed += usize::from(has_place);
    }
    assert!(placed >= 28, "{placed}");
}

#[test]
fn the_examples_of_explain_itself() {
    let folder = Folder::new();
    let answer = folder.run("explain E9999");
    assert_eq!((answer.code, answer.codes()), (3, vec!["E0011"]));
    let answer = folder.run("explain E030");
    assert!(answer.err.contains("did you mean `E030"), "{answer:?}");
    let answer = folder.run("explain E0309 --save /dev/null/example");
    assert_eq!((answer.code, answer.codes()), (3, vec!["E0012"]));
    assert_eq!(folder.run("explain e0309").code, 0);
}

#[test]
fn saved_examples_run_as_the_text_says() {
    let folder = Folder::new();
    let answer = folder.run("explain E0309 --save example");
    assert_eq!((answer.code, answer.out.as_str()), (0, ""), "{answer:?}");
    let answer = folder.run("prove example");
    assert_eq!((answer.code, answer.codes()), (1, vec!["E0309", "E0309"]));
}
