//! Rules of an exploration, and what an execution knows of each thread.

use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread::Thread;

use smallvec::SmallVec;

use crate::finding::Found;
use crate::memory::stronger::Stronger;
use crate::run::tasks::Task;
use crate::search::access::ObjectId;
use crate::search::clock::Clock;
use crate::search::event::{Site, Spun};
use crate::search::op::Op;
use crate::thread::Hooks;

/// The reason why operations are visible that mostly are not: somebody may see whether they have happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seen {
    /// There is a `try_lock` or the like for locks made in this line.
    Lock(Site),
    /// More threads come to barriers made in this line than pass at once.
    Crowd(Site),
    /// There is an `is_finished`.
    End,
    /// Several threads may drop the last handle of a value that was made in this line, and it matters which one does.
    Drops(Site),
    /// It may matter that readers wait behind writers that wait for a lock that was made in this line.
    Queues(Site),
    /// Somebody asks for the number of handles of a value that was made in this line.
    Counts(Site),
    /// Threads spin in this line until something changes.
    Spins(Site),
    /// Threads do the same several times in vain in this line, and then something else.
    Tries(Site),
    /// There are endless executions in which a thread could go on and never does.
    Unfair,
    /// A thread asks what happens before what it does.
    Clocks,
    /// An atomic is used by an ordering weaker than `SeqCst`, or something is accessed without a guard.
    Orders,
}

impl Hash for Seen {
    /// Leaves out the names of files, which are long, and asked for in each step.
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        std::mem::discriminant(self).hash(hasher);
        if let Seen::Lock(site)
        | Seen::Crowd(site)
        | Seen::Drops(site)
        | Seen::Queues(site)
        | Seen::Counts(site)
        | Seen::Spins(site)
        | Seen::Tries(site) = self
        {
            (site.line(), site.column()).hash(hasher);
        }
    }
}

impl Seen {
    /// The thing that a memory does not have, where somebody may see it.
    pub(crate) fn unknown(self) -> &'static str {
        match self {
            Seen::Lock(_) => "look at whether a lock is free",
            Seen::End => "ask whether a thread has ended",
            Seen::Drops(_) => "drop the last handle of an `Arc`, where it matters who does",
            Seen::Counts(_) => "look at the number of handles of an `Arc`",
            Seen::Clocks => "ask for a clock",
            Seen::Queues(_) => "lock for reading, where it may wait behind a writer that waits",
            _ => "do what others may see",
        }
    }
}

/// The rules of an exploration.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a question of its own")]
pub(crate) struct Rules {
    /// Every operation is a step of its own.
    pub(crate) all_visible: bool,
    pub(crate) steps: usize,
    pub(crate) spurious: bool,
    pub(crate) panics: bool,
    pub(crate) rounds: usize,
    /// The bytes of a thread's stack.
    pub(crate) stack: usize,
    /// The premise of DRF-SC is watched, or was.
    pub(crate) watches: bool,
    /// The orderings that are made stronger, and the fences that are added.
    pub(crate) stronger: Stronger,
    /// The search ends with the first finding.
    pub(crate) stops_at_finding: bool,
    /// The name of the test that explores.
    pub(crate) test: Option<String>,
}

/// The end of an execution.
#[derive(Clone, Debug)]
pub(crate) enum Ending {
    /// All threads have ended.
    Done,
    /// All that could go on was left to other executions.
    Asleep,
    /// The bound on preemptions is reached.
    Bounded,
    /// It was seen that more operations have to be visible: the search begins again.
    Again,
    /// A thread would have had to wait while it unwinds, which coroutines cannot: it begins again on threads of the
    /// operating system.
    Carrier,
    /// The memory has no such operation, which a thread is about to do.
    Declined(&'static str),
    /// Something was learnt about the execution: it is run again.
    Redo,
    /// The way on depends on executions that others walk, and that come before it.
    Early,
    Found(Found),
}

/// A signal that wakes a thread of the operating system.
#[derive(Debug, Default)]
pub(crate) struct Turn {
    may_go: AtomicBool,
    thread: OnceLock<Thread>,
}

impl Turn {
    /// Lets the thread go on.
    pub(crate) fn give(&self) {
        self.may_go.store(true, Ordering::SeqCst);
        if let Some(thread) = self.thread.get() {
            thread.unpark();
        }
    }

    /// Waits until the thread may go on.
    pub(crate) fn wait(&self) {
        self.thread.get_or_init(std::thread::current);
        while !self.may_go.swap(false, Ordering::SeqCst) {
            std::thread::park();
        }
    }
}

/// A watch over a thread that goes on alone: whether it spins.
#[derive(Debug)]
pub(crate) struct Probe {
    pub(crate) thread: usize,
    /// The line in which it does the same in vain.
    pub(crate) site: Site,
    /// The number of rounds after which it is taken to go on for ever.
    pub(crate) left: usize,
}

/// A thread that reads the same again and again.
#[derive(Debug, Default)]
pub(crate) struct Spin {
    /// The reads that it has done in vain: where, which object, at which step, how often.
    pub(crate) seen: SmallVec<[(Site, ObjectId, usize, usize); 2]>,
    /// The objects for whose change it waits, and the step since which it does.
    pub(crate) waits: Option<(SmallVec<[ObjectId; 2]>, usize)>,
    /// Nothing else can go on: the number of rounds since then.
    pub(crate) tired: usize,
    /// The thread has said that it has nothing to do.
    pub(crate) yielded: bool,
    /// The objects whose change made the next step possible.
    pub(crate) before: Option<Box<Spun>>,
}

/// A thread of an execution.
#[derive(Debug)]
pub(crate) struct Slot {
    pub(crate) name: Option<String>,
    pub(crate) children: u32,
    pub(crate) objects: u32,
    pub(crate) pending: Option<(Op, Site)>,
    pub(crate) reply: u64,
    pub(crate) last: Option<usize>,
    /// The clock of the steps that happen before the thread's first step.
    pub(crate) past: Clock,
    /// The step after which the thread was started.
    pub(crate) started: usize,
    pub(crate) turn: Arc<Turn>,
    pub(crate) ended: bool,
    /// The thread unwinds since it panicked.
    pub(crate) unwinds: bool,
    pub(crate) spin: Spin,
    /// The destructors of last owners that the thread is in, of which it is watched whether others see them.
    pub(crate) watched: SmallVec<[Seen; 1]>,
    /// The `static` that the thread makes, and the number of objects in it.
    pub(crate) making: Option<(u32, u32)>,
    /// The work that is done whenever the thread starts another one.
    pub(crate) hooks: Option<Hooks>,
    /// The task that the thread runs, as far as it is known.
    pub(crate) task: Option<Task>,
}

/// A panic of a thread.
#[derive(Clone, Debug)]
pub(crate) struct Panic {
    pub(crate) thread: usize,
    pub(crate) message: String,
    pub(crate) at: String,
}
