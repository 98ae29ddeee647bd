//! Rounds: ways from a node back to it that are accepted and fair.

use std::collections::VecDeque;
use std::collections::hash_map::Entry;

use reductio_search::{Model, Reduction, Stopped};
use reductio_temporal::BitSet;
use rustc_hash::FxHashMap;

use super::acceptance::{Judgement, NONE, SetId};
use super::components::Accepted;
use super::path::{From, trace};
use super::product::{Product, Way};

/// The number of pairs, of a node and the marks on the way to it, up to which a shortest round is looked for.
const PAIRS: usize = 1 << 17;

/// A way from an accepted node back to it: the shortest one, where that is found among few nodes and sets of marks.
pub(super) fn round<M, R, A, V>(
    product: &mut Product<'_, M, R, A, V>,
    entry: u32,
    accepted: &Accepted,
    is_inside: &BitSet,
) -> Result<Vec<(From, u32)>, Stopped>
where
    M: Model,
    R: Reduction<M>,
    V: Fn(&A, &M::State) -> bool,
{
    match shortest_round(product, entry) {
        Ok(Some(round)) => Ok(round),
        Err(Stopped::Cancelled) => Err(Stopped::Cancelled),
        _ => round_by_marks(product, entry, accepted, is_inside),
    }
}

/// A shortest way from a node back to it that is accepted and fair: breadth-first over nodes and the marks of the way
/// to them. `None` where too many were met.
fn shortest_round<M, R, A, V>(
    product: &mut Product<'_, M, R, A, V>,
    entry: u32,
) -> Result<Option<Vec<(From, u32)>>, Stopped>
where
    M: Model,
    R: Reduction<M>,
    V: Fn(&A, &M::State) -> bool,
{
    let start = (entry, NONE);
    // The transition to a pair, and the marks before it.
    let mut parents: FxHashMap<(u32, SetId), (From, SetId)> = FxHashMap::default();
    let mut open: VecDeque<(u32, SetId)> = std::iter::once(start).collect();
    let mut known: FxHashMap<u32, Vec<Way>> = FxHashMap::default();
    while let Some((node, before)) = open.pop_front() {
        product.cancel()?;
        if parents.len() > PAIRS {
            return Ok(None);
        }
        let ways = match known.entry(node) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                let mut ways = Vec::new();
                product.ways(node, &mut ways)?;
                entry.insert(ways)
            }
        };
        for &Way { to, marks, step } in ways.iter() {
            let from = From { node, step, marks };
            let all = product.sets.union(before, marks);
            if to == entry && product.sets.judgement(all) == Judgement::Accepted {
                let mut round = vec![(from, to)];
                let mut at = (node, before);
                while at != start
                    && let Some(&(from, before)) = parents.get(&at)
                {
                    round.push((from, at.0));
                    at = (from.node, before);
                }
                round.reverse();
                return Ok(Some(round));
            }
            if (to, all) != start
                && let Entry::Vacant(new) = parents.entry((to, all))
            {
                new.insert((from, before));
                open.push_back((to, all));
            }
        }
    }
    Ok(None)
}

/// A way from a node back to it, by shortest ways from one needed mark to the next, within the accepted nodes.
fn round_by_marks<M, R, A, V>(
    product: &mut Product<'_, M, R, A, V>,
    entry: u32,
    accepted: &Accepted,
    is_inside: &BitSet,
) -> Result<Vec<(From, u32)>, Stopped>
where
    M: Model,
    R: Reduction<M>,
    V: Fn(&A, &M::State) -> bool,
{
    let marks = product.sets.get(accepted.marks);
    let forbidden = product.sets.acceptance().forbidden(marks);
    let mut needed = product.sets.acceptance().needed(marks);
    let mut cycle: Vec<(From, u32)> = Vec::new();
    let mut ways: Vec<Way> = Vec::new();
    loop {
        let start = cycle.last().map_or(entry, |(_, to)| *to);
        if needed.is_empty() && start == entry && !cycle.is_empty() {
            return Ok(cycle);
        }
        // Breadth-first to a transition with one of the marks, or at last to where the cycle began.
        let mut parents: FxHashMap<u32, Option<From>> = std::iter::once((start, None)).collect();
        let mut open: VecDeque<u32> = std::iter::once(start).collect();
        let found = 'search: loop {
            let node = open.pop_front().expect("each mark is inside, and each node leads to each");
            product.cancel()?;
            ways.clear();
            product.ways(node, &mut ways)?;
            for &Way { to, marks, step } in &ways {
                let set = product.sets.get(marks);
                if !is_inside.contains(to as usize) || set.meets(&forbidden) {
                    continue;
                }
                let from = From { node, step, marks };
                if set.meets(&needed) || needed.is_empty() && to == entry {
                    let mut way = trace(&parents, node);
                    way.push((from, to));
                    break 'search way;
                }
                if let Entry::Vacant(entry) = parents.entry(to) {
                    entry.insert(Some(from));
                    open.push_back(to);
                }
            }
        };
        for (from, _) in &found {
            let set = product.sets.get(from.marks);
            needed = needed.iter().filter(|mark| !set.contains(*mark)).collect();
        }
        cycle.extend(found);
    }
}
