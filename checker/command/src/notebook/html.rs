//! A notebook as one HTML file, which has no script, fetches nothing, and opens from disk.

use reductio_report::html::{document, folded, image, pre};

use super::answer::Mark;
use super::execute::{CellRun, NotebookRun};
use super::format::NotebookPart;
use super::output::{Output, Rich};
use super::prose;

/// Makes the page: prose, cells and the outputs of this run. Cells are folded if their tags say so.
pub fn page(ran: &NotebookRun) -> String {
    let mut body = String::new();
    let mut title = None;
    let mut cells = ran.cells.iter();
    for part in &ran.notebook.parts {
        match part {
            NotebookPart::Prose(text) => {
                let heading = text.lines().find_map(|line| line.strip_prefix("# "));
                title = title.or(heading.map(str::to_owned));
                let text: String =
                    text.split_inclusive('\n').filter(|line| !line.starts_with("+++")).collect();
                body += &prose::to_html(&text);
            }
            NotebookPart::Cell(_) => body += &cells.next().map_or_else(String::new, cell),
        }
    }
    let title = title.unwrap_or_else(|| "A notebook".to_owned());
    document(&title, &format!("<main>\n{body}</main>\n"))
}

fn cell(ran: &CellRun) -> String {
    let source = pre("source", &ran.cell.source);
    let refused = if ran.answer.is_accepted() { "" } else { " refused" };
    let outputs: String = ran.answer.outputs.iter().map(output).collect();
    let outputs = if outputs.is_empty() {
        String::new()
    } else {
        format!("<div class=\"outputs{refused}\">\n{outputs}</div>\n")
    };
    let has = |tag| ran.cell.has_tag(tag);
    let inner = if has("hide-cell") {
        let what = match Mark::of(&ran.cell.source) {
            Some(Mark::Solution(number)) => format!("show solution {number}"),
            _ => "show the solution".to_owned(),
        };
        folded(&what, &(source + &outputs))
    } else if has("hide-input") {
        folded("show the cell", &source) + &outputs
    } else if has("hide-output") {
        source + &folded("show the output", &outputs)
    } else {
        source + &outputs
    };
    format!("<div class=\"cell\">\n{inner}</div>\n")
}

/// An output in its richer form, with its text to fold out, or as text alone.
fn output(output: &Output) -> String {
    let text = pre(if output.is_diagnostic { "diagnostic" } else { "" }, &output.text);
    match &output.rich {
        None => text,
        Some(Rich::Html(html)) => {
            format!("<div class=\"rich\">{html}</div>\n{}", folded("as text", &text))
        }
        Some(Rich::Svg(svg)) => text + &image(svg),
    }
}
