//! The search: rounds of matching and adding, up to a number of nodes.

use std::rc::Rc;

use egg::{Explanation, FlatTerm, Id, TreeTerm};
use reductio_algebra::{Relation, Term};
use rustc_hash::FxHashMap;

use super::laws::{LAW, Rule, laws, of_fact};
use super::node::{Graph, Leaves, Node};
use super::{Answer, Equation, FlatStep, sums};
use crate::limits::DecisionLimits;

/// The most rounds.
const ROUNDS: usize = 30;

/// The most matches of one rule in one round.
const MATCHES: usize = 2_000;

/// The most nodes of one class: where more terms are equal, matching goes through all of them, and again inside.
const MAX_CLASS: usize = 500;

/// The most terms of an explanation that is read.
const MAX_FLAT: usize = 400;

/// Searches for `lhs = rhs`, or `lhs + rhs = rhs` for an inclusion, in an e-graph of at most so many nodes, or until
/// it is cancelled.
///
/// Cost: bounded for a number of nodes; up to some tenths of a second at 10,000 (see `benches/auto.rs`).
pub(crate) fn search<'a>(
    lhs: &Term,
    relation: Relation,
    rhs: &Term,
    facts: &[Equation],
    bound: impl Into<DecisionLimits<'a>>,
) -> Answer {
    let bound = bound.into();
    let start = match relation {
        Relation::Equal => lhs.clone(),
        Relation::Below => lhs.plus(rhs),
    };
    let mut leaves = Leaves::default();
    let mut rules = laws();
    let (ground, open): (Vec<_>, Vec<_>) = facts.iter().partition(|f| f.variables.is_empty());
    for fact in open {
        rules.extend(of_fact(fact, &mut leaves));
    }
    let mut pairs = Vec::new();
    for fact in ground {
        let left = match fact.relation {
            Relation::Equal => fact.lhs.clone(),
            Relation::Below => fact.lhs.plus(&fact.rhs),
        };
        pairs.extend(leaves.ground(&left).zip(leaves.ground(&fact.rhs)).map(|p| (p, fact.fact)));
    }
    let (Some(from), Some(to)) = (leaves.ground(&start), leaves.ground(rhs)) else {
        return Answer::No;
    };
    let mut graph = Graph::new(leaves).with_explanations_enabled();
    let (from, to) = (graph.add_expr_uncanonical(&from), graph.add_expr_uncanonical(&to));
    for ((l, r), fact) in pairs {
        let (l, r) = (graph.add_expr_uncanonical(&l), graph.add_expr_uncanonical(&r));
        graph.union_trusted(l, r, fact.to_string());
    }
    graph.rebuild();
    match grow(&mut graph, &rules, (from, to), bound) {
        Growth::Joined => {}
        Growth::Saturated => return Answer::No,
        Growth::Limit => return Answer::Limit,
    }
    let mut explanation: Explanation<Node> = graph.explain_id_equivalence(from, to);
    // Written out, an explanation can be exponentially longer than it is as a shared tree.
    if length(&explanation.explanation_trees, &mut FxHashMap::default()) > MAX_FLAT {
        return Answer::Limit;
    }
    let flat = explanation.make_flat_explanation();
    let steps: Option<Vec<FlatStep>> = (flat.iter())
        .map(|t| Some(FlatStep { term: graph.analysis.read(t)?, fact: fact_of(t) }))
        .collect();
    let Some(mut steps) = steps else { return Answer::No };
    // The ends become the terms as they were written.
    if let [first, .., last] = &mut steps[..] {
        (first.term, last.term) = (start, rhs.clone());
    } else {
        steps =
            vec![FlatStep { term: start, fact: None }, FlatStep { term: rhs.clone(), fact: None }];
    }
    if relation == Relation::Below {
        steps.insert(0, FlatStep { term: lhs.clone(), fact: None });
    }
    Answer::Chain(steps)
}

enum Growth {
    Joined,
    Saturated,
    Limit,
}

fn grow(
    graph: &mut Graph,
    rules: &[Rule],
    (from, to): (Id, Id),
    bound: DecisionLimits<'_>,
) -> Growth {
    let nodes = bound.states;
    for _ in 0..ROUNDS {
        if graph.find(from) == graph.find(to) {
            return Growth::Joined;
        }
        let largest = graph.classes().map(|class| class.nodes.len()).max();
        if graph.nodes().len() >= nodes || largest > Some(MAX_CLASS) || bound.is_cancelled() {
            return Growth::Limit;
        }
        let mut all = Vec::new();
        for rule in rules {
            if bound.is_cancelled() {
                return Growth::Limit;
            }
            all.push(rule.searcher.search_with_limit(graph, MATCHES));
        }
        let is_cut = all.iter().any(|m| m.iter().map(|m| m.substs.len()).sum::<usize>() >= MATCHES);
        let equal = sums::equalities(graph);
        let mut changed = false;
        for (rule, matches) in rules.iter().zip(&all) {
            for one in matches.chunks(1) {
                if graph.nodes().len() < nodes && !bound.is_cancelled() {
                    changed |= !rule.apply(graph, one).is_empty();
                }
            }
        }
        for one in equal {
            if graph.nodes().len() < nodes && !bound.is_cancelled() {
                changed |= sums::add(graph, one);
            }
        }
        graph.rebuild();
        if bound.is_cancelled() {
            return Growth::Limit;
        }
        if !changed && !is_cut && graph.nodes().len() < nodes {
            return Growth::Saturated;
        }
    }
    if graph.find(from) == graph.find(to) { Growth::Joined } else { Growth::Limit }
}

/// The number of terms of an explanation that is written out.
fn length(
    proof: &[Rc<TreeTerm<Node>>],
    known: &mut FxHashMap<*const TreeTerm<Node>, usize>,
) -> usize {
    let mut total = 0usize;
    for tree in proof {
        let key = Rc::as_ptr(tree);
        let own = known.get(&key).copied().unwrap_or_else(|| {
            let inner = tree.child_proofs.iter().map(|p| length(p, known));
            let own = inner.fold(1usize, |sum, k| sum.saturating_add(k.saturating_sub(1)));
            known.insert(key, own);
            own
        });
        total = total.saturating_add(own);
    }
    total
}

/// The fact that an explanation names for a term, or for a part of it.
fn fact_of(flat: &FlatTerm<Node>) -> Option<usize> {
    let here = flat.forward_rule.or(flat.backward_rule).filter(|name| name.as_str() != LAW);
    here.and_then(|name| name.as_str().parse().ok())
        .or_else(|| flat.children.iter().find_map(fact_of))
}
