//! Nodes of the search (S4 figure 5).

use reductio_programs::{Address, State, ThreadId, Variable};
use reductio_watched::Taken;
use smallvec::SmallVec;

use crate::locksets::{Last, LastAccesses, Locksets};
use crate::races::Races;
/// The choices of a thread that are being taken.
pub(super) struct Turn {
    pub(super) thread: ThreadId,
    /// The next choice.
    pub(super) next: usize,
    pub(super) choices: usize,
}

/// A state on the stack.
pub(super) struct Node {
    /// The canonical state; all names in the node are its names.
    pub(super) state: State,
    /// The number of the state in the store.
    pub(super) number: u32,
    /// The locksets and the last accesses (`LS` and `la`): the steps of these are places on the stack, of the node from
    /// which the access was made.
    pub(super) locksets: Locksets,
    /// The thread that was chosen (`tid`), or `None` if others are to be tried.
    pub(super) choice: Option<ThreadId>,
    /// The threads that have been tried.
    pub(super) done: SmallVec<[ThreadId; 4]>,
    pub(super) turn: Option<Turn>,
    /// The variables that may race after the state.
    pub(super) races: Races,
    /// Tells whether an edge led to a state on the stack (`succOnStack`).
    pub(super) closes_cycle: bool,
    /// The thread that ran into the state.
    pub(super) ran: Option<ThreadId>,
    /// The edge into the state; none for the first.
    pub(super) edge: Option<Edge>,
}

/// The edge into a node.
pub(super) struct Edge {
    /// The step, by its names in the state before.
    pub(super) taken: Taken,
    /// The variables that the step writes (`va`), by their names in the state before. Last accesses before the step are
    /// then the last ones no more.
    pub(super) written: SmallVec<[Variable; 1]>,
    /// The names of the objects before the step, by the names after it.
    pub(super) old: Box<[Address]>,
    /// The objects that the step makes.
    pub(super) made: SmallVec<[Address; 1]>,
}

impl Edge {
    /// The name of a variable before the step; `None` if the step makes its object.
    fn old_name(&self, variable: Variable) -> Option<Variable> {
        let old = |Address(new)| {
            self.old.get(new as usize).copied().filter(|old| !self.made.contains(old))
        };
        Some(match variable {
            Variable::Field(address, field) => Variable::Field(old(address)?, field),
            Variable::Element(address, index) => Variable::Element(old(address)?, index),
            Variable::Static(_) => variable,
        })
    }

    /// The races after the step as races after the state before it: with last accesses from before.
    pub(super) fn before(&self, races: &Races) -> Races {
        let mut before = races.renamed(|variable| self.old_name(variable));
        self.written.iter().for_each(|written| before.remove(*written));
        before
    }
}

impl Node {
    pub(super) fn new(state: State, number: u32, locksets: Locksets, edge: Option<Edge>) -> Self {
        Node {
            state,
            number,
            locksets,
            choice: None,
            done: SmallVec::new(),
            turn: None,
            races: Races::default(),
            closes_cycle: false,
            ran: None,
            edge,
        }
    }

    /// The number of bytes of the node, about.
    pub(super) fn bytes(&self) -> usize {
        size_of::<Node>()
            + self.state.threads.len() * 64
            + self.state.heap.len() * 48
            + size_of_val(self.locksets.variables())
    }
}

/// Makes the last accesses of a node those of the node after it, as if both had one map.
pub(super) fn share(before: &mut Locksets, edge: &Edge, after: &Locksets) {
    let mut later: Vec<(Variable, &LastAccesses)> = Vec::new();
    for last in after.variables() {
        if let Some(variable) = edge.old_name(last.variable) {
            later.push((variable, last));
        }
    }
    before.change(|last| {
        let Some((_, found)) = later.iter().find(|(variable, _)| *variable == last.variable) else {
            return;
        };
        let at = |found: Option<Last>| found.map_or(Last::FORGOTTEN, |found| found.at);
        if let Some(write) = &mut last.write {
            write.at = at(found.write);
        }
        for read in &mut last.reads {
            let same = found.reads.iter().find(|other| other.thread == read.thread);
            read.last.at = at(same.map(|other| other.last));
        }
    });
}
