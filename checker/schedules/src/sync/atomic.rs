//! Atomics, as `std`'s. In a search each operation is a step, and sequentially consistent whatever ordering is given.

use std::fmt;

pub use std::sync::atomic::Ordering;

use crate::run::context::{current, here};
use crate::search::access::Touch;
use crate::search::event::Site;
use crate::search::op::Op;
use crate::sync::ident::Ident;

/// Does nothing in a search, where all operations are sequentially consistent.
pub fn fence(order: Ordering) {
    if current().is_none() {
        std::sync::atomic::fence(order);
    }
}

/// Does nothing in a search.
pub fn compiler_fence(order: Ordering) {
    std::sync::atomic::compiler_fence(order);
}

fn read<T>(ident: &Ident, site: Site, act: impl FnOnce() -> T) -> T {
    if let Some(context) = current() {
        context.step(Op::Load(ident.id(&context)), site);
    }
    act()
}

fn write<T>(ident: &Ident, site: Site, act: impl FnOnce() -> T) -> T {
    if let Some(context) = current() {
        context.step(Op::Store(ident.id(&context)), site);
    }
    act()
}

/// An operation that writes only if it succeeds.
fn update<T, E>(ident: &Ident, site: Site, act: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
    let Some(context) = current() else { return act() };
    let id = ident.id(&context);
    let is_step = context.step(Op::Update(id), site).is_some();
    let done = act();
    if is_step {
        let (me, wrote) = (context.me, done.is_ok());
        context.quietly(|state| {
            state.touch(id, if wrote { Touch::Write } else { Touch::Read });
            if let Some(event) = state.trace.last_mut() {
                event.visible = event.accesses.len();
            }
            if wrote {
                state.moved(me);
            } else {
                state.looked(me, site, &[id]);
            }
        });
    }
    done
}

/// The operations that all atomics have.
macro_rules! atomic {
    ($(#[$doc:meta])* $name:ident $(<$param:ident>)?, $value:ty) => {
        $(#[$doc])*
        pub struct $name $(<$param>)? {
            ident: Ident,
            inner: std::sync::atomic::$name $(<$param>)?,
        }

        impl $(<$param>)? $name $(<$param>)? {
            /// An atomic with a value. Not `const`, unlike `std`'s: it is named by the thread that makes it.
            #[track_caller]
            pub fn new(value: $value) -> Self {
                let inner = std::sync::atomic::$name::new(value);
                Self { ident: Ident::new(stringify!($name)), inner }
            }

            /// The value.
            #[track_caller]
            pub fn load(&self, order: Ordering) -> $value {
                read(&self.ident, here(), || self.inner.load(order))
            }

            /// Sets the value.
            #[track_caller]
            pub fn store(&self, value: $value, order: Ordering) {
                write(&self.ident, here(), || self.inner.store(value, order));
            }

            /// Sets the value, and returns the one before.
            #[track_caller]
            pub fn swap(&self, value: $value, order: Ordering) -> $value {
                write(&self.ident, here(), || self.inner.swap(value, order))
            }

            /// Sets the value if it is as expected.
            ///
            /// # Errors
            /// With the value, if it is another one.
            #[track_caller]
            pub fn compare_exchange(
                &self,
                expected: $value,
                new: $value,
                success: Ordering,
                failure: Ordering,
            ) -> Result<$value, $value> {
                let act = || self.inner.compare_exchange(expected, new, success, failure);
                update(&self.ident, here(), act)
            }

            /// Sets the value if it is as expected. In a search it does not fail without reason.
            ///
            /// # Errors
            /// With the value, if it is another one.
            #[track_caller]
            pub fn compare_exchange_weak(
                &self,
                expected: $value,
                new: $value,
                success: Ordering,
                failure: Ordering,
            ) -> Result<$value, $value> {
                self.compare_exchange(expected, new, success, failure)
            }

            /// Sets the value to what a closure makes of it, unless this is nothing; returns the value before. One step in a search.
            ///
            /// # Errors
            /// With the value, if the closure makes nothing of it.
            #[track_caller]
            pub fn fetch_update(
                &self,
                success: Ordering,
                failure: Ordering,
                act: impl FnMut($value) -> Option<$value>,
            ) -> Result<$value, $value> {
                let act = || self.inner.fetch_update(success, failure, act);
                update(&self.ident, here(), act)
            }

            /// The value, for one who has the only access to the atomic.
            pub fn get_mut(&mut self) -> &mut $value {
                self.inner.get_mut()
            }

            /// The value; the atomic is gone.
            pub fn into_inner(self) -> $value {
                self.inner.into_inner()
            }
        }

        impl $(<$param>)? fmt::Debug for $name $(<$param>)? {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.inner.fmt(f)
            }
        }

        impl $(<$param>)? From<$value> for $name $(<$param>)? {
            #[track_caller]
            fn from(value: $value) -> Self {
                Self::new(value)
            }
        }
    };
}

/// Operations that change a value by another one, and return the value before.
macro_rules! changes {
    ($name:ident, $value:ty, $($(#[$doc:meta])* $change:ident),*) => {
        impl $name {
            $(
                $(#[$doc])*
                #[track_caller]
                pub fn $change(&self, value: $value, order: Ordering) -> $value {
                    write(&self.ident, here(), || self.inner.$change(value, order))
                }
            )*
        }

        impl Default for $name {
            #[track_caller]
            fn default() -> Self {
                Self::new(<$value>::default())
            }
        }
    };
}

macro_rules! integer {
    ($name:ident, $value:ty) => {
        atomic!(
            #[doc = concat!("An atomic, as [`std::sync::atomic::", stringify!($name), "`].")]
            $name,
            $value
        );
        changes!(
            $name,
            $value,
            /// Adds, and returns the value before.
            fetch_add,
            /// Subtracts, and returns the value before.
            fetch_sub,
            /// Keeps the greater one, and returns the value before.
            fetch_max,
            /// Keeps the smaller one, and returns the value before.
            fetch_min,
            /// Keeps the bits that both have, and returns the value before.
            fetch_and,
            /// Keeps the bits that one of them has, and returns the value before.
            fetch_or,
            /// Keeps the bits that only one of them has, and returns the value before.
            fetch_xor,
            /// Keeps the bits that not both have, and returns the value before.
            fetch_nand
        );
    };
}

integer!(AtomicU8, u8);
integer!(AtomicU16, u16);
integer!(AtomicU32, u32);
integer!(AtomicU64, u64);
integer!(AtomicUsize, usize);
integer!(AtomicI8, i8);
integer!(AtomicI16, i16);
integer!(AtomicI32, i32);
integer!(AtomicI64, i64);
integer!(AtomicIsize, isize);
atomic!(
    /// An atomic, as [`std::sync::atomic::AtomicBool`].
    AtomicBool,
    bool
);
changes!(
    AtomicBool,
    bool,
    /// Whether both are true; returns the value before.
    fetch_and,
    /// Whether one of them is true; returns the value before.
    fetch_or,
    /// Whether only one of them is true; returns the value before.
    fetch_xor,
    /// Whether not both are true; returns the value before.
    fetch_nand
);
atomic!(
    /// An atomic pointer, as [`std::sync::atomic::AtomicPtr`].
    AtomicPtr<T>,
    *mut T
);
