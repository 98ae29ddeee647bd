//! The first line of a statement file: which theory it states, and which one that extends.

use std::sync::Arc;

use reductio_algebra::Span;
use reductio_algebra::text::grammar::Parser;

use crate::file::File;

/// `theory NAME [extends BASE]`.
#[derive(Clone, Debug)]
pub struct Header {
    /// The file.
    pub file: Arc<File>,
    /// The name of the theory.
    pub name: String,
    /// Where the name stands.
    pub span: Span,
    /// The name of the theory that it extends.
    pub base: Option<String>,
}

impl Header {
    /// Reads the first line of a file, if it has the form.
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

    /// The name that a file with faults seems to give its theory.
    pub(crate) fn guess(file: &File) -> Option<String> {
        let mut words = file
            .text()
            .lines()
            .filter_map(|line| line.split("--").next())
            .flat_map(str::split_whitespace);
        (words.next()? == "theory").then(|| words.next().map(str::to_owned))?
    }

    /// Of theories that all wait for one another, one that in the end extends itself.
    pub(crate) fn circular(waiting: &[Header]) -> Option<&Header> {
        let mut at = waiting.first()?;
        for _ in waiting {
            at = waiting.iter().find(|h| Some(&h.name) == at.base.as_ref())?;
        }
        Some(at)
    }
}
