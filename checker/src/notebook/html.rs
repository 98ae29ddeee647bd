//! A notebook as one HTML file: no script, no network, opens from disk.

use std::fmt::Write as _;

use pulldown_cmark::{Options, Parser, html::push_html};

use super::execute::{Ran, RanCell};
use super::format::{Part, alt};
use super::output::{Output, Rich, escaped};

const STYLE: &str = include_str!("page.css");

/// The page: prose, cells and the outputs of this run. What is tagged to be hidden is folded.
pub fn page(ran: &Ran) -> String {
    let mut body = String::new();
    let mut title = None;
    let mut cells = ran.cells.iter();
    for part in &ran.notebook.parts {
        match part {
            Part::Prose(text) => {
                let heading = text.lines().find_map(|line| line.strip_prefix("# "));
                title = title.or(heading.map(str::to_owned));
                let text: String =
                    text.split_inclusive('\n').filter(|line| !line.starts_with("+++")).collect();
                push_html(&mut body, Parser::new_ext(&text, Options::ENABLE_TABLES));
            }
            Part::Cell(_) => body += &cells.next().map_or_else(String::new, cell),
        }
    }
    let title = title.unwrap_or_else(|| "A notebook".to_owned());
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n{body}</main>\n</body>\n</html>\n",
        escaped(&title)
    )
}

fn cell(ran: &RanCell) -> String {
    let source = format!("<pre class=\"source\">{}</pre>\n", escaped(ran.cell.source.trim_end()));
    let refused = if ran.answer.is_accepted() { "" } else { " refused" };
    let outputs: String = ran.answer.outputs.iter().map(output).collect();
    let outputs = if outputs.is_empty() {
        String::new()
    } else {
        format!("<div class=\"outputs{refused}\">\n{outputs}</div>\n")
    };
    let folded = |what: &str, text: String| {
        format!("<details><summary>{what}</summary>\n{text}</details>\n")
    };
    let has = |tag| ran.cell.has_tag(tag);
    let inner = if has("hide-cell") {
        folded("show the solution", source + &outputs)
    } else if has("hide-input") {
        folded("show the cell", source) + &outputs
    } else if has("hide-output") {
        source + &folded("show the output", outputs)
    } else {
        source + &outputs
    };
    format!("<div class=\"cell\">\n{inner}</div>\n")
}

/// The rich form, and its text to fold out; a text alone as it is.
fn output(output: &Output) -> String {
    let text = escaped(output.text.trim_end());
    match &output.rich {
        None if output.is_diagnostic => format!("<pre class=\"diagnostic\">{text}</pre>\n"),
        None => format!("<pre>{text}</pre>\n"),
        Some(Rich::Html(html)) => {
            format!(
                "<div class=\"rich\">{html}</div>\n<details class=\"twin\"><summary>as text</summary><pre>{text}</pre></details>\n"
            )
        }
        // A picture has styles of its own, which must not reach the page: it is an image.
        Some(Rich::Svg(svg)) => format!(
            "<pre>{text}</pre>\n<figure><img alt=\"{}\" src=\"data:image/svg+xml;charset=utf-8,{}\"></figure>\n",
            escaped(&alt(svg)),
            percent_encoded(svg)
        ),
    }
}

/// For the address of an image.
fn percent_encoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 5 / 4);
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => out.push(char::from(byte)),
            b' ' | b'=' | b';' | b',' | b'.' | b'-' | b'(' | b')' | b'{' | b'}' | b'_' => {
                out.push(char::from(byte));
            }
            _ => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}
