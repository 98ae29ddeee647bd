//! The verb `decide`: is a formula a law?
//!
//! A formula that the decision procedure proves comes with its kernel theorem; one that it refutes with a run that one
//! side has and the other lacks, and with the model of that run, evaluated. What the procedure does not decide is
//! looked for in small models, and is otherwise left open.

pub(crate) mod json;
pub(crate) mod text;

use std::collections::HashSet;

use reductio_algebra::{Formula, Relation, Term};
use reductio_proofs::decide::{DecideError, Decision, GuardedWord, decide_formula};
use reductio_relations::{Model, Outcome, SearchLimits, find_countermodel, word_model};
use reductio_theorems::{StepSet, Theorem};

use crate::diagnostics::Diagnostic;
use crate::formula::read;
use crate::library::Library;
use crate::verdict::{Exit, Verdict};

/// What is asked.
#[derive(Clone, Debug)]
pub struct Question {
    /// The formulas.
    pub formulas: Vec<String>,
    /// The most states of an automaton.
    pub states: usize,
    /// The most states of a model, where a formula is not decided.
    pub search_states: usize,
}

/// Why a formula holds.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The kernel's theorem.
    pub theorem: Theorem,
    /// Rule applications of the kernel.
    pub kernel_steps: usize,
}

impl Proof {
    /// The inductions of the proof in their order, each as rule, premise and conclusion. The rest is unfolding,
    /// monotonicity and the laws of semirings and tests.
    pub fn inductions(&self) -> Vec<(&'static str, Formula, Formula)> {
        let mut found = Vec::new();
        let mut seen = HashSet::new();
        let mut stack = vec![(&self.theorem, false)];
        while let Some((t, is_done)) = stack.pop() {
            let is_induction = matches!(t.rule(), "* ind L" | "* ind R" | "? ind");
            if is_done {
                if let (true, Some(premise)) = (is_induction, t.premises().next()) {
                    found.push((t.rule(), premise.conclusion().clone(), t.conclusion().clone()));
                }
                continue;
            }
            // An instance of a law: its own induction is over other names.
            if t.rule() == "instantiate" {
                continue;
            }
            // The same step from the same premises need not be gone through twice.
            let step: Vec<_> = [t].into_iter().chain(t.premises()).map(sides).collect();
            if !seen.insert((t.rule(), step)) {
                continue;
            }
            stack.push((t, true));
            stack.extend(t.premises().map(|p| (p, false)));
        }
        found
    }
}

fn sides(t: &Theorem) -> Option<(Term, Relation, Term)> {
    match t.conclusion() {
        Formula::Relation(a, r, b) => Some((a.clone(), *r, b.clone())),
        _ => None,
    }
}

/// Why a formula fails.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// A run that one side has and the other lacks.
    pub word: Option<GuardedWord>,
    /// A model in which the formula is false.
    pub model: Model,
}

/// A formula and its verdict.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The formula.
    pub formula: Formula,
    /// Whether it holds in every omega algebra; where that is open, why.
    pub verdict: Verdict<Proof, Box<Counterexample>, String>,
}

/// All answers of a run.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    /// In the order of the formulas.
    pub answers: Vec<Answer>,
    /// What could not be read.
    pub bad_input: Vec<Diagnostic>,
}

impl Answers {
    /// How the run ends.
    pub fn exit(&self) -> Exit {
        let start = if self.bad_input.is_empty() { Exit::Holds } else { Exit::BadInput };
        self.answers.iter().map(|a| a.verdict.exit()).fold(start, Exit::worst)
    }
}

/// Decides formulas over the names of the given theories; without any, over those of the laws, else of another
/// bundled theory that knows them.
///
/// # Panics
/// When the kernel refuses a step of the decision procedure, which is a bug.
pub fn decide(library: &Library, question: &Question) -> Answers {
    let mut out = Answers { bad_input: library.faults.clone(), ..Answers::default() };
    for text in &question.formulas {
        match read(library, text) {
            Ok((_, formula)) => match verdict(&formula, question) {
                Ok(verdict) => out.answers.push(Answer { formula, verdict }),
                Err(fault) => out.bad_input.push(*fault),
            },
            Err(faults) => out.bad_input.extend(faults),
        }
    }
    out
}

fn verdict(
    formula: &Formula,
    question: &Question,
) -> Result<Verdict<Proof, Box<Counterexample>, String>, Box<Diagnostic>> {
    let (word, why) = match decide_formula(formula, question.states) {
        Ok(Decision::Holds(theorem)) => {
            let kernel_steps = theorem.count_steps(&mut StepSet::default());
            return Ok(Verdict::Holds(Proof { theorem, kernel_steps }));
        }
        Ok(Decision::Fails(word)) => {
            if let Some(model) = model_of(formula, &word) {
                return Ok(Verdict::Fails(Counterexample { word: Some(word), model }.into()));
            }
            let why = format!("it has no proof: one side has the run `{word}`, the other has not");
            (Some(word), why)
        }
        Ok(Decision::Outside { term, word }) => (
            Some(word),
            format!("`{term}` is outside what is decided, and taken for a letter it has no proof"),
        ),
        Ok(Decision::NoProof) => (None, "it is true, but no proof was found".to_owned()),
        Ok(Decision::Declined { states }) => (
            None,
            format!("its right side has more than {states} states; `--states` sets the limit"),
        ),
        Ok(_) => (None, "it is not decided".to_owned()),
        Err(fault @ DecideError::NotEliminable(_)) => (None, fault.to_string()),
        Err(fault @ DecideError::NotRelation(_)) => {
            return Err(Diagnostic::error("E0017", fault.to_string())
                .help("ask for `e = f` or `e <= f`, with premises before `=>`")
                .into());
        }
        Err(fault) => panic!("{fault}"),
    };
    let limits = SearchLimits { states: question.search_states, ..SearchLimits::default() };
    Ok(match find_countermodel(formula, &limits) {
        Outcome::Refuted(found) => {
            Verdict::Fails(Counterexample { word, model: found.model.clone() }.into())
        }
        Outcome::NotRefuted(coverage) => {
            Verdict::Declined(format!("{why}; {coverage}").replace('\n', "; "))
        }
        Outcome::Declined(_) => Verdict::Declined(why),
    })
}

/// The model of a word, if the formula is false in it.
fn model_of(formula: &Formula, word: &GuardedWord) -> Option<Model> {
    let (_, body) = formula.stripped(&[]);
    let model = word_model(&body, &word.tests, &word.actions, word.cycle)?;
    let is_false = model.satisfies(formula).is_ok_and(|answer| !answer.holds());
    is_false.then_some(model)
}
