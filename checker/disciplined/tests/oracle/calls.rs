//! What calls as operations have to keep to, straight from the definitions: which calls run is read off the frames of
//! the state.

use std::collections::{BTreeMap, BTreeSet};

use reductio_disciplined::Class;
use reductio_programs::{
    Action, Address, Event, Instruction, Place, Program, Queues, State, ThreadId, Value, Variable,
};

use super::{Access, Node, Truth};

/// What is kept of the way to a state.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Calls {
    /// The calls, by thread and frame, in which something was touched that others can reach.
    begun: BTreeSet<(ThreadId, usize)>,
    /// The locks taken in a call and not given back.
    locks: BTreeMap<(ThreadId, usize), Vec<Address>>,
    /// For which objects of atomic classes an object was touched, `None` for none.
    pub(super) owners: BTreeMap<Address, BTreeSet<Option<Address>>>,
    /// How a field was used: written (0), read or written by code (1), by other objects' methods (2).
    pub(super) uses: BTreeMap<(Address, i64), BTreeSet<u8>>,
    pub(super) whole: BTreeMap<Address, BTreeSet<Access>>,
}

pub(super) const WHOLE: i64 = -3;
pub(super) const OPERATION: i64 = -4;
pub(super) const INSIDE: i64 = -5;
pub(super) const LOCKS: i64 = -6;
pub(super) const CODE: i64 = 1_000;
pub(super) const OTHER: i64 = 2_000;

pub(super) struct Look<'a> {
    pub(super) program: &'a Program,
    pub(super) class_of: &'a dyn Fn(Option<Place>) -> Class,
}

/// A call that runs: its frame, its object, and whether that is atomic.
type Call = (usize, Address, bool);

impl Look<'_> {
    fn class(&self, state: &State, object: Address) -> Option<(Place, Class)> {
        let site = state.object(object)?.site;
        Some((site, (self.class_of)(Some(site))))
    }

    fn calls(&self, state: &State, thread: ThreadId) -> Vec<Call> {
        let frames = state.thread(thread).map(|found| &found.frames[..]).unwrap_or_default();
        let call = |(depth, frame): (usize, &reductio_programs::Frame)| {
            if !self.program.method(frame.place.method).has_receiver {
                return None;
            }
            let Some(Value::Object(object)) = frame.registers.first() else { return None };
            match self.class(state, *object)?.1 {
                Class::Method => Some((depth, *object, false)),
                Class::Atomic => Some((depth, *object, true)),
                _ => None,
            }
        };
        frames.iter().enumerate().filter_map(call).collect()
    }

    fn atomic(&self, node: &Node, state: &State, thread: ThreadId) -> Option<Address> {
        let calls = self.calls(state, thread);
        let of = |call: &&Call| call.2 && node.shared.contains(&call.1);
        calls.iter().rev().find(of).map(|call| call.1)
    }

    /// Whether the lock of an object is nobody else's affair.
    fn is_own(&self, node: &Node, before: &State, object: Address, thread: ThreadId) -> bool {
        if !node.shared.contains(&object) {
            return true;
        }
        match self.class(before, object).map(|found| found.1) {
            Some(Class::Unshared) => {
                node.touched.get(&object).is_none_or(|all| all.iter().all(|by| *by == thread))
            }
            Some(Class::Disciplined | Class::Method) => {
                self.atomic(node, before, thread).is_some_and(|atomic| {
                    let owners = node.calls.owners.get(&object);
                    owners.is_none_or(|all| all.iter().all(|owner| *owner == Some(atomic)))
                })
            }
            _ => false,
        }
    }

    fn is_visible(&self, node: &Node, before: &State, event: &Event) -> bool {
        let is_shared = |variable: Variable| match variable {
            Variable::Field(object, _) | Variable::Element(object, _) => {
                node.shared.contains(&object)
            }
            Variable::Static(_) => node.several,
        };
        let class = |variable: Variable| match variable {
            Variable::Field(object, _) | Variable::Element(object, _) => {
                self.class(before, object).map(|found| found.1)
            }
            Variable::Static(_) => Some((self.class_of)(None)),
        };
        match event.action {
            Action::Read { variable, is_volatile }
            | Action::Write { variable, is_volatile }
            | Action::Update { variable, is_volatile } => {
                is_shared(variable)
                    && (is_volatile || class(variable) == Some(Class::Communication))
            }
            Action::Acquire { depth, object } => {
                matches!(self.program.instruction(event.place), Instruction::TryAcquire { .. })
                    || depth == 1 && !self.is_own(node, before, object, event.thread)
            }
            Action::Release { depth, object } => {
                depth == 0
                    && self.program.tries_locks()
                    && !self.is_own(node, before, object, event.thread)
            }
            Action::Notify { .. } => {
                matches!(self.program.instruction(event.place), Instruction::Notify { .. })
                    || self.program.queues() == Queues::FirstCome
            }
            Action::Local | Action::Allocate { .. } | Action::Print { .. } => matches!(
                self.program.instruction(event.place),
                Instruction::Choose { .. }
                    | Instruction::TryAcquire { .. }
                    | Instruction::Wait { .. }
                    | Instruction::Notify { .. }
                    | Instruction::Fork { .. }
                    | Instruction::Join { .. }
            ),
            _ => true,
        }
    }

    /// Who touches an object that is not of an atomic class does it for the same one each time. Returns that.
    fn touch_for(
        &self,
        node: &mut Node,
        (running, state): (&State, &State),
        thread: ThreadId,
        object: Address,
        truth: &mut Truth,
    ) -> Option<Address> {
        let (site, class) = self.class(state, object)?;
        if matches!(class, Class::Atomic | Class::Communication) {
            return None;
        }
        let atomic = self.atomic(node, running, thread);
        let owners = node.calls.owners.entry(object).or_default();
        owners.insert(atomic);
        if owners.len() > 1 {
            truth.broken.insert((Some(site), INSIDE));
        }
        atomic
    }

    fn touch_whole(
        &self,
        node: &mut Node,
        state: &State,
        object: Address,
        access: Access,
        truth: &mut Truth,
    ) {
        let Some((site, _)) = self.class(state, object) else { return };
        let all = node.calls.whole.entry(object).or_default();
        all.insert(access);
        let threads: BTreeSet<ThreadId> = all.iter().map(|one| one.0).collect();
        let mut locks = all.iter().map(|one| one.2.clone());
        let first = locks.next().unwrap_or_default();
        let common = locks.fold(first, |common, locks| &common & &locks);
        if threads.len() > 1 && all.iter().any(|one| one.1) && common.is_empty() {
            truth.broken.insert((Some(site), WHOLE));
        }
    }

    /// Looks at a step, of which nothing was noted yet. Returns whether what it touches is covered by calls, so that
    /// the rules of single variables do not count.
    pub(super) fn step(
        &self,
        node: &mut Node,
        before: &State,
        event: &Event,
        truth: &mut Truth,
    ) -> bool {
        let after = node.state.clone();
        let thread = event.thread;
        let calls = self.calls(before, thread);
        let innermost = before.thread(thread).map_or(0, |found| found.frames.len()) - 1;
        let own = calls.iter().find(|call| call.0 == innermost).map(|call| call.1);
        self.split(node, before, event, (&calls, own), truth);
        let locks = |but: Option<Address>| -> BTreeSet<Address> {
            let own = after.heap.iter();
            let own = own.filter(|(_, found)| found.owner.is_some_and(|owner| owner.0 == thread));
            own.map(|(lock, _)| *lock).filter(|lock| Some(*lock) != but).collect()
        };
        let mut covered = false;
        let mut begins = self.is_visible(node, before, event);
        match event.action {
            Action::Read { variable, is_volatile }
            | Action::Write { variable, is_volatile }
            | Action::Update { variable, is_volatile } => {
                let writes = !matches!(event.action, Action::Read { .. });
                let (object, field) = match variable {
                    Variable::Field(object, field) => (Some(object), i64::from(field.0)),
                    Variable::Element(object, _) => (Some(object), -2),
                    Variable::Static(_) => (None, 0),
                };
                begins |= match object {
                    Some(object) => node.shared.contains(&object),
                    None => node.several,
                };
                let object = object.filter(|object| node.shared.contains(object));
                if let Some(object) = object.filter(|_| !is_volatile) {
                    let atomic = self.touch_for(node, (before, &after), thread, object, truth);
                    let class = self.class(&after, object);
                    if let Some((site, Class::Method | Class::Atomic)) = class {
                        covered = true;
                        let uses = node.calls.uses.entry((object, field)).or_default();
                        if writes {
                            uses.insert(0);
                        }
                        let program = |object: Address| {
                            self.program.class_at(after.object(object).unwrap().site)
                        };
                        if own != Some(object) {
                            let is_other = own.is_some_and(|own| program(own) == program(object));
                            uses.insert(if is_other { 2 } else { 1 });
                        }
                        if uses.contains(&0) && uses.contains(&1) {
                            truth.broken.insert((Some(site), CODE + field));
                        }
                        if uses.contains(&0) && uses.contains(&2) {
                            truth.broken.insert((Some(site), OTHER + field));
                        }
                        if own == Some(object) {
                            let access = (thread, writes, locks(None));
                            let whole = atomic.unwrap_or(object);
                            self.touch_whole(node, &after, whole, access, truth);
                        }
                    } else if let (Some((_, Class::Disciplined)), Some(atomic)) = (class, atomic) {
                        covered = true;
                        let access = (thread, writes, locks(None));
                        self.touch_whole(node, &after, atomic, access, truth);
                    }
                }
            }
            Action::Acquire { object, .. }
            | Action::Refused { object }
            | Action::Release { object, .. }
            | Action::StartWait { object }
            | Action::EndWait { object }
            | Action::Notify { object, .. }
                if node.shared.contains(&object) =>
            {
                begins |= matches!(event.action, Action::Acquire { .. } | Action::Release { .. });
                let access = (thread, true, locks(Some(object)));
                self.lock(node, (before, &after), thread, object, access, truth);
            }
            _ => {}
        }
        if begins {
            node.calls.begun.extend(calls.iter().map(|call| (thread, call.0)));
        }
        self.balance(node, &calls, event, truth);
        covered
    }

    /// What others see in a call.
    fn split(
        &self,
        node: &Node,
        before: &State,
        event: &Event,
        (calls, own): (&[Call], Option<Address>),
        truth: &mut Truth,
    ) {
        if !self.is_visible(node, before, event) {
            return;
        }
        for (depth, object, _) in calls {
            let has_begun = node.calls.begun.contains(&(event.thread, *depth));
            let is_fine = match event.action {
                Action::Acquire { object: lock, .. } => {
                    Some(lock) == own && lock == *object && !has_begun
                }
                Action::Release { object: lock, .. } => Some(lock) == own && lock == *object,
                _ => false,
            };
            if let Some((site, _)) = self.class(&node.state, *object)
                && node.shared.contains(object)
                && !is_fine
            {
                truth.broken.insert((Some(site), OPERATION));
            }
        }
    }

    fn lock(
        &self,
        node: &mut Node,
        states: (&State, &State),
        thread: ThreadId,
        object: Address,
        access: Access,
        truth: &mut Truth,
    ) {
        let atomic = self.touch_for(node, states, thread, object, truth);
        let class = self.class(states.1, object).map(|found| found.1);
        if let (Some(atomic), Some(Class::Disciplined | Class::Method)) = (atomic, class) {
            self.touch_whole(node, states.1, atomic, access, truth);
        }
    }

    /// Locks are taken and given back in the same call.
    fn balance(&self, node: &mut Node, calls: &[Call], event: &Event, truth: &mut Truth) {
        let after = node.state.clone();
        let thread = event.thread;
        let mut breaks = |node: &Node, object: Address| {
            if let Some((site, _)) = self.class(&after, object)
                && node.shared.contains(&object)
            {
                truth.broken.insert((Some(site), LOCKS));
            }
        };
        if let Some((depth, object, _)) = calls.iter().rev().find(|call| call.2) {
            let locks = node.calls.locks.entry((thread, *depth)).or_default();
            match event.action {
                Action::Acquire { object: lock, .. } => locks.push(lock),
                Action::Release { object: lock, .. } => {
                    match locks.iter().position(|found| *found == lock) {
                        Some(place) => _ = locks.remove(place),
                        None => breaks(node, *object),
                    }
                }
                _ => {}
            }
            let locks = node.calls.locks.entry((thread, *depth)).or_default();
            locks.sort_unstable();
        }
        let found = after.thread(thread).filter(|found| !found.is_over());
        let frames = found.map_or(0, |found| found.frames.len());
        for (depth, object, _) in calls.iter().filter(|call| call.0 >= frames) {
            let kept = node.calls.locks.remove(&(thread, *depth)).unwrap_or_default();
            if !kept.is_empty() {
                breaks(node, *object);
            }
            node.calls.begun.remove(&(thread, *depth));
        }
        node.calls.locks.retain(|_, locks| !locks.is_empty());
    }

    /// A thread has come to the lock of an object that others can reach.
    pub(super) fn come(
        &self,
        node: &mut Node,
        thread: ThreadId,
        object: Address,
        truth: &mut Truth,
    ) {
        let state = node.state.clone();
        let own = state.heap.iter();
        let own = own.filter(|(_, found)| found.owner.is_some_and(|owner| owner.0 == thread));
        let locks = own.map(|(lock, _)| *lock).filter(|lock| *lock != object).collect();
        self.lock(node, (&state, &state), thread, object, (thread, true, locks), truth);
    }
}
