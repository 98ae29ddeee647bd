//! Derivations as text, as the paper lays them out: columns for signs, terms and hints, the braces of the hints closed
//! at the right, sub-derivations below.

use std::fmt::Write as _;

use reductio::{Claim, File};
use reductio_algebra::text::grammar::Sign;
use reductio_algebra::text::lexer::{Token, tokenize};
use reductio_algebra::{Span, Style};
use reductio_proofs::script::hint::{Hint, Item};
use reductio_proofs::script::{Body, Chain};

use crate::page::{FAINT, HEADING, Page, columns, grouped, padded, plural, ranges, wrapped};

/// The smallest width of hints in a column; hints with less room go on lines of their own.
const NARROWEST_HINT: usize = 28;

/// The column where terms start.
const TERMS: usize = 6;

/// The statement with its derivation and its verdict.
pub fn show(claim: &Claim, page: &Page) -> String {
    let mut out = String::new();
    let head = format!("{}, {}:", claim.id(), claim.status.as_str());
    let statement = claim.formula.to_statement(page.style);
    let _ = writeln!(out, "{HEADING}{head}{HEADING:#}");
    for (k, line) in wrapped(&statement, page.width, 2, TERMS).iter().enumerate() {
        let _ = writeln!(out, "{}{line}", if k == 0 { "  " } else { "" });
    }
    out.push('\n');
    if let Some((file, derivation)) = &claim.derivation {
        body(&derivation.body, file, page, 0, &mut out);
        let (line, _) = file.line_col(derivation.label_span.start);
        let _ = writeln!(out, "{FAINT}{}:{line}{FAINT:#}", file.name());
    }
    out.push_str(&page.prose(&ending(claim), 0));
    out
}

/// The last line of a derivation: the verdict on the statement, and what it rests on.
pub fn ending(claim: &Claim) -> String {
    let word = claim.verdict.word();
    match claim.verdict.evidence() {
        Some(e) => {
            let hypotheses = match &*ranges(&e.hypotheses) {
                "none" => "no hypothesis".to_owned(),
                some if e.hypotheses.len() == 1 => format!("the hypothesis {some}"),
                some => format!("the hypotheses {some}"),
            };
            let steps = plural(claim.steps(), "step");
            format!(
                "{} {word}; uses {hypotheses}; {steps}, {} in the kernel.",
                claim.label,
                grouped(&e.kernel_steps)
            )
        }
        None if claim.derivation.is_none() => format!("{} {word}: it has no proof.", claim.label),
        None => format!("{} {word}.", claim.label),
    }
}

fn body(part: &Body, file: &File, page: &Page, indent: usize, out: &mut String) {
    let pad = " ".repeat(indent);
    match part {
        Body::Chain(main, below) => {
            chain(main, file, page, indent, out);
            for sub in below {
                let _ = writeln!(out, "\n{pad}  below");
                chain(sub, file, page, indent, out);
            }
            out.push('\n');
        }
        Body::Cases { i, j, equal, apart, .. } => {
            let apart_sign = if page.style == Style::Unicode { "≠" } else { "!=" };
            for (sign, part) in [("=", equal), (apart_sign, apart)] {
                let _ = writeln!(out, "{pad}  case {i} {sign} {j}");
                body(part, file, page, indent + 2, out);
            }
        }
    }
}

fn chain(chain: &Chain, file: &File, page: &Page, indent: usize, out: &mut String) {
    let first = chain.first.to_text(page.style);
    let rows: Vec<(&str, String, String)> = chain
        .links
        .iter()
        .map(|l| {
            (
                sign(l.sign, page.style),
                hint_text(&l.hint, file, page.style),
                l.term.to_text(page.style),
            )
        })
        .collect();
    let start = indent + TERMS;
    let term_width = rows.iter().map(|r| columns(&r.2)).chain([columns(&first)]).max().unwrap_or(0);
    // Sign and term, two spaces, and the braces.
    let left = (start + term_width + 4).min(page.width);
    let longest = rows.iter().map(|r| columns(&r.1)).max().unwrap_or(0);
    let space = page.width - left;
    let pad = " ".repeat(start);
    if space >= longest.min(NARROWEST_HINT) {
        let _ = writeln!(out, "{pad}{first}");
        let mut hints: Vec<Vec<String>> = rows.iter().map(|r| hint_lines(&r.1, space)).collect();
        let width = hints.iter().flatten().map(|line| columns(line)).max().unwrap_or(0);
        for ((sign, _, term), lines) in rows.iter().zip(&mut hints) {
            let last = lines.len().saturating_sub(1);
            for (k, line) in lines.iter().enumerate() {
                let left = if k == 0 {
                    left_columns(indent, sign, term, term_width)
                } else {
                    " ".repeat(start + term_width)
                };
                let (open, close) =
                    (if k == 0 { "{" } else { " " }, if k == last { "}" } else { "" });
                let text = format!("{left}  {open}{}{close}", padded(line, width));
                let _ = writeln!(out, "{}", text.trim_end());
            }
        }
        return;
    }
    long_term(&first, page, start, out);
    for (sign, hint, term) in rows {
        let lines = wrapped(&format!("{{{hint}}}"), page.width, start + 2, start + 3);
        let sign = padded(&format!("{}{sign}", " ".repeat(indent + 2)), start + 2);
        let _ = writeln!(out, "{sign}{}", lines.join("\n"));
        long_term(&term, page, start, out);
    }
}

/// Breaks a hint between its parts if they fit on lines, else between words.
fn hint_lines(hint: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in hint.split_inclusive("; ") {
        let part = part.trim_end();
        match lines.last_mut() {
            Some(line) if columns(line) + 1 + columns(part) <= width => {
                line.push(' ');
                line.push_str(part);
            }
            _ => lines.extend(wrapped(part, width, 0, 0)),
        }
    }
    lines
}

fn left_columns(indent: usize, sign: &str, term: &str, term_width: usize) -> String {
    let sign = padded(&format!("{}{sign}", " ".repeat(indent + 2)), indent + TERMS);
    format!("{sign}{}", padded(term, term_width))
}

fn long_term(term: &str, page: &Page, start: usize, out: &mut String) {
    let lines = wrapped(term, page.width, start, start + 2);
    let _ = writeln!(out, "{}{}", " ".repeat(start), lines.join("\n"));
}

pub(crate) fn sign(sign: Sign, style: Style) -> &'static str {
    match (sign, style) {
        (Sign::Equal, _) => "=",
        (Sign::Below, Style::Ascii) => "<=",
        (Sign::Below, Style::Unicode) => "≤",
        (Sign::Above, Style::Ascii) => ">=",
        (Sign::Above, Style::Unicode) => "≥",
    }
}

/// The text of a hint in the script, without its braces and comments, with single spaces.
pub(crate) fn hint_text(hint: &Hint, file: &File, style: Style) -> String {
    let Some(text) = file.text().get(hint.span.clone()) else { return String::new() };
    let Ok(tokens) = tokenize(text) else { return text.to_owned() };
    let references: Vec<&Span> = hint
        .items
        .iter()
        .flat_map(|item| match item {
            Item::References(all, _) => all.iter().map(|r| &r.span).collect::<Vec<_>>(),
            Item::Fact(fact) => {
                fact.links.iter().flat_map(|l| &l.references).map(|r| &r.span).collect()
            }
        })
        .collect();
    let mut out = String::new();
    let mut end = 1;
    let inner = tokens.iter().skip(1).take_while(|(_, span)| span.end < text.len());
    for (token, span) in inner {
        if span.start > end && !out.is_empty() {
            out.push(' ');
        }
        end = span.end;
        let at = hint.span.start + span.start;
        // Labels such as (? ind) are words.
        let is_label =
            references.iter().any(|r| r.contains(&at) && file.text()[r.start..].starts_with('('));
        out.push_str(if is_label {
            &text[span.clone()]
        } else {
            spelled(*token, &text[span.clone()], style)
        });
    }
    out
}

/// The spelling of a sign in a style.
fn spelled(token: Token, text: &str, style: Style) -> &str {
    let (ascii, unicode) = match token {
        Token::Below => ("<=", "≤"),
        Token::Above => (">=", "≥"),
        Token::Apart => ("!=", "≠"),
        Token::Implies => ("=>", "⇒"),
        Token::Not => ("!", "¬"),
        Token::Omega => ("^w", "ω"),
        Token::Top => ("T", "⊤"),
        Token::Loop => ("?", "⋆"),
        Token::Star => ("*", "*"),
        Token::Dot => (".", "·"),
        _ => return text,
    };
    if style == Style::Unicode { unicode } else { ascii }
}
