//! The steps that a selective search takes: transitions, or transitions with the invisible ones after them.

use std::sync::atomic::{AtomicBool, Ordering};

use reductio_search::{Accesses, ThreadStep, Visibility};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use crate::outcome::Stopped;
use crate::selection::{Choice, Granularity, Selection, Sleep};

/// A step of a thread from a state.
#[derive(Clone, Debug)]
pub(crate) struct Move<S> {
    pub(crate) thread: usize,
    /// The numbers of the transitions; the first of them names the step.
    pub(crate) path: SmallVec<[usize; 4]>,
    /// The states on the way, without the last one.
    pub(crate) between: Vec<S>,
    /// The state after the step.
    pub(crate) after: S,
    /// Everything that the step touches, and what decides which steps its thread can take.
    pub(crate) accesses: Accesses,
}

impl<S> Move<S> {
    /// The thread and the number of the first transition: the steps of one state differ in these.
    pub(crate) fn name(&self) -> (usize, usize) {
        (self.thread, self.path[0])
    }
}

/// The reason why the steps of a thread cannot be found.
#[derive(Clone, Debug)]
pub(crate) enum Fault {
    /// Its invisible transitions cannot be put together with the one before.
    NotOne { thread: usize, path: Vec<usize>, is_endless: bool },
    /// The cancel flag was raised.
    Cancelled,
}

impl Fault {
    /// The reason for the end of a search. `run` leads to the state from which the steps are taken.
    pub(crate) fn stopped(self, mut run: Vec<ThreadStep>) -> Stopped {
        match self {
            Fault::Cancelled => Stopped::Cancelled,
            Fault::NotOne { thread, path, is_endless } => {
                run.extend(path.into_iter().map(|step| (thread, step)));
                Stopped::Invisible { run, thread, is_endless }
            }
        }
    }
}

/// The number of invisible transitions between two looks at the cancel flag.
const PATIENCE: usize = 256;

/// The greatest number of threads: sets of threads are the bits of a word.
pub(crate) const MOST_THREADS: usize = 64;

/// The steps of a model.
pub(crate) struct Moves<'m, M> {
    pub(crate) model: &'m M,
    pub(crate) granularity: Granularity,
    /// Tells whether anybody asks for accesses.
    pub(crate) accesses: bool,
    /// Tells whether a lock that a step takes and gives back counts as borrowed. What a step does between may depend on
    /// what others did under the lock, so that for races such steps do not commute.
    pub(crate) borrows: bool,
    /// The flag that ends the search early.
    pub(crate) cancel: Option<&'m AtomicBool>,
}

impl<'m, M: Visibility> Moves<'m, M> {
    /// The steps that a selection takes.
    pub(crate) fn new(
        model: &'m M,
        selection: &Selection<'_, M::State>,
        cancel: Option<&'m AtomicBool>,
    ) -> Self {
        let is_static = matches!(selection.choice, Choice::All | Choice::Foreseen(_));
        Moves {
            model,
            granularity: selection.granularity,
            accesses: !is_static || selection.sleep != Sleep::Never,
            borrows: !selection.choice.is_dynamic(),
            cancel,
        }
    }

    /// Adds the steps of a thread that are enabled in a state.
    pub(crate) fn of(
        &self,
        thread: usize,
        state: &M::State,
        moves: &mut Vec<Move<M::State>>,
    ) -> Result<(), Fault> {
        let first = moves.len();
        self.model.steps(thread, state, |step, after| {
            let (path, between) = (SmallVec::from_slice(&[step]), Vec::new());
            let (after, accesses) = (after.clone(), Accesses::none());
            moves.push(Move { thread, path, between, after, accesses });
        });
        if first == moves.len() {
            return Ok(());
        }
        if self.accesses {
            for found in &mut moves[first..] {
                found.accesses = self.model.accesses(thread, found.path[0], state);
            }
        }
        if self.granularity == Granularity::Transition {
            return Ok(());
        }
        let mut at = first;
        while at < moves.len() {
            if self.go_on(&mut moves[at])? || self.granularity == Granularity::InvisibleFirst {
                at += 1;
            } else {
                moves.remove(at);
            }
        }
        Ok(())
    }

    /// Goes on with the invisible transitions of the thread. Returns whether it came to a visible control point.
    fn go_on(&self, found: &mut Move<M::State>) -> Result<bool, Fault> {
        let thread = found.thread;
        let mut seen = FxHashSet::default();
        while !self.model.is_visible(thread, &found.after) {
            let mut next = None;
            let mut choices = 0;
            self.model.steps(thread, &found.after, |step, after| {
                choices += 1;
                next.get_or_insert_with(|| (step, after.clone()));
            });
            let Some((step, after)) = next else { return Ok(false) };
            let is_endless = !seen.insert(found.after.clone());
            if found.path.len().is_multiple_of(PATIENCE)
                && self.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed))
            {
                return Err(Fault::Cancelled);
            }
            if is_endless || choices > 1 {
                return Err(Fault::NotOne { thread, path: found.path.to_vec(), is_endless });
            }
            if self.accesses {
                found.accesses.then(&self.model.accesses(thread, step, &found.after));
                if self.borrows {
                    found.accesses.borrow_locks();
                }
            }
            found.path.push(step);
            found.between.push(std::mem::replace(&mut found.after, after));
        }
        Ok(true)
    }

    /// The accesses that decide which steps a thread can take from a state.
    pub(crate) fn waits(&self, thread: usize, state: &M::State) -> Accesses {
        self.model.waits_for(thread, state)
    }
}
