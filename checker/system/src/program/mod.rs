//! Programs: the transitions of a system, compiled for the layout of its states.
//!
//! A search takes millions of steps, and a transition as it is written is a tree over cells. Its program is a decision
//! tree over words. A guard becomes masked comparisons. A command becomes, for each word, bits that stay and bits that
//! are set, and fields that are copied; the final control point and the dead locals are among them. Where a command
//! calculates, or an index says which cell is meant, the program first branches on the values that matter
//! ([`partial`]): behind a branch they are constants. What would take too many branches is left to
//! [`System::execute`], which is the second opinion on all of it.

mod build;
mod partial;
#[cfg(test)]
mod tests;

use std::ops::Range;

use super::System;
use super::compiled::Compiled;
use super::expression::Failure;
use super::ids::ThreadId;
use super::layout::{Field, PackedState};
use super::step::StepOutcome;

/// The transitions of all threads of a system, compiled. Made when it is first asked for ([`System::programs`]).
#[derive(Clone, Debug)]
pub struct Programs {
    threads: Vec<ThreadPrograms>,
    nodes: Vec<Node>,
    tests: Vec<Compiled>,
    effects: Vec<Effect>,
    settings: Vec<Setting>,
    copies: Vec<Copying>,
}

/// The programs of one thread.
#[derive(Clone, Debug)]
struct ThreadPrograms {
    counter: Field,
    /// By control point, the numbers of the transitions that start there.
    pending: Vec<Range<u32>>,
    /// The node where the program of the first transition begins; the others follow.
    first: u32,
    transitions: u32,
    /// The first of the points of a thread that failed.
    first_failed: usize,
}

/// A place in a program.
#[derive(Clone, Copy, Debug)]
enum Node {
    /// The program goes on at a node behind `first`, as many further as the value of a field says.
    Branch { word: u32, shift: u32, mask: u32, first: u32 },
    /// If some bits of a word are these, the effect.
    Bits { word: u32, effect: u32, mask: u64, bits: u64 },
    /// If some bits of a word are not these, the effect.
    Unless { word: u32, effect: u32, mask: u64, bits: u64 },
    /// If the value of a field is in a set of numbers below 64, the effect.
    Among { word: u32, effect: u32, shift: u8, mask: u8, set: u64 },
    /// If some bits of a word are these, the program goes on at a node.
    If { word: u32, then: u32, mask: u64, bits: u64 },
    /// If any other test holds, the effect.
    Test { test: u32, effect: u32 },
    /// The transition is disabled.
    Never,
    /// The transition is left to the interpreter.
    Interpret,
}

/// What a transition changes.
#[derive(Clone, Copy, Debug)]
struct Effect {
    /// The first of its settings, and how many there are.
    settings: (u32, u32),
    /// The first of its copies, and how many there are.
    copies: (u32, u32),
    failure: Option<Failure>,
}

/// A change of bits of a word to constants.
#[derive(Clone, Copy, Debug)]
struct Setting {
    word: u32,
    /// The bits that stay.
    keep: u64,
    /// The bits that are set.
    bits: u64,
}

/// A change of a field, all of whose bits are zero, to the value that another field had before the transition.
#[derive(Clone, Copy, Debug)]
struct Copying {
    from: Field,
    to: Field,
    /// The difference between the least values of the two.
    offset: u64,
}

impl System {
    /// The compiled transitions. Cost: when they are first asked for, at most a few milliseconds.
    #[inline]
    pub fn programs(&self) -> &Programs {
        self.programs.get_or_init(|| std::sync::Arc::new(build::programs(self)))
    }
}

impl Programs {
    /// The number of the control point of a thread in a state.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "at most 8,192 control points")]
    pub fn at(&self, thread: ThreadId, state: &[u64]) -> usize {
        let Field { word, shift, mask, .. } = self.threads[thread.index()].counter;
        (state[word as usize] >> shift & mask) as usize
    }

    /// Decides whether a thread has failed in a state.
    #[inline]
    pub fn has_failed(&self, thread: ThreadId, state: &[u64]) -> bool {
        self.at(thread, state) >= self.threads[thread.index()].first_failed
    }

    /// The numbers of the transitions of a thread that start at its control point in a state.
    #[inline]
    pub fn pending(&self, thread: ThreadId, state: &[u64]) -> Range<usize> {
        let owner = &self.threads[thread.index()];
        let Range { start, end } = owner.pending[self.at(thread, state)];
        start as usize..end as usize
    }

    /// Executes a transition that is pending in a state, as [`System::execute`] does. The state may have more words
    /// than those of the system, which then are copied.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "masks have 32 bits")]
    pub fn execute(
        &self,
        system: &System,
        thread: ThreadId,
        number: usize,
        state: &PackedState,
        next: &mut PackedState,
    ) -> StepOutcome {
        let words = &state[..];
        let mut at = self.threads[thread.index()].first as usize + number;
        let effect = loop {
            match self.nodes[at] {
                Node::Bits { word, effect, mask, bits } => {
                    if words[word as usize] & mask != bits {
                        return StepOutcome::Disabled;
                    }
                    break effect;
                }
                Node::Unless { word, effect, mask, bits } => {
                    if words[word as usize] & mask == bits {
                        return StepOutcome::Disabled;
                    }
                    break effect;
                }
                Node::Among { word, effect, shift, mask, set } => {
                    let value = words[word as usize] >> shift & u64::from(mask);
                    if set >> value & 1 == 0 {
                        return StepOutcome::Disabled;
                    }
                    break effect;
                }
                Node::If { word, then, mask, bits } => {
                    if words[word as usize] & mask != bits {
                        return StepOutcome::Disabled;
                    }
                    at = then as usize;
                }
                Node::Branch { word, shift, mask, first } => {
                    let value = words[word as usize] >> shift & u64::from(mask);
                    at = first as usize + value as usize;
                }
                Node::Test { test, effect } => {
                    if !self.tests[test as usize].holds(system.layout(), words) {
                        return StepOutcome::Disabled;
                    }
                    break effect;
                }
                Node::Never => return StepOutcome::Disabled,
                Node::Interpret => {
                    let transition = &system.thread(thread).transitions()[number];
                    return system.execute(thread, transition, state, next);
                }
            }
        };
        copy(words, next);
        self.perform(&self.effects[effect as usize], words, next)
    }

    #[inline]
    fn perform(&self, effect: &Effect, before: &[u64], after: &mut [u64]) -> StepOutcome {
        for setting in part(&self.settings, effect.settings) {
            let word = &mut after[setting.word as usize];
            *word = *word & setting.keep | setting.bits;
        }
        for &Copying { from, to, offset } in part(&self.copies, effect.copies) {
            let value = before[from.word as usize] >> from.shift & from.mask;
            after[to.word as usize] |= value.wrapping_add(offset) << to.shift;
        }
        match effect.failure {
            None => StepOutcome::Done,
            Some(failure) => StepOutcome::Failed(failure),
        }
    }

    /// The number of transitions that are left to the interpreter: their programs would be too large.
    pub fn interpreted(&self) -> usize {
        let of_thread =
            |thread: &ThreadPrograms| part(&self.nodes, (thread.first, thread.transitions));
        let all = self.threads.iter().flat_map(of_thread);
        all.filter(|node| matches!(node, Node::Interpret)).count()
    }
}

#[inline]
fn part<T>(all: &[T], (first, many): (u32, u32)) -> &[T] {
    &all[first as usize..(first + many) as usize]
}

/// Copies a state over another one, which mostly has as many words already.
#[inline]
fn copy(from: &[u64], to: &mut PackedState) {
    if to.len() != from.len() {
        to.clear();
        to.extend_from_slice(from);
        return;
    }
    // A call would cost more than a few words.
    macro_rules! of_fixed_size {
        ($($words:literal)*) => {
            match from.len() {
                $($words => to[..$words].copy_from_slice(&from[..$words]),)*
                _ => to.copy_from_slice(from),
            }
        };
    }
    of_fixed_size!(1 2 3 4 5 6 7 8);
}
