//! The code of a method: operation by operation, in the order in which they stand.

use std::sync::Arc;

use reductio_programs::{Expression, Instruction, MethodId, Register};

use super::emit::Label;
use super::{Body, Entry, Fault, Finished, Known, Lowering, Slot};
use crate::class::{Code, Method};
use crate::descriptor::Type;
use crate::error::JavaError;
use crate::op::Op;
use crate::stack::{Shapes, shapes};

/// The greatest number of local variables.
const MAX_LOCALS: usize = 32_768;

/// The registers and labels with which the code of a method is written.
pub(super) struct Frame {
    /// The register of each local variable.
    pub(super) locals: Vec<Register>,
    /// The label of each operation to which something jumps.
    pub(super) labels: Vec<Option<Label>>,
    /// The object whose lock the method takes.
    pub(super) lock: Option<Expression>,
    /// Tells whether the first local variable is `this` all the time.
    pub(super) has_this: bool,
}

impl Lowering<'_> {
    /// Writes a method that has code.
    pub(super) fn java(&mut self, id: MethodId, method: &Arc<Method>) -> Result<(), JavaError> {
        let corrupt = |what: &str| JavaError::CorruptCode {
            class: crate::descriptor::dotted(&method.class),
            method: method.name.to_string(),
            what: what.to_owned(),
        };
        let Some(code) = &method.code else {
            let what = format!("the method `{}`, which has no code", method.told());
            let mut body = Body::new(self, &method.class, 256, 1);
            body.unsupported(&what);
            finish(body, id, &[], &[]);
            return Ok(());
        };
        let shapes = shapes(code).map_err(corrupt)?;
        let mut locals = locals(code, method);
        if locals.len() > MAX_LOCALS {
            return Err(corrupt("it has too many local variables"));
        }
        let mut count = u32::try_from(locals.len()).unwrap_or(u32::MAX);
        let own_this = !method.is_static && !stores(code, 0);
        let lock_copy = Register(count);
        count += u32::from(method.is_synchronized);
        if locals.is_empty() {
            locals.push(Register(0));
            count += 1;
        }
        let height = shapes.iter().flatten().map(Vec::len).max().unwrap_or(0).max(1);
        let height = u32::try_from(height).unwrap_or(u32::MAX);
        let mut body = Body::new(self, &method.class, count, height);
        body.is_initialized = method.is_static || &*method.name == "<init>";
        body.has_this = !method.is_static;
        body.parameters = parameter_slots(method, code);
        body.method = method.name.clone();
        let mut frame =
            Frame { locals, labels: vec![None; code.ops.len()], lock: None, has_this: own_this };
        for (at, op) in code.ops.iter().enumerate().filter(|(at, _)| shapes[*at].is_some()) {
            let _ = at;
            for target in op.targets() {
                frame.labels[target].get_or_insert_with(|| body.emit.label());
            }
        }
        let mut entries = Vec::new();
        // The numbers of the handlers among the entries.
        let mut numbers = Vec::new();
        for catch in &code.catches {
            let is_known =
                catch.class.as_ref().is_none_or(|class| body.lowering.world.class(class).is_some());
            if !is_known || shapes[catch.target].is_none() {
                numbers.push(None);
                continue;
            }
            let target = *frame.labels[catch.target].get_or_insert_with(|| body.emit.label());
            let class = catch.class.clone().filter(|class| &**class != "java/lang/Throwable");
            let class = class.map(|class| body.lowering.class_id(&Type::Class(class)));
            numbers.push(Some(entries.len()));
            entries.push(Entry { class, target, register: body.place(0) });
        }
        body.emit.line = first_line(code);
        if method.is_synchronized {
            let lock = if method.is_static {
                let from = body.lowering.mirror(&Type::Class(method.class.clone()));
                body.emit.push(Instruction::ReadConstant { to: lock_copy, from });
                lock_copy
            } else if own_this {
                Register(0)
            } else {
                body.emit.compute(lock_copy, Register(0).into());
                lock_copy
            };
            body.emit.push(Instruction::Acquire { object: lock.into() });
            frame.lock = Some(lock.into());
        }
        let release = method.is_synchronized.then(|| {
            let target = body.emit.label();
            entries.push(Entry { class: None, target, register: body.place(0) });
            (entries.len() - 1, target)
        });
        body.ops(code, &shapes, &frame, &numbers, release.map(|(number, _)| number));
        body.explanation = None;
        if let (Some((_, target)), Some(lock)) = (release, &frame.lock) {
            body.emit.line = first_line(code);
            body.emit.cover = body.emit.cover_of(&[]);
            body.emit.place(target);
            body.emit.push(Instruction::Release { object: lock.clone() });
            body.emit.push(Instruction::Throw { value: body.place(0).into() });
        }
        body.explanation = None;
        body.write_traps();
        let names: Vec<String> = names(code, &frame.locals);
        finish(body, id, &entries, &names);
        Ok(())
    }
}

/// Puts a body into the program.
pub(super) fn finish(body: Body<'_, '_>, id: MethodId, entries: &[Entry], names: &[String]) {
    let (registers, temporaries) = (body.registers(), body.local_registers());
    let Finished { code, lines, handlers } = body.emit.finish(entries);
    let written = body.lowering.builder.method_mut(id);
    written.registers = registers.max(written.parameters);
    written.temporaries = temporaries.min(written.registers);
    written.code = code;
    written.lines = lines;
    written.handlers = handlers;
    written.names = names.to_vec();
}

fn stores(code: &Code, local: u16) -> bool {
    code.ops.iter().any(|op| match op {
        Op::Store(found, wide) => *found == local || *wide && found.checked_add(1) == Some(local),
        Op::Increase(found, _) => *found == local,
        _ => false,
    })
}

/// The first local variable of each parameter that the method does not assign to.
fn parameter_slots(method: &Method, code: &Code) -> Vec<Option<u16>> {
    let mut next = u16::from(!method.is_static);
    let slot = |of: &Type| {
        let slot = next;
        next += 1 + u16::from(of.is_wide());
        (!stores(code, slot)).then_some(slot)
    };
    method.signature.parameters.iter().map(slot).collect()
}

/// The registers of local variables: parameters take the first ones, whatever their width.
fn locals(code: &Code, method: &Method) -> Vec<Register> {
    let mut count = usize::from(!method.is_static);
    for of in &method.signature.parameters {
        count += if of.is_wide() { 2 } else { 1 };
    }
    for op in &code.ops {
        if let Op::Load(local, _) | Op::Store(local, _) | Op::Increase(local, _) = op {
            count = count.max(usize::from(*local) + 1);
        }
    }
    let mut locals = vec![None; count];
    let mut next = 0;
    let mut place = 0;
    let mut take = |wide: bool, locals: &mut Vec<Option<Register>>| {
        locals[place] = Some(Register(next));
        next += 1;
        place += if wide { 2 } else { 1 };
    };
    if !method.is_static {
        take(false, &mut locals);
    }
    for of in &method.signature.parameters {
        take(of.is_wide(), &mut locals);
    }
    let mut all = Vec::with_capacity(count);
    for local in locals {
        all.push(local.unwrap_or_else(|| {
            next += 1;
            Register(next - 1)
        }));
    }
    all
}

fn names(code: &Code, locals: &[Register]) -> Vec<String> {
    let mut names = vec![String::new(); locals.len()];
    for (register, name) in locals.iter().zip(&code.names) {
        if let Some(place) = names.get_mut(register.index()) {
            place.clone_from(name);
        }
    }
    names
}

/// The first source line of code; 0 if there is none.
pub(super) fn first_line(code: &Code) -> u32 {
    code.lines.iter().copied().find(|line| *line > 0).unwrap_or(0)
}

impl Body<'_, '_> {
    fn ops(
        &mut self,
        code: &Code,
        shapes: &Shapes,
        frame: &Frame,
        numbers: &[Option<usize>],
        release: Option<usize>,
    ) {
        let mut goes_on = true;
        for (at, op) in code.ops.iter().enumerate() {
            let Some(shape) = &shapes[at] else { continue };
            if let Some(label) = frame.labels[at] {
                if goes_on && at > 0 {
                    self.settle(&mut []);
                    self.comes_to(at);
                }
                self.emit.place(label);
                self.stack.clear();
                for (place, wide) in shape.iter().enumerate() {
                    let register = self.place(place);
                    let known = self.known_at(at, place);
                    self.stack.push(Slot { known, ..Slot::new(register, *wide) });
                }
            }
            self.emit.line = code.lines.get(at).copied().unwrap_or(0);
            let covering = code
                .catches
                .iter()
                .zip(numbers)
                .filter(|(catch, _)| (catch.from..catch.to).contains(&at));
            let mut set: Vec<usize> = covering.filter_map(|(_, number)| *number).collect();
            set.extend(release);
            self.emit.cover = self.emit.cover_of(&set);
            self.release_held();
            let before = self.emit.len();
            let height = self.stack.len();
            let is_jump = matches!(op, Op::If(..) | Op::Goto(_) | Op::Switch(..));
            if !self.lowering.options.fold && is_jump {
                self.emit.push(Instruction::Skip);
            }
            let origin = self.explain(at, op, code);
            self.op(at, op, frame);
            if let (Some(origin), Some(last)) = (origin, self.stack.last_mut()) {
                last.origin = origin;
            }
            if !self.lowering.options.fold && self.emit.len() == before {
                self.one_step(height);
            }
            goes_on = op.falls_through();
        }
    }

    /// Makes an operation that only changed the stack a step.
    fn one_step(&mut self, height: usize) {
        self.release_held();
        let at = self.stack.len().saturating_sub(1);
        let place = self.place(at);
        let is_new = self.stack.len() >= height.max(1);
        let slot = self.stack.pop();
        match slot {
            Some(slot) if is_new && slot.value != place.into() && self.fresh() == place => {
                self.emit.compute(place, slot.value);
                self.stack.push(Slot { value: place.into(), ..slot });
            }
            slot => {
                self.emit.push(Instruction::Skip);
                self.stack.extend(slot);
            }
        }
    }

    /// Returns, and gives back the lock of a synchronized method before.
    pub(super) fn returns(&mut self, has: bool, frame: &Frame) {
        let value = if has { self.pop().value } else { 0.into() };
        if let Some(lock) = &frame.lock {
            // The handler that gives the lock back does not cover this.
            self.emit.cover = self.emit.cover_of(&[]);
            self.emit.push(Instruction::Release { object: lock.clone() });
            self.fault(Fault::NotOwner);
        }
        self.emit.push(Instruction::Return { value });
    }

    /// A local variable, as a value.
    pub(super) fn load(&mut self, local: u16, wide: bool, frame: &Frame) {
        let register = frame.locals[usize::from(local)];
        let mut slot = Slot::new(register, wide);
        if local == 0 && frame.has_this {
            slot.known = Known::Object;
        }
        self.push(slot);
    }

    /// Writes a local variable.
    pub(super) fn store(&mut self, local: u16, frame: &Frame) {
        let to = frame.locals[usize::from(local)];
        let slot = self.pop();
        if slot.value == to.into() {
            return;
        }
        self.hold(&slot.value);
        self.save(to);
        if let Expression::Register(from) = slot.value
            && self.lowering.options.fold
            && from.0 >= self.local_registers()
            && !self.stack.iter().any(|other| super::body::mentions(&other.value, from))
            && self.emit.redirect(from, to)
        {
            return;
        }
        self.emit.compute(to, slot.value);
    }
}

/// A value that is a parameter.
pub(super) fn parameter(number: usize, wide: bool) -> Slot {
    Slot::new(Register(u32::try_from(number).unwrap_or(u32::MAX)), wide)
}
