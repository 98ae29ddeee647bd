//! The form of errors and warnings, which is made here and nowhere else: code, one sentence, file, line and column, the
//! place under a caret, a second place, a line of help.

use std::sync::Arc;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};
use reductio::{Diagnostic, FilePlace};
use reductio_algebra::Span;

/// The number of diagnostics about one file that are shown; all are counted.
const SHOWN_PER_FILE: usize = 50;

/// The longest line of a file that is shown; of a longer one only the place is named.
const LONGEST_LINE: usize = 2_000;

/// The largest number of characters of a message; longer ones are cut.
const LONGEST_MESSAGE: usize = 1_000;

/// A diagnostic as text with the source lines, ending in a line feed.
pub fn render(diagnostic: &Diagnostic, renderer: &Renderer) -> String {
    let level = if diagnostic.is_warning { Level::WARNING } else { Level::ERROR };
    let message = shortened(&diagnostic.message);
    let mut group: Group<'_> = Group::with_title(level.primary_title(message).id(diagnostic.code));
    let parts = diagnostic.place.as_ref().map_or(Vec::new(), |p| line_parts(diagnostic, p));
    let mut places: Vec<Mark<'_>> =
        parts.iter().map(|p| (AnnotationKind::Primary, p, None)).collect();
    places.extend(
        diagnostic.others.iter().map(|(p, what)| (AnnotationKind::Context, p, Some(&**what))),
    );
    // One snippet per file, in the order in which the files are mentioned.
    while let Some((_, first, _)) = places.first() {
        let file = first.file.clone();
        let (marks, rest) = places.into_iter().partition(|(_, p, _)| Arc::ptr_eq(&p.file, &file));
        places = rest;
        group = match snippet(&marks) {
            Some(snippet) => group.element(snippet),
            None => group.elements(marks.iter().map(|(_, place, what)| unshown(place, *what))),
        };
    }
    for help in &diagnostic.help {
        group = group.element(Level::HELP.message(shortened(help)));
    }
    let bare =
        diagnostic.place.is_none() && diagnostic.others.is_empty() && diagnostic.help.is_empty();
    renderer.render(&[group]) + if bare { "\n" } else { "\n\n" }
}

/// Splits a place that goes over several lines into its first and its last line, without the parts that other places
/// cover: a step consists of its sign and its term, and its hint has a mark of its own.
fn line_parts(diagnostic: &Diagnostic, place: &FilePlace) -> Vec<FilePlace> {
    let Some(text) = place.file.text().get(place.span.clone()) else {
        return vec![place.clone()];
    };
    if !text.trim_end().contains('\n') {
        return vec![place.clone()];
    }
    let covered = |at: usize| {
        let inside = |(p, _): &&(FilePlace, String)| {
            Arc::ptr_eq(&p.file, &place.file) && p.span.contains(&at) && p.span != place.span
        };
        diagnostic.others.iter().find(inside).is_some()
    };
    let mut parts: Vec<Span> = Vec::new();
    let mut start = place.span.start;
    for line in text.split_inclusive('\n') {
        let free = line.char_indices().map(|(k, c)| (start + k, c)).filter(|(k, _)| !covered(*k));
        let free: Vec<(usize, char)> = free.filter(|(_, c)| !c.is_whitespace()).collect();
        if let (Some((first, _)), Some((last, c))) = (free.first(), free.last()) {
            parts.push(*first..*last + c.len_utf8());
        }
        start += line.len();
    }
    if parts.len() > 2 {
        parts = vec![parts[0].clone(), parts[parts.len() - 1].clone()];
    }
    parts.into_iter().map(|span| FilePlace::new(&place.file, &span)).collect()
}

/// A place to mark, with the kind of the mark and its label.
type Mark<'a> = (AnnotationKind, &'a FilePlace, Option<&'a str>);

/// The marked lines of a file. Only the lines from the first to the last mark are handed to the renderer.
fn snippet<'a>(marks: &[Mark<'a>]) -> Option<Snippet<'a, Annotation<'a>>> {
    let (_, FilePlace { file, .. }, _) = marks.first()?;
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

/// The message that names a place whose line is too long to be shown.
fn unshown<'a>(place: &FilePlace, what: Option<&str>) -> annotate_snippets::Message<'a> {
    let (line, column) = place.file.line_col(place.span.start);
    let what = what.unwrap_or("the line is too long to be shown");
    Level::NOTE.message(format!("{}:{line}:{column}: {what}", place.file.name()))
}

/// Cuts a message, which may hold terms of any size.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST_MESSAGE) {
        Some((at, _)) => format!("{} ...", &text[..at]),
        None => text.to_owned(),
    }
}

/// Diagnostics as text. Of many about one file only the first are shown, and the others counted.
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
            out.push_str(&render(diagnostic, renderer));
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
