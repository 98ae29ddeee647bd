//! The truth of a formula on a lasso: a run that goes round and round in the end.

use super::formula::{Binary, Formula, Shape, Unary};

/// Decides whether a formula is true of the run that goes through the states of `stem` and then round those of `cycle`
/// for ever. Where the cycle is empty, the run ends, and its last state counts as repeated for ever. `truth` says
/// whether an atom is true in a state. Cost: the size of the formula times the number of states.
///
/// ```
/// use reductio_temporal::{Formula, holds_on};
///
/// let again_and_again = Formula::atom(1).eventually().always();
/// assert!(holds_on(&again_and_again, &[0, 0], &[0, 1], |atom, state| atom == state));
/// assert!(!holds_on(&again_and_again, &[0, 1], &[0], |atom, state| atom == state));
/// assert!(!holds_on(&again_and_again, &[1, 0], &[], |atom, state| atom == state));
/// ```
///
/// # Panics
/// When there are no states at all.
pub fn holds_on<A, S>(
    formula: &Formula<A>,
    stem: &[S],
    cycle: &[S],
    mut truth: impl FnMut(&A, &S) -> bool,
) -> bool {
    let positions = stem.len() + cycle.len();
    assert!(positions > 0, "a run has a state");
    let back = if cycle.is_empty() { positions - 1 } else { stem.len() };
    let mut values: Vec<Vec<bool>> = Vec::new();
    for part in formula.subformulas() {
        let value = match part.shape() {
            Shape::Constant(value) => vec![value; positions],
            Shape::Atom(atom) => stem.iter().chain(cycle).map(|state| truth(atom, state)).collect(),
            Shape::Unary(operator, _) => {
                let mut operand = take(&mut values);
                match operator {
                    Unary::Not => operand.iter_mut().for_each(|value| *value = !*value),
                    Unary::Always => {
                        operand = fixpoint(back, true, &operand, |now, then| now && then);
                    }
                    Unary::Eventually => {
                        operand = fixpoint(back, false, &operand, |now, then| now || then);
                    }
                }
                operand
            }
            Shape::Binary(operator, ..) => {
                let (right, left) = (take(&mut values), take(&mut values));
                let pairs: Vec<(bool, bool)> = left.into_iter().zip(right).collect();
                let now =
                    |value: fn((bool, bool)) -> bool| pairs.iter().copied().map(value).collect();
                match operator {
                    Binary::And => now(|(left, right)| left && right),
                    Binary::Or => now(|(left, right)| left || right),
                    Binary::Implies => now(|(left, right)| !left || right),
                    Binary::Until => {
                        fixpoint(back, false, &pairs, |(left, right), then| right || left && then)
                    }
                    Binary::Release => {
                        fixpoint(back, true, &pairs, |(left, right), then| right && (left || then))
                    }
                    Binary::LeadsTo => {
                        let served =
                            fixpoint(back, false, &pairs, |(_, right), then| right || then);
                        let keeps: Vec<bool> = pairs
                            .iter()
                            .zip(served)
                            .map(|((left, _), served)| !left || served)
                            .collect();
                        fixpoint(back, true, &keeps, |now, then| now && then)
                    }
                }
            }
        };
        values.push(value);
    }
    take(&mut values)[0]
}

/// Takes the value of the last operand that no operator has taken.
fn take(values: &mut Vec<Vec<bool>>) -> Vec<bool> {
    values.pop().expect("operands come before their operator")
}

/// The least fixpoint (from `false`) or the greatest (from `true`) of a value that each position computes from what is
/// known there and from the value at the next position. After the last position comes `back`. Going backwards twice is
/// enough: the first time, what is true of the last position is not known yet.
fn fixpoint<T: Copy>(
    back: usize,
    from: bool,
    known: &[T],
    mut value: impl FnMut(T, bool) -> bool,
) -> Vec<bool> {
    let mut values = vec![from; known.len()];
    for _ in 0..2 {
        let mut next = values[back];
        for (place, &known) in values.iter_mut().zip(known).rev() {
            *place = value(known, next);
            next = *place;
        }
    }
    values
}
