//! The memory that the monitor keeps of a run besides the state of the program: who owns what.
//!
//! An object belongs to the thread that makes it. It is *shared* when its owner stores it in a shared object, or in a
//! variable that belongs to no object while there are two threads, or hands it to a new thread; with it all that can be
//! reached from it. Where that is claimed, a fork *hands over* what only the forking thread owned instead: it belongs
//! to the new thread then, and who has handed something over is remembered for good.
//!
//! All this follows from the order of the steps that touch one object. Shared objects stay shared; only its owner
//! shares an object or hands it over. So an owned object has never been in other hands, but in those of threads that
//! have handed it over, and these may never touch it again.

mod portable;

use reductio_programs::{
    Address, Memory, Place, Remembered, RememberedStore, Renaming, State, StaticId, ThreadId, Value,
};
use smallvec::SmallVec;

use crate::claims::{Link, Part, Wrong};

/// A thread by its name, or one that has ended and that nothing refers to any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum By {
    Thread(ThreadId),
    Over,
}

impl By {
    fn rename(self, renaming: &Renaming) -> By {
        match self {
            By::Thread(thread) => renaming.thread(thread).map_or(By::Over, By::Thread),
            By::Over => By::Over,
        }
    }
}

/// The owner of an object: one thread, or none where it is shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Owner {
    One(By),
    Shared,
}

/// The object that refers to another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Holder {
    Object(Address),
    /// It was dropped.
    Dropped,
}

/// A record of a part of an object since it was shared.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Note {
    /// The one thread that has accessed it.
    User(By),
    /// The locks that were owned at every access, among those that may protect it, ascending.
    Locks(SmallVec<[Address; 1]>),
}

/// A record of an object.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Record {
    pub(crate) owner: Owner,
    /// The threads that have handed it over, ascending.
    pub(crate) givers: SmallVec<[By; 1]>,
    /// The first object that referred to it, by the links that matter.
    pub(crate) holders: SmallVec<[(Link, Holder); 1]>,
    /// What is remembered of its parts, as far as it matters.
    notes: SmallVec<[(Part, Note); 1]>,
    /// The thread that has written a field last whose reads order nothing.
    pub(crate) teller: Option<By>,
}

/// The memory that the monitor keeps of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Ghost {
    /// Tells whether the first thread has forked another one.
    pub(crate) several: bool,
    /// By address, ascending.
    objects: Vec<(Address, Record)>,
    /// The one thread that has accessed a variable which belongs to no object, while there are two threads; ascending.
    statics: Vec<(StaticId, By)>,
    /// The instructions that have made an object, of those that should make one only; ascending.
    made: Vec<Place>,
    /// The claims that were found to be wrong, ascending.
    broken: Vec<Wrong>,
}

impl Ghost {
    /// The claims that were found to be wrong.
    pub(crate) fn broken(&self) -> &[Wrong] {
        &self.broken
    }

    /// Notes that a claim is wrong.
    pub(crate) fn breaks(&mut self, wrong: Wrong) {
        if let Err(place) = self.broken.binary_search(&wrong) {
            self.broken.insert(place, wrong);
        }
    }

    pub(crate) fn record(&self, object: Address) -> Option<&Record> {
        let place = self.objects.binary_search_by_key(&object, |(found, _)| *found).ok()?;
        Some(&self.objects[place].1)
    }

    pub(crate) fn record_mut(&mut self, object: Address) -> Option<&mut Record> {
        let place = self.objects.binary_search_by_key(&object, |(found, _)| *found).ok()?;
        Some(&mut self.objects[place].1)
    }

    /// Decides whether a thread owns an object.
    pub(crate) fn owns(&self, thread: ThreadId, object: Address) -> bool {
        self.record(object).is_some_and(|found| found.owner == Owner::One(By::Thread(thread)))
    }

    /// Decides whether an object is shared.
    pub(crate) fn is_shared(&self, object: Address) -> bool {
        self.record(object).is_some_and(|found| found.owner == Owner::Shared)
    }

    /// A thread has made an object.
    pub(crate) fn make(&mut self, thread: ThreadId, object: Address) {
        let record = Record {
            owner: Owner::One(By::Thread(thread)),
            givers: SmallVec::new(),
            holders: SmallVec::new(),
            notes: SmallVec::new(),
            teller: None,
        };
        match self.objects.binary_search_by_key(&object, |(found, _)| *found) {
            Ok(place) => self.objects[place].1 = record,
            Err(place) => self.objects.insert(place, (object, record)),
        }
    }

    /// An instruction that should make one object in all has made one.
    pub(crate) fn count(&mut self, site: Place) {
        match self.made.binary_search(&site) {
            Ok(_) => self.breaks(Wrong::SeveralMade(site)),
            Err(place) => self.made.insert(place, site),
        }
    }

    /// A thread accesses a variable that belongs to no object. Returns whether another one has.
    pub(crate) fn touch_static(&mut self, variable: StaticId, thread: ThreadId) -> bool {
        match self.statics.binary_search_by_key(&variable, |(found, _)| *found) {
            Ok(place) => self.statics[place].1 != By::Thread(thread),
            Err(place) => {
                self.statics.insert(place, (variable, By::Thread(thread)));
                false
            }
        }
    }

    /// A thread accesses a part of a shared object. Returns whether another one has.
    pub(crate) fn touch_part(&mut self, object: Address, part: Part, thread: ThreadId) -> bool {
        let me = By::Thread(thread);
        match self.note(object, part, || Note::User(me)) {
            Some(Note::User(user)) => *user != me,
            _ => true,
        }
    }

    /// A thread accesses a part of a shared object and owns some locks. Returns whether one of them was owned at every
    /// access.
    pub(crate) fn meet_locks(&mut self, object: Address, part: Part, owned: &[Address]) -> bool {
        match self.note(object, part, || Note::Locks(owned.into())) {
            Some(Note::Locks(locks)) => {
                locks.retain(|lock| owned.contains(lock));
                !locks.is_empty()
            }
            _ => false,
        }
    }

    fn note(
        &mut self,
        object: Address,
        part: Part,
        new: impl FnOnce() -> Note,
    ) -> Option<&mut Note> {
        let notes = &mut self.record_mut(object)?.notes;
        let place = match notes.binary_search_by_key(&part, |(found, _)| *found) {
            Ok(place) => place,
            Err(place) => {
                notes.insert(place, (part, new()));
                place
            }
        };
        Some(&mut notes[place].1)
    }

    /// A thread lets others reach what some values refer to.
    pub(crate) fn share(
        &mut self,
        thread: ThreadId,
        state: &State,
        values: impl Iterator<Item = Value>,
    ) {
        let mut open: Vec<Address> = values.filter_map(object).collect();
        while let Some(address) = open.pop() {
            let own = Owner::One(By::Thread(thread));
            let Some(record) = self.record_mut(address) else { continue };
            let was_own = record.owner == own;
            let is_odd = record.givers.contains(&By::Thread(thread))
                || !was_own && record.owner != Owner::Shared;
            // Only its owner shares an object.
            if was_own {
                record.owner = Owner::Shared;
            }
            let found = state.object(address);
            if let Some(found) = found.filter(|_| is_odd) {
                self.breaks(Wrong::TouchedLater(found.site));
            }
            if was_own {
                let cells = found.map(|found| &found.cells[..]).unwrap_or_default();
                open.extend(cells.iter().filter_map(|(_, value)| object(*value)));
            }
        }
    }

    /// A thread hands what some values refer to to a new thread. What `may` says may be handed over, and nothing that
    /// is shared refers to, becomes the new thread's own; the rest is shared.
    pub(crate) fn hand_over(
        &mut self,
        (from, to): (ThreadId, ThreadId),
        state: &State,
        values: impl Iterator<Item = Value>,
        may: impl Fn(Place) -> bool,
    ) {
        let own = Owner::One(By::Thread(from));
        let mut open: Vec<Address> = values.filter_map(object).collect();
        let mut met: Vec<Address> = Vec::new();
        let mut shared: Vec<Address> = Vec::new();
        while let Some(address) = open.pop() {
            if met.contains(&address) {
                continue;
            }
            met.push(address);
            let Some(found) = state.object(address) else { continue };
            let is_own = self.record(address).is_some_and(|found| found.owner == own);
            if is_own && may(found.site) {
                open.extend(found.cells.iter().filter_map(|(_, value)| object(*value)));
            } else {
                shared.push(address);
            }
        }
        self.share(from, state, shared.into_iter().map(Value::Object));
        for address in met {
            if let Some(record) = self.record_mut(address).filter(|found| found.owner == own) {
                record.owner = Owner::One(By::Thread(to));
                if let Err(place) = record.givers.binary_search(&By::Thread(from)) {
                    record.givers.insert(place, By::Thread(from));
                }
            }
        }
    }

    /// Everything under the new names of a state, without the objects that were dropped.
    pub(crate) fn rename(&mut self, renaming: &Renaming) {
        self.objects.retain_mut(|(address, record)| {
            let Some(new) = renaming.address(*address) else { return false };
            *address = new;
            if let Owner::One(by) = record.owner {
                record.owner = Owner::One(by.rename(renaming));
            }
            for by in &mut record.givers {
                *by = by.rename(renaming);
            }
            record.givers.sort_unstable();
            record.givers.dedup();
            for (_, note) in &mut record.notes {
                match note {
                    Note::User(by) => *by = by.rename(renaming),
                    Note::Locks(locks) => {
                        *locks = locks.iter().filter_map(|lock| renaming.address(*lock)).collect();
                        locks.sort_unstable();
                    }
                }
            }
            record.teller = record.teller.map(|by| by.rename(renaming));
            for (_, holder) in &mut record.holders {
                if let Holder::Object(found) = *holder {
                    *holder = renaming.address(found).map_or(Holder::Dropped, Holder::Object);
                }
            }
            true
        });
        self.objects.sort_unstable_by_key(|(address, _)| *address);
        for (_, by) in &mut self.statics {
            *by = by.rename(renaming);
        }
    }
}

impl Memory for Ghost {
    fn bytes(&self) -> usize {
        size_of::<Ghost>()
            + self.objects.len() * size_of::<(Address, Record)>()
            + self.statics.len() * size_of::<(StaticId, By)>()
            + self.made.len() * size_of::<Place>()
            + self.broken.len() * size_of::<Wrong>()
    }
}

/// A state of a program, with who owns what in it.
pub type Owned = Remembered<Ghost>;

/// A store of [states with their owners](Owned).
pub type OwnedStore = RememberedStore<Ghost>;

/// The object to which a value refers.
pub(crate) fn object(value: Value) -> Option<Address> {
    match value {
        Value::Object(address) => Some(address),
        _ => None,
    }
}
