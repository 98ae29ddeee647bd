//! Transitions that act on one other member of a family, such as one that wakes a thread: where several members are
//! alike, they do the same to each of them.

use super::super::System;
use super::super::ids::{CellId, ThreadId};
use super::{Symmetry, Verified};

/// By thread and number of the transition, the other member that it writes to.
#[derive(Clone, Debug, Default)]
pub(super) struct Acted {
    transitions: Vec<Vec<Option<Other>>>,
}

/// A member of a family that a transition of a thread of no member, or of another one, writes to.
#[derive(Clone, Copy, Debug)]
pub struct Other {
    family: usize,
    member: usize,
    /// The member that the thread belongs to.
    own: Option<usize>,
}

impl Acted {
    pub(super) fn new(system: &System, families: &[Verified]) -> Self {
        let of_thread = |thread: ThreadId| {
            let own: Vec<Option<usize>> = families
                .iter()
                .map(|family| family.family.threads.iter().position(|all| all.contains(&thread)))
                .collect();
            let transitions = system.thread(thread).transitions().iter();
            let other = |written: &[CellId]| {
                families.iter().enumerate().find_map(|(number, family)| {
                    let members = written.iter().filter_map(|cell| family.member_of(*cell));
                    let mut others = members.filter(|member| Some(*member) != own[number]);
                    let member = others.next()?;
                    let is_only = others.all(|more| more == member);
                    is_only.then_some(Other { family: number, member, own: own[number] })
                })
            };
            transitions
                .map(|transition| {
                    let mut written = Vec::new();
                    for assignment in transition.command() {
                        assignment.target.for_each_candidate(&mut |cell| written.push(cell));
                    }
                    other(&written)
                })
                .collect()
        };
        Acted { transitions: system.thread_ids().map(of_thread).collect() }
    }

    #[inline]
    pub(super) fn other(&self, thread: ThreadId, transition: usize) -> Option<Other> {
        self.transitions[thread.index()][transition]
    }
}

impl Other {
    /// Decides whether what is done to the member is done by another transition of the same thread to an earlier member
    /// that is alike, so that the states after them differ by a renaming. `alike` are the threads that are as an
    /// earlier one in the state before ([`Symmetry::alike`]).
    ///
    /// An exchange of the two members changes nothing in the state, and makes the one transition the other one, unless
    /// the thread itself belongs to the earlier member.
    #[inline]
    pub fn is_as_earlier(self, symmetry: &Symmetry, alike: u64) -> bool {
        let Other { family, member, own } = self;
        let first = symmetry.families[family].sorter.first_alike(member, alike);
        first != member && Some(first) != own
    }
}
