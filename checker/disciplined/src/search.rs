//! The search, and its answer.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use reductio_programs::{Bounds, Program};
use reductio_search::SearchProgress;
use reductio_watched::{Limits, Watched};

use crate::breach::Breach;
use crate::model::{Atomicity, Classified, Touched};
use crate::resolve::Classes;
use crate::slip::Slip;

/// The way in which a check searches, and its limits.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// The size of a step.
    pub atomicity: Atomicity,
    /// Tells whether the classes are checked. If not, nothing that is not found is known not to be.
    pub monitor: bool,
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
    /// The number of threads that search.
    pub workers: usize,
    /// A wrong reading, for experiments; `None` for the search that keeps its promises.
    pub slip: Option<Slip>,
}

impl Default for Options<'_> {
    /// The reduced search with its monitor, with up to 4 GiB of states.
    fn default() -> Self {
        Options {
            atomicity: Atomicity::default(),
            monitor: true,
            bounds: Bounds::default(),
            max_states: u32::MAX as usize - 1,
            memory: 4 << 30,
            timeout: None,
            cancel: None,
            progress: None,
            workers: 1,
            slip: None,
        }
    }
}

impl fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("atomicity", &self.atomicity)
            .field("monitor", &self.monitor)
            .field("slip", &self.slip)
            .finish_non_exhaustive()
    }
}

/// The findings of a check.
pub type Answer = reductio_watched::Answer<Breach>;

/// Searches a program for failures and total deadlocks, and checks the classes of its objects, by S1's reduction or
/// without.
///
/// What a run shows is so, whatever the classes are. That nothing else can happen is known only where the search is
/// complete, and, if it is reduced, the monitor has found no class to be wrong ([`Answer::unknown`]). Cost: the number
/// of states times the steps from each, each linear in the state.
///
/// ```
/// use reductio_disciplined::{Classification, Options, check};
/// use reductio_programs::{ENTRY, parse_program};
///
/// let text = "
///     thread main {
///       b := new Box
///       t := fork other
///       synchronized b { b.full := 1 }
///     }
///     thread other { synchronized b { b.full := b.full + 1 } }";
/// let program = parse_program(text, "two", ENTRY).unwrap();
/// let classes = Classification::default().of(&program).unwrap();
/// let answer = check(&program, &classes, &Options::default());
/// assert_eq!((answer.failures().word(), answer.deadlocks().word()), ("holds", "holds"));
///
/// // Two threads touch the box.
/// let classes = Classification::parse("unshared Box").unwrap().of(&program).unwrap();
/// let answer = check(&program, &classes, &Options::default());
/// assert_eq!((answer.rules().word(), answer.failures().word()), ("fails", "declined"));
/// ```
pub fn check(program: &Program, classes: &Classes, options: &Options<'_>) -> Answer {
    search(program, classes, options).0
}

/// The answer of a check, and what was touched once it was published, if the classes were checked.
pub(crate) fn search(
    program: &Program,
    classes: &Classes,
    options: &Options<'_>,
) -> (Answer, BTreeSet<Touched>) {
    let Options { atomicity, monitor, bounds, slip, .. } = *options;
    let watch = Classified::new(program, classes, bounds, atomicity, monitor).with_slip(slip);
    let limits = Limits {
        max_states: options.max_states,
        memory: options.memory,
        timeout: options.timeout,
        cancel: options.cancel,
        progress: options.progress,
        workers: options.workers,
        stuck: false,
    };
    let model = Watched::new(program, watch, bounds);
    let (mut answer, watch) = reductio_watched::check(model, &limits, limits.alarm(), None);
    answer.breaches.sort_by(|one, two| one.key().cmp(&two.key()));
    (answer, watch.touched())
}
