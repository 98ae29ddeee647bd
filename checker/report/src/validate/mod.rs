//! Theorem 1 evaluated in the states of systems, of the verb `validate`.

pub mod json;
