//! All faults of one text, shown with their places by `unwrap` and by a `main` that returns them.

use std::error::Error;
use std::fmt;
use std::ops::Deref;

use super::error::{ParseError, ParseErrorKind, Span, line_col};

/// A fault of a text: a sentence, which is its [`Display`](fmt::Display), a code, a place and a remedy.
pub trait TextError: Error {
    /// The stable code, such as `E0104`.
    fn code(&self) -> &'static str;

    /// The place, in bytes of the text; none where the text as a whole lacks something.
    fn place(&self) -> Option<&Span>;

    /// Another place that matters, with a remark about it.
    fn other(&self) -> Option<(&Span, &str)> {
        None
    }

    /// The remedy for the author, where one is known.
    fn remedy(&self) -> Option<String>;
}

impl TextError for ParseError {
    fn code(&self) -> &'static str {
        self.kind.code()
    }

    fn place(&self) -> Option<&Span> {
        Some(&self.span)
    }

    fn other(&self) -> Option<(&Span, &str)> {
        match &self.kind {
            ParseErrorKind::Duplicate { first: Some(first), .. } => {
                Some((first, "first declared here"))
            }
            _ => None,
        }
    }

    fn remedy(&self) -> Option<String> {
        self.kind.help()
    }
}

/// All faults of one text, a slice of them. As text, which `unwrap` shows too, and a `main` that returns them, each
/// has its place, its sentence and code, its line of the text with the place below it, and the remedy.
///
/// ```
/// use reductio_algebra::Theory;
///
/// let errors = Theory::parse("theory Law\naction x\nlemma (1) ours: x + + x <= x", &[]).unwrap_err();
/// assert_eq!(errors.len(), 1);
/// let errors = errors.in_file("law.oa");
/// assert_eq!(
///     format!("{errors:?}"),
///     "
/// law.oa:3:21: expected a term, found `+` (E0104)
///   lemma (1) ours: x + + x <= x
///                       ^"
/// );
/// fn read() -> Result<(), Box<dyn std::error::Error>> {
///     Theory::parse("theory Law\naction 1", &[])?;
///     Ok(())
/// }
/// assert!(read().unwrap_err().to_string().starts_with("\nline 2, column 8: expected "));
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct TextErrors<E> {
    file: Option<String>,
    text: String,
    errors: Vec<E>,
}

impl<E> TextErrors<E> {
    /// Puts faults together with the text that has them.
    pub fn new(text: &str, errors: Vec<E>) -> Self {
        TextErrors { file: None, text: text.to_owned(), errors }
    }

    /// Sets the name of the text that places begin with, such as that of its file.
    #[must_use]
    pub fn in_file(self, name: &str) -> Self {
        TextErrors { file: Some(name.to_owned()), ..self }
    }

    /// The faults without the text.
    pub fn into_vec(self) -> Vec<E> {
        self.errors
    }
}

impl<E> Deref for TextErrors<E> {
    type Target = [E];

    fn deref(&self) -> &[E] {
        &self.errors
    }
}

impl<E> IntoIterator for TextErrors<E> {
    type Item = E;
    type IntoIter = std::vec::IntoIter<E>;

    fn into_iter(self) -> Self::IntoIter {
        self.errors.into_iter()
    }
}

impl<'e, E> IntoIterator for &'e TextErrors<E> {
    type Item = &'e E;
    type IntoIter = std::slice::Iter<'e, E>;

    fn into_iter(self) -> Self::IntoIter {
        self.errors.iter()
    }
}

impl<E> Default for TextErrors<E> {
    fn default() -> Self {
        TextErrors::new("", Vec::new())
    }
}

impl<E: TextError> fmt::Display for TextErrors<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // What comes before, `Error: ` or the words of `unwrap`, would push the first line to the right.
        for error in self {
            write!(f, "\n{}", Shown { file: self.file.as_deref(), text: &self.text, error })?;
        }
        Ok(())
    }
}

/// The text of [`Display`](fmt::Display).
impl<E: TextError> fmt::Debug for TextErrors<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<E: TextError> Error for TextErrors<E> {}

/// One fault of a text, shown with its place.
pub struct Shown<'e, E> {
    /// The name of the text, if it has one.
    pub file: Option<&'e str>,
    /// The text.
    pub text: &'e str,
    /// The fault.
    pub error: &'e E,
}

/// The widest line that is shown, in characters.
const WIDEST: usize = 160;

impl<E: TextError> fmt::Display for Shown<'_, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.file, self.error.place()) {
            (Some(file), None) => write!(f, "{file}: ")?,
            (None, None) => {}
            (_, Some(place)) => write!(f, "{}: ", self.place(place))?,
        }
        write!(f, "{} ({})", self.error, self.error.code())?;
        if let Some(place) = self.error.place() {
            self.line(place, f)?;
        }
        if let Some((place, what)) = self.error.other() {
            write!(f, "\n  {}: {what}", self.place(place))?;
        }
        match self.error.remedy() {
            Some(remedy) => write!(f, "\n  help: {remedy}"),
            None => Ok(()),
        }
    }
}

impl<E> Shown<'_, E> {
    fn place(&self, span: &Span) -> String {
        let (line, column) = line_col(self.text, span.start);
        match self.file {
            Some(file) => format!("{file}:{line}:{column}"),
            None => format!("line {line}, column {column}"),
        }
    }

    /// The line of a place, and below it where the place is.
    fn line(&self, span: &Span, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, column) = line_col(self.text, span.start);
        let Some(shown) = self.text.lines().nth(line - 1) else { return Ok(()) };
        let shown = shown.trim_end();
        if shown.trim_start().is_empty() || shown.chars().count() > WIDEST {
            return Ok(());
        }
        let inside = self.text.get(span.clone()).unwrap_or_default();
        let inside = inside.lines().next().unwrap_or_default().chars().count();
        // Tabs stay tabs, so that the marks are below what they mark.
        let before = shown.chars().map(|c| if c == '\t' { c } else { ' ' });
        let before: String = before.chain(std::iter::repeat(' ')).take(column - 1).collect();
        write!(f, "\n  {shown}\n  {before}{}", "^".repeat(inside.max(1)))
    }
}
