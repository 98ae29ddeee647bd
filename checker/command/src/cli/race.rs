//! The arguments of the verb `race`.

use clap::{Args, ValueEnum};
use reductio::races::{Conflicts, EngineName, Reading, Survey, Volatiles};

pub(super) const RACE_EXAMPLES: &str = "\
Examples:
  reductio race run.std                       the races of an execution
  reductio race run.std.gz                    compressed
  tracer | reductio race -                    from standard input
  reductio race run.std --why task.out        how a variable is handed on without a race
  reductio race run.std --check               all engines, compared at each event
  reductio race run.std --compare             older ways to use locksets, and their false alarms
  reductio race run.std --format sarif        for editors and code hosts
  reductio race run.std --format svg > r.svg  the races as a chart

A trace has one event a line, thread|operation(name)|location. The operations are r and w, acq and rel, fork and join,
vr and vw for volatile variables; req, begin and end are passed over.";

pub(super) const RACE_LONG: &str = "\
Reads the trace of an execution and finds its data races: accesses of a variable by two threads, at least one of them \
a write, of which none happens before the other. Says what both threads had, when they last synchronized, and which \
lock would have ordered them. No race in this execution does not mean that the program has none.";

#[expect(clippy::struct_excessive_bools, reason = "each is an option of the command")]
#[derive(Args, Debug)]
pub(crate) struct RaceArgs {
    /// Traces (.std, also compressed by gzip), folders, `-` for standard input
    #[arg(value_name = "TRACES", required = true)]
    pub(crate) files: Vec<String>,
    /// What keeps the order of events; the answers are the same [default: lazy]
    #[arg(long, value_enum, value_name = "ENGINE", conflicts_with = "check")]
    pub(crate) engine: Option<Engine>,
    /// Ask all engines, and compare their answers at each event
    #[arg(long)]
    pub(crate) check: bool,
    /// Any two accesses conflict, two reads as well
    #[arg(long)]
    pub(crate) all_conflict: bool,
    /// What accesses of volatile variables order
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = Volatile::WriteRead)]
    pub(crate) volatile: Volatile,
    /// Leave out faulty lines, and count them
    #[arg(long)]
    pub(crate) lenient: bool,
    /// Say how this variable is handed on from thread to thread
    #[arg(long, value_name = "VARIABLE")]
    pub(crate) why: Vec<String>,
    /// Use locksets in older ways too, and mark where they are wrong
    #[arg(long)]
    pub(crate) compare: bool,
    /// How the answer is written [default: text]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) format: Option<RaceFormat>,
}

/// The engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Engine {
    /// Locksets that grow when somebody asks
    Lazy,
    /// The lockset table: each distinct lockset once (S4 section 7)
    Table,
    /// Vector clocks and epochs
    Clocks,
}

/// The order that accesses of volatile variables make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Volatile {
    /// A write comes before later reads, as in Java
    WriteRead,
    /// Each access comes before all later ones, as if it had a lock (S4 section 4)
    All,
}

/// The formats of the answers of `race`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RaceFormat {
    /// For people
    Text,
    /// One JSON object
    Json,
    /// SARIF 2.1.0, for editors and code hosts
    Sarif,
    /// The first races, or how variables are handed on, as a chart for browsers
    Svg,
}

impl RaceArgs {
    /// The questions that are asked of each trace.
    pub(crate) fn survey(&self) -> Survey {
        Survey {
            engine: match (self.check, self.engine) {
                (true, _) => EngineName::All,
                (false, None | Some(Engine::Lazy)) => EngineName::Lazy,
                (false, Some(Engine::Table)) => EngineName::Table,
                (false, Some(Engine::Clocks)) => EngineName::Clocks,
            },
            reading: Reading {
                conflicts: if self.all_conflict { Conflicts::All } else { Conflicts::ReadWrite },
                volatiles: match self.volatile {
                    Volatile::WriteRead => Volatiles::WriteToRead,
                    Volatile::All => Volatiles::AllAccesses,
                },
            },
            is_lenient: self.lenient,
            compare: self.compare,
            why: self.why.clone(),
        }
    }
}
