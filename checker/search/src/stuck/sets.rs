//! Sets of threads for the states of a graph, and the least solution of what its steps say about them.

use super::super::edges::{Edge, Edges};
use super::super::query::{Query, Stopped};

/// The number of passes over all steps after which predecessors are worked out.
pub(super) const SWEEPS: usize = 8;

/// A set for each state, by ticket: a bit for each thread, and one for a deadlock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sets {
    /// The number of bytes of a set.
    width: usize,
    /// The set that has everything.
    full: Vec<u8>,
    bytes: Vec<u8>,
}

impl Sets {
    /// Makes an empty set for each of so many tickets, in so many bytes at most.
    pub(super) fn new(threads: usize, tickets: usize, most: usize) -> Result<Self, Stopped> {
        let width = (threads + 1).div_ceil(8);
        let size =
            width.checked_mul(tickets).filter(|&size| size <= most).ok_or(Stopped::Memory)?;
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(size).map_err(|_| Stopped::Memory)?;
        bytes.resize(size, 0);
        let mut sets = Sets { width, full: vec![0; width], bytes };
        for member in 0..=threads {
            sets.full[member / 8] |= 1 << (member % 8);
        }
        Ok(sets)
    }

    /// The number of sets.
    fn len(&self) -> usize {
        self.bytes.len() / self.width
    }

    fn set(&self, ticket: usize) -> &[u8] {
        &self.bytes[ticket * self.width..(ticket + 1) * self.width]
    }

    pub(super) fn has(&self, ticket: usize, member: usize) -> bool {
        self.bytes[ticket * self.width + member / 8] >> (member % 8) & 1 == 1
    }

    pub(super) fn add(&mut self, ticket: usize, member: usize) {
        self.bytes[ticket * self.width + member / 8] |= 1 << (member % 8);
    }

    pub(super) fn fill(&mut self, ticket: usize) {
        self.bytes[ticket * self.width..(ticket + 1) * self.width].copy_from_slice(&self.full);
    }

    pub(super) fn is_full(&self, ticket: usize) -> bool {
        self.set(ticket) == self.full
    }

    pub(super) fn is_empty(&self, ticket: usize) -> bool {
        self.set(ticket).iter().all(|&byte| byte == 0)
    }

    /// Adds one set to another, and says whether that made it larger.
    #[inline]
    fn join(&mut self, ticket: usize, other: usize) -> bool {
        let (mine, theirs) = (ticket * self.width, other * self.width);
        let mut grows = false;
        for place in 0..self.width {
            let (before, more) = (self.bytes[mine + place], self.bytes[theirs + place]);
            grows |= more & !before != 0;
            self.bytes[mine + place] = before | more;
        }
        grows
    }

    /// Adds what a step from one state to another brings, and says whether it was new.
    #[inline]
    fn step(&mut self, source: usize, thread: usize, target: usize) -> bool {
        let is_new = !self.has(source, thread);
        if is_new {
            self.add(source, thread);
        }
        self.join(source, target) | is_new
    }

    fn size(&self) -> usize {
        self.bytes.len()
    }
}

/// The steps that all workers keep, in an order that is near that of the search.
pub(super) struct Graph<'a> {
    parts: &'a [&'a Edges],
    /// The part and the number of each segment.
    segments: Vec<(usize, usize)>,
}

impl<'a> Graph<'a> {
    pub(super) fn new(parts: &'a [&'a Edges]) -> Self {
        let mut segments = Vec::new();
        let levels = parts.iter().map(|edges| edges.levels()).max().unwrap_or(0);
        for level in 0..levels {
            for (part, edges) in parts.iter().enumerate() {
                if level < edges.levels() {
                    segments.extend(edges.level(level).map(|segment| (part, segment)));
                }
            }
        }
        Graph { parts, segments }
    }

    fn target(&self, part: usize, edge: Edge) -> usize {
        edge.target as usize * self.parts.len() + part
    }

    /// Calls `visit` with each step, in order: tickets of source and target, and between them the thread.
    pub(super) fn each(
        &self,
        mut visit: impl FnMut(usize, usize, usize),
        is_cancelled: impl Fn() -> bool,
    ) -> Result<(), Stopped> {
        let mut edges = Vec::new();
        for &(part, segment) in &self.segments {
            if is_cancelled() {
                return Err(Stopped::Cancelled);
            }
            self.parts[part].read(segment, &mut edges);
            for &edge in &edges {
                visit(edge.source as usize, edge.thread, self.target(part, edge));
            }
        }
        Ok(())
    }

    /// As [`Self::each`], the last step first.
    fn each_back(
        &self,
        mut visit: impl FnMut(usize, usize, usize),
        is_cancelled: impl Fn() -> bool,
    ) -> Result<(), Stopped> {
        let mut edges = Vec::new();
        for &(part, segment) in self.segments.iter().rev() {
            if is_cancelled() {
                return Err(Stopped::Cancelled);
            }
            self.parts[part].read(segment, &mut edges);
            for &edge in edges.iter().rev() {
                visit(edge.source as usize, edge.thread, self.target(part, edge));
            }
        }
        Ok(())
    }
}

/// Makes the sets the least solution: each has the thread of each step from its state, and the set of the state after
/// it.
///
/// Most steps lead from states that were met earlier to states that were met later, so that a pass over all steps, the
/// last first, and a few more in turn settle most graphs, in the order in which the steps lie in memory. Where `sweeps`
/// passes do not, each state with a set that grew is taken back to its predecessors, which are worked out for that, if
/// there is memory.
pub(super) fn solve(
    graph: &Graph<'_>,
    sets: &mut Sets,
    query: &Query<'_>,
    bytes: usize,
    sweeps: usize,
) -> Result<(), Stopped> {
    let is_cancelled = || query.is_cancelled();
    let mut round = 0;
    loop {
        if round == sweeps
            && let Some(before) = Predecessors::new(graph, sets, query, bytes)?
        {
            return before.solve(sets, query);
        }
        let mut grows = false;
        let visit = |source, thread, target| grows |= sets.step(source, thread, target);
        if round % 2 == 0 {
            graph.each_back(visit, is_cancelled)?;
        } else {
            graph.each(visit, is_cancelled)?;
        }
        if !grows {
            return Ok(());
        }
        round += 1;
    }
}

/// The states before each state.
struct Predecessors {
    /// For each state, where the list of those before it starts in `sources`; and the end.
    starts: Vec<usize>,
    sources: Vec<u32>,
}

impl Predecessors {
    /// Works out the states before each state; none where there is no memory for that. Adds the thread of each step to
    /// the set of its source.
    fn new(
        graph: &Graph<'_>,
        sets: &mut Sets,
        query: &Query<'_>,
        bytes: usize,
    ) -> Result<Option<Self>, Stopped> {
        let is_cancelled = || query.is_cancelled();
        let states = sets.len();
        let mut steps = 0_usize;
        let count = |source, thread, _| {
            steps += 1;
            sets.add(source, thread);
        };
        graph.each(count, is_cancelled)?;
        // With the states that wait, in a list and by a flag.
        let size = (states + 1) * size_of::<usize>() + (steps + states) * size_of::<u32>() + states;
        if bytes.saturating_add(sets.size()).saturating_add(size) > query.memory {
            return Ok(None);
        }
        let (mut starts, mut sources) = (Vec::new(), Vec::new());
        if starts.try_reserve_exact(states + 1).is_err()
            || sources.try_reserve_exact(steps).is_err()
        {
            return Ok(None);
        }
        starts.resize(states + 1, 0_usize);
        sources.resize(steps, 0_u32);
        graph.each(|_, _, target| starts[target + 1] += 1, is_cancelled)?;
        for state in 0..states {
            starts[state + 1] += starts[state];
        }
        // Each list is filled from its end; then its start is where the list before it ends.
        graph.each_back(
            |source, _, target| {
                starts[target + 1] -= 1;
                sources[starts[target + 1]] = u32::try_from(source).expect("a ticket");
            },
            is_cancelled,
        )?;
        starts.remove(0);
        starts.push(steps);
        Ok(Some(Predecessors { starts, sources }))
    }

    /// Takes each set that grew to the states before, until none grows. A set grows at most once for each of its
    /// members.
    fn solve(&self, sets: &mut Sets, query: &Query<'_>) -> Result<(), Stopped> {
        let states = sets.len();
        let mut waits = vec![true; states];
        let mut waiting: Vec<u32> = Vec::new();
        waiting.try_reserve_exact(states).map_err(|_| Stopped::Memory)?;
        let all = 0..u32::try_from(states).map_err(|_| Stopped::States)?;
        waiting.extend(all);
        let mut looked_at = 0_usize;
        while let Some(state) = waiting.pop() {
            looked_at += 1;
            if looked_at.is_multiple_of(super::PAUSE) && query.is_cancelled() {
                return Err(Stopped::Cancelled);
            }
            let state = state as usize;
            waits[state] = false;
            for &before in &self.sources[self.starts[state]..self.starts[state + 1]] {
                let place = before as usize;
                if sets.join(place, state) && !std::mem::replace(&mut waits[place], true) {
                    waiting.push(before);
                }
            }
        }
        Ok(())
    }
}
