//! The command `reductio`.

use std::process::ExitCode;

fn main() -> ExitCode {
    reductio::run::main().into()
}
