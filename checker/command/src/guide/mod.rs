//! # A guide for users from Rust: sessions of notebooks
//!
//! The chapters on proofs, models and systems are in [`reductio::guide`], the one on how
//! values are told in [`reductio_report::guide`]. Every block is compiled and run by `cargo test --doc`.

#[doc = include_str!("sessions.md")]
pub mod sessions {}
