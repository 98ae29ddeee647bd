//! The knowledge that a search may have of the threads' future, beyond what a model says of their next steps.

/// A source of what threads may come to do from a state, from which persistent sets are made
/// ([`Choice::Foreseen`](crate::Choice::Foreseen)). The rules by which threads share variables can tell more than their
/// control points.
pub trait Foresight<S>: Sync {
    /// The threads, by bit, that may come to do something that *might be the first to interfere* with something that a
    /// thread is about to do (Godefroid 1996, definition 4.26; S1 section 6): there are steps of other threads from the
    /// state, the last of which is one of theirs and depends on what the thread is about to do, and none before depends
    /// on it. The thread itself need not be left out, and more threads may be told than there are.
    ///
    /// What a thread is about to do is everything that its next step may touch, as the selection puts steps together,
    /// and what decides which steps it can take.
    fn interfering(&self, state: &S, thread: usize) -> u64;
}

/// The threads that a set of one thread must have beside it, for their enabled steps to be persistent in a state: the
/// set is closed under "may be the first to interfere" (Algorithm 2 of Godefroid 1996, 2-LD and 2-LD' of S1). In
/// ascending order. The model has at most 64 threads.
pub fn foreseen_threads<S>(foresight: &dyn Foresight<S>, state: &S, first: usize) -> Vec<usize> {
    let set = closure(first, |thread| foresight.interfering(state, thread));
    (0..64).filter(|thread| set & 1 << thread != 0).collect()
}

/// The smallest set of threads, by bit, with a thread in it and all that interfere with one of its threads.
pub(crate) fn closure(first: usize, interfering: impl Fn(usize) -> u64) -> u64 {
    let mut set: u64 = 1 << first;
    let mut open = set;
    while open != 0 {
        let thread = open.trailing_zeros() as usize;
        let more = interfering(thread) & !set;
        set |= more;
        open = open & !(1 << thread) | more;
    }
    set
}
