//! One derivation: every step is searched for and rebuilt by the kernel, the chain is closed, the result
//! certified.

use std::cell::RefCell;

use reductio_algebra::{
    Formula, Index, Label, Name, Span, Statement, StatementKind, Substitution, Symbol, Theory,
};
use reductio_theorems::kernel::{assume, cases};
use reductio_theorems::{Certificate, RuleError, Theorem};
use rustc_hash::FxHashMap;

use super::ReplayLimits;
use super::apply::discharge;
use super::error::{ReplayError, ReplayErrorKind as K, Warning};
use super::facts::{Facts, Failure};
use crate::quantified::Goal;
use crate::script::{Body, Derivation};
use crate::step_error::StepError;
use crate::tactic::rule::oriented;

/// The faults of a derivation.
pub(super) type Faults = Vec<ReplayError>;

/// The facts and rules that a derivation may use.
#[derive(Clone, Copy)]
pub(super) struct Order<'a> {
    /// The number at which the top-down part of the script starts.
    pub(super) top_down: Option<u32>,
    /// The lemmas and theorems at the disposal of `(auto)`.
    pub(super) scope: &'a [Label],
    /// Tells whether the bundled laws may be used too.
    pub(super) laws: bool,
}

pub(super) fn derive(
    theory: &Theory,
    derivation: &Derivation,
    proved: &FxHashMap<Label, Theorem>,
    constants: &[Symbol],
    order: Order<'_>,
    limits: ReplayLimits<'_>,
    warnings: &mut Vec<Warning>,
) -> Result<Certificate, Faults> {
    let label = &derivation.label;
    let Some(statement) = theory.statement(label) else {
        return Err(vec![K::NotToProve { label: label.clone() }.at(&derivation.label_span)]);
    };
    if statement.formula != derivation.formula {
        let kind = K::StatementDiffers {
            label: label.clone(),
            expected: statement.formula.clone().into(),
            got: derivation.formula.clone().into(),
        };
        return Err(vec![kind.at(&derivation.span)]);
    }
    // A symbol that the statement quantifies keeps its name, by which the derivation speaks of it, unless the name
    // means something else in the statement. That no hypothesis says anything of it the kernel sees.
    let goal = Goal::of(&derivation.formula, &[], &[]);
    let kernel = |e: RuleError| vec![K::unproved(e).at(&derivation.label_span)];
    let mut context = Context {
        theory,
        statement,
        place: &derivation.label_span,
        proved,
        order,
        limits,
        premises: Vec::new(),
        apart: Vec::new(),
        variables: variables(theory, constants, &statement.formula, &goal),
        constants,
        warnings: RefCell::default(),
    };
    for premise in goal.premises() {
        match premise {
            Formula::Apart(Index::Free(i), Index::Free(j)) => {
                context.apart.push((i.clone(), j.clone()));
            }
            _ => context.premises.push(assume(premise).map_err(kernel)?),
        }
    }
    context.apply_premises().map_err(|e| vec![K::Unproved(e).at(&derivation.label_span)])?;
    let theorem = context.body(&derivation.body, &goal.conclusion);
    *warnings = context.warnings.into_inner();
    // Unproved lemmas were assumed so far, to find the other faults.
    let mut faults: Faults = super::order::citations(derivation)
        .into_iter()
        .filter(|(cited, _)| {
            !proved.contains_key(cited)
                && theory.statement(cited).is_some_and(|s| s.kind != StatementKind::Hypothesis)
        })
        .map(|(cited, span)| K::CitedUnproved { cited }.at(&span))
        .collect();
    let theorem = match theorem {
        Ok(theorem) if faults.is_empty() => theorem,
        other => {
            // A sub-derivation that is cited twice fails once.
            for fault in other.err().into_iter().flatten() {
                if !faults.contains(&fault) {
                    faults.push(fault);
                }
            }
            return Err(faults);
        }
    };
    let closed = goal.close(theorem).map_err(|e| match e {
        RuleError::SymbolNotFree { symbol, place, .. } => {
            let kind = K::NotGeneral { name: symbol.name, hypothesis: place };
            vec![kind.at(&derivation.label_span)]
        }
        other => kernel(other),
    })?;
    Certificate::new(theory, label, &closed)
        .map_err(|e| vec![K::Certificate(e).at(&derivation.label_span)])
}

/// The symbols that hypotheses and definitions speak of: they mean the same throughout the theory.
pub(super) fn constants(theory: &Theory) -> Vec<Symbol> {
    let mut found = Vec::new();
    for h in theory.hypotheses() {
        found.extend(h.formula.symbols());
    }
    for d in theory.definitions() {
        let parameters = d.definition.term_parameters();
        found.extend(d.definition.body().symbols().into_iter().filter(|s| !parameters.contains(s)));
    }
    found.sort();
    found.dedup();
    found
}

/// The declared symbols that stand for anything in a hint: neither constants of the theory nor fixed by
/// the statement.
fn variables(
    theory: &Theory,
    constants: &[Symbol],
    statement: &Formula,
    goal: &Goal,
) -> Vec<Symbol> {
    let mut here = statement.symbols();
    here.extend(goal.symbols().cloned());
    let declared = theory.vocabulary().symbols().iter();
    declared.filter(|s| !constants.contains(s) && !here.contains(s)).cloned().collect()
}

/// The context of a derivation, which its steps have in common.
pub(super) struct Context<'a> {
    pub(super) theory: &'a Theory,
    pub(super) statement: &'a Statement,
    /// The place where the derivation names its statement.
    pub(super) place: &'a Span,
    pub(super) proved: &'a FxHashMap<Label, Theorem>,
    pub(super) order: Order<'a>,
    pub(super) limits: ReplayLimits<'a>,
    pub(super) premises: Vec<Theorem>,
    pub(super) apart: Vec<(Name, Name)>,
    pub(super) variables: Vec<Symbol>,
    pub(super) constants: &'a [Symbol],
    pub(super) warnings: RefCell<Vec<Warning>>,
}

impl Context<'_> {
    /// The premises that hold at a step besides the hypotheses of the theory.
    pub(super) fn local_premises(&self) -> Vec<Formula> {
        let sides = self.apart.iter();
        let sides =
            sides.map(|(i, j)| Formula::Apart(Index::Free(i.clone()), Index::Free(j.clone())));
        self.premises.iter().map(|p| p.conclusion().clone()).chain(sides).collect()
    }

    /// Applies the premises that are implications: their conclusion is a premise too, where their own premises follow
    /// from the others.
    fn apply_premises(&mut self) -> Result<(), StepError> {
        let is_rule = |t: &Theorem| matches!(t.conclusion(), Formula::Implies(..));
        let (mut waiting, mut plain): (Vec<Theorem>, Vec<Theorem>) =
            self.premises.iter().cloned().partition(is_rule);
        let limits = self.limits.part(10);
        loop {
            let mut rest = Vec::new();
            let known = plain.len();
            for theorem in waiting {
                let mut facts = Facts::default();
                for premise in &plain {
                    let origin = facts.derived(Vec::new());
                    facts.add(premise, &[], origin);
                }
                let applied =
                    discharge(theorem.clone(), &mut Vec::new(), &facts, &self.apart, limits);
                match applied {
                    Ok(Some(conclusion)) => plain.push(conclusion),
                    Err(Failure::Step(fault)) => return Err(fault),
                    _ => rest.push(theorem),
                }
            }
            waiting = rest;
            if plain.len() == known || waiting.is_empty() {
                break;
            }
        }
        let known: Vec<Formula> = self.premises.iter().map(|p| p.conclusion().clone()).collect();
        self.premises.extend(plain.into_iter().filter(|t| !known.contains(t.conclusion())));
        Ok(())
    }

    fn body(&mut self, body: &Body, goal: &Formula) -> Result<Theorem, Faults> {
        match body {
            Body::Chain(main, below) => self.main_chain(main, below, goal),
            Body::Cases { i, j, span, equal, apart } => {
                let at = |e: RuleError| vec![K::unproved(e).at(span)];
                // The first case may be written over either index.
                let first = self.equal_case(equal, goal, i, j);
                let saved = self.apart.clone();
                self.apart.push((i.clone(), j.clone()));
                let second = self.body(apart, goal);
                self.apart = saved;
                let ((equal, from, to), apart) = match (first, second) {
                    (Ok(a), Ok(b)) => (a, b),
                    (a, b) => {
                        let mut faults = a.err().unwrap_or_default();
                        faults.extend(b.err().unwrap_or_default());
                        return Err(faults);
                    }
                };
                let side = Formula::Apart(Index::Free(from.clone()), Index::Free(to.clone()));
                let apart = oriented(apart, &side).map_err(at)?;
                cases(&from, &to, &equal, &apart).map_err(at)
            }
        }
    }

    fn equal_case(
        &mut self,
        body: &Body,
        goal: &Formula,
        i: &Name,
        j: &Name,
    ) -> Result<(Theorem, Name, Name), Faults> {
        let replaced = |from: &Name, to: &Name| {
            let mut s = Substitution::new();
            let _ = s.index(from, &Index::Free(to.clone()));
            goal.substituted(&s)
        };
        let mut first = body;
        while let Body::Cases { equal, .. } = first {
            first = equal;
        }
        let uses_j = match first {
            Body::Chain(main, _) => main.first.free_indices().contains(j),
            Body::Cases { .. } => false,
        };
        let (from, to) = if uses_j { (i, j) } else { (j, i) };
        let theorem = self.body(body, &replaced(from, to))?;
        Ok((theorem, from.clone(), to.clone()))
    }
}
