//! The exceptions that instructions throw themselves: what goes wrong becomes an object that is made and thrown at the
//! line of the instruction, under the handlers of the instruction.

use reductio_programs::{Expression, Instruction, Register, TextOp};

use super::{Body, Fault, Work};
use crate::descriptor::{Type, dotted};
use crate::op::Member;
use crate::reach::{THROWN, WITH_TEXT};

/// The constructor of an exception whose message is not known.
const UNTOLD: &str = "(Z)V";

impl Body<'_, '_> {
    /// Writes the traps of all that was written so far.
    pub(crate) fn write_traps(&mut self) {
        let mut open = self.open_traps();
        while !open.is_empty() {
            for ((fault, line, cover), label) in open {
                self.stack.clear();
                self.release_held();
                self.emit.line = line;
                self.emit.cover = cover;
                self.emit.place(label);
                self.throw(&fault);
            }
            open = self.open_traps();
        }
    }

    fn text_of(&mut self, op: TextOp, value: &Expression) -> Expression {
        let to = self.between();
        let arguments = Box::new([value.clone()]);
        self.emit.push(Instruction::Text { to, op, arguments });
        to.into()
    }

    /// One text after the other.
    pub(super) fn joined(&mut self, parts: Vec<Expression>) -> Expression {
        let mut parts = parts.into_iter();
        let Some(mut whole) = parts.next() else {
            return Expression::Text(self.lowering.builder.text(""));
        };
        for part in parts {
            let to = self.between();
            let arguments = Box::new([whole, part]);
            self.emit.push(Instruction::Text { to, op: TextOp::Concat, arguments });
            whole = to.into();
        }
        whole
    }

    fn throw(&mut self, fault: &Fault) {
        let literal =
            |body: &mut Self, text: &str| Expression::Text(body.lowering.builder.text(text));
        let (class, message) = match fault {
            Fault::Null => (THROWN[0], None),
            Fault::NullWith(message) => (THROWN[0], Some(literal(self, message))),
            Fault::NoLock => {
                return self.unsupported(
                    "the lock of a text, of a number in a box, or of a lambda expression that captures nothing",
                );
            }
            Fault::Bounds(array, index) => {
                self.hold(array);
                self.hold(index);
                let length = self.between();
                self.emit.push(Instruction::Length { to: length, array: array.clone() });
                let index = self.text_of(TextOp::OfInt, index);
                let length = self.text_of(TextOp::OfInt, &length.into());
                let first = literal(self, "Index ");
                let second = literal(self, " out of bounds for length ");
                (THROWN[1], Some(self.joined(vec![first, index, second, length])))
            }
            Fault::Zero => (THROWN[2], Some(literal(self, "/ by zero"))),
            Fault::Negative(length) => (THROWN[3], Some(self.text_of(TextOp::OfInt, length))),
            // The locks of `java.util.concurrent` give no reason.
            Fault::NotOwner if self.class.starts_with("java/util/concurrent/locks/") => {
                (THROWN[4], None)
            }
            Fault::NotOwner => (THROWN[4], Some(literal(self, "current thread is not owner"))),
            Fault::Store(value) => (THROWN[5], Some(self.text_of(TextOp::OfClass, value))),
            Fault::Cast(value, of) => {
                let found = self.text_of(TextOp::OfClass, value);
                let first = literal(self, "class ");
                let second = literal(self, &format!(" cannot be cast to class {}", of.told()));
                (THROWN[6], Some(self.joined(vec![first, found, second])))
            }
        };
        if *fault == Fault::Null
            && self.is_library
            && self.lowering.world.method(class, "<init>", UNTOLD).is_some()
        {
            // Made by a constructor as others are: a write here would be a point at which the thread may be left.
            return self.throw_made(class, UNTOLD, 1.into());
        }
        self.throw_new(class, message);
    }

    /// Makes an exception of a class of the library and throws it.
    pub(crate) fn throw_new(&mut self, class: &str, message: Option<Expression>) {
        self.throw_made(class, WITH_TEXT, message.unwrap_or(Expression::Constant(0)));
    }

    /// Makes an exception of a class of the library by a constructor of one parameter, and throws it. Where that is not
    /// there, the thread halts.
    fn throw_made(&mut self, class: &str, descriptor: &str, argument: Expression) {
        let id = self.lowering.class_id(&Type::class(class));
        let made: Register = self.between();
        self.emit.push(Instruction::New { to: made, class: id });
        if self.lowering.world.method(class, "<init>", descriptor).is_none() {
            return self.unsupported(&format!("the class `{}`", dotted(class)));
        }
        let constructor = Member::new(class, "<init>", descriptor);
        let method = self.lowering.method_id(Work::Method(constructor));
        let arguments = Box::new([made.into(), argument]);
        self.emit.push(Instruction::Call { to: None, method, arguments });
        self.emit.push(Instruction::Throw { value: made.into() });
    }
}
