//! The command `reductio`.

use std::process::ExitCode;

fn main() -> ExitCode {
    reductio_command::run::main().into()
}
