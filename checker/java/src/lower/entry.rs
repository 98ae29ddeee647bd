//! The first thread: what is made before `main` runs, and `main`.

use std::sync::Arc;

use reductio_programs::{Expression, Instruction, MethodId, Register};

use super::fields::state_name;
use super::method::finish;
use super::stubs::lock_name;
use super::{Body, Entry, Lowering, STARTED, Work, member};
use crate::class::{Method, Name};
use crate::descriptor::{Type, dotted};
use crate::hierarchy::OBJECT;
use crate::monitors::THREAD;
use crate::op::Constant;

impl Lowering<'_> {
    /// Writes what the first thread runs.
    pub(super) fn entry(&mut self, id: MethodId, start: &Name, main: &Arc<Method>) {
        if self.mirrors_all {
            for of in self.types.clone() {
                let is_made = match &of {
                    Type::Class(name) => self.reach.instantiated.contains(name),
                    _ => true,
                };
                if is_made {
                    self.mirror(&of);
                }
            }
        }
        let own = u32::from(self.asks_own);
        self.prologue.clear();
        let mut body = Body::new(self, &main.class, own, 4);
        body.is_initialized = true;
        body.mirrors();
        body.constants();
        let failed = body.emit.label();
        let guard = body.emit.cover_of(&[0]);
        body.emit.cover = guard;
        if own > 0 {
            let first =
                body.lowering.world.method("java/lang/Thread", "first", "()Ljava/lang/Thread;");
            match first {
                Some(first) => {
                    let method = body.lowering.method_id(Work::Method(member(&first)));
                    let arguments = Box::new([]);
                    body.emit.push(Instruction::Call { to: Some(Register(0)), method, arguments });
                    let field = format!("java.lang.Thread.{STARTED}");
                    let field = body.lowering.builder.field(&field);
                    let identity = body.place(0);
                    body.emit.push(Instruction::Identity { to: identity });
                    let (object, value) = (Register(0).into(), identity.into());
                    body.emit.push(Instruction::Write { object, field, value });
                }
                None => body.unsupported("the method `java.lang.Thread.first()`"),
            }
        }
        for class in &body.lowering.initializers.eager {
            let clinit = body.lowering.world.class(class);
            let Some(clinit) = clinit.as_ref().and_then(|class| class.initializer()) else {
                continue;
            };
            let method = body.lowering.method_id(Work::Method(member(clinit)));
            let at = u32::try_from(body.emit.len()).unwrap_or(u32::MAX);
            body.lowering.prologue.push((at, class.clone()));
            body.emit.push(Instruction::Call { to: None, method, arguments: Box::new([]) });
        }
        body.lowering.prologue_end = u32::try_from(body.emit.len()).unwrap_or(u32::MAX);
        body.emit.cover = body.emit.cover_of(&[]);
        let arguments = body.arguments();
        body.is_initialized = false;
        body.initialize(start);
        let method = body.lowering.method_id(Work::Method(member(main)));
        // Others may ask whether the first thread has ended, by what it throws too.
        let has_monitor = body.lowering.world.has_monitors(THREAD);
        let tells_end = own > 0 && (body.lowering.asks_end || has_monitor);
        let ended = body.emit.label();
        if tells_end {
            body.emit.cover = body.emit.cover_of(&[1]);
        }
        body.emit.push(Instruction::Call { to: None, method, arguments: Box::new([arguments]) });
        body.emit.cover = body.emit.cover_of(&[]);
        if tells_end {
            body.tell_end(Register(0));
        }
        body.keep_own(own > 0);
        body.emit.push(Instruction::Stop);
        let thrown = body.place(0);
        body.emit.place(ended);
        if tells_end {
            body.tell_end_thrown(Register(0));
            body.emit.push(Instruction::Throw { value: thrown.into() });
        }
        body.emit.place(failed);
        body.unsupported("an exception of a static initializer");
        body.write_traps();
        let entries = [
            Entry { class: None, target: failed, register: thrown },
            Entry { class: None, target: ended, register: thrown },
        ];
        body.lowering.builder.method_mut(id).parameters = own;
        finish(body, id, &entries, &[]);
    }
}

impl Body<'_, '_> {
    /// Reads the first argument of the thread's outermost method at its end, where threads ask for it.
    pub(super) fn keep_own(&mut self, asks: bool) {
        if asks {
            let to = self.between();
            self.emit.compute(to, Register(0).into());
        }
    }

    fn set(&mut self, name: &str, volatile: bool, value: Expression) {
        let to = self.lowering.builder.static_variable(name, volatile);
        self.emit.push(Instruction::WriteStatic { to, value });
    }

    /// Makes the objects that stand for classes, and the locks of those that are initialized later.
    fn mirrors(&mut self) {
        let class = Type::class("java/lang/Class");
        for (of, to) in self.lowering.mirrors.clone() {
            let class = self.lowering.class_id(&class);
            let made = self.place(0);
            self.emit.push(Instruction::New { to: made, class });
            let name = match &of {
                Type::Array(_) => of.descriptor().replace('/', "."),
                _ => of.told(),
            };
            let value = Expression::Text(self.lowering.builder.text(&name));
            let field = self.lowering.builder.field("java.lang.Class.name");
            self.emit.push(Instruction::Write { object: made.into(), field, value });
            self.emit.push(Instruction::WriteStatic { to, value: made.into() });
        }
        let mut later: Vec<Name> = self
            .lowering
            .methods
            .keys()
            .filter_map(|work| match work {
                Work::Initialize(class) => Some(class.clone()),
                _ => None,
            })
            .collect();
        later.sort();
        for class in later {
            let object = self.lowering.class_id(&Type::class(OBJECT));
            let made = self.place(0);
            self.emit.push(Instruction::New { to: made, class: object });
            self.set(&lock_name(&class), false, made.into());
            let _ = state_name(&class);
        }
    }

    /// Sets the static fields whose values class files give.
    fn constants(&mut self) {
        for name in &self.lowering.reach.initialized {
            let Some(class) = self.lowering.world.class(name) else { continue };
            for field in class.fields.iter().filter(|field| field.is_static) {
                if !self.lowering.read.contains(&(name.clone(), field.name.clone())) {
                    continue;
                }
                let value = match &field.value {
                    None | Some(Constant::Int(0) | Constant::Wide(0) | Constant::Class(_)) => {
                        continue;
                    }
                    Some(Constant::Int(number) | Constant::Wide(number)) => (*number).into(),
                    Some(Constant::Text(text)) => {
                        Expression::Text(self.lowering.builder.text(text))
                    }
                };
                self.set(&format!("{}.{}", dotted(name), field.name), field.is_volatile, value);
            }
        }
    }

    /// The array with the arguments of `main`.
    fn arguments(&mut self) -> Expression {
        let given = self.lowering.options.arguments.clone();
        let string = Type::class("java/lang/String");
        self.lowering.class_id(&string);
        let class = self.lowering.class_id(&Type::Array(Box::new(string)));
        let made = self.between();
        let length = i64::try_from(given.len()).unwrap_or(i64::MAX).into();
        self.emit.push(Instruction::NewArray { to: made, class, length });
        for (number, text) in given.iter().enumerate() {
            let value = Expression::Text(self.lowering.builder.text(text));
            let index = i64::try_from(number).unwrap_or(i64::MAX).into();
            self.emit.push(Instruction::WriteElement { array: made.into(), index, value });
        }
        made.into()
    }
}
