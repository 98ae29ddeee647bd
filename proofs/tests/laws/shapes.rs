//! The section that a law belongs to, by its shape.

use reductio_algebra::{Formula, Relation, Sort, Term, TermKind};

/// The first section whose shape the formula has.
pub(crate) fn section_of(formula: &Formula) -> &'static str {
    let (premises, conclusion) = formula.horn();
    let relations = || premises.iter().copied().chain([conclusion]);
    if relations().any(|r| sides(r).iter().any(|t| has_omega(t))) {
        "omega"
    } else if !premises.iter().all(|p| is_eliminable(p)) {
        "Horn"
    } else if !premises.is_empty() {
        "eliminable"
    } else if formula.symbols().iter().any(|s| s.sort == Sort::Predicate) {
        "tests"
    } else {
        "regular"
    }
}

fn sides(relation: &Formula) -> [&Term; 2] {
    match relation {
        Formula::Relation(a, _, b) => [a, b],
        other => panic!("{other} is not a relation between terms"),
    }
}

/// Whether a term has an omega, a loop `x ? y`, or `T`.
fn has_omega(term: &Term) -> bool {
    match term.kind() {
        TermKind::Omega(_) | TermKind::Loop(..) => true,
        TermKind::Plus(a, b) | TermKind::Seq(a, b) => has_omega(a) || has_omega(b),
        TermKind::Star(x) => has_omega(x),
        _ => false,
    }
}

/// `x = 0`, `p x = p x q`, `p x <= x q` or `x p = p x`, p and q tests.
fn is_eliminable(premise: &Formula) -> bool {
    let Formula::Relation(l, relation, r) = premise else { return false };
    let equal = *relation == Relation::Equal;
    if equal && *r.kind() == TermKind::Zero {
        return true;
    }
    let (TermKind::Seq(a, x), TermKind::Seq(b, y)) = (l.kind(), r.kind()) else { return false };
    if !equal {
        return a.is_predicate() && x == b && y.is_predicate();
    }
    let keeps = a == b && matches!(y.kind(), TermKind::Seq(z, q) if z == x && q.is_predicate());
    let commutes = a == y && x == b && (a.is_predicate() || x.is_predicate());
    keeps && a.is_predicate() || commutes
}
