//! A store of states whose parts are kept once each.

mod bytes;
mod parts;

use std::hash::Hasher;

use hashbrown::HashTable;
use reductio_search::{Copies, Store};
use rustc_hash::FxHasher;

use crate::encode::{read_number, write_number};
use crate::state::{Object, State, Thread};
use crate::value::{Address, Value};
use bytes::ByteList;
use parts::{Name, Parts};

/// The greatest number of bytes that parts of one kind may take as they are used, besides the bytes that all parts
/// take.
const MOST_READY: usize = 1 << 25;

/// The number of bytes that they may take in any case; between these, as many as the states take.
const LEAST_READY: usize = 1 << 16;

/// A store of states. Threads, objects and variables of a state recur in many other states. So each is kept once, as
/// its bytes, and a state as the numbers of its parts (collapse compression). Membership is exact: different parts have
/// different numbers, and different states different lists of these. What [`Store::bytes`] says is what all of it
/// takes.
///
/// ```
/// use reductio_programs::{Bounds, Instruction, Machine, Method, ProgramBuilder, StateStore};
/// use reductio_search::Store;
///
/// let mut builder = ProgramBuilder::new("idle");
/// let main = builder.method(Method::default());
/// builder.push(main, 1, Instruction::Skip);
/// let program = builder.build(main).unwrap();
/// let mut state = Machine::new(&program, Bounds::default()).initial();
/// let mut store = StateStore::default();
/// assert_eq!(store.insert(store.hash(&state), &state), Some((0, true)));
/// assert_eq!(store.insert(store.hash(&state), &state), Some((0, false)));
/// let before = state.clone();
/// store.load(0, &mut state);
/// assert!(state == before && store.len() == 1);
/// ```
#[derive(Clone, Debug, Default)]
pub struct StateStore {
    name: Name,
    threads: Parts<Thread>,
    objects: Parts<Object>,
    statics: Parts<Vec<Value>>,
    /// The states, as the numbers of their parts.
    states: ByteList,
    /// The numbers of states, by their hashes.
    table: HashTable<u32>,
    /// The bytes of the state that is being looked for.
    wanted: Vec<u8>,
}

/// What is read of a stored state.
struct Numbers<'b>(&'b [u8]);

impl Numbers<'_> {
    fn next(&mut self) -> u32 {
        read_number(&mut self.0).and_then(|number| u32::try_from(number).ok()).unwrap_or(0)
    }

    /// The number of threads or objects, and the address of each object if that is not its place.
    fn count(&mut self) -> (u32, bool) {
        let number = self.next();
        (number >> 1, number & 1 == 1)
    }
}

impl StateStore {
    /// Puts the numbers of the parts of a state into `wanted`. `None` if a part cannot be kept.
    fn write(&mut self, state: &State) -> Option<()> {
        let StateStore { name, threads, objects, statics, states, wanted, .. } = self;
        let room = states.bytes().clamp(LEAST_READY, MOST_READY);
        wanted.clear();
        write_number((state.threads.len() as u64) << 1, wanted);
        for thread in &state.threads {
            write_number(threads.number(name, thread, room)?.into(), wanted);
        }
        let is_named = (0..).zip(&state.heap).any(|(place, (address, _))| address.0 != place);
        write_number((state.heap.len() as u64) << 1 | u64::from(is_named), wanted);
        for (address, object) in &state.heap {
            if is_named {
                write_number(address.0.into(), wanted);
            }
            write_number(objects.number(name, object, room)?.into(), wanted);
        }
        write_number(statics.number(name, &state.statics, room)?.into(), wanted);
        Some(())
    }

    /// The hash of a stored state: that of the state.
    fn hash_of(&self, number: u32) -> u64 {
        let mut hasher = FxHasher::default();
        let mut from = Numbers(self.states.get(number));
        let (count, _) = from.count();
        hasher.write_u32(count);
        (0..count).for_each(|_| hasher.write_u64(self.threads.hash(from.next())));
        let (count, is_named) = from.count();
        for place in 0..count {
            hasher.write_u32(if is_named { from.next() } else { place });
            hasher.write_u64(self.objects.hash(from.next()));
        }
        hasher.write_u64(self.statics.hash(from.next()));
        hasher.finish()
    }
}

impl Store<State> for StateStore {
    type Rows = Copies<State>;

    /// Cost: linear in the number of parts, and in those that are new.
    fn hash(&self, state: &State) -> u64 {
        let mut hasher = FxHasher::default();
        let count = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
        hasher.write_u32(count(state.threads.len()));
        state.threads.iter().for_each(|thread| hasher.write_u64(thread.hash_of_value()));
        for (Address(address), object) in &state.heap {
            hasher.write_u32(*address);
            hasher.write_u64(object.hash_of_value());
        }
        hasher.write_u64(state.statics.hash_of_value());
        hasher.finish()
    }

    fn insert(&mut self, hash: u64, state: &State) -> Option<(u32, bool)> {
        self.write(state)?;
        let found = self.table.find(hash, |&number| self.states.get(number) == self.wanted);
        if let Some(&number) = found {
            return Some((number, false));
        }
        if self.table.capacity() == self.table.len() {
            let mut table = std::mem::take(&mut self.table);
            let is_there = table.try_reserve(1, |&number| self.hash_of(number)).is_ok();
            self.table = table;
            is_there.then_some(())?;
        }
        let number = self.states.push(&self.wanted)?;
        // There is room, so that no other hash is asked for.
        self.table.insert_unique(hash, number, |_| 0);
        Some((number, true))
    }

    fn load(&self, number: u32, state: &mut State) {
        let mut from = Numbers(self.states.get(number));
        let (count, _) = from.count();
        state.threads.truncate(count as usize);
        for place in 0..count as usize {
            let number = from.next();
            match state.threads.get_mut(place) {
                Some(thread) => self.threads.load(&self.name, number, thread),
                None => state.threads.extend(self.threads.get(&self.name, number)),
            }
        }
        let (count, is_named) = from.count();
        state.heap.truncate(count as usize);
        for place in 0..count {
            let address = Address(if is_named { from.next() } else { place });
            let number = from.next();
            if let Some((old, object)) = state.heap.get_mut(place as usize) {
                *old = address;
                self.objects.load(&self.name, number, object);
                continue;
            }
            let object = self.objects.get(&self.name, number);
            state.heap.extend(object.map(|object| (address, object)));
        }
        self.statics.load(&self.name, from.next(), &mut state.statics);
    }

    fn len(&self) -> usize {
        self.states.len()
    }

    fn bytes(&self) -> usize {
        self.states.bytes()
            + self.table.allocation_size()
            + self.threads.bytes()
            + self.objects.bytes()
            + self.statics.bytes()
    }
}
