//! Searches of one program with a heap, side by side: for failures and total deadlocks.
//!
//! Threads and objects of a program come to be as it goes on. The search that leaves out nothing stores states up to
//! their names; the others tell threads apart from state to state ([`StableModel`]). Persistent sets are made from what
//! the code of threads may still do ([`ProgramForesight`]); where transitions are put together, these are instructions
//! that concern their own thread alone.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use thiserror::Error;

use super::name::{Asleep, SearchName, Steps, Walk};
use super::options::{CompareOptions, Progress};
use super::program_replay::Again;
use super::run::Listener;
use super::{Ended, Theorem};
use crate::check::{OtherExecutions, ProgramSubject, is_impossible_in_java, other_executions};
use crate::locksets::{self, Run, Wrong};
use crate::programs::{Bounds, CanonicalModel, Granularity as Instructions, Limit};
use crate::programs::{Failure, ProgramForesight, StableModel, State};
use crate::search::{self, Finding, FindingKind, Query, SearchProgress, Unreduced, search};
use crate::selective::{
    self, Choice, Granularity, Limits, Selection, StateLimits, Stopped, deepen, explore,
    explore_states,
};
use crate::verdict::{Exit, Verdict};

/// Searches of one program with a heap, side by side.
#[derive(Clone, Debug)]
pub struct ProgramComparison {
    /// The program.
    pub subject: ProgramSubject,
    /// The searches, in the order in which they were asked for.
    pub rows: Vec<ProgramRow>,
}

/// One search of a program, and what it has met. Races are not looked for, but for whether a Java program has some,
/// where a search is complete and has found nothing.
#[derive(Clone, Debug)]
pub struct ProgramRow {
    /// The search.
    pub search: SearchName,
    /// The number of stored states; `None` for a search that stores none.
    pub states: Option<usize>,
    /// The number of executions that were walked to their end; `None` for a search that stores states.
    pub executions: Option<u64>,
    /// The number of steps that were taken, by what the search takes for a step.
    pub steps: u64,
    /// The length of the longest execution, or the greatest distance from the initial state, in steps.
    pub depth: usize,
    /// The number of different deadlocks. States that differ in names alone are one only for the search that leaves out
    /// nothing.
    pub deadlocks: usize,
    /// The number of bytes of the stored states; `None` for a search that stores none.
    pub bytes: Option<usize>,
    /// The last bound that was tried, where bounds are tried one after the other.
    pub bound: Option<NonZeroUsize>,
    /// The failures that can be reached, each with a run that was run again; by place and reason.
    pub wrong: Vec<Wrong>,
    /// A run to a total deadlock, if one was met.
    pub deadlock: Option<Run>,
    /// The reason why not all was walked, if it was not.
    pub ended: Option<ProgramEnded>,
    /// Tells whether the search met the same failures as the one that leaves out nothing, and a deadlock if that does;
    /// `None` if one of the two is not complete, or was not made.
    pub agrees: Option<bool>,
    /// The reason why the program may have executions that no search takes.
    pub others: Option<OtherExecutions>,
    /// The time that the search took.
    pub time: Duration,
}

/// The reason why a search of a program ended before it had met everything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProgramEnded {
    /// A limit of the search was reached, or an execution never ends, or was cut.
    Search(Ended),
    /// A thread was halted at a limit of the program's states, or at what is not supported.
    Limit(Limit),
    /// An execution was longer than so many steps, and may never end without coming back to a state.
    Long(usize),
    /// A run could not be run again, which is a bug.
    NotConfirmed,
    /// It is complete, and the program may have executions that no search takes.
    Others(OtherExecutions),
}

/// The greatest length of an execution, about, in steps. Programs can count for ever, so that an execution need not
/// come back to a state.
const MOST_STEPS: usize = 10_000;

/// The reason why there is no such search of programs with a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ProgramSearchError {
    /// The search rests on a classification of transitions, which programs do not have.
    #[error("`reduced` is a search of systems of threads")]
    Reduced,
    /// The persistent sets are those of a lock discipline that is declared.
    #[error("`+2-ld` takes its persistent sets from the lock discipline of a system of threads")]
    Locks,
}

impl ProgramSearchError {
    /// The remedy.
    pub fn help(self) -> &'static str {
        match self {
            ProgramSearchError::Reduced => {
                "`reductio check --granularity reduced` searches programs by reduced steps; by name there are \
                 unreduced, composed, sss, sss-cyc, if-sss, if-sss-cyc and composed-sss"
            }
            ProgramSearchError::Locks => {
                "programs have `+persistent`, from what their code may still do; and `+dynamic`, `+source`, `+sleep`, \
                 `+conditional`"
            }
        }
    }
}

impl SearchName {
    /// Tells whether there is such a search of programs with a heap.
    ///
    /// # Errors
    /// [`ProgramSearchError`]: it makes sense for systems of threads only.
    pub fn for_programs(self) -> Result<(), ProgramSearchError> {
        match (self.walk, self.steps) {
            (Walk::Reduced, _) => Err(ProgramSearchError::Reduced),
            (_, Steps::Locks) => Err(ProgramSearchError::Locks),
            _ => Ok(()),
        }
    }
}

impl ProgramRow {
    /// Tells whether no thread goes wrong and no run ends in a total deadlock.
    pub fn verdict(&self) -> Verdict<(), (), ProgramEnded> {
        match &self.ended {
            _ if !self.wrong.is_empty() || self.deadlock.is_some() => Verdict::Fails(()),
            Some(ended) => Verdict::Declined(ended.clone()),
            None => OtherExecutions::of(self.others, Verdict::Holds(()), ProgramEnded::Others),
        }
    }

    /// The theorems on which the row rests; none where every state is looked at, up to names.
    pub fn theorems(&self) -> Vec<Theorem> {
        let steps = match self.search.steps {
            Steps::Persistent => Some(Theorem::Persistent),
            Steps::Dynamic => Some(Theorem::Dynamic),
            Steps::Source => Some(Theorem::Source),
            Steps::All | Steps::Locks => None,
        };
        let sleep = (self.search.sleep != Asleep::Never).then_some(Theorem::Sleep);
        steps.into_iter().chain(sleep).collect()
    }

    fn compare(&mut self, whole: &ProgramRow) {
        if self.ended.is_none() && whole.ended.is_none() {
            let failures =
                |row: &ProgramRow| row.wrong.iter().map(|wrong| wrong.failure).collect::<Vec<_>>();
            self.agrees = Some(
                failures(self) == failures(whole)
                    && self.deadlock.is_some() == whole.deadlock.is_some(),
            );
        }
    }
}

impl ProgramComparison {
    /// The exit of a run with this comparison: a bug, if a search differs from the one that leaves out nothing, or has
    /// met what no virtual machine has; else it fails if some search found something; else it holds if one of them
    /// decides everything.
    pub fn exit(&self) -> Exit {
        let is_impossible = |wrong: &Wrong| is_impossible_in_java(&self.subject, wrong);
        let is_wrong = |row: &ProgramRow| {
            let contradicts = matches!(row.ended, Some(ProgramEnded::Limit(Limit::Contradiction)));
            contradicts || row.agrees == Some(false) || row.wrong.iter().any(is_impossible)
        };
        if self.rows.iter().any(is_wrong) {
            return Exit::Bug;
        }
        let all = || self.rows.iter().map(|row| Exit::from(&row.verdict()));
        if all().any(|exit| exit == Exit::Fails) {
            Exit::Fails
        } else if all().any(|exit| exit == Exit::Holds) {
            Exit::Holds
        } else {
            Exit::Declined
        }
    }
}

/// Makes those searches of a program that the options name and that programs have ([`SearchName::for_programs`]). Where
/// they name the unreduced search, the others are compared with it. Cost: that of each search.
///
/// ```
/// use std::sync::Arc;
/// use reductio::File;
/// use reductio::check::ProgramSubject;
/// use reductio::compare::{CompareOptions, compare_program};
/// use reductio::programs::Bounds;
///
/// let text = "thread main { b := new Box\n t := fork other\n b.full := 1 }\nthread other { x := b.full\n assert x == 0 }";
/// let subject = ProgramSubject::load(&Arc::new(File::new("two.prog", text)), None).unwrap();
/// let searches = ["unreduced", "sss", "sss+source+sleep"].map(|name| name.parse().unwrap());
/// let options = CompareOptions { searches: searches.to_vec(), ..CompareOptions::default() };
/// let found = compare_program(&subject, Bounds::default(), &options, None, None);
/// assert!(found.rows.iter().all(|row| row.agrees == Some(true) && row.wrong.len() == 1));
/// // Three orders of the write among a read and an assertion; and whether it comes before the read.
/// let executions = found.rows.iter().map(|row| row.executions);
/// assert_eq!(executions.collect::<Vec<_>>(), [None, Some(3), Some(2)]);
/// ```
pub fn compare_program(
    subject: &ProgramSubject,
    bounds: Bounds,
    options: &CompareOptions,
    cancel: Option<&AtomicBool>,
    progress: Option<Listener<'_>>,
) -> ProgramComparison {
    let foresight = ProgramForesight::of(&subject.program);
    let make = |&name: &SearchName| {
        let made = Searching { subject, bounds, options, cancel, progress, name };
        made.make(&foresight)
    };
    let known = options.searches.iter().filter(|name| name.for_programs().is_ok());
    let mut rows: Vec<ProgramRow> = known.map(make).collect();
    if let Some(whole) = rows.iter().find(|row| row.search == SearchName::UNREDUCED).cloned() {
        for row in &mut rows {
            row.compare(&whole);
        }
    }
    // What was not found speaks for a Java program only if it has no races.
    if rows.iter().any(|row| matches!(row.verdict(), Verdict::Holds(()))) {
        let CompareOptions { max_states, memory, .. } = *options;
        let options = locksets::Options {
            bounds,
            max_states,
            memory,
            cancel,
            ..locksets::Options::default()
        };
        let others = other_executions(subject, &options);
        for row in &mut rows {
            row.others = others;
        }
    }
    ProgramComparison { subject: subject.clone(), rows }
}

/// One search of a program.
struct Searching<'a> {
    subject: &'a ProgramSubject,
    bounds: Bounds,
    options: &'a CompareOptions,
    cancel: Option<&'a AtomicBool>,
    progress: Option<Listener<'a>>,
    name: SearchName,
}

impl Searching<'_> {
    fn make(&self, foresight: &ProgramForesight<'_>) -> ProgramRow {
        let start = Instant::now();
        let name = self.name;
        let mut row = if name == SearchName::UNREDUCED {
            self.all()
        } else {
            let model = StableModel::new(&self.subject.program, self.bounds);
            let selection = self.selection(foresight);
            let (mut row, findings) = if name.walk.is_stored() {
                self.states(&model, &selection)
            } else {
                self.walk(&model, &selection)
            };
            self.confirm(&mut row, &Again::Stable(&model), &findings);
            if row.ended.is_none() {
                row.ended = model.limits().first().copied().map(ProgramEnded::Limit);
            }
            row
        };
        row.time = start.elapsed();
        row
    }

    fn row(&self) -> ProgramRow {
        ProgramRow {
            search: self.name,
            states: None,
            executions: None,
            steps: 0,
            depth: 0,
            deadlocks: 0,
            bytes: None,
            bound: None,
            wrong: Vec::new(),
            deadlock: None,
            ended: None,
            agrees: None,
            others: None,
            time: Duration::ZERO,
        }
    }

    /// The search that leaves out nothing.
    fn all(&self) -> ProgramRow {
        let model =
            CanonicalModel::new(&self.subject.program, self.bounds, Instructions::Instruction);
        let CompareOptions { max_states, memory, .. } = *self.options;
        let report = |now| self.tell(Progress::States(now));
        let progress: Option<&(dyn Fn(SearchProgress) + Sync)> = Some(&report);
        let (cancel, keep_going) = (self.cancel, true);
        let query = Query { keep_going, max_states, memory, cancel, progress, ..Query::default() };
        let found = search(&model, &Unreduced, &query);
        let stopped = found.stopped.and_then(|stopped| match stopped {
            search::Stopped::Found => None,
            search::Stopped::States => Some(Stopped::States),
            search::Stopped::Memory => Some(Stopped::Memory),
            search::Stopped::Cancelled => Some(Stopped::Cancelled),
        });
        let limit = || model.limits().first().copied().map(ProgramEnded::Limit);
        let mut row = ProgramRow {
            states: Some(found.states),
            steps: found.transitions,
            depth: found.depth,
            deadlocks: found.deadlocks,
            bytes: Some(found.bytes),
            ended: stopped
                .map(|stopped| ProgramEnded::Search(Ended::Stopped(stopped)))
                .or_else(limit),
            ..self.row()
        };
        self.confirm(&mut row, &Again::Canonical(&model), &found.findings);
        row
    }

    /// A selective search that stores states.
    fn states(
        &self,
        model: &StableModel<'_>,
        selection: &Selection<'_, State>,
    ) -> (ProgramRow, Vec<Finding<Failure>>) {
        let CompareOptions { max_states, memory, .. } = *self.options;
        let report = |now| self.tell(Progress::States(now));
        let (cancel, progress) = (self.cancel, Some(&report as &(dyn Fn(SearchProgress) + Sync)));
        let limits =
            StateLimits { states: max_states, memory, cancel, progress, ..StateLimits::default() };
        let found = explore_states(model, selection, &limits)
            .expect("a name that is read has no such parts");
        let row = ProgramRow {
            states: Some(found.states),
            steps: found.steps,
            depth: found.depth,
            deadlocks: found.deadlocks.len(),
            bytes: Some(found.bytes),
            ended: found.stopped.map(|stopped| ProgramEnded::Search(Ended::Stopped(stopped))),
            ..self.row()
        };
        (row, found.findings)
    }

    /// A search that walks executions, up to one bound after the other or none.
    fn walk(
        &self,
        model: &StableModel<'_>,
        selection: &Selection<'_, State>,
    ) -> (ProgramRow, Vec<Finding<Failure>>) {
        let (stop, is_long) = (AtomicBool::new(false), AtomicBool::new(false));
        let report = |now: selective::Progress| {
            self.tell(Progress::Executions(now));
            let is_cancelled = self.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed));
            is_long.fetch_or(now.depth > MOST_STEPS, Ordering::Relaxed);
            if is_cancelled || now.depth > MOST_STEPS {
                stop.store(true, Ordering::Relaxed);
            }
        };
        let limits = Limits {
            executions: self.options.max_executions,
            cancel: Some(&stop),
            progress: Some(&report),
            ..Limits::default()
        };
        let (mut row, findings) = if self.name.walk.deepens() {
            let found = deepen(model, selection, &limits);
            let (row, findings) = self.executions(found.last);
            (ProgramRow { bound: Some(found.bound), ..row }, findings)
        } else {
            self.executions(explore(model, selection, &limits))
        };
        if is_long.into_inner() {
            row.ended = Some(ProgramEnded::Long(MOST_STEPS));
        }
        (row, findings)
    }

    /// What a search met that walks executions.
    fn executions(
        &self,
        found: selective::Executions<State, Failure>,
    ) -> (ProgramRow, Vec<Finding<Failure>>) {
        let cut = (found.cut > 0).then_some(Ended::Cut(found.cut));
        let row = ProgramRow {
            executions: Some(found.executions),
            steps: found.steps,
            depth: found.longest,
            deadlocks: found.deadlocks.len(),
            ended: found.stopped.map(Ended::Stopped).or(cut).map(ProgramEnded::Search),
            ..self.row()
        };
        (row, found.findings)
    }

    /// Runs each finding again, and keeps it.
    fn confirm(&self, row: &mut ProgramRow, again: &Again<'_>, findings: &[Finding<Failure>]) {
        let program = &self.subject.program;
        for finding in findings {
            let failure = match finding.kind {
                FindingKind::Discipline(failure) => Some(failure),
                FindingKind::Failure { reason, .. } => Failure::with_number(program, reason),
                _ => None,
            };
            match (again.run(program, &finding.run, failure), failure) {
                (Some(run), Some(failure)) => {
                    let line = failure.line(program);
                    row.wrong.push(Wrong { failure, line, run });
                }
                (Some(run), None) => row.deadlock = Some(run),
                (None, _) => row.ended = Some(ProgramEnded::NotConfirmed),
            }
        }
        row.wrong.sort_by_key(|wrong| wrong.failure);
        row.wrong.dedup_by_key(|wrong| wrong.failure);
    }

    fn selection<'s>(&self, foresight: &'s ProgramForesight<'_>) -> Selection<'s, State> {
        let granularity = match self.name.walk {
            Walk::Unreduced | Walk::Sss | Walk::SssCyc => Granularity::Transition,
            Walk::Reduced | Walk::IfSss | Walk::IfSssCyc => Granularity::InvisibleFirst,
            Walk::Composed | Walk::ComposedSss => Granularity::Composed,
        };
        let choice = match self.name.steps {
            Steps::All => Choice::All,
            Steps::Persistent | Steps::Locks => Choice::Foreseen(foresight),
            Steps::Dynamic => Choice::Dynamic,
            Steps::Source => Choice::Source,
        };
        let bound = if self.name.walk.is_stored() { None } else { self.options.depth };
        Selection { granularity, choice, sleep: self.name.sleep.sleep(), bound }
    }

    fn tell(&self, now: Progress) {
        if let Some(progress) = self.progress {
            progress(self.name, now);
        }
    }
}
