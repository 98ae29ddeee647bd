//! The symbols of registers, frame upon frame. Statements share the frames that they leave as they are.

use std::cmp::Reverse;
use std::rc::Rc;

use reductio_programs::Register;

use super::{Definition, Symbol};
use crate::inline::ContextId;
use crate::nodes::Part;

/// A frame with symbols, on top of those that called it.
#[derive(Clone, Debug)]
struct Frame {
    context: ContextId,
    /// Sorted by register; never empty.
    registers: Vec<(Register, Symbol)>,
    /// The marks of all steps of its symbols.
    marks: Marks,
    below: Link,
}

type Link = Option<Rc<Frame>>;

impl Drop for Frame {
    /// Lets the frames below go one after the other: there may be thousands.
    fn drop(&mut self) {
        let mut below = self.below.take();
        while let Some(mut frame) = below.and_then(Rc::into_inner) {
            below = frame.below.take();
        }
    }
}

/// A mark for each definition and each part that was read and not written since. Several may have one mark: what lacks
/// it is not there.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Marks {
    definitions: u64,
    parts: u64,
}

impl Marks {
    /// The mark of a definition. Those of all values that are joined at one statement have the same.
    pub(super) fn of_definition(definition: Definition) -> Marks {
        let number = match definition {
            Definition::Result(statement) => statement.0,
            Definition::Joined(statement, ..) => statement.0.wrapping_add(17),
            Definition::Locked(statement) => statement.0.wrapping_add(29),
            Definition::Caught(statement, _) => statement.0.wrapping_add(41),
            Definition::Parameter(context, number) => {
                context.0.wrapping_mul(5).wrapping_add(number)
            }
            Definition::Named(context, name) => context.0.wrapping_mul(3).wrapping_add(name.0),
        };
        Marks { definitions: 1 << (number % 64), parts: 0 }
    }

    /// The mark of a part.
    pub(super) fn of_part(part: Part) -> Marks {
        let number = match part {
            Part::Field(field) => field.0 % 62,
            Part::Elements => 62,
            Part::Lock => 63,
        };
        Marks { definitions: 0, parts: 1 << number }
    }

    fn of(registers: &[(Register, Symbol)]) -> Marks {
        let mut marks = Marks::default();
        for step in registers.iter().flat_map(|(_, symbol)| &**symbol) {
            marks.definitions |= Marks::of_definition(step.definition).definitions;
            if let Some(part) = step.part.filter(|_| step.is_exact) {
                marks.parts |= Marks::of_part(part).parts;
            }
        }
        marks
    }

    fn meets(self, other: Marks) -> bool {
        self.definitions & other.definitions != 0 || self.parts & other.parts != 0
    }
}

/// The change of a symbol: it is kept, lost, or replaced.
pub(super) enum Change {
    Kept,
    Lost,
    New(Symbol),
}

/// The symbols of the registers of all frames.
#[derive(Clone, Debug, Default)]
pub(super) struct Registers(Link);

/// A frame, or what is below if it has no symbols.
fn link(context: ContextId, registers: Vec<(Register, Symbol)>, below: Link) -> Link {
    if registers.is_empty() {
        return below;
    }
    let marks = Marks::of(&registers);
    Some(Rc::new(Frame { context, registers, marks, below }))
}

impl PartialEq for Registers {
    fn eq(&self, other: &Self) -> bool {
        let (mut one, mut two) = (&self.0, &other.0);
        loop {
            match (one, two) {
                (None, None) => return true,
                (Some(a), Some(b)) if Rc::ptr_eq(a, b) => return true,
                (Some(a), Some(b)) if a.context == b.context && a.registers == b.registers => {
                    (one, two) = (&a.below, &b.below);
                }
                _ => return false,
            }
        }
    }
}

impl Eq for Registers {}

impl Registers {
    /// Decides whether two are one and the same.
    pub(super) fn is(&self, other: &Registers) -> bool {
        match (&self.0, &other.0) {
            (None, None) => true,
            (Some(one), Some(other)) => Rc::ptr_eq(one, other),
            _ => false,
        }
    }

    fn frames(&self) -> impl Iterator<Item = &Rc<Frame>> {
        std::iter::successors(self.0.as_ref(), |frame| frame.below.as_ref())
    }

    /// The symbol of a register of a frame.
    pub(super) fn get(&self, context: ContextId, register: Register) -> Option<&Symbol> {
        let frame = self.frames().find(|frame| frame.context <= context)?;
        let found = frame.registers.binary_search_by_key(&register, |(key, _)| *key).ok()?;
        (frame.context == context).then(|| &frame.registers[found].1)
    }

    /// Gives a register of a frame, which no other frame is on top of, a symbol, or none.
    pub(super) fn set(&mut self, context: ContextId, register: Register, symbol: Option<Symbol>) {
        let top = self.0.as_ref().filter(|top| top.context == context);
        let mut registers = top.map_or_else(Vec::new, |top| top.registers.clone());
        match (registers.binary_search_by_key(&register, |(key, _)| *key), symbol) {
            (Ok(at), Some(symbol)) if registers[at].1 == symbol => return,
            (Err(_), None) => return,
            (Ok(at), Some(symbol)) => registers[at].1 = symbol,
            (Ok(at), None) => {
                registers.remove(at);
            }
            (Err(at), Some(symbol)) => registers.insert(at, (register, symbol)),
        }
        let below = if top.is_some() { self.below() } else { self.0.clone() };
        self.0 = link(context, registers, below);
    }

    fn below(&self) -> Link {
        self.0.as_ref().and_then(|top| top.below.clone())
    }

    /// Forgets a frame, which no other frame is on top of.
    pub(super) fn forget(&mut self, context: ContextId) {
        if self.0.as_ref().is_some_and(|top| top.context == context) {
            self.0 = self.below();
        }
    }

    /// Changes symbols that have one of some marks.
    pub(super) fn change(&mut self, marks: Marks, change: impl Fn(&Symbol) -> Change) {
        let is_changed = |frame: &&Rc<Frame>| {
            frame.marks.meets(marks)
                && frame.registers.iter().any(|(_, symbol)| !matches!(change(symbol), Change::Kept))
        };
        let frames: Vec<&Rc<Frame>> = self.frames().collect();
        let Some(last) = frames.iter().rposition(is_changed) else { return };
        let mut below = frames[last].below.clone();
        for frame in frames[..=last].iter().rev() {
            let changed =
                frame.registers.iter().filter_map(|(register, symbol)| match change(symbol) {
                    Change::Kept => Some((*register, symbol.clone())),
                    Change::Lost => None,
                    Change::New(symbol) => Some((*register, symbol)),
                });
            below = link(frame.context, changed.collect(), below);
        }
        self.0 = below;
    }

    /// Joins what is known on several ways. `meet` gives the symbol of a register from those that it has on all ways,
    /// if it has one on each, or a new one.
    pub(super) fn join(
        ways: &[&Registers],
        meet: impl Fn(ContextId, Register, Option<Vec<&Symbol>>) -> Symbol,
    ) -> Registers {
        let mut at: Vec<&Link> = ways.iter().map(|way| &way.0).collect();
        let mut joined: Vec<(ContextId, Vec<(Register, Symbol)>)> = Vec::new();
        let below = loop {
            let Some(first) = at.first() else { break None };
            let is_same = |other: &&Link| match (*first, *other) {
                (Some(one), Some(other)) => Rc::ptr_eq(one, other),
                (one, other) => one.is_none() && other.is_none(),
            };
            if at.iter().all(is_same) {
                break (*first).clone();
            }
            let tops = at.iter().filter_map(|link| link.as_ref());
            let Some(Reverse(context)) = tops.map(|top| Reverse(top.context)).min() else {
                break None;
            };
            let frames: Vec<Option<&Rc<Frame>>> =
                at.iter().map(|link| link.as_ref().filter(|top| top.context == context)).collect();
            let mut registers: Vec<Register> = frames
                .iter()
                .flatten()
                .flat_map(|frame| frame.registers.iter().map(|(register, _)| *register))
                .collect();
            registers.sort_unstable();
            registers.dedup();
            let symbols = registers.into_iter().map(|register| {
                let of = |frame: Option<&'_ Rc<Frame>>| {
                    let registers = &frame?.registers;
                    let at = registers.binary_search_by_key(&register, |(key, _)| *key).ok()?;
                    Some(at)
                };
                let places: Option<Vec<usize>> = frames.iter().map(|frame| of(*frame)).collect();
                let symbols = places.map(|places| {
                    let found = frames.iter().flatten().zip(places);
                    found.map(|(frame, at)| &frame.registers[at].1).collect()
                });
                (register, meet(context, register, symbols))
            });
            joined.push((context, symbols.collect()));
            for (link, frame) in at.iter_mut().zip(&frames) {
                if let Some(frame) = frame {
                    *link = &frame.below;
                }
            }
        };
        let mut below = below;
        for (context, registers) in joined.into_iter().rev() {
            below = link(context, registers, below);
        }
        Registers(below)
    }
}
