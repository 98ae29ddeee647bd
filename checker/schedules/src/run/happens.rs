//! The order of happens-before, between two steps as well: clocks that advance with each thing that a thread does to an
//! object.
//!
//! The clocks of steps do not say whether a thread accessed a value before it unlocked or after that, since both are
//! part of one step. These do. They are kept from the first access on: what came before orders nothing that is asked
//! for.

use rustc_hash::FxHashMap;

use crate::search::access::{ObjectId, Touch};
use crate::search::clock::Clock;

/// The clock of a thread, and the number of its current stretch, which ends when others may learn of it.
#[derive(Clone, Debug, Default)]
struct Now {
    clock: Clock,
    stretch: usize,
}

/// The order of happens-before in an execution.
#[derive(Debug, Default)]
pub(crate) struct Happens {
    is_on: bool,
    threads: FxHashMap<usize, Now>,
    /// Of each object: who touched it, how, and what came before, the last time.
    objects: FxHashMap<ObjectId, Vec<(usize, Touch, Clock)>>,
    /// Of each step: what comes before all that it makes possible.
    steps: FxHashMap<usize, Clock>,
}

impl Happens {
    fn now(&mut self, thread: usize) -> &mut Now {
        self.threads.entry(thread).or_insert_with(|| {
            let mut now = Now::default();
            now.clock.set(thread, 0);
            now
        })
    }

    /// What came before up to now. Whatever the thread does from now on is not part of it.
    fn hand_out(&mut self, thread: usize) -> Clock {
        let now = self.now(thread);
        let clock = now.clock.clone();
        now.stretch += 1;
        now.clock.set(thread, now.stretch);
        clock
    }

    /// Begins to keep clocks.
    pub(crate) fn start(&mut self) {
        self.is_on = true;
    }

    /// A thread touches an object.
    #[inline]
    pub(crate) fn touch(&mut self, thread: usize, object: ObjectId, touch: Touch) {
        if self.is_on {
            self.note(thread, object, touch);
        }
    }

    fn note(&mut self, thread: usize, object: ObjectId, touch: Touch) {
        let mut history = self.objects.remove(&object).unwrap_or_default();
        for (other, earlier, clock) in &history {
            if *other != thread && earlier.happens_before(touch) {
                self.now(thread).clock.join(clock);
            }
        }
        let clock = self.hand_out(thread);
        match history.iter_mut().find(|entry| (entry.0, entry.1) == (thread, touch)) {
            Some(entry) => entry.2 = clock,
            None => history.push((thread, touch, clock)),
        }
        self.objects.insert(object, history);
    }

    /// The operation of a thread's step is over: its accesses come after what others learn from the step.
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

    /// The knowledge that a thread has of each of so many: how much it has done, after it began.
    pub(crate) fn told(&mut self, thread: usize, threads: usize) -> Vec<u32> {
        let clock = &self.now(thread).clock;
        let told = |other: usize| {
            let (mut known, mut unknown) = (0, usize::try_from(u32::MAX).unwrap_or(usize::MAX));
            while known < unknown {
                let middle = known + (unknown - known) / 2;
                if clock.has(other, middle) { known = middle + 1 } else { unknown = middle }
            }
            // The beginning is the first stretch. Of its own, the last one has only begun.
            u32::try_from(known).unwrap_or(u32::MAX).saturating_sub(1 + u32::from(other == thread))
        };
        (0..threads).map(told).collect()
    }

    /// The number of a thread's current stretch.
    pub(crate) fn stretch(&mut self, thread: usize) -> usize {
        self.now(thread).stretch
    }

    /// Decides whether all that a thread did in a stretch came before what another thread does now.
    pub(crate) fn is_before(&mut self, (other, stretch): (usize, usize), thread: usize) -> bool {
        other == thread || self.now(thread).clock.has(other, stretch)
    }
}
