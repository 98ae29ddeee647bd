//! The places that commands and the indices of places look at.

use reductio_system::{Expression, Place};

/// Calls `look` with the places that a command reads, in values and in the indices of its targets.
pub(super) fn looks_of_command(command: &[(Place, Expression)], look: &mut dyn FnMut(&Place)) {
    for (target, value) in command {
        value.for_each_place(look);
        looks_of_indices(target, look);
    }
}

/// Calls `look` with the places that the indices of a place read.
pub(super) fn looks_of_indices(place: &Place, look: &mut dyn FnMut(&Place)) {
    if let Place::Element { indices, .. } = place {
        indices.iter().for_each(|index| index.value.for_each_place(look));
    }
}
