//! The steps of runs of programs with a heap, in words.

use std::cell::OnceCell;

use reductio::check::ProgramSubject;
use reductio::java::{Kind, Kinds};
use reductio::locksets::{Run, Step};
use reductio::programs::{
    Action, Address, Place, Program, ThreadId, Value, Variable, Width, decimal,
};

use super::replayed::{Call, Detail, Outcome, Replayed, accessed};

/// What names of classes have that stand for lambda expressions.
const LAMBDA: &str = "$$Lambda$";

/// The number of characters of a text that are shown.
const TEXT: usize = 40;

/// A run with what is needed to tell it.
pub(crate) struct Told<'a> {
    pub(crate) subject: &'a ProgramSubject,
    pub(crate) run: &'a Run,
    /// What is found out by running it again: of a Java program, when it is asked for.
    replayed: OnceCell<Replayed>,
}

impl<'a> Told<'a> {
    pub(crate) fn of(subject: &'a ProgramSubject, run: &'a Run) -> Self {
        Told { subject, run, replayed: OnceCell::new() }
    }

    pub(super) fn replayed(&self) -> &Replayed {
        self.replayed.get_or_init(|| {
            if self.subject.is_java {
                Replayed::of(self.subject, self.run)
            } else {
                Replayed::default()
            }
        })
    }

    fn detail(&self, at: usize) -> Option<&Detail> {
        self.replayed().details.get(at)
    }

    fn program(&self) -> &Program {
        &self.subject.program
    }

    /// The place that people want to know of a step: that of its instruction, or of the innermost call by their own
    /// code if the instruction is of a library.
    pub(super) fn place(&self, step: &Step) -> Place {
        let program = self.program();
        let is_own = |place: &&Place| !program.method(place.method).is_library;
        let inner = std::iter::once(&step.place).chain(step.calls.iter().rev());
        *inner.clone().find(is_own).unwrap_or(&step.place)
    }

    /// The line of a step: its number, with the file if the program has several.
    pub(super) fn line(&self, step: &Step) -> String {
        let (program, place) = (self.program(), self.place(step));
        match &program.method(place.method).file {
            Some(file) => format!("{file}:{}", program.line(place)),
            None => program.line(place).to_string(),
        }
    }

    /// The name of a thread.
    pub(super) fn thread(&self, thread: ThreadId) -> String {
        self.run.thread_name(self.program(), thread)
    }

    /// The name of an object: that of its class, and its number in the run.
    fn object(&self, object: Address) -> String {
        let place = self.run.objects.get(object.0 as usize);
        let class = place.and_then(|&place| self.program().class_at(place));
        let name = class.map_or("array", |class| &*self.program().classes()[class.index()].name);
        format!("{}#{}", simple(name), object.0 + 1)
    }

    /// The name of a variable, such as `Buffer#1.slot`.
    pub(super) fn variable(&self, variable: Variable) -> String {
        match variable {
            Variable::Field(object, field) => {
                let field = &self.program().fields()[field.index()];
                // Fields of several classes have the class in their names.
                let field = field.rsplit('.').next().unwrap_or(field);
                format!("{}.{field}", self.object(object))
            }
            Variable::Element(object, index) => format!("{}[{index}]", self.object(object)),
            Variable::Static(variable) => {
                let name = &self.program().statics()[variable.index()].name;
                match name.rsplit_once('.') {
                    Some((class, field)) => format!("{}.{field}", simple(class)),
                    None => name.clone(),
                }
            }
        }
    }

    /// Whether a thread that stops waiting with a step was notified: its time may be over, or Java wakes it up for no
    /// reason.
    fn is_woken(&self, at: usize) -> bool {
        let thread = self.run.steps[at].thread;
        for step in self.run.steps[..at].iter().rev() {
            match &step.event.action {
                Action::StartWait { .. } if step.thread == thread => return false,
                Action::Notify { woken, .. } if woken.contains(&thread) => return true,
                _ => {}
            }
        }
        false
    }

    /// Says how a thread goes wrong with a step, with the message of its exception, if it does.
    pub(super) fn failure(&self, at: usize) -> Option<String> {
        let failure = self.run.steps[at].event.wrong?;
        let program = self.program();
        let message = self.detail(at).and_then(|detail| detail.message.as_ref());
        Some(match failure.thrown(program).zip(message) {
            Some((class, message)) => format!("{class} (\"{message}\") is not caught"),
            None => failure.reason(program),
        })
    }

    /// The message of the exception by which a thread goes wrong with a step, if it has one.
    pub(super) fn message(&self, at: usize) -> Option<String> {
        self.detail(at)?.message.clone()
    }

    /// A value in words. What kind of value it is tells the variable, or the method whose argument or result it is.
    pub(super) fn value(&self, value: Value, kind: Kind) -> String {
        let number = |number: i64, kind| match kind {
            Kind::Truth => (number != 0).to_string(),
            Kind::Character => {
                let unit = u32::try_from(number).ok().and_then(char::from_u32);
                unit.map_or_else(|| number.to_string(), |unit| format!("{unit:?}"))
            }
            Kind::Float(width) => decimal(width, number),
            Kind::Reference if number == 0 => "null".to_owned(),
            Kind::Number | Kind::Reference => number.to_string(),
        };
        match value {
            Value::Int(found) => number(found, kind),
            Value::Object(object) => self.object(object),
            Value::Thread(thread) => self.thread(thread),
            Value::Text { text, .. } => {
                let text = self.program().text(text);
                let cut: String = text.chars().take(TEXT).collect();
                if cut.len() < text.len() {
                    format!("{:?}", cut + "...")
                } else {
                    format!("{cut:?}")
                }
            }
            Value::Boxed(boxing, found) => {
                let name = &*self.program().classes()[boxing.class().index()].name;
                match name {
                    "java.lang.Boolean" => number(found, Kind::Truth),
                    "java.lang.Character" => number(found, Kind::Character),
                    "java.lang.Double" => number(found, Kind::Float(Width::W64)),
                    "java.lang.Float" => number(found, Kind::Float(Width::W32)),
                    _ if name.contains(LAMBDA) => simple(name).to_owned(),
                    _ => number(found, Kind::Number),
                }
            }
        }
    }

    /// What kind of values a variable has; `None` if no source has it.
    fn kind(&self, variable: Variable) -> Option<Kind> {
        let kinds = &self.subject.kinds;
        match variable {
            Variable::Field(_, field) => kinds.field(field),
            Variable::Static(variable) => kinds.static_variable(variable),
            Variable::Element(object, _) => {
                let place = self.run.objects.get(object.0 as usize);
                let class = place.and_then(|&place| self.program().class_at(place))?;
                Some(Kinds::element(&self.program().classes()[class.index()].name))
            }
        }
    }

    /// The values of the variable that a step accesses, before and after it, in words, if they are known.
    fn values(&self, at: usize) -> Option<(String, String)> {
        let (before, after) = self.detail(at)?.values?;
        let kind = self.kind(accessed(&self.run.steps[at].event)?)?;
        Some((self.value(before, kind), self.value(after, kind)))
    }

    /// A call of the library with its arguments and its result.
    pub(super) fn call(&self, call: &Call) -> String {
        let method = self.program().method(call.method);
        let name = method.name.rsplit('.').next().unwrap_or(&method.name);
        let (parameters, result) = self.subject.kinds.method(call.method).unwrap_or((&[], None));
        let kinds = parameters.iter().copied().chain(std::iter::repeat(Kind::Reference));
        let arguments: Vec<String> = call
            .arguments
            .iter()
            .zip(kinds)
            .map(|(value, kind)| self.value(*value, kind))
            .collect();
        let outcome = match (call.outcome, result) {
            (Outcome::Throws, _) => " throws an exception".to_owned(),
            (Outcome::Result(value), Some(kind)) => format!(" = {}", self.value(value, kind)),
            _ => String::new(),
        };
        format!("{}.{name}({}){outcome}", self.object(call.receiver), arguments.join(", "))
    }

    /// Says what a step does, unless it concerns its own thread only.
    pub(super) fn words(&self, at: usize) -> Option<String> {
        let step = &self.run.steps[at];
        if let Some(reason) = self.failure(at) {
            return Some(format!("goes wrong: {reason}"));
        }
        let values = self.values(at);
        let read = |of: &Option<(String, String)>| {
            of.as_ref().map_or_else(String::new, |(_, after)| format!(" = {after}"))
        };
        let written = |of: &Option<(String, String)>| {
            of.as_ref().map_or_else(String::new, |(_, after)| format!(" := {after}"))
        };
        let changed = |of: &Option<(String, String)>| {
            let told = |(before, after): &(String, String)| format!(": {before}, then {after}");
            of.as_ref().map_or_else(String::new, told)
        };
        let volatile = |is_volatile: bool| if is_volatile { " (volatile)" } else { "" };
        Some(match &step.event.action {
            Action::Allocate { object } => format!("makes {}", self.object(*object)),
            Action::Read { variable, is_volatile } => {
                let value = read(&values);
                format!("reads {}{value}{}", self.variable(*variable), volatile(*is_volatile))
            }
            Action::Write { variable, is_volatile } => {
                let value = written(&values);
                format!("writes {}{value}{}", self.variable(*variable), volatile(*is_volatile))
            }
            Action::Look { variable } => {
                format!("looks at {}{}", self.variable(*variable), read(&values))
            }
            Action::Update { variable, is_volatile } => {
                let value = changed(&values);
                let volatile = volatile(*is_volatile);
                format!("reads and writes {}{value}{volatile}", self.variable(*variable))
            }
            Action::Print { text } => format!("prints {:?}", self.program().text(*text)),
            Action::Refused { object } => {
                format!("does not get {}, which another thread has", self.object(*object))
            }
            Action::Acquire { object, depth: 1 } => format!("takes {}", self.object(*object)),
            Action::Acquire { object, .. } => format!("takes {} again", self.object(*object)),
            Action::Release { object, depth: 0 } => format!("frees {}", self.object(*object)),
            Action::Release { object, .. } => format!("frees {} once", self.object(*object)),
            Action::StartWait { object } => {
                format!("frees {}, and waits to be notified", self.object(*object))
            }
            Action::EndWait { object } => {
                let why = if self.is_woken(at) { "was notified" } else { "wakes up by itself" };
                format!("{why}, and takes {}", self.object(*object))
            }
            Action::Notify { object, woken } if woken.is_empty() => {
                format!("notifies nobody at {}", self.object(*object))
            }
            Action::Notify { object, woken } => {
                let names: Vec<String> = woken.iter().map(|&thread| self.thread(thread)).collect();
                format!("notifies {} at {}", names.join(", "), self.object(*object))
            }
            Action::Fork { child } => format!("starts {}", self.thread(*child)),
            Action::Join { thread } => format!("has seen {} end", self.thread(*thread)),
            _ if step.event.has_ended => "ends".to_owned(),
            _ => return None,
        })
    }

    /// Whether no source has a variable: what a compiler or a virtual machine makes for itself has a `$` in its own
    /// name, and lambda expressions keep in fields what they capture.
    fn is_hidden(&self, variable: Variable) -> bool {
        let name = match variable {
            Variable::Field(_, field) => &self.program().fields()[field.index()],
            Variable::Static(variable) => &self.program().statics()[variable.index()].name,
            Variable::Element(..) => return false,
        };
        name.contains(LAMBDA) || simple(name).contains('$')
    }

    /// Decides whether people want to see a step: not what a library reads and writes for itself, and not what has no
    /// line.
    pub(super) fn is_shown(&self, step: &Step) -> bool {
        let program = self.program();
        if !program.has_files() || step.event.wrong.is_some() {
            return true;
        }
        let is_own = |place: Place| {
            let method = program.method(place.method);
            !method.is_library && method.file.is_some() && program.line(place) > 0
        };
        match step.event.action {
            Action::Read { variable, .. }
            | Action::Look { variable }
            | Action::Write { variable, .. } => is_own(step.place) && !self.is_hidden(variable),
            Action::Allocate { .. } => is_own(step.place),
            // Threads are started and numbered under locks of the library's own.
            Action::Acquire { object, .. } | Action::Release { object, .. } => {
                let place = self.run.objects.get(object.0 as usize);
                let class = place.and_then(|place| program.class_at(*place));
                let name = class.map_or("", |class| &*program.classes()[class.index()].name);
                let is_its = matches!(name, "java.lang.Thread" | "java.lang.Class");
                is_own(step.place) || !is_its && is_own(self.place(step))
            }
            _ => is_own(self.place(step)) || step.event.has_ended,
        }
    }

    /// The locks that the thread of a step owns before it, by name, in the order in which they were taken.
    pub(super) fn owned_before(&self, at: usize) -> Vec<String> {
        let thread = self.run.steps[at].thread;
        let mut owned: Vec<Address> = Vec::new();
        for step in self.run.steps[..at].iter().filter(|step| step.thread == thread) {
            match step.event.action {
                Action::Acquire { object, depth: 1 } | Action::EndWait { object } => {
                    owned.push(object);
                }
                Action::Release { object, depth: 0 } | Action::StartWait { object } => {
                    owned.retain(|other| *other != object);
                }
                _ => {}
            }
        }
        owned.into_iter().map(|object| self.object(object)).collect()
    }
}

/// The name of a class without its package.
fn simple(class: &str) -> &str {
    class.rsplit('.').next().unwrap_or(class)
}
