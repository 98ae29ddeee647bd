//! Strongly connected components, on the fly: the algorithm of Couvreur (*On-the-fly verification of linear temporal
//! logic*, FM 1999), which ends as soon as transitions that are known to lie on a common cycle have all marks.
//!
//! A stack of roots stands for the components of the part of the graph that has been seen, on the path to the node that
//! is looked at. A transition back into the path puts the components between together (as in H. N. Gabow, *Path-based
//! depth-first search*, 2000). Transitions back are looked at before others, so that cycles are closed early, as J.
//! Geldenhuys and A. Valmari (*Tarjan's algorithm makes on-the-fly LTL verification more efficient*, TACAS 2004)
//! advise.

use reductio_search::{Chunks, Stopped};

use super::acceptance::{Judgement, MarkSets, NONE, SetId};

/// A transition of a graph.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) to: u32,
    pub(super) marks: SetId,
}

/// A graph that is worked out as far as somebody looks at it.
pub(super) trait Graph {
    fn sets(&mut self) -> &mut MarkSets;

    /// Adds the transitions from a node to `edges`. All nodes have numbers, and these are given without gaps.
    fn successors(&mut self, node: u32, edges: &mut Vec<Edge>) -> Result<(), Stopped>;

    /// Looks at the limits from time to time. `bytes` are those of the search of components.
    fn look_up(&mut self, depth: usize, bytes: usize) -> Result<(), Stopped>;

    /// Takes a component that is complete and whose cycles are not all fair, with the marks of its transitions, and
    /// looks for a part of it that is accepted.
    fn look_into(&mut self, nodes: &[u32], marks: SetId) -> Result<Option<Accepted>, Stopped>;
}

/// Nodes that lie on a common cycle which has exactly some marks.
#[derive(Clone, Debug)]
pub(super) struct Accepted {
    pub(super) nodes: Vec<u32>,
    pub(super) marks: SetId,
}

/// A root of a component.
#[derive(Clone, Copy)]
struct Root {
    /// Its place in the list of live nodes.
    live: u32,
    /// The marks of the transitions within the component, as far as they are known.
    within: SetId,
    /// The marks of the transition by which the path came to it.
    entering: SetId,
}

/// A node of the path.
#[derive(Clone, Copy)]
struct Frame {
    live: u32,
    /// The number of transitions that are pending below it.
    pending: u32,
}

const NEW: u32 = 0;
const DONE: u32 = u32::MAX;

/// The state of a search.
#[derive(Default)]
pub(super) struct Components {
    /// For each node: new, done, or one more than its place among the live nodes.
    order: Chunks<u32>,
    /// The nodes whose component is not complete, in the order in which they were met.
    live: Vec<u32>,
    path: Vec<Frame>,
    pending: Vec<Edge>,
    roots: Vec<Root>,
    scratch: Vec<Edge>,
}

impl Components {
    pub(super) fn bytes(&self) -> usize {
        self.order.bytes()
            + self.live.capacity() * size_of::<u32>()
            + self.path.capacity() * size_of::<Frame>()
            + self.pending.capacity() * size_of::<Edge>()
            + self.roots.capacity() * size_of::<Root>()
    }

    /// Decides whether a node was looked at.
    pub(super) fn has_seen(&self, node: u32) -> bool {
        self.order_of(node) != NEW
    }

    fn order_of(&self, node: u32) -> u32 {
        if (node as usize) < self.order.len() { self.order.get(node as usize) } else { NEW }
    }

    fn set_order(&mut self, node: u32, order: u32) {
        while self.order.len() <= node as usize {
            self.order.push(NEW);
        }
        self.order.set(node as usize, order);
    }

    /// Looks at everything that can be reached from a node, up to nodes of complete components that are accepted.
    pub(super) fn search(
        &mut self,
        graph: &mut impl Graph,
        start: u32,
    ) -> Result<Option<Accepted>, Stopped> {
        if self.has_seen(start) {
            return Ok(None);
        }
        if let Some(accepted) = self.enter(graph, start, NONE)? {
            return Ok(Some(accepted));
        }
        while let Some(&Frame { live, pending }) = self.path.last() {
            if self.pending.len() > pending as usize
                && let Some(edge) = self.pending.pop()
            {
                let found = match self.order_of(edge.to) {
                    DONE => None,
                    NEW => self.enter(graph, edge.to, edge.marks)?,
                    order => self.close(graph, order - 1, edge.marks),
                };
                if found.is_some() {
                    return Ok(found);
                }
                continue;
            }
            self.path.pop();
            let Some(&root) = self.roots.last() else {
                unreachable!("each node has a root below it")
            };
            if root.live != live {
                continue;
            }
            self.roots.pop();
            let nodes = self.live.split_off(live as usize);
            if graph.sets().judgement(root.within) == Judgement::Starves
                && let Some(accepted) = graph.look_into(&nodes, root.within)?
            {
                return Ok(Some(accepted));
            }
            for &node in &nodes {
                self.set_order(node, DONE);
            }
        }
        Ok(None)
    }

    /// Goes to a new node.
    fn enter(
        &mut self,
        graph: &mut impl Graph,
        node: u32,
        entering: SetId,
    ) -> Result<Option<Accepted>, Stopped> {
        let count = self.live.len();
        let Some(order) = u32::try_from(count + 1).ok().filter(|order| *order < DONE) else {
            return Err(Stopped::States);
        };
        let (Ok(pending), live) = (u32::try_from(self.pending.len()), order - 1) else {
            return Err(Stopped::Memory);
        };
        let has_room = self.live.try_reserve(1).is_ok()
            && self.path.try_reserve(1).is_ok()
            && self.roots.try_reserve(1).is_ok();
        if !has_room {
            return Err(Stopped::Memory);
        }
        self.set_order(node, order);
        self.live.push(node);
        self.path.push(Frame { live, pending });
        self.roots.push(Root { live, within: NONE, entering });
        graph.look_up(self.path.len(), self.bytes())?;
        let mut edges = std::mem::take(&mut self.scratch);
        edges.clear();
        graph.successors(node, &mut edges)?;
        if self.pending.try_reserve(edges.len()).is_err() {
            return Err(Stopped::Memory);
        }
        let mut found = None;
        // The first transition is followed first.
        for &edge in edges.iter().rev() {
            match self.order_of(edge.to) {
                DONE => {}
                NEW => self.pending.push(edge),
                order => found = found.or(self.close(graph, order - 1, edge.marks)),
            }
        }
        self.scratch = edges;
        Ok(found)
    }

    /// Takes a transition from the last node of the path back to a live node.
    fn close(&mut self, graph: &mut impl Graph, to: u32, marks: SetId) -> Option<Accepted> {
        let sets = graph.sets();
        let mut all = marks;
        while let Some(&Root { live, within, entering }) = self.roots.last()
            && live > to
        {
            all = sets.union(all, within);
            all = sets.union(all, entering);
            self.roots.pop();
        }
        let Some(root) = self.roots.last_mut() else { unreachable!("the path begins with a root") };
        root.within = sets.union(root.within, all);
        (sets.judgement(root.within) == Judgement::Accepted).then(|| Accepted {
            nodes: self.live[root.live as usize..].to_vec(),
            marks: root.within,
        })
    }
}
