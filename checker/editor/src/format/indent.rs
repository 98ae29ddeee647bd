//! The indentation of lines.

use reductio::{Language, language, programs};

use super::lines::Line;

/// The columns of one level.
const LEVEL: usize = 2;

/// Sets the indentation of all lines. Lines that go on with what the line before began keep theirs, if it is deep
/// enough.
pub(super) fn set(language: Language, lines: &mut [Line<'_>]) {
    match language {
        Language::System | Language::Program => of_code(language, lines),
        Language::Statements => of_statements(lines),
        Language::Script => of_scripts(lines),
    }
    of_comments(language, lines);
}

/// Systems and programs: a level for each open brace.
fn of_code(language: Language, lines: &mut [Line<'_>]) {
    let (mut depth, mut inner) = (0_usize, 0_usize);
    let mut last = "";
    for line in lines.iter_mut() {
        let Some(first) = line.first() else {
            // What a comment stands in is known here.
            line.indent = if line.items.is_empty() { 0 } else { LEVEL * depth };
            continue;
        };
        let closing = line.tokens().take_while(|token| *token == "}").count();
        let own = LEVEL * depth.saturating_sub(closing);
        let next = line.tokens().nth(1).unwrap_or_default();
        let is_declared = depth > 0 || closing > 0 || declares(language, first);
        let goes_on = inner > 0 || goes_on(last) || continues(first, next) || !is_declared;
        line.indent = if goes_on { line.indent.max(own + LEVEL) } else { own };
        for token in line.tokens() {
            match token {
                "{" => depth += 1,
                "}" => depth = depth.saturating_sub(1),
                "(" | "[" => inner += 1,
                ")" | "]" => inner = inner.saturating_sub(1),
                _ => {}
            }
            last = token;
        }
    }
}

/// The signs that stand between two operands.
const BETWEEN: [&str; 15] =
    [":=", "=", "==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "=>", "..", ".", ","];

/// Whether a statement cannot end with this token.
fn goes_on(last: &str) -> bool {
    let words = [":", "and", "or", "not", "div", "mod", "then", "when", "by"];
    BETWEEN.contains(&last) || words.contains(&last)
}

/// Whether a line that begins with this word begins a declaration.
fn declares(language: Language, first: &str) -> bool {
    match language {
        Language::Program => programs::DECLARATIONS.contains(&first),
        _ => {
            language::DECLARATIONS.contains(&first)
                || ["thread", "property", "fair", "strongly"].contains(&first)
        }
    }
}

/// Whether a line that begins with these two tokens goes on with the one before. Words such as `until` may be names,
/// and `or` may begin another choice.
fn continues(first: &str, next: &str) -> bool {
    let words = ["and", "or", "div", "mod", "then", "leads_to", "until"];
    let is_word = words.contains(&first) && ![":=", ":", "{", "["].contains(&next);
    is_word || BETWEEN.contains(&first) || first == "("
}

/// Statements: declarations stand at the margin, what they go on with does not.
fn of_statements(lines: &mut [Line<'_>]) {
    let mut depth = 0_usize;
    for line in lines.iter_mut() {
        let Some(first) = line.first() else {
            line.indent = 0;
            continue;
        };
        let begins = depth == 0
            && matches!(
                first,
                "theory"
                    | "index"
                    | "action"
                    | "predicate"
                    | "hypothesis"
                    | "definition"
                    | "lemma"
                    | "theorem"
            );
        line.indent = if begins { 0 } else { line.indent.max(LEVEL) };
        depth = depth_after(line, depth);
    }
}

/// The number of open brackets behind a line.
fn depth_after(line: &Line<'_>, before: usize) -> usize {
    line.tokens().fold(before, |depth, token| match token.as_bytes().first() {
        Some(b'(' | b'[' | b'{') => depth + 1,
        Some(b')' | b']' | b'}') => depth.saturating_sub(1),
        _ => depth,
    })
}

/// The place in a derivation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// Before `proof`: the statement, or the head of the script.
    Statement,
    /// Where a term begins.
    Term,
    /// Within a term, which may have ended.
    InTerm,
}

/// Derivations, in the layout of the papers: signs at two columns, terms at four.
fn of_scripts(lines: &mut [Line<'_>]) {
    let (mut depth, mut in_cases, mut part) = (0_usize, false, Part::Statement);
    for line in lines.iter_mut() {
        let Some(first) = line.first() else {
            line.indent = 0;
            continue;
        };
        let is_outside = depth == 0;
        depth = depth_after(line, depth);
        let sign = matches!(first, "<=" | "=" | ">=" | "≤" | "⩽" | "≥" | "⩾");
        line.indent = match first {
            _ if !is_outside => line.indent.max(3 * LEVEL),
            "below" if in_cases => line.indent.min(LEVEL),
            "proofs" | "top" | "without" | "lemma" | "theorem" | "proof" | "qed" | "below" => 0,
            "case" => LEVEL,
            _ if part == Part::Statement => line.indent.max(LEVEL),
            _ if sign => LEVEL,
            _ if part == Part::Term => 2 * LEVEL,
            _ => line.indent.max(3 * LEVEL),
        };
        part = match first {
            _ if !is_outside => part,
            "proof" | "below" | "case" => Part::Term,
            "lemma" | "theorem" | "proofs" | "top" | "without" | "qed" => Part::Statement,
            _ if part == Part::Statement => part,
            // The term may stand behind the hint, on the same line.
            _ if sign && (depth > 0 || line.tokens().last() == Some("}")) => Part::Term,
            _ if sign && line.tokens().nth(1).is_none() => Part::Term,
            _ => Part::InTerm,
        };
        match first {
            "case" => in_cases = true,
            "lemma" | "theorem" | "qed" => in_cases = false,
            _ => {}
        }
    }
}

/// Lines with a comment only are indented like the next line, if it follows at once; a level more before what ends a
/// block or a proof.
fn of_comments(language: Language, lines: &mut [Line<'_>]) {
    for number in (0..lines.len()).rev() {
        let line = &lines[number];
        if line.items.is_empty() || line.first().is_some() {
            continue;
        }
        let next = lines.get(number + 1).filter(|next| !next.items.is_empty());
        let Some(next) = next else { continue };
        let is_last = match language {
            Language::System | Language::Program => next.first() == Some("}"),
            Language::Script => matches!(next.first(), Some("qed" | "below")),
            Language::Statements => false,
        };
        let indent = if is_last { next.indent + LEVEL } else { next.indent };
        lines[number].indent = indent;
    }
}
