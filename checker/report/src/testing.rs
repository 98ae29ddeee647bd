//! Properties that fail as text, with the run or the hypotheses that show it.

use reductio::testing::Failing;
use reductio::validate::render;
use reductio_algebra::Style;

use crate::execution::to_text;
use crate::page::Page;

/// The width of tables in columns.
const WIDTH: usize = 100;

/// The reason why a property fails, and below it the run as a table, or the hypotheses that were evaluated.
///
/// ```
/// use reductio::language::parse_system;
/// use reductio::testing::{Sample, access_implies_predicate};
///
/// let text = "
///     lock m
///     protected x : 0 .. 1 by m
///     thread one { acquire m; x := 1; release m }
///     thread two { A: x := 0 }";
/// let system = parse_system(text, "forgotten lock", &[]).unwrap();
/// let failing = access_implies_predicate(&system, Sample::default()).unwrap_err();
/// assert!(reductio_report::testing::text(&failing).contains("two accesses x without exclusive access"));
/// ```
pub fn text(failing: &Failing) -> String {
    let seed = failing.seed.map_or_else(String::new, |seed| format!(" (seed {seed})"));
    let shown = match (failing.execution(), &failing.validation) {
        (Some(Ok(execution)), _) => to_text(&execution, &Page::new(WIDTH, Style::Ascii)),
        (Some(Err(error)), _) => error.to_string(),
        (None, Some(validation)) => render(validation),
        (None, None) => String::new(),
    };
    format!("{}{seed}\n{shown}", failing.reason)
}
