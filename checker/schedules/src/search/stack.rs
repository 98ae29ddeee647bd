//! The search: a stack of the steps of one execution. Each execution repeats those on the stack, goes on from there,
//! and says at its end which others are to be walked.

use smallvec::SmallVec;

use crate::mutants::{self, Mutant};
use crate::search::access::conflict;
use crate::search::clock::Clock;
use crate::search::event::Event;
use crate::search::frame::{Choice, Frame, Pending, Sleeper};
use crate::search::least::Begun;
use crate::search::lend::Part;
use crate::search::op::Op;
use crate::search::races::{Next, Sizes};
use crate::search::wakeup::Node;

/// The steps that are taken in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Taken {
    /// The steps that dynamic partial-order reduction asks for, with what is to come after them.
    Optimal,
    /// The steps that it asks for, one at a time.
    Source,
    /// All that do not sleep.
    Awake,
    /// All.
    All,
}

/// The word of the search about the next step.
#[derive(Debug)]
pub(crate) enum Pick {
    /// This thread is to take it.
    Thread(usize),
    /// All threads that could go on sleep: the execution need not be walked to its end.
    Asleep,
    /// There are only steps beyond the bound on preemptions.
    Bounded,
    /// The closure did not do again what it had done before.
    Differs(String),
}

/// How what a thread is about to do differs from what it was about to do in an earlier execution.
fn differs(step: usize, before: &Pending, now: &Pending) -> String {
    let (was, is) = (before.op.words(), now.op.words());
    if before.thread != now.thread {
        format!(
            "before step {step}, another thread is about to {is} than the one that was about to {was}"
        )
    } else if before.op == now.op {
        let can = if now.enabled { "can" } else { "has to wait to" };
        format!("before step {step}, a thread {can} {is}, which was not so")
    } else if was == is {
        format!("before step {step}, a thread is about to {is}, with another object than before")
    } else {
        format!("before step {step}, a thread is about to {is}, where it was about to {was}")
    }
}

/// A thread that has not gone on at the end of an execution.
pub(crate) struct Left<'a> {
    pub(crate) pending: Pending,
    pub(crate) past: &'a Clock,
}

/// The thing that comes after an execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Advance {
    /// Another execution.
    More,
    /// The work that the part with this number was lent.
    Lent(usize),
    /// Everything was walked.
    Over,
}

/// Memory of a frame that is gone.
#[derive(Debug, Default)]
struct Spare {
    pending: Vec<Pending>,
    sleep: Vec<Sleeper>,
    tree: Vec<Node>,
}

/// A search over all executions, or one of each class.
#[derive(Debug)]
pub(crate) struct Stack {
    pub(super) taken: Taken,
    pub(super) bound: Option<usize>,
    /// Schedules have to be fair: threads may have to wait for no reason that steps show, and nothing is cut off.
    pub(crate) is_fair: bool,
    /// So many frames have to take all threads, since something was cut off after them.
    pub(super) cut: usize,
    pub(super) frames: Vec<Frame>,
    /// The number of steps of the execution so far.
    depth: usize,
    /// From this step on the execution is a new one.
    pub(super) fresh: usize,
    /// Says that something was left out by the bound on preemptions.
    pub(crate) bounded: bool,
    spare: Vec<Spare>,
    /// The number of frames that belong to another search, which has lent this part of it.
    pub(super) base: usize,
    /// The notes for that search.
    pub(super) part: Option<Box<Part>>,
}

impl Stack {
    /// A search that has walked nothing yet.
    pub(crate) fn new(taken: Taken, bound: Option<usize>) -> Self {
        Stack {
            taken,
            bound,
            is_fair: false,
            cut: 0,
            frames: Vec::new(),
            depth: 0,
            fresh: 0,
            bounded: false,
            spare: Vec::new(),
            base: 0,
            part: None,
        }
    }

    /// A search over what another one lends, whose frames are the first ones.
    pub(super) fn of_part(&self, frames: Vec<Frame>, base: usize, part: Part) -> Self {
        Stack {
            is_fair: self.is_fair,
            fresh: frames.len().saturating_sub(1),
            frames,
            base,
            part: Some(Box::new(part)),
            ..Stack::new(self.taken, self.bound)
        }
    }

    /// Copies the stack into new memory.
    pub(crate) fn copied(&mut self) -> Self {
        Stack {
            is_fair: self.is_fair,
            cut: self.cut,
            frames: self.frames.clone(),
            depth: self.depth,
            fresh: self.fresh,
            bounded: self.bounded,
            base: self.base,
            part: self.part.take(),
            ..Stack::new(self.taken, self.bound)
        }
    }

    /// Begins another execution.
    pub(crate) fn restart(&mut self) {
        self.depth = 0;
    }

    /// Says who takes the next step.
    pub(crate) fn next(&mut self, pending: &[Pending], trace: &[Event], sizes: &Sizes) -> Pick {
        if self.depth == self.frames.len()
            && let Err(pick) = self.push(pending, trace, sizes)
        {
            return pick;
        }
        let step = self.depth;
        let frame = &mut self.frames[step];
        frame.chosen = 0;
        self.depth += 1;
        let other = frame.pending.iter().zip(pending).find(|(before, now)| before != now);
        match other {
            None if frame.pending.len() == pending.len() => Pick::Thread(frame.thread),
            None => Pick::Differs(format!("there are other threads before step {step}")),
            Some((before, now)) => Pick::Differs(differs(step, before, now)),
        }
    }

    /// Makes a frame for a step that no execution had before.
    fn push(&mut self, pending: &[Pending], trace: &[Event], sizes: &Sizes) -> Result<(), Pick> {
        let previous = trace.last();
        let Spare { pending: mut all_pending, mut sleep, tree: empty } =
            self.spare.pop().unwrap_or_default();
        all_pending.extend_from_slice(pending);
        let (mut tree, mut before) = (Vec::new(), 0);
        if let (Some(frame), Some(event)) = (self.frames.last_mut(), previous) {
            let still = |sleeper: &&Sleeper| {
                sleeper.thread != event.thread
                    && (!conflict(&sleeper.accesses, &event.accesses) || mutants::is(Mutant::Sleep))
            };
            sleep.extend(frame.sleep.iter().filter(still).cloned());
            tree = frame.take_after();
            before = frame.preemptions_with(frame.thread);
        }
        let mut frame = Frame {
            thread: 0,
            op: Op::Start,
            sleep,
            tree: Vec::new(),
            branches: Vec::new(),
            choices: SmallVec::new(),
            chosen: 0,
            accesses: SmallVec::new(),
            pending: all_pending,
            before,
            previous: previous.map(|event| event.thread),
        };
        tree.retain(|node: &Node| frame.can(node.thread));
        let awake = pending.iter().filter(|found| found.enabled && !frame.is_asleep(found.thread));
        let mut awake: SmallVec<[usize; 8]> = awake.map(|found| found.thread).collect();
        if awake.is_empty() {
            return Err(Pick::Asleep);
        }
        // A thread that can go on goes on first, unless it gives way.
        if let Some(place) = awake.iter().position(|thread| Some(*thread) == frame.previous) {
            if previous.is_some_and(|event| event.op == Op::Yield) {
                awake[place..].rotate_left(1);
            } else {
                awake[..=place].rotate_right(1);
            }
        }
        let all = matches!(self.taken, Taken::Awake | Taken::All);
        if self.bound.is_some() {
            let is_within = |thread: &usize| self.is_within(trace, pending, &frame, *thread, sizes);
            let found = awake.len();
            if all {
                awake.retain(|thread| is_within(thread));
            } else {
                // Others are taken where they race.
                awake = awake.into_iter().filter(is_within).take(1).collect();
            }
            self.bounded |= awake.is_empty() || all && awake.len() < found;
            if awake.is_empty() {
                self.cut = if mutants::is(Mutant::Cut) { 0 } else { self.frames.len() };
                return Err(Pick::Bounded);
            }
        }
        if tree.is_empty() {
            let count = if all { awake.len() } else { 1 };
            let node = |thread: &usize| Node::leaf(*thread, SmallVec::new());
            tree = empty;
            tree.extend(awake.iter().take(count).map(node));
        }
        frame.tree = tree;
        frame.begin();
        self.frames.push(frame);
        Ok(())
    }

    /// Decides whether a thread may take the step of a frame that comes after some steps, as far as the bound on
    /// preemptions says. A reduced search counts those that all equivalent executions have.
    pub(super) fn is_within(
        &self,
        trace: &[Event],
        pending: &[Pending],
        frame: &Frame,
        thread: usize,
        sizes: &Sizes,
    ) -> bool {
        let Some(bound) = self.bound else { return true };
        if frame.preemptions_with(thread) <= bound {
            return true;
        }
        let begun = Begun { trace, frames: &self.frames, pending, sizes, is_over: false };
        let is_linear = self.taken == Taken::All || mutants::is(Mutant::Linear);
        !is_linear && (self.is_fair || begun.is_within(Some(thread), bound))
    }

    /// Decides whether an execution that is over, or an equivalent one, is within the bound on preemptions, with all
    /// that threads were left at that wait.
    pub(crate) fn is_whole_within(
        &mut self,
        trace: &[Event],
        pending: &[Pending],
        sizes: &Sizes,
    ) -> bool {
        let Some(bound) = self.bound.filter(|_| self.taken != Taken::All && !self.is_fair) else {
            return true;
        };
        let begun = Begun { trace, frames: &self.frames, pending, sizes, is_over: true };
        let is_within = begun.is_within(None, bound);
        self.bounded |= !is_within;
        is_within
    }

    /// Says which of some alternatives is taken within the step.
    pub(crate) fn choose(&mut self, of: u32) -> Result<u32, String> {
        let Some(frame) = self.depth.checked_sub(1).and_then(|at| self.frames.get_mut(at)) else {
            return Ok(0);
        };
        let number = frame.chosen;
        frame.chosen += 1;
        if let Some(choice) = frame.choices.get(number) {
            if choice.of != of {
                return Err(format!("a choice among {of} instead of {}", choice.of));
            }
            return Ok(choice.picked);
        }
        let picked = Some(frame.planned(number)).filter(|plan| *plan < of).unwrap_or(0);
        frame.choices.push(Choice { first: picked, picked, of });
        Ok(picked)
    }

    /// Ends an execution, and prepares the next one, if there is one. `broken` says that the execution did not come to
    /// its own end: what threads would have done after it is not known, so that all of them have to be taken
    /// everywhere.
    pub(crate) fn end(
        &mut self,
        trace: &[Event],
        left: &[Left<'_>],
        sizes: &Sizes,
        broken: bool,
    ) -> Advance {
        // Where all threads are taken in any case, those that were walked would be taken again.
        if broken && matches!(self.taken, Taken::Optimal | Taken::Source) {
            self.cut = self.frames.len();
        }
        if matches!(self.taken, Taken::Optimal | Taken::Source) {
            let mut threads: SmallVec<[usize; 8]> = SmallVec::new();
            for event in trace {
                if let Err(place) = threads.binary_search(&event.thread) {
                    threads.insert(place, event.thread);
                }
            }
            for number in self.fresh..trace.len() {
                let event = &trace[number];
                if event.tired {
                    continue;
                }
                let next = Next {
                    thread: event.thread,
                    op: event.op,
                    accesses: &event.accesses[..event.visible],
                    past: event.past(trace),
                    choices: &event.choices,
                    spun: event.spun.as_deref(),
                };
                self.reverse(&trace[..number], next, sizes, &threads);
            }
            for left in left.iter().filter(|_| !mutants::is(Mutant::Blocked)) {
                let Pending { thread, op, .. } = left.pending;
                let accesses = op.may(thread);
                let next = Next {
                    thread,
                    op,
                    accesses: &accesses,
                    past: left.past,
                    choices: &[],
                    spun: None,
                };
                self.reverse(trace, next, sizes, &threads);
            }
            self.take_all(trace, sizes);
        }
        self.keep_prefix(trace, sizes);
        self.advance(trace)
    }

    /// Goes back to the last step at which something is left to be walked.
    pub(crate) fn advance(&mut self, trace: &[Event]) -> Advance {
        if self.frames.len() < self.base {
            return Advance::Over;
        }
        while let Some(number) = self.frames.len().checked_sub(1) {
            let is_base = number + 1 == self.base;
            let frame = &mut self.frames[number];
            if frame.choices.is_empty() && frame.tree.len() < 2 && !is_base {
                // Most often. Nobody will ask for what its last step did.
                self.drop_last();
                continue;
            }
            for access in trace.get(number).iter().flat_map(|event| &event.accesses) {
                if !frame.accesses.contains(access) {
                    frame.accesses.push(*access);
                }
            }
            while let Some(choice) = frame.choices.last_mut() {
                let next = (choice.picked + 1) % choice.of;
                if next != choice.first && !mutants::is(Mutant::Choice) {
                    choice.picked = next;
                    self.fresh = number;
                    return Advance::More;
                }
                frame.choices.pop();
            }
            if is_base {
                return Advance::Over;
            }
            if self.taken != Taken::All {
                let accesses = std::mem::take(&mut frame.accesses);
                frame.sleep.push(Sleeper { thread: frame.thread, accesses });
            }
            if !frame.tree.is_empty() {
                frame.tree.remove(0);
            }
            let asleep = std::mem::take(&mut frame.sleep);
            frame.tree.retain(|node| !asleep.iter().any(|sleeper| sleeper.thread == node.thread));
            frame.sleep = asleep;
            if frame.begin() {
                self.fresh = number;
                let lent = frame.tree.first().and_then(|node| node.lent);
                return lent.map_or(Advance::More, Advance::Lent);
            }
            self.drop_last();
        }
        Advance::Over
    }

    /// Drops the last frame, and keeps its memory.
    fn drop_last(&mut self) {
        let Some(frame) = self.frames.last_mut() else { return };
        let mut spare = Spare {
            pending: std::mem::take(&mut frame.pending),
            sleep: std::mem::take(&mut frame.sleep),
            tree: std::mem::take(&mut frame.tree),
        };
        spare.pending.clear();
        spare.sleep.clear();
        spare.tree.clear();
        self.spare.push(spare);
        self.frames.truncate(self.frames.len() - 1);
    }
}
