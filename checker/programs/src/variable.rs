//! The variables that threads may share.

use crate::ids::{FieldId, StaticId};
use crate::value::Address;

/// A variable that threads may share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Variable {
    /// A field of an object.
    Field(Address, FieldId),
    /// An element of an array.
    Element(Address, u32),
    /// A variable that belongs to no object.
    Static(StaticId),
}
