//! The command `reductio`.

use std::process::ExitCode;

fn main() -> ExitCode {
    reductio::cli::main().into()
}
