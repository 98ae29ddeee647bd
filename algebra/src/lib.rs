//! # The objects of Reductio
//!
//! Everything that Reductio says, it says of a [`Formula`]: a relation `<=` or `=` between two
//! [`Term`]s of omega algebra (S5 section 3), guarded by side conditions and premises, for all
//! indices. A formula is read from text ([`Theory::parse`], [`Vocabulary::parse_formula`]), printed
//! back, rewritten by [`Substitution`], and given a meaning by an [`Evaluator`] over any
//! [`OmegaAlgebra`]. The same object is certified by the crate `reductio-theorems` and evaluated by
//! `reductio-relations`; there is no second formula type.
//!
//! Terms have two sorts, *predicate* below *action*. Index families are symbols with indices (`u_i`);
//! sums and products over the symbolic finite nonempty set of processes are binders, never expanded.
//!
//! ```
//! use reductio_algebra::{Symbol, Vocabulary, name};
//! let mut names = Vocabulary::new();
//! names.declare_index(name!("i"));
//! names.declare(Symbol::action(name!("u"), 1));
//! names.declare(Symbol::predicate(name!("q"), 0));
//! let formula = names.parse_formula("!q (+i : u_i)* <= (+i : u_i)* + T")?;
//! assert_eq!(format!("{formula:#}"), "¬q (+i : u_i)* ≤ (+i : u_i)* + ⊤");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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
