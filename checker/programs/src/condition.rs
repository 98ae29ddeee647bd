//! Conditions on the states of a program: the atoms of formulas about its runs.

mod holds;

use crate::expression::Expression;
use crate::ids::{ClassId, FieldId, Register, StaticId};

/// A condition on the states of a program, over its static variables and the fields of objects: an atom of formulas
/// about its runs. [`parse_formula`](crate::parse_formula) makes them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Condition {
    text: String,
    /// The condition, over one register for each path.
    value: Expression,
    paths: Vec<Path>,
}

/// A way from a static variable, or from the only object of a class, through fields.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Path {
    pub(crate) root: Root,
    /// For each step the fields of that name, with the class that each belongs to, where fields belong to classes.
    pub(crate) steps: Vec<Vec<(Option<ClassId>, FieldId)>>,
}

/// The beginning of a [`Path`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Root {
    Static(StaticId),
    /// The object of a class, or of one below it.
    Only(ClassId),
}

/// A part of a state that a [`Condition`] may read. A step that writes it, or makes such an object, may change whether
/// the condition holds and what it means; no other step may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Observed {
    /// A variable that belongs to no object.
    Static(StaticId),
    /// A field, of whatever object.
    Field(FieldId),
    /// The set of objects of a class and of those below it.
    Class(ClassId),
}

impl Condition {
    pub(crate) fn new(text: String, value: Expression, paths: Vec<Path>) -> Self {
        Condition { text, value, paths }
    }

    /// The parts of a state that the condition may read.
    pub fn observes(&self) -> impl Iterator<Item = Observed> {
        self.paths.iter().flat_map(|path| {
            let root = match path.root {
                Root::Static(variable) => Observed::Static(variable),
                Root::Only(class) => Observed::Class(class),
            };
            let fields = path.steps.iter().flatten().map(|(_, field)| Observed::Field(*field));
            std::iter::once(root).chain(fields)
        })
    }
}

impl std::fmt::Display for Condition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

impl Path {
    /// The register for the path number `place`.
    pub(crate) fn register(place: usize) -> Register {
        Register(u32::try_from(place).unwrap_or(u32::MAX))
    }
}
