//! From a command line to its answer: what is read and proved, and where the answer goes.

use std::io::Write as _;
use std::time::Instant;

use annotate_snippets::Renderer;
use reductio_algebra::{Formula, Style};
use reductio_proofs::Limits;

use crate::claim::Proved;
use crate::cli::{Cli, ExplainArgs, Format, ModelsArgs, Output, ProveArgs, Proving, Verb};
use crate::diagnostics::{Diagnostic, render_all};
use crate::json::{self, ExplainAnswer, ProveAnswer};
use crate::library::Library;
use crate::models::Question;
use crate::models::json::ModelsAnswer;
use crate::page::Page;
use crate::prove::prove;
use crate::report::{Extras, report};
use crate::selection::{Selection, is_input};
use crate::source::read_all;
use crate::verdict::Exit;
use crate::{derivation, explain, models};

/// Answers a command line.
pub(crate) fn run(cli: &Cli) -> Exit {
    let nothing =
        ProveArgs { arguments: Vec::new(), explain: Vec::new(), proving: Proving::default() };
    match &cli.verb {
        None => run_main_job(&nothing, cli),
        Some(Verb::Prove(args)) => run_prove(args, args.proving.or(cli.proving), &cli.output),
        Some(Verb::Models(args)) => run_models(args, &cli.output),
        Some(Verb::Explain(args)) => run_explain(args, &cli.output),
    }
}

/// Everything that is bundled: the proofs, then Theorem 1 in finite models.
fn run_main_job(nothing: &ProveArgs, cli: &Cli) -> Exit {
    let exit = run_prove(nothing, cli.proving, &cli.output);
    if cli.output.format == Format::Json {
        return exit;
    }
    let style = cli.output.style();
    let mut answers = models::models(&Question::default(), style);
    let needs = models::models(&Question { all_drops: true, ..Question::default() }, style);
    answers.answers.extend(needs.answers);
    answers.bad_input.extend(needs.bad_input);
    let page = Page::of_stdout(style);
    let text = format!("\n{}", models::text::summary(&answers, &page));
    write_answer(&text, exit.worst(answers.exit()))
}

fn run_prove(args: &ProveArgs, proving: Proving, output: &Output) -> Exit {
    let start = Instant::now();
    let limits = proving
        .max_states
        .map_or_else(Limits::default, |n| Limits { states_per_step: n, ..Limits::default() });
    let (inputs, mut labels): (Vec<String>, Vec<String>) =
        args.arguments.iter().cloned().partition(|a| is_input(a));
    labels.extend(args.explain.iter().cloned());
    let (sources, errors) = read_all(&inputs);
    let library = if inputs.is_empty() {
        Library::bundled()
    } else {
        Library::with(&sources, !errors.is_empty())
    };
    let selection = Selection::new(&library, &labels);
    let search_states = Some(usize::from(proving.search_states.unwrap_or(3))).filter(|n| *n > 0);
    let mut proved = prove(&library, &selection, limits, search_states);
    proved.bad_input.splice(0..0, errors.iter().map(Diagnostic::of_source));
    let exit = proved.exit(proving.deny_warnings);
    let time = proving.time.then(|| start.elapsed());

    let is_json = output.format == Format::Json;
    let shows_all = proving.warnings || proving.deny_warnings;
    let mut hidden_warnings = 0;
    if !is_json {
        let mut shown: Vec<Diagnostic> = proved.bad_input.clone();
        shown.extend(proved.faults.iter().cloned());
        shown.extend(proved.warnings.iter().cloned());
        for claim in &proved.claims {
            if shows_all || !claim.is_bundled {
                shown.extend(claim.warnings.iter().cloned());
            } else {
                hidden_warnings += claim.warnings.len();
            }
        }
        let _ = anstream::stderr().write_all(render_all(&shown, &renderer()).as_bytes());
    }
    let text = if is_json {
        json::to_text(&ProveAnswer::new(&proved, output.style(), time))
    } else {
        let page = Page::of_stdout(output.style());
        let extras = Extras { time, hidden_warnings, has_processes: has_processes(&proved) };
        if args.explain.is_empty() {
            report(&proved, &page, &extras)
        } else {
            proved.claims.iter().map(|c| derivation::show(c, &page)).collect::<Vec<_>>().join("\n")
        }
    };
    write_answer(&text, exit)
}

/// Whether some statement is about processes.
fn has_processes(proved: &Proved) -> bool {
    let is_indexed =
        |f: &Formula| matches!(f, Formula::ForAll(_)) || f.symbols().iter().any(|s| s.arity > 0);
    proved.claims.iter().any(|c| is_indexed(&c.formula))
}

fn run_models(args: &ModelsArgs, output: &Output) -> Exit {
    let question = Question {
        label: args.label.clone(),
        states: args.states,
        processes: args.processes,
        drops: args.drop.clone(),
        all_drops: args.all_drops,
        find: args.find.clone(),
    };
    let answers = models::models(&question, output.style());
    let text = if output.format == Format::Json {
        json::to_text(&ModelsAnswer::new(&answers))
    } else {
        let _ = anstream::stderr().write_all(
            render_all(
                &[answers.bad_input.clone(), answers.declined.clone()].concat(),
                &renderer(),
            )
            .as_bytes(),
        );
        models::text::report(&answers, &Page::of_stdout(output.style()))
    };
    write_answer(&text, answers.exit())
}

fn run_explain(args: &ExplainArgs, output: &Output) -> Exit {
    let is_json = output.format == Format::Json;
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
        let _ = anstream::stderr().write_all(render_all(&faults, &renderer()).as_bytes());
        match (&found[..], args.code.is_some(), &args.save) {
            (_, false, _) => explain::list(),
            ([one], true, None) => one.show(&Page::of_stdout(output.style())),
            _ => String::new(),
        }
    };
    write_answer(&text, exit)
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
