//! The index of a store: which numbers have states with a given hash.
//!
//! A search asks for each state that it meets whether it is stored, and the answer lies somewhere in tens of megabytes.
//! What it costs is the lines of memory that are waited for. So numbers lie in buckets of one line each, together with
//! eight bits of their hashes: mostly one line says that a state is new, or where to look for its equal. Lines that
//! will be needed soon are waited for together ([`Index::touch`]).

/// The number of slots of a bucket.
const SLOTS: usize = 12;
/// The place among the tags of a bucket, behind those of its slots, of the mark that a number which belongs here is in
/// a later bucket.
const SPILLED: usize = SLOTS;
/// The number of buckets that are waited for together while the table grows.
const TOGETHER: usize = 64;
/// A word with one in each byte.
const ONES: u64 = 0x0101_0101_0101_0101;

/// Some numbers, with a tag for each: eight bits of the hash, and 0 for a slot without number. Slots are taken in
/// order.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(64))]
struct Bucket {
    tags: [u8; 16],
    numbers: [u32; SLOTS],
}

impl Bucket {
    /// The slots that have a tag, as the highest bits of bytes.
    #[inline]
    fn with_tag(&self, tag: u8) -> u128 {
        let all = u128::from_le_bytes(self.tags);
        let same = u64::from(tag) * ONES;
        #[expect(clippy::cast_possible_truncation, reason = "the two halves")]
        let (first, second) = (all as u64 ^ same, (all >> 64) as u64 ^ same);
        u128::from(zeros(second) & 0x8080_8080) << 64 | u128::from(zeros(first))
    }

    /// The first slot without number.
    #[inline]
    fn vacant(&self) -> Option<usize> {
        let slot = slot(self.with_tag(0));
        (slot < SLOTS).then_some(slot)
    }
}

/// The bytes of a word that are zero, as their highest bits.
#[inline]
fn zeros(word: u64) -> u64 {
    let low = !(ONES << 7);
    !(((word & low) + low) | word | low)
}

/// The first of the slots in a set of highest bits; more than there are, if the set is empty.
#[inline]
fn slot(set: u128) -> usize {
    set.trailing_zeros() as usize / 8
}

/// A table from hashes to the numbers 0, 1, 2 and so on.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    buckets: Vec<Bucket>,
    len: usize,
}

/// The tag of a hash.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the lowest bits")]
fn tag(hash: u64) -> u8 {
    (hash as u8).max(1)
}

impl Index {
    /// The number of numbers.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<Bucket>()
    }

    /// The bucket that a hash belongs to. Of the hash it takes the highest bits.
    #[inline]
    fn home(&self, hash: u64) -> usize {
        (((hash >> 32) * self.buckets.len() as u64) >> 32) as usize
    }

    /// The number with this hash for which `is_it` says that it is the one.
    #[inline]
    pub(super) fn find(&self, hash: u64, mut is_it: impl FnMut(u32) -> bool) -> Option<u32> {
        let mut place = self.home(hash);
        loop {
            let bucket = self.buckets.get(place)?;
            let mut set = bucket.with_tag(tag(hash));
            while set != 0 {
                let number = bucket.numbers[slot(set)];
                if is_it(number) {
                    return Some(number);
                }
                set &= set - 1;
            }
            if bucket.tags[SPILLED] == 0 {
                return None;
            }
            place = self.after(place);
        }
    }

    /// Adds the next number under a hash. There must be room for it.
    #[inline]
    pub(super) fn push(&mut self, hash: u64) {
        let number = u32::try_from(self.len).expect("numbers have 32 bits");
        self.put(hash, number);
        self.len += 1;
    }

    #[inline]
    fn put(&mut self, hash: u64, number: u32) {
        let mut place = self.home(hash);
        loop {
            let bucket = &mut self.buckets[place];
            if let Some(slot) = bucket.vacant() {
                bucket.tags[slot] = tag(hash);
                bucket.numbers[slot] = number;
                return;
            }
            bucket.tags[SPILLED] = 1;
            place = self.after(place);
        }
    }

    #[inline]
    fn after(&self, place: usize) -> usize {
        if place + 1 == self.buckets.len() { 0 } else { place + 1 }
    }

    /// Makes room for one more number; `hash` is asked for the hashes of all numbers when the table grows. Returns
    /// whether there is memory for it.
    #[inline]
    pub(super) fn reserve(&mut self, hash: impl Fn(u32) -> u64) -> bool {
        // Fifteen slots of sixteen are taken at most.
        self.len * 4 < self.buckets.len() * 45 || self.grow(hash)
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, hash: impl Fn(u32) -> u64) -> bool {
        let wanted = match self.buckets.len() {
            0 => 1,
            2 => 5,
            some => some * 2,
        };
        let mut buckets = Vec::new();
        if buckets.try_reserve_exact(wanted).is_err() {
            return false;
        }
        buckets.resize(wanted, Bucket::default());
        self.buckets = buckets;
        let mut hashes = [0; TOGETHER];
        let mut number = 0_u32;
        while (number as usize) < self.len {
            let many = TOGETHER.min(self.len - number as usize);
            let hashes = &mut hashes[..many];
            for (number, place) in (number..).zip(&mut *hashes) {
                *place = hash(number);
            }
            self.touch_homes(hashes);
            for &mut hash in hashes {
                self.put(hash, number);
                number += 1;
            }
        }
        true
    }

    /// Reads what [`find`](Self::find) will read of the index for these hashes, so that all of it is waited for at
    /// once. Then calls `visit` with numbers that it will perhaps ask about.
    #[inline]
    pub(super) fn touch(&self, hashes: &[u64], mut visit: impl FnMut(u32)) {
        if self.len == 0 {
            return;
        }
        self.touch_homes(hashes);
        for &hash in hashes {
            let bucket = &self.buckets[self.home(hash)];
            let set = bucket.with_tag(tag(hash));
            // Without a jump: whether a state is stored cannot be foreseen. The first number will do for none.
            visit(if set == 0 { 0 } else { bucket.numbers[slot(set).min(SLOTS - 1)] });
        }
    }

    /// Reads the buckets that hashes belong to. None of the reads waits for another one.
    #[inline]
    fn touch_homes(&self, hashes: &[u64]) {
        let tags = hashes.iter().map(|&hash| self.buckets[self.home(hash)].tags[0]);
        std::hint::black_box(tags.fold(0, |sum, tag| sum ^ tag));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Few hashes, so that tags and buckets collide, and all of them at both ends of the table.
    fn hash(number: u32) -> u64 {
        let mixed = u64::from(number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        match number % 7 {
            0 => u64::MAX << 32 | mixed >> 60,
            1 => mixed >> 61,
            _ => mixed ^ mixed >> 29,
        }
    }

    #[test]
    fn all_numbers_are_found_and_no_others() {
        let mut index = Index::default();
        assert_eq!(index.find(5, |_| true), None);
        for number in 0..30_000 {
            assert_eq!(index.find(hash(number), |found| found == number), None);
            assert!(index.reserve(hash));
            index.push(hash(number));
            assert_eq!(index.find(hash(number), |found| found == number), Some(number));
        }
        for number in 0..30_000 {
            assert_eq!(index.find(hash(number), |found| found == number), Some(number));
            // Only numbers with the same tag are asked about.
            index.find(hash(number), |found| {
                assert_eq!(tag(hash(found)), tag(hash(number)));
                false
            });
        }
        assert_eq!(index.len(), 30_000);
        assert!(index.bytes() < 30_000 * 13, "{} bytes", index.bytes());
    }
}
