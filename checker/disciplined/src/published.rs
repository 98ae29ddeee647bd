//! The objects that others can reach: an object belongs to the thread that makes it until it is *published*.
//!
//! A thread publishes an object, and all that can be reached from it, by storing it in a published object or in a
//! variable that belongs to no object, and by handing it to a thread that it forks. Before the first thread forks
//! another one, all is its own, variables that belong to no object included. Nothing takes publication back. So nobody
//! but its maker has ever held an object that is not published, and only the maker's own steps publish it.

use reductio_programs::{Action, Address, Event, Renaming, State, Value, Variable};

/// The published objects of a state.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Published {
    /// Whether the first thread has forked another one.
    several: bool,
    /// Ascending.
    objects: Vec<Address>,
}

impl Published {
    /// The number of published objects.
    pub(crate) fn len(&self) -> usize {
        self.objects.len()
    }

    /// Decides whether other threads may reach an object.
    pub(crate) fn has(&self, object: Address) -> bool {
        self.objects.binary_search(&object).is_ok()
    }

    /// Decides whether other threads may reach a variable.
    pub(crate) fn has_variable(&self, variable: Variable) -> bool {
        match variable {
            Variable::Field(object, _) | Variable::Element(object, _) => self.has(object),
            Variable::Static(_) => self.several,
        }
    }

    /// Follows a step. `after` is the state after it, with the names of the event.
    pub(crate) fn follow(&mut self, after: &State, event: &Event) {
        match event.action {
            Action::Fork { child } => {
                if !self.several {
                    self.several = true;
                    self.add(after, after.statics.iter().copied());
                }
                let frames = after.thread(child).map(|child| &child.frames[..]).unwrap_or_default();
                self.add(after, frames.iter().flat_map(|frame| frame.registers.iter().copied()));
            }
            Action::Write { variable, .. } | Action::Update { variable, .. }
                if self.has_variable(variable) =>
            {
                self.add(after, std::iter::once(after.value(variable)));
            }
            _ => {}
        }
    }

    /// Publishes what some values refer to, and what can be reached from there.
    fn add(&mut self, state: &State, values: impl Iterator<Item = Value>) {
        let mut open: Vec<Address> = values.filter_map(object).collect();
        while let Some(address) = open.pop() {
            let Err(place) = self.objects.binary_search(&address) else { continue };
            self.objects.insert(place, address);
            let cells = state.object(address).map(|found| &found.cells[..]).unwrap_or_default();
            open.extend(cells.iter().filter_map(|(_, value)| object(*value)));
        }
    }

    /// The objects under their new names, without those that were dropped.
    pub(crate) fn rename(&mut self, renaming: &Renaming) {
        self.objects = self.objects.iter().filter_map(|object| renaming.address(*object)).collect();
        self.objects.sort_unstable();
    }
}

fn object(value: Value) -> Option<Address> {
    match value {
        Value::Object(address) => Some(address),
        _ => None,
    }
}
