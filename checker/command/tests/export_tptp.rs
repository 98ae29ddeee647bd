//! Problems for automated provers: they state what the statement states, and E proves the easy ones.

use std::process::Command;

use crate::common::Folder;
use reductio::prelude::*;
use reductio_exchange::tptp;

/// The conjecture of a problem about the one statement of a theory.
fn goal(text: &str, processes: usize) -> String {
    let theory = Theory::parse(text, &[]).unwrap();
    let problem = tptp::problem(&theory, &Label::new("1").unwrap(), processes).unwrap();
    let goal = problem.lines().last().unwrap().strip_prefix("fof(goal, conjecture, ").unwrap();
    goal.strip_suffix(").").unwrap().to_owned()
}

#[test]
fn a_changed_statement_is_another_conjecture() {
    let of = |formula: &str, processes: usize| {
        goal(
            &format!("theory A index i, j action x, u_i predicate p_i lemma (1) ours: {formula}"),
            processes,
        )
    };
    assert_eq!(of("x* <= x", 1), "leq(star(a_x),a_x)");
    assert_eq!(of("x <= x*", 1), "leq(a_x,star(a_x))");
    assert_eq!(of("x^w = 0", 1), "omega(a_x) = zero");
    assert_eq!(of("u_i p_i = 0", 2), "(seq(a_u_0,p_p_0) = zero & seq(a_u_1,p_p_1) = zero)");
    assert_eq!(of("i != j => u_i = u_j", 2), "(a_u_0 = a_u_1 & a_u_1 = a_u_0)");
    assert_eq!(of("i != j => u_i = u_j", 1), "$true");
    assert_eq!(of("x <= u_i => x <= u_j", 1), "(leq(a_x,a_u_0) => leq(a_x,a_u_0))");
    assert_eq!(
        of("x ? (+i : u_i) = !(.i : p_i)", 3),
        "loop(a_x,plus(a_u_0,plus(a_u_1,a_u_2))) = neg(seq(p_p_0,seq(p_p_1,p_p_2)))"
    );
}

#[test]
fn definitions_and_sorts_are_axioms() {
    let text = "theory A index i action x, u_i predicate q, p_i, p'\n definition (d) ours: D_i = u_i p_i\n\
        definition (e) ours: [q] = q !p' lemma (1) ours: D_i [q] = 0";
    let theory = Theory::parse(text, &[]).unwrap();
    let problem = tptp::problem(&theory, &Label::new("1").unwrap(), 2).unwrap();
    for line in [
        "fof(def_d_D_1, axiom, (d_D_1 = seq(a_u_1,p_p_1))).",
        "fof(def_d_bracket, axiom, ![X0]: ((pred(X0)) => (d_bracket(X0) = seq(X0,neg(p_p_prime)) & pred(d_bracket(X0))))).",
        "fof(sort_p_p_0, axiom, pred(p_p_0)).",
        "fof(goal, conjecture, (seq(d_D_0,d_bracket(p_q)) = zero & seq(d_D_1,d_bracket(p_q)) = zero)).",
    ] {
        assert!(problem.contains(line), "{line}\n{problem}");
    }
    assert!(!problem.contains("pred(a_"));
    for processes in [0, 9] {
        let error = tptp::problem(&theory, &Label::new("1").unwrap(), processes).unwrap_err();
        assert!(error.to_string().contains("1 to 8"), "{error}");
    }
    let error = tptp::problem(&theory, &Label::new("2").unwrap(), 1).unwrap_err();
    assert_eq!(error.to_string(), "the theory has no statement (2)");
    // Eight sums within each other over eight processes.
    let sums = "(+i : ".repeat(8) + "u_i" + &")".repeat(8);
    let text = format!("theory A index i action u_i lemma (1) ours: {sums} = 0");
    let theory = Theory::parse(&text, &[]).unwrap();
    let error = tptp::problem(&theory, &Label::new("1").unwrap(), 8).unwrap_err();
    assert_eq!(error, tptp::TptpError::TooLarge);
}

/// The answer of E to a problem, or `None` without E. `REDUCTIO_REQUIRE_EPROVER` makes its absence a failure.
fn status(folder: &Folder, file: &str, seconds: u32) -> Option<String> {
    let limit = format!("--cpu-limit={seconds}");
    let arguments = ["--auto", "-s", "--memory-limit=1024", &limit, file];
    let output = Command::new("eprover").args(arguments).current_dir(folder.path()).output();
    let Ok(output) = output else {
        assert!(std::env::var_os("REDUCTIO_REQUIRE_EPROVER").is_none(), "there is no eprover");
        eprintln!("skipped: there is no eprover");
        return None;
    };
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let status = text.lines().find_map(|l| l.split("SZS status ").nth(1).map(str::to_owned));
    Some(status.unwrap_or_else(|| "none".to_owned()))
}

#[test]
fn e_proves_the_easy_lemmas() {
    let folder = Folder::new();
    for label in ["23", "25", "26", "31", "33", "34"] {
        let answer = folder.run(&format!("export tptp S5:{label} -o {label}.p"));
        assert_eq!(answer.code, 0, "{answer:?}");
        let Some(status) = status(&folder, &format!("{label}.p"), 10) else { return };
        assert_eq!(status, "Theorem", "({label})");
    }
}

/// E agrees on what follows from a premise about all actions, and what does not follow from one about a single action.
#[test]
fn quantified_premises_are_first_order() {
    let text = "theory A index i action x, y, u_i predicate p\n\
        lemma (1) ours: (for all actions z: x z <= x) => x y <= x\n\
        lemma (2) ours: x y <= x => x T <= x\n\
        lemma (3) ours: (for all predicates z: z x <= x z) => p x <= x p\n\
        lemma (4) ours: (for all predicates z: z x <= x z) => y x <= x y\n\
        lemma (5) ours: (for all actions z: for all i: u_i z <= z) => u_i x u_i <= x\n\
        lemma (6) ours: for all actions y: y <= y + x";
    assert_eq!(goal(text, 1), "((![Z0]: (leq(seq(a_x,Z0),a_x))) => leq(seq(a_x,a_y),a_x))");
    let folder = Folder::new().with("all.oa", text);
    for (label, holds) in
        [("1", true), ("2", false), ("3", true), ("4", false), ("5", true), ("6", true)]
    {
        let answer = folder.run(&format!("export tptp all.oa {label} -o {label}.p --processes 2"));
        assert_eq!(answer.code, 0, "{answer:?}");
        let seconds = if holds { 10 } else { 1 };
        let Some(status) = status(&folder, &format!("{label}.p"), seconds) else { return };
        assert_eq!(status == "Theorem", holds, "({label}): {status}");
    }
}

#[test]
fn e_does_not_prove_what_is_false() {
    // From contradictory axioms these would follow at once.
    let text = "theory A index i, j action x, u_i predicate p_i\n hypothesis (h) ours: p_i u_i = 0\n\
        lemma (1) ours: 1 = 0 lemma (2) ours: u_i p_i = 0 lemma (3) ours: x = x x";
    let folder = Folder::new().with("false.oa", text);
    for label in ["1", "2", "3"] {
        let answer =
            folder.run(&format!("export tptp false.oa {label} -o {label}.p --processes 1"));
        assert_eq!(answer.code, 0, "{answer:?}");
        let Some(status) = status(&folder, &format!("{label}.p"), 1) else { return };
        assert_ne!(status, "Theorem", "({label})");
    }
}

#[test]
fn the_command_asks_for_one_statement() {
    let folder = Folder::new().with("mine.txt", "not ours");
    let answer = folder.run("export tptp 24 25");
    assert_eq!((answer.code, answer.codes()), (3, vec!["E0707"]));
    let answer = folder.run("export tptp 99");
    assert_eq!((answer.code, answer.codes()), (3, vec!["E0008"]));
    let answer = folder.run("export tptp 24 -o mine.txt");
    assert_eq!((answer.code, answer.codes()), (3, vec!["E0012"]));
    let answer = folder.run("export tptp 24");
    assert!(answer.out.starts_with(tptp::FIRST) && answer.code == 0, "{answer:?}");
}
