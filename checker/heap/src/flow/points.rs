//! The statements that each kind of thread reaches, and those of them that are to be looked at.

use std::sync::Arc;

use crate::inline::{GraphId, Inlined, StatementId};
use crate::nodes::ThreadType;

/// The number of a statement in the code of a kind of thread that reaches it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Point(pub(crate) u32);

impl Point {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// No number.
const NONE: u32 = u32::MAX;

/// The places of statements in reverse post-order, graph after graph. The statements of a loop have their places before
/// those to which it is left, so that these are looked at when the loop has been.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    places: Vec<u32>,
    /// The first place of each graph, and the number of all.
    firsts: Vec<u32>,
}

/// The number of loops around the statements of each loop.
fn depths(inlined: &Inlined) -> Vec<u32> {
    let mut depths = Vec::with_capacity(inlined.blocks().len());
    for block in inlined.blocks() {
        // A loop has a greater number than the one around it.
        let outer: Option<&u32> = block.outer.and_then(|outer| depths.get(outer.index()));
        depths.push(outer.map_or(1, |outer| outer + 1));
    }
    depths
}

impl Order {
    /// Finds the places. Statements that are not reached have none.
    pub(crate) fn of(inlined: &Inlined) -> Order {
        let mut places = vec![NONE; inlined.statements().len()];
        let mut is_seen = vec![false; places.len()];
        let mut firsts = Vec::with_capacity(inlined.graphs().len() + 1);
        let mut next = 0;
        let depths = depths(inlined);
        // What is seen first has its place last.
        let outermost_first = |at: StatementId| {
            let mut found: Vec<StatementId> =
                inlined.edges(at).iter().map(|edge| edge.to).collect();
            found.sort_by_key(|to| {
                inlined.statement(*to).block.map_or(0, |block| depths[block.index()])
            });
            found.into_iter()
        };
        for graph in inlined.graphs() {
            firsts.push(next);
            let mut last_first = Vec::new();
            let mut path = vec![(graph.start, outermost_first(graph.start))];
            is_seen[graph.start.index()] = true;
            while let Some((at, next)) = path.last_mut() {
                if let Some(to) = next.next() {
                    if !std::mem::replace(&mut is_seen[to.index()], true) {
                        path.push((to, outermost_first(to)));
                    }
                } else {
                    last_first.push(*at);
                    path.pop();
                }
            }
            for statement in last_first.iter().rev() {
                places[statement.index()] = next;
                next += 1;
            }
        }
        firsts.push(next);
        Order { places, firsts }
    }

    /// Decides whether control leads to a statement.
    pub(crate) fn is_reached(&self, statement: StatementId) -> bool {
        self.places[statement.index()] != NONE
    }

    /// The number of statements of a graph that are reached.
    fn size(&self, graph: GraphId) -> usize {
        let bounds = self.firsts.get(graph.index()).zip(self.firsts.get(graph.index() + 1));
        bounds.map_or(0, |(first, next)| (next - first) as usize)
    }
}

/// The statements that each kind of thread reaches.
#[derive(Clone, Debug)]
pub(crate) struct Points {
    order: Arc<Order>,
    /// For each kind of thread the first place of its graph, and the points by place.
    kinds: Vec<(u32, Vec<u32>)>,
    all: Vec<(ThreadType, StatementId)>,
}

impl Points {
    pub(super) fn new(order: Arc<Order>) -> Points {
        Points { order, kinds: Vec::new(), all: Vec::new() }
    }

    /// Adds the next kind of thread.
    pub(super) fn add_kind(&mut self, graph: GraphId) {
        let first = self.order.firsts.get(graph.index()).copied().unwrap_or(0);
        self.kinds.push((first, vec![NONE; self.order.size(graph)]));
    }

    /// The place of a statement among those of a kind of thread.
    fn place(&self, thread: ThreadType, statement: StatementId) -> usize {
        let place = self.order.places[statement.index()];
        place.wrapping_sub(self.kinds[thread.index()].0) as usize
    }

    /// The point of a statement, if a thread of the kind reaches it.
    pub(crate) fn find(&self, thread: ThreadType, statement: StatementId) -> Option<Point> {
        let (first, points) = self.kinds.get(thread.index())?;
        let place = self.order.places.get(statement.index())?.wrapping_sub(*first);
        points.get(place as usize).filter(|point| **point != NONE).map(|point| Point(*point))
    }

    /// The point of a statement, which is added if it is new, and its place.
    pub(super) fn enter(&mut self, thread: ThreadType, statement: StatementId) -> (Point, usize) {
        let place = self.place(thread, statement);
        let known = &mut self.kinds[thread.index()].1[place];
        if *known == NONE {
            *known = u32::try_from(self.all.len()).unwrap_or(NONE - 1);
            self.all.push((thread, statement));
        }
        (Point(*known), place)
    }

    /// The number of points.
    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    /// All points, by number.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Point> + use<> {
        (0..u32::try_from(self.all.len()).unwrap_or(NONE)).map(Point)
    }

    /// The kind of thread, and the statement.
    pub(crate) fn at(&self, point: Point) -> (ThreadType, StatementId) {
        self.all[point.index()]
    }

    /// The statements of all points.
    pub(crate) fn all(&self) -> &[(ThreadType, StatementId)] {
        &self.all
    }

    /// Adds a point to a set.
    pub(crate) fn open(&self, open: &mut Open, point: Point) {
        let (thread, statement) = self.at(point);
        open.insert(thread.index(), self.place(thread, statement));
    }

    /// Takes the first point of a set: kind of thread after kind of thread, and in the order of places.
    pub(crate) fn next(&self, open: &mut Open) -> Option<Point> {
        let (kind, place) = open.pop_first()?;
        Some(Point(self.kinds[kind].1[place]))
    }
}

/// A set of points that are to be looked at.
#[derive(Clone, Debug, Default)]
pub(crate) struct Open {
    /// For each kind of thread the places, as bits, and the first word with some.
    rows: Vec<(Vec<u64>, usize)>,
    /// The first row with some.
    least: usize,
}

impl Open {
    /// Adds a place of a row.
    pub(crate) fn insert(&mut self, row: usize, place: usize) {
        if self.rows.len() <= row {
            self.rows.resize_with(row + 1, Default::default);
        }
        let (words, least) = &mut self.rows[row];
        let word = place / 64;
        if words.len() <= word {
            words.resize(word + 1, 0);
        }
        words[word] |= 1 << (place % 64);
        *least = (*least).min(word);
        self.least = self.least.min(row);
    }

    /// Takes the first place away from the first row that has one.
    pub(crate) fn pop_first(&mut self) -> Option<(usize, usize)> {
        while let Some((words, least)) = self.rows.get_mut(self.least) {
            while let Some(word) = words.get_mut(*least) {
                if *word != 0 {
                    let bit = word.trailing_zeros() as usize;
                    *word &= *word - 1;
                    return Some((self.least, *least * 64 + bit));
                }
                *least += 1;
            }
            self.least += 1;
        }
        None
    }
}
