//! The text of programs: `.prog` files.

mod bound;
mod cursor;
mod error;
mod expressions;
mod lexer;
mod lower;
mod names;
mod parse;
mod print;
pub mod syntax;

pub use cursor::MAX_NESTING;
pub use error::{SourceError, SourceErrorKind, TextLimit};
pub use lexer::{DECLARATIONS, WORDS, token_spans};

use error::Faults;
use reductio_algebra::TextErrors;
use syntax::Source;

use crate::program::Program;

/// The name of the thread with which a program begins, if nothing else is said.
pub const ENTRY: &str = "main";

/// Reads a program. `name` is its name if the text has none; `entry` is the thread that it begins with, mostly
/// [`ENTRY`]. Cost: linear in the text; times the number of locals of a thread, for whether they are bound.
///
/// ```
/// use reductio_programs::{ENTRY, parse_program};
///
/// let program = parse_program("
/// thread main {
///   l := new Lock
///   child := fork worker
///   join child
/// }
/// thread worker {
///   synchronized l { l.count := l.count + 1 }
/// }", "counting", ENTRY).unwrap();
/// assert_eq!((program.name(), program.methods().len()), ("counting", 2));
///
/// let errors = parse_program("thread main { x := y }", "wrong", ENTRY).unwrap_err();
/// assert_eq!(errors[0].code(), "E1012");
/// assert_eq!(
///     errors.in_file("wrong.prog").to_string(),
///     "
/// wrong.prog:1:20: `y` may be used before it is bound (E1012)
///   thread main { x := y }
///                      ^
///   help: did you mean `x`?"
/// );
/// ```
///
/// # Errors
/// All faults, by place.
pub fn parse_program(
    text: &str,
    name: &str,
    entry: &str,
) -> Result<Program, TextErrors<SourceError>> {
    let mut faults = Faults::default();
    let source = parse::parse(text, &mut faults);
    let program = lower::lower(&source, name, entry, text, &mut faults);
    match program {
        Some(program) if faults.is_empty() => Ok(program),
        _ => Err(TextErrors::new(text, faults.into_errors()).in_file(name)),
    }
}

impl Source {
    /// Reads a text without looking at what it means.
    ///
    /// # Errors
    /// All faults of the syntax, by place.
    pub fn parse(text: &str) -> Result<Source, TextErrors<SourceError>> {
        let mut faults = Faults::default();
        let source = parse::parse(text, &mut faults);
        if faults.is_empty() {
            Ok(source)
        } else {
            Err(TextErrors::new(text, faults.into_errors()))
        }
    }

    /// The program of the source, which need not have come from a text: places of faults are those of its spans, and lines are
    /// counted in `text`.
    ///
    /// # Errors
    /// All faults, by place.
    pub fn lower(
        &self,
        name: &str,
        entry: &str,
        text: &str,
    ) -> Result<Program, TextErrors<SourceError>> {
        let mut faults = Faults::default();
        match lower::lower(self, name, entry, text, &mut faults) {
            Some(program) if faults.is_empty() => Ok(program),
            _ => Err(TextErrors::new(text, faults.into_errors())),
        }
    }
}
