//! Wakeup trees: executions that are still to be walked, as sequences of steps with a common begin (Abdulla, Aronis,
//! Jonsson, Sagonas 2014).

use std::borrow::Cow;

use smallvec::SmallVec;

use crate::search::access::{Accesses, conflict};
use crate::search::clock::Clock;

/// A step of an execution that is still to be walked. Most sequences turn out to be planned already: what is known of
/// their steps is that of the execution that they were found in.
#[derive(Clone, Debug)]
pub(crate) struct Planned<'a> {
    /// Its number in the execution that it was found in.
    pub(crate) number: usize,
    pub(crate) thread: usize,
    pub(crate) accesses: Cow<'a, Accesses>,
    pub(crate) choices: SmallVec<[u32; 1]>,
    pub(crate) after: After<'a>,
}

/// The steps of the sequence that have to come before one.
#[derive(Clone, Debug)]
pub(crate) enum After<'a> {
    /// The steps that happen before it in the execution that it was found in.
    Clock(Cow<'a, Clock>),
    /// The steps with these numbers.
    Numbers(SmallVec<[usize; 4]>),
}

impl Planned<'_> {
    /// Says that an earlier step of the sequence has to come before.
    pub(super) fn is_after(&self, earlier: &Planned<'_>) -> bool {
        match &self.after {
            After::Clock(clock) => clock.has(earlier.thread, earlier.number),
            After::Numbers(numbers) => numbers.contains(&earlier.number),
        }
    }

    /// The step, for longer than the execution that it was found in.
    pub(super) fn into_owned(self) -> Planned<'static> {
        let Planned { number, thread, accesses, choices, after } = self;
        let after = match after {
            After::Clock(clock) => After::Clock(Cow::Owned(clock.into_owned())),
            After::Numbers(numbers) => After::Numbers(numbers),
        };
        Planned { number, thread, accesses: Cow::Owned(accesses.into_owned()), choices, after }
    }
}

/// A node of a wakeup tree: a step, and what is to come after it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Node {
    pub(crate) thread: usize,
    pub(crate) accesses: Accesses,
    pub(crate) branches: Vec<Branch>,
    /// The number of the part of the search that walks the first leaf from here.
    pub(crate) lent: Option<usize>,
}

/// The steps that are to come after a step in which these alternatives are taken.
#[derive(Clone, Debug, Default)]
pub(crate) struct Branch {
    pub(crate) choices: SmallVec<[u32; 1]>,
    pub(crate) children: Vec<Node>,
}

impl Node {
    /// A step after which nothing is planned.
    pub(crate) fn leaf(thread: usize, accesses: Accesses) -> Self {
        Node { thread, accesses, branches: Vec::new(), lent: None }
    }
}

/// The way in which a thread's step can come first in an execution that begins with a sequence.
pub(crate) enum Begin {
    /// It is the step at this place.
    Part(usize),
    /// It is no part of the sequence, and depends on nothing in it.
    Apart,
}

/// Decides whether a thread's step, with these accesses, can come first in an execution that begins with a sequence,
/// but for equivalence (a *weak initial*).
pub(crate) fn begins(
    thread: usize,
    accesses: &Accesses,
    sequence: &[&Planned<'_>],
) -> Option<Begin> {
    if let Some(place) = sequence.iter().position(|step| step.thread == thread) {
        return is_first(sequence, place).then_some(Begin::Part(place));
    }
    let depends = sequence.iter().any(|step| conflict(accesses, &step.accesses));
    (!depends).then_some(Begin::Apart)
}

/// Whether nothing that is left in a sequence has to come before one of its steps.
fn is_first(sequence: &[&Planned<'_>], place: usize) -> bool {
    !sequence[..place].iter().any(|earlier| sequence[place].is_after(earlier))
}

/// Where something has to be added to a tree.
enum Spot<'a> {
    /// The rest of a sequence, in place of the others that are here.
    Nodes(&'a mut Vec<Node>),
    /// These alternatives of a step, and the rest of a sequence after them.
    Branches(&'a mut Vec<Branch>, SmallVec<[u32; 1]>),
    /// The sequence, after all alternatives of a step: these are there so far.
    All,
}

/// Adds a sequence to a tree, unless what it stands for will be walked anyway.
pub(crate) fn insert(nodes: &mut Vec<Node>, sequence: &[&Planned<'_>]) {
    find(nodes, sequence, &mut |spot, left| match spot {
        Spot::Nodes(nodes) => nodes.extend(chain(left)),
        Spot::Branches(branches, choices) => {
            let children = chain(left).into_iter().collect();
            branches.push(Branch { choices, children });
        }
        Spot::All => {}
    });
}

/// Decides whether [`insert`] would leave a tree as it is, also when other sequences have been added before.
pub(crate) fn is_planned(nodes: &mut Vec<Node>, sequence: &[&Planned<'_>]) -> bool {
    let mut is_planned = true;
    find(nodes, sequence, &mut |_, _| is_planned = false);
    is_planned
}

/// Follows a sequence, at each place by the first node that fits, and says where something has to be added, and what is
/// left there.
fn find(
    nodes: &mut Vec<Node>,
    left: &[&Planned<'_>],
    add: &mut dyn FnMut(Spot<'_>, &[&Planned<'_>]),
) {
    let fitting = nodes.iter().enumerate().find_map(|(number, node)| {
        begins(node.thread, &node.accesses, left).map(|begin| (number, begin))
    });
    let Some((number, begin)) = fitting else {
        add(Spot::Nodes(nodes), left);
        return;
    };
    let branches = &mut nodes[number].branches;
    // Nobody sleeps after a step that is the last one of a sequence: everything is walked from there.
    if branches.iter().all(|branch| branch.children.is_empty()) {
        return;
    }
    let Begin::Part(place) = begin else {
        // All alternatives of the step are walked, and the sequence after each.
        if branches.iter().any(|branch| !branch.choices.is_empty()) {
            add(Spot::All, left);
        }
        for branch in branches.iter_mut().filter(|branch| !branch.children.is_empty()) {
            find(&mut branch.children, left, add);
        }
        return;
    };
    let mut left: SmallVec<[&Planned<'_>; 16]> = SmallVec::from_slice(left);
    let choices = &left.remove(place).choices;
    if let Some(branch) = branches.iter_mut().find(|branch| branch.choices == *choices) {
        if !branch.children.is_empty() && !left.is_empty() {
            find(&mut branch.children, &left, add);
        }
    } else {
        add(Spot::Branches(branches, choices.clone()), &left);
    }
}

/// A tree of one sequence.
fn chain(sequence: &[&Planned<'_>]) -> Option<Node> {
    sequence.iter().rev().fold(None, |after: Option<Node>, step| {
        let children = after.into_iter().collect();
        let branches = vec![Branch { choices: step.choices.clone(), children }];
        let accesses = Accesses::clone(&step.accesses);
        Some(Node { thread: step.thread, accesses, branches, lent: None })
    })
}
