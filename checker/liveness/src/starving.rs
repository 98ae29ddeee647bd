//! A second look at components that are accepted but for strong fairness, as A. Duret-Lutz, D. Poitrenaud and J.-M.
//! Couvreur (*On-the-fly emptiness check of transition-based Streett automata*, ATVA 2009) do it.
//!
//! If a strongly fair thread can move somewhere in a component and moves nowhere in it, a fair cycle goes through no
//! transition on which it can move. Without these transitions the component falls into smaller ones, of which the same
//! is asked again.

use reductio_search::{Model, Reduction, Stopped};
use reductio_temporal::BitSet;
use rustc_hash::FxHashMap;

use super::acceptance::{MarkSets, SetId};
use super::components::{Accepted, Components, Edge, Graph};
use super::product::{Product, Way};

/// The nodes of a component, in two numberings, and the marks that its transitions may not have.
struct Part<'p, 'a, M: Model, R, A, V> {
    product: &'p mut Product<'a, M, R, A, V>,
    nodes: Vec<u32>,
    places: FxHashMap<u32, u32>,
    forbidden: BitSet,
    /// The parts of it that must be looked into, with the marks of their transitions.
    parts: Vec<(Vec<u32>, SetId)>,
    ways: Vec<Way>,
    bytes: usize,
}

/// Looks for a part of a component that is accepted and fair. `bytes` are those of the search that found the component.
pub(super) fn look_into<M, R, A, V>(
    product: &mut Product<'_, M, R, A, V>,
    nodes: &[u32],
    marks: SetId,
    bytes: usize,
) -> Result<Option<Accepted>, Stopped>
where
    M: Model,
    R: Reduction<M>,
    V: Fn(&A, &M::State) -> bool,
{
    let mut parts = vec![(nodes.to_vec(), marks, BitSet::new())];
    while let Some((nodes, marks, mut forbidden)) = parts.pop() {
        let starved = product.sets.acceptance().starved(product.sets.get(marks));
        forbidden.extend(&starved);
        let count = u32::try_from(nodes.len()).expect("nodes have numbers of 32 bits");
        let places = nodes.iter().copied().zip(0..count).collect();
        let pending = parts.iter().map(|(nodes, ..)| nodes.capacity() * size_of::<u32>());
        let bytes = bytes + pending.sum::<usize>() + nodes.len() * 4 * size_of::<u32>();
        let (inner, ways) = (Vec::new(), Vec::new());
        let mut part =
            Part { product: &mut *product, nodes, places, forbidden, parts: inner, ways, bytes };
        let mut components = Components::default();
        for place in 0..count {
            if let Some(mut accepted) = components.search(&mut part, place)? {
                for node in &mut accepted.nodes {
                    *node = part.nodes[*node as usize];
                }
                return Ok(Some(accepted));
            }
        }
        let Part { parts: inner, nodes, forbidden, .. } = part;
        for (places, marks) in inner {
            let nodes = places.into_iter().map(|place| nodes[place as usize]).collect();
            parts.push((nodes, marks, forbidden.clone()));
        }
    }
    Ok(None)
}

impl<M, R, A, V> Graph for Part<'_, '_, M, R, A, V>
where
    M: Model,
    R: Reduction<M>,
    V: Fn(&A, &M::State) -> bool,
{
    fn sets(&mut self) -> &mut MarkSets {
        &mut self.product.sets
    }

    fn successors(&mut self, place: u32, edges: &mut Vec<Edge>) -> Result<(), Stopped> {
        self.ways.clear();
        self.product.ways(self.nodes[place as usize], &mut self.ways)?;
        for way in &self.ways {
            if let Some(&to) = self.places.get(&way.to)
                && !self.product.sets.get(way.marks).meets(&self.forbidden)
            {
                edges.push(Edge { to, marks: way.marks });
            }
        }
        Ok(())
    }

    fn look_up(&mut self, depth: usize, bytes: usize) -> Result<(), Stopped> {
        self.product.look_up(depth, self.bytes + bytes)
    }

    fn look_into(&mut self, nodes: &[u32], marks: SetId) -> Result<Option<Accepted>, Stopped> {
        self.parts.push((nodes.to_vec(), marks));
        Ok(None)
    }
}
