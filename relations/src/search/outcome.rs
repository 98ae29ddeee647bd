//! The limits and the outcome of a search for a countermodel.

use std::fmt;

use crate::satisfies::{FiniteModel, Witness};
use crate::watch::Watch;

/// The limits of a search for a countermodel, and its watch. The work is bounded in evaluations, not in time: the same
/// search gives the same answer on every machine.
///
/// ```
/// use reductio_relations::SearchLimits;
/// let wider = SearchLimits { states: 4, ..SearchLimits::default() };
/// assert_eq!((wider.states, wider.processes), (4, 2));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SearchLimits<'a> {
    /// The largest number of states, from 1 to [`SearchLimits::MOST_STATES`].
    pub states: usize,
    /// The number of states that the search begins with, at least 1: smaller models are left out.
    pub from_states: usize,
    /// The largest number of processes, from 1 to [`SearchLimits::MOST_PROCESSES`].
    pub processes: usize,
    /// The most partial models that are evaluated at each size before it is sampled instead: at most half of them on
    /// the way through all models, the rest on those with the fewest pairs.
    pub evaluations: u64,
    /// The number of models that are sampled at a size that was not searched through; with 0, such a size makes the
    /// search decline.
    pub samples: u64,
    /// The seed of the samples.
    pub seed: u64,
    /// The flag that ends the search early, and the listener. A unit is an evaluation; a search that has few models to
    /// try ends before all units are done.
    pub watch: Watch<'a>,
}

impl SearchLimits<'_> {
    /// The largest number of states that is searched.
    pub const MOST_STATES: usize = super::board::MOST_STATES;
    /// The largest number of processes that is searched.
    pub const MOST_PROCESSES: usize = 8;
}

impl Default for SearchLimits<'_> {
    /// The limits of a quick search, with up to 3 states and 2 processes: at most some tenths of a second, a few
    /// milliseconds as a rule.
    fn default() -> Self {
        SearchLimits {
            states: 3,
            from_states: 1,
            processes: 2,
            evaluations: 2_000_000,
            samples: 20_000,
            seed: 1,
            watch: Watch::default(),
        }
    }
}

/// The outcome of a search for a countermodel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchOutcome {
    /// The formula is false in a model.
    Refuted(Box<Countermodel>),
    /// No countermodel was found at the sizes that were searched.
    NotRefuted(Coverage),
    /// The search was not made, or not finished.
    Declined(Declined),
}

/// A model in which a formula is false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Countermodel {
    /// The model.
    pub model: FiniteModel,
    /// The witness that the formula is false in it.
    pub witness: Witness,
    /// Tells whether the model is the smallest of all: no model has fewer states, or as many states and fewer
    /// processes, or as many of both and fewer pairs. Otherwise it is the smallest one found.
    pub is_smallest: bool,
    /// The number of partial models that were evaluated.
    pub evaluations: u64,
}

/// The sizes at which no countermodel was found, and how thoroughly each was searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coverage {
    /// The sizes, in the order in which they were searched.
    pub sizes: Vec<Size>,
    /// Tells whether the number of processes matters to the formula.
    pub has_processes: bool,
    /// The number of partial models that were evaluated.
    pub evaluations: u64,
    /// Models with more states than this were left out, because the formula speaks of all actions, or all predicates,
    /// and has too many of them to try there.
    pub quantified_above: Option<usize>,
}

/// A size, and how thoroughly it was searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// The number of states.
    pub states: usize,
    /// The number of processes.
    pub processes: usize,
    /// The number of models of this size, as a power of two: the number of pairs that may be chosen freely.
    pub bits: usize,
    /// The number of models that were sampled, `None` when all models of this size were tried.
    pub sampled: Option<u64>,
    /// The number of pairs below which all models were tried, `None` when all models of this size were.
    pub tried_below: Option<u32>,
}

/// The reason why a search gives no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Declined {
    /// One size has too many models, and sampling was not allowed.
    TooMany {
        /// The size.
        size: Size,
        /// The limit of evaluations.
        limit: u64,
    },
    /// The formula has too many distinct subterms or symbols for this number of processes.
    TooLarge {
        /// The number of processes.
        processes: usize,
    },
    /// The limits ask for no states or no processes, or for more than the search can do.
    Limits {
        /// `states` or `processes`.
        what: &'static str,
        /// The number asked for.
        got: usize,
        /// The largest possible number.
        most: usize,
    },
    /// The search was cancelled.
    Cancelled,
}

impl SearchOutcome {
    /// The countermodel, if there is one.
    pub fn countermodel(&self) -> Option<&Countermodel> {
        match self {
            SearchOutcome::Refuted(found) => Some(found),
            _ => None,
        }
    }
}

impl Coverage {
    /// Tells whether all models of all sizes that were searched were tried.
    pub fn is_exhaustive(&self) -> bool {
        self.sizes.iter().all(|size| size.sampled.is_none())
    }

    /// The coverage of a search and of one that went on with more states.
    #[must_use]
    pub fn and(mut self, more: Coverage) -> Self {
        self.sizes.extend(more.sizes);
        self.evaluations += more.evaluations;
        self.quantified_above = self.quantified_above.or(more.quantified_above);
        self
    }
}

impl Size {
    fn words(self, has_processes: bool) -> String {
        let states = count(self.states, "state", "states");
        if has_processes {
            format!("{states} and {}", count(self.processes, "process", "processes"))
        } else {
            states
        }
    }
}

fn count(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

impl fmt::Display for Countermodel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let states = count(self.model.states(), "state", "states");
        let least = if self.is_smallest { "the smallest" } else { "the smallest found" };
        write!(f, "false in a model with {states} ({least}):\n{}{}", self.model, self.witness)
    }
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let states = self.sizes.iter().map(|s| s.states).max().unwrap_or(0);
        let processes = self.sizes.iter().map(|s| s.processes).max().unwrap_or(0);
        write!(f, "no counterexample with up to {}", count(states, "state", "states"))?;
        if self.has_processes {
            write!(f, ", {}", count(processes, "process", "processes"))?;
        }
        if let Some(states) = self.quantified_above {
            let states = count(states, "state", "states");
            write!(
                f,
                " (with more than {states}, what it says of all actions or predicates is too much to try)"
            )?;
        }
        if self.is_exhaustive() {
            return f.write_str("; all models were tried");
        }
        for size in &self.sizes {
            let words = size.words(self.has_processes);
            match size.sampled {
                None => write!(f, "\n  {words}: all models were tried")?,
                Some(samples) => {
                    write!(f, "\n  {words}: ")?;
                    if let Some(below) = size.tried_below.filter(|below| *below > 1) {
                        write!(f, "all models with up to {} pairs were tried, ", below - 1)?;
                    }
                    write!(f, "{samples} of 2^{} models were sampled", size.bits)?;
                }
            }
        }
        Ok(())
    }
}

impl fmt::Display for Declined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Declined::TooMany { size, limit } => write!(
                f,
                "there are 2^{} models with {}: more than the limit of {limit} evaluations can tell",
                size.bits,
                size.words(true)
            ),
            Declined::TooLarge { processes } => write!(
                f,
                "the formula is too large to be searched with {}",
                count(*processes, "process", "processes")
            ),
            Declined::Limits { what, got, most } => {
                write!(f, "a search is for 1 to {most} {what}, not {got}")
            }
            Declined::Cancelled => f.write_str("the search was cancelled"),
        }
    }
}

impl fmt::Display for SearchOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SearchOutcome::Refuted(found) => found.fmt(f),
            SearchOutcome::NotRefuted(coverage) => coverage.fmt(f),
            SearchOutcome::Declined(why) => why.fmt(f),
        }
    }
}
