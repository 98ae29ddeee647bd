//! The state of a search for one step: the facts that it may use, the goals that it knows, the work that is left.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use reductio_algebra::{Definition, Name, Term};
use rustc_hash::FxHashMap;

use super::plan::Plan;
use super::rule::{Rule, names_a_family};
use crate::limits::ReplayLimits;

/// The number of rewriting steps that a word may take, and whether laws without a citation are among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Fuel {
    pub(crate) steps: u8,
    pub(crate) laws: bool,
}

impl Fuel {
    /// Decides whether a search with `other` includes a search with `self`.
    pub(super) fn is_within(self, other: Fuel) -> bool {
        self.steps <= other.steps && (other.laws || !self.laws)
    }
}

/// The state of a goal `product(list) <= t`.
pub(super) enum Goal {
    Open,
    Found(Rc<Plan>),
    Failed(Fuel),
}

type Goals = FxHashMap<(Vec<Term>, Term), Goal>;

/// A search for one step of a derivation.
pub(crate) struct Prover<'a> {
    pub(super) rules: &'a [Rc<Rule>],
    unfoldable: &'a dyn Fn(&Definition) -> bool,
    pub(super) apart: &'a [(Name, Name)],
    budget: Cell<u32>,
    limits: ReplayLimits<'a>,
    pub(super) goals: RefCell<Goals>,
    unfolded: RefCell<Vec<Box<str>>>,
}

impl<'a> Prover<'a> {
    /// A prover that may use `rules`, unfold the definitions that `unfoldable` admits, and knows which
    /// indices differ. It gives up after the states of one step.
    pub(crate) fn new(
        rules: &'a [Rc<Rule>],
        unfoldable: &'a dyn Fn(&Definition) -> bool,
        apart: &'a [(Name, Name)],
        limits: ReplayLimits<'a>,
    ) -> Self {
        Prover {
            rules,
            unfoldable,
            apart,
            budget: Cell::new(limits.states_per_step),
            limits,
            goals: RefCell::default(),
            unfolded: RefCell::default(),
        }
    }

    /// Tells whether the work limit was reached, or the search was cancelled.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.budget.get() == 0
    }

    /// Pays for one state. Returns whether it could be paid for.
    pub(crate) fn charge(&self) -> bool {
        let left = if self.limits.is_cancelled() { 0 } else { self.budget.get() };
        self.budget.set(left.saturating_sub(1));
        left > 0
    }

    pub(crate) fn may_unfold(&self, def: &Definition) -> bool {
        names_a_family(def) || (self.unfoldable)(def)
    }

    pub(crate) fn note_unfolded(&self, def: &Definition) {
        self.unfolded.borrow_mut().push(def.name().into());
    }

    /// The names of the definitions that some match unfolded.
    pub(crate) fn unfolded(&self) -> Vec<Box<str>> {
        self.unfolded.borrow().clone()
    }
}
