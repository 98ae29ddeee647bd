//! The failing of a property, with the run or the hypothesis that shows it.

use std::fmt;
use std::sync::Arc;

use crate::discipline::Discipline;
use crate::execution::names::{point_name, statement_text, thread_name};
use crate::execution::{Ending, Execution, ExecutionError};
use crate::system::ThreadId;
use crate::validate::Validation;

/// The failing of a property: the reason, and the run or the hypothesis that shows it. As text it lists the steps of
/// the run; the crate `reductio-report` shows them as a table.
#[derive(Clone, Debug)]
pub struct Failing {
    /// The reason why the property fails.
    pub reason: String,
    /// The shrunk run: thread and transition of each step.
    pub steps: Vec<(ThreadId, usize)>,
    /// The seed, if runs were drawn at random.
    pub seed: Option<u64>,
    /// The hypotheses that were evaluated, where one of them fails.
    pub validation: Option<Box<Validation>>,
    /// The discipline of the system in which the steps were taken, and how they end.
    run: Option<(Arc<Discipline>, Ending)>,
}

impl Failing {
    /// Makes the failing of a property in a run.
    pub(super) fn in_run(reason: String, execution: &Execution<'_>, seed: Option<u64>) -> Self {
        let steps = execution.steps().iter().map(|step| (step.thread, step.transition)).collect();
        let run = Some((Arc::new(execution.discipline().clone()), execution.ending()));
        Failing { reason, steps, seed, validation: None, run }
    }

    /// Makes the failing of a property that is not about a run.
    pub(super) fn without_run(reason: String, validation: Option<Validation>) -> Self {
        let validation = validation.map(Box::new);
        Failing { reason, steps: Vec::new(), seed: None, validation, run: None }
    }

    /// Executes the run again; `None` where the property is not about a run.
    ///
    /// # Errors
    /// [`ExecutionError`]: a bug of this library.
    pub fn execution(&self) -> Option<Result<Execution<'_>, ExecutionError>> {
        let (discipline, ending) = self.run.as_ref()?;
        let execution = Execution::replay(discipline, &self.steps);
        Some(execution.and_then(|execution| execution.ending_in(*ending)))
    }
}

impl fmt::Display for Failing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.reason)?;
        if let Some(seed) = self.seed {
            write!(f, " (seed {seed})")?;
        }
        let Some((discipline, _)) = &self.run else { return Ok(()) };
        let system = discipline.system();
        for &(thread, number) in &self.steps {
            let start = system.thread(thread).transitions()[number].start();
            let (name, at) = (thread_name(system, thread), point_name(system, thread, start));
            write!(f, "\n  {name} at {at}: {}", statement_text(system, thread, number))?;
        }
        Ok(())
    }
}

impl std::error::Error for Failing {}
