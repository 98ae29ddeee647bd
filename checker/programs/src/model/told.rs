//! Steps and states in words.

use crate::ids::Register;
use crate::instruction::{Expression, Instruction, UnaryOp};
use crate::program::{Method, Program};
use crate::state::{State, Status};

/// A step in words.
pub(super) fn step(program: &Program, step: usize) -> String {
    let Some((place, choice)) = super::step_place(program, step) else {
        return format!("step {step}");
    };
    let method = program.method(place.method);
    let text = instruction(program, method, program.instruction(place));
    let again = match program.instruction(place) {
        Instruction::Wait { .. } if choice == 1 => " (takes the lock again)".to_owned(),
        Instruction::Choose { .. } | Instruction::Notify { .. } if choice > 0 => {
            format!(" (choice {})", choice + 1)
        }
        _ => String::new(),
    };
    format!("line {}: {text}{again}", program.line(place))
}

/// An instruction in words.
pub(crate) fn instruction(program: &Program, method: &Method, found: &Instruction) -> String {
    use Instruction as I;
    let name = |to: Register| register(method, to);
    let e = |of: &Expression| expression(method, of, 0);
    let list = |of: &[Expression]| of.iter().map(&e).collect::<Vec<_>>().join(", ");
    let to = |to: &Option<Register>| to.map_or(String::new(), |to| format!("{} := ", name(to)));
    let field = |field: crate::FieldId| &program.fields()[field.index()];
    let class = |class: crate::ClassId| &program.classes()[class.index()].name;
    let called = |method: crate::MethodId| &program.method(method).name;
    match found {
        I::Compute { to, value } => format!("{} := {}", name(*to), e(value)),
        I::Choose { to, low, high, .. } => {
            format!("{} := any {} .. {}", name(*to), e(low), e(high))
        }
        I::Jump { target } => format!("goto {target}"),
        I::Branch { condition, otherwise } => {
            format!("if not ({}) goto {otherwise}", e(condition))
        }
        I::New { to, class: of } => format!("{} := new {}", name(*to), class(*of)),
        I::NewArray { to, class: of, length } => {
            format!("{} := new {}[{}]", name(*to), class(*of), e(length))
        }
        I::Read { to, object, field: of } => {
            format!("{} := {}.{}", name(*to), e(object), field(*of))
        }
        I::Write { object, field: of, value } => {
            format!("{}.{} := {}", e(object), field(*of), e(value))
        }
        I::ReadElement { to, array, index } => {
            format!("{} := {}[{}]", name(*to), e(array), e(index))
        }
        I::WriteElement { array, index, value } => {
            format!("{}[{}] := {}", e(array), e(index), e(value))
        }
        I::ReadStatic { to, from } | I::ReadConstant { to, from } => {
            format!("{} := {}", name(*to), program.statics()[from.index()].name)
        }
        I::WriteStatic { to, value } => {
            format!("{} := {}", program.statics()[to.index()].name, e(value))
        }
        I::Length { to, array } => format!("{} := length {}", name(*to), e(array)),
        I::ClassOf { to, object } => format!("{} := class {}", name(*to), e(object)),
        I::Acquire { object } => format!("acquire {}", e(object)),
        I::Release { object } => format!("release {}", e(object)),
        I::Wait { object, timed: false } => format!("wait {}", e(object)),
        I::Wait { object, timed: true } => format!("wait {} for some time", e(object)),
        I::TryAcquire { to, object } => format!("{} := try to acquire {}", name(*to), e(object)),
        I::Depth { to, object } => format!("{} := depth of {}", name(*to), e(object)),
        I::NewLike { to, like, length } => {
            format!("{} := new array like {}[{}]", name(*to), e(like), e(length))
        }
        I::Update { to, object, field: of, expected, value } => {
            let (to, object, field, value) = (name(*to), e(object), field(*of), e(value));
            match expected {
                Some(expected) => {
                    format!("{to} := {object}.{field}, {value} if it is {}", e(expected))
                }
                None => format!("{to} := {object}.{field}, then {value}"),
            }
        }
        I::InstanceOf { to, object, class: of } => {
            format!("{} := {} is {}", name(*to), e(object), class(*of))
        }
        I::CheckStore { array, value } => format!("check that {} fits {}", e(value), e(array)),
        I::Mirror { to, object } => format!("{} := class object of {}", name(*to), e(object)),
        I::Identity { to } => format!("{} := own identity", name(*to)),
        I::Own { to } => format!("{} := own thread", name(*to)),
        I::Text { to, op, arguments } => format!("{} := {op:?}({})", name(*to), list(arguments)),
        I::Print { text } => format!("print {}", e(text)),
        I::Throw { value } => format!("throw {}", e(value)),
        I::Background => "need not end".to_owned(),
        I::Unsupported { what } => format!("unsupported: {}", program.text(*what)),
        I::Notify { object } => format!("notify {}", e(object)),
        I::NotifyAll { object } => format!("notifyAll {}", e(object)),
        I::Fork { to: result, method, .. } => format!("{}fork {}", to(result), called(*method)),
        I::Join { thread } => format!("join {}", e(thread)),
        I::Call { to: result, method, arguments } => {
            format!("{}{}({})", to(result), called(*method), list(arguments))
        }
        I::CallVirtual { to: result, selector, arguments } => {
            format!("{}call {}({})", to(result), selector.0, list(arguments))
        }
        I::Return { value } => format!("return {}", e(value)),
        I::Assert { condition } => format!("assert {}", e(condition)),
        I::Fail { text } => format!("fail \"{}\"", program.texts()[text.index()]),
        I::Skip => "skip".to_owned(),
        I::Yield => "yield".to_owned(),
        I::Stop => "stop".to_owned(),
    }
}

fn register(method: &Method, register: Register) -> String {
    match method.names.get(register.index()) {
        Some(name) if !name.is_empty() => name.clone(),
        _ => format!("${}", register.0),
    }
}

/// An expression as it is written, in parentheses if it binds less than what is around it.
fn expression(method: &Method, found: &Expression, around: u8) -> String {
    let (text, level) = match found {
        Expression::Constant(number) => return number.to_string(),
        Expression::Register(found) => return register(method, *found),
        Expression::Text(text) => return format!("text {}", text.0),
        Expression::Boxed(_, of) => return format!("box({})", expression(method, of, 0)),
        Expression::Unary(UnaryOp::Not, of) => (format!("not {}", expression(method, of, 3)), 3),
        Expression::Unary(
            UnaryOp::Negate | UnaryOp::NegateInt(_) | UnaryOp::NegateFloat(_),
            of,
        ) => (format!("-{}", expression(method, of, 7)), 7),
        Expression::Unary(UnaryOp::Unbox, of) => {
            return format!("unbox({})", expression(method, of, 0));
        }
        Expression::Unary(UnaryOp::Convert(to), of) => {
            return format!("{to:?}({})", expression(method, of, 0));
        }
        Expression::Unary(UnaryOp::Function(function), of) => {
            return format!("{function:?}({})", expression(method, of, 0));
        }
        Expression::Binary(op, left, right) => {
            let (word, level) = op.word();
            // Comparisons do not go on: `(a < b) < c`.
            let before = level + u8::from(level == 4);
            let (left, right) =
                (expression(method, left, before), expression(method, right, level + 1));
            (format!("{left} {word} {right}"), level)
        }
    };
    if level < around { format!("({text})") } else { text }
}

/// The parts of a state in words: each thread, its registers that have names, and each object that is not empty.
pub(super) fn parts(program: &Program, state: &State) -> Vec<(String, String)> {
    let mut parts = Vec::new();
    for (number, thread) in state.threads.iter().enumerate() {
        if thread.status == Status::Absent {
            continue;
        }
        let name = format!("T{number}");
        let at = thread.place().map_or(String::new(), |place| {
            let method = &program.method(place.method).name;
            format!(" in {method} at line {} ({})", program.line(place), place.at)
        });
        let status = match thread.status {
            Status::Absent | Status::Running => "runs".to_owned(),
            Status::Waiting { object, .. } => format!("waits for {object}"),
            Status::Notified { object, .. } => format!("was notified at {object}"),
            Status::Ended => "has ended".to_owned(),
            Status::Wrong(wrong) => format!("has gone wrong: {wrong}"),
            Status::Halted(limit) => format!("was halted: {limit}"),
        };
        parts.push((name.clone(), format!("{status}{at}")));
        for (depth, frame) in thread.frames.iter().enumerate() {
            let method = program.method(frame.place.method);
            if depth + 1 < thread.frames.len() {
                let line = program.line(frame.place);
                let place = format!("{} at line {line} ({})", method.name, frame.place.at);
                parts.push((format!("{name}.{depth}"), place));
            }
            for (place, value) in (0..).zip(&frame.registers) {
                let part = match depth {
                    0 => format!("{name}.{}", register(method, Register(place))),
                    _ => format!("{name}.{depth}.{}", register(method, Register(place))),
                };
                parts.push((part, value.to_string()));
            }
        }
        if thread.forks > 0 || thread.allocations > 0 {
            let counts = format!("{} forks, {} objects", thread.forks, thread.allocations);
            parts.push((format!("{name} made"), counts));
        }
    }
    for (address, object) in &state.heap {
        let class = program.class_at(object.site);
        let class = class.map_or("", |class| &program.classes()[class.index()].name);
        let length = object.length.map_or(String::new(), |length| format!("[{length}]"));
        let line = program.line(object.site);
        let site = object.site.at;
        parts.push((address.to_string(), format!("{class}{length} of line {line} ({site})")));
        if let Some((owner, depth)) = object.owner {
            parts.push((format!("{address} is owned by"), format!("{owner}, {depth} times")));
        }
        for (number, value) in &object.cells {
            let cell = match (object.length, program.fields().get(*number as usize)) {
                (None, Some(field)) => format!("{address}.{field}"),
                _ => format!("{address}[{number}]"),
            };
            parts.push((cell, value.to_string()));
        }
    }
    for (variable, value) in program.statics().iter().zip(&*state.statics) {
        parts.push((variable.name.clone(), value.to_string()));
    }
    parts
}
