//! The states of a system as a certificate has them: a closed set, and runs to what is reached.
//!
//! By reduced steps a state is left like this: where some thread is at an invisible control point, the first such
//! thread steps, and no other; else every thread does. That is the search by visible states: a thread goes on until it
//! is at a visible control point, and at first one thread after the other does. The states are those of another search
//! than the one that is certified, in other code; their numbers must agree.

use std::sync::atomic::{AtomicBool, Ordering};

use rustc_hash::FxHashSet;

use super::CertifyError;
use crate::discipline::Discipline;
use crate::search::{Order, ThreadStep};
use crate::system::{PackedState, Successor, ThreadId};

/// A state that was met, and how.
struct Met {
    state: PackedState,
    /// The number of the state before, and the step from there; none for the initial state.
    before: Option<(usize, ThreadStep)>,
}

/// All states that are met, in the order in which they are.
pub(super) struct States {
    met: Vec<Met>,
    /// The numbers of the states that are kept: all, or the visible ones.
    kept: Vec<usize>,
}

/// The limits of an exploration.
#[derive(Clone, Copy)]
pub(super) struct Limits<'a> {
    /// The most bytes that states may take.
    pub(super) memory: usize,
    pub(super) cancel: Option<&'a AtomicBool>,
}

/// The bytes that a value of a cell takes in a state that is written, about.
const BYTES_OF_VALUE: usize = 8;

/// The number of states between two looks at the limits.
const PAUSE: usize = 1 << 8;

impl States {
    /// Explores a system until all states are met in which steps end, or `is_enough` says so of one. No steps are taken
    /// from bad states in a search by reduced steps.
    pub(super) fn explore(
        discipline: &Discipline,
        order: Order,
        limits: Limits<'_>,
        mut is_enough: impl FnMut(&PackedState) -> bool,
    ) -> Result<Self, CertifyError> {
        let system = discipline.system();
        let mut index: FxHashSet<PackedState> = FxHashSet::default();
        let initial = system.initial();
        index.insert(initial.clone());
        let mut out = States { met: vec![Met { state: initial, before: None }], kept: Vec::new() };
        let mut at = 0;
        while at < out.met.len() {
            if at.is_multiple_of(PAUSE) {
                let bytes = out.met.len() * (size_of::<Met>() + size_of::<PackedState>() + 16)
                    + out.kept.len() * BYTES_OF_VALUE * system.cells().len();
                if limits.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed)) {
                    return Err(CertifyError::Cancelled);
                } else if bytes > limits.memory {
                    return Err(CertifyError::Memory);
                }
            }
            let state = out.met[at].state.clone();
            if is_enough(&state) {
                out.kept.push(at);
                return Ok(out);
            }
            let mover = (order == Order::Reduced).then(|| mover(discipline, &state)).flatten();
            if mover.is_none() {
                out.kept.push(at);
            }
            let ends = order == Order::Reduced && discipline.is_bad(&state);
            let steps: Vec<Successor> = match mover {
                _ if ends => Vec::new(),
                Some(thread) => system.successors_of(thread, &state),
                None => system.successors(&state),
            };
            for step in steps {
                if index.insert(step.state.clone()) {
                    let before = Some((at, (step.thread.index(), step.transition)));
                    out.met.push(Met { state: step.state, before });
                }
            }
            at += 1;
        }
        Ok(out)
    }

    /// The states that are kept.
    pub(super) fn kept(&self) -> impl ExactSizeIterator<Item = &PackedState> {
        self.kept.iter().map(|number| &self.met[*number].state)
    }

    /// The steps from the initial state to the first state in which something is so.
    pub(super) fn run_to(&self, is_so: impl Fn(&PackedState) -> bool) -> Option<Vec<ThreadStep>> {
        let mut at = self.met.iter().position(|met| is_so(&met.state))?;
        let mut run = Vec::new();
        while let Some((before, step)) = self.met[at].before {
            run.push(step);
            at = before;
        }
        run.reverse();
        Some(run)
    }
}

/// The first thread at an invisible control point, which steps before all others.
fn mover(discipline: &Discipline, state: &PackedState) -> Option<ThreadId> {
    let system = discipline.system();
    system
        .thread_ids()
        .find(|&thread| !discipline.is_visible_point(thread, system.at(state, thread)))
}
