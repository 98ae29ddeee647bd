//! Makes lassos shorter. Whatever is left out, the rest is judged again as a whole.

use std::hash::Hash;

use reductio_search::{Model, ThreadStep};
use rustc_hash::FxHashMap;

use super::answer::{Ending, Lasso};
use super::confirm::{Question, judge, states};

/// How many shorter runs are judged, for runs of one step; for longer ones fewer, so that the time stays in bounds.
const TRIES: usize = 1 << 16;

/// A run with its states, one more than it has steps.
#[derive(Clone)]
struct Run<S> {
    states: Vec<S>,
    steps: Vec<ThreadStep>,
    stem: usize,
    ends: bool,
}

impl<S: Clone + Eq + Hash> Run<S> {
    /// The run without the steps from one place to another, between which its state does not change.
    fn without(&self, from: usize, to: usize) -> Self {
        let mut run = self.clone();
        run.steps.drain(from..to);
        run.states.drain(from..to);
        if to <= run.stem {
            run.stem -= to - from;
        }
        run
    }

    /// The run that goes round from one place to another, as soon as it comes to the second.
    fn round(&self, from: usize, to: usize) -> Self {
        let (steps, states) = (self.steps[..to].to_vec(), self.states[..=to].to_vec());
        Run { states, steps, stem: from, ends: false }
    }

    /// The pairs of places with the same state, the first place first.
    fn pairs(&self) -> Vec<(usize, usize)> {
        let mut places: FxHashMap<&S, Vec<usize>> = FxHashMap::default();
        let mut pairs = Vec::new();
        for (place, state) in self.states.iter().enumerate() {
            let before = places.entry(state).or_default();
            pairs.extend(
                before.iter().take(TRIES.saturating_sub(pairs.len())).map(|&first| (first, place)),
            );
            before.push(place);
        }
        pairs
    }

    /// The same run, of which the cycle begins as early as it can.
    fn rolled_back(mut self) -> Self {
        if self.ends {
            return self;
        }
        while self.stem > 0
            && self.steps[self.stem - 1] == self.steps[self.steps.len() - 1]
            && self.states[self.stem - 1] == self.states[self.steps.len() - 1]
        {
            self.steps.pop();
            self.states.pop();
            self.stem -= 1;
        }
        self
    }
}

/// A lasso that shows the same and is at most as long. A lasso that cannot be judged stays as it is.
pub(super) fn shorten<M, A, V>(question: &Question<'_, M, A, V>, lasso: Lasso) -> Lasso
where
    M: Model,
    V: Fn(&A, &M::State) -> bool,
{
    let steps: Vec<ThreadStep> = lasso.steps().collect();
    let Ok(states) = states(question.model, &steps) else { return lasso };
    let stem = lasso.stem.len();
    let mut run = Run { states, steps, stem, ends: lasso.ending == Ending::Ends };
    let is_shown =
        |run: &Run<M::State>| judge(question, &run.states, &run.steps, run.stem, run.ends).is_ok();
    if !is_shown(&run) {
        return lasso;
    }
    let mut tries = TRIES / run.steps.len().max(1);
    while let Some(shorter) = shorter(&run, &mut tries, is_shown) {
        run = shorter;
    }
    let mut run = run.rolled_back();
    let cycle = run.steps.split_off(run.stem);
    let ending = if run.ends { Ending::Ends } else { Ending::Repeats(cycle) };
    Lasso { stem: run.steps, ending }
}

/// A shorter run that shows the same: one that goes round earlier, or without a detour.
fn shorter<S: Clone + Eq + Hash>(
    run: &Run<S>,
    tries: &mut usize,
    is_shown: impl Fn(&Run<S>) -> bool,
) -> Option<Run<S>> {
    let pairs = run.pairs();
    let rounds = pairs.iter().filter(|(_, to)| run.ends || *to < run.steps.len());
    let rounds = rounds.map(|&(from, to)| run.round(from, to));
    let detours = pairs.iter().filter(|(from, to)| *to <= run.stem || *from >= run.stem);
    let detours =
        detours.filter(|(from, to)| to - from < run.steps.len() - run.stem || *to <= run.stem);
    let detours = detours.map(|&(from, to)| run.without(from, to));
    let all = rounds.chain(detours).take_while(|_| {
        *tries = tries.saturating_sub(1);
        *tries > 0
    });
    let mut all = all.filter(|shorter| shorter.steps.len() < run.steps.len());
    all.find(is_shown)
}
