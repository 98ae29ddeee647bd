//! Sets of integers as intervals.

use smallvec::{SmallVec, smallvec};

/// A set of integers, as intervals in order, none of them empty and no two adjacent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ranges(SmallVec<[(i64, i64); 2]>);

impl Ranges {
    /// The set `low..=high`, which is empty if `low > high`.
    pub(super) fn between(low: i64, high: i64) -> Self {
        Ranges(if low <= high { smallvec![(low, high)] } else { SmallVec::new() })
    }

    /// The set of these values, in any order.
    pub(super) fn of(values: impl IntoIterator<Item = i64>) -> Self {
        let mut values: SmallVec<[i64; 4]> = values.into_iter().collect();
        values.sort_unstable();
        let mut out: SmallVec<[(i64, i64); 2]> = SmallVec::new();
        for value in values {
            match out.last_mut() {
                Some((_, high)) if value <= *high + 1 => *high = value,
                _ => out.push((value, value)),
            }
        }
        Ranges(out)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The least and the greatest element.
    pub(super) fn hull(&self) -> Option<(i64, i64)> {
        Some((self.0.first()?.0, self.0.last()?.1))
    }

    /// The number of elements.
    pub(super) fn size(&self) -> u64 {
        self.0.iter().map(|(low, high)| low.abs_diff(*high) + 1).sum()
    }

    /// The intersection of two sets.
    pub(super) fn and(&self, other: &Ranges) -> Ranges {
        let mut out = SmallVec::new();
        let (mut left, mut right) = (self.0.iter().peekable(), other.0.iter().peekable());
        while let (Some((a, b)), Some((c, d))) = (left.peek(), right.peek()) {
            if a.max(c) <= b.min(d) {
                out.push((*a.max(c), *b.min(d)));
            }
            if b < d {
                left.next();
            } else {
                right.next();
            }
        }
        Ranges(out)
    }

    /// The elements of this set that are not in the other one.
    pub(super) fn without(&self, other: &Ranges) -> Ranges {
        let mut out = SmallVec::new();
        let mut holes = other.0.iter().peekable();
        for &(mut low, high) in &self.0 {
            while let Some(&&(start, end)) = holes.peek() {
                if end < low {
                    holes.next();
                    continue;
                }
                if start > high {
                    break;
                }
                if low < start {
                    out.push((low, start - 1));
                }
                low = end + 1;
                if end > high {
                    break;
                }
                holes.next();
            }
            if low <= high {
                out.push((low, high));
            }
        }
        Ranges(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The operations agree with those on sets of numbers, for all pairs of subsets of eight numbers.
    #[test]
    fn operations_are_those_of_sets() {
        let set = |bits: u32| (0..8).filter(move |k| bits >> k & 1 == 1).map(i64::from);
        for left in 0..256 {
            let one = Ranges::of(set(left));
            assert_eq!(one.size(), u64::from(left.count_ones()));
            assert_eq!(one.hull().map(|hull| hull.0), set(left).min());
            assert_eq!(one.hull().map(|hull| hull.1), set(left).max());
            for right in 0..256 {
                let two = Ranges::of(set(right));
                assert_eq!(one.and(&two), Ranges::of(set(left & right)));
                assert_eq!(one.without(&two), Ranges::of(set(left & !right)), "{one:?} {two:?}");
            }
        }
    }
}
