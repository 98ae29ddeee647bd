//! The tables of which operation might be the first to interfere with another, held against the definition (Godefroid
//! 1996, definition 4.26; S1 section 6) in all states of one object, with three to five threads. Objects and their
//! operations are the test's own. The tables are exact: no entry is larger than it must be.

use std::collections::BTreeSet;
use std::hash::Hash;

use reductio_search::Access;
use reductio_selective::{Object, Owner, might_interfere};

/// What an operation does in a state: the ways in which it can be performed, each with the state after it and what its
/// thread sees of it. None if it has to wait.
type Ways<S> = Vec<(S, u8)>;

/// One object as a test sees it: what a thread can do to it.
trait Shared: Clone + Ord + Hash {
    fn ways(&self, thread: usize, access: Access) -> Ways<Self>;
}

/// Whether one way to perform an operation of a thread is dependent on the operation `stays` of thread 0: it changes
/// how that can be performed, or the other way round, or the order matters.
fn depends<S: Shared>(
    state: &S,
    stays: Access,
    thread: usize,
    access: Access,
    way: &(S, u8),
) -> bool {
    let seen = |ways: &Ways<S>| ways.iter().map(|(_, seen)| *seen).collect::<BTreeSet<u8>>();
    let (before, after) = (state.ways(0, stays), way.0.ways(0, stays));
    if before.len() != after.len() || seen(&before) != seen(&after) {
        return true;
    }
    // Where both can be performed, the same way must be there after the other operation, and lead to the same states.
    let there: BTreeSet<(S, u8)> = after.into_iter().collect();
    let mut back = BTreeSet::new();
    for (middle, what) in before {
        let all = middle.ways(thread, access);
        if all.len() != state.ways(thread, access).len() {
            return true;
        }
        let same: Vec<_> = all.into_iter().filter(|(_, other)| *other == way.1).collect();
        if same.is_empty() {
            return true;
        }
        back.extend(same.into_iter().map(|(end, _)| (end, what)));
    }
    there != back
}

/// The definition: steps of the threads 1, 2, ... none of which depends on the operation `stays` of thread 0, and then
/// `comes` by thread 1, which does.
fn is_first<S: Shared>(
    state: &S,
    stays: Access,
    comes: Access,
    threads: usize,
    all: &[Access],
) -> bool {
    let mut seen = BTreeSet::from([state.clone()]);
    let mut open = vec![state.clone()];
    while let Some(state) = open.pop() {
        let ways = state.ways(1, comes);
        if ways.iter().any(|way| depends(&state, stays, 1, comes, way)) {
            return true;
        }
        for thread in 1..threads {
            for &access in all {
                for way in state.ways(thread, access) {
                    if !depends(&state, stays, thread, access, &way) && seen.insert(way.0.clone()) {
                        open.push(way.0);
                    }
                }
            }
        }
    }
    false
}

/// A monitor that is not taken twice: who owns it, and who waits, by bit.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Monitor {
    owner: Option<usize>,
    waiting: u8,
    threads: usize,
}

impl Shared for Monitor {
    fn ways(&self, thread: usize, access: Access) -> Ways<Self> {
        let owns = self.owner == Some(thread);
        let waits = self.waiting & 1 << thread != 0;
        let with = |owner, waiting| Monitor { owner, waiting, threads: self.threads };
        match access {
            Access::Acquire | Access::EndWait if self.owner.is_none() && !waits => {
                vec![(with(Some(thread), self.waiting), 0)]
            }
            Access::Release if owns => vec![(with(None, self.waiting), 0)],
            Access::StartWait if owns => vec![(with(None, self.waiting | 1 << thread), 0)],
            Access::Notify if owns => {
                // One of those that wait, or all, or none if nobody waits.
                let waiting = (0..self.threads).filter(|k| self.waiting & 1 << k != 0);
                let one = waiting.map(|k| self.waiting & !(1 << k));
                let rest: BTreeSet<u8> = one.chain([0]).collect();
                rest.into_iter().map(|rest| (with(Some(thread), rest), rest)).collect()
            }
            _ => Vec::new(),
        }
    }
}

#[test]
fn the_table_of_locks_and_monitors_is_exact() {
    let all =
        [Access::Acquire, Access::Release, Access::StartWait, Access::EndWait, Access::Notify];
    let (mut compared, mut yes) = (0, 0);
    for threads in 3..=5 {
        for owner in (0..threads).map(Some).chain([None]) {
            for waiting in 0..1_u8 << threads {
                if owner.is_some_and(|owner| waiting & 1 << owner != 0) {
                    continue;
                }
                let state = Monitor { owner, waiting, threads };
                let [waits, other_waits] = [0, 1].map(|k: usize| waiting & 1 << k != 0);
                let object = Object::Lock {
                    owner: match owner {
                        None => Owner::Free,
                        Some(0) => Owner::One,
                        Some(1) => Owner::Other,
                        Some(_) => Owner::Third,
                    },
                    waits,
                    other_waits,
                    all_wait: waiting == (1 << threads) - 1,
                };
                for stays in all {
                    // A thread that waits is at the second half of its wait; operations that fail are left out.
                    let needs =
                        matches!(stays, Access::Release | Access::StartWait | Access::Notify);
                    if waits && stays != Access::EndWait || needs && owner != Some(0) {
                        continue;
                    }
                    for comes in all {
                        let expected = is_first(&state, stays, comes, threads, &all);
                        let told = might_interfere(&object, stays, comes);
                        assert_eq!(told, expected, "{threads} {object:?} {stays:?} {comes:?}");
                        compared += 1;
                        yes += usize::from(told);
                    }
                }
            }
        }
    }
    println!("{compared} entries, {yes} yes");
    assert!(compared > 1_500 && yes > 200);
}

/// A semaphore: its value, and the greatest one. Where `up` fails, its thread sees that.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Semaphore(i32, i32);

impl Shared for Semaphore {
    fn ways(&self, _thread: usize, access: Access) -> Ways<Self> {
        let Semaphore(value, most) = *self;
        match access {
            Access::Down if value > 0 => vec![(Semaphore(value - 1, most), 0)],
            Access::Up if value < most => vec![(Semaphore(value + 1, most), 0)],
            Access::Up => vec![(self.clone(), 1)],
            _ => Vec::new(),
        }
    }
}

/// A queue: the items, each the number of the thread that sent it, and the greatest length. Who receives an item sees
/// it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Items(Vec<u8>, usize);

impl Shared for Items {
    fn ways(&self, thread: usize, access: Access) -> Ways<Self> {
        let Items(items, most) = self;
        match access {
            Access::Send if items.len() < *most => {
                let mut more = items.clone();
                more.push(u8::try_from(thread).unwrap());
                vec![(Items(more, *most), 0)]
            }
            Access::Receive if !items.is_empty() => {
                vec![(Items(items[1..].to_vec(), *most), items[0])]
            }
            _ => Vec::new(),
        }
    }
}

/// A variable: its value. Who writes it writes its number, and who reads it sees the value.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Variable(u8);

impl Shared for Variable {
    fn ways(&self, thread: usize, access: Access) -> Ways<Self> {
        match access {
            Access::Read => vec![(self.clone(), self.0)],
            Access::Write => vec![(Variable(u8::try_from(thread).unwrap()), 0)],
            _ => Vec::new(),
        }
    }
}

/// Compares all pairs of operations. Returns the number of pairs, and that of those that might interfere.
fn compare<S: Shared>(state: &S, object: Object, all: &[Access], told: &str) -> (usize, usize) {
    let (mut compared, mut yes) = (0, 0);
    for threads in 3..=4 {
        for &stays in all {
            for &comes in all {
                let expected = is_first(state, stays, comes, threads, all);
                assert_eq!(
                    might_interfere(&object, stays, comes),
                    expected,
                    "{told} {stays:?} {comes:?}"
                );
                compared += 1;
                yes += usize::from(expected);
            }
        }
    }
    (compared, yes)
}

#[test]
fn the_tables_of_semaphores_and_queues_are_exact() {
    let (mut compared, mut yes) = (0, 0);
    for most in 1..=4_i32 {
        for value in 0..=most {
            let object = Object::Filled { value, most };
            let told = format!("{value} of {most}");
            let semaphore = Semaphore(value, most);
            let (all, some) = compare(&semaphore, object, &[Access::Down, Access::Up], &told);
            (compared, yes) = (compared + all, yes + some);
            let length = usize::try_from(value).unwrap();
            // The items came from a thread that does nothing more.
            let queue = Items(vec![9; length], usize::try_from(most.min(3)).unwrap());
            if most <= 3 {
                let (all, some) = compare(&queue, object, &[Access::Send, Access::Receive], &told);
                (compared, yes) = (compared + all, yes + some);
            }
        }
    }
    println!("{compared} entries, {yes} yes");
    assert!(compared > 150 && yes > 50 && yes < compared);
}

#[test]
fn the_table_of_variables_is_exact() {
    let all = [Access::Read, Access::Write];
    let (compared, yes) = compare(&Variable(9), Object::Variable, &all, "variable");
    assert_eq!((compared, yes), (8, 6));
}
