//! An execution under a memory that is not sequentially consistent: its threads ask the memory, which says who goes on.

use smallvec::SmallVec;

use crate::finding::Found;
use crate::memory::engine::{Answer, Refusal, Request, Wants};
use crate::memory::next::Next;
use crate::memory::stronger::{Fence, strengthened};
use crate::run::slot::{Ending, Seen};
use crate::run::state::State;
use crate::search::access::{ObjectId, Touch};
use crate::search::event::{Event, Site};
use crate::search::frame::Pending;
use crate::search::op::Op;
use crate::search::stack::Pick;

fn number_of(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

impl State {
    /// Says that a memory does not have what somebody may see, where it is not sequentially consistent.
    pub(super) fn declines(&mut self, seen: Seen) -> bool {
        if self.may_see(seen) {
            return false;
        }
        // Whether a lock is free is known of all locks. Where executions are drawn, readers never wait behind writers.
        let is_known =
            matches!(seen, Seen::Lock(_)) || self.is_in_order() && matches!(seen, Seen::Queues(_));
        if self.memory.is_some() && !is_known {
            self.end(Ending::Declined(seen.unknown()));
        }
        self.memory.is_some()
    }

    pub(super) fn choose_weak(&mut self, of: u32) -> u32 {
        let Some(thread) = self.running else { return 0 };
        if (self.is_replay() || self.draws())
            && let Ok(picked) = self.driver.choose(of)
            && let Some(memory) = &mut self.memory
        {
            memory.engine.forced = Some((picked as usize, 0));
        }
        let picked = self.quietly_asks(thread, Request::Choose(of)).value;
        let picked = u32::try_from(picked).unwrap_or(0);
        if let Some(event) = self.trace.last_mut() {
            event.choices.push((picked, of));
        }
        picked
    }

    /// Says what a thread is about to ask of an atomic, whose value is `bits`, the last one that was written.
    pub(crate) fn asks(
        &mut self,
        thread: usize,
        object: ObjectId,
        bits: u64,
        site: Site,
        request: impl FnOnce(usize) -> Request,
    ) {
        self.check_made(thread, object, site);
        self.tries_fences(thread, site, false);
        let Some(memory) = &mut self.memory else { return };
        let at = memory.place(object);
        memory.engine.finds(at, bits);
        if memory.engine.last_value(at) != bits {
            self.end(Ending::Declined("go on with an atomic that was changed by `get_mut`"));
            return;
        }
        if memory.requests.len() <= thread {
            memory.requests.resize(thread + 1, None);
            memory.answers.resize(thread + 1, Answer::default());
        }
        let asked = request(at);
        if asked.is_weaker() {
            memory.weaker.insert(site);
        }
        memory.requests[thread] = Some(strengthened(asked, site, &self.rules.stronger));
    }

    /// Does what fences do that are tried before an operation, or after it.
    pub(crate) fn tries_fences(&mut self, thread: usize, site: Site, after: bool) {
        let is_here = |fence: &&Fence| fence.site == site && fence.after == after;
        let here = self.rules.stronger.fences.iter().find(is_here).map(|fence| fence.order);
        if let Some(order) = here {
            self.quietly_asks(thread, Request::Fence(order));
        }
    }

    /// Checks that a thread knows that an object was made which it uses.
    pub(crate) fn check_made(&mut self, thread: usize, object: ObjectId, site: Site) {
        let Some(maker) = self.memory.as_ref().and_then(|m| m.unknown_maker(thread, object)) else {
            return;
        };
        let is_read = self.memory.as_ref().is_some_and(|m| m.has_read_of(thread, object));
        if self.rules.watches && !is_read {
            // It has the object from somebody else, in a way that this search does not see.
            self.end(Ending::Declined("use what it got in a way that is not seen"));
            return;
        }
        let earlier = self.made(object).map(|site| (maker, site));
        let how = "it uses what another thread made, and nothing says that this was done before";
        let how = how.to_owned();
        self.end(Ending::Found(Found::Discipline { object, thread, site, earlier, how }));
    }

    /// The answer to what a thread asked for last.
    pub(crate) fn answer(&self, thread: usize) -> Answer {
        let memory = self.memory.as_ref();
        memory.and_then(|memory| memory.answers.get(thread)).copied().unwrap_or_default()
    }

    /// Does what is no step of its own: nobody else can tell when.
    pub(crate) fn quietly_asks(&mut self, thread: usize, request: Request) -> Answer {
        let Some(memory) = &mut self.memory else { return Answer::default() };
        let step = self.trace.len().saturating_sub(1);
        let done = memory.engine.perform(Wants { thread, request, site: None });
        memory.note(thread, step);
        self.talk += 1;
        match done {
            Ok(answer) => answer,
            Err(refusal) => {
                self.refused(refusal);
                let Some(memory) = &mut self.memory else { return Answer::default() };
                let again = memory.engine.perform(Wants { thread, request, site: None });
                memory.note(thread, step);
                again.unwrap_or_default()
            }
        }
    }

    /// A thread gives a lock back.
    pub(crate) fn quietly_unlocks(&mut self, thread: usize, object: ObjectId, op: Op) {
        let Some(at) = self.memory.as_mut().map(|memory| memory.place(object)) else { return };
        match op {
            Op::Unlock(_) => self.quietly_asks(thread, Request::Unlock(at)),
            Op::Unshare(_) => self.quietly_asks(thread, Request::Unshare(at)),
            _ => return,
        };
    }

    /// The question that what a thread is about to do is to the memory, if that has it.
    fn wants(&mut self, thread: usize, op: Op, site: Site) -> Option<Wants> {
        if let Some(wants) = self.wants_in_order(thread, op, site) {
            return Some(wants);
        }
        let is_cell = op.object().is_some_and(|object| self.is_cell(object));
        let State { memory, world, .. } = self;
        memory.as_mut()?.wants(thread, (op, site), world, is_cell)
    }

    /// Says that a thread waits with a limit of time, and whether it is over.
    pub(crate) fn waits_until(&mut self, thread: usize, late: Option<bool>) {
        let Some(memory) = &mut self.memory else { return };
        match late {
            Some(late) => _ = memory.late.insert(thread, late),
            None => _ = memory.late.remove(&thread),
        }
    }

    /// A thread starts another one.
    pub(crate) fn quietly_spawns(&mut self, thread: usize, child: usize) {
        self.quietly_asks(thread, Request::Spawn(child));
        if let Some(memory) = &mut self.memory
            && let Some(parent) = memory.engine.latest(thread)
        {
            memory.parents.insert(child, parent);
        }
    }

    pub(super) fn refused(&mut self, refusal: Refusal) {
        let ending = match refusal {
            Refusal::Again => Ending::Redo,
            Refusal::Learnt => Ending::Again,
            Refusal::Differs(how) => Ending::Found(Found::Differs { how }),
        };
        self.end(ending);
    }

    /// Decides who goes on, under this memory, and does what that thread's operation does.
    pub(crate) fn schedule_weak(&mut self, pending: &mut Vec<Pending>) -> Option<usize> {
        self.running = None;
        if self.ending.is_some() {
            return None;
        }
        if self.trace.len() >= self.rules.steps && self.is_replay() {
            let (steps, last) = (self.trace.len(), self.trace.last());
            let thread = last.map_or(0, |event| event.thread);
            return self.end(Ending::Found(Found::Endless { thread, steps, spins: false }));
        }
        if self.trace.len() >= self.rules.steps && !self.draws() {
            if let Some(memory) = &mut self.memory {
                memory.was_long = true;
            }
            return self.end(Ending::Bounded);
        }
        let mut all: SmallVec<[Wants; 8]> = SmallVec::new();
        let is_replay = self.is_replay();
        let mut unknown = None;
        let pending_ops: SmallVec<[(usize, Op, Site); 8]> = self
            .threads
            .iter()
            .filter_map(|(thread, slot)| slot.pending.map(|(op, site)| (*thread, op, site)))
            .collect();
        for (thread, op, site) in pending_ops {
            match self.wants(thread, op, site) {
                Some(wants) => all.push(wants),
                None => unknown = Some(op.words()),
            }
        }
        if let Some(what) = unknown {
            return self.end(Ending::Declined(what));
        }
        if is_replay {
            return self.replay_weak(&all, pending);
        }
        if self.draws() {
            return self.draw_weak(&all, pending);
        }
        let next = self.memory.as_mut().map(|memory| memory.engine.next(&all))?;
        match next {
            Next::Thread(thread) => {
                self.execute(thread);
                self.running = Some(thread);
                self.ending.is_none().then_some(thread)
            }
            Next::Done => self.end(Ending::Done),
            Next::Stuck => self.end(Ending::Found(Found::Stuck)),
            Next::Redundant => self.end(Ending::Asleep),
            Next::Learnt => self.end(Ending::Again),
            Next::Differs(how) => self.end(Ending::Found(Found::Differs { how })),
            Next::Spins(thread) => {
                if let Some(slot) = self.threads.get_mut(&thread) {
                    slot.spin.tired = 1;
                }
                let steps = self.trace.len();
                self.end(Ending::Found(Found::Endless { thread, steps, spins: true }))
            }
        }
    }

    /// Repeats a schedule.
    fn replay_weak(&mut self, all: &[Wants], pending: &mut Vec<Pending>) -> Option<usize> {
        pending.clear();
        for wants in all {
            let op = self.threads.get(&wants.thread).and_then(|slot| slot.pending);
            let enabled = self.can_weak(wants);
            let Some((op, _)) = op else { continue };
            pending.push(Pending { thread: wants.thread, op, enabled });
        }
        if pending.is_empty() {
            return self.end(Ending::Done);
        }
        if !pending.iter().any(|pending| pending.enabled) {
            return self.end(Ending::Found(Found::Stuck));
        }
        match self.driver.next(pending, &self.trace, &self.order, &self.sizes) {
            Pick::Thread(thread) => {
                let notifies = |pending: &&Pending| {
                    pending.thread == thread && matches!(pending.op, Op::NotifyOne(_))
                };
                let picked = pending.iter().find(notifies).map(|_| self.driver.choose(64));
                if let Some(memory) = &mut self.memory {
                    memory.engine.forced = self.driver.writes();
                    let picked = picked.and_then(Result::ok);
                    memory.engine.picked = picked.map(|picked| picked as usize);
                }
                self.execute(thread);
                if self.memory.as_ref().is_some_and(|memory| memory.engine.misfit) {
                    let how = "a step of it reads, or writes before, what it cannot".to_owned();
                    return self.end(Ending::Found(Found::Differs { how }));
                }
                self.running = Some(thread);
                self.ending.is_none().then_some(thread)
            }
            Pick::Differs(how) => self.end(Ending::Found(Found::Differs { how })),
            Pick::Asleep | Pick::Bounded => self.end(Ending::Asleep),
        }
    }

    /// Does what a thread's next operation does, as a new step. `false` if it is none of this memory.
    pub(crate) fn execute_weak(&mut self, thread: usize) -> bool {
        let Some((op, site)) = self.threads.get(&thread).and_then(|slot| slot.pending) else {
            return false;
        };
        let Some(wants) = self.wants(thread, op, site) else { return false };
        self.may_queue(thread, op);
        let is_watched = self.memory.as_ref().is_some_and(|m| m.engine.is_watched(thread));
        if let Some(object) = op.object().filter(|_| !matches!(op, Op::Join(_) | Op::Unpark(_))) {
            self.check_made(thread, object, site);
        }
        let Some(memory) = &mut self.memory else { return false };
        let done = memory.engine.perform(wants);
        if let Some(slot) = self.threads.get_mut(&thread) {
            slot.pending = None;
        }
        self.talk += 1;
        let answer = match done {
            Ok(answer) => answer,
            Err(refusal) => {
                self.refused(refusal);
                // Where the execution goes on, it needs an answer: that of the last write.
                let again = self.memory.as_mut().map(|memory| memory.engine.perform(wants));
                again.and_then(Result::ok).unwrap_or_default()
            }
        };
        let Some(memory) = &mut self.memory else { return false };
        if let Some(kept) = memory.answers.get_mut(thread) {
            *kept = answer;
        }
        if is_watched && memory.engine.is_watched(thread) {
            if let Some(slot) = self.threads.get_mut(&thread) {
                slot.reply = answer.value;
            }
            return true;
        }
        self.add_step(thread, op, site, answer);
        let reply = match wants.request {
            Request::InOrder(_) => self.does_in_order(thread, op),
            _ => self.follows(thread, op, site, answer),
        };
        if let Some(slot) = self.threads.get_mut(&thread) {
            slot.reply = reply;
        }
        true
    }

    /// Adds a step to the trace, with what happens before it.
    fn add_step(&mut self, thread: usize, op: Op, site: Site, answer: Answer) {
        let number = self.trace.len();
        let Some(memory) = &mut self.memory else { return };
        memory.note(thread, number);
        let Some(slot) = self.threads.get_mut(&thread) else { return };
        let previous = slot.last.ok_or_else(|| Box::new(slot.past.clone()));
        slot.last = Some(number);
        let mut clock = slot.past.clone();
        if let Some(latest) = memory.engine.latest(thread) {
            let known = &memory.engine.graph.event(latest).view.happens;
            for (other, steps) in memory.steps.iter().enumerate() {
                let last = known.of(other).checked_sub(1).and_then(|last| steps.get(last));
                if let Some(step) = last {
                    clock.set(other, *step);
                }
            }
        }
        clock.set(thread, number);
        let touch = match op {
            Op::Lock(_) => Some(Touch::Acquire),
            Op::Share(_) | Op::ShareBehind(_) => Some(Touch::Share),
            Op::TryLock(_) | Op::TryShare(_) | Op::Begin(_) | Op::Look(_) => Some(Touch::Peek),
            Op::Send(_) => Some(Touch::Send),
            Op::Receive(_) => Some(Touch::Receive),
            Op::NotifyOne(_) | Op::NotifyAll(_) => Some(Touch::Notify),
            Op::Wait { .. } => Some(Touch::Await),
            Op::Update(_) | Op::Store(_) if answer.wrote => Some(Touch::Write),
            Op::Load(_) | Op::Update(_) => Some(Touch::Read),
            _ => None,
        };
        let accesses: SmallVec<_> = op.object().into_iter().zip(touch).collect();
        for (object, _) in &accesses {
            let used = self.history.entry(*object).or_default();
            self.shares |= used.iter().any(|(other, ..)| *other != thread);
            if !used.iter().any(|(other, ..)| *other == thread) {
                used.push((thread, Touch::Read, number));
            }
        }
        self.trace.push(Event {
            thread,
            op,
            site,
            visible: accesses.len(),
            accesses,
            previous,
            clock,
            choices: answer
                .picked
                .map(|(picked, ways)| (number_of(picked), number_of(ways)))
                .into_iter()
                .collect(),
            woke: SmallVec::new(),
            spun: None,
            tired: false,
            passed: 0,
            stops: false,
            reply: 1,
            notes: SmallVec::new(),
            old: (answer.skipped, answer.back),
        });
    }
}
