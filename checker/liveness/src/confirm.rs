//! Confirms that a lasso is a run of a model, fair, and that a formula is false of it: along single steps of the model,
//! and by nothing that the search has worked out.

use reductio_search::{Model, ThreadStep};
use reductio_temporal::{Fairness, Formula, holds_on};
use thiserror::Error;

use super::answer::{Ending, Lasso};

/// The question whether a formula is true of all fair runs of a model.
#[derive(Clone, Copy, Debug)]
pub struct Question<'q, M, A, V> {
    /// The model.
    pub model: &'q M,
    /// The formula.
    pub formula: &'q Formula<A>,
    /// Says whether an atom is true in a state: a function of the atom and the state.
    pub truth: V,
    /// The assumption on each thread; nothing is assumed of those that are missing.
    pub fairness: &'q [Fairness],
}

/// The reason why a lasso does not show that a formula fails.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unconfirmed {
    /// A step cannot be taken.
    #[error("step {number} of the run cannot be taken")]
    NoStep {
        /// The number of steps before it.
        number: usize,
    },
    /// The cycle does not lead back to where it starts, or has no steps.
    #[error("the cycle does not lead back to the state where it starts")]
    NoCycle,
    /// A thread can move, and may not stop, where the run is said to end.
    #[error("the run does not end: thread number {thread} can move")]
    NoEnd {
        /// The thread.
        thread: usize,
    },
    /// The run is not fair to a thread.
    #[error("the run is not fair to thread number {thread}")]
    Unfair {
        /// The thread.
        thread: usize,
    },
    /// The formula is true of the run.
    #[error("the formula is true of the run")]
    True,
}

/// Confirms that a lasso is a run of a model that is fair and makes a formula false. Each step's number must be that
/// of one step only.
///
/// # Errors
/// What is not so.
pub fn confirm<M, A, V>(question: &Question<'_, M, A, V>, lasso: &Lasso) -> Result<(), Unconfirmed>
where
    M: Model,
    V: Fn(&A, &M::State) -> bool,
{
    let steps: Vec<ThreadStep> = lasso.steps().collect();
    let states = states(question.model, &steps)?;
    judge(question, &states, &steps, lasso.stem.len(), matches!(lasso.ending, Ending::Ends))
}

/// The states of a run, one more than it has steps.
pub(super) fn states<M: Model>(
    model: &M,
    steps: &[ThreadStep],
) -> Result<Vec<M::State>, Unconfirmed> {
    let mut states = vec![model.initial()];
    for (number, &(thread, step)) in steps.iter().enumerate() {
        let mut after = None;
        if thread < model.threads() {
            model.steps(thread, &states[number], |found, state| {
                if found == step && after.is_none() {
                    after = Some(state.clone());
                }
            });
        }
        states.push(after.ok_or(Unconfirmed::NoStep { number })?);
    }
    Ok(states)
}

/// Judges the run that goes along `steps` through `states`, and then back to the state number `stem`, or ends.
pub(super) fn judge<M, A, V>(
    question: &Question<'_, M, A, V>,
    states: &[M::State],
    steps: &[ThreadStep],
    stem: usize,
    ends: bool,
) -> Result<(), Unconfirmed>
where
    M: Model,
    V: Fn(&A, &M::State) -> bool,
{
    let Question { model, formula, truth, fairness } = question;
    let must_move = |thread: usize, state: &M::State| {
        let mut can_move = false;
        model.steps(thread, state, |_, _| can_move = true);
        can_move && !model.may_stop(thread, state)
    };
    let last = &states[steps.len()];
    if ends {
        if let Some(thread) = (0..model.threads()).find(|&thread| must_move(thread, last)) {
            return Err(Unconfirmed::NoEnd { thread });
        }
    } else {
        if stem >= steps.len() || states[stem] != *last {
            return Err(Unconfirmed::NoCycle);
        }
        let (cycle, around) = (&steps[stem..], &states[stem..steps.len()]);
        for (thread, fairness) in fairness.iter().enumerate().take(model.threads()) {
            let moves = || cycle.iter().any(|(mover, _)| *mover == thread);
            let is_fair = match fairness {
                Fairness::Unfair => true,
                Fairness::Weak => moves() || around.iter().any(|state| !must_move(thread, state)),
                Fairness::Strong => moves() || around.iter().all(|state| !must_move(thread, state)),
            };
            if !is_fair {
                return Err(Unconfirmed::Unfair { thread });
            }
        }
    }
    let (stem, cycle) = if ends {
        states[..=steps.len()].split_at(steps.len() + 1)
    } else {
        states[..steps.len()].split_at(stem)
    };
    if holds_on(formula, stem, cycle, truth) { Err(Unconfirmed::True) } else { Ok(()) }
}
