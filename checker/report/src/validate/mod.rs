//! Reports on Theorem 1 in the states of systems, which the verb `validate` evaluates.

pub mod json;
