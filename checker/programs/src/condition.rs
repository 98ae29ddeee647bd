//! Conditions on the states of a program: the atoms of formulas about its runs.

use crate::evaluate;
use crate::ids::{ClassId, FieldId, Register, StaticId};
use crate::instruction::Expression;
use crate::program::Program;
use crate::state::State;
use crate::value::{Address, Value};

/// A condition on the states of a program, over its static variables and the fields of objects: an atom of formulas about
/// its runs. [`parse_formula`](crate::parse_formula) makes them.
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

/// Where a [`Path`] begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Root {
    Static(StaticId),
    /// The object of a class, or of one below it.
    Only(ClassId),
}

/// A variable that a [`Condition`] may read. Who writes it may change whether the condition holds; nobody else may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Observed {
    /// A variable that belongs to no object.
    Static(StaticId),
    /// A field, of whatever object.
    Field(FieldId),
}

impl Condition {
    pub(crate) fn new(text: String, value: Expression, paths: Vec<Path>) -> Self {
        Condition { text, value, paths }
    }

    /// Whether the condition holds in a state. What is read of an object that is not there is 0, and a condition whose value
    /// cannot be computed (a division by 0, a comparison of what is no number) does not hold.
    pub fn holds(&self, program: &Program, state: &State) -> bool {
        let values: Vec<Value> = self.paths.iter().map(|path| path.value(program, state)).collect();
        evaluate::value(&self.value, &values).is_ok_and(Value::is_true)
    }

    /// The variables that the condition may read.
    pub fn observes(&self) -> impl Iterator<Item = Observed> {
        self.paths.iter().flat_map(|path| {
            let root = match path.root {
                Root::Static(variable) => Some(Observed::Static(variable)),
                Root::Only(_) => None,
            };
            let fields = path.steps.iter().flatten().map(|(_, field)| Observed::Field(*field));
            root.into_iter().chain(fields)
        })
    }

    /// A class of which the condition means the only object, and of which a state has several.
    pub fn ambiguous(&self, program: &Program, state: &State) -> Option<ClassId> {
        let classes = self.paths.iter().filter_map(|path| match path.root {
            Root::Only(class) => Some(class),
            Root::Static(_) => None,
        });
        let mut several = classes.filter(|class| objects(program, state, *class).nth(1).is_some());
        several.next()
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

    fn value(&self, program: &Program, state: &State) -> Value {
        let root = match self.root {
            Root::Static(variable) => state.static_value(variable),
            Root::Only(class) => {
                let first = objects(program, state, class).next();
                first.map_or(Value::ZERO, Value::Object)
            }
        };
        self.steps.iter().fold(root, |value, fields| {
            let Value::Object(address) = value else { return Value::ZERO };
            let class = state.class_of(program, value);
            let has = |owner: &Option<ClassId>| {
                owner.is_none_or(|owner| class.is_some_and(|class| is_of(program, class, owner)))
            };
            let field = fields.iter().find(|(owner, _)| has(owner));
            let object = state.object(address).filter(|object| object.length.is_none());
            match (object, field) {
                (Some(object), Some((_, field))) => object.cell(field.0),
                _ => Value::ZERO,
            }
        })
    }
}

/// Whether a class is another one or below it.
fn is_of(program: &Program, class: ClassId, above: ClassId) -> bool {
    class == above || program.is_below(class, above)
}

/// The objects of a class and of those below it.
fn objects<'s>(
    program: &'s Program,
    state: &'s State,
    class: ClassId,
) -> impl Iterator<Item = Address> + 's {
    let is_one = move |site| program.class_at(site).is_some_and(|of| is_of(program, of, class));
    state.heap.iter().filter(move |(_, object)| is_one(object.site)).map(|(address, _)| *address)
}
