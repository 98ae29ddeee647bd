//! The need for each hypothesis of Theorem 1.
//!
//! For a hypothesis, or a half of (14) or (15), the smallest system that satisfies all the others and in
//! which (22) is false: the fewest states, then the fewest processes, then the fewest pairs of states in all
//! relations. When (18) or (19) is dropped, `p_i` is no longer determined by `u_i`, and its states count
//! as pairs.

mod least;
mod search;

use std::fmt::{self, Write as _};

use super::error::SystemError;
use super::hypotheses::{Hypotheses, Hypothesis};
use super::rows::Word;
use super::system::System;
use crate::watch::Watch;

/// A row of the table of necessity: one or more hypotheses that are dropped together, with their label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dropped {
    label: &'static str,
    hypotheses: &'static [Hypothesis],
}

impl Dropped {
    /// Each of (13)-(21), and after (14) and (15) each half.
    pub const ALL: [Dropped; 13] = {
        use Hypothesis::{H13, H14a, H14b, H15a, H15b, H16, H17, H18, H19, H20, H21};
        const fn row(label: &'static str, hypotheses: &'static [Hypothesis]) -> Dropped {
            Dropped { label, hypotheses }
        }
        [
            row("(13)", &[H13]),
            row("(14)", &[H14a, H14b]),
            row("(14a)", &[H14a]),
            row("(14b)", &[H14b]),
            row("(15)", &[H15a, H15b]),
            row("(15a)", &[H15a]),
            row("(15b)", &[H15b]),
            row("(16)", &[H16]),
            row("(17)", &[H17]),
            row("(18)", &[H18]),
            row("(19)", &[H19]),
            row("(20)", &[H20]),
            row("(21)", &[H21]),
        ]
    };

    /// The row with a label such as `(14)`, `(14a)`.
    pub fn labelled(label: &str) -> Option<Self> {
        Dropped::ALL.into_iter().find(|row| row.label == label)
    }

    /// The label of the row.
    pub fn label(self) -> &'static str {
        self.label
    }

    /// The hypotheses that are not dropped.
    pub fn kept(self) -> Hypotheses {
        self.hypotheses.iter().fold(Hypotheses::ALL, |kept, h| kept.without(*h))
    }
}

/// The need for a hypothesis: a system that breaks Theorem 1 without it, or the sizes that have none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Need {
    /// The hypotheses that were dropped.
    pub dropped: Dropped,
    /// The smallest counterexample, `None` when there is none of the sizes in `searched`.
    pub counterexample: Option<System>,
    /// The sizes (states, processes) that were searched, all but the last without result if there is a
    /// counterexample.
    pub searched: Vec<(usize, usize)>,
    /// Tells whether the search was cancelled before it had seen all sizes.
    pub cancelled: bool,
}

impl fmt::Display for Need {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let label = self.dropped.label;
        if let Some(system) = &self.counterexample {
            writeln!(f, "-- without {label} Theorem 1 is false: {} pairs", system.size())?;
            write!(f, "{system}")?;
            return system.explanation().lines().try_for_each(|line| writeln!(f, "-- {line}"));
        }
        let mut sizes = String::new();
        for (n, k) in &self.searched {
            let _ = write!(sizes, " ({n},{k})");
        }
        let stopped = if self.cancelled { ", then cancelled" } else { "" };
        writeln!(f, "-- without {label}: no counterexample of the sizes{sizes}{stopped}")
    }
}

/// The largest number of states that [`necessity`] accepts.
pub const MAX_NECESSITY_STATES: usize = 5;
/// The largest number of processes that [`necessity`] accepts.
pub const MAX_NECESSITY_PROCESSES: usize = 4;

/// The smallest counterexample to Theorem 1 without some of its hypotheses, among systems of `sizes` (states,
/// processes), which are tried in the given order.
///
/// Like [`count`](super::count()) it goes through the invisible actions and decides (22) for all visible ones at
/// once; the visible actions of a counterexample are then found by a search on demand. The units that `watch` is told
/// of are, at each size, the invisible actions that the first process may have.
///
/// ```
/// use reductio_relations::{Watch, systems::{Dropped, necessity}};
/// let need = necessity(Dropped::labelled("(20)").unwrap(), &[(2, 1), (3, 1)], Watch::default())?;
/// let system = need.counterexample.unwrap();
/// assert!(system.satisfies(need.dropped.kept()) && !system.conclusion());
/// # Ok::<(), reductio_relations::systems::SystemError>(())
/// ```
///
/// # Errors
/// [`SystemError`] when a size is 0 or past the limits.
pub fn necessity(
    dropped: Dropped,
    sizes: &[(usize, usize)],
    watch: Watch<'_>,
) -> Result<Need, SystemError> {
    for &(states, processes) in sizes {
        check_size(states, processes)?;
    }
    let mut need = Need { dropped, counterexample: None, searched: Vec::new(), cancelled: false };
    for &(states, processes) in sizes {
        let found = search::smallest(states, processes, dropped.kept(), watch);
        if watch.is_cancelled() {
            need.cancelled = true;
            break;
        }
        need.searched.push((states, processes));
        if found.is_some() {
            need.counterexample = found;
            break;
        }
    }
    Ok(need)
}

fn check_size(states: usize, processes: usize) -> Result<(), SystemError> {
    if states == 0 || states > MAX_NECESSITY_STATES {
        return Err(SystemError::States { states, limit: MAX_NECESSITY_STATES });
    }
    if processes == 0 || processes > MAX_NECESSITY_PROCESSES {
        return Err(SystemError::Processes { processes, limit: MAX_NECESSITY_PROCESSES });
    }
    Ok(())
}

/// The counterexamples that a table as printed contains, read back in its order.
///
/// # Errors
/// [`SystemError`] when one of them cannot be read.
pub fn parse_table(text: &str) -> Result<Vec<System<Word>>, SystemError> {
    let mut found = Vec::new();
    let mut part = String::new();
    for line in text.lines().chain(["states"]) {
        if line.starts_with("states") && part.contains("states ") {
            found.push(part.parse()?);
            part.clear();
        }
        if !line.trim_start().starts_with("--") {
            part += line;
            part.push('\n');
        }
    }
    Ok(found)
}
