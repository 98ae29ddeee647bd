//! States for successors, which are kept from one step to the next: most parts of a successor are those of the last
//! one, and need not be copied.

use std::cell::RefCell;

use crate::state::State;

thread_local! {
    static SPARE: RefCell<Vec<State>> = const { RefCell::new(Vec::new()) };
}

/// The number of states that are kept. There are so many at once where somebody who is told a successor asks for those
/// of another state.
const MOST: usize = 4;

/// A state of which nothing is known.
pub(super) fn take() -> State {
    let spare = SPARE.try_with(|spare| spare.try_borrow_mut().ok().and_then(|mut all| all.pop()));
    spare.ok().flatten().unwrap_or_default()
}

/// Keeps a state for a later step.
pub(super) fn keep(state: State) {
    // Where it cannot be kept, another one is made.
    let _ = SPARE.try_with(|spare| {
        if let Ok(mut all) = spare.try_borrow_mut()
            && all.len() < MOST
        {
            all.push(state);
        }
    });
}
