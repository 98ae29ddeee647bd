//! Random programs, and two ways to run them that share no code.

pub(crate) mod bounded;
pub(crate) mod engine;
pub(crate) mod oracle;
pub(crate) mod program;
