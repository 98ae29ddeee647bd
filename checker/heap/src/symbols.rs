//! The registers and held locks that surely have the same value: values are numbered by what defined them (S2 6.2:
//! expressions).
//!
//! A symbol says how a value was found: by a definition, then by reading one part after another. Two values with one
//! definition are the same, as long as the definition has not been run again.

mod registers;
mod step;

use std::rc::Rc;

use reductio_programs::Register;

use crate::error::HeapError;
use crate::flow::{Flow, Open, Point};
use crate::inline::{ContextId, StatementId};
use crate::nodes::{Nodes, Part, ThreadType};
use crate::options::Slip;
use registers::{Change, Marks, Registers};

/// The number of times that a statement is looked at before nothing is kept for it any more.
const MOST_VISITS: u32 = 60;

/// The definition that gave a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Definition {
    /// The statement.
    Result(StatementId),
    /// A call, or the start of the thread.
    Parameter(ContextId, u32),
    /// Ways that meet at a statement.
    Joined(StatementId, ContextId, Register),
    /// The statement takes the lock of an object of which nothing was known.
    Locked(StatementId),
    /// A handler that begins at the statement.
    Caught(StatementId, Register),
    /// A local variable, whatever is assigned to it (H7, printed).
    Named(ContextId, Register),
}

/// A step on the way to a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Step {
    /// The part that was read of the value before; `None` for the first step.
    pub(crate) part: Option<Part>,
    pub(crate) definition: Definition,
    /// Tells whether the thread has not written the part of any object since.
    pub(crate) is_exact: bool,
}

/// The steps by which a value was found.
pub(crate) type Symbol = Rc<[Step]>;

/// A lock that the thread surely holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Held {
    pub(crate) symbol: Option<Symbol>,
    /// The nodes of which the object may be, when the lock was taken.
    pub(crate) nodes: Nodes,
    /// The number of times that it was taken.
    pub(crate) count: u32,
}

/// The knowledge before a statement.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Known {
    registers: Registers,
    pub(crate) held: Rc<Vec<Held>>,
}

impl Known {
    pub(crate) fn symbol(&self, context: ContextId, register: Register) -> Option<&Symbol> {
        self.registers.get(context, register)
    }

    fn set(&mut self, (context, register): (ContextId, Register), symbol: Option<Symbol>) {
        self.registers.set(context, register, symbol);
    }

    /// Changes all symbols that have one of some marks.
    fn change(&mut self, marks: Marks, change: impl Fn(&Symbol) -> Change) {
        let of = |held: &Held| held.symbol.as_ref().map_or(Change::Kept, &change);
        if self.held.iter().any(|held| !matches!(of(held), Change::Kept)) {
            for held in Rc::make_mut(&mut self.held) {
                match of(held) {
                    Change::Kept => {}
                    Change::Lost => held.symbol = None,
                    Change::New(symbol) => held.symbol = Some(symbol),
                }
            }
        }
        self.registers.change(marks, change);
    }

    /// Forgets the values that a definition gave, for it gives another one now. (Between two runs of a definition ways
    /// meet where not all have its value, so that nothing should be left of it.)
    fn kill(&mut self, definition: Definition) {
        self.kill_all(Marks::of_definition(definition), |found| found == definition);
    }

    fn kill_all(&mut self, marks: Marks, is_over: impl Fn(Definition) -> bool) {
        self.change(marks, |symbol| {
            let Some(last) = symbol.iter().rposition(|step| is_over(step.definition)) else {
                return Change::Kept;
            };
            let mut rest: Vec<Step> = symbol[last + 1..].to_vec();
            match rest.first_mut() {
                Some(first) => first.part = None,
                None => return Change::Lost,
            }
            Change::New(rest.into())
        });
    }

    /// What is known where ways meet.
    fn join(states: &[Rc<Known>], at: StatementId, slip: Option<Slip>) -> Known {
        let is_here =
            |found: Definition| matches!(found, Definition::Joined(place, ..) if place == at);
        let mark = Marks::of_definition(Definition::Joined(at, ContextId(0), Register(0)));
        let mut states: Vec<Known> = states
            .iter()
            .map(|state| {
                let mut state = (**state).clone();
                state.kill_all(mark, is_here);
                state
            })
            .collect();
        // Where a rule is broken, the way on which most is held comes first.
        let most = (0..states.len()).max_by_key(|way| states[*way].held.len());
        if let Some(way) = most.filter(|_| slip == Some(Slip::FirstWay)) {
            states.swap(0, way);
        }
        let Some((first, others)) = states.split_first() else { return Known::default() };
        let ways: Vec<&Registers> = states.iter().map(|state| &state.registers).collect();
        let registers = Registers::join(&ways, |context, register, symbols| {
            let symbols = symbols.into_iter().flatten().map(|symbol| Some(symbol.clone()));
            let symbol = symbols.reduce(|one, other| meet(&one?, &other?)).flatten();
            symbol.unwrap_or_else(|| single(Definition::Joined(at, context, register)))
        });
        let mut joined = Vec::new();
        for held in first.held.iter() {
            let mut held = held.clone();
            let is_everywhere = others.iter().all(|other| {
                let found = other.held.iter().find(|found| is_alike(found, &held));
                if slip == Some(Slip::FirstWay) {
                    return true;
                }
                if let Some(found) = found {
                    held.count = held.count.min(found.count);
                    held.symbol = match (&held.symbol, &found.symbol) {
                        (Some(one), Some(other)) => meet(one, other),
                        _ => None,
                    };
                    held.nodes.extend_from_slice(&found.nodes);
                }
                found.is_some()
            });
            if is_everywhere {
                held.nodes.sort_unstable();
                held.nodes.dedup();
                joined.push(held);
            }
        }
        Known { registers, held: Rc::new(joined) }
    }
}

/// The symbol of a definition alone.
fn single(definition: Definition) -> Symbol {
    Rc::new([Step { part: None, definition, is_exact: true }])
}

/// A symbol that two have in common: exact where both are.
fn meet(one: &Symbol, other: &Symbol) -> Option<Symbol> {
    let both =
        |(one, other): (&Step, &Step)| Step { is_exact: one.is_exact && other.is_exact, ..*one };
    if one == other {
        return Some(one.clone());
    }
    is_same(one, other).then(|| one.iter().zip(other.iter()).map(both).collect())
}

fn is_same(one: &Symbol, other: &Symbol) -> bool {
    let key = |step: &Step| (step.part, step.definition);
    one.iter().map(key).eq(other.iter().map(key))
}

fn is_alike(one: &Held, other: &Held) -> bool {
    match (&one.symbol, &other.symbol) {
        (Some(one), Some(other)) => is_same(one, other),
        (None, None) => one.nodes == other.nodes,
        _ => false,
    }
}

/// The knowledge before each statement.
pub(crate) struct Symbols<'f, 'a> {
    flow: &'f Flow<'a>,
    pub(crate) before: Vec<Rc<Known>>,
}

impl<'f, 'a> Symbols<'f, 'a> {
    /// Numbers the values.
    pub(crate) fn find(flow: &'f Flow<'a>) -> Result<Self, HeapError> {
        let count = flow.points.len();
        let before = (0..count).map(|_| Rc::default()).collect();
        let mut symbols = Symbols { flow, before };
        let mut earlier: Vec<Vec<(Point, usize)>> = vec![Vec::new(); count];
        for point in (0..).map(Point).take(count) {
            for (number, (to, _)) in flow.control[point.index()].iter().enumerate() {
                earlier[to.index()].push((point, number));
            }
        }
        let mut after: Vec<Vec<Option<Rc<Known>>>> =
            flow.control.iter().map(|edges| vec![None; edges.len()]).collect();
        let mut visits = vec![0_u32; count];
        let mut is_start = vec![false; count];
        let mut open = Open::default();
        for (kind, thread) in flow.kinds.iter().zip((0..).map(ThreadType)) {
            let start = flow.inlined.graphs()[kind.graph.index()].start;
            if let Some(point) = flow.point(thread, start) {
                is_start[point.index()] = true;
                flow.points.open(&mut open, point);
            }
        }
        while let Some(point) = flow.points.next(&mut open) {
            flow.pause()?;
            let mut states: Vec<Rc<Known>> = earlier[point.index()]
                .iter()
                .filter_map(|(from, number)| after[from.index()][*number].clone())
                .collect();
            if is_start[point.index()] {
                states.push(Rc::new(symbols.first(point)));
            }
            visits[point.index()] += 1;
            let ways = earlier[point.index()].len() + usize::from(is_start[point.index()]);
            let before = match &states[..] {
                _ if visits[point.index()] > MOST_VISITS => Rc::new(Known::default()),
                [state] if ways == 1 => state.clone(),
                _ => Rc::new(Known::join(&states, flow.points.at(point).1, flow.options.slip)),
            };
            symbols.before[point.index()] = before.clone();
            for (number, (to, kind)) in flow.control[point.index()].iter().enumerate() {
                let state = symbols.after(point, *to, *kind, &before);
                let known = &mut after[point.index()][number];
                let is_same = |known: &Rc<Known>| Rc::ptr_eq(known, &state) || *known == state;
                if !known.as_ref().is_some_and(is_same) {
                    *known = Some(state);
                    flow.points.open(&mut open, *to);
                }
            }
        }
        Ok(symbols)
    }

    /// What is known when a thread starts.
    fn first(&self, point: Point) -> Known {
        let mut known = Known::default();
        let (_, statement) = self.flow.points.at(point);
        let found = self.flow.inlined.statement(statement);
        let parameters = self.flow.program.method(found.place.method).parameters;
        for parameter in 0..parameters {
            let key = (found.context, Register(parameter));
            self.assign(&mut known, key, Some(single(Definition::Parameter(key.0, parameter))));
        }
        known
    }
}
