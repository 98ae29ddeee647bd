//! # A guide for users from Rust: the command's chapter
//!
//! Sessions; the chapters on proofs, models and systems are in [`reductio::guide`], the one on what is told in
//! [`reductio_report::guide`]. Every block is compiled and run by `cargo test --doc`.

#[doc = include_str!("sessions.md")]
pub mod sessions {}
