//! States of which only some cells are known.

use reductio_system::{CellId, Value};

/// Some cells and their values: what a finding about single transitions rests on.
pub type PartialState = Vec<(CellId, Value)>;
