//! The side conditions of protected objects: which set of them each object meets.

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
    /// The object is treated as open, and so are its conditions not needed; but bad states are looked for as for
    /// others. Then that a state is bad because of this object is a claim: no invisible transition may hide it, and
    /// none changes the predicates.
    Watched,
    /// The object meets Set A: a visible transition may make another thread's predicate true.
    SetA,
    /// The object meets Set B: an invisible transition may make its own thread's predicate false.
    SetB,
    /// The object meets Set C: where an invisible transition makes its own thread's predicate false, no step of another
    /// thread leads from a state in which no two threads have access into one in which that thread and another have.
    SetC,
    /// The object meets none of the sets, because a visible transition takes access away that another thread is about
    /// to use: the reduction theorem does not apply while the object is protected.
    Neither(Vec<Breach>),
}

impl SideConditions {
    /// Decides whether the set, A or B, lets an invisible transition make its own thread's predicate false. Set C is
    /// decided for each such transition.
    pub(super) fn allows_drop(
        &self,
        effects: &Effects,
        object: ObjectId,
        thread: ThreadId,
        table: Table,
    ) -> bool {
        match self {
            SideConditions::Demoted => true,
            SideConditions::SetA => !table.requires(Requirement::NoDropInSetA),
            SideConditions::SetB => {
                !table.requires(Requirement::NoStealingInSetB)
                    || !effects.can_be_stolen(object, thread)
            }
            SideConditions::Watched | SideConditions::SetC | SideConditions::Neither(_) => false,
        }
    }
}

/// Finds the set, A or B, that all objects can be held to: B for an object where no transition gives another thread
/// access, A for others. Whatever breaks (a), (c) or (c') becomes visible in the classification, unless Set C allows
/// it.
pub(super) fn sets(
    system: &System,
    usage: &Usage,
    effects: &Effects,
    table: Table,
) -> Vec<SideConditions> {
    let of = |(index, object): (usize, &reductio_system::Object)| {
        if usage.is_watched(ObjectId::new(index)) {
            return SideConditions::Watched;
        }
        if object.cells().iter().all(|&cell| usage.object(cell).is_none()) {
            return SideConditions::Demoted;
        }
        let gives = |(_, _, kind, _)| kind == EffectKind::Gives;
        let is_given = effects.of_object(ObjectId::new(index)).any(gives);
        if is_given && table.requires(Requirement::NoVisibleGift) {
            SideConditions::SetA
        } else {
            SideConditions::SetB
        }
    };
    system.objects().iter().enumerate().map(of).collect()
}
