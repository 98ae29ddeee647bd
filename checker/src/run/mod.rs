//! From a command line to its answer: what is read, a module for each large verb, and where the answer goes.

mod check;
mod export;
mod manual;
mod models;
mod prove;
pub(crate) mod states;
mod systems;
mod tptp;
mod verify;

use std::io::Write as _;
use std::time::Duration;

use annotate_snippets::Renderer;
use reductio_algebra::Style;

use crate::cli::{Cli, DecideArgs, ExplainArgs, Output, Verb};
use crate::diagnostics::{Diagnostic, render_all};
use crate::json::{self, ExplainAnswer};
use crate::library::Library;
use crate::models::Monitor;
use crate::page::Page;
use crate::progress::Meter;
use crate::selection::is_input;
use crate::source::{Source, SourceError, Wanted, read_all};
use crate::stop::Stop;
use crate::verdict::Exit;
use crate::{decide, explain, notebook};

use models::run_models;
use prove::{run_main_job, run_prove};

/// Answers a command line.
pub(crate) fn run(cli: &Cli) -> Exit {
    match &cli.verb {
        None => run_main_job(cli),
        Some(Verb::Prove(args)) => {
            run_prove(args, args.proving.or(cli.proving), args.output.or(cli.output), false)
        }
        Some(Verb::Models(args)) => run_models(args, cli.output),
        Some(Verb::Decide(args)) => run_decide(args, args.output.or(cli.output)),
        Some(Verb::Check(args)) => check::check(args, cli.output),
        Some(Verb::Validate(args)) => systems::validate(args, args.output.or(cli.output)),
        Some(Verb::Simulate(args)) => systems::simulate(args, cli.output),
        Some(Verb::Replay(args)) => systems::replay(args, cli.output),
        Some(Verb::States(args)) => states::states(args, cli.output),
        Some(Verb::Export(args)) => export::run_export(args),
        Some(Verb::Verify(args)) => verify::run_verify(args, args.output.or(cli.output)),
        Some(Verb::Notebook(args)) => {
            let (exit, text) = notebook::cli::run(args);
            write_answer(&text, exit)
        }
        Some(Verb::Explain(args)) if args.code.as_deref().is_some_and(is_input) => {
            systems::explain(args, args.output.or(cli.output))
        }
        Some(Verb::Explain(args)) => run_explain(args, args.output.or(cli.output)),
        Some(Verb::Completions { shell }) => manual::completions(*shell),
        Some(Verb::Man { verb }) => manual::page(verb.as_deref()),
    }
}

/// Ctrl-C, a time limit, and a line on the terminal.
fn monitor(timeout: Option<Duration>) -> Monitor {
    // Where signals cannot be caught, Ctrl-C ends the process as ever.
    let stop = Stop::at_signals().unwrap_or_default();
    timeout.inspect(|time| stop.after(*time));
    Monitor { stop, meter: Meter::on_stderr() }
}

/// What was given, put together with what is bundled; without inputs, what is bundled.
fn load(inputs: &[String]) -> (Vec<Source>, Library, Vec<SourceError>) {
    let (sources, errors) = read_all(inputs, Wanted::Theories);
    let library = if inputs.is_empty() {
        Library::bundled()
    } else {
        Library::with(&sources, !errors.is_empty())
    };
    (sources, library, errors)
}

fn run_decide(args: &DecideArgs, output: Output) -> Exit {
    let (inputs, formulas): (Vec<String>, Vec<String>) =
        args.arguments.iter().cloned().partition(|a| is_input(a));
    let (_, library, errors) = load(&inputs);
    let search_states = usize::from(args.search_states);
    let question = decide::Question { formulas, states: args.states, search_states };
    let mut answers = decide::decide(&library, &question);
    answers.bad_input.splice(0..0, errors.iter().map(Diagnostic::of_source));
    let text = if output.is_json() {
        json::to_text(&decide::json::DecideAnswer::new(&answers, output.style()))
    } else {
        tell(&answers.bad_input);
        decide::text::report(&answers, &Page::of_stdout(output.style()), args.explain)
    };
    write_answer(&text, answers.exit())
}

fn run_explain(args: &ExplainArgs, output: Output) -> Exit {
    let is_json = output.is_json();
    let (mut found, mut faults) = (Vec::new(), Vec::new());
    match args.code.as_deref().map(explain::find) {
        None => found.extend(crate::EXPLANATIONS),
        Some(Ok(one)) => found.push(one),
        Some(Err(fault)) => faults.push(*fault),
    }
    if let (Some(folder), [one]) = (&args.save, &found[..])
        && let Err(error) = one.save(folder)
    {
        let message = format!("cannot write to `{}`: {error}", folder.display());
        faults.push(Diagnostic::error("E0012", message));
    }
    let exit = if faults.is_empty() { Exit::Holds } else { Exit::BadInput };
    let text = if is_json {
        json::to_text(&ExplainAnswer::new(&found, &faults))
    } else {
        tell(&faults);
        match (&found[..], args.code.is_some(), &args.save) {
            (_, false, _) => explain::list(),
            ([one], true, None) => one.show(&Page::of_stdout(output.style())),
            _ => String::new(),
        }
    };
    write_answer(&text, exit)
}

/// Errors and warnings go to standard error.
fn tell(diagnostics: &[Diagnostic]) {
    let _ = anstream::stderr().write_all(render_all(diagnostics, &renderer()).as_bytes());
}

fn renderer() -> Renderer {
    Renderer::styled().term_width(Page::of_stdout(Style::Ascii).width.max(80))
}

/// Writes the answer. A closed pipe is no fault: whoever closed it has read enough.
fn write_answer(text: &str, exit: Exit) -> Exit {
    let mut out = anstream::stdout();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            let _ = writeln!(anstream::stderr(), "reductio: cannot write the answer: {error}");
            exit.worst(Exit::BadInput)
        }
        _ => exit,
    }
}
