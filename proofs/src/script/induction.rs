//! The rules of induction, by the names that S5 and the hints of scripts give them.

use std::fmt;

use reductio_theorems::kernel::{loop_ind, star_ind_l, star_ind_r};
use reductio_theorems::{Rule, RuleError, Theorem};

/// A rule of induction of S5 section 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Induction {
    /// `(* ind L)`: from `x y <= y` follows `x* y = y`.
    StarL,
    /// `(* ind R)`: from `x y <= x` follows `x y* = x`.
    StarR,
    /// `(? ind)`: from `x <= y x + z` follows `x <= y ? z`.
    Loop,
}

impl Induction {
    /// All rules of induction.
    pub const ALL: [Induction; 3] = [Induction::StarL, Induction::StarR, Induction::Loop];

    /// The rule of induction that a rule of the kernel is, if it is one.
    pub fn of(rule: Rule) -> Option<Self> {
        match rule {
            Rule::StarIndL => Some(Induction::StarL),
            Rule::StarIndR => Some(Induction::StarR),
            Rule::LoopInd => Some(Induction::Loop),
            Rule::Assume
            | Rule::Discharge
            | Rule::ModusPonens
            | Rule::Generalize
            | Rule::Specialize
            | Rule::GeneralizeSymbol
            | Rule::SpecializeSymbol
            | Rule::Instantiate
            | Rule::Cases
            | Rule::ApartSym
            | Rule::Axiom
            | Rule::Refl
            | Rule::Sym
            | Rule::Trans
            | Rule::LeIntro
            | Rule::LeElim
            | Rule::Plus
            | Rule::Seq
            | Rule::SumUpper
            | Rule::SumLeast
            | Rule::SumDistribL
            | Rule::SumDistribR
            | Rule::ProductLower
            | Rule::ProductGreatest
            | Rule::Unfold => None,
        }
    }

    /// The name of the rule without the parentheses: `* ind L`.
    ///
    /// ```
    /// use reductio_proofs::script::Induction;
    /// assert_eq!(Induction::StarL.name(), "* ind L");
    /// assert_eq!(Induction::StarL.to_string(), "(* ind L)");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Induction::StarL => "* ind L",
            Induction::StarR => "* ind R",
            Induction::Loop => "? ind",
        }
    }

    /// The rule that a text in parentheses may have been meant for: `star ind L`, `* induction left`.
    pub(super) fn meant_by(text: &str) -> Option<Self> {
        let words = text.split_whitespace().map(|word| match word.to_lowercase().as_str() {
            "star" => "*".to_owned(),
            "loop" | "until" => "?".to_owned(),
            "induction" => "ind".to_owned(),
            "left" => "l".to_owned(),
            "right" => "r".to_owned(),
            other => other.to_owned(),
        });
        let words: Vec<String> = words.collect();
        let words = words.join(" ");
        Self::ALL.into_iter().find(|rule| rule.name().to_lowercase() == words)
    }

    /// The shape of the rule's premise.
    pub fn premise(self) -> &'static str {
        match self {
            Induction::StarL => "x y <= y",
            Induction::StarR => "x y <= x",
            Induction::Loop => "x <= y x + z",
        }
    }

    /// The shape of the rule's conclusion.
    pub fn conclusion(self) -> &'static str {
        match self {
            Induction::StarL => "x* y = y",
            Induction::StarR => "x y* = x",
            Induction::Loop => "x <= y ? z",
        }
    }

    /// Applies the rule.
    pub(crate) fn apply(self, premise: &Theorem) -> Result<Theorem, RuleError> {
        match self {
            Induction::StarL => star_ind_l(premise),
            Induction::StarR => star_ind_r(premise),
            Induction::Loop => loop_ind(premise),
        }
    }
}

impl fmt::Display for Induction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({})", self.name())
    }
}
