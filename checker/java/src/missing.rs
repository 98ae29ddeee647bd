//! What a program has that is not supported.

use std::sync::Arc;

use crate::class::{Class, Method};
use crate::descriptor::{Type, dotted};
use crate::hierarchy::World;
use crate::intrinsics::is_known;
use crate::op::{Constant, How, Op};
use crate::path::ClassPath;

/// Something that a program has and that is not supported: a thread that comes to it is halted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Missing {
    /// The class.
    pub class: String,
    /// The method, with its parameters; empty if the class itself is meant.
    pub method: String,
    /// The source file; empty if it is not known.
    pub file: String,
    /// The source line; 0 if it is not known.
    pub line: u32,
    /// What is missing.
    pub what: String,
    /// What is there instead; empty if there is nothing like it.
    pub instead: String,
}

/// Lists what the classes of a path have that is not supported, whether it can be reached or not, in the order in which it
/// stands.
pub fn missing(path: &ClassPath) -> Vec<Missing> {
    let world = World::new(path);
    let mut found = Vec::new();
    for class in &path.all() {
        let above = class.above.iter().chain(&class.interfaces);
        for above in above.filter(|above| world.class(above).is_none()) {
            found.push(Missing {
                class: dotted(class.name()),
                method: String::new(),
                file: class.file.clone().unwrap_or_default(),
                line: 0,
                what: format!("the class `{}`", dotted(above)),
                instead: String::new(),
            });
        }
        let is_whole =
            class.above.iter().chain(&class.interfaces).all(|above| world.class(above).is_some());
        if is_whole && let Some(what) = world.fault(class) {
            found.push(Missing {
                class: dotted(class.name()),
                method: String::new(),
                file: class.file.clone().unwrap_or_default(),
                line: 0,
                what,
                instead: String::new(),
            });
        }
        for class in [class].into_iter().chain(&class.lambdas) {
            for method in &class.methods {
                of_method(&world, class, method, &mut found);
            }
        }
    }
    found
}

fn of_method(world: &World<'_>, class: &Arc<Class>, method: &Method, found: &mut Vec<Missing>) {
    let mut add = |line: u32, what: String, instead: String| {
        let missing = Missing {
            class: dotted(class.name()),
            method: format!("{}{}", method.name, method.signature.told()),
            file: class.file.clone().unwrap_or_default(),
            line,
            what,
            instead,
        };
        if found.last() != Some(&missing) {
            found.push(missing);
        }
    };
    if method.is_native {
        add(0, "the code of a native method".into(), String::new());
    }
    let Some(code) = &method.code else { return };
    for (op, line) in code.ops.iter().zip(&code.lines) {
        if let Some((what, instead)) = of_op(world, op) {
            add(*line, what, instead);
        }
    }
}

/// What an operation needs that is not there, and what is there instead.
fn of_op(world: &World<'_>, op: &Op) -> Option<(String, String)> {
    let class = |of: &Type| {
        let mut of = of;
        while let Type::Array(element) = of {
            of = element;
        }
        match of {
            Type::Class(name) if world.class(name).is_none() => {
                Some((format!("the class `{}`", dotted(name)), String::new()))
            }
            _ => None,
        }
    };
    match op {
        Op::Unsupported(what, ..) => Some((what.clone(), String::new())),
        Op::New(name) => class(&Type::Class(name.clone())),
        Op::Push(Constant::Class(of)) | Op::NewArray(of) | Op::MultiArray(of, _) => class(of),
        Op::Field(_, member, of) => class(&Type::Class(member.class.clone())).or_else(|| {
            let is_there = world.field(&member.class, &member.name, of).is_some();
            let what = format!("the field `{}.{}`", dotted(&member.class), member.name);
            (!is_there).then_some((what, String::new()))
        }),
        Op::Invoke(how, member, signature) => {
            if member.class.starts_with('[') {
                return None;
            }
            if let Some(found) = class(&Type::Class(member.class.clone())) {
                return Some(found);
            }
            if &*member.name == "<init>" && crate::lower::is_value(&member.class) {
                let told =
                    format!("the method `{}.<init>{}`", dotted(&member.class), signature.told());
                let found = world.maker(&member.class, &signature.parameters);
                return found.is_none().then_some((told, String::new()));
            }
            let found = world.method(&member.class, &member.name, &member.descriptor);
            let found = found.filter(|found| found.is_static == (*how == How::Static));
            if let Some(what) = found.as_ref().and_then(|found| refuses(world, found)) {
                return Some((what, String::new()));
            }
            if found.is_some() {
                return None;
            }
            let told = format!("{}.{}", dotted(&member.class), member.name);
            let what = format!("the method `{told}{}`", signature.told());
            Some((what, world.overloads(&member.class, &member.name)))
        }
        _ => None,
    }
}

/// What a method of the library says that it does not support, if that is all that it does.
fn refuses(world: &World<'_>, method: &Method) -> Option<String> {
    if !world.is_library(&method.class) {
        return None;
    }
    let told = || format!("the method `{}{}`", method.told(), method.signature.told());
    if method.is_native {
        return (!is_known(method)).then(told);
    }
    for op in &method.code.as_ref()?.ops {
        match op {
            Op::Invoke(How::Static, member, _) if &*member.class == "reductio/Model" => {
                return (&*member.name == "unsupported").then(told);
            }
            Op::If(..) | Op::Switch(..) | Op::Goto(_) | Op::Return(_) | Op::Invoke(..) => {
                return None;
            }
            _ => {}
        }
    }
    None
}
