//! Stand-ins for [`std::thread`]: same names, same signatures, and the same behaviour outside of a search.

pub(crate) mod children;
mod clock;
mod handle;
mod hooks;
mod local;
mod packet;
mod park;
mod scope;

pub use clock::{clock, has_clocks};
pub use handle::{Builder, JoinHandle, Thread, ThreadId, current, panicking, spawn};
pub(crate) use hooks::Hooks;
pub use hooks::add_spawn_hook;
pub use local::{AccessError, LocalKey};
pub use park::{park, park_timeout, sleep, yield_now};
#[allow(deprecated, reason = "old names are names as well")]
pub use park::{park_timeout_ms, sleep_ms};
pub use scope::{Scope, ScopedJoinHandle, scope};

pub use std::thread::{Result, available_parallelism};
