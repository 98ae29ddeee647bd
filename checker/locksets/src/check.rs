//! Checking a program.

use std::ops::Range;

use crate::locksets::Last;
use crate::options::{Options, Variant};
use crate::promised;
use crate::report::Report;
use crate::search::Search;
use crate::stuck;
use crate::together::Together;
use reductio_programs::{CanonicalModel, Failure, Program, State};
use reductio_watched::{
    Alarm, Race, Run, Shared, Stopped, Taken, Wrong, replay_begin, replay_step, until,
};

/// Searches a program for failures and races by locksets (S4 section 5), and for deadlocks and stuck threads, if they
/// are asked for, by searches that promise them.
///
/// If the answer is [complete](Report::is_complete), every failure that can be reached is told by its place and reason,
/// and every variable with a race by its allocation site and field. Where the search by locksets ends early, the others
/// keep no more states than it did. Where several processes make the check ([`Options::together`]), those that are not
/// the first have an answer about deadlocks only. Cost: the number of expansions of states, times the steps from each,
/// each linear in the state.
///
/// ```
/// use reductio_locksets::{Options, check};
/// use reductio_programs::{Instruction, Method, ProgramBuilder, Register};
///
/// // Main makes an object, forks a thread, and both write to the object.
/// let mut builder = ProgramBuilder::new("two");
/// let (class, field) = (builder.class("Item"), builder.field("a"));
/// let method = Method { parameters: 1, registers: 1, temporaries: 1, ..Method::default() };
/// let item = Register(0);
/// let write = Instruction::Write { object: item.into(), field, value: 1.into() };
/// let other = builder.method(method.clone());
/// builder.push(other, 1, write.clone());
/// let main = builder.method(Method { parameters: 0, ..method });
/// builder.push(main, 2, Instruction::New { to: item, class });
/// builder.push(main, 3, Instruction::Fork { to: None, method: other, arguments: [item.into()].into() });
/// builder.push(main, 4, write);
/// let program = builder.build(main).unwrap();
///
/// let report = check(&program, &Options::default());
/// assert_eq!(report.racy(), [(2, "a")]);
/// assert_eq!((report.wrong_lines(), report.deadlock, report.stopped), (vec![], Some(false), None));
/// let (earlier, later) = report.races[0].accesses().unwrap();
/// assert_eq!((earlier.line, later.line), (4, 1));
/// ```
pub fn check(program: &Program, options: &Options<'_>) -> Report {
    let alarm = options.alarm();
    let is_mine = options.together.is_none_or(Together::is_first);
    let mut report = if is_mine { explore(program, options, alarm) } else { Report::default() };
    let most = most_states(&report, options);
    let most = match options.together {
        Some(all) => all.first_says(most as u64).and_then(|most| usize::try_from(most).ok()),
        None => Some(most),
    };
    let most = most.unwrap_or(FEW);
    let options = &Options { max_states: options.max_states.min(most), ..*options };
    if options.deadlocks {
        let found = promised::deadlocks_until(program, options, alarm);
        report.deadlock = found.reached;
        report.deadlock_run = found.run;
        report.deadlock_states = found.states;
    }
    if options.stuck && is_mine {
        report.stuck = stuck::stuck_until(program, options, alarm);
    }
    report
}

/// The greatest number of states that a search of all states may keep after a search by locksets. Where that has come
/// to a limit, all states have little chance: they get as many as locksets had.
pub fn most_states(report: &Report, options: &Options<'_>) -> usize {
    let most = if report.is_complete() { options.max_states } else { report.states.max(FEW) };
    options.max_states.min(most)
}

/// The number of states that searches of all states may keep in any case.
const FEW: usize = 10_000;

/// Runs a program again from the initial state of a model. Returns what it does, and the canonical state at its end;
/// `None` if some step cannot be taken.
fn replay(model: &CanonicalModel<'_>, steps: &[Taken]) -> Option<(Run, State)> {
    replayed(model, steps).map(|(run, state, _)| (run, state))
}

/// The same, with the place in the run where each step begins.
fn replayed(model: &CanonicalModel<'_>, steps: &[Taken]) -> Option<(Run, State, Vec<usize>)> {
    let mut replay = replay_begin(model)?;
    let mut starts = Vec::with_capacity(steps.len());
    for &(thread, choice) in steps {
        starts.push(replay.run.steps.len());
        replay_step(model, &mut replay, thread, choice)?;
    }
    Some((replay.run, replay.state, starts))
}

/// The accesses of a race, one among the instructions of each of two steps: they conflict, and happens-before does not
/// order them.
fn raced(
    program: &Program,
    run: &Run,
    (earlier, later): (Range<usize>, Range<usize>),
    variable: &Shared,
    options: &Options<'_>,
) -> Option<(usize, usize)> {
    let last = later.filter(|last| run.shared(program, *last).as_ref() == Some(variable));
    let mut pairs = last.flat_map(|last| earlier.clone().rev().map(move |earlier| (earlier, last)));
    pairs.find(|&(earlier, last)| {
        run.conflict(earlier, last, options.conflict) && run.are_unordered(earlier, last)
    })
}

/// The lockset search, and its runs, run again.
fn explore(program: &Program, options: &Options<'_>, alarm: Alarm<'_>) -> Report {
    let found = until(alarm, |flag| Search::new(program, options, alarm).with_cancel(flag).run());
    // Steps may have ended early when the flag was raised.
    let not_confirmed = || Some(Stopped::not_confirmed(alarm));
    let model = CanonicalModel::new(program, options.bounds, options.granularity);
    let mut report = Report {
        states: found.states,
        transitions: found.transitions,
        expansions: found.expansions,
        depth: found.depth,
        locksets: found.locksets,
        bytes: found.bytes,
        stopped: found.stopped,
        limits: found.limits.into_iter().collect(),
        ..Report::default()
    };
    for (failure, steps) in found.wrong {
        match replay(&model, &steps) {
            Some((run, state)) if Failure::of(&state).any(|other| other == failure) => {
                report.wrong.push(Wrong { failure, line: failure.line(program), run });
            }
            _ => report.stopped = not_confirmed(),
        }
    }
    for (variable, race) in found.races {
        let Some((mut run, _, starts)) = replayed(&model, &race.run) else {
            report.stopped = not_confirmed();
            continue;
        };
        let begin = |step: usize| starts.get(step).copied().unwrap_or(run.steps.len());
        // What belongs to no step comes first.
        let earlier = match race.earlier {
            Last::FORGOTTEN => 0..begin(0),
            step => begin(step as usize)..begin(step as usize + 1),
        };
        let later = starts.last().copied().unwrap_or(0)..run.steps.len();
        let found = raced(program, &run, (earlier.clone(), later.clone()), &variable, options);
        let (earlier, last) = found.unwrap_or((earlier.start, later.start));
        run.steps.truncate(last + 1);
        let confirmed = found.is_some();
        if confirmed || options.variant == Variant::Printed || options.slip.is_some() {
            let holder = race.holder;
            report.races.push(Race { variable, earlier, run, confirmed, holder });
        } else {
            report.stopped = not_confirmed();
        }
    }
    report.wrong.sort_by_key(|wrong| (wrong.line, wrong.failure));
    report.races.sort_by(|one, two| {
        let key = |race: &Race| (race.variable.line, race.variable.clone());
        key(one).cmp(&key(two))
    });
    report
}
