//! Races of an execution as text, JSON, SARIF and charts.

pub mod json;
pub mod sarif;
pub mod svg;
pub mod text;
mod words;

use std::sync::Arc;

use reductio::races::{Survey, Surveyed};
use reductio::{Diagnostic, Exit, File};

/// A trace that was surveyed.
#[derive(Debug)]
pub struct Trace {
    /// The name of the file, as the user gave it.
    pub file: String,
    /// The questions that were asked.
    pub survey: Survey,
    /// The answers that were found.
    pub found: Surveyed,
}

impl Trace {
    /// The end of a run about this trace alone.
    pub fn exit(&self) -> Exit {
        let found = &self.found;
        if found.disagreement.is_some() {
            return Exit::Bug;
        }
        if found.unread.is_some() || !self.survey.is_lenient && !found.faults.is_empty() {
            return Exit::BadInput;
        }
        if self.is_without_access() {
            return Exit::BadInput;
        }
        let cut = if found.is_cut { Exit::Declined } else { Exit::Holds };
        if found.races() > 0 { cut.worst(Exit::Fails) } else { cut }
    }

    /// Whether nothing can race: no variable is accessed, in a trace that was read to its end.
    fn is_without_access(&self) -> bool {
        self.found.counts.accesses == 0 && !self.found.is_cut
    }

    /// Tells whether there is an answer: the trace could be read, and has accesses.
    pub fn is_answered(&self) -> bool {
        !matches!(self.exit(), Exit::BadInput | Exit::Bug)
    }

    /// The errors and warnings about the trace.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let (found, survey) = (&self.found, &self.survey);
        let mut all = Vec::new();
        let is_read = found.unread.is_none() && (survey.is_lenient || found.faults.is_empty());
        if is_read && self.is_without_access() {
            let message = format!("`{}` has no access to a variable: nothing is asked", self.file);
            let fault = self.about(Diagnostic::error("W0001", message).warning());
            all.push(fault.help("was the program recorded, with its reads and writes?"));
        }
        if !survey.is_lenient {
            for fault in &found.faults {
                let line = usize::try_from(fault.line).unwrap_or(usize::MAX);
                let excerpt = Arc::new(File::excerpt(&self.file, &fault.text, line));
                let diagnostic = Diagnostic::error(fault.fault.code(), fault.fault.to_string())
                    .at(&excerpt, &(0..fault.text.len()));
                let help = words::help(&fault.fault);
                all.push(help.into_iter().fold(diagnostic, Diagnostic::help));
            }
        }
        if let Some(error) = &found.unread {
            let message = format!("`{}` cannot be read to its end: {error}", self.file);
            all.push(self.about(Diagnostic::error("E0914", message)));
        }
        if found.unknown_joins > 0 && self.is_answered() {
            let joins = words::count(found.unknown_joins, "event", "events");
            let waits = if found.unknown_joins == 1 { "waits" } else { "wait" };
            let message = format!(
                "{joins} of `{}` {waits} for a thread of which nothing else is told",
                self.file
            );
            all.push(self.about(Diagnostic::error("W0901", message).warning()));
        }
        if survey.is_lenient && found.counts.dropped > 0 {
            let lines = words::count(found.counts.dropped, "faulty line", "faulty lines");
            let are = if found.counts.dropped == 1 { "is" } else { "are" };
            let message = format!("{lines} of `{}` {are} left out", self.file);
            let warning = Diagnostic::error("W0902", message).warning();
            let first = found.faults.first().map(|fault| format!("the first is {fault}"));
            let warning = first.into_iter().fold(warning, Diagnostic::help);
            all.push(self.about(warning));
        }
        for why in &survey.why {
            if found.names.find_variable(why).is_none() && self.is_answered() {
                let message = format!("no event of `{}` accesses a variable `{why}`", self.file);
                let fault = self.about(Diagnostic::error("E0915", message));
                let nearest = words::nearest(why, &found.names);
                let help = nearest.map(|name| format!("did you mean `{name}`?"));
                all.push(help.into_iter().fold(fault, Diagnostic::help));
            }
        }
        all
    }

    /// A diagnostic about the trace as a whole.
    fn about(&self, mut diagnostic: Diagnostic) -> Diagnostic {
        diagnostic.path = Some(self.file.clone());
        diagnostic
    }
}
