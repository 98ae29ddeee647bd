//! The verb `decide`: is a formula a law, under the hypotheses of a theory?
//!
//! Each formula is a question to the portfolio ([`crate::question`]): the decision procedure first, which proves with
//! the kernel, or refutes with a run that one side has and the other lacks; then models and searches for a proof.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use reductio_relations::{SearchLimits, Watch};

use crate::diagnostics::Diagnostic;
use crate::library::Library;
use crate::question::{Asker, FormulaAnswer, QuestionLimits, directions, read, unused, warning};
use crate::verdict::{Exit, Verdict};

/// Formulas to be decided, and how much work that may cost.
#[derive(Clone, Debug)]
pub struct FormulaQuestions {
    /// The formulas, as text. An equivalence `A <=> B` is two of them: both implications.
    pub formulas: Vec<String>,
    /// The names that are predicates, where no theory is given.
    pub predicates: Vec<String>,
    /// The most states of an automaton of the decision procedure.
    pub states: usize,
    /// The most states of a model in which a formula is tried.
    pub search_states: usize,
}

/// The result of a run of `decide`: the answers, and all faults and warnings.
#[derive(Clone, Debug, Default)]
pub struct FormulaAnswers {
    /// The answers, in the order of the formulas; a formula that cannot be read has none.
    pub answers: Vec<FormulaAnswer>,
    /// Diagnostics for formulas and files that cannot be read.
    pub bad_input: Vec<Diagnostic>,
    /// Warnings: hypotheses without a model, texts that are not what they look like.
    pub warnings: Vec<Diagnostic>,
}

impl FormulaAnswers {
    /// The exit of the run: that of the worst of its answers.
    pub fn exit(&self) -> Exit {
        let start = if self.bad_input.is_empty() { Exit::Holds } else { Exit::BadInput };
        self.answers.iter().map(|a| Exit::from(&a.verdict)).fold(start, Exit::worst)
    }

    /// All diagnostics, errors first.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        self.bad_input.iter().chain(&self.warnings).cloned().collect()
    }
}

/// Answers formulas over the names of the given theories and under their hypotheses; without any, under none, over
/// names that are actions unless they are complemented or said to be predicates.
///
/// What is not answered when `cancel` is set is declined.
///
/// # Panics
/// When the kernel refuses a step of the decision procedure, which is a bug.
pub fn decide(
    library: &Library,
    questions: &FormulaQuestions,
    cancel: Option<&AtomicBool>,
) -> FormulaAnswers {
    let (bad_input, warnings) = (library.faults.clone(), library.warnings.clone());
    let mut out = FormulaAnswers { bad_input, warnings, ..FormulaAnswers::default() };
    let models = SearchLimits { states: questions.search_states, ..SearchLimits::default() };
    let limits = QuestionLimits {
        states: questions.states,
        models: Some(models),
        watch: Watch { cancel, progress: None },
        ..QuestionLimits::default()
    };
    if questions.formulas.is_empty() && out.bad_input.is_empty() {
        let fault = Diagnostic::error("E0016", "there is no formula: nothing is asked");
        out.bad_input.push(fault.help("give formulas beside the statement file"));
    }
    let mut library = library.clone();
    let mut asked = Vec::new();
    for text in questions.formulas.iter().flat_map(|text| directions(text)) {
        match read(&mut library, &text, &questions.predicates) {
            Ok(found) => asked.push(found),
            Err(faults) => out.bad_input.extend(faults),
        }
    }
    if out.bad_input.is_empty() {
        let formulas: Vec<_> = asked.iter().map(|(_, formula)| formula).collect();
        if let Some(fault) = unused(&questions.predicates, &formulas) {
            out.bad_input.push(fault);
            return out;
        }
    }
    let library = &library;
    // Formulas over one theory share the replay of its lemmas.
    let mut askers: BTreeMap<usize, Asker<'_>> = BTreeMap::new();
    let mut warned = Vec::new();
    for (theory, formula) in asked {
        let asker = askers.entry(theory).or_insert_with(|| Asker::new(library, theory, limits));
        match asker.answer(&formula) {
            Ok(answer) => {
                if let Verdict::Holds(proof) = &answer.verdict
                    && !proof.hypotheses.is_empty()
                    && !warned.contains(&theory)
                {
                    warned.push(theory);
                    out.warnings.extend(warning(library, theory, &proof.hypotheses, limits));
                }
                out.answers.push(answer);
            }
            Err(fault) => out.bad_input.push(*fault),
        }
    }
    out
}
