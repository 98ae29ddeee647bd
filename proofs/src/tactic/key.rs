//! Keys: hashes that are equal for terms that are equal up to associativity, commutativity and idempotence of `+`,
//! associativity of the product, and units. They are a filter only: equality is then proved.

use std::hash::BuildHasher;

use reductio_algebra::{Term, TermKind};
use rustc_hash::FxBuildHasher;

/// The hash of a term.
pub(crate) fn key_of(t: &Term) -> u64 {
    let hash = |tag: u8, parts: &[u64]| FxBuildHasher.hash_one((tag, parts));
    match t.kind() {
        TermKind::Plus(..) => {
            let mut parts = Vec::new();
            summands(t, &mut parts);
            parts.sort_unstable();
            parts.dedup();
            if let [one] = parts[..] { one } else { hash(0, &parts) }
        }
        TermKind::Seq(..) | TermKind::One => {
            let mut parts = Vec::new();
            factors(t, &mut parts);
            if let [one] = parts[..] { one } else { hash(1, &parts) }
        }
        TermKind::Loop(a, b) => hash(2, &[key_of(a), key_of(b)]),
        TermKind::Star(a) => hash(3, &[key_of(a)]),
        TermKind::Omega(a) => hash(4, &[key_of(a)]),
        TermKind::Not(a) => hash(5, &[key_of(a)]),
        TermKind::Sum(b) => hash(6, &[key_of(b.body())]),
        TermKind::Product(b) => hash(7, &[key_of(b.body())]),
        TermKind::Zero | TermKind::Symbol(..) | TermKind::Bound(..) | TermKind::Defined(..) => {
            FxBuildHasher.hash_one(t)
        }
    }
}

fn summands(t: &Term, out: &mut Vec<u64>) {
    match t.kind() {
        TermKind::Plus(a, b) => {
            summands(a, out);
            summands(b, out);
        }
        TermKind::Zero => {}
        _ => out.push(key_of(t)),
    }
}

fn factors(t: &Term, out: &mut Vec<u64>) {
    match t.kind() {
        TermKind::Seq(a, b) => {
            factors(a, out);
            factors(b, out);
        }
        TermKind::One => {}
        _ => out.push(key_of(t)),
    }
}
