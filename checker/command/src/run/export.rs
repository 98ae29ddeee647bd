//! The verb `export`.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Instant;

use reductio::Exit;
use reductio::claim::Proved;
use reductio::diagnostics::Diagnostic;
use reductio::library::Library;
use reductio::prove::prove;
use reductio::selection::{Selection, is_input};
use reductio_algebra::Label;
use reductio_exchange::coq::{self, CertifiedTheory};
use reductio_proofs::ReplayLimits;

use super::{Said, load, tell};
use crate::cli::{CoqArgs, ExportArgs, ExportTo};
use crate::monitor::Monitor;
use crate::replace::{may_write, replace};

/// Answers `reductio export`: writes a file for another prover.
pub(super) fn run_export(args: &ExportArgs, monitor: &Monitor) -> Said {
    match &args.to {
        ExportTo::Coq(args) => export_coq(args, monitor),
        ExportTo::Tptp(args) => super::tptp::export_tptp(args),
    }
}

fn export_coq(args: &CoqArgs, monitor: &Monitor) -> Said {
    if args.relations {
        return deliver(&coq::relations(), "binary relations", args.output.as_ref(), args.force);
    }
    let start = Instant::now();
    let (inputs, labels): (Vec<String>, Vec<String>) =
        args.arguments.iter().cloned().partition(|a| is_input(a));
    let (_, library, errors) = load(&inputs);
    let selection = Selection::new(&library, &labels);
    let limits = ReplayLimits { cancel: Some(monitor.stop.flag()), ..ReplayLimits::default() };
    let mut proved = prove(&library, &selection, limits, Some(3));
    proved.bad_input.splice(0..0, errors.iter().map(Diagnostic::of_source));
    let replayed = start.elapsed();
    tell(&proved.bad_input);
    tell(&library.warnings);
    tell(&selection.warnings);
    tell(&proved.faults);
    let exit = proved.exit(false);
    if exit != Exit::Holds {
        let message = "nothing is exported: not everything that was asked for is proved";
        tell(&[Diagnostic::error("E0012", message.to_owned())]);
        return Said::nothing(exit);
    }
    let start = Instant::now();
    let text_of = |theory: usize, label: &Label| {
        let statement = library.theories[theory].theory.statement(label)?;
        Some(library.file_of(theory, label)?.text().get(statement.span.clone())?.to_owned())
    };
    let sources: Vec<_> = selection
        .wanted
        .keys()
        .map(|number| (*number, move |label: &Label| text_of(*number, label)))
        .collect();
    let parts: Vec<CertifiedTheory<'_>> = sources
        .iter()
        .map(|(number, source)| part(&library, *number, &proved, source))
        .filter(|part| !part.certificates.is_empty())
        .collect();
    let export = coq::export(&parts);
    let mut summary = String::new();
    let _ = write!(
        summary,
        "{} theorem{}, {} steps of the kernel, {} in the file; {} bytes\n\
         proved in {replayed:.1?}, written in {:.1?}",
        export.theorems.len(),
        if export.theorems.len() == 1 { "" } else { "s" },
        export.kernel_steps,
        export.steps,
        export.text.len(),
        start.elapsed()
    );
    deliver(&export.text, &summary, args.output.as_ref(), args.force)
}

fn part<'a>(
    library: &'a Library,
    number: usize,
    proved: &'a Proved,
    source: &'a dyn Fn(&Label) -> Option<String>,
) -> CertifiedTheory<'a> {
    let theory = &library.theories[number].theory;
    let claims = proved.claims.iter().filter(|c| c.theory == theory.name());
    let certificates = claims.filter_map(|c| Some(&c.verdict.evidence()?.certificate)).collect();
    CertifiedTheory { theory, certificates, source }
}

/// Writes the file, and a summary of it for people.
fn deliver(text: &str, summary: &str, output: Option<&PathBuf>, is_forced: bool) -> Said {
    let Some(path) = output.filter(|path| path.as_os_str() != "-") else {
        return Said::product(text, Exit::Holds).beside(summary);
    };
    let name = path.display();
    if !is_forced && !may_write(path, coq::FIRST_LINE) {
        let message = format!("`{name}` is there, and `reductio export` did not write it");
        tell(&[Diagnostic::error("E0012", message).help("give another name, or `--force`")]);
        return Said::nothing(Exit::BadInput);
    }
    if let Err(error) = replace(path, text) {
        tell(&[Diagnostic::error("E0012", format!("cannot write to `{name}`: {error}"))]);
        return Said::nothing(Exit::BadInput);
    }
    Said::report(format!("{name}: {summary}\n"), Exit::Holds)
}
