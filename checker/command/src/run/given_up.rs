//! The answers in JSON of runs that are given up: whoever reads an answer as JSON gets one, also where the work did not
//! end in time by itself.

use reductio::claim::Proved;
use reductio::decide::FormulaAnswers;
use reductio::diagnostics::Diagnostic;
use reductio::models::ModelAnswers;
use reductio_algebra::Style;
use reductio_report as told;
use reductio_report::json::to_text;

use super::ended_by;
use crate::cli::{Cli, ModelsFormat, Output, RaceFormat, RunFormat, Verb};
use crate::stop::Cause;

/// An answer of a verb, in which there is nothing but this fault.
type Empty = fn(Diagnostic) -> String;

/// Makes the text that is written for a command line whose answer is in JSON, where the run is given up for this cause.
pub(super) fn answer(cli: &Cli) -> Option<impl Fn(Cause) -> String + Send + Sync + use<>> {
    let empty = empty(cli)?;
    Some(move |cause| empty(ended_by(cause)))
}

fn empty(cli: &Cli) -> Option<Empty> {
    let is_json = |own: Output| own.or(cli.output).is_json();
    let (is_json, empty): (bool, Empty) = match cli.verb.as_ref()? {
        Verb::Check(args) => {
            let is_json = args.format.map_or(cli.output.is_json(), |f| f == RunFormat::Json);
            (is_json, |fault| to_text(&told::check::json::CheckAnswer::new(&[], &[], &[fault])))
        }
        Verb::Decide(args) => (is_json(args.output), |fault| {
            let answers = FormulaAnswers { bad_input: vec![fault], ..FormulaAnswers::default() };
            to_text(&told::decide::json::DecideAnswer::new(&answers, Style::Ascii))
        }),
        Verb::Prove(args) => (is_json(args.output), |fault| {
            let proved = Proved { bad_input: vec![fault], ..Proved::default() };
            to_text(&told::prove::json::ProveAnswer::new(&proved, Style::Ascii, None, None))
        }),
        Verb::Models(args) => {
            let is_json = args.format.map_or(cli.output.is_json(), |f| f == ModelsFormat::Json);
            (is_json, |fault| {
                let answers = ModelAnswers { bad_input: vec![fault], ..ModelAnswers::default() };
                to_text(&told::models::json::ModelsAnswer::new(&answers))
            })
        }
        Verb::Validate(args) => (is_json(args.output), |fault| {
            to_text(&told::validate::json::ValidateAnswer::new(&[], &[fault]))
        }),
        Verb::Test(args) => (is_json(args.output), |fault| {
            to_text(&told::testing::json::TestAnswer::new(&[], &[fault]))
        }),
        Verb::Compare(args) => (is_json(args.output), |fault| {
            to_text(&told::compare::json::CompareAnswer::new(&[], false, &[fault]))
        }),
        Verb::Race(args) => {
            let is_json = args.format.map_or(cli.output.is_json(), |f| f == RaceFormat::Json);
            (is_json, |fault| to_text(&told::race::json::RaceAnswer::new(&[], &[fault])))
        }
        Verb::Verify(args) => (is_json(args.output), |fault| {
            let verify = told::verify::json::VerifyAnswer::new(None, &[fault], Style::Ascii);
            to_text(&verify)
        }),
        _ => return None,
    };
    is_json.then_some(empty)
}
