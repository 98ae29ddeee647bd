//! Guessed locks, for reports.

use std::fmt::Write as _;

use serde::Serialize;

use crate::monitors::Guess;
use crate::page::{HEADING, Page, plural};
use crate::system::{CellId, System};

/// A shared variable and what was guessed for it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct GuessEntry {
    variable: String,
    /// The lock that is held at all accesses; none: the variable is open.
    lock: Option<String>,
    refuted: Vec<RefutedEntry>,
}

/// A lock that does not protect the variable.
#[derive(Clone, Debug, Serialize)]
struct RefutedEntry {
    lock: String,
    thread: String,
    steps: usize,
}

/// The guess for each shared variable, in the order of their declaration.
pub(crate) fn entries(guess: &Guess) -> Vec<GuessEntry> {
    let system = &guess.system;
    let entry = |candidate: &crate::monitors::Candidate| {
        let own = guess.rounds.iter().filter(|round| round.cell == candidate.cell);
        let refuted = own.map(|round| RefutedEntry {
            lock: lock_name(system, round.guess),
            thread: system.thread(round.thread).name().to_owned(),
            steps: round.run.len(),
        });
        GuessEntry {
            variable: system.cell(candidate.cell).name().to_owned(),
            lock: candidate.locks.first().map(|&lock| lock_name(system, lock)),
            refuted: refuted.collect(),
        }
    };
    guess.candidates.iter().map(entry).collect()
}

/// `m` for the cell `m.owner`.
fn lock_name(system: &System, owner: CellId) -> String {
    let name = system.cell(owner).name();
    name.strip_suffix(".owner").unwrap_or(name).to_owned()
}

/// The guesses for people.
pub(crate) fn text(guess: &Guess, page: &Page) -> String {
    let rounds = plural(guess.rounds.len() + 1, "search");
    let rounds = rounds.replace("searchs", "searches");
    let mut out = format!("{HEADING}locks{HEADING:#}, guessed in {rounds}\n");
    for entry in entries(guess) {
        let what = match (&entry.lock, entry.refuted.last()) {
            (Some(lock), _) => format!("{}: protected by {lock}", entry.variable),
            (None, Some(last)) => format!(
                "{}: open; no lock is held at all its accesses (the last one, {}, not by {} in a run of {})",
                entry.variable,
                last.lock,
                last.thread,
                plural(last.steps, "step"),
            ),
            (None, None) => format!("{}: open; there is no lock", entry.variable),
        };
        out += &page.prose(&format!("  {what}"), 4);
    }
    if guess.candidates.is_empty() {
        let _ = writeln!(out, "  there is no shared variable to protect");
    }
    if guess.stopped.is_some() {
        out += &page.prose("  The last search is not complete: these are guesses.", 2);
    }
    out
}
