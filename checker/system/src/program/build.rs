//! Compiles transitions into programs.

use super::super::System;
use super::super::compiled::Compiled;
use super::super::expression::{Expression, Failure};
use super::super::ids::{CellId, ThreadId, Value};
use super::super::thread::{Target, Transition};
use super::partial::{Partial, Stop, Symbol};
use super::{Copying, Effect, Node, Programs, Setting, ThreadPrograms};

/// The most nodes of one program.
const MANY: usize = 1 << 12;
/// The most nodes of all programs of a system. Compiling that many takes some milliseconds.
const ALL: usize = 1 << 15;

/// The program of this transition would have too many nodes.
struct TooMany;

pub(super) fn programs(system: &System) -> Programs {
    let mut builder = Builder {
        system,
        out: Programs {
            threads: Vec::new(),
            nodes: Vec::new(),
            tests: Vec::new(),
            effects: Vec::new(),
            settings: Vec::new(),
            copies: Vec::new(),
        },
        most: 0,
    };
    for id in system.thread_ids() {
        let thread = system.thread(id);
        let first = builder.out.nodes.len();
        builder.out.nodes.resize(first + thread.transitions.len(), Node::Interpret);
        for (number, transition) in (first..).zip(&thread.transitions) {
            builder.transition(number, id, transition);
        }
        let number = |number: usize| u32::try_from(number).expect("within the builder's limits");
        let range = |range: &std::ops::Range<usize>| number(range.start)..number(range.end);
        builder.out.threads.push(ThreadPrograms {
            counter: system.layout.field(id.counter()),
            pending: thread.pending.iter().map(range).collect(),
            first: place(first),
            transitions: number(thread.transitions.len()),
            first_failed: thread.first_failed,
        });
    }
    builder.out
}

/// Programs while they are made.
struct Builder<'s> {
    system: &'s System,
    out: Programs,
    /// The number of nodes that may not be passed.
    most: usize,
}

impl Builder<'_> {
    /// Compiles a transition, whose program begins at this node.
    fn transition(&mut self, first: usize, thread: ThreadId, transition: &Transition) {
        let known = self.out.nodes.len();
        self.most = (known + MANY).min(ALL);
        if self.fill(first, thread, transition, &mut Partial::default()).is_err() {
            // The interpreter it is.
            self.out.nodes.truncate(known);
            self.out.nodes[first] = Node::Interpret;
        }
    }

    /// Makes the node with this number, and those behind it, for what is known.
    fn fill(
        &mut self,
        number: usize,
        thread: ThreadId,
        transition: &Transition,
        partial: &mut Partial,
    ) -> Result<(), TooMany> {
        let (cell, low, size) = match self.leaf(thread, transition, partial) {
            Ok(node) => {
                self.out.nodes[number] = node;
                return Ok(());
            }
            Err(Stop::Needs(cell)) => {
                let domain = self.system.cell(cell).domain();
                (cell, domain.low(), domain.size())
            }
            Err(Stop::Fails(_)) => unreachable!("a failure is a leaf"),
        };
        let field = self.system.layout.field(cell);
        let first = self.out.nodes.len();
        let values = usize::try_from(field.mask).unwrap_or(usize::MAX).saturating_add(1);
        if values > self.most.saturating_sub(first) {
            return Err(TooMany);
        }
        // No state has a value past the domain.
        self.out.nodes.resize(first + values, Node::Never);
        let mask = u32::try_from(field.mask).map_err(|_| TooMany)?;
        self.out.nodes[number] =
            Node::Branch { word: field.word, shift: field.shift, mask, first: place(first) };
        for offset in 0..usize::try_from(size).unwrap_or(0) {
            let offset_value = Value::try_from(offset).map_err(|_| TooMany)?;
            partial.know(cell, low.wrapping_add(offset_value));
            let filled = self.fill(first + offset, thread, transition, partial);
            partial.forget_last();
            filled?;
        }
        Ok(())
    }

    /// The node for what is known, if nothing else need be.
    fn leaf(
        &mut self,
        id: ThreadId,
        transition: &Transition,
        partial: &mut Partial,
    ) -> Result<Node, Stop> {
        let thread = self.system.thread(id);
        partial.begin();
        let guard = match partial.residual(&transition.guard) {
            Ok(guard) => guard,
            Err(Stop::Fails(_)) if transition.is_otherwise => return Ok(Node::Never),
            Err(Stop::Fails(failure)) => {
                return Ok(self.failing(&Expression::TRUE, id, transition, failure));
            }
            Err(needs) => return Err(needs),
        };
        if guard == Expression::FALSE {
            return Ok(Node::Never);
        }
        match self.perform(transition, partial) {
            Ok(()) => {}
            Err(Stop::Fails(failure)) => return Ok(self.failing(&guard, id, transition, failure)),
            Err(needs) => return Err(needs),
        }
        let Target::Point(point) = transition.target else {
            unreachable!("a transition that ends in a failure fails")
        };
        partial.write(id.counter(), Symbol::Constant(Value::from(point)));
        for &cell in thread.dead(point) {
            let low = self.system.cell(cell).domain().low();
            partial.write(cell, Symbol::Constant(low));
        }
        let effect = self.effect(partial.written(), None);
        Ok(self.guarded(&guard, effect))
    }

    /// Performs a command.
    fn perform(&self, transition: &Transition, partial: &mut Partial) -> Result<(), Stop> {
        for assignment in &transition.command {
            partial.perform(assignment, &self.system.cells)?;
        }
        match transition.target {
            Target::Point(_) => Ok(()),
            Target::Failed(failure) => Err(Stop::Fails(failure)),
        }
    }

    /// The node of a transition in which its thread fails.
    fn failing(
        &mut self,
        guard: &Expression,
        id: ThreadId,
        transition: &Transition,
        failure: Failure,
    ) -> Node {
        let Some(point) = self.system.thread(id).failed_at(transition.start) else {
            // It cannot fail there; the interpreter says so.
            return Node::Interpret;
        };
        let written = [(id.counter(), Symbol::Constant(Value::from(point)))];
        let effect = self.effect(&written, Some(failure));
        self.guarded(guard, effect)
    }

    fn guarded(&mut self, guard: &Expression, effect: u32) -> Node {
        let System { layout, cells, .. } = self.system;
        let test = Compiled::new(guard, layout, cells);
        self.tested(test, effect)
    }

    /// The node for an effect behind a test.
    fn tested(&mut self, test: Compiled, effect: u32) -> Node {
        match test {
            Compiled::Constant(false) => Node::Never,
            Compiled::Constant(true) => Node::Bits { word: 0, effect, mask: 0, bits: 0 },
            Compiled::Bits { word, mask, bits } => Node::Bits { word, effect, mask, bits },
            Compiled::Among { word, shift, mask, set } => match (shift.try_into(), mask.try_into())
            {
                (Ok(shift), Ok(mask)) => Node::Among { word, effect, shift, mask, set },
                _ => self.other(Compiled::Among { word, shift, mask, set }, effect),
            },
            Compiled::Not(inner) => match *inner {
                Compiled::Bits { word, mask, bits } => Node::Unless { word, effect, mask, bits },
                inner => self.other(Compiled::Not(Box::new(inner)), effect),
            },
            // One comparison after the other.
            Compiled::All(parts) => {
                let mut parts = parts.into_vec();
                let Some(at) = parts.iter().position(|it| matches!(it, Compiled::Bits { .. }))
                else {
                    return self.other(Compiled::All(parts.into()), effect);
                };
                let Compiled::Bits { word, mask, bits } = parts.remove(at) else {
                    unreachable!("it is one")
                };
                let rest =
                    if parts.len() == 1 { parts.remove(0) } else { Compiled::All(parts.into()) };
                let then = self.out.nodes.len();
                self.out.nodes.push(Node::Never);
                self.out.nodes[then] = self.tested(rest, effect);
                Node::If { word, then: place(then), mask, bits }
            }
            other => self.other(other, effect),
        }
    }

    fn other(&mut self, test: Compiled, effect: u32) -> Node {
        self.out.tests.push(test);
        Node::Test { test: place(self.out.tests.len() - 1), effect }
    }

    /// Adds the effect of changes of cells.
    fn effect(&mut self, written: &[(CellId, Symbol)], failure: Option<Failure>) -> u32 {
        let Programs { effects, settings, copies, .. } = &mut self.out;
        let firsts = (settings.len(), copies.len());
        for &(cell, symbol) in written {
            if symbol == Symbol::Before(cell) {
                continue;
            }
            let to = self.system.layout.field(cell);
            let mask = to.mask << to.shift;
            let bits = match symbol {
                Symbol::Constant(value) => u64::from(value.abs_diff(to.low)) << to.shift,
                Symbol::Before(from) => {
                    let from = self.system.layout.field(from);
                    let offset = (i64::from(from.low) - i64::from(to.low)).cast_unsigned();
                    copies.push(Copying { from, to, offset });
                    0
                }
            };
            match settings[firsts.0..].iter_mut().find(|setting| setting.word == to.word) {
                Some(setting) => {
                    setting.keep &= !mask;
                    setting.bits |= bits;
                }
                None => settings.push(Setting { word: to.word, keep: !mask, bits }),
            }
        }
        let part = |first: usize, end: usize| (place(first), place(end - first));
        effects.push(Effect {
            settings: part(firsts.0, settings.len()),
            copies: part(firsts.1, copies.len()),
            failure,
        });
        place(effects.len() - 1)
    }
}

/// A place in one of the lists.
fn place(index: usize) -> u32 {
    u32::try_from(index).expect("there are not so many nodes")
}
