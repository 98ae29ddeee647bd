//! A small system as data: what is drawn, shrunk and printed.

use reductio_system::Value;

/// The domain of semaphores is `0 ..= SEMAPHORE_MAX`; all other variables are truth values.
pub const SEMAPHORE_MAX: Value = 2;

/// A small system. Everything is numbered from 0; [`Sketch::build`](super::Sketch::build) makes a
/// [`System`](reductio_system::System) of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sketch {
    /// The threads.
    pub threads: Vec<ThreadSketch>,
    /// Shared variables without discipline, at first false.
    pub flags: usize,
    /// Locks.
    pub locks: usize,
    /// What kind of locks they are.
    pub lock_kind: LockKind,
    /// Semaphores, by their first value.
    pub semaphores: Vec<Value>,
    /// Protected variables, at first false: each an object with one predicate for each thread.
    pub objects: Vec<Vec<Condition>>,
    /// What is claimed to hold in every reachable state.
    pub invariants: Vec<Condition>,
    /// What is claimed to hold in some reachable state.
    pub goals: Vec<Condition>,
}

/// A thread: point 0 is the initial one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ThreadSketch {
    /// Control points.
    pub points: usize,
    /// The control point at which the thread ends, if it has one: no step starts there. Elsewhere a thread for which
    /// there is no step waits for ever.
    pub end: Option<usize>,
    /// Local variables, at first false.
    pub locals: usize,
    /// Steps.
    pub steps: Vec<Step>,
}

/// What a thread may do at a control point.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// The control point before.
    pub start: usize,
    /// The control point after.
    pub end: usize,
    /// What is done.
    pub action: Action,
}

/// What a step does.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// A guarded command: some variables have these values; assignments in order.
    Plain {
        /// All of these hold.
        guard: Vec<(Variable, bool)>,
        /// Then these happen.
        assignments: Vec<(Variable, Source)>,
    },
    /// Waits for a constant: nothing, or for ever.
    Await(bool),
    /// Fails unless the variable has this value.
    Assert(Variable, bool),
    /// Operations on locks.
    Acquire(LockRef),
    /// Fails unless the thread owns the lock.
    Release(LockRef),
    /// For monitors only; makes one more control point.
    Wait(LockRef),
    /// For monitors only.
    Notify(LockRef),
    /// For monitors only.
    NotifyAll(LockRef),
    /// Operations on semaphores.
    Down(usize),
    /// Fails at the maximum.
    Up(usize),
}

/// A variable as a thread names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variable {
    /// A local variable of the thread itself.
    Local(usize),
    /// A shared variable without discipline.
    Flag(usize),
    /// A protected variable.
    Data(usize),
    /// The protected variable whose number is the value of a local variable; with one protected variable, number 1
    /// is out of range.
    DataAt(usize),
}

/// A value as a thread computes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// This value.
    Constant(bool),
    /// The value of a variable.
    Copy(Variable),
    /// The other value.
    Not(Variable),
    /// The value plus one: out of range if it is true.
    Next(Variable),
}

/// A lock as a thread names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LockRef {
    /// This lock.
    Number(usize),
    /// The lock whose number is the value of a local variable; only with two locks.
    At(usize),
}

/// What kind of locks a system has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LockKind {
    /// Acquired once at a time.
    Plain,
    /// Acquired up to twice by their owner.
    Deep,
    /// With a wait set.
    Monitor,
}

/// A predicate on states: a disjunction of conjunctions. Any table over what can be read is one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Condition(pub Vec<Vec<Literal>>);

/// Something that is read has one of these values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Literal {
    /// What is read.
    pub read: Read,
    /// The values.
    pub values: Vec<Value>,
}

/// What a predicate may read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Read {
    /// The control point of a thread.
    Point(usize),
    /// A local variable of a thread.
    Local(usize, usize),
    /// A shared variable without discipline.
    Flag(usize),
    /// A protected variable.
    Data(usize),
    /// The owner of a lock: 0 for none, `i + 1` for thread `i`.
    Owner(usize),
    /// The value of a semaphore.
    Semaphore(usize),
}

impl Action {
    /// Nothing, always enabled.
    pub fn skip() -> Self {
        Action::Plain { guard: Vec::new(), assignments: Vec::new() }
    }
}

impl Condition {
    /// Something has one of these values.
    pub fn of(read: Read, values: impl IntoIterator<Item = Value>) -> Self {
        Condition(vec![vec![Literal { read, values: values.into_iter().collect() }]])
    }

    /// Both hold.
    #[must_use]
    pub fn and(&self, other: &Condition) -> Self {
        let both = |a: &Vec<Literal>, b: &Vec<Literal>| a.iter().chain(b).cloned().collect();
        Condition(self.0.iter().flat_map(|a| other.0.iter().map(move |b| both(a, b))).collect())
    }

    /// One of them holds.
    #[must_use]
    pub fn or(&self, other: &Condition) -> Self {
        Condition(self.0.iter().chain(&other.0).cloned().collect())
    }
}
