//! A suggestion after a finding under C11's memory: the one ordering that, if it were stronger, would forbid it.

use std::time::Duration;

use crate::explorer::Explorer;
use crate::finding::FindingKind;
use crate::memory::Memory;
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

/// Tries single orderings, and adds those that help to the report.
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
    explorer.time = Some(TIME);
    for line in sites {
        for strongest in [false, true] {
            let rules = Rules {
                stops_at_finding: true,
                stronger: Some((line, strongest)),
                ..rules.clone()
            };
            let tried = worker::search(Walk::new(explorer.clone(), rules), root, site);
            if tried.holds() {
                report.suggestions.push(format!(
                    "{} in {}:{}:{}",
                    if strongest { "`SeqCst`" } else { "`Acquire`, `Release` or `AcqRel`" },
                    line.file(),
                    line.line(),
                    line.column()
                ));
                break;
            }
        }
    }
}
