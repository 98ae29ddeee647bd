//! Values as terms over the state before a transition, and intervals of their values.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::ranges::Ranges;
use reductio_system::{Arithmetic, Value, floor_divide};

/// The values that each variable of a term may have: first the cells by their numbers, then unknown values.
pub(super) type Store = FxHashMap<u32, Ranges>;

/// A bound for intervals: no value is as far from zero.
const FAR: i64 = 1 << 40;
const LEAST: i64 = Value::MIN as i64;
const GREATEST: i64 = Value::MAX as i64;

/// The number of a term; equal terms have equal numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct TermId(u32);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Term {
    Constant(i64),
    Variable(u32),
    /// The result without a check: where it needs more than 32 bits, `Within` of it is false.
    Compute(Arithmetic, TermId, TermId),
    Not(TermId),
    Less(TermId, TermId),
    Equal(TermId, TermId),
    Among(TermId, Rc<[Value]>),
    Within(TermId, i64, i64),
}

/// The terms that were made so far.
#[derive(Default)]
pub(super) struct Terms {
    all: Vec<Term>,
    /// The number of parts of each term; parts that occur several times are counted as often.
    parts: Vec<usize>,
    numbers: FxHashMap<Term, TermId>,
}

/// A term of the form `variable + offset` or `offset - variable`.
#[derive(Clone, Copy)]
struct Linear {
    variable: u32,
    is_negative: bool,
    offset: i64,
}

/// The result of a contraction that left no value: the facts contradict each other.
pub(super) struct Contradiction;

impl Terms {
    /// Forgets all terms.
    pub(super) fn clear(&mut self) {
        self.all.clear();
        self.parts.clear();
        self.numbers.clear();
    }

    fn intern(&mut self, term: Term) -> TermId {
        if let Some(number) = self.numbers.get(&term) {
            return *number;
        }
        let number = TermId(u32::try_from(self.all.len()).expect("ways are limited"));
        let parts = match term {
            Term::Constant(_) | Term::Variable(_) => 1,
            Term::Not(a) | Term::Among(a, _) | Term::Within(a, ..) => 1 + self.parts(a),
            Term::Compute(_, a, b) | Term::Less(a, b) | Term::Equal(a, b) => {
                1 + self.parts(a) + self.parts(b)
            }
        };
        self.parts.push(parts);
        self.all.push(term.clone());
        self.numbers.insert(term, number);
        number
    }

    pub(super) fn get(&self, term: TermId) -> &Term {
        &self.all[term.0 as usize]
    }

    pub(super) fn constant(&mut self, value: impl Into<i64>) -> TermId {
        self.intern(Term::Constant(value.into()))
    }

    pub(super) fn variable(&mut self, variable: u32) -> TermId {
        self.intern(Term::Variable(variable))
    }

    /// The number of parts of a term.
    pub(super) fn parts(&self, term: TermId) -> usize {
        self.parts[term.0 as usize]
    }

    /// The value of a term that is a constant.
    pub(super) fn value(&self, term: TermId) -> Option<i64> {
        if let Term::Constant(value) = self.get(term) { Some(*value) } else { None }
    }

    /// Whether a term is an atom or a negated atom, and so 0 or 1.
    fn is_atom(&self, term: TermId) -> bool {
        !matches!(self.get(term), Term::Constant(_) | Term::Variable(_) | Term::Compute(..))
    }

    pub(super) fn not(&mut self, term: TermId) -> TermId {
        match *self.get(term) {
            Term::Constant(value) => self.constant(1 - value),
            Term::Not(inner) => inner,
            _ => self.intern(Term::Not(term)),
        }
    }

    pub(super) fn less(&mut self, left: TermId, right: TermId) -> TermId {
        match (self.value(left), self.value(right)) {
            (Some(a), Some(b)) => self.constant(a < b),
            _ => self.intern(Term::Less(left, right)),
        }
    }

    pub(super) fn equal(&mut self, left: TermId, right: TermId) -> TermId {
        let (left, right) = (left.min(right), left.max(right));
        match (self.value(left), self.value(right)) {
            _ if left == right => self.constant(1),
            (Some(a), Some(b)) => self.constant(a == b),
            (Some(value), None) if self.is_atom(right) => self.atom_is(right, value),
            (None, Some(value)) if self.is_atom(left) => self.atom_is(left, value),
            _ => self.intern(Term::Equal(left, right)),
        }
    }

    fn atom_is(&mut self, atom: TermId, value: i64) -> TermId {
        match value {
            0 => self.not(atom),
            1 => atom,
            _ => self.constant(0),
        }
    }

    pub(super) fn among(&mut self, term: TermId, values: &[Value]) -> TermId {
        match self.value(term) {
            Some(value) => {
                let is_one = values.iter().any(|one| i64::from(*one) == value);
                self.constant(is_one)
            }
            None => self.intern(Term::Among(term, values.into())),
        }
    }

    pub(super) fn within(&mut self, term: TermId, low: i64, high: i64) -> TermId {
        match self.value(term) {
            Some(value) => self.constant((low..=high).contains(&value)),
            None => self.intern(Term::Within(term, low, high)),
        }
    }

    pub(super) fn compute(&mut self, operation: Arithmetic, a: TermId, b: TermId) -> TermId {
        self.intern(Term::Compute(operation, a, b))
    }

    fn linear(&self, term: TermId) -> Option<Linear> {
        match *self.get(term) {
            Term::Variable(variable) => Some(Linear { variable, is_negative: false, offset: 0 }),
            Term::Compute(Arithmetic::Add, a, b) => {
                let (inner, value) = match (self.value(a), self.value(b)) {
                    (None, Some(value)) => (a, value),
                    (Some(value), None) => (b, value),
                    _ => return None,
                };
                let inner = self.linear(inner)?;
                Some(Linear { offset: inner.offset + value, ..inner })
            }
            Term::Compute(Arithmetic::Subtract, a, b) => match (self.value(a), self.value(b)) {
                (None, Some(value)) => {
                    let inner = self.linear(a)?;
                    Some(Linear { offset: inner.offset - value, ..inner })
                }
                (Some(value), None) => {
                    let Linear { variable, is_negative, offset } = self.linear(b)?;
                    Some(Linear { variable, is_negative: !is_negative, offset: value - offset })
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// For an atom about one variable, the variable and all values of it for which the atom is true.
    pub(super) fn about_one(&self, atom: TermId) -> Option<(u32, Ranges)> {
        let is_within = |term: TermId, low: i64, high: i64| {
            let Linear { variable, is_negative, offset } = self.linear(term)?;
            let (low, high) = if is_negative {
                (offset - high, offset - low)
            } else {
                (low - offset, high - offset)
            };
            Some((variable, Ranges::between(low, high)))
        };
        match *self.get(atom) {
            Term::Less(a, b) => match (self.value(a), self.value(b)) {
                (_, Some(value)) => is_within(a, -FAR, value - 1),
                (Some(value), _) => is_within(b, value + 1, FAR),
                _ => None,
            },
            Term::Equal(a, b) => match (self.value(a), self.value(b)) {
                (_, Some(value)) => is_within(a, value, value),
                (Some(value), _) => is_within(b, value, value),
                _ => None,
            },
            Term::Within(a, low, high) => is_within(a, low, high),
            Term::Among(a, ref values) => {
                let Linear { variable, is_negative, offset } = self.linear(a)?;
                let back = |value: &Value| {
                    let distance = i64::from(*value) - offset;
                    if is_negative { -distance } else { distance }
                };
                Some((variable, Ranges::of(values.iter().map(back))))
            }
            _ => None,
        }
    }

    /// An interval of the values of a term, from intervals of its variables. It is exact where each variable has one
    /// value.
    pub(super) fn hull(&self, term: TermId, store: &Store) -> (i64, i64) {
        match *self.get(term) {
            Term::Constant(value) => (value, value),
            Term::Variable(variable) => {
                store.get(&variable).and_then(Ranges::hull).unwrap_or((LEAST, GREATEST))
            }
            Term::Compute(operation, a, b) => {
                // That the parts themselves fit into 32 bits is a fact of its own.
                let part = |term| {
                    let (low, high) = self.hull(term, store);
                    (low.clamp(LEAST, GREATEST), high.clamp(LEAST, GREATEST))
                };
                hull_of(operation, part(a), part(b))
            }
            _ => match self.truth(term, store) {
                Some(truth) => (i64::from(truth), i64::from(truth)),
                None => (0, 1),
            },
        }
    }

    /// The truth of an atom (or of a negated atom, or of a constant), if it is the same for all values of its
    /// variables. It is decided where each variable has one value.
    pub(super) fn truth(&self, term: TermId, store: &Store) -> Option<bool> {
        if let Some((variable, wanted)) = self.about_one(term)
            && let Some(values) = store.get(&variable)
        {
            return if values.and(&wanted).is_empty() {
                Some(false)
            } else if values.without(&wanted).is_empty() {
                Some(true)
            } else {
                None
            };
        }
        let one_of = |is_true: bool, is_false: bool| match (is_true, is_false) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        };
        match *self.get(term) {
            Term::Constant(value) => Some(value != 0),
            Term::Not(inner) => self.truth(inner, store).map(|truth| !truth),
            Term::Less(a, b) => {
                if let Some(distance) = self.distance(a, b) {
                    return Some(distance > 0);
                }
                let (a, b) = (self.hull(a, store), self.hull(b, store));
                one_of(a.1 < b.0, a.0 >= b.1)
            }
            Term::Equal(a, b) => {
                if let Some(distance) = self.distance(a, b) {
                    return Some(distance == 0);
                }
                let (a, b) = (self.hull(a, store), self.hull(b, store));
                one_of(a.0 == a.1 && a == b, a.1 < b.0 || b.1 < a.0)
            }
            Term::Within(a, low, high) => {
                let a = self.hull(a, store);
                one_of(low <= a.0 && a.1 <= high, a.1 < low || high < a.0)
            }
            Term::Among(a, ref values) => {
                let (low, high) = self.hull(a, store);
                let inside = values.iter().filter(|v| (low..=high).contains(&i64::from(**v)));
                let count = inside.count() as u64;
                one_of(low <= high && count == low.abs_diff(high) + 1, count == 0)
            }
            Term::Variable(_) | Term::Compute(..) => match self.hull(term, store) {
                (1, 1) => Some(true),
                (0, 0) => Some(false),
                _ => None,
            },
        }
    }

    /// The difference `b - a`, if it is the same in all states.
    fn distance(&self, a: TermId, b: TermId) -> Option<i64> {
        if a == b {
            return Some(0);
        }
        let (a, b) = (self.linear(a)?, self.linear(b)?);
        let is_same = a.variable == b.variable && a.is_negative == b.is_negative;
        is_same.then_some(b.offset - a.offset)
    }

    /// Takes away values of variables for which an atom cannot have this truth value, and returns whether there were
    /// any.
    pub(super) fn contract(
        &self,
        atom: TermId,
        is_true: bool,
        store: &mut Store,
    ) -> Result<bool, Contradiction> {
        if let Some((variable, wanted)) = self.about_one(atom) {
            let Some(values) = store.get_mut(&variable) else { return Ok(false) };
            let left = if is_true { values.and(&wanted) } else { values.without(&wanted) };
            let changes = left != *values;
            *values = left;
            return if values.is_empty() { Err(Contradiction) } else { Ok(changes) };
        }
        match *self.get(atom) {
            Term::Not(inner) => self.contract(inner, !is_true, store),
            Term::Less(a, b) => {
                let (x, y) = (self.hull(a, store), self.hull(b, store));
                let (for_a, for_b) = if is_true {
                    ((-FAR, y.1 - 1), (x.0 + 1, FAR))
                } else {
                    ((y.0, FAR), (-FAR, x.1))
                };
                Ok(self.push(a, for_a, store)? | self.push(b, for_b, store)?)
            }
            Term::Equal(a, b) if is_true => {
                let (x, y) = (self.hull(a, store), self.hull(b, store));
                Ok(self.push(a, y, store)? | self.push(b, x, store)?)
            }
            Term::Within(a, low, high) if is_true => self.push(a, (low, high), store),
            Term::Among(a, ref values) if is_true => {
                let (Some(low), Some(high)) = (values.first(), values.last()) else {
                    return Err(Contradiction);
                };
                self.push(a, (i64::from(*low), i64::from(*high)), store)
            }
            _ => Ok(false),
        }
    }

    /// Takes away values of variables for which a term cannot lie between these bounds.
    fn push(
        &self,
        term: TermId,
        (low, high): (i64, i64),
        store: &mut Store,
    ) -> Result<bool, Contradiction> {
        match *self.get(term) {
            Term::Constant(value) if (low..=high).contains(&value) => Ok(false),
            Term::Constant(_) => Err(Contradiction),
            Term::Variable(variable) => {
                let Some(values) = store.get_mut(&variable) else { return Ok(false) };
                let left = values.and(&Ranges::between(low, high));
                let changes = left != *values;
                *values = left;
                if values.is_empty() { Err(Contradiction) } else { Ok(changes) }
            }
            Term::Compute(operation @ (Arithmetic::Add | Arithmetic::Subtract), a, b) => {
                let (x, y) = (self.hull(a, store), self.hull(b, store));
                let (for_a, for_b) = if operation == Arithmetic::Add {
                    ((low - y.1, high - y.0), (low - x.1, high - x.0))
                } else {
                    ((low + y.0, high + y.1), (x.0 - high, x.1 - low))
                };
                Ok(self.push(a, for_a, store)? | self.push(b, for_b, store)?)
            }
            _ => Ok(false),
        }
    }

    /// Calls `visit` with each variable of a term.
    pub(super) fn for_each_variable(&self, term: TermId, visit: &mut dyn FnMut(u32)) {
        match *self.get(term) {
            Term::Constant(_) => {}
            Term::Variable(variable) => visit(variable),
            Term::Not(a) | Term::Among(a, _) | Term::Within(a, ..) => {
                self.for_each_variable(a, visit);
            }
            Term::Compute(_, a, b) | Term::Less(a, b) | Term::Equal(a, b) => {
                self.for_each_variable(a, visit);
                self.for_each_variable(b, visit);
            }
        }
    }
}

/// An interval of the results of an operation on two intervals, before it is asked whether the result fits into 32
/// bits; its divisor is not zero.
fn hull_of(operation: Arithmetic, left: (i64, i64), right: (i64, i64)) -> (i64, i64) {
    let corners = |of: &dyn Fn(i64, i64) -> i64| {
        let all =
            [of(left.0, right.0), of(left.0, right.1), of(left.1, right.0), of(left.1, right.1)];
        (all.into_iter().min().unwrap_or(0), all.into_iter().max().unwrap_or(0))
    };
    match operation {
        Arithmetic::Add => (left.0 + right.0, left.1 + right.1),
        Arithmetic::Subtract => (left.0 - right.1, left.1 - right.0),
        Arithmetic::Multiply => corners(&|a, b| a * b),
        // Monotone in each argument, as long as the divisor keeps its sign.
        Arithmetic::Divide if right.0 > 0 || right.1 < 0 => corners(&floor_divide),
        Arithmetic::Divide => {
            let most = left.0.abs().max(left.1.abs());
            (-most, most)
        }
        Arithmetic::Remainder if left.0 == left.1 && right.0 == right.1 && right.0 != 0 => {
            let value = left.0 - right.0 * floor_divide(left.0, right.0);
            (value, value)
        }
        // Nothing to take away.
        Arithmetic::Remainder if left.0 >= 0 && left.1 < right.0 => left,
        // Smaller than the divisor, and of its sign.
        Arithmetic::Remainder => ((right.0 + 1).min(0), (right.1 - 1).max(0)),
    }
}

#[cfg(test)]
mod tests;
