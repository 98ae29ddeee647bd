//! The arguments of the verb about certificates: `verify`.

use clap::Args;

use super::Output;

pub(super) const VERIFY_EXAMPLES: &str = "\
Examples:
  reductio prove --certificate s5.cert 22      write the proof of a statement, step by step
  reductio verify s5.cert                      check it again, against the bundled statements
  reductio verify law.cert --statements law.oa   against statements of your own
  python3 theorems/exchange/certificate/verify.py s5.cert   the same by a program that shares no code";

pub(super) const VERIFY_LONG: &str = "\
Checks a certificate again: every step is made by the kernel, and every statement is compared, label by label, with \
the statement file of its theory, which is a bundled one unless `--statements` gives another. A certificate with a \
step that does not hold is refused, with the line and the step.";

#[derive(Args, Debug)]
pub(crate) struct VerifyArgs {
    /// A certificate, or `-` for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    /// A statement file (.oa) to compare with, once for each file; every theory of the certificate must have one
    #[arg(long, value_name = "FILE")]
    pub(crate) statements: Vec<String>,
    #[command(flatten)]
    pub(crate) output: Output,
}
