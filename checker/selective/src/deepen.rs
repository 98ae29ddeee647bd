//! Iterative deepening: walks with greater and greater bounds, for systems with executions that never end.

use std::num::NonZeroUsize;

use reductio_search::Visibility;

use crate::explore::{Counts, walk};
use crate::notes::Notes;
use crate::outcome::{Executions, Limits};
use crate::selection::Selection;

/// The result of a search with greater and greater bounds.
#[derive(Clone, Debug)]
pub struct Deepening<S, V> {
    /// The findings under all bounds, each under the least one that shows it; the numbers of executions, steps and
    /// transitions, the longest execution, and the reason why the search ended early, are those of the last bound.
    pub last: Executions<S, V>,
    /// The last bound.
    pub bound: NonZeroUsize,
    /// The number of executions that were walked to their end, under all bounds together.
    pub executions: u64,
    /// The number of transitions that were taken, under all bounds together.
    pub transitions: u64,
}

impl<S, V> Deepening<S, V> {
    /// Tells whether no execution was cut by the last bound, and no limit was reached: everything was walked that the
    /// selection asks for. It never is where some execution does not end.
    pub fn is_complete(&self) -> bool {
        self.last.is_complete()
    }
}

/// Walks the executions of a model of at most 1, 2, 3, ... steps, until none is cut by the bound (`SSS_cyc`, and with
/// [`Granularity::InvisibleFirst`](crate::Granularity::InvisibleFirst) `IF-SSS_cyc`, S1 section 4 and 5.1). The bound
/// of the selection, if it has one, is the greatest. The limit on executions is one for all bounds together.
///
/// Each deadlock and control point is met under some bound (S1, Theorems 1 and 3), but where some execution never ends
/// only the greatest bound and the limits end the search, and what lies further away is not known. The theorems speak
/// of [`Choice::All`](crate::Choice::All): with other choices steps may be left out under every bound where some
/// execution does not end, and what was met is everything only if the search [is complete](Deepening::is_complete).
///
/// ```
/// use std::num::NonZeroUsize;
/// use reductio_discipline::{Discipline, Packed};
/// use reductio_language::parse_system;
/// use reductio_selective::{Limits, Selection, Stopped, deepen, explore};
///
/// // The first thread goes round for ever, so that a walk without a bound is given up.
/// let text = "
///     var go : bool
///     var x : 0 .. 1
///     thread round { loop { go := not go } }
///     thread once { await go then { x := 1 } }";
/// let system = parse_system(text, "round", &[]).unwrap();
/// let discipline = Discipline::new(&system);
/// let model = Packed::new(&discipline);
/// let endless = explore(&model, &Selection::default(), &Limits::default());
/// assert!(matches!(endless.stopped, Some(Stopped::Cycle { .. })));
///
/// let selection = Selection { bound: NonZeroUsize::new(6), ..Selection::default() };
/// let found = deepen(&model, &selection, &Limits::default());
/// assert_eq!(found.bound.get(), 6);
/// assert!(!found.is_complete() && found.last.reached[1].iter().all(|reached| *reached));
/// ```
pub fn deepen<M: Visibility>(
    model: &M,
    selection: &Selection<'_, M::State>,
    limits: &Limits<'_>,
) -> Deepening<M::State, M::Violation> {
    let mut notes = Notes::new(model);
    let mut all = Counts::default();
    let mut bound = NonZeroUsize::MIN;
    loop {
        let round = Selection { bound: Some(bound), ..*selection };
        let (counts, stopped) = walk(model, &round, limits, &mut notes, all);
        all.add(&counts);
        let is_last = counts.cut == 0 || stopped.is_some() || selection.bound == Some(bound);
        if is_last {
            let (executions, transitions) = (all.executions, all.transitions);
            let last = counts.found(notes, stopped);
            return Deepening { last, bound, executions, transitions };
        }
        bound = bound.saturating_add(1);
    }
}
