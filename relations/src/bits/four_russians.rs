//! The product by the method of four Russians: the unions of all choices of a few rows are computed once and looked
//! up.

use multiversion::multiversion;

use super::lines::Lines;
use super::rows::{BITS, LINE, Rows};

/// The number of choices that a table has unions for: all of 4 rows, for short rows, or of 8. The tables for one word
/// of the left factor then take 2 KiB for each word of a short row, and 128 KiB for a line of a long one.
const FEW: usize = 1 << 4;
const MANY: usize = 1 << 8;
/// Rows of the left factor for which the tables are computed once; their unions take as much space as the tables.
const BLOCK: usize = 2048;

/// Writes the product of the rows `from..` of `x` and `y` into those of `out`.
pub(super) fn by_tables(x: &Rows, y: &Rows, out: &mut Rows, from: usize) {
    match x.stride() {
        1 => in_strips::<1, FEW>(x, y, out, from),
        2 => in_strips::<2, FEW>(x, y, out, from),
        4 => in_strips::<4, FEW>(x, y, out, from),
        _ => in_lines(x, y, out, from),
    }
}

#[multiversion(targets("x86_64+avx2+bmi1+bmi2+popcnt+lzcnt"))]
fn in_lines(x: &Rows, y: &Rows, out: &mut Rows, from: usize) {
    in_strips::<LINE, MANY>(x, y, out, from);
}

/// Works on one strip of `W` words of the result at a time. Words that are used again are copied next to each other:
/// rows are often a power of two apart, where caches hold few of them.
#[inline(always)]
fn in_strips<const W: usize, const SETS: usize>(x: &Rows, y: &Rows, out: &mut Rows, from: usize) {
    let (strips, used) = (x.stride() / W, x.states().div_ceil(BITS));
    let (y_words, _) = y.words().as_chunks::<W>();
    let (out_words, _) = out.words_mut().as_chunks_mut::<W>();
    let mut tables = Lines::zero(W * SETS * (BITS / rows_of(SETS)));
    let (tables, _) = tables.as_chunks_mut::<W>().0.as_chunks_mut::<SETS>();
    for start in (from..x.states()).step_by(BLOCK) {
        let block = start..(start + BLOCK).min(x.states());
        let columns: Vec<u64> =
            (0..used).flat_map(|k| block.clone().map(move |s| x.row(s)[k])).collect();
        for strip in 0..strips {
            let mut sums = Lines::zero(W * block.len());
            let (sums, _) = sums.as_chunks_mut::<W>();
            for (word, column) in columns.chunks_exact(block.len()).enumerate() {
                fill(tables, |k| {
                    let row = BITS * word + k;
                    y_words.get(row * strips + strip).map_or([0; W], |line| *line)
                });
                for (sum, choice) in sums.iter_mut().zip(column) {
                    if *choice != 0 {
                        *sum = chosen(tables, *choice, *sum);
                    }
                }
            }
            for (s, sum) in block.clone().zip(sums) {
                out_words[s * strips + strip] = *sum;
            }
        }
    }
}

/// The number of rows that have so many subsets.
const fn rows_of(sets: usize) -> usize {
    sets.trailing_zeros() as usize
}

/// Entry `set` of table `t` becomes the union of the rows `r t + k` for the bits `k` of `set`, where `r` is the number
/// of rows of a table.
#[inline(always)]
fn fill<const W: usize, const SETS: usize>(
    tables: &mut [[[u64; W]; SETS]],
    row: impl Fn(usize) -> [u64; W],
) {
    for (t, table) in tables.iter_mut().enumerate() {
        for k in 0..rows_of(SETS) {
            let new = row(rows_of(SETS) * t + k);
            let (known, unknown) = table.split_at_mut(1 << k);
            for (union, without) in unknown.iter_mut().zip(known) {
                *union = or(*without, &new);
            }
        }
    }
}

/// The union of `sum` and the rows that the bits of `choice` name.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "less than SETS")]
fn chosen<const W: usize, const SETS: usize>(
    tables: &[[[u64; W]; SETS]],
    mut choice: u64,
    mut sum: [u64; W],
) -> [u64; W] {
    for table in tables {
        sum = or(sum, &table[(choice % SETS as u64) as usize]);
        choice >>= rows_of(SETS);
    }
    sum
}

#[inline(always)]
pub(super) fn or<const W: usize>(mut sum: [u64; W], more: &[u64; W]) -> [u64; W] {
    for k in 0..W {
        sum[k] |= more[k];
    }
    sum
}
