//! The arguments of the verbs for somebody who begins: `new`, `examples`.

use std::path::PathBuf;

use clap::Args;

pub(super) const NEW_LONG: &str = "\
Writes a small text that checks, and says which command checks it: a system of threads, or what is asked for. \
Nothing that exists is overwritten.";

pub(super) const NEW_EXAMPLES: &str = "\
Examples:
  reductio new                          account.sys: two threads that pay into an account
  reductio new bank                     bank.sys
  reductio new Bank --java              Bank.java, for a Java compiler and `reductio check`
  reductio new law --proof              law.oa and law.oap: a lemma and its derivation
  reductio new bank --rust ../reductio  bank/: a crate with a test of all schedules";

pub(super) const EXAMPLES_LONG: &str = "\
Lists the systems and the programs that are bundled, each with what is wrong with it; shows the text of one; \
or writes texts into a folder, where they can be changed.";

pub(super) const EXAMPLES_EXAMPLES: &str = "\
Examples:
  reductio examples                           all, by name
  reductio examples pool                      the text of one
  reductio examples pool pool_broken --save . both as files
  reductio examples --save examples           all of them as files";

#[derive(Args, Debug)]
pub(crate) struct NewArgs {
    /// The name of what is written, without an ending [default: account, Account or law]
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// A system of threads; this is so if nothing else is asked for
    #[arg(long, group = "what")]
    pub(crate) system: bool,
    /// A Java program
    #[arg(long, group = "what")]
    pub(crate) java: bool,
    /// A statement and its derivation
    #[arg(long, group = "what")]
    pub(crate) proof: bool,
    /// A Rust crate, whose tests use `reductio-schedules` from this clone of Reductio
    #[arg(long, group = "what", value_name = "CLONE")]
    pub(crate) rust: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct ExamplesArgs {
    /// Names of examples, with or without the ending; without one, all
    #[arg(value_name = "NAMES")]
    pub(crate) names: Vec<String>,
    /// Write the texts into a folder
    #[arg(long, value_name = "FOLDER")]
    pub(crate) save: Option<PathBuf>,
}
