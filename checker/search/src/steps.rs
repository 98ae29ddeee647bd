//! Reduced steps for searches of other kinds: where they begin, and how they go on from a state.
//!
//! A search for what happens for ever has an order and a memory of its own. What it shares with [`super::search`] is
//! what a reduced step is.

use super::Task;
use super::begin::{Begun, Between};
use super::closure::{Closure, Passing, Trail, of_thread};
use super::look::Seen;
use super::model::Model;
use super::query::{FindingKind, Query, Stopped, ThreadStep};
use super::reduction::Reduction;

/// The reduced steps of a model under a reduction: a step of a thread, and then its steps through states that the
/// reduction [passes](Reduction::passes).
///
/// From each state all steps are taken: [`Reduction::successors`] is not asked, and nothing is remembered beside a
/// state.
///
/// ```
/// use reductio_search::{Model, Query, ReducedSteps, Unreduced, ValueStore};
///
/// /// Two threads count to two together.
/// struct Counter;
///
/// impl Model for Counter {
///     type State = u8;
///     type Violation = ();
///     type Store = ValueStore<u8>;
///     fn threads(&self) -> usize {
///         2
///     }
///     fn initial(&self) -> u8 {
///         0
///     }
///     fn steps(&self, _thread: usize, state: &u8, mut visit: impl FnMut(usize, &u8)) {
///         if *state < 2 {
///             visit(0, &(state + 1));
///         }
///     }
///     fn store(&self) -> ValueStore<u8> {
///         ValueStore::default()
///     }
/// }
///
/// let query = Query::default();
/// let mut steps = ReducedSteps::new(&Counter, &Unreduced, &query);
/// let mut ends = Vec::new();
/// let met = steps.from(&1, |step| ends.push((step.thread, *step.end))).unwrap();
/// assert_eq!((ends, met.is_cut), (vec![(0, 2), (1, 2)], false));
/// assert_eq!(steps.movers(), [0, 1]);
/// ```
pub struct ReducedSteps<'a, M: Model, R> {
    model: &'a M,
    reduction: &'a R,
    query: Query<'a>,
    begun: Begun<M>,
    met: Met,
    movers: Vec<usize>,
    closure: Closure<M::State>,
}

/// A reduced step.
#[derive(Clone, Copy, Debug)]
pub struct ReducedStep<'s, S> {
    /// The thread.
    pub thread: usize,
    /// The number of its first single step.
    pub step: usize,
    /// The state just after the first single step.
    pub after: &'s S,
    /// The state in which the reduced step ends.
    pub end: &'s S,
}

/// The events that a reduced search met and does not follow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Met {
    /// Tells whether a bad state was met, from which the reduction takes no steps.
    pub is_cut: bool,
    /// A thread that can go through passed states for ever, if one was met.
    pub endless: Option<usize>,
}

impl Met {
    /// Adds what was met elsewhere.
    pub fn merge(&mut self, other: Met) {
        self.is_cut |= other.is_cut;
        self.endless = self.endless.or(other.endless);
    }

    /// Tells whether nothing was met.
    pub fn is_nothing(self) -> bool {
        self == Met::default()
    }
}

impl<'a, M: Model, R: Reduction<M>> ReducedSteps<'a, M, R> {
    /// Finds the states in which the reduced search begins. Of the query the limits count, and whether states are bad
    /// that violate the discipline.
    pub fn new(model: &'a M, reduction: &'a R, query: &Query<'a>) -> Self {
        let query = Query { failures: false, deadlocks: false, ..*query };
        let task = Task { model, reduction, query: &query };
        let mut seen = Seen::new(model, &query);
        let begun = Begun::new(task, &mut seen);
        let mut met = Met { is_cut: seen.cut_short, endless: None };
        for found in &seen.findings {
            match found.kind {
                FindingKind::EndlessLoop { thread, .. } => met.endless = Some(thread),
                FindingKind::Discipline(_) => met.is_cut |= reduction.ends_in_bad_states(),
                _ => {}
            }
        }
        let (movers, closure) = (Vec::new(), Closure::new());
        ReducedSteps { model, reduction, query, begun, met, movers, closure }
    }

    /// Calls `visit` with each state in which the search begins, and its number.
    ///
    /// # Errors
    /// The limit that was reached before all were known.
    pub fn begin(&self, mut visit: impl FnMut(u32, &M::State)) -> Result<Met, Stopped> {
        if let Some(stopped) = self.begun.stopped {
            return Err(stopped);
        }
        let mut state = self.model.initial();
        for number in self.begun.roots() {
            self.begun.load(number, &mut state);
            visit(number, &state);
        }
        Ok(self.met)
    }

    /// The single steps from the initial state to one in which the search begins, by its number.
    pub fn run_to(&self, number: u32) -> Vec<ThreadStep> {
        let task = Task { model: self.model, reduction: self.reduction, query: &self.query };
        self.begun.run_to_root(task, number)
    }

    /// The number of bytes that the states in which the search begins take.
    pub fn bytes(&self) -> usize {
        self.begun.bytes()
    }

    /// Calls `visit` with each reduced step from a state. There is none from a bad state, if the reduction ends there.
    ///
    /// # Errors
    /// The limit that was reached in the states on the way.
    pub fn from(
        &mut self,
        state: &M::State,
        mut visit: impl FnMut(ReducedStep<'_, M::State>),
    ) -> Result<Met, Stopped> {
        let ReducedSteps { model, reduction, query, movers, closure, .. } = self;
        let task = Task { model: *model, reduction: *reduction, query };
        movers.clear();
        let mut met = Met { is_cut: is_bad(task, state), endless: None };
        if met.is_cut {
            return Ok(met);
        }
        let mut stopped = None;
        for thread in 0..model.threads() {
            model.steps(thread, state, |step, after| {
                if movers.last() != Some(&thread) {
                    movers.push(thread);
                }
                if !reduction.passes(model, thread, after) {
                    visit(ReducedStep { thread, step, after, end: after });
                } else if stopped.is_none() {
                    let first = ReducedStep { thread, step, after, end: after };
                    let mut way = Way { task, first, met: &mut met, visit: &mut visit };
                    stopped = closure.follow(task, thread, (None, after), &mut way).err();
                }
            });
        }
        stopped.map_or(Ok(met), Err)
    }

    /// The threads that can move in the state from which steps were asked for last; none if it is bad.
    pub fn movers(&self) -> &[usize] {
        &self.movers
    }

    /// The single steps of a shortest reduced step from one state to another, of which the first is known; `None` if
    /// there is none.
    pub fn spell(
        &mut self,
        from: &M::State,
        (thread, step): ThreadStep,
        to: &M::State,
    ) -> Option<Vec<ThreadStep>> {
        let query = Query { discipline: self.query.discipline, ..Query::default() };
        let task = Task { model: self.model, reduction: self.reduction, query: &query };
        let mut found: Option<Vec<ThreadStep>> = None;
        let closure = &mut self.closure;
        self.model.steps(thread, from, |number, after| {
            if number != step || found.is_some() {
                return;
            }
            let mut search = Between::new(task, thread, to);
            // It came to its end once; nobody stops it now.
            let _ = closure.follow(task, thread, (None, after), &mut search);
            let first = std::iter::once((thread, step));
            found = search.found.map(|rest| first.chain(of_thread(thread, rest)).collect());
        });
        found
    }
}

/// Whether the reduction takes no steps from a state.
fn is_bad<M: Model, R: Reduction<M>>(task: Task<'_, M, R>, state: &M::State) -> bool {
    let Task { model, reduction, query } = task;
    if !reduction.ends_in_bad_states() {
        return false;
    }
    let mut fails = false;
    model.about_to_fail(state, |_, _| fails = true);
    fails || query.discipline && model.violation(state).is_some()
}

/// What a closure reports to while a reduced step is followed beyond its first step.
struct Way<'w, M: Model, R, V> {
    task: Task<'w, M, R>,
    first: ReducedStep<'w, M::State>,
    met: &'w mut Met,
    visit: &'w mut V,
}

impl<M: Model, R: Reduction<M>, V> Passing<M::State> for Way<'_, M, R, V>
where
    V: FnMut(ReducedStep<'_, M::State>),
{
    fn pass(&mut self, state: &M::State, _: &Trail<'_, M::State>) -> bool {
        let is_bad = is_bad(self.task, state);
        self.met.is_cut |= is_bad;
        !is_bad
    }

    fn arrive(&mut self, state: &M::State, _: &Trail<'_, M::State>) {
        let ReducedStep { thread, step, after, .. } = self.first;
        (self.visit)(ReducedStep { thread, step, after, end: state });
    }

    fn turn(&mut self, _: Vec<usize>, _: Vec<usize>) {
        self.met.endless = Some(self.first.thread);
    }
}
