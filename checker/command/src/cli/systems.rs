//! The arguments of the verbs about systems of threads: `check`, `validate`, `simulate`, `replay`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use reductio::check::{CheckOptions, Demotion, Parameters};
use reductio::compare::{CompareOptions, SearchName, SearchNameError};
use reductio::java;
use reductio::locking::Rule;
use reductio::search::{Order, Strategy};
use reductio::testing::Sample;
use reductio::validate::MAX_STATES;

#[cfg(feature = "cluster")]
use super::cluster::ClusterArgs;
use super::programs::{Granularity, JavaOptions, ProgramArgs};
use super::values::within;
use super::{AsPage, Output, count};

pub(super) const CHECK_EXAMPLES: &str = "\
Examples:
  reductio check driver.sys                      discipline, failures, deadlocks, invariants
  reductio check driver.sys --const USERS=3      with another value of a constant
  reductio check driver.sys --unreduced          every step of every thread
  reductio check pool.sys --any User             every number of threads `user[u : User]`
  reductio check driver.sys --compare            both ways, side by side
  reductio check driver.sys --property \"not (user[0] at C and user[1] at C)\"
  reductio check driver.sys --demote data        treat a protected variable as open
  reductio check driver.sys --demote-outside     treat as open those to which the theorem does not apply
  reductio check driver.sys --guess-locks        find out which lock protects what
  reductio check driver.sys --search sss+sleep   another search (`reductio compare --help`)
  reductio check driver.sys --format svg         the run of the violation, as a chart
  reductio check driver.sys --certificate d.json the answers, for another program to confirm
  reductio check queue.prog                      a program with a heap: failures, races, deadlocks
  reductio check queue.prog --reduction s2       and by S2's reduced transition system
  reductio check queue.prog --property \"eventually Queue.done == 1\"
  reductio check classes/ --main app.Main        a Java program: its class files, or a jar
  reductio explain driver.sys                    what is visible, and why";

pub(super) const CHECK_LONG: &str = "\
Explores a system of threads by reduced steps: threads are switched at visible points only. Decides whether its \
exclusive access discipline is followed, and whether it deadlocks, fails or violates an invariant. While the \
discipline is followed the verdicts hold for the system with all its steps (S5, Theorem 1); a violation comes with a \
run in single steps. Locals that their thread will not read again are forgotten: they have their least values in states \
and runs.

Where the text says `type User = any`, or with `--any User`, claims are decided for every number of threads \
`user[u : User]`, by all single steps: what fails comes with a run for the least number.

Of a program with a heap, `.prog`, it decides by locksets whether a thread goes wrong and whether accesses race (S4), and, in \
all states, whether there are deadlocks or threads that are stuck for ever. A Java program, as a folder of class files, a jar, a class \
file or a source file, is made into such a program.";

pub(super) const VALIDATE_EXAMPLES: &str = "\
Examples:
  reductio validate m_ex.sys                 (13)-(21), (22) and local hypotheses, over the reachable states
  reductio validate m_ex.sys --all-states    over every valuation of every variable";

pub(super) const VALIDATE_LONG: &str = "\
Evaluates, in all reachable states of a small system or in all valuations of its variables, the hypotheses (13)-(21) \
of the reduction theorem and its conclusion (22), with the history variable; then, in the states without it, the local \
hypotheses, each about one step or two, from which (13)-(21) follow, and what follows from them. What fails is shown \
by a state and the steps from there.";

pub(super) const TEST_EXAMPLES: &str = "\
Examples:
  reductio test m_ex.sys                     random runs, hypotheses, both searches
  reductio test m_ex.sys --mutants           which statements can be forgotten unnoticed
  reductio test m_ex.sys --runs 5000 --seed 7";

pub(super) const TEST_LONG: &str = "\
Runs a system at random against the rules of its discipline, evaluates the hypotheses of the reduction theorem in all \
reachable states, compares the search by reduced steps with that by all steps, and asks whether all claims hold, as \
`reductio check` does. What fails is shown by a short run. With `--mutants` each statement is left out in turn, to see \
whether the rules or the claims notice: where nothing does, the predicates and claims say less than was meant, or the \
statement is not needed. Exit code 0 says that no fault was found; `reductio check` decides.";

pub(super) const SIMULATE_EXAMPLES: &str = "\
Examples:
  reductio simulate driver.sys --seed 7              a run at random, the same for the same seed
  reductio simulate driver.sys --steps 30 --single   30 single steps: threads switch anywhere
  reductio simulate driver.sys --format json         to be kept, and shown again by `reductio replay`";

pub(super) const REPLAY_EXAMPLES: &str = "\
Examples:
  reductio replay driver.sys --steps 0.3,1.2               a run by thread and transition, as `check` prints it
  reductio replay driver.sys --run run.json                a run from its file
  reductio replay driver.sys --run run.json --format svg   the same as a sequence chart";

/// The options for reading the text of a system.
#[derive(Args, Clone, Debug)]
pub(crate) struct Reading {
    /// Give a constant of the system another value
    #[arg(long = "const", value_name = "NAME=VALUE", value_parser = constant)]
    pub(crate) constants: Vec<(String, i64)>,
    /// Treat protected variables as open, such as `data,size`
    #[arg(long, value_name = "VARIABLES", value_delimiter = ',', value_parser = variable)]
    demote: Vec<String>,
    /// Treat as open the protected variables to which the theorem does not apply
    #[arg(long, conflicts_with = "demote")]
    demote_outside: bool,
    /// The form of the lock discipline of variables that have a class [default: repaired]
    #[arg(long, value_enum, value_name = "NAME")]
    discipline: Option<Form>,
    /// One more invariant, or a formula about runs; of programs with a heap, a formula about runs
    #[arg(long = "property", value_name = "FORMULA")]
    pub(crate) properties: Vec<String>,
    /// In properties, assume that no thread stops for ever where it can always go on
    #[arg(long)]
    pub(crate) fair: bool,
}

impl Reading {
    pub(crate) fn demotion(&self) -> Demotion {
        match &self.demote[..] {
            [] if self.demote_outside => Demotion::Outside,
            [] => Demotion::None,
            names => Demotion::Named(names.to_vec()),
        }
    }

    pub(crate) fn parameters(&self) -> Parameters {
        Parameters {
            constants: self.constants.clone(),
            properties: self.properties.clone(),
            demotion: self.demotion(),
            rule: self.discipline.map(Form::rule),
            fair: self.fair,
        }
    }
}

/// The forms of the lock discipline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// A variable is its initializing thread's until that thread has touched it; accesses to initialize are visible
    Repaired,
    /// As repaired; accesses to initialize are invisible where the thread has only taken locks since it was visible
    Mover,
    /// As S1 prints it: accesses count after the first state with one. Reduced searches can miss violations
    Printed,
    /// Eraser's: accesses count once a second thread comes, whoever was first
    Eraser,
}

impl Form {
    fn rule(self) -> Rule {
        match self {
            Form::Repaired => Rule::Repaired,
            Form::Mover => Rule::Mover,
            Form::Printed => Rule::Printed,
            Form::Eraser => Rule::Eraser,
        }
    }
}

/// The formats of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum RunFormat {
    /// For people
    #[default]
    Text,
    /// One JSON object
    Json,
    /// The run, for Graphviz
    Dot,
    /// The run as a sequence chart, for browsers
    Svg,
}

/// The languages of tests that are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TestLanguage {
    /// A test for `cargo test`, which needs the crate `reductio` only
    Rust,
}

#[expect(clippy::struct_excessive_bools, reason = "each is an option of the command line")]
#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    /// Systems (.sys), programs (.prog), Java (.class, .jar, .java), folders, `-` for standard input
    #[arg(value_name = "FILES", required = true)]
    pub(crate) files: Vec<String>,
    /// Explore every step of every thread
    #[arg(long)]
    pub(crate) unreduced: bool,
    /// Explore both ways, to the first violation of each kind, and compare
    #[arg(long, conflicts_with = "unreduced")]
    pub(crate) compare: bool,
    /// Make another search, such as `sss+persistent+sleep` (`reductio compare --help` has their names)
    #[arg(long, value_name = "NAME", value_parser = search, conflicts_with_all = ["unreduced", "compare", "guess_locks", "depth_first", "keep_going", "no_symmetry", "workers", "certificate"])]
    pub(crate) search: Option<SearchName>,
    /// Depth-first: the runs of violations are not the shortest
    #[arg(long)]
    pub(crate) depth_first: bool,
    /// Go on after the first violation, to the first of each kind
    #[arg(long)]
    pub(crate) keep_going: bool,
    /// Store each of the states that differ by a renaming of threads [as `--compare` and `--certificate` do]
    #[arg(long)]
    pub(crate) no_symmetry: bool,
    /// Guess which lock protects each shared variable, and refine the guess
    #[arg(long, conflicts_with_all = ["unreduced", "compare"])]
    pub(crate) guess_locks: bool,
    /// Stop when more than so many states are stored
    #[arg(long, value_name = "N", value_parser = count::<usize>)]
    pub(crate) max_states: Option<usize>,
    /// Threads that search [default: as many as the machine runs at once; for programs with a heap 1]
    #[arg(long, value_name = "N", value_parser = within::<u16, 1, 64>)]
    pub(crate) workers: Option<u16>,
    /// Say how long it took
    #[arg(long)]
    pub(crate) time: bool,
    /// How the answer is written; dot and svg draw the run of the first violation [default: text]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) format: Option<RunFormat>,
    /// Write the answers with all that they rest on, for other programs to confirm
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,
    /// Write the run of the first violation as a test, in place of the answer
    #[arg(long, value_enum, value_name = "LANGUAGE", conflicts_with_all = ["format", "guess_locks", "search", "compare"])]
    pub(crate) emit_test: Option<TestLanguage>,
    /// Decide for every number of threads of the family over this index type; several with commas
    #[arg(long, value_name = "TYPE", value_delimiter = ',', conflicts_with_all = ["unreduced", "compare", "search", "depth_first", "keep_going", "guess_locks", "emit_test", "properties", "fair", "demote", "demote_outside", "discipline"])]
    pub(crate) any: Vec<String>,
    #[command(flatten)]
    pub(crate) page: AsPage,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) program: ProgramArgs,
    #[command(flatten)]
    pub(crate) java: JavaOptions,
    #[cfg(feature = "cluster")]
    #[command(flatten)]
    pub(crate) cluster: ClusterArgs,
}

impl CheckArgs {
    /// The options of a Java program.
    pub(crate) fn wanted_java(&self) -> java::Options {
        let fold = self.program.granularity != Some(Granularity::Bytecode);
        java::Options { fold, ..self.java.wanted() }
    }

    /// An option that was given and that only systems of threads have, if one was.
    pub(crate) fn for_systems(&self) -> Option<&'static str> {
        self.systems_only(true)
    }

    /// An option that only systems of threads have; with those that families of threads have as well, if so.
    fn systems_only(&self, also_of_families: bool) -> Option<&'static str> {
        let Reading { constants, demote, demote_outside, discipline, .. } = &self.reading;
        let all = [
            (self.compare, "--compare"),
            (self.depth_first, "--depth-first"),
            (self.keep_going, "--keep-going"),
            (self.no_symmetry, "--no-symmetry"),
            (self.guess_locks, "--guess-locks"),
            (also_of_families && self.certificate.is_some(), "--certificate"),
            (also_of_families && !constants.is_empty(), "--const"),
            (!demote.is_empty(), "--demote"),
            (*demote_outside, "--demote-outside"),
            (discipline.is_some(), "--discipline"),
            (self.emit_test.is_some(), "--emit-test"),
            (also_of_families && !self.any.is_empty(), "--any"),
            (matches!(self.format, Some(RunFormat::Dot)), "--format dot"),
            (matches!(self.format, Some(RunFormat::Svg)), "--format svg"),
        ];
        all.into_iter().find_map(|(is_given, name)| is_given.then_some(name))
    }

    /// An option that was given and that asks something of one system, not of a family of any number of threads.
    pub(crate) fn for_one_system(&self) -> Option<&'static str> {
        let Reading { properties, fair, .. } = &self.reading;
        let all = [
            (self.unreduced, "--unreduced"),
            (!properties.is_empty(), "--property"),
            (*fair, "--fair"),
        ];
        let given = all.into_iter().find_map(|(is_given, name)| is_given.then_some(name));
        given.or_else(|| self.systems_only(false))
    }

    /// An option that was given and that searches of programs by name do not have, if one was.
    pub(crate) fn unsearched(&self) -> Option<&'static str> {
        let Reading { properties, fair, .. } = &self.reading;
        let all = [(!properties.is_empty(), "--property"), (*fair, "--fair")];
        let given = all.into_iter().find_map(|(is_given, name)| is_given.then_some(name));
        self.for_systems().or(given).or_else(|| self.program.beyond_searches())
    }

    /// The options of a search by name. `memory` is the most bytes that its states may take.
    pub(crate) fn search_options(&self, search: SearchName, memory: usize) -> CompareOptions {
        let default = CompareOptions::default();
        let max_states = self.max_states.unwrap_or(default.max_states);
        CompareOptions { searches: vec![search], max_states, memory, ..default }
    }

    /// The kinds of search in which each system is to be explored, in this order.
    pub(crate) fn orders(&self) -> &'static [Order] {
        match (self.compare, self.unreduced) {
            (true, _) => &[Order::Unreduced, Order::Reduced],
            (_, true) => &[Order::Unreduced],
            _ => &[Order::Reduced],
        }
    }

    /// Makes the question to ask of a system that is explored by one kind of search.
    pub(crate) fn check_options(
        &self,
        order: Order,
        workers: usize,
        memory: usize,
    ) -> CheckOptions {
        CheckOptions {
            order,
            strategy: if self.depth_first { Strategy::DepthFirst } else { Strategy::BreadthFirst },
            keep_going: self.keep_going || self.compare,
            max_states: self.max_states.unwrap_or(CheckOptions::default().max_states),
            memory,
            workers,
            // Comparisons are with numbers of states that are printed elsewhere, and certificates list all states.
            symmetry: !self.no_symmetry && !self.compare && self.certificate.is_none(),
        }
    }
}

#[derive(Args, Debug)]
pub(crate) struct ValidateArgs {
    /// Systems (.sys), folders, `-` for standard input
    #[arg(value_name = "FILES", required = true)]
    pub(crate) files: Vec<String>,
    /// All states, reachable or not
    #[arg(long)]
    pub(crate) all_states: bool,
    /// Refuse a system with more states, the history variable counted
    #[arg(long, value_name = "N", default_value_t = MAX_STATES, value_parser = count::<usize>)]
    pub(crate) max_states: usize,
    #[command(flatten)]
    pub(crate) page: AsPage,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Args, Debug)]
pub(crate) struct TestArgs {
    /// Systems (.sys), folders, `-` for standard input
    #[arg(value_name = "FILES", required = true)]
    pub(crate) files: Vec<String>,
    /// How many runs are drawn at random
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = within::<usize, 1, { u64::MAX }>)]
    pub(crate) runs: usize,
    /// The most steps of a run
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = count::<usize>)]
    pub(crate) steps: usize,
    /// Where the random choices begin
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = count::<u64>)]
    pub(crate) seed: u64,
    /// Forget each statement in turn, and say which rule notices
    #[arg(long)]
    pub(crate) mutants: bool,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) output: Output,
}

impl TestArgs {
    /// The runs that are to be drawn.
    pub(crate) fn sample(&self) -> Sample {
        Sample { runs: self.runs, steps: self.steps, seed: self.seed }
    }
}

#[derive(Args, Debug)]
pub(crate) struct SimulateArgs {
    /// A system (.sys), or `-` for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    /// Where the random choices begin
    #[arg(long, default_value_t = 0, value_parser = count::<u64>)]
    pub(crate) seed: u64,
    /// How many reduced steps at most, or with --single how many steps
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = count::<usize>)]
    pub(crate) steps: usize,
    /// Single steps instead of reduced ones
    #[arg(long)]
    pub(crate) single: bool,
    /// How the run is written [default: text]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) format: Option<RunFormat>,
    #[command(flatten)]
    pub(crate) page: AsPage,
    #[command(flatten)]
    pub(crate) reading: Reading,
}

#[derive(Args, Debug)]
#[group(id = "which", required = true, multiple = false, args = ["steps", "run"])]
pub(crate) struct ReplayArgs {
    /// A system (.sys), or `-` for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    /// The run: thread and transition of each step, or `none`; behind `loop` the steps that are repeated for ever,
    /// `end` last for a run that ends
    #[arg(long, value_name = "T.N,...", value_parser = steps)]
    pub(crate) steps: Option<Steps>,
    /// A run that was written by `--format json`
    #[arg(long, value_name = "RUN.json")]
    pub(crate) run: Option<PathBuf>,
    /// How the run is written [default: text]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) format: Option<RunFormat>,
    #[command(flatten)]
    pub(crate) page: AsPage,
    #[command(flatten)]
    pub(crate) reading: Reading,
}

/// The steps of a run: the thread and the transition of each.
#[derive(Clone, Debug)]
pub(crate) struct Steps {
    pub(crate) steps: Vec<(usize, usize)>,
    /// Tells whether a property is false of the run, and if so how many steps come before those that are repeated for
    /// ever, or none for a run that ends.
    #[expect(
        clippy::option_option,
        reason = "whether it is said, and then whether there is a cycle"
    )]
    pub(crate) refutes: Option<Option<usize>>,
}

fn steps(text: &str) -> Result<Steps, String> {
    let wrong = || {
        "expected steps such as 0.3,1.2: thread and transition, counted from 0; before one of them `loop`, or last \
         `end`"
            .to_owned()
    };
    let mut out = Steps { steps: Vec::new(), refutes: None };
    if text == "none" {
        return Ok(out);
    }
    for part in text.split(',').map(str::trim) {
        let at = match part {
            "loop" => Some(out.steps.len()),
            "end" => None,
            step if out.refutes != Some(None) => {
                let (thread, transition) = step.split_once('.').ok_or_else(wrong)?;
                let number = |text: &str| text.parse().map_err(|_| wrong());
                out.steps.push((number(thread)?, number(transition)?));
                continue;
            }
            _ => return Err(wrong()),
        };
        if out.refutes.replace(at).is_some() {
            return Err(wrong());
        }
    }
    Ok(out)
}

/// Reads the name of a variable or of an element. A file is refused: it is one that was to be checked.
fn variable(text: &str) -> Result<String, String> {
    let name = text.trim();
    let extension = std::path::Path::new(name).extension();
    let is_file = name == "-" || name.contains('/') || extension.is_some_and(|e| e == "sys");
    if name.is_empty() || is_file {
        return Err("expected names of protected variables, such as data,size; `--demote-outside` takes none, and \
                    demotes those to which the theorem does not apply"
            .to_owned());
    }
    Ok(name.to_owned())
}

/// Reads the name of a search.
fn search(text: &str) -> Result<SearchName, String> {
    text.parse().map_err(|error: SearchNameError| error.to_string())
}

fn constant(text: &str) -> Result<(String, i64), String> {
    let parts = text
        .split_once('=')
        .and_then(|(name, value)| Some((name.trim(), value.trim().parse().ok()?)));
    match parts {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value)),
        _ => Err("expected a constant and an integer, such as USERS=3".to_owned()),
    }
}
