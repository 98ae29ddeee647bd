//! Methods that no class file has: what a thread runs, the copy of an array, the initialization of a class, and native
//! methods.

use std::sync::Arc;

use reductio_programs::{
    BinaryOp, Expression, Instruction, IntOp, MethodId, Register, StaticId, Width,
};

use super::fields::{DONE, FAILED, state_name};
use super::method::{finish, parameter};
use super::{Body, ENDED, Entry, Lowering, Work, member};
use crate::class::{Method, Name};
use crate::descriptor::{Type, dotted};
use crate::hierarchy::OBJECT;
use crate::monitors::THREAD;
use crate::op::Member;
use crate::reach::{IN_INITIALIZER, OF_THROWN, THROWN, WITH_BOTH, WITH_CAUSE};
use crate::select::Home;

/// The field of a Thread object that says whether the thread need not end.
const DAEMON: &str = "java.lang.Thread.daemon";

/// The name of the variable with the lock that a thread holds while it initializes a class.
pub(super) fn lock_name(class: &str) -> String {
    format!("{}.$initialization", dotted(class))
}

impl Lowering<'_> {
    /// Writes a native method, for those that call it by the class of an object.
    pub(super) fn native(&mut self, id: MethodId, method: &Arc<Method>) {
        let own = usize::from(!method.is_static);
        let count = method.signature.parameters.len() + own;
        let locals = u32::try_from(count).unwrap_or(u32::MAX).max(1);
        let mut body = Body::new(self, &method.class, locals, 4);
        let mut arguments = Vec::new();
        for number in 0..count {
            let of = number.checked_sub(own).map(|number| &method.signature.parameters[number]);
            arguments.push(parameter(number, of.is_some_and(Type::is_wide)));
        }
        let value = body.intrinsic(method, &arguments);
        let value = value.unwrap_or(Expression::Constant(0));
        body.emit.push(Instruction::Return { value });
        body.write_traps();
        finish(body, id, &[], &[]);
    }

    /// Writes what a call does of which an object has no method.
    pub(super) fn no_method(&mut self, id: MethodId, of: &Member, error: &str) {
        let locals = self.builder.method_mut(id).parameters;
        let mut body = Body::new(self, &of.class, locals, 1);
        body.link_error(
            error,
            &format!("`{}` has no method `{}{}`", dotted(&of.class), of.name, of.descriptor),
        );
        finish(body, id, &[], &[]);
    }

    /// Writes what a thread runs: its `run`. The Thread object is the first argument.
    pub(super) fn thread(&mut self, id: MethodId) {
        let asks_own = self.asks_own;
        let tells_end = self.asks_end || self.world.has_monitors(THREAD);
        let asks_daemon = self.asks_daemon();
        let mut body = Body::new(self, &"java/lang/Thread".into(), 1, 4);
        let own = Register(0);
        let ended = body.emit.label();
        if asks_daemon {
            let (daemon, on) = (body.between(), body.emit.label());
            let field = body.lowering.builder.field(DAEMON);
            body.emit.push(Instruction::Read { to: daemon, object: own.into(), field });
            body.emit.unless(daemon.into(), on);
            body.emit.push(Instruction::Background);
            body.emit.place(on);
        }
        if tells_end {
            body.emit.cover = body.emit.cover_of(&[0]);
        }
        let selector = body.lowering.selector("run", "()V", &Home::Any);
        let arguments = Box::new([own.into()]);
        body.emit.push(Instruction::CallVirtual { to: None, selector, arguments });
        body.emit.cover = body.emit.cover_of(&[]);
        body.tell_end(own);
        body.keep_own(asks_own);
        body.emit.push(Instruction::Stop);
        let thrown = body.place(0);
        body.emit.place(ended);
        if tells_end {
            body.tell_end_thrown(own);
            body.emit.push(Instruction::Throw { value: thrown.into() });
        }
        let entries = [Entry { class: None, target: ended, register: thrown }];
        finish(body, id, &entries, &[]);
    }

    /// Writes the copy of an array, or of an object of a class that may be copied.
    pub(super) fn clone_array(&mut self, id: MethodId) {
        let world = self.world;
        let may = |class: &&Name| world.is_class_below(class, "java/lang/Cloneable");
        let classes: Vec<Name> = self.reach.instantiated.iter().filter(may).cloned().collect();
        let mut body = Body::new(self, &OBJECT.into(), 1, 4);
        body.clone_object(&classes);
        let array: Expression = Register(0).into();
        let (length, made) = (body.between(), body.between());
        body.emit.push(Instruction::Length { to: length, array: array.clone() });
        let like = array.clone();
        body.emit.push(Instruction::NewLike { to: made, like, length: length.into() });
        let (number, value) = (body.between(), body.between());
        body.emit.compute(number, 0.into());
        let (again, done) = (body.emit.label(), body.emit.label());
        body.emit.place(again);
        let is_left = Expression::binary(BinaryOp::Less, number.into(), length.into());
        body.emit.unless(is_left, done);
        let index: Expression = number.into();
        body.emit.push(Instruction::ReadElement { to: value, array, index: index.clone() });
        let (array, value) = (made.into(), value.into());
        body.emit.push(Instruction::WriteElement { array, index, value });
        let add = BinaryOp::Int(IntOp::Add, Width::W32);
        body.emit.compute(number, Expression::binary(add, number.into(), 1.into()));
        body.emit.jump(again);
        body.emit.place(done);
        body.emit.push(Instruction::Return { value: made.into() });
        finish(body, id, &[], &[]);
    }

    /// Writes the initialization of a class, as the Java virtual machine has it: one thread runs the initializer, and
    /// others wait until it is done. The lock that the thread holds meanwhile tells whether it asks itself.
    pub(super) fn initialize(&mut self, id: MethodId, class: &Name) {
        let world = self.world;
        let Some(found) = world.class(class) else { return };
        self.builder.method_mut(id).file.clone_from(&found.file);
        let mut body = Body::new(self, class, 0, 4);
        let code = found.initializer().and_then(|clinit| clinit.code.as_ref());
        body.emit.line = code.map_or(0, super::method::first_line);
        let from = body.lowering.builder.static_variable(&lock_name(class), false);
        let state = body.lowering.builder.static_variable(&state_name(class), true);
        let (lock, found_state) = (body.between(), body.between());
        body.emit.push(Instruction::ReadConstant { to: lock, from });
        body.emit.push(Instruction::Depth { to: found_state, object: lock.into() });
        let (fresh, back, to_do, failed) =
            (body.emit.label(), body.emit.label(), body.emit.label(), body.emit.label());
        body.emit.unless(found_state.into(), fresh);
        body.emit.push(Instruction::Return { value: 0.into() });
        body.emit.place(fresh);
        body.emit.push(Instruction::Acquire { object: lock.into() });
        body.emit.push(Instruction::ReadStatic { to: found_state, from: state });
        body.emit.unless(found_state.into(), to_do);
        let has_failed = Expression::binary(BinaryOp::Equal, found_state.into(), FAILED.into());
        body.emit.unless(has_failed, back);
        body.emit.push(Instruction::Release { object: lock.into() });
        let message = format!("Could not initialize class {}", dotted(class));
        let message = Expression::Text(body.lowering.builder.text(&message));
        let failure = body.lowering.reach.asks_failure.then(|| {
            let name = format!("{}.$failure", dotted(class));
            body.lowering.builder.static_variable(&name, false)
        });
        match failure {
            Some(from) => body.throw_failure(message, from),
            None => body.throw_new(THROWN[7], Some(message)),
        }
        body.emit.place(to_do);
        body.emit.cover = body.emit.cover_of(&[0]);
        if let Some(above) = &found.above {
            body.initialize(above);
        }
        for interface in world.initialized_with(&found) {
            body.initialize(&interface);
        }
        if let Some(clinit) = found.initializer() {
            let method = body.lowering.method_id(Work::Method(member(clinit)));
            body.emit.push(Instruction::Call { to: None, method, arguments: Box::new([]) });
        }
        body.emit.push(Instruction::WriteStatic { to: state, value: DONE.into() });
        body.emit.cover = body.emit.cover_of(&[]);
        body.emit.place(back);
        body.emit.push(Instruction::Release { object: lock.into() });
        body.emit.push(Instruction::Return { value: 0.into() });
        // What the initializer throws.
        let thrown = body.place(0);
        body.emit.place(failed);
        if let Some(to) = failure {
            body.hold(&thrown.into());
            let cause = body.between();
            let method = Member::new(IN_INITIALIZER, "of", OF_THROWN);
            let method = body.lowering.method_id(Work::Method(method));
            let arguments = Box::new([thrown.into()]);
            body.emit.push(Instruction::Call { to: Some(cause), method, arguments });
            body.emit.push(Instruction::WriteStatic { to, value: cause.into() });
        }
        body.emit.push(Instruction::WriteStatic { to: state, value: FAILED.into() });
        body.emit.push(Instruction::Release { object: lock.into() });
        body.wrap(thrown);
        body.write_traps();
        let entries = [Entry { class: None, target: failed, register: thrown }];
        finish(body, id, &entries, &[]);
    }

    /// Writes the search for the constants of an enum.
    pub(super) fn constants(&mut self, id: MethodId) {
        let enums = self.reach.enums();
        let mut body = Body::new(self, &OBJECT.into(), 1, 4);
        for class in enums {
            let descriptor = format!("()[L{class};");
            let Some(values) = body.lowering.world.method(&class, "values", &descriptor) else {
                continue;
            };
            let from = body.lowering.mirror(&Type::Class(class.clone()));
            let mirror = body.between();
            body.emit.push(Instruction::ReadConstant { to: mirror, from });
            let next = body.emit.label();
            let is_it = Expression::binary(BinaryOp::Same, mirror.into(), Register(0).into());
            body.emit.unless(is_it, next);
            body.initialize(&class);
            let method = body.lowering.method_id(Work::Method(member(&values)));
            let arguments = Box::new([]);
            body.emit.push(Instruction::Call { to: Some(mirror), method, arguments });
            body.emit.push(Instruction::Return { value: mirror.into() });
            body.emit.place(next);
        }
        body.unsupported(
            "the constants of a class that is no enum, or of one whose class is not named",
        );
        finish(body, id, &[], &[]);
    }
}

impl Lowering<'_> {
    /// Whether there may be daemons.
    fn asks_daemon(&self) -> bool {
        self.reach.has("java/lang/Thread", "setDaemon")
    }
}

impl Body<'_, '_> {
    /// Tells those who ask or wait, if there may be any, that the thread of an object has ended. As in Java, its
    /// monitor is held meanwhile, if that matters.
    pub(super) fn tell_end(&mut self, object: Register) {
        let has_monitor = self.lowering.world.has_monitors(THREAD);
        if has_monitor {
            self.emit.push(Instruction::Acquire { object: object.into() });
        }
        self.tell_end_held(object, has_monitor);
    }

    /// Tells those who ask or wait that the thread of an object has ended, for a thread that an exception ends. As in
    /// Java it tells of the exception before it takes the monitor; here afterwards, so that it may not wait for it.
    pub(super) fn tell_end_thrown(&mut self, object: Register) {
        let has_monitor = self.lowering.world.has_monitors(THREAD);
        let (is_free, held, told) = (self.between(), self.emit.label(), self.emit.label());
        if has_monitor {
            self.emit.push(Instruction::TryAcquire { to: is_free, object: object.into() });
            self.emit.unless(is_free.into(), held);
        }
        self.tell_end_held(object, has_monitor);
        if has_monitor {
            self.emit.jump(told);
            self.emit.place(held);
            self.unsupported("an exception that ends a thread while another one holds the monitor of its Thread object");
        }
        self.emit.place(told);
    }

    fn tell_end_held(&mut self, object: Register, has_monitor: bool) {
        if self.lowering.asks_end {
            let field = self.lowering.builder.field(&format!("java.lang.Thread.{ENDED}"));
            let (object, value) = (object.into(), 1.into());
            self.emit.push(Instruction::Write { object, field, value });
        }
        if has_monitor {
            self.emit.push(Instruction::NotifyAll { object: object.into() });
            self.emit.push(Instruction::Release { object: object.into() });
        }
    }

    /// Makes a new Thread object that of a daemon if the thread that makes it is one, and no daemon if there is no such
    /// thread yet.
    pub(crate) fn inherit(&mut self, made: Expression) {
        if !self.lowering.asks_daemon() {
            return;
        }
        let field = self.lowering.builder.field(DAEMON);
        let (own, daemon, done) = (self.between(), self.between(), self.emit.label());
        self.emit.push(Instruction::Own { to: own });
        self.emit.unless(own.into(), done);
        self.emit.push(Instruction::Read { to: daemon, object: own.into(), field });
        self.emit.push(Instruction::Write { object: made, field, value: daemon.into() });
        self.emit.place(done);
    }

    /// Returns a copy of the first argument, if it is of one of these classes.
    fn clone_object(&mut self, classes: &[Name]) {
        if classes.is_empty() {
            return;
        }
        let object: Expression = Register(0).into();
        let (found, made, value) = (self.between(), self.between(), self.between());
        self.emit.push(Instruction::ClassOf { to: found, object: object.clone() });
        for name in classes {
            let class = self.lowering.class_id(&Type::Class(name.clone()));
            let next = self.emit.label();
            let number = i64::from(class.0).into();
            self.emit.unless(Expression::binary(BinaryOp::Equal, found.into(), number), next);
            self.emit.push(Instruction::New { to: made, class });
            for above in self.lowering.world.with_above(name).iter() {
                for field in above.fields.iter().filter(|field| !field.is_static) {
                    let field = self.lowering.field_id(above, &field.name);
                    let from = object.clone();
                    self.emit.push(Instruction::Read { to: value, object: from, field });
                    let (object, value) = (made.into(), value.into());
                    self.emit.push(Instruction::Write { object, field, value });
                }
            }
            self.emit.push(Instruction::Return { value: made.into() });
            self.emit.place(next);
        }
    }

    /// Throws the error that says that an initializer has failed before, and why, which a variable has.
    fn throw_failure(&mut self, message: Expression, from: StaticId) {
        let class = self.lowering.class_id(&Type::class(THROWN[7]));
        let (made, cause) = (self.between(), self.between());
        self.emit.push(Instruction::ReadStatic { to: cause, from });
        self.emit.push(Instruction::New { to: made, class });
        let method = Member::new(THROWN[7], "<init>", WITH_BOTH);
        let method = self.lowering.method_id(Work::Method(method));
        let arguments = Box::new([made.into(), message, cause.into()]);
        self.emit.push(Instruction::Call { to: None, method, arguments });
        self.emit.push(Instruction::Throw { value: made.into() });
    }

    /// Throws what an initializer has thrown: errors as they are, and exceptions in an `ExceptionInInitializerError`.
    fn wrap(&mut self, thrown: Register) {
        let error = self.lowering.class_id(&Type::class("java/lang/Error"));
        self.hold(&thrown.into());
        let is_error = self.between();
        let object = thrown.into();
        self.emit.push(Instruction::InstanceOf { to: is_error, object, class: error });
        let plain = self.emit.label();
        self.emit.unless(is_error.into(), plain);
        self.emit.push(Instruction::Throw { value: thrown.into() });
        self.emit.place(plain);
        if self.lowering.world.method(IN_INITIALIZER, "<init>", WITH_CAUSE).is_none() {
            self.emit.push(Instruction::Throw { value: thrown.into() });
            return;
        }
        let class = self.lowering.class_id(&Type::class(IN_INITIALIZER));
        let made = self.between();
        self.emit.push(Instruction::New { to: made, class });
        let method = self.lowering.method_id(Work::Method(Member::new(
            IN_INITIALIZER,
            "<init>",
            WITH_CAUSE,
        )));
        let arguments = Box::new([made.into(), thrown.into()]);
        self.emit.push(Instruction::Call { to: None, method, arguments });
        self.emit.push(Instruction::Throw { value: made.into() });
    }
}
