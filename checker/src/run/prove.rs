//! The verb `prove`, and the main job, which begins with it.

use std::time::Instant;

use reductio_algebra::Style;
use reductio_proofs::Limits;

use super::{also_as_page, load, monitor, tell, write_answer};
use crate::cli::{AsPage, Cli, Output, ProveArgs, Proving};
use crate::diagnostics::Diagnostic;
use crate::json::{self, ProveAnswer};
use crate::library::Library;
use crate::page::{Page, plural};
use crate::prove::prove;
use crate::report::{Extras, report};
use crate::selection::{Selection, is_input};
use crate::verdict::Exit;
use crate::verify::{self, Written};
use crate::{check, derivation, formula, html, models};

/// Everything that is bundled: the proofs, then Theorem 1 in finite models.
pub(super) fn run_main_job(cli: &Cli) -> Exit {
    let Cli { output, proving, .. } = *cli;
    let nothing = ProveArgs {
        arguments: Vec::new(),
        explain: Vec::new(),
        formula: None,
        certificate: None,
        page: AsPage::default(),
        output,
        proving,
    };
    let exit = run_prove(&nothing, proving, output, true);
    if output.is_json() {
        return exit;
    }
    let style = output.style();
    let library = Library::bundled();
    let monitor = monitor(None);
    let answers = models::overview(&library, style, &monitor);
    let page = Page::of_stdout(style);
    let (rows, wrong) = check::explore_all();
    let systems = check::table::summary(&rows, &wrong, &page);
    let text = format!("\n{}\n{systems}", models::text::summary(&answers, &page));
    let systems = if wrong.is_empty() { Exit::Holds } else { Exit::Fails };
    write_answer(&text, exit.worst(answers.exit()).worst(systems))
}

/// In an overview, what holds in the libraries is counted instead of listed.
pub(super) fn run_prove(
    args: &ProveArgs,
    proving: Proving,
    output: Output,
    is_overview: bool,
) -> Exit {
    let start = Instant::now();
    let limits = proving
        .max_states
        .map_or_else(Limits::default, |n| Limits { states_per_step: n, ..Limits::default() });
    let (inputs, mut labels): (Vec<String>, Vec<String>) =
        args.arguments.iter().cloned().partition(|a| is_input(a));
    labels.extend(args.explain.iter().cloned());
    let (mut sources, mut library, errors) = load(&inputs);
    let mut formula_faults = Vec::new();
    if let Some(text) = &args.formula {
        match formula::read(&library, text) {
            Ok((base, claim)) => match formula::sources(&claim, base) {
                Some(more) => {
                    sources.extend(more);
                    library = Library::with(&sources, !errors.is_empty());
                    labels = vec!["Formula:formula".to_owned()];
                }
                None => formula_faults.push(no_relation(text)),
            },
            Err(faults) => formula_faults = faults,
        }
    }
    let selection = if formula_faults.is_empty() {
        Selection::new(&library, &labels)
    } else {
        Selection::default()
    };
    let search_states = Some(usize::from(proving.search_states.unwrap_or(3))).filter(|n| *n > 0);
    let mut proved = prove(&library, &selection, limits, search_states);
    proved.bad_input.splice(0..0, errors.iter().map(Diagnostic::of_source));
    proved.bad_input.extend(formula_faults);
    let written = args.certificate.as_ref().map(|path| verify::write(&proved, &library, path));
    let mut certificate = None;
    match written {
        Some(Ok(written)) => certificate = Some(written),
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
        json::to_text(&ProveAnswer::new(&proved, output.style(), time, certificate.as_ref()))
    } else {
        let page = Page::of_stdout(output.style());
        let has_processes = proved.has_processes();
        let extras = Extras { time, hidden_warnings, has_processes, is_overview };
        if args.explain.is_empty() {
            report(&proved, &page, &extras)
        } else {
            proved.claims.iter().map(|c| derivation::show(c, &page)).collect::<Vec<_>>().join("\n")
        }
    };
    let more = certificate.filter(|_| !is_json).map_or_else(String::new, |w| said(&w));
    write_answer(&(text + &more), exit)
}

/// What is said of a certificate that was written.
fn said(written: &Written) -> String {
    let Written { path, bytes, counts } = written;
    let kib = bytes.div_ceil(1024);
    format!(
        "\nCertificate: {path}, {kib} KiB, {} in {}; `reductio verify {path}` checks it.\n",
        plural(counts.claims, "statement"),
        plural(counts.steps, "step")
    )
}

fn no_relation(text: &str) -> Diagnostic {
    let message = format!("`{text}` is no relation between two terms");
    Diagnostic::error("E0017", message)
        .help("ask for `e = f` or `e <= f`, with premises before `=>`")
}
