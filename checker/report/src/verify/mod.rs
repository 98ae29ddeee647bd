//! Certificates that were checked again, of the verb `verify`.

pub mod json;
pub mod text;
