//! Cells without a guard, as `loom`'s: of two accesses by different threads, one of which writes, one has to come
//! before the other in all equivalent schedules. Else the access is a finding. Outside of a search nothing is checked.

use std::fmt;

use crate::run::accesses::Access;
use crate::run::context::{current, here};
use crate::search::event::Site;
use crate::sync::ident::Ident;

fn check(ident: &Ident, write: bool, site: Site) {
    if let Some(context) = current() {
        let id = ident.id(&context);
        context.checked(|state| state.access(id, Access { thread: context.me, write, site }));
    }
}

/// The core of types that share without a guard, with the signatures of `loom::cell::UnsafeCell`. In a search, its
/// accesses are no steps, and each is checked.
///
/// ```
/// use reductio_schedules::cell::UnsafeCell;
///
/// let cell = UnsafeCell::new(1);
/// cell.with_mut(|value| assert!(!value.is_null()));
/// assert_eq!(cell.into_inner(), 1);
/// ```
pub struct UnsafeCell<T: ?Sized> {
    ident: Ident,
    inner: std::cell::UnsafeCell<T>,
}

impl<T> UnsafeCell<T> {
    /// A cell with a value.
    #[track_caller]
    pub fn new(value: T) -> Self {
        UnsafeCell { ident: Ident::new("UnsafeCell"), inner: std::cell::UnsafeCell::new(value) }
    }

    /// The value; the cell is gone.
    pub fn into_inner(self) -> T {
        self.inner.into_inner()
    }
}

impl<T: ?Sized> UnsafeCell<T> {
    /// Calls a closure with a pointer by which the value is read.
    #[track_caller]
    pub fn with<R>(&self, read: impl FnOnce(*const T) -> R) -> R {
        let site = here();
        check(&self.ident, false, site);
        let result = read(self.inner.get());
        // Others may have gone on in between.
        check(&self.ident, false, site);
        result
    }

    /// Calls a closure with a pointer by which the value is written.
    #[track_caller]
    pub fn with_mut<R>(&self, write: impl FnOnce(*mut T) -> R) -> R {
        let site = here();
        check(&self.ident, true, site);
        let result = write(self.inner.get());
        check(&self.ident, true, site);
        result
    }
}

impl<T: Default> Default for UnsafeCell<T> {
    #[track_caller]
    fn default() -> Self {
        UnsafeCell::new(T::default())
    }
}

impl<T> From<T> for UnsafeCell<T> {
    #[track_caller]
    fn from(value: T) -> Self {
        UnsafeCell::new(value)
    }
}

impl<T: ?Sized> fmt::Debug for UnsafeCell<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UnsafeCell").finish_non_exhaustive()
    }
}

/// A value that is copied in and out, with the signatures of `loom::cell::Cell`. In a search, its accesses are no
/// steps, and each is checked.
pub struct Cell<T> {
    ident: Ident,
    inner: std::cell::Cell<T>,
}

impl<T> Cell<T> {
    /// A cell with a value.
    #[track_caller]
    pub fn new(value: T) -> Self {
        Cell { ident: Ident::new("Cell"), inner: std::cell::Cell::new(value) }
    }

    /// A copy of the value.
    #[track_caller]
    pub fn get(&self) -> T
    where
        T: Copy,
    {
        check(&self.ident, false, here());
        self.inner.get()
    }

    /// Sets the value.
    #[track_caller]
    pub fn set(&self, value: T) {
        check(&self.ident, true, here());
        self.inner.set(value);
    }

    /// Sets the value, and returns the one before.
    #[track_caller]
    pub fn replace(&self, value: T) -> T {
        check(&self.ident, true, here());
        self.inner.replace(value)
    }

    /// Takes the value, and leaves a default one.
    #[track_caller]
    pub fn take(&self) -> T
    where
        T: Default,
    {
        check(&self.ident, true, here());
        self.inner.take()
    }

    /// Swaps the values of two cells.
    #[track_caller]
    pub fn swap(&self, other: &Self) {
        let site = here();
        check(&self.ident, true, site);
        check(&other.ident, true, site);
        self.inner.swap(&other.inner);
    }

    /// The value, for one who has the only access to the cell.
    pub fn get_mut(&mut self) -> &mut T {
        self.inner.get_mut()
    }

    /// The value; the cell is gone.
    pub fn into_inner(self) -> T {
        self.inner.into_inner()
    }
}

impl<T: Default> Default for Cell<T> {
    #[track_caller]
    fn default() -> Self {
        Cell::new(T::default())
    }
}

impl<T> From<T> for Cell<T> {
    #[track_caller]
    fn from(value: T) -> Self {
        Cell::new(value)
    }
}

impl<T: Copy + fmt::Debug> fmt::Debug for Cell<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.fmt(f)
    }
}
