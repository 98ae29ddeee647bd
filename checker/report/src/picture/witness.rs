//! Shortest runs of state graphs to a state where something is wrong.

use super::graph::{Mark, StateGraph};

/// A run from the initial state of a graph to a state where something is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Its steps, as numbers of [`StateGraph::edges`].
    pub edges: Vec<usize>,
    /// The mark of its last state.
    pub mark: Mark,
}

impl Run {
    /// The name of the last state: `a bad state`, `a failure`, `a deadlock`.
    pub(super) fn end(&self) -> &'static str {
        match self.mark {
            Mark::None => "a state",
            Mark::Deadlock => "a deadlock",
            Mark::Failure => "a failure",
            Mark::Bad => "a bad state",
        }
    }
}

impl StateGraph {
    /// A shortest run to a bad state, a failure or a deadlock, or `None` if there is none. Among the shortest it is the
    /// one whose threads and transitions come first.
    pub fn shortest_run(&self) -> Option<Run> {
        let mut before: Vec<Option<usize>> = vec![None; self.states()];
        let mut queue = vec![0];
        let mut at = 0;
        while let Some(&state) = queue.get(at) {
            if self.marks[state] != Mark::None {
                let mut edges = Vec::new();
                let mut place = state;
                while let Some(edge) = before[place] {
                    edges.push(edge);
                    place = self.edges[edge].from;
                }
                edges.reverse();
                return Some(Run { edges, mark: self.marks[state] });
            }
            for number in self.from(state) {
                let to = self.edges[number].to;
                if to != 0 && before[to].is_none() {
                    before[to] = Some(number);
                    queue.push(to);
                }
            }
            at += 1;
        }
        None
    }
}
