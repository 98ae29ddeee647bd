//! The methods of records that the virtual machine makes: `toString`, `hashCode` and `equals`.

use std::sync::Arc;

use reductio_programs::{BinaryOp, IntOp, Width};

use crate::class::Name;
use crate::descriptor::Type;
use crate::lambda::invoke;
use crate::op::{Access, Constant, How, Member, Op, Piece, Test};

/// The code of a method of a record with these fields. Its first parameter is the record.
pub(crate) fn code(class: &Name, name: &str, fields: &[(Member, Type)]) -> Option<Vec<Op>> {
    let object = Type::class("java/lang/Object");
    let get = |local: u16, ops: &mut Vec<Op>, member: &Member, of: &Type| {
        ops.push(Op::Load(local, false));
        ops.push(Op::Field(Access::Get, Arc::new(member.clone()), of.clone()));
    };
    let mut ops = Vec::new();
    match name {
        "toString" => {
            let simple = class.rsplit(['/', '$']).next().unwrap_or_default();
            let mut pieces = vec![Piece::Text(format!("{simple}[").into())];
            for (number, (member, of)) in fields.iter().enumerate() {
                let comma = if number == 0 { "" } else { ", " };
                pieces.push(Piece::Text(format!("{comma}{}=", member.name).into()));
                pieces.push(Piece::Argument(of.clone()));
                get(0, &mut ops, member, of);
            }
            pieces.push(Piece::Text("]".into()));
            ops.push(Op::Concat(pieces));
        }
        "hashCode" => {
            ops.push(Op::Push(Constant::Int(0)));
            for (member, of) in fields {
                ops.push(Op::Push(Constant::Int(31)));
                ops.push(Op::Binary(BinaryOp::Int(IntOp::Multiply, Width::W32), false));
                get(0, &mut ops, member, of);
                if let Some(wrapper) = of.wrapper() {
                    invoke(How::Static, wrapper, "hashCode", &[of], &Type::Int, &mut ops);
                } else {
                    let class = "java/util/Objects";
                    invoke(How::Static, class, "hashCode", &[&object], &Type::Int, &mut ops);
                }
                ops.push(Op::Binary(BinaryOp::Int(IntOp::Add, Width::W32), false));
            }
        }
        "equals" => {
            // Each test jumps to the end, whose number is put in when it is known.
            let mut jumps = Vec::new();
            ops.push(Op::Load(1, false));
            ops.push(Op::InstanceOf(Type::Class(class.clone())));
            jumps.push(ops.len());
            ops.push(Op::If(Test::Zero(BinaryOp::Equal), 0));
            for (member, of) in fields {
                get(0, &mut ops, member, of);
                get(1, &mut ops, member, of);
                let test = match of {
                    Type::Float | Type::Double | Type::Long => {
                        let wrapper = of.wrapper()?;
                        invoke(How::Static, wrapper, "compare", &[of, of], &Type::Int, &mut ops);
                        Test::Zero(BinaryOp::Different)
                    }
                    Type::Class(_) | Type::Array(_) => {
                        let (class, both) = ("java/util/Objects", [&object, &object]);
                        invoke(How::Static, class, "equals", &both, &Type::Boolean, &mut ops);
                        Test::Zero(BinaryOp::Equal)
                    }
                    _ => Test::Numbers(BinaryOp::Different),
                };
                jumps.push(ops.len());
                ops.push(Op::If(test, 0));
            }
            ops.push(Op::Push(Constant::Int(1)));
            ops.push(Op::Return(true));
            let end = ops.len();
            ops.push(Op::Push(Constant::Int(0)));
            for jump in jumps {
                if let Op::If(_, target) = &mut ops[jump] {
                    *target = end;
                }
            }
        }
        _ => return None,
    }
    ops.push(Op::Return(true));
    Some(ops)
}
