//! The arguments of the verb `export`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::Format;
use super::values::within;

pub(super) const EXPORT_EXAMPLES: &str = "\
Examples:
  reductio export coq -o all.v                  every bundled theorem, for coqc
  reductio export coq 22 \"Theorem 1\" -o s5.v    some statements, by label
  reductio export coq law.oa law.oap -o law.v   statements of your own
  reductio export coq --relations -o rel.v      binary relations are an omega algebra
  reductio export tptp 26 -o 26.p               a lemma as a problem, such as for eprover";

pub(super) const EXPORT_LONG: &str = "\
Writes what is proved in the language of another prover, which checks it from nothing: the axioms of omega algebra, \
the definitions and statements as the statement file has them, and the proofs.";

#[derive(Args, Debug)]
pub(crate) struct ExportArgs {
    #[command(subcommand)]
    pub(crate) to: ExportTo,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ExportTo {
    /// Statements with their proofs as one Coq file, without axioms, for `coqc`
    Coq(CoqArgs),
    /// One statement as a problem for automated provers, for a number of processes
    Tptp(TptpArgs),
}

#[derive(Args, Debug)]
pub(crate) struct CoqArgs {
    /// Statement files (.oa), scripts (.oap), folders, `-`; labels such as 24, "Theorem 1", S5:24
    #[arg(value_name = "FILES or LABELS")]
    pub(crate) arguments: Vec<String>,
    /// Where to write it, `-` for standard output [default: -]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Instead: that binary relations over a type are an omega algebra, with classical logic
    #[arg(long, conflicts_with = "arguments")]
    pub(crate) relations: bool,
    /// Write over a file that `reductio export` did not write
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Args, Debug)]
pub(crate) struct TptpArgs {
    /// A label such as 24, "Theorem 1", S5:24; statement files (.oa) of your own
    #[arg(value_name = "FILES or LABEL", required = true)]
    pub(crate) arguments: Vec<String>,
    /// How many processes there are; families become so many constants each
    #[arg(long, value_name = "K", default_value_t = 2, value_parser = within::<u8, 1, 8>)]
    pub(crate) processes: u8,
    /// Where to write it, `-` for standard output [default: -]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// How errors are written [default: text]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) format: Option<Format>,
    /// Write over a file that `reductio export` did not write
    #[arg(long)]
    pub(crate) force: bool,
}
