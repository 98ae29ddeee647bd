//! The side conditions of protected objects: which of the two sets each object meets.

use super::effects::{EffectKind, Effects};
use super::partial::PartialState;
use super::requirement::{Requirement, Table};
use super::usage::Usage;
use reductio_system::{ObjectId, System, ThreadId};

/// A side condition that a transition breaks.
#[derive(Clone, Debug)]
pub struct Breach {
    /// The label of the condition, such as `(b)`, or `undecided` if it is not known whether the transition breaks one.
    pub condition: &'static str,
    /// The thread of the transition.
    pub thread: ThreadId,
    /// The number of the transition in its thread.
    pub transition: usize,
    /// The thread whose predicate changes.
    pub other: Option<ThreadId>,
    /// The part of a state that shows it.
    pub state: PartialState,
}

/// The side conditions of a protected object.
#[derive(Clone, Debug)]
pub enum SideConditions {
    /// The object is treated as open, and no conditions are needed.
    Demoted,
    /// The object meets Set A: a visible transition may make another thread's predicate true.
    SetA,
    /// The object meets Set B: an invisible transition may make its own thread's predicate false.
    SetB,
    /// The object meets neither set: the reduction theorem does not apply while the object is protected.
    Neither(Vec<Breach>),
}

/// Decides the conditions of all objects: Set B for an object where no transition gives another thread access or takes
/// it away, Set A where none takes it away. Whatever breaks (a), (c) or (c') becomes visible in the classification, so
/// only (b) and (b') can fail.
pub(super) fn conditions(
    system: &System,
    usage: &Usage,
    effects: &Effects,
    table: Table,
) -> Vec<SideConditions> {
    let may_take = !table.requires(Requirement::NoInvisibleTaking)
        || !table.requires(Requirement::NoVisibleTaking);
    let of = |(index, object): (usize, &reductio_system::Object)| {
        if object.cells().iter().all(|&cell| usage.object(cell).is_none()) {
            return SideConditions::Demoted;
        }
        let x = ObjectId::new(index);
        let mut breaches: Vec<Breach> = Vec::new();
        let mut gives = false;
        for (thread, transition, kind, effect) in effects.of_object(x) {
            gives |= kind == EffectKind::Gives && table.requires(Requirement::NoVisibleGift);
            if kind == EffectKind::Takes && !may_take {
                let (other, state) = (Some(effect.other), effect.state.clone());
                let condition = if effect.is_shown { "(b)" } else { "undecided" };
                breaches.push(Breach { condition, thread, transition, other, state });
            }
        }
        match (breaches.is_empty(), gives) {
            (false, _) => SideConditions::Neither(breaches),
            (true, true) => SideConditions::SetA,
            (true, false) => SideConditions::SetB,
        }
    };
    system.objects().iter().enumerate().map(of).collect()
}
