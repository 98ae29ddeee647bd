//! The text of programs: `.prog` files.

mod atoms;
mod bound;
mod cursor;
mod error;
mod expressions;
mod formulas;
mod lexer;
mod lower;
mod names;
mod parse;
mod print;
pub mod syntax;

pub use cursor::MAX_NESTING;
pub use error::{SourceError, SourceErrorKind, TextLimit};
pub use lexer::{DECLARATIONS, WORDS, token_spans};

use reductio_algebra::TextErrors;
use reductio_temporal::Formula;

use cursor::Cursor;
use error::Faults;
use lexer::Token;
use syntax::Source;

use crate::condition::Condition;
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

/// Reads a formula about the runs of a program: of linear temporal logic without next, with the operators of `.sys`
/// files, and with conditions as atoms that have the form of expressions. In them, `Class.variable` is a static
/// variable, and `Class.field` is a field of the only object of a class; further fields may follow.
///
/// ```
/// use reductio_programs::{ENTRY, parse_formula, parse_program};
///
/// let text = "thread main { b := new Box; b.full := 1 }";
/// let program = parse_program(text, "box", ENTRY).unwrap();
/// let formula = parse_formula("always (Box.full == 0 => eventually Box.full == 1)", &program).unwrap();
/// assert_eq!(formula.to_string(), "always ((Box.full == 0) => eventually (Box.full == 1))");
///
/// let errors = parse_formula("eventually Bix.full", &program).unwrap_err();
/// assert_eq!(errors[0].help().unwrap(), "did you mean `Box`?");
/// ```
///
/// # Errors
/// All faults, by place.
pub fn parse_formula(
    text: &str,
    program: &Program,
) -> Result<Formula<Condition>, Vec<SourceError>> {
    let mut faults = Faults::default();
    let size = text.len() as u64;
    if size > TextLimit::Text.most() {
        faults.add(SourceErrorKind::Limit { limit: TextLimit::Text, size }, 0..0);
        return Err(faults.into_errors());
    }
    let mut cursor = Cursor::new(text, &mut faults);
    let written = cursor.formula();
    if written.is_ok() && cursor.peek() != Token::End {
        cursor.expected(&["an operator", "the end of the formula"]);
    }
    let Ok(written) = written else { return Err(faults.into_errors()) };
    match atoms::formula(&written, program, &mut faults) {
        Some(formula) if faults.is_empty() => Ok(formula),
        _ => Err(faults.into_errors()),
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

    /// The program of the source, which need not have come from a text: places of faults are those of its spans, and
    /// lines are counted in `text`.
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
