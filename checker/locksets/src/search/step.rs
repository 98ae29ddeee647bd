//! Taking a step (S4 figure 7, and figure 6, lines 37 to 53).

use reductio_programs::{
    Action, Address, Event, Program, Renaming, State, ThreadId, Value, Variable,
};
use reductio_watched::{Conflict, Shared, Stopped};
use smallvec::SmallVec;

use super::node::{Edge, Node};
use super::{FoundRace, PATIENCE, Search};
use crate::locksets::{Last, Locksets, Raced};
use crate::maps::Map;
use crate::options::{Options, Slip, Variant};
use crate::races::Races;
/// What a step has done.
struct Done {
    /// The state, before it is made canonical.
    after: State,
    events: SmallVec<[Event; 2]>,
    locksets: Locksets,
    raced: SmallVec<[Raced; 2]>,
}

impl Search<'_> {
    /// Takes a step of a thread from the node on top of the stack.
    pub(super) fn take(&mut self, thread: ThreadId, choice: usize) -> Result<(), Stopped> {
        self.found.transitions += 1;
        if self.found.transitions.is_multiple_of(PATIENCE) {
            self.pause()?;
        }
        let top = u32::try_from(self.stack.len() - 1).map_err(|_| Stopped::Memory)?;
        let Some(Done { after, events, mut locksets, raced }) = self.step(thread, choice, top)
        else {
            return Ok(());
        };
        let Some(event) = events.first() else { return Ok(()) };
        if self.needs_other_threads(event) {
            self.clear(top);
        }
        for raced in &raced {
            self.note_race(raced, &after, (thread, choice));
            if !self.options.has(Slip::StaysAfterRace) {
                self.clear(raced.earlier);
            }
            self.stack[top as usize].races.insert(raced.variable);
        }
        let mut made = SmallVec::new();
        for event in &events {
            if let Some(limit) = event.halted {
                // Of a library people want to know who called it.
                let frames = after.thread(thread).map_or(&[][..], |found| &found.frames);
                let mut places = frames.iter().rev().map(|frame| frame.place);
                let own = places.find(|place| !self.program().method(place.method).is_library);
                self.found.limits.insert((limit, own.unwrap_or(event.place)));
            }
            if let Action::Allocate { object } = event.action {
                made.push(object);
            }
        }
        if let Some(failure) = events.last().and_then(|event| event.wrong)
            && !self.found.wrong.contains_key(&failure)
        {
            let mut run = self.path();
            run.push((thread, choice));
            self.found.wrong.insert(failure, run);
        }
        let mut state = after.clone();
        let renaming = state.make_canonical();
        if !self.options.has(Slip::KeepsNames) {
            locksets.rename(&mut self.table, &renaming);
            locksets.forget_heard(&self.table, &state);
        }
        let edge = Edge {
            taken: (thread, choice),
            written: events.iter().filter_map(|event| self.written(event)).collect(),
            old: old_names(&after, &renaming, state.heap.len()),
            made,
        };
        let mut node = Node::new(state, 0, locksets, Some(edge));
        node.ran = renaming.thread(thread);
        self.enter(node, top)
    }

    /// The initial state, and the locksets after what belongs to no step: nothing else could be done before it.
    pub(super) fn begin(&mut self) -> (State, Locksets) {
        let Search { model, table, watcher, conflict, .. } = self;
        let mut locksets = Locksets::default();
        let mut state = model.begin(|after, event| {
            locksets.step(table, *conflict, after, event, Last::FORGOTTEN);
            if let Some(watcher) = watcher {
                watcher.look(after, event);
            }
        });
        let renaming = state.make_canonical();
        locksets.rename(table, &renaming);
        locksets.forget_heard(table, &state);
        (state, locksets)
    }

    /// Takes a step of a thread of the node on top of the stack, without making the state canonical. The first event is
    /// that of the step, the others are those of the instructions after it with which no other thread can interfere.
    fn step(&mut self, thread: ThreadId, choice: usize, top: u32) -> Option<Done> {
        let Search { model, stack, table, watcher, conflict, options, .. } = self;
        let node = stack.last()?;
        let mut after = node.state.clone();
        let mut locksets = node.locksets.clone();
        let mut events: SmallVec<[Event; 2]> = SmallVec::new();
        let mut raced = SmallVec::new();
        let is_taken = model.take(&mut after, thread, choice, |after, event| {
            let is_late = options.has(Slip::FirstInstructionTells) && !events.is_empty();
            if !is_late && !is_left_out(options, event) {
                raced.extend(locksets.step(table, *conflict, after, event, top));
            }
            slip(options, &mut locksets, event, top);
            if let Some(watcher) = watcher {
                watcher.look(after, event);
            }
            events.push(event.clone());
        });
        is_taken.then_some(Done { after, events, locksets, raced })
    }

    /// Whether other threads have to be tried where a step is taken, whatever comes after it. Accesses that race are
    /// found later; all else commutes with what other threads can do until the thread takes its next step: a lock that
    /// is given back, waited for or notified is owned until then.
    fn needs_other_threads(&self, event: &Event) -> bool {
        match event.action {
            Action::Acquire { depth: 1, .. } | Action::EndWait { .. } => {
                !self.options.has(Slip::StaysAfterAcquire)
            }
            Action::Join { .. } | Action::Refused { .. } | Action::Look { .. } => true,
            // Who tries to take the lock finds it taken before, and free after.
            Action::Release { depth: 0, .. } | Action::StartWait { .. } => {
                self.program().tries_locks() && !self.options.has(Slip::StaysAfterRelease)
            }
            // Volatile accesses are no races, and some of them do not commute.
            Action::Read { is_volatile: true, .. }
            | Action::Write { is_volatile: true, .. }
            | Action::Update { is_volatile: true, .. } => {
                !self.options.has(Slip::StaysAfterVolatile)
            }
            _ => false,
        }
    }

    /// The variable whose last accesses a step replaces.
    fn written(&self, event: &Event) -> Option<Variable> {
        match event.action {
            Action::Write { variable, is_volatile: false }
            | Action::Update { variable, is_volatile: false } => Some(variable),
            Action::Read { variable, is_volatile: false } if self.conflict == Conflict::All => {
                Some(variable)
            }
            _ => None,
        }
    }

    fn note_race(&mut self, raced: &Raced, after: &State, taken: (ThreadId, usize)) {
        let site = match raced.variable {
            Variable::Field(address, _) | Variable::Element(address, _) => {
                after.object(address).map(|object| object.site)
            }
            Variable::Static(_) => None,
        };
        let shared = Shared::of(self.program(), raced.variable, site);
        if !self.found.races.contains_key(&shared) {
            let mut run = self.path();
            run.push(taken);
            let holder = holder(self.program(), after, raced.variable);
            self.found.races.insert(shared, FoundRace { earlier: raced.earlier, run, holder });
        }
    }

    /// Goes to a node, and puts it on the stack unless all that comes after it is known. `top` is the place of the node
    /// before.
    fn enter(&mut self, mut node: Node, top: u32) -> Result<(), Stopped> {
        node.number = self.number(&node.state)?;
        let place = node.number as usize;
        self.look_at_known_races(&node, top);
        let entry = &self.entries[place];
        let mut map = Map::of(&self.table, &node.locksets);
        let is_known = if self.options.has(Slip::IgnoresLocksets) {
            entry.maps.len() > 0
        } else if self.options.has(Slip::ProperSubset) {
            entry.maps.covers_properly(&self.table, &map)
        } else if self.options.has(Slip::GreaterMap) {
            entry.maps.is_covered_by(&self.table, &map)
        } else {
            entry.maps.covers(&self.table, &map)
        };
        if is_known {
            if entry.stacked > 0 {
                let node = &mut self.stack[top as usize];
                node.closes_cycle = true;
                if !self.options.has(Slip::StaysOnCycle) {
                    node.choice = None;
                }
            }
            if self.options.has(Slip::SharedLastAccesses)
                && let Some(edge) = &node.edge
            {
                super::node::share(&mut self.stack[top as usize].locksets, edge, &node.locksets);
            }
            return Ok(());
        }
        let entry = &mut self.entries[place];
        let more =
            if self.options.variant == Variant::Printed || self.options.has(Slip::ProperSubset) {
                if self.options.variant == Variant::Printed {
                    entry.maps.intersect(&mut self.table, &mut node.locksets);
                    map = Map::of(&self.table, &node.locksets);
                }
                entry.maps.replace(map)
            } else {
                entry.maps.insert(&self.table, map)
            };
        self.kept = self.kept.saturating_add_signed(more);
        self.push(node);
        Ok(())
    }

    /// Looks at the races after a state that was left before (figure 7, lines 27 to 34).
    fn look_at_known_races(&mut self, node: &Node, top: u32) {
        let Some(races) = &self.entries[node.number as usize].races else { return };
        if self.options.has(Slip::ForgetsKnownRaces) || *races == Races::default() {
            return;
        }
        let mut places: Vec<u32> = Vec::new();
        for last in node.locksets.variables() {
            if races.has(last.variable) {
                places.extend(last.all().map(|last| last.at));
            }
        }
        if let Some(edge) = &node.edge
            && !self.options.has(Slip::KeepsRaces)
        {
            let before = edge.before(races);
            self.stack[top as usize].races.extend(&before);
        }
        for place in places {
            self.clear(place);
        }
    }
}

/// Whether an event tells nobody, by a slip.
fn is_left_out(options: &Options<'_>, event: &Event) -> bool {
    match event.action {
        Action::Fork { .. } => options.has(Slip::ForkTellsNobody),
        Action::Join { .. } => options.has(Slip::JoinTellsNobody),
        Action::Acquire { .. } => options.has(Slip::AcquireTellsNobody),
        _ => false,
    }
}

/// Changes the last accesses of the variable of an event as slips do.
fn slip(options: &Options<'_>, locksets: &mut Locksets, event: &Event, at: u32) {
    let (Action::Read { variable, is_volatile: false }
    | Action::Write { variable, is_volatile: false }) = event.action
    else {
        return;
    };
    if options.has(Slip::OneLastAccess) {
        locksets.change(|last| {
            if last.variable == variable {
                last.write.iter_mut().for_each(|write| write.at = at);
                last.reads.iter_mut().for_each(|read| read.last.at = at);
            }
        });
    }
    if options.has(Slip::ReadsReplaceReads) {
        locksets.change(|last| {
            if last.variable == variable {
                last.reads.retain(|read| read.thread == Some(event.thread));
            }
        });
    }
}

/// The variable that refers to the array of an element: of an object, or of none.
fn holder(program: &Program, state: &State, element: Variable) -> Option<String> {
    let Variable::Element(array, _) = element else { return None };
    let refers = |value: &Value| *value == Value::Object(array);
    let statics = program.statics().iter().zip(&*state.statics);
    let mut statics =
        statics.filter(|(_, value)| refers(value)).map(|(found, _)| found.name.clone());
    let cells =
        state.heap.iter().filter(|(_, object)| object.length.is_none()).find_map(|(_, object)| {
            let (field, _) = object.cells.iter().find(|(_, value)| refers(value))?;
            let field = program.fields().get(*field as usize)?;
            let class = program.class_at(object.site);
            let class = class.map_or("", |class| &*program.classes()[class.index()].name);
            Some(if field.contains('.') { field.clone() } else { format!("{class}.{field}") })
        });
    statics.next().or(cells)
}

/// The old names of objects, by their new ones.
fn old_names(after: &State, renaming: &Renaming, count: usize) -> Box<[Address]> {
    let mut old = vec![Address(u32::MAX); count];
    for (address, _) in &after.heap {
        if let Some(Address(new)) = renaming.address(*address)
            && let Some(place) = old.get_mut(new as usize)
        {
            *place = *address;
        }
    }
    old.into()
}
