//! One walk over the executions of a closure: what each adds to the report, and which one comes next.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

use rustc_hash::FxHashSet;

use crate::explorer::Explorer;
use crate::finding::{Finding, FindingKind, Found};
use crate::memory::answer::Premise;
use crate::mutants::{self, Mutant};
use crate::report::{Bound, Report, add_lines};
use crate::run::draining::too_many_stay;
use crate::run::manner::Carrier;
use crate::run::naming::ThreadNames;
use crate::run::slot::{Ending, Rules, Seen};
use crate::run::state::{PATIENCE, State};
use crate::schedule::Schedule;
use crate::search::access::{ObjectId, Touch};
use crate::search::driver::Driver;
use crate::search::event::{Event, Site};
use crate::search::stack::{Advance, Left};
use crate::strategy::Strategy;
use crate::tell;

/// How many threads may be left behind before a walk gives up.
const BEHIND: usize = 100;

/// The thing that comes after an execution of a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum After {
    /// Another one.
    More,
    /// The work that the part with this number was lent.
    Lent(usize),
    /// The part that was lent to this walk is walked. The search is over if it is no part.
    Over,
    /// An execution once more, when all that comes before it is walked.
    Early,
    /// The first one, in a search that begins again.
    Restart,
}

/// A walk over executions: a search, or a part of one that is walked beside it.
pub(crate) struct Walk {
    pub(crate) explorer: Arc<Explorer>,
    pub(crate) rules: Arc<Rules>,
    pub(crate) report: Report,
    /// The carrier of threads.
    pub(crate) carrier: Carrier,
    /// A part's number. The search itself is number 0.
    pub(crate) number: usize,
    /// The lender has come to this part.
    pub(crate) is_awaited: Arc<AtomicBool>,
    /// The number of times that the search had begun again before.
    pub(crate) round: usize,
    /// The end of the search, in an execution that the lender will come to.
    pub(crate) ahead: Option<Finding>,
    /// The executions that were begun, where there is a bound.
    begun: Arc<AtomicUsize>,
    by_sources: bool,
    start: Instant,
}

impl Walk {
    /// A walk that has not begun.
    pub(crate) fn new(explorer: Explorer, rules: Rules) -> Self {
        let strategy = explorer.strategy;
        let report = Report {
            strategy,
            memory: explorer.memory,
            reduced: explorer.replay.is_none() && !strategy.samples() && strategy != Strategy::All,
            ..Report::default()
        };
        Walk {
            carrier: explorer.carrier,
            by_sources: strategy != Strategy::Optimal,
            explorer: Arc::new(explorer),
            rules: Arc::new(rules),
            report,
            number: 0,
            is_awaited: Arc::default(),
            round: 0,
            ahead: None,
            begun: Arc::new(AtomicUsize::new(1)),
            start: Instant::now(),
        }
    }

    /// The first execution.
    pub(crate) fn first(&self) -> Box<State> {
        let driver = self.explorer.driver(self.by_sources);
        let (names, seen) = (ThreadNames::default(), FxHashSet::default());
        let mut state = Box::new(State::new(driver, names, seen, Arc::clone(&self.rules)));
        if let Some(memory) = self.explorer.weak(&self.rules) {
            state.memory = Some(Box::new(memory));
            state.drf.begin(false);
        }
        begin(&mut state);
        state
    }

    /// Lends a part of the search to another walk, with its first execution. `state` is at the end of an execution.
    pub(crate) fn lend(&self, number: usize, state: &mut State) -> Option<(Walk, Box<State>)> {
        let State { driver: Driver::Search(stack), trace, names, seen, .. } = state else {
            return None;
        };
        let driver = Driver::Search(stack.lend(number, trace)?);
        // Rules of its own: they are counted with each execution, and looked at in each step.
        let rules = Arc::new((*self.rules).clone());
        let mut first =
            Box::new(State::new(driver, names.closed(), seen.clone(), Arc::clone(&rules)));
        begin(&mut first);
        let walk = Walk {
            explorer: Arc::clone(&self.explorer),
            rules,
            report: Report::default(),
            carrier: self.carrier,
            number,
            is_awaited: Arc::default(),
            round: self.round,
            ahead: None,
            begun: Arc::clone(&self.begun),
            by_sources: self.by_sources,
            start: self.start,
        };
        Some((walk, first))
    }

    /// Takes over what another walk has done of the part that it was lent, to which this one has come. `is_over` says
    /// that there is nothing left of it to be walked.
    pub(crate) fn fuse(
        &mut self,
        state: &mut State,
        other: Walk,
        mut its: Box<State>,
        is_over: bool,
    ) -> After {
        let driver = std::mem::replace(&mut its.driver, Driver::replay(Schedule::default()));
        let (Driver::Search(stack), Driver::Search(part)) = (&mut state.driver, driver) else {
            return After::More;
        };
        let Some(prefix) = stack.fuse(part) else { return After::More };
        self.report.add(other.report);
        // What it saw at last, it saw in an execution that is run again.
        if mutants::is(Mutant::Saw) {
            state.seen.extend(its.seen.drain());
        }
        if !is_over {
            return After::More;
        }
        let advance = stack.advance(&prefix);
        self.comes_to(advance, state)
    }

    /// Adds an execution to the report, and says what comes next. It may be begun by [`Walk::begins`].
    pub(crate) fn after(&mut self, state: &mut State) -> After {
        let broken = match &state.ending {
            Some(Ending::Found(found)) => !found.is_end(),
            _ => false,
        };
        if matches!(state.ending, Some(Ending::Found(_))) && !is_within(state) {
            state.ending = Some(Ending::Bounded);
        }
        if self.number != 0 && self.is_early(state, broken) {
            self.does_not_count();
            return After::Early;
        }
        add(&mut self.report, state);
        let ending = state.ending.take();
        self.goes_on(ending.as_ref(), broken, state)
    }

    /// Whether a part of a search does not decide what comes after an execution.
    fn is_early(&mut self, state: &State, broken: bool) -> bool {
        match &state.ending {
            Some(Ending::Again | Ending::Carrier | Ending::Early) => true,
            Some(Ending::Found(found)) => {
                let finding = told(state, found);
                let ends =
                    !self.explorer.all_findings || finding.kind() == FindingKind::NotRepeatable;
                let is_early = ends || broken && !self.by_sources;
                self.ahead = is_early.then_some(finding);
                is_early
            }
            // A finding beyond the bound on preemptions makes the search begin again as well.
            _ => broken && !self.by_sources,
        }
    }

    /// Prepares the execution that comes after one that ended so, and says which one that is.
    fn goes_on(&mut self, ending: Option<&Ending>, broken: bool, state: &mut State) -> After {
        let found = matches!(ending, Some(Ending::Found(_)));
        let last = self.report.findings.last().map(Finding::kind);
        // A graph that is given up at a finding says nothing of what would have come.
        let is_partial = matches!(state.driver, Driver::Graphs) && broken;
        let ends = !self.explorer.all_findings || is_partial;
        if found && (ends || last == Some(FindingKind::NotRepeatable)) {
            self.report.bounds.push(Bound::Finding);
            return After::Over;
        }
        if let Some(Ending::Declined(what)) = ending {
            self.report.bounds.push(Bound::Memory(what));
            return After::Over;
        }
        if let (Some(Ending::Carrier), Some(memory)) = (ending, &mut state.memory) {
            memory.engine.again();
        }
        if let Some(Ending::Carrier) = ending {
            // The same again: only what carries threads is another one.
            self.carrier = Carrier::Threads;
            self.does_not_count();
            return After::More;
        }
        if self.explorer.replay.is_some() {
            self.report.bounds.push(Bound::Replayed);
            return After::Over;
        }
        // Wakeup trees are for executions that come to their own end.
        let is_graph = state.memory.is_some();
        let again =
            matches!(ending, Some(Ending::Again)) || broken && !self.by_sources && !is_graph;
        self.by_sources |= broken;
        if again {
            forget(&mut self.report);
            // Parts that were lent go on counting theirs, until they hear of it.
            self.begun = Arc::default();
            state.driver = self.explorer.driver(self.by_sources);
            if let Some(memory) = &mut state.memory {
                memory.engine.restart();
            }
            return After::Restart;
        }
        let advance = proceed(state, broken);
        self.comes_to(advance, state)
    }

    /// Says what comes next where the search says so, and which bounds it met if that is nothing.
    fn comes_to(&mut self, advance: Advance, state: &State) -> After {
        match advance {
            Advance::More => return After::More,
            Advance::Lent(part) => return After::Lent(part),
            Advance::Over if self.number != 0 => return After::Over,
            Advance::Over => {}
        }
        if state.seen.contains(&Seen::Unfair) {
            self.report.bounds.push(Bound::Unfair(PATIENCE));
        }
        if state.memory.as_ref().is_some_and(|memory| memory.was_long) {
            self.report.bounds.push(Bound::Steps(self.rules.steps));
        }
        let is_bounded = matches!(&state.driver, Driver::Search(stack) if stack.bounded);
        if is_bounded && let Some(bound) = self.explorer.preemptions {
            self.report.bounds.push(Bound::Preemptions(bound));
        }
        After::Over
    }

    /// An execution is run again: it was none.
    fn does_not_count(&self) {
        if self.explorer.executions.is_some() {
            self.begun.fetch_sub(1, Ordering::SeqCst);
        }
    }

    /// Begins the next execution. The bound that was reached, if there is none for that reason.
    pub(crate) fn begins(&mut self, state: &mut State) -> Result<(), Bound> {
        let report = &self.report;
        let samples = matches!(state.driver, Driver::Sample(_));
        let most = self.explorer.executions;
        if samples && report.executions + report.blocked >= most.unwrap_or(1000) {
            if state.memory.as_ref().is_some_and(|memory| memory.was_long) {
                self.report.bounds.push(Bound::Steps(self.rules.steps));
            }
            return Err(Bound::Sampled);
        }
        // Counted only where somebody asks: workers would wait for each other.
        if let Some(most) = most
            && self.begun.fetch_add(1, Ordering::SeqCst) >= most
        {
            return Err(Bound::Executions(most));
        }
        if let Some(time) = self.explorer.time
            && self.start.elapsed() >= time
        {
            return Err(Bound::Time(time));
        }
        if report.left_behind >= BEHIND {
            return Err(Bound::LeftBehind(report.left_behind));
        }
        state.again();
        state.kept.unwinds = too_many_stay(report.staying);
        begin(state);
        Ok(())
    }
}

/// Prepares an execution that is about to begin.
fn begin(state: &mut State) {
    state.driver.restart();
    if let Driver::Search(stack) = &mut state.driver {
        stack.is_fair = state.seen.contains(&Seen::Unfair);
    }
    if let Some(memory) = &mut state.memory {
        memory.begin();
    }
}

/// The search begins again: what it did so far does not count.
fn forget(report: &mut Report) {
    report.restarted += report.executions + report.blocked;
    (report.executions, report.blocked) = (0, 0);
    report.premise = Premise::default();
}

/// Adds an execution to the report.
fn add(report: &mut Report, state: &State) {
    report.steps += state.trace.len();
    report.longest = report.longest.max(state.trace.len());
    report.threads = report.threads.max(state.order.len());
    report.left_behind += if state.stays() || state.kept.staying > 0 { 0 } else { state.alive };
    report.staying += state.kept.staying;
    let unlocks = |event: &Event| event.notes.len();
    report.invisible += state.trace.iter().map(unlocks).sum::<usize>();
    report.failed_once |= state.failed;
    report.shares |= state.shares;
    let line = |site: &Site| format!("{}:{}", site.file(), site.line());
    add_lines(&mut report.weaker, state.weaker.iter().map(line));
    add_lines(&mut report.spins, state.spins.iter().map(line));
    if let (None, Some(pair)) = (&report.premise.unordered, &state.drf.first) {
        report.premise.unordered = Some(tell::unordered(state, pair));
    }
    report.premise.outside = report.premise.outside.or(state.drf.outside);
    report.premise.watched |= state.drf.is_on();
    report.premise.uses(state.weaker.iter().copied());
    if let Some(memory) = &state.memory {
        report.in_order = report.in_order.or(memory.in_order);
        add_lines(&mut report.spins, memory.engine.lines().map(|site| line(&site)));
        report.premise.uses(memory.weaker.iter().copied());
    }
    match &state.ending {
        Some(Ending::Asleep | Ending::Bounded) => report.blocked += 1,
        Some(Ending::Again | Ending::Carrier | Ending::Early | Ending::Redo) => {
            report.restarted += 1;
        }
        Some(Ending::Declined(_)) => {}
        Some(Ending::Found(found)) => {
            report.executions += 1;
            report.add_finding(told(state, found));
        }
        _ => report.executions += 1,
    }
}

/// Whether an execution with a finding is within the bound on preemptions.
fn is_within(state: &mut State) -> bool {
    let pending: Vec<_> = state.unfinished().into_iter().map(|(pending, _)| pending).collect();
    let State { driver, trace, sizes, .. } = state;
    let Driver::Search(stack) = driver else { return true };
    stack.is_whole_within(trace, &pending, sizes)
}

/// The finding of an execution.
fn told(state: &State, found: &Found) -> Finding {
    state.kept.finding.clone().unwrap_or_else(|| tell::finding(state, found))
}

/// Prepares the next execution. `broken` says that the execution did not come to its own end.
fn proceed(state: &mut State, broken: bool) -> Advance {
    let unfinished = state.unfinished();
    if let (Driver::Graphs, Some(memory)) = (&state.driver, &state.memory) {
        return if memory.engine.has_more() { Advance::More } else { Advance::Over };
    }
    let Driver::Search(stack) = &mut state.driver else { return Advance::More };
    if broken && let Some(event) = state.trace.last_mut() {
        event.accesses.push((ObjectId::EVERYTHING, Touch::Write));
    }
    let pending = {
        let left = unfinished.into_iter().filter_map(|(pending, last)| {
            let past = match last {
                Some(last) => &state.trace[last].clock,
                None => &state.threads.get(&pending.thread)?.past,
            };
            (!pending.enabled).then_some(Left { pending, past })
        });
        left.collect::<Vec<_>>()
    };
    stack.end(&state.trace, &pending, &state.sizes, broken)
}
