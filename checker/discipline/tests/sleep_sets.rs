//! A third reduction plugs into the search: sleep sets (Godefroid 1996), which leave out steps and no states. They are
//! computed from the accesses that a system gives its steps, and these accesses are right: steps that commute by them
//! do commute.

use reductio_discipline::{Discipline, Packed, Violation};
use reductio_generate::Sketch;
use reductio_search::{
    Accesses, Exploration, Finding, FindingKind, Model, Query, Reduction, Strategy, Unreduced,
    search,
};
use reductio_system::System;

/// A thread and the number of its step.
type Step = (usize, usize);

/// The reduction by sleep sets. A step sleeps in a state where taking it leads to nothing new, since it was taken
/// before a step that it commutes with. When a state is met again, only the steps that sleep on both ways to it go on
/// sleeping.
struct SleepSets {
    /// The function that says whether two steps of different threads commute.
    commutes: fn(&Accesses, &Accesses) -> bool,
}

impl<M: Model> Reduction<M> for SleepSets {
    type Memory = Vec<Step>;

    fn initial(&self, _model: &M) -> Vec<Step> {
        Vec::new()
    }

    fn successors(
        &self,
        model: &M,
        state: &M::State,
        asleep: &Vec<Step>,
        mut take: impl FnMut(usize, usize, &M::State, Vec<Step>),
    ) -> bool {
        let mut enabled = Vec::new();
        for thread in 0..model.threads() {
            model.steps(thread, state, |step, next| {
                enabled.push(((thread, step), next.clone(), model.accesses(thread, step, state)));
            });
        }
        for (place, (step, next, accesses)) in enabled.iter().enumerate() {
            if asleep.contains(step) {
                continue;
            }
            let sleeps = |(other, (before, _, theirs)): (usize, &(Step, M::State, Accesses))| {
                let was_taken = other < place || asleep.contains(before);
                let is_other = before.0 != step.0;
                (was_taken && is_other && (self.commutes)(theirs, accesses)).then_some(*before)
            };
            let after = enabled.iter().enumerate().filter_map(sleeps).collect();
            take(step.0, step.1, next, after);
        }
        !enabled.is_empty()
    }

    fn meets_again(&self, stored: &mut Vec<Step>, met: &Vec<Step>) -> bool {
        let before = stored.len();
        stored.retain(|step| met.contains(step));
        stored.len() < before
    }
}

const SLEEP_SETS: SleepSets = SleepSets { commutes: Accesses::commutes_with };

fn explore<R: for<'s> Reduction<Packed<'s>>>(
    system: &System,
    reduction: &R,
    query: Query<'_>,
) -> Exploration<Violation> {
    let discipline = Discipline::new(system);
    search(&Packed::new(&discipline), reduction, &Query { keep_going: true, ..query })
}

/// The findings without their runs. If two threads have access at once, which of them is told first depends on the
/// order.
fn kinds(found: &Exploration<Violation>) -> Vec<String> {
    let kind = |finding: &Finding<Violation>| match finding.kind {
        FindingKind::Discipline(Violation::NotExclusive { object, .. }) => format!("{object:?}"),
        FindingKind::Discipline(Violation::Access { object, thread, .. }) => {
            format!("{object:?}, {thread:?}")
        }
        kind => format!("{kind:?}"),
    };
    let mut kinds: Vec<String> = found.findings.iter().map(kind).collect();
    kinds.sort();
    kinds
}

#[test]
fn sleep_sets_leave_out_steps_and_no_states() {
    let (mut all_steps, mut fewer, mut deadlocks) = (0, 0, 0);
    for seed in 0..500 {
        let sketch = Sketch::random(seed);
        let sketch = if seed < 400 { sketch } else { sketch.trying(seed) };
        let system = sketch.build().unwrap();
        let all = explore(&system, &Unreduced, Query::default());
        assert!(all.is_complete());
        for query in [
            Query::default(),
            Query { strategy: Strategy::DepthFirst, ..Query::default() },
            Query { workers: 3, ..Query::default() },
        ] {
            let few = explore(&system, &SLEEP_SETS, query);
            assert_eq!(few.states, all.states, "seed {seed}\n{sketch}");
            assert_eq!(kinds(&few), kinds(&all), "seed {seed}\n{sketch}");
            assert_eq!((few.reached, few.goals), (all.reached.clone(), all.goals.clone()));
        }
        // Breadth-first by one worker; a state that is met again is expanded again, so there may be more steps.
        let few = explore(&system, &SLEEP_SETS, Query::default());
        all_steps += all.transitions;
        fewer += few.transitions;
        deadlocks += usize::from(all.findings.iter().any(|f| f.kind == FindingKind::Deadlock));
    }
    assert!(fewer * 10 < all_steps * 9, "{fewer} of {all_steps} steps");
    assert!(deadlocks > 20, "{deadlocks} deadlock");
}

/// If steps were said to commute that do not, states would be missed: the test above can fail.
#[test]
fn sleep_sets_that_trust_too_much_miss_states() {
    let trusting = SleepSets { commutes: |_, _| true };
    let missed = (0..400).filter(|&seed| {
        let system = Sketch::random(seed).build().unwrap();
        let all = explore(&system, &Unreduced, Query::default());
        explore(&system, &trusting, Query::default()).states < all.states
    });
    assert!(missed.count() > 100);
}

/// The step of a thread with this number, if it is enabled.
fn after<M: Model>(model: &M, (thread, number): Step, state: &M::State) -> Option<M::State> {
    let mut found = None;
    model.steps(thread, state, |step, next| {
        if step == number {
            found = Some(next.clone());
        }
    });
    found
}

/// From every state of the system, each pair of steps of two threads that commute by their accesses do commute.
#[test]
fn steps_that_commute_by_what_they_access_do() {
    let (mut commuting, mut others, mut enabling) = (0, 0, 0);
    for seed in 0..150 {
        let sketch = Sketch::random(seed);
        let system = sketch.build().unwrap();
        let discipline = Discipline::new(&system);
        let model = Packed::new(&discipline);
        let mut states = vec![model.initial()];
        let mut at = 0;
        while at < states.len() && at < 300 {
            let state = states[at].clone();
            at += 1;
            let mut enabled = Vec::new();
            for thread in 0..model.threads() {
                model.steps(thread, &state, |step, next| {
                    enabled.push((thread, step));
                    if !states.contains(next) {
                        states.push(next.clone());
                    }
                });
            }
            for &one in &enabled {
                for &two in enabled.iter().filter(|two| two.0 > one.0) {
                    let accesses = |(thread, step): Step| model.accesses(thread, step, &state);
                    if !accesses(one).commutes_with(&accesses(two)) {
                        others += 1;
                        continue;
                    }
                    commuting += 1;
                    let way = |first, second| after(&model, second, &after(&model, first, &state)?);
                    let (there, back) = (way(one, two), way(two, one));
                    assert!(there.is_some() && there == back, "seed {seed}\n{sketch}");
                }
                // What a step enables of another thread is no step that commutes with it.
                let next = after(&model, one, &state).unwrap();
                for thread in (0..model.threads()).filter(|&thread| thread != one.0) {
                    model.steps(thread, &next, |step, _| {
                        if !enabled.contains(&(thread, step)) {
                            enabling += 1;
                            let theirs = model.accesses(thread, step, &next);
                            let mine = model.accesses(one.0, one.1, &state);
                            assert!(!mine.commutes_with(&theirs), "seed {seed}\n{sketch}");
                        }
                    });
                }
            }
        }
    }
    assert!(
        commuting > 1_000 && others > 1_000 && enabling > 100,
        "{commuting} {others} {enabling}"
    );
}
