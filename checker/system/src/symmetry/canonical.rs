//! Canonical forms of packed states: members of a family are sorted by what belongs to them, which is read as one
//! number for each, with a flag for each pointer that names the member. No renaming is searched for.

use std::ops::Range;

use smallvec::SmallVec;

use super::super::System;
use super::super::family::{Family, Live, Named};
use super::super::ids::{CellId, Point, ThreadId};
use super::super::layout::Field;
use super::verify::is_dead;

/// The most values of a pointer.
const MOST_VALUES: u64 = 1 << 12;

/// Sorts the members of one family in packed states.
#[derive(Clone, Debug)]
pub(super) struct Sorter {
    members: usize,
    /// The threads of each member, by number, those of the first member first, of each so many.
    threads: Vec<u8>,
    each: usize,
    /// The threads of each member, as bits.
    masks: Vec<u64>,
    own: Vec<Part>,
    pointers: Vec<Flag>,
    /// The number of bits of what belongs to a member, flags included.
    bits: u32,
    /// The number of bits of the flags.
    flags: u32,
}

/// The most members, which are threads.
const MOST_MEMBERS: usize = 64;

/// The members in the order of their keys.
type Order = SmallVec<[u8; MOST_MEMBERS]>;

/// Neighbouring cells of each member, which lie in one word.
#[derive(Clone, Debug)]
struct Part {
    width: u32,
    mask: u64,
    /// For each member, the word and the shift.
    places: Vec<(u32, u32)>,
}

/// A cell whose value may name a member.
#[derive(Clone, Debug)]
struct Flag {
    field: Field,
    width: u32,
    /// The number of bits of the flags after this one.
    after: u32,
    /// By value, the member that is named, and which of its threads, counted from one.
    of: Vec<Option<(u8, u8)>>,
    /// By member, and by which of its threads, the value.
    values: Vec<Vec<u64>>,
    live: When,
}

/// When a pointer counts.
#[derive(Clone, Debug)]
enum When {
    Always,
    /// Where the counter of a thread has not this value.
    Unless {
        counter: Field,
        dead: Vec<bool>,
    },
    /// Where a queue has more items than this.
    Above {
        length: Field,
        before: u64,
    },
}

impl When {
    #[inline]
    fn is_live(&self, state: &[u64]) -> bool {
        match self {
            When::Always => true,
            When::Unless { counter, dead } => {
                !dead[usize::try_from(raw(state, *counter)).unwrap_or(0)]
            }
            When::Above { length, before } => raw(state, *length) > *before,
        }
    }
}

#[inline]
fn raw(state: &[u64], field: Field) -> u64 {
    state[field.word as usize] >> field.shift & field.mask
}

#[inline]
fn put(state: &mut [u64], (word, shift): (u32, u32), mask: u64, bits: u64) {
    let word = &mut state[word as usize];
    *word = *word & !(mask << shift) | bits << shift;
}

/// A number of many bits, which grows at its low end.
trait Key: Copy + Ord + Default {
    fn push(&mut self, bits: u64, width: u32);

    /// Sets a few bits so many places above the lowest.
    fn set(&mut self, bits: u8, place: u32);
}

impl Key for u64 {
    #[inline]
    fn push(&mut self, bits: u64, width: u32) {
        *self = self.checked_shl(width).unwrap_or(0) | bits;
    }

    #[inline]
    fn set(&mut self, bits: u8, place: u32) {
        *self |= u64::from(bits) << place;
    }
}

impl Key for u128 {
    #[inline]
    fn push(&mut self, bits: u64, width: u32) {
        *self = self.checked_shl(width).unwrap_or(0) | u128::from(bits);
    }

    #[inline]
    fn set(&mut self, bits: u8, place: u32) {
        *self |= u128::from(bits) << place;
    }
}

/// The keys of all members.
type Keys<K> = SmallVec<[K; MOST_MEMBERS]>;

/// The number of words of the longest keys.
const LONG: usize = 8;

impl Key for [u64; LONG] {
    fn push(&mut self, bits: u64, width: u32) {
        let (words, width) = ((width / u64::BITS) as usize, width % u64::BITS);
        for place in 0..LONG {
            let word = |place: usize| self.get(place + words).copied().unwrap_or(0);
            let below = if width > 0 { word(place + 1) >> (u64::BITS - width) } else { 0 };
            self[place] = word(place) << width | below;
        }
        self[LONG - 1] |= bits;
    }

    fn set(&mut self, bits: u8, place: u32) {
        let (words, shift) = ((place / u64::BITS) as usize, place % u64::BITS);
        self[LONG - 1 - words] |= u64::from(bits) << shift;
        // A flag may lie in two words.
        if let Some(high) = u64::from(bits).checked_shr(u64::BITS - shift)
            && words + 1 < LONG
        {
            self[LONG - 2 - words] |= high;
        }
    }
}

impl Sorter {
    /// Makes the sorter of a family; none if what belongs to a member is too long.
    pub(super) fn new(system: &System, family: &Family) -> Option<Self> {
        let layout = system.layout();
        let small = |number: usize| u8::try_from(number).ok();
        let member = |member: usize| -> Vec<Field> {
            let counters = family.threads[member].iter().map(|thread| thread.counter());
            let cells = counters.chain(family.cells[member].iter().copied());
            cells.map(|cell| layout.field(cell)).filter(|field| field.mask > 0).collect()
        };
        let fields: Vec<Vec<Field>> = (0..family.threads.len()).map(member).collect();
        let mut own: Vec<Part> = Vec::new();
        for number in 0..fields[0].len() {
            let width = fields[0][number].mask.count_ones();
            let follows = |part: &Part| {
                let mut all = part.places.iter().zip(&fields);
                all.all(|(place, fields)| {
                    let field = fields[number];
                    *place == (field.word, field.shift.wrapping_sub(part.width))
                })
            };
            if let Some(part) = own.last_mut().filter(|part| follows(part)) {
                part.mask |= fields[0][number].mask << part.width;
                part.width += width;
                continue;
            }
            let places = fields.iter().map(|fields| (fields[number].word, fields[number].shift));
            own.push(Part { width, mask: fields[0][number].mask, places: places.collect() });
        }
        let mut pointers: Vec<Flag> = family
            .pointers
            .iter()
            .map(|pointer| Flag::new(system, family, pointer))
            .collect::<Option<_>>()?;
        let mut flags = 0;
        for flag in pointers.iter_mut().rev() {
            flag.after = flags;
            flags += flag.width;
        }
        let threads = family.threads.iter().flatten().map(|thread| small(thread.index()));
        let threads = threads.collect::<Option<Vec<u8>>>()?;
        let each = family.threads[0].len();
        if threads.iter().any(|thread| usize::from(*thread) >= MOST_MEMBERS) || each == 0 {
            return None;
        }
        let mask = |member: &[u8]| member.iter().fold(0, |bits, thread| bits | 1_u64 << thread);
        let masks = threads.chunks(each).map(mask).collect();
        let bits = own.iter().map(|part| part.width).sum::<u32>() + flags;
        if family.threads.len() > MOST_MEMBERS {
            return None;
        }
        if bits as usize > LONG * u64::BITS as usize {
            return None;
        }
        let members = family.threads.len();
        Some(Sorter { members, threads, each, masks, own, pointers, bits, flags })
    }

    /// Sorts the members in a state, and changes the parts of threads, each of which is its own part before.
    #[inline]
    pub(super) fn sort(&self, state: &mut [u64], parts: &mut [u8]) {
        if self.bits <= u64::BITS {
            self.sort_by::<u64>(state, parts);
        } else if self.bits <= u128::BITS {
            self.sort_by::<u128>(state, parts);
        } else {
            self.sort_by::<[u64; LONG]>(state, parts);
        }
    }

    #[inline]
    fn sort_by<K: Key>(&self, state: &mut [u64], parts: &mut [u8]) {
        let mut keys: Keys<K> = SmallVec::new();
        self.keys(state, &mut keys);
        let mut order = self.in_order();
        if !keys.is_sorted() {
            let moved = insertion_sort(&mut keys, &mut order);
            self.permute(state, &order, moved);
        }
        let mut first = 0;
        for place in 0..keys.len() {
            if place > 0 && keys[place] != keys[place - 1] {
                first = place;
            }
            let member = usize::from(order[place]);
            if first != member {
                let threads = |member: usize| &self.threads[member * self.each..][..self.each];
                for (thread, part) in threads(member).iter().zip(threads(first)) {
                    parts[usize::from(*thread)] = *part;
                }
            }
        }
    }

    /// The members in the order of their numbers.
    #[inline]
    fn in_order(&self) -> Order {
        #[expect(clippy::cast_possible_truncation, reason = "there are at most 64 members")]
        (0..self.members as u8).collect()
    }

    /// The threads of members that are as the one before, as bits.
    #[inline]
    pub(super) fn alike(&self, state: &[u64]) -> u64 {
        if self.bits <= u64::BITS {
            self.alike_by::<u64>(state)
        } else if self.bits <= u128::BITS {
            self.alike_by::<u128>(state)
        } else {
            self.alike_by::<[u64; LONG]>(state)
        }
    }

    #[inline]
    fn alike_by<K: Key>(&self, state: &[u64]) -> u64 {
        let mut keys: Keys<K> = SmallVec::new();
        self.keys(state, &mut keys);
        let mut all = 0;
        for member in 1..self.members {
            if keys[member] == keys[member - 1] {
                all |= self.masks[member];
            }
        }
        all
    }

    /// The first of the members that are as a member, where `alike` are the threads of those that are as the one
    /// before.
    #[inline]
    pub(super) fn first_alike(&self, member: usize, alike: u64) -> usize {
        let mut first = member;
        while alike & self.masks[first] != 0 {
            first -= 1;
        }
        first
    }

    /// For each member the place that it gets when a state is sorted.
    pub(super) fn places(&self, state: &[u64]) -> Vec<usize> {
        let mut keys: Keys<[u64; LONG]> = SmallVec::new();
        self.keys(state, &mut keys);
        let mut order = self.in_order();
        insertion_sort(&mut keys, &mut order);
        let mut places = vec![0; self.members];
        let all = order.iter().enumerate();
        all.for_each(|(place, &member)| places[usize::from(member)] = place);
        places
    }

    /// Gives each member of a state the place that `places` says.
    pub(super) fn rename(&self, state: &mut [u64], places: &[usize]) {
        let mut order = self.in_order();
        for (member, &place) in self.in_order().into_iter().zip(places) {
            order[place] = member;
        }
        self.permute(state, &order, 0..self.members);
    }

    /// What belongs to each member, as a number.
    #[inline]
    fn keys<K: Key>(&self, state: &[u64], keys: &mut Keys<K>) {
        keys.resize(self.members, K::default());
        for part in &self.own {
            for (key, &(word, shift)) in keys.iter_mut().zip(&part.places) {
                key.push(state[word as usize] >> shift & part.mask, part.width);
            }
        }
        if self.flags > 0 {
            keys.iter_mut().for_each(|key| key.push(0, self.flags));
            for flag in &self.pointers {
                if let Some((member, thread)) = flag.named(state) {
                    keys[usize::from(member)].set(thread, flag.after);
                }
            }
        }
    }

    /// Puts into each place of a state the member that `order` says; only in these places there are others than before.
    fn permute(&self, state: &mut [u64], order: &[u8], moved: Range<usize>) {
        for part in &self.own {
            let before = |place: usize| {
                let (word, shift) = part.places[place];
                state[word as usize] >> shift & part.mask
            };
            let mut all: SmallVec<[u64; MOST_MEMBERS]> = SmallVec::new();
            all.extend(moved.clone().map(before));
            for place in moved.clone() {
                let bits = all[usize::from(order[place]) - moved.start];
                put(state, part.places[place], part.mask, bits);
            }
        }
        for flag in &self.pointers {
            let Some((member, thread)) = flag.named(state) else { continue };
            let place = order.iter().position(|found| *found == member);
            let place = place.expect("each member has a place");
            let value = flag.values[place][usize::from(thread) - 1];
            put(state, (flag.field.word, flag.field.shift), flag.field.mask, value);
        }
    }
}

/// Sorts keys that are nearly sorted, and with them the order; equal keys stay as they are. Returns the places from the
/// first to the last that changed.
#[inline]
fn insertion_sort<K: Key>(keys: &mut [K], order: &mut [u8]) -> Range<usize> {
    let mut moved = keys.len()..0;
    for next in 1..keys.len() {
        let (key, member) = (keys[next], order[next]);
        let mut place = next;
        while place > 0 && keys[place - 1] > key {
            keys[place] = keys[place - 1];
            order[place] = order[place - 1];
            place -= 1;
        }
        if place < next {
            keys[place] = key;
            order[place] = member;
            moved = moved.start.min(place)..next + 1;
        }
    }
    moved
}

impl Flag {
    fn new(
        system: &System,
        family: &Family,
        pointer: &super::super::family::Pointer,
    ) -> Option<Self> {
        let layout = system.layout();
        let field = layout.field(pointer.cell);
        if field.mask >= MOST_VALUES {
            return None;
        }
        let variants = match pointer.named {
            Named::Member => 1,
            Named::Thread => family.threads[0].len(),
        };
        let mut of = vec![None; usize::try_from(field.mask).ok()? + 1];
        let mut values = Vec::new();
        for (member, threads) in family.threads.iter().enumerate() {
            let mut own = Vec::new();
            for (variant, thread) in threads.iter().enumerate().take(variants) {
                let number = match pointer.named {
                    Named::Member => member,
                    Named::Thread => thread.index(),
                };
                let offset = i64::from(pointer.low) - i64::from(field.low);
                let value = u64::try_from(offset + i64::try_from(number).ok()?).ok()?;
                let entry = of.get_mut(usize::try_from(value).ok()?)?;
                *entry = Some((u8::try_from(member).ok()?, u8::try_from(variant + 1).ok()?));
                own.push(value);
            }
            values.push(own);
        }
        let width = usize::BITS - variants.leading_zeros();
        let live = match pointer.live {
            Live::Always => When::Always,
            Live::Local(thread) => unless_forgotten(system, thread, pointer.cell),
            Live::Slot { length, before } => {
                let length = layout.field(length);
                let before = i64::from(before) - i64::from(length.low);
                When::Above { length, before: u64::try_from(before).ok()? }
            }
        };
        Some(Flag { field, width, after: 0, of, values, live })
    }

    /// The member that the pointer names in a state, and which of its threads, counted from one.
    #[inline]
    fn named(&self, state: &[u64]) -> Option<(u8, u8)> {
        let found = self.of[usize::try_from(raw(state, self.field)).unwrap_or(0)]?;
        self.live.is_live(state).then_some(found)
    }
}

fn unless_forgotten(system: &System, thread: ThreadId, cell: CellId) -> When {
    let counter = system.layout().field(thread.counter());
    let mut dead = vec![false; usize::try_from(counter.mask).unwrap_or(0) + 1];
    for (point, dead) in dead.iter_mut().enumerate().take(system.thread(thread).points().len()) {
        *dead = is_dead(system, thread, Point::try_from(point).unwrap_or(Point::MAX), cell);
    }
    if dead.contains(&true) { When::Unless { counter, dead } } else { When::Always }
}
