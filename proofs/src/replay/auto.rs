//! The hint `(auto)`: a step is proved from the facts in scope, and those that were needed are reported.
//!
//! First no fact at all is tried; then the facts that the statement assumes, then lemmas too, last the bundled laws as
//! well. Each time, within bounds: one fact; two; all that are near; a lemma with premises after the facts that may
//! prove them; a chain of equations ([`crate::auto`]). Where none of this succeeds, induction is tried
//! ([`crate::search`]). A hint that is reported has been tried as it would be written. A step that is not proved is
//! not refuted.

use std::cell::Cell;
use std::ops::Range;

use reductio_algebra::text::grammar::Sign;
use reductio_algebra::{Formula, Relation, Term};
use reductio_theorems::Theorem;

use super::chain::{directed, join};
use super::derive::Context;
use super::error::sign_text;
use super::error::{ReplayErrorKind as K, WarningKind};
use super::facts::{Facts, Failure};
use super::relevant::Candidate;
use crate::auto::{Answer, Equation, Proved, compile, search};
use crate::limits::ReplayLimits;
use crate::script::Link;
use crate::script::hint::{Reference, ReferenceKind};

/// A step that was proved from facts in scope.
struct Found {
    theorem: Theorem,
    facts: Vec<ReferenceKind>,
}

/// The facts that a search may use.
struct Scope {
    plain: Vec<ReferenceKind>,
    /// Lemmas with premises.
    horn: Vec<Candidate>,
}

impl Scope {
    fn len(&self) -> usize {
        self.plain.len() + self.horn.len()
    }
}

/// The reason why a step was not proved, and a remedy.
pub(super) struct Refusal {
    pub(super) kind: K,
    pub(super) help: String,
}

/// The most facts that are tried two at a time, and all together.
pub(super) const NEAREST: usize = 8;
pub(super) const TOGETHER: usize = 16;

/// The number of states of the search that cost about as much as one node of the e-graph.
const NODES_OF_STATES: usize = 2;

/// The most links that are tried for a chain.
const MAX_TRIES: usize = 1_000;

/// The most links of a chain that is accepted without a term between.
const MAX_LINKS: usize = 50;

const REMEDY: &str = "cite the facts that this step needs, or put a term between";

impl Context<'_> {
    /// Proves a link from the facts in scope, and tells what it found: by hints, which are as good as written; else by
    /// induction.
    pub(super) fn auto(
        &self,
        from: &Term,
        link: &Link,
    ) -> Result<(Theorem, WarningKind), Box<Refusal>> {
        let refusal = match self.auto_hint(from, link) {
            Ok((theorem, found)) => return Ok((theorem, WarningKind::Auto { found })),
            Err(refusal) => refusal,
        };
        match self.by_induction(directed(from, link.sign, &link.term)) {
            Ok(Some((theorem, lemmas))) => Ok((theorem, WarningKind::AutoInduction { lemmas })),
            // A refusal that came before says nothing of a search that was ended.
            Ok(None) if self.limits.is_cancelled() => {
                let help = format!("give it more time, or {REMEDY}");
                Err(Box::new(Refusal { kind: K::Cancelled, help }))
            }
            Ok(None) => Err(refusal),
            Err(e) => Err(Box::new(Refusal { kind: K::unproved(e), help: refusal.help })),
        }
    }

    /// Proves a link by a hint, or by hints with terms between. The text can stand in place of `(auto)`.
    ///
    /// The facts are tried in the order of the module's description, and one hint before a chain of hints: with more
    /// facts in scope each search has more ways to go within the same limits, and may miss what it finds with fewer.
    fn auto_hint(&self, from: &Term, link: &Link) -> Result<(Theorem, String), Box<Refusal>> {
        let step = directed(from, link.sign, &link.term);
        let limits = self.limits;
        let refused = |failure: Failure, help: String| {
            let (lhs, sign, rhs) = (from.clone(), sign_text(link.sign), link.term.clone());
            let premises = self.local_premises();
            let kind = failure.into_kind(limits, K::NoProof { lhs, sign, rhs, premises });
            Box::new(Refusal { kind, help })
        };
        let word = match Facts::default().prove(step.0, step.1, step.2, &self.apart, limits) {
            Ok((theorem, _)) => return Ok((theorem, hint(&[]))),
            Err(failure @ Failure::Step(_)) => return Err(refused(failure, REMEDY.to_owned())),
            Err(failure) => failure.why(),
        };
        let all = self.in_scope(step.0, step.2);
        if all.is_empty()
            && let Some(word) = word
        {
            // Laws prove nothing that the decision refutes.
            return Err(refused(Failure::NotFound(None), word));
        }
        let assumed = self.assumed(step.0, step.2);
        let mut scopes = vec![self.sorted(all)];
        if !assumed.is_empty() && assumed.len() < scopes[0].len() {
            scopes.insert(0, self.sorted(assumed));
        }
        let by_hint = |scope: &Scope| {
            let found = self.cited(step, &scope.plain, &scope.horn);
            let found = found.map(|found| (found.theorem, hint(&found.facts)));
            found.or_else(|| self.coinductive(step, &scope.plain))
        };
        if let Some(found) = scopes.iter().find_map(by_hint) {
            return Ok(found);
        }
        let mut best: Option<Box<Refusal>> = None;
        for scope in &scopes {
            let (why, help) = match self.by_chain(step, &scope.plain, link.sign) {
                Ok(found) => return Ok(found),
                Err(refusal) => refusal,
            };
            let is_last = matches!(why, Failure::Step(_)) || limits.is_cancelled();
            let refusal = refused(why, help);
            if is_last {
                return Err(refusal);
            }
            let is_limit = |r: &Refusal| matches!(r.kind, K::WorkLimit { .. });
            if best.as_deref().is_none_or(|b| is_limit(&refusal) && !is_limit(b)) {
                best = Some(refusal);
            }
        }
        // The search for chains knows the laws of regular algebra by itself.
        let with_laws = self.sorted(self.with_laws(step.0, step.2));
        if with_laws.len() > scopes[scopes.len() - 1].len()
            && let Some(found) = by_hint(&with_laws)
        {
            return Ok(found);
        }
        let nothing = || refused(Failure::NotFound(None), REMEDY.to_owned());
        Err(best.unwrap_or_else(nothing))
    }

    /// Sorts facts: those with premises stand apart.
    fn sorted(&self, facts: Vec<Candidate>) -> Scope {
        let (horn, plain): (Vec<Candidate>, Vec<Candidate>) =
            facts.into_iter().partition(|c| self.has_premises(&c.kind));
        Scope { plain: plain.into_iter().map(|c| c.kind).collect(), horn }
    }

    /// Proves a step by a chain of equations, with the text of its hints; or says why not, with a remedy.
    fn by_chain(
        &self,
        step: (&Term, Relation, &Term),
        plain: &[ReferenceKind],
        sign: Sign,
    ) -> Result<(Theorem, String), (Failure, String)> {
        let limits = self.limits;
        let nothing = format!("nothing in scope proves it, as far as the search goes: {REMEDY}");
        let gave_up = |help| (Failure::Limit(step.0.clone(), step.1, step.2.clone()), help);
        match self.chain_of(step, plain) {
            Answer::No => Err((Failure::NotFound(None), nothing)),
            Answer::Limit => Err(gave_up(nothing)),
            Answer::Chain(chain) => {
                let tries = Cell::new(0);
                let prove = |s: &Term, relation, t: &Term, facts: &[usize]| {
                    tries.set(tries.get() + 1);
                    if tries.get() > MAX_TRIES {
                        return None;
                    }
                    let facts: Vec<_> = facts.iter().map(|k| plain[*k].clone()).collect();
                    Some(self.prove_by((s, relation, t), &facts, limits.part(20))?.0)
                };
                let links = compile(&chain, step.1, &prove).map_err(|e| {
                    let is_over = tries.get() > MAX_TRIES;
                    gave_up(if is_over { nothing.clone() } else { format!("{e}: {REMEDY}") })
                })?;
                if links.len() > MAX_LINKS {
                    let steps = links.len();
                    let help = format!("(auto) needs {steps} steps, at most {MAX_LINKS}: {REMEDY}");
                    return Err(gave_up(help));
                }
                let theorems: Vec<Theorem> = links.iter().map(|l| l.theorem.clone()).collect();
                let theorem = join(step.0, &theorems).map_err(|e| (e.into(), nothing))?;
                Ok((theorem, written(step.0, &links, sign, plain)))
            }
        }
    }

    /// A chain of equations, without unfolding definitions if that suffices.
    fn chain_of(
        &self,
        (s, relation, t): (&Term, Relation, &Term),
        facts: &[ReferenceKind],
    ) -> Answer {
        let nodes = self.limits.states_per_step as usize / NODES_OF_STATES;
        let bound = self.limits.bound(nodes);
        let all = self.equations((s, relation, t), facts);
        let is_definition = |e: &Equation| {
            let ReferenceKind::Label(label) = &facts[e.fact] else { return false };
            self.theory.definition(label).is_some()
        };
        let (unfolding, plain): (Vec<_>, Vec<_>) = all.iter().cloned().partition(is_definition);
        if !unfolding.is_empty()
            && let found @ Answer::Chain(_) = search(s, relation, t, &plain, bound)
        {
            return found;
        }
        search(s, relation, t, &all, bound)
    }

    /// A proof that one hint can give.
    fn cited(
        &self,
        step: (&Term, Relation, &Term),
        plain: &[ReferenceKind],
        horn: &[Candidate],
    ) -> Option<Found> {
        let small = self.limits.part(10);
        let one = |kind: &ReferenceKind| self.try_facts(step, std::slice::from_ref(kind), small);
        if let Some(found) = plain.iter().find_map(one) {
            return Some(found);
        }
        let nearest = &plain[..plain.len().min(NEAREST)];
        let two = |(a, b): (&ReferenceKind, &ReferenceKind)| {
            self.try_facts(step, &[a.clone(), b.clone()], small)
        };
        if let Some(found) = pairs(nearest).find_map(two) {
            return Some(found);
        }
        let together = &plain[..plain.len().min(TOGETHER)];
        if together.len() > 2
            && let Some(found) = self.try_facts(step, together, self.limits)
        {
            return Some(found);
        }
        horn.iter().take(NEAREST).find_map(|lemma| {
            let mut facts = nearest.to_vec();
            facts.push(lemma.kind.clone());
            self.try_facts(step, &facts, small)
        })
    }

    /// Proves a step from facts, and leaves out the facts that it can do without.
    fn try_facts(
        &self,
        step: (&Term, Relation, &Term),
        facts: &[ReferenceKind],
        limits: ReplayLimits<'_>,
    ) -> Option<Found> {
        let (theorem, used) = self.prove_by(step, facts, limits)?;
        let mut found = Found { theorem, facts: facts.to_vec() };
        let mut narrow = |keep: &dyn Fn(usize) -> bool| {
            let fewer: Vec<ReferenceKind> = (0..found.facts.len())
                .filter(|k| keep(*k))
                .map(|k| found.facts[k].clone())
                .collect();
            if fewer.len() < found.facts.len()
                && let Some((theorem, _)) = self.prove_by(step, &fewer, limits)
            {
                found = Found { theorem, facts: fewer };
            }
            found.facts.len()
        };
        let left = narrow(&|k| used.contains(&k));
        for without in (0..left).rev() {
            narrow(&|k| k != without);
        }
        Some(found)
    }

    /// Proves a step from these facts as a hint would cite them. Returns the numbers of those used.
    pub(super) fn prove_by(
        &self,
        (s, relation, t): (&Term, Relation, &Term),
        kinds: &[ReferenceKind],
        limits: ReplayLimits<'_>,
    ) -> Option<(Theorem, Vec<usize>)> {
        let mut facts = Facts::default();
        let mut origins: Vec<Range<usize>> = Vec::new();
        for kind in kinds {
            let first = facts.origins();
            self.cite_unwritten(kind, &mut facts)?;
            origins.push(first..facts.origins());
        }
        let (theorem, used) = facts.prove(s, relation, t, &self.apart, limits).ok()?;
        facts.mark(&used);
        let unused: Vec<usize> = facts.unused().map(|(origin, _)| origin).collect();
        let is_used = |k: &usize| !unused.iter().any(|origin| origins[*k].contains(origin));
        Some((theorem, (0..kinds.len()).filter(is_used).collect()))
    }

    /// Adds the facts of a reference that no hint has written; it stands at the place of the derivation. The caller
    /// does not ask why it fails.
    pub(super) fn cite_unwritten(&self, kind: &ReferenceKind, facts: &mut Facts) -> Option<()> {
        let reference = Reference { kind: kind.clone(), span: self.place.clone() };
        self.reference(&reference, &[], facts).ok()
    }

    pub(super) fn has_premises(&self, kind: &ReferenceKind) -> bool {
        matches!(kind, ReferenceKind::Label(label) if self.is_horn(label))
    }
}

/// All pairs of a list, the nearest first.
pub(super) fn pairs<T>(list: &[T]) -> impl Iterator<Item = (&T, &T)> {
    (1..list.len()).flat_map(move |k| list[..k].iter().map(move |a| (a, &list[k])))
}

/// The text of a hint that cites the facts.
fn hint(facts: &[ReferenceKind]) -> String {
    if facts.is_empty() {
        return "{(regular algebra)}".to_owned();
    }
    let cited: Vec<String> = facts.iter().map(ReferenceKind::to_string).collect();
    format!("{{{}}}", cited.join(", "))
}

/// The text of a chain as a script has it, from its first hint to its last.
fn written(start: &Term, links: &[Proved], sign: Sign, facts: &[ReferenceKind]) -> String {
    let hint_of =
        |link: &Proved| hint(&link.facts.iter().map(|k| facts[*k].clone()).collect::<Vec<_>>());
    let ends = std::iter::once(start).chain(links.iter().map(|l| &l.term));
    let mut parts: Vec<(String, Sign, &Term)> = Vec::new();
    for (k, (link, end)) in links.iter().zip(ends).enumerate() {
        let is_equal =
            matches!(link.theorem.conclusion(), Formula::Relation(_, Relation::Equal, _));
        let own = if is_equal && k > 0 { Sign::Equal } else { sign };
        parts.push((hint_of(link), own, end));
    }
    // Where the chain runs down, a link ends in the term that it started from.
    let shift = usize::from(sign == Sign::Above);
    if sign == Sign::Above {
        parts.reverse();
    }
    let mut text = String::new();
    for (k, (hint, own, _)) in parts.iter().enumerate() {
        if k > 0 {
            let (_, _, term) = &parts[k - shift];
            text.extend([" ", &term.to_string(), " ", sign_text(*own), " "]);
        }
        text += hint;
    }
    text
}
