//! The lock discipline of an execution, worked out access by access.
//!
//! This is no use of the monitor that searches have ([`LockDiscipline`]): sets of locks are lists here, and nothing is
//! packed. An execution that a search has found to violate its lock discipline is believed only if it does so here too.

use super::touches::Touch;
use crate::locking::{Class, LockDiscipline, LockViolation, Rule, Wrong};
use crate::system::{CellId, PackedState, System, ThreadId};

/// An access to a variable with a class, in a state of an execution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LockAccess {
    /// The number of steps that lead to the state.
    pub steps: usize,
    /// The thread.
    pub thread: ThreadId,
    /// The number of the transition that is pending and accesses the variable.
    pub transition: usize,
    /// Tells whether the variable would be written; otherwise it would be read only.
    pub writes: bool,
    /// The owner cells of the locks that the thread owns.
    pub owned: Vec<CellId>,
    /// The owner cells of the locks that were owned at every access that counts, up to this one; none if the discipline
    /// does not count it, because only one thread has come so far, or the variable is unshared.
    pub left: Option<Vec<CellId>>,
}

/// The state of a variable in the lockset algorithm (Savage et al. 1997; S1 section 7).
#[derive(Clone, Debug, PartialEq, Eq)]
enum Mode {
    /// No access has counted, and none was by the one thread that may come first.
    Virgin,
    /// One thread has come.
    Exclusive(ThreadId),
    /// All accesses count. The locks that were owned at each of them, and whether one was a write.
    Shared { locks: Vec<CellId>, is_modified: bool },
}

#[derive(Clone, Debug)]
struct History {
    cell: CellId,
    class: Class,
    mode: Mode,
    accesses: Vec<LockAccess>,
    /// What is wrong, and since which state.
    wrong: Option<(usize, Wrong)>,
}

/// The histories of all variables with a class along one execution.
#[derive(Clone, Debug)]
pub(super) struct Lockset {
    rule: Rule,
    /// The owner cells of all locks.
    locks: Vec<CellId>,
    variables: Vec<History>,
}

impl Lockset {
    pub(super) fn new(discipline: &LockDiscipline, system: &System) -> Self {
        let history = |&(cell, class): &(CellId, Class)| {
            let is_counted = class == Class::Disciplined { initializer: None }
                && discipline.rule() != Rule::Eraser;
            let all = || Mode::Shared { locks: system.owners().to_vec(), is_modified: false };
            let mode = if is_counted { all() } else { Mode::Virgin };
            History { cell, class, mode, accesses: Vec::new(), wrong: None }
        };
        let variables = discipline.classes().iter().map(history).collect();
        Lockset { rule: discipline.rule(), locks: system.owners().to_vec(), variables }
    }

    /// Notes that a thread takes a transition that touches these cells.
    pub(super) fn step(&mut self, thread: ThreadId, touched: &[Touch]) {
        if !matches!(self.rule, Rule::Repaired | Rule::Mover) {
            return;
        }
        for variable in &mut self.variables {
            let is_first = variable.class == Class::Disciplined { initializer: Some(thread) };
            let is_touched = touched.iter().any(|touch| touch.cell == variable.cell);
            if is_first && is_touched && variable.mode == Mode::Virgin && variable.wrong.is_none() {
                variable.mode = Mode::Shared { locks: self.locks.clone(), is_modified: false };
            }
        }
    }

    /// Notes the accesses in the state after `steps` steps; `touched` has those of each thread.
    pub(super) fn look(
        &mut self,
        system: &System,
        state: &PackedState,
        steps: usize,
        touched: &[(ThreadId, Vec<Touch>)],
    ) {
        let owned = |thread: ThreadId| -> Vec<CellId> {
            let id = i32::try_from(thread.index()).map_or(i32::MAX, |number| number + 1);
            let locks = self.locks.iter().copied();
            locks.filter(|&lock| system.value(state, lock) == id).collect()
        };
        for variable in &mut self.variables {
            let mut accesses: Vec<LockAccess> = Vec::new();
            for (thread, touches) in touched {
                for touch in touches.iter().filter(|touch| touch.cell == variable.cell) {
                    accesses.push(LockAccess {
                        steps,
                        thread: *thread,
                        transition: touch.transition,
                        writes: touch.is_written,
                        owned: owned(*thread),
                        left: None,
                    });
                }
            }
            if !accesses.is_empty() {
                variable.note(self.rule, &self.locks, accesses);
            }
        }
    }

    /// The violations of the discipline in the state after `steps` steps, in the order of the variables.
    pub(super) fn violations(&self, steps: usize) -> impl Iterator<Item = LockViolation> {
        self.variables.iter().filter_map(move |variable| {
            let (since, wrong) = variable.wrong?;
            let cell = variable.cell;
            (since <= steps).then_some(LockViolation::Access { cell, wrong })
        })
    }

    /// The accesses to a variable, and the number of steps after which they broke the discipline, if they did.
    pub(super) fn accesses(&self, cell: CellId) -> Option<(&[LockAccess], Option<usize>)> {
        let found = self.variables.iter().find(|variable| variable.cell == cell)?;
        Some((&found.accesses, found.wrong.map(|(since, _)| since)))
    }
}

impl History {
    /// Notes the accesses to the variable in one state.
    fn note(&mut self, rule: Rule, locks: &[CellId], accesses: Vec<LockAccess>) {
        let steps = accesses[0].steps;
        let all = || Mode::Shared { locks: locks.to_vec(), is_modified: false };
        let others = |first: ThreadId| accesses.iter().any(|access| access.thread != first);
        let first = match self.mode {
            Mode::Exclusive(first) => first,
            _ => accesses[0].thread,
        };
        // What this state does to the mode; accesses count where it is shared afterwards.
        let mut counts = matches!(self.mode, Mode::Shared { .. });
        let wrong = match (self.class, rule) {
            _ if counts => None,
            (Class::Unshared, _) => {
                self.mode = Mode::Exclusive(first);
                others(first).then_some(Wrong::Shared)
            }
            (Class::Disciplined { .. }, Rule::Eraser) => {
                counts = others(first);
                self.mode = if counts { all() } else { Mode::Exclusive(first) };
                None
            }
            (Class::Disciplined { initializer }, _) => {
                let is_early = initializer.is_some_and(others);
                if !is_early && rule == Rule::Printed {
                    // This state is the one that belongs to the initializing thread.
                    self.mode = all();
                }
                is_early.then_some(Wrong::NotInitialized)
            }
        };
        for mut access in accesses {
            if let (true, Mode::Shared { locks, is_modified }) = (counts, &mut self.mode) {
                locks.retain(|lock| access.owned.contains(lock));
                *is_modified |= access.writes;
                access.left = Some(locks.clone());
            }
            self.keep(access);
        }
        let is_bare = |mode: &Mode| matches!(mode, Mode::Shared { locks, is_modified: true } if locks.is_empty());
        let wrong = wrong.or_else(|| is_bare(&self.mode).then_some(Wrong::NoLock));
        self.wrong = self.wrong.or_else(|| Some((steps, wrong?)));
    }

    /// Keeps an access, unless it is that of a transition that stays pending while nothing changes.
    fn keep(&mut self, access: LockAccess) {
        let before =
            self.accesses.iter().rev().find(|other| {
                other.thread == access.thread && other.transition == access.transition
            });
        let of_thread = self.accesses.iter().rev().find(|other| other.thread == access.thread);
        let stays = before.is_some_and(|other| {
            Some(other) == of_thread
                && LockAccess { steps: other.steps, ..access.clone() } == *other
        });
        if !stays && self.wrong.is_none() {
            self.accesses.push(access);
        }
    }
}
