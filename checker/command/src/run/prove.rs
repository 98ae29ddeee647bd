//! The verb `prove`, and the command without a verb, which begins with it.

use std::time::Instant;

use reductio::diagnostics::Diagnostic;
use reductio::library::Library;
use reductio::prove::{prove, prove_formula};
use reductio::question::QuestionLimits;
use reductio::selection::{Selection, is_input};
use reductio::{check, models};
use reductio_algebra::Style;
use reductio_relations::{SearchLimits, Watch};
use reductio_report as told;
use reductio_report::front;
use reductio_report::html;
use reductio_report::json;
use reductio_report::page::plural;
use reductio_report::prove::derivation;
use reductio_report::prove::json::{CertificateEntry, ProveAnswer};
use reductio_report::prove::text::{Extras, report};

use super::{Said, also_as_page, certificate, load, tell};
use crate::cli::{AsPage, Cli, Output, ProveArgs, Proving};
use crate::monitor::Monitor;
use crate::terminal;

/// Answers the first half of the command without a verb: every bundled proof, on a page with the rest. With `--all` the
/// statements of the papers are listed, with `--verbose` every statement.
pub(super) fn run_all_proofs(cli: &Cli, monitor: &Monitor) -> Said {
    let (output, proving) = (cli.output, cli.proving());
    let nothing = ProveArgs {
        arguments: Vec::new(),
        explain: Vec::new(),
        formula: None,
        predicates: Vec::new(),
        certificate: None,
        page: AsPage::default(),
        output,
        proving,
    };
    run_prove(&nothing, proving, output, Listing::of(cli), monitor)
}

/// Answers the second half: Theorem 1 in finite models, what each hypothesis is for, the bundled systems and
/// programs.
pub(super) fn run_all_models(cli: &Cli, monitor: &Monitor) -> Said {
    let style = cli.output.style();
    let library = Library::bundled();
    let answers = models::overview(&library, style, monitor);
    monitor.meter.clear();
    let page = terminal::page(style);
    let explored = check::explore_all(Some(monitor.stop.flag()));
    let searched = check::search_programs(Some(monitor.stop.flag()));
    let exit = answers.exit().worst(explored.exit()).worst(searched.exit());
    let (models, systems, programs, next) = if Listing::of(cli) == Listing::Front {
        (
            front::models(&answers, &page),
            front::systems(&explored, &page),
            front::programs(&searched, &page),
            front::next(&page),
        )
    } else {
        (
            told::models::text::summary(&answers, &page),
            told::check::table::summary(&explored.systems, &explored.wrong, &page),
            told::program::table::summary(&searched, &page),
            String::new(),
        )
    };
    let next = if next.is_empty() { next } else { format!("\n{next}") };
    Said::report(format!("\n{models}\n{systems}\n{programs}{next}"), exit)
}

/// The list in the answer to `prove`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Listing {
    /// Every statement.
    All,
    /// The statements of the papers; those of the libraries that hold are counted.
    Papers,
    /// Some statements, on the first page of the command without a verb.
    Front,
}

impl Listing {
    /// The listing that a command line without a verb asks for.
    fn of(cli: &Cli) -> Listing {
        match (cli.verbose, cli.all) {
            (true, _) => Listing::All,
            (false, true) => Listing::Papers,
            (false, false) => Listing::Front,
        }
    }
}

/// Answers `prove`, with the statements that `listing` says.
pub(super) fn run_prove(
    args: &ProveArgs,
    proving: Proving,
    output: Output,
    listing: Listing,
    monitor: &Monitor,
) -> Said {
    let start = Instant::now();
    let limits = proving.limits(Some(monitor.stop.flag()));
    let (inputs, mut labels): (Vec<String>, Vec<String>) =
        args.arguments.iter().cloned().partition(|a| is_input(a));
    labels.extend(args.explain.iter().cloned());
    let (_, mut library, errors) = load(&inputs);
    let search_states = Some(usize::from(proving.search_states.unwrap_or(3))).filter(|n| *n > 0);
    let mut proved = if let Some(text) = &args.formula {
        let models = search_states.map(|states| SearchLimits { states, ..SearchLimits::default() });
        let watch = Watch { cancel: limits.cancel, progress: None };
        let limits = QuestionLimits { proving: limits, models, watch, ..QuestionLimits::default() };
        let (with_formula, proved) = prove_formula(&library, text, &args.predicates, limits);
        library = with_formula;
        proved
    } else {
        let selection = Selection::new(&library, &labels);
        prove(&library, &selection, limits, search_states)
    };
    proved.bad_input.splice(0..0, errors.iter().map(Diagnostic::of_source));
    let written = args.certificate.as_ref().map(|path| certificate::write(&proved, &library, path));
    let mut entry = None;
    match written {
        Some(Ok(written)) => entry = Some(written),
        Some(Err(fault)) => proved.bad_input.push(*fault),
        None => {}
    }
    let paged = also_as_page(&args.page, "Statements and their proofs", || {
        vec![html::proofs(&proved, &library, Style::Unicode)]
    });
    let exit = proved.exit(proving.deny_warnings).worst(paged);
    let time = proving.time.then(|| start.elapsed());

    let is_json = output.is_json();
    let shows_all = proving.warnings || proving.deny_warnings;
    let mut hidden_warnings = 0;
    if !is_json {
        let mut shown: Vec<Diagnostic> = proved.bad_input.clone();
        shown.extend(proved.faults.iter().cloned());
        shown.extend(proved.warnings.iter().cloned());
        for claim in &proved.claims {
            if shows_all || !claim.is_bundled {
                shown.extend(claim.warnings.iter().cloned());
            } else {
                hidden_warnings += claim.warnings.len();
            }
        }
        tell(&shown);
    }
    let text = if is_json {
        json::to_text(&ProveAnswer::new(&proved, output.style(), time, entry.clone()))
    } else {
        let page = terminal::page(output.style());
        let has_processes = proved.has_processes();
        let is_overview = listing == Listing::Papers;
        let extras = Extras { time, hidden_warnings, has_processes, is_overview };
        if listing == Listing::Front {
            front::proofs(&proved, &page, &extras)
        } else if args.explain.is_empty() {
            report(&proved, &page, &extras)
        } else {
            proved.claims.iter().map(|c| derivation::show(c, &page)).collect::<Vec<_>>().join("\n")
        }
    };
    let more = entry.filter(|_| !is_json).map_or_else(String::new, |w| said(&w));
    Said::either(text + &more, exit, !is_json)
}

/// The line about a certificate that was written.
fn said(written: &CertificateEntry) -> String {
    let CertificateEntry { file, bytes, statements, steps } = written;
    let kib = bytes.div_ceil(1024);
    format!(
        "\nCertificate: {file}, {kib} KiB, {} in {}; `reductio verify {file}` checks it.\n",
        plural(*statements, "statement"),
        plural(*steps, "step")
    )
}
