//! The declarations of statements and derivations.

use std::ops::Range;

use super::{Symbol, SymbolKind, Tokens};

/// The words with which a declaration of a theory begins.
const STARTS: [&str; 8] =
    ["theory", "index", "action", "predicate", "hypothesis", "definition", "lemma", "theorem"];

/// The declarations of a statement file.
pub(super) fn statements(tokens: Tokens<'_>) -> Vec<Symbol> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let end = next_start(tokens, at + 1, &STARTS);
        let span = tokens.between(at, end);
        match tokens.word(at) {
            "theory" if tokens.is_name(at + 1) => {
                found.push(tokens.symbol(SymbolKind::Whole, at + 1, span));
            }
            "index" => names(tokens, at + 1, end, SymbolKind::Index, &mut found),
            "action" => names(tokens, at + 1, end, SymbolKind::Action, &mut found),
            "predicate" => names(tokens, at + 1, end, SymbolKind::Predicate, &mut found),
            "hypothesis" => found.extend(labelled(tokens, at, SymbolKind::Hypothesis, span)),
            "lemma" | "theorem" => found.extend(labelled(tokens, at, SymbolKind::Statement, span)),
            "definition" => {
                let defined = (at..end).find(|at| tokens.word(*at) == ":").map(|colon| colon + 1);
                found.extend(labelled(tokens, at, SymbolKind::Definition, span.clone()));
                if let Some(name) = defined.filter(|name| *name < end && tokens.is_name(*name)) {
                    found.push(tokens.symbol(SymbolKind::Defined, name, span));
                }
            }
            _ => {}
        }
        at = end;
    }
    found
}

/// The statements that a script proves, each up to its `qed`.
pub(super) fn derivations(tokens: Tokens<'_>) -> Vec<Symbol> {
    let starts = ["lemma", "theorem"];
    let mut found = Vec::new();
    if tokens.word(0) == "proofs" && tokens.is_name(2) {
        found.push(tokens.symbol(SymbolKind::Whole, 2, tokens.between(0, 3)));
    }
    let mut at = next_start(tokens, 0, &starts);
    while at < tokens.len() {
        let end = next_start(tokens, at + 1, &starts);
        let qed = (at..end).find(|at| tokens.word(*at) == "qed").map_or(end, |qed| qed + 1);
        found.extend(labelled(tokens, at, SymbolKind::Statement, tokens.between(at, qed)));
        at = end;
    }
    found
}

/// The next token that begins a declaration, or the end. Words in labels begin none, and neither does `theorem` in the
/// middle of a line.
fn next_start(tokens: Tokens<'_>, from: usize, starts: &[&str]) -> usize {
    let is_start = |at: &usize| starts.contains(&tokens.word(*at)) && tokens.starts_line(*at);
    (from..tokens.len()).find(is_start).unwrap_or(tokens.len())
}

/// The names of a declaration of indices, actions or predicates: those that stand first, or behind a comma.
fn names(tokens: Tokens<'_>, from: usize, end: usize, kind: SymbolKind, found: &mut Vec<Symbol>) {
    let mut at = from;
    while at < end {
        if tokens.is_name(at) {
            found.push(tokens.symbol(kind, at, tokens.span(at)));
        }
        while at < end && tokens.word(at) != "," {
            at = if tokens.word(at) == "{" { tokens.behind_bracket(at) } else { at + 1 };
        }
        at += 1;
    }
}

/// The label behind a keyword.
fn labelled(tokens: Tokens<'_>, at: usize, kind: SymbolKind, span: Range<usize>) -> Option<Symbol> {
    if tokens.word(at + 1) != "(" {
        return None;
    }
    let close = tokens.behind_bracket(at + 1).checked_sub(1)?;
    let inside = tokens.span(at + 1).end..tokens.span(close).start;
    let words: Vec<&str> = tokens.text.get(inside)?.split_whitespace().collect();
    let name_span = tokens.between(at + 1, close + 1);
    let span = span.start..span.end.max(name_span.end);
    Some(Symbol { name: words.join(" "), kind, name_span, span, scope: None })
}
