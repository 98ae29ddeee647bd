//! Renamings of threads that change nothing that a model does: states that differ by one are stored once.

/// A group of renamings of threads. Each of them takes the initial state to itself, and states and steps to states and
/// steps about which a search says the same: of threads that become one another.
///
/// What is stored is one state for all that differ by a renaming. A run that is told is made again from the initial
/// state, by the threads that took its steps. A renaming is written as a list: for each thread the one that it becomes.
pub trait Renamings<S>: Sync {
    /// Replaces a state by the one that stands for all that differ from it by a renaming. `parts` becomes, for each
    /// thread, the first of the threads that then are what it was: several may be alike, and to exchange them changes
    /// nothing.
    fn canonize(&self, state: &mut S, parts: &mut Vec<u8>);

    /// Decides whether an earlier thread of a state that stands for others is what this one is.
    fn is_as_earlier(&self, thread: usize, state: &S) -> bool;

    /// The first thread that a thread can become.
    fn first_alike(&self, thread: usize) -> usize;

    /// A renaming that takes a state to the one that stands for it.
    fn renaming(&self, state: &S) -> Vec<usize>;

    /// A state, renamed.
    fn renamed(&self, state: &S, threads: &[usize]) -> S;

    /// A renaming by which two threads, of which one can become the other, are exchanged.
    fn exchange(&self, one: usize, other: usize) -> Vec<usize>;

    /// A renaming after which an invariant is false in the state, if some renamed form of it is, as
    /// [`Model::invariant`](super::Model::invariant) says.
    fn breaking(&self, invariant: usize, state: &S) -> Option<Vec<usize>>;
}
