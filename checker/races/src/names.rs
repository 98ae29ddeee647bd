//! Names and the numbers that stand for them.

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::Hasher;

use crate::event::{Location, Lock, Thread, Variable, Volatile};

/// The number of locations that are remembered at most. The trace of a program has as many as the program has lines; a
/// trace with a new one in every event would fill the memory.
const MOST_LOCATIONS: usize = 1 << 20;
/// The number of bytes of a location, and of all of them, that are remembered at most.
const LONGEST_LOCATION: usize = 512;
const MOST_BYTES: usize = 1 << 26;

/// A table of texts, numbered in the order in which they were first met.
#[derive(Clone, Debug, Default)]
struct Table {
    /// All texts, one behind the other.
    bytes: String,
    /// For each text where it ends.
    ends: Vec<usize>,
    /// The number of each text, by its hash.
    numbers: HashTable<u32>,
    /// The number that was asked for last.
    last: u32,
}

fn hash(text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(text.as_bytes());
    hasher.finish()
}

impl Table {
    fn get(&self, number: u32) -> Option<&str> {
        let number = number as usize;
        let end = *self.ends.get(number)?;
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        Some(&self.bytes[start..end])
    }

    fn text(&self, number: u32) -> &str {
        self.get(number).unwrap_or_default()
    }

    fn find(&self, text: &str) -> Option<u32> {
        self.numbers.find(hash(text), |&other| self.text(other) == text).copied()
    }

    /// The number of a text, which is new if it was not met before. `None` when all numbers are in use.
    fn number(&mut self, text: &str, most: usize) -> Option<u32> {
        if self.get(self.last) == Some(text) {
            return Some(self.last);
        }
        let hash_of_text = hash(text);
        let found = self.numbers.find(hash_of_text, |&other| self.text(other) == text).copied();
        let number = match found {
            Some(number) => number,
            None if self.ends.len() >= most => return None,
            None => {
                let number = u32::try_from(self.ends.len()).ok()?;
                self.bytes.push_str(text);
                self.ends.push(self.bytes.len());
                let (bytes, ends) = (&self.bytes, &self.ends);
                self.numbers.insert_unique(hash_of_text, number, |&other| {
                    let other = other as usize;
                    let start = if other == 0 { 0 } else { ends[other - 1] };
                    hash(&bytes[start..ends[other]])
                });
                number
            }
        };
        self.last = number;
        Some(number)
    }
}

/// The names in a trace, and the numbers that events use for them.
///
/// Threads, locks, variables, volatile variables and locations have names of their own: a lock and a variable may be
/// called alike.
///
/// ```
/// let mut names = reductio_races::Names::default();
/// let x = names.variable("x");
/// assert_eq!((names.variable("y").0, names.variable("x")), (1, x));
/// assert_eq!(names.of_variable(x), "x");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Names {
    threads: Table,
    locks: Table,
    variables: Table,
    volatiles: Table,
    locations: Table,
}

/// Numbers for names of one kind never run out: before that there would be no memory left for them.
const MOST: usize = u32::MAX as usize - 1;

impl Names {
    /// The number of a thread.
    pub fn thread(&mut self, name: &str) -> Thread {
        Thread(self.threads.number(name, MOST).unwrap_or(u32::MAX - 1))
    }

    /// The number of a lock.
    pub fn lock(&mut self, name: &str) -> Lock {
        Lock(self.locks.number(name, MOST).unwrap_or(u32::MAX - 1))
    }

    /// The number of a variable.
    pub fn variable(&mut self, name: &str) -> Variable {
        Variable(self.variables.number(name, MOST).unwrap_or(u32::MAX - 1))
    }

    /// The number of a volatile variable.
    pub fn volatile(&mut self, name: &str) -> Volatile {
        Volatile(self.volatiles.number(name, MOST).unwrap_or(u32::MAX - 1))
    }

    /// The number of a location. `None` for the empty text, for one of more than 512 bytes, and for a new one when
    /// about a million others, or 64 MiB of them, are known already: locations explain, nothing depends on them.
    pub fn location(&mut self, text: &str) -> Option<Location> {
        if text.is_empty() || text.len() > LONGEST_LOCATION {
            return None;
        }
        let is_full = self.locations.bytes.len() + text.len() > MOST_BYTES;
        self.locations.number(text, if is_full { 0 } else { MOST_LOCATIONS }).map(Location)
    }

    /// The variable of a name, if there is one.
    pub fn find_variable(&self, name: &str) -> Option<Variable> {
        self.variables.find(name).map(Variable)
    }

    /// The name of a thread; empty for a number that was not given here.
    pub fn of_thread(&self, thread: Thread) -> &str {
        self.threads.text(thread.0)
    }

    /// The name of a lock; empty for a number that was not given here.
    pub fn of_lock(&self, lock: Lock) -> &str {
        self.locks.text(lock.0)
    }

    /// The name of a variable; empty for a number that was not given here.
    pub fn of_variable(&self, variable: Variable) -> &str {
        self.variables.text(variable.0)
    }

    /// The name of a volatile variable; empty for a number that was not given here.
    pub fn of_volatile(&self, volatile: Volatile) -> &str {
        self.volatiles.text(volatile.0)
    }

    /// The text of a location; empty for a number that was not given here.
    pub fn of_location(&self, location: Location) -> &str {
        self.locations.text(location.0)
    }

    /// The number of variables that have names.
    pub fn variables(&self) -> usize {
        self.variables.ends.len()
    }

    /// The names of all variables, in the order in which they were first met.
    pub fn all_variables(&self) -> impl Iterator<Item = &str> {
        (0..self.variables.ends.len()).filter_map(|number| {
            u32::try_from(number).ok().map(|number| self.variables.text(number))
        })
    }
}
