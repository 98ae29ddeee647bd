//! The answers of `decide` as text for people.

use std::fmt::Write as _;

use reductio::Verdict;
use reductio::decide::FormulaAnswers;
use reductio::question::{FormulaAnswer, FormulaProof, Method};
use reductio_algebra::{Formula, Term, TermKind};

use crate::page::{BAD, GOOD, OPEN, Page, grouped};
use crate::question::{hypotheses_in_words, names_in_words};

/// All answers as text; with `explains`, also the inductions of each proof.
pub fn report(answers: &FormulaAnswers, page: &Page, explains: bool) -> String {
    let parts: Vec<String> = answers.answers.iter().map(|a| one(a, page, explains)).collect();
    parts.join("\n")
}

fn one(answer: &FormulaAnswer, page: &Page, explains: bool) -> String {
    let colour = match answer.verdict {
        Verdict::Holds(_) => GOOD,
        Verdict::Fails(_) => BAD,
        Verdict::Declined(_) => OPEN,
    };
    let statement = answer.formula.to_statement(page.style);
    let mut out = format!("{statement}\n");
    if let Some(names) = names_in_words(&answer.formula) {
        let _ = write!(out, "  {}", page.prose(&names, 4));
    }
    let _ = write!(out, "  {colour}{}{colour:#}", answer.verdict.word());
    let part = answer.method.map_or_else(String::new, |part| format!(" ({})", part.word()));
    out += &part;
    match &answer.verdict {
        Verdict::Holds(proof) => {
            let _ =
                writeln!(out, ": {} rule applications of the kernel", grouped(&proof.kernel_steps));
            if let Some(hint) =
                proof.hint.as_ref().filter(|_| answer.method != Some(Method::Decision))
            {
                out += &page.prose(&format!("by {hint}"), 2);
            }
            if explains {
                out += &explanation(proof, page);
            }
        }
        Verdict::Fails(found) => {
            if let Some(word) = &found.word {
                let _ = write!(out, ": one side has the run `{word}`, the other has not");
            }
            out += "\n  It is false in this model:\n";
            for line in found.found.model.to_string().lines() {
                let _ = writeln!(out, "    {line}");
            }
        }
        Verdict::Declined(why) => {
            out += page.prose(&format!(": {}", why.join("; ")), 2).trim_start_matches(' ');
        }
    }
    if let Some(under) = hypotheses_in_words(answer) {
        out += &page.prose(&under, 2);
    }
    out
}

fn explanation(proof: &FormulaProof, page: &Page) -> String {
    let (inductions, lemmas) = (proof.inductions(), proof.lemmas());
    if inductions.is_empty() && lemmas.is_empty() {
        return "  No induction: unfolding, monotonicity, semirings and tests.\n".to_owned();
    }
    let mut out = String::new();
    for (lemma, instance) in lemmas {
        let [lemma, instance] = [lemma, instance].map(|f| f.to_text(page.style));
        let _ = writeln!(out, "  by  {lemma}\n    {instance}  (a lemma, proved by induction)");
    }
    for (rule, premise, conclusion) in inductions {
        let [premise, conclusion] = [premise, conclusion].map(|f| tidy(&f).to_text(page.style));
        let _ = writeln!(out, "  from  {premise}\n    {conclusion}  {rule}");
    }
    out += "  The rest is unfolding, monotonicity, semirings and tests.\n";
    out
}

/// Takes the factors `1` out of a formula, as a person would write it.
fn tidy(formula: &Formula) -> Formula {
    match formula {
        Formula::Relation(a, r, b) => Formula::Relation(without_units(a), *r, without_units(b)),
        other => other.clone(),
    }
}

fn without_units(t: &Term) -> Term {
    match t.kind() {
        TermKind::Plus(a, b) => without_units(a).plus(&without_units(b)),
        TermKind::Star(a) => without_units(a).star(),
        TermKind::Seq(a, b) => match (without_units(a), without_units(b)) {
            (a, one) | (one, a) if *one.kind() == TermKind::One => a,
            (a, b) => a.seq(&b),
        },
        _ => t.clone(),
    }
}
