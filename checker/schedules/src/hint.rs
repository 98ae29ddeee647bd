//! Stand-ins for [`std::hint`].

pub use std::hint::*;

/// Says that the path to this call is seldom taken.
#[cold]
pub const fn cold_path() {}

/// Says that the thread is in a loop that waits. In a search it does nothing: loops that wait are noticed without it.
pub fn spin_loop() {
    if crate::run::context::current().is_none() {
        std::hint::spin_loop();
    }
}
