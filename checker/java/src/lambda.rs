//! The code of lambda expressions and of references to methods, and the conversions of their arguments and results.

use std::sync::Arc;

use cafebabe::constant_pool::{MethodHandle, ReferenceKind};
use reductio_programs::{Conversion, UnaryOp, Width};

use crate::class::{Class, Code, Field, Method, Name, Visibility};
use crate::descriptor::{Signature, Type};
use crate::op::{Access, How, Member, Op, Shuffle};

/// The access of a field.
pub(crate) fn access(access: Access, class: &str, field: &Field) -> Op {
    let member = Member::new(class, &field.name, &field.of.descriptor());
    Op::Field(access, Arc::new(member), field.of.clone())
}

/// A method that no class file has.
pub(crate) fn method(
    class: &Name,
    name: &str,
    of: &Signature,
    is_static: bool,
    ops: Vec<Op>,
) -> Method {
    let lines = vec![0; ops.len()];
    Method {
        class: class.clone(),
        name: name.into(),
        descriptor: of.descriptor().into(),
        signature: Arc::new(of.clone()),
        visibility: Visibility::Public,
        is_static,
        is_final: true,
        is_native: false,
        is_abstract: false,
        is_synchronized: false,
        code: Some(Code { ops, lines, ..Code::default() }),
    }
}

/// The code of the method of a lambda expression: it calls the method that the handle names, with what was captured and
/// then its own arguments.
pub(crate) fn body(
    handle: &MethodHandle<'_>,
    class: &Class,
    of: &Signature,
    exact: &Signature,
) -> Option<Vec<Op>> {
    let target = Signature::parse(&handle.member_ref.descriptor)?;
    let owner = Type::of_name(&handle.class_name)?;
    let how = match handle.kind {
        ReferenceKind::InvokeStatic => How::Static,
        ReferenceKind::InvokeSpecial | ReferenceKind::NewInvokeSpecial => How::Special,
        ReferenceKind::InvokeVirtual => How::Virtual,
        ReferenceKind::InvokeInterface => How::Interface,
        _ => return None,
    };
    let is_new = handle.kind == ReferenceKind::NewInvokeSpecial;
    let mut wanted = target.parameters.clone();
    if how != How::Static && !is_new {
        wanted.insert(0, owner.clone());
    }
    let given = class.fields.len() + of.parameters.len();
    if given != wanted.len() || exact.parameters.len() != of.parameters.len() {
        return None;
    }
    let mut ops = Vec::new();
    if is_new {
        let Type::Class(name) = &owner else { return None };
        ops.push(Op::New(name.clone()));
        ops.push(Op::Shuffle(Shuffle::Dup));
    }
    for field in &class.fields {
        ops.push(Op::Load(0, false));
        ops.push(access(Access::Get, class.name(), field));
    }
    let mut local = 1;
    for (number, own) in of.parameters.iter().enumerate() {
        ops.push(Op::Load(local, own.is_wide()));
        local += if own.is_wide() { 2 } else { 1 };
        let exact = &exact.parameters[number];
        adapt(own, exact, &mut ops)?;
        let wanted = &wanted[class.fields.len() + number];
        if !(exact.is_reference() && wanted.is_reference()) {
            adapt(exact, wanted, &mut ops)?;
        }
    }
    let member =
        Member::new(&handle.class_name, &handle.member_ref.name, &handle.member_ref.descriptor);
    ops.push(Op::Invoke(how, Arc::new(member), Arc::new(target.clone())));
    let result = if is_new { Some(owner) } else { target.result };
    match (result, &of.result) {
        (None, None) => {}
        (Some(found), None) => {
            ops.push(Op::Shuffle(if found.is_wide() { Shuffle::Pop2 } else { Shuffle::Pop }));
        }
        (None, Some(_)) => return None,
        (Some(found), Some(wanted)) => {
            if !(found.is_reference() && wanted.is_reference()) {
                adapt(&found, wanted, &mut ops)?;
            }
        }
    }
    ops.push(Op::Return(of.result.is_some()));
    Some(ops)
}

/// Adds the operations that make a value of one type one of another type, as references to methods do.
fn adapt(from: &Type, to: &Type, ops: &mut Vec<Op>) -> Option<()> {
    if from == to {
        return Some(());
    }
    match (from.is_reference(), to.is_reference()) {
        (true, true) => {
            if *to != Type::class("java/lang/Object") {
                ops.push(Op::Cast(to.clone()));
            }
        }
        (true, false) => {
            let held = if let Some(held) = from.unwrapped() {
                held
            } else {
                ops.push(Op::Cast(Type::class(to.wrapper()?)));
                to.clone()
            };
            let name = format!("{}Value", held.told());
            invoke(How::Virtual, held.wrapper()?, &name, &[], &held, ops);
            adapt(&held, to, ops)?;
        }
        (false, true) => {
            let wrapper = from.wrapper()?;
            invoke(How::Static, wrapper, "valueOf", &[from], &Type::class(wrapper), ops);
        }
        (false, false) => {
            let wide = to.is_wide();
            let conversion = match (from, to) {
                (Type::Byte | Type::Char | Type::Short | Type::Int, Type::Short | Type::Int) => {
                    return Some(());
                }
                (Type::Byte | Type::Char | Type::Short | Type::Int, Type::Long) => {
                    Conversion::ToInt
                }
                (Type::Float, Type::Double) => Conversion::Widen,
                (Type::Double | Type::Boolean, _) => return None,
                (_, Type::Float) => Conversion::IntToFloat(Width::W32),
                (_, Type::Double) => Conversion::IntToFloat(Width::W64),
                _ => return None,
            };
            ops.push(Op::Unary(UnaryOp::Convert(conversion), wide));
        }
    }
    Some(())
}

/// Adds a call.
pub(crate) fn invoke(
    how: How,
    class: &str,
    name: &str,
    parameters: &[&Type],
    result: &Type,
    ops: &mut Vec<Op>,
) {
    let parameters = parameters.iter().map(|of| (*of).clone()).collect();
    let signature = Signature { parameters, result: Some(result.clone()) };
    let member = Member::new(class, name, &signature.descriptor());
    ops.push(Op::Invoke(how, Arc::new(member), Arc::new(signature)));
}
