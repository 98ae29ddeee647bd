//! One derivation: every step is searched for and rebuilt by the kernel, the chain is closed, the result
//! certified.

use std::cell::RefCell;

use reductio_algebra::text::grammar::Sign;
use reductio_algebra::{
    Formula, Index, Kind, Label, Name, Relation, Span, Statement, Substitution, Symbol, Term,
    Theory,
};
use reductio_theorems::kernel::{assume, cases, instantiate, refl, trans, unfold};
use reductio_theorems::{Certificate, RuleError, Theorem, allowed};
use rustc_hash::FxHashMap;

use super::Limits;
use super::apply::{self, close, oriented};
use super::error::{ReplayError, ReplayErrorKind as K, Warning, WarningKind};
use super::facts::{Facts, Failure};
use crate::derived::{antisym, lhs, rhs, weaken};
use crate::script::hint::{Assignment, Fact, Hint, Item, Reference, ReferenceKind};
use crate::script::{Body, Chain, Derivation, Link};

type Faults = Vec<ReplayError>;

/// Proves a statement by its derivation.
pub(super) fn derive(
    theory: &Theory,
    derivation: &Derivation,
    proved: &FxHashMap<Label, Theorem>,
    limits: Limits,
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
    let (names, body) = derivation.formula.stripped(&[]);
    let (premises, conclusion) = body.horn();
    let kernel = |e: RuleError| vec![K::Kernel(e).at(&derivation.label_span)];
    let mut context = Context {
        theory,
        statement,
        proved,
        limits,
        premises: Vec::new(),
        apart: Vec::new(),
        variables: variables(theory, &statement.formula),
        constants: constants(theory),
        warnings: RefCell::default(),
    };
    for premise in &premises {
        match premise {
            Formula::Apart(Index::Free(i), Index::Free(j)) => {
                context.apart.push((i.clone(), j.clone()));
            }
            _ => context.premises.push(assume(premise).map_err(kernel)?),
        }
    }
    let theorem = context.body(&derivation.body, conclusion);
    *warnings = context.warnings.into_inner();
    // Unproved lemmas were assumed so far, to find the other faults.
    let mut faults: Faults = super::order::citations(derivation)
        .into_iter()
        .filter(|(cited, _)| {
            !proved.contains_key(cited)
                && theory.statement(cited).is_some_and(|s| s.kind != Kind::Hypothesis)
        })
        .map(|(cited, span)| K::CitedUnproved { cited }.at(&span))
        .collect();
    let theorem = match theorem {
        Ok(theorem) if faults.is_empty() => theorem,
        other => {
            faults.extend(other.err().into_iter().flatten());
            return Err(faults);
        }
    };
    let closed = close(theorem, &names, &premises).map_err(kernel)?;
    Certificate::new(theory, label, &closed)
        .map_err(|e| vec![K::Certificate(e).at(&derivation.label_span)])
}

/// The symbols that hypotheses and definitions speak of: they mean the same throughout the theory.
fn constants(theory: &Theory) -> Vec<Symbol> {
    let mut found = Vec::new();
    for h in theory.hypotheses() {
        found.extend(h.formula.symbols());
    }
    for d in theory.definitions() {
        let parameters = d.definition.term_parameters();
        found.extend(d.definition.body().symbols().into_iter().filter(|s| !parameters.contains(s)));
    }
    found
}

/// The declared symbols that stand for anything in a hint: neither constants of the theory nor fixed by
/// the statement.
fn variables(theory: &Theory, statement: &Formula) -> Vec<Symbol> {
    let mut fixed = constants(theory);
    fixed.extend(statement.symbols());
    theory.vocabulary().symbols().iter().filter(|s| !fixed.contains(s)).cloned().collect()
}

struct Context<'a> {
    theory: &'a Theory,
    statement: &'a Statement,
    proved: &'a FxHashMap<Label, Theorem>,
    limits: Limits,
    premises: Vec<Theorem>,
    apart: Vec<(Name, Name)>,
    variables: Vec<Symbol>,
    constants: Vec<Symbol>,
    warnings: RefCell<Vec<Warning>>,
}

/// The sub-derivations of a chain: proved when they are first cited.
struct Below<'a> {
    chains: &'a [Chain],
    proved: RefCell<Vec<Option<Result<Theorem, Faults>>>>,
    open: RefCell<Vec<usize>>,
}

pub(super) fn sign_text(sign: Sign) -> &'static str {
    match sign {
        Sign::Below => "<=",
        Sign::Equal => "=",
        Sign::Above => ">=",
    }
}

impl Context<'_> {
    fn body(&mut self, body: &Body, goal: &Formula) -> Result<Theorem, Faults> {
        match body {
            Body::Chain(main, below) => self.main_chain(main, below, goal),
            Body::Cases { i, j, span, equal, apart } => {
                let at = |e: RuleError| vec![K::Kernel(e).at(span)];
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
                let side =
                    Formula::Apart(Index::Free(from.clone()), Index::Free(to.clone()));
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

    fn main_chain(
        &self,
        main: &Chain,
        below: &[Chain],
        goal: &Formula,
    ) -> Result<Theorem, Faults> {
        let below = Below {
            chains: below,
            proved: RefCell::new(vec![None; below.len()]),
            open: RefCell::default(),
        };
        let mut faults = Vec::new();
        let theorems = self.links(main, &below, &mut faults);
        // Sub-derivations that nothing cites are checked all the same.
        for number in 0..below.chains.len() {
            let unused = below.proved.borrow()[number].is_none();
            if unused {
                self.warn(WarningKind::UnusedBelow, &below.chains[number].span);
            }
            if let Err(more) = self.below(&below, number)
                && unused
            {
                faults.extend(more);
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let span = main.span.start..main.links.last().map_or(main.span.end, |l| l.span.end);
        self.close_chain(main, &theorems, goal, &span)
    }

    /// From the theorems of the links to the formula that the chain is to prove.
    fn close_chain(
        &self,
        chain: &Chain,
        links: &[Theorem],
        goal: &Formula,
        span: &Span,
    ) -> Result<Theorem, Faults> {
        let kernel = |e: RuleError| vec![K::Kernel(e).at(span)];
        let Formula::Relation(s, relation, t) = goal else {
            return Err(vec![
                K::OtherConclusion { expected: goal.clone(), got: goal.clone() }.at(span),
            ]);
        };
        let last = chain.links.last().map_or(&chain.first, |l| &l.term);
        if *relation == Relation::Equal && chain.first == *last && s == last {
            // "Since the first and last terms are equal, the first and the k-th term are equal."
            if let Some(k) = chain.links.iter().position(|l| l.term == *t) {
                let down = join(&chain.first, &links[..=k]).map_err(kernel)?;
                let up = join(t, &links[k + 1..]).map_err(kernel)?;
                let (down, up) = if lhs(&down) == *s { (down, up) } else { (up, down) };
                return antisym(&down, &up).map_err(kernel);
            }
        }
        let whole = join(&chain.first, links).map_err(kernel)?;
        let whole = if *relation == Relation::Below { weaken(&whole).map_err(kernel)? } else { whole };
        if whole.conclusion() == goal {
            return Ok(whole);
        }
        let kind = K::OtherConclusion { expected: goal.clone(), got: whole.conclusion().clone() };
        Err(vec![kind.at(span)])
    }

    /// The theorems of all links; faults are collected.
    fn links(&self, chain: &Chain, below: &Below<'_>, faults: &mut Faults) -> Vec<Theorem> {
        let mut theorems = Vec::new();
        let mut from = &chain.first;
        let mut direction: Option<(Sign, &Link)> = None;
        for link in &chain.links {
            match (direction, link.sign) {
                (None, Sign::Below | Sign::Above) => direction = Some((link.sign, link)),
                (Some((sign, first)), Sign::Below | Sign::Above) if sign != link.sign => {
                    let mut fault = K::MixedChain.at(&link.sign_span);
                    let what = format!("the first `{}`", sign_text(sign));
                    fault.other = Some((first.sign_span.clone(), what));
                    faults.push(fault);
                }
                _ => {}
            }
            match self.link(from, link, below) {
                Ok(theorem) => theorems.push(theorem),
                Err(more) => faults.extend(more),
            }
            from = &link.term;
        }
        theorems
    }

    fn below(&self, below: &Below<'_>, number: usize) -> Result<Theorem, Faults> {
        if let Some(known) = &below.proved.borrow()[number] {
            return known.clone();
        }
        let chain = &below.chains[number];
        if below.open.borrow().contains(&number) {
            let fact = Formula::below(&chain.first, chain.last());
            return Err(vec![K::NoBelow { fact }.at(&chain.span)]);
        }
        below.open.borrow_mut().push(number);
        let mut faults = Vec::new();
        let theorems = self.links(chain, below, &mut faults);
        below.open.borrow_mut().pop();
        let result = if faults.is_empty() {
            join(&chain.first, &theorems).map_err(|e| vec![K::Kernel(e).at(&chain.span)])
        } else {
            Err(faults)
        };
        below.proved.borrow_mut()[number] = Some(result.clone());
        result
    }

    /// The theorem of one link, in the direction of its sign.
    fn link(&self, from: &Term, link: &Link, below: &Below<'_>) -> Result<Theorem, Faults> {
        let mut facts = self.facts(&link.hint, below)?;
        let (s, relation, t) = directed(from, link.sign, &link.term);
        let limit = self.limits.states_per_step;
        match facts.prove(s, relation, t, &self.apart, limit) {
            Ok((theorem, used)) => {
                facts.mark(&used);
                for span in facts.unused() {
                    let reference = self.text_of(&link.hint, span);
                    self.warn(WarningKind::Unneeded { reference }, span);
                }
                Ok(theorem)
            }
            Err(failure) => {
                let (lhs, sign, rhs) =
                    (from.clone(), sign_text(link.sign), link.term.clone());
                let kind = match failure {
                    Failure::NotFound => K::Step { lhs, sign, rhs },
                    Failure::Limit => K::WorkLimit { lhs, sign, rhs, limit },
                    Failure::Kernel(e) => K::Kernel(e),
                };
                let span = link.sign_span.start..link.span.end;
                let mut fault = kind.at(&span);
                fault.other = Some((link.hint.span.clone(), "the hint".to_owned()));
                fault.help = self.suggest(from, link, &facts);
                Err(vec![fault])
            }
        }
    }

    /// What would make a refused step work, where a little more search finds it.
    fn suggest(&self, from: &Term, link: &Link, facts: &Facts) -> Option<String> {
        let limit = self.limits.states_per_step / 10;
        let works = |facts: &Facts, sign: Sign| {
            let (s, relation, t) = directed(from, sign, &link.term);
            facts.prove(s, relation, t, &self.apart, limit).is_ok()
        };
        for (sign, text) in [(Sign::Below, "<="), (Sign::Above, ">=")] {
            if link.sign != sign && works(facts, sign) {
                return Some(format!("`{text}` follows from the hint"));
            }
        }
        let labels: Vec<&Label> = self.theory.labels().collect();
        labels.into_iter().find_map(|label| {
            let mut more = Facts::default();
            let origin = more.reference(&link.hint.span);
            self.cite(label, &link.hint.span, &mut more, origin).ok()?;
            more.extend(facts);
            works(&more, link.sign).then(|| format!("this step follows from {label}: cite it"))
        })
    }

    fn text_of(&self, hint: &Hint, span: &Span) -> String {
        let found = super::order::references(hint).into_iter().find(|r| r.span == *span);
        found.map_or_else(|| "the reference".to_owned(), |r| describe(&r.kind))
    }

    fn warn(&self, kind: WarningKind, span: &Span) {
        self.warnings.borrow_mut().push(Warning { kind, span: span.clone() });
    }

    /// The facts of a hint.
    fn facts(&self, hint: &Hint, below: &Below<'_>) -> Result<Facts, Faults> {
        let mut facts = Facts::default();
        let mut faults = Vec::new();
        // Statements with hypotheses that this one lacks come last: the other references must supply them.
        let mut late = Vec::new();
        for item in &hint.items {
            let result = match item {
                Item::References(references, assignments) => {
                    references.iter().try_for_each(|r| {
                        if self.lacks_hypotheses(r, assignments) {
                            late.push((r, assignments));
                            return Ok(());
                        }
                        self.reference(r, assignments, &mut facts)
                    })
                }
                Item::Fact(fact) => self.fact(fact, &mut facts, below),
            };
            faults.extend(result.err().into_iter().flatten());
        }
        for (reference, assignments) in late {
            let result = self.with_hypotheses(reference, assignments, &mut facts);
            faults.extend(result.err());
        }
        if faults.is_empty() { Ok(facts) } else { Err(faults) }
    }

    fn reference(
        &self,
        reference: &Reference,
        assignments: &[Assignment],
        facts: &mut Facts,
    ) -> Result<(), Faults> {
        let span = &reference.span;
        let limit = self.limits.states_per_step;
        let failed = |f: Failure, kind: K| match f {
            Failure::Kernel(e) => vec![K::Kernel(e).at(span)],
            _ => vec![kind.at(span)],
        };
        match &reference.kind {
            ReferenceKind::Theory(_) => Ok(()),
            ReferenceKind::Hypothesis => {
                if self.premises.is_empty() {
                    return Err(vec![K::NoPremise.at(span)]);
                }
                let origin = facts.reference(span);
                for premise in &self.premises {
                    facts.add(premise, &[], origin);
                }
                Ok(())
            }
            ReferenceKind::Below => {
                let rule = "(below)";
                Err(vec![K::NoInduction { rule, shape: "the fact that is proved below" }.at(span)])
            }
            rule @ (ReferenceKind::StarIndL | ReferenceKind::StarIndR | ReferenceKind::LoopInd) => {
                let values = self.induction_values(rule, assignments)?;
                let (name, shape) = match rule {
                    ReferenceKind::StarIndL => ("(* ind L)", "x y <= y"),
                    ReferenceKind::StarIndR => ("(* ind R)", "x y <= x"),
                    _ => ("(? ind)", "x <= y x + z"),
                };
                let none = || K::NoInduction { rule: name, shape };
                let applied = apply::induction(rule, facts, values, &self.apart, limit)
                    .map_err(|f| failed(f, none()))?;
                if applied.is_empty() {
                    return Err(vec![none().at(span)]);
                }
                self.add_applied(applied, span, facts);
                Ok(())
            }
            ReferenceKind::Label(label) => {
                if assignments.is_empty() && !self.is_horn(label) {
                    let origin = facts.reference(span);
                    return self.cite(label, span, facts, origin).map_err(|e| vec![e]);
                }
                let (theorem, variables) = self.instance(label, span, assignments)?;
                if !has_premises(theorem.conclusion()) {
                    let origin = facts.reference(span);
                    facts.add(&theorem, &variables, origin);
                    return Ok(());
                }
                let fixed = !assignments.is_empty();
                let premises = || K::Premises { cited: label.clone() };
                let applied =
                    apply::lemma(&theorem, &variables, fixed, facts, &self.apart, limit)
                        .map_err(|f| failed(f, premises()))?;
                if applied.is_empty() {
                    return Err(vec![premises().at(span)]);
                }
                self.add_applied(applied, span, facts);
                Ok(())
            }
        }
    }

    fn add_applied(&self, applied: apply::Applied, span: &Span, facts: &mut Facts) {
        let origin = facts.reference(span);
        for (theorem, mut used) in applied {
            used.push(origin);
            let from = facts.derived(used);
            facts.add(&theorem, &self.variables, from);
        }
    }

    /// The values of `x`, `y`, `z` in `with x := ...`, for an induction rule.
    fn induction_values(
        &self,
        rule: &ReferenceKind,
        assignments: &[Assignment],
    ) -> Result<Option<[Term; 3]>, Faults> {
        if assignments.is_empty() {
            return Ok(None);
        }
        let needed: &[&str] =
            if *rule == ReferenceKind::LoopInd { &["x", "y", "z"] } else { &["x", "y"] };
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

    fn is_horn(&self, label: &Label) -> bool {
        self.theory
            .statement(label)
            .is_some_and(|s| s.kind != Kind::Hypothesis && has_premises(&s.formula))
    }

    /// The theorem behind a label, with the assignments carried out, and the variables that are left.
    fn instance(
        &self,
        label: &Label,
        span: &Span,
        assignments: &[Assignment],
    ) -> Result<(Theorem, Vec<Symbol>), Faults> {
        let Some(theorem) = self.theorem(label) else {
            let kind = K::Assignment {
                name: label.to_string(),
                reason: "only lemmas and theorems take values".to_owned(),
            };
            return Err(vec![kind.at(span)]);
        };
        let mut symbols = theorem.conclusion().symbols();
        for h in theorem.hypotheses() {
            symbols.extend(h.symbols());
        }
        let mut s = Substitution::new();
        let mut faults = Vec::new();
        for a in assignments {
            let fault = |reason: String| {
                K::Assignment { name: a.name.to_string(), reason }.at(&a.span)
            };
            let arity = a.parameters.len();
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
            symbols.into_iter().filter(|v| !self.constants.contains(v) && !assigned(v)).collect();
        let theorem = if s.is_empty() { theorem } else { instantiate(&theorem, &s) };
        Ok((theorem, variables))
    }

    /// The theorem behind the label of a lemma; one that is not proved is assumed, and makes the derivation
    /// fail in the end.
    fn theorem(&self, label: &Label) -> Option<Theorem> {
        self.proved.get(label).cloned().or_else(|| {
            let statement = self.theory.statement(label)?;
            (statement.kind != Kind::Hypothesis).then(|| assume(&statement.formula).ok())?
        })
    }

    /// Adds what a label says to the facts.
    fn cite(
        &self,
        label: &Label,
        span: &Span,
        facts: &mut Facts,
        origin: usize,
    ) -> Result<(), ReplayError> {
        let kernel = |e: RuleError| K::Kernel(e).at(span);
        if let Some(item) = self.theory.definition(label) {
            let Formula::Relation(head, _, _) = &item.equation else { return Ok(()) };
            let equation = unfold(head).map_err(kernel)?;
            facts.allow(&item.definition, origin);
            facts.add(&equation, item.definition.term_parameters(), origin);
            return Ok(());
        }
        let Some(statement) = self.theory.statement(label) else {
            return Err(K::NotToProve { label: label.clone() }.at(span));
        };
        if statement.kind == Kind::Hypothesis {
            if !allowed(self.theory, self.statement).any(|h| h.label == *label) {
                let kind =
                    K::NotAssumed { label: self.statement.label.clone(), cited: label.clone() };
                return Err(kind.at(span));
            }
            facts.add(&assume(&statement.formula).map_err(kernel)?, &[], origin);
            return Ok(());
        }
        let Some(theorem) = self.theorem(label) else {
            return Err(K::CitedUnproved { cited: label.clone() }.at(span));
        };
        let variables: Vec<Symbol> = theorem
            .conclusion()
            .symbols()
            .into_iter()
            .filter(|s| !self.constants.contains(s))
            .collect();
        facts.add(&theorem, &variables, origin);
        Ok(())
    }

    /// Whether a reference is to a theorem, at given values, that rests on hypotheses this statement lacks.
    fn lacks_hypotheses(&self, reference: &Reference, assignments: &[Assignment]) -> bool {
        let ReferenceKind::Label(label) = &reference.kind else { return false };
        self.instance(label, &reference.span, assignments)
            .is_ok_and(|(theorem, _)| {
                self.proved.contains_key(label)
                    && theorem.hypotheses().iter().any(|h| !self.may_assume(h))
            })
    }

    fn may_assume(&self, formula: &Formula) -> bool {
        allowed(self.theory, self.statement).any(|h| h.formula == *formula)
    }

    /// A theorem whose missing hypotheses are proved from the other references of the hint.
    fn with_hypotheses(
        &self,
        reference: &Reference,
        assignments: &[Assignment],
        facts: &mut Facts,
    ) -> Result<(), ReplayError> {
        use reductio_theorems::kernel::{discharge, modus_ponens};
        let span = &reference.span;
        let kernel = |e: RuleError| K::Kernel(e).at(span);
        let ReferenceKind::Label(label) = &reference.kind else { return Ok(()) };
        let (mut theorem, variables) =
            self.instance(label, span, assignments).map_err(|mut e| e.remove(0))?;
        let mut used = vec![facts.reference(span)];
        for h in theorem.hypotheses().to_vec() {
            if self.may_assume(&h) {
                continue;
            }
            let limit = self.limits.states_per_step;
            match apply::formula(&h, facts, &self.apart, limit) {
                Ok((proof, more)) => {
                    used.extend(more);
                    theorem = discharge(&h, &theorem)
                        .and_then(|t| modus_ponens(&t, &proof))
                        .map_err(kernel)?;
                }
                Err(Failure::Kernel(e)) => return Err(kernel(e)),
                Err(_) => {
                    let mut fault = K::Premises { cited: label.clone() }.at(span);
                    fault.help = Some(format!("`{h}` is needed, and does not follow"));
                    return Err(fault);
                }
            }
        }
        let origin = facts.derived(used);
        facts.add(&theorem, &variables, origin);
        Ok(())
    }

    /// Proves the relations of a fact, each from its references, and adds them and what they give together.
    fn fact(&self, fact: &Fact, facts: &mut Facts, below: &Below<'_>) -> Result<(), Faults> {
        let limit = self.limits.states_per_step;
        let mut from = &fact.first;
        let mut total: Option<Theorem> = None;
        let mut parents = Vec::new();
        for link in &fact.links {
            let (s, relation, t) = directed(from, link.sign, &link.term);
            let scope = facts.scope();
            let (theorem, used) = if link.references.iter().any(|r| r.kind == ReferenceKind::Below) {
                let theorem = self.cited_below(s, relation, t, &fact.span, below)?;
                (theorem, Vec::new())
            } else {
                for reference in &link.references {
                    self.reference(reference, &[], facts)?;
                }
                facts.prove(s, relation, t, &self.apart, limit).map_err(|failure| {
                    let (lhs, sign, rhs) =
                        (from.clone(), sign_text(link.sign), link.term.clone());
                    let references = match &link.references[..] {
                        [] => "regular and Boolean algebra".to_owned(),
                        many => many
                            .iter()
                            .map(|r| describe(&r.kind))
                            .collect::<Vec<_>>()
                            .join(", "),
                    };
                    let kind = match failure {
                        Failure::NotFound => K::Fact { lhs, sign, rhs, references },
                        Failure::Limit => K::WorkLimit { lhs, sign, rhs, limit },
                        Failure::Kernel(e) => K::Kernel(e),
                    };
                    vec![kind.at(&fact.span)]
                })?
            };
            // What proves the relation is at the disposal of the relation only.
            facts.leave(&scope);
            parents.extend(used.iter().copied());
            let origin = facts.derived(used);
            facts.add(&theorem, &self.variables, origin);
            let kernel = |e: RuleError| vec![K::Kernel(e).at(&fact.span)];
            total = Some(match (total, link.sign) {
                (None, _) => theorem,
                (Some(before), Sign::Above) => trans(&theorem, &before).map_err(kernel)?,
                (Some(before), _) => trans(&before, &theorem).map_err(kernel)?,
            });
            from = &link.term;
        }
        if fact.links.len() > 1
            && let Some(total) = total
        {
            let origin = facts.derived(parents);
            facts.add(&total, &self.variables, origin);
        }
        Ok(())
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
        let Some(number) = found else { return Err(vec![K::NoBelow { fact }.at(span)]) };
        let theorem = self.below(below, number)?;
        let theorem = match relation {
            Relation::Below => {
                weaken(&theorem).map_err(|e| vec![K::Kernel(e).at(span)])?
            }
            Relation::Equal => theorem,
        };
        if *theorem.conclusion() == fact {
            Ok(theorem)
        } else {
            Err(vec![K::NoBelow { fact }.at(span)])
        }
    }
}

impl Chain {
    /// The last term.
    pub fn last(&self) -> &Term {
        self.links.last().map_or(&self.first, |l| &l.term)
    }
}

/// `a >= b` is `b <= a`.
fn directed<'t>(a: &'t Term, sign: Sign, b: &'t Term) -> (&'t Term, Relation, &'t Term) {
    match sign {
        Sign::Below => (a, Relation::Below, b),
        Sign::Equal => (a, Relation::Equal, b),
        Sign::Above => (b, Relation::Below, a),
    }
}

/// Joins the theorems of consecutive links; with `>=` they run backwards.
fn join(first: &Term, links: &[Theorem]) -> Result<Theorem, RuleError> {
    let mut total = refl(first)?;
    for link in links {
        let forward = rhs(&total) == lhs(link);
        total = if forward { trans(&total, link)? } else { trans(link, &total)? };
    }
    Ok(total)
}

fn has_premises(formula: &Formula) -> bool {
    let (_, body) = formula.stripped(&[]);
    body.horn().0.iter().any(|p| !matches!(p, Formula::Apart(..)))
}

/// A reference as a message names it.
pub(super) fn describe(kind: &ReferenceKind) -> String {
    match kind {
        ReferenceKind::Label(label) => label.to_string(),
        ReferenceKind::Hypothesis => "(hyp)".to_owned(),
        ReferenceKind::Below => "(below)".to_owned(),
        ReferenceKind::StarIndL => "(* ind L)".to_owned(),
        ReferenceKind::StarIndR => "(* ind R)".to_owned(),
        ReferenceKind::LoopInd => "(? ind)".to_owned(),
        ReferenceKind::Theory(name) => format!("({name})"),
    }
}
