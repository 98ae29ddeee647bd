//! How a crate swaps `std` for the stand-ins under a `cfg` of its own.

#[cfg(reductio)]
pub(crate) use reductio_schedules::{sync, thread};
#[cfg(not(reductio))]
pub(crate) use std::{sync, thread};
