//! Semaphores with an `up` that may be invisible.
//!
//! `up` never waits. It fails where its semaphore is full, and then two threads at an `up` of one semaphore do not
//! commute: whoever is first goes on. States in which a thread is about to fail so count as bad
//! ([`overflow`](crate::overflow)); elsewhere `up` commutes with `up` and may be had before `down`
//! ([`local`](crate::local)).
//!
//! All this is known of `up` and `down` as they are. Where some operation on the variable is another one, or an `up`
//! fails below the greatest value of its semaphore, every `up` of the variable is visible.

use reductio_system::{
    Assignment, Expression, Failure, OperationKind, Place, System, Target, Thread, Transition,
    Value, VariableId,
};

/// The variables that hold semaphores of which nothing is known but `up` and `down`.
#[derive(Clone, Debug, Default)]
pub(super) struct PlainSemaphores {
    /// By variable, whether every operation on it is a plain `up` or `down`.
    is_plain: Vec<bool>,
}

impl PlainSemaphores {
    pub(super) fn of(system: &System) -> Self {
        let mut is_plain = vec![true; system.variables().len()];
        for transition in system.threads().iter().flat_map(Thread::transitions) {
            if let Some(operation) = transition.operation() {
                is_plain[operation.variable().index()] &= is_plain_operation(system, transition);
            }
        }
        PlainSemaphores { is_plain }
    }

    /// No variable: every `up` is to be visible.
    pub(super) fn none(system: &System) -> Self {
        PlainSemaphores { is_plain: vec![false; system.variables().len()] }
    }

    /// Decides whether a transition is an `up` that may be invisible as far as its semaphore is concerned.
    pub(super) fn allow(&self, transition: &Transition) -> bool {
        up(transition).is_some_and(|variable| self.is_plain[variable.index()])
    }
}

/// The variable of the semaphore if a transition is an `up`.
pub(super) fn up(transition: &Transition) -> Option<VariableId> {
    let operation = transition.operation()?;
    (operation.kind() == OperationKind::Up).then(|| operation.variable())
}

/// Whether a transition is what [`SystemBuilder::up`](reductio_system::SystemBuilder::up) or
/// [`SystemBuilder::down`](reductio_system::SystemBuilder::down) makes for semaphores that hold 0 to the value at which
/// `up` fails.
fn is_plain_operation(system: &System, transition: &Transition) -> bool {
    let Some(operation) = transition.operation() else { return false };
    let Some((place, greatest)) = operation.place().and_then(|place| full(system, place)) else {
        return false;
    };
    let value = Expression::Read(place.clone());
    let (guard, changed) = match (operation.kind(), transition.target()) {
        (OperationKind::Down, Target::Point(_)) => {
            (Expression::Constant(0).less(value.clone()), Some(value.minus(1)))
        }
        (OperationKind::Up, Target::Point(_)) => {
            (value.clone().less(greatest), Some(value.plus(1)))
        }
        (OperationKind::Up, Target::Failed(Failure::SemaphoreFull)) => {
            (value.equals(greatest), None)
        }
        _ => return false,
    };
    let command = changed.map(|value| Assignment { target: place.clone(), value });
    *transition.guard() == guard && transition.command() == command.as_slice()
}

/// A place with the greatest value that it holds, if all cells that it may be hold 0 to the same value.
fn full<'p>(system: &System, place: &'p Place) -> Option<(&'p Place, Value)> {
    let mut domain = None;
    let mut is_one = true;
    place.for_each_candidate(&mut |cell| {
        let own = system.cell(cell).domain();
        let own = (own.low(), own.high());
        is_one &= *domain.get_or_insert(own) == own;
    });
    domain.filter(|(low, _)| is_one && *low == 0).map(|(_, high)| (place, high))
}
