//! Theorems: sequents that nobody but the rules can make.

use std::fmt;
use std::sync::Arc;

use reductio_algebra::Formula;

use super::{Given, Rule};

/// A proved sequent `H |- F`. No public constructor, no `Default`, no `From`, no deserialization: rules only.
#[derive(Clone)]
pub struct Theorem(Arc<Sequent>);

struct Sequent {
    hyps: Hypotheses,
    concl: Formula,
    rule: Rule,
    given: Given,
    /// The premises, at most two, in the order of the rule.
    premises: [Option<Theorem>; 2],
}

pub(super) type Hypotheses = Option<Arc<[Formula]>>;

// ---- making a theorem, for the rules ----------------------------------------------------------

/// `H |- F`, for any `H`.
pub(super) fn theorem(
    hyps: Hypotheses,
    concl: Formula,
    rule: Rule,
    given: Given,
    from: &[&Theorem],
) -> Theorem {
    let premises = [from.first().map(|t| (*t).clone()), from.get(1).map(|t| (*t).clone())];
    Theorem(Arc::new(Sequent { hyps, concl, rule, given, premises }))
}

/// `|- F`.
pub(super) fn outright(concl: Formula, rule: Rule, given: Given) -> Theorem {
    theorem(None, concl, rule, given, &[])
}

/// `H |- F`, where `H` are the hypotheses of `t`.
pub(super) fn follows(t: &Theorem, concl: Formula, rule: Rule, given: Given) -> Theorem {
    theorem(t.0.hyps.clone(), concl, rule, given, &[t])
}

/// `H, K |- F`, where `H` are the hypotheses of `a`, and `K` those of `b`.
pub(super) fn follows_from_both(a: &Theorem, b: &Theorem, concl: Formula, rule: Rule) -> Theorem {
    theorem(union(a.hyps(), b.hyps()), concl, rule, Given::Nothing, &[a, b])
}

pub(super) fn union(a: &Hypotheses, b: &Hypotheses) -> Hypotheses {
    let (Some(x), Some(y)) = (a, b) else {
        return a.clone().or_else(|| b.clone());
    };
    if Arc::ptr_eq(x, y) || y.iter().all(|h| x.contains(h)) {
        return a.clone();
    }
    let more = y.iter().filter(|h| !x.contains(h));
    Some(x.iter().chain(more).cloned().collect())
}

pub(super) fn without(hyps: &Hypotheses, formula: &Formula) -> Hypotheses {
    let kept: Vec<Formula> =
        hyps.iter().flat_map(|h| h.iter()).filter(|h| *h != formula).cloned().collect();
    if kept.is_empty() { None } else { Some(kept.into()) }
}

// ---- reading a theorem ------------------------------------------------------------------------

impl Theorem {
    pub(super) fn hyps(&self) -> &Hypotheses {
        &self.0.hyps
    }

    /// The hypotheses `H` that the proof used.
    pub fn hypotheses(&self) -> &[Formula] {
        self.0.hyps.as_deref().unwrap_or(&[])
    }

    /// The conclusion `F`, which holds under the hypotheses.
    pub fn conclusion(&self) -> &Formula {
        &self.0.concl
    }

    /// The rule that made the theorem.
    pub fn rule(&self) -> Rule {
        self.0.rule
    }

    /// The arguments of the rule besides its premises.
    pub fn given(&self) -> &Given {
        &self.0.given
    }

    /// The theorems that the rule was applied to.
    pub fn premises(&self) -> impl Iterator<Item = &Theorem> {
        self.0.premises.iter().flatten()
    }

    /// The address of the theorem in memory: clones share it, and no two theorems that are alive at once do.
    pub(crate) fn address(&self) -> usize {
        Arc::as_ptr(&self.0) as usize
    }
}

/// Proofs are deep; dropping them must not recurse.
impl Drop for Sequent {
    fn drop(&mut self) {
        let mut stack: Vec<Theorem> = Vec::new();
        stack.extend(self.premises.iter_mut().filter_map(Option::take));
        while let Some(t) = stack.pop() {
            if let Some(mut sequent) = Arc::into_inner(t.0) {
                stack.extend(sequent.premises.iter_mut().filter_map(Option::take));
            }
        }
    }
}

impl fmt::Display for Theorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (k, h) in self.hypotheses().iter().enumerate() {
            write!(f, "{}{h}", if k > 0 { "; " } else { "" })?;
        }
        write!(f, "{}|- {}", if self.hypotheses().is_empty() { "" } else { " " }, self.conclusion())
    }
}

impl fmt::Debug for Theorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
