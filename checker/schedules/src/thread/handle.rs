//! Threads: how they are started, named and waited for.

use std::fmt;
use std::io;
use std::sync::Arc;
use std::thread as real;

use crate::run::context::{Context, current as context, here};
use crate::run::manner::{Main, Manner};
use crate::run::slot::{Ending, Turn};
use crate::search::access::ObjectId;
use crate::search::event::Site;
use crate::search::op::Op;
use crate::thread::hooks::{First, preceded};
use crate::thread::packet::Packet;

/// The identity of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ThreadId(Id);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Id {
    Inside(usize),
    Outside(real::ThreadId),
}

impl ThreadId {
    /// The identity of a thread of a search.
    pub(crate) fn inside(number: usize) -> Self {
        ThreadId(Id::Inside(number))
    }
}

/// A handle of a thread: who it is, what it is called, and how it is woken.
#[derive(Clone, Debug)]
pub struct Thread {
    id: ThreadId,
    name: Option<String>,
    real: Option<real::Thread>,
}

impl Thread {
    pub(crate) fn inside(number: usize, name: Option<String>) -> Self {
        Thread { id: ThreadId::inside(number), name, real: None }
    }

    pub(crate) fn outside(thread: real::Thread) -> Self {
        let name = thread.name().map(str::to_owned);
        Thread { id: ThreadId(Id::Outside(thread.id())), name, real: Some(thread) }
    }

    /// The identity.
    pub fn id(&self) -> ThreadId {
        self.id
    }

    /// The name that the thread was given.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Makes the thread's token available: [`park`](crate::thread::park) takes it.
    #[track_caller]
    pub fn unpark(&self) {
        let site = here();
        match (&self.real, self.id.0, context()) {
            (Some(thread), ..) => thread.unpark(),
            (None, Id::Inside(number), Some(context)) => {
                context.step(Op::Unpark(number), site);
            }
            _ => {}
        }
    }
}

/// The handle of the thread that asks.
pub fn current() -> Thread {
    let Some(context) = context() else { return Thread::outside(real::current()) };
    let name = context.quietly(|state| {
        // What follows may depend on who asks.
        state.talk += 1;
        state.threads.get(&context.me).and_then(|slot| slot.name.clone())
    });
    Thread::inside(context.me, name.flatten())
}

/// Decides whether the thread that asks unwinds.
pub fn panicking() -> bool {
    if let Some(context) = context() {
        // What follows may depend on who asks.
        context.quietly(|state| state.talk += 1);
    }
    real::panicking()
}

/// The right to wait for the end of a thread, as [`std::thread::JoinHandle`].
#[derive(Debug)]
pub struct JoinHandle<T> {
    end: End<T>,
    thread: Thread,
}

/// Where a thread's result comes from.
#[derive(Debug)]
enum End<T> {
    Inside(Arc<Packet<T>>),
    Outside(real::JoinHandle<T>),
}

impl<T> JoinHandle<T> {
    /// Waits until the thread has ended, and returns what it returned.
    ///
    /// # Errors
    /// With what the thread panicked with.
    #[track_caller]
    pub fn join(self) -> real::Result<T> {
        join(&self.thread, here());
        match self.end {
            End::Inside(packet) => packet.open(),
            End::Outside(real) => real.join(),
        }
    }

    /// The handle of the thread.
    pub fn thread(&self) -> &Thread {
        &self.thread
    }

    /// Tells whether the thread has ended. In a search, the ends of threads become steps of their own.
    #[track_caller]
    pub fn is_finished(&self) -> bool {
        is_finished(&self.thread, here()).unwrap_or_else(|| match &self.end {
            End::Inside(packet) => packet.is_full(),
            End::Outside(real) => real.is_finished(),
        })
    }
}

/// Waits in the search for the end of a thread.
pub(crate) fn join(thread: &Thread, site: Site) {
    if let (Id::Inside(number), Some(context)) = (thread.id.0, context()) {
        context.step(Op::Join(number), site);
    }
}

/// Decides whether a thread of the search has ended.
pub(crate) fn is_finished(thread: &Thread, site: Site) -> Option<bool> {
    let (Id::Inside(number), Some(context)) = (thread.id.0, context()) else { return None };
    context.step(Op::IsFinished(number), site).map(|ended| ended != 0)
}

/// A new thread of the search, that is about to start.
pub(crate) struct Started {
    context: Context,
    turn: Arc<Turn>,
    /// What it does first of all.
    first: First,
}

impl Started {
    /// Adds a thread to the search that the caller is in. `None` outside of a search.
    pub(crate) fn new(name: Option<&str>, site: Site) -> Option<Self> {
        let parent = context()?;
        let me = parent.me;
        let found = parent.quietly(|state| {
            let slot = state.threads.get_mut(&me)?;
            let child = slot.children;
            slot.children += 1;
            let hooks = slot.hooks.clone();
            let (mut number, is_early) = state.names.number(me, child);
            if is_early {
                state.end(Ending::Early);
                // In an execution that goes on, it has a number for itself.
                number = state.names.number(me, child).0;
            }
            Some((number, hooks))
        });
        let Some((number, hooks)) = found.flatten() else { return parent.leave() };
        // What the parent does for its child may be steps: it is not there yet.
        let first = hooks.as_ref().map_or_else(Vec::new, |hooks| hooks.call(number, name));
        let turn = parent.quietly(|state| {
            state.quietly_spawns(me, number);
            let turn = state.add_thread(number, name.map(str::to_owned), site);
            if let Some(slot) = state.threads.get_mut(&number) {
                slot.hooks = hooks;
            }
            state.note("starts", Some(ObjectId::of_thread(number)), Some(site));
            turn
        });
        let Some(turn) = turn else { return parent.leave() };
        let context = Context { execution: Arc::clone(&parent.execution), me: number };
        Some(Started { context, turn, first })
    }

    /// The number of the thread.
    pub(crate) fn number(&self) -> usize {
        self.context.me
    }

    /// Lets the thread run a body when it is its turn.
    pub(crate) fn run(self, manner: &Manner, body: Main) -> io::Result<()> {
        let context = self.context.clone();
        let body = preceded(self.first, body);
        let started = self.context.start(self.turn, manner, body);
        if started.is_err() {
            context.checked(|_| ());
        }
        started
    }
}

/// The way in which a thread is to be started, as [`std::thread::Builder`].
#[derive(Debug, Default)]
#[must_use = "must eventually spawn the thread"]
pub struct Builder {
    pub(crate) manner: Manner,
}

impl Builder {
    /// A thread without a name.
    pub fn new() -> Self {
        Self::default()
    }

    /// Names the thread.
    pub fn name(mut self, name: String) -> Self {
        self.manner.name = Some(name);
        self
    }

    /// Sets the size of the stack, in bytes.
    pub fn stack_size(mut self, size: usize) -> Self {
        self.manner.stack = Some(size);
        self
    }

    /// Starts the thread.
    ///
    /// # Errors
    /// If the operating system starts none.
    #[track_caller]
    pub fn spawn<F, T>(self, body: F) -> io::Result<JoinHandle<T>>
    where
        F: FnOnce() -> T + Send + 'static,
        T: Send + 'static,
    {
        let Some(started) = Started::new(self.manner.name.as_deref(), here()) else {
            let real = self.manner.real().spawn(body)?;
            let thread = Thread::outside(real.thread().clone());
            return Ok(JoinHandle { end: End::Outside(real), thread });
        };
        let thread = Thread::inside(started.number(), self.manner.name.clone());
        let packet = Arc::new(Packet::new(None));
        started.run(&self.manner, Packet::filled(Arc::clone(&packet), body))?;
        Ok(JoinHandle { end: End::Inside(packet), thread })
    }
}

/// Starts a thread, as [`std::thread::spawn`]. In a search it is a coroutine, unless
/// [`Explorer::os_threads`](crate::Explorer::os_threads) says otherwise, and runs when it is its turn.
///
/// # Panics
/// If the operating system starts none.
#[track_caller]
pub fn spawn<F, T>(body: F) -> JoinHandle<T>
where
    F: FnOnce() -> T + Send + 'static,
    T: Send + 'static,
{
    match Builder::new().spawn(body) {
        Ok(handle) => handle,
        Err(error) => panic!("the operating system starts no thread: {error}"),
    }
}

/// In a search, the first thread is 0, and each other one has a number that is the same in all executions; in one
/// execution after the other, threads are numbered as they are met. Outside of a search it is some number that only
/// this thread has.
impl From<ThreadId> for usize {
    fn from(id: ThreadId) -> usize {
        match id.0 {
            Id::Inside(number) => number,
            Id::Outside(id) => {
                let hash = std::hash::BuildHasherDefault::<std::hash::DefaultHasher>::default();
                usize::try_from(std::hash::BuildHasher::hash_one(&hash, id)).unwrap_or(usize::MAX)
            }
        }
    }
}

impl fmt::Display for ThreadId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Id::Inside(number) => write!(f, "{number}"),
            Id::Outside(id) => write!(f, "{id:?}"),
        }
    }
}
