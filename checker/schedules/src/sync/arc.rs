//! `Arc`, as `std`'s, but the search sees who drops it last, and who asks how many there are.

use std::any::Any;
use std::borrow::Borrow;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::mem::MaybeUninit;
use std::ops::Deref;
use std::pin::Pin;
use std::sync::Arc as Real;

use crate::run::context::{current, here};
use crate::sync::holders::{Counts, Holders};
use crate::sync::weak::Weak;

/// A value that several threads hold together, as [`std::sync::Arc`].
///
/// In a search, who drops the last handle is explored if the destructor does something that others see. So are the
/// answers of those who ask: [`Arc::strong_count`], [`Arc::try_unwrap`], [`Arc::get_mut`], [`Weak::upgrade`], and the
/// like. Who only clones and drops pays nothing.
///
/// `std`'s is known to the compiler. So an `Arc<T>` does not become an `Arc<dyn Trait>` by itself, but by
/// [`Arc::unsize`], and methods cannot take `self: Arc<Self>`.
pub struct Arc<T: ?Sized> {
    /// The value, until it is given away.
    value: Option<Real<T>>,
    holders: Real<Holders>,
}

impl<T> Arc<T> {
    /// A value with one handle.
    #[track_caller]
    pub fn new(value: T) -> Self {
        Arc::from_std(Real::new(value))
    }

    /// A value that holds handles of itself, which do not keep it.
    #[track_caller]
    pub fn new_cyclic(make: impl FnOnce(&Weak<T>) -> T) -> Self {
        let holders = Real::new(Holders::new());
        let weak = Real::clone(&holders);
        let value =
            Real::new_cyclic(|real| make(&Weak { real: real.clone(), holders: Some(weak) }));
        Arc { value: Some(value), holders }
    }

    /// A value that is not there yet.
    #[track_caller]
    pub fn new_uninit() -> Arc<MaybeUninit<T>> {
        Arc::new(MaybeUninit::uninit())
    }

    /// A value all of whose bytes are 0.
    #[track_caller]
    pub fn new_zeroed() -> Arc<MaybeUninit<T>> {
        Arc::new(MaybeUninit::zeroed())
    }

    /// A value that does not move. Unlike `std`'s, it has to be one that may.
    #[track_caller]
    pub fn pin(value: T) -> Pin<Self>
    where
        T: Unpin,
    {
        Pin::new(Arc::new(value))
    }

    /// The value, if this is its only handle.
    ///
    /// # Errors
    /// With the handle, if there are others.
    #[track_caller]
    pub fn try_unwrap(mut this: Self) -> Result<T, Self> {
        let site = here();
        let Some(value) = this.value.take() else { unreachable!("a handle that was given away") };
        let holders = Real::clone(&this.holders);
        let unwrapped = match current() {
            None => Real::try_unwrap(value),
            Some(context) => {
                // Looked at while the value is on its way.
                let held = Real::downgrade(&value);
                let counts = || Counts {
                    strong: held.strong_count(),
                    weak: held.weak_count().saturating_sub(1),
                };
                holders.take(
                    &context,
                    site,
                    true,
                    counts,
                    || Real::try_unwrap(value),
                    Result::is_ok,
                )
            }
        };
        unwrapped.map_err(|value| Arc { value: Some(value), holders })
    }

    /// The value, if this is its last handle. Of several threads that ask, one gets it.
    #[track_caller]
    pub fn into_inner(mut this: Self) -> Option<T> {
        let site = here();
        let Some(value) = this.value.take() else { unreachable!("a handle that was given away") };
        let Some(context) = current() else { return Real::into_inner(value) };
        let held = Real::downgrade(&value);
        let counts =
            || Counts { strong: held.strong_count(), weak: held.weak_count().saturating_sub(1) };
        this.holders.take(
            &context,
            site,
            false,
            counts,
            || Real::into_inner(value),
            Option::is_some,
        )
    }

    /// The value, or a copy if there are other handles.
    #[track_caller]
    pub fn unwrap_or_clone(this: Self) -> T
    where
        T: Clone,
    {
        Arc::try_unwrap(this).unwrap_or_else(|this| T::clone(&this))
    }
}

impl<T> Arc<[T]> {
    /// Values that are not there yet.
    #[track_caller]
    pub fn new_uninit_slice(count: usize) -> Arc<[MaybeUninit<T>]> {
        (0..count).map(|_| MaybeUninit::uninit()).collect()
    }

    /// Values all of whose bytes are 0.
    #[track_caller]
    pub fn new_zeroed_slice(count: usize) -> Arc<[MaybeUninit<T>]> {
        (0..count).map(|_| MaybeUninit::zeroed()).collect()
    }
}

impl<T: ?Sized> Arc<T> {
    /// The handle of a value that `std`'s handle has, which should be the only one: the search sees no other.
    #[track_caller]
    pub fn from_std(value: Real<T>) -> Self {
        Arc { value: Some(value), holders: Real::new(Holders::new()) }
    }

    /// The handle as one of another type, which the value has as well: `Arc::unsize(arc, |arc| arc)`, where an
    /// `Arc<dyn Trait>` is expected.
    ///
    /// ```
    /// use reductio_schedules::sync::Arc;
    ///
    /// let call: Arc<dyn Fn() -> u32 + Send + Sync> = Arc::unsize(Arc::new(|| 7), |call| call);
    /// assert_eq!(call(), 7);
    /// ```
    pub fn unsize<U: ?Sized>(mut this: Self, coerce: fn(Real<T>) -> Real<U>) -> Arc<U> {
        let Some(value) = this.value.take() else { unreachable!("a handle that was given away") };
        Arc { value: Some(coerce(value)), holders: Real::clone(&this.holders) }
    }

    pub(crate) fn of(value: Real<T>, holders: Real<Holders>) -> Self {
        Arc { value: Some(value), holders }
    }

    fn real(&self) -> &Real<T> {
        self.value.as_ref().unwrap_or_else(|| unreachable!("a handle that was given away"))
    }

    fn counts(&self) -> Counts {
        counts(self.real())
    }

    /// The number of handles.
    #[track_caller]
    pub fn strong_count(this: &Self) -> usize {
        let site = here();
        let look = || (this.counts().strong, this.counts());
        current().map_or_else(|| look().0, |context| this.holders.look(&context, site, look))
    }

    /// The number of handles that do not keep the value.
    #[track_caller]
    pub fn weak_count(this: &Self) -> usize {
        let site = here();
        let look = || (this.counts().weak, this.counts());
        current().map_or_else(|| look().0, |context| this.holders.look(&context, site, look))
    }

    /// A handle that does not keep the value.
    #[track_caller]
    pub fn downgrade(this: &Self) -> Weak<T> {
        let site = here();
        if let Some(context) = current() {
            this.holders.add(&context, site);
        }
        Weak { real: Real::downgrade(this.real()), holders: Some(Real::clone(&this.holders)) }
    }

    /// The value, if this is its only handle.
    #[track_caller]
    pub fn get_mut(this: &mut Self) -> Option<&mut T> {
        let site = here();
        if let Some(context) = current() {
            this.holders.look(&context, site, || ((), this.counts()));
        }
        this.value.as_mut().and_then(Real::get_mut)
    }

    /// Decides whether two handles are of one value.
    pub fn ptr_eq(this: &Self, other: &Self) -> bool {
        Real::ptr_eq(this.real(), other.real())
    }

    /// The address of the value, whose handle is never dropped.
    pub fn into_raw(mut this: Self) -> *const T {
        this.value
            .take()
            .map_or_else(|| unreachable!("a handle that was given away"), Real::into_raw)
    }

    /// The address of the value.
    pub fn as_ptr(this: &Self) -> *const T {
        Real::as_ptr(this.real())
    }
}

/// How many handles there are.
fn counts<T: ?Sized>(value: &Real<T>) -> Counts {
    Counts { strong: Real::strong_count(value), weak: Real::weak_count(value) }
}

impl<T: Clone> Arc<T> {
    /// The value, to be changed: a copy of it if there are other handles.
    #[track_caller]
    pub fn make_mut(this: &mut Self) -> &mut T {
        let site = here();
        if let Some(context) = current() {
            this.holders.look(&context, site, || ((), this.counts()));
        }
        let is_only = this.value.as_mut().is_some_and(|value| Real::get_mut(value).is_some());
        if !is_only {
            let copy = T::clone(&**this);
            *this = Arc::new(copy);
        }
        let only = this.value.as_mut().and_then(Real::get_mut);
        only.unwrap_or_else(|| unreachable!("a copy has one handle"))
    }
}

impl Arc<dyn Any + Send + Sync> {
    /// The handle as one of a value of a type, if it has this type.
    ///
    /// # Errors
    /// With the handle, if the value has another type.
    pub fn downcast<T: Any + Send + Sync>(mut self) -> Result<Arc<T>, Self> {
        let Some(value) = self.value.take() else { unreachable!("a handle that was given away") };
        let holders = Real::clone(&self.holders);
        match value.downcast() {
            Ok(value) => Ok(Arc { value: Some(value), holders }),
            Err(value) => Err(Arc { value: Some(value), holders }),
        }
    }
}

impl<T: ?Sized> Drop for Arc<T> {
    fn drop(&mut self) {
        let Some(value) = self.value.take() else { return };
        let Some(context) = current() else { return };
        let might_be_another = self.holders.give_up(&context, || counts(&value));
        if might_be_another && std::mem::needs_drop::<T>() {
            self.holders.watched(&context, || drop(value));
        }
    }
}

impl<T: ?Sized> Clone for Arc<T> {
    #[track_caller]
    fn clone(&self) -> Self {
        if let Some(context) = current() {
            self.holders.add(&context, here());
        }
        Arc { value: self.value.clone(), holders: Real::clone(&self.holders) }
    }
}

impl<T: ?Sized> Deref for Arc<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.real()
    }
}

impl<T: ?Sized> AsRef<T> for Arc<T> {
    fn as_ref(&self) -> &T {
        self
    }
}

impl<T: ?Sized> Borrow<T> for Arc<T> {
    fn borrow(&self) -> &T {
        self
    }
}

impl<T: ?Sized + fmt::Debug> fmt::Debug for Arc<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: ?Sized + fmt::Display> fmt::Display for Arc<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: ?Sized> fmt::Pointer for Arc<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Pointer::fmt(self.real(), f)
    }
}

impl<T: ?Sized + std::error::Error> std::error::Error for Arc<T> {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        (**self).source()
    }
}

impl<T: ?Sized + PartialEq> PartialEq for Arc<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: ?Sized + Eq> Eq for Arc<T> {}

impl<T: ?Sized + PartialOrd> PartialOrd for Arc<T> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        (**self).partial_cmp(&**other)
    }
}

impl<T: ?Sized + Ord> Ord for Arc<T> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (**self).cmp(&**other)
    }
}

impl<T: ?Sized + Hash> Hash for Arc<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl<T: Default> Default for Arc<T> {
    #[track_caller]
    fn default() -> Self {
        Arc::new(T::default())
    }
}

impl<T> From<T> for Arc<T> {
    #[track_caller]
    fn from(value: T) -> Self {
        Arc::new(value)
    }
}

impl<T> FromIterator<T> for Arc<[T]> {
    #[track_caller]
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        Arc::from_std(values.into_iter().collect())
    }
}

/// Values that `std`'s takes over.
macro_rules! from {
    ($([$($param:tt)*] $from:ty => $to:ty),* $(,)?) => {
        $(
            impl<$($param)*> From<$from> for Arc<$to> {
                #[track_caller]
                fn from(value: $from) -> Self {
                    Arc::from_std(Real::from(value))
                }
            }
        )*
    };
}

from!(
    [T] Vec<T> => [T],
    [T: Clone] &[T] => [T],
    [] &str => str,
    [] String => str,
    [] Box<str> => str,
    [T] Box<[T]> => [T],
    [T, const N: usize] [T; N] => [T],
);
