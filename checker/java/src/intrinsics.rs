//! Native methods: what the library cannot say in Java, as instructions.

use std::sync::Arc;

use reductio_programs::{
    BinaryOp, Boxing, Expression, Function, Instruction, IntOp, Made, TextOp, UnaryOp, Width,
};

use crate::class::{Class, Method};
use crate::descriptor::{Type, dotted};
use crate::lower::{Body, ENDED, Fault, Known, STARTED, Slot, Work};
use crate::name::Name;
use crate::reach::NO_TIME;

impl Body<'_, '_> {
    /// Writes what a native method does, and gives its value, if it has one. What is not known halts the thread.
    pub(crate) fn intrinsic(&mut self, method: &Method, arguments: &[Slot]) -> Option<Expression> {
        for argument in arguments {
            self.hold(&argument.value);
        }
        let values: Vec<Expression> = arguments.iter().map(|slot| slot.value.clone()).collect();
        let first = values.first().cloned().unwrap_or(Expression::Constant(0));
        let (class, name) = (&*method.class, &*method.name);
        match (class, name) {
            ("java/lang/Object", "getClass") => {
                Some(self.at_object(|to| Instruction::Mirror { to, object: first }))
            }
            ("java/lang/Object", "wait") => {
                let timed = values.get(1).cloned();
                self.wait(first, timed);
                None
            }
            ("java/lang/Object", "notify") => {
                self.on_monitor(Instruction::Notify { object: first });
                None
            }
            ("java/lang/Object", "notifyAll") => {
                self.on_monitor(Instruction::NotifyAll { object: first });
                None
            }
            ("java/lang/Thread", "yield") => {
                self.emit.push(Instruction::Yield);
                None
            }
            ("reductio/Model", _) => self.model(method, arguments, values),
            (_, "floatToRawIntBits" | "floatToIntBits") => {
                // The bits of a number are its sign-extended integer.
                let to_int = reductio_programs::Conversion::ToInt;
                Some(Expression::unary(UnaryOp::Convert(to_int), first))
            }
            ("java/lang/Float", "intBitsToFloat") => {
                let mask = BinaryOp::Int(IntOp::And, Width::W64);
                Some(Expression::binary(mask, first, 0xffff_ffff.into()))
            }
            (_, "doubleToRawLongBits" | "doubleToLongBits" | "longBitsToDouble") => Some(first),
            ("java/lang/Math", "sqrt" | "floor" | "ceil" | "rint") => {
                let function = match name {
                    "sqrt" => Function::Sqrt,
                    "floor" => Function::Floor,
                    "ceil" => Function::Ceil,
                    _ => Function::Rint,
                };
                Some(Expression::unary(UnaryOp::Function(function), first))
            }
            (_, "getAndAdd" | "getAndSet" | "compareAndSet") => self.atomic(method, &values),
            (_, "valueOf") if is_box(class) => {
                let is_kept = !matches!(class, "java/lang/Double" | "java/lang/Float");
                let made = if is_kept { Made::Kept } else { Made::Open };
                Some(self.boxed(class, made, first))
            }
            (_, _) if is_box(class) && name.ends_with("Value") => {
                let to = self.between();
                let value = Expression::unary(UnaryOp::Unbox, first);
                self.emit.compute(to, value);
                self.fault(Fault::Null);
                Some(to.into())
            }
            _ => self.unknown(method),
        }
    }

    /// A number in a box of a class.
    pub(crate) fn boxed(&mut self, class: &str, made: Made, number: Expression) -> Expression {
        let id = self.lowering.class_id(&Type::class(class));
        let Some(boxing) = Boxing::new(id, made) else {
            self.unsupported(&format!("the class `{}` after a million others", dotted(class)));
            return number;
        };
        Expression::Boxed(boxing, Box::new(number))
    }

    fn unknown(&mut self, method: &Method) -> Option<Expression> {
        self.unsupported(&format!(
            "the native method `{}{}`",
            method.told(),
            method.signature.told()
        ));
        None
    }

    /// An instruction that finds something of an object, which may be null.
    fn at_object(
        &mut self,
        make: impl FnOnce(reductio_programs::Register) -> Instruction,
    ) -> Expression {
        let to = self.between();
        self.emit.push(make(to));
        self.fault(Fault::Null);
        to.into()
    }

    fn on_monitor(&mut self, instruction: Instruction) {
        self.emit.push(instruction);
        self.fault(Fault::Null);
        self.fault(Fault::NoLock);
        self.fault(Fault::NotOwner);
    }

    /// Waits; if a time is given, it may end at any time, unless the time is 0 or the longest there is.
    fn wait(&mut self, object: Expression, time: Option<Expression>) {
        let time = match time {
            None | Some(Expression::Constant(0 | i64::MAX)) => {
                return self.wait_for_notification(object);
            }
            Some(time) => time,
        };
        if let Expression::Constant(1..) = time {
            return self.on_monitor(Instruction::Wait { object, timed: true });
        }
        let (forever, after) = (self.emit.label(), self.emit.label());
        let fits = self.emit.label();
        let is_negative = Expression::binary(BinaryOp::Less, time.clone(), 0.into());
        self.emit.unless(is_negative, fits);
        let message = self.lowering.builder.text("timeout value is negative");
        self.throw_new(NO_TIME, Some(Expression::Text(message)));
        self.emit.place(fits);
        self.emit.unless(time.clone(), forever);
        // The longest time there is, of hundreds of millions of years, never ends.
        self.emit.unless(Expression::binary(BinaryOp::Different, time, i64::MAX.into()), forever);
        self.on_monitor(Instruction::Wait { object: object.clone(), timed: true });
        self.emit.jump(after);
        self.emit.place(forever);
        self.wait_for_notification(object);
        self.emit.place(after);
    }

    /// Waits for a notification. A thread may wake up without one if that is wanted; but then too it need not, so that
    /// no deadlock is lost. The library's own threads look again for what they wait for, each time that they wake up.
    fn wait_for_notification(&mut self, object: Expression) {
        if !self.lowering.options.spurious || self.is_library {
            return self.on_monitor(Instruction::Wait { object, timed: false });
        }
        let (never, after) = (self.emit.label(), self.emit.label());
        let may_wake = self.may_wake();
        self.emit.unless(may_wake, never);
        self.on_monitor(Instruction::Wait { object: object.clone(), timed: true });
        self.emit.jump(after);
        self.emit.place(never);
        self.on_monitor(Instruction::Wait { object, timed: false });
        self.emit.place(after);
    }

    /// Chooses whether a thread may wake up without a notification.
    fn may_wake(&mut self) -> Expression {
        let to = self.between();
        self.emit.push(Instruction::Choose { to, low: 0.into(), high: 1.into(), others: None });
        to.into()
    }

    /// Whether an object's class takes its method without parameters of a name from the user's code. Null does not.
    fn overrides(&mut self, object: &Expression, name: &str) -> Expression {
        let (world, reach) = (self.lowering.world, self.lowering.reach);
        let takes = |class: &&Name| {
            let above = world.with_above(class);
            let has = |class: &&Arc<Class>| {
                let mut methods = class.methods.iter();
                let is_it = |method: &Method| {
                    &*method.name == name && method.signature.parameters.is_empty()
                };
                methods.any(|method| !method.is_static && !method.is_abstract && is_it(method))
            };
            above.iter().find(has).is_some_and(|found| !world.is_library(found.name()))
        };
        let mut classes: Vec<Name> = reach.instantiated.iter().filter(takes).cloned().collect();
        classes.sort();
        let mut any = Expression::Constant(0);
        for class in classes {
            let (class, to) = (self.lowering.class_id(&Type::Class(class)), self.between());
            self.emit.push(Instruction::InstanceOf { to, object: object.clone(), class });
            any = Expression::binary(BinaryOp::Or, any, to.into());
        }
        any
    }

    /// Reads and writes the field `value` of an object at once.
    fn atomic(&mut self, method: &Method, values: &[Expression]) -> Option<Expression> {
        let class = self.lowering.world.class(&method.class)?;
        let field = class.fields.iter().find(|field| &*field.name == "value")?.clone();
        let id = self.lowering.field_id(&class, &field.name);
        let width = if field.of.is_wide() { Width::W64 } else { Width::W32 };
        let object = values.first()?.clone();
        let to = self.between();
        let (expected, value) = match &*method.name {
            "getAndAdd" => {
                let add = BinaryOp::Int(IntOp::Add, width);
                (None, Expression::binary(add, to.into(), values.get(1)?.clone()))
            }
            "getAndSet" => (None, values.get(1)?.clone()),
            _ => (Some(values.get(1)?.clone()), values.get(2)?.clone()),
        };
        let compared = expected.clone();
        self.emit.push(Instruction::Update { to, object, field: id, expected, value });
        self.fault(Fault::Null);
        let Some(expected) = compared else { return Some(to.into()) };
        let op = if field.of.is_reference() { BinaryOp::Same } else { BinaryOp::Equal };
        Some(Expression::binary(op, to.into(), expected))
    }

    fn text(&mut self, op: TextOp, arguments: Vec<Expression>) -> Expression {
        let to = self.between();
        self.emit.push(Instruction::Text { to, op, arguments: arguments.into() });
        self.fault(Fault::Null);
        to.into()
    }

    /// What the class `reductio.Model` has.
    #[expect(clippy::too_many_lines, reason = "one case for each method")]
    fn model(
        &mut self,
        method: &Method,
        slots: &[Slot],
        values: Vec<Expression>,
    ) -> Option<Expression> {
        let first = values.first().cloned().unwrap_or(Expression::Constant(0));
        match &*method.name {
            "choose" | "chooseSome" => {
                let others = match slots.get(2) {
                    None => None,
                    Some(Slot { known: Known::Text(text), .. }) => {
                        Some(self.lowering.builder.text(text))
                    }
                    Some(_) => return self.unknown(method),
                };
                let (low, high) = (first, values.get(1)?.clone());
                let to = self.between();
                self.emit.push(Instruction::Choose { to, low, high, others });
                Some(to.into())
            }
            "only" | "unsupported" => {
                let Some(Slot { known: Known::Text(text), .. }) = slots.first() else {
                    return self.unknown(method);
                };
                if &*method.name == "unsupported" {
                    self.unsupported(text);
                    return None;
                }
                let others = Some(self.lowering.builder.text(text));
                let to = self.between();
                let (low, high) = (0.into(), 0.into());
                self.emit.push(Instruction::Choose { to, low, high, others });
                None
            }
            "overrides" => {
                let Some(Slot { known: Known::Text(name), .. }) = slots.get(1) else {
                    return self.unknown(method);
                };
                Some(self.overrides(&first, name))
            }
            "isSpurious" if self.lowering.options.spurious => Some(self.may_wake()),
            "isSpurious" => Some(0.into()),
            "acquire" => {
                self.emit.push(Instruction::Acquire { object: first });
                self.fault(Fault::Null);
                self.fault(Fault::NoLock);
                None
            }
            "release" => {
                self.on_monitor(Instruction::Release { object: first });
                None
            }
            "tryAcquire" | "depth" => {
                let found = if &*method.name == "depth" {
                    self.at_object(|to| Instruction::Depth { to, object: first })
                } else {
                    self.at_object(|to| Instruction::TryAcquire { to, object: first })
                };
                self.fault(Fault::NoLock);
                Some(found)
            }
            "start" | "isStarted" | "awaitEnd" | "hasEnded" => self.of_thread(&method.name, first),
            "current" => {
                let to = self.between();
                self.emit.push(Instruction::Own { to });
                Some(to.into())
            }
            "isCurrent" if !self.lowering.asks_own => Some(0.into()),
            "isCurrent" => {
                let to = self.between();
                self.emit.push(Instruction::Own { to });
                Some(Expression::binary(BinaryOp::Same, to.into(), first))
            }
            "inherit" => {
                self.inherit(first);
                None
            }
            "className" => Some(self.text(TextOp::OfClass, values)),
            "cloneArray" => {
                let to = self.between();
                let method = self.lowering.method_id(Work::CloneArray);
                let arguments = Box::new([first]);
                self.emit.push(Instruction::Call { to: Some(to), method, arguments });
                self.fault(Fault::Null);
                Some(to.into())
            }
            "enumConstants" => {
                let to = self.between();
                let method = self.lowering.method_id(Work::Constants);
                let arguments = Box::new([first]);
                self.emit.push(Instruction::Call { to: Some(to), method, arguments });
                Some(to.into())
            }
            "arrayLength" => Some(self.at_object(|to| Instruction::Length { to, array: first })),
            "arrayLike" => {
                let length = values.get(1)?.clone();
                let kept = length.clone();
                let made = self.at_object(|to| Instruction::NewLike { to, like: first, length });
                self.fault(Fault::Negative(kept));
                Some(made)
            }
            "print" => {
                self.emit.push(Instruction::Print { text: first });
                self.fault(Fault::Null);
                None
            }
            "length" => Some(self.text(TextOp::Length, values)),
            "charAt" => Some(self.text(TextOp::CharAt, values)),
            "sameText" => Some(self.text(TextOp::Equal, values)),
            "concat" => Some(self.text(TextOp::Concat, values)),
            "substring" => Some(self.text(TextOp::Part, values)),
            "hash" => Some(self.text(TextOp::Hash, values)),
            "text" => {
                let op = match method.signature.parameters.first()? {
                    Type::Char => TextOp::OfChar,
                    Type::Boolean => TextOp::OfBoolean,
                    Type::Float => TextOp::OfFloat(Width::W32),
                    Type::Double => TextOp::OfFloat(Width::W64),
                    _ => TextOp::OfInt,
                };
                Some(self.text(op, values))
            }
            _ => self.unknown(method),
        }
    }

    /// Starts threads and waits for them. The hidden field of a Thread object has the identity of the thread, once it
    /// is started.
    fn of_thread(&mut self, name: &str, object: Expression) -> Option<Expression> {
        let field =
            self.lowering.builder.field(&format!("{}.{STARTED}", dotted("java/lang/Thread")));
        let to = self.between();
        match name {
            "start" => {
                let method = self.lowering.method_id(Work::Thread);
                let arguments = Box::new([object.clone()]);
                // The new thread is alive for itself and for all to whom it tells of itself, from its first step on.
                let value = STARTING.into();
                self.emit.push(Instruction::Write { object: object.clone(), field, value });
                self.emit.push(Instruction::Fork { to: Some(to), method, arguments });
                self.emit.push(Instruction::Write { object, field, value: to.into() });
                None
            }
            "hasEnded" => {
                let name = format!("{}.{ENDED}", dotted("java/lang/Thread"));
                let field = self.lowering.builder.field(&name);
                self.emit.push(Instruction::Read { to, object, field });
                Some(to.into())
            }
            "isStarted" => {
                self.emit.push(Instruction::Read { to, object, field });
                Some(Expression::binary(BinaryOp::Different, to.into(), 0.into()))
            }
            _ => {
                // Between two steps of `start` the identity is not there yet.
                let again = self.emit.label();
                self.emit.place(again);
                self.emit.push(Instruction::Read { to, object, field });
                let ready = self.emit.label();
                let is_starting = Expression::binary(BinaryOp::Equal, to.into(), STARTING.into());
                self.emit.unless(is_starting, ready);
                self.emit.push(Instruction::Yield);
                self.emit.jump(again);
                self.emit.place(ready);
                self.emit.push(Instruction::Join { thread: to.into() });
                None
            }
        }
    }
}

/// What the object of a thread that is about to be forked has in the place of the identity of the thread.
const STARTING: i64 = 2;

fn is_box(class: &str) -> bool {
    Type::class(class).unwrapped().is_some()
}

/// Decides whether a native method of the library has instructions here.
pub(crate) fn is_known(method: &Method) -> bool {
    &*method.class != "java/lang/Math"
        || matches!(&*method.name, "sqrt" | "floor" | "ceil" | "rint")
}
