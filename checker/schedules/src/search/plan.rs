//! The other executions that are to be walked, since steps of one could have come in another order.

use smallvec::SmallVec;

use crate::mutants::{self, Mutant};
use crate::search::event::Event;
use crate::search::frame::{Pending, Sleeper};
use crate::search::races::{Next, Sizes, reversals};
use crate::search::stack::{Stack, Taken};
use crate::search::wakeup::{Begin, Node, Planned, begins, insert};

impl Taken {
    /// Decides whether an execution that begins with a sequence need not be planned where a thread is taken, or sleeps,
    /// that can come first in it so.
    pub(super) fn fits(self, begin: Option<&Begin>) -> bool {
        match begin {
            Some(Begin::Part(_)) => true,
            // A source set needs a thread that takes a step of the sequence: that others can come first as well is no
            // help, where only the first step is remembered.
            Some(Begin::Apart) => self == Taken::Optimal || mutants::is(Mutant::Apart),
            None => false,
        }
    }
}

impl Stack {
    /// What threads are about to do in a state that could be taken there, and are not so far.
    fn untaken(&self, number: usize) -> SmallVec<[Pending; 4]> {
        let frame = &self.frames[number];
        let is_new = |found: &&Pending| {
            found.enabled
                && !frame.tree.iter().any(|node| node.thread == found.thread)
                && !frame.is_asleep(found.thread)
        };
        frame.pending.iter().filter(is_new).copied().collect()
    }

    /// Notes all threads that could be taken in the states after which something was cut off: races there are not
    /// known.
    pub(super) fn take_all(&mut self, trace: &[Event], sizes: &Sizes) {
        let cut = std::mem::take(&mut self.cut);
        self.leave_cut(cut.min(self.base));
        for number in self.base..cut {
            let new = self.untaken(number);
            let before = &trace[..number.min(trace.len())];
            for Pending { thread, op, .. } in new {
                let frame = &self.frames[number];
                if self.is_within(before, &frame.pending, frame, thread, sizes) {
                    self.frames[number].tree.push(Node::leaf(thread, op.may(thread)));
                } else {
                    self.bounded = true;
                }
            }
        }
    }

    /// Notes the executions in which a step comes before those that it races with.
    pub(super) fn reverse(
        &mut self,
        trace: &[Event],
        next: Next<'_>,
        sizes: &Sizes,
        threads: &[usize],
    ) {
        for (racing, sequence) in reversals(trace, next, sizes, threads) {
            if racing < self.base {
                self.leave(trace, racing, sequence);
            } else {
                self.plan(trace, racing, &sequence, sizes);
            }
        }
    }

    /// Notes the executions that begin with a sequence, in place of a step.
    pub(super) fn plan(
        &mut self,
        trace: &[Event],
        racing: usize,
        sequence: &[Planned<'_>],
        sizes: &Sizes,
    ) {
        let frame = &mut self.frames[racing];
        let can = |pending: &Pending| pending.enabled && pending.thread == sequence[0].thread;
        if !frame.pending.iter().any(can) {
            // What should not be: who could come first there is not known.
            // It would make up for these.
            let is_wrong = mutants::is(Mutant::Woken) || mutants::is(Mutant::Release);
            let new = if is_wrong { SmallVec::new() } else { self.untaken(racing) };
            for Pending { thread, op, .. } in new {
                self.frames[racing].tree.push(Node::leaf(thread, op.may(thread)));
            }
            return;
        }
        // What the step that was taken did is known by now.
        if let Some(node) = frame.tree.first_mut() {
            node.accesses.clone_from(&trace[racing].accesses);
        }
        let whole: SmallVec<[&Planned<'_>; 16]> = sequence.iter().collect();
        let taken = self.taken;
        let sleeps = |sleeper: &Sleeper| {
            taken.fits(begins(sleeper.thread, &sleeper.accesses, &whole).as_ref())
        };
        if frame.sleep.iter().any(sleeps) {
            return;
        }
        if taken == Taken::Optimal {
            insert(&mut frame.tree, &whole);
        } else {
            let chosen =
                |node: &Node| taken.fits(begins(node.thread, &node.accesses, &whole).as_ref());
            let first = |step: &Planned<'_>| match begins(step.thread, &step.accesses, &whole) {
                Some(Begin::Part(place)) => Some(whole[place].clone()).filter(|step| {
                    frame.pending.iter().any(|found| found.enabled && found.thread == step.thread)
                }),
                _ => None,
            };
            if frame.tree.iter().any(chosen) {
                return;
            }
            let Some(Planned { thread, accesses, .. }) = sequence.iter().rev().find_map(first)
            else {
                return;
            };
            let (before, frame) = (&trace[..racing], &self.frames[racing]);
            if self.is_within(before, &frame.pending, frame, thread, sizes) {
                self.frames[racing].tree.push(Node::leaf(thread, accesses.into_owned()));
            } else {
                self.bounded = true;
                if !mutants::is(Mutant::Cut) {
                    self.cut = self.cut.max(racing);
                }
            }
        }
    }
}
