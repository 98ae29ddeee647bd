//! Races of an execution as text.

use std::fmt::Write as _;

use reductio::races::{
    Access, Conflicts, Element, HandOver, Names, Older, Operation, Race, Step, Variable, Why,
};

use super::{Trace, words};
use crate::page::{BAD, FAINT, GOOD, HEADING, OPEN, Page, columns, grouped, padded};

/// The number of variables with races that are described; all are counted.
const MOST_RACES: usize = 20;
/// The number of earlier accesses of a race that are shown.
const MOST_EARLIER: usize = 8;
/// The number of hand-overs of a variable that are shown.
const MOST_STEPS: usize = 40;

/// The report on the races of a trace.
pub fn report(trace: &Trace, page: &Page) -> String {
    let found = &trace.found;
    let mut out = format!("{HEADING}{}{HEADING:#}: {}\n", trace.file, size(trace));
    let races = found.first_races();
    for race in races.iter().take(MOST_RACES) {
        let number = found.tallies[race.variable.index()].races;
        out += "\n";
        out += &one(race, number, &found.names, page);
    }
    if races.len() > MOST_RACES {
        let more = (races.len() - MOST_RACES) as u64;
        let _ = writeln!(
            out,
            "\nand {} with races: `--format json` has all",
            words::count(more, "more variable", "more variables")
        );
    }
    for why in &found.why {
        out += "\n";
        out += &handed_on(why, &found.names, page);
    }
    if found.comparison.is_some() {
        out += "\n";
        out += &older(trace);
    }
    out += "\n";
    out += &conclusion(trace, page);
    out
}

fn size(trace: &Trace) -> String {
    let counts = &trace.found.counts;
    let variables = trace.found.names.variables() as u64;
    format!(
        "{} of {}, {}",
        words::count(counts.accesses, "access", "accesses"),
        words::count(variables, "variable", "variables"),
        words::count(counts.synchronizations, "synchronization", "synchronizations")
    )
}

/// The first race of a variable.
fn one(race: &Race, number: u64, names: &Names, page: &Page) -> String {
    let variable = names.of_variable(race.variable);
    let more = match number - 1 {
        0 => String::new(),
        more => {
            format!(", and {} later", words::count(more, "access that races", "accesses that race"))
        }
    };
    let mut out = format!("{BAD}race{BAD:#} on `{variable}`{more}\n");
    let mut rows = vec![row(&race.access, names, false)];
    let shown = &race.with[..race.with.len().min(MOST_EARLIER)];
    rows.extend(shown.iter().map(|access| row(access, names, true)));
    let width = |k: usize| rows.iter().map(|row| columns(&row[k])).max().unwrap_or(0);
    let (first, second) = (width(0), width(1));
    for [who, place, held] in &rows {
        let _ = writeln!(out, "  {}  {}  {held}", padded(who, first), padded(place, second));
    }
    if race.with.len() > shown.len() {
        let more = (race.with.len() - shown.len()) as u64;
        let accesses = words::count(more, "earlier access", "earlier accesses");
        let _ = writeln!(out, "  and {accesses} more");
    }
    let mut said = Vec::new();
    for access in std::iter::once(&race.access).chain(shown) {
        let sentence = words::synchronized(access, names);
        if !said.contains(&sentence) {
            said.push(sentence);
        }
    }
    for sentence in said {
        out += &indented(&format!("{sentence}."), page);
    }
    out += &indented(&format!("{}.", words::remedy(race, names)), page);
    out
}

/// Prose with two blanks before it.
fn indented(text: &str, page: &Page) -> String {
    let narrower = Page::new(page.width.saturating_sub(2), page.style);
    narrower.prose(text, 2).lines().map(|line| format!("  {line}\n")).collect::<Vec<_>>().concat()
}

fn row(access: &Access, names: &Names, is_past: bool) -> [String; 3] {
    [
        words::acts(access, names, is_past),
        words::place(access.line, access.location, names),
        words::held(access, names),
    ]
}

/// How a variable was handed on.
fn handed_on(why: &Why, names: &Names, page: &Page) -> String {
    let races = why.hand_overs().iter().filter(|hand_over| hand_over.steps.is_empty()).count();
    let accesses = words::count(why.accesses(), "access", "accesses");
    let threads = words::count(why.threads() as u64, "thread", "threads");
    let mut out = format!("`{}`: {accesses} by {threads}", why.name());
    if why.accesses() == 0 {
        return out + "\n";
    }
    out += match (races, why.hand_overs()) {
        (0, []) => ": there is nothing to order\n",
        (0, _) => ": each happens before the next that conflicts with it\n",
        _ => ": some race\n",
    };
    for chain in chains(why.hand_overs()) {
        out += &indented(&told(chain, names), page);
    }
    for hand_over in why.hand_overs().iter().take(MOST_STEPS) {
        let _ = write!(out, "\n{}", in_lines(hand_over, names));
    }
    let more = why.more() + why.hand_overs().len().saturating_sub(MOST_STEPS) as u64;
    if more > 0 {
        let _ = writeln!(out, "  and {}", words::count(more, "hand-over more", "hand-overs more"));
    }
    out
}

/// Puts hand-overs together of which each begins with the thread with which the one before ends.
fn chains(all: &[HandOver]) -> Vec<&[HandOver]> {
    let joins = |one: &HandOver, next: &HandOver| {
        !one.steps.is_empty() && !next.steps.is_empty() && one.to.thread == next.from.thread
    };
    let chains = all.chunk_by(joins).filter(|chain| !chain[0].steps.is_empty());
    chains.take(MOST_STEPS / 4).collect()
}

/// `T1 -> m -> T2 -> (fork) T3`.
fn told(chain: &[HandOver], names: &Names) -> String {
    let mut out = names.of_thread(chain[0].from.thread).to_owned();
    for step in chain.iter().flat_map(|hand_over| &hand_over.steps) {
        let how = match step.event.operation {
            Operation::Fork(_) => "(fork) ",
            Operation::Join(_) => "(join) ",
            _ => "",
        };
        let _ = write!(out, " -> {how}{}", words::element(step.to, names));
    }
    out
}

/// A hand-over, a line for each of its events.
fn in_lines(hand_over: &HandOver, names: &Names) -> String {
    let mut out = String::new();
    let mut line = |number: u64, text: &str| {
        let _ = writeln!(out, "    line {number:<6} {text}");
    };
    line(hand_over.from.line, &words::end(&hand_over.from, names));
    for step in &hand_over.steps {
        line(step.event.line, &event(step, names));
    }
    let races = if hand_over.steps.is_empty() { ": a race" } else { "" };
    line(hand_over.to.line, &format!("{}{races}", words::end(&hand_over.to, names)));
    out
}

fn event(step: &Step, names: &Names) -> String {
    let thread = names.of_thread(step.event.thread);
    let name = |element: Element| words::element(element, names);
    match step.event.operation {
        Operation::Acquire(_) => format!("{thread} acquires {}", name(step.from)),
        Operation::Release(_) => format!("{thread} releases {}", name(step.to)),
        Operation::Fork(_) => format!("{thread} forks {}", name(step.to)),
        Operation::Join(_) => format!("{thread} joins {}", name(step.from)),
        Operation::VolatileRead(v) => format!("{thread} reads volatile {}", names.of_volatile(v)),
        Operation::VolatileWrite(v) => format!("{thread} writes volatile {}", names.of_volatile(v)),
        Operation::Read(_) | Operation::Write(_) => thread.to_owned(),
    }
}

/// What older ways to use locksets say, and where they are wrong.
fn older(trace: &Trace) -> String {
    let found = &trace.found;
    let Some(comparison) = &found.comparison else { return String::new() };
    let mut out = String::from("older ways to use locksets:\n");
    let mut wrong = Vec::new();
    for older in Older::ALL {
        let (mut alarms, mut falsely, mut missed) = (0_u64, 0_u64, 0_u64);
        for (number, tally) in (0_u32..).zip(&found.tallies) {
            let alarm = comparison.alarms(older, Variable(number));
            let (is_alarm, is_race) = (alarm.count > 0, tally.races > 0);
            alarms += u64::from(is_alarm);
            falsely += u64::from(is_alarm && !is_race);
            missed += u64::from(is_race && !is_alarm);
            if is_alarm != is_race && wrong.len() < MOST_RACES {
                let name = found.names.of_variable(Variable(number));
                wrong.push(match alarm.first {
                    Some(line) if !is_race => {
                        format!("  {:6} false alarm on `{name}`, line {line}", older.name())
                    }
                    _ => format!("  {:6} misses the race on `{name}`", older.name()),
                });
            }
        }
        let _ = writeln!(
            out,
            "  {:6} {}, {falsely} false, {}",
            older.name(),
            words::count(alarms, "variable with alarms", "variables with alarms"),
            words::count(missed, "race missed", "races missed")
        );
    }
    for line in wrong {
        let _ = writeln!(out, "{FAINT}{line}{FAINT:#}");
    }
    out
}

fn conclusion(trace: &Trace, page: &Page) -> String {
    let found = &trace.found;
    let racy = found.tallies.iter().filter(|tally| tally.races > 0).count() as u64;
    let all = found.tallies.len() as u64;
    let conflicts = match trace.survey.reading.conflicts {
        Conflicts::ReadWrite => "",
        Conflicts::All => ", where all accesses conflict",
    };
    let so_far = if found.is_cut { " up to where the run was ended" } else { "" };
    let (colour, text) = if racy > 0 {
        let accesses = words::count(found.races(), "access", "accesses");
        let variables = words::count(all, "variable", "variables");
        let text = format!(
            "races in this execution{so_far}{conflicts}: {accesses}, on {} of {variables}",
            grouped(&racy)
        );
        (BAD, text)
    } else if found.is_cut {
        (OPEN, format!("no race{so_far}{conflicts}"))
    } else {
        (GOOD, format!("no race in this execution{conflicts}"))
    };
    let plain = page.prose(&text, 2);
    let mut lines = plain.lines();
    let first = lines.next().unwrap_or_default();
    let mut out = format!("{colour}{first}{colour:#}\n");
    for line in lines {
        let _ = writeln!(out, "{line}");
    }
    out
}
