//! Wakeup trees: executions that are still to be walked, as sequences of steps with a common begin (Abdulla, Aronis, Jonsson,
//! Sagonas 2014).

use smallvec::SmallVec;

use crate::search::access::{Accesses, conflict};

/// A step of an execution that is still to be walked.
#[derive(Clone, Debug)]
pub(crate) struct Planned {
    /// Its place in the sequence.
    pub(crate) place: usize,
    pub(crate) thread: usize,
    pub(crate) accesses: Accesses,
    pub(crate) choices: SmallVec<[u32; 1]>,
    /// The places in the sequence of the steps that have to come before.
    pub(crate) after: SmallVec<[usize; 4]>,
}

/// A node of a wakeup tree: a step, and what is to come after it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Node {
    pub(crate) thread: usize,
    pub(crate) accesses: Accesses,
    pub(crate) choices: SmallVec<[u32; 1]>,
    pub(crate) children: Vec<Node>,
}

/// How a thread's step can come first in an execution that begins with a sequence.
pub(crate) enum Begin {
    /// It is the step at this place.
    Part(usize),
    /// It is no part of the sequence, and depends on nothing in it.
    Apart,
}

/// Whether a thread's step, with these accesses, can come first in an execution that begins with a sequence, but for equivalence (a
/// *weak initial*).
pub(crate) fn begins(thread: usize, accesses: &Accesses, sequence: &[&Planned]) -> Option<Begin> {
    if let Some(place) = sequence.iter().position(|step| step.thread == thread) {
        return is_first(sequence, place).then_some(Begin::Part(place));
    }
    let depends = sequence.iter().any(|step| conflict(accesses, &step.accesses));
    (!depends).then_some(Begin::Apart)
}

/// Whether nothing that is left in a sequence has to come before one of its steps.
fn is_first(sequence: &[&Planned], place: usize) -> bool {
    !sequence[..place].iter().any(|earlier| sequence[place].after.contains(&earlier.place))
}

/// Adds a sequence to a tree, unless what it stands for will be walked anyway.
pub(crate) fn insert(mut nodes: &mut Vec<Node>, sequence: &[Planned]) {
    let mut left: Vec<&Planned> = sequence.iter().collect();
    loop {
        let fitting = nodes.iter().enumerate().find_map(|(number, node)| {
            begins(node.thread, &node.accesses, &left).map(|begin| (number, begin))
        });
        let Some((number, begin)) = fitting else { break };
        let node = &mut nodes[number];
        if let Begin::Part(place) = begin {
            let step = left.remove(place);
            if step.choices != node.choices {
                return;
            }
        }
        if node.children.is_empty() || left.is_empty() {
            return;
        }
        nodes = &mut node.children;
    }
    let mut chain: Option<Node> = None;
    for step in left.iter().rev() {
        chain = Some(Node {
            thread: step.thread,
            accesses: step.accesses.clone(),
            choices: step.choices.clone(),
            children: chain.into_iter().collect(),
        });
    }
    nodes.extend(chain);
}
