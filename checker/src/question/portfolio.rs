//! The portfolio: its methods, and the order in which they are asked.

use std::cell::OnceCell;
use std::sync::atomic::Ordering;

use reductio_algebra::{Formula, Label, StatementKind};
use reductio_proofs::decide::{DecideError, Decision, DecisionLimits, GuardedWord, decide_formula};
use reductio_proofs::replay::error::WarningKind;
use reductio_proofs::replay::{replay_only, replay_with};
use reductio_proofs::{Replay, ReplayLimits, Script, StepError, conclusion, search};
use reductio_relations::{
    Countermodel, Declined, Satisfaction, SearchLimits, SearchOutcome, Watch, find_countermodel,
    step_formula, word_model,
};
use reductio_theorems::kernel::assume;
use reductio_theorems::{Certificate, RuleError, StepSet, Theorem};

use super::answer::{Counterexample, FormulaAnswer, Method};
use super::limits::QuestionLimits;
use super::proof::FormulaProof;
use super::single::Single;
use crate::diagnostics::Diagnostic;
use crate::library::{Library, scripts};
use crate::verdict::Verdict;

/// The result of one method.
enum Found {
    Holds(Box<FormulaProof>),
    Fails(Box<Counterexample>),
    /// The method knows no answer, for this reason if there is one to tell.
    Open(Option<String>),
}

/// The function that asks a method.
type Ask = fn(&Asker<'_>, &Single, &mut Progress) -> Found;

/// All methods, in the order in which they are asked. A method joins the portfolio as a line of this table. The
/// decision procedure answers at once or not at all; a false formula is false in a tiny model, as a rule; a proof from
/// few facts is found in less time than all models with three states are tried; lemmas cost a replay of their own
/// proofs; models with more states are tried where nothing else knows.
const PORTFOLIO: [(Method, Ask); 8] = [
    (Method::Decision, |asker, single, so_far| asker.decision(single, so_far)),
    (Method::Models, |asker, _, so_far| asker.tiny_models(so_far)),
    (Method::Search, |asker, single, _| asker.derived(single, false)),
    (Method::Models, |asker, _, so_far| asker.small_models(so_far)),
    (Method::Induction, |asker, single, _| asker.by_induction(single)),
    (Method::Lemmas, |asker, single, _| asker.derived(single, true)),
    (Method::Models, |asker, _, so_far| asker.more_models(so_far)),
    (Method::Models, |asker, _, so_far| asker.larger_models(so_far)),
];

/// The limits of the first look at models: a few milliseconds.
const TINY: SearchLimits<'_> = SearchLimits {
    states: 2,
    from_states: 1,
    processes: 2,
    evaluations: 20_000,
    samples: 1_000,
    seed: 1,
    watch: Watch { cancel: None, progress: None },
};

/// How many times more work than the searches for models before it the last one may take.
const MORE: u64 = 10;

/// The most states of the models that are tried when nothing else decides.
const LARGEST: usize = 6;

/// The results so far that later methods and the answer need.
struct Progress {
    /// The formula under the hypotheses of its theory.
    claim: Formula,
    word: Option<GuardedWord>,
    models: Option<SearchOutcome>,
}

/// An asker answers questions about formulas over the names of one theory, under its hypotheses.
#[derive(Debug)]
pub struct Asker<'a> {
    library: &'a Library,
    theory: usize,
    limits: QuestionLimits<'a>,
    /// The proofs of the lemmas, replayed when a search first asks for them.
    lemmas: OnceCell<(Vec<Script>, Replay)>,
}

impl<'a> Asker<'a> {
    /// Makes an asker for the theory with this number in the library.
    pub fn new(library: &'a Library, theory: usize, limits: QuestionLimits<'a>) -> Self {
        let proving = ReplayLimits { cancel: limits.watch.cancel, ..limits.proving };
        let limits = QuestionLimits { proving, ..limits };
        Asker { library, theory, limits, lemmas: OnceCell::new() }
    }

    /// Answers the question whether a closed formula holds.
    ///
    /// # Errors
    /// A diagnostic for a formula whose conclusion is no relation between two terms.
    ///
    /// # Panics
    /// When the kernel refuses a step of a proof that was proposed to it, or a model that was found is none: our bugs.
    pub fn answer(&self, formula: &Formula) -> Result<FormulaAnswer, Box<Diagnostic>> {
        if !matches!(conclusion(formula), Formula::Relation(..)) {
            return Err(no_relation(formula).into());
        }
        let theory = &self.library.theories[self.theory].theory;
        let single = Single::new(theory, formula).unwrap_or_else(|| {
            panic!("`{formula}` is not read as it is printed");
        });
        let hypotheses: Vec<Formula> = theory.hypotheses().map(|h| h.formula.clone()).collect();
        let claim = step_formula(&hypotheses, &[], formula);
        let mut answer = FormulaAnswer {
            formula: formula.clone(),
            theory: theory.name().to_owned(),
            assumed: theory.hypotheses().map(|h| h.label.clone()).collect(),
            verdict: Verdict::Declined(Vec::new()),
            method: None,
            models: None,
        };
        let mut progress = Progress { claim, word: None, models: None };
        let mut reasons: Vec<(Method, String)> = Vec::new();
        let mut fallback = None;
        for (method, ask) in PORTFOLIO {
            if self.is_stopped() {
                reasons.push((method, "the run was ended early".to_owned()));
                break;
            }
            match ask(self, &single, &mut progress) {
                Found::Holds(proof) => {
                    answer.verdict = Verdict::Holds(*proof);
                    answer.method = Some(method);
                    break;
                }
                Found::Fails(found) if self.limits.smallest && method != Method::Models => {
                    fallback.get_or_insert((found, method));
                }
                Found::Fails(found) => {
                    answer.verdict = Verdict::Fails(found);
                    answer.method = Some(method);
                    break;
                }
                // What a method says last takes the place of what it said before.
                Found::Open(Some(reason)) => {
                    reasons.retain(|(m, _)| *m != method);
                    reasons.push((method, reason));
                }
                Found::Open(None) => {}
            }
        }
        if let (None, Some((found, method))) = (answer.method, fallback) {
            answer.verdict = Verdict::Fails(found);
            answer.method = Some(method);
        }
        if answer.method.is_none() {
            reasons.sort_by_key(|(method, _)| *method as usize);
            let mut told: Vec<String> = reasons.into_iter().map(|(_, reason)| reason).collect();
            if told.is_empty() {
                told.push("no part of the search knows".to_owned());
            }
            answer.verdict = Verdict::Declined(told);
        }
        answer.models = progress.models;
        Ok(answer)
    }

    fn is_stopped(&self) -> bool {
        self.limits.watch.cancel.is_some_and(|flag| flag.load(Ordering::Acquire))
    }

    /// Asks the decision procedure. It does not know the hypotheses of the theory.
    fn decision(&self, single: &Single, progress: &mut Progress) -> Found {
        let Some(statement) = single.theory.statement(&single.label) else {
            return Found::Open(None);
        };
        let formula = &statement.formula;
        let bound = DecisionLimits { states: self.limits.states, cancel: self.limits.watch.cancel };
        let why = match decide_formula(formula, bound) {
            Ok(Decision::Holds(theorem)) => return proved(single, &theorem),
            Ok(Decision::Fails(word)) => {
                if let Some(found) = model_of(formula, &progress.claim, &word) {
                    let word = Some(word);
                    return Found::Fails(Counterexample { word, found }.into());
                }
                let why = format!(
                    "not decided: as far as the decision procedure sees, one side has the run `{word}`, the other has \
                     not"
                );
                progress.word = Some(word);
                why
            }
            Ok(Decision::Outside { term, word }) => {
                progress.word = Some(word);
                format!(
                    "`{term}` is outside what is decided, and taken for a letter it has no proof"
                )
            }
            Ok(Decision::NoProof) => {
                "the decision procedure finds it true, but has no proof".to_owned()
            }
            Ok(Decision::Declined { states }) => {
                format!("its right side has more than {states} states; `--states` sets the limit")
            }
            // Whoever asks the parts says so.
            Ok(Decision::Cancelled) => return Found::Open(None),
            Ok(_) => "it is not decided".to_owned(),
            Err(DecideError::Step(fault)) => panic!("{fault}"),
            Err(fault) => fault.to_string(),
        };
        Found::Open(Some(why))
    }

    /// Searches for a proof by induction, from the hypotheses of the theory and the premises.
    fn by_induction(&self, single: &Single) -> Found {
        let Some(statement) = single.theory.statement(&single.label) else {
            return Found::Open(None);
        };
        let hypotheses: Result<Vec<Theorem>, RuleError> =
            single.theory.hypotheses().map(|h| assume(&h.formula)).collect();
        let limits = search::InductionLimits {
            cancel: self.limits.watch.cancel,
            ..search::InductionLimits::default()
        };
        let hypotheses = hypotheses.map_err(StepError::from);
        let found = hypotheses.and_then(|h| search::prove(&statement.formula, &h, &limits));
        match found {
            Ok(search::InductionOutcome::Proved(proof)) => proved(single, &proof.theorem),
            Ok(search::InductionOutcome::Limit { questions }) => {
                let told = format!("no proof by induction within {questions} questions");
                Found::Open(Some(told))
            }
            Ok(_) => Found::Open(Some("no proof by induction was found".to_owned())),
            Err(fault) => panic!("a step of the search has no proof: {fault}"),
        }
    }

    fn tiny_models(&self, progress: &mut Progress) -> Found {
        match self.limits.models {
            // The smallest model comes from one search through the sizes.
            Some(limits) if !self.limits.smallest => {
                let (states, processes) = (limits.states.min(2), limits.processes.min(2));
                self.models(SearchLimits { states, processes, ..TINY }, progress)
            }
            _ => Found::Open(None),
        }
    }

    fn small_models(&self, progress: &mut Progress) -> Found {
        self.limits.models.map_or(Found::Open(None), |limits| self.models(limits, progress))
    }

    /// Searches for a model with more work, where not all models were tried before.
    fn more_models(&self, progress: &mut Progress) -> Found {
        let is_open =
            matches!(&progress.models, Some(SearchOutcome::NotRefuted(c)) if !c.is_exhaustive());
        match self.limits.models {
            Some(limits) if is_open && !self.limits.smallest => {
                let evaluations = limits.evaluations.saturating_mul(MORE);
                self.models(SearchLimits { evaluations, ..limits }, progress)
            }
            _ => Found::Open(None),
        }
    }

    /// Searches for models with more and more states, unless only smaller ones are wanted.
    fn larger_models(&self, progress: &mut Progress) -> Found {
        let Some(limits) = self.limits.models else { return Found::Open(None) };
        if limits.states < SearchLimits::default().states {
            return Found::Open(None);
        }
        let mut last = Found::Open(None);
        for states in limits.states + 1..=LARGEST {
            let before = progress.models.take();
            last = self.models(SearchLimits { states, from_states: states, ..limits }, progress);
            if matches!(last, Found::Fails(_)) {
                return last;
            }
            progress.models = match (before, progress.models.take()) {
                (Some(SearchOutcome::NotRefuted(a)), Some(SearchOutcome::NotRefuted(b))) => {
                    let all = SearchOutcome::NotRefuted(a.and(b));
                    last = Found::Open(Some(all.to_string().replace('\n', "; ")));
                    Some(all)
                }
                (before, after) => before.or(after),
            };
            if self.is_stopped() {
                break;
            }
        }
        last
    }

    fn models(&self, limits: SearchLimits<'_>, progress: &mut Progress) -> Found {
        let limits = SearchLimits { watch: self.limits.watch, ..limits };
        let outcome = find_countermodel(&progress.claim, &limits);
        let told = match &outcome {
            SearchOutcome::Refuted(found) => {
                let (word, found) = (progress.word.clone(), (**found).clone());
                progress.models = Some(outcome);
                return Found::Fails(Counterexample { word, found }.into());
            }
            SearchOutcome::Declined(Declined::Cancelled) => "the search was ended early".to_owned(),
            other => other.to_string().replace('\n', "; "),
        };
        progress.models = Some(outcome);
        Found::Open(Some(told))
    }

    /// Searches for a derivation of one step with the hint `(auto)`.
    fn derived(&self, single: &Single, with_lemmas: bool) -> Found {
        // A theory whose scripts do without the laws has none for its formulas either.
        let with_laws = with_lemmas && self.uses_laws();
        let Some((file, script)) = single.script(with_laws) else { return Found::Open(None) };
        let derivation = script.derivations.first().cloned();
        let is_wanted = |l: &Label| *l == single.label;
        // Induction from what is assumed alone is a method of its own.
        let induction = with_lemmas && (self.has_lemmas() || self.states_nothing());
        let limits = ReplayLimits { induction, ..self.limits.proving };
        let theory = &single.theory;
        let replay = if with_lemmas {
            let (lemmas, earlier) = self.lemmas.get_or_init(|| self.replayed());
            let mut scripts = vec![script];
            scripts.extend(lemmas.iter().cloned());
            replay_with(theory, &scripts, limits, &is_wanted, earlier)
        } else {
            replay_only(theory, &[script], limits, &is_wanted)
        };
        let Some(outcome) = replay.outcome(&single.label) else { return Found::Open(None) };
        let certificate = match &outcome.result {
            Ok(certificate) => certificate.clone(),
            Err(faults) => {
                let fault = faults.first().map(ToString::to_string);
                return Found::Open(fault.map(|f| format!("no proof was found: {f}")));
            }
        };
        let hint = outcome.warnings.iter().find_map(|w| match &w.kind {
            WarningKind::Auto { found } => Some(found.clone()),
            _ => None,
        });
        let warnings = outcome.warnings.iter().map(|w| Diagnostic::of_warning(&file, w)).collect();
        let derivation = derivation.map(|d| (file, d));
        Found::Holds(Box::new(FormulaProof {
            theory: theory.clone(),
            file: single.file.clone(),
            kernel_steps: replay.kernel_steps(&single.label),
            hypotheses: certificate.hypotheses().to_vec(),
            certificate,
            derivation,
            hint,
            warnings,
        }))
    }

    fn uses_laws(&self) -> bool {
        self.library.scripts_for(self.theory).iter().all(|s| s.script.laws)
    }

    /// Whether the theory only declares names, so that the laws are all that there is.
    fn states_nothing(&self) -> bool {
        self.library.theories[self.theory].theory.statements().is_empty()
    }

    fn has_lemmas(&self) -> bool {
        let statements = self.library.theories[self.theory].theory.statements();
        statements.iter().any(|s| s.kind != StatementKind::Hypothesis)
    }

    /// Replays the scripts of the theory.
    fn replayed(&self) -> (Vec<Script>, Replay) {
        let sources = self.library.scripts_for(self.theory);
        let scripts = scripts(&sources);
        let theory = &self.library.theories[self.theory].theory;
        let replay = replay_only(theory, &scripts, self.limits.proving, &|_| true);
        (scripts, replay)
    }
}

/// Makes a theorem the proof of the formula.
fn proved(single: &Single, theorem: &Theorem) -> Found {
    match Certificate::new(&single.theory, &single.label, theorem) {
        Ok(certificate) => Found::Holds(Box::new(FormulaProof {
            theory: single.theory.clone(),
            file: single.file.clone(),
            kernel_steps: certificate.theorem().count_steps(&mut StepSet::default()),
            hypotheses: certificate.hypotheses().to_vec(),
            certificate,
            derivation: None,
            hint: None,
            warnings: Vec::new(),
        })),
        Err(fault) => panic!("something else was proved: {fault}"),
    }
}

/// The model of a word and why the formula is false in it, if it is under the hypotheses.
fn model_of(formula: &Formula, claim: &Formula, word: &GuardedWord) -> Option<Countermodel> {
    let (_, body) = formula.stripped(&[]);
    let model = word_model(&body, &word.tests, &word.actions, word.cycle)?;
    match model.satisfies(claim) {
        Ok(Satisfaction::Fails(witness)) => {
            Some(Countermodel { model, witness: *witness, is_smallest: false, evaluations: 1 })
        }
        _ => None,
    }
}

fn no_relation(formula: &Formula) -> Diagnostic {
    let help = "ask for `e = f` or `e <= f`, with premises before `=>`";
    Diagnostic::error("E0017", format!("`{formula}` is no relation between two terms")).help(help)
}
