//! The kind of a cell, which its first word shows.

use reductio::File;

/// The kinds of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Content {
    /// `theory NAME`: statements, as in an `.oa` file.
    Statements,
    /// `proofs of NAME`: derivations, as in an `.oap` file.
    Script,
    /// `system NAME`: a system of threads, as in a `.sys` file.
    System,
    /// `program NAME`: a program with a heap, as in a `.prog` file.
    Program,
    /// `states N`: a finite relational model.
    Model,
    /// `trace NAME`: the trace of an execution, as in a `.std` file.
    Trace,
    /// `exercise N`: the check of an answer.
    Exercise,
    /// One command on each line.
    Commands,
}

impl Content {
    /// The kind of the cell with this text. Blank lines and comments before the first word do not count.
    ///
    /// ```
    /// use reductio_command::notebook::Content;
    /// assert_eq!(Content::of("-- a law\ntheory Law\naction x"), Content::Statements);
    /// assert_eq!(Content::of("prove 24"), Content::Commands);
    /// ```
    pub fn of(text: &str) -> Self {
        let first = text.lines().map(str::trim).find(|l| !l.is_empty() && !l.starts_with("--"));
        match first.and_then(|line| line.split_whitespace().next()) {
            Some("theory") => Content::Statements,
            Some("proofs") => Content::Script,
            Some("system") => Content::System,
            Some("program") => Content::Program,
            Some("exercise") => Content::Exercise,
            Some("states") => Content::Model,
            Some("trace") => Content::Trace,
            _ => Content::Commands,
        }
    }
}

/// The name of a file without its ending.
pub(super) fn stem(file: &File) -> &str {
    file.name().rsplit_once('.').map_or(file.name(), |(stem, _)| stem)
}
