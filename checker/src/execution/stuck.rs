//! Threads that are stuck for ever: what can still happen from a state on, and why nobody wakes the thread.
//!
//! All states that can come after the last one are looked at, by all steps, up to a number of them. What is said here
//! was established in each of them; where there are more states, nothing is said but who waits for what.

use rustc_hash::FxHashMap;

use super::waiting::{Waiting, lock_that_is_waited_for};
use crate::system::{CellId, OperationKind, PackedState, StepOutcome, System, ThreadId};

/// The most states that are looked at.
pub(super) const MOST: usize = 1 << 16;

/// The knowledge about a thread that is stuck in the last state of an execution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stuck {
    /// The thread.
    pub thread: ThreadId,
    /// The number of states that can come after the last one, itself included, if all of them were looked at: in none
    /// of them the thread can take a step. None if there are more than are looked at here.
    pub states: Option<usize>,
    /// The thread, then the owner of the lock it waits for, and so on, as long as these are stuck as well.
    pub chain: Vec<ThreadId>,
    /// The place in the chain of the thread for whose lock the last one waits, if it is one of them: from there on they
    /// wait for one another.
    pub cycle: Option<usize>,
    /// The reasons why nobody wakes the threads of the chain.
    pub facts: Vec<StuckFact>,
    /// The threads that can still come to take a step.
    pub going_on: Vec<ThreadId>,
}

/// A fact about all states that can come after a state in which a thread is stuck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StuckFact {
    /// No step of any thread is a notification of the monitor.
    NotNotified {
        /// The cell that holds the owner of the monitor.
        monitor: CellId,
    },
    /// A thread owns a lock in all of them.
    Kept {
        /// The cell that holds the owner of the lock.
        lock: CellId,
        /// The owner.
        owner: ThreadId,
        /// The reason why the owner does not release it.
        why: Keeps,
    },
    /// The cells that a thread's condition reads have the same values in all of them.
    Unchanged {
        /// The cells that it reads.
        cells: Vec<CellId>,
    },
}

/// The reason why the owner of a lock does not release it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeps {
    /// It has ended.
    Ended,
    /// It has failed.
    Failed,
    /// It takes no step, and need not: it is idle.
    Rests,
    /// It can take steps, but releases the lock in none.
    GoesOn,
}

/// The steps that lead a thread on that was claimed to be stuck.
pub(super) type WayOut = Vec<(ThreadId, usize)>;

/// Looks at the states that can come after a state.
///
/// # Errors
/// The fewest steps after which the thread can take one, if there are some.
pub(super) fn look(
    system: &System,
    state: &PackedState,
    thread: ThreadId,
    most: usize,
) -> Result<Stuck, WayOut> {
    let later = Later::of(system, state, thread, most)?;
    let is_complete = later.is_complete;
    let mut chain = vec![thread];
    let mut cycle = None;
    // Who is not known to be stuck ends the chain.
    while let Some(owner) = chain.last().and_then(|last| owner_before(system, state, *last)) {
        cycle = chain.iter().position(|before| *before == owner);
        if cycle.is_some()
            || later.moves[owner.index()]
            || !is_complete
            || rests(system, state, owner)
        {
            break;
        }
        chain.push(owner);
    }
    let mut facts: Vec<StuckFact> = Vec::new();
    for &thread in chain.iter().filter(|_| is_complete) {
        for fact in later.facts(system, state, thread, &chain) {
            if !facts.contains(&fact) {
                facts.push(fact);
            }
        }
    }
    let going_on = system.thread_ids().filter(|thread| later.moves[thread.index()]).collect();
    let states = is_complete.then_some(later.states.len());
    Ok(Stuck { thread, states, chain, cycle, facts, going_on })
}

fn rests(system: &System, state: &PackedState, thread: ThreadId) -> bool {
    let (owner, at) = (system.thread(thread), system.at(state, thread));
    owner.may_rest(at) || owner.is_failed(at)
}

/// The owner of the lock that a thread waits for, if it waits for one alone that has an owner.
fn owner_before(system: &System, state: &PackedState, thread: ThreadId) -> Option<ThreadId> {
    let mut numbers = system.thread(thread).pending_numbers(system.at(state, thread));
    let lock = lock_that_is_waited_for(system, state, thread, numbers.next()?)?;
    let is_same = |number| lock_that_is_waited_for(system, state, thread, number) == Some(lock);
    if !numbers.all(is_same) {
        return None;
    }
    owner_of(system, state, lock)
}

fn owner_of(system: &System, state: &PackedState, lock: CellId) -> Option<ThreadId> {
    usize::try_from(system.value(state, lock) - 1).ok().map(ThreadId::new)
}

/// The states that can come after a state, and the steps between them.
struct Later {
    states: Vec<PackedState>,
    is_complete: bool,
    /// Whether each thread takes a step.
    moves: Vec<bool>,
    /// Whether each transition of each thread is taken.
    taken: Vec<Vec<bool>>,
}

impl Later {
    fn of(
        system: &System,
        first: &PackedState,
        stuck: ThreadId,
        most: usize,
    ) -> Result<Self, WayOut> {
        let mut later = Later {
            states: vec![first.clone()],
            is_complete: true,
            moves: vec![false; system.threads().len()],
            taken: system
                .threads()
                .iter()
                .map(|one| vec![false; one.transitions().len()])
                .collect(),
        };
        let mut known = FxHashMap::from_iter([(first.clone(), 0)]);
        let mut before: Vec<Option<(usize, ThreadId, usize)>> = vec![None];
        let mut next = first.clone();
        let mut at = 0;
        while let Some(state) = later.states.get(at).cloned() {
            for thread in system.thread_ids() {
                let owner = system.thread(thread);
                for number in owner.pending_numbers(system.at(&state, thread)) {
                    let transition = &owner.transitions()[number];
                    let outcome = system.execute(thread, transition, &state, &mut next);
                    if outcome == StepOutcome::Disabled {
                        continue;
                    }
                    if thread == stuck {
                        return Err(way_to(&before, at));
                    }
                    later.moves[thread.index()] = true;
                    later.taken[thread.index()][number] = true;
                    if known.contains_key(&next) {
                        continue;
                    }
                    if later.states.len() >= most {
                        later.is_complete = false;
                        continue;
                    }
                    known.insert(next.clone(), later.states.len());
                    later.states.push(next.clone());
                    before.push(Some((at, thread, number)));
                }
            }
            at += 1;
        }
        Ok(later)
    }

    /// Why nobody wakes a thread, whose locks may be owned by others of a chain.
    fn facts(
        &self,
        system: &System,
        state: &PackedState,
        thread: ThreadId,
        chain: &[ThreadId],
    ) -> Vec<StuckFact> {
        let mut facts = Vec::new();
        let owner = system.thread(thread);
        for number in owner.pending_numbers(system.at(state, thread)) {
            let lock = lock_that_is_waited_for(system, state, thread, number);
            match (Waiting::of(system, state, thread, number), lock) {
                (Waiting::Notification { .. }, Some(monitor))
                    if !self.notifies(system, monitor) =>
                {
                    facts.push(StuckFact::NotNotified { monitor });
                }
                (Waiting::Lock { .. }, Some(lock)) => {
                    if let Some(owner) = owner_of(system, state, lock)
                        && !chain.contains(&owner)
                        && self.is_unchanged(system, state, lock)
                    {
                        facts.push(StuckFact::Kept { lock, owner, why: self.why(system, owner) });
                    }
                }
                (Waiting::Guard { .. }, _) => {
                    let guard = owner.transitions()[number].guard();
                    let cells = super::names::cells_of(system, state, [guard]);
                    let is_same = |cell: &CellId| self.is_unchanged(system, state, *cell);
                    if !cells.is_empty() && cells.iter().all(is_same) {
                        facts.push(StuckFact::Unchanged { cells });
                    }
                }
                _ => {}
            }
        }
        facts
    }

    /// Whether a cell has the same value in all states.
    fn is_unchanged(&self, system: &System, state: &PackedState, cell: CellId) -> bool {
        let value = system.value(state, cell);
        self.states.iter().all(|later| system.value(later, cell) == value)
    }

    /// Whether some step notifies a monitor; which element of several is not asked.
    fn notifies(&self, system: &System, monitor: CellId) -> bool {
        let variable = system.cell(monitor).variable();
        system.threads().iter().zip(&self.taken).any(|(thread, taken)| {
            let mut steps = thread.transitions().iter().zip(taken);
            steps.any(|(transition, is_taken)| {
                let operation = transition.operation().filter(|_| *is_taken);
                operation.is_some_and(|operation| {
                    matches!(
                        operation.kind(),
                        OperationKind::Notify
                            | OperationKind::NotifyAll
                            | OperationKind::Signal
                            | OperationKind::Broadcast
                    ) && operation.variable() == variable
                })
            })
        })
    }

    /// Why the owner of a lock that it owns in all states does not release it.
    fn why(&self, system: &System, owner: ThreadId) -> Keeps {
        let thread = system.thread(owner);
        let always = |is_so: &dyn Fn(&PackedState) -> bool| self.states.iter().all(is_so);
        if always(&|state| thread.is_end(system.at(state, owner))) {
            Keeps::Ended
        } else if always(&|state| thread.is_failed(system.at(state, owner))) {
            Keeps::Failed
        } else if self.moves[owner.index()] {
            Keeps::GoesOn
        } else {
            Keeps::Rests
        }
    }
}

fn way_to(before: &[Option<(usize, ThreadId, usize)>], mut at: usize) -> WayOut {
    let mut way = Vec::new();
    while let Some((from, thread, number)) = before[at] {
        way.push((thread, number));
        at = from;
    }
    way.reverse();
    way
}
