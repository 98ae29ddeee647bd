//! The commands `prove`, `models` and `decide` over the theories of the session.

use reductio::decide as law;
use reductio::diagnostics::Diagnostic;
use reductio::library::Library;
use reductio::models::{self, ModelQuestion};
use reductio::prove::prove_formula;
use reductio::question::QuestionLimits;
use reductio::selection::{Selection, is_input};
use reductio_relations::{Drawing, SearchLimits, Watch};
use reductio_report as told;
use reductio_report::html::table;
use reductio_report::models::Drawn;
use reductio_report::page::plural;

use super::super::output::{CellAnswer, Output, Rich};
use super::super::session::{Session, proved_answer};
use super::{files, no_page, page};
use crate::cli::{DecideArgs, ModelsArgs, Output as Form, ProveArgs};
use crate::monitor::Monitor;

/// Answers `prove LABELS`, `prove --explain LABEL` and `prove --formula FORMULA`.
pub(super) fn prove(session: &Session, args: &ProveArgs) -> CellAnswer {
    if let Err(fault) = files(&args.arguments).and_then(|()| no_page(&args.page)) {
        return CellAnswer::refused(&[*fault]);
    }
    if args.certificate.is_some() || args.output.is_json() || args.proving.time {
        let fault =
            Diagnostic::error("E0802", "a cell writes no files, and has one format and no clock");
        return CellAnswer::refused(&[
            fault.help("leave out `--certificate`, `--format` and `--time`")
        ]);
    }
    let style = args.output.style();
    let limits = args.proving.limits(Some(session.stop().flag()));
    let search_states =
        Some(usize::from(args.proving.search_states.unwrap_or(3))).filter(|n| *n > 0);
    if let Some(text) = &args.formula {
        let models = search_states.map(|states| SearchLimits { states, ..SearchLimits::default() });
        let limits = QuestionLimits {
            proving: limits,
            models,
            watch: Watch { cancel: Some(session.stop().flag()), progress: None },
            ..QuestionLimits::default()
        };
        let library = session.library_for(text);
        let (_, proved) = prove_formula(&library, text, &args.predicates, limits);
        if proved.claims.is_empty() {
            return CellAnswer::refused(&proved.bad_input);
        }
        return proved_answer(&proved, &page(style), args.proving.deny_warnings);
    }
    let mut labels = args.arguments.clone();
    let library = session.library();
    if let [label] = &args.explain[..] {
        return super::show::derivation(session, label, style);
    }
    labels.extend(args.explain.iter().cloned());
    let selection = Selection::new(library, &labels);
    let proved = reductio::prove::prove(library, &selection, limits, search_states);
    proved_answer(&proved, &page(style), args.proving.deny_warnings)
}

/// Answers `models`. Questions about Theorem 1 are about the bundled theories, all others about the session.
pub(super) fn models(session: &Session, args: &ModelsArgs) -> CellAnswer {
    if let Err(fault) = files(&args.arguments).and_then(|()| no_page(&args.page)) {
        return CellAnswer::refused(&[*fault]);
    }
    if args.checkpoint.is_some() || args.save.is_some() || args.format.is_some() {
        let fault =
            Diagnostic::error("E0802", "a cell writes no files, and has one format and no clock");
        return CellAnswer::refused(&[
            fault.help("leave out `--checkpoint`, `--save` and `--format`")
        ]);
    }
    let style = Form { format: None, unicode: args.unicode }.style();
    let question = ModelQuestion {
        labels: args.arguments.clone(),
        states: args.states,
        processes: args.processes,
        drops: args.drop.clone(),
        all_drops: args.all_drops,
        find: args.find.clone(),
        predicates: args.predicates.clone(),
        evaluations: args.evaluations,
        checkpoint: None,
    };
    let library = match &question.find {
        Some(formula) => session.library_for(formula),
        None if question.labels.is_empty() => Library::bundled(),
        None => session.library().clone(),
    };
    let monitor = Monitor::silent(session.stop().clone());
    let answers = models::models(&library, &question, style, &monitor);
    let told: Vec<Diagnostic> = answers.diagnostics().cloned().collect();
    let mut outputs = Vec::new();
    if !answers.answers.is_empty() {
        let mut report = Output::text(&told::models::text::report(&answers, &page(style)));
        if let Some(needs) = need_table(&answers) {
            report = report.with(Rich::Html(needs));
        }
        outputs.push(report);
    }
    for picture in told::models::pictures(&answers, Drawn::Svg) {
        outputs.push(Output::text(&described(&picture.text)).with(Rich::Svg(picture.text)));
    }
    CellAnswer { outputs, exit: answers.exit() }.after(&told)
}

/// A table of what each hypothesis is for, if several were left out; the pictures show the systems.
fn need_table(answers: &models::ModelAnswers) -> Option<String> {
    let needs = answers.answers.iter().filter_map(|answer| match answer {
        models::ModelAnswer::Need(need) => Some(need),
        _ => None,
    });
    let rows: Vec<Vec<String>> = needs
        .map(|need| {
            let found = need.counterexample.as_ref();
            let size = |f: fn(&reductio_relations::systems::System) -> usize| {
                found.map_or_else(|| "-".to_owned(), |system| f(system).to_string())
            };
            let word = if found.is_some() { "needed" } else { "no counterexample found" };
            vec![
                need.dropped.label().to_owned(),
                word.to_owned(),
                size(reductio_relations::systems::System::states),
                size(reductio_relations::systems::System::processes),
                size(|system| system.size() as usize),
            ]
        })
        .collect();
    let head = ["without", "", "#states", "#processes", "#pairs"];
    (rows.len() > 1).then(|| table(&head, &rows))
}

/// The title and the description of a picture.
pub(super) fn described(svg: &str) -> String {
    let part = |tag: &str| {
        let (_, rest) = svg.split_once(&format!("<{tag}>"))?;
        rest.split_once(&format!("</{tag}>")).map(|(text, _)| text)
    };
    let text =
        format!("{}\n{}", part("title").unwrap_or_default(), part("desc").unwrap_or_default());
    let plain = text
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&amp;", "&");
    page(reductio_algebra::Style::Ascii).fit(&plain)
}

/// Answers `decide FORMULAS`.
pub(super) fn decide(session: &Session, args: &DecideArgs) -> CellAnswer {
    let inputs: Vec<String> = args.arguments.iter().filter(|a| is_input(a)).cloned().collect();
    if let Err(fault) = files(&inputs).and_then(|()| no_page(&args.page)) {
        return CellAnswer::refused(&[*fault]);
    }
    let mut answers = law::FormulaAnswers::default();
    for text in &args.arguments {
        if session.stop().cause().is_some() {
            break;
        }
        let question = law::FormulaQuestions {
            formulas: vec![text.clone()],
            predicates: args.predicates.clone(),
            states: args.states,
            search_states: usize::from(args.search_states),
        };
        let cancel = Some(session.stop().flag());
        let one = law::decide(&session.library_for(text), &question, cancel);
        answers.answers.extend(one.answers);
        answers.bad_input.extend(one.bad_input);
        answers.warnings.extend(one.warnings);
    }
    let style = args.output.style();
    let mut outputs = Vec::new();
    if !answers.answers.is_empty() {
        outputs.push(Output::text(&told::decide::text::report(
            &answers,
            &page(style),
            args.explain,
        )));
    }
    for answer in &answers.answers {
        if let reductio::Verdict::Fails(found) = &answer.verdict {
            let title = format!("false here: {}", answer.formula.to_statement(style));
            let svg = Drawing::new(&found.found.model).title(&title).to_svg();
            let states = plural(found.found.model.states(), "state");
            let text = format!("{title}\na model with {states}, as above");
            outputs.push(Output::text(&text).with(Rich::Svg(svg)));
        }
    }
    CellAnswer { outputs, exit: answers.exit() }.after(&answers.diagnostics())
}
