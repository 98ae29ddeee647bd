//! Faults and warnings of derivations.

use std::fmt;

use reductio_algebra::text::grammar::Sign;
use reductio_algebra::{Formula, Label, Name, Span, Style, Term, TextError};
use reductio_theorems::CertificateError;

use crate::script::hint::ReferenceKind;
use crate::step_error::StepError;

/// A fault of a derivation, with its place in the script.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
pub struct ReplayError {
    /// The kind of the fault.
    pub kind: ReplayErrorKind,
    /// The place, in bytes of the script.
    pub span: Span,
    /// A second place that matters, with a description of it.
    pub other: Option<(Span, String)>,
    /// The nearest change that would work, where one is known, or another remedy in words.
    pub help: Option<String>,
    /// The nearest change that was tried and works, where one is known.
    pub remedy: Option<Remedy>,
}

/// A change to a refused step after which it follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// Another sign between the two terms.
    Sign(Sign),
    /// References, besides those of the hint.
    Cite(Vec<ReferenceKind>),
}

/// The remedy as one sentence.
///
/// ```
/// use reductio_proofs::replay::error::Remedy;
/// use reductio_proofs::script::hint::ReferenceKind;
/// let cite = Remedy::Cite(vec![ReferenceKind::Hypothesis]);
/// assert_eq!(cite.to_string(), "this step follows from (hyp): cite it");
/// ```
impl fmt::Display for Remedy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Remedy::Sign(sign) => write!(f, "`{}` follows from the hint", sign_text(*sign)),
            Remedy::Cite(references) => {
                let names: Vec<String> = references.iter().map(ToString::to_string).collect();
                let it = if names.len() == 1 { "it" } else { "them" };
                write!(f, "this step follows from {}: cite {it}", names.join(" and "))
            }
        }
    }
}

/// The sign as scripts have it.
pub fn sign_text(sign: Sign) -> &'static str {
    match sign {
        Sign::Below => "<=",
        Sign::Equal => "=",
        Sign::Above => ">=",
    }
}

impl TextError for ReplayError {
    fn code(&self) -> &'static str {
        self.kind.code()
    }

    fn place(&self) -> Option<&Span> {
        Some(&self.span)
    }

    fn other(&self) -> Option<(&Span, &str)> {
        self.other.as_ref().map(|(span, what)| (span, what.as_str()))
    }

    fn remedy(&self) -> Option<String> {
        self.help.clone().or_else(|| self.remedy.as_ref().map(ToString::to_string))
    }
}

/// The kinds of faults of a derivation. Each has a code (see [`ReplayErrorKind::code`]).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayErrorKind {
    /// The script repeats a statement with another formula than the theory has.
    #[error("{label} is `{}`, not `{}`", expected.to_statement(Style::Ascii), got.to_statement(Style::Ascii))]
    StatementDiffers {
        /// The label.
        label: Label,
        /// The theory's formula.
        expected: Box<Formula>,
        /// The script's formula.
        got: Box<Formula>,
    },
    /// The label is not one of a lemma or theorem of the theory.
    #[error("{label} is not a lemma or theorem of the theory")]
    NotToProve {
        /// The label.
        label: Label,
    },
    /// Two scripts prove the same label.
    #[error("{label} has a proof already")]
    AlreadyProved {
        /// The label.
        label: Label,
    },
    /// A proof that rests on itself.
    #[error("the proofs of {} rest on each other", list(labels))]
    Cycle {
        /// The labels, each cites the next, the last the first.
        labels: Vec<Label>,
    },
    /// A citation that the top-down rule of the script forbids.
    #[error(
        "the proof of {label} may not cite {cited}: only larger numbers, or results before ({start})"
    )]
    Order {
        /// The label under proof.
        label: Label,
        /// The label cited.
        cited: Label,
        /// The number at which the top-down part starts.
        start: u32,
    },
    /// A cited statement has no proof, or its proof failed.
    #[error("{cited} is not proved")]
    CitedUnproved {
        /// The label cited.
        cited: Label,
    },
    /// A hypothesis is cited that the statement does not assume.
    #[error("{label} does not assume {cited}")]
    NotAssumed {
        /// The label under proof.
        label: Label,
        /// The hypothesis.
        cited: Label,
    },
    /// `(hyp)` in the proof of a statement without premises.
    #[error("the statement has no premise that (hyp) could mean")]
    NoPremise,
    /// A step that does not follow from its hint.
    #[error("`{lhs}` {sign} `{rhs}` does not follow from the hint")]
    Step {
        /// Left term.
        lhs: Term,
        /// `=`, `<=` or `>=`.
        sign: &'static str,
        /// Right term.
        rhs: Term,
        /// The formulas that hold here besides the hypotheses: premises of the statement, `i != j` of a case.
        premises: Vec<Formula>,
    },
    /// A fact in a hint that does not follow from its references.
    #[error("the fact `{lhs}` {sign} `{rhs}` does not follow from {references}")]
    Fact {
        /// Left term.
        lhs: Term,
        /// `=`, `<=` or `>=`.
        sign: &'static str,
        /// Right term.
        rhs: Term,
        /// The references, or the theories.
        references: String,
        /// The formulas that hold here besides the hypotheses: premises of the statement, `i != j` of a case.
        premises: Vec<Formula>,
    },
    /// `(below)` without a sub-derivation of the fact.
    #[error("no sub-derivation below proves `{fact}`")]
    NoBelow {
        /// The fact.
        fact: Formula,
    },
    /// An induction rule without a fact of its shape before it.
    #[error("{rule} needs a fact of the form `{shape}` before it in the hint")]
    NoInduction {
        /// The rule.
        rule: ReferenceKind,
        /// The shape of its premise.
        shape: &'static str,
    },
    /// The premises of a cited lemma do not follow from the facts of the hint.
    #[error("the premises of {cited} do not follow from the facts before it in the hint")]
    Premises {
        /// The lemma.
        cited: Label,
    },
    /// A proof for all actions, or all predicates, uses a formula that holds of one.
    #[error(
        "the statement speaks of all `{name}`, and the proof uses `{hypothesis}`, which is about one"
    )]
    NotGeneral {
        /// The name.
        name: Name,
        /// The formula that the proof uses.
        hypothesis: Formula,
    },
    /// A `with` assigns to a name that is no variable of the cited statement.
    #[error("`{name}` cannot be replaced here: {reason}")]
    Assignment {
        /// The name.
        name: String,
        /// The reason why the name cannot be replaced, in words.
        reason: String,
    },
    /// A chain with both `<=` and `>=`.
    #[error("a chain cannot go up and down")]
    MixedChain,
    /// A chain proves something else than its statement.
    #[error("the chain proves `{got}`, not `{expected}`")]
    OtherConclusion {
        /// The formula that is to be proved.
        expected: Formula,
        /// The formula that the chain proves.
        got: Formula,
    },
    /// The search for a step reached its work limit.
    #[error("gave up on `{lhs}` {sign} `{rhs}` at the work limit of {limit} states")]
    WorkLimit {
        /// Left term.
        lhs: Term,
        /// `=`, `<=` or `>=`.
        sign: &'static str,
        /// Right term.
        rhs: Term,
        /// The limit.
        limit: u32,
        /// The formulas that are assumed at the step itself; `None` where the search was for a part of the step.
        premises: Option<Vec<Formula>>,
    },
    /// The hint `(auto)` found no proof of a step. That is no refutation: the searches behind it are not complete.
    #[error("(auto) found no proof of `{lhs}` {sign} `{rhs}`")]
    NoProof {
        /// Left term.
        lhs: Term,
        /// `=`, `<=` or `>=`.
        sign: &'static str,
        /// Right term.
        rhs: Term,
        /// The formulas that are assumed at the step besides the hypotheses of the theory.
        premises: Vec<Formula>,
    },
    /// The replay was ended early: out of time, or interrupted.
    #[error("given up: the run was ended early")]
    Cancelled,
    /// The kernel proved another formula than the statement.
    #[error(transparent)]
    Certificate(#[from] CertificateError),
    /// A step that the search proposed has no proof: a fault of the search, not of the script.
    #[error("a proposed step has no proof ({0}); please report this")]
    Unproved(StepError),
}

fn list(labels: &[Label]) -> String {
    labels.iter().map(Label::to_string).collect::<Vec<_>>().join(", ")
}

impl ReplayErrorKind {
    /// The stable code of the kind.
    pub fn code(&self) -> &'static str {
        match self {
            Self::StatementDiffers { .. } => "E0301",
            Self::NotToProve { .. } => "E0302",
            Self::AlreadyProved { .. } => "E0303",
            Self::Cycle { .. } => "E0304",
            Self::Order { .. } => "E0305",
            Self::CitedUnproved { .. } => "E0306",
            Self::NotAssumed { .. } => "E0307",
            Self::NoPremise => "E0308",
            Self::Step { .. } => "E0309",
            Self::Fact { .. } => "E0310",
            Self::NoBelow { .. } => "E0311",
            Self::NoInduction { .. } => "E0312",
            Self::Premises { .. } => "E0313",
            Self::Assignment { .. } => "E0314",
            Self::MixedChain => "E0315",
            Self::OtherConclusion { .. } => "E0316",
            Self::WorkLimit { .. } => "E0317",
            Self::NotGeneral { .. } => "E0322",
            Self::Certificate(_) => "E0318",
            Self::Unproved(_) => "E0319",
            Self::Cancelled => "E0320",
            Self::NoProof { .. } => "E0321",
        }
    }

    /// Tells whether the replay gave up rather than refused.
    pub fn is_declined(&self) -> bool {
        matches!(self, Self::WorkLimit { .. } | Self::NoProof { .. } | Self::Cancelled)
    }

    pub(crate) fn unproved(error: impl Into<StepError>) -> Self {
        Self::Unproved(error.into())
    }

    pub(crate) fn at(self, span: &Span) -> ReplayError {
        ReplayError { kind: self, span: span.clone(), other: None, help: None, remedy: None }
    }
}

/// A notice about a derivation that is right, but deserves a look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The kind of the warning.
    pub kind: WarningKind,
    /// The place, in bytes of the script.
    pub span: Span,
}

/// The kinds of warnings. Each has a code (see [`WarningKind::code`]).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WarningKind {
    /// The step was proved without this reference.
    #[error("{reference} is not needed for this step")]
    Unneeded {
        /// The reference as written.
        reference: String,
    },
    /// A sub-derivation that no hint cites with `(below)`.
    #[error("no hint uses this sub-derivation")]
    UnusedBelow,
    /// `(auto)` found hints that can stand in its place.
    #[error(
        "(auto) found {found}; in place of the hint it makes the step independent of the search"
    )]
    Auto {
        /// The hint, or the hints with terms between.
        found: String,
    },
    /// A step with the hint `(auto)` was proved by induction.
    #[error("(auto) found a proof by induction{}", with_lemmas(lemmas))]
    AutoInduction {
        /// The lemmas that the search made, with their rules.
        lemmas: String,
    },
}

fn with_lemmas(lemmas: &str) -> String {
    if lemmas.is_empty() {
        return String::new();
    }
    format!(", with {lemmas}; lemmas of your own make the step independent of the search")
}

impl WarningKind {
    /// The stable code of the kind.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Unneeded { .. } => "W0301",
            Self::UnusedBelow => "W0302",
            Self::Auto { .. } | Self::AutoInduction { .. } => "W0303",
        }
    }
}
