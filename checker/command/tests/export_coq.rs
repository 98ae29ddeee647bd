//! The Coq export: its statements are those of the statement file, and `coqc` accepts it.
//!
//! Where `coqc` is not installed, the tests that need it say so and pass, unless `REDUCTIO_REQUIRE_COQ` is set.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::time::Instant;

use reductio::prelude::*;
use reductio::{Language, Source};
use reductio_algebra::StatementKind;
use reductio_exchange::coq::{self, CertifiedTheory, Export};

/// The export of some labels of a library; without labels of everything bundled, or of a given theory.
fn exported(library: &Library, labels: &[&str]) -> Export {
    let labels: Vec<String> = labels.iter().map(|l| (*l).to_owned()).collect();
    let selection = Selection::new(library, &labels);
    assert!(selection.faults.is_empty(), "{:?}", selection.faults);
    let proved = prove(library, &selection, ReplayLimits::default(), None);
    let parts = selection.wanted.keys().map(|number| {
        let theory = &library.theories[*number].theory;
        let claims = proved.claims.iter().filter(|c| c.theory == theory.name());
        let certificates = claims.map(|c| &c.verdict.evidence().unwrap().certificate).collect();
        CertifiedTheory { theory, certificates, source: &|_| None }
    });
    coq::export(&parts.collect::<Vec<_>>())
}

/// A library of one theory, with its statements and its script.
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

/// Whether `coqc` accepts a text, and its output; `None` if it is not installed.
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

/// The lines outside comments; comments do not nest in what the export writes.
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
        for statement in
            library.own_statements(number).filter(|s| s.kind != StatementKind::Hypothesis)
        {
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
        "Definition M__ (_i : the_processes) : the_algebra := v__ _i * (u__ _i)^*.",
        "Definition u_ : the_algebra := (Sum _i, u__ _i).",
        "  forall _i : the_processes, (u__ _i * !q_)^w == 0.",
        "  forall _i : the_processes, forall _j : the_processes, _i <> _j -> u__ _j * p__ _i == p__ _i * u__ _j.",
        "  forall _i : the_processes, 1 <= p__ _i + u__ _i * T.",
        "  p_ * ((u_ + v_)^* * q_) <= N_^* * R_.",
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
    assert_eq!(statement(&one), "  x_ + x_ == x_.");
    assert_eq!(statement(&other), "  x_ + x_ <= x_.");
    is_accepted("own", &one);
    // The old proof under a statement that was altered after the fact.
    let tampered = one.text.replace("  x_ + x_ == x_.\n", "  x_ + x_ == 0.\n");
    assert_ne!(tampered, one.text);
    if let Some((is_accepted, said)) = coqc("tampered", &tampered) {
        assert!(!is_accepted, "{said}");
        assert!(said.contains("The term \"step_"), "refused for another reason: {said}");
    }
}

/// A statement about all actions becomes one about all elements, a statement about all predicates one about all
/// elements with a complement.
#[test]
fn quantifiers_over_actions_and_predicates_are_accepted() {
    let library = law(
        include_str!("../../../proofs/tests/quantified.oa"),
        include_str!("../../../proofs/tests/accept/quantified.oap"),
    );
    let labels = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "12", "13", "14"];
    let labels = labels.map(|label| format!("quantified:{label}"));
    let export = exported(&library, &labels.each_ref().map(String::as_str));
    for line in [
        "  forall z_ : the_algebra, a_ * z_ <= a_.",
        "  forall p_ : predicate the_algebra, p_ * b_ <= b_ * p_.",
        "  (forall w_ : the_algebra, w_ <= 1 -> w_ * x_ <= x_ * w_) -> p_ * x_ <= x_ * p_.",
        "  (forall z_ : the_algebra, c_ * z_ <= c_) -> c_ * D_^* <= c_.",
    ] {
        assert!(export.text.lines().any(|l| l == line), "{line}\n{}", export.text);
    }
    is_accepted("quantified", &export);
    // Of one action instead of all.
    let one = export.text.replacen(
        "  forall z_ : the_algebra, a_ * z_ <= a_.\n",
        "  a_ * z_ <= a_.\n",
        1,
    );
    assert_ne!(one, export.text);
    if let Some((is_accepted, said)) = coqc("quantified_tampered", &one) {
        assert!(!is_accepted, "{said}");
    }
}

#[test]
fn names_that_coq_keeps_for_itself_are_changed() {
    let statements = "theory Law\nindex fun\naction in, plus, u_i\npredicate at\n\
        definition (d) ours: end_j = u_j in\n\
        lemma (odd, x* label) ours: (in + in) plus at = in plus at\n";
    let script = "proofs of Law\n\ntheorem (odd, x* label): (in + in) plus at = in plus at\nproof\n    \
        (in + in) plus at\n  = {(regular algebra)}\n    in plus at\nqed\n";
    let export = exported(&law(statements, script), &[]);
    assert_eq!(export.theorems.len(), 1);
    is_accepted("names", &export);
}

/// Each word is tried as the name of an action, a family, a defined name, an index and a theory.
#[test]
fn no_name_of_a_theory_can_be_a_word_of_coq_or_of_the_prelude() {
    let words = [
        "computed",
        "Axiom",
        "Eval",
        "Check",
        "Definition",
        "Qed",
        "Proof",
        "Set",
        "Prop",
        "fun",
        "forall",
        "exists",
        "match",
        "end",
        "as",
        "nat",
        "O",
        "S",
        "eq",
        "list",
        "Sum",
        "Product",
        "omega",
        "stmt",
        "step",
        "atom",
        "thm",
        "hyp",
        "from",
        "bracket",
        "carrier",
        "A",
        "l",
        "x",
        "g",
        "λ",
        "x'",
    ];
    let mut text = String::new();
    for (number, word) in words.iter().enumerate() {
        let other = if *word == "x" { "y" } else { "x" };
        let statements = format!(
            "theory {word}\nindex {word}\naction {word}_{word}, {other}, z\n\
             definition (1) ours: {word} = (+{word} : {word}_{word} {other})\n\
             definition (2) ours: [z] = z {word}\n\
             lemma (stmt) ours: {word}_{word} {word} + {word}_{word} {word} = {word}_{word} {word}\n\
             lemma (c) ours: [{word}] + [{word}] = [{word}]\n",
        );
        let script = format!(
            "proofs of {word}\n\n\
             theorem (stmt): {word}_{word} {word} + {word}_{word} {word} = {word}_{word} {word}\nproof\n    \
             {word}_{word} {word} + {word}_{word} {word}\n  = {{(regular algebra)}}\n    {word}_{word} {word}\nqed\n\n\
             theorem (c): [{word}] + [{word}] = [{word}]\nproof\n    \
             [{word}] + [{word}]\n  = {{(regular algebra)}}\n    [{word}]\nqed\n"
        );
        let export = exported(&law(&statements, &script), &[]);
        assert_eq!(export.theorems.len(), 2, "{word}");
        // One file with all theories: coqc reads the prelude once.
        let body = if number == 0 {
            export.text.as_str()
        } else {
            export.text.split_once("\nModule theory_").map_or("", |(_, module)| module)
        };
        text += if number == 0 { "" } else { "\nModule theory_" };
        text += body;
    }
    let Some((is_accepted, said)) = coqc("words", &text) else { return };
    assert!(is_accepted, "{said}");
    let closed = said.lines().filter(|l| *l == "Closed under the global context").count();
    assert_eq!(closed, 2 * words.len(), "{said}");
}

#[test]
fn letters_outside_ascii_are_written_as_numbers() {
    let statements = "theory Γλ\nindex j\naction α, β, y_i\n\
        definition (d) ours: Σ_j = y_j α\nlemma (2) ours: Σ_j + Σ_j = y_j α\n";
    let script = "proofs of Γλ\n\ntheorem (2): Σ_j + Σ_j = y_j α\nproof\n    Σ_j + Σ_j\n  = \
        {(d)}\n    y_j α\nqed\n";
    let export = exported(&law(statements, script), &[]);
    // A library with faults would have no theorem, and an empty file that Coq accepts.
    assert_eq!(export.theorems.len(), 1);
    assert!(code(&export.text).is_ascii());
    is_accepted("letters", &export);
}

/// `d60` stands for 2^60 letters. Proving, deciding, searching and exporting go through each name once; what would
/// write all letters out is refused.
#[test]
fn sixty_names_that_double_are_proved_and_exported_at_once() {
    let mut statements = "theory Law\naction x, y\ndefinition (d0) ours: d0 = x y\n".to_owned();
    for k in 1..=60 {
        let before = k - 1;
        let _ = writeln!(statements, "definition (d{k}) ours: d{k} = d{before} d{before}");
    }
    statements += "lemma (2) ours: d60 + d59 d59 = d60\n";
    let script = "proofs of Law\n\ntheorem (2): d60 + d59 d59 = d60\nproof\n    d60 + d59 d59\n  = {(d60)}\n    \
        d60\nqed\n";
    let start = Instant::now();
    let library = law(&statements, script);
    let export = exported(&library, &[]);
    assert_eq!(export.theorems.len(), 1);
    let selection = Selection::new(&library, &[]);
    let proved = prove(&library, &selection, ReplayLimits::default(), None);
    let certificate = &proved.claims[0].verdict.evidence().unwrap().certificate;
    let own = library.theories.iter().find(|loaded| loaded.theory.name() == "Law");
    let theory = &own.unwrap().theory;
    let section =
        reductio_exchange::proof_file::Section { theory, certificates: vec![certificate] };
    let text = reductio_exchange::proof_file::write(&[section]).unwrap();
    // Our reader counts names as what they stand for, and has a limit for that.
    let refused = reductio_exchange::proof_file::read(&text).unwrap_err();
    assert!(refused.kind.is_limit(), "{refused}");
    let problem = reductio_exchange::tptp::problem(theory, certificate.label(), 2).unwrap();
    assert!(problem.len() < 20_000);
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
    is_accepted("doubling", &export);
}

/// `d40` is a sum of 2^40 letters, which are two: as a term of the prelude it would be written out.
#[test]
fn forty_names_that_double_by_sums_are_exported_at_once() {
    let mut statements = "theory Law\naction x, y\ndefinition (d0) ours: d0 = x + y\n".to_owned();
    for k in 1..=40 {
        let before = k - 1;
        let _ = writeln!(statements, "definition (d{k}) ours: d{k} = d{before} + d{before}");
    }
    statements += "lemma (2) ours: d40 + d39 = d40\n";
    let script = "proofs of Law\n\ntheorem (2): d40 + d39 = d40\nproof\n    d40 + d39\n  = {(d40)}\n    d40\nqed\n";
    let export = exported(&law(&statements, script), &[]);
    assert_eq!(export.theorems.len(), 1);
    assert!(export.text.len() < 200_000, "{}", export.text.len());
    is_accepted("doubling-sums", &export);
}

#[test]
fn a_corrupted_step_is_refused() {
    let export = exported(&Library::bundled(), &["22"]);
    // Each is a change of the first place where the text is, behind the prelude.
    let (prelude, steps) = export.text.split_once("(* The steps of the proofs. *)").unwrap();
    for (number, (from, to, reason)) in [
        ("(f_seq at_0 at_1)", "(f_seq at_1 at_0)", "expected to have type"),
        ("(f_plus ", "(f_seq ", "expected to have type"),
        ("(fact_le ", "(fact_eq ", "expected to have type"),
        ("(f_then by_0 f_end)", "f_end", "expected to have type"),
        ("(f_then by_0 f_end)", "(f_then at_0 f_end)", "expected to have type"),
        ("(f_then by_0 f_end)", "(f_then by_31 f_end)", "expected to have type"),
        ("(star_unfold ", "(omega_unfold ", "expected to have type"),
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

/// The rules for chains, with a fact `a <= b` and an equation `c == d`: what follows computes to true, and what would
/// need a fact turned round, another place, or a link above the end computes to false.
#[test]
fn chains_prove_what_their_facts_say_and_no_more() {
    let facts = "(fact_le A l at_0 at_1 H (fact_eq A l at_2 at_3 K (no_fact A l)))";
    let below = |from: &str, links: &str, to: &str| format!("le A l {facts} {from} {links} {to}");
    let equal = |from: &str, up: &str, down: &str, to: &str| {
        format!("eq A l {facts} {from} {up} {down} {to}")
    };
    let then = |link: &str| format!("(f_then {link} f_end)");
    let (first, second) = ("(f_seq by_0 at_0)", "(f_seq at_1 by_0)");
    let two = |a: &str, b: &str| format!("(f_then {a} (f_then {b} f_end))");
    let accepted = [
        below("at_0", &then("by_0"), "at_1"),
        below(
            "(f_seq at_4 (f_plus at_0 at_2))",
            &then("(f_seq at_4 (f_plus by_0 by_1))"),
            "(f_seq at_4 (f_plus at_3 at_1))",
        ),
        // What is below the end needs no place in a link.
        below("(f_plus at_0 at_4)", &then("by_0"), "(f_plus at_4 at_1)"),
        below("at_3", &then("by_2"), "at_2"),
        below("(f_seq at_0 at_0)", &two(first, second), "(f_seq at_1 at_1)"),
        equal("at_2", &then("by_1"), &then("by_2"), "at_3"),
    ];
    let refused = [
        below("at_1", &then("by_0"), "at_0"),
        below("at_0", &then("by_1"), "at_1"),
        below("at_0", &then("by_3"), "at_1"),
        below("at_0", "f_end", "at_1"),
        below("at_0", &then("(f_plus by_0 at_4)"), "at_1"),
        below("(f_plus at_0 at_4)", &then("by_0"), "at_1"),
        below("(f_seq at_0 at_0)", &two(second, first), "(f_seq at_1 at_1)"),
        equal("at_0", &then("by_0"), &then("by_0"), "at_1"),
        equal("at_2", &then("by_1"), &then("by_1"), "at_3"),
        equal("at_2", &then("by_2"), &then("by_1"), "at_3"),
    ];
    let mut text = format!(
        "{}\nSection Chains.\nVariable A : omega_algebra.\nVariables a b c d e : A.\nVariable H : a <= b.\n\
         Variable K : c == d.\n\
         Let l := f_cons A a (f_cons A b (f_cons A c (f_cons A d (f_cons A e (f_nil A))))).\n",
        coq::PRELUDE
    );
    for claim in &accepted {
        let _ = writeln!(text, "Check (link_{claim} computed).");
    }
    for claim in &refused {
        let _ = writeln!(text, "Check (eq_refl : computes_{claim} = false).");
    }
    text += "End Chains.\n";
    let Some((is_accepted, said)) = coqc("chains", &text) else { return };
    assert!(is_accepted, "{said}");
}

/// Without chains, these were 530 flattenings and 790 transitivities.
#[test]
fn the_steps_of_s5_are_few_chains() {
    let library = Library::bundled();
    let s5 = library.theories.iter().position(|loaded| loaded.theory.name() == "S5").unwrap();
    let claims = library.own_statements(s5).filter(|s| s.kind != StatementKind::Hypothesis);
    let labels: Vec<String> = claims.map(|s| format!("S5:{}", s.label)).collect();
    let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
    let export = exported(&library, &labels);
    let (_, steps) = export.text.split_once("(* The steps of the proofs. *)").unwrap();
    let count = |text: &str| steps.matches(text).count();
    let chains = count("(link_le ") + count("(link_eq ");
    assert!(chains > 0 && chains <= 120, "{chains}");
    assert!(count("(f_then ") <= 340, "{}", count("(f_then "));
    assert_eq!(count("(r_trans"), 0);
    assert!(export.text.len() < 170_000, "{}", export.text.len());
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
#[ignore = "half a minute of coqc"]
fn everything_bundled_is_accepted() {
    let library = Library::bundled();
    let s5 = library.theories.iter().position(|loaded| loaded.theory.name() == "S5").unwrap();
    let claims = library.own_statements(s5).filter(|s| s.kind != StatementKind::Hypothesis);
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
