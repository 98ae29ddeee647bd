//! The functions that the attribute [`test`](macro@crate::test) needs.

/// A value that the body of a test may return.
pub trait Ended {
    /// Panics if it is an error.
    fn ended(self);
}

impl Ended for () {
    fn ended(self) {}
}

impl<E: std::fmt::Debug> Ended for Result<(), E> {
    #[track_caller]
    fn ended(self) {
        if let Err(error) = self {
            panic!("{error:?}");
        }
    }
}

/// Panics if the body of a test has returned an error.
#[track_caller]
pub fn ended(result: impl Ended) {
    result.ended();
}
