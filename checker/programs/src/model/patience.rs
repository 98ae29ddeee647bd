//! The patience of a search: how far a thread goes on with what others cannot tell from its doing it at once.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// The greatest number of instructions that are tried at once.
const MOST: usize = 1 << 20;

/// The number of vain tries after which nothing is tried any more. Each may cost as much as many states.
const TRIES: usize = 4;

/// The number of instructions between two looks at the flag that ends a search.
const LOOK: usize = 1 << 8;

/// The patience of a model with threads that compute for long and then come to what others can see. Where such a thread
/// were interrupted, all the others would have their turns, again and again, and none would make a difference.
///
/// A thread that goes round for ever, or on for longer than is tried, is interrupted as before, so that steps end and
/// no thread is ignored. So it is once the flag is raised that ends the search, which then ends at the next state where
/// it looks at it.
#[derive(Debug, Default)]
pub struct Patience<'p> {
    vain: AtomicUsize,
    cancel: Option<&'p AtomicBool>,
}

impl<'p> Patience<'p> {
    /// Gives the flag that ends the search, or none.
    #[must_use]
    pub fn with_cancel(self, cancel: Option<&'p AtomicBool>) -> Self {
        Patience { cancel, ..self }
    }

    /// Decides whether the flag is raised, if it is time to look at it after so many instructions.
    pub fn is_over(&self, count: usize) -> bool {
        count.is_multiple_of(LOOK) && self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Goes on for as long as `step` says that it has taken a further instruction, and gives their number; `None`, with
    /// `at` as it was, if it does not come to an end, or the flag is raised before it does. `is_same` tells whether
    /// nothing has changed since an earlier instruction. Of all that is between, two more states are kept.
    ///
    /// ```
    /// use reductio_programs::Patience;
    ///
    /// let patience = Patience::default();
    /// let mut count = 0;
    /// let up_to = |most: u32| move |at: &mut u32| { *at += 1; *at <= most };
    /// assert_eq!(patience.run(&mut count, up_to(100_000), |one, two| one == two), Some(100_000));
    /// // It goes round, and never ends.
    /// let mut count = 5;
    /// let round = |at: &mut u32| { *at = (*at + 1) % 10; true };
    /// assert_eq!((patience.run(&mut count, round, |one, two| one == two), count), (None, 5));
    ///
    /// // The flag is raised after some time, and it is looked at soon.
    /// use std::sync::atomic::{AtomicBool, Ordering};
    ///
    /// let (flag, mut taken) = (AtomicBool::new(false), 0);
    /// let patience = patience.with_cancel(Some(&flag));
    /// let long = |at: &mut u32| {
    ///     *at += 1;
    ///     taken += 1;
    ///     flag.store(*at > 5_000, Ordering::Relaxed);
    ///     *at <= 100_000
    /// };
    /// assert_eq!((patience.run(&mut count, long, |one, two| one == two), count), (None, 5));
    /// assert!(taken < 7_000);
    /// ```
    pub fn run<S: Clone>(
        &self,
        at: &mut S,
        mut step: impl FnMut(&mut S) -> bool,
        is_same: impl Fn(&S, &S) -> bool,
    ) -> Option<usize> {
        if self.vain.load(Ordering::Relaxed) >= TRIES || self.is_over(0) {
            return None;
        }
        let before = at.clone();
        // Who goes round comes back to where it was at some power of two.
        let (mut mark, mut next_mark) = (at.clone(), 1);
        for count in 0..MOST {
            if self.is_over(count) {
                break;
            }
            if !step(at) {
                return Some(count);
            }
            if is_same(at, &mark) {
                *at = before;
                return None;
            }
            if count + 1 == next_mark {
                mark = at.clone();
                next_mark *= 2;
            }
        }
        self.vain.fetch_add(1, Ordering::Relaxed);
        *at = before;
        None
    }
}
