//! Checking a program by its transition system, and the answer.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use reductio_programs::{Failure, Program, ThreadId};
use reductio_search::{FindingKind, Query, SearchProgress, StuckAnswer, Verdict};
use reductio_watched::{Alarm, Run, Stopped, Stuck, Wrong, search_until};

use crate::classify::Classification;
use crate::model::{CoarseModel, Transitions};
use crate::options::Options;
use crate::replay::replay;

/// The limits of a check, and who is told of its progress.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// Tells whether threads that are stuck for ever are looked for.
    pub stuck: bool,
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
}

impl Default for Limits<'_> {
    /// Threads that are stuck are looked for, in up to 4 GiB.
    fn default() -> Self {
        Limits {
            stuck: true,
            max_states: u32::MAX as usize - 1,
            memory: 4 << 30,
            timeout: None,
            cancel: None,
            progress: None,
        }
    }
}

impl fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits").field("max_states", &self.max_states).finish_non_exhaustive()
    }
}

/// The reason why it is not known that something cannot happen.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unknown {
    /// A limit was reached.
    Stopped(Stopped),
    /// A thread takes too many invisible operations in a row.
    TooLong,
    /// The search did not look at the steps after a failure.
    AfterFailure,
    /// A thread may go on for ever with invisible operations (S1: `BoundedInvis`).
    GoesRound,
    /// A condition of a formula means the only object of a class, and there are several.
    Several {
        /// The name of the class.
        class: String,
    },
    /// The automaton of a formula is too large.
    Formula,
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unknown::Stopped(stopped) => stopped.fmt(f),
            Unknown::TooLong => f.write_str(
                "a thread takes more than 65,536 operations in a row that no other sees",
            ),
            Unknown::AfterFailure => f.write_str("what comes after a failure was not looked at"),
            Unknown::GoesRound => {
                f.write_str("a thread may go on for ever with operations that no other sees")
            }
            Unknown::Several { class } => {
                write!(f, "a condition is about the only `{class}`, and a run makes several")
            }
            Unknown::Formula => f.write_str("the automaton of the formula is too large"),
        }
    }
}

/// The result of a check. Every run was run again, and shows what it is said to show.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The failures that can be reached, each with a run at whose end a thread goes wrong; by place and reason.
    pub wrong: Vec<Wrong>,
    /// A run to a state in which all threads that have not ended wait, and there are some (S2 section 7).
    pub deadlock: Option<Run>,
    /// The threads that can be stuck for ever, although no run on is a deadlock; `None` if it was not looked for or is
    /// not known.
    pub stuck: Option<Vec<Stuck>>,
    /// Tells whether a thread may go on for ever with invisible operations.
    pub goes_round: bool,
    /// Tells whether a thread was given up because it takes too many invisible operations in a row.
    pub gives_up: bool,
    /// The number of states.
    pub states: usize,
    /// The number of transitions between them.
    pub transitions: u64,
    /// The number of visible transformations, as S2 counts them ([`CoarseModel::transforms`]).
    pub transforms: usize,
    /// The greatest distance of a state from the initial one, in transitions.
    pub depth: usize,
    /// The number of bytes that the states take.
    pub bytes: usize,
    /// The time that the search took.
    pub time: Duration,
    /// The reason why the search is not complete, or `None` if it is.
    pub stopped: Option<Stopped>,
}

impl Answer {
    /// The reason why it is not known that no other failure can happen, or `None` if it is known, as far as the
    /// classification is right.
    pub fn unknown(&self) -> Option<Unknown> {
        let too_long = self.gives_up.then_some(Unknown::TooLong);
        self.stopped.map(Unknown::Stopped).or(too_long)
    }

    /// The verdict about failures: there is none, or these can be reached.
    pub fn failures(&self) -> Verdict<(), &[Wrong], Unknown> {
        if !self.wrong.is_empty() {
            return Verdict::Fails(&self.wrong);
        }
        self.unknown().map_or(Verdict::Holds(()), Verdict::Declined)
    }

    /// The verdict about deadlocks: there is none, or this run leads to one.
    pub fn deadlocks(&self) -> Verdict<(), &Run, Unknown> {
        if let Some(run) = &self.deadlock {
            return Verdict::Fails(run);
        }
        let failed = (!self.wrong.is_empty()).then_some(Unknown::AfterFailure);
        self.unknown().or(failed).map_or(Verdict::Holds(()), Verdict::Declined)
    }

    /// The verdict about threads that are stuck for ever: there is none, or these can be; a deadlock is one for each of
    /// its threads.
    pub fn stuck(&self) -> Verdict<(), &[Stuck], Unknown> {
        match &self.stuck {
            Some(stuck) if self.deadlock.is_some() || !stuck.is_empty() => Verdict::Fails(stuck),
            _ if self.deadlock.is_some() => Verdict::Fails(&[]),
            _ => {
                let failed = (!self.wrong.is_empty()).then_some(Unknown::AfterFailure);
                let round = self.goes_round.then_some(Unknown::GoesRound);
                let not_known = Unknown::Stopped(Stopped::NotConfirmed);
                let not_known = self.stuck.is_none().then_some(not_known);
                let unknown = self.unknown().or(failed).or(round).or(not_known);
                unknown.map_or(Verdict::Holds(()), Verdict::Declined)
            }
        }
    }
}

/// Searches a program for failures, deadlocks and threads that are stuck for ever, by the transitions of its model,
/// which serves first who comes first. `None` if the program does not ([`reductio_programs::Queues::FirstCome`]).
///
/// What a run shows is so, whatever the classification is. That nothing else can happen rests on S2 section 4, and on
/// the classification. Cost: the number of states times the transitions from each.
///
/// ```
/// use std::sync::Arc;
///
/// use reductio_coarsening::{Limits, Options, Unclassified, check};
/// use reductio_programs::{ENTRY, Queues, parse_program};
///
/// let text = "
///     thread main { a := new Lock; b := new Lock; fork other; synchronized a { synchronized b { skip } } }
///     thread other { synchronized b { synchronized a { skip } } }";
/// let program = parse_program(text, "opposite", ENTRY).unwrap().with_queues(Queues::FirstCome);
/// let answer = check(&program, Options::default(), Arc::new(Unclassified), &Limits::default()).unwrap();
/// assert_eq!((answer.failures().word(), answer.deadlocks().word()), ("holds", "fails"));
/// ```
pub fn check<'p>(
    program: &'p Program,
    options: Options,
    known: Arc<dyn Classification + 'p>,
    limits: &Limits<'_>,
) -> Option<Answer> {
    let start = Instant::now();
    let model = CoarseModel::new(program, options, known)?;
    let query = Query {
        keep_going: true,
        stuck: limits.stuck,
        max_states: limits.max_states,
        memory: limits.memory,
        progress: limits.progress,
        ..Query::default()
    };
    let alarm = Alarm::new(limits.timeout, limits.cancel);
    let found = search_until(&model, &Transitions, query, alarm);
    let stopped = Stopped::of(found.stopped, alarm);
    let knows_stuck = found.stuck == StuckAnswer::Known;
    let mut answer = Answer {
        wrong: Vec::new(),
        deadlock: None,
        stuck: knows_stuck.then(Vec::new),
        goes_round: model.goes_round(),
        gives_up: model.gives_up(),
        states: found.states,
        transitions: found.transitions,
        transforms: model.transforms(),
        depth: found.depth,
        bytes: found.bytes,
        time: start.elapsed(),
        stopped: stopped.or_else(|| model.limits().first().copied().map(Stopped::Bound)),
    };
    for finding in found.findings {
        let shown = replay(&model, &finding.run).and_then(|shown| match finding.kind {
            FindingKind::Discipline(failure) => {
                let is_there = Failure::of(&shown.state).any(|other| other == failure);
                let line = failure.line(program);
                is_there.then(|| answer.wrong.push(Wrong { failure, line, run: shown.run }))
            }
            FindingKind::Deadlock => {
                model.machine().is_deadlock(&shown.state).then(|| answer.deadlock = Some(shown.run))
            }
            FindingKind::Stuck { thread } => {
                let thread = ThreadId(u32::try_from(thread).ok()?);
                let thread = shown.number(thread)?;
                let stuck = answer.stuck.as_mut();
                if let Some(stuck) = stuck {
                    stuck.push(Stuck { thread, run: shown.run });
                }
                Some(())
            }
            _ => Some(()),
        });
        if shown.is_none() {
            answer.stopped = Some(Stopped::NotConfirmed);
        }
    }
    // Who goes round has no transition, and is not stuck; nor is who can go on once another thread has failed.
    if answer.goes_round || answer.gives_up || !answer.wrong.is_empty() {
        answer.stuck = None;
    }
    answer.wrong.sort_by_key(|wrong| (wrong.line, wrong.failure));
    Some(answer)
}
