//! A suggestion after a finding under C11's memory: the one ordering that, if it were stronger, would forbid it; or, if
//! there is none, the fence that would, or two of them.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::explorer::Explorer;
use crate::finding::FindingKind;
use crate::memory::Memory;
use crate::memory::stronger::{Fence, Stronger};
use crate::report::Report;
use crate::run::slot::Rules;
use crate::search::event::Site;
use crate::strategy::Strategy;
use crate::walk::Walk;
use crate::worker::{self, Root};

/// So many orderings are tried, each with a search of so many executions and so much time at most.
const TRIED: usize = 8;
const EXECUTIONS: usize = 20_000;
const TIME: Duration = Duration::from_secs(2);

/// So long fences are tried, all together.
const TIME_FOR_FENCES: Duration = Duration::from_secs(10);

/// Orderings of fences, the strongest one last.
const FENCES: [Ordering; 3] = [Ordering::Acquire, Ordering::Release, Ordering::AcqRel];

/// Tries single orderings, and then fences, and adds those that help to the report.
pub(crate) fn suggest(
    report: &mut Report,
    explorer: &Explorer,
    rules: &Rules,
    root: &Root,
    site: Site,
) {
    let is_about_orderings = report.findings.first().is_some_and(|finding| {
        let is_race = finding.kind() == FindingKind::Discipline;
        is_race || finding.schedule.weak && finding.kind() == FindingKind::Panic
    });
    // Who asks for all findings looks at executions, and these would be more.
    let is_asked = explorer.memory != Memory::SequentiallyConsistent && !explorer.all_findings;
    if !is_about_orderings || !is_asked {
        return;
    }
    let mut sites = report.premise.weaker.clone();
    sites.sort_unstable_by_key(|site| (site.file(), site.line(), site.column()));
    sites.truncate(TRIED);
    let mut explorer = explorer.clone();
    (explorer.memory, explorer.strategy) = (Memory::Rc11, Strategy::Optimal);
    (explorer.workers, explorer.preemptions, explorer.all_findings) = (1, None, false);
    explorer.executions = Some(EXECUTIONS);
    let tries = Tries { explorer, rules: rules.clone(), root: Arc::clone(root), site };
    for line in &sites {
        for strongest in [false, true] {
            if tries.holds(Stronger { ordering: Some((line, strongest)), fences: Vec::new() }) {
                let order = if strongest { "`SeqCst`" } else { "`Acquire`, `Release` or `AcqRel`" };
                report.suggestions.push(format!("{order} in {}", place(line)));
                break;
            }
        }
    }
    if report.suggestions.is_empty() {
        report.suggestions.extend(tries.fences(&sites));
    }
}

fn place(line: Site) -> String {
    format!("{}:{}:{}", line.file(), line.line(), line.column())
}

/// A finding that is to be forbidden.
struct Tries {
    explorer: Explorer,
    rules: Rules,
    root: Root,
    site: Site,
}

impl Tries {
    /// Decides whether nothing is wrong in any execution with these orderings and fences.
    fn holds(&self, stronger: Stronger) -> bool {
        let rules = Rules { stops_at_finding: true, stronger, ..self.rules.clone() };
        let mut explorer = self.explorer.clone();
        explorer.time = Some(TIME);
        worker::search(Walk::new(explorer, rules), &self.root, self.site).holds()
    }

    /// The fence that helps, or the first two fences that do, in words: beside operations in these lines.
    fn fences(&self, sites: &[Site]) -> Option<String> {
        let begin = Instant::now();
        let with = |fences: &[Fence]| {
            begin.elapsed() < TIME_FOR_FENCES
                && self.holds(Stronger { ordering: None, fences: fences.to_vec() })
        };
        let strongest =
            |site: &Site| [true, false].map(|after| Fence { site, after, order: Ordering::SeqCst });
        let all: Vec<Fence> = sites.iter().flat_map(strongest).collect();
        let ones = all.iter().map(|fence| vec![*fence]);
        let two = |(at, one): (usize, &Fence)| {
            let others = all[at + 1..].iter().filter(|other| other.site != one.site);
            others.map(|other| vec![*one, *other]).collect::<Vec<_>>()
        };
        let twos = all.iter().enumerate().flat_map(two);
        let mut fences = ones.chain(twos).find(|fences| with(fences))?;
        // As weak as they may be, one after the other.
        for number in 0..fences.len() {
            for order in FENCES {
                let mut weaker = fences.clone();
                weaker[number].order = order;
                if with(&weaker) {
                    fences = weaker;
                    break;
                }
            }
        }
        let one = |fence: &Fence| {
            let side = if fence.after { "after" } else { "before" };
            format!("`fence({:?})` {side} {}", fence.order, place(fence.site))
        };
        Some(fences.iter().map(one).collect::<Vec<_>>().join(" and "))
    }
}
