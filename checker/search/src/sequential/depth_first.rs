//! The depth-first order of a search by one worker.

use super::super::Task;
use super::super::expand::{Expander, Visit};
use super::super::look::Seen;
use super::super::model::Model;
use super::super::orbits::By;
use super::super::query::Stopped;
use super::super::reduction::Reduction;
use super::super::store::Store;
use super::{PAUSE, ROOT, Visited};

/// A state that was met and is not yet expanded.
struct Pending<S, Memory> {
    parent: u32,
    by: By,
    depth: usize,
    state: S,
    memory: Memory,
}

/// The bytes that pending states take.
fn bytes_of<S, Memory>(pending: &Vec<Pending<S, Memory>>) -> usize {
    pending.capacity() * size_of::<Pending<S, Memory>>()
}

/// Expands the state that was met last. A state counts as visited when it is expanded, not when it is met.
pub(super) fn depth_first<M: Model, R: Reduction<M>>(
    visited: &mut Visited<'_, M, R>,
    expander: &mut Expander<'_, M, R>,
) {
    let Task { model, reduction, query } = visited.task;
    let mut pending: Vec<Pending<M::State, R::Memory>> = Vec::new();
    let mut looked_at = 0_usize;
    for root in visited.begun.roots().rev() {
        let mut state = model.initial();
        visited.begun.load(root, &mut state);
        let memory = reduction.initial(model);
        pending.push(Pending { parent: ROOT, by: By::plain(0), depth: 0, state, memory });
        let mut root = Some(root);
        while let Some(Pending { parent, by, depth, mut state, memory }) = pending.pop() {
            if query.is_cancelled() {
                visited.stopped = Some(Stopped::Cancelled);
            }
            if visited.is_satisfied() || visited.stopped.is_some() {
                let left = pending.iter().map(|pending| pending.parent);
                visited.open.extend(left.chain([parent]).filter(|&parent| parent != ROOT));
                return;
            }
            let known = visited.store.len();
            let added = match root.take() {
                Some(root) => {
                    let added = visited.add_root(&state, root);
                    // Another state may stand for it.
                    if let Some(number) = added {
                        visited.store.load(number, &mut state);
                    }
                    added
                }
                None => visited.add(visited.store.hash(&state), (parent, by), &state, memory),
            };
            let Some(number) = added else { continue };
            looked_at += 1;
            if looked_at.is_multiple_of(PAUSE) {
                visited.look_up(pending.len(), bytes_of(&pending));
            }
            visited.depth = visited.depth.max(depth);
            if visited.dead.contains(&number) {
                continue;
            }
            visited.current = number;
            let memory = visited.memories[number as usize].clone();
            let first = pending.len();
            let mut follow = Follow { visited, pending: &mut pending, depth: depth + 1 };
            if !expander.expand(number, &state, &memory, &mut follow) && query.deadlocks {
                let is_new = number as usize >= known;
                visited.seen.look_at_end(model, (number, is_new), &state);
            }
            // The first step is followed first.
            pending[first..].reverse();
        }
    }
    visited.is_satisfied();
}

/// Keeps the successors of a state for later.
struct Follow<'f, 'a, M: Model, R: Reduction<M>> {
    visited: &'f mut Visited<'a, M, R>,
    pending: &'f mut Vec<Pending<M::State, R::Memory>>,
    depth: usize,
}

impl<M: Model, R: Reduction<M>> Visit<M, R> for Follow<'_, '_, M, R> {
    fn seen(&mut self) -> &mut Seen<M::Violation> {
        &mut self.visited.seen
    }

    fn leave_open(&mut self) {
        self.visited.leave_open();
    }

    fn stop(&mut self, why: Stopped) {
        self.visited.stop(why);
        self.visited.leave_open();
    }

    fn arrive(&mut self, thread: usize, state: &M::State, memory: R::Memory) {
        self.visited.transitions += 1;
        if self.pending.try_reserve(1).is_err() {
            return self.stop(Stopped::Memory);
        }
        let parent = self.visited.current;
        let (state, by) = match &mut self.visited.canonizer {
            Some(canonizer) => {
                let (state, by) = canonizer.canonize(self.visited.task.model, thread, state);
                (state.clone(), by)
            }
            None => (state.clone(), By::plain(thread)),
        };
        self.pending.push(Pending { parent, by, depth: self.depth, state, memory });
    }
}
