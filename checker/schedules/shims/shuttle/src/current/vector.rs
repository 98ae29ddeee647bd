//! Vector clocks.

use std::cmp::Ordering;
use std::ops::Deref;

/// A vector clock: of each task, how much of what it does happens before. Places that are not there are 0.
#[derive(Clone, Debug, Default)]
pub struct VectorClock(Vec<u32>);

impl VectorClock {
    /// Nothing happens before.
    pub fn new() -> Self {
        Self::default()
    }

    /// The place of a task.
    pub fn get(&self, task: usize) -> u32 {
        self.0.get(task).copied().unwrap_or(0)
    }
}

impl From<&[u32]> for VectorClock {
    fn from(places: &[u32]) -> Self {
        VectorClock(places.to_vec())
    }
}

impl<const N: usize> From<&[u32; N]> for VectorClock {
    fn from(places: &[u32; N]) -> Self {
        VectorClock(places.to_vec())
    }
}

impl Deref for VectorClock {
    type Target = [u32];

    fn deref(&self) -> &[u32] {
        &self.0
    }
}

impl PartialEq for VectorClock {
    fn eq(&self, other: &Self) -> bool {
        self.partial_cmp(other) == Some(Ordering::Equal)
    }
}

impl Eq for VectorClock {}

/// One is less than another if all that happens before it happens before the other.
impl PartialOrd for VectorClock {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        let places = 0..self.0.len().max(other.0.len());
        let is_below = places.clone().all(|place| self.get(place) <= other.get(place));
        let is_above = places.clone().all(|place| self.get(place) >= other.get(place));
        match (is_below, is_above) {
            (true, true) => Some(Ordering::Equal),
            (true, false) => Some(Ordering::Less),
            (false, true) => Some(Ordering::Greater),
            (false, false) => None,
        }
    }
}
