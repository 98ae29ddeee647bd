//! Atomics, as `std`'s. In a search each operation is a step, and sequentially consistent whatever ordering is given,
//! unless the search is one of another memory: then that has the values.

use std::fmt;

pub use std::sync::atomic::Ordering;

use crate::memory::engine::{Answer, Request};
use crate::memory::graph::{Change, Manner};
use crate::run::context::{current, here};
use crate::search::access::ObjectId;
use crate::search::event::Site;
use crate::search::op::Op;
use crate::sync::ident::Ident;
pub use crate::sync::ordered::fence;
use crate::sync::ordered::{
    Bits, always, asked, changed, fails_by_chance, fails_once, read, update, write,
};

/// Does nothing in a search.
pub fn compiler_fence(order: Ordering) {
    std::sync::atomic::compiler_fence(order);
}

/// Says that the thread is in a loop that waits.
#[deprecated(note = "as in `std`: use `hint::spin_loop`")]
pub fn spin_loop_hint() {
    crate::hint::spin_loop();
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
                let request = |at| Request::Load { at, order };
                let value = || self.inner.load(order);
                if let Some(answer) = self.asks(Op::Load, here(), value, request) {
                    return <$value>::of(answer.value);
                }
                read(&self.ident, order, here(), || self.inner.load(order))
            }

            /// Sets the value.
            #[track_caller]
            pub fn store(&self, value: $value, order: Ordering) {
                // There are orderings that no store has.
                std::sync::atomic::AtomicBool::new(false).store(true, order);
                let request = |at| Request::Store { at, order, value: value.bits() };
                if self.asks(Op::Store, here(), || self.value(), request).is_some() {
                    return;
                }
                write(&self.ident, order, here(), || self.inner.store(value, order));
            }

            /// Sets the value, and returns the one before.
            #[track_caller]
            pub fn swap(&self, value: $value, order: Ordering) -> $value {
                let change = always(order, |_, new| new, value.bits());
                if let Some(answer) = self.changed(here(), change) {
                    return <$value>::of(answer.value);
                }
                changed(&self.ident, order, here(), || self.inner.swap(value, order))
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
                if let Some(result) = self.exchanges(here(), expected, new, success, failure) {
                    return result;
                }
                let act = || self.inner.compare_exchange(expected, new, success, failure);
                update(&self.ident, (success, failure), here(), act)
            }

            /// The last value.
            fn value(&self) -> $value {
                self.inner.load(Ordering::Relaxed)
            }

            /// Asks the memory, if that is not sequentially consistent.
            fn asks(
                &self,
                op: fn(ObjectId) -> Op,
                site: Site,
                value: impl FnOnce() -> $value,
                request: impl FnOnce(usize) -> Request,
            ) -> Option<Answer> {
                current()?;
                let set = |last| self.inner.store(last, Ordering::Relaxed);
                asked(op, &self.ident, site, value(), request, set)
            }

            /// Reads and writes.
            fn changed(&self, site: Site, change: Change) -> Option<Answer> {
                let request = |at| Request::Update { at, change };
                self.asks(Op::Update, site, || self.value(), request)
            }

            /// Reads, and writes if it finds what it expects.
            fn exchanges(
                &self,
                site: Site,
                expected: $value,
                new: $value,
                success: Ordering,
                failure: Ordering,
            ) -> Option<Result<$value, $value>> {
                // There are orderings that no failure has.
                _ = std::sync::atomic::AtomicBool::new(true)
                    .compare_exchange(false, true, success, failure);
                let (expected, operand) = (Some(expected.bits()), new.bits());
                let (manner, with) = (Manner::Plain, |_, new| new);
                let change = Change { manner, expected, with, operand, success, failure };
                let Answer { value, wrote, .. } = self.changed(site, change)?;
                let value = <$value>::of(value);
                Some(if wrote { Ok(value) } else { Err(value) })
            }

            /// Sets the value if it is as expected; it may fail without reason. In a search this is tried, but not more
            /// than once in an execution.
            ///
            /// # Errors
            /// With the value, if it is another one, or without reason.
            #[track_caller]
            pub fn compare_exchange_weak(
                &self,
                expected: $value,
                new: $value,
                success: Ordering,
                failure: Ordering,
            ) -> Result<$value, $value> {
                let site = here();
                if fails_by_chance(failure) {
                    let request = |at| Request::Load { at, order: failure };
                    if let Some(answer) = self.asks(Op::Load, site, || self.value(), request) {
                        return Err(<$value>::of(answer.value));
                    }
                }
                if let Some(result) = self.exchanges(site, expected, new, success, failure) {
                    return result;
                }
                let act = || self.inner.compare_exchange(expected, new, success, failure);
                if current().is_none() {
                    return self.inner.compare_exchange_weak(expected, new, success, failure);
                }
                update(&self.ident, (success, failure), site, || {
                    let value = self.inner.load(Ordering::SeqCst);
                    if value == expected && fails_once() { Err(value) } else { act() }
                })
            }

            /// Sets the value to what a closure makes of it, unless this is nothing; returns the value before. The
            /// closure is called again if another thread changes the value meanwhile.
            ///
            /// # Errors
            /// With the value, if the closure makes nothing of it.
            #[track_caller]
            pub fn fetch_update(
                &self,
                success: Ordering,
                failure: Ordering,
                mut act: impl FnMut($value) -> Option<$value>,
            ) -> Result<$value, $value> {
                let mut value = self.load(failure);
                while let Some(new) = act(value) {
                    match self.compare_exchange(value, new, success, failure) {
                        Ok(before) => return Ok(before),
                        Err(other) => value = other,
                    }
                }
                Err(value)
            }

            /// Sets the value to what a closure makes of it, unless this is nothing; returns the value before.
            ///
            /// # Errors
            /// With the value, if the closure makes nothing of it.
            #[track_caller]
            pub fn try_update(
                &self,
                success: Ordering,
                failure: Ordering,
                act: impl FnMut($value) -> Option<$value>,
            ) -> Result<$value, $value> {
                self.fetch_update(success, failure, act)
            }

            /// Sets the value to what a closure makes of it, and returns the value before.
            #[track_caller]
            pub fn update(
                &self,
                success: Ordering,
                failure: Ordering,
                mut act: impl FnMut($value) -> $value,
            ) -> $value {
                let all = |value| Some(act(value));
                self.fetch_update(success, failure, all).unwrap_or_else(|value| value)
            }

            /// The address of the value. What is done by it is not seen.
            pub const fn as_ptr(&self) -> *mut $value {
                self.inner.as_ptr()
            }

            /// Sets the value if it is as expected, and returns the one before.
            #[deprecated(note = "as in `std`: use `compare_exchange` or `compare_exchange_weak`")]
            #[track_caller]
            pub fn compare_and_swap(&self, expected: $value, new: $value, order: Ordering) -> $value {
                let failure = match order {
                    Ordering::Release => Ordering::Relaxed,
                    Ordering::AcqRel => Ordering::Acquire,
                    other => other,
                };
                self.compare_exchange(expected, new, order, failure).unwrap_or_else(|value| value)
            }

            /// The value, for one who has the only access to the atomic.
            pub fn get_mut(&mut self) -> &mut $value {
                self.inner.get_mut()
            }

            /// Calls a closure with the value, for one who has the only access to the atomic; `std` has no such method,
            /// `loom` has.
            pub fn with_mut<R>(&mut self, act: impl FnOnce(&mut $value) -> R) -> R {
                act(self.get_mut())
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
                    let with = |old, value| {
                        let one = std::sync::atomic::$name::new(<$value>::of(old));
                        one.$change(<$value>::of(value), Ordering::Relaxed);
                        one.into_inner().bits()
                    };
                    let change = always(order, with, value.bits());
                    if let Some(answer) = self.changed(here(), change) {
                        return <$value>::of(answer.value);
                    }
                    changed(&self.ident, order, here(), || self.inner.$change(value, order))
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

impl AtomicBool {
    /// Turns the value around; returns the one before.
    #[track_caller]
    pub fn fetch_not(&self, order: Ordering) -> bool {
        let change = always(order, |old, _| u64::from(old == 0), 0);
        if let Some(answer) = self.changed(here(), change) {
            return bool::of(answer.value);
        }
        changed(&self.ident, order, here(), || self.inner.fetch_not(order))
    }
}

impl<T> Default for AtomicPtr<T> {
    #[track_caller]
    fn default() -> Self {
        Self::new(std::ptr::null_mut())
    }
}

impl<T> fmt::Pointer for AtomicPtr<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Pointer::fmt(&self.inner, f)
    }
}

/// A change of a pointer, for both memories.
macro_rules! pointer_change {
    ($own:ident, $order:ident, $by:ident, |$pointer:ident, $number:ident| $change:expr) => {{
        let change: fn(*mut T, usize) -> *mut T = |$pointer, $number| $change;
        let with = |bits, number| {
            let ($pointer, $number) = (<*mut T>::of(bits), usize::of(number));
            let changed: *mut T = $change;
            changed.bits()
        };
        $own.changes(here(), $order, $by, change, with)
    }};
}

impl<T> AtomicPtr<T> {
    /// One step that changes the pointer, by a number.
    fn changes(
        &self,
        site: Site,
        order: Ordering,
        number: usize,
        change: fn(*mut T, usize) -> *mut T,
        with: fn(u64, u64) -> u64,
    ) -> *mut T {
        if let Some(answer) = self.changed(site, always(order, with, number.bits())) {
            return Bits::of(answer.value);
        }
        let load = if order == Ordering::SeqCst { order } else { Ordering::Relaxed };
        changed(&self.ident, order, site, || {
            let all = |pointer| Some(change(pointer, number));
            self.inner.fetch_update(order, load, all).unwrap_or_else(|pointer| pointer)
        })
    }

    /// Moves the pointer on by so many values; returns the one before.
    #[track_caller]
    pub fn fetch_ptr_add(&self, count: usize, order: Ordering) -> *mut T {
        pointer_change!(self, order, count, |pointer, number| pointer.wrapping_add(number))
    }

    /// Moves the pointer back by so many values; returns the one before.
    #[track_caller]
    pub fn fetch_ptr_sub(&self, count: usize, order: Ordering) -> *mut T {
        pointer_change!(self, order, count, |pointer, number| pointer.wrapping_sub(number))
    }

    /// Moves the pointer on by so many bytes; returns the one before.
    #[track_caller]
    pub fn fetch_byte_add(&self, count: usize, order: Ordering) -> *mut T {
        pointer_change!(self, order, count, |pointer, number| pointer.wrapping_byte_add(number))
    }

    /// Moves the pointer back by so many bytes; returns the one before.
    #[track_caller]
    pub fn fetch_byte_sub(&self, count: usize, order: Ordering) -> *mut T {
        pointer_change!(self, order, count, |pointer, number| pointer.wrapping_byte_sub(number))
    }

    /// Keeps the bits of the address that both have; returns the pointer before.
    #[track_caller]
    pub fn fetch_and(&self, bits: usize, order: Ordering) -> *mut T {
        pointer_change!(self, order, bits, |pointer, number| pointer
            .map_addr(|address| address & number))
    }

    /// Keeps the bits of the address that one of them has; returns the pointer before.
    #[track_caller]
    pub fn fetch_or(&self, bits: usize, order: Ordering) -> *mut T {
        pointer_change!(self, order, bits, |pointer, number| pointer
            .map_addr(|address| address | number))
    }

    /// Keeps the bits of the address that only one of them has; returns the pointer before.
    #[track_caller]
    pub fn fetch_xor(&self, bits: usize, order: Ordering) -> *mut T {
        pointer_change!(self, order, bits, |pointer, number| pointer
            .map_addr(|address| address ^ number))
    }
}
