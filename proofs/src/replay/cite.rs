//! Citations: the facts that the items of a hint put at the disposal of a step.

use reductio_algebra::text::grammar::Sign;
use reductio_algebra::{
    Formula, Label, Name, Relation, Span, Statement, StatementKind, Substitution, Symbol, Term,
};
use reductio_theorems::kernel::{assume, discharge, instantiate, modus_ponens, unfold};
use reductio_theorems::{RuleError, Theorem, allowed};

use super::apply;
use super::chain::{Below, directed, join};
use super::derive::{Context, Faults};
use super::error::ReplayErrorKind as K;
use super::error::sign_text;
use super::facts::{Facts, Failure};
use crate::derived::weaken;
use crate::laws;
use crate::quantified::{is_quantified, matrix, opened};
use crate::script::Induction;
use crate::script::hint::{Fact, FactLink, Hint, Item, Reference, ReferenceKind, VariableValue};
use crate::tactic::rule::names_a_family;

impl Context<'_> {
    /// The facts of a hint.
    pub(super) fn facts(&self, hint: &Hint, below: &Below<'_>) -> Result<Facts, Faults> {
        let mut facts = Facts::default();
        let mut faults = Vec::new();
        // Statements with hypotheses that this one lacks come last: the other references must supply them.
        let mut late = Vec::new();
        for item in &hint.items {
            let result = match item {
                Item::References(references, assignments) => references.iter().try_for_each(|r| {
                    if self.lacks_hypotheses(r, assignments) {
                        late.push((r, assignments));
                        return Ok(());
                    }
                    self.reference(r, assignments, &mut facts)
                }),
                Item::Fact(fact) => self.fact(fact, &mut facts, below),
            };
            faults.extend(result.err().into_iter().flatten());
        }
        for (reference, assignments) in late {
            let result = self.with_hypotheses(reference, assignments, &mut facts);
            faults.extend(result.err().into_iter().flatten());
        }
        if faults.is_empty() { Ok(facts) } else { Err(faults) }
    }

    pub(super) fn reference(
        &self,
        reference: &Reference,
        assignments: &[VariableValue],
        facts: &mut Facts,
    ) -> Result<(), Faults> {
        let span = &reference.span;
        let limits = self.limits;
        let failed = |f: Failure, kind: K| vec![f.into_kind(limits, kind).at(span)];
        match &reference.kind {
            // A hint `(auto)` does not come here.
            ReferenceKind::Theory(_) | ReferenceKind::Auto => Ok(()),
            ReferenceKind::Hypothesis => {
                if self.premises.is_empty() {
                    return Err(vec![K::NoPremise.at(span)]);
                }
                self.premises_at(assignments, span, facts)
            }
            ReferenceKind::Below => {
                let rule = reference.kind.clone();
                Err(vec![K::NoInduction { rule, shape: "the fact that is proved below" }.at(span)])
            }
            ReferenceKind::Induction(rule) => {
                let values = induction_values(*rule, assignments)?;
                let none =
                    || K::NoInduction { rule: reference.kind.clone(), shape: rule.premise() };
                let applied = apply::induction(*rule, facts, values, &self.apart, limits)
                    .map_err(|f| failed(f, none()))?;
                if applied.is_empty() {
                    let mut fault = none().at(span);
                    fault.help = Some(apply::other_induction(*rule, facts, &self.apart, limits));
                    return Err(vec![fault]);
                }
                self.add_applied(applied, facts.reference(span), facts);
                Ok(())
            }
            ReferenceKind::Label(label) => {
                if assignments.is_empty() && !self.is_horn(label) {
                    // Names of families are in scope of every step: citing one is a courtesy to the reader.
                    let family = self.theory.definition(label).map(|d| &*d.definition);
                    let origin = if family.is_some_and(names_a_family) {
                        facts.derived(Vec::new())
                    } else {
                        facts.reference(span)
                    };
                    return self.cite(label, span, facts, origin);
                }
                let (theorem, variables) = self.instance(label, span, assignments)?;
                let origin = facts.reference(span);
                if !has_premises(theorem.conclusion()) {
                    facts.add(&theorem, &variables, origin);
                    return Ok(());
                }
                // What is said of all actions may be, as it stands, the premise of a lemma that is cited after it.
                let is_said_of_all =
                    assignments.is_empty() && self.says_of_all(label, span, origin, facts)?;
                let fixed = !assignments.is_empty();
                let premises = || K::Premises { cited: label.clone() };
                let applied = apply::lemma(&theorem, &variables, fixed, facts, &self.apart, limits)
                    .map_err(|f| failed(f, premises()))?;
                if applied.is_empty() && !is_said_of_all {
                    return Err(vec![premises().at(span)]);
                }
                self.add_applied(applied, origin, facts);
                Ok(())
            }
        }
    }

    /// Adds a hypothesis, with all its quantifiers, if it is about all actions or predicates.
    fn says_of_all(
        &self,
        label: &Label,
        span: &Span,
        origin: usize,
        facts: &mut Facts,
    ) -> Result<bool, Faults> {
        let statement = self.theory.statement(label);
        let said =
            statement.filter(|s| s.kind == StatementKind::Hypothesis && is_quantified(&s.formula));
        if let Some(statement) = said {
            facts.add_as_it_stands(&self.assumed_hypothesis(statement, span)?, origin);
        }
        Ok(said.is_some())
    }

    /// Adds the premises of the statement, those that speak of all actions or predicates at the values given.
    fn premises_at(
        &self,
        assignments: &[VariableValue],
        span: &Span,
        facts: &mut Facts,
    ) -> Result<(), Faults> {
        let values = plain_values(assignments);
        let origin = facts.reference(span);
        let mut used = Vec::new();
        for premise in &self.premises {
            let open = opened(premise, &values)
                .map_err(|e| refused_values(assignments, premise.conclusion(), &e))?;
            // A fact without values stays as it is.
            let fact = if open.used.is_empty() { premise } else { &open.theorem };
            let variables = if open.used.is_empty() { &[][..] } else { &open.variables };
            used.extend(open.used.iter().cloned());
            if !is_quantified(premise.conclusion()) || !has_premises(open.theorem.conclusion()) {
                facts.add(fact, variables, origin);
                continue;
            }
            let fixed = open.variables.is_empty();
            let applied = apply::lemma(
                &open.theorem,
                &open.variables,
                fixed,
                facts,
                &self.apart,
                self.limits,
            );
            let applied = match applied {
                Ok(applied) => applied,
                Err(Failure::Step(e)) => return Err(vec![K::unproved(e).at(span)]),
                Err(_) => Vec::new(),
            };
            if open.used.is_empty() {
                facts.add_as_it_stands(premise, origin);
            }
            for (theorem, mut from) in applied {
                from.push(origin);
                let from = facts.derived(from);
                facts.add(&theorem, &[], from);
            }
        }
        let unknown = assignments.iter().filter(|a| !used.contains(&a.name));
        let faults: Faults = unknown
            .map(|a| {
                let reason = "no premise speaks of all actions or predicates by this name";
                let (name, reason) = (a.name.to_string(), reason.to_owned());
                K::Assignment { name, reason }.at(&a.span)
            })
            .collect();
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }

    fn add_applied(&self, applied: apply::Applied, origin: usize, facts: &mut Facts) {
        for (theorem, mut used) in applied {
            used.push(origin);
            let from = facts.derived(used);
            facts.add(&theorem, &self.variables, from);
        }
    }

    pub(super) fn is_horn(&self, label: &Label) -> bool {
        let own = self.theory.statement(label).or_else(|| self.law(label));
        own.is_some_and(|s| {
            (s.kind != StatementKind::Hypothesis || is_quantified(&s.formula))
                && has_premises(&s.formula)
        })
    }

    /// The bundled law with a label, where the theory has nothing of that name.
    pub(super) fn law(&self, label: &Label) -> Option<&'static Statement> {
        let is_own =
            self.theory.statement(label).is_some() || self.theory.definition(label).is_some();
        laws::statement(label).filter(|_| self.order.laws && !is_own)
    }

    /// Decides whether a symbol stands for any term in the statement of a label: all do in a law, whatever the theory
    /// calls its own.
    pub(super) fn is_variable(&self, label: &Label, symbol: &Symbol) -> bool {
        self.law(label).is_some() || !self.constants.contains(symbol)
    }

    /// The theorem behind a label, with the assignments carried out, and the variables that are left.
    fn instance(
        &self,
        label: &Label,
        span: &Span,
        assignments: &[VariableValue],
    ) -> Result<(Theorem, Vec<Symbol>), Faults> {
        let hypothesis =
            self.theory.statement(label).filter(|s| s.kind == StatementKind::Hypothesis);
        let theorem = match hypothesis {
            // A hypothesis about all actions holds of each; the symbols that it leaves free are fixed.
            Some(statement) if is_quantified(&statement.formula) => {
                Some(self.assumed_hypothesis(statement, span)?)
            }
            _ => self.theorem(label),
        };
        let Some(theorem) = theorem else {
            let kind = K::Assignment {
                name: label.to_string(),
                reason: "only lemmas, theorems, and what is said of all actions or predicates take values".to_owned(),
            };
            return Err(vec![kind.at(span)]);
        };
        let mut symbols = Vec::new();
        if hypothesis.is_none() {
            symbols = theorem.conclusion().symbols();
            for h in theorem.hypotheses() {
                symbols.extend(h.symbols());
            }
        }
        let values = plain_values(assignments);
        let values: Vec<(Name, Term)> = values
            .into_iter()
            .filter(|(name, _)| !symbols.iter().any(|s| s.name == *name && s.arity == 0))
            .collect();
        let open = opened(&theorem, &values)
            .map_err(|e| refused_values(assignments, theorem.conclusion(), &e))?;
        let mut s = Substitution::new();
        let mut faults = Vec::new();
        for a in assignments {
            let fault =
                |reason: String| K::Assignment { name: a.name.to_string(), reason }.at(&a.span);
            let arity = a.parameters.len();
            if arity == 0 && open.used.contains(&a.name) {
                continue;
            }
            let Some(symbol) = symbols.iter().find(|s| s.name == a.name && s.arity == arity) else {
                faults.push(fault(format!("it does not occur in {label}")));
                continue;
            };
            if let Err(e) = s.symbol(symbol, &a.parameters, &a.term) {
                faults.push(fault(e.to_string()));
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let assigned = |v: &Symbol| assignments.iter().any(|a| a.name == v.name);
        let variables =
            symbols.into_iter().filter(|v| self.is_variable(label, v) && !assigned(v)).collect();
        // The symbols that a lemma quantifies are new, so that no value for another symbol touches them.
        let theorem = if s.is_empty() { open.theorem } else { instantiate(&open.theorem, &s) };
        let mut variables: Vec<Symbol> = variables;
        variables.extend(open.variables);
        Ok((theorem, variables))
    }

    /// A hypothesis that the statement may assume.
    fn assumed_hypothesis(&self, statement: &Statement, span: &Span) -> Result<Theorem, Faults> {
        if !allowed(self.theory, self.statement).any(|h| h.label == statement.label) {
            let (label, cited) = (self.statement.label.clone(), statement.label.clone());
            return Err(vec![K::NotAssumed { label, cited }.at(span)]);
        }
        assume(&statement.formula).map_err(|e| vec![K::unproved(e).at(span)])
    }

    /// The theorem behind the label of a lemma; one that is not proved is assumed, and makes the derivation
    /// fail in the end.
    fn theorem(&self, label: &Label) -> Option<Theorem> {
        if self.law(label).is_some() {
            return laws::theorem(label);
        }
        self.proved.get(label).cloned().or_else(|| {
            let statement = self.theory.statement(label)?;
            (statement.kind != StatementKind::Hypothesis)
                .then(|| assume(&statement.formula).ok())?
        })
    }

    /// Adds the statement of a label to the facts.
    pub(super) fn cite(
        &self,
        label: &Label,
        span: &Span,
        facts: &mut Facts,
        origin: usize,
    ) -> Result<(), Faults> {
        let kernel = |e: RuleError| vec![K::unproved(e).at(span)];
        if let Some(item) = self.theory.definition(label) {
            let Formula::Relation(head, _, _) = &item.equation else {
                return Ok(());
            };
            let equation = unfold(head).map_err(kernel)?;
            facts.allow(&item.definition, origin);
            facts.add(&equation, item.definition.term_parameters(), origin);
            return Ok(());
        }
        let Some(statement) = self.theory.statement(label).or_else(|| self.law(label)) else {
            return Err(vec![K::NotToProve { label: label.clone() }.at(span)]);
        };
        if statement.kind == StatementKind::Hypothesis {
            facts.add(&self.assumed_hypothesis(statement, span)?, &[], origin);
            return Ok(());
        }
        let Some(theorem) = self.theorem(label) else {
            return Err(vec![K::CitedUnproved { cited: label.clone() }.at(span)]);
        };
        let variables: Vec<Symbol> = theorem
            .conclusion()
            .symbols()
            .into_iter()
            .filter(|s| self.is_variable(label, s))
            .collect();
        facts.add(&theorem, &variables, origin);
        Ok(())
    }

    /// Decides whether a lemma, as it stands, rests on hypotheses that this statement lacks.
    pub(super) fn lacks(&self, label: &Label) -> bool {
        let theorem = self.proved.get(label);
        theorem.is_some_and(|t| t.hypotheses().iter().any(|h| !self.may_assume(h)))
    }

    /// Whether a reference is to a theorem, at given values, that rests on hypotheses this statement lacks.
    fn lacks_hypotheses(&self, reference: &Reference, assignments: &[VariableValue]) -> bool {
        let ReferenceKind::Label(label) = &reference.kind else {
            return false;
        };
        if !self.proved.contains_key(label) {
            return false;
        }
        if assignments.is_empty() {
            return self.lacks(label);
        }
        self.instance(label, &reference.span, assignments)
            .is_ok_and(|(theorem, _)| theorem.hypotheses().iter().any(|h| !self.may_assume(h)))
    }

    fn may_assume(&self, formula: &Formula) -> bool {
        allowed(self.theory, self.statement).any(|h| h.formula == *formula)
    }

    /// A theorem whose missing hypotheses are proved from the other references of the hint.
    fn with_hypotheses(
        &self,
        reference: &Reference,
        assignments: &[VariableValue],
        facts: &mut Facts,
    ) -> Result<(), Faults> {
        let span = &reference.span;
        let kernel = |e: RuleError| vec![K::unproved(e).at(span)];
        let ReferenceKind::Label(label) = &reference.kind else {
            return Ok(());
        };
        let (mut theorem, variables) = self.instance(label, span, assignments)?;
        let mut used = vec![facts.reference(span)];
        for h in theorem.hypotheses().to_vec() {
            if self.may_assume(&h) {
                continue;
            }
            let limits = self.limits;
            match apply::formula(&h, facts, &self.apart, limits) {
                Ok((proof, more)) => {
                    used.extend(more);
                    theorem = discharge(&h, &theorem)
                        .and_then(|t| modus_ponens(&t, &proof))
                        .map_err(kernel)?;
                }
                Err(failure) => {
                    let premises = K::Premises { cited: label.clone() };
                    let mut fault = failure.into_kind(limits, premises).at(span);
                    fault.help = Some(format!("`{h}` is needed, and does not follow"));
                    return Err(vec![fault]);
                }
            }
        }
        let origin = facts.derived(used);
        facts.add(&theorem, &variables, origin);
        Ok(())
    }

    /// Proves the relations of a fact, each from its references, and adds them and their conclusion. A relation that
    /// does not follow is assumed, so that the steps that rest on it can be checked all the same.
    fn fact(&self, fact: &Fact, facts: &mut Facts, below: &Below<'_>) -> Result<(), Faults> {
        let mut from = &fact.first;
        let mut theorems: Vec<Theorem> = Vec::new();
        let mut parents = Vec::new();
        let mut faults = Vec::new();
        for link in &fact.links {
            let scope = facts.scope();
            let proved = self.relation(from, link, &fact.span, facts, below);
            // The references of a relation are at the disposal of that relation only.
            facts.leave(&scope);
            let (theorem, used) = match proved {
                Ok(found) => found,
                Err(more) => {
                    faults.extend(more);
                    let (s, relation, t) = directed(from, link.sign, &link.term);
                    let formula = Formula::Relation(s.clone(), relation, t.clone());
                    let assumed = assume(&formula).map_err(|e| vec![K::unproved(e).at(&fact.span)]);
                    (assumed?, Vec::new())
                }
            };
            parents.extend(used.iter().copied());
            let origin = facts.derived(used);
            facts.add(&theorem, &self.variables, origin);
            theorems.push(theorem);
            from = &link.term;
        }
        let has = |sign: Sign| fact.links.iter().any(|l| l.sign == sign);
        if has(Sign::Below) && has(Sign::Above) {
            faults.push(K::MixedChain.at(&fact.span));
        } else if fact.links.len() > 1 {
            let total =
                join(&fact.first, &theorems).map_err(|e| vec![K::unproved(e).at(&fact.span)])?;
            let origin = facts.derived(parents);
            facts.add(&total, &self.variables, origin);
        }
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }

    /// Proves one relation of a fact, from its references and the facts before it. Returns the origins that it used.
    fn relation(
        &self,
        from: &Term,
        link: &FactLink,
        span: &Span,
        facts: &mut Facts,
        below: &Below<'_>,
    ) -> Result<(Theorem, Vec<usize>), Faults> {
        let limits = self.limits;
        let (s, relation, t) = directed(from, link.sign, &link.term);
        if link.references.iter().any(|r| r.kind == ReferenceKind::Below) {
            return Ok((self.cited_below(s, relation, t, span, below)?, Vec::new()));
        }
        for reference in &link.references {
            if self.lacks_hypotheses(reference, &[]) {
                self.with_hypotheses(reference, &[], facts)?;
            } else {
                self.reference(reference, &[], facts)?;
            }
        }
        facts.prove(s, relation, t, &self.apart, limits).map_err(|failure| {
            let (lhs, sign, rhs) = (from.clone(), sign_text(link.sign), link.term.clone());
            let cited: Vec<String> = link.references.iter().map(|r| r.kind.to_string()).collect();
            let references = match &cited[..] {
                [] => "regular and Boolean algebra".to_owned(),
                many => many.join(", "),
            };
            let premises = self.local_premises();
            let kind = K::Fact { lhs, sign, rhs, references, premises };
            vec![failure.into_kind(limits, kind).at(span)]
        })
    }

    fn cited_below(
        &self,
        s: &Term,
        relation: Relation,
        t: &Term,
        span: &Span,
        below: &Below<'_>,
    ) -> Result<Theorem, Faults> {
        let found = below.chains.iter().position(|c| {
            let last = c.last();
            (c.first == *s && last == t) || (c.first == *t && last == s)
        });
        let fact = Formula::Relation(s.clone(), relation, t.clone());
        let Some(number) = found else {
            return Err(vec![K::NoBelow { fact }.at(span)]);
        };
        let theorem = self.below(below, number)?;
        let theorem = match relation {
            Relation::Below => weaken(&theorem).map_err(|e| vec![K::unproved(e).at(span)])?,
            Relation::Equal => theorem,
        };
        if *theorem.conclusion() == fact {
            Ok(theorem)
        } else {
            Err(vec![K::NoBelow { fact }.at(span)])
        }
    }
}

/// The values of `x`, `y`, `z` in `with x := ...`, for an induction rule.
fn induction_values(
    rule: Induction,
    assignments: &[VariableValue],
) -> Result<Option<[Term; 3]>, Faults> {
    if assignments.is_empty() {
        return Ok(None);
    }
    let needed: &[&str] = match rule {
        Induction::StarL | Induction::StarR => &["x", "y"],
        Induction::Loop => &["x", "y", "z"],
    };
    let mut values = [Term::zero(), Term::zero(), Term::zero()];
    let mut faults = Vec::new();
    for a in assignments {
        match needed.iter().position(|n| **n == *a.name) {
            Some(k) if a.parameters.is_empty() => values[k] = a.term.clone(),
            _ => {
                let reason = format!("the rule is over {}", needed.join(", "));
                faults.push(K::Assignment { name: a.name.to_string(), reason }.at(&a.span));
            }
        }
    }
    for name in needed {
        if !assignments.iter().any(|a| *a.name == **name) {
            let reason = "it has no value".to_owned();
            let kind = K::Assignment { name: (*name).to_owned(), reason };
            faults.push(kind.at(&assignments[0].span));
        }
    }
    if faults.is_empty() { Ok(Some(values)) } else { Err(faults) }
}

/// The values without parameters.
fn plain_values(assignments: &[VariableValue]) -> Vec<(Name, Term)> {
    let plain = assignments.iter().filter(|a| a.parameters.is_empty());
    plain.map(|a| (a.name.clone(), a.term.clone())).collect()
}

/// The fault of a value that is an action, where the formula speaks of all predicates.
fn refused_values(assignments: &[VariableValue], formula: &Formula, why: &RuleError) -> Faults {
    let is_it = |a: &&VariableValue| matches!(why, RuleError::Shape { got, .. } if *got == a.term);
    let reason = match why {
        RuleError::Shape { got, .. } => {
            format!("`{got}` is no predicate, and `{formula}` is about predicates")
        }
        other => other.to_string(),
    };
    let at = assignments.iter().find(is_it).or(assignments.first());
    at.map(|a| K::Assignment { name: a.name.to_string(), reason }.at(&a.span)).into_iter().collect()
}

fn has_premises(formula: &Formula) -> bool {
    matrix(formula).horn().0.iter().any(|p| !matches!(p, Formula::Apart(..)))
}
