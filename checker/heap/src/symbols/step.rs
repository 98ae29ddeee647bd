//! The effect of a statement on what is known of values.

use std::rc::Rc;

use reductio_programs::{Expression, Instruction, Register};

use super::registers::{Change, Marks};
use super::{Definition, Held, Known, Step, Symbol, Symbols, is_same, single};
use crate::flow::Point;
use crate::inline::{ContextId, EdgeKind, Statement};
use crate::nodes::{Node, Part};
use crate::options::Slip;
use crate::reading::Repair;

/// The greatest number of steps of a symbol.
const MOST_STEPS: usize = 8;

impl Symbols<'_, '_> {
    /// The knowledge when a thread has come from one statement to another.
    pub(super) fn after(
        &self,
        from: Point,
        to: Point,
        kind: EdgeKind,
        before: &Rc<Known>,
    ) -> Rc<Known> {
        let flow = self.flow;
        let mut known = Known::clone(before);
        let found = *flow.inlined.statement(flow.points.at(from).1);
        let target = *flow.inlined.statement(flow.points.at(to).1);
        let instruction = flow.instruction(from);
        match (kind, instruction) {
            (
                EdgeKind::Enter,
                Instruction::Call { arguments, .. } | Instruction::CallVirtual { arguments, .. },
            ) => {
                let values: Vec<Option<Symbol>> =
                    arguments.iter().map(|value| symbol(before, &found, value)).collect();
                for (number, value) in (0..).zip(values) {
                    let definition = Definition::Parameter(target.context, number);
                    if value.is_none() {
                        known.kill(definition);
                    }
                    // A parameter stands for its argument, as printed too.
                    let value = value.unwrap_or_else(|| single(definition));
                    known.set((target.context, Register(number)), Some(value));
                }
            }
            (EdgeKind::Leave { call }, Instruction::Return { value }) => {
                let value = symbol(before, &found, value);
                known.registers.forget(found.context);
                let place = *flow.inlined.statement(call);
                if let Some(to) = flow.program.instruction(place.place).result() {
                    self.define(&mut known, (place.context, to), value, Definition::Result(call));
                }
            }
            (EdgeKind::Caught { register }, Instruction::Throw { value }) => {
                let value = symbol(before, &found, value);
                let mut context = found.context;
                while context != target.context {
                    known.registers.forget(context);
                    let Some((caller, _)) = flow.inlined.context(context).caller else { break };
                    context = caller;
                }
                if let Some(register) = register {
                    let definition = Definition::Caught(flow.points.at(to).1, register);
                    self.define(&mut known, (target.context, register), value, definition);
                }
            }
            (EdgeKind::Next, instruction) => self.simple(from, &found, instruction, &mut known),
            _ => {}
        }
        let is_same =
            known.registers.is(&before.registers) && Rc::ptr_eq(&known.held, &before.held);
        if is_same { before.clone() } else { Rc::new(known) }
    }

    /// Gives a register a known value, or one that is new.
    fn define(
        &self,
        known: &mut Known,
        key: (ContextId, Register),
        value: Option<Symbol>,
        definition: Definition,
    ) {
        if value.is_none() {
            known.kill(definition);
        }
        self.assign(known, key, Some(value.unwrap_or_else(|| single(definition))));
    }

    pub(super) fn assign(
        &self,
        known: &mut Known,
        key: (ContextId, Register),
        value: Option<Symbol>,
    ) {
        let (context, register) = key;
        let method = self.flow.inlined.context(context).method;
        let is_named = register.0 < self.flow.program.method(method).temporaries;
        let is_printed = !self.flow.reading.repairs(Repair::Locals);
        let value = if is_printed && is_named {
            Some(single(Definition::Named(context, register)))
        } else {
            value
        };
        known.set(key, value);
    }

    fn simple(
        &self,
        point: Point,
        found: &Statement,
        instruction: &Instruction,
        known: &mut Known,
    ) {
        use Instruction as I;
        let flow = self.flow;
        let definition = Definition::Result(flow.points.at(point).1);
        let key = instruction.result().map(|to| (found.context, to));
        let read = |known: &mut Known, object: &Expression, part: Part| {
            let Some(key) = key else { return };
            let way = symbol(known, found, object);
            known.kill(definition);
            // The object may have been found by the same statement.
            let way = way.filter(|way| {
                way.len() < MOST_STEPS && way.iter().all(|step| step.definition != definition)
            });
            let is_exact = part != Part::Elements;
            let last = Step { part: Some(part), definition, is_exact };
            let value: Symbol = match way {
                Some(way) => way.iter().copied().chain([last]).collect(),
                None => single(definition),
            };
            self.assign(known, key, Some(value));
        };
        match instruction {
            I::Compute { to, value } => {
                let value = symbol(known, found, value);
                self.assign(known, (found.context, *to), value);
            }
            I::Read { object, field, .. } => read(known, object, Part::Field(*field)),
            I::ReadElement { array, .. } => read(known, array, Part::Elements),
            I::Update { object, field, .. } => {
                // The value that was there is not there any more.
                read(known, object, Part::Field(*field));
                written(known, Part::Field(*field));
            }
            I::Write { field, .. } if !flow.slips(Slip::OwnWrites) => {
                written(known, Part::Field(*field));
            }
            I::WriteElement { .. } => written(known, Part::Elements),
            I::New { .. }
            | I::NewArray { .. }
            | I::NewLike { .. }
            | I::ReadStatic { .. }
            | I::ReadConstant { .. }
            | I::Mirror { .. }
            | I::Own { .. } => {
                if let Some(key) = key {
                    known.kill(definition);
                    self.assign(known, key, Some(single(definition)));
                }
            }
            I::TryAcquire { object, .. } if flow.slips(Slip::TryTakes) => {
                self.acquire(point, found, object, known);
            }
            I::Acquire { object } => self.acquire(point, found, object, known),
            I::Release { object } => {
                let nodes = flow.value(point, &flow.before[point.index()], object);
                let value = symbol(known, found, object);
                let is_all = !flow.slips(Slip::UnknownRelease);
                release(known, value.as_ref(), if is_all { &nodes } else { &[] });
            }
            _ => {
                if let Some(key) = key {
                    self.assign(known, key, None);
                }
            }
        }
    }

    fn acquire(&self, point: Point, found: &Statement, object: &Expression, known: &mut Known) {
        let flow = self.flow;
        let nodes = flow.value(point, &flow.before[point.index()], object);
        let mut value = symbol(known, found, object);
        if value.is_none()
            && let Expression::Register(register) = object
        {
            let definition = Definition::Locked(flow.points.at(point).1);
            self.define(known, (found.context, *register), None, definition);
            value = symbol(known, found, object);
        }
        let all = Rc::make_mut(&mut known.held);
        let held = all.iter_mut().find(|held| match (&held.symbol, &value) {
            (Some(one), Some(other)) => is_same(one, other),
            _ => false,
        });
        match held {
            Some(held) => held.count = held.count.saturating_add(1),
            None => all.push(Held { symbol: value, nodes, count: 1 }),
        }
    }

    /// The symbol of the value of an expression before a statement.
    pub(crate) fn value(&self, point: Point, value: &Expression) -> Option<Symbol> {
        let found = self.flow.inlined.statement(self.flow.points.at(point).1);
        symbol(&self.before[point.index()], found, value)
    }
}

fn symbol(known: &Known, found: &Statement, value: &Expression) -> Option<Symbol> {
    let Expression::Register(register) = value else { return None };
    known.symbol(found.context, *register).cloned()
}

/// Gives a lock back: that of a value, once. If it is not known which lock this is, any that it may be counts as given
/// back.
fn release(known: &mut Known, value: Option<&Symbol>, nodes: &[Node]) {
    let is_it = |held: &Held| match (&held.symbol, value) {
        (Some(one), Some(other)) => is_same(one, other),
        _ => false,
    };
    let found = known.held.iter().position(is_it);
    let all = Rc::make_mut(&mut known.held);
    if let Some(at) = found {
        all[at].count -= 1;
        if all[at].count == 0 {
            all.remove(at);
        }
        return;
    }
    let allocators: Vec<_> = nodes.iter().map(|node| node.allocator()).collect();
    all.retain(|held| !held.nodes.iter().any(|node| allocators.contains(&node.allocator())));
}

/// The thread writes a part of some object: what was read of such parts before need not be there any more.
fn written(known: &mut Known, part: Part) {
    known.change(Marks::of_part(part), |symbol| {
        if !symbol.iter().any(|step| step.part == Some(part) && step.is_exact) {
            return Change::Kept;
        }
        let steps = symbol
            .iter()
            .map(|step| Step { is_exact: step.is_exact && step.part != Some(part), ..*step });
        Change::New(steps.collect())
    });
}
