//! The types of a text, as far as they tell where threads of the family are.

use crate::syntax::{BaseType, File, TypeBody, TypeExpr};

/// A type, as far as it tells whether a value is a thread of a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape<'a> {
    /// A value that says nothing of which thread is meant.
    Ordinary,
    /// A thread of this family, or `none` if so.
    Index { family: usize, or_none: bool },
    /// Any thread.
    Thread,
    /// A record, by its name.
    Record(&'a str),
}

/// The kind of value that an expression has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind<'a> {
    /// A value that says nothing of which thread is meant.
    Ordinary,
    /// A value of the index type of this family, or of a pointer to its threads.
    Index(usize),
    /// The word `none`.
    Nobody,
    /// A thread: of a family, another one, or the owner of a lock.
    Thread,
    /// A record, by the name of its type.
    Record(&'a str),
}

impl<'a> From<Shape<'a>> for Kind<'a> {
    fn from(shape: Shape<'a>) -> Self {
        match shape {
            Shape::Ordinary => Kind::Ordinary,
            Shape::Index { family, .. } => Kind::Index(family),
            Shape::Thread => Kind::Thread,
            Shape::Record(name) => Kind::Record(name),
        }
    }
}

/// The types of a text.
pub(super) struct Shapes<'f, 'a> {
    file: &'f File<'a>,
    /// The index types, by family.
    indices: Vec<String>,
}

impl<'f, 'a> Shapes<'f, 'a> {
    pub(super) fn new(file: &'f File<'a>, indices: Vec<String>) -> Self {
        Shapes { file, indices }
    }

    /// The shape of a type. A name that leads back to itself is none of the family: such a text is no system.
    pub(super) fn of(&self, ty: &TypeExpr<'a>) -> Shape<'a> {
        self.of_named(ty, self.file.types.len())
    }

    fn of_named(&self, ty: &TypeExpr<'a>, rest: usize) -> Shape<'a> {
        let name = match &ty.base {
            BaseType::Bool | BaseType::Range(_) => return Shape::Ordinary,
            BaseType::Thread => return Shape::Thread,
            BaseType::Named(name) => name.text,
        };
        if let Some(family) = self.indices.iter().position(|index| index == name) {
            return Shape::Index { family, or_none: ty.or_none };
        }
        let declared = self.file.types.iter().find(|one| one.name.text == name);
        match declared.map(|one| &one.body) {
            Some(TypeBody::Plain(inner)) if rest > 0 => match self.of_named(inner, rest - 1) {
                Shape::Index { family, or_none } => {
                    Shape::Index { family, or_none: or_none || ty.or_none }
                }
                shape => shape,
            },
            Some(TypeBody::Record(_)) => Shape::Record(name),
            _ => Shape::Ordinary,
        }
    }

    /// The fields of a record, by name.
    pub(super) fn fields(&self, record: &str) -> Vec<(&'a str, Shape<'a>)> {
        let declared = self.file.types.iter().find(|one| one.name.text == record);
        match declared.map(|one| &one.body) {
            Some(TypeBody::Record(fields)) => {
                fields.iter().map(|(name, ty)| (name.text, self.of(ty))).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The shapes of the cells of a value.
    pub(super) fn leaves(&self, shape: Shape<'a>) -> Vec<Shape<'a>> {
        self.leaves_within(shape, self.file.types.len())
    }

    fn leaves_within(&self, shape: Shape<'a>, rest: usize) -> Vec<Shape<'a>> {
        match shape {
            Shape::Record(name) if rest > 0 => {
                let fields = self.fields(name).into_iter();
                fields.flat_map(|(_, field)| self.leaves_within(field, rest - 1)).collect()
            }
            shape => vec![shape],
        }
    }
}
