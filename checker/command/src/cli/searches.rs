//! The arguments of the verb `compare`.

use std::num::NonZeroUsize;

use clap::Args;
use reductio::compare::{CompareOptions, SearchName};

use super::systems::Reading;
use super::values::within;
use super::{AsPage, Output, count};

pub(super) const COMPARE_EXAMPLES: &str = "\
Examples:
  reductio compare m_ex.sys                                    the usual searches, side by side
  reductio compare m_ex.sys --searches unreduced,composed      some of them
  reductio compare m_ex.sys --searches all --time              all that there are, and how long each took
  reductio compare ring.sys --searches sss+sleep --depth 20    executions of at most 20 steps
  reductio compare m_ex.sys --html searches.html               as a page, with bars

A search is a way through the system, and `+` with what it leaves out:
  unreduced, composed          all states; those of the composed system C(M)
  reduced                      visible states, and those between them (S5, Theorem 1)
  sss, if-sss, composed-sss    executions: of transitions, invisible ones first, composed
  sss-cyc, if-sss-cyc          the same with bounds 1, 2, 3 and so on
  +persistent, +2-ld           the steps of a persistent set; of one by the lock discipline
  +dynamic, +source            for executions: dynamic partial-order reduction, source sets
  +sleep, +conditional         sleep sets, by dependency in all states or in the one at hand

Programs have all of them but `reduced` and `+2-ld`.";

pub(super) const COMPARE_LONG: &str = "\
Makes many searches of one system: by states and by executions, by transitions and by composed ones, with persistent \
sets, sleep sets and dynamic partial-order reduction. Says what each met, which theorem justifies it, whether the \
theorem's conditions are met, and whether it agrees with the unreduced search. What a search finds is executed again, \
so that it is real whatever justifies the search. Invariants are the business of `check`.";

#[derive(Args, Debug)]
pub(crate) struct CompareArgs {
    /// Systems (.sys), programs (.prog, Java classes), folders, `-` for standard input
    #[arg(value_name = "FILES", required = true)]
    pub(crate) files: Vec<String>,
    /// The searches, such as `unreduced,sss+persistent+sleep`; `all` for all that there are
    #[arg(long, value_name = "NAMES", value_parser = searches)]
    pub(crate) searches: Option<Searches>,
    /// For searches that store states: stop at more than so many
    #[arg(long, value_name = "N", value_parser = count::<usize>)]
    pub(crate) max_states: Option<usize>,
    /// For searches that walk executions: stop at more than so many [default: 100000]
    #[arg(long, value_name = "N", value_parser = within::<u64, 1, { u64::MAX }>)]
    pub(crate) max_executions: Option<u64>,
    /// For searches that walk executions: cut them after so many steps
    #[arg(long, value_name = "N", value_parser = bound)]
    pub(crate) depth: Option<NonZeroUsize>,
    /// Say how long each search took, and the memory of its states
    #[arg(long)]
    pub(crate) time: bool,
    #[command(flatten)]
    pub(crate) page: AsPage,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) output: Output,
}

impl CompareArgs {
    /// The options of the comparison. `memory` is the most bytes that the states of a search may take.
    pub(crate) fn options(&self, memory: usize) -> CompareOptions {
        let default = CompareOptions::default();
        CompareOptions {
            searches: self.searches.clone().map_or(default.searches, |searches| searches.0),
            max_states: self.max_states.unwrap_or(default.max_states),
            memory,
            max_executions: self.max_executions.unwrap_or(default.max_executions),
            depth: self.depth,
        }
    }
}

/// Reads the most steps of an execution.
fn bound(text: &str) -> Result<NonZeroUsize, String> {
    let found = within::<usize, 1, { u64::MAX }>(text)?;
    NonZeroUsize::new(found).ok_or_else(|| "expected a whole number, at least 1".to_owned())
}

/// The searches that are to be made.
#[derive(Clone, Debug)]
pub(crate) struct Searches(Vec<SearchName>);

/// Reads names of searches, separated by commas.
fn searches(text: &str) -> Result<Searches, String> {
    let mut all: Vec<SearchName> = Vec::new();
    for word in text.split(',').map(str::trim) {
        let more = match word {
            "all" => SearchName::all(),
            "usual" => SearchName::usual(),
            name => vec![name.parse::<SearchName>().map_err(|error| error.to_string())?],
        };
        for name in more {
            if !all.contains(&name) {
                all.push(name);
            }
        }
    }
    Ok(Searches(all))
}
