//! Infinite repetition: laws with theorems, false near-misses with a run that goes on for ever and a model of it, and
//! random pairs against small relational models.

mod lasso;
mod laws;
mod library;
mod random;
mod refused;
