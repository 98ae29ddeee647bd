//! Sets of threads for the states of a graph, and the least solution of what its steps say about them.

use rustc_hash::FxHashMap;

use super::super::edges::{Edge, Edges};
use super::super::query::{Query, Stopped};

/// The number of states that are looked at between two looks at the cancel flag.
const PAUSE: usize = 1 << 16;

/// A set for each state, by ticket: a bit for each thread, and one for a deadlock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Sets {
    /// The number of bytes of a set.
    width: usize,
    /// The set that has everything.
    full: Vec<u8>,
    /// The set that has all threads.
    threads: Vec<u8>,
    bytes: Vec<u8>,
}

impl Sets {
    /// Makes an empty set for each of so many tickets, in so many bytes at most.
    pub(in super::super) fn new(
        threads: usize,
        tickets: usize,
        most: usize,
    ) -> Result<Self, Stopped> {
        let width = (threads + 1).div_ceil(8);
        let size =
            width.checked_mul(tickets).filter(|&size| size <= most).ok_or(Stopped::Memory)?;
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(size).map_err(|_| Stopped::Memory)?;
        bytes.resize(size, 0);
        let mut all = vec![0; width];
        (0..threads).for_each(|member| all[member / 8] |= 1 << (member % 8));
        let mut full = all.clone();
        full[threads / 8] |= 1 << (threads % 8);
        Ok(Sets { width, full, threads: all, bytes })
    }

    /// The number of sets.
    pub(in super::super) fn len(&self) -> usize {
        self.bytes.len() / self.width
    }

    pub(in super::super) fn set(&self, ticket: usize) -> &[u8] {
        &self.bytes[ticket * self.width..(ticket + 1) * self.width]
    }

    pub(in super::super) fn has(&self, ticket: usize, member: usize) -> bool {
        self.bytes[ticket * self.width + member / 8] >> (member % 8) & 1 == 1
    }

    pub(in super::super) fn add(&mut self, ticket: usize, member: usize) {
        self.bytes[ticket * self.width + member / 8] |= 1 << (member % 8);
    }

    pub(in super::super) fn fill(&mut self, ticket: usize) {
        self.bytes[ticket * self.width..(ticket + 1) * self.width].copy_from_slice(&self.full);
    }

    /// Decides whether a set has all threads.
    pub(in super::super) fn has_threads(&self, ticket: usize) -> bool {
        let threads = self.set(ticket).iter().zip(&self.threads);
        threads.into_iter().all(|(mine, all)| mine & all == *all)
    }

    pub(in super::super) fn is_empty(&self, ticket: usize) -> bool {
        self.set(ticket).iter().all(|&byte| byte == 0)
    }

    /// Adds one set to another, and says whether that made it larger.
    #[inline]
    pub(in super::super) fn join(&mut self, ticket: usize, other: usize) -> bool {
        let (mine, theirs) = (ticket * self.width, other * self.width);
        let mut grows = false;
        for place in 0..self.width {
            let (before, more) = (self.bytes[mine + place], self.bytes[theirs + place]);
            grows |= more & !before != 0;
            self.bytes[mine + place] = before | more;
        }
        grows
    }

    /// Adds one set to another, where each thread of this one has become the thread of that one that `becomes` says,
    /// and says whether that made it larger. What is known of a thread is known of the first that is alike, which
    /// `first` says of each.
    pub(in super::super) fn join_renamed(
        &mut self,
        ticket: usize,
        other: usize,
        becomes: &[u8],
        first: &[u8],
    ) -> bool {
        let mut grows = false;
        for (thread, becomes) in becomes.iter().enumerate() {
            let thread = first.get(thread).map_or(thread, |first| usize::from(*first));
            if !self.has(ticket, thread) && self.has(other, usize::from(*becomes)) {
                self.add(ticket, thread);
                grows = true;
            }
        }
        let deadlock = becomes.len();
        if !self.has(ticket, deadlock) && self.has(other, deadlock) {
            self.add(ticket, deadlock);
            grows = true;
        }
        grows
    }

    /// Adds a set that is written out to another one, and says whether that made it larger. Bytes that are missing are
    /// empty.
    #[inline]
    pub(in super::super) fn take_in(&mut self, ticket: usize, more: &[u8]) -> bool {
        let mine = &mut self.bytes[ticket * self.width..(ticket + 1) * self.width];
        let mut grows = false;
        for ((mine, more), all) in mine.iter_mut().zip(more).zip(&self.full) {
            grows |= more & all & !*mine != 0;
            *mine |= more & all;
        }
        grows
    }

    /// The number of bytes of a set.
    pub(in super::super) fn width(&self) -> usize {
        self.width
    }

    /// The union of all sets.
    pub(in super::super) fn union(&self) -> Vec<u8> {
        let mut union = vec![0; self.width];
        for set in self.bytes.chunks_exact(self.width) {
            union.iter_mut().zip(set).for_each(|(all, more)| *all |= more);
        }
        union
    }

    /// The union of all sets and all threads.
    fn union_with_threads(&self) -> Vec<u8> {
        let mut union = self.union();
        union.iter_mut().zip(&self.threads).for_each(|(all, more)| *all |= more);
        union
    }

    /// Decides whether a set is this one.
    #[inline]
    pub(in super::super) fn is(&self, ticket: usize, set: &[u8]) -> bool {
        self.set(ticket) == set
    }

    /// Gives a state this set.
    pub(in super::super) fn put(&mut self, ticket: usize, set: &[u8]) {
        self.bytes[ticket * self.width..(ticket + 1) * self.width].copy_from_slice(set);
    }

    /// Gives a state the set of another one.
    pub(in super::super) fn copy(&mut self, ticket: usize, other: usize) {
        let from = other * self.width;
        self.bytes.copy_within(from..from + self.width, ticket * self.width);
    }

    /// The number of bytes that the sets take.
    pub(in super::super) fn size(&self) -> usize {
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

    /// Calls `visit` with each step, in order: tickets of source and target, and between them the step as it is kept.
    pub(super) fn each(
        &self,
        mut visit: impl FnMut(usize, Edge, usize),
        is_cancelled: impl Fn() -> bool,
    ) -> Result<(), Stopped> {
        let mut edges = Vec::new();
        for &(part, segment) in &self.segments {
            if is_cancelled() {
                return Err(Stopped::Cancelled);
            }
            self.parts[part].read(segment, &mut edges);
            for &edge in &edges {
                visit(ticket(edge.source), edge, self.target(part, edge));
            }
        }
        Ok(())
    }

    /// Calls a function with each step as [`Self::each`] does, the last step first.
    pub(super) fn each_back(
        &self,
        mut visit: impl FnMut(usize, Edge, usize),
        is_cancelled: impl Fn() -> bool,
    ) -> Result<(), Stopped> {
        let mut edges = Vec::new();
        for &(part, segment) in self.segments.iter().rev() {
            if is_cancelled() {
                return Err(Stopped::Cancelled);
            }
            self.parts[part].read(segment, &mut edges);
            for &edge in edges.iter().rev() {
                visit(ticket(edge.source), edge, self.target(part, edge));
            }
        }
        Ok(())
    }
}

/// A ticket as an index: there is a set for each.
fn ticket(source: u64) -> usize {
    usize::try_from(source).expect("there is memory for so many sets")
}

/// Joins the sets along all steps until none grows.
pub(super) fn sweep(graph: &Graph<'_>, sets: &mut Sets, query: &Query<'_>) -> Result<(), Stopped> {
    let is_cancelled = || query.is_cancelled();
    for round in 0_usize.. {
        let mut grows = false;
        let visit = |source, _, target| grows |= sets.join(source, target);
        if round.is_multiple_of(2) {
            graph.each_back(visit, is_cancelled)?;
        } else {
            graph.each(visit, is_cancelled)?;
        }
        if !grows {
            break;
        }
    }
    Ok(())
}

/// For states whose sets are not full, which of their threads are alike.
#[derive(Debug)]
pub(super) struct Firsts {
    /// For each ticket, the place of its list in `lists`; the first is empty.
    of: Vec<u32>,
    /// For each thread of a state, the first of those that are alike.
    lists: Vec<Box<[u8]>>,
}

impl Firsts {
    /// Finds them for the tickets of a set that lacks some thread, each time by `find`, and adds what is known of other
    /// threads to what is known of the first that is alike. Takes so many bytes at most.
    pub(super) fn new(
        sets: &mut Sets,
        most: usize,
        mut find: impl FnMut(usize, &mut Vec<u8>),
        is_cancelled: impl Fn() -> bool,
    ) -> Result<Self, Stopped> {
        let mut of = Vec::new();
        let size = sets.len().saturating_mul(size_of::<u32>());
        if size > most || of.try_reserve_exact(sets.len()).is_err() {
            return Err(Stopped::Memory);
        }
        let mut lists: Vec<Box<[u8]>> = vec![Box::default()];
        let mut known: FxHashMap<Box<[u8]>, u32> = FxHashMap::default();
        let mut bytes = size;
        let mut first = Vec::new();
        for ticket in 0..sets.len() {
            if ticket.is_multiple_of(PAUSE) && is_cancelled() {
                return Err(Stopped::Cancelled);
            }
            if sets.has_threads(ticket) {
                of.push(0);
                continue;
            }
            first.clear();
            find(ticket, &mut first);
            for (thread, first) in first.iter().enumerate() {
                if sets.has(ticket, thread) {
                    sets.add(ticket, usize::from(*first));
                }
            }
            if let Some(number) = known.get(&first[..]) {
                of.push(*number);
                continue;
            }
            let number = u32::try_from(lists.len()).map_err(|_| Stopped::States)?;
            bytes = bytes.saturating_add(2 * (first.len() + size_of::<(Box<[u8]>, u32)>()));
            if bytes > most {
                return Err(Stopped::Memory);
            }
            lists.push(first[..].into());
            known.insert(first[..].into(), number);
            of.push(number);
        }
        Ok(Firsts { of, lists })
    }

    fn of(&self, ticket: usize) -> &[u8] {
        &self.lists[self.of[ticket] as usize]
    }
}

/// Joins the sets along all steps until none grows, where a step to a state that stands for others makes threads other
/// threads: `renamed` has, for each worker, what becomes of the threads in the steps that it takes. What is known of a
/// thread is known of the first that is alike, where `firsts` says which that is.
pub(super) fn sweep_renamed(
    graph: &Graph<'_>,
    renamed: &[&[Box<[u8]>]],
    firsts: Option<&Firsts>,
    sets: &mut Sets,
    query: &Query<'_>,
) -> Result<(), Stopped> {
    let is_cancelled = || query.is_cancelled();
    // Any thread may become any other one, but a deadlock stays one.
    let most = sets.union_with_threads();
    for round in 0_usize.. {
        let mut grows = false;
        let visit = |source: usize, edge: Edge, target| {
            if sets.is(source, &most) {
                return;
            }
            let becomes = &renamed[source % renamed.len()][edge.parts as usize];
            let first = firsts.map_or(&[][..], |firsts| firsts.of(source));
            grows |= sets.join_renamed(source, target, becomes, first);
        };
        if round.is_multiple_of(2) {
            graph.each_back(visit, is_cancelled)?;
        } else {
            graph.each(visit, is_cancelled)?;
        }
        if !grows {
            break;
        }
    }
    Ok(())
}
