//! Formatting: one layout for the texts of all four languages.
//!
//! The lines of a text stay lines, since systems and programs end a statement with its line. What is set is the
//! indentation, the space between two tokens, empty lines and the ends of lines. Tokens and comments are never changed.
//! Spaces that line a text up with its neighbours are kept, and only these.

mod align;
mod indent;
mod lines;
mod spacing;

use std::sync::Arc;

use reductio::diagnostics::Diagnostic;
use reductio::{File, Language, language, programs};
use reductio_algebra::text::lexer::tokenize;
use reductio_algebra::{ParseError, ParseErrorKind};

use crate::pieces::pieces;

/// Formats a text. Formatting the result again changes nothing. Linear in the size of the text, nearly.
///
/// ```
/// use std::sync::Arc;
/// use reductio::{File, Language};
/// use reductio_editor::format;
///
/// let text = "thread t  {\nx:=1   -- one\n}\n\n\n";
/// let formatted = format(&Arc::new(File::new("t.sys", text)), Language::System).unwrap();
/// assert_eq!(formatted, "thread t {\n  x := 1 -- one\n}\n");
/// ```
///
/// # Errors
/// All faults of the syntax, with their places: a text that cannot be read has no layout. Names need not mean anything.
pub fn format(file: &Arc<File>, language: Language) -> Result<String, Vec<Diagnostic>> {
    let faults = syntax_faults(file, language);
    if !faults.is_empty() {
        return Err(faults);
    }
    let formatted = laid_out(language, file.text());
    // What the layout is trusted with is only white space.
    let is_same = texts(language, &formatted).eq(texts(language, file.text()));
    Ok(if is_same { formatted } else { file.text().to_owned() })
}

/// The tokens and comments of a text.
fn texts(language: Language, text: &str) -> impl Iterator<Item = &str> {
    pieces(language, text).into_iter().map(move |piece| &text[piece.span])
}

fn laid_out(language: Language, text: &str) -> String {
    let mut lines = lines::split(language, text);
    for line in &mut lines {
        spacing::set(language, line);
    }
    indent::set(language, &mut lines);
    align::tokens(language, &mut lines);
    align::comments(&mut lines);
    let mut out = String::with_capacity(text.len());
    for line in &lines {
        line.write(&mut out);
    }
    out
}

/// The faults of the syntax of a text, whatever its names mean. Statements and derivations can be read only with the
/// theories that they build on; here it is asked only that their characters and brackets are in order.
pub fn syntax_faults(file: &Arc<File>, language: Language) -> Vec<Diagnostic> {
    let text = file.text();
    match language {
        Language::System => {
            let error = |error| reductio::check::SubjectError::Text { file: file.clone(), error };
            let errors = language::syntax_errors(text).into_iter().map(error);
            reductio_report::check::faults::diagnostics(&errors.collect::<Vec<_>>())
        }
        Language::Program => {
            let errors = programs::syntax::Source::parse(text).err().unwrap_or_default();
            reductio_report::program::diagnostics(file, &errors)
        }
        Language::Statements | Language::Script => {
            let errors = tokenize(text).map_or_else(|errors| errors, |_| brackets(language, text));
            errors.iter().map(|error| Diagnostic::of_parse(file, error)).collect()
        }
    }
}

/// The brackets of a text that have no partner.
fn brackets(language: Language, text: &str) -> Vec<ParseError> {
    let partner = |open: &str| match open {
        "(" => ")",
        "[" => "]",
        _ => "}",
    };
    let mut open = Vec::new();
    let mut faults = Vec::new();
    for piece in pieces(language, text).into_iter().filter(|piece| !piece.is_comment) {
        let word = piece.text(text);
        match word.chars().next() {
            Some('(' | '[' | '{') => open.push(piece),
            Some(')' | ']' | '}') => match open.last() {
                Some(last) if word.starts_with(partner(last.text(text))) => drop(open.pop()),
                Some(last) => {
                    let expected = vec![format!("`{}`", partner(last.text(text)))];
                    let kind = ParseErrorKind::Expected { expected, found: format!("`{word}`") };
                    faults.push(ParseError { kind, span: piece.span });
                    return faults;
                }
                None => {
                    let expected = vec!["its opening bracket before it".to_owned()];
                    let kind = ParseErrorKind::Expected { expected, found: format!("`{word}`") };
                    faults.push(ParseError { kind, span: piece.span });
                }
            },
            _ => {}
        }
    }
    faults.extend(open.into_iter().map(|piece| ParseError {
        kind: ParseErrorKind::Unbalanced { open: piece.text(text).to_owned() },
        span: piece.span,
    }));
    faults
}
