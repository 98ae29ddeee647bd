//! Selective searches that keep the states they have met.

use reductio_search::{SearchProgress, Store, ThreadStep, Visibility};
use rustc_hash::FxHashSet;

use crate::frame::Sleeping;
use crate::moves::{MOST_THREADS, Move, Moves};
use crate::notes::Notes;
use crate::outcome::{StateLimits, States, Stopped};
use crate::persistent;
use crate::selection::{Choice, Selection, SelectionError, Sleep};

/// The number of steps between two looks at the limits.
const PATIENCE: u64 = 64;

/// Searches the states of a model depth-first, by the steps that a selection asks for, and keeps them (Godefroid 1996,
/// figure 6.2). A state that is met again with steps awake that slept in it before is expanded again, by these steps
/// alone.
///
/// All deadlocks are met (Godefroid 1996, Theorem 6.12), and all control points and failures: a state whose chosen
/// steps all lead to states on the stack is expanded in full (the proviso of Godefroid, Holzmann and Pirottin, CAV
/// 1992, and of Holzmann and Peled 1994). Without it steps could be put off around a cycle for ever. A step that sleeps
/// leads nowhere, so a persistent set is chosen in which one is awake. From each state, then, some way leads through
/// states that were left earlier and earlier, by steps that have nothing to do with what is put off, to one in which
/// nothing is. With [`Choice::All`] nothing is put off, and all states are met, with sleep sets as well.
///
/// Steps are put together under the same conditions as in [`explore`](crate::explore). Cost: the number of states times
/// that of steps from each; with sleep sets each state is expanded again at most as often as it has steps.
///
/// ```
/// use reductio_discipline::{Discipline, Packed};
/// use reductio_language::parse_system;
/// use reductio_selective::{Ahead, Choice, Selection, Sleep, StateLimits, explore_states};
///
/// // Three threads go round on their own.
/// let text = "
///     var own[i : 0 .. 2] : 0 .. 3
///     thread t[i : 0 .. 2] { loop { own[i] := (own[i] + 1) mod 4 } }";
/// let system = parse_system(text, "round", &[]).unwrap();
/// let discipline = Discipline::new(&system);
/// let ahead = Ahead::of(&system);
/// let states = |choice| {
///     let selection = Selection { choice, sleep: Sleep::Unconditional, ..Selection::default() };
///     explore_states(&Packed::new(&discipline), &selection, &StateLimits::default()).unwrap().states
/// };
/// assert_eq!(states(Choice::All), 64);
/// assert_eq!(states(Choice::Persistent(&ahead)), 13);
/// ```
///
/// # Errors
/// [`SelectionError`]: dynamic choices need whole executions, and with a bound a state that was met near its end would
/// count as known.
pub fn explore_states<M: Visibility>(
    model: &M,
    selection: &Selection<'_, M::State>,
    limits: &StateLimits<'_>,
) -> Result<States<M::State, M::Violation>, SelectionError> {
    if selection.choice.is_dynamic() {
        return Err(SelectionError::Dynamic);
    }
    if selection.bound.is_some() {
        return Err(SelectionError::Bounded);
    }
    let mut search = Search {
        moves: Moves::new(model, selection, limits.cancel),
        selection,
        limits,
        store: model.store(),
        kept: Kept::default(),
        stack: Vec::new(),
        notes: Notes::new(model),
        counts: Counts::default(),
    };
    let stopped =
        if model.threads() > MOST_THREADS { Some(Stopped::Threads) } else { search.search().err() };
    let (counts, bytes) = (search.counts, search.kept.bytes() + search.store.bytes());
    Ok(States {
        states: search.store.len(),
        steps: counts.steps,
        transitions: counts.transitions,
        again: counts.again,
        in_full: counts.in_full,
        depth: counts.depth,
        deadlocks: search.notes.deadlocks,
        reached: search.notes.reached,
        findings: search.notes.findings,
        bytes,
        stopped,
    })
}

/// How much was searched.
#[derive(Default)]
struct Counts {
    steps: u64,
    transitions: u64,
    again: u64,
    in_full: u64,
    depth: usize,
}

/// What is kept beside each stored state, by its number.
#[derive(Default)]
struct Kept {
    /// The steps that have slept in the state whenever it was met, sorted.
    asleep: Vec<Box<[Sleeping]>>,
    /// The number of times that the state is on the stack.
    stacked: Vec<u32>,
    /// The number of steps in `asleep`, all together.
    sleeping: usize,
}

impl Kept {
    fn bytes(&self) -> usize {
        self.asleep.capacity() * size_of::<Box<[Sleeping]>>()
            + self.stacked.capacity() * size_of::<u32>()
            + self.sleeping * size_of::<Sleeping>()
    }
}

/// A state on the stack.
struct Node<S> {
    number: u32,
    state: S,
    moves: Vec<Move<S>>,
    /// Whether each of the moves sleeps, or was taken.
    asleep: Vec<bool>,
    /// The places of the moves that are to be taken, the next one last.
    open: Vec<usize>,
    /// The place of the move that is being taken.
    current: Option<usize>,
    /// Whether steps are left out that do not sleep, and every step that was taken led to a state on the stack.
    is_closed_in: bool,
}

/// The transitions of the run to the state on top of the stack, and then those of the step that is being taken there.
fn run<S>(stack: &[Node<S>]) -> Vec<ThreadStep> {
    let steps = stack.iter().filter_map(|node| node.moves.get(node.current?));
    steps.flat_map(|found| found.path.iter().map(|step| (found.thread, *step))).collect()
}

/// A search that is under way.
struct Search<'a, M: Visibility> {
    moves: Moves<'a, M>,
    selection: &'a Selection<'a, M::State>,
    limits: &'a StateLimits<'a>,
    store: M::Store,
    kept: Kept,
    stack: Vec<Node<M::State>>,
    notes: Notes<M::State, M::Violation>,
    counts: Counts,
}

impl<M: Visibility> Search<'_, M> {
    fn search(&mut self) -> Result<(), Stopped> {
        let initial = self.moves.model.initial();
        self.notes.look_at_first(self.moves.model, &initial);
        self.enter(initial, Vec::new())?;
        while let Some(node) = self.stack.last_mut() {
            if let Some(taken) = node.current.take() {
                node.asleep[taken] = true;
            }
            if node.open.is_empty() && std::mem::take(&mut node.is_closed_in) {
                self.counts.in_full += 1;
                node.open = (0..node.moves.len()).rev().filter(|k| !node.asleep[*k]).collect();
            }
            if let Some(next) = node.open.pop() {
                self.take(next)?;
            } else {
                self.kept.stacked[node.number as usize] -= 1;
                self.stack.pop();
            }
        }
        Ok(())
    }

    /// Takes a step from the state on top of the stack.
    fn take(&mut self, next: usize) -> Result<(), Stopped> {
        let depth = self.stack.len();
        self.counts.steps += 1;
        self.counts.depth = self.counts.depth.max(depth);
        if self.counts.steps.is_multiple_of(PATIENCE) {
            self.pause()?;
        }
        self.stack[depth - 1].current = Some(next);
        let node = &self.stack[depth - 1];
        let found = &node.moves[next];
        self.counts.transitions += found.path.len() as u64;
        self.notes.look_at_step(self.moves.model, &node.state, found, || run(&self.stack));
        let asleep = self.asleep_after(node, found);
        let after = found.after.clone();
        self.enter(after, asleep)
    }

    /// The steps that sleep after a step, sorted.
    fn asleep_after(&self, node: &Node<M::State>, taken: &Move<M::State>) -> Vec<Sleeping> {
        let stays = |other: &Move<M::State>| {
            other.thread != taken.thread
                && match self.selection.sleep {
                    Sleep::Never => false,
                    Sleep::Unconditional => other.accesses.commutes_with(&taken.accesses),
                    Sleep::Conditional => other.accesses.commutes_here_with(&taken.accesses),
                }
        };
        let asleep = node.moves.iter().zip(&node.asleep).filter(|(_, asleep)| **asleep);
        let mut names: Vec<Sleeping> =
            asleep.filter(|(other, _)| stays(other)).map(|(other, _)| other.name()).collect();
        names.sort_unstable();
        names
    }

    /// Goes to a state, and puts it on the stack if something is to be done there.
    fn enter(&mut self, state: M::State, mut asleep: Vec<Sleeping>) -> Result<(), Stopped> {
        let hash = self.store.hash(&state);
        let is_full = self.store.len() >= self.limits.states;
        let Some((number, is_new)) = self.store.insert(hash, &state) else {
            return Err(Stopped::Memory);
        };
        let place = number as usize;
        let is_known = !is_new;
        if is_new {
            if is_full {
                return Err(Stopped::States);
            }
            self.kept.asleep.push(Box::default());
            self.kept.stacked.push(0);
        }
        if let Some(node) = self.stack.last_mut()
            && self.kept.stacked[place] == 0
        {
            node.is_closed_in = false;
        }
        // Those that slept here so far, and must be taken now.
        let mut awake: Vec<Sleeping> = Vec::new();
        if is_known {
            let before = &self.kept.asleep[place];
            awake.extend(before.iter().filter(|name| asleep.binary_search(name).is_err()));
            if awake.is_empty() {
                return Ok(());
            }
            self.counts.again += 1;
            asleep.retain(|name| before.binary_search(name).is_ok());
        }
        let model = self.moves.model;
        let mut moves = Vec::new();
        for thread in 0..model.threads() {
            let found = self.moves.of(thread, &state, &mut moves);
            found.map_err(|fault| fault.stopped(run(&self.stack)))?;
        }
        self.kept.sleeping += asleep.len();
        self.kept.sleeping -= self.kept.asleep[place].len();
        self.kept.asleep[place] = asleep.clone().into();
        let asleep: FxHashSet<Sleeping> = asleep.into_iter().collect();
        let asleep: Vec<bool> = moves.iter().map(|found| asleep.contains(&found.name())).collect();
        let mut node = Node {
            number,
            state,
            moves,
            asleep,
            open: Vec::new(),
            current: None,
            is_closed_in: false,
        };
        if is_known {
            let is_open = |k: &usize| awake.contains(&node.moves[*k].name());
            node.open = (0..node.moves.len()).rev().filter(is_open).collect();
        } else if node.moves.is_empty() {
            self.notes.end(model, &node.state, || run(&self.stack));
            if self.notes.deadlocks.len() > self.limits.deadlocks {
                return Err(Stopped::Deadlocks);
            }
        } else {
            let awake: Vec<usize> =
                (0..node.moves.len()).rev().filter(|k| !node.asleep[*k]).collect();
            let threads = awake.iter().fold(0, |all, k| all | 1 << node.moves[*k].thread);
            let chosen = self.choose(&node, threads);
            let is_chosen = |k: &usize| chosen & 1 << node.moves[*k].thread != 0;
            node.open = awake.iter().copied().filter(is_chosen).collect();
            node.is_closed_in = node.open.len() < awake.len();
        }
        self.kept.stacked[place] += 1;
        self.stack.push(node);
        Ok(())
    }

    /// The threads whose steps are taken from a new state, by bit. `awake` are those with a step that does not sleep.
    fn choose(&self, node: &Node<M::State>, awake: u64) -> u64 {
        match self.selection.choice {
            Choice::Persistent(ahead) => {
                persistent::threads(&self.moves, ahead, &node.state, &node.moves, awake)
            }
            Choice::Foreseen(foresight) => {
                let interfering = |thread| foresight.interfering(&node.state, thread);
                persistent::smallest(&node.moves, awake, interfering)
            }
            Choice::All | Choice::Dynamic | Choice::Source => awake,
        }
    }

    /// Looks at the limits, and tells how far the search has come.
    fn pause(&self) -> Result<(), Stopped> {
        if self.limits.is_cancelled() {
            return Err(Stopped::Cancelled);
        }
        let moves = self.stack.last().map_or(0, |node| node.moves.len());
        // Nearly all states have as many steps as the last one, or so.
        let node = size_of::<Node<M::State>>() + moves * size_of::<Move<M::State>>();
        let bytes = self.store.bytes() + self.kept.bytes() + self.stack.len() * node;
        if let Some(progress) = self.limits.progress {
            let (states, frontier) = (self.store.len(), self.stack.len());
            progress(SearchProgress { states, frontier, depth: self.counts.depth, bytes });
        }
        if bytes > self.limits.memory { Err(Stopped::Memory) } else { Ok(()) }
    }
}
