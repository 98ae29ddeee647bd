//! Arrays.

use reductio_programs::{BinaryOp, Conversion, Expression, Instruction, IntOp, Register, Width};

use super::fields::narrow;
use super::{Body, Fault, Known, Slot};
use crate::descriptor::Type;
use crate::op::Element;

impl Body<'_, '_> {
    pub(super) fn array_load(&mut self, wide: bool) {
        let index = self.pop().value;
        let array = self.pop().value;
        // The trap needs both, and the result may replace neither before that.
        let (a, i) = (array.clone(), index.clone());
        self.push_result(wide, |to| Instruction::ReadElement { to, array, index });
        self.fault(Fault::Null);
        self.fault(Fault::Bounds(a, i));
    }

    pub(super) fn array_store(&mut self, element: Element) {
        let value = self.pop().value;
        let index = self.pop().value;
        let array = self.pop().value;
        let value = match element {
            Element::Byte => narrow(value, Conversion::ToByte),
            Element::Char => narrow(value, Conversion::ToChar),
            Element::Short => narrow(value, Conversion::ToShort),
            _ => value,
        };
        if element == Element::Reference && value != Expression::Constant(0) {
            let (array, value) = (array.clone(), value.clone());
            self.emit.push(Instruction::CheckStore { array, value: value.clone() });
            self.fault(Fault::Null);
            self.fault(Fault::Store(value));
        }
        let (a, i) = (array.clone(), index.clone());
        self.emit.push(Instruction::WriteElement { array, index, value });
        self.fault(Fault::Null);
        self.fault(Fault::Bounds(a, i));
    }

    pub(super) fn new_array(&mut self, of: &Type) {
        let length = self.pop().value;
        let class = self.array_class(of);
        let kept = length.clone();
        self.push_result(false, |to| Instruction::NewArray { to, class, length });
        if !matches!(kept, Expression::Constant(0..)) {
            self.fault(Fault::Negative(kept));
        }
        if let Some(last) = self.stack.last_mut() {
            last.known = Known::Object;
        }
    }

    /// The number of a class of arrays, and of that of its elements.
    fn array_class(&mut self, of: &Type) -> reductio_programs::ClassId {
        if let Type::Array(element) = of
            && element.is_reference()
        {
            self.lowering.class_id(element);
        }
        self.lowering.class_id(of)
    }

    pub(super) fn multi_array(&mut self, of: &Type, dimensions: u8) {
        let mut lengths: Vec<Expression> = (0..dimensions).map(|_| self.pop().value).collect();
        lengths.reverse();
        for length in &lengths {
            self.hold(length);
        }
        for length in &mut lengths {
            *length = self.simple(length.clone());
            self.hold(length);
        }
        for length in &lengths {
            let trap = self.trap(Fault::Negative(length.clone()));
            let fits = Expression::binary(BinaryOp::AtLeast, length.clone(), 0.into());
            self.emit.unless(fits, trap);
        }
        let made = self.nested(of, &lengths);
        self.push(Slot { known: Known::Object, ..Slot::new(made, false) });
    }

    /// Makes an array, and the arrays that are its elements.
    fn nested(&mut self, of: &Type, lengths: &[Expression]) -> Register {
        let made = self.between();
        let class = self.array_class(of);
        let Some((length, inner)) = lengths.split_first() else { return made };
        self.emit.push(Instruction::NewArray { to: made, class, length: length.clone() });
        let Type::Array(element) = of else { return made };
        if inner.is_empty() {
            return made;
        }
        let number = self.between();
        self.emit.compute(number, 0.into());
        let (again, done) = (self.emit.label(), self.emit.label());
        self.emit.place(again);
        let is_left = Expression::binary(BinaryOp::Less, number.into(), length.clone());
        self.emit.unless(is_left, done);
        let value = self.nested(element, inner).into();
        let (array, index) = (made.into(), number.into());
        self.emit.push(Instruction::WriteElement { array, index, value });
        let add = BinaryOp::Int(IntOp::Add, Width::W32);
        self.emit.compute(number, Expression::binary(add, number.into(), 1.into()));
        self.emit.jump(again);
        self.emit.place(done);
        made
    }
}
