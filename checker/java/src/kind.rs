//! What a verifier knows of a value.

use crate::class::Name;
use crate::descriptor::Type;
use crate::hierarchy::{OBJECT, World};
use crate::name::is_of_library;

/// The greatest number of types that a reference may have by different ways.
const MAX_TYPES: usize = 8;

pub(crate) const INT: u8 = 1;
pub(crate) const FLOAT: u8 = 2;
pub(crate) const NULL: u8 = 4;

/// What is known of a value of a local variable or of the stack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Nothing: it may not be used.
    Unknown,
    /// A value that never comes to be, since the thread is halted before: of two words, or of one.
    Never(bool),
    /// A value of one word that may be taken for each of some kinds: constants may be taken for several.
    Word(u8),
    /// A value of two words that may be taken for an integer, or for a floating number, or for both.
    Words(u8),
    /// A reference to an object of one of these types, or null.
    Reference(Vec<Type>),
    /// An object that the operation with a number has made, whose constructor is still to be called.
    New(usize, Name),
    /// The object of a constructor, before the constructor of its superclass was called.
    This,
}

impl Kind {
    pub(crate) fn of(of: &Type) -> Kind {
        match of {
            Type::Long => Kind::Words(INT),
            Type::Double => Kind::Words(FLOAT),
            Type::Float => Kind::Word(FLOAT),
            Type::Class(_) | Type::Array(_) => Kind::Reference(vec![of.clone()]),
            _ => Kind::Word(INT),
        }
    }

    pub(crate) fn is_wide(&self) -> bool {
        matches!(self, Kind::Words(_) | Kind::Never(true))
    }

    /// Whether it is a reference to an object that is ready, or null.
    pub(crate) fn is_reference(&self) -> bool {
        match self {
            Kind::Reference(_) | Kind::Never(false) => true,
            Kind::Word(mask) => mask & NULL != 0,
            _ => false,
        }
    }

    /// What is known of a value that comes by two ways.
    pub(crate) fn joined(&self, other: &Kind) -> Kind {
        let masked =
            |mask: u8, kind: fn(u8) -> Kind| if mask == 0 { Kind::Unknown } else { kind(mask) };
        match (self, other) {
            (one, two) if one == two => one.clone(),
            (Kind::Never(wide), known) | (known, Kind::Never(wide)) => {
                if known.is_wide() == *wide {
                    known.clone()
                } else {
                    Kind::Unknown
                }
            }
            (Kind::Word(one), Kind::Word(two)) => masked(one & two, Kind::Word),
            (Kind::Words(one), Kind::Words(two)) => masked(one & two, Kind::Words),
            (Kind::Word(mask), Kind::Reference(types))
            | (Kind::Reference(types), Kind::Word(mask)) => {
                if mask & NULL == 0 {
                    Kind::Unknown
                } else {
                    Kind::Reference(types.clone())
                }
            }
            (Kind::Reference(one), Kind::Reference(two)) => {
                let mut all = one.clone();
                all.extend(two.iter().filter(|of| !one.contains(of)).cloned());
                all.sort();
                if all.len() > MAX_TYPES {
                    all = vec![Type::class(OBJECT)];
                }
                Kind::Reference(all)
            }
            _ => Kind::Unknown,
        }
    }
}

impl World<'_> {
    /// Whether a value of a kind may be taken for one of a type.
    pub(crate) fn fits(&self, kind: &Kind, of: &Type) -> bool {
        match (kind, Kind::of(of)) {
            (Kind::Never(wide), wanted) => wanted.is_wide() == *wide,
            (Kind::Word(mask), Kind::Word(wanted)) | (Kind::Words(mask), Kind::Words(wanted)) => {
                mask & wanted != 0
            }
            (Kind::Word(mask), Kind::Reference(_)) => mask & NULL != 0,
            (Kind::Reference(types), Kind::Reference(_)) => {
                types.iter().all(|found| self.may_stand_for(found, of))
            }
            _ => false,
        }
    }

    /// Whether the verifier takes a reference of a type for one of another type. For it, objects of all classes are of all
    /// interfaces; and nothing is known of what is above classes of the library but what is modelled.
    fn may_stand_for(&self, of: &Type, wanted: &Type) -> bool {
        match (of, wanted) {
            (Type::Array(one), Type::Array(two)) if one.is_reference() && two.is_reference() => {
                self.may_stand_for(one, two)
            }
            (Type::Class(one), Type::Class(two)) => {
                let is_open = |name: &Name| self.class(name).is_none();
                one == two
                    || is_open(one)
                    || self.class(two).is_none_or(|class| class.is_interface)
                    || is_of_library(one) && is_of_library(two) && **one != *OBJECT
                    || self.is_class_below(one, two)
                    || self
                        .with_above(one)
                        .iter()
                        .any(|class| class.above.as_ref().is_some_and(is_open))
            }
            (Type::Array(_), Type::Class(two)) => {
                self.is_below(of, wanted) || self.class(two).is_none_or(|class| class.is_interface)
            }
            _ => of == wanted,
        }
    }
}
