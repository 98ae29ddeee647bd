//! The commands `show` and `eval`: states, derivations, models, terms.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;

use reductio::Exit;
use reductio::File;
use reductio::check::Demotion;
use reductio::diagnostics::Diagnostic;
use reductio::prove::prove;
use reductio::selection::Selection;
use reductio::validate::Unexplored;
use reductio_algebra::{Evaluator, Formula, Sort, Style, Symbol, name};
use reductio_proofs::ReplayLimits;
use reductio_relations::{Assignment, Drawing, FiniteModel, Naive, PairSet, Satisfaction, Witness};
use reductio_report::html::{self, CitationTargets};
use reductio_report::picture::{MOST_STATES, StateGraph};
use reductio_report::prove::derivation as layout;

use super::super::output::{CellAnswer, Output, Rich};
use super::super::session::{Session, model_output, proved_answer};
use super::systems::subject;
use super::{ShowArgs, page};
use crate::cli::panels;
use crate::faults;

/// The largest number of states with which a term is shown as a matrix.
const MATRIX: usize = 24;

pub(super) fn show(session: &Session, args: &ShowArgs) -> CellAnswer {
    if session.system_file(&args.what).is_ok() {
        return states(session, args);
    }
    if session.program_file(&args.what).is_ok() {
        let message =
            format!("`{}` is a program, and `show` draws the states of systems", args.what);
        let help = "`heap NAME --graph LINE` draws what its variables may refer to";
        return CellAnswer::refused(&[Diagnostic::error("E0802", message).help(help)]);
    }
    if args.compare || args.reduced || args.dot || args.reading.demotion() != Demotion::None {
        let fault = session.system_file(&args.what).err();
        return CellAnswer::refused(&fault.into_iter().map(|f| *f).collect::<Vec<_>>());
    }
    if args.what == "model" {
        return match session.model() {
            Some(model) => CellAnswer::one(model_output(model), Exit::Holds),
            None => no_model(),
        };
    }
    let style = if args.unicode { Style::Unicode } else { Style::Ascii };
    derivation(session, &args.what, style)
}

/// The state graph of a system, as a picture and as text, or for Graphviz if that is asked for.
fn states(session: &Session, args: &ShowArgs) -> CellAnswer {
    let subject = match subject(session, &args.what, &args.reading) {
        Ok(subject) => subject,
        Err(faults) => return CellAnswer::refused(&faults),
    };
    let panels = panels(args.compare, args.reduced);
    let stop = Some(session.stop().flag());
    let discipline = subject.discipline().ok_or(Unexplored::Cancelled);
    match discipline.and_then(|known| StateGraph::new(known, MOST_STATES, stop)) {
        // That it was ended early is said once for the cell.
        Err(Unexplored::Cancelled) => CellAnswer { outputs: Vec::new(), exit: Exit::Declined },
        Ok(graph) if args.dot => CellAnswer::one(Output::text(&graph.to_dot(panels)), Exit::Holds),
        Ok(graph) => {
            let command = format!("show {} --dot", args.what);
            let graph = graph.with_command(command);
            let mut text = page(Style::Ascii).fit(&graph.to_text());
            let unseen = faults::properties_unseen(&subject, "the graph");
            for warning in faults::classes_in_graph(&subject).into_iter().chain(unseen) {
                text += &(warning.message + "\n");
            }
            let output = Output::text(&text).with(Rich::Svg(graph.to_svg(panels)));
            CellAnswer::one(output, Exit::Holds)
        }
        Err(Unexplored::TooLarge(error)) => {
            let fault = faults::of_graph(subject.system().name(), error);
            CellAnswer { exit: Exit::Declined, ..CellAnswer::refused(&[fault]) }
        }
    }
}

/// The derivation of a statement, aligned as on paper.
pub(super) fn derivation(session: &Session, label: &str, style: Style) -> CellAnswer {
    let library = session.library();
    let selection = Selection::new(library, &[label.to_owned()]);
    let proved = prove(library, &selection, ReplayLimits::default(), Some(3));
    let page = page(style);
    // A cell has no places to lead to.
    let nowhere = BTreeSet::new();
    let outputs = proved
        .claims
        .iter()
        .map(|claim| {
            let html =
                html::derivation(claim, CitationTargets { library, places: &nowhere }, style);
            Output::text(&layout::show(claim, &page)).with(Rich::Html(html))
        })
        .collect();
    // Diagnostics as of `prove`, and the derivation in place of the report.
    let told: Vec<Output> = proved_answer(&proved, &page, false)
        .outputs
        .into_iter()
        .filter(|output| output.is_diagnostic)
        .collect();
    CellAnswer { outputs: [told, outputs].concat(), exit: proved.exit(false) }
}

fn no_model() -> CellAnswer {
    let fault = Diagnostic::error("E0802", "there is no model yet");
    CellAnswer::refused(&[fault.help("a cell that begins with `states 4` makes one")])
}

/// The value of a term, or the verdict on a formula, in the model of the session.
pub(super) fn eval(session: &Session, text: &str) -> CellAnswer {
    let Some(model) = session.model() else { return no_model() };
    match session.vocabulary().parse_formula(text) {
        Ok(formula) => holds(model, &formula.closed(), text),
        Err(errors) => match session.vocabulary().parse_term(text) {
            Ok(term) => {
                let naive = Naive { states: model.states() };
                match Evaluator::new(&naive, model.meaning()).term(&term) {
                    Ok(value) => relation(model, text, term.sort(), value),
                    Err(error) => no_value(&error),
                }
            }
            Err(of_term) => {
                let is_formula = ["=", "<", ">"].iter().any(|sign| text.contains(sign));
                let errors = if is_formula { errors } else { of_term };
                let file = Arc::new(File::new("eval", text));
                let faults: Vec<_> =
                    errors.iter().map(|e| Diagnostic::of_parse(&file, e)).collect();
                CellAnswer::refused(&faults)
            }
        },
    }
}

fn no_value(error: &reductio_algebra::EvalError) -> CellAnswer {
    let fault = Diagnostic::error("E0802", error.to_string());
    CellAnswer::refused(&[fault.help("give it a value in a cell that begins with `states`")])
}

/// The verdict on a formula in a model, with a pair of states that shows why it fails.
fn holds(model: &FiniteModel, formula: &Formula, text: &str) -> CellAnswer {
    match model.satisfies(formula) {
        Err(error) => no_value(&error),
        Ok(Satisfaction::Holds) => {
            CellAnswer::one(Output::text(&format!("{text}\n  holds in this model")), Exit::Holds)
        }
        Ok(verdict) => {
            let witness = verdict.witness();
            let why = witness.map_or_else(String::new, ToString::to_string);
            let mut drawing = Drawing::new(model).title(&format!("false here: {text}"));
            if let Some((from, to)) = witness.and_then(Witness::pair) {
                drawing = drawing.pair(from, to);
            }
            let said = format!("{text}\n  fails in this model\n{why}");
            let output = Output::text(&said).with(Rich::Svg(drawing.to_svg()));
            CellAnswer::one(output, Exit::Fails)
        }
    }
}

/// The value of a term: its pairs and a graph, then its matrix.
fn relation(model: &FiniteModel, text: &str, sort: Sort, value: PairSet) -> CellAnswer {
    // The model has one relation, which the picture calls what was asked for.
    let (states, symbol) = (model.states(), Symbol { name: name!("x"), arity: 0, sort });
    let shown = match sort {
        Sort::Predicate => value.pairs().map(|(a, _)| a.to_string()).collect::<Vec<_>>(),
        Sort::Action => value.pairs().map(|(a, b)| format!("({a},{b})")).collect(),
    };
    let pairs = format!("{text} = {{{}}}", shown.join(", "));
    let mut outputs = Vec::new();
    let matrix = matrix(states, &value);
    let mut meaning = Assignment::new(1);
    meaning.set(&symbol, &[], value);
    let drawn = FiniteModel::new(states, meaning)
        .map(|m| Drawing::new(&m).title(text).calling(&symbol, text).to_svg());
    let output = Output::text(&page(Style::Ascii).fit(&pairs));
    outputs.push(match drawn {
        Ok(svg) if states <= MATRIX => output.with(Rich::Svg(svg)),
        _ => output,
    });
    if states <= MATRIX {
        outputs.push(matrix);
    }
    CellAnswer { outputs, exit: Exit::Holds }
}

/// The matrix of a relation; a row is a state before, a column a state after.
fn matrix(states: usize, value: &PairSet) -> Output {
    let mut text = "  ".to_owned();
    let mut html = String::from("<table class=\"matrix\">\n<tr><td></td>");
    for b in 0..states {
        let _ = write!(html, "<th scope=\"col\">{b}</th>");
        let _ = write!(text, "{b:>3}");
    }
    text.push('\n');
    html += "</tr>\n";
    for a in 0..states {
        let _ = write!(text, "{a:>2}");
        let _ = write!(html, "<tr><th scope=\"row\">{a}</th>");
        for b in 0..states {
            let is_in = value.contains(a, b);
            text += if is_in { "  1" } else { "  ." };
            html += if is_in { "<td class=\"in\">1</td>" } else { "<td></td>" };
        }
        text.push('\n');
        html += "</tr>\n";
    }
    Output::text(&text).with(Rich::Html(html + "</table>\n"))
}
