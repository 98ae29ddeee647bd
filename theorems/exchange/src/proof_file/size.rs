//! Sizes of terms and formulas that are written out: limits keep every step cheap.

use std::collections::HashMap;
use std::sync::Arc;

use reductio_algebra::{Definition, Formula, Term, TermKind};

use super::error::ReadErrorKind;
use super::fields::Read;
use super::{MAX_DEPTH, MAX_NODES};

/// Nodes, each counted as often as it occurs, and height; definitions count as unfolded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Size {
    pub(super) nodes: u64,
    pub(super) depth: u32,
}

impl Size {
    const LEAF: Size = Size { nodes: 1, depth: 1 };

    /// The size of one node over these parts.
    pub(super) fn over(parts: &[Size]) -> Size {
        let all = Size::all(parts);
        Size { nodes: all.nodes.saturating_add(1), depth: all.depth.saturating_add(1) }
    }

    /// The size of these parts beside each other.
    pub(super) fn all(parts: &[Size]) -> Size {
        Size {
            nodes: parts.iter().fold(0, |sum, p| sum.saturating_add(p.nodes)),
            depth: parts.iter().map(|p| p.depth).max().unwrap_or(0),
        }
    }

    /// A bound of the size when `parts` are put in for the leaves.
    pub(super) fn with_leaves(self, parts: &[Size]) -> Size {
        let most = Size::all(parts);
        Size {
            nodes: self.nodes.saturating_mul(most.nodes.max(1)),
            depth: self.depth.saturating_add(most.depth),
        }
    }

    /// The size, where it is below the limits.
    pub(super) fn checked(self) -> Read<Size> {
        let limit = |what, size, limit| Err(ReadErrorKind::Limit { what, size, limit });
        if self.depth > MAX_DEPTH {
            return limit("the depth of a formula", self.depth.into(), MAX_DEPTH.into());
        }
        if self.nodes > MAX_NODES {
            return limit("the nodes of a formula written out", self.nodes, MAX_NODES);
        }
        Ok(self)
    }
}

/// The sizes of the bodies of all definitions.
#[derive(Default)]
pub(super) struct Sizes(HashMap<*const Definition, Size>);

impl Sizes {
    pub(super) fn define(&mut self, definition: &Arc<Definition>, body: Size) {
        self.0.insert(Arc::as_ptr(definition), body);
    }

    /// The size of a definition, applied and unfolded.
    pub(super) fn applied(&self, definition: &Arc<Definition>, arguments: &[Size]) -> Size {
        let body = self.0.get(&Arc::as_ptr(definition)).copied().unwrap_or(Size::LEAF);
        Size::over(&[body.with_leaves(arguments)])
    }

    /// The size of a term. Linear in it, and as deep a recursion as its depth.
    pub(super) fn term(&self, term: &Term) -> Size {
        let parts: Vec<Size> = term.operands().into_iter().map(|t| self.term(t)).collect();
        match term.kind() {
            TermKind::Defined(definition, _, _) => self.applied(definition, &parts),
            _ => Size::over(&parts),
        }
    }

    pub(super) fn formula(&self, formula: &Formula) -> Size {
        Size::over(&match formula {
            Formula::Relation(a, _, b) => vec![self.term(a), self.term(b)],
            Formula::Apart(..) => Vec::new(),
            Formula::Implies(f, g) => vec![self.formula(f), self.formula(g)],
            Formula::ForAll(binder) => vec![self.formula(binder.body())],
            Formula::ForAllSymbols(binder) => vec![self.formula(binder.body())],
        })
    }
}
