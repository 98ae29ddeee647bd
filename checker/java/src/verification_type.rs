//! Verification types (JVMS 4.10.1.2, as far as one is inferred here): what a verifier knows of a value.

use crate::class::Name;
use crate::descriptor::Type;
use crate::hierarchy::{OBJECT, World};
use crate::name::is_of_library;

/// The greatest number of types that a reference may have by different ways.
const MAX_TYPES: usize = 8;

pub(crate) const INT: u8 = 1;
pub(crate) const FLOAT: u8 = 2;
pub(crate) const NULL: u8 = 4;

/// The knowledge about a value of a local variable or of the stack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum VerificationType {
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

impl VerificationType {
    pub(crate) fn of(of: &Type) -> VerificationType {
        match of {
            Type::Long => VerificationType::Words(INT),
            Type::Double => VerificationType::Words(FLOAT),
            Type::Float => VerificationType::Word(FLOAT),
            Type::Class(_) | Type::Array(_) => VerificationType::Reference(vec![of.clone()]),
            _ => VerificationType::Word(INT),
        }
    }

    pub(crate) fn is_wide(&self) -> bool {
        matches!(self, VerificationType::Words(_) | VerificationType::Never(true))
    }

    /// Tells whether the type is a reference to an object that is ready, or null.
    pub(crate) fn is_reference(&self) -> bool {
        match self {
            VerificationType::Reference(_) | VerificationType::Never(false) => true,
            VerificationType::Word(mask) => mask & NULL != 0,
            _ => false,
        }
    }

    /// The knowledge about a value that comes by two ways.
    pub(crate) fn joined(&self, other: &VerificationType) -> VerificationType {
        let masked = |mask: u8, kind: fn(u8) -> VerificationType| {
            if mask == 0 { VerificationType::Unknown } else { kind(mask) }
        };
        match (self, other) {
            (one, two) if one == two => one.clone(),
            (VerificationType::Never(wide), known) | (known, VerificationType::Never(wide)) => {
                if known.is_wide() == *wide {
                    known.clone()
                } else {
                    VerificationType::Unknown
                }
            }
            (VerificationType::Word(one), VerificationType::Word(two)) => {
                masked(one & two, VerificationType::Word)
            }
            (VerificationType::Words(one), VerificationType::Words(two)) => {
                masked(one & two, VerificationType::Words)
            }
            (VerificationType::Word(mask), VerificationType::Reference(types))
            | (VerificationType::Reference(types), VerificationType::Word(mask)) => {
                if mask & NULL == 0 {
                    VerificationType::Unknown
                } else {
                    VerificationType::Reference(types.clone())
                }
            }
            (VerificationType::Reference(one), VerificationType::Reference(two)) => {
                let mut all = one.clone();
                all.extend(two.iter().filter(|of| !one.contains(of)).cloned());
                all.sort();
                if all.len() > MAX_TYPES {
                    all = vec![Type::class(OBJECT)];
                }
                VerificationType::Reference(all)
            }
            _ => VerificationType::Unknown,
        }
    }
}

impl World<'_> {
    /// Decides whether a value of a kind may be taken for one of a type.
    pub(crate) fn fits(&self, kind: &VerificationType, of: &Type) -> bool {
        match (kind, VerificationType::of(of)) {
            (VerificationType::Never(wide), wanted) => wanted.is_wide() == *wide,
            (VerificationType::Word(mask), VerificationType::Word(wanted))
            | (VerificationType::Words(mask), VerificationType::Words(wanted)) => {
                mask & wanted != 0
            }
            (VerificationType::Word(mask), VerificationType::Reference(_)) => mask & NULL != 0,
            (VerificationType::Reference(types), VerificationType::Reference(_)) => {
                types.iter().all(|found| self.may_stand_for(found, of))
            }
            _ => false,
        }
    }

    /// Whether the verifier takes a reference of a type for one of another type. For it, objects of all classes are of
    /// all interfaces; and nothing is known of what is above classes of the library but what is modelled.
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
