//! Transitions: single steps of one thread that are put together (S2 section 4).

use reductio_programs::Address;
use rustc_hash::FxHashSet;

use crate::parts::Numbers;
use crate::single::{Kind, Singles, Taken};

/// The number of single steps of a transition from which on a circle of invisible ones is looked for.
const PATIENCE: usize = 64;

/// The greatest number of single steps that are put together for one transition.
const MOST: usize = 1 << 20;

/// What the steps of a transition so far allow to come next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Mode {
    /// Invisible steps only, so far: anything may come, and a visible step ends the transition.
    Free,
    /// There was a notification at an object: invisible steps may come, or the unlock of the object, which ends the transition. What was
    /// between them is pushed forward (4.5), so that nothing else may be added.
    Notified(Address),
    /// There was an unlock: invisible steps may come, or unlocks (4.6).
    Unlocked,
}

/// A transition that is being made.
struct Begun {
    numbers: Numbers,
    mode: Mode,
    /// The end of the transition if what comes next cannot be added to it: the state after its last visible operation, and the number of
    /// steps that lead there.
    end: Option<(Numbers, usize)>,
    taken: Vec<Taken>,
    length: usize,
}

/// A transition: the state after it, and the steps of the machine that it is made of, if they were asked for.
pub(crate) struct Transition {
    pub(crate) after: Numbers,
    pub(crate) taken: Vec<Taken>,
}

/// What came of putting steps together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Met {
    /// Whether the thread may go on with invisible steps for ever.
    pub(crate) goes_round: bool,
}

/// Finds the transitions of a thread from a state, always in the same order, and says whether it may go on for ever without one.
pub(crate) fn transitions(
    singles: &mut Singles<'_>,
    from: &[u32],
    thread: usize,
    is_traced: bool,
    found: &mut Vec<Transition>,
) -> Met {
    let first = found.len();
    let mut met = Met::default();
    let mut seen: FxHashSet<(Numbers, Mode)> = FxHashSet::default();
    let mut open = vec![Begun {
        numbers: Numbers::from_slice(from),
        mode: Mode::Free,
        end: None,
        taken: Vec::new(),
        length: 0,
    }];
    let emit = |found: &mut Vec<Transition>, after: Numbers, taken: Vec<Taken>| {
        if found[first..].iter().all(|other| other.after != after) {
            found.push(Transition { after, taken });
        }
    };
    let mut total = 0;
    while let Some(begun) = open.pop() {
        total += 1;
        let is_circle =
            begun.length > PATIENCE && !seen.insert((begun.numbers.clone(), begun.mode));
        let effects = singles.of(&begun.numbers, thread);
        let is_stuck = effects.is_empty() || is_circle || total > MOST;
        if is_stuck {
            met.goes_round |= !effects.is_empty();
            if let Some((after, steps)) = begun.end {
                let mut taken = begun.taken;
                taken.truncate(steps);
                emit(found, after, taken);
            }
            continue;
        }
        // The last is looked at first.
        for effect in effects.iter().rev() {
            let after = effect.apply(&begun.numbers);
            let mut taken = begun.taken.clone();
            if is_traced {
                taken.extend_from_slice(&effect.taken);
            }
            let here = Some((after.clone(), taken.len()));
            let next = match (begun.mode, effect.kind) {
                (mode, Kind::Invisible) => Some((mode, begun.end.clone())),
                (Mode::Free, Kind::Notify(object)) => Some((Mode::Notified(object), here)),
                (Mode::Free | Mode::Unlocked, Kind::Unlock(_)) => Some((Mode::Unlocked, here)),
                (Mode::Notified(notified), Kind::Unlock(object)) if notified == object => {
                    emit(found, after.clone(), taken.clone());
                    None
                }
                (Mode::Free, Kind::Visible) => {
                    emit(found, after.clone(), taken.clone());
                    None
                }
                _ => {
                    if let Some((end, steps)) = begun.end.clone() {
                        taken.truncate(steps);
                        emit(found, end, taken.clone());
                    }
                    None
                }
            };
            if let Some((mode, end)) = next {
                open.push(Begun { numbers: after, mode, end, taken, length: begun.length + 1 });
            }
        }
    }
    met
}
