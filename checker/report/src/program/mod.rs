//! The answer of `check` about a program with a heap, told as text and JSON.

pub(crate) mod json;
mod steps;
pub mod table;
pub mod text;

use reductio::Diagnostic;
use reductio::File;
use reductio::check::ProgramOpen;
use reductio::programs::SourceError;
use std::sync::Arc;

/// The diagnostics for the faults of a program's text.
pub fn diagnostics(file: &Arc<File>, faults: &[SourceError]) -> Vec<Diagnostic> {
    let of = |fault: &SourceError| {
        let mut out = Diagnostic::error(fault.code(), fault.to_string());
        out.path = Some(file.name().to_owned());
        if let Some(span) = &fault.span {
            out = out.at(file, span);
        }
        if let Some((span, what)) = &fault.other {
            out = out.with(file, span, what.clone());
        }
        out.help.extend(fault.help());
        out
    };
    faults.iter().map(of).collect()
}

/// The reason why a claim is not decided, as the rest of a sentence.
pub(crate) fn open_words(why: ProgramOpen) -> String {
    match why {
        ProgramOpen::Stopped(why) => format!("the search ended early: {why}"),
        ProgramOpen::EveryState => {
            "the search of all states, for deadlocks and threads that are stuck, ended early"
                .to_owned()
        }
    }
}
