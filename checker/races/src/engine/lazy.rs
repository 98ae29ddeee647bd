//! Locksets that grow when somebody asks.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::{Engine, Key, Sync};

/// Lazy locksets: a log of synchronizations, applied to a lockset when somebody asks for it.
///
/// A synchronization is an arrow between two elements: whoever has the one in its lockset gets the other. A release leads
/// from the thread to the lock, an acquire from the lock to the thread. That a lock which is held belongs to a lockset
/// exactly if its owner does (S4 Lemma 1) saves the rest of the paper's rules. As locksets only grow until the next access, a
/// question needs the log only if the old lockset does not answer it, and only up to the arrow that does.
///
/// A synchronization costs a line in the log. When the log is long, it is applied to all locksets at once, 64 of them in one
/// step, and locksets that became equal are one from then on; so that memory is bounded by the number of distinct locksets.
#[derive(Clone, Debug)]
pub struct Lazy {
    sets: Vec<Set>,
    free: Vec<u32>,
    log: Vec<(u32, u32)>,
    /// The number of arrows that were in the log before, and are applied to all sets.
    applied: u64,
    longest: usize,
    /// Which elements are in the set that is looked at: those with the number of this look.
    marks: Vec<u32>,
    look: u32,
    /// For each lock or volatile variable the thread that alone led to it so far, or many.
    sources: Vec<Source>,
}

/// Which threads have arrows to an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    None,
    /// Since the last arrow from the element to this thread, only from that thread.
    Only(u32),
    Many,
}

type Members = SmallVec<[u32; 6]>;

#[derive(Clone, Debug, Default)]
struct Set {
    members: Members,
    /// The number of arrows, since the begin, that are applied.
    until: u64,
    references: u32,
    same_as: Option<u32>,
}

/// How long the log is allowed to become.
const LONGEST: usize = 1 << 13;

impl Default for Lazy {
    fn default() -> Self {
        Self::with_longest_log(LONGEST)
    }
}

impl Lazy {
    /// An engine that applies its log to all locksets when it has so many arrows. The answers are the same.
    pub fn with_longest_log(longest: usize) -> Self {
        Self {
            sets: Vec::new(),
            free: Vec::new(),
            log: Vec::new(),
            applied: 0,
            longest: longest.max(1),
            marks: Vec::new(),
            look: 0,
            sources: Vec::new(),
        }
    }

    fn reserve(&mut self, key: Key) {
        if key.index() >= self.marks.len() {
            self.marks.resize(key.index() + 1, 0);
            self.sources.resize(key.index() + 1, Source::None);
        }
    }

    fn arrow(&mut self, from: Key, to: Key) {
        self.log.push((from.0, to.0));
        if self.log.len() >= self.longest.max(self.sets.len() / 4) {
            self.apply_to_all();
        }
    }

    /// An arrow from a thread to a lock or a volatile variable.
    fn leave(&mut self, thread: Key, at: Key) {
        self.reserve(thread);
        self.reserve(at);
        let source = &mut self.sources[at.index()];
        *source = match *source {
            Source::None => Source::Only(thread.0),
            Source::Only(other) if other == thread.0 => Source::Only(other),
            _ => Source::Many,
        };
        self.arrow(thread, at);
    }

    /// An arrow from a lock or a volatile variable to a thread. It is not needed if nobody else has left something there.
    fn take(&mut self, at: Key, thread: Key, is_lock: bool) {
        self.reserve(thread);
        self.reserve(at);
        match self.sources[at.index()] {
            Source::None => return,
            Source::Only(other) if other == thread.0 => return,
            _ => {}
        }
        if is_lock {
            // From now on only this thread can leave something, up to its release.
            self.sources[at.index()] = Source::Only(thread.0);
        }
        self.arrow(at, thread);
    }

    fn find(&self, mut set: u32) -> u32 {
        while let Some(other) = self.sets[set as usize].same_as {
            set = other;
        }
        set
    }

    fn end_of_log(&self) -> u64 {
        self.applied + self.log.len() as u64
    }

    /// Begins to look at a set: marks its members.
    fn mark(&mut self, set: u32) {
        if self.look == u32::MAX {
            self.marks.fill(0);
            self.look = 0;
        }
        self.look += 1;
        for &member in &self.sets[set as usize].members {
            self.marks[member as usize] = self.look;
        }
    }

    /// Applies the log to a set, up to the arrow by which it gets an element. Says whether there is one.
    fn apply(&mut self, set: u32, wanted: Option<Key>) -> bool {
        if self.sets[set as usize].until == self.end_of_log() {
            return false;
        }
        self.mark(set);
        let this = &mut self.sets[set as usize];
        #[expect(clippy::cast_possible_truncation, reason = "it is less than the log's length")]
        let start = (this.until - self.applied) as usize;
        let wanted = wanted.map_or(u32::MAX, |key| key.0);
        for (at, &(from, to)) in self.log[start..].iter().enumerate() {
            if self.marks[from as usize] == self.look && self.marks[to as usize] != self.look {
                self.marks[to as usize] = self.look;
                this.members.push(to);
                if to == wanted {
                    this.until += at as u64 + 1;
                    return true;
                }
            }
        }
        this.until = self.applied + self.log.len() as u64;
        false
    }

    /// Applies the log to all sets and empties it.
    fn apply_to_all(&mut self) {
        let is_own = |set: &u32| {
            let set = &self.sets[*set as usize];
            set.references > 0 && set.same_as.is_none()
        };
        #[expect(clippy::cast_possible_truncation, reason = "sets are numbered by 32 bits")]
        let mut own: Vec<u32> = (0..self.sets.len() as u32).filter(is_own).collect();
        own.sort_by_key(|&set| self.sets[set as usize].until);
        let mut columns = Columns::new(self.marks.len());
        for batch in own.chunks(Columns::WIDTH) {
            self.apply_to_batch(batch, &mut columns);
        }
        self.applied += self.log.len() as u64;
        self.log.clear();
        self.merge(&own);
    }

    fn apply_to_batch(&mut self, batch: &[u32], columns: &mut Columns) {
        let mut next = 0;
        let mut enter = |columns: &mut Columns, until: u64| {
            while let Some(&set) = batch.get(next)
                && self.sets[set as usize].until <= until
            {
                for &member in &self.sets[set as usize].members {
                    columns.insert(member, next);
                }
                next += 1;
            }
        };
        for (at, &(from, to)) in self.log.iter().enumerate() {
            enter(columns, self.applied + at as u64);
            columns.flow(from, to);
        }
        let end = self.end_of_log();
        enter(columns, end);
        for &set in batch {
            self.sets[set as usize].members.clear();
            self.sets[set as usize].until = end;
        }
        columns.drain(|member, place| self.sets[batch[place] as usize].members.push(member));
    }

    /// Makes one set of those that are equal. All have been applied to.
    fn merge(&mut self, own: &[u32]) {
        let mut by_content: FxHashMap<Members, u32> = FxHashMap::default();
        for &set in own {
            let mut members = std::mem::take(&mut self.sets[set as usize].members);
            members.sort_unstable();
            let first = *by_content.entry(members).or_insert(set);
            if first != set {
                self.sets[set as usize].same_as = Some(first);
                self.sets[first as usize].references += 1;
            }
        }
        for (members, set) in by_content {
            self.sets[set as usize].members = members;
        }
    }

    fn has(&self, set: u32, element: Key) -> bool {
        self.sets[set as usize].members.contains(&element.0)
    }
}

/// For each element in which of many sets it is, one bit for each set.
struct Columns {
    bits: Vec<[u64; Columns::WORDS]>,
    used: Vec<u32>,
    is_used: Vec<bool>,
}

impl Columns {
    const WORDS: usize = 8;
    /// The number of sets.
    const WIDTH: usize = 64 * Self::WORDS;

    fn new(elements: usize) -> Self {
        Self {
            bits: vec![[0; Self::WORDS]; elements],
            used: Vec::new(),
            is_used: vec![false; elements],
        }
    }

    fn touch(&mut self, element: u32) {
        if !std::mem::replace(&mut self.is_used[element as usize], true) {
            self.used.push(element);
        }
    }

    fn insert(&mut self, element: u32, place: usize) {
        self.touch(element);
        self.bits[element as usize][place / 64] |= 1 << (place % 64);
    }

    fn flow(&mut self, from: u32, to: u32) {
        let bits = self.bits[from as usize];
        let mut any = 0;
        for (into, from) in self.bits[to as usize].iter_mut().zip(bits) {
            *into |= from;
            any |= from;
        }
        if any != 0 {
            self.touch(to);
        }
    }

    /// Visits all elements of all sets, and removes them.
    fn drain(&mut self, mut visit: impl FnMut(u32, usize)) {
        for element in self.used.drain(..) {
            self.is_used[element as usize] = false;
            let words = std::mem::take(&mut self.bits[element as usize]);
            for (at, mut word) in words.into_iter().enumerate() {
                while word != 0 {
                    visit(element, at * 64 + word.trailing_zeros() as usize);
                    word &= word - 1;
                }
            }
        }
    }
}

impl Engine for Lazy {
    type Stamp = u32;

    fn begin(&mut self, thread: Key, held: &[Key]) -> u32 {
        self.reserve(thread);
        for &lock in held {
            self.reserve(lock);
        }
        let members = held.iter().chain([&thread]).map(|key| key.0).collect();
        let set = Set { members, until: self.end_of_log(), references: 1, same_as: None };
        if let Some(free) = self.free.pop() {
            self.sets[free as usize] = set;
            return free;
        }
        self.sets.push(set);
        u32::try_from(self.sets.len() - 1).expect("there is no memory for so many sets")
    }

    fn forget(&mut self, stamp: u32) {
        let mut set = stamp;
        loop {
            let this = &mut self.sets[set as usize];
            this.references -= 1;
            if this.references > 0 {
                return;
            }
            this.members = Members::new();
            self.free.push(set);
            match this.same_as.take() {
                Some(other) => set = other,
                None => return,
            }
        }
    }

    fn pass(&mut self, sync: Sync<'_>) {
        match sync {
            Sync::Acquire { thread, lock, .. } => self.take(lock, thread, true),
            Sync::Release { thread, lock } => self.leave(thread, lock),
            Sync::Fork { thread: from, child: to, .. }
            | Sync::Join { child: from, thread: to, .. } => {
                self.reserve(from);
                self.reserve(to);
                self.arrow(from, to);
            }
            Sync::Publish { thread, volatile, .. } => self.leave(thread, volatile),
            Sync::Observe { thread, volatile, .. } => self.take(volatile, thread, false),
        }
    }

    fn is_before(&mut self, stamp: u32, thread: Key, held: &[Key]) -> bool {
        let set = self.find(stamp);
        self.has(set, thread)
            || held.iter().any(|&lock| self.has(set, lock))
            || self.apply(set, Some(thread))
    }

    fn contains(&mut self, stamp: u32, element: Key, owner: Option<Key>) -> bool {
        let set = self.find(stamp);
        self.apply(set, None);
        self.has(set, element) || owner.is_some_and(|owner| self.has(set, owner))
    }
}
