//! The faults found so far, each once.

use rustc_hash::FxHashSet;

use super::error::{SystemError, SystemErrorKind};
use super::syntax::Span;

/// The faults of a text. Code is looked at once for each thread that runs it, so the same fault may come up often.
#[derive(Debug, Default)]
pub(super) struct Faults {
    list: Vec<SystemError>,
    seen: FxHashSet<(usize, usize, &'static str)>,
}

impl Faults {
    /// Adds a fault, unless one of this kind is known here.
    pub(super) fn add(&mut self, kind: SystemErrorKind, span: Span) {
        self.push(SystemError { kind, span: Some(span), other: None });
    }

    /// Adds a fault with a second place.
    pub(super) fn add_with(&mut self, kind: SystemErrorKind, span: Span, other: Span, what: &str) {
        self.push(SystemError { kind, span: Some(span), other: Some((other, what.to_owned())) });
    }

    /// Adds a fault of the command line.
    pub(super) fn add_outside(&mut self, kind: SystemErrorKind) {
        self.list.push(SystemError { kind, span: None, other: None });
    }

    fn push(&mut self, error: SystemError) {
        let span = error.span.clone().unwrap_or_default();
        if self.seen.insert((span.start, span.end, error.code())) {
            self.list.push(error);
        }
    }

    /// Tells whether there are more than anyone reads: then no near names are looked for.
    pub(super) fn are_many(&self) -> bool {
        self.list.len() > 100
    }

    /// Tells whether nothing is wrong so far.
    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The faults, by place.
    pub(super) fn into_errors(mut self) -> Vec<SystemError> {
        self.list.sort_by_key(|error| error.span.as_ref().map(|span| (span.start, span.end)));
        self.list
    }
}
