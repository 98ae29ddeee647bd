//! The facts that a hint puts at the disposal of its step, and the origin of each.

use std::rc::Rc;
use std::sync::Arc;

use reductio_algebra::{Definition, Formula, Name, Relation, Span, Symbol, Term, TermKind};
use reductio_theorems::kernel::generalize;
use reductio_theorems::{RuleError, Theorem};

use super::error::ReplayErrorKind;
use super::families;
use crate::decide::{DecideError, Decision, decide, decide_under, eliminated};
use crate::instances::{Terms, concluded, indices_of, instances, is_to_be_tried, made, premise};
use crate::limits::{DecisionLimits, ReplayLimits};
use crate::quantified::{is_quantified, opened};
use crate::step_error::StepError;
use crate::tactic::rule::Rule;
use crate::tactic::{Found, Prover};

/// The origin of a fact: a reference of the hint, or other facts.
#[derive(Clone, Debug, Default)]
struct Origin {
    /// The reference, for the warning when it is not needed.
    reference: Option<Span>,
    parents: Vec<usize>,
    used: bool,
}

/// Facts collected from the items of a hint, in order.
#[derive(Default)]
pub(super) struct Facts {
    pub(super) rules: Vec<Rc<Rule>>,
    /// The facts as theorems, for lemmas with premises and induction rules, with their origins.
    pub(super) theorems: Vec<(Theorem, usize)>,
    /// The facts about all actions, or all predicates, and those with premises, as they are.
    pub(super) quantified: Vec<(Theorem, usize)>,
    definitions: Vec<(Arc<Definition>, usize)>,
    origins: Vec<Origin>,
}

/// The number of states of the search that cost about as much as one state of a decision.
const STATES_OF_ONE: usize = 20;

/// The states of a decision about an instance, the most instances that are looked at, and the most that are used.
const INSTANCE_STATES: usize = 60;
const LOOKED_AT: usize = 300;
const INSTANCES: usize = 16;

/// The reason why a search failed.
pub(super) enum Failure {
    /// The search found nothing; the finding of the decision, in words.
    NotFound(Option<String>),
    /// The search reached its limit on this goal.
    Limit(Term, Relation, Term),
    /// The proof that the search proposed is none.
    Step(StepError),
}

impl From<StepError> for Failure {
    fn from(error: StepError) -> Self {
        Failure::Step(error)
    }
}

impl From<RuleError> for Failure {
    fn from(error: RuleError) -> Self {
        Failure::Step(error.into())
    }
}

impl Failure {
    /// The finding of the decision, in words.
    pub(super) fn why(&self) -> Option<String> {
        if let Failure::NotFound(why) = self { why.clone() } else { None }
    }

    /// The error for a failure: `otherwise` when the search came to its end.
    pub(super) fn into_kind(
        self,
        limits: ReplayLimits<'_>,
        otherwise: ReplayErrorKind,
    ) -> ReplayErrorKind {
        match self {
            Failure::Step(e) => ReplayErrorKind::Unproved(e),
            _ if limits.is_cancelled() => ReplayErrorKind::Cancelled,
            Failure::NotFound(_) => otherwise,
            Failure::Limit(lhs, relation, rhs) => {
                let sign = if relation == Relation::Equal { "=" } else { "<=" };
                let premises = match otherwise {
                    ReplayErrorKind::Step { premises, .. }
                    | ReplayErrorKind::Fact { premises, .. }
                    | ReplayErrorKind::NoProof { premises, .. } => Some(premises),
                    _ => None,
                };
                ReplayErrorKind::WorkLimit {
                    lhs,
                    sign,
                    rhs,
                    limit: limits.states_per_step,
                    premises,
                }
            }
        }
    }
}

impl Facts {
    /// Adds an origin: a reference.
    pub(super) fn reference(&mut self, span: &Span) -> usize {
        self.origins.push(Origin { reference: Some(span.clone()), ..Origin::default() });
        self.origins.len() - 1
    }

    /// Adds an origin: facts that another is derived from.
    pub(super) fn derived(&mut self, parents: Vec<usize>) -> usize {
        self.origins.push(Origin { parents, ..Origin::default() });
        self.origins.len() - 1
    }

    /// Adds a fact. Indices that its hypotheses leave free are generalized; `variables`, and the symbols that it
    /// quantifies, stand for any term.
    pub(super) fn add(&mut self, theorem: &Theorem, variables: &[Symbol], origin: usize) {
        let mut theorem = generalized(theorem);
        let mut variables = variables.to_vec();
        if is_to_be_tried(theorem.conclusion()) {
            self.quantified.push((theorem.clone(), origin));
        }
        if is_quantified(theorem.conclusion()) {
            // Without values nothing can be refused.
            if let Ok(open) = opened(&theorem, &[]) {
                theorem = open.theorem;
                variables.extend(open.variables);
            }
        }
        self.rules.extend(Rule::from_theorem(&theorem, &variables, Some(origin)));
        self.theorems.push((theorem, origin));
    }

    /// Adds what is said of all actions or predicates for premises of the same words, and for nothing else.
    pub(super) fn add_as_it_stands(&mut self, theorem: &Theorem, origin: usize) {
        self.quantified.push((generalized(theorem), origin));
    }

    /// Allows a definition to be unfolded.
    pub(super) fn allow(&mut self, definition: &Arc<Definition>, origin: usize) {
        self.definitions.push((definition.clone(), origin));
    }

    /// Decides whether a definition is cited.
    pub(super) fn may_unfold(&self, definition: &Definition) -> bool {
        self.definitions.iter().any(|(d, _)| **d == *definition)
    }

    /// Proves `s <= t` or `s = t`: without facts by the decision of regular algebra with tests, and by the search
    /// where sums over indices or defined names are in the way; with facts by the search, and by the decision
    /// under those facts that can be eliminated; last with what is said of all actions or predicates at the terms of
    /// the step. Returns the theorem and the origins that it used.
    pub(super) fn prove(
        &self,
        s: &Term,
        relation: Relation,
        t: &Term,
        apart: &[(Name, Name)],
        limits: ReplayLimits<'_>,
    ) -> Result<(Theorem, Vec<usize>), Failure> {
        let found = self.prove_as_they_are(s, relation, t, apart, limits);
        match found {
            Err(Failure::NotFound(_) | Failure::Limit(..)) if !self.quantified.is_empty() => {
                self.at_terms((s, relation, t), apart, limits)?.map_or(found, Ok)
            }
            other => other,
        }
    }

    /// Proves a step from the facts, those about all actions or predicates where matching gives them values.
    fn prove_as_they_are(
        &self,
        s: &Term,
        relation: Relation,
        t: &Term,
        apart: &[(Name, Name)],
        limits: ReplayLimits<'_>,
    ) -> Result<(Theorem, Vec<usize>), Failure> {
        let states = limits.bound(limits.states_per_step as usize / STATES_OF_ONE);
        if self.rules.is_empty() && self.definitions.is_empty() {
            return self.without_facts(s, relation, t, apart, limits, states);
        }
        let found = self.search(s, relation, t, apart, limits);
        if !matches!(found, Err(Failure::NotFound(_) | Failure::Limit(..))) {
            return found;
        }
        self.decided(s, relation, t, states)?.map_or(found, Ok)
    }

    /// Proves a step with the instances of facts at its terms ([`crate::instances`]).
    fn at_terms(
        &self,
        goal: (&Term, Relation, &Term),
        apart: &[(Name, Name)],
        limits: ReplayLimits<'_>,
    ) -> Result<Option<(Theorem, Vec<usize>)>, Failure> {
        let open: Vec<Theorem> = self.quantified.iter().map(|(t, _)| t.clone()).collect();
        let all: Vec<(Theorem, usize)> =
            self.theorems.iter().chain(&self.quantified).cloned().collect();
        let facts: Vec<Theorem> = all.iter().map(|(t, _)| t.clone()).collect();
        let known: Vec<&Formula> = facts.iter().map(Theorem::conclusion).collect();
        let terms = Terms::of(goal.0, goal.2, &known);
        let bound = limits.bound(INSTANCE_STATES);
        let avoid = indices_of(&facts, apart);
        let mut more = Facts {
            rules: self.rules.clone(),
            theorems: self.theorems.clone(),
            definitions: self.definitions.clone(),
            ..Facts::default()
        };
        let (mut origins, mut found) = (Vec::new(), 0);
        for instance in instances(&open, &terms, goal).iter().take(LOOKED_AT) {
            if limits.is_cancelled() || found >= INSTANCES {
                break;
            }
            let mut used = Vec::new();
            let mut prove = |formula: &Formula| {
                if let Some((known, origin)) = all.iter().find(|(t, _)| t.conclusion() == formula) {
                    used.push(*origin);
                    return Ok(Some(known.clone()));
                }
                premise(formula, &facts, &avoid, &mut |own, l, relation, r| -> Result<_, Failure> {
                    if let Decision::Holds(theorem) = decide(l, relation, r, bound)? {
                        return Ok(Some(theorem));
                    }
                    if !own.is_empty() || self.rules.is_empty() {
                        return Ok(None);
                    }
                    match self.search(l, relation, r, apart, limits.part(100)) {
                        Ok((theorem, more)) => {
                            used.extend(more);
                            Ok(Some(theorem))
                        }
                        Err(Failure::Step(fault)) => Err(Failure::Step(fault)),
                        Err(_) => Ok(None),
                    }
                })
            };
            let Some(theorem) = made(&open[instance.fact], instance, &avoid, &mut prove)? else {
                continue;
            };
            used.push(self.quantified[instance.fact].1);
            if let Some(end) = concluded(&theorem, goal)? {
                return Ok(Some((end, used)));
            }
            let is_trivial = match relation_of(theorem.conclusion()) {
                Some((l, relation, r)) => {
                    matches!(decide(l, relation, r, bound)?, Decision::Holds(_))
                }
                None => false,
            };
            if !is_trivial {
                let origin = self.quantified[instance.fact].1;
                more.rules.extend(Rule::from_theorem(&theorem, &[], Some(origin)));
                more.theorems.push((theorem, origin));
                origins.extend(used);
                found += 1;
            }
        }
        if found == 0 {
            return Ok(None);
        }
        match more.prove_as_they_are(goal.0, goal.1, goal.2, apart, limits) {
            Ok((theorem, used)) => Ok(Some((theorem, [used, origins].concat()))),
            Err(Failure::Step(fault)) => Err(Failure::Step(fault)),
            Err(_) => Ok(None),
        }
    }

    /// Proves a step that cites nothing: it is decided, unless matching shows it at once.
    fn without_facts(
        &self,
        s: &Term,
        relation: Relation,
        t: &Term,
        apart: &[(Name, Name)],
        limits: ReplayLimits<'_>,
        states: DecisionLimits<'_>,
    ) -> Result<(Theorem, Vec<usize>), Failure> {
        let none = |_: &Definition| false;
        let quick = Prover::new(&[], &none, apart, limits).prove_at_once(s, relation, t);
        if let Some(found) = quick? {
            return Ok((found.theorem, Vec::new()));
        }
        let open = match decide(s, relation, t, states)? {
            Decision::Holds(theorem) => return Ok((theorem, Vec::new())),
            Decision::Fails(_) if has_families(s) || has_families(t) => None,
            Decision::Fails(word) => {
                let why = format!(
                    "no law of regular algebra: one side has the run `{word}`, the other has not"
                );
                return Err(Failure::NotFound(Some(why)));
            }
            Decision::NoProof => Some(
                "true, as the decision found, but without a proof: write smaller steps".to_owned(),
            ),
            _ => None,
        };
        if let Some(theorem) = families::prove(s, relation, t, states)? {
            return Ok((theorem, Vec::new()));
        }
        self.search(s, relation, t, apart, limits).map_err(|failure| match failure {
            Failure::NotFound(_) => Failure::NotFound(open),
            other => other,
        })
    }

    /// Decides a step under those facts that say that some term is 0.
    fn decided(
        &self,
        s: &Term,
        relation: Relation,
        t: &Term,
        states: DecisionLimits<'_>,
    ) -> Result<Option<(Theorem, Vec<usize>)>, StepError> {
        let mut zeros = Vec::new();
        let mut used = Vec::new();
        for (theorem, origin) in &self.theorems {
            if let Some(more) = eliminated(theorem, states)? {
                zeros.extend(more);
                used.push(*origin);
            }
        }
        match decide_under(&zeros, s, relation, t, states) {
            Ok(Decision::Holds(theorem)) => Ok(Some((theorem, used))),
            Err(DecideError::Step(e)) => Err(e),
            _ => Ok(None),
        }
    }

    fn search(
        &self,
        s: &Term,
        relation: Relation,
        t: &Term,
        apart: &[(Name, Name)],
        limits: ReplayLimits<'_>,
    ) -> Result<(Theorem, Vec<usize>), Failure> {
        let may_unfold = |d: &Definition| self.may_unfold(d);
        let prover = Prover::new(&self.rules, &may_unfold, apart, limits);
        let found = prover.prove(s, relation, t)?;
        let Some(Found { theorem, sources, unfolded }) = found else {
            return Err(if prover.is_exhausted() {
                Failure::Limit(s.clone(), relation, t.clone())
            } else {
                Failure::NotFound(None)
            });
        };
        let mut used: Vec<usize> = sources.into_iter().collect();
        used.extend(
            self.definitions
                .iter()
                .filter(|(d, _)| unfolded.iter().any(|name| **name == *d.name()))
                .map(|(_, origin)| *origin),
        );
        used.sort_unstable();
        used.dedup();
        Ok((theorem, used))
    }

    /// The present numbers of facts of each kind.
    pub(super) fn scope(&self) -> [usize; 4] {
        [self.rules.len(), self.theorems.len(), self.definitions.len(), self.quantified.len()]
    }

    /// Forgets the facts that were added since.
    pub(super) fn leave(&mut self, scope: &[usize; 4]) {
        self.rules.truncate(scope[0]);
        self.theorems.truncate(scope[1]);
        self.definitions.truncate(scope[2]);
        self.quantified.truncate(scope[3]);
    }

    /// Takes over the facts of another hint, their origins left out.
    pub(super) fn extend(&mut self, other: &Facts) {
        self.rules.extend(other.rules.iter().map(|r| {
            let mut rule = Rule::clone(r);
            rule.source = None;
            Rc::new(rule)
        }));
        self.definitions.extend(other.definitions.iter().map(|(d, _)| (d.clone(), 0)));
    }

    /// Marks origins, and those that they come from, as used.
    pub(super) fn mark(&mut self, used: &[usize]) {
        for &origin in used {
            if !std::mem::replace(&mut self.origins[origin].used, true) {
                let parents = self.origins[origin].parents.clone();
                self.mark(&parents);
            }
        }
    }

    /// The number of origins so far.
    pub(super) fn origins(&self) -> usize {
        self.origins.len()
    }

    /// The references that nothing used, each with its origin.
    pub(super) fn unused(&self) -> impl Iterator<Item = (usize, &Span)> {
        let unused = self.origins.iter().enumerate().filter(|(_, origin)| !origin.used);
        unused.filter_map(|(number, origin)| Some((number, origin.reference.as_ref()?)))
    }
}

/// The theorem for all its free indices that no hypothesis fixes.
pub(super) fn generalized(theorem: &Theorem) -> Theorem {
    let mut indices: Vec<Name> = theorem.conclusion().free_indices();
    indices.reverse();
    indices.iter().fold(theorem.clone(), |t, i| generalize(i, &t).unwrap_or(t))
}

/// The sides and the sign of a formula, if it is a relation.
pub(super) fn relation_of(formula: &Formula) -> Option<(&Term, Relation, &Term)> {
    match formula {
        Formula::Relation(a, r, b) => Some((a, *r, b)),
        _ => None,
    }
}

/// Whether sums or products over indices are in a term: to a decision these are letters.
fn has_families(t: &Term) -> bool {
    matches!(t.kind(), TermKind::Sum(_) | TermKind::Product(_))
        || t.operands().into_iter().any(has_families)
}
