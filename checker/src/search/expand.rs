//! From a state to the states after it, by single steps or by reduced steps.

use super::closure::{Closure, Passing, Trail, of_thread};
use super::look::{At, Seen};
use super::model::Model;
use super::query::{FindingKind, Order, Query, Step};

/// Expands states; keeps the memory that closures need.
pub(super) struct Expander<'a, M: Model> {
    pub(super) model: &'a M,
    pub(super) query: &'a Query<'a>,
    closure: Closure<M::State>,
    after: M::State,
}

/// Who is told what a state leads to.
pub(super) trait Visit<M: Model> {
    /// What was seen so far.
    fn seen(&mut self) -> &mut Seen<M::Violation>;
    /// The state after a step of a thread (reduced: after a reduced step).
    fn arrive(&mut self, thread: usize, state: &M::State);
}

impl<'a, M: Model> Expander<'a, M> {
    pub(super) fn new(model: &'a M, query: &'a Query<'a>) -> Self {
        Expander { model, query, closure: Closure::new(), after: model.initial() }
    }

    /// Tells `visit` the states after each step from the stored state `number`; looks at the states on the way of
    /// reduced steps. Whether some thread can go on.
    #[inline]
    pub(super) fn expand(
        &mut self,
        number: u32,
        state: &M::State,
        visit: &mut impl Visit<M>,
    ) -> bool {
        let mut goes_on = false;
        for thread in 0..self.model.threads() {
            if self.query.order == Order::Unreduced {
                self.model.steps(thread, state, |_, next| {
                    goes_on = true;
                    visit.arrive(thread, next);
                });
                continue;
            }
            let (model, query) = (self.model, self.query);
            let (closure, after) = (&mut self.closure, &mut self.after);
            model.steps(thread, state, |step, next| {
                goes_on = true;
                if model.is_visible(thread, next) {
                    return visit.arrive(thread, next);
                }
                after.clone_from(next);
                let origin = Origin { number: Some(number), steps: &[(thread, step)] };
                let mut way = Way { model, query, thread, origin, visit: &mut *visit };
                closure.follow(model, thread, after, &mut way);
            });
        }
        goes_on
    }

    /// The states in which a search begins, and the steps to them. A search by reduced steps begins in the visible
    /// states that the invisible steps from the initial state lead to, one thread after the other: they commute to
    /// the front of every run.
    pub(super) fn begin(&mut self, seen: &mut Seen<M::Violation>) -> Vec<(M::State, Vec<Step>)> {
        let (model, query) = (self.model, self.query);
        let initial = model.initial();
        let mut is_bad = false;
        for thread in 0..model.threads() {
            is_bad |= seen.look(model, query, thread, &initial, || At::After(None, Vec::new()));
        }
        let mut states = vec![(initial, Vec::new())];
        if query.order == Order::Unreduced || is_bad {
            return states;
        }
        for thread in 0..model.threads() {
            let mut next = Vec::new();
            for (state, steps) in &states {
                let mut way = Beginning { model, query, thread, steps, seen, next: &mut next };
                self.closure.follow(model, thread, state, &mut way);
            }
            states = next;
        }
        states
    }

    /// The single steps of a step from one state to another, if there is one; a shortest.
    pub(super) fn between(&mut self, from: &M::State, to: &M::State) -> Option<Vec<Step>> {
        let mut found: Option<Vec<Step>> = None;
        for thread in 0..self.model.threads() {
            let (model, order) = (self.model, self.query.order);
            let closure = &mut self.closure;
            model.steps(thread, from, |step, next| {
                let mut search = Between { model, thread, to, found: None };
                if order == Order::Unreduced || model.is_visible(thread, next) {
                    search.found = (next == to).then(Vec::new);
                } else {
                    closure.follow(model, thread, next, &mut search);
                }
                let Some(rest) = search.found else { return };
                if found.as_ref().is_none_or(|steps| rest.len() + 1 < steps.len()) {
                    found = Some(
                        std::iter::once((thread, step)).chain(of_thread(thread, rest)).collect(),
                    );
                }
            });
        }
        found
    }
}

/// Where a closure starts: so many steps after a stored state, or after the initial state.
#[derive(Clone, Copy)]
struct Origin<'a> {
    number: Option<u32>,
    steps: &'a [Step],
}

impl Origin<'_> {
    fn at<S: Clone + Eq + std::hash::Hash>(self, thread: usize, trail: &Trail<'_, S>) -> At {
        self.after(thread, trail.steps())
    }

    fn after(self, thread: usize, steps: Vec<usize>) -> At {
        At::After(self.number, self.steps.iter().copied().chain(of_thread(thread, steps)).collect())
    }

    /// The finding of an endless loop: the steps to it, and the steps around it.
    fn endless<V>(self, thread: usize, to: Vec<usize>, around: Vec<usize>) -> (FindingKind<V>, At) {
        // Counted from the beginning of the run once that is known.
        let from = self.steps.len() + to.len();
        (
            FindingKind::EndlessLoop { thread, from },
            self.after(thread, to.into_iter().chain(around).collect()),
        )
    }
}

/// The invisible steps after a visible step.
struct Way<'a, M: Model, V> {
    model: &'a M,
    query: &'a Query<'a>,
    thread: usize,
    origin: Origin<'a>,
    visit: &'a mut V,
}

impl<M: Model, V: Visit<M>> Passing<M::State> for Way<'_, M, V> {
    fn pass(&mut self, state: &M::State, trail: &Trail<'_, M::State>) -> bool {
        let (origin, thread) = (self.origin, self.thread);
        !self.visit.seen().look(self.model, self.query, thread, state, || origin.at(thread, trail))
    }

    fn arrive(&mut self, state: &M::State, _: &Trail<'_, M::State>) {
        self.visit.arrive(self.thread, state);
    }

    fn turn(&mut self, to: Vec<usize>, around: Vec<usize>) {
        let (kind, at) = self.origin.endless(self.thread, to, around);
        self.visit.seen().found(kind, || at);
    }
}

/// The invisible steps of one thread before any visible step.
struct Beginning<'a, M: Model> {
    model: &'a M,
    query: &'a Query<'a>,
    thread: usize,
    steps: &'a [Step],
    seen: &'a mut Seen<M::Violation>,
    next: &'a mut Vec<(M::State, Vec<Step>)>,
}

impl<M: Model> Passing<M::State> for Beginning<'_, M> {
    fn pass(&mut self, state: &M::State, trail: &Trail<'_, M::State>) -> bool {
        let origin = Origin { number: None, steps: self.steps };
        !self
            .seen
            .look(self.model, self.query, self.thread, state, || origin.at(self.thread, trail))
    }

    fn arrive(&mut self, state: &M::State, trail: &Trail<'_, M::State>) {
        let origin = Origin { number: None, steps: self.steps };
        let at = || origin.at(self.thread, trail);
        let is_bad = self.seen.look(self.model, self.query, self.thread, state, at);
        if !is_bad && !self.next.iter().any(|(other, _)| other == state) {
            let At::After(_, steps) = at() else { return };
            self.next.push((state.clone(), steps));
        }
    }

    fn turn(&mut self, to: Vec<usize>, around: Vec<usize>) {
        let origin = Origin { number: None, steps: self.steps };
        let (kind, at) = origin.endless(self.thread, to, around);
        self.seen.found(kind, || at);
    }
}

/// Looks for one state among the ends of reduced steps.
struct Between<'a, M: Model> {
    model: &'a M,
    thread: usize,
    to: &'a M::State,
    found: Option<Vec<usize>>,
}

impl<M: Model> Passing<M::State> for Between<'_, M> {
    fn pass(&mut self, state: &M::State, _: &Trail<'_, M::State>) -> bool {
        // A reduced step does not go on from a bad state; one that does is only longer.
        !self.model.is_visible(self.thread, state)
    }

    fn arrive(&mut self, state: &M::State, trail: &Trail<'_, M::State>) {
        if state == self.to && self.found.is_none() {
            self.found = Some(trail.steps());
        }
    }

    fn turn(&mut self, _: Vec<usize>, _: Vec<usize>) {}
}
