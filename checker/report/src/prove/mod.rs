//! Reports on what was proved, for people and for programs, and single derivations as the paper lays them out.

pub mod derivation;
pub mod json;
pub mod text;
