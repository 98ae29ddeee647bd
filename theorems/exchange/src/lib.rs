#![doc = include_str!("../README.md")]

pub mod coq;
mod inference;
pub mod proof_file;
pub mod tptp;
