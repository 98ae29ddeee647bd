//! The search, and its answer.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use reductio_locksets::{Alarm, Run, Stopped, Wrong, until};
use reductio_programs::{Bounds, Failure, Program};
use reductio_search::{
    FindingKind, Query, SearchProgress, Stopped as SearchStopped, Unreduced, Verdict, search,
};

use crate::breach::Breach;
use crate::model::{Atomicity, ClassifiedModel, Fault, Touched};
use crate::replay::{ends_in_deadlock, replay};
use crate::resolve::Classes;
use crate::slip::Slip;

/// The way in which a check searches, and its limits.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// The size of a step.
    pub atomicity: Atomicity,
    /// Tells whether the classes are checked. If not, nothing that is not found is known not to be.
    pub monitor: bool,
    /// The bounds of the program's states: threads, objects, frames.
    pub bounds: Bounds,
    /// The greatest number of states that are kept.
    pub max_states: usize,
    /// The greatest number of bytes that are kept, about.
    pub memory: usize,
    /// The time after which the check ends.
    pub timeout: Option<Duration>,
    /// The flag that ends the check early.
    pub cancel: Option<&'a AtomicBool>,
    /// The listener that is told from time to time how far the search has come.
    pub progress: Option<&'a (dyn Fn(SearchProgress) + Sync)>,
    /// A wrong reading, for experiments; `None` for the search that keeps its promises.
    pub slip: Option<Slip>,
}

impl Default for Options<'_> {
    /// The reduced search with its monitor, with up to 4 GiB of states.
    fn default() -> Self {
        Options {
            atomicity: Atomicity::default(),
            monitor: true,
            bounds: Bounds::default(),
            max_states: u32::MAX as usize - 1,
            memory: 4 << 30,
            timeout: None,
            cancel: None,
            progress: None,
            slip: None,
        }
    }
}

impl fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("atomicity", &self.atomicity)
            .field("monitor", &self.monitor)
            .field("slip", &self.slip)
            .finish_non_exhaustive()
    }
}

/// The reason why it is not known that something cannot happen.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unknown {
    /// A limit was reached.
    Stopped(Stopped),
    /// A class is wrong: the reduction says nothing then.
    WrongClass,
    /// The classes were not checked.
    NoMonitor,
    /// A step is a line of the source.
    Lines,
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unknown::Stopped(stopped) => stopped.fmt(f),
            Unknown::WrongClass => f.write_str("a class of the classification is wrong"),
            Unknown::NoMonitor => f.write_str("the classes were not checked"),
            Unknown::Lines => f.write_str("what happens within a line was not looked at"),
        }
    }
}

/// The result of a check. Every run was run again, and shows what it is said to show.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The size of a step in the search.
    pub atomicity: Atomicity,
    /// Tells whether the classes were checked.
    pub monitor: bool,
    /// The wrong classes: one breach for each allocation site and field, and each variable that belongs to no object.
    pub breaches: Vec<Breach>,
    /// The failures that can be reached, each with a run at whose end a thread goes wrong; by place and reason.
    pub wrong: Vec<Wrong>,
    /// A run to a total deadlock, if one was found: a state in which no thread can go on, some thread has not ended,
    /// and none has gone wrong.
    pub deadlock: Option<Run>,
    /// The number of states that were kept.
    pub states: usize,
    /// The number of steps that were taken between them.
    pub transitions: u64,
    /// The greatest distance of a state from the initial one, in steps.
    pub depth: usize,
    /// The number of bytes that the states take.
    pub bytes: usize,
    /// The time that the search took.
    pub time: Duration,
    /// The reason why the search is not complete, or `None` if it is.
    pub stopped: Option<Stopped>,
    /// The objects and variables that were touched once they were published, if the classes were checked.
    pub(crate) touched: BTreeSet<Touched>,
}

impl Answer {
    /// The reason why it is not known that what was not found cannot happen, or `None` if it is known: no state of the
    /// program has a failure or a deadlock that the answer does not have.
    pub fn unknown(&self) -> Option<Unknown> {
        match self.atomicity {
            _ if self.stopped.is_some() => self.stopped.map(Unknown::Stopped),
            Atomicity::Line => Some(Unknown::Lines),
            Atomicity::Reduced if !self.monitor => Some(Unknown::NoMonitor),
            Atomicity::Reduced if !self.breaches.is_empty() => Some(Unknown::WrongClass),
            // Where every instruction was a step, no class matters.
            Atomicity::Bytecode | Atomicity::Reduced => None,
        }
    }

    /// The verdict about the classification: it holds, or these classes are wrong.
    pub fn classes(&self) -> Verdict<(), &[Breach], Unknown> {
        if !self.breaches.is_empty() {
            return Verdict::Fails(&self.breaches);
        }
        match self.unknown() {
            Some(unknown) => Verdict::Declined(unknown),
            None if !self.monitor => Verdict::Declined(Unknown::NoMonitor),
            None => Verdict::Holds(()),
        }
    }

    /// The verdict about failures: there is none, or these can be reached.
    pub fn failures(&self) -> Verdict<(), &[Wrong], Unknown> {
        if !self.wrong.is_empty() {
            return Verdict::Fails(&self.wrong);
        }
        self.unknown().map_or(Verdict::Holds(()), Verdict::Declined)
    }

    /// The verdict about total deadlocks: there is none, or this run leads to one.
    pub fn deadlocks(&self) -> Verdict<(), &Run, Unknown> {
        if let Some(run) = &self.deadlock {
            return Verdict::Fails(run);
        }
        self.unknown().map_or(Verdict::Holds(()), Verdict::Declined)
    }
}

/// Searches a program for failures and total deadlocks, and checks the classes of its objects, by S1's reduction or
/// without.
///
/// What a run shows is so, whatever the classes are. That nothing else can happen is known only where the search is
/// complete, and, if it is reduced, the monitor has found no class to be wrong ([`Answer::unknown`]). Cost: the number
/// of states times the steps from each, each linear in the state.
///
/// ```
/// use reductio_disciplined::{Classification, Options, check};
/// use reductio_programs::{ENTRY, parse_program};
///
/// let text = "
///     thread main {
///       b := new Box
///       t := fork other
///       synchronized b { b.full := 1 }
///     }
///     thread other { synchronized b { b.full := b.full + 1 } }";
/// let program = parse_program(text, "two", ENTRY).unwrap();
/// let classes = Classification::default().of(&program).unwrap();
/// let answer = check(&program, &classes, &Options::default());
/// assert_eq!((answer.failures().word(), answer.deadlocks().word()), ("holds", "holds"));
///
/// // Two threads touch the box.
/// let classes = Classification::parse("unshared Box").unwrap().of(&program).unwrap();
/// let answer = check(&program, &classes, &Options::default());
/// assert_eq!((answer.classes().word(), answer.failures().word()), ("fails", "declined"));
/// ```
pub fn check(program: &Program, classes: &Classes, options: &Options<'_>) -> Answer {
    let alarm = Alarm::new(options.timeout, options.cancel);
    until(alarm, |flag| check_until(program, classes, options, (alarm, flag)))
}

/// The same, until the alarm rings; the flag is raised then.
fn check_until<'a>(
    program: &'a Program,
    classes: &'a Classes,
    options: &Options<'_>,
    (alarm, flag): (Alarm<'_>, &'a AtomicBool),
) -> Answer {
    let start = Instant::now();
    let Options { atomicity, monitor, bounds, .. } = *options;
    let model = ClassifiedModel::new(program, classes, bounds, atomicity, monitor)
        .with_slip(options.slip)
        .with_cancel(Some(flag));
    let query = Query {
        keep_going: true,
        max_states: options.max_states,
        memory: options.memory,
        progress: options.progress,
        cancel: Some(flag),
        ..Query::default()
    };
    let found = search(&model, &Unreduced, &query);
    let model = model.with_cancel(None);
    let stopped = found.stopped.map(|stopped| match stopped {
        SearchStopped::States => Stopped::States,
        SearchStopped::Memory => Stopped::Memory,
        _ => alarm.rings().unwrap_or(Stopped::Cancelled),
    });
    let mut answer = Answer {
        atomicity,
        monitor,
        breaches: Vec::new(),
        wrong: Vec::new(),
        deadlock: None,
        states: found.states,
        transitions: found.transitions,
        depth: found.depth,
        bytes: found.bytes,
        time: start.elapsed(),
        touched: model.touched(),
        stopped: stopped.or_else(|| model.limits().first().copied().map(Stopped::Bound)),
    };
    for finding in found.findings {
        let shown = replay(&model, &finding.run).and_then(|shown| match finding.kind {
            FindingKind::Discipline(Fault::Failure(failure)) => {
                let is_there = Failure::of(&shown.state).any(|other| other == failure);
                let line = failure.line(program);
                let wrong = Wrong { failure, line, run: shown.run };
                is_there.then(|| answer.wrong.push(wrong))
            }
            FindingKind::Discipline(Fault::Breach(kind)) => {
                let breach = Breach::of(program, classes, kind, shown)?;
                answer.breaches.push(breach);
                Some(())
            }
            FindingKind::Deadlock => ends_in_deadlock(model.machine(), &shown.state)
                .then(|| answer.deadlock = Some(shown.run)),
            _ => Some(()),
        });
        if shown.is_none() {
            // Steps may have ended early when the flag was raised.
            answer.stopped = Some(alarm.rings().unwrap_or(Stopped::NotConfirmed));
        }
    }
    answer.wrong.sort_by_key(|wrong| (wrong.line, wrong.failure));
    answer.breaches.sort_by(|one, two| one.key().cmp(&two.key()));
    answer
}
