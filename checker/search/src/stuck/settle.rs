//! The least sets: by strongly connected components in one pass over the steps, or by several passes.

use super::super::query::{Query, Stopped};
use super::sets::{Graph, Sets, sweep};

/// The number of states that are visited between two looks at the cancel flag.
const PAUSE: usize = 1 << 16;

/// Makes the sets the least solution: each has what is in it, and the set of the state after each step from its state.
/// A state from which all others can come, if there is one, is `root`.
///
/// If there is memory for the successors of each state, this takes one pass over the steps. Otherwise the sets are
/// joined along all steps, the last first, then the first first, and so on, until none grows: most steps lead from
/// states that were met earlier to states that were met later, so that a few passes settle most graphs.
pub(super) fn solve(
    graph: &Graph<'_>,
    sets: &mut Sets,
    root: Option<usize>,
    query: &Query<'_>,
    bytes: usize,
) -> Result<(), Stopped> {
    let bytes = bytes.saturating_add(sets.size());
    match Successors::new(graph, sets.len(), query, bytes)? {
        Some(successors) => settle(&successors, sets, root, query),
        None => sweep(graph, sets, query),
    }
}

/// The states after each state.
struct Successors {
    /// For each state, where the list of those after it starts in `targets`; and the end.
    starts: Vec<usize>,
    targets: Vec<u32>,
}

impl Successors {
    /// Works out the states after each state; none where there is no memory for that and for what is done with it.
    fn new(
        graph: &Graph<'_>,
        states: usize,
        query: &Query<'_>,
        bytes: usize,
    ) -> Result<Option<Self>, Stopped> {
        let is_cancelled = || query.is_cancelled();
        if u32::try_from(states).is_err() {
            return Ok(None);
        }
        let mut starts = Vec::new();
        let mut size = (states + 1).saturating_mul(size_of::<usize>());
        // Beside the lists, a state has its number in the order of visits, and stands on two stacks at most.
        size =
            size.saturating_add(states.saturating_mul(2 * size_of::<u32>() + size_of::<Visit>()));
        let has_room = |size: usize| bytes.saturating_add(size) <= query.memory;
        if !has_room(size) || starts.try_reserve_exact(states + 1).is_err() {
            return Ok(None);
        }
        starts.resize(states + 1, 0_usize);
        graph.each(|source, _, _| starts[source] += 1, is_cancelled)?;
        let mut steps = 0;
        for start in &mut starts {
            steps += *start;
            *start = steps;
        }
        let mut targets = Vec::new();
        let size = size.saturating_add(steps.saturating_mul(size_of::<u32>()));
        if !has_room(size) || targets.try_reserve_exact(steps).is_err() {
            return Ok(None);
        }
        targets.resize(steps, 0_u32);
        // Each list is filled from its end.
        graph.each_back(
            |source, _, target| {
                starts[source] -= 1;
                targets[starts[source]] = u32::try_from(target).expect("a ticket");
            },
            is_cancelled,
        )?;
        Ok(Some(Successors { starts, targets }))
    }
}

/// A state on the way of the depth-first walk.
struct Visit {
    state: u32,
    /// The least number of a state that is known to be in its component.
    low: u32,
    /// The place of the next successor.
    next: usize,
}

/// The number of a state that was not visited.
const NEW: u32 = 0;

/// The number of a state that has its set.
const DONE: u32 = u32::MAX;

/// Makes the sets the least solution, component by component (Tarjan 1972), successors first. Where a state has all
/// that any state has, so have all states that stand on the stack, since each of them leads to it: they need not be
/// looked at any further. In a system in which nothing gets lost few steps are looked at.
fn settle(
    graph: &Successors,
    sets: &mut Sets,
    root: Option<usize>,
    query: &Query<'_>,
) -> Result<(), Stopped> {
    let most = sets.union();
    if let Some(root) = root {
        sets.put(root, &most);
    }
    let states = sets.len();
    let (mut numbers, mut stack, mut way) = (Vec::new(), Vec::new(), Vec::new());
    let has_room = numbers.try_reserve_exact(states).is_ok();
    if !has_room {
        return Err(Stopped::Memory);
    }
    numbers.resize(states, NEW);
    let mut walk = Walk { graph, sets, numbers, most, visited: 0 };
    for state in 0..u32::try_from(states).map_err(|_| Stopped::States)? {
        if walk.numbers[state as usize] == NEW {
            walk.from(state, &mut stack, &mut way, query)?;
        }
    }
    Ok(())
}

struct Walk<'a> {
    graph: &'a Successors,
    sets: &'a mut Sets,
    numbers: Vec<u32>,
    /// The union of all sets.
    most: Vec<u8>,
    visited: u32,
}

impl Walk<'_> {
    /// Gives their sets to all states that can come after a state.
    fn from(
        &mut self,
        first: u32,
        stack: &mut Vec<u32>,
        way: &mut Vec<Visit>,
        query: &Query<'_>,
    ) -> Result<(), Stopped> {
        self.enter(first, stack, way);
        while let Some(visit) = way.last_mut() {
            let state = visit.state as usize;
            if self.sets.is(state, &self.most) {
                for below in stack.drain(..) {
                    self.sets.put(below as usize, &self.most);
                    self.numbers[below as usize] = DONE;
                }
                way.clear();
                return Ok(());
            }
            if visit.next < self.graph.starts[state + 1] {
                let target = self.graph.targets[visit.next];
                visit.next += 1;
                match self.numbers[target as usize] {
                    NEW => {
                        if (self.visited as usize).is_multiple_of(PAUSE) && query.is_cancelled() {
                            return Err(Stopped::Cancelled);
                        }
                        self.enter(target, stack, way);
                    }
                    DONE => _ = self.sets.join(state, target as usize),
                    number => visit.low = visit.low.min(number),
                }
                continue;
            }
            let (done, low) = (visit.state, visit.low);
            way.pop();
            if low == self.numbers[state] {
                while let Some(member) = stack.pop() {
                    self.sets.copy(member as usize, state);
                    self.numbers[member as usize] = DONE;
                    if member == done {
                        break;
                    }
                }
            }
            if let Some(before) = way.last_mut() {
                before.low = before.low.min(low);
                self.sets.join(before.state as usize, state);
            }
        }
        Ok(())
    }

    fn enter(&mut self, state: u32, stack: &mut Vec<u32>, way: &mut Vec<Visit>) {
        self.visited += 1;
        self.numbers[state as usize] = self.visited;
        stack.push(state);
        let next = self.graph.starts[state as usize];
        way.push(Visit { state, low: self.visited, next });
    }
}
