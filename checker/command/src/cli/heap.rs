//! The arguments of the verb `heap`.

use clap::{Args, ValueEnum};
use reductio::heap::Reading;

use super::programs::JavaOptions;

pub(super) const HEAP_EXAMPLES: &str = "\
Examples:
  reductio heap hand_over.prog                     which variables one thread owns, which a lock protects
  reductio heap classes/                           the same for a Java program
  reductio heap hand_over.prog --reading printed   by the rules of S2 as printed, some of which are unsound
  reductio heap hand_over.prog --graph 12          what each variable may refer to before line 12
  reductio heap classes/ --graph Main.java:12 --format svg > heap.svg";

pub(super) const HEAP_LONG: &str = "\
Says for each variable of a program with a heap, without a search, where only one thread can access it, where a lock \
protects it, and why it is visible elsewhere (S2, sections 5 and 6). Nobody has proved the rules; they are tested \
against searches of all states.";

/// The formats of the answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum HeapFormat {
    /// For people
    #[default]
    Text,
    /// One JSON object
    Json,
    /// The graph of `--graph`, for Graphviz and other programs
    Dot,
    /// The graph of `--graph`, for browsers
    Svg,
}

/// A reading of S2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum HeapReading {
    /// With the repairs H1 to H8
    #[default]
    Repaired,
    /// As printed: some rules are unsound
    Printed,
}

/// The arguments of `heap`.
#[derive(Args, Debug)]
pub(crate) struct HeapArgs {
    /// A program (.prog), or a Java program: a folder of class files, a jar, a class file or a source file
    #[arg(value_name = "PROGRAM")]
    pub(crate) file: String,
    /// The rules of S2 with repairs, or as printed
    #[arg(long, value_enum, value_name = "READING", default_value_t)]
    pub(crate) reading: HeapReading,
    /// What each variable may refer to when a thread comes to a line: a number, or a file, a colon and a number
    #[arg(long, value_name = "LINE")]
    pub(crate) graph: Option<String>,
    /// The variables of library objects too
    #[arg(long)]
    pub(crate) library: bool,
    /// The thread that a program begins with [default: main]
    #[arg(long, value_name = "NAME")]
    pub(crate) entry: Option<String>,
    /// How the answer is written [default: text]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) format: Option<HeapFormat>,
    #[command(flatten)]
    pub(crate) java: JavaOptions,
}

impl HeapArgs {
    /// The reading of S2.
    pub(crate) fn rules(&self) -> Reading {
        match self.reading {
            HeapReading::Repaired => Reading::repaired(),
            HeapReading::Printed => Reading::printed(),
        }
    }
}
