//! # Pages
//!
//! A page is one HTML file that opens from disk; its style, its script and its pictures are in it. Its
//! `Content-Security-Policy` lets it fetch nothing, and run nothing but the script of reports, which adds buttons;
//! pages can be read without it. `element` has the parts of pages, `derivation` a proof as a table. `proofs`, `models`,
//! `systems` and `programs` make the large sections of reports, `answers` the small ones, and [`report()`] puts them
//! together.

mod answers;
mod derivation;
mod document;
mod element;
mod families;
mod formula;
mod models;
mod programs;
mod proofs;
mod report;
mod searches;
mod systems;

pub use answers::{decisions, hypotheses, run};
pub use derivation::{CitationTargets, page_part as derivation};
pub use document::{START, document};
pub use element::{escaped, folded, image, pre, table};
pub use families::section as families;
pub use models::section as models;
pub use programs::section as programs;
pub use proofs::section as proofs;
pub use report::{Section, page as report};
pub use searches::section as searches;
pub use systems::section as systems;
