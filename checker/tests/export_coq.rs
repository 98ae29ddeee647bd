//! The Coq export: what it says is what the statement file says, and `coqc` accepts it.
//!
//! Where `coqc` is not installed, the tests that need it say so and pass, unless `REDUCTIO_REQUIRE_COQ` is set.

use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::time::Instant;

use reductio::prelude::*;
use reductio::{Language, Source};
use reductio_algebra::Kind;
use reductio_theorems::coq::{self, Export, Part};

/// The export of some labels of a library; of everything bundled, or of a given theory, without labels.
fn exported(library: &Library, labels: &[&str]) -> Export {
    let labels: Vec<String> = labels.iter().map(|l| (*l).to_owned()).collect();
    let selection = Selection::new(library, &labels);
    assert!(selection.faults.is_empty(), "{:?}", selection.faults);
    let proved = prove(library, &selection, Limits::default(), None);
    let parts = selection.wanted.keys().map(|number| {
        let theory = &library.theories[*number].theory;
        let claims = proved.claims.iter().filter(|c| c.theory == theory.name());
        let certificates = claims.map(|c| &c.verdict.evidence().unwrap().certificate).collect();
        Part { theory, certificates, source: &|_| None }
    });
    coq::export(&parts.collect::<Vec<_>>())
}

/// The statements and the script of a theory of one's own.
fn law(statements: &str, script: &str) -> Library {
    let source = |name: &str, text: &str, language| Source {
        file: Arc::new(File::new(name, text)),
        language,
    };
    let sources = [
        source("law.oa", statements, Language::Statements),
        source("law.oap", script, Language::Script),
    ];
    Library::with(&sources, false)
}

/// What `coqc` says of a text: whether it accepts it, and its output. Nothing where it is not installed.
fn coqc(name: &str, text: &str) -> Option<(bool, String)> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("coq").join(name);
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("export.v");
    std::fs::write(&file, text).unwrap();
    let Ok(output) = Command::new("coqc").arg("-q").arg(&file).output() else {
        assert!(std::env::var_os("REDUCTIO_REQUIRE_COQ").is_none(), "`coqc` is not installed");
        println!("skipped: `coqc` is not installed");
        return None;
    };
    let text = [output.stdout, output.stderr].concat();
    Some((output.status.success(), String::from_utf8_lossy(&text).into_owned()))
}

fn is_accepted(name: &str, export: &Export) {
    let Some((is_accepted, said)) = coqc(name, &export.text) else { return };
    assert!(is_accepted, "{name}: {said}");
    let closed = said.lines().filter(|l| *l == "Closed under the global context").count();
    assert_eq!(closed, export.theorems.len(), "{name}: {said}");
    assert!(!said.contains("Axioms:"), "{name}: {said}");
}

/// The lines outside comments; comments do not nest once they are safe.
fn code(text: &str) -> String {
    let mut code = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("(*") {
        code += before;
        let (comment, behind) = after.split_once("*)").expect("every comment ends");
        assert!(!comment.contains("(*") && comment.matches('"').count() % 2 == 0, "{comment}");
        rest = behind;
    }
    code + rest
}

#[test]
fn every_statement_is_in_the_file_and_nothing_is_assumed() {
    let library = Library::bundled();
    let export = exported(&library, &[]);
    let mut statements = 0;
    for (number, loaded) in library.theories.iter().enumerate() {
        for statement in library.own_statements(number).filter(|s| s.kind != Kind::Hypothesis) {
            statements += 1;
            let text = statement.formula.to_statement(Style::Ascii);
            let text = text.replace("(*", "( *").replace("*)", "* )");
            let comment = format!("{} {}", statement.label, statement.status.as_str());
            let has = |line: &str| line.contains(&comment) && line.contains(&text);
            assert!(export.text.lines().any(has), "{} {comment}: {text}", loaded.theory.name());
        }
    }
    assert!(statements > 250 && statements == export.theorems.len(), "{statements}");
    let code = code(&export.text);
    for word in ["Axiom", "Admitted", "admit", "Parameter", "Conjecture", "Hypothesis", "bypass"] {
        assert!(!code.contains(word), "{word}");
    }
    // Variables are of sections only, and all sections are closed.
    let count = |start: &str| code.lines().filter(|l| l.starts_with(start)).count();
    assert_eq!(count("Section ") + count("Module "), count("End "));
    assert_eq!(count("Print Assumptions "), statements);
}

#[test]
fn theorem_1_reads_as_in_the_statement_file() {
    let export = exported(&Library::bundled(), &["Theorem 1"]);
    for line in [
        "Definition M_ (i : the_processes) : the_algebra := v_ i * (u_ i)^*.",
        "Definition u : the_algebra := (Sum i, u_ i).",
        "  forall i : the_processes, (u_ i * !q)^w == 0.",
        "  forall i : the_processes, forall j : the_processes, i <> j -> u_ j * p_ i == p_ i * u_ j.",
        "  forall i : the_processes, 1 <= p_ i + u_ i * T.",
        "  p * ((u + v)^* * q) <= N^* * R.",
    ] {
        assert!(export.text.lines().any(|l| l == line), "{line}");
    }
}

const SCRIPT: &str = "proofs of Law\n\ntheorem (2): x + x = x\nproof\n    x + x\n  = {(regular algebra)}\n    x\nqed\n";

#[test]
fn a_changed_statement_changes_the_export_and_is_refused_with_the_old_proof() {
    let own = |formula: &str| {
        let statements = format!("theory Law\naction x, y\nlemma (2) ours: {formula}\n");
        exported(&law(&statements, &SCRIPT.replace("x + x = x", formula)), &[])
    };
    let (one, other) = (own("x + x = x"), own("x + x <= x"));
    let statement = |e: &Export| {
        let at = e.text.find("Definition stmt_2 : Prop :=").unwrap();
        e.text[at..].lines().nth(1).unwrap().to_owned()
    };
    assert_eq!(statement(&one), "  x + x == x.");
    assert_eq!(statement(&other), "  x + x <= x.");
    is_accepted("own", &one);
    // The old proof under a statement that was altered after the fact.
    let tampered = one.text.replace("  x + x == x.\n", "  x + x == 0.\n");
    assert_ne!(tampered, one.text);
    if let Some((is_accepted, said)) = coqc("tampered", &tampered) {
        assert!(!is_accepted, "{said}");
        assert!(said.contains("The term \"step_"), "refused for another reason: {said}");
    }
}

#[test]
fn names_that_coq_keeps_for_itself_are_changed() {
    let statements = "theory Law\nindex fun\naction in, plus, u_i\npredicate at\n\
        definition (d) ours: end_j = u_j in\n\
        lemma (odd: x* label) ours: (in + in) plus at = in plus at\n";
    let script = "proofs of Law\n\ntheorem (odd: x* label): (in + in) plus at = in plus at\nproof\n    \
        (in + in) plus at\n  = {(regular algebra)}\n    in plus at\nqed\n";
    is_accepted("names", &exported(&law(statements, script), &[]));
}

#[test]
fn letters_outside_ascii_are_written_as_numbers() {
    let statements = "theory Größe\naction ä, y_i\n\
        definition (d) ours: é_j = y_j ä\nlemma (2) ours: é_j + é_j = y_j ä\n";
    let script = "proofs of Größe\n\ntheorem (2): é_j + é_j = y_j ä\nproof\n    é_j + é_j\n  = \
        {(d)}\n    y_j ä\nqed\n";
    let export = exported(&law(statements, script), &[]);
    assert!(code(&export.text).is_ascii());
    is_accepted("letters", &export);
}

#[test]
fn a_corrupted_step_is_refused() {
    let export = exported(&Library::bundled(), &["22"]);
    // Each is a change of the first place where the text is, behind the prelude.
    let (prelude, steps) = export.text.split_once("(* The steps of the proofs. *)").unwrap();
    for (number, (from, to, reason)) in [
        ("(f_seq at_0 at_1)", "(f_seq at_1 at_0)", "expected to have type"),
        ("(r_trans_le ", "(r_trans ", "expected to have type"),
        ("(f_plus ", "(f_seq ", "expected to have type"),
        ("(r_sym ", "(r_eq_le ", "expected to have type"),
    ]
    .into_iter()
    .enumerate()
    {
        assert!(steps.contains(from), "`{from}`");
        let corrupted = format!("{prelude}{}", steps.replacen(from, to, 1));
        let Some((is_accepted, said)) = coqc(&format!("corrupted-{number}"), &corrupted) else {
            return;
        };
        assert!(!is_accepted, "`{from}` as `{to}`");
        assert!(said.contains(reason), "`{from}` as `{to}`: {said}");
    }
}

#[test]
fn the_command_writes_over_exports_only_and_knows_its_labels() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("coq-command");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("mine.v");
    let export = |label: &str, more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_reductio"));
        let output = command.args(["export", "coq", label, "-o"]).arg(&file).args(more).output();
        let output = output.unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let mine = "(* my own *)\n";
    std::fs::write(&file, mine).unwrap();
    let (exit, said) = export("S5:1", &[]);
    assert!(exit == Some(3) && said.contains("did not write it"), "{exit:?} {said}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), mine);
    let (exit, said) = export("no such label", &["--force"]);
    assert!(exit == Some(3) && said.contains("no such label"), "{exit:?} {said}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), mine);
    assert_eq!(export("S5:1", &["--force"]).0, Some(0));
    // What is there now is an export.
    assert_eq!(export("S5:1", &[]).0, Some(0));
    assert!(std::fs::read_to_string(&file).unwrap().starts_with(coq::FIRST_LINE));
}

#[test]
fn theorem_1_is_accepted() {
    is_accepted("theorem-1", &exported(&Library::bundled(), &["25", "28", "Theorem 1"]));
}

#[test]
fn relations_are_an_omega_algebra() {
    let text = coq::relations();
    assert!(!code(&text).contains("Axiom"));
    let Some((is_accepted, said)) = coqc("relations", &text) else { return };
    assert!(is_accepted, "{said}");
    assert_eq!(said.matches("Closed under the global context").count(), 2, "{said}");
}

#[test]
#[ignore = "some fifteen seconds of coqc"]
fn everything_bundled_is_accepted() {
    let library = Library::bundled();
    let s5 = library.theories.iter().position(|loaded| loaded.theory.name() == "S5").unwrap();
    let claims = library.own_statements(s5).filter(|s| s.kind != Kind::Hypothesis);
    let labels: Vec<String> = claims.map(|s| format!("S5:{}", s.label)).collect();
    let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
    for (name, labels) in [("S5", &labels[..]), ("everything bundled", &[])] {
        let start = Instant::now();
        let export = exported(&library, labels);
        let ours = start.elapsed();
        let start = Instant::now();
        is_accepted(name, &export);
        println!(
            "{name}: {} theorems, {} steps of the kernel, {} in the file, {} KiB; replayed and written in {:.2} s, coqc \
             {:.2} s",
            export.theorems.len(),
            export.kernel_steps,
            export.steps,
            export.text.len() / 1024,
            ours.as_secs_f64(),
            start.elapsed().as_secs_f64()
        );
    }
}
