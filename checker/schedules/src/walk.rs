//! One walk over the executions of a closure: what each adds to the report, and which one comes next.

use std::sync::Arc;
use std::time::Instant;

use rustc_hash::FxHashSet;

use crate::explorer::Explorer;
use crate::finding::{Finding, FindingKind};
use crate::report::{Bound, Report};
use crate::run::manner::Carrier;
use crate::run::naming::ThreadNames;
use crate::run::slot::{Ending, Rules, Seen};
use crate::run::state::{PATIENCE, State};
use crate::search::access::{ObjectId, Touch};
use crate::search::driver::Driver;
use crate::search::event::Event;
use crate::search::frame::Pending;
use crate::search::stack::Left;
use crate::strategy::Strategy;
use crate::tell;

/// How many threads may be left behind before a walk gives up.
const BEHIND: usize = 100;

/// A walk over executions.
pub(crate) struct Walk {
    pub(crate) explorer: Explorer,
    pub(crate) rules: Arc<Rules>,
    pub(crate) report: Report,
    /// The carrier of threads.
    pub(crate) carrier: Carrier,
    by_sources: bool,
    start: Instant,
}

impl Walk {
    /// A walk that has not begun.
    pub(crate) fn new(explorer: Explorer, rules: Rules) -> Self {
        let strategy = explorer.strategy;
        let samples = matches!(strategy, Strategy::Random(_) | Strategy::Pct { .. });
        let report = Report {
            strategy,
            reduced: explorer.replay.is_none() && !samples && strategy != Strategy::All,
            ..Report::default()
        };
        Walk {
            carrier: explorer.carrier,
            by_sources: strategy != Strategy::Optimal,
            explorer,
            rules: Arc::new(rules),
            report,
            start: Instant::now(),
        }
    }

    /// The first execution.
    pub(crate) fn first(&self) -> Box<State> {
        let driver = self.explorer.driver(self.by_sources);
        let (names, seen) = (ThreadNames::default(), FxHashSet::default());
        let mut state = Box::new(State::new(driver, names, seen, Arc::clone(&self.rules)));
        begin(&mut state);
        state
    }

    /// Ends the walk.
    pub(crate) fn end(&mut self) {
        self.report.time = self.start.elapsed();
    }

    /// Adds an execution to the report, and says which one comes next.
    pub(crate) fn after(&mut self, mut state: Box<State>) -> Option<Box<State>> {
        let broken = match &state.ending {
            Some(Ending::Found(found)) => !found.is_end(),
            _ => false,
        };
        if matches!(state.ending, Some(Ending::Found(_))) && !is_within(&mut state) {
            state.ending = Some(Ending::Bounded);
        }
        add(&mut self.report, &state);
        let ending = state.ending.take();
        let more = self.goes_on(ending.as_ref(), broken, &mut state) && self.has_room(&state);
        more.then(|| {
            state.again();
            begin(&mut state);
            state
        })
    }

    /// Prepares the execution that comes after one that ended so. `false` if there is none, or none is wanted.
    fn goes_on(&mut self, ending: Option<&Ending>, broken: bool, state: &mut State) -> bool {
        let found = matches!(ending, Some(Ending::Found(_)));
        let last = self.report.findings.last().map(Finding::kind);
        if found && (!self.explorer.all_findings || last == Some(FindingKind::NotRepeatable)) {
            self.report.bounds.push(Bound::Finding);
            return false;
        }
        if let Some(Ending::Carrier) = ending {
            // The same again: only what carries threads is another one.
            self.carrier = Carrier::Threads;
            return true;
        }
        if self.explorer.replay.is_some() {
            self.report.bounds.push(Bound::Replayed);
            return false;
        }
        // Wakeup trees are for executions that come to their own end.
        let again = matches!(ending, Some(Ending::Again)) || broken && !self.by_sources;
        self.by_sources |= broken;
        if again {
            forget(&mut self.report);
            state.driver = self.explorer.driver(self.by_sources);
            return true;
        }
        let more = proceed(state, broken);
        if !more && state.seen.contains(&Seen::Unfair) {
            self.report.bounds.push(Bound::Unfair(PATIENCE));
        }
        let is_bounded = matches!(&state.driver, Driver::Search(stack) if stack.bounded);
        if !more
            && is_bounded
            && let Some(bound) = self.explorer.preemptions
        {
            self.report.bounds.push(Bound::Preemptions(bound));
        }
        more
    }

    /// Whether bounds allow one more execution.
    fn has_room(&mut self, state: &State) -> bool {
        let report = &mut self.report;
        let samples = matches!(state.driver, Driver::Sample(_));
        let most = self.explorer.executions;
        if samples && report.executions >= most.unwrap_or(1000) {
            report.bounds.push(Bound::Sampled);
        } else if let Some(most) = most
            && report.executions + report.blocked >= most
        {
            report.bounds.push(Bound::Executions(most));
        } else if let Some(time) = self.explorer.time
            && self.start.elapsed() >= time
        {
            report.bounds.push(Bound::Time(time));
        } else if report.left_behind >= BEHIND {
            report.bounds.push(Bound::LeftBehind(report.left_behind));
        } else {
            return true;
        }
        false
    }
}

/// Prepares an execution that is about to begin.
fn begin(state: &mut State) {
    state.driver.restart();
    if let Driver::Search(stack) = &mut state.driver {
        stack.is_fair = state.seen.contains(&Seen::Unfair);
    }
}

/// The search begins again: what it did so far does not count.
fn forget(report: &mut Report) {
    report.restarted += report.executions + report.blocked;
    (report.executions, report.blocked) = (0, 0);
}

/// Adds an execution to the report.
fn add(report: &mut Report, state: &State) {
    report.steps += state.trace.len();
    report.longest = report.longest.max(state.trace.len());
    report.threads = report.threads.max(state.order.len());
    report.left_behind += if state.leaks() { 0 } else { state.alive };
    let unlocks = |event: &Event| event.notes.len();
    report.invisible += state.trace.iter().map(unlocks).sum::<usize>();
    report.failed_once |= state.failed;
    report.shares |= state.shares;
    for site in &state.weaker {
        let line = format!("{}:{}", site.file(), site.line());
        if !report.weaker.contains(&line) {
            report.weaker.push(line);
        }
    }
    for site in &state.spins {
        let line = format!("{}:{}", site.file(), site.line());
        if !report.spins.contains(&line) {
            report.spins.push(line);
        }
    }
    match &state.ending {
        Some(Ending::Asleep | Ending::Bounded) => report.blocked += 1,
        Some(Ending::Again | Ending::Carrier) => report.restarted += 1,
        Some(Ending::Found(found)) => {
            report.executions += 1;
            let finding = tell::finding(state, found);
            let is_known = |other: &Finding| {
                other.kind() == finding.kind() && other.message() == finding.message()
            };
            if !report.findings.iter().any(is_known) {
                report.findings.push(finding);
            }
        }
        _ => report.executions += 1,
    }
}

/// Whether an execution with a finding is within the bound on preemptions.
fn is_within(state: &mut State) -> bool {
    let State { driver, trace, sizes, threads, world, .. } = state;
    let Driver::Search(stack) = driver else { return true };
    let pending = threads.iter().filter_map(|(thread, slot)| {
        let (op, _) = slot.pending?;
        Some(Pending { thread: *thread, op, enabled: world.is_enabled(*thread, op) })
    });
    stack.is_whole_within(trace, &pending.collect::<Vec<_>>(), sizes)
}

/// Prepares the next execution. `broken` says that the execution did not come to its own end.
fn proceed(state: &mut State, broken: bool) -> bool {
    let Driver::Search(stack) = &mut state.driver else { return true };
    if broken && let Some(event) = state.trace.last_mut() {
        event.accesses.push((ObjectId::EVERYTHING, Touch::Write));
    }
    let pending = {
        let left = state.threads.iter().filter_map(|(thread, slot)| {
            let (op, _) = slot.pending?;
            let enabled = state.world.is_enabled(*thread, op);
            let past = match slot.last {
                Some(last) => &state.trace[last].clock,
                None => &slot.past,
            };
            let pending = Pending { thread: *thread, op, enabled };
            (!enabled).then_some(Left { pending, past })
        });
        left.collect::<Vec<_>>()
    };
    stack.end(&state.trace, &pending, &state.sizes, broken)
}
