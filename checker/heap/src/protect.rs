//! The locks that protect variables (S2 6.2).
//!
//! A thread that accesses a variable has got to its object from some root, and to a lock that it holds from the same
//! root. If both ways go over one-to-one edges only, object and lock were made in the same iteration by the same
//! thread: they are mates, and nothing that is written later changes this. So the relation of a variable to its lock is
//! fixed by the lock's allocator, and what all accesses have in common can be intersected.

mod marks;

use reductio_programs::StaticId;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::error::HeapError;
use crate::flow::{Flow, Point};
use crate::inline::StatementId;
use crate::nodes::{Accessed, AllocatorId, Node, Nodes, Part, Slot, ThreadType, accessed};
use crate::options::Slip;
use crate::owned::Scopes;
use crate::reading::Repair;
use crate::symbols::{Definition, Held, Symbol, Symbols};
use marks::Marks;

/// The lock that protects a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Lock {
    /// The lock of the object itself.
    Itself,
    /// The lock of the object of an allocator that was made in the same iteration by the same thread as the variable's
    /// object.
    Mate(AllocatorId),
    /// The lock of the only object of an allocator.
    Only(AllocatorId),
    /// The lock of the object that a part of the variable's object refers to. The part is not written while the object
    /// is shared.
    Inside(Part),
}

/// The reason why it is not known that a lock protects a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Because {
    /// An access at a statement surely holds no lock.
    NoLock {
        /// The statement.
        at: StatementId,
    },
    /// At a statement locks are held, but an edge on the way from a common root to the variable or to the lock is not
    /// one-to-one.
    NotOneToOne {
        /// The statement.
        at: StatementId,
        /// The objects from which the edge leads.
        from: AllocatorId,
        /// The part of them.
        part: Part,
        /// The objects to which the edge leads.
        to: AllocatorId,
    },
    /// At a statement locks are held, but none of them stands in a known relation to the variable.
    NoRelation {
        /// The statement.
        at: StatementId,
    },
    /// Each access is protected, but they have no lock in common: this statement has none of those of the statements
    /// before.
    NoCommonLock {
        /// The statement.
        at: StatementId,
    },
}

/// A variable: a part of the objects of an allocator, or one that belongs to no object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Variable {
    /// A part of the objects of an allocator.
    Part(AllocatorId, Part),
    /// A variable that belongs to no object.
    Static(StaticId),
}

/// The knowledge about a variable that several threads may access.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Protection {
    /// The locks that all accesses of it hold while it is shared.
    pub(crate) locks: FxHashSet<Lock>,
    /// The rule that failed first, if there is no such lock.
    pub(crate) because: Option<Because>,
}

/// A value from which both a lock and a variable's object were found.
struct Root {
    /// The allocators of the value.
    of: Vec<AllocatorId>,
    to_lock: Vec<Part>,
    to_variable: Vec<Part>,
    /// Whether the thread itself has not written the parts on the way to the lock.
    is_exact: bool,
}

/// The locks of all variables that are shared somewhere.
pub(crate) struct Protect<'f, 'a> {
    flow: &'f Flow<'a>,
    scopes: &'f Scopes<'f, 'a>,
    symbols: &'f Symbols<'f, 'a>,
    marks: Marks,
    /// The static variables that only one thread accesses.
    pub(crate) owned_statics: FxHashSet<StaticId>,
    pub(crate) variables: FxHashMap<Variable, Protection>,
    /// The kinds of thread that access each variable while it is shared.
    users: FxHashMap<Variable, FxHashSet<ThreadType>>,
}

impl<'f, 'a> Protect<'f, 'a> {
    pub(crate) fn find(
        scopes: &'f Scopes<'f, 'a>,
        symbols: &'f Symbols<'f, 'a>,
        owned_statics: FxHashSet<StaticId>,
    ) -> Result<Self, HeapError> {
        let flow = scopes.flow;
        let marks = Marks::of(scopes)?;
        let (variables, users) = (FxHashMap::default(), FxHashMap::default());
        let mut protect = Protect { flow, scopes, symbols, marks, owned_statics, variables, users };
        for point in flow.points.iter() {
            flow.pause()?;
            protect.look(point);
        }
        Ok(protect)
    }

    /// The variables that a statement accesses and that other threads may access then.
    ///
    /// What other threads could get to, but only one thread ever accesses once they can, belongs to that thread.
    pub(crate) fn shared(&self, point: Point) -> Vec<Variable> {
        let mut found = self.open(point);
        found.retain(|variable| !self.users.get(variable).is_some_and(|users| self.is_one(users)));
        found
    }

    fn is_one(&self, users: &FxHashSet<ThreadType>) -> bool {
        let mut users = users.iter();
        let first = users.next();
        users.next().is_none()
            && first.is_some_and(|kind| {
                self.flow.kinds[kind.index()].is_single || self.flow.slips(Slip::ManyAlone)
            })
    }

    /// The variables that a statement accesses and that other threads could get to.
    fn open(&self, point: Point) -> Vec<Variable> {
        if let Some(Accessed::Static(variable)) = accessed(self.flow.instruction(point)) {
            let is_owned = self.owned_statics.contains(&variable);
            return if is_owned { Vec::new() } else { vec![Variable::Static(variable)] };
        }
        let parts = &self.scopes.accessed[point.index()];
        let is_shared = |(node, part): &&(Node, Part)| self.scopes.is_shared(point, *node, *part);
        let mut found: Vec<Variable> = parts
            .iter()
            .filter(is_shared)
            .map(|(node, part)| Variable::Part(node.allocator(), *part))
            .collect();
        found.dedup();
        found
    }

    /// Intersects the locks of a statement's variables with those that the thread holds.
    fn look(&mut self, point: Point) {
        let flow = self.flow;
        let Some(found) = accessed(flow.instruction(point)) else { return };
        let (thread, at) = flow.points.at(point);
        let held = self.symbols.before[point.index()].held.clone();
        let symbol = match found {
            Accessed::Part(object, _) => self.symbols.value(point, object),
            Accessed::Static(_) => None,
        };
        for variable in self.open(point) {
            self.users.entry(variable).or_default().insert(thread);
            let (locks, because) = self.locks(point, variable, symbol.as_ref(), &held);
            match self.variables.get_mut(&variable) {
                None => {
                    let because = because.filter(|_| locks.is_empty());
                    self.variables.insert(variable, Protection { locks, because });
                }
                Some(known) if !known.locks.is_empty() => {
                    known.locks.retain(|lock| locks.contains(lock));
                    if known.locks.is_empty() {
                        known.because = Some(because.unwrap_or(Because::NoCommonLock { at }));
                    }
                }
                Some(_) => {}
            }
        }
    }

    /// The locks that a thread holds at a statement and that protect a variable there.
    fn locks(
        &self,
        point: Point,
        variable: Variable,
        symbol: Option<&Symbol>,
        held: &[Held],
    ) -> (FxHashSet<Lock>, Option<Because>) {
        let (_, at) = self.flow.points.at(point);
        let mut found = FxHashSet::default();
        let mut because =
            if held.is_empty() { Because::NoLock { at } } else { Because::NoRelation { at } };
        for held in held {
            if let Some(only) = self.only(held) {
                found.insert(self.plain(Lock::Only(only), only));
            }
            let (Variable::Part(allocator, _), Some(symbol), Some(lock)) =
                (variable, symbol, &held.symbol)
            else {
                continue;
            };
            for Root { of: root, to_lock, to_variable, is_exact } in self.roots(point, lock, symbol)
            {
                match self.relation(allocator, root, &to_lock, &to_variable) {
                    Ok(Some(mate)) => {
                        let lock = if mate == allocator { Lock::Itself } else { Lock::Mate(mate) };
                        found.insert(self.plain(lock, mate));
                    }
                    Ok(None) => {}
                    Err((from, part, to)) => {
                        because = Because::NotOneToOne { at, from, part, to };
                    }
                }
                if let ([part], true) = (&to_lock[..], is_exact && to_variable.is_empty())
                    && let Some(lock) = self.constant(allocator, *part)
                {
                    found.insert(self.plain(Lock::Inside(*part), lock));
                }
            }
        }
        let because = found.is_empty().then_some(because);
        (found, because)
    }

    /// The lock as it is compared: with its relation, or as printed, without (H2).
    fn plain(&self, lock: Lock, allocator: AllocatorId) -> Lock {
        if self.flow.reading.repairs(Repair::Relations) { lock } else { Lock::Only(allocator) }
    }

    /// The allocator of a held lock, if it has one object only.
    fn only(&self, held: &Held) -> Option<AllocatorId> {
        let [node] = held.nodes[..] else { return None };
        let is_current = node.is_current() && !self.flow.reading.repairs(Repair::OneObject);
        let is_unique = self.flow.allocator(node.allocator()).is_unique;
        (is_unique || is_current).then(|| node.allocator())
    }

    /// The values from which both a lock and a variable's object were found.
    fn roots(&self, point: Point, lock: &Symbol, object: &Symbol) -> Vec<Root> {
        let (thread, _) = self.flow.points.at(point);
        let parts = |symbol: &Symbol, from: usize| -> Vec<Part> {
            symbol[from + 1..].iter().filter_map(|step| step.part).collect()
        };
        let mut found = Vec::new();
        for (i, one) in lock.iter().enumerate() {
            for (j, other) in object.iter().enumerate() {
                let is_same = one.definition == other.definition
                    || i == j && self.is_same_way(point, lock, object, i);
                if !is_same {
                    continue;
                }
                found.push(Root {
                    of: self.values(point, one.definition, thread),
                    to_lock: parts(lock, i),
                    to_variable: parts(object, j),
                    is_exact: lock[i + 1..].iter().all(|step| step.is_exact),
                });
            }
        }
        found
    }

    /// Whether two values were found from the same value by reading the same parts, which have not been written in
    /// between.
    fn is_same_way(&self, point: Point, one: &Symbol, other: &Symbol, last: usize) -> bool {
        let (thread, _) = self.flow.points.at(point);
        if one[0].definition != other[0].definition {
            return false;
        }
        let mut at = self.values(point, one[0].definition, thread);
        for (one, other) in one[1..=last].iter().zip(&other[1..=last]) {
            let Some(part) = one.part else { return false };
            let is_exact = one.is_exact && other.is_exact && one.part == other.part;
            if !is_exact || !self.marks.are_constant(self.flow, &at, part) {
                return false;
            }
            at = self.marks.follow(&at, part);
        }
        true
    }

    /// The allocators of the values that a definition gives.
    fn values(&self, point: Point, definition: Definition, thread: ThreadType) -> Vec<AllocatorId> {
        let flow = self.flow;
        let register = |statement, context, register| {
            flow.point(thread, statement).map(|point| {
                let slot = Slot::Register(context, register);
                flow.targets(thread, &flow.before[point.index()], slot)
            })
        };
        let nodes = match definition {
            Definition::Result(statement) => {
                flow.point(thread, statement).map(|point| flow.results(point))
            }
            Definition::Parameter(context, number) => register(
                flow.inlined.context(context).first,
                context,
                reductio_programs::Register(number),
            ),
            Definition::Joined(statement, context, name) => register(statement, context, name),
            Definition::Locked(statement) => {
                flow.point(thread, statement).map(|point| match accessed(flow.instruction(point)) {
                    Some(Accessed::Part(object, _)) => {
                        flow.value(point, &flow.before[point.index()], object)
                    }
                    _ => Nodes::new(),
                })
            }
            Definition::Caught(statement, name) => {
                register(statement, flow.inlined.statement(statement).context, name)
            }
            // As printed: what the variable refers to where it is used.
            Definition::Named(context, name) => {
                let slot = Slot::Register(context, name);
                Some(flow.targets(thread, &flow.before[point.index()], slot))
            }
        };
        let mut found: Vec<AllocatorId> =
            nodes.unwrap_or_default().iter().map(|node| node.allocator()).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The allocator of the lock that is found from the same root as an object of an allocator. `None` if it may be
    /// that of several; the edge that is not one-to-one if there is one.
    fn relation(
        &self,
        allocator: AllocatorId,
        root: Vec<AllocatorId>,
        to_lock: &[Part],
        to_variable: &[Part],
    ) -> Result<Option<AllocatorId>, (AllocatorId, Part, AllocatorId)> {
        let leads = |root: &AllocatorId| {
            let mut at = vec![*root];
            for part in to_variable {
                at = self.marks.follow(&at, *part);
            }
            at.contains(&allocator)
        };
        let roots: Vec<AllocatorId> = root.into_iter().filter(leads).collect();
        let [root] = roots[..] else { return Ok(None) };
        self.marks.walk(&[root], to_variable)?;
        let locks = self.marks.walk(&[root], to_lock)?;
        Ok(match locks[..] {
            [lock] => Some(lock),
            _ => None,
        })
    }

    /// The allocator of the lock that is found in a part of an object that is never written while any part of the
    /// object is shared. (The parts of what it refers to may be written while that belongs to another thread, so one
    /// step is all.)
    fn constant(&self, allocator: AllocatorId, part: Part) -> Option<AllocatorId> {
        let is_constant = self.marks.are_constant(self.flow, &[allocator], part);
        let found = self.marks.follow(&[allocator], part);
        found.first().copied().filter(|_| is_constant && part != Part::Elements)
    }
}
