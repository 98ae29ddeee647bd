//! The arguments of the verb about certificates: `verify`.

use clap::Args;

use super::{Output, Reading};

pub(super) const VERIFY_EXAMPLES: &str = "\
Examples:
  reductio prove --certificate s5.cert 22      write the proof of a statement, step by step
  reductio verify s5.cert                      check it again, against the bundled statements
  reductio verify law.cert --statements law.oa   against statements of your own
  python3 theorems/exchange/certificate/verify.py s5.cert   the same by a program that shares no code
  reductio verify m.json m.sys                 is the system that `check --certificate` described that of the text?";

pub(super) const VERIFY_LONG: &str = "\
Checks a certificate again: every step is made by the kernel, and every statement is compared, label by label, with \
the statement file of its theory, which is a bundled one unless `--statements` gives another. A certificate with a \
step that does not hold is refused, with the line and the step.

Of a certificate of checks (`check --certificate`) it compares the systems that it describes with those of their texts, \
which are given after it, read with the constants of the certificate. That the answers are true of these systems is \
confirmed by `checker/certificate/verify.py`.";

#[derive(Args, Debug)]
pub(crate) struct VerifyArgs {
    /// A certificate, or `-` for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    /// The systems (.sys) that a certificate of checks is about
    #[arg(value_name = "TEXTS")]
    pub(crate) texts: Vec<String>,
    /// A statement file (.oa) to compare with, once for each file; every theory of the certificate must have one
    #[arg(long, value_name = "FILE")]
    pub(crate) statements: Vec<String>,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) output: Output,
}
