//! Equality of terms: up to the names of their bound indices, and whatever parts they share.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::{LARGE, Node, Term, TermKind};
use crate::definition::Definition;

impl PartialEq for Term {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
            || (self.0.hash == other.0.hash && Equality::default().terms(self, other))
    }
}

impl Eq for Term {}

/// The comparison of two terms. It remembers which parts are equal, because two terms may share their parts so that as
/// trees they are exponentially large: `d2 = d1 d1`, `d1 = d0 d0`.
#[derive(Default)]
struct Equality {
    terms: FxHashSet<(*const Node, *const Node)>,
    definitions: FxHashSet<(*const Definition, *const Definition)>,
}

impl Equality {
    fn terms(&mut self, a: &Term, b: &Term) -> bool {
        use TermKind as K;
        if Arc::ptr_eq(&a.0, &b.0) {
            return true;
        }
        if a.0.hash != b.0.hash {
            return false;
        }
        let pair = (Arc::as_ptr(&a.0), Arc::as_ptr(&b.0));
        let is_large = a.0.size > LARGE;
        if is_large && self.terms.contains(&pair) {
            return true;
        }
        let same = match (a.kind(), b.kind()) {
            (K::Zero, K::Zero) | (K::One, K::One) => true,
            (K::Symbol(s, i), K::Symbol(t, j)) => s == t && i == j,
            (K::Bound(k, s), K::Bound(l, t)) => k == l && s == t,
            (K::Plus(a, x), K::Plus(b, y))
            | (K::Seq(a, x), K::Seq(b, y))
            | (K::Loop(a, x), K::Loop(b, y)) => self.terms(a, b) && self.terms(x, y),
            (K::Star(a), K::Star(b)) | (K::Omega(a), K::Omega(b)) | (K::Not(a), K::Not(b)) => {
                self.terms(a, b)
            }
            (K::Sum(a), K::Sum(b)) | (K::Product(a), K::Product(b)) => self.terms(&a.body, &b.body),
            (K::Defined(d, i, x), K::Defined(e, j, y)) => {
                i == j
                    && x.len() == y.len()
                    && self.definitions(d, e)
                    && x.iter().zip(y).all(|(x, y)| self.terms(x, y))
            }
            _ => false,
        };
        if same && is_large {
            self.terms.insert(pair);
        }
        same
    }

    fn definitions(&mut self, d: &Arc<Definition>, e: &Arc<Definition>) -> bool {
        let pair = (Arc::as_ptr(d), Arc::as_ptr(e));
        if Arc::ptr_eq(d, e) || self.definitions.contains(&pair) {
            return true;
        }
        let same = d.name() == e.name()
            && d.index_parameters() == e.index_parameters()
            && d.term_parameters() == e.term_parameters()
            && self.terms(d.body(), e.body());
        if same {
            self.definitions.insert(pair);
        }
        same
    }
}

impl Hash for Term {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hash);
    }
}
