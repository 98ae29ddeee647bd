//! All states and steps of a small system.
#![allow(dead_code, reason = "each test uses some of it")]

use std::collections::HashMap;

use reductio_search::Model;
use reductio_system::PackedState;

/// All states of a system, up to a number.
pub(crate) struct All {
    pub(crate) states: Vec<PackedState>,
    /// From, thread, to.
    pub(crate) steps: Vec<(usize, usize, usize)>,
    /// The number of each step in its thread.
    pub(crate) numbers: Vec<usize>,
    pub(crate) is_good: bool,
}

/// All states of a model, with all steps; `None` if there are more than `most`.
pub(crate) fn explore(model: &impl Model<State = PackedState>, most: usize) -> Option<All> {
    let states = vec![model.initial()];
    let mut all = All { states, steps: Vec::new(), numbers: Vec::new(), is_good: true };
    let mut numbers = HashMap::from([(model.initial(), 0)]);
    let mut from = 0;
    while from < all.states.len() {
        let state = all.states[from].clone();
        all.is_good &= model.violation(&state).is_none();
        model.about_to_fail(&state, |_, _| all.is_good = false);
        for thread in 0..model.threads() {
            model.steps(thread, &state, |number, next| {
                let new = all.states.len();
                let to = *numbers.entry(next.clone()).or_insert(new);
                if to == new {
                    all.states.push(next.clone());
                }
                all.steps.push((from, thread, to));
                all.numbers.push(number);
            });
        }
        if all.states.len() > most {
            return None;
        }
        from += 1;
    }
    Some(all)
}
