//! Programs: classes, fields, methods and their instructions.

mod build;
mod check;
mod flow;
mod object;

use reductio_temporal::Formula;
use rustc_hash::FxHashMap;

pub use build::ProgramBuilder;
pub use check::ProgramError;
use flow::Flow;

use crate::condition::Condition;
use crate::ids::{ClassId, FieldId, MethodId, Place, Register, SelectorId, StaticId, TextId};
use crate::instruction::Instruction;
use crate::texts::Texts;
use crate::wrong::Wrong;

/// A class of objects.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Class {
    /// The name.
    pub name: String,
    /// The volatile fields, sorted.
    pub volatile: Vec<FieldId>,
    /// The methods that [`Instruction::CallVirtual`] finds.
    pub methods: FxHashMap<SelectorId, MethodId>,
    /// All classes above the class, sorted. [`ProgramBuilder::build`] does not ask whether these have theirs as well.
    pub above: Vec<ClassId>,
    /// The class of the elements of an array of this class, if they are references of a class that not every object is
    /// of.
    pub element: Option<ClassId>,
    /// The variable with the object that stands for the class, if there is one. The first thread makes it before it
    /// forks another one.
    pub mirror: Option<StaticId>,
}

/// A variable that belongs to no object.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Static {
    /// The name.
    pub name: String,
    /// Tells whether accesses of it are synchronization.
    pub volatile: bool,
}

/// The events that a [`Handler`] catches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Caught {
    /// Whatever is thrown.
    Any,
    /// Objects that are thrown, of a class or of one below it.
    Class(ClassId),
    /// A failure of an instruction of the range for a reason, before the thread has gone wrong. Nothing is thrown.
    Wrong(Wrong),
}

/// A place where a thread goes on when an instruction of a range throws something or goes wrong, instead of leaving the
/// frame. What a call throws counts as thrown by the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Handler {
    /// The first instruction of the range.
    pub from: u32,
    /// The instruction after the last one of the range.
    pub to: u32,
    /// The events that are caught.
    pub caught: Caught,
    /// The instruction at which the thread goes on.
    pub target: u32,
    /// The register that gets what was thrown; it stays as it is if nothing was.
    pub register: Option<Register>,
}

impl Handler {
    /// Decides whether an instruction is in the range.
    pub fn covers(&self, at: u32) -> bool {
        (self.from..self.to).contains(&at)
    }
}

/// A method, or the code of a thread.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Method {
    /// The name.
    pub name: String,
    /// The number of parameters: they are the first registers.
    pub parameters: u32,
    /// The number of registers.
    pub registers: u32,
    /// The number of the first temporary register. Temporary registers are 0 wherever their value is not needed any
    /// more.
    pub temporaries: u32,
    /// The names of registers, as far as they have one, for reports.
    pub names: Vec<String>,
    /// The instructions.
    pub code: Vec<Instruction>,
    /// The source line of each instruction, from 1 on; 0 if there is none.
    pub lines: Vec<u32>,
    /// The handlers. Of those that cover an instruction, the first that catches counts.
    pub handlers: Vec<Handler>,
    /// The name of the source file, if the program has several.
    pub file: Option<String>,
    /// Tells whether the method is of a library, so that people rather want to know who called it.
    pub is_library: bool,
    /// Tells whether the method belongs to an object, which is its first argument.
    pub has_receiver: bool,
}

/// A program with a heap. [`ProgramBuilder`] makes one.
///
/// Objects have a lock, a wait set and fields. Any object may have any field: those that were never written are 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    name: String,
    classes: Vec<Class>,
    fields: Vec<String>,
    statics: Vec<Static>,
    texts: Vec<String>,
    methods: Vec<Method>,
    entry: MethodId,
    /// The class of texts, if they are objects for the program.
    text_class: Option<ClassId>,
    computed: Texts,
    /// Whether a thread may try to take a lock without waiting for it.
    tries_locks: bool,
    queues: Queues,
    /// Whether threads go wrong in one way alone: nobody catches what they throw.
    throws_all: bool,
    /// The volatile fields whose reads order nothing, sorted.
    quiet: Vec<FieldId>,
    flow: Flow,
    properties: Vec<TemporalProperty>,
}

/// A claim about the runs of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemporalProperty {
    /// The title.
    pub title: String,
    /// The formula.
    pub formula: Formula<Condition>,
}

/// The order in which threads are served when several wait for a lock, or to be notified.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Queues {
    /// Any of them, as Java allows; and a thread that has just come may take a free lock before those that wait.
    #[default]
    Free,
    /// Threads are served in the order in which they came (S2). Deadlocks that Java allows can be missed. For
    /// [`CanonicalModel`](crate::CanonicalModel) only.
    FirstCome,
}

impl Program {
    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The classes, by number.
    pub fn classes(&self) -> &[Class] {
        &self.classes
    }

    /// The names of the fields, by number.
    pub fn fields(&self) -> &[String] {
        &self.fields
    }

    /// The variables that belong to no object, by number.
    pub fn statics(&self) -> &[Static] {
        &self.statics
    }

    /// The claims about runs.
    pub fn properties(&self) -> &[TemporalProperty] {
        &self.properties
    }

    pub(crate) fn set_properties(&mut self, properties: Vec<TemporalProperty>) {
        self.properties = properties;
    }

    /// The texts, by number.
    pub fn texts(&self) -> &[String] {
        &self.texts
    }

    /// A text of the program, or one that was computed while it was run. Cost: a copy.
    pub fn text(&self, text: TextId) -> String {
        self.texts.get(text.index()).cloned().unwrap_or_else(|| self.computed.get(text).to_string())
    }

    /// Decides whether reads of a volatile field order nothing.
    pub fn is_quiet(&self, field: FieldId) -> bool {
        self.quiet.binary_search(&field).is_ok()
    }

    /// The texts that were computed.
    pub(crate) fn computed(&self) -> &Texts {
        &self.computed
    }

    /// The class of texts, if they are objects for the program.
    pub fn text_class(&self) -> Option<ClassId> {
        self.text_class
    }

    /// Tells whether a thread may take a step at a lock that another thread owns: it tries to take it without waiting,
    /// or gets into a queue. Then it matters to other threads when a lock is given back, and not only when it is taken.
    pub fn tries_locks(&self) -> bool {
        self.tries_locks || self.queues == Queues::FirstCome
    }

    /// Decides whether objects of a class are of another one: it is the same, or above.
    pub fn is_below(&self, class: ClassId, above: ClassId) -> bool {
        class == above || self.classes[class.index()].above.binary_search(&above).is_ok()
    }

    /// The methods, by number.
    pub fn methods(&self) -> &[Method] {
        &self.methods
    }

    /// A method.
    pub fn method(&self, method: MethodId) -> &Method {
        &self.methods[method.index()]
    }

    /// The method that the first thread runs.
    pub fn entry(&self) -> MethodId {
        self.entry
    }

    /// Makes the first thread run another method. Its parameters are 0.
    ///
    /// # Errors
    /// [`ProgramError::Entry`].
    pub fn with_entry(mut self, entry: MethodId) -> Result<Program, ProgramError> {
        check::entry(&self.methods, entry)?;
        self.entry = entry;
        Ok(self)
    }

    /// Lets the number of a text that is computed follow from the text, so that states mean the same to other processes
    /// once these [know](reductio_search::Model::note) the texts. Two texts that should have one number are a
    /// [limit](crate::Limit::Texts).
    #[must_use]
    pub fn with_portable_texts(mut self) -> Program {
        self.computed = Texts::after(&self.texts, true);
        self
    }

    /// Changes the order in which threads are served.
    #[must_use]
    pub fn with_queues(mut self, queues: Queues) -> Program {
        self.queues = queues;
        self
    }

    /// The order in which threads are served when several wait.
    pub fn queues(&self) -> Queues {
        self.queues
    }

    /// Tells whether threads go wrong in one way alone: nobody catches what they throw. What else goes wrong
    /// contradicts the compiler of the program, and halts the thread
    /// ([`Limit::Contradiction`](crate::Limit::Contradiction)).
    pub fn throws_all(&self) -> bool {
        self.throws_all
    }

    /// Sets every register to 0 wherever its value is not needed any more. The program behaves as before, and has fewer
    /// states: they do not differ in what nobody will read.
    #[must_use]
    pub fn forgetting(mut self) -> Program {
        self.flow = Flow::of(&self.methods, true);
        self
    }

    /// The instruction at a place.
    pub fn instruction(&self, place: Place) -> &Instruction {
        &self.method(place.method).code[place.at as usize]
    }

    /// The source line of a place; 0 if there is none.
    pub fn line(&self, place: Place) -> u32 {
        self.method(place.method).lines[place.at as usize]
    }

    /// Tells whether the methods are of several source files.
    pub fn has_files(&self) -> bool {
        self.methods.iter().any(|method| method.file.is_some())
    }

    /// The source line of a place in words: `line 12`, or `Main.java:12` if the program has several files.
    pub fn line_words(&self, place: Place) -> String {
        match &self.method(place.method).file {
            Some(file) => format!("{file}:{}", self.line(place)),
            None => format!("line {}", self.line(place)),
        }
    }

    /// The class of the objects that are made at a place, if some are.
    pub fn class_at(&self, place: Place) -> Option<ClassId> {
        match self.instruction(place) {
            Instruction::New { class, .. } | Instruction::NewArray { class, .. } => Some(*class),
            _ => None,
        }
    }

    /// Decides whether accesses of a field of a class's objects are synchronization.
    pub fn is_volatile(&self, class: ClassId, field: FieldId) -> bool {
        self.classes[class.index()].volatile.binary_search(&field).is_ok()
    }

    /// The number of instructions of all methods together.
    pub fn instructions(&self) -> usize {
        self.flow.first.last().copied().unwrap_or(0)
    }

    /// The number of an instruction among those of all methods.
    pub fn number(&self, place: Place) -> usize {
        self.flow.first[place.method.index()] + place.at as usize
    }

    /// The place with a number.
    pub fn place(&self, number: usize) -> Option<Place> {
        let method = self.flow.first.partition_point(|first| *first <= number).checked_sub(1)?;
        let at = u32::try_from(number - self.flow.first[method]).ok()?;
        let method = MethodId(u32::try_from(method).ok()?);
        (self.methods.get(method.index())?.code.len() > at as usize).then_some(Place { method, at })
    }

    /// Decides whether a thread that takes the instruction in its outermost frame may have ended then.
    pub(crate) fn may_end(&self, place: Place) -> bool {
        self.flow.may_end[self.number(place)]
    }

    /// Decides whether a thread may come back to the instruction by local ones alone.
    pub(crate) fn may_go_round(&self, place: Place) -> bool {
        self.flow.may_go_round[self.number(place)]
    }

    /// The registers that are to be 0 where a frame is about to take the instruction.
    pub(crate) fn dead_at(&self, place: Place) -> &[Register] {
        self.flow.dead_at(self.number(place))
    }

    /// The registers that are to be 0 in a frame while what it calls with the instruction runs.
    pub(crate) fn dead_during(&self, place: Place) -> &[Register] {
        self.flow.dead_during(self.number(place))
    }
}
