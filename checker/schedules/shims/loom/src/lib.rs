#![doc = include_str!("../README.md")]

pub mod future;
pub mod model;
pub mod sync;

pub use reductio_schedules::{cell, hint, lazy_static, thread, thread_local};

#[doc(inline)]
pub use model::model;
