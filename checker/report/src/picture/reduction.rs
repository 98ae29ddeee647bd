//! Decides how a search by reduced steps treats the states and steps of a graph.

use std::collections::{BTreeSet, VecDeque};

use super::graph::{GraphEdge, Mark, StateGraph, Treatment};

impl StateGraph {
    /// Goes through the graph by reduced steps. `rests` says for each thread in which states it has no invisible
    /// step.
    pub(super) fn reduce(&mut self, rests: &[Vec<bool>]) {
        // From the initial state the threads go on to their first visible points, one after the other.
        let mut starts = BTreeSet::from([0]);
        for (thread, rests) in rests.iter().enumerate() {
            starts = starts.into_iter().flat_map(|s| self.closure(s, thread, rests)).collect();
        }
        let mut queue: VecDeque<usize> = starts.iter().copied().collect();
        self.starts = starts;
        while let Some(state) = queue.pop_front() {
            if self.treatments[state] == Treatment::Stored {
                continue;
            }
            self.treatments[state] = Treatment::Stored;
            for edge in self.from(state) {
                let GraphEdge { to, thread, .. } = self.edges[edge];
                self.edges[edge].is_walked = true;
                for end in self.closure(to, thread, &rests[thread]) {
                    self.reduced.insert((state, end, thread));
                    queue.push_back(end);
                }
            }
        }
    }

    /// The states in which a thread comes to rest by its invisible steps. All states on the way are passed.
    fn closure(&mut self, start: usize, thread: usize, rests: &[bool]) -> BTreeSet<usize> {
        let (mut ends, mut seen) = (BTreeSet::new(), BTreeSet::from([start]));
        let mut stack = vec![start];
        while let Some(state) = stack.pop() {
            self.treatments[state] = self.treatments[state].max(Treatment::Passed);
            // A search reports a bad state, and neither stores it nor goes on from it.
            if self.marks[state] == Mark::Bad {
                continue;
            }
            if rests[state] {
                ends.insert(state);
                continue;
            }
            for number in self.from(state) {
                let edge = &mut self.edges[number];
                if edge.thread == thread && !edge.is_visible {
                    edge.is_walked = true;
                    if seen.insert(edge.to) {
                        stack.push(edge.to);
                    }
                }
            }
        }
        ends
    }
}
