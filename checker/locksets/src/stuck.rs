//! Threads that are stuck for ever. Each thread is followed from canonical state to canonical state, under the name
//! that it has there.

use std::collections::BTreeSet;

use reductio_programs::{
    CanonicalModel, Failure, Granularity, Place, Program, Renaming, State, StateStore, Status,
    ThreadId,
};
use reductio_search::{Model, Store};

use crate::options::{Alarm, Options};
use crate::promised::{begin, take, until};
use crate::report::Stuck;
use crate::run::{Replay, Taken};

/// Steps of a program between states whose names do not matter, of which it is known who is who afterwards.
pub trait Steps {
    /// A state, and what else is kept of the run to it.
    type State: Clone;
    /// The type of store that keeps states.
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
    /// Tells whether no limit was met.
    fn is_complete(&self) -> bool;
    /// Runs steps again, instruction by instruction.
    fn replay(&self, steps: &[Taken]) -> Option<Replay<'_>>;
}

impl Steps for CanonicalModel<'_> {
    type State = State;
    type Store = StateStore;

    fn initial(&self) -> State {
        Model::initial(self)
    }

    fn program_state<'s>(&self, state: &'s State) -> &'s State {
        state
    }

    fn choices(&self, state: &State, thread: ThreadId) -> usize {
        self.machine().choices(state, thread)
    }

    fn step(&self, state: &State, thread: ThreadId, choice: usize) -> Option<(State, Renaming)> {
        let mut next = state.clone();
        self.take(&mut next, thread, choice, |_, _| {}).then(|| {
            let names = next.make_canonical();
            (next, names)
        })
    }

    fn is_complete(&self) -> bool {
        self.limits().is_empty()
    }

    fn replay(&self, steps: &[Taken]) -> Option<Replay<'_>> {
        let mut replay = begin(self)?;
        for &(thread, choice) in steps {
            take(self, &mut replay, thread, choice)?;
        }
        Some(replay)
    }
}

/// Finds the threads that can be stuck for ever, although no run on is a total deadlock or goes wrong; for each
/// instruction at which some can, the first that a search of all canonical states meets. `None` if it is not known.
/// Cost: linear in the steps of all states, times the threads.
pub fn stuck(program: &Program, options: &Options<'_>) -> Option<Vec<Stuck>> {
    stuck_until(program, options, Alarm::of(options))
}

pub(crate) fn stuck_until(
    program: &Program,
    options: &Options<'_>,
    alarm: Alarm<'_>,
) -> Option<Vec<Stuck>> {
    until(alarm, |flag| {
        let model = CanonicalModel::new(program, options.bounds, Granularity::LocalsAfter);
        let model = model.with_cancel(Some(flag));
        stuck_by(&model, (options.max_states, options.memory), alarm)
    })
}

/// Finds the threads that can be stuck for ever, by steps of one's own; see [`stuck`]. The limits are those on states
/// and on bytes.
pub fn stuck_by<S: Steps>(
    model: &S,
    limits: (usize, usize),
    alarm: Alarm<'_>,
) -> Option<Vec<Stuck>> {
    let mut graph = Graph::<S>::default();
    graph.explore(model, limits, alarm)?;
    let fine = graph.come_to_move();
    let (mut out, mut told) = (Vec::new(), BTreeSet::<Place>::new());
    let mut state = model.initial();
    for number in 0..graph.first.len() {
        let pairs = graph.first[number] as usize..;
        // Most states have nobody who is stuck.
        let count = graph.first.get(number + 1).map_or(fine.len(), |&next| next as usize);
        if fine[pairs.start..count].iter().all(|&is_fine| is_fine) {
            continue;
        }
        graph.states.load(u32::try_from(number).ok()?, &mut state);
        let threads = &model.program_state(&state).threads;
        for (thread, found) in threads.iter().enumerate() {
            let Some(place) = found.place().filter(|_| !fine[pairs.start + thread]) else {
                continue;
            };
            if told.insert(place) {
                out.push(graph.run_to(model, number, ThreadId(u32::try_from(thread).ok()?))?);
                // Steps of the run may have ended early.
                if alarm.rings().is_some() {
                    return None;
                }
            }
        }
    }
    Some(out)
}

/// The states of a program, and where the threads of each come to be after a step. A *pair* is a state with one of its
/// threads; pairs are numbered state by state.
struct Graph<S: Steps> {
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
}

impl<S: Steps> Default for Graph<S> {
    fn default() -> Self {
        Graph {
            states: S::Store::default(),
            first: Vec::new(),
            parents: Vec::new(),
            fine: Vec::new(),
            edges: Vec::new(),
        }
    }
}

impl<S: Steps> Graph<S> {
    /// Meets all states. `None` where a limit ends it.
    fn explore(
        &mut self,
        model: &S,
        (max_states, memory): (usize, usize),
        alarm: Alarm<'_>,
    ) -> Option<()> {
        let mut state = model.initial();
        self.meet(model, &state, (0, ThreadId(0), 0))?;
        for number in 0.. {
            if number == self.states.len() {
                break;
            }
            if number % 64 == 0 && (alarm.rings().is_some() || self.bytes() > memory) {
                return None;
            }
            if self.states.len() > max_states {
                return None;
            }
            let number = u32::try_from(number).ok()?;
            self.states.load(number, &mut state);
            self.steps(model, number, &state)?;
        }
        model.is_complete().then_some(())
    }

    /// Takes all steps from a state.
    fn steps(&mut self, model: &S, number: u32, from: &S::State) -> Option<()> {
        let state = model.program_state(from);
        let first = self.first[number as usize];
        let threads = u32::try_from(state.threads.len()).ok()?;
        let mut any = false;
        for thread in (0..threads).map(ThreadId) {
            for choice in 0..model.choices(state, thread) {
                let Some((next, names)) = model.step(from, thread, choice) else { continue };
                any = true;
                self.fine[first as usize + thread.index()] = true;
                let to = self.meet(model, &next, (number, thread, u32::try_from(choice).ok()?))?;
                let others = (0..threads).map(ThreadId).filter(|other| *other != thread);
                for other in others {
                    if let Some(name) = names.thread(other) {
                        self.edges.try_reserve(1).ok()?;
                        self.edges.push((first + other.0, self.first[to] + name.0));
                    }
                }
            }
        }
        let is_no_fault = !any || Failure::blocks(state);
        for (thread, found) in state.threads.iter().enumerate() {
            let waits = matches!(
                found.status,
                Status::Running | Status::Waiting { .. } | Status::Notified { .. }
            );
            self.fine[first as usize + thread] |= is_no_fault || !waits || found.background;
        }
        Some(())
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
    fn run_to(&self, model: &S, number: usize, thread: ThreadId) -> Option<Stuck> {
        let mut steps = Vec::new();
        let mut at = number;
        while at != 0 {
            let (parent, thread, choice) = self.parents[at];
            steps.push((thread, choice as usize));
            at = parent as usize;
        }
        steps.reverse();
        let replay = model.replay(&steps)?;
        Some(Stuck { thread: replay.number(thread)?, run: replay.run })
    }
}
