//! Calls of methods, and texts that are put together.

use reductio_programs::{Expression, Instruction, Made, TextOp, UnaryOp, Width};

use super::{Body, Fault, HASH_CODE, Known, Slot, TABLE_HASH, TABLES, Work, member};
use crate::class::Method;
use crate::descriptor::{Signature, Type, dotted, is_value};
use crate::hierarchy::OBJECT;
use crate::op::{How, Member, Op, Piece};
use crate::select::Home;

const VALUE_OF: &str = "(Ljava/lang/Object;)Ljava/lang/String;";

/// Whether a method returns at once, as the constructor of `Object` does.
fn does_nothing(method: &Method) -> bool {
    let is_empty = |op: &Op| matches!(op, Op::Nop | Op::Return(false));
    let code = method.code.as_ref();
    !method.is_synchronized && code.is_some_and(|code| code.ops.iter().all(is_empty))
}

impl Body<'_, '_> {
    /// Writes a call.
    pub(super) fn invoke(&mut self, how: How, called: &Member, signature: &Signature) {
        let mut arguments: Vec<Slot> = signature.parameters.iter().map(|_| self.pop()).collect();
        if how != How::Static {
            arguments.push(self.pop());
        }
        arguments.reverse();
        let result = signature.result.as_ref();
        let wide = result.is_some_and(Type::is_wide);
        if called.class.starts_with('[') && &*called.name == "clone" {
            let method = self.lowering.method_id(Work::CloneArray);
            self.call(method, arguments, result.is_some(), wide);
            self.fault(Fault::Null);
            return;
        }
        if &*called.name == "<init>" && is_value(&called.class) {
            return self.make_value(called, signature, arguments);
        }
        let class: &str = if called.class.starts_with('[') { OBJECT } else { &called.class };
        let world = self.lowering.world;
        let found = world.called(&self.class, how, called);
        let refused = world.refuses_class(&self.class, class).or_else(|| {
            found.as_ref().and_then(|found| world.refuses_call(&self.class, how, class, found))
        });
        if let Some((error, why)) = refused {
            self.link_error(error, &why);
            if result.is_some() {
                self.push(Slot::new(0, wide));
            }
            return;
        }
        let found = found.filter(|found| found.is_static == (how == How::Static));
        let Some(found) = found else {
            let what = format!("{}.{}{}", dotted(class), called.name, signature.told());
            let others = self.lowering.world.overloads(class, &called.name);
            let why = if self.lowering.world.class(class).is_none() {
                match world.path.unreadable(class) {
                    Some(error) => format!("its class cannot be read ({error})"),
                    None => "its class is not there either".to_owned(),
                }
            } else if others.is_empty() {
                "its class has no method of that name".to_owned()
            } else {
                format!("there is {others}")
            };
            self.unsupported(&format!("the method `{what}` ({why})"));
            if result.is_some() {
                self.push(Slot::new(0, wide));
            }
            return;
        };
        if how == How::Static {
            for argument in &arguments {
                self.hold(&argument.value);
            }
            self.initialize(&found.class);
        }
        let is_virtual = matches!(how, How::Virtual | How::Interface) && found.is_virtual();
        let is_settled = !is_virtual
            || found.is_final
            || found.is_native
                && (is_value(class) || &*found.class == OBJECT && &*found.name != "hashCode");
        if is_settled {
            return self.direct(how, &found, arguments, result);
        }
        let is_object = arguments.first().is_some_and(|receiver| receiver.known == Known::Object);
        if is_object && !self.asks_for_table_hash(called) {
            let (world, reach) = (self.lowering.world, self.lowering.reach);
            let targets = reach.targets(world, class, &found);
            if let [target] = &targets[..] {
                let target = target.clone();
                return self.direct(How::Special, &target, arguments, result);
            }
        }
        let home = Home::of(how, class, &found);
        let called = if self.asks_for_table_hash(called) {
            TABLE_HASH
        } else {
            (&*called.name, &*called.descriptor)
        };
        let selector = self.lowering.selector(called.0, called.1, &home);
        let arguments = arguments.into_iter().map(|slot| slot.value).collect();
        if result.is_some() {
            self.push_result(wide, |to| Instruction::CallVirtual {
                to: Some(to),
                selector,
                arguments,
            });
        } else {
            self.emit.push(Instruction::CallVirtual { to: None, selector, arguments });
        }
        self.fault(Fault::Null);
    }

    /// Whether the call is that by which hash tables find keys.
    fn asks_for_table_hash(&self, called: &Member) -> bool {
        &*self.class == TABLES && (&*called.name, &*called.descriptor) == HASH_CODE
    }

    /// Writes the call of a method that is known.
    fn direct(&mut self, how: How, found: &Method, arguments: Vec<Slot>, result: Option<&Type>) {
        let wide = result.is_some_and(Type::is_wide);
        if found.is_native {
            let value = self.intrinsic(found, &arguments);
            if result.is_some() {
                let value = value.unwrap_or(Expression::Constant(0));
                self.push(Slot::new(value, wide));
            }
            return;
        }
        if how != How::Static {
            self.check_object(arguments.first().cloned());
        }
        if self.lowering.options.fold && does_nothing(found) {
            return;
        }
        let method = self.lowering.method_id(Work::Method(member(found)));
        self.call(method, arguments, result.is_some(), wide);
    }

    /// Goes wrong where a value is null.
    pub(super) fn check_object(&mut self, slot: Option<Slot>) {
        let Some(slot) = slot.filter(|slot| slot.known != Known::Object) else { return };
        if matches!(slot.value, Expression::Text(_)) {
            return;
        }
        let trap = self.trap(Fault::Null);
        self.emit.unless(slot.value, trap);
    }

    fn call(
        &mut self,
        method: reductio_programs::MethodId,
        arguments: Vec<Slot>,
        has_result: bool,
        wide: bool,
    ) {
        let arguments = arguments.into_iter().map(|slot| slot.value).collect();
        if has_result {
            self.push_result(wide, |to| Instruction::Call { to: Some(to), method, arguments });
        } else {
            self.emit.push(Instruction::Call { to: None, method, arguments });
        }
    }

    /// Makes a text or a box by what stands for its constructor.
    fn make_value(&mut self, called: &Member, signature: &Signature, mut arguments: Vec<Slot>) {
        let made = arguments.remove(0);
        let found = self.lowering.world.maker(&called.class, &signature.parameters);
        let (Some(found), Known::Unmade(..)) = (found, &made.known) else {
            let what = format!("`new {}{}`", dotted(&called.class), signature.told());
            self.unsupported(&what);
            return;
        };
        self.direct(How::Static, &found, arguments, found.signature.result.as_ref());
        let Some(mut value) = self.stack.pop() else { return };
        if Type::class(&called.class).unwrapped().is_some() {
            // Boxes of constructors are new ones.
            let number = match value.value {
                Expression::Boxed(_, number) => *number,
                boxed => Expression::unary(UnaryOp::Unbox, boxed),
            };
            let made = Made::New(self.lowering.new_box());
            value.value = self.boxed(&called.class, made, number);
        }
        // It may be that several places of the stack, or none, wait for it.
        let value = Slot::new(self.simple(value.value), false);
        for slot in self.stack.iter_mut().filter(|slot| slot.known == made.known) {
            *slot = value.clone();
        }
    }

    /// Puts a text together.
    pub(super) fn concat(&mut self, pieces: &[Piece]) {
        let count = pieces.iter().filter(|piece| matches!(piece, Piece::Argument(_))).count();
        let mut arguments: Vec<Slot> = (0..count).map(|_| self.pop()).collect();
        // One piece alone is a new text nevertheless.
        let empty = Expression::Text(self.lowering.builder.text(""));
        let mut whole = (pieces.len() < 2).then_some(empty);
        for piece in pieces {
            self.release_held();
            for argument in &arguments {
                self.hold(&argument.value);
            }
            if let Some(whole) = &whole {
                self.hold(whole);
            }
            let part = match piece {
                Piece::Text(text) => Expression::Text(self.lowering.builder.text(text)),
                Piece::Argument(of) => {
                    let slot = arguments.pop().unwrap_or_else(|| Slot::new(0, false));
                    self.told(slot, of)
                }
            };
            whole = Some(match whole {
                None => part,
                Some(whole) => self.joined(vec![whole, part]),
            });
        }
        let whole = whole.unwrap_or(Expression::Constant(0));
        self.push(Slot { known: Known::Object, ..Slot::new(whole, false) });
    }

    /// A value as a text.
    fn told(&mut self, slot: Slot, of: &Type) -> Expression {
        let op = match of {
            Type::Boolean => TextOp::OfBoolean,
            Type::Char => TextOp::OfChar,
            Type::Byte | Type::Short | Type::Int | Type::Long => TextOp::OfInt,
            Type::Float => TextOp::OfFloat(Width::W32),
            Type::Double => TextOp::OfFloat(Width::W64),
            Type::Class(_) | Type::Array(_) => {
                if matches!(slot.known, Known::Text(_)) {
                    return slot.value;
                }
                let class = "java/lang/String";
                let to = self.between();
                if self.lowering.world.method(class, "valueOf", VALUE_OF).is_none() {
                    self.unsupported("the method `java.lang.String.valueOf(Object)`");
                    return to.into();
                }
                let called = Member::new(class, "valueOf", VALUE_OF);
                let method = self.lowering.method_id(Work::Method(called));
                let arguments = Box::new([slot.value]);
                self.emit.push(Instruction::Call { to: Some(to), method, arguments });
                return to.into();
            }
        };
        let to = self.between();
        self.emit.push(Instruction::Text { to, op, arguments: Box::new([slot.value]) });
        to.into()
    }
}
