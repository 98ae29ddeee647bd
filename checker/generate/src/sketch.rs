//! Sketches: small systems as data, which are drawn, shrunk and printed.

use reductio_system::{Fairness, Formula, Value};

/// The largest value of a semaphore, whose domain is `0 ..= SEMAPHORE_MAX`; all other variables are truth values.
pub const SEMAPHORE_MAX: Value = 2;

/// A small system. Everything is numbered from 0; [`Sketch::build`](super::Sketch::build) makes a
/// [`System`](reductio_system::System) of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sketch {
    /// The threads.
    pub threads: Vec<ThreadSketch>,
    /// The number of shared variables without discipline, at first false.
    pub flags: usize,
    /// The number of locks.
    pub locks: usize,
    /// The kind of all locks.
    pub lock_kind: LockKind,
    /// The first value of each semaphore.
    pub semaphores: Vec<Value>,
    /// The predicates of each protected variable, one for each thread. The variables are at first false.
    pub objects: Vec<Vec<PredicateSketch>>,
    /// The classes of the protected variables, by number; the predicates of one that is not protected mean nothing.
    /// Without classes all are protected.
    pub classes: Vec<ClassSketch>,
    /// The conditions that are claimed to hold in every reachable state.
    pub invariants: Vec<PredicateSketch>,
    /// The conditions of which each is claimed to hold in some reachable state.
    pub goals: Vec<PredicateSketch>,
    /// The formulas that are claimed to be true of every fair run.
    pub properties: Vec<PropertySketch>,
}

/// A formula about the runs of a sketch.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PropertySketch {
    /// The formula; its atoms are numbers in `atoms`.
    pub formula: Formula<usize>,
    /// The conditions that the atoms stand for.
    pub atoms: Vec<PredicateSketch>,
}

/// The class of a variable of a sketch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClassSketch {
    /// It is protected by its predicates.
    Protected,
    /// One thread touches it.
    Unshared,
    /// It has a lock discipline; the thread with this number, if it touches it at all, initializes it.
    Disciplined(Option<usize>),
}

/// A thread of a sketch. Control point 0 is the initial one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ThreadSketch {
    /// The number of control points.
    pub points: usize,
    /// The control point at which the thread ends, if it has one: no step starts there. At another control point
    /// without a step a thread waits for ever.
    pub end: Option<usize>,
    /// The number of local variables, at first false.
    pub locals: usize,
    /// The steps of the thread.
    pub steps: Vec<StepSketch>,
    /// The assumption on how often the thread moves.
    pub fairness: Fairness,
}

/// A step that a thread may take at a control point.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StepSketch {
    /// The control point before.
    pub start: usize,
    /// The control point after.
    pub end: usize,
    /// The action of the step.
    pub action: Action,
}

/// The action of a step.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// A guarded command: enabled where some variables have these values, then some assignments in order.
    Plain {
        /// The variables with the values that they must have.
        guard: Vec<(VariableRef, bool)>,
        /// The assignments, in order.
        assignments: Vec<(VariableRef, ValueSketch)>,
    },
    /// Waits for a constant: not at all, or for ever.
    Await(bool),
    /// Fails unless the variable has this value.
    Assert(VariableRef, bool),
    /// Acquires the lock.
    Acquire(LockRef),
    /// Releases the lock. Fails unless the thread owns it.
    Release(LockRef),
    /// Waits on the monitor; this makes one more control point.
    Wait(LockRef),
    /// Notifies one thread that waits on the monitor.
    Notify(LockRef),
    /// Notifies all threads that wait on the monitor.
    NotifyAll(LockRef),
    /// Takes the lock if it can, and writes to the variable, if one is given, whether it did. Where it cannot it goes
    /// to the control point with this number, and not to that of the step.
    Try(LockRef, Option<VariableRef>, usize),
    /// Notifies one thread that waits on the monitor, whoever owns it.
    Signal(LockRef),
    /// Notifies all threads that wait on the monitor, whoever owns it.
    Broadcast(LockRef),
    /// Lowers the semaphore; waits while it is zero.
    Down(usize),
    /// Raises the semaphore. Fails at the maximum.
    Up(usize),
}

/// A variable as a thread names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VariableRef {
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

/// A value that a thread computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ValueSketch {
    /// A constant.
    Constant(bool),
    /// The value of a variable.
    Copy(VariableRef),
    /// The negation of a variable.
    Not(VariableRef),
    /// The value of a variable plus one: out of range if it is true.
    Next(VariableRef),
}

/// A lock, as a thread names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LockRef {
    /// The lock with this number.
    Number(usize),
    /// The lock whose number is the value of a local variable; only with two locks.
    At(usize),
}

/// The kind of the locks of a sketch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LockKind {
    /// Locks that are acquired once at a time.
    Plain,
    /// Locks that their owner may acquire twice.
    Deep,
    /// Locks with a wait set.
    Monitor,
}

/// A predicate on states: a disjunction of conjunctions. Any table over what can be read is one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct PredicateSketch(pub Vec<Vec<Literal>>);

/// A test whether one part of a state has one of some values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Literal {
    /// The part that is read.
    pub read: Read,
    /// The values for which the test holds.
    pub values: Vec<Value>,
}

/// A part of a state, as predicates read it.
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
    /// The action without effect, which is always enabled.
    pub fn skip() -> Self {
        Action::Plain { guard: Vec::new(), assignments: Vec::new() }
    }
}

impl PredicateSketch {
    /// The condition that a part of the state has one of these values.
    pub fn of(read: Read, values: impl IntoIterator<Item = Value>) -> Self {
        PredicateSketch(vec![vec![Literal { read, values: values.into_iter().collect() }]])
    }

    /// The condition that both hold.
    #[must_use]
    pub fn and(&self, other: &PredicateSketch) -> Self {
        let both = |a: &Vec<Literal>, b: &Vec<Literal>| a.iter().chain(b).cloned().collect();
        PredicateSketch(
            self.0.iter().flat_map(|a| other.0.iter().map(move |b| both(a, b))).collect(),
        )
    }

    /// The condition that one of them holds.
    #[must_use]
    pub fn or(&self, other: &PredicateSketch) -> Self {
        PredicateSketch(self.0.iter().chain(&other.0).cloned().collect())
    }
}
