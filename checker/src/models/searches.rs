//! Searches for countermodels: of statements under their hypotheses, and of formulas.

use std::collections::BTreeSet;

use reductio_algebra::{Formula, Label, Term};
use reductio_relations::{Declined, SearchLimits, SearchOutcome, find_countermodel, step_formula};
use reductio_theorems::allowed;

use super::answer::{CountermodelSearch, ModelAnswer};
use super::counts;
use super::run::Run;
use crate::diagnostics::Diagnostic;
use crate::library::LoadedTheory;
use crate::question::{Asker, QuestionLimits, read, unused, warning};
use crate::selection::Selection;
use crate::verdict::Verdict;

/// How many models are tried at each size unless another number is asked for: they take at most a second or two.
const EVALUATIONS: u64 = 20_000_000;

/// Answers a formula under the hypotheses of a theory. The whole portfolio is asked, and a false formula is shown with
/// the smallest model that is found.
pub(super) fn formula(run: &mut Run<'_>, text: &str) {
    if let [label, ..] = &run.question.labels[..] {
        let fault =
            Diagnostic::error("E0016", format!("`--find` and the label `{label}`: one of them"));
        run.out
            .bad_input
            .push(fault.help("a file may stand beside `--find`: the formula is over its names"));
        return;
    }
    // A statement file that cannot be read was told already.
    if !run.library.faults.is_empty() && run.library.theories.iter().all(|t| t.is_bundled) {
        return;
    }
    let mut library = run.library.clone();
    let (theory, formula) = match read(&mut library, text, &run.question.predicates) {
        Ok(found) => found,
        Err(faults) => {
            run.out.bad_input.extend(faults);
            return;
        }
    };
    if let Some(fault) = unused(&run.question.predicates, &[&formula]) {
        run.out.bad_input.push(fault);
        return;
    }
    if !run.goes_on(|| "formula".to_owned()) {
        return;
    }
    let limits = QuestionLimits {
        models: Some(search_limits(run)),
        smallest: true,
        ..QuestionLimits::default()
    };
    let answer = run.watching("formula: ", |watch| {
        let limits = QuestionLimits { watch, ..limits };
        let answer = Asker::new(&library, theory, limits).answer(&formula)?;
        let used = answer.verdict.evidence().map_or(&[][..], |proof| &proof.hypotheses);
        let warning = warning(&library, theory, used, limits);
        Ok::<_, Box<Diagnostic>>((answer, warning))
    });
    match answer {
        Ok((answer, warning)) => {
            let id = "formula".to_owned();
            let statement = formula.to_text(run.style);
            let outcome = match (&answer.verdict, &answer.models) {
                (Verdict::Fails(found), _) => SearchOutcome::Refuted(Box::new(found.found.clone())),
                (_, Some(outcome)) => outcome.clone(),
                (_, None) => SearchOutcome::Declined(Declined::Cancelled),
            };
            let answer = Some(Box::new(answer));
            let search = CountermodelSearch {
                id,
                dropped: None,
                statement,
                outcome,
                is_vacuous: false,
                answer,
            };
            run.out.answers.push(ModelAnswer::Search(search.into()));
            run.out.warnings.extend(warning);
        }
        Err(fault) => run.out.bad_input.push(*fault),
    }
}

/// Searches for countermodels of the statements that are asked for, each under its hypotheses. For S5's Theorem 1 the
/// systems are counted instead.
pub(super) fn statements(run: &mut Run<'_>) {
    let library = run.library;
    let selection = Selection::new(library, &run.question.labels);
    run.out.bad_input.extend(selection.faults.iter().cloned());
    run.out.warnings.extend(selection.warnings.iter().cloned());
    let all = selection.wanted.iter().flat_map(|(number, labels)| {
        let loaded = &library.theories[*number];
        in_order(loaded, labels).into_iter().map(move |label| (loaded, label))
    });
    let (counted, searched): (Vec<_>, Vec<_>) =
        all.partition(|(loaded, label)| is_theorem_1(loaded, label));
    if let (Some((loaded, label)), Some(_)) = (searched.first(), &run.question.checkpoint) {
        let id = format!("{} {label}", loaded.theory.name());
        let message =
            format!("`--checkpoint` is for counting systems, not for searches such as {id}");
        run.out.bad_input.push(Diagnostic::error("E0016", message).help("leave it out"));
        return;
    }
    if !counted.is_empty() {
        counts::counts(run);
    }
    for (loaded, label) in searched {
        statement(run, loaded, label);
    }
    for (number, labels) in &selection.wanted {
        let loaded = &library.theories[*number];
        if labels.is_empty() && !library.is_extended(*number) {
            let message = format!("`{}`: there is nothing to evaluate", loaded.theory.name());
            let warning = Diagnostic::error("W0001", message).at(&loaded.file, &(0..0)).warning();
            run.out.warnings.push(warning);
        }
    }
}

/// The labels in the order of the statements in the file.
fn in_order<'a>(loaded: &'a LoadedTheory, labels: &BTreeSet<Label>) -> Vec<&'a Label> {
    let all = loaded.theory.statements().iter().map(|s| &s.label);
    all.filter(|label| labels.contains(label)).collect()
}

fn is_theorem_1(loaded: &LoadedTheory, label: &Label) -> bool {
    loaded.is_bundled
        && loaded.theory.name() == "S5"
        && ["22", "Theorem 1"].contains(&label.as_str())
}

fn statement(run: &mut Run<'_>, loaded: &LoadedTheory, label: &Label) {
    let theory = &loaded.theory;
    let Some(statement) = theory.statement(label) else { return };
    let id = format!("{} {label}", theory.name());
    if !run.goes_on(|| id.clone()) {
        return;
    }
    let hypotheses: Vec<Formula> = allowed(theory, statement).map(|h| h.formula.clone()).collect();
    let under = |claim: &Formula| step_formula(&hypotheses, &[], claim);
    let outcome = search(run, &id, &under(&statement.formula));
    // In a model of the hypotheses 1 = 0 is false.
    let absurd = under(&Formula::equal(&Term::one(), &Term::zero()));
    let is_vacuous = !hypotheses.is_empty()
        && matches!(outcome, SearchOutcome::NotRefuted(_))
        && matches!(search(run, &id, &absurd), SearchOutcome::NotRefuted(_));
    let statement = statement.formula.to_statement(run.style);
    run.out.answers.push(ModelAnswer::Search(
        CountermodelSearch { id, dropped: None, statement, outcome, is_vacuous, answer: None }
            .into(),
    ));
}

/// Searches for countermodels of the statements that are asked for without one of their hypotheses, each in turn.
pub(super) fn without_hypotheses(run: &mut Run<'_>) {
    let library = run.library;
    let selection = Selection::new(library, &run.question.labels);
    run.out.bad_input.extend(selection.faults.iter().cloned());
    run.out.warnings.extend(selection.warnings.iter().cloned());
    for (number, labels) in &selection.wanted {
        let loaded = &library.theories[*number];
        for label in in_order(loaded, labels) {
            dropped(run, loaded, label);
        }
    }
}

fn dropped(run: &mut Run<'_>, loaded: &LoadedTheory, label: &Label) {
    let theory = &loaded.theory;
    let Some(statement) = theory.statement(label) else { return };
    let hypotheses: Vec<_> = allowed(theory, statement).collect();
    let wanted: Vec<String> = run.question.drops.iter().map(|d| bare(d)).collect();
    for unknown in wanted.iter().filter(|l| !hypotheses.iter().any(|h| h.label.as_str() == **l)) {
        let message = format!("{} {label} has no hypothesis ({unknown})", theory.name());
        let all: Vec<String> = hypotheses.iter().map(|h| h.label.to_string()).collect();
        let help = if all.is_empty() { "it has none".to_owned() } else { all.join(", ") };
        run.out.bad_input.push(Diagnostic::error("E0013", message).help(help));
    }
    for hypothesis in &hypotheses {
        if !run.question.all_drops && !wanted.iter().any(|l| *l == hypothesis.label.as_str()) {
            continue;
        }
        let id = format!("{} {label} without {}", theory.name(), hypothesis.label);
        if !run.goes_on(|| id.clone()) {
            continue;
        }
        let kept: Vec<Formula> = (hypotheses.iter())
            .filter(|h| h.label != hypothesis.label)
            .map(|h| h.formula.clone())
            .collect();
        let outcome = search(run, &id, &step_formula(&kept, &[], &statement.formula));
        let text = statement.formula.to_statement(run.style);
        let dropped = Some(hypothesis.label.as_str().to_owned());
        let answer = CountermodelSearch {
            id,
            dropped,
            statement: text,
            outcome,
            is_vacuous: false,
            answer: None,
        };
        run.out.answers.push(ModelAnswer::Search(answer.into()));
    }
}

/// Removes parentheses and needless spaces from a label as it was typed.
fn bare(text: &str) -> String {
    let text = text.trim();
    let bare = text.strip_prefix('(').and_then(|t| t.strip_suffix(')')).unwrap_or(text);
    bare.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn search_limits(run: &Run<'_>) -> SearchLimits<'static> {
    let default = SearchLimits::default();
    SearchLimits {
        states: run.question.states.unwrap_or(default.states),
        processes: run.question.processes.unwrap_or(default.processes),
        evaluations: run.question.evaluations.unwrap_or(EVALUATIONS),
        ..default
    }
}

fn search(run: &Run<'_>, id: &str, formula: &Formula) -> SearchOutcome {
    let limits = search_limits(run);
    let what = format!("{id}: ");
    run.watching(&what, |watch| find_countermodel(formula, &SearchLimits { watch, ..limits }))
}
