//! C11's memory for the threads of an execution: a search over execution graphs under RC11 (Lahav et al., PLDI 2017).
//!
//! A graph has the events of each thread, which write each read reads, and an order of the writes of each location.
//! Each consistent graph of the program is built once, by the algorithm `TruSt` (Kokologiannakis et al., POPL 2022): an
//! execution of the program replays a graph, in an order in which what comes before comes first, and adds to it. A new
//! read may read each write that is consistent, a new write may come at each place that is, and a new write may be read
//! by reads that are there (`revisit.rs`). Atomics answer from the graph. Data lie where they lie: an execution takes
//! its steps in an order of happens-before, and a race is a finding, so that each access finds the right value.
//!
//! - `view.rs`, `graph.rs`: clocks and graphs, coherence, atomicity; `strongest.rs`: the order of what is `SeqCst`;
//! - `engine.rs`: the answers to operations, `append.rs`: to new ones; `next.rs`: who goes on, and loops that wait;
//! - `drawn.rs`: executions by chance (`chance.rs`), one event at a time; `cycle.rs`: the order of what is `SeqCst`;
//! - `weak.rs`: the memory of an execution of threads; `run/weak.rs`: how these ask it.
//!
//! Locks: `lock` waits, and comes after the last `unlock`; another order is made by taking a lock before one that had
//! it, which is removed and comes again. What that lock needs is not changed any more, so no graph comes twice.

pub(crate) mod answer;
mod append;
mod asks;
pub(crate) mod chance;
mod cycle;
mod drawn;
pub(crate) mod engine;
pub(crate) mod graph;
mod locks;
pub(crate) mod next;
pub(crate) mod objects;
mod revisit;
pub(crate) mod stronger;
mod strongest;
pub(crate) mod view;
pub(crate) mod weak;

pub use answer::C11;

/// The memory that threads share: which values an atomic may give to a thread that reads it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Memory {
    /// First as [`Memory::SequentiallyConsistent`], while the premise of DRF-SC is watched: any two accesses to an
    /// atomic, of which one writes, are ordered by happens-before, or both are `SeqCst`. If that is so in all
    /// schedules, the answer is one for C11's memory as well, and [`Report::c11`](crate::Report::c11) says so. If not,
    /// the executions of C11's memory are walked as with [`Memory::Rc11`]. Where that is not possible, or takes too
    /// long, the answer is about sequential consistency only, and says why. With a [`Strategy`](crate::Strategy) that
    /// draws by chance, executions of C11's memory are drawn where DRF-SC does not decide.
    #[default]
    Auto,
    /// All operations of all threads have one order, and a read gives the value of the last write. Orderings of atomics
    /// are taken for `SeqCst`.
    SequentiallyConsistent,
    /// C11's, and Rust's: a read may give an old value as far as the orderings of atomics, and fences, let it. To the
    /// letter RC11, which is C11 without executions in which threads read what they have not written so far (load
    /// buffering), and with stronger rules for `SeqCst`.
    ///
    /// It is there for threads, joins and scopes, atomics and fences, `Mutex::lock`, `Shared::new`, `UnsafeCell` and
    /// `Cell`, `choose`, and `Arc` as long as it does not matter who drops it last. A test that does something else is
    /// undecided, and says with what. The first panic or race ends the search. `compare_exchange_weak` does not fail
    /// without reason. With [`Strategy::Random`](crate::Strategy::Random) and [`Strategy::Pct`](crate::Strategy::Pct)
    /// executions are drawn by chance; then it does, once in an execution at most, and semaphores, barriers, channels
    /// with a bound and more are there as well.
    Rc11,
}
