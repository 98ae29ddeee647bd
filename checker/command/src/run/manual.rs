//! Completions for shells and manual pages, made from the description of the command line.

use clap::CommandFactory as _;
use clap::error::ErrorKind;
use reductio::Exit;

use super::Said;
use crate::cli::Cli;

/// Answers `reductio completions SHELL`.
pub(super) fn completions(shell: clap_complete::Shell) -> Said {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "reductio", &mut script);
    Said::product(String::from_utf8_lossy(&script), Exit::Holds)
}

/// Answers `reductio man [VERB]`.
pub(super) fn page(verb: Option<&str>) -> Said {
    let mut all = Cli::command();
    all.build();
    let command = match verb {
        None => Some(&all),
        Some(name) => all.find_subcommand(name),
    };
    let Some(command) = command else {
        let names: Vec<&str> = all.get_subcommands().map(clap::Command::get_name).collect();
        let said = format!("there is no verb '{}'", verb.unwrap_or_default());
        let said = format!("{said}; the verbs are {}", names.join(", "));
        let _ = all.error(ErrorKind::InvalidValue, said).print();
        return Said::nothing(Exit::BadInput);
    };
    let mut text = Vec::new();
    // Writing into memory does not fail.
    let _ = clap_mangen::Man::new(command.clone()).render(&mut text);
    Said::product(String::from_utf8_lossy(&text), Exit::Holds)
}
