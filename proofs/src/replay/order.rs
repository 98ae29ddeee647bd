//! The order of proofs: a statement after everything that its derivation cites.

use std::collections::BTreeMap;

use reductio_algebra::{Kind, Label, Span, Theory};

use super::error::{ReplayError, ReplayErrorKind};
use crate::script::hint::{Hint, Item, Reference, ReferenceKind};
use crate::script::{Derivation, Script};

/// The labels in the order in which they can be proved, each with the faults of its citations.
pub(super) fn order(
    theory: &Theory,
    scripts: &[Script],
    found: &BTreeMap<Label, (usize, &Derivation)>,
    wanted: &dyn Fn(&Label) -> bool,
) -> Vec<(Label, Vec<ReplayError>)> {
    let mut walk =
        Walk { theory, scripts, found, state: BTreeMap::new(), path: Vec::new(), out: Vec::new() };
    for statement in theory.statements() {
        if statement.kind != Kind::Hypothesis && wanted(&statement.label) {
            walk.visit(&statement.label);
        }
    }
    walk.out
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
    out: Vec<(Label, Vec<ReplayError>)>,
}

impl Walk<'_> {
    /// Depth first. The depth is bounded by the number of statements of one file.
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
            if statement.kind == Kind::Hypothesis {
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
        self.path.pop();
        self.state.insert(label.clone(), State::Done);
        self.out.push((label.clone(), faults));
    }
}

/// S5, the proof of Theorem 1: "within the proof of formula n, we may use only formulas with labels
/// greater than n and results proved before now", where now is the start of the top-down part.
fn is_out_of_order(label: &Label, cited: &Label, start: u32) -> bool {
    match (label.number(), cited.number()) {
        (Some(n), Some(m)) if n >= start => m <= n && m >= start,
        _ => false,
    }
}

/// The labels that a derivation cites, each with its first place.
pub(super) fn citations(derivation: &Derivation) -> Vec<(Label, Span)> {
    let mut out: Vec<(Label, Span)> = Vec::new();
    for chain in derivation.chains() {
        for link in &chain.links {
            for reference in references(&link.hint) {
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
    cited.filter(|l| theory.statement(l).is_some_and(|s| s.kind != Kind::Hypothesis))
}

/// All references of a hint.
pub(super) fn references(hint: &Hint) -> Vec<&Reference> {
    hint.items
        .iter()
        .flat_map(|item| match item {
            Item::References(references, _) => references.iter().collect::<Vec<_>>(),
            Item::Fact(fact) => fact.links.iter().flat_map(|l| &l.references).collect(),
        })
        .collect()
}
