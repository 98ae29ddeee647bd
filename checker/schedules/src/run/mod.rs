//! Executions: threads of the operating system that hand a token on, so that one runs at a time.

pub(crate) mod accesses;
pub(crate) mod carrier;
pub(crate) mod context;
pub(crate) mod effect;
pub(crate) mod execution;
pub(crate) mod hook;
pub(crate) mod locals;
pub(crate) mod monitor;
pub(crate) mod naming;

pub(crate) mod happens;
pub(crate) mod queueing;
pub(crate) mod rule;
pub(crate) mod ruled;
pub(crate) mod slot;
pub(crate) mod spin;
pub(crate) mod state;
pub(crate) mod world;
