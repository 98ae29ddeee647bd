//! The section of a report about finite models: the sizes that were searched, the purpose of each hypothesis, and
//! countermodels of statements.

use std::fmt::Write as _;

use reductio::models::{ModelAnswer, ModelAnswers};
use reductio_algebra::Style;

use super::element::{anchor, escaped, image, preformatted, sentence, table};
use super::formula::typeset;
use super::proofs::diagnostics;
use super::report::Section;
use crate::models::text::{HEAD, MINIMAL, counts, found, is_redundant, meanings, needs, purpose};
use crate::models::text::{row, to_go_on};
use crate::models::{Drawn, picture};
use crate::page::Page;

/// The width of texts in columns.
const WIDTH: usize = 100;

/// Makes the section for the answers of `models`.
pub fn section(answers: &ModelAnswers, style: Style) -> Section {
    let page = Page::new(WIDTH, style);
    let mut out = String::new();
    out += &diagnostics(&answers.diagnostics().cloned().collect::<Vec<_>>());
    if counts(answers).next().is_some() {
        out += "<h3>Theorem 1 in all systems of a size</h3>\n";
        out += &count_table(answers);
    }
    for answer in answers.answers.iter().filter(|answer| matches!(answer, ModelAnswer::Count(_))) {
        let Some(drawn) = picture(answer, Drawn::Svg) else { continue };
        out += &image(&drawn.text);
    }
    if needs(answers).next().is_some() {
        out += "<h3>What each hypothesis of Theorem 1 is for</h3>\n";
        out += "<p>Each line unfolds to the smallest system that satisfies all the other hypotheses and breaks the \
                conclusion.</p>\n";
    }
    for answer in &answers.answers {
        match answer {
            ModelAnswer::Need(need) => {
                let label = need.dropped.label();
                let class = if need.counterexample.is_some() { "needed" } else { "faint" };
                let line = format!(
                    "<b>{label}</b> <span class=\"{class}\">{}</span>",
                    sentence(&purpose(need, answers.cause))
                );
                out += &entry(&format!("need:{label}"), &line, answer, &need.to_string());
            }
            ModelAnswer::Search(search) => {
                let word =
                    if search.outcome.countermodel().is_some() { "false" } else { "not refuted" };
                let class = if word == "false" { "fails" } else { "faint" };
                let line = format!(
                    "<b>{}</b> <code>{}</code> <span class=\"{class}\">{word}</span>",
                    escaped(&search.id),
                    typeset(&search.statement, style)
                );
                let text = found(search, answers.cause, &page);
                let dropped = search.dropped.as_deref().unwrap_or_default();
                out += &entry(&format!("model:{}:{dropped}", search.id), &line, answer, &text);
            }
            ModelAnswer::Count(_) | ModelAnswer::Unfinished(_) => {}
        }
    }
    if needs(answers).any(is_redundant) {
        let _ = writeln!(out, "<p>{}</p>", sentence(MINIMAL));
    }
    if let Some(text) = to_go_on(answers, &page) {
        let _ = writeln!(out, "<p>{}</p>", sentence(&text));
    }
    Section { place: "models", heading: "Finite models", inner: out }
}

fn entry(name: &str, line: &str, answer: &ModelAnswer, text: &str) -> String {
    let drawn = picture(answer, Drawn::Svg).map_or_else(String::new, |drawn| image(&drawn.text));
    format!(
        "<details class=\"need\" id=\"{}\"><summary>{line}</summary>\n<div class=\"inner\">{drawn}{}</div></details>\n",
        anchor(name),
        preformatted(text)
    )
}

fn count_table(answers: &ModelAnswers) -> String {
    let filled = |answer: &ModelAnswer| {
        let mut cells = row(answer, answers.cause);
        cells.resize(HEAD.len(), String::new());
        cells
    };
    let rows: Vec<Vec<String>> = counts(answers).map(filled).collect();
    let head: Vec<String> = HEAD
        .iter()
        .enumerate()
        .map(|(k, name)| if k + 1 < HEAD.len() { format!("#{name}") } else { (*name).to_owned() })
        .collect();
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    let mut out = table(&head, &rows);
    for meaning in meanings(answers) {
        let _ = writeln!(out, "<p class=\"faint\">{}</p>", sentence(meaning));
    }
    out
}
