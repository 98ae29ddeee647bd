//! How far a thread goes on with what others cannot tell from its doing it at once.

use std::sync::atomic::{AtomicUsize, Ordering};

/// The greatest number of instructions that are tried at once.
const MOST: usize = 1 << 20;

/// The number of vain tries after which nothing is tried any more. Each may cost as much as many states.
const TRIES: usize = 4;

/// The patience of a model with threads that compute for long and then come to what others can see. Where such a thread were
/// interrupted, all the others would have their turns, again and again, and none would make a difference.
///
/// A thread that goes round for ever, or on for longer than is tried, is interrupted as before, so that steps end and no thread is
/// ignored.
#[derive(Debug, Default)]
pub struct Patience {
    vain: AtomicUsize,
}

impl Patience {
    /// Goes on for as long as `step` says that it has taken a further instruction, and gives their number; `None`, with `at` as it was,
    /// if it does not come to an end. `is_same` tells whether nothing has changed since an earlier instruction.
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
    /// ```
    pub fn run<S: Clone>(
        &self,
        at: &mut S,
        mut step: impl FnMut(&mut S) -> bool,
        is_same: impl Fn(&S, &S) -> bool,
    ) -> Option<usize> {
        if self.vain.load(Ordering::Relaxed) >= TRIES {
            return None;
        }
        let before = at.clone();
        // Who goes round comes back to where it was at some power of two.
        let (mut mark, mut next_mark) = (at.clone(), 1);
        for count in 0..MOST {
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
