//! The grammar, by recursive descent. A fault ends a statement or a declaration; the next one is read as if nothing
//! had happened, so that all faults of a text are found in one run.

mod actions;
mod declarations;
mod expressions;
mod formulas;
mod statements;
mod types;

use super::cursor::Cursor;
use super::error::{Limit, SystemErrorKind};
use super::faults::Faults;
use super::lexer::Token;
use super::syntax::{ClaimKind, Expr, File};

/// Reads a text.
pub(super) fn parse_file<'a>(text: &'a str, faults: &mut Faults) -> File<'a> {
    if !is_small(text, faults) {
        // Nothing is known of its names.
        return File { has_nameless: true, ..File::default() };
    }
    Cursor::new(text, faults).file()
}

/// Reads the condition of a claim.
pub(super) fn parse_condition<'a>(
    text: &'a str,
    claim: ClaimKind,
    faults: &mut Faults,
) -> Option<Expr<'a>> {
    if !is_small(text, faults) {
        return None;
    }
    let mut cursor = Cursor::new(text, faults);
    cursor.claim = Some(claim);
    let expr = cursor.expression().ok()?;
    cursor.refuse_behind_claim().ok()?;
    if cursor.peek() != Token::End {
        cursor.expected(&["an operator", "the end of the text"]);
    }
    Some(expr)
}

fn is_small(text: &str, faults: &mut Faults) -> bool {
    let size = text.len() as u64;
    let is_small = size <= Limit::Text.most();
    if !is_small {
        faults.add(SystemErrorKind::Limit { limit: Limit::Text, size }, 0..0);
    }
    is_small
}
