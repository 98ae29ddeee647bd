//! Reports on certificates, which the verb `verify` checks.

pub mod json;
pub mod text;
