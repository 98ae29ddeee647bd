//! The search that decides by DRF-SC where it can, beside the definitions of both memories and of the premise.

use reductio_schedules::{C11, Explorer};

use super::language::{Do, Program};
use super::{brute, threads};

/// How a program was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decided {
    ByDrfSc,
    ByGraphs,
    Found,
}

/// Says how a program is decided, or in which way the search is wrong. `None` if the program is too large.
pub(crate) fn decided(program: &Program, most: usize) -> Option<Result<Decided, String>> {
    let (schedules, ordered) = brute::sequential(program, 2, most)?;
    let graphs = brute::known(program, 2, most)?;
    let (found, report) = threads::known(&Explorer::new(), program, 2);
    let wrong = |how: &str| {
        let all = format!("{how}:\n{program:#?}\n{schedules:?}\n{graphs:?}\n{found:?}\n{report}");
        Some(Err(all))
    };
    // Whether somebody finds a lock taken is a read as well, which the theorem does not speak about.
    let ordered =
        ordered && !program.iter().flatten().any(|step| matches!(step, Do::TryLock { .. }));
    // The theorem itself.
    if ordered && (schedules != graphs || graphs.races) {
        return wrong("the premise holds and the conclusion does not");
    }
    if found.races != graphs.races {
        return wrong("races");
    }
    let same = found.ends.keys().eq(graphs.ends.keys());
    let is_stuck = report.findings.iter().any(|finding| {
        use reductio_schedules::FindingKind::{Deadlock, Endless, Stuck};
        matches!(finding.kind(), Deadlock | Endless | Stuck)
    });
    if !found.races && is_stuck != (graphs.stuck > 0) {
        return wrong("who waits for ever");
    }
    match &report.c11 {
        _ if !report.findings.is_empty() => Some(Ok(Decided::Found)),
        C11::ByDrfSc { .. } if !ordered => wrong("the premise was thought to hold"),
        C11::ByDrfSc { .. } if same => Some(Ok(Decided::ByDrfSc)),
        C11::Walked { .. } if ordered => wrong("the premise was thought not to hold"),
        C11::Walked { .. } if same => Some(Ok(Decided::ByGraphs)),
        C11::ByDrfSc { .. } | C11::Walked { .. } => wrong("other ends"),
        _ => wrong("nothing was decided"),
    }
}
