//! Making programs piece by piece.

use rustc_hash::FxHashMap;

use super::check::{self, ProgramError};
use super::flow::Flow;
use super::{Class, Method, Program, Queues, Static};
use crate::ids::{ClassId, FieldId, MethodId, SelectorId, StaticId, TextId};
use crate::instruction::Instruction;
use crate::texts::Texts;

/// A program in the making. Classes, fields, selectors and texts of one name are the same.
///
/// ```
/// use reductio_programs::{Expression, Instruction, Method, ProgramBuilder, Register};
///
/// // A thread that makes an object and writes one of its fields.
/// let mut builder = ProgramBuilder::new("one");
/// let (class, field) = (builder.class("Item"), builder.field("a"));
/// let main = builder.method(Method { name: "main".into(), registers: 1, temporaries: 1, ..Method::default() });
/// let item = Register(0);
/// builder.push(main, 1, Instruction::New { to: item, class });
/// builder.push(main, 2, Instruction::Write { object: item.into(), field, value: 1.into() });
/// let program = builder.build(main).unwrap();
/// assert_eq!(program.methods()[0].code.last(), Some(&Instruction::Stop));
/// ```
#[derive(Clone, Debug, Default)]
pub struct ProgramBuilder {
    name: String,
    classes: Vec<Class>,
    fields: Vec<String>,
    statics: Vec<Static>,
    texts: Vec<String>,
    text_class: Option<ClassId>,
    quiet: Vec<FieldId>,
    throws_all: bool,
    methods: Vec<Method>,
    numbers: FxHashMap<(Kind, String), u32>,
}

/// The kinds of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Kind {
    Class,
    Field,
    Static,
    Selector,
    Text,
}

impl ProgramBuilder {
    /// A program without anything.
    pub fn new(name: impl Into<String>) -> Self {
        ProgramBuilder { name: name.into(), ..ProgramBuilder::default() }
    }

    /// Says that threads throw an object wherever something goes wrong, so that anything else contradicts whoever made
    /// the program.
    pub fn throws_all(&mut self) {
        self.throws_all = true;
    }

    /// The number of a name, and whether it is new.
    fn number(&mut self, kind: Kind, name: &str, next: usize) -> (u32, bool) {
        let next = u32::try_from(next).unwrap_or(u32::MAX);
        match self.numbers.entry((kind, name.to_owned())) {
            std::collections::hash_map::Entry::Occupied(known) => (*known.get(), false),
            std::collections::hash_map::Entry::Vacant(new) => (*new.insert(next), true),
        }
    }

    /// The class of a name.
    pub fn class(&mut self, name: &str) -> ClassId {
        let (number, is_new) = self.number(Kind::Class, name, self.classes.len());
        if is_new {
            self.classes.push(Class { name: name.to_owned(), ..Class::default() });
        }
        ClassId(number)
    }

    /// The field of a name.
    pub fn field(&mut self, name: &str) -> FieldId {
        let (number, is_new) = self.number(Kind::Field, name, self.fields.len());
        if is_new {
            self.fields.push(name.to_owned());
        }
        FieldId(number)
    }

    /// The variable of a name that belongs to no object; it is volatile if some call says so.
    pub fn static_variable(&mut self, name: &str, volatile: bool) -> StaticId {
        let (number, is_new) = self.number(Kind::Static, name, self.statics.len());
        if is_new {
            self.statics.push(Static { name: name.to_owned(), volatile: false });
        }
        self.statics[number as usize].volatile |= volatile;
        StaticId(number)
    }

    /// The selector of a name.
    pub fn selector(&mut self, name: &str) -> SelectorId {
        let next = self.numbers.len();
        SelectorId(self.number(Kind::Selector, name, next).0)
    }

    /// The text.
    pub fn text(&mut self, text: &str) -> TextId {
        let (number, is_new) = self.number(Kind::Text, text, self.texts.len());
        if is_new {
            self.texts.push(text.to_owned());
        }
        TextId(number)
    }

    /// A class, to be changed.
    pub fn class_mut(&mut self, class: ClassId) -> &mut Class {
        &mut self.classes[class.index()]
    }

    /// Says that reads of a field, which is volatile, order nothing: whether a thread was started, for example.
    pub fn quiet(&mut self, field: FieldId) {
        if let Err(place) = self.quiet.binary_search(&field) {
            self.quiet.insert(place, field);
        }
    }

    /// Says of which class texts are.
    pub fn text_class(&mut self, class: ClassId) {
        self.text_class = Some(class);
    }

    /// Makes a field of a class's objects volatile.
    pub fn volatile(&mut self, class: ClassId, field: FieldId) {
        let fields = &mut self.classes[class.index()].volatile;
        if let Err(place) = fields.binary_search(&field) {
            fields.insert(place, field);
        }
    }

    /// Sets the method that a class has for a selector.
    pub fn implement(&mut self, class: ClassId, selector: SelectorId, method: MethodId) {
        self.classes[class.index()].methods.insert(selector, method);
    }

    /// Adds a method.
    pub fn method(&mut self, method: Method) -> MethodId {
        self.methods.push(method);
        MethodId(u32::try_from(self.methods.len() - 1).unwrap_or(u32::MAX))
    }

    /// A method, to be changed.
    pub fn method_mut(&mut self, method: MethodId) -> &mut Method {
        &mut self.methods[method.index()]
    }

    /// The instructions of a method so far.
    pub(crate) fn code(&self, method: MethodId) -> &[Instruction] {
        &self.methods[method.index()].code
    }

    /// The number that the next instruction of a method gets.
    pub fn next(&self, method: MethodId) -> u32 {
        u32::try_from(self.methods[method.index()].code.len()).unwrap_or(u32::MAX)
    }

    /// Adds an instruction to a method, with its source line, and returns its number.
    pub fn push(&mut self, method: MethodId, line: u32, instruction: Instruction) -> u32 {
        let number = self.next(method);
        let method = &mut self.methods[method.index()];
        method.code.push(instruction);
        method.lines.push(line);
        number
    }

    /// Changes where a jump or branch goes on.
    pub fn set_target(&mut self, method: MethodId, number: u32, to: u32) {
        if let Some(
            Instruction::Jump { target: place } | Instruction::Branch { otherwise: place, .. },
        ) = self.methods[method.index()].code.get_mut(number as usize)
        {
            *place = to;
        }
    }

    /// Makes the program. `entry` is the method that the first thread runs, with parameters that are 0. A method that
    /// would run over its end stops there. Cost: linear in the program; for methods with temporary registers, times
    /// their number.
    ///
    /// # Errors
    /// [`ProgramError`], where something refers to what is not there.
    pub fn build(mut self, entry: MethodId) -> Result<Program, ProgramError> {
        for method in &mut self.methods {
            // The last instruction is one after which nothing follows, and no jump leads beyond it.
            let end = u32::try_from(method.code.len()).unwrap_or(u32::MAX);
            if method.code.last().is_none_or(Instruction::falls_through)
                || method.code.iter().any(|found| found.target() == Some(end))
                || method.handlers.iter().any(|found| found.target == end)
            {
                let line = method.lines.last().copied().unwrap_or(0);
                method.code.push(Instruction::Stop);
                method.lines.push(line);
            }
        }
        for class in &mut self.classes {
            class.above.sort_unstable();
            class.above.dedup();
        }
        let ProgramBuilder {
            name,
            classes,
            fields,
            statics,
            texts,
            text_class,
            methods,
            quiet,
            throws_all,
            ..
        } = self;
        check::program(&classes, &methods, [fields.len(), statics.len(), texts.len()])?;
        check::entry(&methods, entry)?;
        let flow = Flow::of(&methods, false);
        let computed = Texts::after(&texts, false);
        let mut all = methods.iter().flat_map(|method| &method.code);
        let tries_locks = all.any(|found| matches!(found, Instruction::TryAcquire { .. }));
        Ok(Program {
            name,
            classes,
            fields,
            statics,
            texts,
            methods,
            entry,
            text_class,
            computed,
            tries_locks,
            queues: Queues::default(),
            throws_all,
            quiet,
            flow,
            properties: Vec::new(),
        })
    }
}
