//! The body of a method in the making: its code, and the values on its stack.
//!
//! A value on the stack is an expression over registers. Local variables are the first registers; then comes one
//! register for each place of the stack, which is used where a value has to be in a place that is known; then those
//! that are needed in between.

use reductio_programs::{Expression, Instruction, Register, Wrong};
use rustc_hash::FxHashMap;

use super::Lowering;
use super::emit::{Cover, Emit, Label};
use crate::class::Name;
use crate::descriptor::Type;
use std::sync::Arc;

/// The knowledge about a value on the stack.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Known {
    Nothing,
    /// It is not null.
    Object,
    Text(Arc<str>),
    /// It is a text or a box that gets its value from a constructor, which was made by the operation with a number.
    Unmade(Name, usize),
}

/// A value on the stack.
#[derive(Clone, Debug)]
pub(crate) struct Slot {
    pub(crate) value: Expression,
    pub(crate) wide: bool,
    pub(crate) known: Known,
    /// The text of the value in the source, for the messages of exceptions; empty if that is not known.
    pub(crate) origin: String,
}

impl Slot {
    pub(crate) fn new(value: impl Into<Expression>, wide: bool) -> Slot {
        Slot { value: value.into(), wide, known: Known::Nothing, origin: String::new() }
    }
}

/// The way in which an instruction may go wrong, with what its exception tells.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Fault {
    Null,
    /// An object is needed, and the value is null, as the message says.
    NullWith(String),
    /// It is a text or a number in a box, whose lock is not known.
    NoLock,
    Zero,
    NotOwner,
    /// The array and the number.
    Bounds(Expression, Expression),
    /// The length.
    Negative(Expression),
    /// The value.
    Store(Expression),
    /// The value is not of the class.
    Cast(Expression, Type),
}

/// A trap that is still to be written: where, for what, and with which line and cover.
type Trap = (Fault, u32, Cover);

/// The body of a method in the making.
pub(crate) struct Body<'l, 'w> {
    pub(crate) lowering: &'l mut Lowering<'w>,
    /// The class whose method it is, and whether a thread that runs it has passed the class's initialization.
    pub(crate) class: Name,
    pub(crate) is_initialized: bool,
    /// The name of the method; empty if it is none of a class file.
    pub(crate) method: Name,
    pub(crate) emit: Emit,
    pub(crate) stack: Vec<Slot>,
    locals: u32,
    spare: u32,
    top: u32,
    held: Vec<Register>,
    traps: FxHashMap<Trap, Label>,
    open: Vec<(Trap, Label)>,
    /// The message of the exception if the operation needs an object and finds null.
    pub(crate) explanation: Option<String>,
    /// What is known, at operations to which something jumps, of values that get theirs from a constructor.
    unmade: FxHashMap<(usize, usize), Known>,
    /// Tells whether the class is of the library.
    pub(crate) is_library: bool,
    /// Tells whether the method has a `this`.
    pub(crate) has_this: bool,
    /// The first local variable of each parameter that the method does not assign to.
    pub(crate) parameters: Vec<Option<u16>>,
}

/// The greatest depth of an expression that is put together.
const MAX_DEPTH: usize = 12;

impl<'l, 'w> Body<'l, 'w> {
    /// A body with a number of local variables and a greatest height of the stack.
    pub(crate) fn new(
        lowering: &'l mut Lowering<'w>,
        class: &Name,
        locals: u32,
        height: u32,
    ) -> Self {
        let spare = locals + height;
        let is_library = lowering.world.is_library(class);
        Body {
            lowering,
            class: class.clone(),
            is_initialized: false,
            method: "".into(),
            emit: Emit::new(),
            stack: Vec::new(),
            locals,
            spare,
            top: spare,
            held: Vec::new(),
            traps: FxHashMap::default(),
            open: Vec::new(),
            explanation: None,
            unmade: FxHashMap::default(),
            is_library,
            has_this: false,
            parameters: Vec::new(),
        }
    }

    /// The number of registers.
    pub(crate) fn registers(&self) -> u32 {
        self.top
    }

    pub(crate) fn local_registers(&self) -> u32 {
        self.locals
    }

    /// The register of a place of the stack.
    pub(crate) fn place(&self, at: usize) -> Register {
        Register(self.locals + u32::try_from(at).unwrap_or(u32::MAX / 2))
    }

    fn is_free(&self, register: Register) -> bool {
        !self.held.contains(&register)
            && !self.stack.iter().any(|slot| mentions(&slot.value, register))
    }

    /// A register that no value on the stack needs and that is not held: that of the next place of the stack, if it can
    /// be.
    pub(crate) fn fresh(&mut self) -> Register {
        let next = self.place(self.stack.len());
        if next.0 < self.spare && self.is_free(next) {
            self.held.push(next);
            return next;
        }
        self.between()
    }

    /// A register for what is needed in between.
    pub(crate) fn between(&mut self) -> Register {
        // Places of the stack above its top hold nothing, but for the next one, which a result may want.
        let mut found = self.place(self.stack.len() + 1);
        while !self.is_free(found) {
            found.0 += 1;
        }
        self.top = self.top.max(found.0 + 1);
        self.held.push(found);
        found
    }

    /// Keeps the registers of an expression from being reused until [`Body::release_held`].
    pub(crate) fn hold(&mut self, value: &Expression) {
        value.registers(&mut |register| self.held.push(register));
    }

    pub(crate) fn release_held(&mut self) {
        self.held.clear();
    }

    pub(crate) fn push(&mut self, slot: Slot) {
        let slot = if depth(&slot.value) > MAX_DEPTH {
            let to = self.fresh();
            self.emit.compute(to, slot.value);
            Slot { value: to.into(), ..slot }
        } else {
            slot
        };
        self.stack.push(slot);
    }

    /// Pushes the result of an instruction, which gets a register.
    pub(crate) fn push_result(&mut self, wide: bool, make: impl FnOnce(Register) -> Instruction) {
        let to = self.fresh();
        let instruction = make(to);
        self.emit.push(instruction);
        self.push(Slot::new(to, wide));
    }

    pub(crate) fn pop(&mut self) -> Slot {
        self.stack.pop().unwrap_or_else(|| Slot::new(0, false))
    }

    /// Before a register is written: values on the stack that need what is in it now get it elsewhere.
    pub(crate) fn save(&mut self, register: Register) {
        for at in 0..self.stack.len() {
            if !mentions(&self.stack[at].value, register) {
                continue;
            }
            let place = self.place(at);
            let to = if self.is_free(place) { place } else { self.between() };
            let value = std::mem::replace(&mut self.stack[at].value, to.into());
            self.emit.compute(to, value);
        }
    }

    /// Puts all values of the stack into the registers of their places. What `extra` computes is kept.
    pub(crate) fn settle(&mut self, extra: &mut [Expression]) {
        let mut open: Vec<usize> = (0..self.stack.len())
            .filter(|at| self.stack[*at].value != Expression::Register(self.place(*at)))
            .collect();
        while !open.is_empty() {
            let is_needed = |at: usize| {
                let place = self.place(at);
                let by_stack = open
                    .iter()
                    .any(|other| *other != at && mentions(&self.stack[*other].value, place));
                by_stack || extra.iter().any(|value| mentions(value, place))
            };
            if let Some(number) = open.iter().position(|at| !is_needed(*at)) {
                let at = open.remove(number);
                let place = self.place(at);
                let value = std::mem::replace(&mut self.stack[at].value, place.into());
                self.emit.compute(place, value);
                continue;
            }
            // Each place is needed elsewhere: what is in the first goes to another register.
            let place = self.place(open[0]);
            for value in extra.iter() {
                self.hold(value);
            }
            let to = self.between();
            self.emit.compute(to, place.into());
            for at in &open {
                replace(&mut self.stack[*at].value, place, to);
            }
            for value in extra.iter_mut() {
                replace(value, place, to);
            }
        }
        for slot in &mut self.stack {
            if !matches!(slot.known, Known::Unmade(..)) {
                slot.known = Known::Nothing;
            }
            slot.origin.clear();
        }
    }

    /// Says that an operation is come to with this stack.
    pub(crate) fn comes_to(&mut self, at: usize) {
        for (place, slot) in self.stack.iter().enumerate() {
            if matches!(slot.known, Known::Unmade(..)) {
                self.unmade.insert((at, place), slot.known.clone());
            }
        }
    }

    /// The knowledge about a value of the stack at an operation to which something jumps.
    pub(crate) fn known_at(&mut self, at: usize, place: usize) -> Known {
        self.unmade.remove(&(at, place)).unwrap_or(Known::Nothing)
    }

    /// Puts a value into a register, unless it is a constant or in one already.
    pub(crate) fn simple(&mut self, value: Expression) -> Expression {
        match value {
            Expression::Register(_) | Expression::Constant(_) | Expression::Text(_) => value,
            _ => {
                let to = self.between();
                self.emit.compute(to, value);
                to.into()
            }
        }
    }

    /// Says how the last instruction may go wrong; then an exception is thrown, as if by the instruction.
    pub(crate) fn fault(&mut self, fault: Fault) {
        let wrong = match fault {
            Fault::Null | Fault::NullWith(_) => Wrong::Null,
            Fault::NoLock => Wrong::NoObject,
            Fault::Zero => Wrong::DivisionByZero,
            Fault::NotOwner => Wrong::NotOwner,
            Fault::Bounds(..) => Wrong::OutOfBounds,
            Fault::Negative(_) => Wrong::NegativeLength,
            Fault::Store(_) => Wrong::NotStorable,
            Fault::Cast(..) => return,
        };
        let label = self.trap(fault);
        self.emit.trap(wrong, label);
    }

    /// The place where the exception of a fault is thrown, with the line and the handlers of what comes now.
    pub(crate) fn trap(&mut self, fault: Fault) -> Label {
        let fault = match (&self.explanation, fault) {
            (Some(message), Fault::Null) => Fault::NullWith(message.clone()),
            (_, fault) => fault,
        };
        let trap = (fault, self.emit.line, self.emit.cover);
        if let Some(label) = self.traps.get(&trap) {
            return *label;
        }
        let label = self.emit.label();
        self.traps.insert(trap.clone(), label);
        self.open.push((trap, label));
        label
    }

    /// The traps that are still to be written.
    pub(crate) fn open_traps(&mut self) -> Vec<(Trap, Label)> {
        std::mem::take(&mut self.open)
    }

    /// Halts the thread where the virtual machine throws an error of linking.
    pub(crate) fn link_error(&mut self, error: &str, why: &str) {
        self.unsupported(&format!("`{error}` ({why})"));
    }

    /// Halts the thread with a text that says what is not supported: a noun, of which answers make a sentence.
    pub(crate) fn unsupported(&mut self, what: &str) {
        let what = self.lowering.builder.text(what);
        self.emit.push(Instruction::Unsupported { what });
    }
}

/// Decides whether an expression reads a register.
pub(crate) fn mentions(value: &Expression, register: Register) -> bool {
    let mut found = false;
    value.registers(&mut |read| found |= read == register);
    found
}

fn replace(value: &mut Expression, from: Register, to: Register) {
    match value {
        Expression::Register(register) => {
            if *register == from {
                *register = to;
            }
        }
        Expression::Constant(_) | Expression::Text(_) => {}
        Expression::Unary(_, of) | Expression::Boxed(_, of) => replace(of, from, to),
        Expression::Binary(_, left, right) => {
            replace(left, from, to);
            replace(right, from, to);
        }
    }
}

fn depth(value: &Expression) -> usize {
    match value {
        Expression::Register(_) | Expression::Constant(_) | Expression::Text(_) => 0,
        Expression::Unary(_, of) | Expression::Boxed(_, of) => 1 + depth(of),
        Expression::Binary(_, left, right) => 1 + depth(left).max(depth(right)),
    }
}
