//! The search that checks claims, and its answer.

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use reductio_programs::{Bounds, Failure, Program};
use reductio_search::{Exploration, Query, SearchProgress, Verdict};
use reductio_watched::{Alarm, Limits, Stopped, Unknown, Watched};

use crate::claims::Claims;
use crate::model::{Breach, Claimed, ClaimedModel, Fault, claimed};
use crate::slip::Slip;

/// Something that searches a program under claims, by all steps of the model. All that it is told from elsewhere, the
/// model has to be [told](reductio_search::Model::note).
pub type Searcher<'a> = &'a dyn Fn(&ClaimedModel<'_>, &Query<'_>) -> Exploration<Fault>;

/// The limits of a check.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// The bounds of the program's states: threads, objects, frames.
    pub bounds: Bounds,
    /// The greatest number of states that are kept.
    pub max_states: usize,
    /// The greatest number of bytes that are kept, about.
    pub memory: usize,
    /// The time after which the check ends.
    pub timeout: Option<Duration>,
    /// The flag that ends the check early.
    pub cancel: Option<&'a AtomicBool>,
    /// The listener that is told from time to time how far the search has come.
    pub progress: Option<&'a (dyn Fn(SearchProgress) + Sync)>,
    /// Tells whether threads that are stuck for ever are looked for as well: once more as many steps as there are.
    pub stuck: bool,
    /// The processes that make the searches, if it is not this process alone. Where there is no answer, they say that
    /// the search was cancelled.
    pub searcher: Option<Searcher<'a>>,
    /// The number of threads that search. Threads that are stuck for ever are looked for by one.
    pub workers: usize,
    /// A wrong reading, for experiments; `None` for the check that keeps its promises.
    pub slip: Option<Slip>,
}

impl Default for Options<'_> {
    /// Up to 4 GiB of states.
    fn default() -> Self {
        Options {
            bounds: Bounds::default(),
            max_states: u32::MAX as usize - 1,
            memory: 4 << 30,
            timeout: None,
            cancel: None,
            progress: None,
            stuck: false,
            searcher: None,
            workers: 1,
            slip: None,
        }
    }
}

impl fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options").field("bounds", &self.bounds).finish_non_exhaustive()
    }
}

/// The findings of a check.
pub type Answer = reductio_watched::Answer<Breach>;

/// Checks claims about a program by the reduced search that they justify, which looks for failures, races and total
/// deadlocks as well.
///
/// What a run shows is so, whatever is claimed. That nothing else can happen is known only where the search is complete
/// and no claim was found to be wrong ([`Answer::unknown`]; S5, Theorem 1). Cost: the number of states times the steps
/// from each, each linear in the state.
///
/// ```
/// use reductio_exclusive::{Claims, Guard, Options, Variables, check};
/// use reductio_programs::{ENTRY, Instruction, parse_program};
///
/// let text = "
///     thread main {
///       b := new Box
///       t := fork other
///       synchronized b { b.full := 1 }
///     }
///     thread other { synchronized b { b.full := b.full + 1 } }";
/// let program = parse_program(text, "two", ENTRY).unwrap();
/// let mut places = (0..program.instructions()).filter_map(|number| program.place(number));
/// let site = places.find(|place| program.class_at(*place).is_some()).unwrap();
/// let full = program.fields().iter().position(|name| name == "full").unwrap();
/// let full = Variables::Field(site, reductio_programs::FieldId(full as u32));
///
/// let mut claims = Claims::default();
/// let nothing = check(&program, &claims, &Options::default());
/// claims.guards.insert(full, Guard::own_lock());
/// let answer = check(&program, &claims, &Options::default());
/// assert_eq!((answer.rules().word(), answer.races().word()), ("holds", "holds"));
/// assert!(answer.states < nothing.states);
/// ```
pub fn check(program: &Program, claims: &Claims, options: &Options<'_>) -> Answer {
    let alarm = Alarm::new(options.timeout, options.cancel);
    check_until(program, claims, options, alarm)
}

fn check_until(
    program: &Program,
    claims: &Claims,
    options: &Options<'_>,
    alarm: Alarm<'_>,
) -> Answer {
    let model = claimed(program, claims, options.bounds, options.slip);
    let limits = Limits {
        max_states: options.max_states,
        memory: options.memory,
        timeout: options.timeout,
        cancel: options.cancel,
        progress: options.progress,
        workers: options.workers,
        stuck: options.stuck,
    };
    let searcher = options.searcher.map(|searcher| {
        move |model: &Watched<'_, Claimed<'_>>, query: &Query<'_>| searcher(model, query)
    });
    let searcher = searcher.as_ref().map(|searcher| searcher as reductio_watched::Searcher<'_, _>);
    let (mut answer, _) = reductio_watched::check(model, &limits, alarm, searcher);
    answer.breaches.sort_by_key(|breach| breach.wrong);
    answer
}

/// Checks claims, and takes back those that are found to be wrong, until all that are left are right or nothing is
/// known. Returns what is left, what was taken back, with the runs that show it, and the last answer. Cost: that of
/// [`check`], once more for each time that something is taken back.
pub fn derive(program: &Program, claims: Claims, options: &Options<'_>) -> Derived {
    let alarm = Alarm::new(options.timeout, options.cancel);
    let mut claims = claims;
    let mut demoted = Vec::new();
    loop {
        let mut answer = check_until(program, &claims, options, alarm);
        if answer.breaches.is_empty() || answer.stopped.is_some() {
            return Derived { claims, demoted, answer };
        }
        let mut is_less = false;
        for breach in std::mem::take(&mut answer.breaches) {
            is_less |= claims.take_back(breach.wrong);
            demoted.push(breach);
        }
        if !is_less {
            // A breach of nothing that was claimed: nothing is known.
            answer.stopped = Some(Stopped::NotConfirmed);
            return Derived { claims, demoted, answer };
        }
    }
}

/// Claims of which those that are wrong were taken back.
#[derive(Clone, Debug)]
pub struct Derived {
    /// The claims that are left.
    pub claims: Claims,
    /// The breaches for which claims were taken back.
    pub demoted: Vec<Breach>,
    /// The answer of the last check.
    pub answer: Answer,
}

impl Derived {
    /// The failures of the whole program, or why they are not known.
    pub fn failures(&self) -> Verdict<Vec<Failure>, (), Unknown> {
        match self.answer.unknown() {
            None => Verdict::Holds(self.answer.wrong.iter().map(|wrong| wrong.failure).collect()),
            Some(unknown) => Verdict::Declined(unknown),
        }
    }
}
