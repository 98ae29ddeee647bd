//! The locksets of the variables of a state, and how steps change them (S4 figures 4 and 8).

use reductio_programs::{Action, Event, Renaming, State, Status, ThreadId, Variable};
use reductio_watched::{Conflict, Member};
use smallvec::SmallVec;

use crate::table::{LocksetId, LocksetTable, Members};

/// The last access of a variable by some thread: its lockset, and which step it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Last {
    /// The threads and locks that have heard of the access: those that come after it.
    pub set: LocksetId,
    /// The number of the step, as [`Locksets::step`] was given it; [`Last::FORGOTTEN`] if it is not known.
    pub at: u32,
}

impl Last {
    /// The number of a step that is not known.
    pub const FORGOTTEN: u32 = u32::MAX;
}

/// A read of a variable since its last write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastRead {
    /// The thread; `None` if it has ended and nothing refers to it any more.
    pub thread: Option<ThreadId>,
    /// The access.
    pub last: Last,
}

/// The last accesses of a variable. `LSW(q)` of figure 8 is the lockset of the write, `LSR(q, u)` that of the read of
/// `u`; without such a read `LSR(q, u)` is `LSW(q)`, since a write sets both; and without a write it is everything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastAccesses {
    /// The variable.
    pub variable: Variable,
    /// The last write.
    pub write: Option<Last>,
    /// The last read of each thread since then.
    pub reads: SmallVec<[LastRead; 2]>,
}

impl LastAccesses {
    /// All last accesses.
    pub fn all(&self) -> impl Iterator<Item = Last> {
        self.write.into_iter().chain(self.reads.iter().map(|read| read.last))
    }

    fn all_mut(&mut self) -> impl Iterator<Item = &mut Last> {
        self.write.iter_mut().chain(self.reads.iter_mut().map(|read| &mut read.last))
    }
}

/// Two accesses that race: one that a step makes, and one that was made before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Raced {
    /// The variable.
    pub variable: Variable,
    /// The number of the earlier step.
    pub earlier: u32,
}

/// The locksets of all variables along an execution: exact, so that an access races with a last access before it if and
/// only if its thread holds nothing of that access's lockset (S4, Theorem 1).
///
/// ```
/// use reductio_locksets::{Conflict, Locksets, LocksetTable};
/// use reductio_programs::{Action, Bounds, Fresh, Instruction, Machine, Method, ProgramBuilder, Register, ThreadId};
///
/// // Main makes an object, forks a thread, and both write to the object.
/// let mut builder = ProgramBuilder::new("two");
/// let (class, field) = (builder.class("Item"), builder.field("a"));
/// let method = Method { parameters: 1, registers: 1, temporaries: 1, ..Method::default() };
/// let item = Register(0);
/// let write = Instruction::Write { object: item.into(), field, value: 1.into() };
/// let other = builder.method(method.clone());
/// builder.push(other, 1, write.clone());
/// let main = builder.method(Method { parameters: 0, ..method });
/// builder.push(main, 2, Instruction::New { to: item, class });
/// builder.push(main, 3, Instruction::Fork { to: None, method: other, arguments: [item.into()].into() });
/// builder.push(main, 4, write);
/// let program = builder.build(main).unwrap();
///
/// let machine = Machine::new(&program, Bounds::default());
/// let (mut state, mut table, mut locksets) = (machine.initial(), LocksetTable::default(), Locksets::default());
/// let mut races = Vec::new();
/// for (at, thread) in [0, 0, 0, 1].into_iter().enumerate() {
///     let event = machine.step(&mut state, ThreadId(thread), 0, &Fresh).unwrap();
///     races.extend(locksets.step(&mut table, Conflict::ReadWrite, &state, &event, at as u32));
/// }
/// assert_eq!(races.len(), 1);
/// assert_eq!(races[0].earlier, 2);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Locksets {
    /// By ascending variable; variables that were not accessed are left out.
    variables: Vec<LastAccesses>,
}

/// The members that a thread holds in a state (`LH`): itself, and the locks that it owns. Sorted. Cost: linear in the
/// heap.
pub fn held(state: &State, thread: ThreadId) -> Members {
    let mut members = Members::new();
    members.push(Member::Thread(thread));
    let is_owned = |owner: Option<(ThreadId, u32)>| owner.is_some_and(|(owner, _)| owner == thread);
    let owned = state.heap.iter().filter(|(_, object)| is_owned(object.owner));
    members.extend(owned.map(|(address, _)| Member::Lock(*address)));
    members
}

impl Locksets {
    /// The last accesses of all variables that were accessed, by ascending variable.
    pub fn variables(&self) -> &[LastAccesses] {
        &self.variables
    }

    /// The last accesses of a variable.
    pub fn of(&self, variable: Variable) -> Option<&LastAccesses> {
        let found = self.variables.binary_search_by_key(&variable, |last| last.variable);
        found.ok().map(|place| &self.variables[place])
    }

    /// Brings the locksets up to date after a step, whose number is `at`. `after` is the state after it, with the names
    /// of the event. Returns the earlier accesses with which the step races. Cost: linear in the heap and the accessed
    /// variables.
    pub fn step(
        &mut self,
        table: &mut LocksetTable,
        conflict: Conflict,
        after: &State,
        event: &Event,
        at: u32,
    ) -> SmallVec<[Raced; 2]> {
        let thread = event.thread;
        match &event.action {
            Action::Acquire { depth: 1, .. } | Action::EndWait { .. } => {
                let held = held(after, thread);
                self.grow(table, &held, &held);
            }
            Action::Fork { child } => {
                self.grow(table, &held(after, thread), &[Member::Thread(*child)]);
            }
            Action::Join { thread: ended } => {
                self.grow(table, &held(after, *ended), &held(after, thread));
            }
            Action::Write { variable, is_volatile: true } => {
                self.grow(table, &held(after, thread), &[Member::Volatile(*variable)]);
            }
            Action::Read { variable, is_volatile: true } => {
                self.grow(table, &[Member::Volatile(*variable)], &held(after, thread));
            }
            // What a thread has seen of others by reading the variable comes before what it tells them by writing it.
            Action::Update { variable, is_volatile: true } => {
                self.grow(table, &[Member::Volatile(*variable)], &held(after, thread));
                self.grow(table, &held(after, thread), &[Member::Volatile(*variable)]);
            }
            Action::Write { variable, .. } | Action::Update { variable, .. } => {
                let access = Access { variable: *variable, thread, at, is_write: true };
                return self.access(table, access, &held(after, thread));
            }
            Action::Read { variable, .. } => {
                let is_write = conflict == Conflict::All;
                let access = Access { variable: *variable, thread, at, is_write };
                return self.access(table, access, &held(after, thread));
            }
            // A lock that is given back is in the locksets of its owner, or in none of them.
            _ => {}
        }
        SmallVec::new()
    }

    /// Every lockset that has one of some members gets some more.
    fn grow(&mut self, table: &mut LocksetTable, if_it_has: &[Member], more: &[Member]) {
        self.map(|set| if table.meets(set, if_it_has) { table.with(set, more) } else { set });
    }

    /// Replaces each lockset. `new` is asked once for most distinct ones.
    fn map(&mut self, mut new: impl FnMut(LocksetId) -> LocksetId) {
        let mut known: SmallVec<[(LocksetId, LocksetId); 8]> = SmallVec::new();
        for last in self.variables.iter_mut().flat_map(LastAccesses::all_mut) {
            let found = known.iter().find(|(old, _)| *old == last.set).map(|(_, new)| *new);
            last.set = found.unwrap_or_else(|| {
                let set = new(last.set);
                known.push((last.set, set));
                set
            });
        }
    }

    fn access(
        &mut self,
        table: &mut LocksetTable,
        access: Access,
        held: &[Member],
    ) -> SmallVec<[Raced; 2]> {
        let Access { variable, thread, at, is_write } = access;
        let place = match self.variables.binary_search_by_key(&variable, |last| last.variable) {
            Ok(place) => place,
            Err(place) => {
                let new = LastAccesses { variable, write: None, reads: SmallVec::new() };
                self.variables.insert(place, new);
                place
            }
        };
        let found = &mut self.variables[place];
        let last = Last { set: table.number(held), at };
        let raced = |last: &Last| !table.meets(last.set, held);
        let to_raced = |last: Last| Raced { variable, earlier: last.at };
        if is_write {
            let races = found.all().filter(raced).map(to_raced).collect();
            found.write = Some(last);
            found.reads.clear();
            races
        } else {
            let races = found.write.iter().copied().filter(raced).map(to_raced).collect();
            let new = LastRead { thread: Some(thread), last };
            match found.reads.iter_mut().find(|read| read.thread == Some(thread)) {
                Some(read) => *read = new,
                None => found.reads.push(new),
            }
            races
        }
    }

    /// Gives the threads, locks and variables their new names. Variables of objects that were dropped are forgotten;
    /// reads of threads that were dropped stay. Cost: linear in the accessed variables.
    pub fn rename(&mut self, table: &mut LocksetTable, renaming: &Renaming) {
        let mut is_sorted = true;
        let mut before = None;
        self.variables.retain_mut(|last| {
            let Some(variable) = renaming.variable(last.variable) else { return false };
            is_sorted &= before < Some(variable);
            before = Some(variable);
            last.variable = variable;
            for read in &mut last.reads {
                read.thread = read.thread.and_then(|thread| renaming.thread(thread));
            }
            true
        });
        if !is_sorted {
            self.variables.sort_unstable_by_key(|last| last.variable);
        }
        self.map(|set| table.renamed(set, renaming));
    }

    /// Forgets the accesses of which all threads have heard that may still take steps: a lockset only grows until the
    /// next access, and a thread that is forked gets into it with its parent, so that they race with nothing any more.
    pub(crate) fn forget_heard(&mut self, table: &LocksetTable, state: &State) {
        let may_move = |status: Status| {
            !matches!(status, Status::Absent | Status::Ended | Status::Wrong(_) | Status::Halted(_))
        };
        let threads = (0..).map(ThreadId).zip(&state.threads);
        let moving: Members = threads
            .filter(|(_, found)| may_move(found.status))
            .map(|(thread, _)| Member::Thread(thread))
            .collect();
        let mut known: SmallVec<[(LocksetId, bool); 8]> = SmallVec::new();
        let mut is_heard = |set: LocksetId| {
            if let Some((_, known)) = known.iter().find(|(other, _)| *other == set) {
                return *known;
            }
            let members = table.members(set);
            let all = moving.iter().all(|thread| members.binary_search(thread).is_ok());
            known.push((set, all));
            all
        };
        self.variables.retain_mut(|last| {
            last.write = last.write.filter(|write| !is_heard(write.set));
            last.reads.retain(|read| !is_heard(read.last.set));
            last.write.is_some() || !last.reads.is_empty()
        });
    }

    /// Changes each variable's last accesses.
    pub(crate) fn change(&mut self, mut change: impl FnMut(&mut LastAccesses)) {
        self.variables.iter_mut().for_each(&mut change);
    }

    /// Adds last accesses of a variable that has none.
    pub(crate) fn add(&mut self, last: LastAccesses) {
        let found = self.variables.binary_search_by_key(&last.variable, |last| last.variable);
        if let Err(place) = found {
            self.variables.insert(place, last);
        }
    }
}

/// An access of a variable.
#[derive(Clone, Copy)]
struct Access {
    variable: Variable,
    thread: ThreadId,
    at: u32,
    /// Whether it conflicts with all others.
    is_write: bool,
}
