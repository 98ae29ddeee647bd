//! # A guide for users from Rust: texts, JSON and pictures
//!
//! The chapters on proofs, models and systems are in [`reductio::guide`]. Every block is compiled and run by
//! `cargo test --doc`.

#[doc = include_str!("telling.md")]
pub mod telling {}
