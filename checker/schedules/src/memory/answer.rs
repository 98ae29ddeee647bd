//! The answer about C11's memory, where the search was one of schedules.

use std::fmt;

use crate::search::event::Site;

/// The answer about C11's memory (RC11) of a search under [`Memory::Auto`](crate::Memory::Auto).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum C11 {
    /// Nothing is said: another memory was asked for, or something was found, or not all schedules were walked.
    #[default]
    NotAsked,
    /// The answer about schedules is one about C11's memory, by DRF-SC.
    ByDrfSc {
        /// There are orderings weaker than `SeqCst`, or values without a guard: so accesses were watched.
        watched: bool,
    },
    /// The executions of C11's memory were walked as well, at least up to a finding.
    Walked {
        /// The executions that came to their end.
        executions: usize,
        /// The executions that were given up in between.
        blocked: usize,
        /// The reason why DRF-SC does not decide.
        since: String,
    },
    /// Schedules were drawn by chance, and then executions of C11's memory as well: nothing is said of others.
    Sampled {
        /// The executions that were drawn, and came to their end.
        executions: usize,
        /// The executions that were given up in between.
        blocked: usize,
        /// The reason why DRF-SC does not decide.
        since: String,
    },
    /// The answer is about sequential consistency only.
    Undecided {
        /// The reason why DRF-SC does not decide, if that was the reason.
        since: Option<String>,
        /// The reason why the executions of C11's memory were not walked, or not all.
        why: String,
    },
}

/// The reasons why DRF-SC does not decide about a search: the first ones.
#[derive(Clone, Debug, Default)]
pub(crate) struct Premise {
    /// Two accesses that nothing orders.
    pub(crate) unordered: Option<String>,
    /// An operation that the theorem does not speak about.
    pub(crate) outside: Option<&'static str>,
    /// Accesses were watched from some execution on.
    pub(crate) watched: bool,
    /// The lines with orderings weaker than `SeqCst`.
    pub(crate) weaker: Vec<Site>,
}

impl Premise {
    /// Adds what another part of a search has seen.
    pub(crate) fn add(&mut self, other: Premise) {
        self.unordered = self.unordered.take().or(other.unordered);
        self.outside = self.outside.or(other.outside);
        self.watched |= other.watched;
        self.uses(other.weaker);
    }
}

impl Premise {
    /// Adds lines with orderings weaker than `SeqCst`.
    pub(crate) fn uses(&mut self, lines: impl IntoIterator<Item = Site>) {
        for line in lines {
            if !self.weaker.contains(&line) {
                self.weaker.push(line);
            }
        }
    }
}

impl C11 {
    /// Tells whether the answer about schedules is one about C11's memory as well.
    pub fn is_decided(&self) -> bool {
        matches!(self, C11::ByDrfSc { .. } | C11::Walked { .. })
    }
}

impl fmt::Display for C11 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            C11::NotAsked => Ok(()),
            C11::ByDrfSc { watched: false } => f.write_str(
                "For C11's memory as well, by DRF-SC: no ordering is weaker than `SeqCst`, and\nall else is under locks.",
            ),
            C11::ByDrfSc { watched: true } => f.write_str(
                "For C11's memory as well, by DRF-SC: any two accesses, one of which writes, are\nordered by happens-before, or both `SeqCst`.",
            ),
            C11::Walked { executions, blocked, since } => write!(
                f,
                "For C11's memory as well: {executions} execution{} of it (RC11; {blocked} given up in between),\nsince DRF-SC does not decide: {since}.",
                if *executions == 1 { "" } else { "s" }
            ),
            C11::Sampled { executions, blocked, since } => write!(
                f,
                "Of C11's memory (RC11), {executions} execution{} drawn by chance as well ({blocked} given up in\nbetween), since DRF-SC does not decide: {since}.\nNothing is said of other executions.",
                if *executions == 1 { " was" } else { "s were" }
            ),
            C11::Undecided { since: Some(since), why } => write!(
                f,
                "About sequential consistency only. For C11's memory nothing is decided:\n{since};\n{why}."
            ),
            C11::Undecided { since: None, why } => write!(
                f,
                "About sequential consistency only. For C11's memory nothing is decided:\n{why}."
            ),
        }
    }
}
