//! The whole command, and the message when it breaks.

use clap::CommandFactory as _;
use clap::error::ErrorKind;
use reductio::Exit;

use crate::cli::{self, Cli};
use crate::terminal;

/// Runs the whole command: reads the arguments and returns the exit code. A panic is a bug of ours, and the message
/// says so.
pub fn main() -> Exit {
    guarded(|| match cli::parse() {
        Ok(cli) if cli.all && cli.verb.is_some() => {
            let fault = "`--all` is for the command without a verb: leave it out";
            let error = Cli::command().error(ErrorKind::ArgumentConflict, fault);
            terminal::tell(&error.render().ansi().to_string());
            Exit::BadInput
        }
        Ok(cli) => super::run(&cli),
        Err(error) => {
            // Help and version are answers; everything else is a usage error.
            let text = error.render().ansi().to_string();
            if error.use_stderr() {
                terminal::tell(&text);
                return Exit::BadInput;
            }
            // Whoever closed a pipe has read enough.
            let _ = terminal::say(&text);
            Exit::Holds
        }
    })
}

/// Runs a part of the program. A panic becomes [`Exit::Bug`] and a message that says so.
pub fn guarded(work: impl FnOnce() -> Exit + std::panic::UnwindSafe) -> Exit {
    std::panic::set_hook(Box::new(|info| {
        if super::cluster::is_carrier() {
            return;
        }
        let place =
            info.location().map(|l| format!(" ({}:{})", l.file(), l.line())).unwrap_or_default();
        let payload = info.payload();
        let text = payload.downcast_ref::<&str>().copied();
        let what = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        let what = what.unwrap_or("no message");
        terminal::tell(&format!(
            "reductio {}: this is a bug of reductio, not a fault of your input: {what}{place}\n\
             Please report it together with the input.\n",
            env!("CARGO_PKG_VERSION")
        ));
    }));
    let exit = std::panic::catch_unwind(work).unwrap_or(Exit::Bug);
    let _ = std::panic::take_hook();
    exit
}
