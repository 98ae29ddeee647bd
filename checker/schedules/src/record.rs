//! A line for each exploration, for whoever runs many tests and wants a table: in the file that the environment
//! variable `REDUCTIO_RECORD` names.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

use crate::report::Report;
use crate::search::event::Site;

/// The environment variable with the name of the file.
const VARIABLE: &str = "REDUCTIO_RECORD";

/// Adds a line about an exploration, if somebody wants it. A file that cannot be written is no reason for a test to
/// fail.
pub(crate) fn record(report: &Report, test: Option<&str>, site: Site) {
    if let Some(path) = std::env::var_os(VARIABLE) {
        _ = append(Path::new(&path), &line(report, test, site));
    }
}

/// One write: other processes add lines as well.
fn append(path: &Path, line: &str) -> std::io::Result<()> {
    OpenOptions::new().create(true).append(true).open(path)?.write_all(line.as_bytes())
}

/// Test, place, executions, seconds, bounds, kind of the first finding, its schedule: with tabs in between.
fn line(report: &Report, test: Option<&str>, site: Site) -> String {
    let bounds: Vec<String> = report.bounds.iter().map(ToString::to_string).collect();
    let finding = report.findings.first();
    let fields = [
        test.unwrap_or_default().to_owned(),
        format!("{}:{}", site.file(), site.line()),
        report.executions.to_string(),
        format!("{:.3}", report.time.as_secs_f64()),
        bounds.join("; "),
        finding.map(|finding| format!("{:?}", finding.kind())).unwrap_or_default(),
        finding.map(|finding| finding.schedule().to_string()).unwrap_or_default(),
    ];
    let fields = fields.map(|field| field.split_whitespace().collect::<Vec<_>>().join(" "));
    fields.join("\t") + "\n"
}
