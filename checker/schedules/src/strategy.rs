//! The ways in which the schedules that are run are chosen.

/// The way in which the schedules that are run are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Strategy {
    /// One schedule of each class of equivalent ones, by optimal dynamic partial-order reduction: source sets, wakeup
    /// trees and sleep sets (Abdulla, Aronis, Jonsson, Sagonas 2014).
    #[default]
    Optimal,
    /// By source sets and sleep sets: the same classes, and now and then an execution that is given up.
    Source,
    /// Invisible-first selective search (IF-SSS, S1) with sleep sets: all threads are taken at each visible operation.
    InvisibleFirst,
    /// Selective search (SSS, S1) with sleep sets: unlocking, and the ends of threads, are steps of their own.
    Selective,
    /// All schedules, depth first, every operation a step of its own. For comparisons.
    All,
    /// Each step by a thread drawn with equal chances, from this seed. Under C11's memory, a read among several writes
    /// reads the newest one with an even chance, and else each with the same; so does a write among several places.
    Random(u64),
    /// Probabilistic concurrency testing: priorities drawn from the seed, changed in so many places (Burckhardt,
    /// Kothari, Musuvathi, Nagarakatte 2010).
    Pct {
        /// The seed.
        seed: u64,
        /// The number of steps after which a thread's priority becomes the lowest. Under C11's memory also the number
        /// of operations that read an old value, or write before what is there.
        changes: usize,
    },
}

impl Strategy {
    /// Tells whether it draws executions by chance.
    pub(crate) fn samples(self) -> bool {
        matches!(self, Strategy::Random(_) | Strategy::Pct { .. })
    }
}
