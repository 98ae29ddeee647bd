//! One operation at a time.

use reductio_programs::{
    BinaryOp, Conversion, Expression, Instruction, IntOp, Made, TextOp, UnaryOp,
};

use super::emit::Label;
use super::method::Frame;
use super::{Body, Fault, Known, Slot};
use crate::descriptor::{Type, dotted, is_value};
use crate::hierarchy::OBJECT;
use crate::op::{Constant, Op, Test, shuffle};

impl Body<'_, '_> {
    /// Writes an operation. `at` is its number.
    pub(super) fn op(&mut self, at: usize, op: &Op, frame: &Frame) {
        match op {
            Op::Nop => {}
            Op::Push(constant) => self.constant(constant),
            Op::Load(local, wide) => self.load(*local, *wide, frame),
            Op::Store(local, _) => self.store(*local, frame),
            Op::ArrayLoad(element) => self.array_load(element.is_wide()),
            Op::ArrayStore(element) => self.array_store(*element),
            Op::Shuffle(how) => {
                // What is copied is computed once.
                for at in self.stack.len().saturating_sub(4)..self.stack.len() {
                    let value = &self.stack[at].value;
                    if matches!(value, Expression::Unary(..) | Expression::Binary(..)) {
                        let to = self.between();
                        let value = std::mem::replace(&mut self.stack[at].value, to.into());
                        self.emit.compute(to, value);
                    }
                }
                let _ = shuffle(&mut self.stack, *how, |slot| slot.wide);
            }
            Op::Binary(op, wide) => self.binary(*op, *wide),
            Op::Unary(op, wide) => {
                let slot = self.pop();
                let is_same = *wide && *op == UnaryOp::Convert(Conversion::ToInt);
                let value = if is_same { slot.value } else { Expression::unary(*op, slot.value) };
                self.push(Slot::new(value, *wide));
            }
            Op::Increase(local, by) => {
                let register = frame.locals[usize::from(*local)];
                self.save(register);
                let add = BinaryOp::Int(IntOp::Add, reductio_programs::Width::W32);
                let value = Expression::binary(add, register.into(), i64::from(*by).into());
                self.emit.compute(register, value);
            }
            Op::If(test, target) => self.branch(*test, *target, frame),
            Op::Goto(target) => {
                self.settle(&mut []);
                self.jump(*target, frame);
            }
            Op::Switch(default, cases) => self.switch(*default, cases, frame),
            Op::Return(has) => self.returns(*has, frame),
            Op::Field(access, member, of) => self.field(*access, member, of),
            Op::Invoke(how, member, signature) => self.invoke(*how, member, signature),
            Op::Concat(pieces) => self.concat(pieces),
            Op::New(class) => self.make(class, at),
            Op::NewArray(of) => self.new_array(of),
            Op::MultiArray(of, dimensions) => self.multi_array(of, *dimensions),
            Op::Length => {
                let array = self.pop();
                self.push_result(false, |to| Instruction::Length { to, array: array.value });
                if array.known != Known::Object {
                    self.fault(Fault::Null);
                }
            }
            Op::Throw => {
                let value = self.pop().value;
                self.emit.push(Instruction::Throw { value });
                self.fault(Fault::Null);
            }
            Op::Cast(of) => self.cast(of),
            Op::InstanceOf(of) => {
                let object = self.pop().value;
                let class = self.lowering.class_id(of);
                self.push_result(false, |to| Instruction::InstanceOf { to, object, class });
            }
            Op::ClassName => {
                let arguments = Box::new([self.pop().value]);
                let op = TextOp::OfClass;
                self.push_result(false, |to| Instruction::Text { to, op, arguments });
                self.fault(Fault::Null);
            }
            Op::CheckNull => {
                let slot = self.pop();
                self.check_object(Some(slot));
            }
            Op::Enter => {
                let object = self.pop().value;
                self.emit.push(Instruction::Acquire { object });
                self.fault(Fault::Null);
                self.fault(Fault::NoLock);
            }
            Op::Exit => {
                let object = self.pop().value;
                self.emit.push(Instruction::Release { object });
                self.fault(Fault::Null);
                self.fault(Fault::NoLock);
                self.fault(Fault::NotOwner);
            }
            Op::Unsupported(what, pops, push) => {
                for _ in 0..*pops {
                    self.pop();
                }
                self.unsupported(what);
                self.stack.extend(push.map(|wide| Slot::new(0, wide)));
            }
        }
    }

    fn constant(&mut self, constant: &Constant) {
        let slot = match constant {
            Constant::Int(number) => Slot::new(*number, false),
            Constant::Wide(number) => Slot::new(*number, true),
            Constant::Text(text) => {
                let id = self.lowering.builder.text(text);
                Slot { known: Known::Text(text.clone()), ..Slot::new(Expression::Text(id), false) }
            }
            Constant::Class(of) => {
                let from = self.lowering.mirror(of);
                self.push_result(false, |to| Instruction::ReadConstant { to, from });
                return;
            }
        };
        self.push(slot);
    }

    fn binary(&mut self, op: BinaryOp, wide: bool) {
        let right = self.pop().value;
        let left = self.pop().value;
        let divides = matches!(op, BinaryOp::Int(IntOp::Divide | IntOp::Remainder, _));
        let may_fail = divides && !matches!(right, Expression::Constant(number) if number != 0);
        let value = Expression::binary(op, left, right);
        if may_fail {
            self.push_result(wide, |to| Instruction::Compute { to, value });
            self.fault(Fault::Zero);
        } else {
            self.push(Slot::new(value, wide));
        }
    }

    fn label(&mut self, target: usize, frame: &Frame) -> Label {
        self.comes_to(target);
        frame.labels[target].unwrap_or_else(|| self.emit.label())
    }

    fn jump(&mut self, target: usize, frame: &Frame) {
        let label = self.label(target, frame);
        self.emit.jump(label);
    }

    fn branch(&mut self, test: Test, target: usize, frame: &Frame) {
        use BinaryOp as B;
        let not = |op| match op {
            B::Equal => B::Different,
            B::Different => B::Equal,
            B::Less => B::AtLeast,
            B::AtLeast => B::Less,
            B::Greater => B::AtMost,
            _ => B::Greater,
        };
        let no = |value| Expression::unary(UnaryOp::Not, value);
        // The condition under which it goes on at the next operation.
        let condition = match test {
            Test::Zero(B::Equal) | Test::Null(true) => self.pop().value,
            Test::Zero(B::Different) | Test::Null(false) => no(self.pop().value),
            Test::Zero(op) => Expression::binary(not(op), self.pop().value, 0.into()),
            Test::Numbers(op) => {
                let right = self.pop().value;
                Expression::binary(not(op), self.pop().value, right)
            }
            Test::Same(same) => {
                let right = self.pop().value;
                let left = self.pop().value;
                let found = self.is_same(left, right);
                if same { no(found) } else { found }
            }
        };
        let mut condition = [condition];
        self.settle(&mut condition);
        let [condition] = condition;
        let label = self.label(target, frame);
        self.emit.unless(condition, label);
    }

    /// Whether two references are the same. A thread is halted where that is left open of two objects of the library.
    fn is_same(&mut self, left: Expression, right: Expression) -> Expression {
        let may_be_shared = |value: &Expression| matches!(value, Expression::Register(_));
        let both = [left, right].map(|value| self.simple(value));
        let shared = match &both {
            _ if self.is_library || !both.iter().all(may_be_shared) => None,
            _ => self.lowering.shared(),
        };
        let [left, right] = &both;
        let same = Expression::binary(BinaryOp::Same, left.clone(), right.clone());
        let Some(class) = shared else { return same };
        for value in &both {
            self.hold(value);
        }
        let [one, other] = [left, right].map(|object| {
            let to = self.between();
            self.emit.push(Instruction::InstanceOf { to, object: object.clone(), class });
            Expression::from(to)
        });
        // Of this box, too, nobody knows whether it is the same each time.
        let open = self.boxed(OBJECT, Made::Open, 0.into());
        let open = Expression::binary(BinaryOp::Same, open.clone(), open);
        let are_shared = Expression::binary(BinaryOp::And, one, other);
        let is_left_open = Expression::binary(BinaryOp::And, are_shared, open);
        Expression::binary(BinaryOp::Or, same, is_left_open)
    }

    fn switch(&mut self, default: usize, cases: &[(i32, usize)], frame: &Frame) {
        let value = self.pop().value;
        let mut value = [self.simple(value)];
        self.settle(&mut value);
        let [value] = value;
        let default = self.label(default, frame);
        let cases: Vec<(i64, Label)> = cases
            .iter()
            .map(|(number, target)| (i64::from(*number), self.label(*target, frame)))
            .collect();
        self.cases(&value, &cases, default);
    }

    /// Looks for a value among sorted cases.
    fn cases(&mut self, value: &Expression, cases: &[(i64, Label)], default: Label) {
        if cases.len() <= 3 {
            for (number, label) in cases {
                let differs =
                    Expression::binary(BinaryOp::Different, value.clone(), (*number).into());
                self.emit.unless(differs, *label);
            }
            self.emit.jump(default);
            return;
        }
        let (low, high) = cases.split_at(cases.len() / 2);
        let rest = self.emit.label();
        let first = high.first().map_or(0, |(number, _)| *number);
        self.emit.unless(Expression::binary(BinaryOp::Less, value.clone(), first.into()), rest);
        self.cases(value, low, default);
        self.emit.place(rest);
        self.cases(value, high, default);
    }

    fn cast(&mut self, of: &Type) {
        if *of == Type::class(OBJECT) {
            return;
        }
        let slot = self.pop();
        if slot.value == Expression::Constant(0) {
            self.push(slot);
            return;
        }
        let value = self.simple(slot.value);
        self.hold(&value);
        let class = self.lowering.class_id(of);
        let to = self.between();
        self.emit.push(Instruction::InstanceOf { to, object: value.clone(), class });
        let trap = self.trap(Fault::Cast(value.clone(), of.clone()));
        let fits = Expression::binary(
            BinaryOp::Or,
            to.into(),
            Expression::unary(UnaryOp::Not, value.clone()),
        );
        self.emit.unless(fits, trap);
        self.push(Slot { value, ..slot });
    }

    fn make(&mut self, class: &std::sync::Arc<str>, at: usize) {
        let found = self.lowering.world.class(class);
        let world = self.lowering.world;
        let problem = match &found {
            None => Some(world.absent(class).into()),
            Some(found) if found.is_abstract || found.is_interface => {
                Some(format!("`InstantiationError` (`{}` is abstract)", dotted(class)).into())
            }
            Some(_) => world.problem(class).or_else(|| {
                let (error, why) = world.refuses_class(&self.class, class)?;
                Some(format!("`{error}` ({why})").into())
            }),
        };
        if let Some(problem) = problem {
            self.unsupported(&problem);
            self.push(Slot::new(0, false));
            return;
        }
        self.initialize(class);
        if is_value(class) {
            let known = Known::Unmade(class.clone(), at);
            self.push(Slot { known, ..Slot::new(0, false) });
            return;
        }
        if found.is_some_and(|found| found.fields.is_empty())
            && self.lowering.world.is_lambda(class)
        {
            // Whether it is a new object each time is left open by Java; in HotSpot it is one and the same.
            let value = self.boxed(class, Made::Open, 0.into());
            self.push(Slot { known: Known::Object, ..Slot::new(value, false) });
            return;
        }
        let id = self.lowering.class_id(&Type::Class(class.clone()));
        self.push_result(false, |to| Instruction::New { to, class: id });
        if let Some(last) = self.stack.last_mut() {
            last.known = Known::Object;
        }
    }
}
