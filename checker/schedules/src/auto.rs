//! A search under `Memory::Auto`: of schedules first, and of the executions of C11's memory where DRF-SC does not say
//! that these are the same.

use std::time::{Duration, Instant};

use crate::explorer::Explorer;
use crate::finding::FindingKind;
use crate::memory::{C11, Memory};
use crate::report::{Bound, Report};
use crate::run::slot::Rules;
use crate::search::event::Site;
use crate::strategy::Strategy;
use crate::walk::Walk;
use crate::worker::{self, Root};

/// So many executions of C11's memory are walked at most, and so many times as many as there are schedules: a test that
/// takes a second today must not take an hour. `Memory::Rc11` has no such bound.
const MOST: usize = 100_000;
const TIMES: usize = 20;

/// So long, and so many times as long as schedules took: a loop that takes a lock in each round has graphs without end.
const TIME: Duration = Duration::from_secs(5);
const TIMES_AS_LONG: u32 = 20;

/// Walks to the end, and reports.
pub(crate) fn search(explorer: &Explorer, rules: Rules, root: &Root, site: Site) -> Report {
    if explorer.replay.as_ref().is_some_and(|schedule| schedule.weak) {
        let mut explorer = explorer.clone();
        explorer.memory = Memory::Rc11;
        return worker::search(Walk::new(explorer, rules), root, site);
    }
    let begin = Instant::now();
    let mut report = worker::search(Walk::new(explorer.clone(), rules.clone()), root, site);
    if !report.findings.is_empty() || explorer.replay.is_some() {
        return report;
    }
    let since = report.premise.unordered.take().or_else(|| {
        let what = report.premise.outside?;
        Some(format!("a thread was about to {what},\nwhich DRF-SC does not speak about"))
    });
    report.c11 = match since {
        None if report.is_complete() => C11::ByDrfSc { watched: report.premise.watched },
        None if explorer.strategy.samples() && report.premise.watched => {
            let why = "in the schedules that were drawn, any two accesses, one of which writes, were\nordered or both `SeqCst`, and others are not known";
            C11::Undecided { since: None, why: why.to_owned() }
        }
        None => C11::NotAsked,
        Some(since) if report.bounds == [Bound::Sampled] => {
            graphs(&mut report, explorer, rules, root, site, since)
        }
        // Graphs have no bound on preemptions: all of them are more than what was walked so far.
        Some(since) if !report.bounds.iter().all(|b| matches!(b, Bound::Preemptions(_))) => {
            C11::Undecided { since: Some(since), why: "not all schedules were walked".to_owned() }
        }
        Some(since) if explorer.strategy != Strategy::Optimal => {
            let why = "its executions have a search of their own, without `strategy`";
            C11::Undecided { since: Some(since), why: why.to_owned() }
        }
        Some(since) => graphs(&mut report, explorer, rules, root, site, since),
    };
    report.time = begin.elapsed();
    report
}

/// Walks the executions of C11's memory, and adds what it finds to the report.
fn graphs(
    report: &mut Report,
    explorer: &Explorer,
    rules: Rules,
    root: &Root,
    site: Site,
    since: String,
) -> C11 {
    let most = report.executions.saturating_mul(TIMES).max(MOST);
    let mut explorer = explorer.clone();
    explorer.memory = Memory::Rc11;
    let samples = explorer.strategy.samples();
    if !samples {
        explorer.executions = Some(explorer.executions.unwrap_or(most).min(most));
    }
    let longest = report.time.saturating_mul(TIMES_AS_LONG).max(TIME);
    let left = explorer.time.map(|time| time.saturating_sub(report.time));
    explorer.time =
        if samples { left } else { Some(left.map_or(longest, |left| left.min(longest))) };
    (explorer.workers, explorer.preemptions) = (1, None);
    let found = worker::search(Walk::new(explorer, rules), root, site);
    report.premise.uses(found.premise.weaker);
    let undecided = |since, why| C11::Undecided { since: Some(since), why };
    for finding in found.findings {
        let is_own = match finding.kind() {
            FindingKind::NotRepeatable | FindingKind::Stalled | FindingKind::NoThread => false,
            FindingKind::Panic
            | FindingKind::Deadlock
            | FindingKind::Stuck
            | FindingKind::LockedTwice
            | FindingKind::LeakedGuard
            | FindingKind::Discipline
            | FindingKind::Endless => true,
        };
        if !is_own {
            // Schedules are repeatable: so threads talk in a way that this search does not see.
            let why = "its executions cannot be walked one by one: threads share something that\nthe search does not see";
            return undecided(since, why.to_owned());
        }
        report.add_finding(finding);
        report.bounds.push(Bound::Finding);
    }
    let is_known = |bound: &&Bound| {
        let of_samples = matches!(bound, Bound::Sampled | Bound::Steps(_) | Bound::Time(_));
        matches!(bound, Bound::Finding) || samples && of_samples
    };
    let unknown = found.bounds.iter().find(|bound| !is_known(bound));
    if let Some(bound) = unknown {
        return undecided(since, bound.to_string());
    }
    report.in_order = report.in_order.or(found.in_order);
    report.longest = report.longest.max(found.longest);
    crate::report::add_lines(&mut report.spins, found.spins.into_iter());
    let (executions, blocked) = (found.executions, found.blocked);
    if samples {
        C11::Sampled { executions, blocked, since }
    } else {
        C11::Walked { executions, blocked, since }
    }
}
