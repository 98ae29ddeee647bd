//! Variables of which each thread has its own, as `std`'s.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::rc::Rc;
use std::thread as real;

use crate::run::context::current;
use crate::run::locals::Local;

/// Declares variables of which each thread has its own, as [`std::thread_local!`]. In a search, they are new in each
/// execution, and their destructors are part of the thread: what they do are steps, before somebody who joins the
/// thread goes on.
///
/// ```
/// use std::cell::Cell;
/// use reductio_schedules::{explore, thread, thread_local};
///
/// thread_local! {
///     static COUNT: Cell<u32> = const { Cell::new(1) };
/// }
///
/// explore(|| {
///     COUNT.set(COUNT.get() + 1);
///     assert_eq!(thread::spawn(|| COUNT.get()).join().unwrap(), 1);
///     assert_eq!(COUNT.get(), 2);
/// });
/// ```
#[macro_export]
macro_rules! thread_local {
    () => {};
    ($(#[$attr:meta])* $vis:vis static $name:ident: $type:ty = const $init:block $(; $($rest:tt)*)?) => {
        $crate::thread_local!(@key [$(#[$attr])*] [$vis] $name, $type, $init);
        $($crate::thread_local!($($rest)*);)?
    };
    ($(#[$attr:meta])* $vis:vis static $name:ident: $type:ty = $init:expr $(; $($rest:tt)*)?) => {
        $crate::thread_local!(@key [$(#[$attr])*] [$vis] $name, $type, $init);
        $($crate::thread_local!($($rest)*);)?
    };
    (@key [$($attr:tt)*] [$vis:vis] $name:ident, $type:ty, $init:expr) => {
        $($attr)*
        $vis static $name: $crate::thread::LocalKey<$type> = {
            ::std::thread_local! {
                static OUTSIDE: $type = $init;
            }
            $crate::thread::LocalKey::declared(OUTSIDE, || $init)
        };
    };
}

/// A variable of which each thread has its own, as [`std::thread::LocalKey`]. [`thread_local!`](crate::thread_local!)
/// declares one.
pub struct LocalKey<T: 'static> {
    outside: real::LocalKey<T>,
    make: fn() -> T,
}

/// The variable is gone, since its thread is at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AccessError(());

impl fmt::Display for AccessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("already destroyed")
    }
}

impl std::error::Error for AccessError {}

impl<T: 'static> LocalKey<T> {
    /// Makes the key that `thread_local!` declares.
    #[doc(hidden)]
    pub const fn declared(outside: real::LocalKey<T>, make: fn() -> T) -> Self {
        LocalKey { outside, make }
    }

    /// Calls a closure with the thread's own value, which is made if there is none so far.
    ///
    /// # Panics
    /// If the value is gone, since the thread is at its end.
    pub fn with<R>(&'static self, act: impl FnOnce(&T) -> R) -> R {
        self.try_with(act).expect(
            "cannot access a Thread Local Storage value during or after destruction: AccessError",
        )
    }

    /// Calls a closure with the thread's own value, which is made if there is none so far.
    ///
    /// # Errors
    /// If the value is gone, since the thread is at its end.
    pub fn try_with<R>(&'static self, act: impl FnOnce(&T) -> R) -> Result<R, AccessError> {
        let Some(context) = current() else {
            return self.outside.try_with(act).map_err(|_| AccessError(()));
        };
        // What a destructor does may depend on the thread that runs it.
        context.quietly(|state| state.talk += 1);
        let key = std::ptr::from_ref(self).addr();
        let value = match context.local(key) {
            Local::Value(value) => value,
            Local::Dropped => return Err(AccessError(())),
            Local::New => {
                let value: Rc<dyn std::any::Any> = Rc::new((self.make)());
                context.keep_local(key, Rc::clone(&value));
                value
            }
        };
        let value = value.downcast_ref::<T>();
        Ok(act(value.unwrap_or_else(|| unreachable!("two variables at one address"))))
    }
}

impl<T: 'static> LocalKey<Cell<T>> {
    /// Sets the value.
    pub fn set(&'static self, value: T) {
        self.with(|cell| cell.set(value));
    }

    /// A copy of the value.
    pub fn get(&'static self) -> T
    where
        T: Copy,
    {
        self.with(Cell::get)
    }

    /// Takes the value, and leaves a default one.
    pub fn take(&'static self) -> T
    where
        T: Default,
    {
        self.with(Cell::take)
    }

    /// Sets the value, and returns the one before.
    pub fn replace(&'static self, value: T) -> T {
        self.with(|cell| cell.replace(value))
    }
}

impl<T: 'static> LocalKey<RefCell<T>> {
    /// Looks at the value.
    pub fn with_borrow<R>(&'static self, look: impl FnOnce(&T) -> R) -> R {
        self.with(|cell| look(&cell.borrow()))
    }

    /// Changes the value.
    pub fn with_borrow_mut<R>(&'static self, change: impl FnOnce(&mut T) -> R) -> R {
        self.with(|cell| change(&mut cell.borrow_mut()))
    }

    /// Sets the value.
    pub fn set(&'static self, value: T) {
        self.replace(value);
    }

    /// Takes the value, and leaves a default one.
    pub fn take(&'static self) -> T
    where
        T: Default,
    {
        self.with(RefCell::take)
    }

    /// Sets the value, and returns the one before.
    pub fn replace(&'static self, value: T) -> T {
        self.with(|cell| cell.replace(value))
    }
}

impl<T: 'static> fmt::Debug for LocalKey<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LocalKey").finish_non_exhaustive()
    }
}
