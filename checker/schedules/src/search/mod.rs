//! The search: which thread takes the next step, and which executions are left to be walked. It knows nothing of
//! threads that run.

pub(crate) mod access;
pub(crate) mod clock;
pub(crate) mod driver;
pub(crate) mod event;
pub(crate) mod frame;
pub(crate) mod least;
pub(crate) mod lend;
pub(crate) mod op;
mod plan;
pub(crate) mod races;
pub(crate) mod sampling;
pub(crate) mod stack;
pub(crate) mod wakeup;
