//! The verb `explain`: the meaning of a code, with an example that runs.

use std::fmt::Write as _;
use std::path::Path;

use reductio::diagnostics::Diagnostic;
use reductio_algebra::text::vocabulary::nearest;
use reductio_report::json::{DiagnosticEntry, entries};
use reductio_report::page::{HEADING, Page};
use schemars::JsonSchema;
use serde::Serialize;

use crate::explanations::EXPLANATIONS;

pub use crate::explanations::{ExampleFile, Explanation};
use crate::replace::replace;

impl Explanation {
    /// The command line that runs the example in a folder with its files, if there is an example.
    pub fn command(&self) -> Option<String> {
        self.run.as_ref().ok().map(|arguments| format!("reductio {arguments}"))
    }

    /// Writes the files of the example into a folder, which is made if it does not exist.
    ///
    /// # Errors
    /// The error of the file system.
    pub fn save(&self, folder: &Path) -> std::io::Result<()> {
        std::fs::create_dir_all(folder)?;
        self.files.iter().try_for_each(|f| replace(&folder.join(f.name), f.bytes.repeat(f.times)))
    }

    /// The explanation as text.
    pub fn show(&self, page: &Page) -> String {
        let mut out = format!("{HEADING}{}: {}{HEADING:#}\n\n", self.code, self.title);
        out.push_str(&page.prose(&self.text, 0));
        for file in &self.files {
            let _ = writeln!(out, "\n{HEADING}{}{HEADING:#}", file.name);
            for line in String::from_utf8_lossy(file.bytes).lines() {
                let _ = writeln!(out, "{}", format!("    {line}").trim_end());
            }
            if file.times > 1 {
                let _ = writeln!(out, "    ... and so on, {} times", file.times);
            }
        }
        out.push('\n');
        match (self.command(), &self.run) {
            (Some(command), _) => {
                let _ = writeln!(out, "Run it:");
                if !self.files.is_empty() {
                    let _ = writeln!(out, "    reductio explain {} --save example", self.code);
                    let _ = writeln!(out, "    cd example");
                }
                let _ = writeln!(out, "    {command}");
            }
            (None, Err(reason)) => out.push_str(&page.prose(reason, 0)),
            (None, Ok(_)) => {}
        }
        out
    }
}

/// The explanation of a code; upper and lower case do not matter.
///
/// # Errors
/// The diagnostic for a code that does not exist, which names the nearest one.
pub fn find(code: &str) -> Result<&'static Explanation, Box<Diagnostic>> {
    let wanted = code.trim().to_uppercase();
    if let Some(found) = EXPLANATIONS.iter().find(|e| e.code == wanted) {
        return Ok(found);
    }
    let fault = Diagnostic::error("E0011", format!("there is no code `{}`", code.trim()));
    Err(match nearest(&wanted, EXPLANATIONS.iter().map(|e| e.code)) {
        Some(near) => {
            fault.help(format!("did you mean `{near}`? `reductio explain` lists all codes"))
        }
        None => fault.help("`reductio explain` lists all codes"),
    }
    .into())
}

/// The list of all codes with their titles.
pub fn list() -> String {
    let mut out = String::new();
    for e in EXPLANATIONS.iter() {
        let _ = writeln!(out, "{HEADING}{}{HEADING:#}  {}", e.code, e.title);
    }
    out
}

/// The answer of `explain` as JSON; schema `explain.schema.json`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ExplainAnswer {
    tool: &'static str,
    version: &'static str,
    command: &'static str,
    codes: Vec<CodeEntry>,
    errors: Vec<DiagnosticEntry>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct CodeEntry {
    #[schemars(regex(pattern = r"^[EW][0-9]{4}$"))]
    code: &'static str,
    title: &'static str,
    text: String,
    /// The command that runs the example; null where there is none.
    run: Option<String>,
    files: Vec<FileEntry>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct FileEntry {
    name: &'static str,
    text: String,
    /// The number of times that the file has the text.
    #[schemars(range(min = 1))]
    times: usize,
}

impl ExplainAnswer {
    /// Makes the answer for explanations, or for a code that does not exist.
    pub fn new(found: &[&Explanation], errors: &[Diagnostic]) -> Self {
        let codes = found
            .iter()
            .map(|e| CodeEntry {
                code: e.code,
                title: e.title,
                text: e.text.clone(),
                run: e.command(),
                files: e
                    .files
                    .iter()
                    .map(|f| FileEntry {
                        name: f.name,
                        text: String::from_utf8_lossy(f.bytes).into_owned(),
                        times: f.times,
                    })
                    .collect(),
            })
            .collect();
        ExplainAnswer {
            tool: "reductio",
            version: env!("CARGO_PKG_VERSION"),
            command: "explain",
            codes,
            errors: entries(errors),
        }
    }
}
