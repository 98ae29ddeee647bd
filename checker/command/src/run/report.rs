//! The verb `report`: the answers of the command without a verb, or the answers for given files, as one page.

use reductio::Exit;
use reductio::check::ExploredBothWays;
use reductio::check::{self, CheckOptions, CheckReport, Parameters, Subject};
use reductio::claim::Proved;
use reductio::diagnostics::Diagnostic;
use reductio::library::Library;
use reductio::models::{self, ModelAnswers, ModelQuestion};
use reductio::prove::prove;
use reductio::search::{Order, SearchProgress};
use reductio::selection::Selection;
use reductio::source::{Language, Source, Wanted, read_all};
use reductio_algebra::Style;
use reductio_proofs::ReplayLimits;
use reductio_report::check::faults::diagnostics;
use reductio_report::check::table::expectation;
use reductio_report::html;

use super::{Said, ended_early, tell};
use crate::cli::ReportArgs;
use crate::monitor::Monitor;
use crate::page_file;

/// The parts of a report.
struct Found {
    title: &'static str,
    library: Library,
    proved: Option<Proved>,
    models: Option<ModelAnswers>,
    systems: Vec<ExploredBothWays>,
    remarks: Vec<String>,
    exit: Exit,
}

pub(super) fn run_report(args: &ReportArgs, memory: usize, monitor: &Monitor) -> Said {
    let style = if args.ascii { Style::Ascii } else { Style::Unicode };
    let found = if args.files.is_empty() {
        bundled(style, monitor)
    } else {
        given(args, memory, style, monitor)
    };
    let mut sections = Vec::new();
    if let Some(proved) = &found.proved {
        sections.push(html::proofs(proved, &found.library, style));
    }
    sections.extend(found.models.as_ref().map(|answers| html::models(answers, style)));
    if !found.systems.is_empty() {
        let both = found.systems.iter().map(|row| vec![&row.unreduced, &row.reduced]);
        sections.push(html::systems(&both.collect::<Vec<_>>(), Some(monitor.stop.flag())));
    }
    if sections.is_empty() {
        return Said::nothing(found.exit);
    }
    let mut remarks = found.remarks;
    if monitor.stop.cause().is_some() {
        let fault = ended_early(monitor);
        remarks.push(format!("Left out: what came later, for {}.", fault.message));
        tell(&[fault]);
    }
    let page = html::report(found.title, &remarks, &sections);
    let Some(path) = args.output.as_ref().filter(|path| path.as_os_str() != "-") else {
        return Said::product(page, found.exit);
    };
    match page_file::write(path, &page) {
        Ok(()) => {
            let said = format!("{}: {} KiB\n", path.display(), page.len().div_ceil(1024));
            Said::report(said, found.exit)
        }
        Err(fault) => {
            tell(&[*fault]);
            Said::nothing(Exit::BadInput)
        }
    }
}

/// Finds the parts of the report on everything that is bundled.
fn bundled(style: Style, monitor: &Monitor) -> Found {
    let library = Library::bundled();
    let limits = ReplayLimits { cancel: Some(monitor.stop.flag()), ..ReplayLimits::default() };
    let proved = prove(&library, &Selection::new(&library, &[]), limits, Some(3));
    tell(&proved.faults);
    let models = models::overview(&library, style, monitor);
    monitor.meter.clear();
    let explored = check::explore_all(Some(monitor.stop.flag()));
    let systems_end = explored.exit();
    let (systems, wrong) = (explored.systems, explored.wrong);
    Found {
        title: "Reduction theorems, re-checked",
        exit: proved.exit(false).worst(models.exit()).worst(systems_end),
        remarks: vec![
            "A reduction theorem says: explore a coarse-grained system, with far fewer interleavings, and what you \
             learn holds for the fine-grained one. Here is every proof that is bundled, what each hypothesis of \
             Theorem 1 is for, and the bundled systems of threads."
                .to_owned(),
            format!("{} systems of threads. {}", systems.len(), expectation(&wrong)),
        ],
        library,
        proved: Some(proved),
        models: Some(models),
        systems,
    }
}

/// Finds the parts of the report on a user's statements, scripts and systems.
fn given(args: &ReportArgs, memory: usize, style: Style, monitor: &Monitor) -> Found {
    let cancel = Some(monitor.stop.flag());
    let (sources, errors) = read_all(&args.files, Wanted::Anything);
    let mut faults: Vec<Diagnostic> = errors.iter().map(Diagnostic::of_source).collect();
    let (systems, theories): (Vec<Source>, Vec<Source>) =
        sources.into_iter().partition(|source| source.language == Language::System);
    let library = Library::with(&theories, !errors.is_empty());
    let mut exit = if faults.is_empty() { Exit::Holds } else { Exit::BadInput };
    let mut proved = None;
    let mut found = None;
    if !theories.is_empty() {
        let limits = ReplayLimits { cancel, ..ReplayLimits::default() };
        let all = prove(&library, &Selection::new(&library, &[]), limits, Some(3));
        tell_all(&all);
        exit = exit.worst(all.exit(false));
        found = refuted(&library, &all, style, monitor);
        proved = Some(all);
    }
    let mut rows = Vec::new();
    for source in &systems {
        match Subject::load(&source.file, &Parameters::default(), cancel) {
            Ok(subject) => {
                let [unreduced, reduced] = [Order::Unreduced, Order::Reduced]
                    .map(|order| explored(&subject, order, (args.max_states, memory), monitor));
                exit = exit.worst(unreduced.exit()).worst(reduced.exit());
                rows.push(ExploredBothWays { unreduced, reduced });
            }
            Err(more) => {
                exit = Exit::BadInput;
                faults.extend(diagnostics(&more));
            }
        }
    }
    monitor.meter.clear();
    tell(&faults);
    let remarks = faults.iter().map(|fault| format!("Left out: {}.", fault.message)).collect();
    Found { title: "Reductio", library, proved, models: found, systems: rows, remarks, exit }
}

/// Writes the diagnostics of given files, as `prove` does.
fn tell_all(proved: &Proved) {
    for some in [&proved.bad_input, &proved.faults, &proved.warnings] {
        tell(some);
    }
    proved.claims.iter().filter(|claim| !claim.is_bundled).for_each(|claim| tell(&claim.warnings));
}

/// Searches for small models in which the statements that are not proved are false.
fn refuted(
    library: &Library,
    proved: &Proved,
    style: Style,
    monitor: &Monitor,
) -> Option<ModelAnswers> {
    let open = proved.claims.iter().filter(|claim| claim.verdict.evidence().is_none());
    let labels: Vec<String> =
        open.map(|claim| format!("{}:{}", claim.theory, claim.label.as_str())).collect();
    let question = ModelQuestion { labels, ..ModelQuestion::default() };
    (!question.labels.is_empty()).then(|| {
        let answers = models::models(library, &question, style, monitor);
        monitor.meter.clear();
        answers
    })
}

fn explored(
    subject: &Subject,
    order: Order,
    (max_states, memory): (Option<usize>, usize),
    monitor: &Monitor,
) -> CheckReport {
    let max_states = max_states.unwrap_or(CheckOptions::default().max_states);
    // One worker: the same page on every machine.
    let question = CheckOptions {
        order,
        keep_going: true,
        workers: 1,
        max_states,
        memory,
        // The numbers of states are compared with those of other tools.
        symmetry: false,
        ..CheckOptions::default()
    };
    let name = subject.system().name();
    let report = |progress| monitor.meter.report_search(name, progress);
    let progress = Some(&report as &(dyn Fn(SearchProgress) + Sync));
    check::check(subject, &question, Some(monitor.stop.flag()), progress)
}
