//! The system in which single steps are looked at: with room, in each family, for the threads in sight of a step, one
//! more for each pointer, and one that stands for all others.

use reductio_system::{OperationKind, Target, ThreadId, Transition};

use crate::answer::FamilyError;
use crate::instance::{DIFFERENT_DEAD, Dead, Instance, Place, may_touch};
use reductio_language::Families;
use smallvec::SmallVec;

/// The most threads in sight of a step, besides those that pointers name: one that moves and one that is woken; or
/// three that have a right to one object, or whose it is.
const IN_SIGHT: usize = 3;

/// The most threads that a claim may be about.
pub(crate) const MOST_WITNESSES: usize = 8;

/// The most threads of the system in which single steps are looked at, so that others have room beside them.
const MOST: usize = 56;

/// Threads of families, by their numbers in the system.
pub(crate) type Slots = SmallVec<[usize; 4]>;

/// The part that a transition plays in waking threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Waking {
    /// It wakes no thread of a family.
    Nothing,
    /// It is the side of `notify` for when nobody waits.
    Nobody,
    /// It is the side of `notify` that wakes this thread.
    One(usize),
    /// It wakes everybody.
    All,
}

/// The thread that takes a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Mover {
    /// The first of the threads in sight, of this family.
    Member(usize),
    /// A thread that is of no family.
    Single(ThreadId),
}

/// The part that a thread of a family plays in the system in which single steps are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// It may be in sight.
    Seen,
    /// It stands for the one that this pointer names.
    Named(usize),
    /// It stands for all others of its family.
    Others,
}

/// The system with fixed numbers of threads in which single steps are looked at.
#[derive(Debug)]
pub(crate) struct Frame {
    pub(crate) instance: Instance,
    /// By thread of a family.
    parts: Vec<Part>,
    /// By thread and transition.
    waking: Vec<Vec<Waking>>,
    touching: Vec<Vec<bool>>,
}

impl Frame {
    pub(crate) fn new(
        text: &str,
        families: &Families,
        constants: &[(String, i64)],
    ) -> Result<Frame, FamilyError> {
        let make =
            |threads: &[usize], dead| Instance::new(text, families, constants, threads, dead);
        let nothing = Dead::default();
        let count = families.families.len();
        let pointers = make(&vec![2; count], Some(&nothing))?.pointers;
        // With fewer threads than a claim is about it may be decided without the locals that it reads, which would be
        // forgotten then.
        let claims = families.claims.iter().filter_map(|claim| claim.witnesses.as_ref());
        let claims = claims.filter(|all| all.iter().sum::<usize>() <= MOST_WITNESSES);
        let witnesses = |family: usize| claims.clone().map(|all| all[family]).max().unwrap_or(0);
        // By family.
        let parts = (0..count).map(|family| {
            let named = (0..pointers.len()).filter(|number| pointers[*number].may_name(family));
            let named: Vec<Part> = named.map(Part::Named).collect();
            let seen = IN_SIGHT.max(witnesses(family).saturating_sub(named.len() + 1));
            let mut parts = vec![Part::Seen; seen];
            parts.extend(named);
            parts.push(Part::Others);
            parts
        });
        let parts: Vec<Vec<Part>> = parts.collect();
        let sizes: Vec<usize> = parts.iter().map(Vec::len).collect();
        if sizes.iter().sum::<usize>() > MOST {
            let what = format!(
                "each of {} pointers and locks may name a thread that a step looks at, which are too many to decide",
                pointers.len()
            );
            return Err(FamilyError::Shape { threads: sizes, what });
        }
        let instance = match make(&sizes, None) {
            // A claim that names a thread keeps what others forget.
            Err(FamilyError::Shape { what, .. }) if what == DIFFERENT_DEAD => {
                make(&sizes, Some(&nothing))?
            }
            other => other?,
        };
        let threads = instance.system.threads();
        let waking = threads
            .iter()
            .map(|thread| thread.transitions().iter().map(|one| waking(&instance, one)).collect());
        let waking = waking.collect();
        let touching = threads.iter().map(|thread| {
            thread.transitions().iter().map(|one| may_touch(&instance.system, one)).collect()
        });
        let touching = touching.collect();
        Ok(Frame { instance, parts: parts.concat(), waking, touching })
    }

    /// The number of a thread that moves, in the system.
    pub(crate) fn thread(&self, mover: Mover) -> ThreadId {
        match mover {
            Mover::Member(family) => self.instance.members[self.instance.first[family]],
            Mover::Single(thread) => thread,
        }
    }

    /// The part that a thread of a family plays.
    pub(crate) fn part(&self, member: usize) -> Part {
        self.parts[member]
    }

    /// The thread that stands for the one of a family that a pointer names.
    pub(crate) fn named(&self, family: usize, pointer: usize) -> usize {
        let range = self.instance.members_of(family);
        let is_it = |member: &usize| self.parts[*member] == Part::Named(pointer);
        range.into_iter().find(is_it).expect("the pointer may name threads of the family")
    }

    /// The threads of families that are those in sight, by their families.
    pub(crate) fn slots(&self, families: impl Iterator<Item = usize>) -> Slots {
        let mut next: SmallVec<[usize; 4]> = SmallVec::from_slice(&self.instance.first);
        let slot = |family: usize| {
            next[family] += 1;
            next[family] - 1
        };
        families.map(slot).collect()
    }

    pub(crate) fn waking(&self, thread: ThreadId, transition: usize) -> Waking {
        self.waking[thread.index()][transition]
    }

    /// Decides whether a transition may touch a protected object.
    pub(crate) fn touches(&self, thread: ThreadId, transition: usize) -> bool {
        self.touching[thread.index()][transition]
    }
}

fn waking(instance: &Instance, transition: &Transition) -> Waking {
    let Some(operation) = transition.operation() else { return Waking::Nothing };
    if !matches!(transition.target(), Target::Point(_)) {
        return Waking::Nothing;
    }
    match operation.kind() {
        OperationKind::NotifyAll | OperationKind::Broadcast => Waking::All,
        OperationKind::Notify | OperationKind::Signal => {
            let Some(woken) = transition.command().first() else { return Waking::Nobody };
            let mut found = Waking::Nothing;
            woken.target.for_each_candidate(&mut |cell| {
                if let Place::Own(member, _) = instance.places[cell.index()] {
                    found = Waking::One(member);
                }
            });
            found
        }
        _ => Waking::Nothing,
    }
}
