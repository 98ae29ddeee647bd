//! The answer of `check` for people.

use std::fmt::Write as _;

use super::{Claim, Open, Report, guess};
use crate::discipline::{Conditions, Discipline};
use crate::page::{BAD, FAINT, GOOD, HEADING, OPEN, Page, plural, wrapped};
use crate::search::{Order, Stopped};
use crate::verdict::Verdict;

/// A report: the system, the search, a line for each claim, the runs of what fails.
pub(crate) fn report(report: &Report, page: &Page) -> String {
    let mut out =
        report.guess.as_ref().map_or_else(String::new, |found| guess::text(found, page) + "\n");
    out += &heading(report);
    for (claim, verdict) in &report.claims {
        let (colour, reason) = match verdict {
            Verdict::Holds(()) => (GOOD, String::new()),
            Verdict::Fails(_) => (BAD, String::new()),
            Verdict::Declined(why) => (OPEN, format!(" ({})", open_words(*why))),
        };
        let said = format!("{}{reason}", claim_words(report, *claim));
        let said = wrapped(&said, page.width, 12, 12).join("\n");
        let _ = writeln!(out, "  {colour}{:8}{colour:#}  {said}", verdict.word());
    }
    out.push_str(&runs(report, page));
    out.push_str(&remarks(report, page));
    out
}

fn heading(report: &Report) -> String {
    let system = &report.subject.system;
    let points: usize = system.threads().iter().map(|thread| thread.points().len()).sum();
    let exploration = &report.exploration;
    let (how, states, steps) = match report.order {
        Order::Reduced => ("reduced search", "visible states", "reduced steps"),
        Order::Unreduced => ("unreduced search", "states", "steps"),
    };
    format!(
        "{HEADING}{}{HEADING:#}: {}, {}, {}\n{how}: {} {states}, {} {steps}, depth {}\n",
        system.name(),
        plural(system.threads().len(), "thread"),
        plural(points, "control point"),
        plural(system.cells().len() - system.threads().len(), "cell"),
        grouped(exploration.states as u64),
        grouped(exploration.transitions),
        exploration.depth,
    )
}

/// `1,234,567`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A claim in words.
pub(crate) fn claim_words(report: &Report, claim: Claim) -> String {
    let system = &report.subject.system;
    match claim {
        Claim::Discipline => "the discipline is followed".to_owned(),
        Claim::NoFailure => "no thread fails".to_owned(),
        Claim::NoDeadlock => "no deadlock".to_owned(),
        Claim::NoEndlessLoop => "no thread takes invisible steps for ever".to_owned(),
        Claim::Invariant(number) => format!("invariant \"{}\"", system.invariants()[number].name),
        Claim::Reach(number) => format!("reached: \"{}\"", system.reachable()[number].name),
    }
}

pub(crate) fn open_words(why: Open) -> &'static str {
    match why {
        Open::Stopped(Stopped::Found) => {
            "the search ended with the first violation; --keep-going goes on"
        }
        Open::Stopped(Stopped::States) => "as many states as allowed: --max-states",
        Open::Stopped(Stopped::Memory) => "as much memory as allowed: --memory",
        Open::Stopped(Stopped::Cancelled) => "the search was ended early",
        Open::NoDiscipline => "a reduced search speaks for systems that follow their discipline",
        Open::Outside => "the reduction theorem does not apply, see below",
        Open::Endless => "a reduced search speaks for systems without endless invisible loops",
    }
}

/// The run of each finding.
fn runs(report: &Report, page: &Page) -> String {
    let discipline = Discipline::with(&report.subject.system, &report.subject.settings);
    let mut out = String::new();
    for (index, finding) in report.exploration.findings.iter().enumerate() {
        match report.execution(&discipline, index) {
            Ok(execution) => {
                let _ = write!(out, "\n{}", execution.to_text(page));
                let _ = writeln!(out, "{FAINT}{}{FAINT:#}", replay_command(report, &finding.run));
            }
            Err(error) => {
                let _ =
                    writeln!(out, "\nthe run cannot be replayed, a bug of this program: {error}");
            }
        }
    }
    out
}

/// The command that shows a run again.
pub(crate) fn replay_command(report: &Report, run: &[(usize, usize)]) -> String {
    let mut out = format!("reductio replay {}", report.subject.file.name());
    for (name, value) in &report.subject.constants {
        let _ = write!(out, " --const {name}={value}");
    }
    let steps: Vec<String> = run.iter().map(|(thread, step)| format!("{thread}.{step}")).collect();
    let _ = write!(
        out,
        " --steps {}",
        if steps.is_empty() { "none".to_owned() } else { steps.join(",") }
    );
    out
}

/// What the verdicts rest on, and what nobody reaches.
fn remarks(report: &Report, page: &Page) -> String {
    let discipline = Discipline::with(&report.subject.system, &report.subject.settings);
    let mut out = String::from("\n");
    let unreached = report.unreached();
    if !unreached.is_empty() {
        let system = &report.subject.system;
        let name = |&(thread, point): &(crate::system::ThreadId, usize)| {
            let owner = system.thread(thread);
            format!("{} of {}", owner.points()[point].name(), owner.name())
        };
        let names: Vec<String> = unreached.iter().map(name).collect();
        out += &page.prose(&format!("No run reaches {}.", names.join(", ")), 2);
    }
    if report.order == Order::Unreduced {
        return if out.len() > 1 { out } else { String::new() };
    }
    let system = &report.subject.system;
    let of = |wanted: fn(&Conditions) -> bool| {
        let objects = system.objects().iter().zip(discipline.conditions());
        let names: Vec<&str> = objects.filter(|(_, c)| wanted(c)).map(|(x, _)| x.name()).collect();
        (!names.is_empty()).then(|| shortened(&names))
    };
    let met = [
        (of(|c| matches!(c, Conditions::SetA)), "Set A"),
        (of(|c| matches!(c, Conditions::SetB)), "Set B"),
    ];
    let met: Vec<String> =
        met.into_iter().filter_map(|(names, set)| Some(format!("{} {set}", names?))).collect();
    if let Some(names) = of(|c| matches!(c, Conditions::Demoted)) {
        out += &page.prose(&format!("Treated as open variables: {names}."), 2);
    }
    if let Some(names) = of(|c| matches!(c, Conditions::Neither(_))) {
        let text = format!(
            "The reduction theorem does not apply: {names} meets neither set of side conditions \
             (`reductio explain {}` says where). What was found is real; what was not found may exist. \
             `--demote` treats these variables as open, `--unreduced` explores every step.",
            report.subject.file.name()
        );
        out += &page.prose(&text, 2);
    } else if report.speaks_for_all() && report.exploration.is_complete() {
        let rests = match &met[..] {
            [] => "nothing is protected".to_owned(),
            met => format!("side conditions met: {}", met.join("; ")),
        };
        let text = format!(
            "By Theorem 1 these are the verdicts of the original system with all its steps ({rests})."
        );
        out += &page.prose(&text, 2);
    }
    out
}

/// The first few of many names.
fn shortened(names: &[&str]) -> String {
    const FEW: usize = 6;
    let shown = names[..names.len().min(FEW)].join(", ");
    if names.len() > FEW { format!("{shown} and {} more", names.len() - FEW) } else { shown }
}
