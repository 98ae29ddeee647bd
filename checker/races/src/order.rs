//! The order of events: what a thread can do at a point of an execution.

use rustc_hash::FxHashMap;

use crate::event::{Event, Lock, Operation, Thread};
use crate::fault::OrderFault;

/// What is known of a thread.
#[derive(Clone, Copy, Debug, Default)]
struct Life {
    /// The line of its first event, of its fork, and of its first join; zero if there was none.
    first: u64,
    forked: u64,
    joined: u64,
    has_acted: bool,
    was_forked: bool,
    was_joined: bool,
}

/// The thread that has a lock.
#[derive(Clone, Copy, Debug)]
struct Owner {
    thread: Thread,
    /// How many times the thread has acquired the lock without releasing it.
    depth: u64,
    since: u64,
}

/// The effect of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// The event does what it says.
    Acts,
    /// The lock is acquired again by the thread that has it, or released but not for the last time: nothing changes.
    Counted,
    /// A thread is joined that nobody knows: it was not forked and has not acted.
    JoinsUnknown,
}

/// Follows locks and threads, and refuses events that cannot come at their point.
#[derive(Clone, Debug, Default)]
pub(crate) struct Order {
    threads: Vec<Life>,
    owners: FxHashMap<Lock, Owner>,
}

impl Order {
    fn life(&mut self, thread: Thread) -> &mut Life {
        if thread.index() >= self.threads.len() {
            self.threads.resize_with(thread.index() + 1, Life::default);
        }
        &mut self.threads[thread.index()]
    }

    /// The thread that has a lock.
    pub(crate) fn owner(&self, lock: Lock) -> Option<Thread> {
        self.owners.get(&lock).map(|owner| owner.thread)
    }

    /// The locks that some threads have.
    pub(crate) fn held_by(&self, is_one: impl Fn(Thread) -> bool) -> impl Iterator<Item = Lock> {
        let owners = self.owners.iter();
        owners.filter(move |(_, owner)| is_one(owner.thread)).map(|(&lock, _)| lock)
    }

    /// Takes an event in. An event that is refused leaves everything as it was.
    pub(crate) fn pass(&mut self, event: &Event) -> Result<Effect, OrderFault> {
        let Event { thread, operation, line, .. } = *event;
        let life = *self.life(thread);
        if life.was_joined {
            return Err(OrderFault::ActsAfterJoin { thread, joined: life.joined });
        }
        let effect = match operation {
            Operation::Acquire(lock) => self.acquire(thread, lock, line)?,
            Operation::Release(lock) => self.release(thread, lock)?,
            Operation::Fork(child) => self.fork(thread, child, line)?,
            Operation::Join(child) => self.join(thread, child, line)?,
            _ => Effect::Acts,
        };
        if !life.has_acted {
            let life = self.life(thread);
            life.has_acted = true;
            life.first = line;
        }
        Ok(effect)
    }

    fn acquire(&mut self, thread: Thread, lock: Lock, line: u64) -> Result<Effect, OrderFault> {
        match self.owners.get_mut(&lock) {
            None => {
                self.owners.insert(lock, Owner { thread, depth: 1, since: line });
                Ok(Effect::Acts)
            }
            Some(owner) if owner.thread == thread => {
                owner.depth += 1;
                Ok(Effect::Counted)
            }
            Some(owner) => {
                let (owner, since) = (owner.thread, owner.since);
                Err(OrderFault::Held { thread, lock, owner, since })
            }
        }
    }

    fn release(&mut self, thread: Thread, lock: Lock) -> Result<Effect, OrderFault> {
        match self.owners.get_mut(&lock) {
            Some(owner) if owner.thread == thread => {
                owner.depth -= 1;
                if owner.depth > 0 {
                    return Ok(Effect::Counted);
                }
                self.owners.remove(&lock);
                Ok(Effect::Acts)
            }
            other => {
                Err(OrderFault::NotOwner { thread, lock, owner: other.map(|owner| owner.thread) })
            }
        }
    }

    fn fork(&mut self, thread: Thread, child: Thread, line: u64) -> Result<Effect, OrderFault> {
        if child == thread {
            return Err(OrderFault::ForksItself { thread });
        }
        let life = self.life(child);
        if life.was_forked {
            return Err(OrderFault::ForkedTwice { thread: child, first: life.forked });
        }
        if life.has_acted || life.was_joined {
            let first = if life.has_acted { life.first } else { life.joined };
            return Err(OrderFault::ForkedLate { thread: child, first });
        }
        life.was_forked = true;
        life.forked = line;
        Ok(Effect::Acts)
    }

    fn join(&mut self, thread: Thread, child: Thread, line: u64) -> Result<Effect, OrderFault> {
        if child == thread {
            return Err(OrderFault::JoinsItself { thread });
        }
        let life = self.life(child);
        let is_known = life.was_forked || life.has_acted || life.was_joined;
        if !life.was_joined {
            life.was_joined = true;
            life.joined = line;
        }
        Ok(if is_known { Effect::Acts } else { Effect::JoinsUnknown })
    }
}
