//! Proof scripts (`.oap`): derivations in the papers' own layout.
//!
//! ```text
//! proofs of S5
//! top down from (22)
//!
//! lemma (27): R M <= (M + 1) R
//! proof
//!     R M
//!   <= {(34)}
//!     R
//!   <= {1 <= M + 1}
//!     (M + 1) R
//! qed
//! ```
//!
//! The words `without laws` may stand before the first proof: then the bundled laws cannot be cited, and `(auto)` does
//! without them.

pub mod hint;
mod induction;
mod reader;

use reductio_algebra::text::grammar::Sign;
use reductio_algebra::{Formula, Label, Name, Span, Term};

use hint::Hint;
pub use induction::Induction;

/// A script: the derivations of a theory, in the order of the text.
#[derive(Clone, Debug)]
pub struct Script {
    /// The text of the script.
    pub text: String,
    /// The number that starts a top-down development, if the script declares one: the proof of a label
    /// from there on may cite larger numbers, and numbers before the start, only.
    pub top_down: Option<u32>,
    /// Tells whether the bundled laws may be cited, and `(auto)` may use them: unless the script says `without laws`.
    pub laws: bool,
    /// The derivations.
    pub derivations: Vec<Derivation>,
}

/// A statement with its proof.
#[derive(Clone, Debug)]
pub struct Derivation {
    /// The label of the statement.
    pub label: Label,
    /// The place of the label.
    pub label_span: Span,
    /// The statement as the script repeats it, closed.
    pub formula: Formula,
    /// The place of that formula.
    pub span: Span,
    /// The proof.
    pub body: Body,
}

/// A proof, or the part of it for one case.
#[derive(Clone, Debug)]
pub enum Body {
    /// A chain, and the sub-derivations printed below it.
    Chain(Chain, Vec<Chain>),
    /// A proof by cases, `case i = j` and `case i != j`.
    Cases {
        /// The index that the first case replaces.
        i: Name,
        /// The index that it is replaced by.
        j: Name,
        /// The place where the first case starts.
        span: Span,
        /// The proof for `i = j`.
        equal: Box<Body>,
        /// The proof for `i != j`.
        apart: Box<Body>,
    },
}

/// A chain: terms joined by signs and hints.
#[derive(Clone, Debug)]
pub struct Chain {
    /// The first term.
    pub first: Term,
    /// The place of the first term.
    pub span: Span,
    /// The links, at least one.
    pub links: Vec<Link>,
}

/// A link of a chain, `<= {hint} term`.
#[derive(Clone, Debug)]
pub struct Link {
    /// The sign.
    pub sign: Sign,
    /// The place of the sign.
    pub sign_span: Span,
    /// The reasons why the term follows.
    pub hint: Hint,
    /// The next term.
    pub term: Term,
    /// The place of that term.
    pub span: Span,
}

impl Chain {
    /// The last term.
    pub fn last(&self) -> &Term {
        self.links.last().map_or(&self.first, |l| &l.term)
    }
}

impl Derivation {
    /// All chains, those of sub-derivations included.
    pub fn chains(&self) -> Vec<&Chain> {
        fn collect<'a>(body: &'a Body, out: &mut Vec<&'a Chain>) {
            match body {
                Body::Chain(main, below) => {
                    out.push(main);
                    out.extend(below);
                }
                Body::Cases { equal, apart, .. } => {
                    collect(equal, out);
                    collect(apart, out);
                }
            }
        }
        let mut out = Vec::new();
        collect(&self.body, &mut out);
        out
    }

    /// Tells whether some step has the hint `{(auto)}`.
    pub fn uses_auto(&self) -> bool {
        self.chains().iter().any(|c| c.links.iter().any(|l| l.hint.is_auto()))
    }

    /// The number of single steps, those of sub-derivations included.
    pub fn steps(&self) -> usize {
        self.chains().iter().map(|c| c.links.len()).sum()
    }
}
