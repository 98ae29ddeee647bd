//! The answer of `race` for programs; schema `race.schema.json`.

use reductio::Diagnostic;
use reductio::races::{
    Access, AccessKind, Conflicts, EngineName, HandOver, Names, Older, Race, Tally, Variable,
    Volatiles, Why,
};
use schemars::JsonSchema;
use serde::Serialize;

use super::{Trace, words};
use crate::json::{DiagnosticEntry, entries};

/// The answer of `race` as JSON.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RaceAnswer {
    tool: &'static str,
    version: &'static str,
    command: &'static str,
    /// The traces that could be read.
    traces: Vec<TraceEntry>,
    /// The variables of all these traces.
    results: Vec<VariableEntry>,
    errors: Vec<DiagnosticEntry>,
}

/// A trace.
#[derive(Debug, Serialize, JsonSchema)]
struct TraceEntry {
    file: String,
    #[schemars(extend("enum" = ["lazy", "table", "clocks", "all"]))]
    engine: &'static str,
    /// The accesses that conflict: two of which one writes, or any two.
    #[schemars(extend("enum" = ["read-write", "all"]))]
    conflicts: &'static str,
    /// The order that accesses of volatile variables make: between a write and later reads, or between any two.
    #[schemars(extend("enum" = ["write-read", "all"]))]
    volatiles: &'static str,
    accesses: u64,
    synchronizations: u64,
    /// Lines that say nothing about races: req, begin, end.
    passed_over: u64,
    /// Faulty lines that were left out, with --lenient.
    dropped: u64,
    /// Tells whether the trace was read to its end.
    complete: bool,
    variables: u64,
    /// Accesses that race, of all variables.
    races: u64,
    /// With --why.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    why: Vec<WhyEntry>,
}

/// A variable.
#[derive(Debug, Serialize, JsonSchema)]
struct VariableEntry {
    /// The name of the variable.
    id: String,
    /// The trace.
    file: String,
    /// Tells whether the variable has no race in this execution.
    #[schemars(extend("enum" = ["holds", "fails", "declined"]))]
    verdict: &'static str,
    /// The accesses that race with earlier ones.
    races: u64,
    /// The first of them.
    first: Option<FirstEntry>,
    /// With --compare: what older ways to use locksets say.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "OlderEntry")]
    older: Option<OlderEntry>,
}

/// The first access of a variable that races.
#[derive(Debug, Serialize, JsonSchema)]
struct FirstEntry {
    #[schemars(range(min = 1))]
    line: u64,
    thread: String,
    /// The lines of the earlier accesses with which it races: of the last write, and of each thread's last read since
    /// then.
    with: Vec<u64>,
    /// The access.
    access: AccessEntry,
    /// The earlier accesses, in the order of `with`.
    earlier: Vec<AccessEntry>,
    /// Locks, at most eight: had the thread acquired one of them just before, there would be no race.
    would_order: Vec<String>,
}

/// An access.
#[derive(Debug, Serialize, JsonSchema)]
struct AccessEntry {
    #[schemars(range(min = 1))]
    line: u64,
    thread: String,
    #[schemars(extend("enum" = ["read", "write"]))]
    kind: &'static str,
    location: Option<String>,
    /// The locks that the thread had.
    locks: Vec<String>,
    /// The thread's last synchronization before it.
    synchronized: Option<EventEntry>,
}

/// An event.
#[derive(Debug, Serialize, JsonSchema)]
struct EventEntry {
    #[schemars(range(min = 1))]
    line: u64,
    thread: String,
    /// The operation as in a trace: `acq(m)`.
    operation: String,
}

/// Tells whether older ways to use locksets raise an alarm.
#[derive(Debug, Serialize, JsonSchema)]
struct OlderEntry {
    std: bool,
    eraser: bool,
    lsa: bool,
}

/// The way in which a variable was handed on.
#[derive(Debug, Serialize, JsonSchema)]
struct WhyEntry {
    id: String,
    accesses: u64,
    threads: usize,
    hand_overs: Vec<HandOverEntry>,
    /// Hand-overs that are left out.
    more: u64,
}

/// The way in which an access of one thread comes before that of another one.
#[derive(Debug, Serialize, JsonSchema)]
struct HandOverEntry {
    #[schemars(range(min = 1))]
    from: u64,
    #[schemars(range(min = 1))]
    to: u64,
    /// The threads, locks and volatile variables on the way, from the one thread to the other; nothing for a race.
    chain: Vec<String>,
    /// The events by which it goes on.
    steps: Vec<EventEntry>,
}

impl RaceAnswer {
    /// Makes the answer about some traces.
    pub fn new(traces: &[Trace], errors: &[Diagnostic]) -> Self {
        let answered = || traces.iter().filter(|trace| trace.is_answered());
        RaceAnswer {
            tool: "reductio",
            version: env!("CARGO_PKG_VERSION"),
            command: "race",
            traces: answered().map(trace_entry).collect(),
            results: answered().flat_map(variables).collect(),
            errors: entries(errors),
        }
    }
}

fn trace_entry(trace: &Trace) -> TraceEntry {
    let (survey, found) = (&trace.survey, &trace.found);
    TraceEntry {
        file: trace.file.clone(),
        engine: match survey.engine {
            EngineName::Lazy => "lazy",
            EngineName::Table => "table",
            EngineName::Clocks => "clocks",
            EngineName::All => "all",
        },
        conflicts: match survey.reading.conflicts {
            Conflicts::ReadWrite => "read-write",
            Conflicts::All => "all",
        },
        volatiles: match survey.reading.volatiles {
            Volatiles::WriteToRead => "write-read",
            Volatiles::AllAccesses => "all",
        },
        accesses: found.counts.accesses,
        synchronizations: found.counts.synchronizations,
        passed_over: found.counts.passed_over,
        dropped: found.counts.dropped,
        complete: !found.is_cut,
        variables: found.names.variables() as u64,
        races: found.races(),
        why: found.why.iter().map(|why| why_entry(why, &found.names)).collect(),
    }
}

fn variables(trace: &Trace) -> impl Iterator<Item = VariableEntry> {
    (0_u32..)
        .zip(&trace.found.tallies)
        .map(|(number, tally)| variable(trace, Variable(number), tally))
}

fn variable(trace: &Trace, variable: Variable, tally: &Tally) -> VariableEntry {
    let found = &trace.found;
    let is_alarm = |older| {
        let comparison = found.comparison.as_ref();
        comparison.is_some_and(|comparison| comparison.alarms(older, variable).count > 0)
    };
    VariableEntry {
        id: found.names.of_variable(variable).to_owned(),
        file: trace.file.clone(),
        verdict: match tally.races {
            0 if found.is_cut => "declined",
            0 => "holds",
            _ => "fails",
        },
        races: tally.races,
        first: tally.first.as_ref().map(|race| first(race, &found.names)),
        older: found.comparison.is_some().then(|| OlderEntry {
            std: is_alarm(Older::Standard),
            eraser: is_alarm(Older::Eraser),
            lsa: is_alarm(Older::LastHeld),
        }),
    }
}

fn first(race: &Race, names: &Names) -> FirstEntry {
    FirstEntry {
        line: race.access.line,
        thread: names.of_thread(race.access.thread).to_owned(),
        with: race.with.iter().map(|access| access.line).collect(),
        access: access(&race.access, names),
        earlier: race.with.iter().map(|earlier| access(earlier, names)).collect(),
        would_order: race.remedies.iter().map(|&lock| names.of_lock(lock).to_owned()).collect(),
    }
}

fn access(access: &Access, names: &Names) -> AccessEntry {
    AccessEntry {
        line: access.line,
        thread: names.of_thread(access.thread).to_owned(),
        kind: match access.kind {
            AccessKind::Read => "read",
            AccessKind::Write => "write",
        },
        location: access.location.map(|location| names.of_location(location).to_owned()),
        locks: access.held.iter().map(|&lock| names.of_lock(lock).to_owned()).collect(),
        synchronized: access.synchronized.as_ref().map(|event| event_entry(event, names)),
    }
}

fn event_entry(event: &reductio::races::Event, names: &Names) -> EventEntry {
    EventEntry {
        line: event.line,
        thread: names.of_thread(event.thread).to_owned(),
        operation: words::operation(event, names),
    }
}

fn why_entry(why: &Why, names: &Names) -> WhyEntry {
    WhyEntry {
        id: why.name().to_owned(),
        accesses: why.accesses(),
        threads: why.threads(),
        hand_overs: why.hand_overs().iter().map(|one| hand_over(one, names)).collect(),
        more: why.more(),
    }
}

fn hand_over(hand_over: &HandOver, names: &Names) -> HandOverEntry {
    let first = hand_over.steps.first().map(|step| words::element(step.from, names));
    let rest = hand_over.steps.iter().map(|step| words::element(step.to, names));
    HandOverEntry {
        from: hand_over.from.line,
        to: hand_over.to.line,
        chain: first.into_iter().chain(rest).collect(),
        steps: hand_over.steps.iter().map(|step| event_entry(&step.event, names)).collect(),
    }
}
