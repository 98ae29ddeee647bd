//! The command line: verbs, arguments and options.

mod begin;
mod certificates;
#[cfg(feature = "cluster")]
mod cluster;
mod editors;
mod export;
mod heap;
mod java;
mod notebooks;
mod programs;
mod race;
mod report;
mod reproduce;
mod searches;
mod states;
mod systems;
mod values;

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use clap::{
    Arg, Args, Command, CommandFactory as _, FromArgMatches as _, Parser, Subcommand, ValueEnum,
};
use reductio_algebra::Style;
use reductio_proofs::ReplayLimits;

use begin::{EXAMPLES_EXAMPLES, EXAMPLES_LONG, NEW_EXAMPLES, NEW_LONG};
pub(crate) use begin::{ExamplesArgs, NewArgs};
pub(crate) use certificates::VerifyArgs;
use certificates::{VERIFY_EXAMPLES, VERIFY_LONG};
#[cfg(feature = "cluster")]
pub(crate) use cluster::ClusterArgs;
pub(crate) use editors::FmtArgs;
use editors::{FMT_EXAMPLES, FMT_LONG, LSP_EXAMPLES, LSP_LONG};
pub(crate) use export::{CoqArgs, ExportArgs, ExportTo, TptpArgs};
use export::{EXPORT_EXAMPLES, EXPORT_LONG};
use heap::{HEAP_EXAMPLES, HEAP_LONG};
pub(crate) use heap::{HeapArgs, HeapFormat};
use java::JAVA_EXAMPLES;
pub(crate) use java::{JavaArgs, JavaVerb};
use notebooks::{JUPYTER_EXAMPLES, JUPYTER_LONG, NOTEBOOK_EXAMPLES};
pub(crate) use notebooks::{JupyterArgs, JupyterVerb, NotebookArgs, NotebookVerb};
pub(crate) use programs::JavaOptions;
use race::{RACE_EXAMPLES, RACE_LONG};
pub(crate) use race::{RaceArgs, RaceFormat};
pub(crate) use report::ReportArgs;
use report::{REPORT_EXAMPLES, REPORT_LONG};
use reproduce::REPRODUCE_EXAMPLES;
pub(crate) use reproduce::{Paper, ReproduceArgs};
pub(crate) use searches::CompareArgs;
use searches::{COMPARE_EXAMPLES, COMPARE_LONG};
use states::{STATES_EXAMPLES, STATES_LONG};
pub(crate) use states::{StatesArgs, StatesFormat, panels};
use systems::{
    CHECK_EXAMPLES, CHECK_LONG, REPLAY_EXAMPLES, SIMULATE_EXAMPLES, TEST_EXAMPLES, TEST_LONG,
    VALIDATE_EXAMPLES, VALIDATE_LONG,
};
pub(crate) use systems::{
    CheckArgs, Reading, ReplayArgs, RunFormat, SimulateArgs, TestArgs, ValidateArgs,
};
pub(crate) use values::count;
use values::{seconds, within};

use crate::stop::Allowance;
use reductio::check::CheckOptions;

const EXIT_CODES: &str = "\
Exit codes:
  0   every claim holds
  1   some claim fails: a step is refused, there is no proof, or a model or a run refutes it
  2   undecided: a limit was reached, or the run was ended early
  3   bad input: a file cannot be read or parsed, or the command line makes no sense
  70  a bug of this program";

const EXAMPLES: &str = "\
Examples:
  reductio                        re-check everything that is bundled
  reductio --all                  the same, with all statements and tables
  reductio prove 24               re-check one formula of S5
  reductio prove --explain 24     show its derivation
  reductio prove law.oa law.oap   check a law of your own
  reductio models --all-drops     what each hypothesis of Theorem 1 is for
  reductio decide \"x** = x*\"     is this a law?
  reductio new                    a small system of one's own, to begin with
  reductio check driver.sys       does a system of threads follow its discipline?
  reductio race run.std           the data races in the trace of an execution
  reductio report -o report.html  all of it as one page, for a browser
  reductio explain E0309          what an error means, with an example";

const PROVE_EXAMPLES: &str = "\
Examples:
  reductio prove                           everything that is bundled
  reductio prove 24 \"Theorem 1\" S5:38      some statements, by label
  reductio prove law.oa law.oap            statements and a script
  reductio prove laws/                     all .oa and .oap files of a folder
  reductio prove law.oa - < law.oap        a script from standard input
  reductio prove --explain 24 --unicode    one derivation, laid out as in the paper
  reductio prove --formula \"x y <= y x => x* y <= y x*\"   search for a proof
  reductio prove --certificate s5.cert 22  the proof, step by step, for other checkers
  reductio prove --format json             for programs (checker/schemas/prove.schema.json)";

const DECIDE_EXAMPLES: &str = "\
Examples:
  reductio decide \"(x + y)* = x* (y x*)*\"            a law of Kleene algebra
  reductio decide \"(x + y)* = x* y*\"                 a run of one side only, and its model
  reductio decide --explain \"x (y x)* = (x y)* x\"    the inductions of the proof
  reductio decide --predicates p \"p x <= x p => p x* <= x* p\"   with tests, under premises
  reductio decide \"(x y)^w = x (y x)^w\"              infinite repetition
  reductio decide law.oa \"a b = b a\"                 over the names of your own theory

Without a file a name is an action, unless it is complemented, stands in an index product, or is among `--predicates`.";

const DECIDE_LONG: &str = "\
Decides equations and inclusions of Kleene algebra with tests and omega, under premises that say that some term is 0 \
(such as p x !q = 0, p x <= x q, x p = p x). What is not decided is looked for in small models, and searched for a \
proof. What holds is proved by the kernel; what fails is false in the model that is shown. With a statement file, the \
question is under its hypotheses, over its names; without one there are no hypotheses, and each answer says which \
names are actions and which predicates.";

const MODELS_EXAMPLES: &str = "\
Examples:
  reductio models                            Theorem 1 in all systems up to 4 states, 2 processes
  reductio models --states 3 --processes 3   other sizes
  reductio models --all-drops                what each hypothesis of Theorem 1 is for
  reductio models Lipton --all-drops         the same for another reduction theorem
  reductio models --drop 20 --format svg     the smallest system that needs (20), as a picture
  reductio models 30                         is (30) false in a small model of its hypotheses?
  reductio models law.oa                     the same for each statement of your own
  reductio models --find \"x y = y x\"        the smallest model in which a formula is false";

const EXPLAIN_EXAMPLES: &str = "\
Examples:
  reductio explain                          all codes
  reductio explain E0309                    what a code means, with an example that runs
  reductio explain E0309 --save example     the files of the example
  reductio explain driver.sys               what is visible in a system, and why";

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  source <(reductio completions bash)
  reductio completions zsh > ~/.zfunc/_reductio
  reductio completions fish > ~/.config/fish/completions/reductio.fish";

const MAN_EXAMPLES: &str = "\
Examples:
  reductio man > reductio.1
  reductio man check | man -l -";

const MODELS_LONG: &str = "\
Without statements: counts the systems that satisfy the hypotheses of Theorem 1, and evaluates its conclusion in \
them. With statements: searches for a small model of the hypotheses in which a statement is false.

Ctrl-C prints what was found so far. A count with --checkpoint can then be taken up again.";

/// Re-checks reduction theorems: every step of every derivation goes through a small kernel.
///
/// Without a command: re-check every bundled formula.
#[derive(Debug, Parser)]
#[command(name = "reductio", version, max_term_width = 100)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{EXIT_CODES}"))]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) verb: Option<Verb>,
    #[command(flatten)]
    pub(crate) output: Output,
    #[command(flatten)]
    pub(crate) proving: Proving,
    #[command(flatten)]
    pub(crate) allowed: Allowed,
    /// No report: errors and the exit code say how it ends
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
    /// Say more: how long it took, warnings about what is bundled, every statement
    #[arg(long, short, global = true, conflicts_with = "quiet")]
    pub(crate) verbose: bool,
    /// Without a command: the theorems of the papers and all systems and programs, in tables, instead of one page
    #[arg(long, conflicts_with = "quiet")]
    pub(crate) all: bool,
}

/// Reads the arguments of the process. A number below zero behind an option is its value, so that the option says what
/// it wants.
pub(crate) fn parse() -> Result<Cli, clap::Error> {
    let matches = with_negative_numbers(Cli::command()).try_get_matches()?;
    Cli::from_arg_matches(&matches)
}

fn with_negative_numbers(command: Command) -> Command {
    let with = |option: Arg| {
        let has_value = option.get_action().takes_values() && !option.is_positional();
        if has_value { option.allow_negative_numbers(true) } else { option }
    };
    command.mut_args(with).mut_subcommands(with_negative_numbers)
}

impl Cli {
    /// The options of `prove` that stand before the verb; `--verbose` shows the warnings too.
    pub(crate) fn proving(&self) -> Proving {
        self.proving.or(Proving { warnings: self.verbose, ..Proving::default() })
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// Re-check statements by replaying their derivations
    #[command(after_help = PROVE_EXAMPLES, after_long_help = format!("{PROVE_EXAMPLES}\n\n{EXIT_CODES}"))]
    Prove(ProveArgs),
    /// Evaluate Theorem 1, its hypotheses, or any statement in finite relational models
    #[command(long_about = MODELS_LONG, after_help = MODELS_EXAMPLES, after_long_help = format!("{MODELS_EXAMPLES}\n\n{EXIT_CODES}"))]
    Models(ModelsArgs),
    /// Is a formula a law of Kleene algebra with tests and omega?
    #[command(long_about = DECIDE_LONG, after_help = DECIDE_EXAMPLES, after_long_help = format!("{DECIDE_EXAMPLES}\n\n{EXIT_CODES}"))]
    Decide(DecideArgs),
    /// Explore a system of threads: discipline, deadlocks, failures, invariants
    #[command(long_about = CHECK_LONG, after_help = CHECK_EXAMPLES, after_long_help = format!("{CHECK_EXAMPLES}\n\n{EXIT_CODES}"))]
    Check(Box<CheckArgs>),
    /// Search a system in many ways, side by side
    #[command(long_about = COMPARE_LONG, after_help = COMPARE_EXAMPLES, after_long_help = format!("{COMPARE_EXAMPLES}\n\n{EXIT_CODES}"))]
    Compare(CompareArgs),
    /// Find the data races in the trace of an execution
    #[command(long_about = RACE_LONG, after_help = RACE_EXAMPLES, after_long_help = format!("{RACE_EXAMPLES}\n\n{EXIT_CODES}"))]
    Race(RaceArgs),
    /// Java programs: what is not supported, which objects are shared, S1's experiment
    #[command(after_help = JAVA_EXAMPLES, after_long_help = format!("{JAVA_EXAMPLES}\n\n{EXIT_CODES}"))]
    Java(JavaArgs),
    /// Which variables of a program belong to one thread, and which a lock protects (S2)
    #[command(long_about = HEAP_LONG, after_help = HEAP_EXAMPLES, after_long_help = format!("{HEAP_EXAMPLES}\n\n{EXIT_CODES}"))]
    Heap(HeapArgs),
    /// Check the hypotheses of the reduction theorem in all states of a small system
    #[command(long_about = VALIDATE_LONG, after_help = VALIDATE_EXAMPLES, after_long_help = format!("{VALIDATE_EXAMPLES}\n\n{EXIT_CODES}"))]
    Validate(ValidateArgs),
    /// Run a system at random against the rules of its discipline
    #[command(long_about = TEST_LONG, after_help = TEST_EXAMPLES, after_long_help = format!("{TEST_EXAMPLES}\n\n{EXIT_CODES}"))]
    Test(TestArgs),
    /// Run a system at random
    #[command(after_help = SIMULATE_EXAMPLES, after_long_help = format!("{SIMULATE_EXAMPLES}\n\n{EXIT_CODES}"))]
    Simulate(SimulateArgs),
    /// Show a run of a system again
    #[command(after_help = REPLAY_EXAMPLES, after_long_help = format!("{REPLAY_EXAMPLES}\n\n{EXIT_CODES}"))]
    Replay(ReplayArgs),
    /// Make the tables of a paper again, and show them beside the printed ones
    #[command(after_help = REPRODUCE_EXAMPLES, after_long_help = format!("{REPRODUCE_EXAMPLES}\n\n{EXIT_CODES}"))]
    Reproduce(ReproduceArgs),
    /// Write everything as one page: proofs that unfold, models, systems and their runs
    #[command(long_about = REPORT_LONG, after_help = REPORT_EXAMPLES, after_long_help = format!("{REPORT_EXAMPLES}\n\n{EXIT_CODES}"))]
    Report(ReportArgs),
    /// Write or draw the states of a small system and the steps between them
    #[command(long_about = STATES_LONG, after_help = STATES_EXAMPLES, after_long_help = format!("{STATES_EXAMPLES}\n\n{EXIT_CODES}"))]
    States(StatesArgs),
    /// Check a certificate, step by step
    #[command(long_about = VERIFY_LONG, after_help = VERIFY_EXAMPLES, after_long_help = format!("{VERIFY_EXAMPLES}\n\n{EXIT_CODES}"))]
    Verify(VerifyArgs),
    /// Write statements with their proofs for another prover
    #[command(long_about = EXPORT_LONG, after_help = EXPORT_EXAMPLES, after_long_help = format!("{EXPORT_EXAMPLES}\n\n{EXIT_CODES}"))]
    Export(ExportArgs),
    /// Write a small system, program or proof that checks, to begin with
    #[command(long_about = NEW_LONG, after_help = NEW_EXAMPLES, after_long_help = format!("{NEW_EXAMPLES}\n\n{EXIT_CODES}"))]
    New(NewArgs),
    /// Show or save the bundled systems and programs
    #[command(long_about = EXAMPLES_LONG, after_help = EXAMPLES_EXAMPLES, after_long_help = format!("{EXAMPLES_EXAMPLES}\n\n{EXIT_CODES}"))]
    Examples(ExamplesArgs),
    /// Run notebooks: check or store their outputs, grade exercises, write a page
    #[command(after_help = NOTEBOOK_EXAMPLES, after_long_help = format!("{NOTEBOOK_EXAMPLES}\n\n{EXIT_CODES}"))]
    Notebook(NotebookArgs),
    /// The live kernel: notebooks in Jupyter
    #[command(long_about = JUPYTER_LONG, after_help = JUPYTER_EXAMPLES, after_long_help = format!("{JUPYTER_EXAMPLES}\n\n{EXIT_CODES}"))]
    Jupyter(JupyterArgs),
    /// Lay out statements, derivations, systems and programs
    #[command(long_about = FMT_LONG, after_help = FMT_EXAMPLES, after_long_help = format!("{FMT_EXAMPLES}\n\n{EXIT_CODES}"))]
    Fmt(FmtArgs),
    /// The language server: what an editor starts
    #[command(long_about = LSP_LONG, after_help = LSP_EXAMPLES)]
    Lsp,
    /// Say what a code such as E0309 means, or which transitions of a system are visible and why
    #[command(after_help = EXPLAIN_EXAMPLES)]
    Explain(ExplainArgs),
    /// Write what completes the command's words in a shell
    #[command(after_help = COMPLETIONS_EXAMPLES)]
    Completions {
        /// The shell
        #[arg(value_enum, value_name = "SHELL")]
        shell: clap_complete::Shell,
    },
    /// Write the manual page of the command, or of one of its verbs
    #[command(after_help = MAN_EXAMPLES)]
    Man {
        /// The verb
        #[arg(value_name = "VERB")]
        verb: Option<String>,
    },
}

#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Output {
    /// How the answer is written [default: text]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) format: Option<Format>,
    /// Print formulas with Unicode operators
    #[arg(long)]
    pub(crate) unicode: bool,
}

impl Output {
    /// Joins the options after the verb with those before it; those after it win.
    pub(crate) fn or(self, other: Output) -> Output {
        Output { format: self.format.or(other.format), unicode: self.unicode || other.unicode }
    }

    pub(crate) fn is_json(self) -> bool {
        self.format == Some(Format::Json)
    }

    pub(crate) fn style(self) -> Style {
        if self.unicode { Style::Unicode } else { Style::Ascii }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// One JSON object
    Json,
}

/// The formats of the answers of `models`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ModelsFormat {
    /// For people
    Text,
    /// One JSON object
    Json,
    /// The models of the answer, for Graphviz
    Dot,
    /// The model of the answer, for browsers
    Svg,
}

/// The limits of a run.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct Allowed {
    /// Stop after so many seconds with what was found (exit code 2)
    #[arg(long, global = true, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) timeout: Option<Duration>,
    /// Stop when more memory is taken, in MiB [default: 4096 for states, and 9/10 of the machine]
    #[arg(long, global = true, value_name = "MIB", value_parser = count::<u32>)]
    pub(crate) memory: Option<u32>,
}

impl Allowed {
    /// The largest number of bytes for the states of a search.
    pub(crate) fn bytes_of_states(self) -> usize {
        let default = CheckOptions::default().memory;
        self.memory.map_or(default, |mib| usize::try_from(u64::from(mib) << 20).unwrap_or(default))
    }

    /// The limits of the process. Its memory limit is a quarter and 64 MiB more than that of the states.
    pub(crate) fn allowance(self) -> Allowance {
        let bytes = |mib: u32| u64::from(mib) << 20;
        let memory = self.memory.map(bytes).map(|memory| memory + memory / 4 + (64 << 20));
        Allowance { time: self.timeout, memory }
    }
}

/// The option that writes the answer as a page.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct AsPage {
    /// Write the answer as a page for browsers too
    #[arg(long, value_name = "PAGE.html")]
    pub(crate) html: Option<PathBuf>,
}

#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct Proving {
    /// Show the warnings about bundled scripts too
    #[arg(long)]
    pub(crate) warnings: bool,
    /// Let warnings make the run fail (exit code 1)
    #[arg(long)]
    pub(crate) deny_warnings: bool,
    /// The most states that the search for one step may visit [default: 20000]
    #[arg(long, value_name = "N", value_parser = within::<u32, 1, { u64::MAX }>)]
    pub(crate) max_states: Option<u32>,
    /// Try refused steps in models with up to N states; 0 for none [default: 3]
    #[arg(long, value_name = "N", value_parser = within::<u8, 0, 4>)]
    pub(crate) search_states: Option<u8>,
    /// Say how long it took
    #[arg(long)]
    pub(crate) time: bool,
}

impl Proving {
    /// Makes the limits of a replay.
    pub(crate) fn limits(self, cancel: Option<&AtomicBool>) -> ReplayLimits<'_> {
        let default = ReplayLimits { cancel, ..ReplayLimits::default() };
        self.max_states
            .map_or(default, |states_per_step| ReplayLimits { states_per_step, ..default })
    }

    pub(crate) fn or(self, other: Proving) -> Proving {
        Proving {
            warnings: self.warnings || other.warnings,
            deny_warnings: self.deny_warnings || other.deny_warnings,
            max_states: self.max_states.or(other.max_states),
            search_states: self.search_states.or(other.search_states),
            time: self.time || other.time,
        }
    }
}

#[derive(Args, Debug)]
pub(crate) struct ProveArgs {
    /// Statement files (.oa), scripts (.oap), folders, `-` for standard input; labels such as 24, "Theorem 1", S5:24
    #[arg(value_name = "FILES or LABELS")]
    pub(crate) arguments: Vec<String>,
    /// Print the derivation of a statement, laid out as in the paper
    #[arg(long, value_name = "LABEL")]
    pub(crate) explain: Vec<String>,
    /// Search for a proof of this formula, from the laws or a given theory
    #[arg(long, value_name = "FORMULA", conflicts_with = "explain")]
    pub(crate) formula: Option<String>,
    /// Names of the formula that are predicates, such as `p,q`; others are actions, unless they are complemented
    #[arg(long, value_name = "NAMES", value_delimiter = ',', requires = "formula")]
    pub(crate) predicates: Vec<String>,
    /// Write the proofs to a file that other programs can check, and `reductio verify`
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) page: AsPage,
    #[command(flatten)]
    pub(crate) output: Output,
    #[command(flatten)]
    pub(crate) proving: Proving,
}

#[derive(Args, Debug)]
pub(crate) struct DecideArgs {
    /// Formulas, and a statement file (.oa) for their names
    #[arg(value_name = "FORMULAS", required = true)]
    pub(crate) arguments: Vec<String>,
    /// Names that are predicates, such as `p,q`; others are actions, unless they are complemented
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) predicates: Vec<String>,
    /// Show the inductions of each proof
    #[arg(long)]
    pub(crate) explain: bool,
    /// The most states of the automaton of a right side
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = count::<usize>)]
    pub(crate) states: usize,
    /// The most states of a model, where a formula is not decided
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = within::<u8, 1, 4>)]
    pub(crate) search_states: u8,
    #[command(flatten)]
    pub(crate) page: AsPage,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Args, Debug)]
pub(crate) struct ModelsArgs {
    /// Statement files (.oa), folders, `-`; labels such as 30, S5:24 [default: Theorem 1]
    #[arg(value_name = "FILES or LABELS")]
    pub(crate) arguments: Vec<String>,
    /// The largest number of states
    #[arg(long, value_name = "N", value_parser = count::<usize>)]
    pub(crate) states: Option<usize>,
    /// The largest number of processes
    #[arg(long, value_name = "K", value_parser = count::<usize>)]
    pub(crate) processes: Option<usize>,
    /// The smallest counterexample to Theorem 1, or to the statements named, without this hypothesis
    #[arg(long, value_name = "LABEL")]
    pub(crate) drop: Vec<String>,
    /// The same for each hypothesis
    #[arg(long)]
    pub(crate) all_drops: bool,
    /// The smallest model in which this formula is false
    #[arg(long, value_name = "FORMULA", conflicts_with_all = ["drop", "all_drops"])]
    pub(crate) find: Option<String>,
    /// Names of the formula that are predicates, such as `p,q`; others are actions, unless they are complemented
    #[arg(long, value_name = "NAMES", value_delimiter = ',', requires = "find")]
    pub(crate) predicates: Vec<String>,
    /// Models to try at each size before it is only sampled [default: 20000000]
    #[arg(long, value_name = "N", value_parser = count::<u64>)]
    pub(crate) evaluations: Option<u64>,
    /// Count this one size; FILE keeps what is done, and is taken up again
    #[arg(long, value_name = "FILE", conflicts_with_all = ["drop", "all_drops", "find"])]
    pub(crate) checkpoint: Option<PathBuf>,
    /// How the answer is written; dot and svg draw its models [default: text]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) format: Option<ModelsFormat>,
    /// With dot or svg: a folder for the pictures, a file each
    #[arg(long, value_name = "FOLDER")]
    pub(crate) save: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) page: AsPage,
    /// Print formulas with Unicode operators
    #[arg(long)]
    pub(crate) unicode: bool,
}

#[derive(Args, Debug)]
pub(crate) struct ExplainArgs {
    /// A code or a system (.sys); without one, all codes are listed
    #[arg(value_name = "CODE or FILE")]
    pub(crate) code: Option<String>,
    /// Write the files of the example into a folder
    #[arg(long, value_name = "FOLDER", requires = "code")]
    pub(crate) save: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) output: Output,
}
