//! The verb `jupyter`.

use reductio::Exit;
use reductio::diagnostics::Diagnostic;

use super::{Said, tell};
use crate::cli::{JupyterArgs, JupyterVerb};

/// Answers `reductio jupyter`.
pub(super) fn jupyter(args: &JupyterArgs) -> Said {
    match run(args) {
        Ok(text) => Said::report(text, Exit::Holds),
        Err(fault) => {
            tell(&[*fault]);
            Said::nothing(Exit::BadInput)
        }
    }
}

#[cfg(feature = "jupyter")]
fn run(args: &JupyterArgs) -> Result<String, Box<Diagnostic>> {
    match &args.verb {
        JupyterVerb::Install { prefix } => crate::jupyter::install(prefix.as_deref()),
        JupyterVerb::Serve { connection } => {
            crate::jupyter::serve(connection).map(|()| String::new())
        }
    }
}

/// The error of a build without the kernel, which says how to get one with it.
#[cfg(not(feature = "jupyter"))]
fn run(args: &JupyterArgs) -> Result<String, Box<Diagnostic>> {
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
    Err(fault.help("in the clone: cargo install --path checker/command --features jupyter").into())
}
