//! From a state to the states after it, by single steps or by reduced steps.

use super::begin::Between;
use super::closure::{Closure, Passing, Trail, of_thread};
use super::look::{At, From, Seen};
use super::model::Model;
use super::query::{FindingKind, Order, Query, Step, Stopped};

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
    /// The search is to end: a reduced step is too long.
    fn stop(&mut self, why: Stopped);
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
                let (model, query) = (self.model, self.query);
                model.steps(thread, state, |step, next| {
                    goes_on = true;
                    visit.seen().look_at_step(model, query, (thread, step), (state, next), || {
                        At::After(From::Stored(number), vec![(thread, step)])
                    });
                    visit.arrive(thread, next);
                });
                continue;
            }
            let (model, query) = (self.model, self.query);
            let (closure, after) = (&mut self.closure, &mut self.after);
            model.steps(thread, state, |step, next| {
                goes_on = true;
                visit.seen().look_at_step(model, query, (thread, step), (state, next), || {
                    At::After(From::Stored(number), vec![(thread, step)])
                });
                if model.is_visible(thread, next) {
                    return visit.arrive(thread, next);
                }
                after.clone_from(next);
                let origin = Origin { number, step: (thread, step) };
                let mut way = Way { model, query, thread, origin, visit: &mut *visit };
                if let Err(why) = closure.follow(model, query, thread, after, &mut way) {
                    visit.stop(why);
                }
            });
        }
        goes_on
    }

    /// The single steps of a step from one state to another, if there is one; a shortest.
    pub(super) fn between(&mut self, from: &M::State, to: &M::State) -> Option<Vec<Step>> {
        let mut found: Option<Vec<Step>> = None;
        for thread in 0..self.model.threads() {
            let (model, order) = (self.model, self.query.order);
            let closure = &mut self.closure;
            model.steps(thread, from, |step, next| {
                let mut search = Between::new(model, thread, to);
                if order == Order::Unreduced || model.is_visible(thread, next) {
                    search.found = (next == to).then(Vec::new);
                } else {
                    // It came to its end once; nobody stops it now.
                    let _ = closure.follow(model, &Query::default(), thread, next, &mut search);
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

/// Where a closure starts: one step after a stored state.
#[derive(Clone, Copy)]
struct Origin {
    number: u32,
    step: Step,
}

impl Origin {
    fn at<S: Clone + Eq + std::hash::Hash>(self, thread: usize, trail: &Trail<'_, S>) -> At {
        self.after(thread, trail.steps())
    }

    fn after(self, thread: usize, steps: Vec<usize>) -> At {
        let steps = std::iter::once(self.step).chain(of_thread(thread, steps));
        At::After(From::Stored(self.number), steps.collect())
    }

    /// The finding of an endless loop: the steps to it, and the steps around it.
    fn endless<V>(self, thread: usize, to: Vec<usize>, around: Vec<usize>) -> (FindingKind<V>, At) {
        // Counted from the beginning of the run once that is known.
        let from = 1 + to.len();
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
    origin: Origin,
    visit: &'a mut V,
}

impl<M: Model, V: Visit<M>> Passing<M::State> for Way<'_, M, V> {
    fn pass(&mut self, state: &M::State, trail: &Trail<'_, M::State>) -> bool {
        let (origin, thread) = (self.origin, self.thread);
        self.look_at_step(state, trail);
        !self.visit.seen().look(self.model, self.query, thread, state, || origin.at(thread, trail))
    }

    fn arrive(&mut self, state: &M::State, trail: &Trail<'_, M::State>) {
        self.look_at_step(state, trail);
        self.visit.arrive(self.thread, state);
    }

    fn turn(&mut self, to: Vec<usize>, around: Vec<usize>) {
        let (kind, at) = self.origin.endless(self.thread, to, around);
        self.visit.seen().found(self.model, kind, || at);
    }
}

impl<M: Model, V: Visit<M>> Way<'_, M, V> {
    /// The step by which the closure came to a state; the one that it starts with has been looked at.
    fn look_at_step(&mut self, state: &M::State, trail: &Trail<'_, M::State>) {
        let (model, query, thread, origin) = (self.model, self.query, self.thread, self.origin);
        if let Some((before, step)) = trail.last_step() {
            let at = || origin.at(thread, trail);
            let seen = self.visit.seen();
            seen.look_at_step(model, query, (thread, step), (before, state), at);
        }
    }
}
