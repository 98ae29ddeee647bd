//! Faults of texts, with their places.

use std::ops::Range;

use super::vocabulary::nearest;
use crate::definition::DefinitionError;
use crate::name::LabelError;
use crate::term::{ArgumentError, Sort, SortError};

/// A range of bytes of the source.
pub type Span = Range<usize>;

/// Line and column of a byte of a text, both from 1. Columns count characters, so that an editor
/// finds the place; an offset behind the end is the end. Linear in the offset.
///
/// ```
/// use reductio_algebra::line_col;
/// assert_eq!(line_col("p ≤ 1\nx ≤ T", 0), (1, 1));
/// assert_eq!(line_col("p ≤ 1\nx ≤ T", 14), (2, 5));
/// ```
pub fn line_col(text: &str, offset: usize) -> (usize, usize) {
    let before = &text.as_bytes()[..offset.min(text.len())];
    let start = before.iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1);
    let line = before.split(|b| *b == b'\n').count();
    // Every byte but the continuation bytes of UTF-8 starts a character.
    let column = 1 + before[start..].iter().filter(|b| **b & 0xC0 != 0x80).count();
    (line, column)
}

/// A fault of a source text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
pub struct ParseError {
    /// The kind of the fault.
    pub kind: ParseErrorKind,
    /// The place, in bytes of the source.
    pub span: Span,
}

/// The kinds of faults. Each has a code (see [`ParseErrorKind::code`]).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// The text is larger than [`crate::MAX_SOURCE_BYTES`].
    #[error("the text has {bytes} bytes, more than the limit of {limit}")]
    TooLarge {
        /// Size of the text.
        bytes: usize,
        /// The limit.
        limit: usize,
    },
    /// The bytes are not UTF-8.
    #[error("the text is not valid UTF-8 from byte {byte} on")]
    NotUtf8 {
        /// Offset of the first bad byte.
        byte: usize,
    },
    /// A character that no token starts with.
    #[error("unknown character `{0}`")]
    UnknownCharacter(String),
    /// Another token was expected.
    #[error("expected {}, found {found}", one_of(expected))]
    Expected {
        /// Descriptions of the tokens that may stand here, at most five.
        expected: Vec<String>,
        /// The description of the token that stands here.
        found: String,
    },
    /// An opening bracket without its closing one.
    #[error("this `{open}` is never closed")]
    Unbalanced {
        /// The bracket.
        open: String,
    },
    /// Nesting deeper than [`crate::MAX_DEPTH`].
    #[error("nested more than {limit} levels deep")]
    TooDeep {
        /// The limit.
        limit: usize,
    },
    /// A name that is neither declared nor defined.
    #[error("`{name}` is neither declared nor defined here")]
    UnknownName {
        /// The name with its number of indices.
        name: String,
        /// The nearest known name.
        nearest: Option<String>,
    },
    /// An index that is not declared, or not bound where it must be.
    #[error("the index `{index}` is free here")]
    FreeIndex {
        /// The index.
        index: String,
    },
    /// A quantifier over indices has the name of an action, or of a predicate, of its formula.
    #[error("`{name}` is no index here, but one of the {sort}s of the formula")]
    NotIndex {
        /// The name.
        name: String,
        /// The sort of the name in the formula.
        sort: Sort,
    },
    /// A complement, or an index product, of an action.
    #[error(transparent)]
    Sort(#[from] SortError),
    /// Wrong arguments of a defined name.
    #[error(transparent)]
    Argument(#[from] ArgumentError),
    /// A definition that is refused.
    #[error(transparent)]
    Definition(#[from] DefinitionError),
    /// A name or label declared twice.
    #[error("{what} is declared twice")]
    Duplicate {
        /// The name or label.
        what: String,
        /// The place of its first declaration, where that is in the same text.
        first: Option<Span>,
    },
    /// A text in parentheses that is not a label.
    #[error(transparent)]
    Label(LabelError),
    /// A label that no statement has.
    #[error("there is no statement {label}")]
    UnknownLabel {
        /// The label with its parentheses.
        label: String,
        /// The nearest known label.
        nearest: Option<String>,
    },
    /// A label that cannot stand after `assuming`.
    #[error("{label} is not a hypothesis")]
    NotHypothesis {
        /// The label with its parentheses.
        label: String,
    },
    /// A theory that is not loaded.
    #[error("there is no theory `{name}`")]
    UnknownTheory {
        /// The name after `extends` or `for`.
        name: String,
    },
}

/// Joins the things that a text could go on with, for a message: `a`, `a or b`, `a, b or c`.
pub fn one_of(expected: &[String]) -> String {
    match expected {
        [] => "something else".to_owned(),
        [one] => one.clone(),
        [init @ .., last] => format!("{} or {last}", init.join(", ")),
    }
}

/// The description for `index`, `action` and `predicate` together.
pub(super) const A_DECLARATION: &str = "a declaration";

/// The remedy where two premises are joined by something else than `=>`.
const PREMISES: &str =
    "premises are joined by `=>`, which goes to the right: `x y <= y x => x z <= z x => ...`";

/// The remedy for a token in the wrong place: what people write who mean something that is written in another way here.
fn expected_help(expected: &[String], found: &str) -> Option<String> {
    let could_be = |what: &str| expected.iter().any(|one| one == what);
    let is_behind_formula = could_be("an operator") || could_be("`proof`");
    Some(match found {
        "`,`" if is_behind_formula => PREMISES.to_owned(),
        "`;`" if could_be("an operator") || could_be("`qed`") || could_be("`proof`") => {
            "composition has no sign: write `x y`, `x* y`".to_owned()
        }
        "`}`" if could_be("a reference such as `(34)`") || expected.iter().any(|e| e.starts_with("a reference such as")) => {
            "a step that follows from the laws alone has the hint `{(regular algebra)}`; `{(hyp)}` is a \
             premise".to_owned()
        }
        "`with`" if could_be("`}`") => {
            "values stand behind references: `(34) with x := 0`; a fact such as `a <= b (34)` has none, and what it is \
             an instance of is found"
                .to_owned()
        }
        number if expected.iter().any(|one| one.starts_with("a reference in parentheses")) => {
            format!("a reference has parentheses: `({})`", number.trim_matches('`'))
        }
        _ if expected.iter().any(|one| one.starts_with("a hint `{...}`")) => {
            "between two terms stand a sign and the reason, as in `<= {(hyp)}` or `= {(regular algebra)}`"
                .to_owned()
        }
        _ if could_be("`}`") && could_be("`;`") => {
            "a hint ends with `}`, and its parts are separated by `;`".to_owned()
        }
        _ if could_be("`qed`") && could_be("an operator") => {
            "a step is a sign, its hint `{...}` and a term; a proof ends with `qed`".to_owned()
        }
        _ if expected.len() == 1 && could_be("`qed`") => {
            "a step is a sign, its hint `{...}` and a term; a proof ends with `qed`".to_owned()
        }
        _ if expected.len() == 1 && could_be("`proof`") => {
            "behind the formula stands `proof`, then the first term".to_owned()
        }
        _ => return misspelt(expected, found),
    })
}

/// A word that is nearly one of those that could stand there.
fn misspelt(expected: &[String], found: &str) -> Option<String> {
    let quoted = expected.iter().filter_map(|word| word.strip_prefix('`')?.strip_suffix('`'));
    let declared = expected.iter().any(|what| what == A_DECLARATION);
    let declarations = ["index", "action", "predicate"].into_iter().filter(|_| declared);
    let found = found.strip_prefix('`')?.strip_suffix('`')?;
    nearest(found, quoted.chain(declarations)).map(|word| format!("did you mean `{word}`?"))
}

impl ParseErrorKind {
    /// The stable code of the kind.
    pub fn code(&self) -> &'static str {
        match self {
            Self::TooLarge { .. } => "E0101",
            Self::NotUtf8 { .. } => "E0102",
            Self::UnknownCharacter(_) => "E0103",
            Self::Expected { .. } | Self::Label(_) => "E0104",
            Self::Unbalanced { .. } => "E0105",
            Self::TooDeep { .. } => "E0106",
            Self::UnknownName { .. } => "E0107",
            Self::FreeIndex { .. } => "E0108",
            Self::Sort(_) | Self::Argument(ArgumentError::Sort(_)) => "E0109",
            Self::Argument(_) => "E0110",
            Self::Definition(_) => "E0111",
            Self::Duplicate { .. } => "E0112",
            Self::UnknownLabel { .. } => "E0113",
            Self::NotHypothesis { .. } => "E0114",
            Self::UnknownTheory { .. } => "E0115",
            Self::NotIndex { .. } => "E0116",
        }
    }

    /// The remedy for the author, where one is known.
    pub fn help(&self) -> Option<String> {
        Some(match self {
            Self::TooLarge { .. } => "split the file".to_owned(),
            Self::NotUtf8 { .. } => "save the file as UTF-8".to_owned(),
            Self::UnknownCharacter(c) if c == "&" || c == "∧" => format!(
                "{PREMISES}; the conjunction of predicates is their product `p q`"
            ),
            Self::UnknownCharacter(c) if c == "|" || c == "∨" => {
                "choice, and the disjunction of predicates, is the sum `x + y`".to_owned()
            }
            Self::UnknownCharacter(c) if c == "<" => "inclusion is `<=`".to_owned(),
            Self::UnknownCharacter(c) if c == ">" || c == "→" => {
                "implication is `=>`; inclusion is `<=`, and from the right `>=`".to_owned()
            }
            Self::UnknownName { name, .. } if name == "and" => PREMISES.to_owned(),
            Self::UnknownLabel { label, nearest: None } if label.contains("algebra") => {
                "a step by the laws alone has the hint `{(regular algebra)}` or `{(Boolean algebra)}`"
                    .to_owned()
            }
            Self::UnknownName { nearest: Some(name), .. }
            | Self::UnknownLabel { nearest: Some(name), .. } => format!("did you mean `{name}`?"),
            Self::Expected { expected, found } => return expected_help(expected, found),
            Self::UnknownName { .. } => {
                "declare it with `action` or `predicate`; products need a space between the factors"
                    .to_owned()
            }
            Self::UnknownLabel { .. } => {
                "labels are those of the statement file, and of the theories that it extends".to_owned()
            }
            Self::FreeIndex { index } => format!(
                "bind it with `(+{index} : ...)`, quantify it in the statement, or declare `index {index}`"
            ),
            Self::NotIndex { name, sort } => format!("write `for all {sort}s {name}:`"),
            Self::Sort(_) | Self::Argument(ArgumentError::Sort(_)) => {
                "declare the symbols in it with `predicate`, or write the complement of a predicate only"
                    .to_owned()
            }
            Self::TooDeep { .. } => "name parts of it with `definition`".to_owned(),
            Self::Unbalanced { .. } => "close it".to_owned(),
            Self::Duplicate { .. } => "rename or remove one of them".to_owned(),
            _ => return None,
        })
    }
}
