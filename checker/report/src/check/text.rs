//! The answer of `check` as text for people.

use std::fmt::Write as _;

use reductio::Verdict;
use reductio::check::{CheckReport, Inconclusive, SystemClaim};
use reductio::discipline::SideConditions;
use reductio::search::{FindingKind, Order, Stopped};

use super::names::{cell_names, object_names, repeated_names, replay_command, shortened, size};
use super::{grounds, guess, properties, symmetry};
use crate::execution::finding_to_text;
use crate::page::{BAD, GOOD, HEADING, OPEN, Page, grouped, plural, wrapped};

/// The number of runs that are shown for one kind of finding.
const SHOWN: usize = 8;

/// A report as text: the system, the search, a line for each claim, and the runs of the findings.
pub fn report(report: &CheckReport, page: &Page) -> String {
    let mut out =
        report.guess.as_ref().map_or_else(String::new, |found| guess::text(found, page) + "\n");
    out += &heading(report, page);
    let mut open: Vec<&str> = Vec::new();
    for (claim, verdict) in &report.claims {
        let colour = match verdict {
            Verdict::Holds(()) => GOOD,
            Verdict::Fails(_) => BAD,
            Verdict::Declined(why) => {
                let words = open_words(*why);
                if !open.contains(&words) {
                    open.push(words);
                }
                OPEN
            }
        };
        let said = claim_words(report, *claim);
        let said = wrapped(&said, page.width, 12, 12).join("\n");
        let _ = writeln!(out, "  {colour}{:8}{colour:#}  {said}", verdict.word());
    }
    for why in open {
        out += &page.prose(&format!("Declined: {why}."), 0);
    }
    out.push_str(&runs(report, page));
    out.push_str(&remarks(report, page));
    out
}

fn heading(report: &CheckReport, page: &Page) -> String {
    let system = report.subject.system();
    let exploration = &report.exploration;
    let (how, states, steps) = match report.order {
        Order::Reduced => ("reduced search", "visible state", "reduced step"),
        Order::Unreduced => ("unreduced search", "state", "step"),
    };
    let early = if exploration.is_complete() { "" } else { ", ended early" };
    let size = size(system);
    let renamed = if report.symmetry.is_used() { " up to renaming" } else { "" };
    let search = format!(
        "{how}{early}: {}{renamed}, {}, depth {}",
        counted(exploration.states as u64, states),
        counted(exploration.transitions, steps),
        exploration.depth,
    );
    format!("{HEADING}{}{HEADING:#}{}", page.prose(&size, 2), page.prose(&search, 2))
}

/// A number with its noun: `1 step`, `1,234 steps`.
fn counted(number: u64, noun: &str) -> String {
    format!("{} {noun}{}", grouped(&number), if number == 1 { "" } else { "s" })
}

/// The words for a claim.
pub(crate) fn claim_words(report: &CheckReport, claim: SystemClaim) -> String {
    claim.in_words(report.subject.system())
}

/// The reason why claims are not decided, as a sentence.
pub(crate) fn open_words(why: Inconclusive) -> &'static str {
    match why {
        Inconclusive::Stopped(Stopped::Found) => {
            "the search ended with the first violation; `--keep-going` goes on"
        }
        Inconclusive::Stopped(Stopped::States) => {
            "there are more states than `--max-states` allows"
        }
        Inconclusive::Stopped(Stopped::Memory) => {
            "the states take more memory than `--memory` allows"
        }
        Inconclusive::Stopped(Stopped::Cancelled) => "the search was ended before it was complete",
        Inconclusive::NoDiscipline => {
            "a reduced search says no more of a system that violates its discipline; `--unreduced` does"
        }
        Inconclusive::Formula => "the automaton of a formula is too large",
        Inconclusive::Outside => "the reduction theorem does not apply, see below",
        Inconclusive::Endless => {
            "a thread can take invisible steps for ever, which is no fault, but then the reduction theorem does not \
             apply; `--unreduced` explores every step"
        }
        Inconclusive::Steps(Stopped::Memory) => {
            "the steps between states, which show that no thread is stuck, take more memory than `--memory` allows"
        }
        Inconclusive::Steps(Stopped::Cancelled) => {
            "the search for threads that are stuck was ended before it was complete"
        }
        Inconclusive::Steps(Stopped::States | Stopped::Found) => {
            "the search did not look for threads that are stuck"
        }
    }
}

/// The runs of the findings. Of many findings of one kind only the first are shown, and the others counted.
fn runs(report: &CheckReport, page: &Page) -> String {
    if report.exploration.findings.is_empty() {
        return String::new();
    }
    let mut out = String::new();
    let findings = &report.exploration.findings;
    let mut left_out = 0;
    for (index, finding) in findings.iter().enumerate() {
        let sort = std::mem::discriminant(&finding.kind);
        let before = findings[..index].iter();
        let is_listed =
            matches!(finding.kind, FindingKind::Invariant(_) | FindingKind::Property { .. });
        if !is_listed
            && before.filter(|one| std::mem::discriminant(&one.kind) == sort).count() >= SHOWN
        {
            left_out += 1;
            continue;
        }
        match report.execution(index) {
            Ok(execution) => {
                let replay = replay_command(report, finding);
                let _ = write!(out, "\n{}", finding_to_text(&execution, &replay, page));
            }
            Err(error) => {
                let _ =
                    writeln!(out, "\nthe run cannot be replayed, a bug of this program: {error}");
            }
        }
    }
    if left_out > 0 {
        let findings = plural(left_out, "more finding");
        out += "\n";
        out +=
            &page.prose(&format!("{findings} of these sorts: `--format json` lists them all."), 0);
    }
    out
}

/// The control points that no run reaches, and the basis of the verdicts.
fn remarks(report: &CheckReport, page: &Page) -> String {
    let mut all = Vec::new();
    let system = report.subject.system();
    let unreached = report.unreached();
    if !unreached.is_empty() {
        let name = |&(thread, point): &(reductio::system::ThreadId, usize)| {
            let owner = system.thread(thread);
            format!("{} of {}", owner.points()[point].name(), owner.name())
        };
        let names: Vec<String> = unreached.iter().map(name).collect();
        all.push(format!("No run reaches {}.", names.join(", ")));
    }
    if report.is_classified() {
        all.extend(symmetry::paragraphs(report));
        rests_on(report, &mut all);
    }
    if all.is_empty() {
        return String::new();
    }
    "\n".to_owned() + &all.iter().map(|text| page.prose(text, 0)).collect::<String>()
}

/// Adds sentences that say why the search is right about the original system, or why it may not be.
fn rests_on(report: &CheckReport, out: &mut Vec<String>) {
    let of = |is_wanted: fn(&SideConditions) -> bool| {
        let names = object_names(report.subject.system(), &report.objects(is_wanted));
        (!names.is_empty()).then(|| shortened(&names))
    };
    let open = cell_names(report.subject.system(), report.subject.open_cells());
    if !open.is_empty() {
        out.push(format!("Treated as open, whatever their class: {}.", shortened(&open)));
    }
    if report.order == Order::Reduced {
        if let Some(names) = of(|side| matches!(side, SideConditions::Demoted)) {
            out.push(format!("Treated as open: {names}."));
        }
        let repeated = repeated_names(&report.subject);
        if !repeated.is_empty() {
            out.push(format!(
                "Visible, because a thread could repeat them for ever with steps that no other sees: {}.",
                shortened(&repeated)
            ));
        }
        if let Some(names) = of(|side| matches!(side, SideConditions::Neither(_))) {
            out.push(format!(
                "The reduction theorem does not apply: no set of side conditions is met by {names} \
                 (`reductio explain {}` says where). What was found is real; what was not found may exist. \
                 `--demote-outside` treats as open what meets none, `--unreduced` explores every step.",
                report.subject.file.name()
            ));
            return;
        }
    }
    if let Some((said, found)) = grounds::resort(report) {
        out.push(said);
        out.extend(found.into_iter().map(|one| format!("  {one}")));
    }
    out.extend(grounds::paragraphs(report));
    out.extend(properties::paragraphs(report));
}
