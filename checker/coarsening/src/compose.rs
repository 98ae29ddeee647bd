//! Transitions: single steps of one thread that are put together (S2 section 4).

use crate::parts::Numbers;
use crate::single::{Kind, Singles, Taken};
use crate::slip::Slip;
use crate::transition::{Begun, Mode, Transition};
use crate::ways::Ways;

/// The number of single steps of a transition from which on it is noted where they lead: they may go round, or meet
/// again.
const PATIENCE: usize = 8;

/// The greatest number of single steps that are put together for one transition.
const MOST: usize = 1 << 16;

/// Notes on the steps of a thread that were put together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Met {
    /// Tells whether the thread may go on with invisible steps for ever.
    pub(crate) goes_round: bool,
    /// Tells whether the thread may do so from here, without anything that others see before it.
    pub(crate) diverges: bool,
    /// Tells whether the thread was given up, because it takes too many.
    pub(crate) is_given_up: bool,
}

/// Finds the transitions of a thread from a state, always in the same order, and says whether it may go on for ever
/// without one.
pub(crate) fn transitions(
    singles: &mut Singles<'_>,
    from: &[u32],
    thread: usize,
    is_traced: bool,
    found: &mut Vec<Transition>,
) -> Met {
    let first = found.len();
    let mut begin = Numbers::from_slice(from);
    if !is_traced && follow(singles, &mut begin, thread, found) {
        return Met::default();
    }
    let mut met = Met::default();
    let mut ways = Ways::default();
    let mut open = vec![Begun {
        numbers: begin,
        mode: Mode::Free,
        end: None,
        taken: Vec::new(),
        length: 0,
        from: None,
    }];
    let emit = |found: &mut Vec<Transition>, after: Numbers, taken: Vec<Taken>| {
        if found[first..].iter().all(|other| other.after != after) {
            found.push(Transition { after, taken });
        }
    };
    let merge = singles.options.has(Slip::NotificationsMerge);
    let goes_on = singles.options.has(Slip::NotifyGoesOnAfterUnlock);
    let mut total = 0;
    while let Some(begun) = open.pop() {
        total += 1;
        let mut before = None;
        if begun.length > PATIENCE {
            let (number, is_new) = ways.come(&begun.numbers, begun.mode, begun.ended(), begun.from);
            if !is_new {
                continue;
            }
            before = Some(number);
        }
        let effects = singles.of(&begun.numbers, thread);
        if effects.is_empty() || total > MOST {
            met.is_given_up |= !effects.is_empty();
            if let Some(Transition { after, taken }) = begun.ended() {
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
                (Mode::Notified(_), Kind::Notify(object)) if merge => {
                    Some((Mode::Notified(object), here))
                }
                (Mode::Notified(_), Kind::Unlock(_)) if goes_on => Some((Mode::Free, here)),
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
                open.push(Begun {
                    numbers: after,
                    mode,
                    end,
                    taken,
                    length: begun.length + 1,
                    from: before,
                });
            }
        }
    }
    let round = ways.round();
    met.goes_round |= !round.is_empty();
    met.diverges = round.iter().any(Option::is_none);
    // Who goes round after a notification or an unlock has had its transition, as far as others can see.
    for Transition { after, taken } in round.into_iter().flatten() {
        emit(found, after, taken);
    }
    met
}

/// Follows a thread as long as there is one invisible step to take. Returns whether that was all: the thread waits, or
/// has come to a visible operation that ends its only transition.
fn follow(
    singles: &mut Singles<'_>,
    numbers: &mut Numbers,
    thread: usize,
    found: &mut Vec<Transition>,
) -> bool {
    for _ in 0..PATIENCE {
        singles.settle(numbers, thread);
        let effects = singles.of(numbers, thread);
        let [effect] = &effects[..] else { return effects.is_empty() };
        match effect.kind {
            Kind::Invisible => effect.change(numbers),
            Kind::Visible => {
                let after = effect.apply(numbers);
                found.push(Transition { after, taken: Vec::new() });
                return true;
            }
            Kind::Notify(_) | Kind::Unlock(_) => return false,
        }
    }
    false
}
