//! The reasons why a certificate file is refused, or a proof cannot be written as one.

use reductio_algebra::{
    ArgumentError, DefinitionError, Formula, Label, Name, SortError, Style, SubstitutionError,
};
use reductio_theorems::{Rule, RuleError};

/// The reason why a text is refused as a certificate file: its first line that does not hold.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {}{kind}", step.map_or_else(String::new, |s| format!("step {s}: ")))]
pub struct ReadError {
    /// The number of the line, from 1.
    pub line: usize,
    /// The number of the step, where the line is one.
    pub step: Option<usize>,
    /// The fault of the line.
    pub kind: Box<ReadErrorKind>,
}

/// A fault of a line of a certificate file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// The first line is not that of a certificate.
    #[error("a certificate starts with the line `reductio certificate 1`, not with `{got}`")]
    NotACertificate {
        /// The first line.
        got: String,
    },
    /// A version that this reader does not know.
    #[error(
        "the certificate is of version {got}, and this verifier reads versions 1 and 2: use a newer one"
    )]
    Version {
        /// The version of the file.
        got: String,
    },
    /// A line that the version of the file does not have.
    #[error("`{word}` is of version 2, and the first line says `reductio certificate 1`")]
    Newer {
        /// The word that the line begins with.
        word: &'static str,
    },
    /// A name that would mean two things where a quantifier binds it.
    #[error("`{name}` is bound here, and something else in the formula has the same name")]
    Unclear {
        /// The name.
        name: Name,
    },
    /// The last line is not an `end` line.
    #[error("the file ends without an `end` line: it is cut off")]
    Truncated,
    /// Something stands behind the `end` line.
    #[error("the `end` line is not the last one")]
    AfterEnd,
    /// A character that no line has.
    #[error(
        "the character U+{got:04X} is not allowed: lines end with a line feed and hold no control or invisible \
         characters"
    )]
    Character {
        /// The character.
        got: u32,
    },
    /// A field is not as the format has it.
    #[error("expected {expected}, got {}", field(got.as_ref()))]
    Field {
        /// A description of the field that should stand there.
        expected: &'static str,
        /// The field that stands there; `None` at the end of the line.
        got: Option<String>,
    },
    /// The lines of a kind are not numbered in a row.
    #[error("the next {what} has the number {expected}, not {got}: something is left out or moved")]
    Numbering {
        /// The kind.
        what: &'static str,
        /// The number it should have.
        expected: usize,
        /// The number it has.
        got: usize,
    },
    /// A reference goes to a line that is not there yet.
    #[error("there is no {what} {got} before this line: there are {known}")]
    Unknown {
        /// The kind.
        what: &'static str,
        /// The number.
        got: usize,
        /// The number of lines of this kind so far.
        known: usize,
    },
    /// A symbol, definition, label or other item stands in the file twice.
    #[error("{what} is given twice")]
    Twice {
        /// A description of the item.
        what: String,
    },
    /// A complement or a product of an action.
    #[error(transparent)]
    Sort(#[from] SortError),
    /// Arguments that do not fit.
    #[error(transparent)]
    Arguments(#[from] ArgumentError),
    /// A definition that does not define.
    #[error(transparent)]
    Definition(#[from] DefinitionError),
    /// A replacement that does not fit its symbol.
    #[error(transparent)]
    Substitution(#[from] SubstitutionError),
    /// The kernel refuses the step.
    #[error(transparent)]
    Rule(#[from] RuleError),
    /// An item outside of a theory.
    #[error("this item belongs to no theory: a `theory` line comes first")]
    NoTheory,
    /// The text of an item is not that of its formula.
    #[error("the text says `{said}`, but the formula is `{is}`")]
    Text {
        /// The text of the file.
        said: String,
        /// The text of the formula.
        is: String,
    },
    /// A formula of an item has a free index.
    #[error("the index `{index}` is free: a statement holds for all its indices")]
    FreeIndex {
        /// The index.
        index: Name,
    },
    /// An item uses a definition that its theory does not list.
    #[error("`{name}` is used here by a definition that the theory does not list before")]
    Unlisted {
        /// The defined name.
        name: Box<str>,
    },
    /// Two things of one theory have one name.
    #[error("`{name}` with {arity} indices means two things in this theory")]
    Ambiguous {
        /// The name.
        name: Box<str>,
        /// The number of indices.
        arity: usize,
    },
    /// Nested binders of one item have one name.
    #[error("the index `{index}` is bound twice, one binder within the other")]
    Shadowed {
        /// The index.
        index: Name,
    },
    /// A claim's hypothesis is of another theory, or out of order.
    #[error("hypothesis {number} is not one of this theory that comes after those before it")]
    Hypothesis {
        /// The number.
        number: usize,
    },
    /// The step that is to prove a claim concludes another formula.
    #[error("{label} claims `{}`, but step {by} proves `{}`", expected.to_text(Style::Ascii), got.to_text(Style::Ascii))]
    OtherConclusion {
        /// The label of the claim.
        label: Label,
        /// The step.
        by: usize,
        /// The claim's formula.
        expected: Formula,
        /// The step's conclusion.
        got: Formula,
    },
    /// The proof of a claim uses another hypothesis.
    #[error("step {by} uses the hypothesis `{}`, which {label} does not list", got.to_text(Style::Ascii))]
    ForeignHypothesis {
        /// The label of the claim.
        label: Label,
        /// The step.
        by: usize,
        /// The hypothesis.
        got: Formula,
    },
    /// The proof of a claim does not use one of its hypotheses.
    #[error("step {by} does not use the hypothesis {hypothesis}, which {label} lists")]
    UnusedHypothesis {
        /// The label of the claim.
        label: Label,
        /// The step.
        by: usize,
        /// The label of the hypothesis.
        hypothesis: Label,
    },
    /// A claim that no line proves.
    #[error("nothing proves {label}")]
    Unproved {
        /// The label of the claim.
        label: Label,
    },
    /// There is no claim.
    #[error("the certificate claims nothing")]
    NoClaims,
    /// The numbers of lines that the `end` line gives are not those of the file.
    #[error(
        "the `end` line counts {said} {what}, but the file has {is}: lines are missing or added"
    )]
    Count {
        /// The kind of line.
        what: &'static str,
        /// The number of the `end` line.
        said: usize,
        /// The number of the file.
        is: usize,
    },
    /// The file is too large for this reader.
    #[error("{what}: {size}; this verifier goes up to {limit}")]
    Limit {
        /// A description of the thing that is too large.
        what: &'static str,
        /// Its size, at least.
        size: u64,
        /// The limit.
        limit: u64,
    },
}

impl ReadErrorKind {
    /// Tells whether the file is not wrong, only too large.
    pub fn is_limit(&self) -> bool {
        matches!(self, ReadErrorKind::Limit { .. })
    }
}

fn field(got: Option<&String>) -> String {
    got.map_or_else(|| "the end of the line".to_owned(), |got| format!("`{got}`"))
}

/// The reason why a proof cannot be written as a certificate file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// A bound index or symbol without its binder, or a process of a model.
    #[error("{what} is neither free nor bound")]
    Dangling {
        /// The index, or the symbol.
        what: String,
    },
    /// The format has no line for a step of the proof.
    #[error("the format has no way to write the step `{step}` by the rule `{rule}`")]
    Step {
        /// The rule.
        rule: Rule,
        /// The theorem.
        step: String,
    },
    /// The proof is too large for the format.
    #[error("{what}: {size}; a certificate goes up to {limit}")]
    Limit {
        /// A description of the thing that is too large.
        what: &'static str,
        /// Its size.
        size: u64,
        /// The limit.
        limit: u64,
    },
}
