//! The answer: what each access concerns, and what is known of each variable.

use std::sync::Arc;
use std::time::Instant;

use reductio_programs::{Place, Program, StaticId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::bits::Bits;
use crate::error::HeapError;
use crate::facts::Facts;
use crate::flow::{Before, Flow, Order, Point, Points};
use crate::inline::{Inlined, StatementId};
use crate::learn::is_alone;
use crate::nodes::{Accessed, Allocator, AllocatorId, Node, Slot, Tables, ThreadType, accessed};
use crate::options::Options;
use crate::owned::Scopes;
use crate::protect::{Because, Lock, Protect, Variable};
use crate::reading::Reading;
use crate::symbols::Symbols;

/// The greatest number of rounds: each knows more beforehand.
const MOST_ROUNDS: usize = 4;

/// The knowledge about the variables that a statement may access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// There is none, or no thread comes to the statement.
    Local,
    /// No other thread may access them while a thread is at the statement.
    Owned,
    /// Each of them is owned by the thread at the statement, or protected: then whoever may access it holds one lock,
    /// and so does the thread at the statement. If there are several variables, the lock is that of one of them.
    Protected {
        /// The lock.
        lock: Lock,
    },
    /// Another thread may access one of them.
    Visible {
        /// The reason why no lock protects it.
        because: Because,
    },
}

impl Access {
    /// How little is known.
    fn rank(&self) -> u8 {
        match self {
            Access::Local => 0,
            Access::Owned => 1,
            Access::Protected { .. } => 2,
            Access::Visible { .. } => 3,
        }
    }
}

/// The knowledge about a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// Wherever it is accessed only one thread can.
    Owned,
    /// Wherever it is accessed a lock protects it.
    Protected,
    /// At some statements only one thread can access it; at the others a lock protects it.
    Mixed,
    /// At some statements other threads may access it.
    Visible,
}

/// A variable with what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The variable.
    pub variable: Variable,
    /// The knowledge about it.
    pub verdict: Verdict,
    /// The accesses where only the thread itself can access it.
    pub owned: Vec<(ThreadType, StatementId)>,
    /// The accesses where it is shared.
    pub shared: Vec<(ThreadType, StatementId)>,
    /// The locks that are held at all of these.
    pub locks: Vec<Lock>,
    /// The reason why there is no such lock.
    pub because: Option<Because>,
    /// The statement that first lets another thread get to the object, if it is one that starts a thread or writes a
    /// shared variable.
    pub exposed_by: Option<StatementId>,
}

/// A storage structure graph: what each variable may refer to when a thread is about to perform a statement (S2 5.2).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ssg {
    /// The edges, sorted.
    pub edges: Vec<(Slot, Node)>,
    /// The nodes of objects all of whose parts another thread may access, sorted.
    pub shared: Vec<Node>,
    /// The nodes of other objects of which another thread may access some part, sorted.
    pub partly: Vec<Node>,
}

/// The result of an analysis of a program.
#[derive(Clone, Debug)]
pub struct HeapAnalysis {
    reading: Reading,
    kinds: Vec<(Option<StatementId>, bool)>,
    allocators: Vec<Allocator>,
    /// By statement; `None` if no thread comes to it.
    of_statement: Vec<Option<Access>>,
    points: Points,
    of_point: Vec<Access>,
    rows: Vec<Row>,
    /// What is known before each statement.
    before: Vec<Before>,
    /// The nodes of objects all of whose parts another thread may access before each statement, and those of which it
    /// may access some.
    shared: Vec<(Arc<Bits>, Arc<Bits>)>,
    tables: Tables,
}

/// Finds out which variables of a program are owned by one thread and which are protected by a lock (S2, sections 5 and
/// 6).
///
/// # Errors
/// [`HeapError::Timeout`], [`HeapError::Memory`] and [`HeapError::Cancelled`].
pub fn analyze(
    program: &Program,
    inlined: &Inlined,
    reading: Reading,
    options: &Options<'_>,
) -> Result<HeapAnalysis, HeapError> {
    let begin = Instant::now();
    let order = Arc::new(Order::of(inlined));
    let mut facts = Facts::beforehand(program, inlined, &order, reading);
    for _ in 1..MOST_ROUNDS {
        let order = order.clone();
        let mut flow = Flow::new(program, inlined, reading, &facts, options, begin, order);
        flow.run()?;
        let next = Facts::of(&flow);
        if next == facts {
            return finish(flow, &facts);
        }
        facts = next;
    }
    let mut flow = Flow::new(program, inlined, reading, &facts, options, begin, order);
    flow.run()?;
    finish(flow, &facts)
}

fn finish(flow: Flow<'_>, facts: &Facts) -> Result<HeapAnalysis, HeapError> {
    let scopes = Scopes::find(&flow)?;
    let symbols = Symbols::find(&flow)?;
    let protect = Protect::find(&scopes, &symbols, owned_statics(&flow, facts))?;
    let mut of_statement: Vec<Option<Access>> = vec![None; flow.inlined.statements().len()];
    let mut of_point = Vec::with_capacity(flow.points.len());
    let mut rows: FxHashMap<Variable, Row> = FxHashMap::default();
    for point in flow.points.iter() {
        let access = access(&flow, &protect, point, &mut rows, &scopes);
        let (_, statement) = flow.points.at(point);
        let known = of_statement[statement.index()].get_or_insert(Access::Local);
        if access.rank() > known.rank() {
            *known = access;
        }
        of_point.push(access);
    }
    let mut rows: Vec<Row> = rows.into_values().collect();
    rows.sort_by_key(|row| row.variable);
    for row in &mut rows {
        row.verdict = match (row.owned.is_empty(), row.shared.is_empty(), row.locks.is_empty()) {
            (_, true, _) => Verdict::Owned,
            (_, false, true) => Verdict::Visible,
            (true, false, false) => Verdict::Protected,
            (false, false, false) => Verdict::Mixed,
        };
    }
    let reading = flow.reading;
    let kinds = flow.kinds.iter().map(|kind| (kind.fork, kind.is_single)).collect();
    let shared = scopes.nodes();
    let Flow { points, before, allocators, tables, .. } = flow;
    Ok(HeapAnalysis {
        reading,
        kinds,
        allocators,
        of_statement,
        points,
        of_point,
        rows,
        before,
        shared,
        tables,
    })
}

/// The static variables that only one thread accesses.
fn owned_statics(flow: &Flow<'_>, facts: &Facts) -> FxHashSet<StaticId> {
    let is_owned = |uses: &FxHashSet<(ThreadType, bool)>| {
        let mut kinds = uses.iter().filter(|(_, is_access)| *is_access).map(|(kind, _)| *kind);
        let first = kinds.next();
        first.is_none_or(|kind| {
            kinds.all(|other| other == kind)
                && is_alone(flow.inlined, flow.reading, facts, flow.kinds[kind.index()].fork)
        })
    };
    let owned = flow.statics.iter().filter(|(_, uses)| is_owned(uses));
    owned.map(|(variable, _)| *variable).collect()
}

/// What is known of the variables of a statement; adds it to what is known of each variable.
fn access(
    flow: &Flow<'_>,
    protect: &Protect<'_, '_>,
    point: Point,
    rows: &mut FxHashMap<Variable, Row>,
    scopes: &Scopes<'_, '_>,
) -> Access {
    let place = flow.points.at(point);
    let Some(found) = accessed(flow.instruction(point)) else { return Access::Local };
    let shared = protect.shared(point);
    let all: Vec<Variable> = match found {
        Accessed::Static(variable) => vec![Variable::Static(variable)],
        Accessed::Part(..) => scopes.accessed[point.index()]
            .iter()
            .map(|(node, part)| Variable::Part(node.allocator(), *part))
            .collect(),
    };
    let mut access = if all.is_empty() { Access::Local } else { Access::Owned };
    for variable in all {
        let is_shared = shared.contains(&variable);
        let known = protect.variables.get(&variable);
        let exposed_by = match variable {
            Variable::Part(allocator, _) => scopes.exposed_by.get(&allocator),
            Variable::Static(_) => None,
        };
        let row = rows.entry(variable).or_insert_with(|| Row {
            variable,
            verdict: Verdict::Owned,
            owned: Vec::new(),
            shared: Vec::new(),
            locks: known.map_or_else(Vec::new, |known| {
                let mut locks: Vec<Lock> = known.locks.iter().copied().collect();
                locks.sort();
                locks
            }),
            because: known.and_then(|known| known.because),
            exposed_by: exposed_by.map(|point| flow.points.at(*point).1),
        });
        let list = if is_shared { &mut row.shared } else { &mut row.owned };
        if list.last() != Some(&place) {
            list.push(place);
        }
        if !is_shared {
            continue;
        }
        let found = match row.locks.first() {
            Some(lock) => Access::Protected { lock: *lock },
            None => {
                Access::Visible { because: row.because.unwrap_or(Because::NoLock { at: place.1 }) }
            }
        };
        if found.rank() > access.rank() {
            access = found;
        }
    }
    access
}

impl HeapAnalysis {
    /// The reading of S2.
    pub fn reading(&self) -> Reading {
        self.reading
    }

    /// The kinds of thread: the statement that forks them, `None` for the first thread; and whether there is at most
    /// one such thread.
    pub fn kinds(&self) -> &[(Option<StatementId>, bool)] {
        &self.kinds
    }

    /// The statements that make objects, each for each kind of thread that comes to it.
    pub fn allocators(&self) -> &[Allocator] {
        &self.allocators
    }

    /// A statement that makes objects, for a kind of thread.
    pub fn allocator(&self, allocator: AllocatorId) -> &Allocator {
        &self.allocators[allocator.index()]
    }

    /// The knowledge about the variables that a statement may access, whichever thread performs it.
    pub fn access(&self, statement: StatementId) -> Access {
        self.of_statement.get(statement.index()).copied().flatten().unwrap_or(Access::Local)
    }

    /// The knowledge about the variables that a statement may access, if a thread of a kind performs it.
    pub fn access_of(&self, thread: ThreadType, statement: StatementId) -> Access {
        let point = self.points.find(thread, statement);
        point.map_or(Access::Local, |point| self.of_point[point.index()])
    }

    /// The variables that are accessed somewhere, each for each allocator of its object.
    pub fn variables(&self) -> &[Row] {
        &self.rows
    }

    /// The instruction that makes the objects of an allocator.
    pub fn site(&self, inlined: &Inlined, allocator: AllocatorId) -> Place {
        inlined.statement(self.allocator(allocator).statement).place
    }

    /// The graph before a statement, if a thread of a kind performs it. Cost: linear in the size of the graph.
    pub fn graph_of(&self, thread: ThreadType, statement: StatementId) -> Ssg {
        let mut found = Ssg::default();
        if let Some(point) = self.points.find(thread, statement) {
            self.add_graph(point, &mut found);
        }
        found.edges.sort_unstable();
        found
    }

    fn add_graph(&self, point: Point, to: &mut Ssg) {
        let before = &self.before[point.index()];
        let registers = before.frames.iter();
        to.edges.extend(
            registers.map(|(context, register, node)| (Slot::Register(context, register), node)),
        );
        to.edges.extend(before.edges.iter().map(|edge| self.tables.ends[edge as usize]));
        let (shared, partly) = &self.shared[point.index()];
        to.shared.extend(shared.iter().map(Node));
        to.partly.extend(partly.iter().filter(|node| !shared.has(*node)).map(Node));
    }

    /// Decides whether some thread may come to a statement.
    pub fn is_reached(&self, statement: StatementId) -> bool {
        self.of_statement.get(statement.index()).copied().flatten().is_some()
    }

    /// The graph before a statement, over all kinds of thread that come to it. Cost: linear in the size of the graphs.
    pub fn graph_at(&self, statement: StatementId) -> Ssg {
        let mut found = Ssg::default();
        for kind in (0..).map(ThreadType).take(self.kinds.len()) {
            if let Some(point) = self.points.find(kind, statement) {
                self.add_graph(point, &mut found);
            }
        }
        found.edges.sort_unstable();
        found.edges.dedup();
        found.shared.sort_unstable();
        found.shared.dedup();
        found.partly.sort_unstable();
        found.partly.dedup();
        found.partly.retain(|node| found.shared.binary_search(node).is_err());
        found
    }
}
