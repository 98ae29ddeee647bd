//! Labels: at most one value of each type.

use std::any::{Any, TypeId};
use std::collections::BTreeMap;
use std::fmt;

/// A value that can be cloned, whatever type it has.
trait Value: Any {
    fn copy(&self) -> Box<dyn Value>;
}

impl<T: Clone + 'static> Value for T {
    fn copy(&self) -> Box<dyn Value> {
        Box::new(self.clone())
    }
}

/// Values by their types, at most one of each.
#[derive(Default)]
pub struct Labels(BTreeMap<TypeId, Box<dyn Value>>);

impl Clone for Labels {
    fn clone(&self) -> Self {
        Labels(self.0.iter().map(|(id, value)| (*id, (**value).copy())).collect())
    }
}

fn taken<T: 'static>(value: Box<dyn Value>) -> Option<T> {
    let value: Box<dyn Any> = value;
    value.downcast().ok().map(|value| *value)
}

impl Labels {
    /// No labels.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the label of a type, and returns the one before.
    pub fn insert<T: Clone + 'static>(&mut self, value: T) -> Option<T> {
        self.0.insert(TypeId::of::<T>(), Box::new(value)).and_then(taken)
    }

    /// The label of a type.
    pub fn get<T: 'static>(&self) -> Option<&T> {
        let value: &dyn Any = &**self.0.get(&TypeId::of::<T>())?;
        value.downcast_ref()
    }

    /// The label of a type, to change it.
    pub fn get_mut<T: 'static>(&mut self) -> Option<&mut T> {
        let value: &mut dyn Any = &mut **self.0.get_mut(&TypeId::of::<T>())?;
        value.downcast_mut()
    }

    /// Takes the label of a type away.
    pub fn remove<T: 'static>(&mut self) -> Option<T> {
        self.0.remove(&TypeId::of::<T>()).and_then(taken)
    }

    /// Takes all labels away.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Decides whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The number of labels.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Adds labels, in place of those of the same types.
    pub fn extend(&mut self, other: Self) {
        self.0.extend(other.0);
    }
}

impl fmt::Debug for Labels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Labels({})", self.len())
    }
}
