//! All tests of this crate in one executable, so that its libraries are linked once.

mod bits;
mod bits_laws;
mod bits_statements;
mod common;
#[path = "discipline/main.rs"]
mod discipline;
mod draw;
#[path = "../../algebra/tests/generate/mod.rs"]
#[allow(dead_code)] // each test uses its part
mod generate;
mod laws;
#[path = "reduction/main.rs"]
mod reduction;
mod satisfies;
mod search;
mod search_agrees;
mod search_s5;
mod substitution_semantics;
mod systems_count;
mod systems_formulas;
mod systems_generate;
mod systems_necessity;
