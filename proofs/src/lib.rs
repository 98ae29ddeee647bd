//! Derivations.
mod derived;
