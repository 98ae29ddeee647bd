//! The methods that a virtual call may call, and the handlers that may catch what is thrown: an analysis of references
//! that looks at calls around an instruction, and at the order of instructions as far as registers are concerned.
//! Contexts are made as calls are reached.

use std::collections::VecDeque;
use std::rc::Rc;
use std::time::Instant;

use reductio_programs::{
    Caught, ClassId, Expression, FieldId, Instruction, MethodId, Program, Register, StaticId,
    TextOp,
};
use rustc_hash::FxHashMap;

use super::contexts::{Contexts, number};
use super::definitions::{Definition, Definitions};
use super::{ContextId, Edge, EdgeKind, StatementId};
use crate::error::HeapError;
use crate::options::Options;

/// The number of instructions between two looks at the clock.
const BETWEEN: usize = 64;

/// Something that a value may refer to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Thing {
    /// An object that a statement makes.
    Made(StatementId),
    /// A text, or a number in a box.
    Value(ClassId),
}

/// Where a value may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Cell {
    /// A register that got its value by a definition.
    Register(ContextId, Definition),
    Static(StaticId),
    Field(StatementId, FieldId),
    Element(StatementId),
    Result(ContextId),
}

#[derive(Clone, Debug, Default)]
struct Known {
    /// Sorted.
    things: Vec<Thing>,
    /// The contexts that have read it.
    readers: Vec<ContextId>,
}

/// The facts that are known of calls and throws.
#[derive(Clone, Debug, Default)]
pub(super) struct References {
    called: FxHashMap<StatementId, Vec<ContextId>>,
    caught: FxHashMap<StatementId, Vec<Edge>>,
}

impl References {
    /// Follows references through all contexts, and makes those that are reached.
    pub(super) fn find(
        contexts: &mut Contexts<'_>,
        options: &Options<'_>,
    ) -> Result<References, HeapError> {
        let begin = Instant::now();
        let mut flow = Flow {
            program: contexts.program,
            contexts,
            cells: FxHashMap::default(),
            open: VecDeque::new(),
            is_open: Vec::new(),
            now: ContextId(0),
            at: 0,
            definitions: FxHashMap::default(),
            looks: 0,
            references: References::default(),
        };
        flow.enqueue(ContextId(0));
        while let Some(context) = flow.open.pop_front() {
            flow.is_open[context.index()] = false;
            flow.now = context;
            flow.context(|reached| options.pause(begin, reached, || 0))?;
        }
        Ok(flow.references)
    }

    /// The contexts that a call may enter.
    pub(super) fn called(&self, call: StatementId) -> &[ContextId] {
        self.called.get(&call).map_or(&[], |found| found)
    }

    /// The edges from a statement that throws.
    pub(super) fn caught(&self, thrower: StatementId) -> impl Iterator<Item = Edge> {
        self.caught.get(&thrower).into_iter().flatten().copied()
    }
}

struct Flow<'a, 'p> {
    program: &'p Program,
    contexts: &'a mut Contexts<'p>,
    cells: FxHashMap<Cell, Known>,
    open: VecDeque<ContextId>,
    is_open: Vec<bool>,
    /// The context that is looked at.
    now: ContextId,
    /// The number of the instruction that is looked at.
    at: u32,
    definitions: FxHashMap<MethodId, Rc<Definitions>>,
    /// The number of instructions that were looked at.
    looks: usize,
    references: References,
}

impl Flow<'_, '_> {
    fn enqueue(&mut self, context: ContextId) {
        if self.is_open.len() <= context.index() {
            self.is_open.resize(context.index() + 1, false);
        }
        if !std::mem::replace(&mut self.is_open[context.index()], true) {
            self.open.push_back(context);
        }
    }

    fn add(&mut self, to: Cell, things: &[Thing]) {
        if things.is_empty() {
            return;
        }
        let cell = self.cells.entry(to).or_default();
        let before = cell.things.len();
        for thing in things {
            if let Err(place) = cell.things.binary_search(thing) {
                cell.things.insert(place, *thing);
            }
        }
        if cell.things.len() != before {
            for reader in cell.readers.clone() {
                self.enqueue(reader);
            }
        }
    }

    fn get(&mut self, cell: Cell) -> Vec<Thing> {
        let now = self.now;
        let found = self.cells.entry(cell).or_default();
        if !found.readers.contains(&now) {
            found.readers.push(now);
        }
        found.things.clone()
    }

    fn value(&mut self, expression: &Expression) -> Vec<Thing> {
        match expression {
            Expression::Register(register) => {
                let method = self.contexts.inlined.context(self.now).method;
                let definitions = self.definitions(method);
                let mut things = Vec::new();
                for definition in definitions.of_use(self.at, *register) {
                    things.extend(self.get(Cell::Register(self.now, *definition)));
                }
                things.sort_unstable();
                things.dedup();
                things
            }
            Expression::Text(_) => {
                self.program.text_class().map(Thing::Value).into_iter().collect()
            }
            Expression::Boxed(class, _) => vec![Thing::Value(class.class())],
            _ => Vec::new(),
        }
    }

    /// What the first register of the thread's outermost frame may refer to.
    fn own(&mut self) -> Vec<Thing> {
        let graph = self.contexts.inlined.context(self.now).graph;
        let root = self.contexts.inlined.graphs()[graph.index()].root;
        let method = self.contexts.inlined.context(root).method;
        let definitions = self.definitions(method);
        let mut things = Vec::new();
        for definition in definitions.of_register(Register(0)) {
            things.extend(self.get(Cell::Register(root, *definition)));
        }
        things.sort_unstable();
        things.dedup();
        things
    }

    fn definitions(&mut self, method: MethodId) -> Rc<Definitions> {
        let program = self.program;
        let make = || Rc::new(Definitions::of(program.method(method)));
        self.definitions.entry(method).or_insert_with(make).clone()
    }

    fn class(&self, thing: Thing) -> Option<ClassId> {
        match thing {
            Thing::Made(statement) => {
                self.program.class_at(self.contexts.inlined.statement(statement).place)
            }
            Thing::Value(class) => Some(class),
        }
    }

    fn read(&mut self, to: Cell, objects: &[Thing], cell: impl Fn(StatementId) -> Cell) {
        for object in objects {
            if let Thing::Made(statement) = object {
                let found = self.get(cell(*statement));
                self.add(to, &found);
            }
        }
    }

    fn write(&mut self, objects: &[Thing], cell: impl Fn(StatementId) -> Cell, value: &[Thing]) {
        for object in objects {
            if let Thing::Made(statement) = object {
                self.add(cell(*statement), value);
            }
        }
    }

    /// Looks at the instructions of a context, and from time to time at the limits.
    fn context(&mut self, pause: impl Fn(usize) -> Result<(), HeapError>) -> Result<(), HeapError> {
        let program = self.program;
        let method = self.contexts.inlined.context(self.now).method;
        for (at, instruction) in program.method(method).code.iter().enumerate() {
            self.at = number(at);
            self.looks = self.looks.wrapping_add(1);
            if self.looks.is_multiple_of(BETWEEN) {
                pause(self.contexts.inlined.statements.len())?;
            }
            self.instruction(number(at), instruction)?;
        }
        Ok(())
    }

    fn instruction(&mut self, at: u32, instruction: &Instruction) -> Result<(), HeapError> {
        use Instruction as I;
        let now = self.now;
        let statement = self.contexts.inlined.statement_in(now, at);
        let result = Cell::Register(now, at);
        match instruction {
            I::Compute { value, .. } => {
                let value = self.value(value);
                self.add(result, &value);
            }
            I::New { .. } | I::NewArray { .. } => {
                self.add(result, &[Thing::Made(statement)]);
            }
            // It counts as made where the other array was.
            I::NewLike { like, .. } => {
                let like = self.value(like);
                self.add(result, &like);
            }
            I::Read { object, field, .. } => {
                let objects = self.value(object);
                self.read(result, &objects, |made| Cell::Field(made, *field));
            }
            I::Write { object, field, value } => {
                let (objects, value) = (self.value(object), self.value(value));
                self.write(&objects, |made| Cell::Field(made, *field), &value);
            }
            I::Update { object, field, value, .. } => {
                let objects = self.value(object);
                self.read(result, &objects, |made| Cell::Field(made, *field));
                let value = self.value(value);
                self.write(&objects, |made| Cell::Field(made, *field), &value);
            }
            I::ReadElement { array, .. } => {
                let arrays = self.value(array);
                self.read(result, &arrays, Cell::Element);
            }
            I::WriteElement { array, value, .. } => {
                let (arrays, value) = (self.value(array), self.value(value));
                self.write(&arrays, Cell::Element, &value);
            }
            I::ReadStatic { from, .. } | I::ReadConstant { from, .. } => {
                let found = self.get(Cell::Static(*from));
                self.add(result, &found);
            }
            I::WriteStatic { to, value } => {
                let value = self.value(value);
                self.add(Cell::Static(*to), &value);
            }
            I::Mirror { object, .. } => {
                for thing in self.value(object) {
                    let class = self.class(thing);
                    let class = class.map(|class| &self.program.classes()[class.index()]);
                    if let Some(mirror) = class.and_then(|class| class.mirror) {
                        let found = self.get(Cell::Static(mirror));
                        self.add(result, &found);
                    }
                }
            }
            I::Own { .. } => {
                let own = self.own();
                self.add(result, &own);
            }
            I::Text { op, .. } => self.text(result, *op),
            I::Throw { value } => {
                let value = self.value(value);
                self.throw(statement, at, value);
            }
            I::Return { value } => {
                let value = self.value(value);
                self.add(Cell::Result(now), &value);
            }
            I::Fork { method, arguments, .. } => {
                let graph = self.contexts.graph(*method)?;
                let root = self.contexts.inlined.graphs()[graph.index()].root;
                self.enter(root, arguments);
            }
            I::Call { to, method, arguments } => {
                let child = self.call(statement, at, *method, *to)?;
                self.enter(child, arguments);
            }
            I::CallVirtual { to, selector, arguments } => {
                let receivers = arguments.first().map(|first| self.value(first));
                for receiver in receivers.unwrap_or_default() {
                    let Some(class) = self.class(receiver) else { continue };
                    let found = self.program.classes()[class.index()].methods.get(selector);
                    let Some(target) = found.copied() else { continue };
                    let child = self.call(statement, at, target, *to)?;
                    let first = self.definitions(target).parameter(0);
                    self.add(Cell::Register(child, first), &[receiver]);
                    self.pass(child, arguments, 1);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Lets a thread or a call begin.
    fn enter(&mut self, context: ContextId, arguments: &[Expression]) {
        if self.is_open.len() <= context.index() {
            self.enqueue(context);
        }
        self.pass(context, arguments, 0);
    }

    /// Gives a context its arguments, from a first one on.
    fn pass(&mut self, context: ContextId, arguments: &[Expression], first: usize) {
        let method = self.contexts.inlined.context(context).method;
        let definitions = self.definitions(method);
        for (parameter, argument) in (0..).zip(arguments).skip(first) {
            let value = self.value(argument);
            self.add(Cell::Register(context, definitions.parameter(parameter)), &value);
        }
    }

    /// Makes the context of a call, and gives the caller what it returns.
    fn call(
        &mut self,
        statement: StatementId,
        at: u32,
        method: MethodId,
        to: Option<Register>,
    ) -> Result<ContextId, HeapError> {
        let child = self.contexts.child(self.now, at, method)?;
        let known = self.references.called.entry(statement).or_default();
        if !known.contains(&child) {
            known.push(child);
            self.enqueue(child);
        }
        if to.is_some() {
            let result = self.get(Cell::Result(child));
            self.add(Cell::Register(self.now, at), &result);
        }
        Ok(child)
    }

    /// Finds where a thread goes on that throws something.
    fn throw(&mut self, thrower: StatementId, at: u32, mut things: Vec<Thing>) {
        let mut frame = Some((self.now, at));
        while let Some((id, at)) = frame {
            let context = self.contexts.inlined.context(id);
            let (method, caller) = (context.method, context.caller);
            for (number, handler) in (0..).zip(&self.program.method(method).handlers) {
                if !handler.covers(at) || things.is_empty() {
                    continue;
                }
                let is_caught = |thing: &Thing| match handler.caught {
                    Caught::Any => true,
                    Caught::Class(wanted) => {
                        self.class(*thing).is_some_and(|class| self.program.is_below(class, wanted))
                    }
                    Caught::Wrong(_) => false,
                };
                let (caught, others): (Vec<Thing>, Vec<Thing>) =
                    things.iter().partition(|thing| is_caught(thing));
                things = others;
                if caught.is_empty() {
                    continue;
                }
                let to = self.contexts.inlined.statement_in(id, handler.target);
                let kind = EdgeKind::Caught { register: handler.register };
                let edges = self.references.caught.entry(thrower).or_default();
                if !edges.contains(&Edge { to, kind }) {
                    edges.push(Edge { to, kind });
                }
                if handler.register.is_some() {
                    let definition = self.definitions(method).handler(number);
                    self.add(Cell::Register(id, definition), &caught);
                }
            }
            frame = caller;
        }
    }

    fn text(&mut self, to: Cell, op: TextOp) {
        let is_text = matches!(
            op,
            TextOp::Concat
                | TextOp::Part
                | TextOp::OfInt
                | TextOp::OfChar
                | TextOp::OfBoolean
                | TextOp::OfFloat(_)
                | TextOp::OfClass
        );
        if let Some(class) = self.program.text_class().filter(|_| is_text) {
            self.add(to, &[Thing::Value(class)]);
        }
    }
}
