//! The truth of conditions in states.

use super::{Condition, Path, Root};
use crate::evaluate;
use crate::ids::ClassId;
use crate::program::Program;
use crate::state::State;
use crate::value::{Address, Value};

impl Condition {
    /// Decides whether the condition holds in a state. What is read of an object that is not there is 0, and a
    /// condition whose value cannot be computed (a division by 0, a comparison of what is no number) does not hold.
    pub fn holds(&self, program: &Program, state: &State) -> bool {
        let values: Vec<Value> = self.paths.iter().map(|path| path.value(program, state)).collect();
        evaluate::value(&self.value, &values).is_ok_and(Value::is_true)
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

impl Path {
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
                owner.is_none_or(|owner| class.is_some_and(|class| program.is_below(class, owner)))
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

/// The objects of a class and of those below it.
fn objects<'s>(
    program: &'s Program,
    state: &'s State,
    class: ClassId,
) -> impl Iterator<Item = Address> + 's {
    let is_one = move |site| program.class_at(site).is_some_and(|of| program.is_below(of, class));
    state.heap.iter().filter(move |(_, object)| is_one(object.site)).map(|(address, _)| *address)
}
