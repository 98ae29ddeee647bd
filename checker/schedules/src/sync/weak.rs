//! `Weak`, as `std`'s, but whether the value is still there is explored.

use std::fmt;
use std::sync::{Arc as Real, Weak as RealWeak};

use crate::run::context::{current, here};
use crate::sync::arc::Arc;
use crate::sync::holders::{Counts, Holders};

/// A handle that does not keep its value, as [`std::sync::Weak`].
pub struct Weak<T: ?Sized> {
    pub(crate) real: RealWeak<T>,
    /// None for one that never had a value.
    pub(crate) holders: Option<Real<Holders>>,
}

impl<T> Weak<T> {
    /// A handle of no value.
    pub const fn new() -> Self {
        Weak { real: RealWeak::new(), holders: None }
    }
}

impl<T: ?Sized> Weak<T> {
    /// A handle that keeps the value, if there is still one.
    #[track_caller]
    pub fn upgrade(&self) -> Option<Arc<T>> {
        let site = here();
        let holders = self.holders.as_ref()?;
        let real = || self.real.upgrade();
        let value = match current() {
            Some(context) => holders.upgrade(&context, site, real),
            None => real(),
        };
        value.map(|value| Arc::of(value, Real::clone(holders)))
    }

    fn counts(&self) -> Counts {
        Counts { strong: self.real.strong_count(), weak: self.real.weak_count() }
    }

    fn look(&self, site: crate::search::event::Site, of: impl Fn(Counts) -> usize) -> usize {
        let look = || (of(self.counts()), Counts { strong: usize::MAX, weak: 0 });
        match (&self.holders, current()) {
            (Some(holders), Some(context)) => holders.look(&context, site, look),
            _ => look().0,
        }
    }

    /// The number of handles that keep the value.
    #[track_caller]
    pub fn strong_count(&self) -> usize {
        self.look(here(), |counts| counts.strong)
    }

    /// The number of handles that do not keep the value: 0 if it is gone.
    #[track_caller]
    pub fn weak_count(&self) -> usize {
        self.look(here(), |counts| counts.weak)
    }

    /// Decides whether two handles are of one value, or of none.
    pub fn ptr_eq(&self, other: &Self) -> bool {
        self.real.ptr_eq(&other.real)
    }

    /// The address of the value, of which this handle is never dropped.
    pub fn into_raw(self) -> *const T {
        self.real.clone().into_raw()
    }

    /// The address of the value.
    pub fn as_ptr(&self) -> *const T {
        self.real.as_ptr()
    }
}

impl<T: ?Sized> Clone for Weak<T> {
    #[track_caller]
    fn clone(&self) -> Self {
        if let (Some(holders), Some(context)) = (&self.holders, current()) {
            holders.add(&context, here());
        }
        Weak { real: self.real.clone(), holders: self.holders.clone() }
    }
}

impl<T: ?Sized> Drop for Weak<T> {
    fn drop(&mut self) {
        if let (Some(holders), Some(context)) = (&self.holders, current()) {
            holders.give_up_weak(&context);
        }
    }
}

impl<T> Default for Weak<T> {
    fn default() -> Self {
        Weak::new()
    }
}

impl<T: ?Sized> fmt::Debug for Weak<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(Weak)")
    }
}
