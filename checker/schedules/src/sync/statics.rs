//! `static`s that are new in each execution.

use std::fmt;
use std::ops::Deref;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::run::context::current;
use crate::sync::fresh::Fresh;

/// Declares `static`s that are new in each execution of a search: around declarations as they are for `std`.
///
/// ```
/// use reductio_schedules::sync::Mutex;
/// use reductio_schedules::sync::atomic::{AtomicUsize, Ordering};
/// use reductio_schedules::{explore, statics, thread};
///
/// statics! {
///     static COUNT: AtomicUsize = AtomicUsize::new(0);
///     static NAMES: Mutex<Vec<usize>> = Mutex::new(Vec::new());
/// }
///
/// explore(|| {
///     let other = thread::spawn(|| NAMES.lock().unwrap().push(COUNT.fetch_add(1, Ordering::SeqCst)));
///     NAMES.lock().unwrap().push(COUNT.fetch_add(1, Ordering::SeqCst));
///     other.join().unwrap();
///     assert_eq!(NAMES.lock().unwrap().len(), 2);
/// });
/// ```
#[macro_export]
macro_rules! statics {
    ($($(#[$attr:meta])* $vis:vis static $name:ident: $type:ty = $init:expr;)*) => {
        $(
            $(#[$attr])*
            $vis static $name: $crate::sync::Static<$type> = $crate::sync::Static::new(|| $init);
        )*
    };
}

/// A value that is made when it is used first, in each execution of a search anew. [`statics!`](crate::statics!)
/// declares one.
///
/// A value for each execution is kept as long as the process runs, since somebody may have a reference to it.
pub struct Static<T> {
    values: Fresh<T>,
    make: fn() -> T,
    number: OnceLock<u32>,
}

impl<T> Static<T> {
    /// A value that the function makes, which must not wait for others.
    pub const fn new(make: fn() -> T) -> Self {
        Static { values: Fresh::new(), make, number: OnceLock::new() }
    }
}

impl<T> Deref for Static<T> {
    type Target = T;

    fn deref(&self) -> &T {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let context = current();
        let cell = self.values.cell(context.as_ref().map(|context| context.execution.number));
        if let (None, Some(context)) = (cell.get(), context) {
            // Objects in it have the same names, whoever comes first.
            let number = self.number.get_or_init(|| NEXT.fetch_add(1, Ordering::SeqCst));
            let value = context.making(*number, self.make);
            return cell.get_or_init(|| value);
        }
        cell.get_or_init(self.make)
    }
}

impl<T: fmt::Debug> fmt::Debug for Static<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}
