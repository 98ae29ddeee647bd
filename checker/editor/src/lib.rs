#![doc = include_str!("../README.md")]

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
pub use diagnose::{proof_faults, read_faults, some_sizes};
pub use fixes::{changed, fixes};
pub use format::{format, syntax_faults};
pub use help::WordHelp;
pub use hover::{Hover, hover, label_at, theory_of};
pub use pieces::{Piece, pieces};
pub use place::{Lines, Position};
pub use symbols::{Symbol, SymbolKind, declaration, symbols};
