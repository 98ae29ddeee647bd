//! Values that are computed when somebody first looks at them. Every run of the command knows all bundled theories and
//! scripts, and most runs look at few of them.

use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, LazyLock};

type Compute<T> = Box<dyn FnOnce() -> T + Send>;

/// A value that is computed when it is first looked at. Copies share it.
pub struct Lazily<T>(Arc<LazyLock<T, Compute<T>>>);

impl<T> Lazily<T> {
    /// Makes a value that is computed when it is first looked at.
    pub fn new(compute: impl FnOnce() -> T + Send + 'static) -> Self {
        Lazily(Arc::new(LazyLock::new(Box::new(compute))))
    }
}

impl<T: Send + 'static> From<T> for Lazily<T> {
    fn from(value: T) -> Self {
        Lazily::new(|| value)
    }
}

impl<T> Deref for Lazily<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> Clone for Lazily<T> {
    fn clone(&self) -> Self {
        Lazily(self.0.clone())
    }
}

impl<T: fmt::Debug> fmt::Debug for Lazily<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}
