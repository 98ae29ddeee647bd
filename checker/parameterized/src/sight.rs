//! A memory in which the steps of a thread are looked at without most of the others: those in its sight are known.

use smallvec::SmallVec;

use reductio_system::{CellId, Expression, Failure, Memory, ObjectId, Value, VariableClass};

use crate::effect::Effect;
use crate::frame::{Frame, Mover, Part, Slots, Waking};
use crate::instance::{Instance, Place, object_of};
use crate::rule::Asks;
use crate::space::{Local, family_of, somebody};

/// The answer to a question about threads in sight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Seen<T> {
    /// The answer, whatever the threads out of sight are.
    Known(T),
    /// The thread that this pointer names must be in sight.
    Needs(usize),
}

/// A step, as far as threads in sight tell it.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) shared: Vec<Value>,
    pub(crate) after: SmallVec<[Local; 4]>,
    pub(crate) effect: Effect,
    /// The cells of other threads that must be 0.
    pub(crate) asks: Asks,
    pub(crate) fails: bool,
}

/// A configuration of which the shared part and some threads are known.
pub(crate) struct Sight<'a> {
    frame: &'a Frame,
    shared: &'a [Value],
    threads: &'a [&'a Local],
    /// The threads in sight, by their numbers in the system.
    slots: Slots,
    waking: Waking,
    written: SmallVec<[(CellId, Value); 8]>,
    /// The pointers to threads out of sight that were read, by the families of these.
    strangers: SmallVec<[(usize, u64); 2]>,
    needs: Option<usize>,
    asks: Asks,
    touched: SmallVec<[ObjectId; 4]>,
}

impl<'a> Sight<'a> {
    pub(crate) fn new(frame: &'a Frame, shared: &'a [Value], threads: &'a [&'a Local]) -> Self {
        Sight {
            frame,
            shared,
            threads,
            slots: frame.slots(threads.iter().map(|one| usize::from(one.family))),
            waking: Waking::Nothing,
            written: SmallVec::new(),
            strangers: SmallVec::new(),
            needs: None,
            asks: SmallVec::new(),
            touched: SmallVec::new(),
        }
    }

    /// What must come into sight, if something must. Whether two pointers to strangers name one thread is not known.
    fn missing(&self) -> Option<usize> {
        let two = self.strangers.iter().find(|(_, flags)| flags & flags.wrapping_sub(1) != 0);
        self.needs.or_else(|| two.map(|(_, flags)| flags.trailing_zeros() as usize))
    }

    /// Notes that a thread is looked at which is not in sight.
    fn follow(&mut self, member: usize) {
        let Part::Named(pointer) = self.frame.part(member) else {
            panic!("only pointers lead to threads of a family");
        };
        self.needs = self.needs.or(Some(pointer));
    }

    /// The place in sight of a thread of a family.
    fn slot(&self, member: usize) -> Option<usize> {
        self.slots.iter().position(|slot| *slot == member)
    }

    fn at(&self, mover: Mover) -> u16 {
        let thread = self.frame.thread(mover);
        let value = match self.frame.instance.places[thread.counter().index()] {
            Place::Own(member, at) => {
                let slot = self.slot(member).expect("a thread that moves is in sight");
                self.threads[slot].cells[at]
            }
            Place::Shared(at) | Place::Pointer(_, at) => self.shared[at],
        };
        u16::try_from(value).expect("control points are small numbers")
    }

    /// The numbers of the transitions that are pending.
    pub(crate) fn pending(&self, mover: Mover) -> std::ops::Range<usize> {
        let thread = self.frame.instance.system.thread(self.frame.thread(mover));
        thread.pending_numbers(self.at(mover))
    }

    /// Decides whether a thread may stay where it is: it has ended, is idle or has failed.
    pub(crate) fn rests(&self, mover: Mover) -> bool {
        let thread = self.frame.instance.system.thread(self.frame.thread(mover));
        let at = self.at(mover);
        thread.may_rest(at) || thread.is_failed(at)
    }

    /// Takes a transition that is pending; none if it is disabled.
    pub(crate) fn step(mut self, mover: Mover, number: usize) -> Seen<Option<Step>> {
        let system = &self.frame.instance.system;
        let thread = self.frame.thread(mover);
        let transition = &system.thread(thread).transitions()[number];
        self.waking = self.frame.waking(thread, number);
        let guard = transition.guard().evaluate(&mut self);
        if let Some(pointer) = self.missing() {
            return Seen::Needs(pointer);
        }
        let mut failed: Option<Failure> = None;
        match guard {
            Ok(1) => failed = system.perform(thread, transition, &mut self).err(),
            Ok(_) => return Seen::Known(None),
            Err(_) if transition.is_otherwise() => return Seen::Known(None),
            Err(failure) => failed = failed.or(Some(failure)),
        }
        if let Some(pointer) = self.missing() {
            return Seen::Needs(pointer);
        }
        if failed.is_some() {
            let at = system.thread(thread).failed_at(self.at(mover)).expect("it can fail here");
            self.written.clear();
            self.written.push((thread.counter(), Value::from(at)));
        }
        Seen::Known(Some(self.outcome(failed.is_some())))
    }

    fn outcome(self, fails: bool) -> Step {
        let instance = &self.frame.instance;
        let mut shared = self.shared.to_vec();
        let mut after: SmallVec<[Local; 4]> =
            self.threads.iter().map(|one| (*one).clone()).collect();
        let mut effect = Effect::default();
        for &(cell, value) in &self.written {
            match instance.places[cell.index()] {
                Place::Shared(at) => shared[at] = value,
                Place::Own(member, at) => match (self.slot(member), self.frame.part(member)) {
                    (Some(slot), _) => after[slot].cells[at] = value,
                    (None, Part::Others) => {
                        effect.sets.push((instance.family(member), at, value));
                    }
                    (None, Part::Seen | Part::Named(_)) => {}
                },
                Place::Pointer(number, at) => {
                    let pointer = instance.pointers[number];
                    let member = instance.member(pointer, value);
                    let former = (family_of(self.shared[at]).is_some()
                        && !self.threads.iter().any(|one| one.flags & 1 << number != 0))
                    .then_some(number);
                    shared[at] = member.map_or_else(
                        || instance.other(pointer, value),
                        |member| somebody(instance.family(member)),
                    );
                    for (slot, local) in after.iter_mut().enumerate() {
                        let has = member == Some(self.slots[slot]);
                        local.flags = local.flags & !(1 << number) | u64::from(has) << number;
                    }
                    let source = member.and_then(|member| match self.frame.part(member) {
                        Part::Named(source) => Some(source),
                        Part::Seen | Part::Others => None,
                    });
                    if former.or(source).is_some() && source != Some(number) {
                        effect.moves.push((number, source));
                    }
                }
            }
        }
        effect.sets.sort_unstable();
        effect.moves.sort_unstable();
        let mut asks = self.asks;
        asks.sort_unstable();
        asks.dedup();
        Step { shared, after, effect, asks, fails }
    }

    /// Decides whether a thread that is about to take a transition touches an object to which it has no right.
    pub(crate) fn trespasses(mut self, mover: Mover, number: usize) -> Seen<bool> {
        let system = &self.frame.instance.system;
        let thread = self.frame.thread(mover);
        let transition = &system.thread(thread).transitions()[number];
        self.waking = self.frame.waking(thread, number);
        let guard = transition.guard().evaluate(&mut self);
        if self.missing().is_none() && guard == Ok(1) {
            // Where the command fails, what it touched before counts.
            let _ = system.perform(thread, transition, &mut self);
        }
        if let Some(pointer) = self.missing() {
            return Seen::Needs(pointer);
        }
        for object in std::mem::take(&mut self.touched) {
            let fresh = Sight::new(self.frame, self.shared, self.threads);
            match fresh.holds(system.objects()[object.index()].predicate(thread)) {
                Seen::Known(true) => {}
                Seen::Known(false) => return Seen::Known(true),
                Seen::Needs(pointer) => return Seen::Needs(pointer),
            }
        }
        Seen::Known(false)
    }

    /// Decides whether a predicate about threads in sight holds.
    pub(crate) fn holds(mut self, predicate: &Expression) -> Seen<bool> {
        let value = predicate.evaluate(&mut self);
        match self.missing() {
            Some(pointer) => Seen::Needs(pointer),
            None => Seen::Known(value == Ok(1)),
        }
    }
}

/// Decides whether a cell is a field of a lock or monitor: that a thread waits.
fn is_of_lock(instance: &Instance, cell: CellId) -> bool {
    let variable = instance.system.cell(cell).variable();
    instance.system.variables()[variable.index()].class() == VariableClass::Lock
}

impl Memory for Sight<'_> {
    fn read(&mut self, cell: CellId) -> Value {
        let instance = &self.frame.instance;
        self.touched.extend(object_of(&instance.system, cell));
        if let Some((_, value)) = self.written.iter().find(|(written, _)| *written == cell) {
            return *value;
        }
        match instance.places[cell.index()] {
            Place::Shared(at) => self.shared[at],
            Place::Own(member, at) => {
                if let Some(slot) = self.slot(member) {
                    return self.threads[slot].cells[at];
                }
                if self.waking == Waking::Nobody && is_of_lock(instance, cell) {
                    self.asks.push((instance.family(member), at));
                    return 0;
                }
                self.follow(member);
                instance.system.cell(cell).domain().low()
            }
            Place::Pointer(number, at) => {
                let pointer = instance.pointers[number];
                let Some(family) = family_of(self.shared[at]) else {
                    return instance.not_a_member(pointer, self.shared[at]);
                };
                let holder = self.threads.iter().position(|one| one.flags & 1 << number != 0);
                let member = holder.map_or_else(
                    || {
                        match self.strangers.iter_mut().find(|(of, _)| *of == family) {
                            Some((_, flags)) => *flags |= 1 << number,
                            None => self.strangers.push((family, 1 << number)),
                        }
                        self.frame.named(family, number)
                    },
                    |holder| self.slots[holder],
                );
                instance.pointed(pointer, member)
            }
        }
    }

    fn write(&mut self, cell: CellId, value: Value) {
        let instance = &self.frame.instance;
        self.touched.extend(object_of(&instance.system, cell));
        if let Place::Own(member, _) = instance.places[cell.index()]
            && self.slot(member).is_none()
            && !(self.waking == Waking::All && is_of_lock(instance, cell))
        {
            self.follow(member);
        }
        match self.written.iter_mut().find(|(written, _)| *written == cell) {
            Some((_, before)) => *before = value,
            None => self.written.push((cell, value)),
        }
    }
}
