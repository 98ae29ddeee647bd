//! Sentences about the searches that decide properties.

use std::fmt::Write as _;

use reductio::check::{CheckReport, PropertyAnswer};
use reductio::execution::names::one_line;
use reductio::search::Order;
use reductio::system::{Fairness, System};
use schemars::JsonSchema;
use serde::Serialize;

use super::grounds::listed;
use super::names::shortened;
use crate::page::grouped;

/// A sentence about the searches for runs, and one about what is assumed of threads; none where no property was
/// searched for.
pub(super) fn paragraphs(report: &CheckReport) -> Vec<String> {
    let system = report.subject.system();
    let searched = |order: Order| {
        let made = report.properties.iter().zip(system.properties());
        let made = made.filter(move |(answer, _)| answer.order == order && answer.states > 0);
        let said: Vec<String> = made
            .map(|(answer, property)| {
                let states = grouped(&answer.states);
                let product = grouped(&answer.product_states);
                format!("\"{}\" {states} ({product})", one_line(property.name()))
            })
            .collect();
        said
    };
    let (reduced, all) = (searched(Order::Reduced), searched(Order::Unreduced));
    if reduced.is_empty() && all.is_empty() {
        return Vec::new();
    }
    let mut out = String::from(
        "Properties have searches of their own, for a fair run of which the formula is false",
    );
    if !reduced.is_empty() {
        let _ = write!(
            out,
            "; by reduced steps, with what a property sees made visible: {}",
            shortened(&reduced)
        );
    }
    if !all.is_empty() {
        let _ = write!(out, "; by all steps: {}", shortened(&all));
    }
    out += " states (with the automaton of the negation).";
    if !reduced.is_empty() {
        out += " That runs by reduced steps are those of the system up to stuttering is argued and tested, not proved.";
    }
    out = format!("{out} {}", assumed(system));
    vec![out]
}

/// What is assumed of how often threads move.
fn assumed(system: &System) -> String {
    let of = |fairness: Fairness| -> Vec<String> {
        let threads = system.threads().iter().filter(|thread| thread.fairness() == fairness);
        threads.map(|thread| one_line(thread.name())).collect()
    };
    let (weak, strong) = (of(Fairness::Weak), of(Fairness::Strong));
    let mut parts = Vec::new();
    if !weak.is_empty() {
        parts.push(format!("fair: {}", shortened(&weak)));
    }
    if !strong.is_empty() {
        parts.push(format!("strongly fair: {}", shortened(&strong)));
    }
    if parts.is_empty() {
        return "No thread is assumed to be fair: each may stop, as long as another can move."
            .to_owned();
    }
    format!("Threads that are assumed to be {}.", listed(parts.into_iter()))
}

/// The way in which a property was decided.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct PropertySearchEntry {
    property: String,
    /// The formula, with the words of its conditions.
    formula: String,
    /// Tells whether runs by reduced steps were searched; all runs otherwise.
    reduced: bool,
    /// States that were met; 0 if no search was made.
    states: usize,
    /// States of the product with the automaton of the negated formula.
    product_states: usize,
    /// Steps taken in the product.
    transitions: u64,
    /// Memory of the search.
    bytes: usize,
}

/// The entries for a report.
pub(super) fn entries(report: &CheckReport) -> Vec<PropertySearchEntry> {
    let of = |(answer, property): (&PropertyAnswer, &reductio::system::TemporalProperty)| {
        let PropertyAnswer { order, states, product_states, transitions, bytes, .. } = *answer;
        PropertySearchEntry {
            property: property.name().to_owned(),
            formula: property.to_string(),
            reduced: order == Order::Reduced,
            states,
            product_states,
            transitions,
            bytes,
        }
    };
    report.properties.iter().zip(report.subject.system().properties()).map(of).collect()
}
