//! Executions as JSON; schema `run.schema.json`.

use reductio::execution::{Execution, RunFile};

use super::text::ending_in_words;
use crate::json;

/// An execution as a run file, with the sentence that says how it ends.
pub fn to_run_file(execution: &Execution<'_>) -> RunFile {
    let ending_in_words = Some(ending_in_words(execution));
    RunFile { ending_in_words, ..execution.to_run_file() }
}

/// An execution as JSON, which [`Execution::from_json`] reads back.
pub fn to_json(execution: &Execution<'_>) -> String {
    json::to_text(&to_run_file(execution))
}
