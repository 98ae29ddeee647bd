//! Chains: each link is a search with the facts of its hint; the theorems of the links are joined and
//! compared with what the chain is to prove.

use std::cell::RefCell;

use reductio_algebra::text::grammar::Sign;
use reductio_algebra::{Formula, Label, Relation, Span, Term};
use reductio_theorems::kernel::{refl, sym, trans};
use reductio_theorems::{RuleError, Theorem};

use super::auto::{NEAREST, Refusal, pairs};
use super::derive::{Context, Faults};
use super::error::{Remedy, ReplayErrorKind as K, Warning, WarningKind, sign_text};
use super::facts::Facts;
use super::relevant::Candidate;
use crate::derived::{antisym, lhs, rhs, weaken};
use crate::instances::concluded;
use crate::script::hint::{Hint, Item, ReferenceKind};
use crate::script::{Chain, Link};

/// The sub-derivations of a chain: proved when they are first cited.
pub(super) struct Below<'a> {
    pub(super) chains: &'a [Chain],
    proved: RefCell<Vec<Option<Result<Theorem, Faults>>>>,
    open: RefCell<Vec<usize>>,
}

impl Context<'_> {
    pub(super) fn main_chain(
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
        close_chain(main, &theorems, goal, &span)
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

    pub(super) fn below(&self, below: &Below<'_>, number: usize) -> Result<Theorem, Faults> {
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
            join(&chain.first, &theorems).map_err(|e| vec![K::unproved(e).at(&chain.span)])
        } else {
            Err(faults)
        };
        below.proved.borrow_mut()[number] = Some(result.clone());
        result
    }

    /// The theorem of one link, in the direction of its sign.
    fn link(&self, from: &Term, link: &Link, below: &Below<'_>) -> Result<Theorem, Faults> {
        if link.hint.is_auto() {
            return self.searched(from, link);
        }
        let mut facts = self.facts(&link.hint, below)?;
        let (s, relation, t) = directed(from, link.sign, &link.term);
        let limits = self.limits;
        match facts.prove(s, relation, t, &self.apart, limits) {
            Ok((theorem, used)) => {
                facts.mark(&used);
                for (_, span) in facts.unused() {
                    let reference = text_of(&link.hint, span);
                    self.warn(WarningKind::Unneeded { reference }, span);
                }
                Ok(theorem)
            }
            Err(failure) => {
                let (lhs, sign, rhs) = (from.clone(), sign_text(link.sign), link.term.clone());
                let premises = self.local_premises();
                let why = failure.why();
                let kind = failure.into_kind(limits, K::Step { lhs, sign, rhs, premises });
                let span = link.sign_span.start..link.span.end;
                let mut fault = kind.at(&span);
                fault.other = Some((link.hint.span.clone(), "the hint".to_owned()));
                fault.remedy = self.suggest(from, link, &facts);
                fault.help = fault.remedy.as_ref().map(ToString::to_string).or(why);
                Err(vec![fault])
            }
        }
    }

    /// The theorem of a link with the hint `(auto)`, and a notice of the facts that it needs.
    fn searched(&self, from: &Term, link: &Link) -> Result<Theorem, Faults> {
        match self.auto(from, link) {
            Ok((theorem, found)) => {
                self.warn(found, &link.hint.span);
                Ok(theorem)
            }
            Err(refusal) => {
                let Refusal { kind, help } = *refusal;
                let mut fault = kind.at(&(link.sign_span.start..link.span.end));
                fault.other = Some((link.hint.span.clone(), "the hint".to_owned()));
                fault.help = Some(help);
                Err(vec![fault])
            }
        }
    }

    /// A remedy for a refused step, where a little more search finds one.
    fn suggest(&self, from: &Term, link: &Link, facts: &Facts) -> Option<Remedy> {
        if !self.limits.suggestions || self.limits.is_cancelled() {
            return None;
        }
        let limits = self.limits.part(10);
        let works = |facts: &Facts, sign: Sign| {
            let (s, relation, t) = directed(from, sign, &link.term);
            facts.prove(s, relation, t, &self.apart, limits).is_ok()
        };
        let with = |add: &dyn Fn(&mut Facts, usize) -> Result<(), Faults>| {
            let mut more = Facts::default();
            let origin = more.reference(&link.hint.span);
            add(&mut more, origin).ok()?;
            more.extend(facts);
            works(&more, link.sign).then_some(())
        };
        let weaker = [Sign::Below, Sign::Above];
        let holds = |sign: &Sign| works(facts, *sign).then_some(Remedy::Sign(*sign));
        if link.sign == Sign::Equal
            && let Some(remedy) = weaker.iter().find_map(holds)
        {
            return Some(remedy);
        }
        let premises = |facts: &mut Facts, origin: usize| {
            for premise in &self.premises {
                facts.add(premise, &[], origin);
            }
            Ok(())
        };
        // What the hint cites already for the whole step is no remedy: it is there, and something else is missing.
        let is_cited = |kind: &ReferenceKind| {
            link.hint.items.iter().any(|item| match item {
                Item::References(references, _) => references.iter().any(|r| r.kind == *kind),
                Item::Fact(_) => false,
            })
        };
        if !self.premises.is_empty()
            && !is_cited(&ReferenceKind::Hypothesis)
            && with(&premises).is_some()
        {
            return Some(Remedy::Cite(vec![ReferenceKind::Hypothesis]));
        }
        // Lemmas that are proved already do not rest on the one under proof.
        let mut near = self.settled(from, &link.term);
        near.retain(|c| !is_cited(&c.kind));
        let labels: Vec<&Label> = near.iter().filter_map(Candidate::label).collect();
        let cite_all = |labels: &[&Label]| {
            let cite = |facts: &mut Facts, origin| {
                labels.iter().try_for_each(|l| self.cite(l, &link.hint.span, facts, origin))
            };
            with(&cite)?;
            let references = labels.iter().map(|label| ReferenceKind::Label((*label).clone()));
            Some(Remedy::Cite(references.collect()))
        };
        let one = labels.iter().find_map(|label| cite_all(&[label]));
        let cited = one.or_else(|| {
            let nearest = &near[..near.len().min(NEAREST)];
            pairs(nearest)
                .filter(|(a, b)| a.shares_with(b))
                .find_map(|(a, b)| cite_all(&[a.label()?, b.label()?]))
        });
        cited.or_else(|| weaker.iter().filter(|sign| **sign != link.sign).find_map(holds))
    }

    fn warn(&self, kind: WarningKind, span: &Span) {
        self.warnings.borrow_mut().push(Warning { kind, span: span.clone() });
    }
}

/// The terms in the direction of an inclusion: `a >= b` is `b <= a`.
pub(super) fn directed<'t>(a: &'t Term, sign: Sign, b: &'t Term) -> (&'t Term, Relation, &'t Term) {
    match sign {
        Sign::Below => (a, Relation::Below, b),
        Sign::Equal => (a, Relation::Equal, b),
        Sign::Above => (b, Relation::Below, a),
    }
}
/// The theorem that the chain is to prove, from the theorems of its links.
fn close_chain(
    chain: &Chain,
    links: &[Theorem],
    goal: &Formula,
    span: &Span,
) -> Result<Theorem, Faults> {
    let kernel = |e: RuleError| vec![K::unproved(e).at(span)];
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
            let both = antisym(&down, &up).map_err(kernel)?;
            return if both.conclusion() == goal { Ok(both) } else { sym(&both).map_err(kernel) };
        }
    }
    let whole = join(&chain.first, links).map_err(kernel)?;
    let whole = if *relation == Relation::Below { weaken(&whole).map_err(kernel)? } else { whole };
    // `t <= 0` is all that `t = 0` says.
    if let Some(whole) = concluded(&whole, (s, *relation, t)).map_err(kernel)? {
        return Ok(whole);
    }
    let kind = K::OtherConclusion { expected: goal.clone(), got: whole.conclusion().clone() };
    Err(vec![kind.at(span)])
}

/// The reference of a hint that stands at a place.
fn text_of(hint: &Hint, span: &Span) -> String {
    let found = hint.references().into_iter().find(|r| r.span == *span);
    found.map_or_else(|| "the reference".to_owned(), |r| r.kind.to_string())
}

/// Joins the theorems of consecutive links. With `>=` they run backwards, and equations are turned round.
pub(super) fn join(first: &Term, links: &[Theorem]) -> Result<Theorem, RuleError> {
    let (mut here, mut down) = (first.clone(), false);
    for link in links {
        let forward = lhs(link) == here;
        down |= !forward;
        here = if forward { rhs(link) } else { lhs(link) };
    }
    let mut total = refl(first)?;
    for link in links {
        let is_equation = matches!(link.conclusion(), Formula::Relation(_, Relation::Equal, _));
        total = match (down, is_equation) {
            (false, _) => trans(&total, link)?,
            (true, false) => trans(link, &total)?,
            (true, true) => trans(&sym(link)?, &total)?,
        };
    }
    Ok(total)
}
