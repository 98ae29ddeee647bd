//! `LazyLock`, as `std`'s.

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::panic::Location;

use crate::run::context::{current, here};
use crate::search::event::Site;
use crate::search::op::Op;
use crate::sync::fresh::Fresh;
use crate::sync::ident::LateIdent;
use crate::sync::once::Attempt;

/// Declares `static`s that are made when they are used first, as the macro of the crate `lazy_static`: new in each
/// execution of a search.
///
/// ```
/// use reductio_schedules::sync::Mutex;
/// use reductio_schedules::{explore, lazy_static};
///
/// lazy_static! {
///     static ref NAMES: Mutex<Vec<String>> = Mutex::new(vec!["one".to_owned()]);
/// }
///
/// explore(|| NAMES.lock().unwrap().push("two".to_owned()));
/// ```
#[macro_export]
macro_rules! lazy_static {
    ($($(#[$attr:meta])* $vis:vis static ref $name:ident: $type:ty = $init:expr;)*) => {
        $(
            $(#[$attr])*
            $vis static $name: $crate::sync::LazyLock<$type> =
                $crate::sync::LazyLock::of_static(stringify!($name), || $init);
        )*
    };
}

/// A value that is made when it is used first, as [`std::sync::LazyLock`]. In a search, to begin to make it, to have
/// made it, and to find it made are steps; and a `static` is new in each execution, for which the closure is called
/// again: it has to be `Clone`.
///
/// `new` is `const`, and so does not know the thread that calls it. Of those that are made in one line, an execution
/// can use one.
pub struct LazyLock<T, F = fn() -> T> {
    ident: LateIdent,
    values: Fresh<T>,
    make: F,
}

impl<T, F: FnOnce() -> T + Clone> LazyLock<T, F> {
    /// A value that the closure will make.
    #[track_caller]
    pub const fn new(make: F) -> Self {
        Self::of_static("", make)
    }

    /// The value of a `static` of a macro: all of one use of it are in one line.
    #[doc(hidden)]
    #[track_caller]
    pub const fn of_static(name: &'static str, make: F) -> Self {
        let ident = LateIdent::new("LazyLock", Location::caller(), name);
        LazyLock { ident, values: Fresh::new(), make }
    }

    /// The value, which is made if nobody has made it, while others wait.
    ///
    /// # Panics
    /// If the closure panics now or panicked before.
    #[track_caller]
    pub fn force(this: &Self) -> &T {
        this.get_at(here())
    }

    /// The value, which is made if nobody has made it.
    #[track_caller]
    pub fn force_mut(this: &mut Self) -> &mut T {
        Self::force(this);
        let execution = current().map(|context| context.execution.number);
        this.values.value_mut(execution)
    }

    /// The value, if it has been made.
    #[track_caller]
    pub fn get(this: &Self) -> Option<&T> {
        let site = here();
        let context = current();
        if let Some(context) = &context {
            let id = this.ident.id(context);
            if context.step(Op::Look(id), site) == Some(0) {
                return None;
            }
        }
        this.values.cell(context.map(|context| context.execution.number)).get()
    }

    /// The value, if it has been made.
    #[track_caller]
    pub fn get_mut(this: &mut Self) -> Option<&mut T> {
        Self::get(this)?;
        let execution = current().map(|context| context.execution.number);
        Some(this.values.value_mut(execution))
    }

    fn get_at(&self, site: Site) -> &T {
        let Some(context) = current() else {
            return self.values.cell(None).get_or_init(self.make.clone());
        };
        let id = self.ident.id(&context);
        let cell = self.values.cell(Some(context.execution.number));
        let Some(mut attempt) = Attempt::begin(&context, id, site) else {
            return cell.get().unwrap_or_else(|| unreachable!("made, and not there"));
        };
        let failed = context.quietly(|state| state.world.locks.get(&id).is_some_and(|l| l.failed));
        assert!(failed != Some(true), "LazyLock instance has previously been poisoned");
        let value = (self.make.clone())();
        attempt.filled = true;
        let value = cell.get_or_init(|| value);
        drop(attempt);
        value
    }
}

impl<T, F: FnOnce() -> T + Clone> Deref for LazyLock<T, F> {
    type Target = T;

    #[track_caller]
    fn deref(&self) -> &T {
        self.get_at(here())
    }
}

impl<T, F: FnOnce() -> T + Clone> DerefMut for LazyLock<T, F> {
    #[track_caller]
    fn deref_mut(&mut self) -> &mut T {
        LazyLock::force_mut(self)
    }
}

impl<T: Default> Default for LazyLock<T> {
    #[track_caller]
    fn default() -> Self {
        LazyLock::new(T::default)
    }
}

impl<T: fmt::Debug, F> fmt::Debug for LazyLock<T, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let execution = current().map(|context| context.execution.number);
        let mut all = f.debug_tuple("LazyLock");
        match self.values.cell(execution).get() {
            Some(value) => all.field(value),
            None => all.field(&format_args!("<uninit>")),
        };
        all.finish()
    }
}

/// Makes the value of a `static` that [`lazy_static!`](crate::lazy_static!) declares.
pub fn initialize<T, F: FnOnce() -> T + Clone>(lazy: &LazyLock<T, F>) {
    LazyLock::force(lazy);
}
