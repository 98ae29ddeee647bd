//! Negation normal form: negations stand at atoms only, and what is left are conjunctions, disjunctions, `until` and
//! `release`. Equal formulas are one, and a few laws make them smaller.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::formula::{Binary, Formula, Shape, Unary};

/// The number of a formula in normal form; its operands have lower numbers.
pub(super) type Id = usize;

/// A formula in normal form.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Normal {
    Constant(bool),
    /// An atom, by its number, that must be true or false.
    Literal(usize, bool),
    /// Two formulas or more, in order.
    And(Vec<Id>),
    /// Two formulas or more, in order.
    Or(Vec<Id>),
    Until(Id, Id),
    Release(Id, Id),
}

/// Formulas in normal form, each once.
pub(super) struct Normals {
    formulas: Vec<Normal>,
    numbers: FxHashMap<Normal, Id>,
    /// The negation of each formula of which it is known.
    negations: FxHashMap<Id, Id>,
}

/// The number of `false`; that of `true` is the next one.
const FALSE: Id = 0;
const TRUE: Id = 1;

impl Normals {
    /// Makes the normal form of a formula, and the list of its atoms.
    pub(super) fn of<A: Clone + Eq + Hash>(formula: &Formula<A>) -> (Self, Id, Vec<A>) {
        let constants = vec![Normal::Constant(false), Normal::Constant(true)];
        let numbers = [(constants[0].clone(), FALSE), (constants[1].clone(), TRUE)];
        let negations = [(FALSE, TRUE), (TRUE, FALSE)].into_iter().collect();
        let numbers = numbers.into_iter().collect();
        let mut normals = Normals { formulas: constants, numbers, negations };
        let atoms: Vec<A> = formula.atoms().into_iter().cloned().collect();
        let places: FxHashMap<&A, usize> =
            atoms.iter().enumerate().map(|(at, atom)| (atom, at)).collect();
        // Of each subformula, and of its negation.
        let mut stack: Vec<(Id, Id)> = Vec::new();
        for part in formula.subformulas() {
            let (yes, no) = match part.shape() {
                Shape::Constant(value) => (usize::from(value), usize::from(!value)),
                Shape::Atom(atom) => {
                    let literal = |value| Normal::Literal(places[atom], value);
                    (normals.add(literal(true)), normals.add(literal(false)))
                }
                Shape::Unary(operator, _) => {
                    let operand = stack.pop().expect("operands come first");
                    normals.unary(operator, operand)
                }
                Shape::Binary(operator, ..) => {
                    let right = stack.pop().expect("operands come first");
                    let left = stack.pop().expect("operands come first");
                    normals.binary(operator, left, right)
                }
            };
            normals.negations.extend([(yes, no), (no, yes)]);
            stack.push((yes, no));
        }
        let (root, _) = stack.pop().expect("a formula is not empty");
        (normals, root, atoms)
    }

    pub(super) fn get(&self, id: Id) -> &Normal {
        &self.formulas[id]
    }

    pub(super) fn len(&self) -> usize {
        self.formulas.len()
    }

    fn unary(&mut self, operator: Unary, (yes, no): (Id, Id)) -> (Id, Id) {
        match operator {
            Unary::Not => (no, yes),
            Unary::Always => (self.release(FALSE, yes), self.until(TRUE, no)),
            Unary::Eventually => (self.until(TRUE, yes), self.release(FALSE, no)),
        }
    }

    fn binary(&mut self, operator: Binary, left: (Id, Id), right: (Id, Id)) -> (Id, Id) {
        match operator {
            Binary::And => (self.and(left.0, right.0), self.or(left.1, right.1)),
            Binary::Or => (self.or(left.0, right.0), self.and(left.1, right.1)),
            Binary::Implies => (self.or(left.1, right.0), self.and(left.0, right.1)),
            Binary::Until => (self.until(left.0, right.0), self.release(left.1, right.1)),
            Binary::Release => (self.release(left.0, right.0), self.until(left.1, right.1)),
            Binary::LeadsTo => {
                let (served, starved) = (self.until(TRUE, right.0), self.release(FALSE, right.1));
                let (yes, no) = (self.or(left.1, served), self.and(left.0, starved));
                (self.release(FALSE, yes), self.until(TRUE, no))
            }
        }
    }

    fn add(&mut self, formula: Normal) -> Id {
        let next = self.formulas.len();
        let id = *self.numbers.entry(formula.clone()).or_insert(next);
        if id == next {
            self.formulas.push(formula);
        }
        id
    }

    fn and(&mut self, left: Id, right: Id) -> Id {
        // `always F and always G` is `always (F and G)`.
        if let (&Normal::Release(FALSE, first), &Normal::Release(FALSE, second)) =
            (self.get(left), self.get(right))
        {
            let both = self.and(first, second);
            return self.release(FALSE, both);
        }
        self.join(left, right, FALSE)
    }

    fn or(&mut self, left: Id, right: Id) -> Id {
        if let (&Normal::Until(TRUE, first), &Normal::Until(TRUE, second)) =
            (self.get(left), self.get(right))
        {
            let any = self.or(first, second);
            return self.until(TRUE, any);
        }
        self.join(left, right, TRUE)
    }

    /// The conjunction, of which `zero` is `false`, or the disjunction, of which `zero` is `true`.
    fn join(&mut self, left: Id, right: Id, zero: Id) -> Id {
        let mut operands = Vec::new();
        for id in [left, right] {
            match self.get(id) {
                Normal::And(inner) if zero == FALSE => operands.extend(inner),
                Normal::Or(inner) if zero == TRUE => operands.extend(inner),
                _ => operands.push(id),
            }
        }
        operands.retain(|&id| id != TRUE - zero);
        operands.sort_unstable();
        operands.dedup();
        let has_both = |id: &Id| {
            self.negations.get(id).is_some_and(|other| operands.binary_search(other).is_ok())
        };
        match operands[..] {
            _ if operands.contains(&zero) || operands.iter().any(has_both) => zero,
            [] => TRUE - zero,
            [only] => only,
            _ if zero == FALSE => self.add(Normal::And(operands)),
            _ => self.add(Normal::Or(operands)),
        }
    }

    fn until(&mut self, left: Id, right: Id) -> Id {
        if left == FALSE || left == right || right == TRUE || right == FALSE {
            return right;
        }
        match *self.get(right) {
            // `F until (F until G)` is `F until G`.
            Normal::Until(again, _) if again == left => right,
            // `eventually (F until G)` is `eventually G`.
            Normal::Until(_, goal) if left == TRUE => self.until(TRUE, goal),
            // `eventually always eventually F` is `always eventually F`.
            Normal::Release(FALSE, inner)
                if left == TRUE && matches!(self.get(inner), Normal::Until(TRUE, _)) =>
            {
                right
            }
            _ => self.add(Normal::Until(left, right)),
        }
    }

    fn release(&mut self, left: Id, right: Id) -> Id {
        if left == TRUE || left == right || right == TRUE || right == FALSE {
            return right;
        }
        match *self.get(right) {
            Normal::Release(again, _) if again == left => right,
            Normal::Release(_, kept) if left == FALSE => self.release(FALSE, kept),
            Normal::Until(TRUE, inner)
                if left == FALSE && matches!(self.get(inner), Normal::Release(FALSE, _)) =>
            {
                right
            }
            _ => self.add(Normal::Release(left, right)),
        }
    }
}
