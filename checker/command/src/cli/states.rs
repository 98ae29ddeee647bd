//! The arguments of the verb `states`.

use clap::{Args, ValueEnum};
use reductio_report::picture::{MOST_STATES, Panels};

use super::count;
use super::systems::Reading;

pub(super) const STATES_EXAMPLES: &str = "\
Examples:
  reductio states driver.sys                            numbers, and a line for each state
  reductio states driver.sys --format svg               a picture, up to 60 states
  reductio states driver.sys --format svg --compare     full and reduced side by side
  reductio states driver.sys --format dot | dot -Tpdf   for Graphviz: all states and steps
  reductio states driver.sys --format dot --reduced     only what a reduced search stores
  reductio states pool.sys --any User --format svg      counts of threads, for every number of them";

pub(super) const STATES_LONG: &str = "\
Writes the states of a small system and every step between them, up to the first violation of the discipline on each \
way, and says what a search by reduced steps stores, passes through and leaves out. Above 60 states text and picture \
have the numbers and a shortest run to what is wrong; dot has all.";

/// The formats of a state graph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum StatesFormat {
    /// For people
    #[default]
    Text,
    /// One JSON object
    Json,
    /// The graph, for Graphviz and other programs
    Dot,
    /// The graph, for browsers
    Svg,
}

#[derive(Args, Debug)]
pub(crate) struct StatesArgs {
    /// A system (.sys), or `-` for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    /// Full and reduced graph: side by side (svg), or one after the other (dot)
    #[arg(long)]
    pub(crate) compare: bool,
    /// Only what a search by reduced steps stores, and its steps
    #[arg(long, conflicts_with = "compare")]
    pub(crate) reduced: bool,
    /// For every number of threads of the family over this index type: states that count threads; several with commas
    #[arg(long, value_name = "TYPE", value_delimiter = ',', conflicts_with_all = ["compare", "reduced", "properties", "fair", "demote", "demote_outside", "discipline"])]
    pub(crate) any: Vec<String>,
    /// With --any, the number that stands for as many threads or more
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=120), requires = "any")]
    pub(crate) level: u8,
    /// Refuse a system with more states
    #[arg(long, value_name = "N", default_value_t = MOST_STATES, value_parser = count::<usize>)]
    pub(crate) max_states: usize,
    /// How the graph is written [default: text]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) format: Option<StatesFormat>,
    #[command(flatten)]
    pub(crate) reading: Reading,
}

impl StatesArgs {
    pub(crate) fn panels(&self) -> Panels {
        panels(self.compare, self.reduced)
    }
}

/// The panels for the options `--compare` and `--reduced`.
pub(crate) fn panels(compare: bool, reduced: bool) -> Panels {
    match (compare, reduced) {
        (true, _) => Panels::SideBySide,
        (_, true) => Panels::Reduced,
        _ => Panels::Over,
    }
}
