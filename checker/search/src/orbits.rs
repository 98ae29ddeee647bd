//! States that stand for all that differ from them by a renaming of threads, and the runs that lead to them.

use rustc_hash::FxHashMap;

use super::model::Model;
use super::query::{Finding, FindingKind, Query, ThreadStep};
use super::renamings::Renamings;

/// The thread that took a step to a state, and what became of the threads when the state was replaced.
#[derive(Clone, Copy, Debug)]
pub(super) struct By {
    /// The thread in the state before.
    pub(super) thread: usize,
    /// The thread in the state after.
    pub(super) at: usize,
    /// The number of the list of parts, as the worker that took the step knows it.
    pub(super) parts: u32,
}

impl By {
    /// A thread, where nothing is renamed.
    pub(super) fn plain(thread: usize) -> Self {
        By { thread, at: thread, parts: 0 }
    }
}

/// Replaces states by those that stand for them, and numbers what becomes of threads.
#[derive(Debug)]
pub(super) struct Canonizer<S> {
    state: S,
    parts: Vec<u8>,
    known: FxHashMap<Box<[u8]>, u32>,
    all: Vec<Box<[u8]>>,
    /// The number of the list that was met last.
    last: u32,
}

impl<S: Clone> Canonizer<S> {
    /// Makes one for a model whose states are stored up to renamings; none for others.
    pub(super) fn new<M: Model<State = S>>(model: &M) -> Option<Box<Self>> {
        model.renamings()?;
        let (known, all) = (FxHashMap::default(), Vec::new());
        Some(Box::new(Canonizer { state: model.initial(), parts: Vec::new(), known, all, last: 0 }))
    }

    /// The state that stands for one to which a step of a thread leads.
    #[inline]
    pub(super) fn canonize<M: Model<State = S>>(
        &mut self,
        model: &M,
        thread: usize,
        state: &S,
    ) -> (&S, By) {
        let renamings = model.renamings().expect("it has some");
        self.state.clone_from(state);
        renamings.canonize(&mut self.state, &mut self.parts);
        let is_last = self.all.get(self.last as usize).is_some_and(|last| **last == *self.parts);
        if !is_last {
            self.last = if let Some(number) = self.known.get(&self.parts[..]) {
                *number
            } else {
                let number = u32::try_from(self.all.len()).expect("fewer than states");
                let parts: Box<[u8]> = self.parts[..].into();
                self.all.push(parts.clone());
                self.known.insert(parts, number);
                number
            };
        }
        let at = self.parts.get(thread).map_or(thread, |at| usize::from(*at));
        (&self.state, By { thread, at, parts: self.last })
    }

    /// All lists of parts, by number.
    pub(super) fn all(this: Option<&Self>) -> &[Box<[u8]>] {
        this.map_or(&[], |this| &this.all)
    }

    pub(super) fn bytes(this: Option<&Self>) -> usize {
        let bytes = |this: &Self| 2 * (this.parts.len() + size_of::<(Box<[u8]>, u32)>());
        this.map_or(0, |this| this.all.len() * bytes(this))
    }
}

/// Decides whether a state is another one, or has it standing for itself.
pub(super) fn is_stored_as<M: Model>(model: &M, state: &M::State, stored: &M::State) -> bool {
    let Some(renamings) = model.renamings() else { return state == stored };
    let mut canonical = state.clone();
    renamings.canonize(&mut canonical, &mut Vec::new());
    canonical == *stored
}

/// Notes of each thread that a point is reached by it where a thread is that it can become.
pub(super) fn reached_alike<M: Model>(model: &M, reached: &mut [Vec<bool>]) {
    let Some(renamings) = model.renamings() else { return };
    for thread in 0..reached.len() {
        let first = renamings.first_alike(thread);
        let own = reached[thread].clone();
        reached[first].iter_mut().zip(own).for_each(|(all, own)| *all |= own);
    }
    for thread in 0..reached.len() {
        let of_first = reached[renamings.first_alike(thread)].clone();
        reached[thread] = of_first;
    }
}

fn inverse(threads: &[usize]) -> Vec<usize> {
    let mut out = vec![0; threads.len()];
    threads.iter().enumerate().for_each(|(thread, &becomes)| out[becomes] = thread);
    out
}

/// The state after a step of a thread; none if it cannot take it.
pub(super) fn after_step<M: Model>(
    model: &M,
    state: &M::State,
    (thread, step): ThreadStep,
) -> Option<M::State> {
    let mut after = None;
    model.steps(thread, state, |number, next| {
        if number == step && after.is_none() {
            after = Some(next.clone());
        }
    });
    after
}

/// The states along a run that is made again, renamed.
struct Renamed<'a, M: Model> {
    model: &'a M,
    renamings: &'a dyn Renamings<M::State>,
    threads: &'a [usize],
    /// The state as it was, and renamed.
    states: (M::State, M::State),
    run: Vec<ThreadStep>,
}

impl<M: Model> Renamed<'_, M> {
    /// Takes one more step.
    ///
    /// # Panics
    /// If the renaming does not keep the steps of the model.
    fn take(&mut self, (thread, step): ThreadStep) {
        let before = after_step(self.model, &self.states.0, (thread, step));
        let before = before.expect("the step of a run");
        let after = self.renamings.renamed(&before, self.threads);
        let becomes = self.threads[thread];
        // Its number is the same, but for steps that speak of other threads.
        let mut found = None;
        self.model.steps(becomes, &self.states.1, |number, next| {
            if *next == after && (found.is_none() || number == step) {
                found = Some(number);
            }
        });
        self.run.push((becomes, found.expect("a renamed step is a step")));
        self.states = (before, after);
    }
}

/// The findings of a search, each with a run of the model itself.
pub(super) struct Telling<'a, M: Model> {
    model: &'a M,
    query: &'a Query<'a>,
}

impl<'a, M: Model> Telling<'a, M> {
    pub(super) fn new(model: &'a M, query: &'a Query<'a>) -> Self {
        Telling { model, query }
    }

    /// Makes the findings that are told of one: of which the steps to a stored state are a run of the model, and `rest`
    /// are steps from the state that stands for the one it leads to. The kind is as it was found in, or after, that.
    pub(super) fn tell(
        &self,
        kind: FindingKind<M::Violation>,
        run: Vec<ThreadStep>,
        rest: Option<Vec<ThreadStep>>,
    ) -> Vec<Finding<M::Violation>> {
        let Some(renamings) = self.model.renamings() else {
            return vec![Finding {
                kind,
                run: run.into_iter().chain(rest.unwrap_or_default()).collect(),
            }];
        };
        let mut real = self.model.initial();
        for step in &run {
            real = after_step(self.model, &real, *step).expect("the step of a run");
        }
        let back = inverse(&renamings.renaming(&real));
        let mut canonical = real.clone();
        renamings.canonize(&mut canonical, &mut Vec::new());
        let states = (canonical, real);
        let mut made = Renamed { model: self.model, renamings, threads: &back, states, run };
        rest.into_iter().flatten().for_each(|step| made.take(step));
        let Renamed { run, states: (_, last), .. } = made;
        let finding = Finding { kind: self.renamed_kind(kind, &back, &run, &last), run };
        self.all_alike(renamings, finding, &last)
    }

    /// Makes the findings that are told of one after a run in which nothing was renamed.
    pub(super) fn tell_as_it_is(
        &self,
        kind: FindingKind<M::Violation>,
        run: Vec<ThreadStep>,
    ) -> Vec<Finding<M::Violation>> {
        let finding = Finding { kind, run };
        let Some(renamings) = self.model.renamings() else { return vec![finding] };
        let mut last = self.model.initial();
        for step in &finding.run {
            last = after_step(self.model, &last, *step).expect("the step of a run");
        }
        self.all_alike(renamings, finding, &last)
    }

    /// What was found of a renamed state, said of the last state of a run.
    fn renamed_kind(
        &self,
        kind: FindingKind<M::Violation>,
        threads: &[usize],
        run: &[ThreadStep],
        last: &M::State,
    ) -> FindingKind<M::Violation> {
        match kind {
            FindingKind::Discipline(violation) => {
                let number = self.model.violation_kind(&violation);
                let found = violation_in(self.model, last, number);
                let found = found.or_else(|| self.model.violation(last));
                FindingKind::Discipline(found.unwrap_or(violation))
            }
            FindingKind::Failure { step: Some(_), .. } => {
                let (&(thread, step), steps) = run.split_last().expect("a step failed");
                let mut before = self.model.initial();
                for step in steps {
                    before = after_step(self.model, &before, *step).expect("the step of a run");
                }
                let reason = self.model.failure_reason(thread, step, &before);
                FindingKind::Failure { thread, step: Some(step), reason }
            }
            FindingKind::EndlessLoop { thread, from } => {
                FindingKind::EndlessLoop { thread: threads[thread], from }
            }
            FindingKind::Stuck { thread } => FindingKind::Stuck { thread: threads[thread] },
            other => other,
        }
    }

    /// The finding in the form in which it is asked for. A thread that is stuck has others that are, each after a run
    /// of its own.
    fn all_alike(
        &self,
        renamings: &dyn Renamings<M::State>,
        finding: Finding<M::Violation>,
        last: &M::State,
    ) -> Vec<Finding<M::Violation>> {
        let renamed = |kind, threads: &[usize]| {
            let initial = self.model.initial();
            let states = (initial.clone(), initial);
            let mut made =
                Renamed { model: self.model, renamings, threads, states, run: Vec::new() };
            finding.run.iter().for_each(|step| made.take(*step));
            Finding { kind, run: made.run }
        };
        match finding.kind {
            FindingKind::Invariant(number) => match renamings.breaking(number, last) {
                Some(threads) => vec![renamed(FindingKind::Invariant(number), &threads)],
                None => vec![finding],
            },
            FindingKind::Stuck { thread } if self.query.keep_going => {
                let first = renamings.first_alike(thread);
                let threads = 0..self.model.threads();
                let alike = threads.filter(|other| renamings.first_alike(*other) == first);
                let of = |other: usize| {
                    let kind = FindingKind::Stuck { thread: other };
                    if other == thread {
                        return Finding { kind, run: finding.run.clone() };
                    }
                    renamed(kind, &renamings.exchange(thread, other))
                };
                alike.map(of).collect()
            }
            _ => vec![finding],
        }
    }
}

/// The first violation of a kind in a state.
pub(super) fn violation_in<M: Model>(
    model: &M,
    state: &M::State,
    number: usize,
) -> Option<M::Violation> {
    let mut found = model.violation(state).filter(|one| model.violation_kind(one) == number);
    model.violations(state, |one| {
        if found.is_none() && model.violation_kind(&one) == number {
            found = Some(one);
        }
    });
    found
}
