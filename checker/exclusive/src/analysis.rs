//! Claims from a static analysis of the heap (S2).

use std::collections::{BTreeMap, BTreeSet};

use reductio_heap::{
    AllocatorId, HeapAnalysis, Inlined, Lock, Node, Part, Row, Slot, StatementId, ThreadType,
    Variable,
};
use reductio_programs::{Instruction, Place, Program};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::claims::{Claims, Guard, Variables};

impl Claims {
    /// Makes claims of the answers of an analysis of the heap about a program (S2 section 6). None of them is believed:
    /// [`check`](crate::check) finds out what is wrong.
    ///
    /// A variable that is shared somewhere gets the lock that protects it as its guard; if it is only read there, no
    /// lock is needed. Accesses at which a thread owns the object are claims of their own, and so is that a fork hands
    /// over what the new thread owns then. The analysis tells objects apart by calls as well; claims do not, and say
    /// what is so for all of them. Cost: linear in the answer.
    pub fn of_analysis(program: &Program, inlined: &Inlined, analysis: &HeapAnalysis) -> Claims {
        Reader { program, inlined, analysis, reached: FxHashMap::default() }.claims()
    }
}

struct Reader<'a> {
    program: &'a Program,
    inlined: &'a Inlined,
    analysis: &'a HeapAnalysis,
    /// The objects that other threads may reach before a statement, or that can be reached from variables which belong
    /// to no object.
    reached: FxHashMap<(ThreadType, StatementId), FxHashSet<AllocatorId>>,
}

impl Reader<'_> {
    fn place(&self, statement: StatementId) -> Place {
        self.inlined.statement(statement).place
    }

    fn variables(&self, variable: Variable) -> Variables {
        match variable {
            Variable::Static(found) => Variables::Static(found),
            Variable::Part(allocator, part) => {
                let site = self.analysis.site(self.inlined, allocator);
                match part {
                    Part::Field(field) => Variables::Field(site, field),
                    Part::Elements => Variables::Elements(site),
                    Part::Lock => Variables::Lock(site),
                }
            }
        }
    }

    fn claims(mut self) -> Claims {
        let mut rows: BTreeMap<Variables, Vec<&Row>> = BTreeMap::new();
        for row in self.analysis.variables() {
            rows.entry(self.variables(row.variable)).or_default().push(row);
        }
        let mut claims = Claims::default();
        for (variables, rows) in rows {
            let guard = self.guard(variables, &rows);
            if guard != Some(Guard::OneThread) {
                self.owned(variables, &rows, &mut claims);
            }
            claims.guards.extend(guard.map(|guard| (variables, guard)));
        }
        claims
    }

    fn guard(&self, variables: Variables, rows: &[&Row]) -> Option<Guard> {
        let all = || rows.iter().flat_map(|row| &row.shared);
        let is_lock = matches!(variables, Variables::Lock(_));
        if !is_lock && all().next().is_some() && all().all(|(_, at)| self.only_reads(*at)) {
            return Some(Guard::ReadOnly);
        }
        let mut shared = rows.iter().filter(|row| !row.shared.is_empty());
        let Some(first) = shared.next() else {
            // Only one thread accesses it once others can reach it.
            return Some(Guard::OneThread);
        };
        let mut locks: BTreeSet<Guard> = self.locks(first);
        for row in shared {
            let others = self.locks(row);
            locks.retain(|lock| others.contains(lock));
        }
        // The lock of an object does not protect itself.
        locks.into_iter().find(|guard| !is_lock || *guard != Guard::own_lock())
    }

    /// Whether a statement, if it accesses a variable at all, reads it.
    fn only_reads(&self, at: StatementId) -> bool {
        use Instruction as I;
        matches!(
            self.program.instruction(self.place(at)),
            I::Read { .. } | I::ReadElement { .. } | I::ReadStatic { .. }
        )
    }

    /// The guards that the locks of a variable are.
    fn locks(&self, row: &Row) -> BTreeSet<Guard> {
        row.locks.iter().filter_map(|lock| self.lock(*lock)).collect()
    }

    fn lock(&self, lock: Lock) -> Option<Guard> {
        match lock {
            Lock::Itself => Some(Guard::own_lock()),
            Lock::Mate(allocator) => {
                Some(Guard::OneOf(self.analysis.site(self.inlined, allocator)))
            }
            Lock::Only(allocator) => {
                let site = self.analysis.site(self.inlined, allocator);
                let alike = self.analysis.allocators().iter();
                let alike = alike.filter(|other| self.place(other.statement) == site).count();
                Some(if alike == 1 { Guard::MadeAt(site) } else { Guard::OneOf(site) })
            }
            Lock::Inside(Part::Field(field)) => {
                Some(Guard::Reached { up: Vec::new(), down: vec![field] })
            }
            _ => None,
        }
    }

    /// The accesses of variables at which a thread owns the object in every case, and the forks that have handed it
    /// over.
    fn owned(&mut self, variables: Variables, rows: &[&Row], claims: &mut Claims) {
        let shared: BTreeSet<Place> =
            rows.iter().flat_map(|row| &row.shared).map(|(_, at)| self.place(*at)).collect();
        for row in rows {
            let Variable::Part(allocator, _) = row.variable else { continue };
            let maker = self.analysis.allocator(allocator).thread;
            for (thread, at) in &row.owned {
                let place = self.place(*at);
                // Where others may reach the object, it is only of this part that one thread is the owner.
                let is_open = self.is_reached((*thread, *at), allocator);
                if shared.contains(&place) || is_open {
                    continue;
                }
                claims.owned.insert((place, variables));
                if let (true, Some(site)) = (*thread != maker, variables.site()) {
                    let mut forks = self.forks(*thread, maker);
                    claims.handed.extend(forks.drain(..).map(|fork| (fork, site)));
                }
            }
        }
    }

    fn is_reached(&mut self, point: (ThreadType, StatementId), allocator: AllocatorId) -> bool {
        let analysis = self.analysis;
        let reached = self.reached.entry(point).or_insert_with(|| {
            let graph = analysis.graph_of(point.0, point.1);
            let mut edges: FxHashMap<Node, Vec<Node>> = FxHashMap::default();
            let mut open = graph.shared;
            for (slot, node) in graph.edges {
                match slot {
                    Slot::Static(_) => open.push(node),
                    Slot::Part(from, _) => edges.entry(from).or_default().push(node),
                    Slot::Register(..) => {}
                }
            }
            let mut met: FxHashSet<Node> = FxHashSet::default();
            while let Some(node) = open.pop() {
                if met.insert(node) {
                    open.extend(edges.get(&node).into_iter().flatten().copied());
                }
            }
            met.into_iter().map(Node::allocator).collect()
        });
        reached.contains(&allocator)
    }

    /// The forks by which an object comes from its maker to a thread.
    fn forks(&self, thread: ThreadType, maker: ThreadType) -> Vec<Place> {
        let mut out = Vec::new();
        let mut at = thread;
        while at != maker {
            let Some((Some(fork), _)) = self.analysis.kinds().get(at.index()) else { break };
            out.push(self.place(*fork));
            let parent = self.analysis.kinds().iter().position(|(other, _)| {
                // The thread that forks is of the kind in whose graph the fork is.
                let graph = self.inlined.statement(*fork).graph;
                other.map_or(graph.index() == 0, |other| self.starts(other) == Some(graph.index()))
            });
            let Some(parent) = parent.and_then(|parent| u32::try_from(parent).ok()) else { break };
            if ThreadType(parent) == at || out.len() > self.analysis.kinds().len() {
                break;
            }
            at = ThreadType(parent);
        }
        out
    }

    /// The graph of the threads that a fork starts.
    fn starts(&self, fork: StatementId) -> Option<usize> {
        let Instruction::Fork { method, .. } = self.program.instruction(self.place(fork)) else {
            return None;
        };
        self.inlined.graphs().iter().position(|graph| graph.method == *method)
    }
}
