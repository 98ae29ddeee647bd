//! The small sections of pages: decided formulas, evaluated hypotheses, a run.

use reductio::Verdict;
use reductio::decide::FormulaAnswers;
use reductio::execution::Execution;
use reductio::validate::{LocalCheck, Validation, render};
use reductio_algebra::Style;
use reductio_relations::Drawing;

use super::element::{escaped, folded, image, preformatted, table_of};
use super::proofs::diagnostics;
use super::report::Section;
use crate::page::Page;
use crate::{decide, execution};

/// The width of texts in columns.
const WIDTH: usize = 100;

/// The section of decided formulas with their verdicts, and a model for each that fails.
pub fn decisions(answers: &FormulaAnswers, style: Style, explains: bool) -> Section {
    let page = Page::new(WIDTH, style);
    let mut inner = diagnostics(&answers.diagnostics());
    for answer in &answers.answers {
        let single = FormulaAnswers { answers: vec![answer.clone()], ..FormulaAnswers::default() };
        inner += &preformatted(&decide::text::report(&single, &page, explains));
        if let Verdict::Fails(found) = &answer.verdict {
            let title = format!("false here: {}", answer.formula.to_statement(style));
            inner += &image(&Drawing::new(&found.found.model).title(&title).to_svg());
        }
    }
    Section { place: "laws", heading: "Laws", inner }
}

/// The section of the hypotheses and the conclusion of Theorem 1, evaluated in the states of systems.
pub fn hypotheses(validations: &[Validation]) -> Section {
    let page = Page::new(WIDTH, Style::Ascii);
    let mut inner = String::new();
    for validation in validations {
        let row = |check: &reductio::validate::Check| {
            let word = if check.holds { "holds" } else { "fails" };
            vec![
                format!("({})", escaped(&check.label)),
                format!("<code>{}</code>", escaped(&check.formula)),
                format!("<span class=\"{word}\">{word}</span>"),
                check.instances.to_string(),
            ]
        };
        let rows: Vec<Vec<String>> = validation.checks.iter().map(row).collect();
        inner += &table_of(&["hypothesis", "formula", "verdict", "#pairs of states"], &rows);
        if let Some(local) = &validation.local {
            let rows: Vec<Vec<String>> = local.hypotheses.iter().map(local_row).collect();
            inner += &table_of(&["hypothesis", "formula", "verdict", "#cases"], &rows);
        }
        inner += &folded("as text", &preformatted(&page.fit(&render(validation))));
    }
    Section { place: "hypotheses", heading: "Hypotheses", inner }
}

/// The row of a local hypothesis.
fn local_row(check: &LocalCheck) -> Vec<String> {
    let word = match (check.is_required() || check.instances.is_empty(), check.holds) {
        (false, _) => "<span class=\"faint\">not required</span>",
        (true, true) => "<span class=\"holds\">holds</span>",
        (true, false) => "<span class=\"fails\">fails</span>",
    };
    vec![
        format!("({})", escaped(check.label)),
        format!("<code>{}</code>", escaped(check.formula)),
        word.to_owned(),
        format!("{} {}", check.cases, check.hypothesis.unit()),
    ]
}

/// The section of a run: its chart if it is short enough, and its table.
pub fn run(execution: &Execution<'_>) -> Section {
    let chart = match execution::to_svg(execution) {
        Ok(svg) => image(&svg),
        Err(error) => format!("<p class=\"faint\">{}</p>\n", escaped(&error.to_string())),
    };
    let text = preformatted(&execution::to_text(execution, &Page::new(WIDTH, Style::Ascii)));
    Section { place: "run", heading: "Run", inner: chart + &text }
}
