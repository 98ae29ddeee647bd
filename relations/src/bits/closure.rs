//! `x*` and `x^w`, one row for each strongly connected component.
//!
//! The result is written into the rows of the converse, which is done with by then: fresh memory costs as much as the
//! rest. A row is read only after it was written.

use super::components::{components, finished};
use super::rows::{BITS, Rows, add, unite};

/// The reflexive transitive closure.
///
/// The states of a component lead to the same states: to themselves, and wherever the components lead that they are
/// related to, whose rows are known. A state that is in a row already adds nothing.
pub(super) fn star(x: &Rows) -> Rows {
    let mut star = x.converse();
    components(x, &finished(&star), |component, targets| {
        let mut row = x.no_states();
        for &state in component {
            add(&mut row, state);
        }
        for (k, &word) in targets.iter().enumerate() {
            while word & !row[k] != 0 {
                let state = BITS * k + (word & !row[k]).trailing_zeros() as usize;
                unite(&mut row, star.row(state));
            }
        }
        for &state in component {
            star.row_mut(state).copy_from_slice(&row);
        }
    });
    star
}

/// The infinite iteration: all pairs from the states that lead into a cycle, a component of several states or a step
/// from a state to itself.
pub(super) fn omega(x: &Rows) -> Rows {
    let mut omega = x.converse();
    let (none, all) = (x.no_states(), x.all_states());
    let mut endless = x.no_states();
    components(x, &finished(&omega), |component, targets| {
        let leads_on = targets.iter().zip(&endless).any(|(t, e)| t & e != 0);
        let is_endless = component.len() > 1 || leads_on || x.contains(component[0], component[0]);
        for &state in component {
            if is_endless {
                add(&mut endless, state);
            }
            omega.row_mut(state).copy_from_slice(if is_endless { &all } else { &none });
        }
    });
    omega
}
