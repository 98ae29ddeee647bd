//! The order of threads to which nothing refers.

use std::cmp::Ordering;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::naming::{Naming, values};
use crate::mutant::{self, Mutant};
use crate::state::{Object, Status, Thread};
use crate::value::Value;

/// What can be told of a thread without knowing its name, or those of what has none yet.
type Told = Vec<u64>;

/// The threads that get the next names.
pub(super) enum Next {
    /// None is left.
    None,
    /// This one.
    One(usize),
    /// These, in this order.
    All(Vec<usize>),
    /// One of these, each of which has to be tried.
    OneOf(Vec<usize>),
}

/// The threads that get the next names. Which they are does not depend on the names that there are now; their order
/// may, where it does not matter.
pub(super) fn next(naming: &Naming<'_>) -> Next {
    let mut unnamed: SmallVec<[usize; 8]> = naming.unnamed().collect();
    match unnamed[..] {
        [] => return Next::None,
        [only] => return Next::One(only),
        _ => {}
    }
    unnamed.sort_unstable_by(|one, two| compare(naming, *one, *two).then(one.cmp(two)));
    let are_alike = |one: &usize, two: &usize| compare(naming, *one, *two).is_eq();
    if let Some(only) = unnamed.chunk_by(are_alike).find(|group| group.len() == 1) {
        return Next::One(only[0]);
    }
    if mutant::is(Mutant::NoSignatures) {
        // The first of the first group.
        return Next::One(unnamed[0]);
    }
    by_signatures(naming, &unnamed)
}

/// The threads that get the next names, where all that can be told of each without its signature is told of another one
/// too.
fn by_signatures(naming: &Naming<'_>, unnamed: &[usize]) -> Next {
    let keys: FxHashMap<usize, Told> =
        unnamed.iter().map(|thread| (*thread, key(naming, *thread))).collect();
    let reaches: FxHashMap<usize, Reach> =
        unnamed.iter().map(|thread| (*thread, Reach::of(naming, *thread, &keys))).collect();
    let groups = grouped(unnamed, |thread| (&keys[&thread], &reaches[&thread].told));
    if let Some(only) = groups.iter().find(|group| group.len() == 1) {
        return Next::One(only[0]);
    }
    if mutant::is(Mutant::NoOtherOrders) {
        return Next::One(groups[0][0]);
    }
    let touches = Touches::of(&reaches);
    let are_alike = |group: &&Vec<usize>| {
        let first = &reaches[&group[0]];
        group[1..].iter().all(|other| touches.may_change_places(naming, first, &reaches[other]))
    };
    match groups.iter().find(are_alike) {
        Some(alike) => Next::All(alike.clone()),
        None => Next::OneOf(groups.into_iter().next().unwrap_or_default()),
    }
}

/// The threads in groups of those of which the same is told, in the order of that.
fn grouped<K: Ord>(threads: &[usize], told: impl Fn(usize) -> K) -> Vec<Vec<usize>> {
    let mut sorted: Vec<(K, usize)> = threads.iter().map(|k| (told(*k), *k)).collect();
    sorted.sort_unstable();
    let groups = sorted.chunk_by(|one, two| one.0 == two.0);
    groups.map(|group| group.iter().map(|(_, thread)| *thread).collect()).collect()
}

/// The order of what is told of two threads themselves: that of their [keys](key), of which most differ at their begin.
fn compare(naming: &Naming<'_>, one: usize, two: usize) -> Ordering {
    let threads = &naming.state.threads;
    let (first, second) = (&threads[one], &threads[two]);
    outline(first).cmp(outline(second)).then_with(|| {
        let told = |thread: usize, value| told(naming, thread, value);
        let one = values(first).flat_map(|value| told(one, value));
        one.cmp(values(second).flat_map(|value| told(two, value)))
    })
}

/// What is told of a thread itself.
fn key(naming: &Naming<'_>, thread: usize) -> Told {
    let found = &naming.state.threads[thread];
    outline(found).chain(values(found).flat_map(|value| told(naming, thread, value))).collect()
}

/// What is told of a value that a thread has, without a name that is not known yet.
fn told(naming: &Naming<'_>, thread: usize, value: Value) -> [u64; 2] {
    match (value, naming.number_of(value)) {
        (Value::Int(_) | Value::Text { .. } | Value::Boxed(..), _) => plain(value),
        (Value::Object(_), Some(number)) => [1, number.into()],
        (Value::Thread(_), Some(number)) => [2, number.into()],
        (Value::Object(_), None) => [3, 0],
        (Value::Thread(other), None) if other.index() == thread => [4, 0],
        (Value::Thread(_), None) => [5, 0],
    }
}

/// The state and the places of a thread.
fn outline(thread: &Thread) -> impl Iterator<Item = u64> {
    let status = match thread.status {
        Status::Absent => [0, 0],
        Status::Running => [1, 0],
        Status::Waiting { depth, timed, .. } => [2, u64::from(depth) << 1 | u64::from(timed)],
        Status::Notified { depth, .. } => [3, depth.into()],
        Status::Ended => [4, 0],
        Status::Wrong(wrong) => [5, wrong.number() as u64],
        Status::Halted(limit) => [6, limit.number()],
    };
    let counts = u64::from(thread.forks) << 32 | u64::from(thread.allocations);
    let [status, of] = status;
    let frames = &thread.frames;
    let first = [counts, status, of, thread.background.into(), frames.len() as u64];
    let places = frames.iter().map(|frame| frame.place);
    first
        .into_iter()
        .chain(places.map(|place| u64::from(place.method.0) << 32 | u64::from(place.at)))
}

/// What is told of a value that refers to nothing.
fn plain(value: Value) -> [u64; 2] {
    match value {
        Value::Int(number) => [0, bits(number)],
        Value::Text { text, literal } => [7, u64::from(text.0) << 1 | u64::from(literal)],
        Value::Boxed(class, number) => [8 | u64::from(class.bits()) << 4, bits(number)],
        Value::Object(_) | Value::Thread(_) => [9, 0],
    }
}

fn bits(number: i64) -> u64 {
    u64::from_ne_bytes(number.to_ne_bytes())
}

/// What a thread can reach that has no name yet.
struct Reach {
    /// The description of all that, by the order in which it is met.
    told: Told,
    /// The places of the objects, in the order in which they are met.
    objects: Vec<usize>,
    /// The threads, in the order in which they are met; the first is the thread itself.
    threads: Vec<usize>,
}

impl Reach {
    fn of(naming: &Naming<'_>, thread: usize, keys: &FxHashMap<usize, Told>) -> Reach {
        let state = naming.state;
        let mut told: Told = outline(&state.threads[thread]).collect();
        let mut walk = Walk {
            naming,
            objects: Vec::new(),
            threads: vec![thread],
            object_numbers: FxHashMap::default(),
            thread_numbers: FxHashMap::from_iter([(thread, 0)]),
        };
        values(&state.threads[thread]).for_each(|value| told.extend(walk.tell(value)));
        let mut at = 0;
        while let Some(&place) = walk.objects.get(at) {
            at += 1;
            let Object { site, length, cells, owner, queue } = &*state.heap[place].1;
            told.push(u64::from(site.method.0) << 32 | u64::from(site.at));
            told.push(length.map_or(0, |length| u64::from(length) + 1));
            match owner {
                Some((owner, depth)) => {
                    told.push(1 + u64::from(*depth));
                    told.extend(walk.tell(Value::Thread(*owner)));
                }
                None => told.push(0),
            }
            told.push(queue.as_ref().map_or(0, |queue| 1 + queue.lock.len() as u64));
            told.push(queue.as_ref().map_or(0, |queue| queue.waiting.len() as u64));
            for thread in queue.iter().flat_map(|queue| queue.threads()) {
                told.extend(walk.tell(Value::Thread(thread)));
            }
            told.push(cells.len() as u64);
            for (number, value) in cells {
                told.push((*number).into());
                told.extend(walk.tell(*value));
            }
        }
        for met in &walk.threads[1..] {
            match keys.get(met) {
                Some(key) => told.extend(key),
                None => told.push(0),
            }
        }
        Reach { told, objects: walk.objects, threads: walk.threads }
    }
}

/// A walk from one thread.
struct Walk<'n, 's> {
    naming: &'n Naming<'s>,
    objects: Vec<usize>,
    threads: Vec<usize>,
    object_numbers: FxHashMap<usize, usize>,
    thread_numbers: FxHashMap<usize, usize>,
}

impl Walk<'_, '_> {
    /// What is told of a value.
    fn tell(&mut self, value: Value) -> [u64; 2] {
        let known = self.naming.number_of(value);
        match value {
            Value::Int(_) | Value::Text { .. } | Value::Boxed(..) => plain(value),
            Value::Object(address) => {
                if let Some(number) = known {
                    return [1, number.into()];
                }
                let Some(place) = self.naming.place_of(address) else { return [6, 0] };
                let next = self.objects.len();
                let number = *self.object_numbers.entry(place).or_insert(next);
                if number == next {
                    self.objects.push(place);
                }
                [3, number as u64]
            }
            Value::Thread(thread) => {
                if let Some(number) = known {
                    return [2, number.into()];
                }
                let next = self.threads.len();
                let number = *self.thread_numbers.entry(thread.index()).or_insert(next);
                if number == next {
                    self.threads.push(thread.index());
                }
                [5, number as u64]
            }
        }
    }
}

/// How many threads can reach each object and each thread that has no name yet.
struct Touches {
    objects: FxHashMap<usize, u32>,
    threads: FxHashMap<usize, u32>,
}

impl Touches {
    fn of(reaches: &FxHashMap<usize, Reach>) -> Self {
        let (mut objects, mut threads) = (FxHashMap::default(), FxHashMap::default());
        for reach in reaches.values() {
            for place in &reach.objects {
                *objects.entry(*place).or_insert(0) += 1;
            }
            // That a thread can reach itself does not count.
            for thread in &reach.threads[1..] {
                *threads.entry(*thread).or_insert(0) += 1;
            }
        }
        Touches { objects, threads }
    }

    /// Whether two threads can change places, each with what it alone can reach, and everything is as it was. They have
    /// the same signature. So it is enough that whatever one of them reaches, the other reaches in the same place, or
    /// else nobody but the one does; and that nobody refers to the two themselves.
    fn may_change_places(&self, naming: &Naming<'_>, one: &Reach, two: &Reach) -> bool {
        let is_private = |place: &usize| self.objects.get(place) == Some(&1);
        let is_referred_to = |thread: &usize| self.threads.contains_key(thread);
        let is_private_end = |thread: &usize| {
            self.threads.get(thread) == Some(&1) && naming.state.threads[*thread].is_over()
        };
        let objects = one.objects.iter().zip(&two.objects);
        let threads = one.threads[1..].iter().zip(&two.threads[1..]);
        !is_referred_to(&one.threads[0])
            && !is_referred_to(&two.threads[0])
            && objects.into_iter().all(|(a, b)| a == b || is_private(a) && is_private(b))
            && threads.into_iter().all(|(a, b)| a == b || is_private_end(a) && is_private_end(b))
    }
}
