//! Renamed expressions: what an expression says of a state, said of the renamed state.

use super::super::System;
use super::super::expression::{Arithmetic, Comparison, Expression, Index, Place};
use super::super::family::{Family, Named};
use super::super::ids::{CellId, ThreadId, Value};
use super::Fault;

/// The kind of a value: whether, and how, it names members.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// It names nobody.
    Plain,
    /// This value and those after it stand for the members.
    Member(Value),
    /// This value and those after it stand for all threads.
    Thread(Value),
}

/// One renaming of the members of a family, as it acts on threads, cells and values.
#[derive(Clone, Debug)]
pub(super) struct Action {
    members: Vec<usize>,
    threads: Vec<ThreadId>,
    cells: Vec<CellId>,
    kinds: Vec<Kind>,
}

impl Action {
    /// The action of the renaming that makes each member the one that `members` says.
    pub(super) fn new(system: &System, family: &Family, members: Vec<usize>) -> Self {
        let mut threads: Vec<ThreadId> = system.thread_ids().collect();
        let mut cells: Vec<CellId> = (0..system.cells().len()).map(CellId::new).collect();
        let mut kinds = vec![Kind::Plain; cells.len()];
        for (member, becomes) in members.iter().enumerate() {
            let pairs = family.threads[member].iter().zip(&family.threads[*becomes]);
            for (thread, other) in pairs {
                threads[thread.index()] = *other;
                cells[thread.counter().index()] = other.counter();
            }
            for (cell, other) in family.cells[member].iter().zip(&family.cells[*becomes]) {
                cells[cell.index()] = *other;
            }
        }
        for pointer in &family.pointers {
            kinds[pointer.cell.index()] = match pointer.named {
                Named::Member => Kind::Member(pointer.low),
                Named::Thread => Kind::Thread(pointer.low),
            };
        }
        Action { members, threads, cells, kinds }
    }

    pub(super) fn thread(&self, thread: ThreadId) -> ThreadId {
        self.threads[thread.index()]
    }

    pub(super) fn cell(&self, cell: CellId) -> CellId {
        self.cells[cell.index()]
    }

    /// A value of a kind, renamed.
    pub(super) fn value(&self, kind: Kind, value: Value) -> Value {
        let number = |low: Value| usize::try_from(i64::from(value) - i64::from(low)).ok();
        let back = |low: Value, number: usize| low + Value::try_from(number).unwrap_or(0);
        match kind {
            Kind::Plain => value,
            Kind::Member(low) => {
                let member = number(low).and_then(|member| self.members.get(member));
                member.map_or(value, |member| back(low, *member))
            }
            Kind::Thread(low) => {
                let thread = number(low).and_then(|thread| self.threads.get(thread));
                thread.map_or(value, |thread| back(low, thread.index()))
            }
        }
    }

    /// A truth value, renamed.
    pub(super) fn truth(&self, expression: &Expression) -> Result<Expression, Fault> {
        self.renamed(expression, Kind::Plain)
    }

    /// An expression whose value is of a kind, renamed.
    pub(super) fn renamed(&self, expression: &Expression, kind: Kind) -> Result<Expression, Fault> {
        let plain = |parts: &[Expression]| -> Result<Box<[Expression]>, Fault> {
            parts.iter().map(|part| self.truth(part)).collect()
        };
        let is_plain = || if kind == Kind::Plain { Ok(()) } else { Err(Fault::Mixes) };
        Ok(match expression {
            Expression::Constant(value) => Expression::Constant(self.value(kind, *value)),
            Expression::Read(place) => {
                if self.kind_of_place(place)? != kind {
                    return Err(Fault::Mixes);
                }
                Expression::Read(self.place(place)?)
            }
            Expression::Not(inner) => {
                is_plain()?;
                Expression::Not(Box::new(self.truth(inner)?))
            }
            Expression::And(parts) => {
                is_plain()?;
                Expression::And(plain(parts)?)
            }
            Expression::Or(parts) => {
                is_plain()?;
                Expression::Or(plain(parts)?)
            }
            Expression::Compare(comparison, sides) => {
                is_plain()?;
                let of = self.common(&sides[0], &sides[1])?.unwrap_or(Kind::Plain);
                let is_order = matches!(comparison, Comparison::Less | Comparison::AtMost);
                if is_order && of != Kind::Plain {
                    return Err(Fault::Calculates);
                }
                let sides = [self.renamed(&sides[0], of)?, self.renamed(&sides[1], of)?];
                Expression::Compare(*comparison, Box::new(sides))
            }
            Expression::Compute(operation, sides) => {
                let [left, right] = &**sides;
                let sides = if kind == Kind::Plain {
                    [self.truth(left)?, self.truth(right)?]
                } else if self.kind(expression)? == Some(kind) {
                    // What names somebody, and a number by which it is shifted.
                    let of = |side: &Expression| match side {
                        Expression::Constant(_) => Ok(side.clone()),
                        other => self.renamed(other, self.kind(other)?.unwrap_or(Kind::Plain)),
                    };
                    [of(left)?, of(right)?]
                } else {
                    return Err(Fault::Mixes);
                };
                Expression::Compute(*operation, Box::new(sides))
            }
            Expression::Among(inner, values) => {
                is_plain()?;
                let of = self.kind(inner)?.unwrap_or(Kind::Plain);
                let mut values: Vec<Value> =
                    values.iter().map(|value| self.value(of, *value)).collect();
                values.sort_unstable();
                Expression::Among(Box::new(self.renamed(inner, of)?), values.into())
            }
            Expression::If(parts) => Expression::If(Box::new([
                self.truth(&parts[0])?,
                self.renamed(&parts[1], kind)?,
                self.renamed(&parts[2], kind)?,
            ])),
        })
    }

    /// The kind of the values that two expressions have in common; none where they are constants.
    fn common(&self, one: &Expression, other: &Expression) -> Result<Option<Kind>, Fault> {
        match (self.kind(one)?, self.kind(other)?) {
            (None, kind) | (kind, None) => Ok(kind),
            (one, other) if one == other => Ok(one),
            _ => Err(Fault::Mixes),
        }
    }

    /// The kind of an expression's value; none for a constant, which is of whatever kind is needed.
    pub(super) fn kind(&self, expression: &Expression) -> Result<Option<Kind>, Fault> {
        Ok(match expression {
            Expression::Constant(_) => None,
            Expression::Read(place) => Some(self.kind_of_place(place)?),
            Expression::Compute(operation, sides) => {
                let kinds = [self.kind(&sides[0])?, self.kind(&sides[1])?];
                let names = |kind: &Option<Kind>| kind.is_some_and(|kind| kind != Kind::Plain);
                if !kinds.iter().any(names) {
                    return Ok(Some(Kind::Plain));
                }
                let (named, shift) = match (operation, &sides[0], &sides[1]) {
                    (Arithmetic::Add, _, Expression::Constant(by)) => (kinds[0], Some(*by)),
                    (Arithmetic::Add, Expression::Constant(by), _) => (kinds[1], Some(*by)),
                    (Arithmetic::Subtract, _, Expression::Constant(by)) => {
                        (kinds[0], by.checked_neg())
                    }
                    _ => return Err(Fault::Calculates),
                };
                let shift = shift.ok_or(Fault::Calculates)?;
                let moved = |low: Value| low.checked_add(shift).ok_or(Fault::Calculates);
                match named {
                    Some(Kind::Member(low)) => Some(Kind::Member(moved(low)?)),
                    Some(Kind::Thread(low)) => Some(Kind::Thread(moved(low)?)),
                    Some(Kind::Plain) | None => return Err(Fault::Calculates),
                }
            }
            Expression::If(parts) => self.common(&parts[1], &parts[2])?,
            Expression::Not(_)
            | Expression::And(_)
            | Expression::Or(_)
            | Expression::Compare(..)
            | Expression::Among(..) => Some(Kind::Plain),
        })
    }

    /// The kind of the values in all cells that a place may be.
    pub(super) fn kind_of_place(&self, place: &Place) -> Result<Kind, Fault> {
        let (mut kind, mut mixes) = (None, false);
        place.for_each_candidate(&mut |cell| {
            let other = self.kinds[cell.index()];
            mixes |= *kind.get_or_insert(other) != other;
        });
        if mixes { Err(Fault::Mixes) } else { Ok(kind.unwrap_or(Kind::Plain)) }
    }

    /// A place, renamed: whatever cell it is in a state, in the renamed state it is the cell that this becomes.
    pub(super) fn place(&self, place: &Place) -> Result<Place, Fault> {
        let (first, indices) = match place {
            Place::Cell(cell) => return Ok(Place::Cell(self.cell(*cell))),
            Place::Element { first, indices } => (*first, indices),
        };
        let mut renamed = Vec::with_capacity(indices.len());
        let mut kinds = Vec::with_capacity(indices.len());
        for index in indices {
            let kind = self.kind(&index.value)?.unwrap_or(Kind::Plain);
            renamed.push(Index { value: self.renamed(&index.value, kind)?, ..index.clone() });
            kinds.push(kind);
        }
        let mut is_moved = kinds.iter().any(|kind| *kind != Kind::Plain);
        place.for_each_candidate(&mut |cell| is_moved |= self.cell(cell) != cell);
        if !is_moved {
            return Ok(Place::Element { first, indices: renamed.into() });
        }
        // Where each offset goes.
        let mut offsets = Vec::with_capacity(indices.len());
        for (index, kind) in indices.iter().zip(&kinds) {
            let to = |offset: u32| {
                let value = i64::from(index.low) + i64::from(offset);
                let value = self.value(*kind, Value::try_from(value).ok()?);
                let offset = u32::try_from(i64::from(value) - i64::from(index.low)).ok()?;
                (offset < index.length).then_some((offset * index.stride) as usize)
            };
            let all: Option<Vec<usize>> = (0..index.length).map(to).collect();
            offsets.push(all.ok_or(Fault::Differs)?);
        }
        if offsets.iter().any(Vec::is_empty) {
            return Ok(Place::Element { first, indices: renamed.into() });
        }
        let least: usize = offsets.iter().map(|all| all[0]).sum();
        let start = self.cell(first).index().checked_sub(least).ok_or(Fault::Differs)?;
        if !self.fits(first.index(), start, indices, &offsets) {
            return Err(Fault::Differs);
        }
        Ok(Place::Element { first: CellId::new(start), indices: renamed.into() })
    }

    /// Whether each cell at some offset from one cell becomes the one at the renamed offset from another cell.
    fn fits(&self, from: usize, to: usize, indices: &[Index], offsets: &[Vec<usize>]) -> bool {
        let Some((index, rest)) = indices.split_first() else {
            return self.cells.get(from).is_some_and(|cell| cell.index() == to);
        };
        offsets[0].iter().enumerate().all(|(offset, renamed)| {
            let from = from + offset * index.stride as usize;
            self.fits(from, to + renamed, rest, &offsets[1..])
        })
    }
}
