#![doc = include_str!("../README.md")]

mod definition;
mod formula;
mod name;
mod signature;
mod substitution;
mod term;
pub mod text;

pub use definition::{Definition, DefinitionError, MAX_UNFOLDED_DEPTH};
pub use formula::{Formula, FormulaBinder, Relation, SymbolBinder};
pub use name::{LabelError, Name, NameError, fresh};
pub use signature::{EvalError, Evaluator, Interpretation, MOST_VALUES, OmegaAlgebra};
pub use substitution::{Substitution, SubstitutionError};
pub use term::{ArgumentError, Binder, Index, Sort, SortError, Symbol, Term, TermKind};
pub use text::error::{ParseError, ParseErrorKind, Span, line_col};
pub use text::print::Style;
pub use text::theory::{Label, Statement, StatementKind, Status, Theory};
pub use text::vocabulary::{Meaning, Vocabulary};
pub use text::{TextError, TextErrors};

/// The largest text that is read, in bytes.
pub const MAX_SOURCE_BYTES: usize = 1 << 20;

/// The deepest nesting of brackets, and the highest term, that a text may have.
pub const MAX_DEPTH: usize = 200;
