//! The work that compilers leave to the virtual machine, put into plain operations: lambda expressions and references
//! to methods become classes, the methods of records become methods.
//!
//! A lambda expression is a class with a field for each value that it captures, and a static method `make` that makes
//! an object of it.

use std::sync::Arc;

use cafebabe::attributes::BootstrapMethodEntry;
use cafebabe::constant_pool::{BootstrapArgument, LiteralConstant};

use crate::class::{Class, Code, Field, Method, Name, Visibility};
use crate::descriptor::{Signature, Type, dotted};
use crate::lambda::{access, body, method};
use crate::op::{Access, Constant, How, Member, Op, Piece, Shuffle, Test};
use crate::record;

/// The methods to which `invokedynamic` leaves the linking, and what came of them.
pub(crate) struct Bootstraps<'b, 'c> {
    pub(crate) class: Name,
    entries: &'b [BootstrapMethodEntry<'c>],
    pub(crate) lambdas: Vec<Arc<Class>>,
    pub(crate) methods: Vec<Arc<Method>>,
}

const METAFACTORY: &str = "java/lang/invoke/LambdaMetafactory";

impl<'b, 'c> Bootstraps<'b, 'c> {
    pub(crate) fn new(class: &Name, entries: &'b [BootstrapMethodEntry<'c>]) -> Self {
        let (lambdas, methods) = (Vec::new(), Vec::new());
        Bootstraps { class: class.clone(), entries, lambdas, methods }
    }

    /// The operation that stands for an `invokedynamic`.
    pub(crate) fn dynamic(
        &mut self,
        number: u16,
        name: &str,
        descriptor: &str,
    ) -> Result<Op, String> {
        let signature = Signature::parse(descriptor).ok_or("an `invokedynamic` has no type")?;
        let entry = self.entries.get(usize::from(number)).ok_or("a bootstrap method is missing")?;
        let from = (&*entry.method.class_name, &*entry.method.member_ref.name);
        let found = match from {
            (METAFACTORY, "metafactory" | "altMetafactory") => self.lambda(entry, name, &signature),
            ("java/lang/invoke/StringConcatFactory", "makeConcatWithConstants") => {
                concat(entry, &signature)
            }
            ("java/lang/invoke/StringConcatFactory", "makeConcat") => Some(Op::Concat(
                signature.parameters.iter().cloned().map(Piece::Argument).collect(),
            )),
            ("java/lang/runtime/ObjectMethods", "bootstrap") => {
                self.record(entry, name, &signature)
            }
            _ => None,
        };
        Ok(found.unwrap_or_else(|| {
            let what = format!("`invokedynamic` by `{}.{}`", dotted(from.0), from.1);
            let pushed = signature.result.as_ref().map(Type::is_wide);
            Op::Unsupported(what, signature.parameters.len(), pushed)
        }))
    }

    /// Gives the classes of lambda expressions the source lines at which they stand.
    pub(crate) fn set_lines(&mut self, code: &Code) {
        for (op, line) in code.ops.iter().zip(&code.lines) {
            let Op::Invoke(How::Static, member, _) = op else { continue };
            if &*member.name != "make" || !member.class.starts_with(&*self.class) {
                continue;
            }
            // Those of this method are the last ones.
            let lambda =
                self.lambdas.iter_mut().rev().find(|lambda| lambda.name() == &*member.class);
            let Some(lambda) = lambda.and_then(Arc::get_mut) else { continue };
            for method in &mut lambda.methods {
                if let Some(code) = Arc::get_mut(method).and_then(|method| method.code.as_mut()) {
                    code.lines.fill(*line);
                }
            }
        }
    }

    fn record(
        &mut self,
        entry: &BootstrapMethodEntry<'_>,
        name: &str,
        signature: &Signature,
    ) -> Option<Op> {
        let mut getters = Vec::new();
        for argument in entry.arguments.get(2..)? {
            let BootstrapArgument::MethodHandle(handle) = argument else { return None };
            let of = Type::parse(&handle.member_ref.descriptor)?;
            getters.push((
                Member::new(
                    &handle.class_name,
                    &handle.member_ref.name,
                    &handle.member_ref.descriptor,
                ),
                of,
            ));
        }
        let code = record::code(&self.class, name, &getters)?;
        let name = format!("$record${name}");
        Some(self.helper(&name, signature, code))
    }

    /// Adds a static method, and gives the operation that calls it.
    fn helper(&mut self, name: &str, signature: &Signature, ops: Vec<Op>) -> Op {
        let method = method(&self.class, name, signature, true, ops);
        let member = Member::new(&self.class, name, &method.descriptor);
        let signature = method.signature.clone();
        self.methods.push(Arc::new(method));
        Op::Invoke(How::Static, Arc::new(member), signature)
    }

    fn lambda(
        &mut self,
        entry: &BootstrapMethodEntry<'_>,
        name: &str,
        signature: &Signature,
    ) -> Option<Op> {
        let arguments = &entry.arguments;
        let method_type = |at: usize| match arguments.get(at) {
            Some(BootstrapArgument::MethodType(of)) => Signature::parse(of),
            _ => None,
        };
        let int = |at: usize| match arguments.get(at) {
            Some(BootstrapArgument::LiteralConstant(LiteralConstant::Integer(n))) => {
                usize::try_from(*n).ok()
            }
            _ => None,
        };
        let (erased, exact) = (method_type(0)?, method_type(2)?);
        let Some(BootstrapArgument::MethodHandle(handle)) = arguments.get(1) else { return None };
        let Some(Type::Class(interface)) = &signature.result else { return None };
        let mut interfaces = vec![interface.clone()];
        let mut types = vec![erased];
        // What `altMetafactory` takes: flags, then marker interfaces, then the types of bridges.
        let flags = int(3).unwrap_or(0);
        if flags & 1 != 0 {
            interfaces.push("java/io/Serializable".into());
        }
        let mut at = 4;
        if flags & 2 != 0 {
            let count = int(at)?;
            for more in arguments.get(at + 1..at.checked_add(1)?.checked_add(count)?)? {
                let BootstrapArgument::ClassInfo(marker) = more else { return None };
                interfaces.push(Name::from(&**marker));
            }
            at += 1 + count;
        }
        if flags & 4 != 0 {
            let count = int(at)?.min(arguments.len());
            for more in 0..count {
                types.push(method_type(at + 1 + more)?);
            }
        }
        let this: Name = format!("{}$$Lambda${}", self.class, self.lambdas.len()).into();
        let mut class = Class {
            name: Some(this.clone()),
            above: Some("java/lang/Object".into()),
            interfaces,
            is_final: true,
            host: Some(self.class.clone()),
            ..Class::default()
        };
        for (number, of) in signature.parameters.iter().enumerate() {
            class.fields.push(Field {
                name: format!("captured{number}").into(),
                of: of.clone(),
                visibility: Visibility::Private,
                is_static: false,
                is_final: true,
                is_volatile: false,
                value: None,
            });
        }
        for of in types {
            if class.method(name, &of.descriptor()).is_none() {
                let ops = body(handle, &class, &of, &exact)?;
                class.methods.push(Arc::new(method(&this, name, &of, false, ops)));
            }
        }
        let mut make = vec![Op::New(this.clone())];
        let mut local = 0;
        for field in &class.fields {
            make.push(Op::Shuffle(Shuffle::Dup));
            make.push(Op::Load(local, field.of.is_wide()));
            make.push(access(Access::Put, &this, field));
            local += if field.of.is_wide() { 2 } else { 1 };
        }
        make.push(Op::Return(true));
        let make = method(&this, "make", signature, true, make);
        let member = Member::new(&this, "make", &make.descriptor);
        let signature = make.signature.clone();
        class.methods.push(Arc::new(make));
        self.lambdas.push(Arc::new(class));
        Some(Op::Invoke(How::Static, Arc::new(member), signature))
    }
}

fn concat(entry: &BootstrapMethodEntry<'_>, signature: &Signature) -> Option<Op> {
    let mut arguments = entry.arguments.iter();
    let Some(BootstrapArgument::LiteralConstant(LiteralConstant::String(recipe))) =
        arguments.next()
    else {
        return None;
    };
    let mut pieces = Vec::new();
    let mut text = String::new();
    let mut parameters = signature.parameters.iter();
    for unit in recipe.chars() {
        match unit {
            '\u{1}' => {
                if !text.is_empty() {
                    pieces.push(Piece::Text(std::mem::take(&mut text).into()));
                }
                pieces.push(Piece::Argument(parameters.next()?.clone()));
            }
            '\u{2}' => match arguments.next()? {
                BootstrapArgument::LiteralConstant(LiteralConstant::String(more)) => {
                    text.push_str(more);
                }
                BootstrapArgument::LiteralConstant(LiteralConstant::Integer(more)) => {
                    text.push_str(&more.to_string());
                }
                _ => return None,
            },
            unit => text.push(unit),
        }
    }
    if !text.is_empty() {
        pieces.push(Piece::Text(text.into()));
    }
    parameters.next().is_none().then_some(Op::Concat(pieces))
}

/// Puts plain operations in the place of those that need the object that stands for a class, but do not look at it: the
/// question whether assertions are on, which begins the initializer of each class that has some; `getClass().getName()`
/// in the library; and `getClass()` as a check for null.
pub(crate) fn simplify(ops: &mut [Op], is_library: bool) {
    let mut is_target = vec![false; ops.len() + 7];
    for target in ops.iter().flat_map(Op::targets) {
        if let Some(place) = is_target.get_mut(target) {
            *place = true;
        }
    }
    let is_class = |op: &Op, class: &str, name: &str| {
        matches!(op, Op::Invoke(How::Virtual, member, _)
            if &*member.name == name
                && &*member.class == class
                && member.descriptor.starts_with("()"))
    };
    for at in 0..ops.len() {
        if let Some([one, two]) = ops.get(at..at + 2).filter(|_| !is_target[at + 1])
            && matches!(one, Op::Invoke(How::Virtual, member, _)
                if &*member.name == "getClass" && &*member.descriptor == "()Ljava/lang/Class;")
        {
            if is_library && is_class(two, "java/lang/Class", "getName") {
                ops[at] = Op::ClassName;
                ops[at + 1] = Op::Nop;
            } else if matches!(two, Op::Shuffle(Shuffle::Pop)) {
                ops[at] = Op::CheckNull;
                ops[at + 1] = Op::Nop;
            }
        }
        if let Some(seven) = ops.get(at..at + 7)
            && matches!(seven[0], Op::Push(Constant::Class(_)))
            && is_class(&seven[1], "java/lang/Class", "desiredAssertionStatus")
            && matches!(seven[2], Op::If(Test::Zero(_), _))
            && matches!(seven[3], Op::Push(_))
            && matches!(seven[4], Op::Goto(_))
            && matches!(seven[5], Op::Push(_))
            && matches!(seven[6], Op::Shuffle(Shuffle::Pop))
        {
            ops[at..at + 7].fill(Op::Nop);
        }
    }
}
