//! Parts of states, which many states share.

use std::fmt;
use std::hash::{BuildHasher, Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rustc_hash::FxBuildHasher;

/// A part of a state, such as a thread or an object, which is shared between states: a copy costs a count, and
/// comparing a part with itself nothing. It remembers its hash, and under which number a
/// [`StateStore`](crate::StateStore) keeps it.
///
/// ```
/// use reductio_programs::Part;
///
/// let one = Part::new(vec![1, 2]);
/// let mut other = one.clone();
/// other.make_mut().push(3);
/// assert_eq!((one.len(), other.len()), (2, 3));
/// assert!(one != other && one == Part::new(vec![1, 2]));
/// ```
pub struct Part<T>(Arc<Kept<T>>);

struct Kept<T> {
    /// The hash of the value; 0 if it is not known yet.
    hash: AtomicU64,
    /// The store that keeps the value and the number that it has there, in half of the bits each; 0 if none is known.
    number: AtomicU64,
    value: T,
}

impl<T> Kept<T> {
    fn new(value: T) -> Self {
        Kept { hash: AtomicU64::new(0), number: AtomicU64::new(0), value }
    }
}

impl<T: Clone> Clone for Kept<T> {
    /// Only what is about to change is copied.
    fn clone(&self) -> Self {
        Kept::new(self.value.clone())
    }
}

impl<T> Part<T> {
    /// A part with a value, shared with nobody yet.
    pub fn new(value: T) -> Self {
        Part(Arc::new(Kept::new(value)))
    }

    /// The number in a store, if the part is known to be kept there.
    pub(crate) fn number_in(&self, store: u32) -> Option<u32> {
        let [of, number] = halves(self.0.number.load(Ordering::Relaxed));
        (of == store && store != 0).then_some(number)
    }

    /// Says under which number a store keeps the value. A later store takes the place of an earlier one.
    pub(crate) fn set_number(&self, store: u32, number: u32) {
        let both = u64::from(store) << 32 | u64::from(number);
        self.0.number.store(both, Ordering::Relaxed);
    }

    /// Decides whether two parts are one, and not only alike.
    pub fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl<T: Hash> Part<T> {
    /// The hash of the value. It is found once.
    pub(crate) fn hash_of_value(&self) -> u64 {
        let known = self.0.hash.load(Ordering::Relaxed);
        if known != 0 {
            return known;
        }
        let hash = FxBuildHasher.hash_one(&self.0.value).max(1);
        self.0.hash.store(hash, Ordering::Relaxed);
        hash
    }
}

impl<T: Clone> Part<T> {
    /// The value, to be changed. It is copied if other states have it too.
    pub fn make_mut(&mut self) -> &mut T {
        let kept = Arc::make_mut(&mut self.0);
        *kept.hash.get_mut() = 0;
        *kept.number.get_mut() = 0;
        &mut kept.value
    }
}

/// The upper and the lower half of the bits.
fn halves(both: u64) -> [u32; 2] {
    #[expect(clippy::cast_possible_truncation, reason = "these are the halves")]
    let halves = [(both >> 32) as u32, both as u32];
    halves
}

impl<T> From<T> for Part<T> {
    fn from(value: T) -> Self {
        Part::new(value)
    }
}

impl<T: Default> Default for Part<T> {
    fn default() -> Self {
        Part::new(T::default())
    }
}

impl<T> Deref for Part<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0.value
    }
}

impl<T> Clone for Part<T> {
    fn clone(&self) -> Self {
        Part(Arc::clone(&self.0))
    }

    /// Most parts of a state are those of the state before: then nothing is counted.
    fn clone_from(&mut self, source: &Self) {
        if !self.is(source) {
            *self = source.clone();
        }
    }
}

impl<T: PartialEq> PartialEq for Part<T> {
    fn eq(&self, other: &Self) -> bool {
        self.is(other) || self.0.value == other.0.value
    }
}

impl<T: Eq> Eq for Part<T> {}

impl<T: Hash> Hash for Part<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash_of_value());
    }
}

impl<T: fmt::Debug> fmt::Debug for Part<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.value.fmt(f)
    }
}
