//! The rules under which a program is searched.

use std::fmt::Debug;
use std::hash::Hash;

use reductio_programs::{
    Action, Address, Event, Failure, Granularity, Instruction, Machine, Memory, Program, Queues,
    Remembered, Renaming, State, ThreadId, Variable,
};

use crate::answer::{Breached, Confirmed, Doubts};
use crate::run::{Replay, Shown};

/// Something that is wrong in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fault<B> {
    /// A thread has gone wrong.
    Failure(Failure),
    /// A rule is broken.
    Breach(B),
}

/// The visibility of instructions that others see in some programs only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Says that to give a lock back is visible: some thread may try to take one without waiting for it.
    pub releases_are_visible: bool,
    /// Says that to notify all threads is visible: it puts them into a queue for the lock.
    pub notifications_are_visible: bool,
}

impl Rules {
    /// The rules for a program.
    pub fn of(program: &Program) -> Rules {
        Rules {
            releases_are_visible: program.tries_locks(),
            notifications_are_visible: program.queues() == Queues::FirstCome,
        }
    }
}

/// The rules under which a program is searched: what a monitor remembers of a run, whether they are kept, and what
/// other threads cannot see as far as they are.
///
/// A search by steps that end before the next visible instruction finds a broken rule if there is one, and else every
/// failure and deadlock, where this is so: which instructions are visible is up to the thread that takes them; what is
/// remembered does not depend on the order of invisible instructions of different threads; and two threads that are
/// about to do what does not commute break a rule. Who makes a watch says why (S5, Theorem 1; S1, Theorems 4 and 5).
pub trait Watch: Debug + Sync {
    /// The part of a state that the monitor remembers.
    type Memory: Memory + Default;
    /// A rule that is broken.
    type Breach: Copy + Debug + Eq + Ord + Hash + Send + Sync;
    /// The knowledge of a thread's next instruction before it is taken.
    type Before: Copy + Default;
    /// The monitor's word on an instruction.
    type Told: Default + PartialEq;
    /// The note on an instruction when a run is taken again.
    type Mark;
    /// A broken rule with a run that shows it.
    type Found: Breached;

    /// The instructions that others see in this program.
    fn rules(&self) -> Rules;

    /// Decides whether steps go on with what others cannot see. If not, a step is what `granularity` says.
    fn is_reduced(&self) -> bool {
        true
    }

    /// The instructions that a step begins with.
    fn granularity(&self) -> Granularity {
        Granularity::Instruction
    }

    /// Looks at a thread before it takes its next instruction.
    fn before(&self, _state: &State, _thread: ThreadId) -> Self::Before {
        Self::Before::default()
    }

    /// Follows an instruction. `after` is the state after it, with the names of the event.
    fn follow(
        &self,
        memory: &mut Self::Memory,
        after: &State,
        event: &Event,
        before: Self::Before,
    ) -> Self::Told;

    /// Decides whether others cannot see that a thread accesses a variable, as far as the rules are kept.
    fn is_access_hidden(
        &self,
        state: &State,
        memory: &Self::Memory,
        thread: ThreadId,
        variable: Variable,
        is_volatile: bool,
    ) -> bool;

    /// Decides whether others cannot see that a thread takes a lock or gives it back, as far as the rules are kept.
    fn is_lock_hidden(
        &self,
        state: &State,
        memory: &Self::Memory,
        thread: ThreadId,
        object: Address,
    ) -> bool;

    /// Decides whether an instruction is taken for invisible whatever it does: for experiments with wrong rules.
    fn mistakes(&self, _event: &Event) -> bool {
        false
    }

    /// Decides whether others cannot see what an instruction does. The memory is that before it.
    fn is_invisible(&self, state: &State, memory: &Self::Memory, event: &Event) -> bool {
        let rules = self.rules();
        let is_lock_hidden = |object| self.is_lock_hidden(state, memory, event.thread, object);
        self.mistakes(event)
            || match event.action {
                Action::Local | Action::Allocate { .. } | Action::Print { .. } => true,
                Action::Notify { .. } => !rules.notifications_are_visible,
                Action::Read { variable, is_volatile }
                | Action::Write { variable, is_volatile }
                | Action::Update { variable, is_volatile } => {
                    self.is_access_hidden(state, memory, event.thread, variable, is_volatile)
                }
                Action::Acquire { object, depth } => depth > 1 || is_lock_hidden(object),
                Action::Release { object, depth } => {
                    depth > 0 || !rules.releases_are_visible || is_lock_hidden(object)
                }
                _ => false,
            }
    }

    /// Gives what is remembered the names of a canonical state.
    fn rename(&self, memory: &mut Self::Memory, renaming: &Renaming);

    /// Tells the rules that are broken in a state.
    fn breaches(&self, at: &Remembered<Self::Memory>, visit: impl FnMut(Self::Breach));

    /// A number for a broken rule, another one for each.
    fn number(&self, program: &Program, breach: &Self::Breach) -> usize;

    /// Notes what was said of the last instruction of a run that is taken again.
    fn mark(&self, _replay: &Replay<'_>, _told: Self::Told, _out: &mut Vec<Self::Mark>) {}

    /// The thing that a run shows which ends where a rule is broken; `None` if it does not show that.
    fn confirm(
        &self,
        machine: Machine<'_>,
        breach: Self::Breach,
        shown: Shown<'_, Self::Memory, Self::Mark>,
    ) -> Option<Confirmed<Self::Found>>
    where
        Self: Sized;

    /// The questions that are left open, after a search.
    fn doubts(&self) -> Doubts;

    /// The things met that are no part of a state, and under which rules states mean the same, as bytes for other
    /// processes.
    fn noted(&self) -> Vec<u8> {
        Vec::new()
    }

    /// Takes what was noted elsewhere from the front of the bytes; `false` if it was noted under other rules.
    fn note(&self, _elsewhere: &mut &[u8]) -> bool {
        true
    }
}

/// Decides whether others may not see what an instruction does: it can be taken at once, in one way.
pub fn may_be_invisible(instruction: &Instruction) -> bool {
    use Instruction as I;
    instruction.is_local()
        || matches!(
            instruction,
            I::Read { .. }
                | I::Write { .. }
                | I::ReadElement { .. }
                | I::WriteElement { .. }
                | I::ReadStatic { .. }
                | I::WriteStatic { .. }
                | I::Update { .. }
                | I::Acquire { .. }
                | I::Release { .. }
                | I::NotifyAll { .. }
        )
}
