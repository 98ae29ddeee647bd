//! The arguments of the verb `reproduce`.

use clap::{Args, ValueEnum};

pub(super) const REPRODUCE_EXAMPLES: &str = "\
Examples:
  reductio reproduce s2          the states of two Java programs, reduced and not, beside S2's tables
  reductio reproduce s2 --all    with the model of 7,482,432 states, for which there was no memory in 1998";

/// The arguments of `reproduce`.
#[derive(Args, Debug)]
pub(crate) struct ReproduceArgs {
    /// The paper
    #[arg(value_enum, value_name = "PAPER")]
    pub(crate) paper: Paper,
    /// With what takes more than a few seconds
    #[arg(long)]
    pub(crate) all: bool,
}

/// The papers whose tables can be made again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Paper {
    /// Corbett 1998, section 7: states of the base model and of the reduced one
    S2,
}
