//! The verb `jupyter`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::diagnostics::Diagnostic;

/// For `--help`.
pub(crate) const LONG: &str = "\
Runs cells for Jupyter: each as soon as it is sent, with pictures and tables beside the texts, completion, and help \
on what is under the cursor. Needs a build with it: cargo install --path checker --features jupyter";

/// Examples for `--help`.
pub(crate) const EXAMPLES: &str = "\
Examples:
  reductio jupyter install                   tell Jupyter of the kernel, then: jupyter lab notebooks
  reductio jupyter install --prefix venv     for one Python environment";

#[derive(Args, Debug)]
pub(crate) struct JupyterArgs {
    #[command(subcommand)]
    verb: JupyterVerb,
}

#[derive(Debug, Subcommand)]
enum JupyterVerb {
    /// Tell Jupyter of this kernel
    Install {
        /// The folder with share/jupyter [default: the folder of the user, as Jupyter has it]
        #[arg(long, value_name = "DIR")]
        prefix: Option<PathBuf>,
    },
    /// Run cells for Jupyter, which starts this itself
    Serve {
        /// Written by Jupyter
        #[arg(value_name = "CONNECTION_FILE")]
        connection: PathBuf,
    },
}

/// Answers `reductio jupyter`.
#[cfg(feature = "jupyter")]
pub(crate) fn run(args: &JupyterArgs) -> Result<String, Box<Diagnostic>> {
    match &args.verb {
        JupyterVerb::Install { prefix } => super::install::install(prefix.as_deref()),
        JupyterVerb::Serve { connection } => super::wire::serve(connection).map(|()| String::new()),
    }
}

/// Says how to get a build with the kernel.
#[cfg(not(feature = "jupyter"))]
pub(crate) fn run(args: &JupyterArgs) -> Result<String, Box<Diagnostic>> {
    let what = match &args.verb {
        JupyterVerb::Install { prefix: None } => "there is nothing to install".to_owned(),
        JupyterVerb::Install { prefix: Some(prefix) } => {
            format!("there is nothing to install below `{}`", prefix.display())
        }
        JupyterVerb::Serve { connection } => {
            format!("`{}` cannot be served", connection.display())
        }
    };
    let fault = Diagnostic::error("E0805", format!("{what}: this build has no live kernel"));
    Err(fault.help("in the clone: cargo install --path checker --features jupyter").into())
}
