//! Executions of C11's memory that are drawn by chance: who goes on. The memory draws what is read.

use smallvec::SmallVec;

use crate::finding::Found;
use crate::memory::engine::{Request, Wants};
use crate::run::slot::{Ending, Seen};
use crate::run::state::{PATIENCE, State};
use crate::search::driver::Driver;
use crate::search::frame::Pending;
use crate::search::stack::Pick;

/// One time in so many, a thread that spins goes on although others could.
const RARELY: u32 = 8;

impl State {
    /// Tells whether executions of a memory that is not sequentially consistent are drawn.
    pub(super) fn draws(&self) -> bool {
        self.memory.is_some() && self.given_up.is_none() && matches!(self.driver, Driver::Sample(_))
    }

    /// Draws who goes on, and does what that thread's operation does.
    pub(super) fn draw_weak(&mut self, all: &[Wants], pending: &mut Vec<Pending>) -> Option<usize> {
        if all.is_empty() {
            return self.end(Ending::Done);
        }
        let rounds = self.rules.rounds;
        let Some(memory) = &self.memory else { return None };
        let able: SmallVec<[&Wants; 8]> = all.iter().filter(|wants| self.can_weak(wants)).collect();
        let spins = |wants: &&Wants| memory.engine.spins(wants, rounds);
        let spinning: SmallVec<[usize; 8]> =
            able.iter().copied().filter(spins).map(|wants| wants.thread).collect();
        if able.is_empty() {
            let is_timed =
                |wants: &Wants| matches!(wants.request, Request::Woken { timed: true, .. });
            // There are executions in which it does not wait.
            let is_redundant = all.iter().any(is_timed);
            return self.end(if is_redundant {
                Ending::Asleep
            } else {
                Ending::Found(Found::Stuck)
            });
        }
        if self.trace.len() >= self.rules.steps {
            return self.is_too_long(all, &able.iter().map(|w| w.thread).collect::<Vec<_>>());
        }
        let mut goes_on: SmallVec<[usize; 8]> = able.iter().map(|wants| wants.thread).collect();
        let starved = goes_on.iter().copied().map(|thread| (self.waits_since(thread), thread));
        let starved = starved.min().filter(|(since, _)| self.trace.len() - since > PATIENCE);
        if let Some((_, thread)) = starved.filter(|_| self.seen.contains(&Seen::Unfair)) {
            goes_on.retain(|other| *other == thread);
        } else if spinning.len() < goes_on.len()
            && !spinning.is_empty()
            && self.driver.choose(RARELY) != Ok(0)
        {
            goes_on.retain(|thread| !spinning.contains(thread));
        }
        pending.clear();
        for wants in all {
            let op = self.threads.get(&wants.thread).and_then(|slot| slot.pending);
            let Some((op, _)) = op else { continue };
            let enabled = goes_on.contains(&wants.thread);
            pending.push(Pending { thread: wants.thread, op, enabled });
        }
        match self.driver.next(pending, &self.trace, &self.order, &self.sizes) {
            Pick::Thread(thread) => {
                self.execute(thread);
                self.running = Some(thread);
                self.ending.is_none().then_some(thread)
            }
            Pick::Differs(how) => self.end(Ending::Found(Found::Differs { how })),
            Pick::Asleep | Pick::Bounded => self.end(Ending::Asleep),
        }
    }

    /// The step since which a thread has done nothing.
    fn waits_since(&self, thread: usize) -> usize {
        let slot = self.threads.get(&thread);
        slot.map_or(0, |slot| slot.last.unwrap_or(slot.started)).min(self.trace.len())
    }

    /// Ends an execution that has as many steps as it may have.
    fn is_too_long(&mut self, all: &[Wants], able: &[usize]) -> Option<usize> {
        let (steps, rounds) = (self.trace.len(), self.rules.rounds);
        let memory = self.memory.as_ref()?;
        let able_ones = || all.iter().filter(|wants| able.contains(&wants.thread));
        if able_ones().all(|wants| memory.engine.spins_on_the_newest(wants, rounds)) {
            let thread = able.first().copied().unwrap_or(0);
            if let Some(slot) = self.threads.get_mut(&thread) {
                slot.spin.tired = 1;
            }
            return self.end(Ending::Found(Found::Endless { thread, steps, spins: true }));
        }
        let is_unfair = able.iter().any(|thread| (steps - self.waits_since(*thread)) * 4 > steps);
        if is_unfair && self.seen.insert(Seen::Unfair) {
            // Others could have gone on: all is drawn again, and nobody waits for long.
            return self.end(Ending::Again);
        }
        if let Some(memory) = &mut self.memory {
            memory.was_long = true;
        }
        self.end(Ending::Bounded)
    }
}
