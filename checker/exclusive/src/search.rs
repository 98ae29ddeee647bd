//! The search that checks claims, and its answer.

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use reductio_locksets::{
    Alarm, Race as LocksetRace, Run, Shared, Stopped, Stuck, Wrong as WrongThread, stuck_by, until,
};
use reductio_programs::{Bounds, Failure, Fresh, Place, Program, Variable};
use reductio_search::{
    Exploration, FindingKind, Model, Query, SearchProgress, Stopped as SearchStopped, Unreduced,
    Verdict, search,
};

use crate::claims::{Claims, Wrong};
use crate::ghost::Owned;
use crate::model::{ClaimedModel, Fault};
use crate::replay::{Shown, is_deadlock, replay};
use crate::slip::Slip;

/// Something that searches a program under claims, by all steps of the model. All that it is told from elsewhere, the
/// model has to be [told](Model::note).
pub type Searcher<'a> = &'a dyn Fn(&ClaimedModel<'_>, &Query<'_>) -> Exploration<Fault>;

/// The limits of a check.
#[derive(Clone, Copy)]
pub struct Options<'a> {
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
    /// Tells whether threads that are stuck for ever are looked for as well: once more as many steps as there are.
    pub stuck: bool,
    /// The processes that make the searches, if it is not this process alone. Where there is no answer, they say that
    /// the search was cancelled.
    pub searcher: Option<Searcher<'a>>,
    /// A wrong reading, for experiments; `None` for the check that keeps its promises.
    pub slip: Option<Slip>,
}

impl Default for Options<'_> {
    /// Up to 4 GiB of states.
    fn default() -> Self {
        Options {
            bounds: Bounds::default(),
            max_states: u32::MAX as usize - 1,
            memory: 4 << 30,
            timeout: None,
            cancel: None,
            progress: None,
            stuck: false,
            searcher: None,
            slip: None,
        }
    }
}

impl fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options").field("bounds", &self.bounds).finish_non_exhaustive()
    }
}

/// A claim that a run shows to be wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// The claim.
    pub wrong: Wrong,
    /// The run. With its last step, or with invisible ones of the same thread before it, the claim is broken.
    pub run: Run,
}

/// Two accesses of one variable, one of them a write, that two threads are about to make in one state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Race {
    /// The variable.
    pub variable: Shared,
    /// The instructions of the accesses, the lesser first.
    pub places: (Place, Place),
    /// A run to the state, and both accesses, one right after the other.
    pub run: Run,
}

impl Race {
    /// The race as searches by locksets tell it: nothing comes between the two accesses that could order them.
    pub fn confirmed(&self) -> Option<LocksetRace> {
        let earlier = self.run.steps.len().checked_sub(2)?;
        let (variable, run) = (self.variable.clone(), self.run.clone());
        let is_race = run.are_unordered(earlier, earlier + 1);
        is_race.then_some(LocksetRace { variable, earlier, run, confirmed: true, holder: None })
    }
}

/// The reason why it is not known that something cannot happen.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unknown {
    /// A limit was reached.
    Stopped(Stopped),
    /// A claim is wrong: the reduction says nothing then.
    WrongClaim,
    /// Of races: a thread has learned something of others without being ordered after them, by a lock that it was
    /// refused, or by asking whether a thread is over. Then two accesses may race although no two threads are at them
    /// at a time.
    Peeked,
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unknown::Stopped(stopped) => stopped.fmt(f),
            Unknown::WrongClaim => f.write_str("a claim is wrong"),
            Unknown::Peeked => {
                f.write_str("a thread learns of others without being ordered after them")
            }
        }
    }
}

/// The result of a check. Every run was run again, and shows what it is said to show.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The claims that are wrong, each once.
    pub breaches: Vec<Breach>,
    /// The failures that can be reached, each with a run at whose end a thread goes wrong; by place and reason.
    pub wrong: Vec<WrongThread>,
    /// The races that were met, by variable and instructions.
    pub races: Vec<Race>,
    /// A run to a total deadlock, if one was found.
    pub deadlock: Option<Run>,
    /// The threads that can be stuck for ever, although no run on is a total deadlock or goes wrong; `None` if it is
    /// not known or was not asked for.
    pub stuck: Option<Vec<Stuck>>,
    /// Tells whether a thread has learned something of others without being ordered after them ([`Unknown::Peeked`]).
    pub(crate) peeked: bool,
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
}

impl Answer {
    /// The reason why it is not known that what was not found cannot happen, or `None` if it is known.
    pub fn unknown(&self) -> Option<Unknown> {
        match self.stopped {
            Some(stopped) => Some(Unknown::Stopped(stopped)),
            None if !self.breaches.is_empty() => Some(Unknown::WrongClaim),
            None => None,
        }
    }

    /// The verdict about the claims: they are right, or these are wrong.
    pub fn claims(&self) -> Verdict<(), &[Breach], Unknown> {
        self.verdict(&self.breaches)
    }

    /// The verdict about failures: there is none, or these can be reached.
    pub fn failures(&self) -> Verdict<(), &[WrongThread], Unknown> {
        self.verdict(&self.wrong)
    }

    /// The verdict about races: there is none, or these can be reached. There may be more: variables that are accessed
    /// only after a race on another one may race as well.
    pub fn races(&self) -> Verdict<(), &[Race], Unknown> {
        match self.verdict(&self.races) {
            Verdict::Holds(()) if self.peeked => Verdict::Declined(Unknown::Peeked),
            verdict => verdict,
        }
    }

    /// The verdict about total deadlocks: there is none, or this run leads to one.
    pub fn deadlocks(&self) -> Verdict<(), &Run, Unknown> {
        if let Some(run) = &self.deadlock {
            return Verdict::Fails(run);
        }
        self.unknown().map_or(Verdict::Holds(()), Verdict::Declined)
    }

    fn verdict<'s, T>(&self, found: &'s [T]) -> Verdict<(), &'s [T], Unknown> {
        if !found.is_empty() {
            return Verdict::Fails(found);
        }
        self.unknown().map_or(Verdict::Holds(()), Verdict::Declined)
    }
}

/// Checks claims about a program by the reduced search that they justify, which looks for failures, races and total
/// deadlocks as well.
///
/// What a run shows is so, whatever is claimed. That nothing else can happen is known only where the search is complete
/// and no claim was found to be wrong ([`Answer::unknown`]; S5, Theorem 1). Cost: the number of states times the steps
/// from each, each linear in the state.
///
/// ```
/// use reductio_exclusive::{Claims, Guard, Options, Variables, check};
/// use reductio_programs::{ENTRY, Instruction, parse_program};
///
/// let text = "
///     thread main {
///       b := new Box
///       t := fork other
///       synchronized b { b.full := 1 }
///     }
///     thread other { synchronized b { b.full := b.full + 1 } }";
/// let program = parse_program(text, "two", ENTRY).unwrap();
/// let mut places = (0..program.instructions()).filter_map(|number| program.place(number));
/// let site = places.find(|place| program.class_at(*place).is_some()).unwrap();
/// let full = program.fields().iter().position(|name| name == "full").unwrap();
/// let full = Variables::Field(site, reductio_programs::FieldId(full as u32));
///
/// let mut claims = Claims::default();
/// let nothing = check(&program, &claims, &Options::default());
/// claims.guards.insert(full, Guard::own_lock());
/// let answer = check(&program, &claims, &Options::default());
/// assert_eq!((answer.claims().word(), answer.races().word()), ("holds", "holds"));
/// assert!(answer.states < nothing.states);
/// ```
pub fn check(program: &Program, claims: &Claims, options: &Options<'_>) -> Answer {
    let alarm = Alarm::new(options.timeout, options.cancel);
    check_until(program, claims, options, alarm)
}

fn check_until(
    program: &Program,
    claims: &Claims,
    options: &Options<'_>,
    alarm: Alarm<'_>,
) -> Answer {
    until(alarm, |flag| check_by(program, claims, options, (alarm, flag)))
}

/// Checks claims until the alarm rings; the flag is raised then.
fn check_by<'a>(
    program: &'a Program,
    claims: &'a Claims,
    options: &Options<'_>,
    (alarm, flag): (Alarm<'_>, &'a AtomicBool),
) -> Answer {
    let start = Instant::now();
    let model = ClaimedModel::new(program, claims, options.bounds, options.slip);
    let model = model.with_cancel(Some(flag));
    let query = Query {
        keep_going: true,
        max_states: options.max_states,
        memory: options.memory,
        progress: options.progress,
        cancel: Some(flag),
        ..Query::default()
    };
    let found = match options.searcher {
        Some(searcher) => searcher(&model, &query),
        None => search(&model, &Unreduced, &query),
    };
    let model = model.with_cancel(None);
    let stopped = found.stopped.map(|stopped| match stopped {
        SearchStopped::States => Stopped::States,
        SearchStopped::Memory => Stopped::Memory,
        _ => alarm.rings().unwrap_or(Stopped::Cancelled),
    });
    let mut answer = Answer {
        breaches: Vec::new(),
        wrong: Vec::new(),
        races: Vec::new(),
        deadlock: None,
        stuck: None,
        peeked: model.has_peeked(),
        states: found.states,
        transitions: found.transitions,
        depth: found.depth,
        bytes: found.bytes,
        time: start.elapsed(),
        stopped: stopped.or_else(|| model.limits().first().copied().map(Stopped::Bound)),
    };
    for finding in found.findings {
        let shown = replay(&model, &finding.run).and_then(|shown| match finding.kind {
            FindingKind::Discipline(fault) => {
                let mut is_there = false;
                model.violations(&shown.end, |other| is_there |= other == fault);
                is_there.then_some(())?;
                match fault {
                    Fault::Failure(failure) => {
                        let line = failure.line(program);
                        answer.wrong.push(WrongThread { failure, line, run: shown.replay.run });
                    }
                    Fault::Claim(wrong) => {
                        answer.breaches.push(Breach { wrong, run: shown.replay.run });
                    }
                    Fault::Race(one, two) => answer.races.push(raced(&model, shown, (one, two))?),
                }
                Some(())
            }
            FindingKind::Deadlock => is_deadlock(model.machine(), &shown.end)
                .then(|| answer.deadlock = Some(shown.replay.run)),
            _ => Some(()),
        });
        if shown.is_none() {
            // Steps may have ended early when the flag was raised.
            answer.stopped = Some(alarm.rings().unwrap_or(Stopped::NotConfirmed));
        }
    }
    if options.stuck && answer.breaches.is_empty() && answer.stopped.is_none() {
        let model = model.with_cancel(Some(flag));
        answer.stuck = stuck_by(&model, (options.max_states, options.memory), alarm);
    }
    answer.wrong.sort_by_key(|wrong| (wrong.line, wrong.failure));
    answer.breaches.sort_by_key(|breach| breach.wrong);
    answer.races.sort_by(|one, two| (&one.variable, one.places).cmp(&(&two.variable, two.places)));
    answer
}

/// The race of two threads that are about to access one variable at two instructions, with both accesses taken.
fn raced(model: &ClaimedModel<'_>, shown: Shown<'_>, places: (Place, Place)) -> Option<Race> {
    let Shown { mut replay, end: Owned { state, .. } } = shown;
    let pending = |place: Place| {
        let at = (0..).zip(&state.threads).filter(move |(_, found)| found.place() == Some(place));
        at.filter_map(|(number, _)| {
            let thread = reductio_programs::ThreadId(number);
            let (variable, writes, _) = model.access(&state, thread)?;
            Some((thread, variable, writes))
        })
    };
    let pairs = pending(places.0).flat_map(|one| pending(places.1).map(move |two| (one, two)));
    let mut meets = pairs.filter(|(one, two)| one.0 != two.0 && one.1 == two.1 && (one.2 || two.2));
    let ((one, variable, _), (two, ..)) = meets.next()?;
    let site = match variable {
        Variable::Field(object, _) | Variable::Element(object, _) => {
            state.object(object).map(|found| found.site)
        }
        Variable::Static(_) => None,
    };
    let variable = Shared::of(model.machine().program(), variable, site);
    replay.step(one, 0, &Fresh)?;
    replay.step(two, 0, &Fresh)?;
    Some(Race { variable, places, run: replay.run })
}

/// Checks claims, and takes back those that are found to be wrong, until all that are left are right or nothing is
/// known. Returns what is left, what was taken back, with the runs that show it, and the last answer. Cost: that of
/// [`check`], once more for each time that something is taken back.
pub fn derive(program: &Program, claims: Claims, options: &Options<'_>) -> Derived {
    let alarm = Alarm::new(options.timeout, options.cancel);
    let mut claims = claims;
    let mut demoted = Vec::new();
    loop {
        let mut answer = check_until(program, &claims, options, alarm);
        if answer.breaches.is_empty() || answer.stopped.is_some() {
            return Derived { claims, demoted, answer };
        }
        let mut is_less = false;
        for breach in std::mem::take(&mut answer.breaches) {
            is_less |= claims.take_back(breach.wrong);
            demoted.push(breach);
        }
        if !is_less {
            // A breach of nothing that was claimed: nothing is known.
            answer.stopped = Some(Stopped::NotConfirmed);
            return Derived { claims, demoted, answer };
        }
    }
}

/// Claims of which those that are wrong were taken back.
#[derive(Clone, Debug)]
pub struct Derived {
    /// The claims that are left.
    pub claims: Claims,
    /// The breaches for which claims were taken back.
    pub demoted: Vec<Breach>,
    /// The answer of the last check.
    pub answer: Answer,
}

impl Derived {
    /// The failures of the whole program, or why they are not known.
    pub fn failures(&self) -> Verdict<Vec<Failure>, (), Unknown> {
        match self.answer.unknown() {
            None => Verdict::Holds(self.answer.wrong.iter().map(|wrong| wrong.failure).collect()),
            Some(unknown) => Verdict::Declined(unknown),
        }
    }
}
