//! The number of threads that it takes to make a condition true, or false, whatever others do.

use std::ops::Add as _;

use super::shapes::{Kind, Shape};
use super::walk::Walk;
use crate::syntax::{Claim, ClaimKind, Connective, Expr, ExprKind};

use super::{FamilyClaim, FamilyClaimKind};

impl<'a> Walk<'_, 'a> {
    pub(super) fn claim(&mut self, claim: &Claim<'a>) {
        let outer = std::mem::take(&mut self.obstacles);
        self.is_claim = true;
        let kind = match claim.kind {
            ClaimKind::Invariant => FamilyClaimKind::Invariant,
            ClaimKind::Reach => FamilyClaimKind::Reach,
            ClaimKind::Property => FamilyClaimKind::Property,
        };
        if kind == FamilyClaimKind::Property {
            self.refuse(&claim.span, "a property of whole runs");
        } else {
            self.ordinary(&claim.condition);
        }
        self.is_claim = false;
        let mut found = std::mem::replace(&mut self.obstacles, outer);
        let obstacle = (!found.is_empty()).then(|| found.swap_remove(0));
        let witnesses = self.witnesses(&claim.condition, kind == FamilyClaimKind::Reach);
        let text = self.text[claim.condition.span.clone()].to_owned();
        let title = claim.title.map(str::to_owned);
        self.families.claims.push(FamilyClaim { kind, title, text, obstacle, witnesses });
    }

    /// The threads of each family that are enough to make a condition have a value, however many others there are. None
    /// if others may change it.
    fn witnesses(&self, expr: &Expr<'a>, value: bool) -> Option<Vec<usize>> {
        let nobody = || vec![0; self.families.families.len()];
        let most = |parts: &[Expr<'a>], value| {
            parts.iter().try_fold(nobody(), |most, part| {
                Some(both(&self.witnesses(part, value)?, &most, usize::max))
            })
        };
        let sum = |parts: &[Expr<'a>], value| {
            parts.iter().try_fold(nobody(), |sum, part| {
                Some(both(&self.witnesses(part, value)?, &sum, usize::add))
            })
        };
        match &expr.kind {
            ExprKind::Not(inner) => self.witnesses(inner, !value),
            ExprKind::And(parts) if value => sum(parts, true),
            ExprKind::And(parts) => most(parts, false),
            ExprKind::Or(parts) if value => most(parts, true),
            ExprKind::Or(parts) => sum(parts, false),
            ExprKind::Formula(Connective::Implies, parts) => {
                // `a => (b => c)` is `not a or not b or c`.
                let (last, premises) = parts.split_last()?;
                let (premises, last) = (premises.iter(), self.witnesses(last, value)?);
                premises.into_iter().try_fold(last, |so_far, premise| {
                    let one = self.witnesses(premise, !value)?;
                    Some(both(&so_far, &one, if value { usize::max } else { usize::add }))
                })
            }
            ExprKind::Quantified { is_forall, binders, body } => {
                let mut over = nobody();
                for binder in binders.iter().filter(|binder| self.is_of_family(&binder.ty)) {
                    if *is_forall == value {
                        return None;
                    }
                    match self.shapes.of(&binder.ty) {
                        Shape::Index { family, .. } => over[family] += 1,
                        // It may be of any family.
                        _ => over.iter_mut().for_each(|over| *over += 1),
                    }
                }
                Some(both(&over, &self.witnesses(body, value)?, usize::add))
            }
            // Both truth values of its parts matter.
            kind => kind.parts().into_iter().try_fold(nobody(), |sum, part| {
                let one =
                    both(&self.witnesses(part, true)?, &self.witnesses(part, false)?, usize::max);
                Some(both(&one, &sum, usize::add))
            }),
        }
    }

    /// Refuses a count of threads, and a quantifier over them in what is no claim.
    pub(super) fn quantified(&mut self, expr: &Expr<'a>) -> Kind<'a> {
        let (binders, body, is_count) = match &expr.kind {
            ExprKind::Count { binders, body } => (binders, body, true),
            ExprKind::Quantified { binders, body, .. } => (binders, body, false),
            _ => return Kind::Ordinary,
        };
        let before = self.bound.len();
        for binder in binders {
            let is_thread = self.is_thread(&binder.ty);
            if is_thread {
                self.bound.push((binder.name.text.to_owned(), Kind::Thread));
            } else {
                self.bind(std::slice::from_ref(binder));
            }
        }
        let over = binders.iter().any(|binder| self.is_of_family(&binder.ty));
        if over && is_count {
            self.refuse(&expr.span, "the number of threads of the family");
        } else if over && !self.is_claim {
            self.refuse(&expr.span, "a quantifier over the family outside of claims");
        }
        self.ordinary(body);
        self.bound.truncate(before);
        Kind::Ordinary
    }
}

/// Two numbers of threads of each family, put together.
fn both(one: &[usize], other: &[usize], put: fn(usize, usize) -> usize) -> Vec<usize> {
    one.iter().zip(other).map(|(one, other)| put(*one, *other)).collect()
}
