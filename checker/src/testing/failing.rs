//! The failing of a property, with the run or the hypothesis that shows it.

use std::fmt;
use std::sync::Arc;

use super::table;
use crate::check::{Subject, SystemClaim};
use crate::discipline::Discipline;
use crate::execution::{Ending, Execution, ExecutionError, Rules};
use crate::locking::LockDiscipline;
use crate::system::ThreadId;
use crate::validate::Validation;

/// The failing of a property: the reason, and the run or the hypothesis that shows it. As text, which `unwrap`, `main`
/// and test harnesses show too, it has the reason, the steps of the run with what they change, how the run ends, and
/// how it is made again; the crate `reductio-report` shows runs as tables with a column for each thread, and as charts.
#[derive(Clone)]
pub struct Failing {
    /// The reason why the property fails.
    pub reason: String,
    /// The shrunk run: thread and transition of each step.
    pub steps: Vec<(ThreadId, usize)>,
    /// The seed, if runs were drawn at random.
    pub seed: Option<u64>,
    /// The hypotheses that were evaluated, where one of them fails.
    pub validation: Option<Box<Validation>>,
    /// The claim that fails or is not decided, where claims were checked: the first one.
    pub claim: Option<SystemClaim>,
    /// Tells whether the property is undecided, not false: a limit was reached.
    pub is_undecided: bool,
    run: Option<Run>,
}

/// The rules under which the steps were taken, and how they end.
#[derive(Clone)]
struct Run {
    discipline: Arc<Discipline>,
    locks: Option<Arc<LockDiscipline>>,
    ending: Ending,
}

impl Failing {
    /// Makes the failing of a property in a run.
    pub(super) fn in_run(reason: String, execution: &Execution<'_>, seed: Option<u64>) -> Self {
        let discipline = Arc::new(execution.discipline().clone());
        let run = Run { discipline, locks: None, ending: execution.ending() };
        let steps = steps_of(execution);
        Failing {
            reason,
            steps,
            seed,
            validation: None,
            claim: None,
            is_undecided: false,
            run: Some(run),
        }
    }

    /// Makes the failing of a property that is not about a run.
    pub(super) fn without_run(reason: String, validation: Option<Validation>) -> Self {
        let (validation, steps) = (validation.map(Box::new), Vec::new());
        Failing {
            reason,
            steps,
            seed: None,
            validation,
            claim: None,
            is_undecided: false,
            run: None,
        }
    }

    /// Makes the failing of a claim, without a run that shows it.
    pub(super) fn of_claim(claim: SystemClaim, reason: String) -> Self {
        Failing { claim: Some(claim), ..Failing::without_run(reason, None) }
    }

    /// Says that the property is not decided.
    pub(super) fn undecided(self) -> Self {
        Failing { is_undecided: true, ..self }
    }

    /// Adds to the reason.
    pub(super) fn with_reason(mut self, more: &str) -> Self {
        self.reason = format!("{}; {more}", self.reason);
        self
    }

    /// Adds a run of a subject.
    pub(super) fn with_run(mut self, subject: &Subject, execution: &Execution<'_>) -> Self {
        self.steps = steps_of(execution);
        self.run = subject.discipline().map(|discipline| Run {
            discipline: discipline.clone(),
            locks: subject.locks().cloned(),
            ending: execution.ending(),
        });
        self
    }

    /// Executes the run again; `None` where the property is not about a run.
    ///
    /// # Errors
    /// [`ExecutionError`]: a bug of this library.
    pub fn execution(&self) -> Option<Result<Execution<'_>, ExecutionError>> {
        let run = self.run.as_ref()?;
        let rules = Rules::new(&run.discipline, run.locks.as_deref());
        let execution = Execution::replay(rules, &self.steps);
        Some(execution.and_then(|execution| execution.ending_in(run.ending)))
    }
}

fn steps_of(execution: &Execution<'_>) -> Vec<(ThreadId, usize)> {
    execution.steps().iter().map(|step| (step.thread, step.transition)).collect()
}

impl fmt::Display for Failing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.reason)?;
        if let Some(seed) = self.seed {
            write!(f, " (seed {seed})")?;
        }
        match self.execution() {
            Some(Ok(execution)) => write!(f, "\n{}", table::of(&execution)),
            Some(Err(error)) => write!(f, "\n{error}"),
            None => Ok(()),
        }
    }
}

/// The text of [`Display`](fmt::Display): this is what `unwrap` shows, and a `main` that returns the failing.
impl fmt::Debug for Failing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Failing {}
