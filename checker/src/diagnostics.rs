//! Errors and warnings as values: code, one sentence, file and place, a second place, lines of help. The crate
//! `reductio-report` shows them.

use std::fmt;
use std::sync::Arc;

use reductio_algebra::{Formula, ParseError, ParseErrorKind, Relation, Span};
use reductio_proofs::replay::error::{
    Remedy, ReplayError, ReplayErrorKind, Warning, WarningKind, sign_text,
};

use crate::file::File;
use crate::source::SourceError;

/// A place in a file, with the file.
#[derive(Clone)]
pub struct FilePlace {
    /// The file.
    pub file: Arc<File>,
    /// The bytes of the text of the file.
    pub span: Span,
}

/// File, line and column: `law.oa:3:21`.
impl fmt::Debug for FilePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, column) = self.file.line_col(self.span.start);
        write!(f, "{}:{line}:{column}", self.file.name())
    }
}

impl FilePlace {
    /// The place of a span in a file.
    pub fn new(file: &Arc<File>, span: &Span) -> Self {
        FilePlace { file: file.clone(), span: span.clone() }
    }
}

/// A change to a file that removes what a diagnostic is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The change in a few words, such as `cite (hyp)`.
    pub title: String,
    /// The bytes of the file of the diagnostic's place that are replaced, and the text that comes in their place.
    pub edits: Vec<(Span, String)>,
}

/// An error or a warning, ready to be shown or exported.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// Tells whether the message is a warning only.
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
    /// Changes to the file that were found to help.
    pub fixes: Vec<Fix>,
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
            fixes: Vec::new(),
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

    /// Adds a change to the file that helps.
    #[must_use]
    pub fn fixed_by(mut self, title: impl Into<String>, edits: Vec<(Span, String)>) -> Self {
        self.fixes.push(Fix { title: title.into(), edits });
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
        out.fixes.extend(error.remedy.as_ref().and_then(|remedy| fix(file, error, remedy)));
        match &error.kind {
            ReplayErrorKind::NoProof { .. } | ReplayErrorKind::WorkLimit { .. }
                if error.help.is_some() =>
            {
                out.help("`--max-states` allows more work")
            }
            ReplayErrorKind::WorkLimit { .. } => {
                out.help("put a term between, or allow more with `--max-states`")
            }
            ReplayErrorKind::OtherConclusion { expected, got } if is_half(expected, got) => {
                out.help("a chain proves an equation where every step is an `=`, or the last term is `0`")
            }
            _ => out,
        }
    }

    /// Makes the diagnostic for a warning about a derivation.
    pub fn of_warning(file: &Arc<File>, warning: &Warning) -> Self {
        let out = Diagnostic::error(warning.kind.code(), warning.kind.to_string())
            .at(file, &warning.span)
            .warning();
        match &warning.kind {
            WarningKind::Auto { found } => {
                let edit = (warning.span.clone(), found.clone());
                out.fixed_by("write what (auto) found", vec![edit])
            }
            WarningKind::Unneeded { reference } => {
                let edit = without(file.text(), &warning.span);
                out.fixed_by(format!("leave out {reference}"), vec![edit])
            }
            _ => out,
        }
    }
}

/// The remedy of a refused step as a change to the script.
fn fix(file: &File, error: &ReplayError, remedy: &Remedy) -> Option<Fix> {
    // The second place of a refused step is its hint, which ends with a brace.
    let (hint, _) = error.other.as_ref()?;
    let text = file.text().get(hint.clone())?;
    let (title, edit) = match remedy {
        Remedy::Cite(references) => {
            let names: Vec<String> = references.iter().map(ToString::to_string).collect();
            let end = hint.start + text.strip_suffix('}')?.trim_end().len();
            let names = names.join(", ");
            (format!("cite {names}"), (end..end, format!("; {names}")))
        }
        Remedy::Sign(sign) => {
            let sign = sign_text(*sign);
            // A refused step begins with its sign.
            let old = file.text().get(error.span.start..hint.start)?.trim_end().len();
            let span = error.span.start..error.span.start + old;
            (format!("write `{sign}`"), (span, sign.to_owned()))
        }
    };
    Some(Fix { title, edits: vec![edit] })
}

/// The change that takes a reference out of a hint, with what separates it from the next one, or from the one before.
/// What needs no reference follows by the laws, and a hint says so.
fn without(text: &str, span: &Span) -> (Span, String) {
    let is_between = |c: char| c.is_whitespace() || c == ',' || c == ';';
    let (before, behind) = (&text[..span.start], &text[span.end..]);
    let next = behind.trim_start_matches(is_between);
    let start = before.trim_end_matches(is_between);
    if next.starts_with('}') && start.ends_with('{') {
        return (span.clone(), "(regular algebra)".to_owned());
    }
    if next.len() < behind.len() && !next.starts_with('}') {
        return (span.start..text.len() - next.len(), String::new());
    }
    (start.len()..span.end, String::new())
}

/// Whether a chain proves `a <= b` of `a = b`.
fn is_half(expected: &Formula, got: &Formula) -> bool {
    matches!(
        (expected.horn().1, got.horn().1),
        (Formula::Relation(a, Relation::Equal, b), Formula::Relation(c, Relation::Below, d)) if a == c && b == d
    )
}
