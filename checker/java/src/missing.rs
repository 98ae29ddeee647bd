//! The parts of a program that are not supported.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::class::{Class, Method, Name, member};
use crate::descriptor::{Type, dotted, is_value};
use crate::error::JavaError;
use crate::hierarchy::World;
use crate::intrinsics::is_known;
use crate::lowered::mains;
use crate::op::{Constant, How, Member, Op};
use crate::path::ClassPath;
use crate::reach::Reach;

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
    /// The part that is not supported.
    pub what: String,
    /// The substitute that is there; empty if there is nothing like it.
    pub instead: String,
}

/// Lists what the classes of a path have that is not supported, whether it can be reached or not, in the order in which
/// it stands.
pub fn missing(path: &ClassPath) -> Vec<Missing> {
    listed(&World::new(path), path, |_| true, |_| true)
}

/// Lists what of a program is not supported that can be reached from `main`: that of the class that is named, or that
/// of each class that has one. The order is that in which it stands.
///
/// # Errors
/// [`JavaError`]: where there is no `main`, and where nothing can be said of what is reached.
pub fn missing_from_main(path: &ClassPath, main: Option<&str>) -> Result<Vec<Missing>, JavaError> {
    let world = World::new(path);
    let mut methods: FxHashSet<Member> = FxHashSet::default();
    let mut classes: FxHashSet<Name> = FxHashSet::default();
    for (start, main) in mains(path, &world, main)? {
        let reach = Reach::from(&world, &start, &main);
        classes.extend(reach.instantiated.iter().chain(&reach.initialized).cloned());
        methods.extend(reach.order.iter().map(|method| member(method)));
    }
    let is_class = |class: &Class| class.name.as_ref().is_some_and(|name| classes.contains(name));
    Ok(listed(&world, path, is_class, |method| methods.contains(&member(method))))
}

/// Lists what is not supported of some classes and methods.
fn listed(
    world: &World<'_>,
    path: &ClassPath,
    is_class: impl Fn(&Class) -> bool,
    is_method: impl Fn(&Method) -> bool,
) -> Vec<Missing> {
    let mut found = Vec::new();
    for outer in &path.all() {
        let missing = |line: u32, what: String| Missing {
            class: dotted(outer.name()),
            method: String::new(),
            file: outer.file.clone().unwrap_or_default(),
            line,
            what,
            instead: String::new(),
        };
        for class in [outer].into_iter().chain(&outer.lambdas).filter(|class| is_class(class)) {
            // What stands for a lambda expression has the line of that.
            let line = if world.is_lambda(class.name()) { first_line(class) } else { 0 };
            let mut is_whole = true;
            for above in class.above.iter().chain(&class.interfaces) {
                if world.class(above).is_none() {
                    is_whole = false;
                    found.push(missing(line, format!("the class `{}`", dotted(above))));
                }
            }
            if is_whole && let Some(what) = world.fault(class) {
                found.push(missing(line, what));
            }
        }
        for class in [outer].into_iter().chain(&outer.lambdas) {
            for method in class.methods.iter().filter(|method| is_method(method)) {
                of_method(world, class, method, &mut found);
            }
        }
    }
    found
}

/// The first source line of the code of a class; 0 if none is known.
fn first_line(class: &Class) -> u32 {
    let mut lines = class.methods.iter().filter_map(|method| method.code.as_ref()?.lines.first());
    lines.next().copied().unwrap_or(0)
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
            if &*member.name == "<init>" && is_value(&member.class) {
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
