//! Random concurrent programs, and the systems that they are compiled to.
//!
//! Processes take and give *resources* (locks, and binary semaphores that hand data from one process to
//! another: a resource may belong to a process at the start), raise and lower counting semaphores, and
//! access the data of the resources that they own. Taking and lowering are visible, for they may have to
//! wait; everything else is invisible. The discipline: only the owner of a resource accesses its data or
//! gives it back, and no semaphore is raised past its capacity. A step against the discipline leads to a
//! violation.
//!
//! Why the hypotheses of S5 section 4 hold for every program:
//!
//! - (13): invisible instructions lead forward in the text, only visible ones jump back;
//! - (14), (15), (18)-(20): whether a process is at an invisible instruction, which never waits, is a
//!   matter of its own program counter;
//! - (16), (17): a step of `j` neither allows nor forbids an invisible step of `i`, nor does it change what
//!   that step does, unless one of the two violates; and who violates after a step of another did
//!   so, or does so, before it;
//! - (21): a violated state only remembers which processes are at an invisible instruction.

use std::collections::BTreeMap;
use std::fmt;

use crate::Random;
use crate::systems::rows::{Rows, Wide};
use crate::systems::system::LargeSystem;

/// The act of an instruction; the numbers are those of resources and of semaphores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// Waits until a resource is free, and owns it. Visible.
    Take(usize),
    /// Frees an owned resource.
    Give(usize),
    /// Writes the data of an owned resource.
    Write(usize, bool),
    /// Goes to the first or the second next instruction by the data of an owned resource.
    Read(usize),
    /// Waits until a semaphore is positive, and lowers it. Visible.
    Lower(usize),
    /// Raises a semaphore that is below its capacity.
    Raise(usize),
    /// Does nothing, and goes to any of the next instructions.
    Skip,
}

impl Act {
    fn is_visible(self) -> bool {
        matches!(self, Act::Take(_) | Act::Lower(_))
    }
}

/// An act and the numbers of the instructions that may follow; the number past the last ends the process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Instruction {
    pub(super) act: Act,
    pub(super) next: [usize; 2],
}

/// Programs of all processes, over shared resources and semaphores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Program {
    pub(super) processes: Vec<Vec<Instruction>>,
    /// The owner of each resource at the start.
    pub(super) owners: Vec<Option<usize>>,
    /// The value at the start and the capacity of each semaphore.
    pub(super) semaphores: Vec<(u8, u8)>,
}

/// A state of the program; after a violation only which processes are at an invisible instruction.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum State {
    Running { at: Vec<usize>, owners: Vec<Option<usize>>, data: Vec<bool>, values: Vec<u8> },
    Violated(Vec<bool>),
}

impl Program {
    /// A program of `processes` processes with up to `length` instructions each.
    pub(super) fn random(random: &mut Random, processes: usize, length: usize) -> Self {
        let mut below = |n: usize| random.below(n);
        let (resources, semaphores) = (1 + below(2), below(2));
        let owners = (0..resources).map(|_| below(3 * processes)).collect::<Vec<_>>();
        let owners = owners.into_iter().map(|i| (i < processes).then_some(i)).collect();
        let semaphores: Vec<(u8, u8)> =
            (0..semaphores).map(|_| [(0, 1), (1, 1), (1, 2), (0, 2)][below(4)]).collect();
        let mut list = Vec::new();
        for _ in 0..processes {
            let length = 1 + below(length);
            // Most processes follow the discipline: they take, access, give.
            let orderly = below(3) > 0;
            let own = below(resources);
            let instruction = |at: usize| {
                let resource = below(resources);
                // A process that begins with a visible instruction is in p_i at the start.
                let act = match (orderly, at % 3, below(7)) {
                    (true, 0, 0..5) => Act::Take(own),
                    (_, 0, 0..2) if !semaphores.is_empty() => Act::Lower(below(semaphores.len())),
                    (_, 0, _) if at == 0 => Act::Take(resource),
                    (true, 1, 0..3) => Act::Write(own, below(2) == 1),
                    (true, 1, 3..5) => Act::Read(own),
                    (true, 2, 0..5) => Act::Give(own),
                    (_, _, 0) => Act::Take(resource),
                    (_, _, 1) => Act::Give(resource),
                    (_, _, 2) => Act::Write(resource, below(2) == 1),
                    (_, _, 3) => Act::Read(resource),
                    (_, _, 4) if !semaphores.is_empty() => Act::Lower(below(semaphores.len())),
                    (_, _, 5) if !semaphores.is_empty() => Act::Raise(below(semaphores.len())),
                    _ => Act::Skip,
                };
                let mut target = || match below(4) {
                    0 if act.is_visible() => below(length + 1),
                    1 => at + 1 + below(length - at),
                    _ => at + 1,
                };
                Instruction { act, next: [target(), target()] }
            };
            list.push((0..length).map(instruction).collect());
        }
        Program { processes: list, owners, semaphores }
    }

    /// The program without the last instruction of its longest process.
    pub(super) fn shorter(&self) -> Option<Self> {
        let mut new = self.clone();
        let longest = new.processes.iter_mut().rev().max_by_key(|list| list.len())?;
        longest.pop()?;
        let end = longest.len();
        for instruction in longest {
            instruction.next = instruction.next.map(|next| next.min(end));
        }
        Some(new)
    }

    fn start(&self) -> State {
        State::Running {
            at: vec![0; self.processes.len()],
            owners: self.owners.clone(),
            data: vec![false; self.owners.len()],
            values: self.semaphores.iter().map(|(value, _)| *value).collect(),
        }
    }

    fn is_invisible(&self, i: usize, at: usize) -> bool {
        self.processes[i].get(at).is_some_and(|instruction| !instruction.act.is_visible())
    }

    /// The states after a step of process `i`, and whether the step is visible.
    fn steps(&self, state: &State, i: usize) -> (bool, Vec<State>) {
        let (at, owners, data, values) = match state {
            State::Running { at, owners, data, values } => (at, owners, data, values),
            State::Violated(busy) => {
                let other = |now| {
                    let mut busy = busy.clone();
                    busy[i] = now;
                    State::Violated(busy)
                };
                return (!busy[i], vec![other(true), other(false)]);
            }
        };
        let Some(instruction) = self.processes[i].get(at[i]) else { return (true, Vec::new()) };
        let (mut owners, mut data, mut values) = (owners.clone(), data.clone(), values.clone());
        let mut next = &instruction.next[..];
        let mut violated = false;
        match instruction.act {
            Act::Take(r) if owners[r].is_some() => return (true, Vec::new()),
            Act::Take(r) => owners[r] = Some(i),
            Act::Lower(s) if values[s] == 0 => return (true, Vec::new()),
            Act::Lower(s) => values[s] -= 1,
            Act::Raise(s) if values[s] < self.semaphores[s].1 => values[s] += 1,
            Act::Raise(_) => violated = true,
            Act::Give(r) | Act::Write(r, _) | Act::Read(r) if owners[r] != Some(i) => {
                violated = true;
            }
            Act::Give(r) => owners[r] = None,
            Act::Write(r, value) => data[r] = value,
            Act::Read(r) => next = if data[r] { &next[1..] } else { &next[..1] },
            Act::Skip => {}
        }
        let after = |&target: &usize| {
            let mut at = at.clone();
            at[i] = target;
            if violated {
                let busy = at.iter().enumerate().map(|(j, at)| self.is_invisible(j, *at));
                return State::Violated(busy.collect());
            }
            let (owners, data, values) = (owners.clone(), data.clone(), values.clone());
            State::Running { at, owners, data, values }
        };
        (instruction.act.is_visible(), next.iter().map(after).collect())
    }

    /// The system of the reachable states, in the order in which they are reached; `None` when there are
    /// more than `limit`.
    pub(super) fn compiled(&self, limit: usize) -> Option<LargeSystem> {
        let limit = limit.min(Wide::MAX);
        let mut numbers = BTreeMap::from([(self.start(), 0)]);
        let mut states = vec![self.start()];
        let mut steps = Vec::new();
        let mut from = 0;
        while from < states.len() {
            for i in 0..self.processes.len() {
                let (visible, targets) = self.steps(&states[from], i);
                for target in targets {
                    let to = *numbers.entry(target.clone()).or_insert(states.len());
                    if to == states.len() {
                        if to == limit {
                            return None;
                        }
                        states.push(target);
                    }
                    steps.push((i, visible, from, to));
                }
            }
            from += 1;
        }
        let mut u = vec![Wide::empty(states.len()); self.processes.len()];
        let mut v = u.clone();
        for (i, visible, from, to) in steps {
            let x = if visible { &mut v[i] } else { &mut u[i] };
            x.insert(from, to);
        }
        let violated = |state: &State| matches!(state, State::Violated(_));
        let q = (0..states.len()).filter(|s| violated(&states[*s])).fold(0, |q, s| q | 1 << s);
        LargeSystem::new(states.len(), q, u, v).ok()
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "owners {:?}, semaphores {:?}", self.owners, self.semaphores)?;
        for (i, list) in self.processes.iter().enumerate() {
            writeln!(f, "process {i}")?;
            for (at, Instruction { act, next }) in list.iter().enumerate() {
                writeln!(f, "  {at}: {act:?}, then {} or {}", next[0], next[1])?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::systems::Hypotheses;

    fn straight(acts: &[Act]) -> Vec<Instruction> {
        let instruction = |(at, act): (usize, &Act)| Instruction { act: *act, next: [at + 1; 2] };
        acts.iter().enumerate().map(instruction).collect()
    }

    fn program(first: &[Act], second: &[Act]) -> Program {
        let processes = vec![straight(first), straight(second)];
        Program { processes, owners: vec![None], semaphores: vec![] }
    }

    #[test]
    fn with_the_lock_there_is_no_violation() {
        let orderly = [Act::Take(0), Act::Write(0, true), Act::Give(0)];
        let system = program(&orderly, &orderly).compiled(64).unwrap();
        assert_eq!(system.q(), 0);
        assert!(system.satisfies(Hypotheses::ALL) && system.conclusion());
    }

    /// The broken sibling: the second process forgets the lock.
    #[test]
    fn without_the_lock_there_is_one_and_it_is_detected() {
        let orderly = [Act::Take(0), Act::Write(0, true), Act::Give(0)];
        let system = program(&orderly, &[Act::Take(0), Act::Give(0), Act::Write(0, true)]);
        let system = system.compiled(64).unwrap();
        assert!(system.q() != 0 && system.doomed() & 1 == 1);
        assert!(system.satisfies(Hypotheses::ALL) && system.conclusion());
        assert_eq!(system.detected_at_once() & 1, 1);
    }

    #[test]
    fn a_program_with_too_many_states_is_declined() {
        let orderly = [Act::Take(0), Act::Write(0, true), Act::Give(0)];
        let program = program(&orderly, &orderly);
        let states = program.compiled(64).unwrap().states();
        assert!(program.compiled(states).is_some() && program.compiled(states - 1).is_none());
    }
}
