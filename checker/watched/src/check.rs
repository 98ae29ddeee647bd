//! The search under a watch: what it finds is run again before it is told.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use reductio_search::{Exploration, FindingKind, Model, Query, Unreduced, search};
use rustc_hash::FxHashSet;

use crate::answer::{Answer, Confirmed};
use crate::limits::{Alarm, Limits, Stopped, until};
use crate::model::Watched;
use crate::race::Wrong;
use crate::run::Shown;
use crate::stuck::{Graph, Reach, stuck_by};
use crate::watch::{Fault, Watch};

/// Something that searches a program under a watch, by all steps of the model. All that it is told from elsewhere, the
/// model has to be [told](Model::note).
pub type Searcher<'a, W> =
    &'a dyn Fn(&Watched<'_, W>, &Query<'_>) -> Exploration<Fault<<W as Watch>::Breach>>;

/// Searches a program under a watch until the alarm rings, and returns what was found with the watch. `searcher` makes
/// the search, if it is not this process alone; where there is no answer, it says that the search was cancelled.
///
/// Cost: the number of states times the steps from each, each linear in the state; once more as many steps where
/// threads that are stuck are looked for.
pub fn check<W: Watch>(
    model: Watched<'_, W>,
    limits: &Limits<'_>,
    alarm: Alarm<'_>,
    searcher: Option<Searcher<'_, W>>,
) -> (Answer<W::Found>, W) {
    until(alarm, |flag| check_until(model, limits, (alarm, flag), searcher))
}

/// The same, until the alarm rings; the flag is raised then.
fn check_until<'f, W: Watch>(
    model: Watched<'f, W>,
    limits: &Limits<'_>,
    (alarm, flag): (Alarm<'_>, &'f AtomicBool),
    searcher: Option<Searcher<'_, W>>,
) -> (Answer<W::Found>, W) {
    let start = Instant::now();
    let model = model.with_cancel(Some(flag));
    let query = limits.query(flag);
    // One process with one worker looks for threads that are stuck in the same pass.
    if limits.stuck && searcher.is_none() && limits.workers <= 1 {
        return in_one_pass(model, limits, (alarm, flag), start);
    }
    let found = match searcher {
        Some(searcher) => searcher(&model, &query),
        None => search(&model, &Unreduced, &query),
    };
    let model = model.with_cancel(None);
    let mut answer = Answer {
        states: found.states,
        transitions: found.transitions,
        depth: found.depth,
        bytes: found.bytes,
        ..begun(&model, Stopped::of(found.stopped, alarm), start)
    };
    for finding in found.findings {
        let shown = model.show(&finding.run);
        if shown.and_then(|shown| confirm(&model, finding.kind, shown, &mut answer)).is_none() {
            answer.stopped = Some(Stopped::not_confirmed(alarm));
        }
    }
    let model = if limits.stuck && answer.breaches.is_empty() && answer.stopped.is_none() {
        let model = model.with_cancel(Some(flag));
        answer.stuck = stuck_by(&model, (limits.max_states, limits.memory), alarm);
        model
    } else {
        model
    };
    (in_order(answer), model.into_watch())
}

/// The answer of a search that has found nothing.
fn begun<W: Watch>(
    model: &Watched<'_, W>,
    stopped: Option<Stopped>,
    start: Instant,
) -> Answer<W::Found> {
    Answer {
        breaches: Vec::new(),
        wrong: Vec::new(),
        races: Vec::new(),
        deadlock: None,
        stuck: None,
        doubts: model.watch().doubts(),
        states: 0,
        transitions: 0,
        depth: 0,
        bytes: 0,
        time: start.elapsed(),
        stopped: stopped.or_else(|| model.limits().first().copied().map(Stopped::Bound)),
    }
}

/// The same search, which follows each thread from state to state, so that it knows who is stuck at its end.
fn in_one_pass<'f, W: Watch>(
    model: Watched<'f, W>,
    limits: &Limits<'_>,
    (alarm, flag): (Alarm<'_>, &'f AtomicBool),
    start: Instant,
) -> (Answer<W::Found>, W) {
    let Limits { max_states, memory, progress, .. } = *limits;
    let reach = Reach { max_states, memory, alarm, progress };
    let mut kinds = FxHashSet::default();
    let mut found: Vec<(FindingKind<Fault<W::Breach>>, u32)> = Vec::new();
    let mut graph = Graph::default();
    let mut is_deadlocked = false;
    let stopped = graph.explore(&model, reach, |new, (at, number)| match new {
        Some(new) => model.violations(at, |fault| {
            if kinds.insert(model.violation_kind(&fault)) {
                found.push((FindingKind::Discipline(fault), new));
            }
        }),
        None if !is_deadlocked && model.machine().is_deadlock(&at.state) => {
            is_deadlocked = true;
            found.push((FindingKind::Deadlock, number));
        }
        None => {}
    });
    let model = model.with_cancel(None);
    let (states, transitions, depth, bytes) = graph.size();
    let mut answer = Answer { states, transitions, depth, bytes, ..begun(&model, stopped, start) };
    for (kind, number) in found {
        let shown = model.show_taken(&graph.way_to(number));
        if shown.and_then(|shown| confirm(&model, kind, shown, &mut answer)).is_none() {
            answer.stopped = Some(Stopped::not_confirmed(alarm));
        }
    }
    let model = model.with_cancel(Some(flag));
    if answer.breaches.is_empty() && answer.stopped.is_none() {
        answer.stuck = graph.stuck(&model, alarm);
    }
    (in_order(answer), model.into_watch())
}

/// An answer with its findings in order.
fn in_order<B>(mut answer: Answer<B>) -> Answer<B> {
    answer.wrong.sort_by_key(|wrong| (wrong.line, wrong.failure));
    answer
        .races
        .sort_by(|one, two| (&one.variable, one.places()).cmp(&(&two.variable, two.places())));
    answer
}

/// Notes what a run shows that was run again. `None` if it does not show it.
fn confirm<W: Watch>(
    model: &Watched<'_, W>,
    kind: FindingKind<Fault<W::Breach>>,
    shown: Shown<'_, W::Memory, W::Mark>,
    answer: &mut Answer<W::Found>,
) -> Option<()> {
    let machine = model.machine();
    match kind {
        FindingKind::Discipline(fault) => {
            let mut is_there = false;
            model.violations(&shown.end, |other| is_there |= other == fault);
            is_there.then_some(())?;
            match fault {
                Fault::Failure(failure) => {
                    let line = failure.line(machine.program());
                    answer.wrong.push(Wrong { failure, line, run: shown.replay.run });
                }
                Fault::Breach(breach) => match model.watch().confirm(machine, breach, shown)? {
                    Confirmed::Breach(breach) => answer.breaches.push(breach),
                    Confirmed::Race(race) => answer.races.push(*race),
                },
            }
        }
        FindingKind::Deadlock => {
            machine.is_deadlock(&shown.end.state).then_some(())?;
            answer.deadlock = Some(shown.replay.run);
        }
        _ => {}
    }
    Some(())
}
