//! The answers of `models` as text for people.

use std::fmt::Write as _;

use reductio::Verdict;
use reductio::models::{Cause, CountermodelSearch, ModelAnswer, ModelAnswers};
use reductio::question;
use reductio_relations::systems::{Conclusion, Count, Need, Vacuity};
use reductio_relations::{Declined, SearchOutcome};

use crate::page::{Page, columns, grouped, padded, plural, plural_es, wrapped};
use crate::question::{hypotheses_in_words, names_in_words};

/// All answers as text.
pub fn report(answers: &ModelAnswers, page: &Page) -> String {
    let mut parts = Vec::new();
    if counts(answers).next().is_some() {
        parts.push(count_table(answers, page));
    }
    if needs(answers).next().is_some() {
        parts.push(need_table(answers, page));
    }
    for answer in &answers.answers {
        if let ModelAnswer::Search(search) = answer {
            parts.push(found(search, answers.cause, page));
        }
    }
    parts.extend(to_go_on(answers, page));
    parts.join("\n")
}

pub(crate) fn counts(answers: &ModelAnswers) -> impl Iterator<Item = &ModelAnswer> {
    answers
        .answers
        .iter()
        .filter(|a| matches!(a, ModelAnswer::Count(_) | ModelAnswer::Unfinished(_)))
}

pub(crate) fn needs(answers: &ModelAnswers) -> impl Iterator<Item = &Need> {
    answers
        .answers
        .iter()
        .filter_map(|a| if let ModelAnswer::Need(n) = a { Some(&**n) } else { None })
}

fn word(cause: Option<Cause>) -> &'static str {
    cause.map_or("ended early", Cause::word)
}

/// The outcome of a search for a countermodel.
pub(crate) fn found(search: &CountermodelSearch, cause: Option<Cause>, page: &Page) -> String {
    let CountermodelSearch { id, statement, outcome, is_vacuous, .. } = search;
    let outcome = match outcome {
        SearchOutcome::Declined(Declined::Cancelled) => format!("{}: no answer", word(cause)),
        outcome => outcome.to_string(),
    };
    if let Some(answer) = &search.answer {
        let names = names_in_words(&answer.formula).map_or_else(String::new, |n| page.prose(&n, 0));
        let answer = of_portfolio(answer, cause, &outcome, page);
        return format!("{id}: {statement}\n{names}{answer}");
    }
    let mut out = format!("{id}: {statement}\n{outcome}\n");
    if matches!(&search.outcome, SearchOutcome::NotRefuted(coverage) if !coverage.is_exhaustive()) {
        out += &page.prose("Sampling decides nothing: allow more with `--evaluations`.", 0);
    }
    if *is_vacuous {
        out += &page.prose("Vacuous: no model was found in which the hypotheses hold.", 0);
    }
    out
}

/// The outcome of the whole portfolio: a model, a proof, or why there is neither.
fn of_portfolio(
    answer: &question::FormulaAnswer,
    cause: Option<Cause>,
    outcome: &str,
    page: &Page,
) -> String {
    let method = answer.method.map_or("", question::Method::word);
    let mut out = match &answer.verdict {
        Verdict::Fails(_) => format!("{outcome}\n"),
        Verdict::Holds(proof) => {
            let steps = grouped(&proof.kernel_steps);
            format!("holds ({method}): {steps} rule applications of the kernel\n")
        }
        Verdict::Declined(_) if cause.is_some() => format!("{}: no answer\n", word(cause)),
        Verdict::Declined(reasons) => page.prose(&format!("undecided: {}", reasons.join("; ")), 0),
    };
    if let Some(under) = hypotheses_in_words(answer) {
        out += &page.prose(&under, 0);
    }
    out
}

/// The remark on a run that was ended early: which questions were not begun, and how to go on with a count.
pub(crate) fn to_go_on(answers: &ModelAnswers, page: &Page) -> Option<String> {
    let mut text = String::new();
    if !answers.left.is_empty() {
        let _ = write!(text, "Not begun: {}. ", answers.left.join(", "));
    }
    for answer in &answers.answers {
        let ModelAnswer::Unfinished(at) = answer else { continue };
        let _ = match &answers.checkpoint {
            Some(path) => write!(
                text,
                "To go on, run the same command again: `{}` has what is done.",
                path.display()
            ),
            None => write!(
                text,
                "To be able to go on later, count with a file for what is done: \
                 `reductio models --states {} --processes {} --checkpoint FILE`.",
                at.states, at.processes
            ),
        };
    }
    (!text.is_empty()).then(|| page.prose(&text, 0))
}

pub(crate) const HEAD: [&str; 5] =
    ["states", "processes", "satisfy (13)-(21)", "up to renaming", "(22)"];

/// The table of systems that satisfy (13)-(21), by size, with the outcome of (22) in them.
pub(crate) fn count_table(answers: &ModelAnswers, page: &Page) -> String {
    let rows: Vec<Vec<String>> = counts(answers).map(|a| row(a, answers.cause)).collect();
    let mut out = String::from("Theorem 1 in all systems of a size\n");
    out += &wide(&rows, page).unwrap_or_else(|| narrow(&rows, page));
    for answer in counts(answers) {
        if let ModelAnswer::Count(count) = answer
            && let Conclusion::Fails(system) = &count.conclusion
        {
            let _ = write!(out, "\n{system}{}", system.explanation());
        }
    }
    for meaning in meanings(answers) {
        out += &page.prose(meaning, 0);
    }
    out
}

/// The legend of the table's words, of those that occur.
pub(crate) fn meanings(answers: &ModelAnswers) -> impl Iterator<Item = &'static str> {
    let all = [
        (Vacuity::NoViolation, "vacuously: no such system reaches a violation from outside q."),
        (Vacuity::NoStepOfN, "N not needed: R alone detects each violation in such systems."),
    ];
    all.into_iter().filter_map(|(kind, meaning)| {
        let is_kind =
            |a: &ModelAnswer| matches!(a, ModelAnswer::Count(count) if count.vacuity == kind);
        counts(answers).any(is_kind).then_some(meaning)
    })
}

/// The table with a line for each row under [`HEAD`], if the page is wide enough.
fn wide(rows: &[Vec<String>], page: &Page) -> Option<String> {
    let whole = || rows.iter().filter(|row| row.len() == HEAD.len());
    let width = |k: usize| whole().map(|row| columns(&row[k])).chain([HEAD[k].len()]).max();
    let widths: Vec<usize> = (0..HEAD.len()).filter_map(width).collect();
    let line = |cells: &[String]| {
        let mut line = String::from(" ");
        for (k, cell) in cells.iter().enumerate() {
            let width = if k + 1 == cells.len() { 0 } else { widths[k] };
            let _ = write!(line, " {cell:>width$} ");
        }
        line.trim_end().to_owned() + "\n"
    };
    let lines: Vec<String> =
        [HEAD.map(str::to_owned).to_vec()].iter().chain(rows).map(|row| line(row)).collect();
    lines.iter().all(|line| columns(line) <= page.width).then(|| lines.concat())
}

/// The table as a sentence for each row.
fn narrow(rows: &[Vec<String>], page: &Page) -> String {
    let mut out = String::new();
    for row in rows {
        let text = match &row[2..] {
            [satisfying, up_to_renaming, verdict] => format!(
                "{satisfying} satisfy (13)-(21), {up_to_renaming} up to renaming; (22) {verdict}"
            ),
            other => other.join(" "),
        };
        out += &page.prose(&format!("({},{}): {text}", row[0], row[1]), 2);
    }
    out + &page.prose("(n,k): n states, k processes.", 0)
}

/// The cells of a size, as [`HEAD`] has them; for a count that was not finished, how far it came.
pub(crate) fn row(answer: &ModelAnswer, cause: Option<Cause>) -> Vec<String> {
    let cells = |states: usize, processes: usize| vec![states.to_string(), processes.to_string()];
    match answer {
        ModelAnswer::Count(c) => [
            cells(c.states, c.processes),
            vec![grouped(&c.satisfying), grouped(&c.up_to_renaming), verdict(c)],
        ]
        .concat(),
        ModelAnswer::Unfinished(at) => {
            let far = format!(
                "{} after {} of {} units",
                word(cause),
                grouped(&at.done),
                grouped(&at.units)
            );
            [cells(at.states, at.processes), vec![far]].concat()
        }
        ModelAnswer::Need(_) | ModelAnswer::Search(_) => Vec::new(),
    }
}

fn verdict(count: &Count) -> String {
    let vacuity = match count.vacuity {
        Vacuity::NoViolation => ", vacuously",
        Vacuity::NoStepOfN => ", N not needed",
        _ => "",
    };
    match &count.conclusion {
        Conclusion::Fails(_) => "fails".to_owned(),
        _ => format!("holds{vacuity}"),
    }
}

/// The table of what each hypothesis is for.
fn need_table(answers: &ModelAnswers, page: &Page) -> String {
    let mut out = String::from("What each hypothesis of Theorem 1 is for\n");
    for need in needs(answers) {
        let found = purpose(need, answers.cause);
        let lines = wrapped(&found, page.width, 9, 9).join("\n");
        let _ = writeln!(out, "  {} {lines}", padded(need.dropped.label(), 6));
    }
    for need in needs(answers).filter(|need| need.counterexample.is_some()) {
        let _ = write!(out, "\n{need}");
    }
    if needs(answers).any(is_redundant) {
        out.push('\n');
        out += &page.prose(MINIMAL, 0);
    }
    out
}

/// The remark where a hypothesis was not found to be needed.
pub(crate) const MINIMAL: &str = "No counterexample up to some size is no proof. That Theorem 1 holds for all sizes \
    without (14b) and (15b) is another statement, \"Theorem 1, minimal\": \
    `reductio prove \"Theorem 1, minimal\"` re-checks it.";

/// The purpose of a hypothesis, in a line.
pub(crate) fn purpose(need: &Need, cause: Option<Cause>) -> String {
    if let Some(system) = &need.counterexample {
        return format!(
            "needed: false without it with {}, {}, {}",
            plural(system.states(), "state"),
            plural_es(system.processes(), "process"),
            plural(system.size() as usize, "pair")
        );
    }
    if need.cancelled {
        let sizes: Vec<String> = need.searched.iter().map(|(n, k)| format!("({n},{k})")).collect();
        let done = if sizes.is_empty() { "nothing".to_owned() } else { sizes.join(" ") };
        return format!("{}: searched without result so far: {done}", word(cause));
    }
    let (n, k) = largest(need);
    format!("no counterexample without it up to {n}, {k}")
}

/// The largest size that was searched: its states and its processes in words.
fn largest(need: &Need) -> (String, String) {
    let (n, k) = need.searched.last().copied().unwrap_or_default();
    (plural(n, "state"), plural_es(k, "process"))
}

/// Decides whether nothing was found without the hypothesis, and "Theorem 1, minimal" does without it too.
pub(crate) fn is_redundant(need: &Need) -> bool {
    let is_half = ["(14b)", "(15b)"].contains(&need.dropped.label());
    is_half && !need.cancelled && need.counterexample.is_none()
}

/// A summary of the answers in a few lines, for the main job.
pub fn summary(answers: &ModelAnswers, page: &Page) -> String {
    let (mut needed, mut out) = (Vec::new(), String::new());
    for need in needs(answers) {
        let label = need.dropped.label();
        if need.counterexample.is_some() {
            needed.push(label);
        } else if need.cancelled {
            let _ = writeln!(out, "Without {label}: {}.", word(answers.cause));
        } else {
            let (n, k) = largest(need);
            let proof = if is_redundant(need) {
                "; `reductio prove \"Theorem 1, minimal\"` proves it without"
            } else {
                ""
            };
            let text = format!("Without {label}: no counterexample up to {n}, {k}{proof}.");
            out += &page.prose(&text, 0);
        }
    }
    if !needed.is_empty() {
        let text = format!(
            "Needed, each with a smallest counterexample: {}. `reductio models --all-drops` shows them.",
            needed.join(", ")
        );
        out = page.prose(&text, 0) + &out;
    }
    count_table(answers, page) + &out + &to_go_on(answers, page).unwrap_or_default()
}
