//! Locksets that grow when somebody asks.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::{Engine, Key, Sync};

/// Lazy locksets: a log of synchronizations, applied to a lockset when somebody asks for it.
///
/// A synchronization is an arrow between two elements: whoever has the one in its lockset gets the other. A release
/// leads from the thread to the lock, an acquire from the lock to the thread. That a lock which is held belongs to a
/// lockset exactly if its owner does (S4 Lemma 1) saves the rest of the paper's rules. As locksets only grow until the
/// next access, a question needs the log only if the old lockset does not answer it, and only up to the arrow that
/// does.
///
/// A synchronization costs a line in the log. When the log is long, it is applied to all locksets at once, 64 of them
/// in one step, and locksets that became equal are one from then on; so that memory is bounded by the number of
/// distinct locksets.
#[derive(Clone, Debug)]
pub struct Lazy {
    sets: Vec<Set>,
    free: Vec<u32>,
    log: Vec<(u32, u32)>,
    /// The number of arrows that were in the log before, and are applied to all sets.
    applied: u64,
    longest: Option<usize>,
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

/// How long the log is allowed to become at least, how much longer for each element, and at most. Applying it to all
/// sets costs as much as they have elements; going through it when somebody asks costs its length.
const SHORTEST: usize = 1 << 10;
const FOR_EACH_ELEMENT: usize = 1 << 5;
const LONGEST: usize = 1 << 13;

impl Default for Lazy {
    fn default() -> Self {
        Self::new(None)
    }
}

impl Lazy {
    /// An engine that applies its log to all locksets when it has so many arrows. The answers are the same.
    pub fn with_longest_log(longest: usize) -> Self {
        Self::new(Some(longest))
    }

    fn new(longest: Option<usize>) -> Self {
        Self {
            sets: Vec::new(),
            free: Vec::new(),
            log: Vec::new(),
            applied: 0,
            longest,
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
        let longest = self.longest.unwrap_or_else(|| {
            let longest = SHORTEST + FOR_EACH_ELEMENT * self.marks.len();
            longest.min(LONGEST).max(self.sets.len() / 4)
        });
        if self.log.len() >= longest {
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

    /// An arrow from a lock or a volatile variable to a thread. It is not needed if nobody else has left something
    /// there.
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
        let mut known = FxHashMap::default();
        for batch in own.chunks(Columns::WIDTH) {
            self.apply_to_batch(batch, &mut columns);
            self.store(batch, &mut columns, &mut known);
        }
        self.applied += self.log.len() as u64;
        self.log.clear();
    }

    /// Applies the log to the columns of some sets.
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
        enter(columns, self.end_of_log());
    }

    /// Stores the columns of some sets, and leaves them empty. Of equal sets only the first is stored.
    fn store(
        &mut self,
        batch: &[u32],
        columns: &mut Columns,
        known: &mut FxHashMap<u64, SmallVec<[u32; 1]>>,
    ) {
        let end = self.end_of_log();
        let (sizes, codes) = columns.summaries();
        for (place, &set) in batch.iter().enumerate() {
            let candidates = known.entry(codes[place]).or_default();
            let is_same = |other: &&u32| {
                let members = &self.sets[**other as usize].members;
                members.len() == sizes[place]
                    && members.iter().all(|&member| columns.has(member, place))
            };
            let same = candidates.iter().find(is_same).copied();
            if let Some(same) = same {
                self.sets[same as usize].references += 1;
            } else {
                candidates.push(set);
            }
            let this = &mut self.sets[set as usize];
            this.until = end;
            this.same_as = same;
            this.members.clear();
            if same.is_none() {
                let members = columns.used.iter().copied();
                this.members.extend(members.filter(|&member| columns.has(member, place)));
            }
        }
        columns.clear();
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

    fn has(&self, element: u32, place: usize) -> bool {
        self.bits[element as usize][place / 64] >> (place % 64) & 1 == 1
    }

    /// For each set its size, and a code that is the same for equal sets.
    fn summaries(&self) -> (Vec<usize>, Vec<u64>) {
        let (mut sizes, mut codes) = (vec![0; Self::WIDTH], vec![0_u64; Self::WIDTH]);
        for &element in &self.used {
            let code = (u64::from(element) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let code = (code ^ code >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            for (at, &word) in self.bits[element as usize].iter().enumerate() {
                let mut word = word;
                while word != 0 {
                    let place = at * 64 + word.trailing_zeros() as usize;
                    sizes[place] += 1;
                    codes[place] = codes[place].wrapping_add(code);
                    word &= word - 1;
                }
            }
        }
        (sizes, codes)
    }

    fn clear(&mut self) {
        for element in self.used.drain(..) {
            self.is_used[element as usize] = false;
            self.bits[element as usize] = [0; Self::WORDS];
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
