//! The successors of a state by the steps that a reduction takes.

use super::Task;
use super::begin::Between;
use super::closure::{Closure, Passing, Trail, of_thread};
use super::look::{At, From, Seen};
use super::model::Model;
use super::orbits::{after_step, is_stored_as};
use super::query::{FindingKind, Query, Stopped, ThreadStep};
use super::reduction::Reduction;

/// Expands states, and keeps the memory of its closure from one state to the next.
pub(super) struct Expander<'a, M: Model, R> {
    pub(super) task: Task<'a, M, R>,
    closure: Closure<M::State>,
    after: M::State,
}

/// A listener that is told the successors of an expanded state.
pub(super) trait Visit<M: Model, R: Reduction<M>> {
    /// The collection of everything that was seen so far.
    fn seen(&mut self) -> &mut Seen<M::Violation>;
    /// Takes the state after a reduced step of a thread, and the reduction's memory to keep beside it.
    fn arrive(&mut self, thread: usize, state: &M::State, memory: R::Memory);
    /// Notes that not all steps from the expanded state are followed to their end: a reduced step comes to a bad state,
    /// or may go on for ever.
    fn leave_open(&mut self);
    /// Takes the reason why a reduced step was given up: the search is to end.
    fn stop(&mut self, why: Stopped);
}

impl<'a, M: Model, R: Reduction<M>> Expander<'a, M, R> {
    pub(super) fn new(task: Task<'a, M, R>) -> Self {
        Expander { task, closure: Closure::new(), after: task.model.initial() }
    }

    /// Tells `visit` the states after each reduced step from the stored state `number`, and looks for findings in the
    /// states on the way. Returns whether some thread can go on.
    #[inline]
    pub(super) fn expand(
        &mut self,
        number: u32,
        state: &M::State,
        memory: &R::Memory,
        visit: &mut impl Visit<M, R>,
    ) -> bool {
        let task = self.task;
        let Task { model, reduction, query } = task;
        let (closure, after) = (&mut self.closure, &mut self.after);
        reduction.successors(model, state, memory, |thread, step, next, memory| {
            visit.seen().look_at_step(model, query, (thread, step), (state, next), || {
                At::After(From::Stored(number), vec![(thread, step)])
            });
            if !reduction.passes(model, thread, next) {
                return visit.arrive(thread, next, memory);
            }
            after.clone_from(next);
            let origin = Origin { number, step: (thread, step) };
            let mut way = Way { task, thread, origin, memory, visit: &mut *visit };
            if let Err(why) = closure.follow(task, thread, (Some(state), after), &mut way) {
                visit.stop(why);
            }
        })
    }

    /// The single steps of a shortest reduced step from a state to a stored one, or to one that it stands for. The
    /// state becomes the one after these steps.
    ///
    /// # Panics
    /// If there is none.
    pub(super) fn follow(&mut self, from: &mut M::State, stored: &M::State) -> Vec<ThreadStep> {
        let steps = self.between(from, stored).expect("a state has a step from its parent");
        if self.task.model.renamings().is_none() {
            from.clone_from(stored);
            return steps;
        }
        for step in &steps {
            *from = after_step(self.task.model, from, *step).expect("it was found");
        }
        steps
    }

    /// The single steps of a shortest reduced step from one state to another, or to one that this stands for; `None` if
    /// there is none.
    pub(super) fn between(&mut self, from: &M::State, to: &M::State) -> Option<Vec<ThreadStep>> {
        let mut found: Option<Vec<ThreadStep>> = None;
        let query = Query::default();
        let unlimited = Task { query: &query, ..self.task };
        let Task { model, reduction, .. } = unlimited;
        for thread in 0..model.threads() {
            let closure = &mut self.closure;
            model.steps(thread, from, |step, next| {
                let mut search = Between::of_stored(unlimited, thread, to);
                if reduction.passes(model, thread, next) {
                    // It came to its end once; nobody stops it now.
                    let _ = closure.follow(unlimited, thread, (None, next), &mut search);
                } else {
                    search.found = is_stored_as(model, next, to).then(Vec::new);
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

/// The start of a closure: one step after a stored state.
#[derive(Clone, Copy)]
struct Origin {
    number: u32,
    step: ThreadStep,
}

impl Origin {
    fn at<S: Clone + Eq + std::hash::Hash>(self, thread: usize, trail: &Trail<'_, S>) -> At {
        self.after(thread, trail.steps())
    }

    fn after(self, thread: usize, steps: Vec<usize>) -> At {
        let steps = std::iter::once(self.step).chain(of_thread(thread, steps));
        At::After(From::Stored(self.number), steps.collect())
    }

    /// Makes the finding of an endless loop of the steps to it and the steps around it.
    fn endless<V>(self, thread: usize, to: Vec<usize>, around: Vec<usize>) -> (FindingKind<V>, At) {
        // Counted from the beginning of the run once that is known.
        let from = 1 + to.len();
        (
            FindingKind::EndlessLoop { thread, from },
            self.after(thread, to.into_iter().chain(around).collect()),
        )
    }
}

/// What a closure reports to while a reduced step is followed beyond its first step.
struct Way<'a, M: Model, R: Reduction<M>, V> {
    task: Task<'a, M, R>,
    thread: usize,
    origin: Origin,
    memory: R::Memory,
    visit: &'a mut V,
}

impl<M: Model, R: Reduction<M>, V: Visit<M, R>> Passing<M::State> for Way<'_, M, R, V> {
    fn pass(&mut self, state: &M::State, trail: &Trail<'_, M::State>) -> bool {
        let (origin, thread) = (self.origin, self.thread);
        self.look_at_step(state, trail);
        let is_bad = self.visit.seen().look(self.task, thread, state, || origin.at(thread, trail));
        if is_bad {
            self.visit.leave_open();
        }
        !is_bad
    }

    fn arrive(&mut self, state: &M::State, trail: &Trail<'_, M::State>) {
        self.look_at_step(state, trail);
        self.visit.arrive(self.thread, state, self.memory.clone());
    }

    fn turn(&mut self, to: Vec<usize>, around: Vec<usize>) {
        let (kind, at) = self.origin.endless(self.thread, to, around);
        self.visit.seen().found(self.task.model, kind, || at);
        self.visit.leave_open();
    }
}

impl<M: Model, R: Reduction<M>, V: Visit<M, R>> Way<'_, M, R, V> {
    /// Looks for a failure in the step by which the closure came to a state. The first step of the reduced step has
    /// been looked at before.
    fn look_at_step(&mut self, state: &M::State, trail: &Trail<'_, M::State>) {
        let (thread, origin) = (self.thread, self.origin);
        let Task { model, query, .. } = self.task;
        if let Some((before, step)) = trail.last_step() {
            let at = || origin.at(thread, trail);
            let seen = self.visit.seen();
            seen.look_at_step(model, query, (thread, step), (before, state), at);
        }
    }
}
