//! Values that are kept for each thread of an execution, by its number.

use std::ops::Index;

/// A map from the numbers of threads, which are small.
#[derive(Clone, Debug)]
pub(crate) struct ByThread<T>(Vec<Option<(usize, T)>>);

impl<T> Default for ByThread<T> {
    fn default() -> Self {
        ByThread(Vec::new())
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as the maps of `std`")]
impl<T> ByThread<T> {
    #[inline]
    pub(crate) fn get(&self, thread: &usize) -> Option<&T> {
        self.0.get(*thread)?.as_ref().map(|(_, value)| value)
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, thread: &usize) -> Option<&mut T> {
        self.0.get_mut(*thread)?.as_mut().map(|(_, value)| value)
    }

    pub(crate) fn insert(&mut self, thread: usize, value: T) {
        if self.0.len() <= thread {
            self.0.resize_with(thread + 1, || None);
        }
        self.0[thread] = Some((thread, value));
    }

    /// Forgets all threads, and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// All, in the order of their numbers.
    #[inline]
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&usize, &T)> {
        self.0.iter().flatten().map(|(thread, value)| (thread, value))
    }

    pub(crate) fn values(&self) -> impl Iterator<Item = &T> {
        self.0.iter().flatten().map(|(_, value)| value)
    }

    pub(crate) fn values_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.0.iter_mut().flatten().map(|(_, value)| value)
    }
}

impl<T: Default> ByThread<T> {
    /// The value that is kept for a thread: made if there is nothing so far.
    #[inline]
    pub(crate) fn of(&mut self, thread: usize) -> &mut T {
        if self.0.len() <= thread {
            self.0.resize_with(thread + 1, || None);
        }
        &mut self.0[thread].get_or_insert_with(|| (thread, T::default())).1
    }
}

impl<T> Index<&usize> for ByThread<T> {
    type Output = T;

    fn index(&self, thread: &usize) -> &T {
        self.get(thread).unwrap_or_else(|| unreachable!("there is no thread {thread}"))
    }
}
