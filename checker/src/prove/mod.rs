//! The verb `prove`: statements are certified by replaying their derivations.

mod formula;

use std::collections::BTreeSet;

use reductio_algebra::{Label, StatementKind, Theory};
use reductio_proofs::replay::error::{ReplayError, ReplayErrorKind};
use reductio_proofs::{Replay, ReplayLimits, ReplayOutcome, Script};
use reductio_relations::{SearchLimits, Watch};

use crate::claim::{Claim, Evidence, Proved, Refusal};
use crate::diagnostics::Diagnostic;
use crate::library::{Library, LoadedScript, scripts};
use crate::question::{QuestionLimits, warning};
use crate::refutation::refutation;
use crate::selection::Selection;
use crate::verdict::Verdict;
pub use formula::prove_formula;

/// The most faults of one derivation that are tried in models.
const MAX_REFUTED: usize = 3;

/// The most steps of a run that are tried in models although they were only given up. Where the limits are low,
/// hundreds are given up, and to look for a model for each would take longer than the proofs.
const MAX_GIVEN_UP: usize = 60;

/// The choice of refused steps that are tried in models.
#[derive(Clone, Copy)]
struct Trials {
    /// The most states of a model; `None` when no step is tried.
    states: Option<usize>,
    /// How many more steps are tried of those that were only given up.
    given_up: usize,
}

impl Trials {
    /// Whether a step that was refused in this way is tried in models.
    fn takes(&mut self, kind: &ReplayErrorKind) -> bool {
        if !kind.is_declined() {
            return true;
        }
        let is_left = self.given_up > 0;
        self.given_up = self.given_up.saturating_sub(1);
        is_left
    }
}

/// Proves the selected statements of a library by replaying their derivations.
///
/// Refused steps are tried in models with up to `search_states` states; with `None`, they are not. Statements that the
/// replay has not come to when `limits.cancel` is raised are declined.
pub fn prove(
    library: &Library,
    selection: &Selection,
    limits: ReplayLimits<'_>,
    search_states: Option<usize>,
) -> Proved {
    let mut proved = Proved {
        bad_input: library.faults.clone(),
        warnings: library.warnings.clone(),
        ..Proved::default()
    };
    proved.bad_input.extend(selection.faults.iter().cloned());
    proved.warnings.extend(selection.warnings.iter().cloned());
    let mut trials = Trials { states: search_states, given_up: MAX_GIVEN_UP };
    for (theory, wanted) in &selection.wanted {
        one_theory(library, *theory, wanted, limits, &mut trials, &mut proved);
    }
    proved
}

fn one_theory(
    library: &Library,
    number: usize,
    wanted: &BTreeSet<Label>,
    limits: ReplayLimits<'_>,
    trials: &mut Trials,
    proved: &mut Proved,
) {
    let loaded = &library.theories[number];
    let theory = &loaded.theory;
    let sources = library.scripts_for(number);
    if wanted.is_empty() && !library.is_extended(number) && !library.may_miss_proofs(number) {
        let message = format!("`{}`: there is nothing to prove", theory.name());
        let file =
            sources.first().filter(|s| s.headings.is_none()).map_or(&loaded.file, |s| &s.file);
        proved.warnings.push(Diagnostic::error("W0001", message).at(file, &(0..0)).warning());
    }
    let scripts = scripts(&sources);
    let replay =
        reductio_proofs::replay::replay_only(theory, &scripts, limits, &|l| wanted.contains(l));
    let mut meant = Vec::new();
    for (script, fault) in replay.faults() {
        let label = meant_label(theory, &sources[*script].script, fault);
        proved.faults.push(misplaced(library, number, &sources, *script, fault, label.as_ref()));
        meant.extend(label);
    }
    let (mut unproved, mut ended) = (Vec::new(), Vec::new());
    for outcome in replay.outcomes() {
        if outcome.script.is_none() && library.may_miss_proofs(number) {
            continue;
        }
        let source = outcome.script.map(|s| sources[s]);
        if limits.is_cancelled() {
            trials.states = None;
        }
        let refusal = refusal(library, number, outcome, source, &replay, trials);
        if outcome.result.is_err() {
            match source {
                None => {
                    unproved
                        .extend(refusal.faults.iter().map(|f| (outcome.label.clone(), f.clone())));
                }
                Some(_) if is_ended(outcome) => {
                    ended.extend(refusal.faults.iter().map(|f| (outcome.label.clone(), f.clone())));
                }
                Some(_) => proved.faults.extend(refusal.faults.iter().cloned()),
            }
        }
        if !wanted.contains(&outcome.label) {
            continue;
        }
        let Some(statement) = theory.statement(&outcome.label) else { continue };
        let derivation = outcome.script.and_then(|s| {
            let all = &scripts[s].derivations;
            all.iter()
                .find(|d| d.label == outcome.label)
                .map(|d| (sources[s].file.clone(), d.clone()))
        });
        let warnings = source.map_or(Vec::new(), |s| {
            outcome.warnings.iter().map(|w| Diagnostic::of_warning(&s.file, w)).collect()
        });
        proved.claims.push(Claim {
            theory: theory.name().to_owned(),
            label: outcome.label.clone(),
            kind: statement.kind,
            status: statement.status,
            assuming: statement.assuming.clone(),
            formula: statement.formula.clone(),
            derivation,
            verdict: verdict(library, number, outcome, refusal, &replay),
            heading: heading(theory.name(), statement.kind, source),
            is_counted: statement.kind == StatementKind::Lemma
                && source.and_then(|s| s.headings).is_some_and(|h| h.counts_lemmas),
            warnings,
            is_bundled: source.map_or(loaded.is_bundled, |s| s.headings.is_some()),
            answer: None,
        });
    }
    if !loaded.is_bundled {
        let own = proved.claims.iter().filter(|c| c.theory == theory.name());
        let used: Vec<Label> =
            own.filter_map(|c| c.verdict.evidence()).flat_map(|e| e.hypotheses.clone()).collect();
        let models = trials.states.map(|states| SearchLimits { states, ..SearchLimits::default() });
        let watch = Watch { cancel: limits.cancel, progress: None };
        let limits = QuestionLimits { proving: limits, models, watch, ..QuestionLimits::default() };
        proved.warnings.extend(warning(library, number, &used, limits));
    }
    // A proof that stands under another label was told already.
    unproved.retain(|(label, _)| !meant.contains(label));
    proved.faults.extend(no_proof(theory.name(), unproved));
    proved.faults.extend(given_up(theory.name(), ended));
}

/// The statement that a derivation under an unknown label proves: one with its formula, and without a derivation in the
/// script.
fn meant_label(theory: &Theory, script: &Script, fault: &ReplayError) -> Option<Label> {
    let ReplayErrorKind::NotToProve { label } = &fault.kind else { return None };
    let derivation = script.derivations.iter().find(|derivation| derivation.label == *label)?;
    let is_free = |label: &Label| script.derivations.iter().all(|other| other.label != *label);
    let mut alike = theory.statements().iter().filter(|statement| {
        let is_proved = matches!(statement.kind, StatementKind::Lemma | StatementKind::Theorem);
        is_proved && statement.formula == derivation.formula && is_free(&statement.label)
    });
    alike.next().filter(|_| theory.statement(label).is_none()).map(|found| found.label.clone())
}

/// Makes the diagnostic for a derivation of a label that is not to be proved, or is proved elsewhere. `meant` is the
/// label of the statement that it proves, if that is known.
fn misplaced(
    library: &Library,
    number: usize,
    sources: &[&LoadedScript],
    script: usize,
    fault: &ReplayError,
    meant: Option<&Label>,
) -> Diagnostic {
    let out = Diagnostic::of_replay(&sources[script].file, fault);
    let theory = &library.theories[number].theory;
    match &fault.kind {
        ReplayErrorKind::AlreadyProved { label } => {
            let first = sources.iter().find_map(|s| {
                let found = s.script.derivations.iter().find(|d| d.label == *label)?;
                Some((&s.file, &found.label_span))
            });
            first.map_or(out.clone(), |(file, span)| out.with(file, span, "the first proof"))
        }
        ReplayErrorKind::NotToProve { label } if theory.statement(label).is_some() => {
            out.help("it is a hypothesis: cite it, there is no need to prove it")
        }
        ReplayErrorKind::NotToProve { label } => {
            if let Some(meant) = meant {
                return out.help(format!("{meant} has this formula: did you mean it?"));
            }
            let unknown = theory.unknown_label(label, fault.span.clone());
            unknown.kind.help().map_or(out.clone(), |help| out.help(help))
        }
        _ => out,
    }
}

fn heading(theory: &str, kind: StatementKind, source: Option<&LoadedScript>) -> String {
    match source.map(|s| (s.headings, &s.file)) {
        Some((Some(headings), _)) if kind == StatementKind::Lemma => headings.lemmas.to_owned(),
        Some((Some(headings), _)) => headings.theorems.to_owned(),
        Some((None, file)) => format!("{theory}, proved in {}", file.name()),
        None => format!("{theory}, without proof"),
    }
}

/// The reasons why a statement is not proved.
fn refusal(
    library: &Library,
    number: usize,
    outcome: &ReplayOutcome,
    source: Option<&LoadedScript>,
    replay: &Replay,
    trials: &mut Trials,
) -> Refusal {
    let Err(errors) = &outcome.result else { return Refusal::default() };
    let Some(source) = source else {
        let message = format!("{} has no proof", outcome.label);
        let mut fault = Diagnostic::error("E0010", message);
        let statement = library.theories[number].theory.statement(&outcome.label);
        if let (Some(s), Some(file)) = (statement, library.file_of(number, &outcome.label)) {
            fault = fault.at(file, &s.span);
        }
        return Refusal { faults: vec![fault], ..Refusal::default() };
    };
    let mut refusal = Refusal::default();
    for error in errors {
        let mut fault = Diagnostic::of_replay(&source.file, error);
        match &error.kind {
            ReplayErrorKind::CitedUnproved { cited } if replay.outcome(cited).is_some() => {
                refusal.unproved.push((cited.clone(), fault));
                continue;
            }
            ReplayErrorKind::StatementDiffers { label, .. } => {
                let statement = library.theories[number].theory.statement(label);
                if let (Some(s), Some(file)) = (statement, library.file_of(number, label)) {
                    fault = fault.with(file, &s.span, "the theory states this");
                }
            }
            kind => {
                let theory = &library.theories[number].theory;
                if let Some(statement) = theory.statement(&outcome.label)
                    && let Some(states) = trials.states
                    && refusal.faults.len() < MAX_REFUTED
                    && trials.takes(kind)
                {
                    let has_help = !fault.help.is_empty();
                    let tried = refutation(theory, statement, kind, states, has_help);
                    refusal.is_refuted |= tried.as_ref().is_some_and(|t| t.is_false);
                    fault.help.extend(tried.map(|t| t.text));
                }
            }
        }
        refusal.faults.push(fault);
    }
    refusal
}

fn verdict(
    library: &Library,
    number: usize,
    outcome: &ReplayOutcome,
    refusal: Refusal,
    replay: &Replay,
) -> Verdict<Evidence, Refusal> {
    match &outcome.result {
        Ok(certificate) => {
            let theory = &library.theories[number].theory;
            let used = |label: &Label| certificate.hypotheses().contains(label);
            Verdict::Holds(Evidence {
                certificate: certificate.clone(),
                hypotheses: theory.hypotheses().map(|h| h.label.clone()).filter(used).collect(),
                kernel_steps: replay.kernel_steps(&outcome.label),
            })
        }
        Err(_) if !refusal.is_refuted && is_declined(outcome, replay, &mut BTreeSet::new()) => {
            Verdict::Declined(refusal)
        }
        Err(_) => Verdict::Fails(refusal),
    }
}

/// Whether a statement, and every unproved statement that it cites, lacks a proof only because searches gave up.
fn is_declined(outcome: &ReplayOutcome, replay: &Replay, seen: &mut BTreeSet<Label>) -> bool {
    let Err(errors) = &outcome.result else { return false };
    // Two that are cited may cite the same one: what was seen and is something else has ended the question.
    if !seen.insert(outcome.label.clone()) {
        return true;
    }
    !errors.is_empty()
        && errors.iter().all(|e| match &e.kind {
            ReplayErrorKind::CitedUnproved { cited } => {
                replay.outcome(cited).is_some_and(|o| is_declined(o, replay, seen))
            }
            kind => kind.is_declined(),
        })
}

/// Whether the replay was ended before it had looked at the statement.
fn is_ended(outcome: &ReplayOutcome) -> bool {
    let is_cancelled = |e: &ReplayError| e.kind == ReplayErrorKind::Cancelled;
    outcome.result.as_ref().is_err_and(|errors| errors.iter().any(is_cancelled))
}

/// Makes one fault of those of all statements that were given up when the run was ended.
fn given_up(theory: &str, faults: Vec<(Label, Diagnostic)>) -> Option<Diagnostic> {
    let (labels, count) = named(&faults);
    let (_, mut fault) = faults.into_iter().find(|(_, fault)| fault.code == "E0320")?;
    let s = if count == 1 { "" } else { "s" };
    fault.message =
        format!("{count} statement{s} of `{theory}` given up, the run was ended early: {labels}");
    Some(fault)
}

/// The first few labels of faults in words, and the number of all labels.
fn named(faults: &[(Label, Diagnostic)]) -> (String, usize) {
    const NAMED: usize = 6;
    let mut labels: Vec<&Label> = faults.iter().map(|(label, _)| label).collect();
    labels.dedup();
    let count = labels.len();
    let mut names: Vec<String> = labels.iter().take(NAMED).map(ToString::to_string).collect();
    if count > NAMED {
        names.push(format!("and {} more", count - NAMED));
    }
    (names.join(", "), count)
}

/// Makes one fault of those of all statements of a theory without a proof.
fn no_proof(theory: &str, faults: Vec<(Label, Diagnostic)>) -> Option<Diagnostic> {
    let (labels, count) = named(&faults);
    let (_, mut fault) = faults.into_iter().next()?;
    if count > 1 {
        fault.message = format!("{count} statements of `{theory}` have no proof: {labels}");
    }
    Some(fault.help(format!(
        "give a script for `{theory}`: a file that starts with `proofs of {theory}`"
    )))
}
