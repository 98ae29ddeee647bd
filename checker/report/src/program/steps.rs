//! The steps of runs of programs with a heap, in words.

use reductio::check::ProgramSubject;
use reductio::locksets::{Run, Step};
use reductio::programs::{Action, Address, Place, Program, ThreadId, Variable};

/// A run with what is needed to tell it.
#[derive(Clone, Copy)]
pub(crate) struct Told<'a> {
    pub(crate) subject: &'a ProgramSubject,
    pub(crate) run: &'a Run,
}

impl Told<'_> {
    fn program(&self) -> &Program {
        &self.subject.program
    }

    /// The place that people want to know of a step: that of its instruction, or of the innermost call by their own code if the
    /// instruction is of a library.
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

    /// What a step does, unless it concerns its own thread only.
    pub(super) fn words(&self, step: &Step) -> Option<String> {
        if let Some(failure) = step.event.wrong {
            let told = failure.told(self.program()).to_string();
            let reason = told.split_once(": ").map_or(&*told, |(_, reason)| reason);
            return Some(format!("goes wrong: {reason}"));
        }
        let volatile = |is_volatile: bool| if is_volatile { " (volatile)" } else { "" };
        Some(match &step.event.action {
            Action::Allocate { object } => format!("makes {}", self.object(*object)),
            Action::Read { variable, is_volatile } => {
                format!("reads {}{}", self.variable(*variable), volatile(*is_volatile))
            }
            Action::Write { variable, is_volatile } => {
                format!("writes {}{}", self.variable(*variable), volatile(*is_volatile))
            }
            Action::Look { variable } => format!("looks at {}", self.variable(*variable)),
            Action::Update { variable, is_volatile } => {
                format!("reads and writes {}{}", self.variable(*variable), volatile(*is_volatile))
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
                format!("was notified, and takes {}", self.object(*object))
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

    /// Whether people want to see a step: not what a library reads and writes for itself, and not what has no line.
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
            | Action::Write { variable, .. } => {
                is_own(step.place) && !self.variable(variable).contains('$')
            }
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
