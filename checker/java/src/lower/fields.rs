//! Fields, and the initialization of classes that their use asks for.

use reductio_programs::{BinaryOp, Conversion, Expression, Instruction, UnaryOp};

use super::{Body, Fault, Known, Slot, Work};
use crate::class::{Class, Name};
use crate::descriptor::{Type, dotted};
use crate::op::{Access, Member};

/// The name of the variable that tells how far the initialization of a class is.
pub(super) fn state_name(class: &str) -> String {
    format!("{}.$state", dotted(class))
}

/// The values of that variable.
pub(super) const DONE: i64 = 1;
pub(super) const FAILED: i64 = 2;

/// The value that a field of a type holds when a number is written.
pub(super) fn narrowed(value: Expression, of: &Type) -> Expression {
    let conversion = match of {
        Type::Byte => Conversion::ToByte,
        Type::Char => Conversion::ToChar,
        Type::Short => Conversion::ToShort,
        _ => return value,
    };
    narrow(value, conversion)
}

/// A number after a conversion, unless it is clear that it stays as it is.
pub(super) fn narrow(value: Expression, conversion: Conversion) -> Expression {
    let op = UnaryOp::Convert(conversion);
    match &value {
        Expression::Unary(known, _) if *known == op => value,
        Expression::Constant(0..=127) => value,
        _ => Expression::unary(op, value),
    }
}

impl Body<'_, '_> {
    /// Writes the check whether a class is initialized, where it may not be.
    pub(super) fn initialize(&mut self, class: &str) {
        let world = self.lowering.world;
        if !self.lowering.initializers.is_at_use(class) {
            return;
        }
        if let Some(problem) = world.problem(class) {
            return self.unsupported(&problem);
        }
        let asked = Name::from(class);
        // A class is initialized together with its superclasses, but not with all of its interfaces.
        let is_interface = world.class(&asked).is_some_and(|asked| asked.is_interface);
        let is_own =
            self.class == asked || !is_interface && world.is_class_below(&self.class, &asked);
        if self.is_initialized && is_own {
            return;
        }
        let from = self.lowering.builder.static_variable(&state_name(&asked), true);
        let to = self.between();
        self.emit.push(Instruction::ReadStatic { to, from });
        let after = self.emit.label();
        self.emit.unless(Expression::binary(BinaryOp::Different, to.into(), DONE.into()), after);
        let method = self.lowering.method_id(Work::Initialize(asked));
        self.emit.push(Instruction::Call { to: None, method, arguments: Box::new([]) });
        self.emit.place(after);
    }

    /// Writes an access of a field.
    pub(super) fn field(&mut self, access: Access, member: &Member, of: &Type) {
        let value = matches!(access, Access::Put | Access::PutStatic).then(|| self.pop().value);
        let value = value.map(|value| narrowed(value, of));
        let object = matches!(access, Access::Get | Access::Put).then(|| self.pop());
        let found = self.lowering.world.field(&member.class, &member.name, of);
        let world = self.lowering.world;
        let from = (&*self.class.clone(), &*self.method.clone());
        let refused = world.refuses_class(from.0, &member.class).or_else(|| {
            let (home, field) = found.as_ref()?;
            world.refuses_field(from, access, home, field)
        });
        let Some((class, field)) = found.filter(|_| refused.is_none()) else {
            match refused {
                Some((error, why)) => self.link_error(error, &why),
                None if world.class(&member.class).is_none() => {
                    self.unsupported(&world.absent(&member.class));
                }
                None => {
                    let what = format!("the field `{}.{}`", dotted(&member.class), member.name);
                    self.unsupported(&what);
                }
            }
            if value.is_none() {
                self.push(Slot::new(0, of.is_wide()));
            }
            return;
        };
        let Some(object) = object else {
            if let Some(value) = &value {
                self.hold(value);
            }
            return self.static_field(&class, &field, value);
        };
        let id = self.lowering.field_id(&class, &field.name);
        match value {
            None => self.push_result(of.is_wide(), |to| Instruction::Read {
                to,
                object: object.value,
                field: id,
            }),
            Some(value) => {
                self.emit.push(Instruction::Write { object: object.value, field: id, value });
            }
        }
        if object.known != Known::Object {
            self.fault(Fault::Null);
        }
    }

    fn static_field(
        &mut self,
        class: &Class,
        field: &crate::class::Field,
        value: Option<Expression>,
    ) {
        let name: Name = class.name().into();
        let Some(value) = value else {
            let from = self.lowering.static_id(class, field);
            self.lowering.read.insert((name.clone(), field.name.clone()));
            let (reach, initializers) = (self.lowering.reach, self.lowering.initializers);
            if initializers.is_constant(reach, &name, &field.name) {
                self.push_result(field.of.is_wide(), |to| Instruction::ReadConstant { to, from });
                return;
            }
            self.initialize(&name);
            self.push_result(field.of.is_wide(), |to| Instruction::ReadStatic { to, from });
            return;
        };
        self.initialize(&name);
        let to = self.lowering.static_id(class, field);
        self.emit.push(Instruction::WriteStatic { to, value });
    }
}
