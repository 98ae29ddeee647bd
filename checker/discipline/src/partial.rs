//! States of which only some cells are known.

use reductio_system::{CellId, Value};

/// Some cells of a state with their values, which show a finding about a single transition.
pub type PartialState = Vec<(CellId, Value)>;
