//! The memory that a search keeps of each step of the execution that it walks.

use smallvec::SmallVec;

use crate::search::access::Accesses;
use crate::search::op::Op;
use crate::search::wakeup::{Branch, Node};

/// A thread whose step need not be taken, since all executions that begin with it have been walked, until something
/// happens that depends on it.
#[derive(Clone, Debug)]
pub(crate) struct Sleeper {
    pub(crate) thread: usize,
    pub(crate) accesses: Accesses,
}

/// A thread that has not ended, and what it is about to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pending {
    pub(crate) thread: usize,
    pub(crate) op: Op,
    pub(crate) enabled: bool,
}

/// A choice within a step: all alternatives are tried, in turn, from the first one taken.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    pub(crate) first: u32,
    pub(crate) picked: u32,
    pub(crate) of: u32,
}

/// A step of the execution that is walked, and what else is to be done in its place.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    /// The thread that takes the step.
    pub(crate) thread: usize,
    /// The operation that it is about to do.
    pub(crate) op: Op,
    pub(crate) sleep: Vec<Sleeper>,
    /// The tree of steps that is walked from here: the first node is the thread's own.
    pub(crate) tree: Vec<Node>,
    /// The steps that are to be walked after the step, by what is chosen in it.
    pub(crate) branches: Vec<Branch>,
    pub(crate) choices: SmallVec<[Choice; 1]>,
    /// The number of choices made while the step is executed.
    pub(crate) chosen: usize,
    /// The touches of the step, over all alternatives.
    pub(crate) accesses: Accesses,
    /// The operations that all threads are about to do here.
    pub(crate) pending: Vec<Pending>,
    /// The number of times that, before this step, a thread was left that could have gone on.
    pub(crate) before: usize,
    /// The thread of the step before.
    pub(crate) previous: Option<usize>,
}

impl Frame {
    /// Decides whether a thread can be taken here, and does not sleep.
    pub(crate) fn can(&self, thread: usize) -> bool {
        self.pending.iter().any(|found| found.thread == thread && found.enabled)
            && !self.is_asleep(thread)
    }

    /// Decides whether the step of a thread need not be taken here.
    pub(crate) fn is_asleep(&self, thread: usize) -> bool {
        self.sleep.iter().any(|sleeper| sleeper.thread == thread)
    }

    /// Takes the first node of the tree as the next step.
    pub(crate) fn begin(&mut self) -> bool {
        let Some(node) = self.tree.first_mut() else { return false };
        self.thread = node.thread;
        self.branches = std::mem::take(&mut node.branches);
        self.choices.clear();
        self.accesses.clear();
        let found = self.pending.iter().find(|pending| pending.thread == self.thread);
        self.op = found.map_or(Op::Start, |pending| pending.op);
        true
    }

    /// Takes the steps that are to be walked after the step with the choices that were made in it.
    pub(crate) fn take_after(&mut self) -> Vec<Node> {
        let choices = &self.choices;
        let is_taken = |branch: &&mut Branch| {
            branch.choices.iter().zip(choices).all(|(plan, choice)| *plan == choice.picked)
        };
        let branch = self.branches.iter_mut().find(is_taken);
        branch.map(|branch| std::mem::take(&mut branch.children)).unwrap_or_default()
    }

    /// The alternative that is planned for a choice, after those that were made.
    pub(crate) fn planned(&self, number: usize) -> u32 {
        let fits = |branch: &&Branch| {
            branch.choices.iter().zip(&self.choices).all(|(plan, choice)| *plan == choice.picked)
        };
        let branch = self.branches.iter().find(fits);
        branch.and_then(|branch| branch.choices.get(number)).copied().unwrap_or(0)
    }

    /// The number of preemptions up to this step, if a thread takes it.
    pub(crate) fn preemptions_with(&self, thread: usize) -> usize {
        let left = |pending: &Pending| {
            Some(pending.thread) == self.previous && pending.enabled && pending.thread != thread
        };
        self.before + usize::from(self.pending.iter().any(left))
    }
}
