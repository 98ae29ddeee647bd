//! The answer about a property.

use super::claim::Inconclusive;
use crate::search::Order;

/// The answer about a property, and the way in which it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PropertyAnswer {
    /// Tells whether runs by reduced steps were searched, or by all.
    pub order: Order,
    /// The number of states that were met; in a search by reduced steps of those that are stored.
    pub states: usize,
    /// The number of states of the product with the automaton of the negated formula.
    pub product_states: usize,
    /// The number of steps that were taken in the product.
    pub transitions: u64,
    /// The number of bytes that the search takes at its end.
    pub bytes: usize,
    /// The reason why the property is not decided, if it is not.
    pub open: Option<Inconclusive>,
}

impl PropertyAnswer {
    /// The answer of a search that was not made.
    pub(super) fn not_searched(order: Order, why: Inconclusive) -> Self {
        let (states, product_states, transitions, bytes) = (0, 0, 0, 0);
        PropertyAnswer { order, states, product_states, transitions, bytes, open: Some(why) }
    }
}
