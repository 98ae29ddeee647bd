//! The memory of an execution of threads: it stands between the operations of threads and the search over graphs.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::memory::engine::{Answer, Engine, Request};
use crate::memory::view::Id;
use crate::search::access::ObjectId;
use crate::search::event::Site;

/// A location: its object, and where it was made: the thread, its number of events then, and the line.
#[derive(Debug, Default)]
struct Born {
    thread: usize,
    events: usize,
}

/// The part of an object that a location stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Part {
    Whole,
    /// The order of what is done to it, where graphs have no rule for that.
    Order,
    /// The answer to whether a cell is filled.
    Filled,
}

/// The memory of an execution.
#[derive(Debug)]
pub(crate) struct Weak {
    pub(crate) engine: Engine,
    places: FxHashMap<(ObjectId, Part), usize>,
    born: FxHashMap<ObjectId, Born>,
    /// The questions of threads, the answers, and by which events they were started.
    pub(crate) requests: Vec<Option<Request>>,
    pub(crate) answers: Vec<Answer>,
    pub(crate) parents: FxHashMap<usize, Id>,
    /// The step of the execution in which each event of each thread was.
    pub(crate) steps: Vec<Vec<usize>>,
    /// The threads that wait with a limit of time, and whether it is over.
    pub(crate) late: FxHashMap<usize, bool>,
    /// The lines with orderings weaker than `SeqCst`.
    pub(crate) weaker: FxHashSet<Site>,
    /// The first operation that graphs have no rule for, where one was done.
    pub(crate) in_order: Option<&'static str>,
    /// Some execution had too many steps.
    pub(crate) was_long: bool,
}

impl Weak {
    /// The memory that an engine makes.
    pub(crate) fn of(engine: Engine) -> Self {
        Weak {
            engine,
            places: FxHashMap::default(),
            born: FxHashMap::default(),
            requests: Vec::new(),
            answers: Vec::new(),
            parents: FxHashMap::default(),
            steps: Vec::new(),
            late: FxHashMap::default(),
            weaker: FxHashSet::default(),
            in_order: None,
            was_long: false,
        }
    }

    /// Begins the next execution.
    pub(crate) fn begin(&mut self) {
        self.engine.begin();
        self.born.clear();
        self.requests.clear();
        self.answers.clear();
        self.parents.clear();
        self.late.clear();
        self.steps.iter_mut().for_each(Vec::clear);
    }

    pub(crate) fn place(&mut self, object: ObjectId) -> usize {
        self.place_of(object, Part::Whole)
    }

    pub(crate) fn place_of(&mut self, object: ObjectId, part: Part) -> usize {
        let next = self.places.len();
        *self.places.entry((object, part)).or_insert(next)
    }

    /// A thread makes an object.
    pub(crate) fn is_made(&mut self, thread: usize, object: ObjectId) {
        self.born.insert(object, Born { thread, events: self.engine.done(thread) });
    }

    /// The thread that made an object, unless a thread knows that it did.
    pub(crate) fn unknown_maker(&self, thread: usize, object: ObjectId) -> Option<usize> {
        let born = self.born.get(&object)?;
        (!self.engine.knows(thread, born.thread, born.events)).then_some(born.thread)
    }

    /// Decides whether a thread has read, itself or by others, what the maker of an object wrote after making it.
    pub(crate) fn has_read_of(&self, thread: usize, object: ObjectId) -> bool {
        let Some(born) = self.born.get(&object) else { return true };
        self.engine.has_read(thread, born.thread, born.events)
    }

    /// Says that a thread has come to events in a step.
    pub(crate) fn note(&mut self, thread: usize, step: usize) {
        if self.steps.len() <= thread {
            self.steps.resize_with(thread + 1, Vec::new);
        }
        self.steps[thread].resize(self.engine.done(thread), step);
    }
}
