//! The converse, in blocks of 64 by 64 pairs.

use multiversion::multiversion;

use super::rows::{BITS, LINE, Rows};

impl Rows {
    /// The relation with all pairs turned around.
    pub(super) fn converse(&self) -> Self {
        let mut converse = Rows::zero(self.states());
        // Tiles of 8 by 8 blocks: the words read and written there stay in the cache until all of their lines are
        // used.
        let words = self.states().div_ceil(BITS);
        for above in (0..words).step_by(LINE) {
            for left in (0..words).step_by(LINE) {
                for above in above..(above + LINE).min(words) {
                    for left in left..(left + LINE).min(words) {
                        turn_block(self, above, left, &mut converse);
                    }
                }
            }
        }
        converse
    }
}

/// Writes the pairs from the 64 states after `64 above` to those after `64 left` the other way round.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+popcnt+lzcnt"))]
fn turn_block(x: &Rows, above: usize, left: usize, converse: &mut Rows) {
    let height = BITS.min(x.states() - BITS * above);
    let mut block = [0; BITS];
    for (word, row) in block[..height].iter_mut().zip(x.rows_from(BITS * above)) {
        *word = row[left];
    }
    if block == [0; BITS] {
        return;
    }
    swap::<32>(&mut block, 0x0000_0000_FFFF_FFFF);
    swap::<16>(&mut block, 0x0000_FFFF_0000_FFFF);
    swap::<8>(&mut block, 0x00FF_00FF_00FF_00FF);
    swap::<4>(&mut block, 0x0F0F_0F0F_0F0F_0F0F);
    swap::<2>(&mut block, 0x3333_3333_3333_3333);
    swap::<1>(&mut block, 0x5555_5555_5555_5555);
    let width = BITS.min(x.states() - BITS * left);
    for (s, word) in block[..width].iter().enumerate() {
        converse.row_mut(BITS * left + s)[above] = *word;
    }
}

/// Exchanges the off-diagonal quarters of each square of `2 SIZE` by `2 SIZE`; `left` are the columns of its left half.
#[inline(always)]
fn swap<const SIZE: usize>(block: &mut [u64; BITS], left: u64) {
    for square in block.chunks_exact_mut(2 * SIZE) {
        let (upper, lower) = square.split_at_mut(SIZE);
        for (upper, lower) in upper.iter_mut().zip(lower) {
            let moved = (*upper >> SIZE ^ *lower) & left;
            *upper ^= moved << SIZE;
            *lower ^= moved;
        }
    }
}
