//! Errors and warnings as values: code, one sentence, file and place, a second place, lines of help. The crate
//! `reductio-report` shows them.

use std::sync::Arc;

use reductio_algebra::{ParseError, ParseErrorKind, Span};
use reductio_proofs::replay::error::{ReplayError, ReplayErrorKind, Warning};

use crate::file::File;
use crate::source::SourceError;

/// A place in a file, with the file.
#[derive(Clone, Debug)]
pub struct FilePlace {
    /// The file.
    pub file: Arc<File>,
    /// The bytes of the text of the file.
    pub span: Span,
}

impl FilePlace {
    /// The place of a span in a file.
    pub fn new(file: &Arc<File>, span: &Span) -> Self {
        FilePlace { file: file.clone(), span: span.clone() }
    }
}

/// An error or a warning, ready to be shown or exported.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// Whether it is a warning only.
    pub is_warning: bool,
    /// The stable code, explained by `reductio explain CODE`.
    pub code: &'static str,
    /// The message, one sentence.
    pub message: String,
    /// The name of the file, if the diagnostic is about a file.
    pub path: Option<String>,
    /// The place in the file, if the diagnostic is about one.
    pub place: Option<FilePlace>,
    /// Other places that matter, each with a remark about it.
    pub others: Vec<(FilePlace, String)>,
    /// Remedies, a line each.
    pub help: Vec<String>,
}

impl Diagnostic {
    /// Makes an error without a place.
    pub fn error(code: &'static str, message: impl Into<String>) -> Self {
        Diagnostic {
            is_warning: false,
            code,
            message: message.into(),
            path: None,
            place: None,
            others: Vec::new(),
            help: Vec::new(),
        }
    }

    /// Sets the place of the diagnostic, and its file.
    #[must_use]
    pub fn at(mut self, file: &Arc<File>, span: &Span) -> Self {
        self.path = Some(file.name().to_owned());
        self.place = Some(FilePlace::new(file, span));
        self
    }

    /// Adds another place with a remark about it.
    #[must_use]
    pub fn with(mut self, file: &Arc<File>, span: &Span, what: impl Into<String>) -> Self {
        self.others.push((FilePlace::new(file, span), what.into()));
        self
    }

    /// Adds a line of help.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help.push(help.into());
        self
    }

    /// Makes the diagnostic a warning.
    #[must_use]
    pub fn warning(mut self) -> Self {
        self.is_warning = true;
        self
    }

    /// Makes the diagnostic for an input that cannot be read.
    pub fn of_source(error: &SourceError) -> Self {
        let mut out = Diagnostic::error(error.code(), error.to_string());
        out.path = Some(error.path().to_owned());
        if let SourceError::NotUtf8 { file, byte } = error {
            // The bad byte is shown as one replacement character.
            out = out.at(file, &(*byte..*byte + char::REPLACEMENT_CHARACTER.len_utf8()));
        }
        out.help.extend(error.help());
        out
    }

    /// Makes the diagnostic for a fault that the reader of a file found.
    pub fn of_parse(file: &Arc<File>, error: &ParseError) -> Self {
        let mut out = Diagnostic::error(error.kind.code(), error.to_string()).at(file, &error.span);
        if let ParseErrorKind::Duplicate { first: Some(first), .. } = &error.kind {
            out = out.with(file, first, "first declared here");
        }
        out.help.extend(error.kind.help());
        out
    }

    /// Makes the diagnostic for a fault of a derivation.
    pub fn of_replay(file: &Arc<File>, error: &ReplayError) -> Self {
        let mut out = Diagnostic::error(error.kind.code(), error.to_string()).at(file, &error.span);
        if let Some((span, what)) = &error.other {
            out = out.with(file, span, what);
        }
        out.help.extend(error.help.clone());
        match &error.kind {
            ReplayErrorKind::NoProof { .. } | ReplayErrorKind::WorkLimit { .. }
                if error.help.is_some() =>
            {
                out.help("`--max-states` allows more work")
            }
            ReplayErrorKind::WorkLimit { .. } => {
                out.help("put a term between, or allow more with `--max-states`")
            }
            _ => out,
        }
    }

    /// Makes the diagnostic for a warning about a derivation.
    pub fn of_warning(file: &Arc<File>, warning: &Warning) -> Self {
        Diagnostic::error(warning.kind.code(), warning.kind.to_string())
            .at(file, &warning.span)
            .warning()
    }
}
