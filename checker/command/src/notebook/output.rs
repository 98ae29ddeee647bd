//! What a cell answers: texts, each with a richer form where there is one.

use annotate_snippets::Renderer;
use reductio::Exit;
use reductio::diagnostics::Diagnostic;
use reductio_report::diagnostics::render_all;

/// How wide texts are set.
pub(super) const WIDTH: usize = 88;

/// The richer form of an output; its text says the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rich {
    /// A picture: an SVG file with title and description.
    Svg(String),
    /// A part of an HTML page.
    Html(String),
}

/// One output of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// The plain text, without colours, ending in a line feed.
    pub text: String,
    /// The richer form.
    pub rich: Option<Rich>,
    /// Whether it consists of errors and warnings.
    pub is_diagnostic: bool,
    /// The code of the first error in it, and what it says.
    pub error: Option<(&'static str, String)>,
}

/// Everything that a cell answers, and how it ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellAnswer {
    /// In the order of the work.
    pub outputs: Vec<Output>,
    /// [`Exit::Holds`] when the cell is accepted; every other end refuses it.
    pub exit: Exit,
}

impl Output {
    /// A text; colours are taken out.
    pub fn text(text: &str) -> Self {
        let mut text = anstream::adapter::strip_str(text).to_string();
        if !text.ends_with('\n') {
            text.push('\n');
        }
        Output { text, rich: None, is_diagnostic: false, error: None }
    }

    /// Errors and warnings, in the form of the command line.
    fn diagnostics(diagnostics: &[Diagnostic]) -> Self {
        let renderer = Renderer::plain().term_width(WIDTH);
        let text = Output::text(render_all(diagnostics, &renderer).trim_end());
        let first = diagnostics.iter().find(|diagnostic| !diagnostic.is_warning);
        let error = first.map(|fault| (fault.code, fault.message.clone()));
        Output { is_diagnostic: true, error, ..text }
    }

    /// The same with a richer form.
    #[must_use]
    pub fn with(mut self, rich: Rich) -> Self {
        self.rich = Some(rich);
        self
    }
}

impl CellAnswer {
    /// An answer with one output.
    pub(super) fn one(output: Output, exit: Exit) -> Self {
        CellAnswer { outputs: vec![output], exit }
    }

    /// A cell that was ended early, and left nothing.
    #[cfg(feature = "jupyter")]
    pub(crate) fn ended_early(fault: &Diagnostic) -> Self {
        CellAnswer { exit: Exit::Declined, ..CellAnswer::refused(std::slice::from_ref(fault)) }
    }

    /// Errors alone: the cell is refused.
    pub(crate) fn refused(faults: &[Diagnostic]) -> Self {
        CellAnswer { outputs: Vec::new(), exit: Exit::BadInput }.after(faults)
    }

    /// The same with errors and warnings before the rest, in the form of the command line.
    pub(super) fn after(mut self, diagnostics: &[Diagnostic]) -> Self {
        if !diagnostics.is_empty() {
            self.outputs.insert(0, Output::diagnostics(diagnostics));
        }
        self
    }

    /// The same with errors and warnings after the rest.
    pub(crate) fn then(mut self, diagnostics: &[Diagnostic]) -> Self {
        self.outputs.push(Output::diagnostics(diagnostics));
        self
    }

    /// Whether the cell is accepted.
    pub fn is_accepted(&self) -> bool {
        self.exit == Exit::Holds
    }
}
