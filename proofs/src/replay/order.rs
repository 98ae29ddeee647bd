//! The order of proofs: a statement comes after everything that its derivation cites, and, where it has a step
//! `{(auto)}`, after everything that such a step may use.
//!
//! `(auto)` may use the statements that stand before its own in the theory; in a top-down part, those that S5's rule
//! allows. Statements that rest on its own are left out, so that `(auto)` never closes a cycle. The order is then
//! found for all statements, to be the same whichever are asked for.

use std::collections::{BTreeMap, BTreeSet};

use reductio_algebra::{Label, Span, StatementKind, Theory};

use super::error::{ReplayError, ReplayErrorKind};
use crate::script::hint::ReferenceKind;
use crate::script::{Derivation, Script};

/// The turn of one statement in the order of proofs.
pub(super) struct Turn {
    pub(super) label: Label,
    /// The faults of its citations.
    pub(super) faults: Vec<ReplayError>,
    /// The lemmas and theorems that `(auto)` may use; empty without such a step.
    pub(super) scope: Vec<Label>,
    /// Tells whether the statement is wanted, or cited for a wanted one; if not, some `(auto)` may use it.
    pub(super) is_cited: bool,
}

/// The labels in the order in which they can be proved.
pub(super) fn order(
    theory: &Theory,
    scripts: &[Script],
    found: &BTreeMap<Label, (usize, &Derivation)>,
    wanted: &dyn Fn(&Label) -> bool,
) -> Vec<Turn> {
    let mut walk =
        Walk { theory, scripts, found, state: BTreeMap::new(), path: Vec::new(), out: Vec::new() };
    let all = found.values().any(|(_, d)| d.uses_auto());
    for statement in theory.statements() {
        if statement.kind != StatementKind::Hypothesis && (all || wanted(&statement.label)) {
            walk.visit(&statement.label);
        }
    }
    let mut turns = walk.out;
    if !all {
        return turns;
    }
    let asked: Vec<Label> = found.keys().filter(|l| wanted(l)).cloned().collect();
    let cited = |label: &Label| match found.get(label) {
        Some((_, derivation)) => citations(derivation).into_iter().map(|(l, _)| l).collect(),
        None => Vec::new(),
    };
    let is_cited = closure(asked.clone(), &cited);
    let needed = closure(asked, &|label| {
        let scope = turns.iter().find(|t| t.label == *label).map(|t| t.scope.clone());
        scope.unwrap_or_default().into_iter().chain(cited(label)).collect()
    });
    turns.retain(|t| needed.contains(&t.label));
    for turn in &mut turns {
        turn.is_cited = is_cited.contains(&turn.label);
    }
    turns
}

/// The labels that can be reached.
fn closure(start: Vec<Label>, next: &dyn Fn(&Label) -> Vec<Label>) -> BTreeSet<Label> {
    let mut found = BTreeSet::new();
    let mut stack = start;
    while let Some(label) = stack.pop() {
        if found.insert(label.clone()) {
            stack.extend(next(&label));
        }
    }
    found
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    Open,
    Done,
}

struct Walk<'a> {
    theory: &'a Theory,
    scripts: &'a [Script],
    found: &'a BTreeMap<Label, (usize, &'a Derivation)>,
    state: BTreeMap<Label, State>,
    path: Vec<Label>,
    out: Vec<Turn>,
}

impl Walk<'_> {
    /// Visits the statements depth first. The depth is bounded by the number of statements of one file.
    fn visit(&mut self, label: &Label) {
        let Some((number, derivation)) = self.found.get(label).copied() else {
            return;
        };
        if self.state.contains_key(label) {
            return;
        }
        self.state.insert(label.clone(), State::Open);
        self.path.push(label.clone());
        let mut faults = Vec::new();
        for (cited, span) in citations(derivation) {
            let Some(statement) = self.theory.statement(&cited) else {
                continue;
            };
            if statement.kind == StatementKind::Hypothesis {
                continue;
            }
            if let Some(start) = self.scripts[number].top_down
                && is_out_of_order(label, &cited, start)
            {
                let kind =
                    ReplayErrorKind::Order { label: label.clone(), cited: cited.clone(), start };
                faults.push(kind.at(&span));
            }
            if self.state.get(&cited) == Some(&State::Open) {
                let from = self.path.iter().position(|l| *l == cited).unwrap_or(0);
                let kind = ReplayErrorKind::Cycle { labels: self.path[from..].to_vec() };
                faults.push(kind.at(&span));
                continue;
            }
            self.visit(&cited);
        }
        let scope = if derivation.uses_auto() { self.scope(label, number) } else { Vec::new() };
        self.path.pop();
        self.state.insert(label.clone(), State::Done);
        self.out.push(Turn { label: label.clone(), faults, scope, is_cited: true });
    }

    /// The statements that `(auto)` may use in the proof of a label, visited now.
    fn scope(&mut self, label: &Label, number: usize) -> Vec<Label> {
        let start = self.scripts[number].top_down;
        let all: Vec<&Label> = self.theory.statements().iter().map(|s| &s.label).collect();
        let here = all.iter().position(|l| *l == label);
        let mut scope = Vec::new();
        for (place, other) in all.into_iter().enumerate() {
            let is_proved = self.found.contains_key(other) && other != label;
            if !is_proved || !may_use(label, other, start, Some(place) < here) {
                continue;
            }
            if !self.rests_on_open(other) {
                self.visit(other);
            }
            if self.state.get(other) == Some(&State::Done) {
                scope.push(other.clone());
            }
        }
        scope
    }

    /// Whether a proof rests on one that is not finished.
    fn rests_on_open(&self, label: &Label) -> bool {
        let reached = closure(vec![label.clone()], &|l| {
            let derivation = self.found.get(l).map(|(_, d)| citations(d));
            derivation.unwrap_or_default().into_iter().map(|(l, _)| l).collect()
        });
        reached.iter().any(|l| self.state.get(l) == Some(&State::Open))
    }
}

/// Whether a citation breaks S5's rule for the proof of Theorem 1: "within the proof of formula n, we may use only
/// formulas with labels greater than n and results proved before now", where now is the start of the top-down part.
fn is_out_of_order(label: &Label, cited: &Label, start: u32) -> bool {
    match (label.number(), cited.number()) {
        (Some(n), Some(m)) if n >= start => m <= n && m >= start,
        _ => false,
    }
}

/// Whether a proof may use another statement without citing it: `is_before` in the theory, or below in a top-down part.
fn may_use(label: &Label, other: &Label, start: Option<u32>, is_before: bool) -> bool {
    match (start, label.number(), other.number()) {
        (Some(start), Some(n), Some(m)) if n >= start => m > n || m < start,
        _ => is_before,
    }
}

/// Decides whether the top-down rule of a script allows a citation.
pub(super) fn is_allowed(label: &Label, cited: &Label, start: Option<u32>) -> bool {
    start.is_none_or(|start| !is_out_of_order(label, cited, start))
}

/// The labels that a derivation cites, each with its first place.
pub(super) fn citations(derivation: &Derivation) -> Vec<(Label, Span)> {
    let mut out: Vec<(Label, Span)> = Vec::new();
    for chain in derivation.chains() {
        for link in &chain.links {
            for reference in link.hint.references() {
                if let ReferenceKind::Label(label) = &reference.kind
                    && !out.iter().any(|(l, _)| l == label)
                {
                    out.push((label.clone(), reference.span.clone()));
                }
            }
        }
    }
    out
}

/// The lemmas and theorems that a derivation cites.
pub(super) fn lemmas<'a>(
    theory: &'a Theory,
    derivation: &Derivation,
) -> impl Iterator<Item = Label> + 'a {
    let cited = citations(derivation).into_iter().map(|(label, _)| label);
    cited.filter(|l| theory.statement(l).is_some_and(|s| s.kind != StatementKind::Hypothesis))
}
