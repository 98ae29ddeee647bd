//! The verb `export tptp`.

use reductio::Exit;
use reductio::diagnostics::Diagnostic;
use reductio::selection::{Selection, is_input};
use reductio_exchange::tptp;
use reductio_report::json::{self, ErrorsAnswer};

use super::{Said, load, tell};
use crate::cli::{Format, TptpArgs};
use crate::replace::{may_write, replace};

/// Answers `reductio export tptp`: writes a statement as a problem for automated provers.
pub(super) fn export_tptp(args: &TptpArgs) -> Said {
    let (inputs, labels): (Vec<String>, Vec<String>) =
        args.arguments.iter().cloned().partition(|a| is_input(a));
    let (_, library, errors) = load(&inputs);
    let selection = Selection::new(&library, &labels);
    let mut faults: Vec<Diagnostic> = errors.iter().map(Diagnostic::of_source).collect();
    faults.extend(library.faults.iter().chain(&selection.faults).cloned());
    let wanted: Vec<_> =
        selection.wanted.iter().flat_map(|(t, labels)| labels.iter().map(|l| (*t, l))).collect();
    if faults.is_empty() && wanted.len() != 1 {
        let message = format!("a problem is about one statement, not {}", wanted.len());
        faults.push(
            Diagnostic::error("E0707", message).help("name it: `reductio export tptp S5:24`"),
        );
    }
    tell(&library.warnings);
    let ([(theory, label)], true) = (wanted.as_slice(), faults.is_empty()) else {
        return refused(args, &faults, Exit::BadInput);
    };
    let theory = &library.theories[*theory].theory;
    let processes = usize::from(args.processes);
    let text = match tptp::problem(theory, label, processes) {
        Ok(text) => text,
        Err(error) => {
            let too_large = matches!(error, tptp::TptpError::TooLarge);
            let exit = if too_large { Exit::Declined } else { Exit::BadInput };
            return refused(args, &[Diagnostic::error("E0707", error.to_string())], exit);
        }
    };
    let Some(path) = args.output.as_ref().filter(|path| path.as_os_str() != "-") else {
        return Said::product(text, Exit::Holds);
    };
    let name = path.display();
    if !args.force && !may_write(path, tptp::FIRST) {
        let message = format!("`{name}` is there, and `reductio export` did not write it");
        let fault = Diagnostic::error("E0012", message).help("give another name, or `--force`");
        return refused(args, &[fault], Exit::BadInput);
    }
    if let Err(error) = replace(path, &text) {
        let fault = Diagnostic::error("E0012", format!("cannot write to `{name}`: {error}"));
        return refused(args, &[fault], Exit::BadInput);
    }
    Said::report(format!("{name}: {} bytes\n", text.len()), Exit::Holds)
}

fn refused(args: &TptpArgs, faults: &[Diagnostic], exit: Exit) -> Said {
    if args.format == Some(Format::Json) {
        return Said::product(json::to_text(&ErrorsAnswer::new("export", faults)), exit);
    }
    tell(faults);
    Said::nothing(exit)
}
