//! The premise of DRF-SC, watched in a search of schedules: any two accesses that conflict are ordered by C11's
//! happens-before, or both are `SeqCst`. Where that is so in all schedules, the executions of C11's memory (RC11) are
//! those of sequential consistency, and the search decides for both.
//!
//! Happens-before is C11's here, by the orderings that are given: a store that releases and the load that acquires it,
//! fences, release sequences as in C++20 (changes go on with one, stores of the same thread do not), starts and joins,
//! unlock and lock, the k-th message and who takes it, `unpark` and the `park` that it ends. `notify` orders nothing,
//! and a reader's unlock only what is before the next writer. Operations of one condition variable, channel or barrier
//! are taken to be in an order as those that are `SeqCst` are. That is less than the order of steps that do not
//! commute, by which the search leaves schedules out (`happens.rs`).
//!
//! Clocks are kept only where something is weaker than `SeqCst`, or accessed without a guard: a program of locks pays
//! nothing.

use std::sync::atomic::Ordering;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::mutants::{self, Mutant};
use crate::run::by_thread::ByThread;
use crate::search::access::{ObjectId, Touch};
use crate::search::clock::Clock;
use crate::search::event::Site;
use crate::search::op::Op;

/// An access: `order` is that of an atomic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Use {
    pub(crate) thread: usize,
    pub(crate) kind: Kind,
    pub(crate) order: Option<Ordering>,
    pub(crate) site: Site,
}

/// The kind of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Read,
    Write,
    /// Reads and writes.
    Change,
}

impl Use {
    fn conflicts(&self, other: &Use) -> bool {
        let is_read = |kind| kind == Kind::Read;
        if mutants::is(Mutant::ReadsInOrder) && (is_read(self.kind) || is_read(other.kind)) {
            return false;
        }
        let strongest = |used: &Use| used.order == Some(Ordering::SeqCst);
        let both = strongest(self) && strongest(other)
            || mutants::is(Mutant::OneStrongest) && (strongest(self) || strongest(other));
        self.thread != other.thread && !(is_read(self.kind) && is_read(other.kind)) && !both
    }
}

/// Two accesses that are not ordered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    pub(crate) object: ObjectId,
    pub(crate) earlier: Use,
    pub(crate) later: Use,
}

/// The knowledge of a thread. A stretch ends when others may learn of it.
#[derive(Debug, Default)]
struct Now {
    clock: Clock,
    stretch: usize,
    /// All that it knew at its last fence that releases.
    released: Clock,
    /// All that a fence that acquires would let it know.
    pending: Clock,
}

/// The knowledge that who looks at an object gets: who acquires what was written, or waits for readers as well.
#[derive(Debug, Default)]
struct Told {
    written: Clock,
    read: Clock,
}

/// Happens-before, and the accesses that it does not order.
#[derive(Debug, Default)]
pub(crate) struct Drf {
    is_on: bool,
    threads: ByThread<Now>,
    objects: FxHashMap<ObjectId, Told>,
    /// The knowledge at the end of each step.
    steps: FxHashMap<usize, Clock>,
    /// The last access of each thread and kind to each object, with its stretch.
    uses: FxHashMap<ObjectId, SmallVec<[(Use, usize); 4]>>,
    /// The first pair that is not ordered.
    pub(crate) first: Option<Pair>,
    /// An operation that the theorem does not speak about.
    pub(crate) outside: Option<&'static str>,
}

fn acquires(order: Ordering) -> bool {
    matches!(order, Ordering::Acquire | Ordering::AcqRel | Ordering::SeqCst)
}

fn releases(order: Ordering) -> bool {
    matches!(order, Ordering::Release | Ordering::AcqRel | Ordering::SeqCst)
}

impl Drf {
    /// Begins an execution. Clocks are kept from its beginning or not at all.
    pub(crate) fn begin(&mut self, is_on: bool) {
        *self = Drf { is_on, ..Drf::default() };
    }

    pub(crate) fn is_on(&self) -> bool {
        self.is_on
    }

    fn now(&mut self, thread: usize) -> &mut Now {
        let now = self.threads.of(thread);
        if now.stretch == 0 {
            // Stretches are counted from 1, so that all begin here.
            now.stretch = 1;
            now.clock.set(thread, 1);
        }
        now
    }

    /// All that a thread has done and knows. Whatever it does from now on is not part of it.
    fn hand_out(&mut self, thread: usize) -> Clock {
        let now = self.now(thread);
        let clock = now.clock.clone();
        now.stretch += 1;
        now.clock.set(thread, now.stretch);
        clock
    }

    /// A thread starts another one.
    pub(crate) fn fork(&mut self, thread: usize, child: usize) {
        if self.is_on {
            let clock = self.hand_out(thread);
            self.now(child).clock.join(&clock);
        }
    }

    /// A thread learns of all that another one has done, which is at its end.
    pub(crate) fn join(&mut self, thread: usize, ended: usize) {
        if self.is_on {
            let clock = self.now(ended).clock.clone();
            self.now(thread).clock.join(&clock);
        }
    }

    /// A step is over.
    pub(crate) fn stepped(&mut self, thread: usize, step: usize) {
        if self.is_on {
            let clock = self.hand_out(thread);
            self.steps.insert(step, clock);
        }
    }

    /// A thread learns of an earlier step.
    pub(crate) fn edge(&mut self, thread: usize, earlier: usize) {
        if let Some(clock) = self.steps.get(&earlier).cloned() {
            self.now(thread).clock.join(&clock);
        }
    }

    /// A thread touches what is no atomic.
    pub(crate) fn touch(
        &mut self,
        (thread, site): (usize, Site),
        object: ObjectId,
        touch: Touch,
        op: Op,
    ) {
        if !self.is_on {
            return;
        }
        // Who finds a cell filled hands nothing on.
        let looks = matches!(op, Op::Filled { .. } | Op::Begin(_));
        // A token is changed by who sets it and by who takes it.
        let change = |order| Use { thread, kind: Kind::Change, order: Some(order), site };
        if touch == Touch::Unpark {
            self.uses(object, change(Ordering::Release));
        }
        match touch {
            Touch::Release | Touch::Unpark => {
                let clock = self.hand_out(thread);
                self.objects.entry(object).or_default().written.join(&clock);
            }
            Touch::Unshare if looks => {}
            Touch::Unshare | Touch::Shrink => {
                let clock = self.hand_out(thread);
                self.objects.entry(object).or_default().read.join(&clock);
            }
            Touch::Acquire | Touch::Last => {
                let Drf { objects, threads, .. } = self;
                if let Some(told) = objects.get(&object) {
                    let clock = &mut threads.of(thread).clock;
                    clock.join(&told.written);
                    clock.join(&told.read);
                }
            }
            Touch::Share | Touch::Park => {
                let Drf { objects, threads, .. } = self;
                if let Some(told) = objects.get(&object) {
                    threads.of(thread).clock.join(&told.written);
                }
            }
            _ => {}
        }
        if touch == Touch::Park {
            self.uses(object, change(Ordering::Acquire));
        }
    }

    /// A thread comes to a fence.
    pub(crate) fn fence(&mut self, thread: usize, order: Ordering) {
        if !self.is_on {
            return;
        }
        if acquires(order) {
            let now = self.now(thread);
            let pending = std::mem::take(&mut now.pending);
            now.clock.join(&pending);
        }
        if releases(order) {
            self.now(thread).released = self.hand_out(thread);
        }
    }

    /// An access. Remembers the first one that is not ordered with an earlier one, and returns that.
    pub(crate) fn uses(&mut self, object: ObjectId, used: Use) -> Option<Pair> {
        let thread = used.thread;
        let stretch = self.now(thread).stretch;
        let Drf { threads, uses, .. } = self;
        let known = uses.entry(object).or_default();
        let clock = &threads.of(thread).clock;
        let apart = |(other, stretch): &&(Use, usize)| {
            used.conflicts(other) && !clock.has(other.thread, *stretch)
        };
        let earlier = known.iter().find(apart).map(|(other, _)| *other);
        let same = |(other, _): &(Use, usize)| {
            (other.thread, other.kind, other.order) == (thread, used.kind, used.order)
        };
        known.retain(|entry| !same(entry));
        known.push((used, stretch));
        let pair = Pair { object, earlier: earlier?, later: used };
        self.first.get_or_insert(pair);
        Some(pair)
    }

    /// An access to an atomic, and what the thread learns and tells by it.
    pub(crate) fn atomic(&mut self, object: ObjectId, used: Use, order: Ordering) {
        self.uses(object, used);
        let thread = used.thread;
        if used.kind != Kind::Write {
            let Drf { objects, threads, .. } = self;
            if let Some(told) = objects.get(&object) {
                let now = threads.of(thread);
                let to = if acquires(order) || mutants::is(Mutant::AllAcquire) {
                    &mut now.clock
                } else {
                    &mut now.pending
                };
                to.join(&told.written);
            }
        }
        if used.kind != Kind::Read {
            let mut clock = if releases(order) {
                self.hand_out(thread)
            } else {
                self.now(thread).released.clone()
            };
            let told = self.objects.entry(object).or_default();
            if used.kind == Kind::Change || mutants::is(Mutant::LongRelease) {
                clock.join(&told.written);
            }
            told.written = clock;
        }
    }
}
