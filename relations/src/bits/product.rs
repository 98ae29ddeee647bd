//! The product of two relations: by rows where few are to be united, else by tables.

use multiversion::multiversion;

use super::four_russians::{by_tables, or};
use super::rows::{LINE, Rows, States};

/// The number of rows that are united at a time; then it is seen whether the union can grow any more.
const GROUP: usize = 16;
/// The number of states for which one row is united in the time that tables take for one row.
const SHARE: usize = 12;
/// The number of united rows by which rows may be slower than tables, before it is decided that tables are faster.
const HEAD_START: usize = 8;

/// The product: a step of `x`, then a step of `y`.
pub(super) fn then(x: &Rows, y: &Rows) -> Rows {
    let mut out = Rows::zero(x.states());
    let done = by_rows(x, y, &mut out);
    if done < x.states() {
        by_tables(x, y, &mut out, done);
    }
    out
}

/// Unites for each row of `x` the rows of `y` that it names, until there are none left or the union is that of all
/// rows. Returns the number of rows done, fewer than all where tables would have been faster by now.
fn by_rows(x: &Rows, y: &Rows, out: &mut Rows) -> usize {
    match x.stride() {
        1 => in_groups::<1>(x, y, out),
        2 => in_groups::<2>(x, y, out),
        4 => in_groups::<4>(x, y, out),
        _ => in_lines(x, y, out),
    }
}

/// Chooses the width of vectors: wide ones pay above 256 states.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+popcnt+lzcnt"))]
fn in_lines(x: &Rows, y: &Rows, out: &mut Rows) -> usize {
    in_groups::<LINE>(x, y, out)
}

/// Unites rows with `W` words of a row at a time in registers.
#[inline(always)]
fn in_groups<const W: usize>(x: &Rows, y: &Rows, out: &mut Rows) -> usize {
    let strips = x.stride() / W;
    let (y_words, _) = y.words().as_chunks::<W>();
    let (out_words, _) = out.words_mut().as_chunks_mut::<W>();
    let mut most = None;
    // The time that tables would have taken by now, and a head start, in rows united.
    let mut budget = HEAD_START * x.states();
    let mut group = [0; GROUP];
    for from in 0..x.states() {
        budget += x.states();
        let row = &mut out_words[from * strips..][..strips];
        let mut through = States::new(x.row(from));
        loop {
            let mut len = 0;
            for (at, state) in group.iter_mut().zip(&mut through) {
                *at = state * strips;
                len += 1;
            }
            let Some(left) = budget.checked_sub(SHARE * len) else { return from };
            budget = left;
            for (strip, sum) in row.iter_mut().enumerate() {
                *sum = group[..len].iter().fold(*sum, |sum, at| or(sum, &y_words[at + strip]));
            }
            if len < GROUP || *row == **most.get_or_insert_with(|| union_of_rows(y_words, strips)) {
                break;
            }
        }
    }
    x.states()
}

/// The union of all rows, which no row of a product exceeds.
#[inline(always)]
fn union_of_rows<const W: usize>(words: &[[u64; W]], strips: usize) -> Vec<[u64; W]> {
    let mut union = vec![[0; W]; strips];
    for row in words.chunks_exact(strips) {
        union.iter_mut().zip(row).for_each(|(sum, more)| *sum = or(*sum, more));
    }
    union
}

#[cfg(test)]
mod tests {
    use super::super::rows::states;
    use super::*;
    use crate::Random;

    const SEED: u64 = 0x5EED_0B17;

    /// Each pair with a chance of `share` in 1024.
    fn random(random: &mut Random, states: usize, share: u64) -> Rows {
        let mut x = Rows::zero(states);
        for s in 0..states {
            for t in 0..states {
                if random.bits() % 1024 < share {
                    x.insert(s, t);
                }
            }
        }
        x
    }

    fn plain(x: &Rows, y: &Rows) -> Rows {
        let mut out = Rows::zero(x.states());
        for (from, through) in x.pairs() {
            for to in states(y.row(through)) {
                out.insert(from, to);
            }
        }
        out
    }

    #[test]
    fn rows_and_tables_agree_at_all_sizes_around_word_and_line_boundaries() {
        let mut bits = Random::new(SEED);
        // How often rows went to the end, and how often tables took over.
        let (mut rows, mut tables) = (0, 0);
        for n in [9, 63, 64, 65, 127, 128, 129, 191, 192, 193, 255, 256, 257, 511, 512, 513, 520] {
            for share in [10, 100, 600] {
                let (x, y) = (random(&mut bits, n, share), random(&mut bits, n, share));
                let expected = plain(&x, &y);
                let mut by_row = Rows::zero(n);
                let done = by_rows(&x, &y, &mut by_row);
                assert!((0..done).all(|s| by_row.row(s) == expected.row(s)), "{n} states, {share}");
                *if done == n { &mut rows } else { &mut tables } += 1;
                assert!(then(&x, &y) == expected, "{n} states, {share}/1024");
                let mut by_table = Rows::zero(n);
                by_tables(&x, &y, &mut by_table, 0);
                assert!(by_table == expected, "by tables, {n} states, {share}/1024");
            }
        }
        assert!(rows >= 20 && tables >= 5, "{rows} by rows, {tables} by tables");
    }

    /// A union of rows may stop only when nothing can be added: here no row has the states above the diagonal.
    #[test]
    fn rows_that_do_not_fill_up_are_not_cut_short() {
        for n in [40, 70, 300, 600] {
            let (mut order, mut expected) = (Rows::zero(n), Rows::zero(n));
            for s in 0..n {
                (0..s).for_each(|t| order.insert(s, t));
                (0..s.saturating_sub(1)).for_each(|t| expected.insert(s, t));
            }
            assert!(then(&order, &order) == expected, "{n} states");
        }
    }

    #[test]
    fn tables_agree_with_rows_across_blocks() {
        let mut bits = Random::new(SEED);
        let n = 2100;
        let (x, y) = (random(&mut bits, n, 4), random(&mut bits, n, 2));
        let (mut by_row, mut by_table) = (Rows::zero(n), Rows::zero(n));
        assert_eq!(by_rows(&x, &y, &mut by_row), n);
        by_tables(&x, &y, &mut by_table, 0);
        assert!(by_row == by_table);
    }
}
