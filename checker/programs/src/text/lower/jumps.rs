//! Labels, loops and jumps.

use super::Lower;
use super::places::{Block, Label, Loop};
use crate::text::error::{SourceErrorKind, nearest};
use crate::text::syntax::Span;

impl Lower<'_, '_> {
    /// Makes the code of a block.
    pub(super) fn within(&mut self, is_synchronized: bool, make: impl FnOnce(&mut Self)) {
        let outer = self.block;
        self.blocks.push(Block { parent: Some(outer), is_synchronized });
        self.block = self.blocks.len() - 1;
        make(self);
        self.block = outer;
    }

    /// Makes the code of a loop's block. Returns the jumps behind its end.
    pub(super) fn looping(&mut self, start: u32, make: impl FnOnce(&mut Self)) -> Vec<u32> {
        let block = self.block;
        self.loops.push(Loop { block, start, breaks: Vec::new() });
        self.within(false, make);
        self.loops.pop().map(|found| found.breaks).unwrap_or_default()
    }

    /// Whether a jump from a block to one around it leaves a `synchronized`; `None` if that is not around it.
    fn leaves(&self, from: usize, to: usize) -> Option<bool> {
        let (mut at, mut leaves) = (from, false);
        while at != to {
            leaves |= self.blocks[at].is_synchronized;
            at = self.blocks[at].parent?;
        }
        Some(leaves)
    }

    /// Notes a label at the next instruction.
    pub(super) fn label(&mut self, name: &str, span: Span) {
        let (at, block) = (self.here(), self.block);
        if let Some(first) = self.labels.get(name) {
            let other = first.span.clone();
            let kind = SourceErrorKind::Duplicate { what: "label", name: name.to_owned() };
            self.faults.add_with(kind, span, other, "the first one");
            return;
        }
        self.labels.insert(name.to_owned(), Label { at, block, span });
    }

    /// The innermost loop of a `break` or `continue`; reports when there is none, or a lock would be left behind.
    pub(super) fn innermost(&mut self, what: &'static str, span: Span) -> Option<&mut Loop> {
        let Some(found) = self.loops.last() else {
            self.faults.add(SourceErrorKind::NotInLoop { what }, span);
            return None;
        };
        if self.leaves(self.block, found.block) == Some(true) {
            self.faults.add(SourceErrorKind::JumpsOut { what: what.to_owned() }, span);
        }
        self.loops.last_mut()
    }

    /// Reports a `stop` that would leave a lock behind.
    pub(super) fn check_stop(&mut self, span: Span) {
        if self.leaves(self.block, 0) == Some(true) {
            self.faults.add(SourceErrorKind::JumpsOut { what: "stop".to_owned() }, span);
        }
    }

    /// Lets all jumps to labels lead there.
    pub(super) fn resolve(&mut self, thread: &str) {
        for (jump, label, block, span) in std::mem::take(&mut self.gotos) {
            let Some(found) = self.labels.get(&label.text) else {
                let known = self.labels.keys().map(|known| &known[..]);
                let nearest =
                    if self.faults.are_many() { None } else { nearest(&label.text, known) };
                let kind = SourceErrorKind::UnknownLabel {
                    thread: thread.to_owned(),
                    label: label.text.clone(),
                    nearest,
                };
                self.faults.add(kind, label.span);
                continue;
            };
            match self.leaves(block, found.block) {
                None => {
                    let other = found.span.clone();
                    let kind = SourceErrorKind::JumpsIn { label: label.text.clone() };
                    self.faults.add_with(kind, span, other, "the label in the block");
                }
                Some(true) => {
                    let what = format!("goto {}", label.text);
                    self.faults.add(SourceErrorKind::JumpsOut { what }, span);
                }
                Some(false) => self.builder.set_target(self.method, jump, found.at),
            }
        }
    }
}
