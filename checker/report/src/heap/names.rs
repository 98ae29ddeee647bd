//! The names of variables, threads, lines and locks.

use reductio::heap::{
    AllocatorId, Because, Lock, Node, Part, Slot, StatementId, ThreadType, Variable,
};
use reductio::programs::{MethodId, Place};

use super::Analyzed;

/// The names of what an analysis is about.
pub(super) struct Names<'a> {
    of: Analyzed<'a>,
}

impl<'a> Names<'a> {
    pub(super) fn new(of: &Analyzed<'a>) -> Self {
        Names { of: *of }
    }

    /// The place of a statement in the user's own code: that of the call, if it is within a library.
    fn own_place(&self, statement: StatementId) -> Place {
        let inlined = self.of.inlined;
        let found = inlined.statement(statement);
        let (mut context, mut place) = (found.context, found.place);
        while self.of.program.method(place.method).is_library {
            let Some((caller, at)) = inlined.context(context).caller else { break };
            context = caller;
            place = Place { method: inlined.context(caller).method, at };
        }
        place
    }

    /// The line of a statement: its number, and in words.
    pub(super) fn line(&self, statement: StatementId) -> (u32, String) {
        let place = self.own_place(statement);
        (self.of.program.line(place), self.of.program.line_words(place))
    }

    /// The name of a kind of thread.
    pub(super) fn thread(&self, thread: ThreadType) -> String {
        let program = self.of.program;
        let method = |method: MethodId| program.method(method);
        let fork = self.of.analysis.kinds().get(thread.index()).and_then(|(fork, _)| *fork);
        let Some(fork) = fork else {
            let first = method(program.entry());
            return if first.is_library { "main".to_owned() } else { first.name.clone() };
        };
        let place = self.of.inlined.statement(fork).place;
        let forked = match program.instruction(place) {
            reductio::programs::Instruction::Fork { method: forked, .. } => Some(method(*forked)),
            _ => None,
        };
        match forked.filter(|forked| !forked.is_library) {
            Some(forked) => forked.name.clone(),
            None => format!("the thread started at {}", self.line(fork).1),
        }
    }

    fn class(&self, allocator: AllocatorId) -> &str {
        let class = self.of.analysis.allocator(allocator).class;
        class.map_or("array", |class| &self.of.program.classes()[class.index()].name)
    }

    /// The name of a variable, such as `Buffer.count`, `int[]` for elements, or `Buffer's lock`.
    pub(super) fn variable(&self, variable: Variable) -> String {
        match variable {
            Variable::Static(found) => self.of.program.statics()[found.index()].name.clone(),
            Variable::Part(allocator, Part::Field(field)) => {
                let field = &self.of.program.fields()[field.index()];
                // Fields of Java have the name of their class.
                if field.contains('.') {
                    field.clone()
                } else {
                    format!("{}.{field}", self.class(allocator))
                }
            }
            Variable::Part(allocator, Part::Elements) => self.class(allocator).to_owned(),
            Variable::Part(allocator, Part::Lock) => format!("{}'s lock", self.class(allocator)),
        }
    }

    /// The line at which the objects of a variable are made.
    pub(super) fn site_of(&self, variable: Variable) -> Option<String> {
        match variable {
            Variable::Static(_) => None,
            Variable::Part(allocator, _) => Some(self.site(allocator)),
        }
    }

    fn site(&self, allocator: AllocatorId) -> String {
        self.line(self.of.analysis.allocator(allocator).statement).1
    }

    /// Decides whether a variable is one of a library: of its classes, or of objects that it makes for itself.
    pub(super) fn is_of_library(&self, variable: Variable) -> bool {
        let is_java = |name: &str| name.starts_with("java.") || name.starts_with("javax.");
        match variable {
            Variable::Static(found) => is_java(&self.of.program.statics()[found.index()].name),
            Variable::Part(allocator, part) => {
                let statement = self.of.analysis.allocator(allocator).statement;
                let place = self.of.inlined.statement(statement).place;
                let is_field = match part {
                    Part::Field(field) => is_java(&self.of.program.fields()[field.index()]),
                    _ => is_java(self.class(allocator)),
                };
                is_field || self.of.program.method(place.method).is_library
            }
        }
    }

    fn part(&self, part: Part) -> String {
        match part {
            Part::Field(field) => self.of.program.fields()[field.index()].clone(),
            Part::Elements => "an element".to_owned(),
            Part::Lock => "the lock".to_owned(),
        }
    }

    /// A lock, as the rest of a sentence about a variable.
    pub(super) fn lock(&self, lock: Lock) -> String {
        match lock {
            Lock::Itself => "the lock of the object itself".to_owned(),
            Lock::Mate(allocator) => format!(
                "the lock of the {} made together with it, at {}",
                self.class(allocator),
                self.site(allocator)
            ),
            Lock::Only(allocator) => {
                format!(
                    "the lock of the only {} made at {}",
                    self.class(allocator),
                    self.site(allocator)
                )
            }
            Lock::Inside(part) => {
                format!("the lock of what `{}` of the object refers to", self.part(part))
            }
            _ => "a lock".to_owned(),
        }
    }

    /// Says why no lock protects a variable.
    pub(super) fn because(&self, because: Because) -> String {
        match because {
            Because::NoLock { at } => format!("no lock is held at {}", self.line(at).1),
            Because::NotOneToOne { at, from, part, to } => format!(
                "at {} a lock is held, but `{}` of several {} objects made at {} may refer to one {} made at {}",
                self.line(at).1,
                self.part(part),
                self.class(from),
                self.site(from),
                self.class(to),
                self.site(to)
            ),
            Because::NoRelation { at } => format!(
                "at {} a lock is held, but nothing tells that it is the same for all who access the variable",
                self.line(at).1
            ),
            Because::NoCommonLock { at } => {
                format!(
                    "at {} none of the locks is held that the other accesses have in common",
                    self.line(at).1
                )
            }
            _ => "no lock is known".to_owned(),
        }
    }

    /// The rule that failed, as a word for programs.
    pub(super) fn rule(because: Because) -> &'static str {
        match because {
            Because::NoLock { .. } => "no_lock",
            Because::NotOneToOne { .. } => "not_one_to_one",
            Because::NoCommonLock { .. } => "no_common_lock",
            _ => "no_relation",
        }
    }

    /// The statement at which the rule failed.
    pub(super) fn rule_line(&self, because: Because) -> Option<String> {
        let (Because::NoLock { at }
        | Because::NotOneToOne { at, .. }
        | Because::NoRelation { at }
        | Because::NoCommonLock { at }) = because
        else {
            return None;
        };
        Some(self.line(at).1)
    }

    /// The name of a node: the class, the line, and a star if it is not the current object.
    pub(super) fn node(&self, node: Node) -> String {
        let star = if node.is_current() { "" } else { "*" };
        let allocator = node.allocator();
        format!("{} at {}{star}", self.class(allocator), self.site(allocator))
    }

    /// The name of a register or a static variable, and the parts of objects, for edges.
    pub(super) fn slot(&self, slot: Slot) -> String {
        let program = self.of.program;
        match slot {
            Slot::Register(context, register) => {
                let method = program.method(self.of.inlined.context(context).method);
                let name = method.names.get(register.index()).filter(|name| !name.is_empty());
                let name = name.cloned().unwrap_or_else(|| format!("r{}", register.0));
                format!("{} of {}", name, method.name)
            }
            Slot::Static(variable) => program.statics()[variable.index()].name.clone(),
            Slot::Part(_, part) => self.part(part),
        }
    }

    /// Decides whether a register has a name in the source.
    pub(super) fn is_named(&self, slot: Slot) -> bool {
        let Slot::Register(context, register) = slot else { return true };
        let method = self.of.program.method(self.of.inlined.context(context).method);
        method.names.get(register.index()).is_some_and(|name| !name.is_empty())
    }
}
