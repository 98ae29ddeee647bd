//! The arguments of the verb `report`.

use std::path::PathBuf;

use clap::Args;

use super::count;

pub(super) const REPORT_EXAMPLES: &str = "\
Examples:
  reductio report -o report.html               everything that is bundled
  reductio report law.oa law.oap -o law.html   a theory of your own, and its proofs
  reductio report designs/ -o designs.html     all .oa, .oap and .sys files of a folder";

pub(super) const REPORT_LONG: &str = "\
Writes one HTML file that opens from disk and fetches nothing: every proof unfolds step by step, every hypothesis of \
Theorem 1 has the smallest system that needs it, every system its claims by both searches, its state space and the \
run of what fails.";

#[derive(Args, Debug)]
pub(crate) struct ReportArgs {
    /// Statement files (.oa), scripts (.oap), systems (.sys), folders, `-` [default: everything that is bundled]
    #[arg(value_name = "FILES")]
    pub(crate) files: Vec<String>,
    /// Where to [default: standard output]
    #[arg(long, short, value_name = "PAGE.html")]
    pub(crate) output: Option<PathBuf>,
    /// Store at most so many states of each system
    #[arg(long, value_name = "N", value_parser = count::<usize>)]
    pub(crate) max_states: Option<usize>,
    /// Print formulas with ASCII operators
    #[arg(long)]
    pub(crate) ascii: bool,
}
