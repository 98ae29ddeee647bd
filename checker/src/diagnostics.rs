//! The one place where errors and warnings get their form: code, one sentence, file, line and column, the place
//! under a caret, a second place, a line of help.

use std::sync::Arc;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};
use reductio_algebra::{ParseError, ParseErrorKind, Span};
use reductio_proofs::replay::error::{ReplayError, ReplayErrorKind, Warning};

use crate::file::File;
use crate::source::SourceError;

/// How many diagnostics about one file are shown; all are counted.
const SHOWN_PER_FILE: usize = 50;

/// Lines longer than this are not shown: the place is named all the same.
const LONGEST_LINE: usize = 2_000;

/// Messages longer than this many characters are cut.
const LONGEST_MESSAGE: usize = 1_000;

/// A span of a file.
#[derive(Clone, Debug)]
pub struct Place {
    /// The file.
    pub file: Arc<File>,
    /// Bytes of its text.
    pub span: Span,
}

impl Place {
    /// A place in a file.
    pub fn new(file: &Arc<File>, span: &Span) -> Self {
        Place { file: file.clone(), span: span.clone() }
    }
}

/// An error or a warning, ready to be shown or exported.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// Whether it is a warning only.
    pub is_warning: bool,
    /// The stable code, explained by `reductio explain CODE`.
    pub code: &'static str,
    /// One sentence.
    pub message: String,
    /// The file, for errors about a whole input.
    pub path: Option<String>,
    /// The place, where there is one.
    pub place: Option<Place>,
    /// Other places that matter, each with what it is.
    pub others: Vec<(Place, String)>,
    /// What would help.
    pub help: Vec<String>,
}

impl Diagnostic {
    /// An error without a place.
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

    /// The same with a place.
    #[must_use]
    pub fn at(mut self, file: &Arc<File>, span: &Span) -> Self {
        self.path = Some(file.name().to_owned());
        self.place = Some(Place::new(file, span));
        self
    }

    /// The same with a second place.
    #[must_use]
    pub fn with(mut self, file: &Arc<File>, span: &Span, what: impl Into<String>) -> Self {
        self.others.push((Place::new(file, span), what.into()));
        self
    }

    /// The same with a line of help.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help.push(help.into());
        self
    }

    /// The same as a warning.
    #[must_use]
    pub fn warning(mut self) -> Self {
        self.is_warning = true;
        self
    }

    /// The diagnostic for an input that cannot be read.
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

    /// The diagnostic for a fault that the reader of a file found.
    pub fn of_parse(file: &Arc<File>, error: &ParseError) -> Self {
        let mut out = Diagnostic::error(error.kind.code(), error.to_string()).at(file, &error.span);
        if let ParseErrorKind::Duplicate { first: Some(first), .. } = &error.kind {
            out = out.with(file, first, "first declared here");
        }
        out.help.extend(error.kind.help());
        out
    }

    /// The diagnostic for a derivation that is refused.
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

    /// The diagnostic for a warning about a derivation.
    pub fn of_warning(file: &Arc<File>, warning: &Warning) -> Self {
        Diagnostic::error(warning.kind.code(), warning.kind.to_string())
            .at(file, &warning.span)
            .warning()
    }

    /// The text, with the source lines, ending in a line feed.
    pub fn render(&self, renderer: &Renderer) -> String {
        let level = if self.is_warning { Level::WARNING } else { Level::ERROR };
        let message = shortened(&self.message);
        let mut group: Group<'_> = Group::with_title(level.primary_title(message).id(self.code));
        let parts = self.place.as_ref().map_or(Vec::new(), |p| self.line_parts(p));
        let mut places: Vec<Mark<'_>> =
            parts.iter().map(|p| (AnnotationKind::Primary, p, None)).collect();
        places.extend(
            self.others.iter().map(|(p, what)| (AnnotationKind::Context, p, Some(&**what))),
        );
        // One snippet per file, in the order in which the files are mentioned.
        while let Some((_, first, _)) = places.first() {
            let file = first.file.clone();
            let (marks, rest) =
                places.into_iter().partition(|(_, p, _)| Arc::ptr_eq(&p.file, &file));
            places = rest;
            group = match snippet(&marks) {
                Some(snippet) => group.element(snippet),
                None => group.elements(marks.iter().map(|(_, place, what)| unshown(place, *what))),
            };
        }
        for help in &self.help {
            group = group.element(Level::HELP.message(shortened(help)));
        }
        let bare = self.place.is_none() && self.others.is_empty() && self.help.is_empty();
        renderer.render(&[group]) + if bare { "\n" } else { "\n\n" }
    }

    /// A place that goes over lines as its first and its last line, without what the other places cover: a step is
    /// its sign and its term, its hint has a mark of its own.
    fn line_parts(&self, place: &Place) -> Vec<Place> {
        let Some(text) = place.file.text().get(place.span.clone()) else {
            return vec![place.clone()];
        };
        if !text.trim_end().contains('\n') {
            return vec![place.clone()];
        }
        let covered = |at: usize| {
            let inside = |(p, _): &&(Place, String)| {
                Arc::ptr_eq(&p.file, &place.file) && p.span.contains(&at) && p.span != place.span
            };
            self.others.iter().find(inside).is_some()
        };
        let mut parts: Vec<Span> = Vec::new();
        let mut start = place.span.start;
        for line in text.split_inclusive('\n') {
            let free =
                line.char_indices().map(|(k, c)| (start + k, c)).filter(|(k, _)| !covered(*k));
            let free: Vec<(usize, char)> = free.filter(|(_, c)| !c.is_whitespace()).collect();
            if let (Some((first, _)), Some((last, c))) = (free.first(), free.last()) {
                parts.push(*first..*last + c.len_utf8());
            }
            start += line.len();
        }
        if parts.len() > 2 {
            parts = vec![parts[0].clone(), parts[parts.len() - 1].clone()];
        }
        parts.into_iter().map(|span| Place::new(&place.file, &span)).collect()
    }
}

/// A place with its kind and what it is.
type Mark<'a> = (AnnotationKind, &'a Place, Option<&'a str>);

/// The marked lines of a file. Only the lines between the first and the last mark are handed to the renderer.
fn snippet<'a>(marks: &[Mark<'a>]) -> Option<Snippet<'a, Annotation<'a>>> {
    let (_, Place { file, .. }, _) = marks.first()?;
    let start = marks.iter().map(|(_, p, _)| p.span.start).min()?;
    let end = marks.iter().map(|(_, p, _)| p.span.end).max()?;
    let lines = file.lines_of(&(start..end));
    let text = file.text().get(lines.clone())?;
    if text.lines().any(|line| line.len() > LONGEST_LINE) {
        return None;
    }
    let annotations = marks.iter().map(|(kind, place, what)| {
        let (from, to) = (place.span.start - lines.start, place.span.end - lines.start);
        // A caret needs a character, or the place behind the last one.
        kind.span(from.min(text.len())..to.min(text.len())).label(*what)
    });
    let line = file.line_col(lines.start).0;
    Some(Snippet::source(text).line_start(line).path(file.name()).annotations(annotations))
}

/// The place alone, where its line is too long to be shown.
fn unshown<'a>(place: &Place, what: Option<&str>) -> annotate_snippets::Message<'a> {
    let (line, column) = place.file.line_col(place.span.start);
    let what = what.unwrap_or("the line is too long to be shown");
    Level::NOTE.message(format!("{}:{line}:{column}: {what}", place.file.name()))
}

/// Messages may hold terms of any size.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST_MESSAGE) {
        Some((at, _)) => format!("{} ...", &text[..at]),
        None => text.to_owned(),
    }
}

/// Shows diagnostics: of many about one file the first, and the number of the others.
pub fn render_all(diagnostics: &[Diagnostic], renderer: &Renderer) -> String {
    let mut out = String::new();
    let mut shown: Vec<(Option<&str>, usize)> = Vec::new();
    for diagnostic in diagnostics {
        let path = diagnostic.path.as_deref();
        let known = shown.iter().position(|(p, _)| *p == path);
        let at = known.unwrap_or_else(|| {
            shown.push((path, 0));
            shown.len() - 1
        });
        let (_, count) = &mut shown[at];
        *count += 1;
        if *count <= SHOWN_PER_FILE {
            out.push_str(&diagnostic.render(renderer));
        }
    }
    for (path, count) in shown.into_iter().filter(|(_, count)| *count > SHOWN_PER_FILE) {
        let more = count - SHOWN_PER_FILE;
        let message = format!(
            "{}: {more} more are not shown; `--format json` lists them all",
            path.unwrap_or("the command line")
        );
        let group = Group::with_title(Level::NOTE.primary_title(message));
        out.push_str(&(renderer.render(&[group]) + "\n"));
    }
    out
}
