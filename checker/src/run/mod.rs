//! From a command line to its answer: what is read and proved, and where the answer goes.

mod systems;

use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use annotate_snippets::Renderer;
use reductio_algebra::{Formula, Style};
use reductio_proofs::Limits;

use crate::claim::Proved;
use crate::cli::{
    Cli, DecideArgs, ExplainArgs, Format, ModelsArgs, ModelsFormat, Output, ProveArgs, Proving,
    Verb,
};
use crate::diagnostics::{Diagnostic, render_all};
use crate::json::{self, ExplainAnswer, ProveAnswer};
use crate::library::Library;
use crate::models::json::ModelsAnswer;
use crate::models::{Answers, Drawn, Monitor, Picture, Question};
use crate::page::Page;
use crate::progress::Meter;
use crate::prove::prove;
use crate::report::{Extras, report};
use crate::selection::{Selection, is_input};
use crate::source::{Source, SourceError, Wanted, read_all};
use crate::stop::Stop;
use crate::verdict::Exit;
use crate::{check, decide, derivation, explain, formula, models};

/// Answers a command line.
pub(crate) fn run(cli: &Cli) -> Exit {
    match &cli.verb {
        None => run_main_job(cli),
        Some(Verb::Prove(args)) => {
            run_prove(args, args.proving.or(cli.proving), args.output.or(cli.output), false)
        }
        Some(Verb::Models(args)) => run_models(args, cli.output),
        Some(Verb::Decide(args)) => run_decide(args, args.output.or(cli.output)),
        Some(Verb::Check(args)) => systems::check(args, cli.output),
        Some(Verb::Validate(args)) => systems::validate(args, cli.output),
        Some(Verb::Simulate(args)) => systems::simulate(args, cli.output),
        Some(Verb::Replay(args)) => systems::replay(args, cli.output),
        Some(Verb::Explain(args)) if args.code.as_deref().is_some_and(is_input) => {
            systems::explain(args, args.output.or(cli.output))
        }
        Some(Verb::Explain(args)) => run_explain(args, args.output.or(cli.output)),
    }
}

/// Everything that is bundled: the proofs, then Theorem 1 in finite models.
fn run_main_job(cli: &Cli) -> Exit {
    let Cli { output, proving, .. } = *cli;
    let nothing =
        ProveArgs { arguments: Vec::new(), explain: Vec::new(), formula: None, output, proving };
    let exit = run_prove(&nothing, proving, output, true);
    if output.is_json() {
        return exit;
    }
    let style = output.style();
    let library = Library::bundled();
    let monitor = monitor(None);
    let ask = |all_drops| {
        models::models(&library, &Question { all_drops, ..Question::default() }, style, &monitor)
    };
    let mut answers = ask(false);
    let needs = ask(true);
    answers.answers.extend(needs.answers);
    answers.bad_input.extend(needs.bad_input);
    answers.left.extend(needs.left);
    answers.cause = needs.cause;
    let page = Page::of_stdout(style);
    let (rows, wrong) = check::explore_all();
    let systems = check::table::summary(&rows, &wrong, &page);
    let text = format!("\n{}\n{systems}", models::text::summary(&answers, &page));
    let systems = if wrong.is_empty() { Exit::Holds } else { Exit::Fails };
    write_answer(&text, exit.worst(answers.exit()).worst(systems))
}

/// Ctrl-C, a time limit, and a line on the terminal.
fn monitor(timeout: Option<Duration>) -> Monitor {
    // Where signals cannot be caught, Ctrl-C ends the process as ever.
    let stop = Stop::at_signals().unwrap_or_default();
    timeout.inspect(|time| stop.after(*time));
    Monitor { stop, meter: Meter::on_stderr() }
}

/// In an overview, what holds in the libraries is counted instead of listed.
fn run_prove(args: &ProveArgs, proving: Proving, output: Output, is_overview: bool) -> Exit {
    let start = Instant::now();
    let limits = proving
        .max_states
        .map_or_else(Limits::default, |n| Limits { states_per_step: n, ..Limits::default() });
    let (inputs, mut labels): (Vec<String>, Vec<String>) =
        args.arguments.iter().cloned().partition(|a| is_input(a));
    labels.extend(args.explain.iter().cloned());
    let (mut sources, mut library, errors) = load(&inputs);
    let mut formula_faults = Vec::new();
    if let Some(text) = &args.formula {
        match formula::read(&library, text) {
            Ok((base, claim)) => match formula::sources(&claim, base) {
                Some(more) => {
                    sources.extend(more);
                    library = Library::with(&sources, !errors.is_empty());
                    labels = vec!["Formula:formula".to_owned()];
                }
                None => formula_faults.push(no_relation(text)),
            },
            Err(faults) => formula_faults = faults,
        }
    }
    let selection = if formula_faults.is_empty() {
        Selection::new(&library, &labels)
    } else {
        Selection::default()
    };
    let search_states = Some(usize::from(proving.search_states.unwrap_or(3))).filter(|n| *n > 0);
    let mut proved = prove(&library, &selection, limits, search_states);
    proved.bad_input.splice(0..0, errors.iter().map(Diagnostic::of_source));
    proved.bad_input.extend(formula_faults);
    let exit = proved.exit(proving.deny_warnings);
    let time = proving.time.then(|| start.elapsed());

    let is_json = output.is_json();
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
        tell(&shown);
    }
    let text = if is_json {
        json::to_text(&ProveAnswer::new(&proved, output.style(), time))
    } else {
        let page = Page::of_stdout(output.style());
        let has_processes = has_processes(&proved);
        let extras = Extras { time, hidden_warnings, has_processes, is_overview };
        if args.explain.is_empty() {
            report(&proved, &page, &extras)
        } else {
            proved.claims.iter().map(|c| derivation::show(c, &page)).collect::<Vec<_>>().join("\n")
        }
    };
    write_answer(&text, exit)
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

fn no_relation(text: &str) -> Diagnostic {
    let message = format!("`{text}` is no relation between two terms");
    Diagnostic::error("E0017", message)
        .help("ask for `e = f` or `e <= f`, with premises before `=>`")
}

/// Whether some statement is about processes.
fn has_processes(proved: &Proved) -> bool {
    let is_indexed =
        |f: &Formula| matches!(f, Formula::ForAll(_)) || f.symbols().iter().any(|s| s.arity > 0);
    proved.claims.iter().any(|c| is_indexed(&c.formula))
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

fn run_models(args: &ModelsArgs, before: Output) -> Exit {
    let style = Output { format: None, unicode: args.unicode }.or(before).style();
    let format = args.format.unwrap_or(match before.format {
        Some(Format::Json) => ModelsFormat::Json,
        _ => ModelsFormat::Text,
    });
    let drawn = match format {
        ModelsFormat::Dot => Some(Drawn::Dot),
        ModelsFormat::Svg => Some(Drawn::Svg),
        ModelsFormat::Text | ModelsFormat::Json => None,
    };
    let several = args.all_drops || args.drop.len() > 1;
    if let Some(fault) = picture_fault(args, drawn, several) {
        let faults = Answers { bad_input: vec![fault], ..Answers::default() };
        return write_models(&faults, format, None, args, style);
    }
    let (inputs, labels): (Vec<String>, Vec<String>) =
        args.arguments.iter().cloned().partition(|a| is_input(a));
    let (_, library, errors) = load(&inputs);
    let question = Question {
        labels,
        states: args.states,
        processes: args.processes,
        drops: args.drop.clone(),
        all_drops: args.all_drops,
        find: args.find.clone(),
        evaluations: args.evaluations,
        checkpoint: args.checkpoint.clone(),
    };
    let mut answers = models::models(&library, &question, style, &monitor(args.timeout));
    answers.bad_input.splice(0..0, errors.iter().map(Diagnostic::of_source));
    write_models(&answers, format, drawn, args, style)
}

/// What cannot be drawn as asked.
fn picture_fault(args: &ModelsArgs, drawn: Option<Drawn>, several: bool) -> Option<Diagnostic> {
    if args.save.is_some() && drawn.is_none() {
        let fault = Diagnostic::error("E0016", "`--save` is for pictures");
        return Some(fault.help("add `--format svg` or `--format dot`"));
    }
    let is_crowded = several && args.save.is_none() && drawn == Some(Drawn::Svg);
    is_crowded.then(|| {
        let message = "there may be several pictures, and an SVG file holds one";
        Diagnostic::error("E0016", message)
            .help("name a folder with `--save FOLDER`, or use `--format dot`")
    })
}

fn write_models(
    answers: &Answers,
    format: ModelsFormat,
    drawn: Option<Drawn>,
    args: &ModelsArgs,
    style: Style,
) -> Exit {
    if format == ModelsFormat::Json {
        return write_answer(&json::to_text(&ModelsAnswer::new(answers)), answers.exit());
    }
    let mut told: Vec<Diagnostic> = answers.diagnostics().cloned().collect();
    let Some(drawn) = drawn else {
        tell(&told);
        let text = models::text::report(answers, &Page::of_stdout(style));
        return write_answer(&text, answers.exit());
    };
    let pictures = models::pictures(answers, drawn);
    let mut exit = answers.exit();
    let mut text = String::new();
    if let Some(fault) = picture_fault(args, Some(drawn), pictures.len() > 1) {
        told.push(fault);
        exit = exit.worst(Exit::BadInput);
    } else if let Some(folder) = &args.save {
        match save(folder, &pictures) {
            Ok(names) => text = names,
            Err(error) => {
                let message = format!("cannot write to `{}`: {error}", folder.display());
                told.push(Diagnostic::error("E0012", message));
                exit = exit.worst(Exit::BadInput);
            }
        }
    } else {
        text = pictures.iter().map(|picture| &*picture.text).collect();
    }
    if pictures.is_empty() && answers.bad_input.is_empty() {
        let warning = Diagnostic::error("W0002", "there is nothing to draw: no answer has a model");
        told.push(warning.warning().help("`--format text` shows the answer"));
    }
    tell(&told);
    write_answer(&text, exit)
}

/// Writes the pictures into a folder; their paths, a line each.
fn save(folder: &Path, pictures: &[Picture]) -> std::io::Result<String> {
    std::fs::create_dir_all(folder)?;
    let one = |picture: &Picture| {
        let path = folder.join(&picture.name);
        std::fs::write(&path, &picture.text).map(|()| format!("{}\n", path.display()))
    };
    pictures.iter().map(one).collect()
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
