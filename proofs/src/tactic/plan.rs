//! Plans: the proposals of the search, which `build` turns into kernel steps.

use std::rc::Rc;

use reductio_algebra::{Name, Term};
use reductio_theorems::kernel::{axiom, sym, unfold};
use reductio_theorems::{Axiom, Theorem};
use rustc_hash::FxHashSet;

use super::rule::Instance;
use crate::step_error::Attempt;

/// The plan of a proof that a product of factors lies below a term.
#[derive(Debug)]
pub(crate) enum Plan {
    /// A factor is 0.
    Zero(usize),
    /// Two tests of one place exclude each other.
    Absurd,
    /// A summand of the right side has the same factors; the path to it (`true` is right).
    Same(Vec<bool>),
    /// The right side has the same first and last factors: how many, and a plan for those between.
    Context(usize, usize, Rc<Plan>),
    /// The word matches.
    Match(Rc<Match>),
    /// The factor at a position is a sum.
    Plus(usize, Rc<Plan>, Rc<Plan>),
    /// The factor at a position is a sum over indices, opened at a name.
    Sum(usize, Name, Rc<Plan>),
    /// The right side is a product over indices, opened at a name.
    Product(Name, Rc<Plan>),
    /// A part of the word grows.
    Rewrite(Box<Rewrite>, Rc<Plan>),
    /// `(* ind L)` with the right side as invariant.
    StarLeft(Rc<Plan>, Rc<Plan>),
    /// `(* ind R)` with the right side as invariant.
    StarRight(Rc<Plan>, Rc<Plan>),
}

/// A rewriting of a part of a word: `segment(start, end) <= lhs <= rhs`.
#[derive(Debug)]
pub(crate) struct Rewrite {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) lhs: Term,
    pub(crate) matched: Rc<Match>,
    pub(crate) by: By,
}

/// The reason for `lhs <= rhs`.
#[derive(Debug)]
pub(crate) enum By {
    Fact(Box<Instance>),
    Theorem(Theorem),
    Unfold(Term),
    Split(Term),
}

/// The plan of a proof that a segment of a word lies below a term.
#[derive(Debug)]
pub(crate) enum Match {
    /// The term is the one action of the segment.
    Action,
    /// The term is one of the tests of the place, or follows from one.
    Test(usize, Vec<Weakening>),
    One,
    Top,
    Left(Rc<Match>),
    Right(Rc<Match>),
    Seq(usize, Rc<Match>, Rc<Match>),
    StarNil,
    StarCons(usize, Rc<Match>, Rc<Match>),
    /// The next action is `z*`, with a proof of `z <= x*`.
    StarStar(Rc<Plan>, Rc<Match>),
    /// The one action is `z^w`, with a proof of `z <= x`.
    Omega(Rc<Plan>),
    OmegaFold(usize, Rc<Match>, Rc<Match>),
    Sum(Name, Rc<Match>),
    Product(Name, Rc<Match>),
    Unfold(Rc<Match>),
    /// The term is `x ? y` or the complement of a compound predicate, rewritten.
    Rewritten(Rc<Match>),
    /// The segment is a goal of its own.
    Goal(Rc<Plan>),
}

/// A step from a test to a weaker one.
#[derive(Debug)]
pub(crate) enum Weakening {
    /// From a defined name to its definition.
    Unfold,
    /// From `(.i : p_i)` to `p_j`.
    Lower(Name),
}

impl Rewrite {
    /// The kernel's proof of `lhs <= rhs`.
    pub(crate) fn prove(&self) -> Attempt {
        match &self.by {
            By::Fact(instance) => instance.prove(),
            By::Theorem(t) => Ok(t.clone()),
            By::Unfold(term) => Ok(unfold(term)?),
            By::Split(p) => Ok(sym(&axiom(Axiom::NotPlus, p, p, p)?)?),
        }
    }
}

impl Plan {
    /// The sources of the facts that the plan uses.
    pub(crate) fn sources(&self, out: &mut FxHashSet<usize>) {
        match self {
            Plan::Zero(_) | Plan::Absurd | Plan::Same(_) => {}
            Plan::Match(m) => m.sources(out),
            Plan::Plus(_, a, b) | Plan::StarLeft(a, b) | Plan::StarRight(a, b) => {
                a.sources(out);
                b.sources(out);
            }
            Plan::Sum(_, _, a) | Plan::Product(_, a) | Plan::Context(_, _, a) => a.sources(out),
            Plan::Rewrite(rewrite, next) => {
                if let By::Fact(instance) = &rewrite.by {
                    out.extend(instance.source());
                }
                rewrite.matched.sources(out);
                next.sources(out);
            }
        }
    }
}

impl Match {
    /// The sources of the facts that the match uses.
    pub(crate) fn sources(&self, out: &mut FxHashSet<usize>) {
        match self {
            Match::Action | Match::Test(..) | Match::One | Match::Top | Match::StarNil => {}
            Match::Left(m)
            | Match::Right(m)
            | Match::Sum(_, m)
            | Match::Product(_, m)
            | Match::Unfold(m)
            | Match::Rewritten(m) => m.sources(out),
            Match::Seq(_, a, b) | Match::StarCons(_, a, b) | Match::OmegaFold(_, a, b) => {
                a.sources(out);
                b.sources(out);
            }
            Match::StarStar(plan, m) => {
                plan.sources(out);
                m.sources(out);
            }
            Match::Omega(plan) | Match::Goal(plan) => plan.sources(out),
        }
    }
}
