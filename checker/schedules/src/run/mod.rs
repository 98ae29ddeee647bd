//! Executions: threads, carried by coroutines or by threads of the operating system, of which one runs at a time.

pub(crate) mod accesses;
pub(crate) mod by_thread;
pub(crate) mod carrier;
pub(crate) mod closing;
pub(crate) mod context;
pub(crate) mod crew;
pub(crate) mod effect;
pub(crate) mod execution;
pub(crate) mod fibre;
pub(crate) mod hook;
pub(crate) mod locals;
pub(crate) mod manner;
pub(crate) mod monitor;
pub(crate) mod naming;
pub(crate) mod next;

pub(crate) mod happens;
pub(crate) mod queueing;
pub(crate) mod rule;
pub(crate) mod ruled;
pub(crate) mod slot;
pub(crate) mod spin;
pub(crate) mod state;
pub(crate) mod tasks;
pub(crate) mod threads;
pub(crate) mod upgrading;
pub(crate) mod users;
pub(crate) mod world;
