//! The ways in which threads are carried, and in which they are started.

/// The carrier of the threads of an execution: coroutines, or threads of the operating system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Carrier {
    /// Coroutines. They share what belongs to a thread of the operating system: variables of `std::thread_local!`, and
    /// the count of the panics by which it unwinds, so that no other one may run while one unwinds.
    Coroutines,
    /// Threads of the operating system.
    Threads,
}

/// The closure that a thread runs. `true` if it panicked.
pub(crate) type Main = Box<dyn FnOnce() -> bool + Send>;

/// The way in which a thread is to be started.
#[derive(Clone, Debug, Default)]
pub(crate) struct Manner {
    pub(crate) name: Option<String>,
    /// The bytes of its stack.
    pub(crate) stack: Option<usize>,
}

impl Manner {
    /// Makes the request to the operating system.
    pub(crate) fn real(&self) -> std::thread::Builder {
        let mut builder = std::thread::Builder::new();
        if let Some(name) = &self.name {
            builder = builder.name(name.clone());
        }
        if let Some(size) = self.stack {
            builder = builder.stack_size(size);
        }
        builder
    }
}
