//! Blocks, labels and loops of a thread's code.

use crate::text::syntax::Span;

/// A block of a thread's code.
#[derive(Default)]
pub(super) struct Block {
    /// The block around it.
    pub(super) parent: Option<usize>,
    /// Tells whether the block is that of `synchronized`.
    pub(super) is_synchronized: bool,
}

/// A label.
pub(super) struct Label {
    /// The number of the instruction.
    pub(super) at: u32,
    pub(super) block: usize,
    pub(super) span: Span,
}

/// A loop.
pub(super) struct Loop {
    pub(super) block: usize,
    /// The number of the instruction at which it goes round.
    pub(super) start: u32,
    /// The jumps behind its end.
    pub(super) breaks: Vec<u32>,
}

impl Loop {
    /// The number of the instruction at which the loop goes round.
    pub(super) fn start(&self) -> u32 {
        self.start
    }
}
