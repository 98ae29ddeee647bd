//! The verb `models`.

use std::path::Path;

use reductio::Exit;
use reductio::diagnostics::Diagnostic;
use reductio::models::{self, ModelAnswers, ModelQuestion};
use reductio::selection::is_input;
use reductio_algebra::Style;
use reductio_report as told;
use reductio_report::html;
use reductio_report::json;
use reductio_report::models::json::ModelsAnswer;
use reductio_report::models::{Drawn, Picture};

use super::{Said, also_as_page, load, tell};
use crate::cli::{Format, ModelsArgs, ModelsFormat, Output};
use crate::monitor::Monitor;
use crate::replace::replace;
use crate::terminal;

pub(super) fn run_models(args: &ModelsArgs, before: Output, monitor: &Monitor) -> Said {
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
        let faults = ModelAnswers { bad_input: vec![fault], ..ModelAnswers::default() };
        return write_models(&faults, format, None, args, style);
    }
    let (inputs, labels): (Vec<String>, Vec<String>) =
        args.arguments.iter().cloned().partition(|a| is_input(a));
    let (_, library, errors) = load(&inputs);
    let question = ModelQuestion {
        labels,
        states: args.states,
        processes: args.processes,
        drops: args.drop.clone(),
        all_drops: args.all_drops,
        find: args.find.clone(),
        predicates: args.predicates.clone(),
        evaluations: args.evaluations,
        checkpoint: args.checkpoint.clone(),
    };
    let mut answers = models::models(&library, &question, style, monitor);
    monitor.meter.clear();
    answers.bad_input.splice(0..0, errors.iter().map(Diagnostic::of_source));
    let paged = also_as_page(&args.page, "Statements in finite models", || {
        vec![html::models(&answers, Style::Unicode)]
    });
    write_models(&answers, format, drawn, args, style).worst(paged)
}

/// The diagnostic for pictures that cannot be drawn as asked, if they cannot.
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
    answers: &ModelAnswers,
    format: ModelsFormat,
    drawn: Option<Drawn>,
    args: &ModelsArgs,
    style: Style,
) -> Said {
    if format == ModelsFormat::Json {
        return Said::product(json::to_text(&ModelsAnswer::new(answers)), answers.exit());
    }
    let mut told: Vec<Diagnostic> = answers.diagnostics().cloned().collect();
    let Some(drawn) = drawn else {
        tell(&told);
        let text = told::models::text::report(answers, &terminal::page(style));
        return Said::report(text, answers.exit());
    };
    let pictures = told::models::pictures(answers, drawn);
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
    Said::either(text, exit, args.save.is_some())
}

/// Writes the pictures into a folder, and returns their paths, one on each line.
fn save(folder: &Path, pictures: &[Picture]) -> std::io::Result<String> {
    std::fs::create_dir_all(folder)?;
    let one = |picture: &Picture| {
        let path = folder.join(&picture.name);
        replace(&path, &picture.text).map(|()| format!("{}\n", path.display()))
    };
    pictures.iter().map(one).collect()
}
