//! The driver that decides: a search, chance, or a schedule that is repeated.

use crate::schedule::{Schedule, Step};
use crate::search::event::Event;
use crate::search::frame::Pending;
use crate::search::races::Sizes;
use crate::search::sampling::Sampler;
use crate::search::stack::{Pick, Stack};

/// The driver of a search: it decides who takes the next step.
#[derive(Debug)]
pub(crate) enum Driver {
    Search(Stack),
    Sample(Sampler),
    Replay(Replay),
    /// A search over execution graphs, which the memory makes.
    Graphs,
}

/// A schedule that is repeated.
#[derive(Debug)]
pub(crate) struct Replay {
    schedule: Schedule,
    step: usize,
    chosen: usize,
}

impl Driver {
    /// A driver that repeats a schedule.
    pub(crate) fn replay(schedule: Schedule) -> Self {
        Driver::Replay(Replay { schedule, step: 0, chosen: 0 })
    }

    /// Begins another execution.
    pub(crate) fn restart(&mut self) {
        match self {
            Driver::Search(stack) => stack.restart(),
            Driver::Sample(sampler) => sampler.restart(),
            Driver::Replay(replay) => (replay.step, replay.chosen) = (0, 0),
            Driver::Graphs => {}
        }
    }

    /// Says who takes the next step. `order` are the threads in the order in which they were started.
    pub(crate) fn next(
        &mut self,
        pending: &[Pending],
        trace: &[Event],
        order: &[usize],
        sizes: &Sizes,
    ) -> Pick {
        let previous = trace.last();
        match self {
            Driver::Search(stack) => stack.next(pending, trace, sizes),
            Driver::Sample(sampler) => {
                let previous = previous.map(|event| event.thread);
                sampler.next(pending, previous).map_or(Pick::Asleep, Pick::Thread)
            }
            Driver::Replay(replay) => replay.next(pending, previous, order),
            Driver::Graphs => Pick::Asleep,
        }
    }

    /// Says which of some alternatives is taken.
    pub(crate) fn choose(&mut self, of: u32) -> Result<u32, String> {
        match self {
            Driver::Search(stack) => stack.choose(of),
            Driver::Graphs => Ok(0),
            Driver::Sample(sampler) => {
                let picked = sampler.draw(usize::try_from(of).unwrap_or(1));
                Ok(u32::try_from(picked).unwrap_or(0))
            }
            Driver::Replay(replay) => {
                let number = replay.chosen;
                replay.chosen += 1;
                let step = replay.step.checked_sub(1).and_then(|at| replay.schedule.steps.get(at));
                let Some(step) = step else { return Ok(0) };
                match step.choices.get(number) {
                    Some(picked) if *picked < of => Ok(*picked),
                    Some(picked) => Err(format!(
                        "the schedule takes alternative {picked} in step {}, and there are {of}",
                        replay.step - 1
                    )),
                    None => Ok(0),
                }
            }
        }
    }

    /// The word of a schedule that is repeated about the step that it gave last: how many writes its read skips, and
    /// how many come after its write.
    pub(crate) fn writes(&self) -> Option<(usize, usize)> {
        let Driver::Replay(replay) = self else { return None };
        let step = replay.step.checked_sub(1).and_then(|at| replay.schedule.steps.get(at));
        step.map(|step| (step.skips, step.back))
    }

    /// The number of steps of a schedule that is repeated, if the execution came to its end before.
    pub(crate) fn too_long(&self) -> Option<usize> {
        let Driver::Replay(replay) = self else { return None };
        let length = replay.schedule.steps.len();
        (replay.step < length).then_some(length)
    }

    /// Decides whether the thread that runs stops before a small operation, after so many that were part of the step,
    /// as a schedule says. `None` where no schedule says anything.
    pub(crate) fn stops(&self, passed: u32) -> Option<bool> {
        let Driver::Replay(replay) = self else { return None };
        let step = replay.step.checked_sub(1).and_then(|at| replay.schedule.steps.get(at));
        Some(step.and_then(|step| step.stops) == Some(passed))
    }
}

impl Replay {
    fn next(&mut self, pending: &[Pending], previous: Option<&Event>, order: &[usize]) -> Pick {
        let can = |thread: usize| {
            pending.iter().any(|pending| pending.thread == thread && pending.enabled)
        };
        let Some(Step { thread, .. }) = self.schedule.steps.get(self.step) else {
            // After its end: the same thread as long as it can, then the first that can.
            self.step += 1;
            self.chosen = 0;
            let same = previous.map(|event| event.thread).filter(|thread| can(*thread));
            let first = || pending.iter().find(|pending| pending.enabled).map(|found| found.thread);
            return same.or_else(first).map_or(Pick::Asleep, Pick::Thread);
        };
        let found = order.get(*thread).copied().filter(|found| can(*found));
        let step = self.step;
        self.step += 1;
        self.chosen = 0;
        found.map_or_else(
            || {
                let what = if order.len() <= *thread { "does not exist" } else { "has to wait" };
                Pick::Differs(format!("thread {thread}, which takes step {step}, {what}"))
            },
            Pick::Thread,
        )
    }
}
