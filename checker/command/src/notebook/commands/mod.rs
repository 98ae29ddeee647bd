//! Commands in cells: the verbs of the command line over the names of the session, and `show` and `eval`.

mod laws;
mod programs;
mod races;
mod show;
mod systems;
mod test;
pub(crate) mod words;

use clap::{Args, Parser, Subcommand};
use reductio::Exit;
use reductio::diagnostics::Diagnostic;
use reductio::selection::is_input;
use reductio_algebra::Style;
use reductio_report::page::Page;

use super::answer::answered;
use super::output::{CellAnswer, Output, WIDTH};
use super::session::Session;
use crate::cli::{AsPage, Reading, Verb};
use crate::explain;

/// Why an answer in words is refused.
const NO_EXERCISE: &str =
    "an answer stands in a cell whose first line says of what: `-- Exercise 1`";

/// A line of a cell.
#[derive(Debug, Parser)]
#[command(no_binary_name = true, disable_help_subcommand = true, max_term_width = 88)]
struct Line {
    #[command(subcommand)]
    verb: LineVerb,
}

#[derive(Debug, Subcommand)]
enum LineVerb {
    /// Show a system's states, a derivation, or the model
    Show(ShowArgs),
    /// The value of a term, or the verdict on a formula, in the model (all that follows is read as one)
    Eval,
    /// Answer an exercise in words (all that follows is the answer)
    Answer,
    #[command(flatten)]
    Shared(Verb),
}

/// The arguments of `show`.
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the command")]
#[derive(Args, Debug)]
struct ShowArgs {
    /// The name of a system, a label such as 24 or Law:1, or `model`
    #[arg(value_name = "WHAT")]
    what: String,
    /// Full and reduced state space side by side
    #[arg(long)]
    compare: bool,
    /// Only what a search by reduced steps stores, and its steps
    #[arg(long, conflicts_with = "compare")]
    reduced: bool,
    /// The states of a system for Graphviz
    #[arg(long)]
    dot: bool,
    /// Print formulas with Unicode operators
    #[arg(long)]
    unicode: bool,
    #[command(flatten)]
    reading: Reading,
}

/// The verbs that a cell knows.
#[cfg(feature = "jupyter")]
pub(crate) const VERBS: [&str; 15] = [
    "prove", "decide", "models", "check", "compare", "heap", "race", "validate", "simulate",
    "replay", "explain", "show", "eval", "test", "answer",
];

/// The options of these verbs that a cell refuses: it reads and writes no files, and has one format, no clock and no
/// Java.
#[cfg(feature = "jupyter")]
pub(crate) const NOT_IN_CELLS: [&str; 12] = [
    "format",
    "html",
    "time",
    "timeout",
    "certificate",
    "checkpoint",
    "save",
    "run",
    "help",
    "classes",
    "main",
    "args",
];

/// The description of a line of a cell for clap.
#[cfg(feature = "jupyter")]
pub(crate) fn line() -> clap::Command {
    let mut line = <Line as clap::CommandFactory>::command();
    line.build();
    line
}

/// Runs the command of a line.
pub(crate) fn run(session: &Session, line: &str) -> CellAnswer {
    if let Some(text) = line.strip_prefix("eval ") {
        return show::eval(session, text.trim());
    }
    if answered(line).is_some() {
        return refuse(line, NO_EXERCISE);
    }
    let Some(words) = words::split(line) else {
        return refuse(line, "a quotation mark is not closed");
    };
    let verb = match Line::try_parse_from(words) {
        Ok(line) => line.verb,
        Err(error) if error.use_stderr() => return refuse(line, &message(&error)),
        Err(help) => return CellAnswer::one(Output::text(&help.render().to_string()), Exit::Holds),
    };
    match verb {
        LineVerb::Show(args) => show::show(session, &args),
        LineVerb::Answer => refuse(line, NO_EXERCISE),
        LineVerb::Eval => refuse(line, "`eval` is followed by a term or a formula"),
        LineVerb::Shared(Verb::Prove(args)) => laws::prove(session, &args),
        LineVerb::Shared(Verb::Models(args)) => laws::models(session, &args),
        LineVerb::Shared(Verb::Decide(args)) => laws::decide(session, &args),
        LineVerb::Shared(Verb::Check(args)) => systems::check(session, &args),
        LineVerb::Shared(Verb::Compare(args)) => systems::compare(session, &args),
        LineVerb::Shared(Verb::Heap(args)) => programs::heap(session, &args),
        LineVerb::Shared(Verb::Race(args)) => races::race(session, &args),
        LineVerb::Shared(Verb::Validate(args)) => systems::validate(session, &args),
        LineVerb::Shared(Verb::Test(args)) => test::test(session, &args),
        LineVerb::Shared(Verb::Simulate(args)) => systems::simulate(session, &args),
        LineVerb::Shared(Verb::Replay(args)) => systems::replay(session, &args),
        LineVerb::Shared(Verb::Explain(args)) => match args.code.as_deref() {
            Some(code) if explain::find(code).is_err() => {
                systems::explain(session, code, &args.reading)
            }
            None => CellAnswer::one(Output::text(&explain::list()), Exit::Holds),
            Some(code) => match explain::find(code) {
                Ok(found) => {
                    CellAnswer::one(Output::text(&found.show(&page(Style::Ascii))), Exit::Holds)
                }
                Err(fault) => CellAnswer::refused(&[*fault]),
            },
        },
        LineVerb::Shared(_) => refuse(line, "this verb is for the command line only"),
    }
}

/// The page on which texts of cells are written.
fn page(style: Style) -> Page {
    Page::new(WIDTH, style)
}

/// The answer to a line that is not understood.
fn refuse(line: &str, why: &str) -> CellAnswer {
    let mut parts = why.lines().map(str::trim).filter(|part| !part.is_empty());
    let first = parts.next().unwrap_or_default();
    let mut fault = Diagnostic::error("E0802", format!("`{line}`: {first}"));
    fault.help.extend(parts.map(str::to_owned));
    CellAnswer::refused(&[fault])
}

/// The message of a clap error, without its headings.
fn message(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let kept = text
        .lines()
        .filter(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"));
    kept.map(|line| line.trim_start_matches("error: ").trim()).collect::<Vec<_>>().join("\n")
}

/// Refuses `--html`: a session writes no files.
fn no_page(page: &AsPage) -> Result<(), Box<Diagnostic>> {
    let fault = || Diagnostic::error("E0802", "a cell writes no files").help("leave out `--html`");
    page.html.as_ref().map_or(Ok(()), |_| Err(fault().into()))
}

/// Refuses arguments that look like files, which a session does not know.
fn files(arguments: &[String]) -> Result<(), Box<Diagnostic>> {
    match arguments.iter().find(|argument| is_input(argument)) {
        None => Ok(()),
        Some(file) => {
            let fault = Diagnostic::error("E0802", format!("`{file}`: a cell does not read files"));
            Err(fault.help("put its text into a cell of its own, and use labels and names").into())
        }
    }
}
