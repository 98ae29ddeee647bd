//! The answers of cells: texts, each with a richer form where there is one.

use annotate_snippets::Renderer;
use reductio::Exit;
use reductio::diagnostics::Diagnostic;
use reductio_report::diagnostics::render_all;

/// The width of texts in columns.
pub(super) const WIDTH: usize = 88;

/// The richer form of an output, which says the same as its text.
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
    /// Tells whether the output consists of errors and warnings.
    pub is_diagnostic: bool,
    /// The code and the message of the first error in the output.
    pub error: Option<(&'static str, String)>,
}

/// The answer of a cell: its outputs, and how it ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellAnswer {
    /// The outputs in the order of the work.
    pub outputs: Vec<Output>,
    /// [`Exit::Holds`] when the cell is accepted; every other end refuses it.
    pub exit: Exit,
}

impl Output {
    /// Makes an output of a text; colours are taken out.
    pub fn text(text: &str) -> Self {
        let mut text = anstream::adapter::strip_str(text).to_string();
        if !text.ends_with('\n') {
            text.push('\n');
        }
        Output { text, rich: None, is_diagnostic: false, error: None }
    }

    /// Makes an output of errors and warnings, in the form of the command line.
    fn diagnostics(diagnostics: &[Diagnostic]) -> Self {
        let renderer = Renderer::plain().term_width(WIDTH);
        let text = Output::text(render_all(diagnostics, &renderer).trim_end());
        let first = diagnostics.iter().find(|diagnostic| !diagnostic.is_warning);
        let error = first.map(|fault| (fault.code, fault.message.clone()));
        Output { is_diagnostic: true, error, ..text }
    }

    /// Adds a richer form to the output.
    #[must_use]
    pub fn with(mut self, rich: Rich) -> Self {
        self.rich = Some(rich);
        self
    }
}

impl CellAnswer {
    /// Makes an answer of one output.
    pub(super) fn one(output: Output, exit: Exit) -> Self {
        CellAnswer { outputs: vec![output], exit }
    }

    /// The answer of a cell that was ended early and found nothing.
    #[cfg(feature = "jupyter")]
    pub(crate) fn ended_early(fault: &Diagnostic) -> Self {
        CellAnswer { exit: Exit::Declined, ..CellAnswer::refused(std::slice::from_ref(fault)) }
    }

    /// The answer of a refused cell: errors alone.
    pub(crate) fn refused(faults: &[Diagnostic]) -> Self {
        CellAnswer { outputs: Vec::new(), exit: Exit::BadInput }.after(faults)
    }

    /// Puts errors and warnings, in the form of the command line, before the outputs.
    pub(super) fn after(mut self, diagnostics: &[Diagnostic]) -> Self {
        if !diagnostics.is_empty() {
            self.outputs.insert(0, Output::diagnostics(diagnostics));
        }
        self
    }

    /// Puts errors and warnings after the outputs.
    pub(crate) fn then(mut self, diagnostics: &[Diagnostic]) -> Self {
        self.outputs.push(Output::diagnostics(diagnostics));
        self
    }

    /// Tells whether the cell is accepted.
    pub fn is_accepted(&self) -> bool {
        self.exit == Exit::Holds
    }
}
