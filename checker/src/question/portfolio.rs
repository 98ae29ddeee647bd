//! The parts of the portfolio, and the order in which they are asked.

use std::cell::OnceCell;
use std::sync::atomic::Ordering;

use reductio_algebra::{Formula, Label, StatementKind};
use reductio_proofs::decide::{DecideError, Decision, DecisionLimits, GuardedWord, decide_formula};
use reductio_proofs::replay::error::WarningKind;
use reductio_proofs::replay::{replay_only, replay_with};
use reductio_proofs::{Replay, Script, StepError, search};
use reductio_relations::{
    Countermodel, Declined, Satisfaction, SearchLimits, SearchOutcome, Watch, find_countermodel,
    step_formula, word_model,
};
use reductio_theorems::kernel::assume;
use reductio_theorems::{Certificate, RuleError, StepSet, Theorem};

use super::single::Single;
use super::{Answer, Counterexample, Limits, Proof};
use crate::diagnostics::Diagnostic;
use crate::library::{Library, scripts};
use crate::verdict::Verdict;

/// A part of the portfolio.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Part {
    /// The decision procedure.
    Decision,
    /// The search for a model in which the formula is false.
    Models,
    /// The search for a proof from what is assumed.
    Search,
    /// The search for a proof that makes its own lemmas, by induction.
    Induction,
    /// The search for a proof from the lemmas of the theory and the bundled laws as well.
    Lemmas,
}

impl Part {
    /// The word for reports.
    pub fn word(self) -> &'static str {
        match self {
            Part::Decision => "decision",
            Part::Models => "models",
            Part::Search => "search",
            Part::Induction => "search by induction",
            Part::Lemmas => "search with lemmas",
        }
    }
}

/// What a part came to.
enum Found {
    Holds(Box<Proof>),
    Fails(Box<Counterexample>),
    /// Nothing, with what there is to say about it.
    Open(Option<String>),
}

/// How a part is asked.
type Ask = fn(&Asker<'_>, &Single, &mut Progress) -> Found;

/// All parts, in the order in which they are asked. A searcher joins the portfolio as a line of this table. What is decided
/// is decided at once; what is false is false in a tiny model, as a rule; a proof from few facts is found in less time
/// than three states are searched through; lemmas cost a replay of their own proofs.
const PORTFOLIO: [(Part, Ask); 7] = [
    (Part::Decision, |asker, single, so_far| asker.decision(single, so_far)),
    (Part::Models, |asker, _, so_far| asker.tiny_models(so_far)),
    (Part::Search, |asker, single, _| asker.derived(single, false)),
    (Part::Models, |asker, _, so_far| asker.small_models(so_far)),
    (Part::Induction, |asker, single, _| asker.by_induction(single)),
    (Part::Lemmas, |asker, single, _| asker.derived(single, true)),
    (Part::Models, |asker, _, so_far| asker.more_models(so_far)),
];

/// The limits of the first look at models: a few milliseconds.
const TINY: SearchLimits<'_> = SearchLimits {
    states: 2,
    processes: 2,
    evaluations: 20_000,
    samples: 1_000,
    seed: 1,
    watch: Watch { cancel: None, progress: None },
};

/// How many times the work of one look at models the last one may take.
const MORE: u64 = 10;

/// What is known so far.
struct Progress {
    /// The formula under the hypotheses of its theory.
    claim: Formula,
    word: Option<GuardedWord>,
    models: Option<SearchOutcome>,
}

/// Answers questions about formulas over the names of one theory, under its hypotheses.
#[derive(Debug)]
pub struct Asker<'a> {
    library: &'a Library,
    theory: usize,
    limits: Limits<'a>,
    watch: Watch<'a>,
    /// The proofs of the lemmas, replayed when a search first asks for them.
    lemmas: OnceCell<(Vec<Script>, Replay)>,
}

impl<'a> Asker<'a> {
    /// For questions over the theory with this number in the library.
    pub fn new(library: &'a Library, theory: usize, limits: Limits<'a>, watch: Watch<'a>) -> Self {
        Asker { library, theory, limits, watch, lemmas: OnceCell::new() }
    }

    /// The answer to a closed formula.
    ///
    /// # Errors
    /// A diagnostic for a formula whose conclusion is no relation between two terms.
    ///
    /// # Panics
    /// When the kernel refuses a step of a proof that was proposed to it, or a model that was found is none: our bugs.
    pub fn answer(&self, formula: &Formula) -> Result<Answer, Box<Diagnostic>> {
        let (_, body) = formula.stripped(&[]);
        if !matches!(body.horn().1, Formula::Relation(..)) {
            return Err(no_relation(formula).into());
        }
        let theory = &self.library.theories[self.theory].theory;
        let single = Single::new(theory, formula).unwrap_or_else(|| {
            panic!("`{formula}` is not read as it is printed");
        });
        let hypotheses: Vec<Formula> = theory.hypotheses().map(|h| h.formula.clone()).collect();
        let claim = step_formula(&hypotheses, &[], formula);
        let mut answer = Answer {
            formula: formula.clone(),
            theory: theory.name().to_owned(),
            assumed: theory.hypotheses().map(|h| h.label.clone()).collect(),
            verdict: Verdict::Declined(Vec::new()),
            part: None,
            models: None,
        };
        let mut progress = Progress { claim, word: None, models: None };
        let mut reasons: Vec<(Part, String)> = Vec::new();
        let mut fallback = None;
        for (part, ask) in PORTFOLIO {
            if self.is_stopped() {
                reasons.push((part, "the run was ended early".to_owned()));
                break;
            }
            match ask(self, &single, &mut progress) {
                Found::Holds(proof) => {
                    answer.verdict = Verdict::Holds(*proof);
                    answer.part = Some(part);
                    break;
                }
                Found::Fails(found) if self.limits.smallest && part != Part::Models => {
                    fallback.get_or_insert((found, part));
                }
                Found::Fails(found) => {
                    answer.verdict = Verdict::Fails(found);
                    answer.part = Some(part);
                    break;
                }
                // What a part says last takes the place of what it said before.
                Found::Open(Some(reason)) => {
                    reasons.retain(|(p, _)| *p != part);
                    reasons.push((part, reason));
                }
                Found::Open(None) => {}
            }
        }
        if let (None, Some((found, part))) = (answer.part, fallback) {
            answer.verdict = Verdict::Fails(found);
            answer.part = Some(part);
        }
        if answer.part.is_none() {
            reasons.sort_by_key(|(part, _)| *part as usize);
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
        self.watch.cancel.is_some_and(|flag| flag.load(Ordering::Acquire))
    }

    /// The decision procedure, for what it decides: not under hypotheses of the theory.
    fn decision(&self, single: &Single, progress: &mut Progress) -> Found {
        let Some(statement) = single.theory.statement(&single.label) else {
            return Found::Open(None);
        };
        let formula = &statement.formula;
        let bound = DecisionLimits { states: self.limits.states, cancel: self.watch.cancel };
        let why = match decide_formula(formula, bound) {
            Ok(Decision::Holds(theorem)) => return proved(single, &theorem),
            Ok(Decision::Fails(word)) => {
                if let Some(found) = model_of(formula, &progress.claim, &word) {
                    let word = Some(word);
                    return Found::Fails(Counterexample { word, found }.into());
                }
                let why = format!(
                    "not decided: as far as the decision procedure sees, one side has the run `{word}`, the other has not"
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

    /// The search by induction, from the hypotheses of the theory and the premises.
    fn by_induction(&self, single: &Single) -> Found {
        let Some(statement) = single.theory.statement(&single.label) else {
            return Found::Open(None);
        };
        let hypotheses: Result<Vec<Theorem>, RuleError> =
            single.theory.hypotheses().map(|h| assume(&h.formula)).collect();
        let limits = search::InductionLimits {
            cancel: self.watch.cancel,
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

    /// Where not all models were tried, with more work.
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

    fn models(&self, limits: SearchLimits<'_>, progress: &mut Progress) -> Found {
        let limits = SearchLimits { watch: self.watch, ..limits };
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

    /// A derivation of one step with the hint `(auto)`.
    fn derived(&self, single: &Single, with_lemmas: bool) -> Found {
        // A theory whose scripts do without the laws has none for its formulas either.
        let with_laws = with_lemmas && self.uses_laws();
        let Some((file, script)) = single.script(with_laws) else { return Found::Open(None) };
        let derivation = script.derivations.first().cloned();
        let is_wanted = |l: &Label| *l == single.label;
        // Induction from what is assumed alone is a part of its own.
        let induction = with_lemmas && self.has_lemmas();
        let limits = reductio_proofs::ReplayLimits { induction, ..self.limits.proving };
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
        Found::Holds(Box::new(Proof {
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

    fn has_lemmas(&self) -> bool {
        let statements = self.library.theories[self.theory].theory.statements();
        statements.iter().any(|s| s.kind != StatementKind::Hypothesis)
    }

    /// The scripts of the theory, replayed.
    fn replayed(&self) -> (Vec<Script>, Replay) {
        let sources = self.library.scripts_for(self.theory);
        let scripts = scripts(&sources);
        let theory = &self.library.theories[self.theory].theory;
        let replay = replay_only(theory, &scripts, self.limits.proving, &|_| true);
        (scripts, replay)
    }
}

/// A theorem as a proof of the formula.
fn proved(single: &Single, theorem: &Theorem) -> Found {
    match Certificate::new(&single.theory, &single.label, theorem) {
        Ok(certificate) => Found::Holds(Box::new(Proof {
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

/// The model of a word with the reason, if the formula is false in it under the hypotheses.
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
    let help = if ends_in_quantifier(formula) {
        "what is asked holds for all values of its free names anyway: leave out the last `for all`, and use names that are declared"
    } else {
        "ask for `e = f` or `e <= f`, with premises before `=>`"
    };
    Diagnostic::error("E0017", format!("`{formula}` is no relation between two terms")).help(help)
}

/// Whether the conclusion is about all actions, or all predicates.
fn ends_in_quantifier(formula: &Formula) -> bool {
    let (_, body) = formula.stripped(&[]);
    matches!(body.horn().1, Formula::ForAllSymbols(_))
}
