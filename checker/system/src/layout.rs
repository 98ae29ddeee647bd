//! The layout of states: the place of each cell.

use smallvec::SmallVec;

use super::cell::Cell;
use super::expression::Memory;
use super::ids::{CellId, Value};

/// A packed state: every cell takes as many bits as its domain needs, and lies within one word.
pub type PackedState = SmallVec<[u64; 8]>;

/// The layout of a [`PackedState`]: the place of each cell.
#[derive(Clone, Debug)]
pub struct Layout {
    fields: Vec<Field>,
    words: usize,
}

/// The word, shift and mask of a cell, and the value that is stored as zero.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    pub(super) word: u32,
    pub(super) shift: u32,
    pub(super) mask: u64,
    pub(super) low: Value,
}

impl Layout {
    /// The layout by first fit in the order of the cells, in the last word only: neighbours stay near each other.
    pub(super) fn new(cells: &[Cell]) -> Self {
        let (mut word, mut used) = (0, 0);
        let fields = cells
            .iter()
            .map(|cell| {
                let bits = u64::BITS - (cell.domain.size() - 1).leading_zeros();
                if used + bits > u64::BITS {
                    word += 1;
                    used = 0;
                }
                // A cell of no bits may come right after a full word.
                let shift = if bits == 0 { 0 } else { used };
                used += bits;
                Field { word, shift, mask: (1 << bits) - 1, low: cell.domain.low() }
            })
            .collect();
        Layout { fields, words: word as usize + 1 }
    }

    /// The number of words of a state, 64 bits each; at least one.
    pub fn words(&self) -> usize {
        self.words
    }

    /// The state in which every cell has its least value.
    pub fn zero(&self) -> PackedState {
        SmallVec::from_elem(0, self.words)
    }

    /// The place of a cell.
    pub(super) fn field(&self, cell: CellId) -> Field {
        self.fields[cell.index()]
    }

    /// The value of a cell.
    #[inline]
    pub fn read(&self, state: &[u64], cell: CellId) -> Value {
        let field = self.fields[cell.index()];
        // At most 31 bits: a domain has at most 2^31 values.
        #[expect(clippy::cast_possible_truncation)]
        let offset = (state[field.word as usize] >> field.shift & field.mask) as u32;
        field.low.wrapping_add_unsigned(offset)
    }

    /// Changes the value of a cell; it must be in the cell's domain.
    #[inline]
    pub fn write(&self, state: &mut [u64], cell: CellId, value: Value) {
        let field = self.fields[cell.index()];
        #[expect(clippy::cast_sign_loss)]
        let offset = u64::from(value.wrapping_sub(field.low) as u32);
        debug_assert!(offset <= field.mask, "cell {cell:?} cannot hold {value}");
        let word = &mut state[field.word as usize];
        *word = *word & !(field.mask << field.shift) | offset << field.shift;
    }

    /// A memory that reads a state. Writes are lost: it is for predicates and guards.
    pub fn memory<'a>(&'a self, state: &'a [u64]) -> StateMemory<'a, &'a [u64]> {
        StateMemory { layout: self, state }
    }

    /// A memory that changes a state.
    pub fn memory_mut<'a>(&'a self, state: &'a mut [u64]) -> StateMemory<'a, &'a mut [u64]> {
        StateMemory { layout: self, state }
    }
}

/// A packed state as a [`Memory`].
pub struct StateMemory<'a, S> {
    layout: &'a Layout,
    state: S,
}

impl Memory for StateMemory<'_, &[u64]> {
    #[inline]
    fn read(&mut self, cell: CellId) -> Value {
        self.layout.read(self.state, cell)
    }

    fn write(&mut self, _: CellId, _: Value) {
        unreachable!("predicates and guards have no assignments");
    }
}

impl Memory for StateMemory<'_, &mut [u64]> {
    #[inline]
    fn read(&mut self, cell: CellId) -> Value {
        self.layout.read(self.state, cell)
    }

    #[inline]
    fn write(&mut self, cell: CellId, value: Value) {
        self.layout.write(self.state, cell, value);
    }
}
