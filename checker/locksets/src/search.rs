//! The search (S4 figures 5 to 7, mended).

mod node;
mod step;

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use reductio_programs::{
    CanonicalModel, Failure, Instruction, Limit, Place, Program, State, StateStore, Status,
    ThreadId,
};
use reductio_search::{SearchProgress, Store};
use reductio_watched::{Alarm, Conflict, Shared, Stopped, Taken};
use rustc_hash::FxHashMap;

use crate::common::Common;
use crate::locksets::LastAccesses;
use crate::maps::Antichain;
use crate::options::{Options, Slip};
use crate::races::Races;
use crate::table::LocksetTable;
use node::{Node, Turn};

/// The number of steps between two looks at the limits.
const PATIENCE: u64 = 64;

/// What is kept of a stored state, by its number.
#[derive(Default)]
struct Entry {
    /// The lockset maps with which it was expanded (`table` in figure 5).
    maps: Antichain,
    /// The variables that may race after it; `None` until it was left once (`rtable`).
    races: Option<Races>,
    /// The number of times that it is on the stack.
    stacked: u32,
}

/// A race that was found.
pub(crate) struct FoundRace {
    /// The place of the earlier access in the run.
    pub(crate) earlier: u32,
    pub(crate) run: Vec<Taken>,
    /// The variable that refers to the array whose element it is.
    pub(crate) holder: Option<String>,
}

/// The findings of a search.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) wrong: FxHashMap<Failure, Vec<Taken>>,
    pub(crate) races: FxHashMap<Shared, FoundRace>,
    pub(crate) states: usize,
    pub(crate) transitions: u64,
    pub(crate) expansions: usize,
    pub(crate) depth: usize,
    pub(crate) locksets: usize,
    pub(crate) bytes: usize,
    pub(crate) stopped: Option<Stopped>,
    /// The limits at which threads were halted, with the instructions.
    pub(crate) limits: BTreeSet<(Limit, Place)>,
}

/// A search that is under way.
pub(crate) struct Search<'a> {
    model: CanonicalModel<'a>,
    options: Options<'a>,
    alarm: Alarm<'a>,
    conflict: Conflict,
    table: LocksetTable,
    store: StateStore,
    entries: Vec<Entry>,
    stack: Vec<Node>,
    /// The bytes of the lockset maps and races that are kept.
    kept: usize,
    /// The bytes of the nodes on the stack, about.
    stacked: usize,
    found: Found,
    /// Who looks at the steps that are taken.
    watcher: Option<&'a mut Common>,
}

impl<'a> Search<'a> {
    pub(crate) fn new(program: &'a Program, options: &Options<'a>, alarm: Alarm<'a>) -> Self {
        Search {
            model: CanonicalModel::new(program, options.bounds, options.granularity),
            options: *options,
            alarm,
            conflict: options.conflict,
            table: LocksetTable::default(),
            store: StateStore::default(),
            entries: Vec::new(),
            stack: Vec::new(),
            kept: 0,
            stacked: 0,
            found: Found::default(),
            watcher: None,
        }
    }

    /// The search, with the flag that is raised when the alarm rings, for steps of many instructions.
    pub(crate) fn with_cancel(self, flag: &'a AtomicBool) -> Self {
        Search { model: self.model.with_cancel(Some(flag)), ..self }
    }

    /// The search, with somebody who looks at the steps that it takes.
    pub(crate) fn watched_by(self, watcher: &'a mut Common) -> Self {
        Search { watcher: Some(watcher), ..self }
    }

    /// Explores all that has to be explored. Cost: for each expansion of a state the number of its steps, each linear
    /// in the state.
    pub(crate) fn run(mut self) -> Found {
        let stopped = self.explore().err();
        let limit = self.found.limits.first().map(|(limit, _)| Stopped::Bound(*limit));
        self.found.stopped = stopped.or(limit);
        self.found.states = self.store.len();
        self.found.locksets = self.table.len();
        self.found.bytes = self.bytes();
        self.found
    }

    fn explore(&mut self) -> Result<(), Stopped> {
        let (initial, locksets) = self.begin();
        for failure in Failure::of(&initial) {
            self.found.wrong.insert(failure, Vec::new());
        }
        for thread in &initial.threads {
            if let (Status::Halted(limit), Some(place)) = (thread.status, thread.place()) {
                self.found.limits.insert((limit, place));
            }
        }
        let number = self.number(&initial)?;
        self.push(Node::new(initial, number, locksets, None));
        while !self.stack.is_empty() {
            match self.next_turn() {
                Some((thread, choice)) => self.take(thread, choice)?,
                None => self.pop(),
            }
        }
        Ok(())
    }

    /// The number of a canonical state.
    fn number(&mut self, state: &State) -> Result<u32, Stopped> {
        let is_full = self.store.len() >= self.options.max_states;
        let hash = self.store.hash(state);
        let (number, is_new) = self.store.insert(hash, state).ok_or(Stopped::Memory)?;
        if is_new {
            if is_full {
                return Err(Stopped::States);
            }
            self.entries.push(Entry::default());
        }
        Ok(number)
    }

    fn push(&mut self, node: Node) {
        self.found.expansions += 1;
        self.found.depth = self.found.depth.max(self.stack.len());
        self.stacked += node.bytes();
        self.entries[node.number as usize].stacked += 1;
        self.stack.push(node);
    }

    /// The next step from the node on top of the stack (figure 6, lines 18 to 22, 35 and 36).
    fn next_turn(&mut self) -> Option<Taken> {
        let node = self.stack.last_mut()?;
        if let Some(turn) = &mut node.turn {
            if turn.next < turn.choices {
                turn.next += 1;
                return Some((turn.thread, turn.next - 1));
            }
            node.turn = None;
        }
        let thread = match node.choice {
            Some(thread) if !node.done.contains(&thread) => Some(thread),
            Some(_) => None,
            None => self.pick(),
        }?;
        let choices = self.model.machine().choices(&self.stack.last()?.state, thread);
        let node = self.stack.last_mut()?;
        node.done.push(thread);
        node.choice = Some(thread);
        node.turn = Some(Turn { thread, next: 1, choices });
        (choices > 0).then_some((thread, 0))
    }

    /// A thread that can go on and has not been tried. Any will do; the search goes on with the one that has just run
    /// if it can, but steps after which all threads have to be tried come last: then there are fewer of these states.
    fn pick(&self) -> Option<ThreadId> {
        let node = self.stack.last()?;
        let is_open = |thread: &ThreadId| {
            !node.done.contains(thread) && self.model.machine().choices(&node.state, *thread) > 0
        };
        let threads = (0..u32::try_from(node.state.threads.len()).ok()?).map(ThreadId);
        let others = threads.filter(|thread| Some(*thread) != node.ran);
        let cost = |thread: &ThreadId| self.cost(&node.state, *thread);
        node.ran.into_iter().chain(others).filter(is_open).min_by_key(cost)
    }

    /// How many other orders a thread's next step may need: none, those with accesses that race, all.
    fn cost(&self, state: &State, thread: ThreadId) -> u8 {
        let Some(found) = state.thread(thread) else { return 0 };
        let Some(place) = found.place().filter(|_| found.status == Status::Running) else {
            return 2;
        };
        match self.program().instruction(place) {
            Instruction::Acquire { .. }
            | Instruction::TryAcquire { .. }
            | Instruction::Update { .. }
            | Instruction::Join { .. } => 2,
            Instruction::Read { .. }
            | Instruction::Write { .. }
            | Instruction::ReadElement { .. }
            | Instruction::WriteElement { .. }
            | Instruction::ReadStatic { .. }
            | Instruction::WriteStatic { .. } => 1,
            _ => 0,
        }
    }

    /// Clears the choice of a node, so that other threads are tried there as well.
    fn clear(&mut self, place: u32) {
        if let Some(node) = self.stack.get_mut(place as usize) {
            node.choice = None;
        }
    }

    /// Leaves the node on top of the stack (figure 6, lines 24 to 33).
    fn pop(&mut self) {
        let Some(mut node) = self.stack.pop() else { return };
        self.stacked = self.stacked.saturating_sub(node.bytes());
        if node.choice.is_none() && node.closes_cycle && !self.options.has(Slip::ForgetsCycle) {
            let places: Vec<u32> = node
                .locksets
                .variables()
                .iter()
                .flat_map(LastAccesses::all)
                .map(|last| last.at)
                .collect();
            for place in places {
                self.clear(place);
            }
            node.races = Races::all();
        }
        if let Some(edge) = &node.edge
            && let Some(before) = self.stack.last_mut()
        {
            if !self.options.has(Slip::KeepsRaces) {
                before.races.extend(&edge.before(&node.races));
            }
            if self.options.has(Slip::SharedLastAccesses) {
                node::share(&mut before.locksets, edge, &node.locksets);
            }
        }
        let entry = &mut self.entries[node.number as usize];
        entry.stacked -= 1;
        let before = entry.races.as_ref().map_or(0, Races::len);
        match &mut entry.races {
            Some(races) if !self.options.has(Slip::OverwrittenRaces) => races.extend(&node.races),
            races => *races = Some(node.races),
        }
        let after = entry.races.as_ref().map_or(0, Races::len);
        self.kept = (self.kept + after * 16).saturating_sub(before * 16);
    }

    fn bytes(&self) -> usize {
        self.store.bytes()
            + self.table.bytes()
            + self.kept
            + self.stacked
            + self.entries.capacity() * size_of::<Entry>()
    }

    /// Looks at the limits, and tells how far the search has come.
    fn pause(&self) -> Result<(), Stopped> {
        if let Some(stopped) = self.alarm.rings() {
            return Err(stopped);
        }
        let bytes = self.bytes();
        if let Some(progress) = self.options.progress {
            let (states, frontier, depth) = (self.store.len(), self.stack.len(), self.found.depth);
            progress(SearchProgress { states, frontier, depth, bytes });
        }
        if bytes > self.options.memory { Err(Stopped::Memory) } else { Ok(()) }
    }

    /// The steps to the state on top of the stack.
    fn path(&self) -> Vec<Taken> {
        self.stack.iter().filter_map(|node| node.edge.as_ref()).map(|edge| edge.taken).collect()
    }

    fn program(&self) -> &'a Program {
        self.model.machine().program()
    }
}
