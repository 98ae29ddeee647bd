//! The contents of a certificate as text for people.

use std::fmt::Write as _;

use reductio::Verdict;
use reductio::certify::Compared;
use reductio::verify::{Accepted, Verified};
use reductio_algebra::{Formula, Index, Label, Sort, StatementKind, Term};
use reductio_exchange::proof_file::CheckedTheory;

use crate::page::{BAD, GOOD, HEADING, OPEN, Page, plural, ranges};
use crate::question::declared;

/// The theories of a certificate with their names, definitions and hypotheses, and what is proved from which of them.
pub fn report(verified: &Verified, page: &Page) -> String {
    let name = &verified.name;
    match &verified.verdict {
        Verdict::Holds(accepted) => holds(name, accepted, page),
        Verdict::Fails(_) => {
            format!("{name}: {BAD}refused{BAD:#}; nothing of it counts as proved\n")
        }
        Verdict::Declined(_) => format!("{name}: {OPEN}not checked to its end{OPEN:#}\n"),
    }
}

/// Says of each system of a certificate of checks whether it is that of the text.
pub fn compared(name: &str, all: &[Compared], page: &Page) -> String {
    let mut out = String::new();
    for Compared { system, file, constants, found, differences, .. } in all {
        let constants: Vec<String> =
            constants.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        let with = if constants.is_empty() {
            String::new()
        } else {
            format!(" with {}", constants.join(", "))
        };
        let is = if differences.is_empty() {
            format!("{GOOD}is{GOOD:#}")
        } else {
            format!("{BAD}is not{BAD:#}")
        };
        let _ = writeln!(out, "{name}: the system `{system}` {is} that of {file}{with}");
        if !found.is_empty() {
            let text = format!(
                "Protected besides, as `check` has found and the certificate says: {}.",
                found.join(", ")
            );
            out += &page.prose(&text, 0);
        }
    }
    if let Some(first) = all.first().filter(|_| all.iter().all(|one| one.differences.is_empty())) {
        let verifier = first.verifier;
        let text = format!(
            "Cells, control points, transitions, protections and claims are the same. \
             `python3 checker/certificate/{verifier} {name}` confirms the answers about them."
        );
        out += &page.prose(&text, 0);
    }
    out
}

fn holds(name: &str, accepted: &Accepted, page: &Page) -> String {
    let counts = accepted.checked.counts;
    let mut out = format!("{name}: {GOOD}accepted{GOOD:#}\n");
    for (theory, compared) in accepted.checked.theories.iter().zip(&accepted.compared) {
        let _ = writeln!(out, "\n{HEADING}{}{HEADING:#}", theory.name);
        let with = compared.as_ref().map_or_else(
            || "Compared with no statement file: read the statements below, or give one with --statements.".to_owned(),
            |file| format!("Definitions, hypotheses and statements are those of {file}."),
        );
        out += &page.prose(&with, 0);
        out += &page.fit(&one(theory, page));
    }
    let _ = writeln!(
        out,
        "\n{}, proved in {}, all made again by the kernel.",
        plural(counts.claims, "statement"),
        plural(counts.steps, "step")
    );
    out
}

fn one(theory: &CheckedTheory, page: &Page) -> String {
    let mut out = String::new();
    for (sort, word) in [(Sort::Action, "action"), (Sort::Predicate, "predicate")] {
        let names: Vec<String> =
            theory.symbols.iter().filter(|s| s.sort == sort).map(declared).collect();
        if !names.is_empty() {
            let _ = writeln!(out, "  {word} {}", names.join(", "));
        }
    }
    for (label, definition) in &theory.definitions {
        let indices = definition.index_parameters().iter().cloned().map(Index::Free).collect();
        let parameters = definition.term_parameters().iter();
        let terms: Option<Vec<Term>> =
            parameters.map(|s| Term::symbol(s.clone(), Vec::new()).ok()).collect();
        let head = terms.and_then(|t| Term::defined(definition, indices, t).ok());
        let Some(head) = head else { continue };
        let equation = Formula::equal(&head, definition.body());
        let _ = writeln!(out, "  definition {label}: {}", equation.to_text(page.style));
    }
    for (label, formula) in &theory.hypotheses {
        let _ = writeln!(out, "  hypothesis {label}: {}", formula.to_text(page.style));
    }
    for claim in &theory.claims {
        let kind = if claim.kind == StatementKind::Theorem { "theorem" } else { "lemma" };
        let formula = claim.formula.to_text(page.style);
        let rests = rests_on(&claim.hypotheses);
        let _ = writeln!(out, "  {kind} {}: {formula}   {rests}", claim.label);
    }
    out
}

fn rests_on(hypotheses: &[Label]) -> String {
    if hypotheses.is_empty() {
        return "(rests on nothing)".to_owned();
    }
    format!("(rests on {})", ranges(hypotheses))
}
