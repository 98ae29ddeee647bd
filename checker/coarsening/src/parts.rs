//! The parts of states: each thread, each object and the variables of no object lie in tables of their own, and a state
//! is the numbers of its parts.

use std::hash::Hash;

use reductio_programs::{Address, Object, Part as Kept, Place, State, Status, Thread, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The numbers of the parts of a state: its marks, its variables of no object, and then its threads and objects in the
/// order in which a search first met them; 0 for what does not exist.
pub(crate) type Numbers = SmallVec<[u32; 20]>;

/// The place of the marks among the numbers.
pub(crate) const MARKS: usize = 0;
/// The place of the variables that belong to no object.
const STATICS: usize = 1;
/// The number of places before those of threads and objects.
const FIRST: u32 = 2;

/// A table in which each value has a number, from 1 on.
#[derive(Debug)]
struct Numbered<T> {
    values: Vec<T>,
    numbers: FxHashMap<T, u32>,
}

impl<T> Default for Numbered<T> {
    fn default() -> Self {
        Numbered { values: Vec::new(), numbers: FxHashMap::default() }
    }
}

impl<T: Clone + Eq + Hash> Numbered<T> {
    fn number(&mut self, value: &T) -> u32 {
        if let Some(found) = self.numbers.get(value) {
            return *found;
        }
        self.values.push(value.clone());
        // There are less than 2^32 states, so there are less parts.
        let number = u32::try_from(self.values.len()).unwrap_or(u32::MAX);
        self.numbers.insert(value.clone(), number);
        number
    }

    fn get(&self, number: u32) -> Option<&T> {
        self.values.get((number as usize).checked_sub(1)?)
    }
}

/// The progress of a thread that is at no instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Phase {
    /// It goes on, or has yet to take the step of its end.
    #[default]
    Going,
    /// It waits until another thread has ended.
    Joining,
    /// It has ended.
    Over,
}

/// A thread as a part of a state.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Part {
    pub(crate) thread: Kept<Thread>,
    pub(crate) phase: Phase,
    /// The number of the visible operation that the thread took last, counted from 1; 0 if that does not matter.
    pub(crate) point: u32,
}

impl Part {
    /// Tells whether the thread has come to its end, and has yet to take the step of it.
    pub(crate) fn is_at_end(&self) -> bool {
        self.phase == Phase::Going && self.thread.status == Status::Ended
    }
}

/// The parts of all states that were met so far.
#[derive(Debug, Default)]
pub(crate) struct Parts {
    statics: Numbered<Kept<Vec<Value>>>,
    threads: Vec<Slot<Part>>,
    objects: Vec<Slot<Kept<Object>>>,
    places: u32,
}

/// What is at one place of the numbers.
#[derive(Debug)]
struct Slot<T> {
    place: usize,
    parts: Numbered<T>,
}

impl Parts {
    fn place(&mut self) -> usize {
        self.places += 1;
        (FIRST + self.places - 1) as usize
    }

    /// The number of threads that were met.
    pub(crate) fn threads(&self) -> usize {
        self.threads.len()
    }

    /// The place of an object among the numbers.
    pub(crate) fn object_place(&self, object: Address) -> Option<usize> {
        self.objects.get(object.0 as usize).map(|slot| slot.place)
    }

    /// The number of a thread's part in a state; 0 if the thread does not exist.
    pub(crate) fn thread_number(&self, numbers: &[u32], thread: usize) -> u32 {
        self.threads.get(thread).and_then(|slot| numbers.get(slot.place)).copied().unwrap_or(0)
    }

    /// Gives a thread that exists another part.
    pub(crate) fn set_thread_number(&self, numbers: &mut Numbers, thread: usize, number: u32) {
        if let Some(slot) = self.threads.get(thread) {
            set(numbers, slot.place, number);
        }
    }

    /// The number of an object's part in a state; 0 if the object does not exist.
    pub(crate) fn object_number(&self, numbers: &[u32], object: Address) -> u32 {
        let place = self.object_place(object);
        place.and_then(|place| numbers.get(place)).copied().unwrap_or(0)
    }

    /// The number of the variables that belong to no object.
    pub(crate) fn statics_number(numbers: &[u32]) -> u32 {
        numbers.get(STATICS).copied().unwrap_or(0)
    }

    /// The part of a thread with a number.
    pub(crate) fn thread(&self, thread: usize, number: u32) -> Option<&Part> {
        self.threads.get(thread)?.parts.get(number)
    }

    /// The part of a thread in a state.
    pub(crate) fn thread_in(&self, numbers: &[u32], thread: usize) -> Option<&Part> {
        self.thread(thread, self.thread_number(numbers, thread))
    }

    /// The object with a number.
    pub(crate) fn object(&self, object: Address, number: u32) -> Option<&Object> {
        self.objects.get(object.0 as usize)?.parts.get(number).map(|found| &**found)
    }

    /// Puts a thread's part into a state.
    pub(crate) fn set_thread(&mut self, numbers: &mut Numbers, thread: usize, part: &Part) {
        while self.threads.len() <= thread {
            let place = self.place();
            self.threads.push(Slot { place, parts: Numbered::default() });
        }
        let slot = &mut self.threads[thread];
        let number = slot.parts.number(part);
        set(numbers, slot.place, number);
    }

    fn set_object(&mut self, numbers: &mut Numbers, address: Address, object: &Kept<Object>) {
        while self.objects.len() <= address.0 as usize {
            let place = self.place();
            self.objects.push(Slot { place, parts: Numbered::default() });
        }
        let slot = &mut self.objects[address.0 as usize];
        let number = slot.parts.number(object);
        set(numbers, slot.place, number);
    }

    /// Puts the heap and the variables of a program's state into the numbers, but for what is as it was in `before`.
    pub(crate) fn set_heap(&mut self, numbers: &mut Numbers, before: &State, after: &State) {
        if !before.statics.is(&after.statics) || numbers.len() <= STATICS {
            let number = self.statics.number(&after.statics);
            set(numbers, STATICS, number);
        }
        let mut old = before.heap.iter().peekable();
        for (address, object) in &after.heap {
            let same = old.next_if(|(found, _)| found == address);
            if same.is_none_or(|(_, same)| !same.is(object)) {
                self.set_object(numbers, *address, object);
            }
        }
    }

    /// The program's state of the numbers.
    pub(crate) fn state(&self, numbers: &[u32]) -> State {
        let absent = Kept::new(Thread {
            status: Status::Absent,
            frames: Vec::new(),
            forks: 0,
            allocations: 0,
            background: false,
        });
        let of_thread = |thread| self.thread_in(numbers, thread).map(|part| part.thread.clone());
        let mut threads: Vec<_> = (0..self.threads.len()).map(of_thread).collect();
        while threads.last().is_some_and(Option::is_none) {
            threads.pop();
        }
        let threads = threads.into_iter().map(|found| found.unwrap_or_else(|| absent.clone()));
        let threads = threads.collect();
        let object = |(address, slot): (u32, &Slot<Kept<Object>>)| {
            let number = numbers.get(slot.place).copied()?;
            slot.parts.get(number).map(|object| (Address(address), object.clone()))
        };
        let heap = (0..).zip(&self.objects).filter_map(object).collect();
        let statics = self.statics.get(Parts::statics_number(numbers)).cloned();
        State { threads, heap, statics: statics.unwrap_or_default() }
    }

    /// The number of objects of a state that an instruction made.
    pub(crate) fn made_at(state: &State, site: Place) -> usize {
        state.heap.iter().filter(|(_, object)| object.site == site).count()
    }
}

/// Puts a number at a place.
pub(crate) fn set(numbers: &mut Numbers, place: usize, number: u32) {
    if numbers.len() <= place {
        numbers.resize(place + 1, 0);
    }
    numbers[place] = number;
}
