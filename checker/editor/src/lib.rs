//! # What editors ask about texts
//!
//! An editor has a text of one of the languages (statements, derivations, systems, programs), mostly one that is being
//! written, and asks: how is it laid out, what is wrong with it, what stands here, where is it declared, what can be
//! written. This crate answers with values: places are bytes of the text, and nothing here knows files, protocols or
//! terminals. The command's language server and its live kernel are made of these answers.
//!
//! ```
//! use std::sync::Arc;
//! use reductio::{File, Language};
//! use reductio_editor::format;
//!
//! let file = Arc::new(File::new("law.oa", "theory Law\naction  x\nlemma(1) ours: x<=x ^*\n"));
//! let formatted = format(&file, Language::Statements).unwrap();
//! assert_eq!(formatted, "theory Law\naction x\nlemma (1) ours: x <= x^*\n");
//! ```

mod complete;
mod cursor;
mod derivation;
mod diagnose;
mod fixes;
mod format;
mod help;
mod hover;
mod pieces;
mod place;
mod symbols;

pub use complete::{Completions, complete, words_of_systems};
pub use cursor::{Cursor, names};
pub use derivation::DerivationState;
pub use diagnose::{proof_faults, read_faults};
pub use fixes::{changed, fixes};
pub use format::{format, syntax_faults};
pub use help::WordHelp;
pub use hover::{Hover, hover, label_at, theory_of};
pub use pieces::{Piece, pieces};
pub use place::{Lines, Position};
pub use symbols::{Symbol, SymbolKind, declaration, symbols};
