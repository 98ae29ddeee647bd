//! Fairness: what is assumed of a thread that can move again and again.

/// The assumption on a thread in a run that goes on for ever. Runs that end, because no thread can move, are fair to
/// all threads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fairness {
    /// Nothing: the thread may stop for ever anywhere.
    #[default]
    Unfair,
    /// If the thread can move in every state from some point on, it moves again and again.
    Weak,
    /// If the thread can move in infinitely many states, it moves again and again.
    Strong,
}
