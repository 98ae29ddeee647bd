//! Events: what threads do, one at a time.

/// Defines a number that stands for a thing of one kind.
macro_rules! number {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// The number as an index.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "#{}", self.0)
            }
        }
    };
}

number! {
    /// A thread, by its number. Numbers should be given without gaps: memory grows with the largest.
    Thread
}
number! {
    /// A lock, by its number. Numbers should be given without gaps: memory grows with the largest.
    Lock
}
number! {
    /// A shared variable, by its number. Numbers should be given without gaps: memory grows with the largest.
    Variable
}
number! {
    /// A volatile variable, by its number. Numbers should be given without gaps: memory grows with the largest.
    Volatile
}
number! {
    /// A place in a program's text, by its number in [`Names`](crate::Names).
    Location
}

/// The two kinds of accesses: reads and writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AccessKind {
    /// The access reads.
    Read,
    /// The access writes.
    Write,
}

/// The operation of a thread in one event (S4 section 3, and volatile variables, section 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operation {
    /// The thread reads a variable.
    Read(Variable),
    /// The thread writes a variable.
    Write(Variable),
    /// The thread acquires a lock, which it may have already.
    Acquire(Lock),
    /// The thread releases a lock once.
    Release(Lock),
    /// The thread starts another one.
    Fork(Thread),
    /// The thread has waited for the end of another one.
    Join(Thread),
    /// The thread reads a volatile variable.
    VolatileRead(Volatile),
    /// The thread writes a volatile variable.
    VolatileWrite(Volatile),
}

/// One event of an execution: who does what, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Event {
    /// The thread that acts.
    pub thread: Thread,
    /// The operation of the thread.
    pub operation: Operation,
    /// The number of the event's line in a trace, from one; or any number that says which event this is.
    pub line: u64,
    /// The place in the program's text, if it is known.
    pub location: Option<Location>,
}
