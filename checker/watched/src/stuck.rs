//! Threads that are stuck for ever. Each thread is followed from canonical state to canonical state, under the name
//! that it has there.

use std::collections::BTreeSet;

use reductio_programs::{Failure, Place, Renaming, State, Status, ThreadId};
use reductio_search::{SearchProgress, Store};

use crate::limits::{Alarm, Stopped};
use crate::run::{Replay, Run, Taken};

/// Steps of a program between states whose names do not matter, of which it is known who is who afterwards.
pub trait Steps {
    /// A state, and what else is kept of the run to it.
    type State: Clone;
    /// The store that keeps states.
    type Store: Store<Self::State> + Default;

    /// The initial state.
    fn initial(&self) -> Self::State;
    /// The state of the program.
    fn program_state<'s>(&self, state: &'s Self::State) -> &'s State;
    /// The number of choices that a thread has in a state.
    fn choices(&self, state: &State, thread: ThreadId) -> usize;
    /// Takes a step of a thread. `None` if there is no such step.
    fn step(
        &self,
        state: &Self::State,
        thread: ThreadId,
        choice: usize,
    ) -> Option<(Self::State, Renaming)>;
    /// Decides whether no limit was met.
    fn is_complete(&self) -> bool;
    /// Runs steps again, instruction by instruction.
    fn replay(&self, steps: &[Taken]) -> Option<Replay<'_>>;
}

/// A thread that is stuck for ever in some state: on no way on it takes another step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stuck {
    /// The thread, by its number in the run.
    pub thread: ThreadId,
    /// A run to the state.
    pub run: Run,
}

/// Finds the threads that can be stuck for ever, by steps of one's own: for each instruction at which some can although
/// no run on is a total deadlock or goes wrong, the first that a search of all states meets. `None` if it is not known.
/// The limits are those on states and on bytes. Cost: linear in the steps of all states, times the threads.
pub fn stuck_by<S: Steps>(
    model: &S,
    (max_states, memory): (usize, usize),
    alarm: Alarm<'_>,
) -> Option<Vec<Stuck>> {
    let mut graph = Graph::<S>::default();
    let stopped =
        graph.explore(model, Reach { max_states, memory, alarm, progress: None }, |_, _| {});
    if stopped.is_some() || !model.is_complete() { None } else { graph.stuck(model, alarm) }
}

/// The limits within which all states are explored, and the listener that is told.
#[derive(Clone, Copy)]
pub(crate) struct Reach<'a> {
    pub(crate) max_states: usize,
    pub(crate) memory: usize,
    pub(crate) alarm: Alarm<'a>,
    pub(crate) progress: Option<&'a (dyn Fn(SearchProgress) + Sync)>,
}

/// The states of a program, and where the threads of each come to be after a step. A *pair* is a state with one of its
/// threads; pairs are numbered state by state.
pub(crate) struct Graph<S: Steps> {
    states: S::Store,
    /// The number of the first pair of each state.
    first: Vec<u32>,
    /// By which step of which state each state was met first.
    parents: Vec<(u32, ThreadId, u32)>,
    /// The pairs that are not stuck at once: the thread moves, or need not, or some thread has gone wrong, or nobody
    /// moves.
    fine: Vec<bool>,
    /// Who a thread is after a step of another: a pair and the next one.
    edges: Vec<(u32, u32)>,
    /// Whether these are not kept any more, since there was no memory for them.
    is_lost: bool,
    /// The number of steps that were taken.
    transitions: u64,
}

impl<S: Steps> Default for Graph<S> {
    fn default() -> Self {
        Graph {
            states: S::Store::default(),
            first: Vec::new(),
            parents: Vec::new(),
            fine: Vec::new(),
            edges: Vec::new(),
            is_lost: false,
            transitions: 0,
        }
    }
}

impl<S: Steps> Graph<S> {
    /// Meets all states, breadth-first, and tells `look` each state with its number, and those from which nobody moves
    /// once more, with `None`. Returns why it ends early, if it does.
    pub(crate) fn explore(
        &mut self,
        model: &S,
        reach: Reach<'_>,
        mut look: impl FnMut(Option<u32>, (&S::State, u32)),
    ) -> Option<Stopped> {
        let mut state = model.initial();
        if self.meet(model, &state, (0, ThreadId(0), 0)).is_none() {
            return Some(Stopped::Memory);
        }
        look(Some(0), (&state, 0));
        for number in 0.. {
            if number == self.states.len() {
                break;
            }
            if number % 64 == 0 {
                if let Some(stopped) = reach.alarm.rings() {
                    return Some(stopped);
                }
                if self.bytes() > reach.memory {
                    // What failures and deadlocks there are is found out without it.
                    (self.is_lost, self.edges) = (true, Vec::new());
                }
                if self.bytes() > reach.memory {
                    return Some(Stopped::Memory);
                }
            }
            if number % 1024 == 0
                && let Some(progress) = reach.progress
            {
                let (states, frontier) = (self.states.len(), self.states.len() - number);
                progress(SearchProgress { states, frontier, depth: 0, bytes: self.bytes() });
            }
            let Ok(number) = u32::try_from(number) else { return Some(Stopped::Memory) };
            self.states.load(number, &mut state);
            if let Err(stopped) = self.steps(model, number, &state, reach, &mut look) {
                return Some(stopped);
            }
        }
        None
    }

    /// The numbers of states and steps, the greatest distance from the initial state, and the bytes.
    pub(crate) fn size(&self) -> (usize, u64, usize, usize) {
        // The last state is one of the farthest.
        let mut depth = 0;
        let mut at = self.parents.len().saturating_sub(1);
        while at != 0 {
            (at, depth) = (self.parents[at].0 as usize, depth + 1);
        }
        (self.states.len(), self.transitions, depth, self.bytes())
    }

    /// A shortest run to a state.
    pub(crate) fn way_to(&self, number: u32) -> Vec<Taken> {
        let mut steps = Vec::new();
        let mut at = number as usize;
        while at != 0 {
            let (parent, thread, choice) = self.parents[at];
            steps.push((thread, choice as usize));
            at = parent as usize;
        }
        steps.reverse();
        steps
    }

    /// The threads that are stuck for ever, once all states were met: for each instruction the first one. `None` if it
    /// is not known.
    pub(crate) fn stuck(&mut self, model: &S, alarm: Alarm<'_>) -> Option<Vec<Stuck>> {
        if self.is_lost {
            return None;
        }
        let fine = self.come_to_move();
        let (mut out, mut told) = (Vec::new(), BTreeSet::<Place>::new());
        let mut state = model.initial();
        for number in 0..self.first.len() {
            let pairs = self.first[number] as usize..;
            // Most states have nobody who is stuck.
            let count = self.first.get(number + 1).map_or(fine.len(), |&next| next as usize);
            if fine[pairs.start..count].iter().all(|&is_fine| is_fine) {
                continue;
            }
            self.states.load(u32::try_from(number).ok()?, &mut state);
            let threads = &model.program_state(&state).threads;
            for (thread, found) in threads.iter().enumerate() {
                let Some(place) = found.place().filter(|_| !fine[pairs.start + thread]) else {
                    continue;
                };
                if told.insert(place) {
                    let thread = ThreadId(u32::try_from(thread).ok()?);
                    out.push(self.run_to(model, u32::try_from(number).ok()?, thread)?);
                    // Steps of the run may have ended early.
                    if alarm.rings().is_some() {
                        return None;
                    }
                }
            }
        }
        Some(out)
    }

    /// Takes all steps from a state.
    fn steps(
        &mut self,
        model: &S,
        number: u32,
        from: &S::State,
        reach: Reach<'_>,
        look: &mut impl FnMut(Option<u32>, (&S::State, u32)),
    ) -> Result<(), Stopped> {
        let full = |_| Stopped::Memory;
        let state = model.program_state(from);
        let first = self.first[number as usize];
        let threads = u32::try_from(state.threads.len()).map_err(full)?;
        let mut any = false;
        for thread in (0..threads).map(ThreadId) {
            for choice in 0..model.choices(state, thread) {
                let Some((next, names)) = model.step(from, thread, choice) else { continue };
                any = true;
                self.transitions += 1;
                self.fine[first as usize + thread.index()] = true;
                let choice = u32::try_from(choice).map_err(full)?;
                let before = self.states.len();
                let to =
                    self.meet(model, &next, (number, thread, choice)).ok_or(Stopped::Memory)?;
                if self.states.len() > before {
                    look(Some(u32::try_from(to).map_err(full)?), (&next, number));
                    if self.states.len() > reach.max_states {
                        return Err(Stopped::States);
                    }
                }
                if self.is_lost {
                    continue;
                }
                for other in (0..threads).map(ThreadId).filter(|other| *other != thread) {
                    if let Some(name) = names.thread(other) {
                        self.edges.try_reserve(1).map_err(|_| Stopped::Memory)?;
                        self.edges.push((first + other.0, self.first[to] + name.0));
                    }
                }
            }
        }
        if !any {
            look(None, (from, number));
        }
        let is_no_fault = !any || Failure::blocks(state);
        for (thread, found) in state.threads.iter().enumerate() {
            let waits = matches!(
                found.status,
                Status::Running | Status::Waiting { .. } | Status::Notified { .. }
            );
            self.fine[first as usize + thread] |= is_no_fault || !waits || found.background;
        }
        Ok(())
    }

    /// The number of a state, which is stored if it is new.
    fn meet(&mut self, model: &S, state: &S::State, parent: (u32, ThreadId, u32)) -> Option<usize> {
        let hash = self.states.hash(state);
        let (number, is_new) = self.states.insert(hash, state)?;
        if is_new {
            self.first.push(u32::try_from(self.fine.len()).ok()?);
            self.parents.push(parent);
            let threads = model.program_state(state).threads.len();
            self.fine.resize(self.fine.len() + threads, false);
        }
        usize::try_from(number).ok()
    }

    fn bytes(&self) -> usize {
        // The edges are sorted into another list in the end.
        self.states.bytes()
            + self.edges.capacity() * size_of::<(u32, u32)>() * 3 / 2
            + self.parents.capacity() * (size_of::<(u32, ThreadId, u32)>() + size_of::<u32>())
            + self.fine.capacity() * 3
    }

    /// The pairs whose thread can come to move, or need not.
    fn come_to_move(&mut self) -> Vec<bool> {
        // Edges by their ends.
        let mut starts = vec![0_u32; self.fine.len() + 1];
        for &(_, to) in &self.edges {
            starts[to as usize + 1] += 1;
        }
        for pair in 1..starts.len() {
            starts[pair] += starts[pair - 1];
        }
        let mut sources = vec![0_u32; self.edges.len()];
        let mut next = starts.clone();
        for (from, to) in std::mem::take(&mut self.edges) {
            sources[next[to as usize] as usize] = from;
            next[to as usize] += 1;
        }
        let mut fine = self.fine.clone();
        let mut open: Vec<u32> =
            (0..).zip(&fine).filter(|(_, is_fine)| **is_fine).map(|(pair, _)| pair).collect();
        while let Some(pair) = open.pop() {
            let before = starts[pair as usize] as usize..starts[pair as usize + 1] as usize;
            for &from in &sources[before] {
                if !fine[from as usize] {
                    fine[from as usize] = true;
                    open.push(from);
                }
            }
        }
        fine
    }

    /// The shortest run to a state, and the number there of one of its threads.
    fn run_to(&self, model: &S, number: u32, thread: ThreadId) -> Option<Stuck> {
        let replay = model.replay(&self.way_to(number))?;
        Some(Stuck { thread: replay.number(thread)?, run: replay.run })
    }
}
