//! The nodes to which the registers of the frames of a thread may refer.

use std::cmp::Ordering;
use std::sync::Arc;

use reductio_programs::Register;

use crate::inline::ContextId;
use crate::nodes::Node;

/// What the registers of a frame may refer to, sorted.
type Registers = Vec<(Register, Node)>;

/// A frame, on top of those that called it.
#[derive(Clone, Debug)]
struct Frame {
    context: ContextId,
    registers: Registers,
    below: Option<Arc<Frame>>,
}

/// The frames of a thread, but for those whose registers refer to nothing. Statements share the frames that they leave
/// as they are.
#[derive(Clone, Debug, Default)]
pub(crate) struct Frames(Option<Arc<Frame>>);

impl Drop for Frame {
    /// Lets the frames below go one after the other: there may be thousands.
    fn drop(&mut self) {
        let mut below = self.below.take();
        while let Some(mut frame) = below.and_then(Arc::into_inner) {
            below = frame.below.take();
        }
    }
}

/// Whether one sorted list has something that another one lacks, and the other way round.
fn differ<T: Ord>(one: &[T], other: &[T]) -> (bool, bool) {
    let (mut i, mut j) = (0, 0);
    let mut found = (false, false);
    while i < one.len() && j < other.len() {
        match one[i].cmp(&other[j]) {
            Ordering::Equal => (i, j) = (i + 1, j + 1),
            Ordering::Less => (i, found.0) = (i + 1, true),
            Ordering::Greater => (j, found.1) = (j + 1, true),
        }
    }
    (found.0 || i < one.len(), found.1 || j < other.len())
}

/// What both lists have, sorted.
fn union(one: &Registers, other: &Registers) -> Registers {
    let mut all: Registers = one.iter().chain(other).copied().collect();
    all.sort_unstable();
    all.dedup();
    all
}

fn frame(context: ContextId, registers: Registers, below: Option<Arc<Frame>>) -> Arc<Frame> {
    Arc::new(Frame { context, registers, below })
}

impl Frames {
    fn iter_frames(&self) -> impl Iterator<Item = &Arc<Frame>> {
        std::iter::successors(self.0.as_ref(), |frame| frame.below.as_ref())
    }

    /// The nodes to which a register of a frame may refer, sorted.
    pub(super) fn targets(
        &self,
        context: ContextId,
        register: Register,
    ) -> impl Iterator<Item = Node> {
        let found = self.iter_frames().find(|frame| frame.context <= context);
        let found = found.filter(|frame| frame.context == context);
        let all: &[(Register, Node)] = found.map_or(&[], |frame| &frame.registers);
        let first = all.partition_point(|(found, _)| *found < register);
        all[first..].iter().take_while(move |(found, _)| *found == register).map(|(_, node)| *node)
    }

    /// All registers with what they may refer to.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (ContextId, Register, Node)> {
        self.iter_frames().flat_map(|frame| {
            frame.registers.iter().map(|(register, node)| (frame.context, *register, *node))
        })
    }

    /// Gives a register of a frame, which no other frame is on top of, a value: sorted nodes.
    pub(super) fn assign(&mut self, context: ContextId, register: Register, value: &[Node]) {
        let top = self.0.as_mut().filter(|top| top.context == context);
        let Some(top) = top else {
            if !value.is_empty() {
                let registers = value.iter().map(|node| (register, *node)).collect();
                self.0 = Some(frame(context, registers, self.0.take()));
            }
            return;
        };
        let old = &top.registers;
        let first = old.partition_point(|(found, _)| *found < register);
        let count = old[first..].iter().take_while(|(found, _)| *found == register).count();
        if old[first..first + count].iter().map(|(_, node)| node).eq(value) {
            return;
        }
        if old.len() == count && value.is_empty() {
            self.0 = top.below.clone();
            return;
        }
        let mut registers = Vec::with_capacity(old.len() - count + value.len());
        registers.extend_from_slice(&old[..first]);
        registers.extend(value.iter().map(|node| (register, *node)));
        registers.extend_from_slice(&old[first + count..]);
        match Arc::get_mut(top) {
            Some(top) => top.registers = registers,
            None => self.0 = Some(frame(context, registers, top.below.clone())),
        }
    }

    /// Forgets a frame, which no other frame is on top of.
    pub(super) fn forget(&mut self, context: ContextId) {
        if let Some(top) = self.0.as_ref().filter(|top| top.context == context) {
            self.0 = top.below.clone();
        }
    }

    /// Puts other nodes in the place of some.
    pub(super) fn rename(&mut self, rename: impl Fn(Node) -> Node) {
        let is_over =
            |frame: &Arc<Frame>| frame.registers.iter().any(|(_, node)| rename(*node) != *node);
        let frames: Vec<&Arc<Frame>> = self.iter_frames().collect();
        let Some(last) = frames.iter().rposition(|frame| is_over(frame)) else { return };
        let mut below = frames[last].below.clone();
        for old in frames[..=last].iter().rev() {
            let registers = old.registers.iter();
            let mut registers: Registers =
                registers.map(|(register, node)| (*register, rename(*node))).collect();
            registers.sort_unstable();
            registers.dedup();
            below = Some(frame(old.context, registers, below));
        }
        self.0 = below;
    }

    /// Adds what others have. Returns whether there was something new.
    pub(super) fn join(&mut self, other: &Frames) -> bool {
        let (mut mine, mut theirs) = (self.0.as_ref(), other.0.as_ref());
        let mut pairs = Vec::new();
        // Whether there is something new below, and whether all that is below is theirs.
        let (mut is_more, mut is_theirs) = loop {
            match (mine, theirs) {
                (_, None) => break (false, mine.is_none()),
                (None, Some(_)) => break (true, true),
                (Some(one), Some(other)) if Arc::ptr_eq(one, other) => break (false, true),
                (Some(one), Some(other)) => match one.context.cmp(&other.context) {
                    Ordering::Equal => {
                        pairs.push((Some(one), Some(other)));
                        (mine, theirs) = (one.below.as_ref(), other.below.as_ref());
                    }
                    Ordering::Greater => {
                        pairs.push((Some(one), None));
                        mine = one.below.as_ref();
                    }
                    Ordering::Less => {
                        pairs.push((None, Some(other)));
                        theirs = other.below.as_ref();
                    }
                },
            }
        };
        let mut below = if is_theirs { theirs.cloned() } else { mine.cloned() };
        while let Some(pair) = pairs.pop() {
            let differ = match pair {
                (Some(one), Some(other)) => differ(&one.registers, &other.registers),
                (one, other) => (one.is_some(), other.is_some()),
            };
            is_theirs &= !differ.0;
            is_more |= differ.1;
            below = match pair {
                (Some(one), _) if !is_more => Some(one.clone()),
                (_, Some(other)) if is_theirs => Some(other.clone()),
                (Some(one), Some(other)) => {
                    Some(frame(one.context, union(&one.registers, &other.registers), below))
                }
                (Some(one), None) | (None, Some(one)) => {
                    Some(frame(one.context, one.registers.clone(), below))
                }
                (None, None) => below,
            };
            is_theirs &= is_more;
        }
        if is_more {
            self.0 = below;
        }
        is_more
    }

    /// The number of bytes that the innermost frame takes, shared by all that have it.
    pub(super) fn bytes(&self) -> usize {
        let of_frame = |frame: &Arc<Frame>| {
            let size = frame.registers.len() * size_of::<(Register, Node)>() + size_of::<Frame>();
            size / Arc::strong_count(frame)
        };
        self.0.as_ref().map_or(0, of_frame)
    }
}
