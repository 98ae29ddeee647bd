//! Guessed locks as text and as JSON.

use std::fmt::Write as _;

use reductio::monitors::Guess;
use reductio::system::{CellId, System};
use schemars::JsonSchema;
use serde::Serialize;

use crate::page::{HEADING, Page, plural, wrapped};

/// A shared variable with the lock that was guessed for it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct GuessEntry {
    variable: String,
    /// The lock that is held at all accesses; null: the variable is open.
    lock: Option<String>,
    /// The locks that were guessed before.
    refuted: Vec<RefutedEntry>,
}

/// A lock that was found not to protect the variable.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct RefutedEntry {
    lock: String,
    /// The thread that accesses the variable without the lock.
    thread: String,
    /// After how many steps.
    steps: usize,
}

/// The guess for each shared variable, in the order in which the variables are declared.
pub(crate) fn entries(guess: &Guess) -> Vec<GuessEntry> {
    let system = &guess.system;
    let entry = |candidate: &reductio::monitors::Candidate| {
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

/// The name of a lock whose owner is kept in a cell: `m` for `m.owner`.
fn lock_name(system: &System, owner: CellId) -> String {
    let name = system.cell(owner).name();
    name.strip_suffix(".owner").unwrap_or(name).to_owned()
}

/// The guesses as text for people.
pub(crate) fn text(guess: &Guess, page: &Page) -> String {
    let rounds = guess.rounds.len() + 1;
    let searches = if rounds == 1 { "search" } else { "searches" };
    let mut out = format!("{HEADING}Locks{HEADING:#}, guessed in {rounds} {searches}:\n");
    for entry in entries(guess) {
        let what = match (&entry.lock, entry.refuted.last()) {
            (Some(lock), _) => format!("protected by {lock}"),
            (None, None) => "open: there is no lock".to_owned(),
            (None, Some(last)) => {
                let when = match last.steps {
                    0 => "at once".to_owned(),
                    steps => format!("after {}", plural(steps, "step")),
                };
                format!("open: {} uses it without {} {when}", last.thread, last.lock)
            }
        };
        let what = wrapped(&format!("{}: {what}", entry.variable), page.width, 2, 4).join("\n");
        let _ = writeln!(out, "  {what}");
    }
    if guess.candidates.is_empty() {
        let _ = writeln!(out, "  there is no shared variable to protect");
    }
    if guess.stopped.is_some() {
        out += &page.prose("The last search is not complete: these are guesses.", 0);
    }
    out
}
