//! The fragment in which the decision is exact: a word that the right side lacks is a counterexample there.
//!
//! Sums of products of symbols, tests, stars, and of omegas of such terms; `T` and omegas end a product, or what
//! follows them may be left out (`x^w (1 + y)`). On the right also `T z T`, which says "z somewhere". Elsewhere a
//! word does not say enough: `x <= x T x` is true of all relations, but no word shows it.

use reductio_algebra::{Term, TermKind};

use super::body::is_body;
use crate::tactic::product::{factors_of, product};

/// Decides whether an infinite repetition other than `T` occurs in a term.
pub(in crate::decide) fn occurs(t: &Term) -> bool {
    match t.kind() {
        TermKind::Omega(_) => !t.is_top(),
        TermKind::Loop(..) => true,
        TermKind::Plus(a, b) | TermKind::Seq(a, b) => occurs(a) || occurs(b),
        TermKind::Star(a) => occurs(a),
        _ => false,
    }
}

/// The first part of `left` or `right` at which the fragment ends.
pub(in crate::decide) fn outside(left: &Term, right: &Term) -> Option<Term> {
    outside_in_part(left, true).or_else(|| outside_on_the_right(right))
}

/// The first part of a right side at which the fragment ends.
fn outside_on_the_right(t: &Term) -> Option<Term> {
    match t.kind() {
        TermKind::Plus(a, b) => outside_on_the_right(a).or_else(|| outside_on_the_right(b)),
        TermKind::Seq(..) => match factors_of(t).as_slice() {
            [first, rest @ ..] if first.is_top() && rest.last().is_some_and(Term::is_top) => {
                outside_in_part(&product(rest), true)
            }
            _ => outside_in_part(t, true),
        },
        _ => outside_in_part(t, true),
    }
}

/// The first part of a term on either side at which the fragment ends; `ends` says that the factors behind the term
/// may be left out.
fn outside_in_part(t: &Term, ends: bool) -> Option<Term> {
    match t.kind() {
        TermKind::Zero | TermKind::One | TermKind::Symbol(..) => None,
        TermKind::Plus(a, b) => outside_in_part(a, ends).or_else(|| outside_in_part(b, ends)),
        TermKind::Seq(a, b) => {
            outside_in_part(a, ends && may_be_left_out(b)).or_else(|| outside_in_part(b, ends))
        }
        TermKind::Not(a) | TermKind::Star(a) => outside_in_part(a, ends),
        TermKind::Omega(a) if ends && is_body(a) => outside_in_part(a, false),
        TermKind::Loop(a, b) if ends && is_body(a) => {
            outside_in_part(a, false).or_else(|| outside_in_part(b, ends))
        }
        _ => Some(t.clone()),
    }
}

/// Whether `1` lies below a term by its shape.
fn may_be_left_out(t: &Term) -> bool {
    match t.kind() {
        TermKind::One | TermKind::Star(_) => true,
        TermKind::Omega(a) => may_be_left_out(a),
        TermKind::Seq(a, b) => may_be_left_out(a) && may_be_left_out(b),
        TermKind::Plus(a, b) | TermKind::Loop(a, b) => may_be_left_out(a) || may_be_left_out(b),
        _ => false,
    }
}
