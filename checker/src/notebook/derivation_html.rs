//! A derivation as a table: signs, terms and hints each in a column, what a step changes marked.

use std::fmt::Write as _;

use reductio_algebra::Style;
use reductio_algebra::text::lexer::tokenize;
use reductio_proofs::script::{Body, Chain};

use super::output::escaped;
use crate::claim::Claim;
use crate::derivation::{hint_text, sign};
use crate::file::File;

/// The statement and its derivation as a part of an HTML page; each chain folds.
pub(super) fn page_part(claim: &Claim, style: Style) -> String {
    let statement = claim.formula.to_statement(style);
    let word = claim.verdict.word();
    let mut out = format!(
        "<div class=\"derivation\"><p><b>{}</b> <code>{}</code> <span class=\"{word}\">{word}</span></p>\n",
        escaped(&claim.label.to_string()),
        escaped(&statement)
    );
    if let Some((file, derivation)) = &claim.derivation {
        body(&derivation.body, file, style, &mut out);
    }
    out + "</div>\n"
}

fn body(part: &Body, file: &File, style: Style, out: &mut String) {
    match part {
        Body::Chain(main, below) => {
            chain(main, file, style, out);
            for sub in below {
                *out += "<details open><summary>below</summary>\n";
                chain(sub, file, style, out);
                *out += "</details>\n";
            }
        }
        Body::Cases { i, j, equal, apart, .. } => {
            for (sign, part) in [("=", equal), ("!=", apart)] {
                let _ = writeln!(out, "<details open><summary>case {i} {sign} {j}</summary>");
                body(part, file, style, out);
                *out += "</details>\n";
            }
        }
    }
}

fn chain(chain: &Chain, file: &File, style: Style, out: &mut String) {
    let mut before = chain.first.to_text(style);
    *out += "<table class=\"chain\">\n";
    let _ = writeln!(out, "<tr><td></td><td>{}</td><td></td></tr>", escaped(&before));
    for link in &chain.links {
        let term = link.term.to_text(style);
        let hint = hint_text(&link.hint, file, style);
        let _ = writeln!(
            out,
            "<tr><td>{}</td><td>{}</td><td class=\"hint\">{{{}}}</td></tr>",
            escaped(sign(link.sign, style)),
            marked(&before, &term),
            escaped(&hint)
        );
        before = term;
    }
    *out += "</table>\n";
}

/// The term with what is new in it marked: everything but the tokens with which both begin, and those with which
/// both end.
fn marked(before: &str, after: &str) -> String {
    let (Some(old), Some(new)) = (tokens(before), tokens(after)) else { return escaped(after) };
    let same = |(a, b): &(&&str, &&str)| a == b;
    let first = old.iter().zip(&new).take_while(same).count();
    let room = old.len().min(new.len()) - first;
    let last = old.iter().rev().zip(new.iter().rev()).take_while(same).count().min(room);
    let start = new[..first].iter().map(|t| t.as_ptr() as usize + t.len()).next_back();
    let offset = |at: usize| at - after.as_ptr() as usize;
    let start = start.map_or(0, offset);
    let end = new[new.len() - last..].first().map_or(after.len(), |t| offset(t.as_ptr() as usize));
    if start >= end {
        return escaped(after);
    }
    let changed = &after[start..end];
    let (left, right) = (changed.len() - changed.trim_start().len(), changed.trim_end().len());
    if changed.trim().is_empty() {
        return escaped(after);
    }
    format!(
        "{}<mark>{}</mark>{}",
        escaped(&after[..start + left]),
        escaped(changed.trim()),
        escaped(&after[start + right..])
    )
}

fn tokens(text: &str) -> Option<Vec<&str>> {
    Some(tokenize(text).ok()?.into_iter().map(|(_, span)| &text[span]).collect())
}

#[cfg(test)]
mod tests {
    use super::marked;

    #[test]
    fn what_is_new_is_marked() {
        assert_eq!(marked("p u*", "p"), "p");
        assert_eq!(marked("x y z", "x w z"), "x <mark>w</mark> z");
        assert_eq!(marked("x y", "x y + z"), "x y <mark>+ z</mark>");
        assert_eq!(marked("x", "x"), "x");
    }
}
