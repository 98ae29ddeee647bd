//! The first line of a statement file: the name of its theory, and of the theory that this one extends.

use std::sync::Arc;

use reductio_algebra::Span;
use reductio_algebra::text::grammar::Parser;

use crate::file::File;

/// The first line of a statement file, `theory NAME [extends BASE]`.
#[derive(Clone, Debug)]
pub struct Header {
    /// The file.
    pub file: Arc<File>,
    /// The name of the theory.
    pub name: String,
    /// The span of the name in the file.
    pub span: Span,
    /// The name of the theory that this one extends, if it extends one.
    pub base: Option<String>,
}

impl Header {
    /// Reads the first line of a statement file; `None` if it has another form.
    pub fn read(file: &Arc<File>) -> Option<Self> {
        let mut parser = Parser::new(file.text()).ok()?;
        parser.expect_keyword("theory").ok()?;
        let span = parser.span();
        let name = parser.name("the name of the theory").ok()?.to_string();
        let base = if parser.accept_keyword("extends") {
            Some(parser.name("the name of a theory").ok()?.to_string())
        } else {
            None
        };
        Some(Header { file: file.clone(), name, span, base })
    }

    /// Reads the first line of a bundled statement file, and nothing after it: such a file has no faults.
    pub fn bundled(file: &Arc<File>) -> Option<Self> {
        let mut words = first_words(file.text());
        let name = (words.next()? == "theory").then(|| words.next())??;
        let base = (words.next() == Some("extends")).then(|| words.next()).flatten();
        let start = name.as_ptr().addr() - file.text().as_ptr().addr();
        let span = start..start + name.len();
        Some(Header {
            file: file.clone(),
            name: name.to_owned(),
            span,
            base: base.map(str::to_owned),
        })
    }

    /// Guesses the name of the theory of a file with faults.
    pub(crate) fn guess(file: &File) -> Option<String> {
        let mut words = first_words(file.text());
        (words.next()? == "theory").then(|| words.next().map(str::to_owned))?
    }

    /// Finds a theory that in the end extends itself, among theories of which each extends another one of them.
    pub(crate) fn circular(waiting: &[Header]) -> Option<&Header> {
        let mut at = waiting.first()?;
        for _ in waiting {
            at = waiting.iter().find(|h| Some(&h.name) == at.base.as_ref())?;
        }
        Some(at)
    }
}

/// The words of a text, without comments.
pub(crate) fn first_words(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| line.split("--").next()).flat_map(str::split_whitespace)
}
