//! Makes a lasso of nodes that lie on a common accepted cycle: a shortest way there, and a round.

use std::collections::VecDeque;

use reductio_search::{Model, Reduction, Stopped, ThreadStep};
use reductio_temporal::BitSet;
use rustc_hash::FxHashMap;

use super::answer::{Ending, Lasso};
use super::components::{Accepted, Components};
use super::path::{From, bytes, trace};
use super::product::{Product, Way};
use super::round::round;

/// The number of nodes that a search for a shortest way may add to those that were known, for each of them.
const MORE: usize = 1;
/// The same, for searches that know few nodes.
const FEW: usize = 1 << 16;

/// Which limits count.
#[derive(Clone, Copy)]
enum Limits {
    /// All.
    Kept,
    /// Only the flag: the run is there, and to tell it takes some memory for each node that is known.
    Found,
}

/// Makes a lasso that goes around a cycle of accepted nodes.
pub(super) fn lasso<M, R, A, V>(
    product: &mut Product<'_, M, R, A, V>,
    components: &Components,
    begins: &[u32],
    accepted: &Accepted,
) -> Result<Lasso, Stopped>
where
    M: Model,
    R: Reduction<M>,
    V: Fn(&A, &M::State) -> bool,
{
    let mut is_inside = BitSet::new();
    accepted.nodes.iter().for_each(|&node| is_inside.insert(node as usize));
    let most = product.nodes() * (1 + MORE) + FEW;
    let goal = |node: u32| is_inside.contains(node as usize);
    // The nodes that the search has seen have a way; one through others may be shorter.
    let stem = match way_to(product, begins, goal, |node| (node as usize) < most, Limits::Kept) {
        Ok(Some(stem)) => stem,
        Err(Stopped::Cancelled) => return Err(Stopped::Cancelled),
        _ => {
            let has_seen = |node| components.has_seen(node);
            way_to(product, begins, goal, has_seen, Limits::Found)?.expect("the search came there")
        }
    };
    let entry = stem
        .last()
        .map_or_else(|| begins.iter().copied().find(|&node| goal(node)), |(_, to)| Some(*to));
    let entry = entry.expect("a way ends at its goal");
    let around = round(product, entry, accepted, &is_inside)?;
    let first = stem.first().map_or(entry, |(from, _)| from.node);
    let mut steps = product.run_to(first);
    steps.extend(spell(product, &stem));
    let cycle = spell(product, &around);
    let ending = if cycle.is_empty() { Ending::Ends } else { Ending::Repeats(cycle) };
    Ok(Lasso { stem: steps, ending })
}

/// A shortest way from one of some nodes to a goal, breadth-first through allowed nodes; empty if one of them is at the
/// goal.
fn way_to<M, R, A, V>(
    product: &mut Product<'_, M, R, A, V>,
    begins: &[u32],
    goal: impl Fn(u32) -> bool,
    is_allowed: impl Fn(u32) -> bool,
    limits: Limits,
) -> Result<Option<Vec<(From, u32)>>, Stopped>
where
    M: Model,
    R: Reduction<M>,
    V: Fn(&A, &M::State) -> bool,
{
    if begins.iter().any(|&node| goal(node)) {
        return Ok(Some(Vec::new()));
    }
    let mut parents: FxHashMap<u32, Option<From>> =
        begins.iter().map(|&node| (node, None)).collect();
    let mut open: VecDeque<u32> = begins.iter().copied().collect();
    let mut ways: Vec<Way> = Vec::new();
    while let Some(node) = open.pop_front() {
        match limits {
            Limits::Kept => product.look_up(0, bytes(&parents))?,
            Limits::Found => product.cancel()?,
        }
        ways.clear();
        product.ways(node, &mut ways)?;
        for &Way { to, marks, step } in &ways {
            if !is_allowed(to) || parents.contains_key(&to) {
                continue;
            }
            parents.insert(to, Some(From { node, step, marks }));
            if goal(to) {
                return Ok(Some(trace(&parents, to)));
            }
            open.push_back(to);
        }
    }
    Ok(None)
}

/// The single steps of a way. Where the run has ended there are none.
fn spell<M, R, A, V>(product: &mut Product<'_, M, R, A, V>, way: &[(From, u32)]) -> Vec<ThreadStep>
where
    M: Model,
    R: Reduction<M>,
    V: Fn(&A, &M::State) -> bool,
{
    let mut steps = Vec::new();
    for &(From { node, step, .. }, to) in way {
        if let Some(first) = step {
            steps.extend(product.spell(node, first, to).expect("a transition has its steps"));
        }
    }
    steps
}
