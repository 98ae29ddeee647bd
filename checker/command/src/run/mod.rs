//! Answers command lines: reads the inputs, has a module for each large verb, and writes the answer.

mod certificate;
mod check;
mod check_certificate;
#[cfg(feature = "cluster")]
mod cluster;
#[cfg(not(feature = "cluster"))]
#[path = "cluster/alone.rs"]
mod cluster;
pub(crate) mod compare;
mod examples;
mod export;
mod family;
mod fmt;
mod given_up;
pub(crate) mod heap;
mod java;
mod jupyter;
mod main;
mod manual;
mod models;
mod new;
mod notebook;
pub(crate) mod programs;
mod prove;
mod race;
mod report;
mod reproduce;
mod said;
mod states;
mod systems;
mod test;
mod tptp;
mod verify;

use std::time::Instant;

use annotate_snippets::Renderer;
use reductio::Exit;
use reductio::decide;
use reductio::diagnostics::Diagnostic;
use reductio::library::Library;
use reductio::selection::is_input;
use reductio::source::{Source, SourceError, Wanted, read_all};
use reductio_algebra::Style;
use reductio_report as told;
use reductio_report::diagnostics::render_all;
use reductio_report::html::{self, Section};
use reductio_report::json;

use crate::cli::{AsPage, Cli, DecideArgs, ExplainArgs, Output, Verb};
use crate::monitor::Monitor;
use crate::progress::Meter;
use crate::stop::{Cause, Stop};
use crate::{explain, lsp, page_file, terminal};

pub use main::{guarded, main};
use models::run_models;
use prove::{Listing, run_all_models, run_all_proofs, run_prove};
use said::Said;

/// Answers a command line.
fn run(cli: &Cli) -> Exit {
    let start = Instant::now();
    let monitor = match cli.verb {
        // Jupyter sends signals of its own, to the cell that runs; an editor says when the server is to end.
        Some(Verb::Jupyter(_) | Verb::Lsp) => Monitor::silent(Stop::default()),
        _ => Monitor { stop: Stop::of_process(cli.allowed.allowance()), meter: Meter::on_stderr() },
    };
    if let Some(answer) = given_up::answer(cli) {
        monitor.stop.when_given_up(answer);
    }
    let last = if cli.verb.is_none() && !cli.output.is_json() {
        // The proofs can be read while the models are still gone through.
        let proofs = run_all_proofs(cli, &monitor).write(cli.quiet);
        run_all_models(cli, &monitor).worst(proofs)
    } else {
        answer(cli, &monitor)
    };
    monitor.meter.clear();
    monitor.stop.answering();
    let last = if cli.verbose { last.timed(start.elapsed()) } else { last };
    last.write(cli.quiet)
}

/// The diagnostic for a run that was ended early: there is no answer, or only a part of one.
fn ended_early(monitor: &Monitor) -> Diagnostic {
    ended_by(monitor.stop.cause().unwrap_or(Cause::Interrupted))
}

fn ended_by(cause: Cause) -> Diagnostic {
    let message = format!("the run was ended before it was complete: {}", cause.word());
    let warning = Diagnostic::error("W0003", message).warning();
    match cause {
        Cause::Interrupted => warning,
        Cause::TimeIsUp => warning.help("`--timeout` gives more time"),
        Cause::MemoryIsUp => warning.help("`--memory` allows more, where the machine has it"),
    }
}

fn answer(cli: &Cli, monitor: &Monitor) -> Said {
    let proving = cli.proving();
    let memory = cli.allowed.bytes_of_states();
    match &cli.verb {
        None => run_all_proofs(cli, monitor),
        Some(Verb::Prove(args)) => run_prove(
            args,
            args.proving.or(proving),
            args.output.or(cli.output),
            Listing::All,
            monitor,
        ),
        Some(Verb::Models(args)) => run_models(args, cli.output, monitor),
        Some(Verb::Decide(args)) => run_decide(args, args.output.or(cli.output), monitor),
        Some(Verb::Check(args)) => check::check(args, cli.output, memory, monitor),
        Some(Verb::Compare(args)) => {
            compare::compare(args, args.output.or(cli.output), memory, monitor)
        }
        Some(Verb::Race(args)) => race::race(args, cli.output, monitor),
        Some(Verb::Java(_)) if cli.output.is_json() => refuse_json("java"),
        Some(Verb::Java(args)) => java::java(args, memory, monitor),
        Some(Verb::Heap(args)) => heap::heap(args, cli.output, memory, monitor),
        Some(Verb::Validate(args)) => systems::validate(args, args.output.or(cli.output), monitor),
        Some(Verb::Test(args)) => test::test(args, args.output.or(cli.output), monitor),
        Some(Verb::Simulate(args)) => systems::simulate(args, cli.output, monitor),
        Some(Verb::Replay(args)) => systems::replay(args, cli.output, monitor),
        Some(Verb::States(args)) => states::states(args, cli.output, monitor),
        Some(Verb::Export(args)) => export::run_export(args, monitor),
        Some(Verb::Reproduce(_)) if cli.output.is_json() => refuse_json("reproduce"),
        Some(Verb::Reproduce(args)) => reproduce::tables_again(args, memory, monitor),
        Some(Verb::Report(args)) => report::run_report(args, memory, monitor),
        Some(Verb::Verify(args)) => verify::run_verify(args, args.output.or(cli.output), monitor),
        Some(Verb::New(_)) if cli.output.is_json() => refuse_json("new"),
        Some(Verb::New(args)) => new::new(args),
        Some(Verb::Examples(_)) if cli.output.is_json() => refuse_json("examples"),
        Some(Verb::Examples(args)) => examples::examples(args),
        Some(Verb::Notebook(_)) if cli.output.is_json() => refuse_json("notebook"),
        Some(Verb::Jupyter(_)) if cli.output.is_json() => refuse_json("jupyter"),
        Some(Verb::Fmt(_)) if cli.output.is_json() => refuse_json("fmt"),
        Some(Verb::Fmt(args)) => fmt::fmt(args),
        Some(Verb::Lsp) if cli.output.is_json() => refuse_json("lsp"),
        Some(Verb::Lsp) => Said::nothing(lsp::serve()),
        Some(Verb::Notebook(args)) => notebook::notebook(args, monitor),
        Some(Verb::Jupyter(args)) => jupyter::jupyter(args),
        Some(Verb::Explain(args)) if args.code.as_deref().is_some_and(is_input) => {
            systems::explain(args, args.output.or(cli.output), monitor)
        }
        Some(Verb::Explain(args)) => run_explain(args, args.output.or(cli.output)),
        Some(Verb::Completions { shell }) => manual::completions(*shell),
        Some(Verb::Man { verb }) => manual::page(verb.as_deref()),
    }
}

/// The refusal of `--format json` for verbs that have no answer for programs: to say so is better than to answer
/// something else.
fn refuse_json(verb: &str) -> Said {
    let fault = Diagnostic::error("E0016", format!("`reductio {verb}` does not answer in JSON"));
    tell(&[fault.help("leave out `--format json`; the exit code says how it ends")]);
    Said::nothing(Exit::BadInput)
}

/// Reads the inputs and puts them together with the bundled theories; without inputs these alone.
fn load(inputs: &[String]) -> (Vec<Source>, Library, Vec<SourceError>) {
    let (sources, errors) = read_all(inputs, Wanted::Theories);
    let library = if inputs.is_empty() {
        Library::bundled()
    } else {
        Library::with(&sources, !errors.is_empty())
    };
    (sources, library, errors)
}

fn run_decide(args: &DecideArgs, output: Output, monitor: &Monitor) -> Said {
    let (inputs, formulas): (Vec<String>, Vec<String>) =
        args.arguments.iter().cloned().partition(|a| is_input(a));
    let (_, library, errors) = load(&inputs);
    let search_states = usize::from(args.search_states);
    let predicates = args.predicates.clone();
    let question =
        decide::FormulaQuestions { formulas, predicates, states: args.states, search_states };
    let mut answers = decide::decide(&library, &question, Some(monitor.stop.flag()));
    answers.bad_input.splice(0..0, errors.iter().map(Diagnostic::of_source));
    let text = if output.is_json() {
        json::to_text(&told::decide::json::DecideAnswer::new(&answers, output.style()))
    } else {
        tell(&answers.diagnostics());
        told::decide::text::report(&answers, &terminal::page(output.style()), args.explain)
    };
    let paged = also_as_page(&args.page, "Laws of omega algebra", || {
        vec![html::decisions(&answers, Style::Unicode, args.explain)]
    });
    Said::either(text, answers.exit().worst(paged), !output.is_json())
}

fn run_explain(args: &ExplainArgs, output: Output) -> Said {
    let is_json = output.is_json();
    let (mut found, mut faults) = (Vec::new(), Vec::new());
    match args.code.as_deref().map(explain::find) {
        None => found.extend(crate::EXPLANATIONS.iter()),
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
        json::to_text(&explain::ExplainAnswer::new(&found, &faults))
    } else {
        tell(&faults);
        match (&found[..], args.code.is_some(), &args.save) {
            (_, false, _) => explain::list(),
            ([one], true, None) => one.show(&terminal::page(output.style())),
            _ => String::new(),
        }
    };
    Said::either(text, exit, !is_json)
}

/// The heading of a page about systems or programs: what was done, and their names, unless there are many.
fn heading<'n>(done: &str, names: impl Iterator<Item = &'n str>) -> String {
    let names: Vec<&str> = names.collect();
    match &names[..] {
        [] => done.to_owned(),
        [one] => format!("{done} of {one}"),
        [most @ .., last] if names.len() <= 3 => {
            format!("{done} of {} and {last}", most.join(", "))
        }
        _ => format!("{done} of {} files", names.len()),
    }
}

/// Writes the answer as a page too, if that was asked for, and returns the exit code of doing so.
fn also_as_page(page: &AsPage, title: &str, sections: impl FnOnce() -> Vec<Section>) -> Exit {
    let Some(path) = &page.html else { return Exit::Holds };
    match page_file::write(path, &html::report(title, &[], &sections())) {
        Ok(()) => Exit::Holds,
        Err(fault) => {
            tell(&[*fault]);
            Exit::BadInput
        }
    }
}

/// Writes errors and warnings to standard error.
fn tell(diagnostics: &[Diagnostic]) {
    terminal::tell(&render_all(diagnostics, &renderer()));
}

fn renderer() -> Renderer {
    Renderer::styled().term_width(terminal::page(Style::Ascii).width.max(80))
}
