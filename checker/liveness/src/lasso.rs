//! Makes a lasso of nodes that lie on a common accepted cycle: a shortest way there, and around by shortest ways through
//! what the cycle needs.

use std::collections::VecDeque;
use std::collections::hash_map::Entry;

use reductio_search::{Model, Reduction, Stopped, ThreadStep};
use reductio_temporal::BitSet;
use rustc_hash::FxHashMap;

use super::acceptance::SetId;
use super::answer::{Ending, Lasso};
use super::components::{Accepted, Components};
use super::product::{Product, Way};

/// The number of nodes that a search for a shortest way may add to those that were known, for each of them.
const MORE: usize = 1;
/// The same, for searches that know few nodes.
const FEW: usize = 1 << 16;

/// A transition from a node.
#[derive(Clone, Copy)]
struct From {
    node: u32,
    step: Option<ThreadStep>,
    marks: SetId,
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
    let stem = match way_to(product, begins, goal, |node| (node as usize) < most) {
        Ok(Some(stem)) => stem,
        Err(Stopped::Cancelled) => return Err(Stopped::Cancelled),
        _ => way_to(product, begins, goal, |node| components.has_seen(node))?
            .expect("the search came there"),
    };
    let entry = stem
        .last()
        .map_or_else(|| begins.iter().copied().find(|&node| goal(node)), |(_, to)| Some(*to));
    let entry = entry.expect("a way ends at its goal");
    let around = around(product, entry, accepted, &is_inside)?;
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
        product.look_up(0, bytes(&parents))?;
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

/// The transitions that lead to a node, from one without a parent.
fn trace(parents: &FxHashMap<u32, Option<From>>, to: u32) -> Vec<(From, u32)> {
    let (mut way, mut at) = (Vec::new(), to);
    while let Some(Some(from)) = parents.get(&at) {
        way.push((*from, at));
        at = from.node;
    }
    way.reverse();
    way
}

fn bytes(parents: &FxHashMap<u32, Option<From>>) -> usize {
    parents.capacity() * (size_of::<(u32, Option<From>)>() + 5)
}

/// A way from a node back to it, through transitions with each mark that a cycle needs, and none that it may not have.
fn around<M, R, A, V>(
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
            product.look_up(0, bytes(&parents))?;
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
