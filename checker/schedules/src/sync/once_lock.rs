//! `OnceLock`, as `std`'s.

use std::fmt;

use crate::run::context::{current, here};
use crate::search::access::ObjectId;
use crate::search::op::Op;
use crate::sync::ident::Ident;
use crate::sync::once::Attempt;

/// A cell that is filled once, as [`std::sync::OnceLock`]. In a search, to begin to fill it, to have filled it, and to
/// look are steps.
pub struct OnceLock<T> {
    ident: Ident,
    inner: std::sync::OnceLock<T>,
}

impl<T> OnceLock<T> {
    /// An empty cell.
    #[track_caller]
    pub fn new() -> Self {
        OnceLock { ident: Ident::new("OnceLock"), inner: std::sync::OnceLock::new() }
    }

    /// The value, if the cell is filled.
    #[track_caller]
    pub fn get(&self) -> Option<&T> {
        let site = here();
        if let Some(context) = current() {
            let id = self.ident.id(&context);
            if context.step(Op::Look(id), site) == Some(0) {
                // It is, but this thread does not see it.
                return None;
            }
        }
        self.inner.get()
    }

    /// The value, for one who has the only access to the cell.
    pub fn get_mut(&mut self) -> Option<&mut T> {
        self.inner.get_mut()
    }

    /// Fills the cell.
    ///
    /// # Errors
    /// With the value, if the cell is filled already.
    #[track_caller]
    pub fn set(&self, value: T) -> Result<(), T> {
        let mut value = Some(value);
        self.get_or_init(|| value.take().unwrap_or_else(|| unreachable!("called twice")));
        value.map_or(Ok(()), Err)
    }

    /// Waits until the cell is filled.
    #[track_caller]
    pub fn wait(&self) -> &T {
        let site = here();
        let Some(context) = current() else { return self.inner.wait() };
        let id = self.ident.id(&context);
        if id.maker == ObjectId::OUTSIDE && self.inner.get().is_some() {
            // It may have been filled before the execution.
            context.quietly(|state| state.world.locks.entry(id).or_default().filled = true);
        }
        context.step(Op::Filled { cell: id, forced: true }, site);
        match self.inner.get() {
            Some(value) => value,
            None => context.leave().unwrap_or_else(|| self.inner.wait()),
        }
    }

    /// The value; if there is none, the closure makes it, while others wait.
    #[track_caller]
    pub fn get_or_init(&self, make: impl FnOnce() -> T) -> &T {
        let site = here();
        let Some(context) = current() else { return self.inner.get_or_init(make) };
        let id = self.ident.id(&context);
        let attempt = Attempt::begin(&context, id, site);
        let Some(mut attempt) = attempt else { return self.inner.get_or_init(make) };
        let value = match self.inner.get() {
            None => make(),
            // Filled outside of the execution.
            Some(value) => {
                attempt.filled = true;
                return value;
            }
        };
        attempt.filled = true;
        // Others find the value after the next step.
        let cell = &self.inner;
        drop(attempt);
        cell.get_or_init(|| value)
    }

    /// The value; the cell is gone.
    pub fn into_inner(self) -> Option<T> {
        self.inner.into_inner()
    }

    /// The value; the cell is empty afterwards, and another one in a search.
    #[track_caller]
    pub fn take(&mut self) -> Option<T> {
        self.ident = Ident::new("OnceLock");
        self.inner.take()
    }
}

impl<T> Default for OnceLock<T> {
    #[track_caller]
    fn default() -> Self {
        OnceLock::new()
    }
}

impl<T> From<T> for OnceLock<T> {
    #[track_caller]
    fn from(value: T) -> Self {
        let cell = OnceLock::new();
        _ = cell.set(value);
        cell
    }
}

impl<T: Clone> Clone for OnceLock<T> {
    #[track_caller]
    fn clone(&self) -> Self {
        self.get().map_or_else(OnceLock::new, |value| OnceLock::from(value.clone()))
    }
}

impl<T: PartialEq> PartialEq for OnceLock<T> {
    #[track_caller]
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}

impl<T: Eq> Eq for OnceLock<T> {}

impl<T: fmt::Debug> fmt::Debug for OnceLock<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.fmt(f)
    }
}
