//! Partial evaluation: what is left of a guard or a command when the values of some cells are known.
//!
//! What is left of a guard is a truth value that cannot fail, over single cells and constants. What is left of a
//! command is, for each cell that it changes, a constant or the value that some cell had before. Where that cannot be
//! said, the evaluation names a cell whose value it needs.

use smallvec::SmallVec;

use super::super::cell::Cell;
use super::super::expression::{Assignment, Expression, Failure, Place};
use super::super::ids::{CellId, Value};

/// The reason why an evaluation ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// The value of this cell must be known.
    Needs(CellId),
    /// It fails whatever the other cells hold.
    Fails(Failure),
}

/// A value: known, or that of a cell before the transition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Symbol {
    Constant(Value),
    Before(CellId),
}

impl Symbol {
    fn known(self) -> Result<Value, Stop> {
        match self {
            Symbol::Constant(value) => Ok(value),
            Symbol::Before(cell) => Err(Stop::Needs(cell)),
        }
    }
}

/// The cells whose values before the transition are known, and those that it has changed so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Partial {
    known: SmallVec<[(CellId, Value); 4]>,
    written: SmallVec<[(CellId, Symbol); 8]>,
}

impl Partial {
    pub(super) fn know(&mut self, cell: CellId, value: Value) {
        self.known.push((cell, value));
    }

    pub(super) fn forget_last(&mut self) {
        self.known.pop();
    }

    /// The cells that were changed, each once, with their values.
    pub(super) fn written(&self) -> &[(CellId, Symbol)] {
        &self.written
    }

    /// Begins a transition.
    pub(super) fn begin(&mut self) {
        self.written.clear();
    }

    fn read(&self, cell: CellId) -> Symbol {
        if let Some((_, symbol)) = self.written.iter().find(|(written, _)| *written == cell) {
            return *symbol;
        }
        let known = self.known.iter().find(|(known, _)| *known == cell);
        known.map_or(Symbol::Before(cell), |(_, value)| Symbol::Constant(*value))
    }

    pub(super) fn write(&mut self, cell: CellId, symbol: Symbol) {
        match self.written.iter_mut().find(|(written, _)| *written == cell) {
            Some((_, before)) => *before = symbol,
            None => self.written.push((cell, symbol)),
        }
    }

    /// The cell of a place.
    fn cell(&self, place: &Place) -> Result<CellId, Stop> {
        match place {
            Place::Cell(cell) => Ok(*cell),
            Place::Element { first, indices } => {
                let mut cell = first.index();
                for index in indices {
                    let value = self.value(&index.value)?.known()?;
                    let offset = i64::from(value) - i64::from(index.low);
                    match u32::try_from(offset) {
                        Ok(offset) if offset < index.length => {
                            cell += offset as usize * index.stride as usize;
                        }
                        _ => return Err(Stop::Fails(Failure::NoElement(value))),
                    }
                }
                Ok(CellId::new(cell))
            }
        }
    }

    /// The value of an expression, from left to right as the interpreter takes it.
    fn value(&self, expression: &Expression) -> Result<Symbol, Stop> {
        let known = |part: &Expression| self.value(part)?.known();
        Ok(Symbol::Constant(match expression {
            Expression::Constant(value) => *value,
            Expression::Read(place) => return Ok(self.read(self.cell(place)?)),
            Expression::Not(inner) => 1 - known(inner)?,
            Expression::And(parts) => {
                for part in parts {
                    if known(part)? == 0 {
                        return Ok(Symbol::Constant(0));
                    }
                }
                1
            }
            Expression::Or(parts) => {
                for part in parts {
                    if known(part)? == 1 {
                        return Ok(Symbol::Constant(1));
                    }
                }
                0
            }
            Expression::Compare(comparison, sides) => {
                let left = known(&sides[0])?;
                comparison.of(left, known(&sides[1])?)
            }
            Expression::Compute(operation, sides) => {
                let left = known(&sides[0])?;
                operation.of(left, known(&sides[1])?).map_err(Stop::Fails)?
            }
            Expression::Among(inner, values) => {
                Value::from(values.binary_search(&known(inner)?).is_ok())
            }
            Expression::If(parts) => {
                return self.value(if known(&parts[0])? == 1 { &parts[1] } else { &parts[2] });
            }
        }))
    }

    /// Performs an assignment.
    pub(super) fn perform(&mut self, assignment: &Assignment, cells: &[Cell]) -> Result<(), Stop> {
        let symbol = self.value(&assignment.value)?;
        let target = self.cell(&assignment.target)?;
        let domain = cells[target.index()].domain();
        match symbol {
            Symbol::Constant(value) if !domain.has(value) => {
                return Err(Stop::Fails(Failure::OutOfRange(value)));
            }
            Symbol::Before(cell) if !domain.includes(cells[cell.index()].domain()) => {
                return Err(Stop::Needs(cell));
            }
            _ => self.write(target, symbol),
        }
        Ok(())
    }

    /// The part of a guard that is left once the known values are put in.
    pub(super) fn residual(&self, guard: &Expression) -> Result<Expression, Stop> {
        Ok(match guard {
            Expression::Not(inner) => self.residual(inner)?.negated(),
            Expression::And(parts) => return self.joined(parts, 0),
            Expression::Or(parts) => return self.joined(parts, 1),
            Expression::Compare(comparison, sides) => {
                let left = self.value(&sides[0])?;
                match (left, self.value(&sides[1])?) {
                    (Symbol::Constant(left), Symbol::Constant(right)) => {
                        Expression::Constant(comparison.of(left, right))
                    }
                    // Two cells: behind a branch on one of them it is a cell and a constant.
                    (Symbol::Before(cell), Symbol::Before(_)) => return Err(Stop::Needs(cell)),
                    (left, right) => {
                        let sides = [left, right].map(expression);
                        Expression::Compare(*comparison, Box::new(sides))
                    }
                }
            }
            Expression::Among(inner, values) => match self.value(inner)? {
                Symbol::Constant(value) => {
                    Expression::from(Value::from(values.binary_search(&value).is_ok()))
                }
                cell @ Symbol::Before(_) => {
                    Expression::Among(Box::new(expression(cell)), values.clone())
                }
            },
            Expression::If(parts) => match self.residual(&parts[0])? {
                Expression::Constant(value) => {
                    return self.residual(if value == 1 { &parts[1] } else { &parts[2] });
                }
                unknown => return Err(needed(&unknown)),
            },
            Expression::Constant(_) | Expression::Read(_) | Expression::Compute(..) => {
                expression(self.value(guard)?)
            }
        })
    }

    /// What is left of a conjunction or disjunction, of which one part decides if it has the value `deciding`.
    fn joined(&self, parts: &[Expression], deciding: Value) -> Result<Expression, Stop> {
        let mut left: Vec<Expression> = Vec::new();
        for part in parts {
            match self.residual(part) {
                // What stands before it cannot fail.
                Ok(Expression::Constant(value)) if value == deciding => {
                    return Ok(Expression::Constant(deciding));
                }
                Ok(Expression::Constant(_)) => {}
                Ok(unknown) => left.push(unknown),
                // It fails only where nothing before it decides.
                Err(Stop::Fails(failure)) => {
                    return Err(left.first().map_or(Stop::Fails(failure), needed));
                }
                Err(needs) => return Err(needs),
            }
        }
        Ok(match left.len() {
            0 => Expression::Constant(1 - deciding),
            1 => left.remove(0),
            _ if deciding == 0 => Expression::And(left.into()),
            _ => Expression::Or(left.into()),
        })
    }
}

fn expression(symbol: Symbol) -> Expression {
    match symbol {
        Symbol::Constant(value) => Expression::Constant(value),
        Symbol::Before(cell) => Expression::cell(cell),
    }
}

/// The need for a cell of what is left of a guard, which is not constant.
fn needed(unknown: &Expression) -> Stop {
    let mut first = None;
    unknown.for_each_place(&mut |place| {
        place.for_each_candidate(&mut |cell| first = first.or(Some(cell)));
    });
    Stop::Needs(first.expect("it is not constant"))
}
