//! Properties that are false of a run: the run goes round for ever, or ends, and is fair.

use super::ending::Ending;
use super::error::ExecutionError;
use super::mismatch::{ClaimedEnding, EndingMismatch};
use super::names::{statement, thread_name};
use super::run::Execution;
use crate::discipline::Packed;
use crate::liveness::{self, Lasso, Question, Unconfirmed, confirm};
use crate::search::ThreadStep;
use crate::system::{Fairness, PackedState, Thread, ThreadId};

impl Execution<'_> {
    /// The execution as a run of which a property is false: the steps from state `from` on come again and again, or,
    /// without `from`, the run ends because no thread can go on, but those that may stop where they are. Of several
    /// properties that are false it is the first.
    ///
    /// # Errors
    /// [`ExecutionError::Ending`] if it is no such run: the steps do not lead back, a thread can go on, the run is not
    /// fair, or every property is true of it.
    ///
    /// ```
    /// # use reductio::discipline::Discipline;
    /// # use reductio::execution::{Ending, Execution};
    /// # use reductio::language::parse_system;
    /// # use reductio::system::ThreadId;
    /// let text = "var x : bool\nthread t { loop { A: skip; x := true } }\nproperty always eventually not x";
    /// let system = parse_system(text, "set", &[]).unwrap();
    /// let discipline = Discipline::new(&system);
    /// let t = ThreadId::new(0);
    /// let run = Execution::replay(&discipline, &[(t, 0), (t, 1), (t, 0), (t, 1)])?;
    /// let run = run.refuting(Some(2))?;
    /// assert_eq!(run.ending(), Ending::PropertyFalse { property: 0, from: Some(2) });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn refuting(mut self, from: Option<usize>) -> Result<Self, ExecutionError> {
        let count = self.system().properties().len();
        let mut why = EndingMismatch::FewerProperties { count };
        for property in 0..count {
            let ending = Ending::PropertyFalse { property, from };
            why = match self.why_not_false(property, from) {
                None => {
                    self.ending = ending;
                    return Ok(self);
                }
                Some(EndingMismatch::PropertyTrue { .. }) if count > 1 => EndingMismatch::NoneFalse,
                Some(other) => other,
            };
        }
        let claimed = ClaimedEnding::Ending(Ending::PropertyFalse { property: 0, from }).into();
        Err(ExecutionError::Ending { claimed, reason: why.into() })
    }

    /// The reason why a property is not false of the run, if it is not.
    pub(super) fn why_not_false(
        &self,
        property: usize,
        from: Option<usize>,
    ) -> Option<EndingMismatch> {
        let system = self.system();
        let Some(known) = system.properties().get(property) else {
            return Some(EndingMismatch::FewerProperties { count: system.properties().len() });
        };
        if let Some(from) = from.filter(|from| *from >= self.steps.len()) {
            return Some(EndingMismatch::NoStepAfter { from });
        }
        let model = Packed::new(self.discipline);
        let fairness: Vec<Fairness> = system.threads().iter().map(Thread::fairness).collect();
        let question = Question {
            model: &model,
            formula: known.formula(),
            truth: |atom: &usize, state: &PackedState| {
                system.holds(&known.atoms()[*atom].predicate, state)
            },
            fairness: &fairness,
        };
        let steps = self.steps.iter().map(|step| (step.thread.index(), step.transition));
        let mut stem: Vec<ThreadStep> = steps.collect();
        let ending = match from {
            Some(from) => liveness::Ending::Repeats(stem.split_off(from)),
            None => liveness::Ending::Ends,
        };
        let name = |thread| thread_name(system, ThreadId::new(thread));
        match confirm(&question, &Lasso { stem, ending }).err()? {
            Unconfirmed::NoEnd { thread } => {
                self.enabled(ThreadId::new(thread)).map(|transition| {
                    let thread = ThreadId::new(thread);
                    let statement = statement(system, thread, transition);
                    EndingMismatch::CanGoOn { thread: thread_name(system, thread), statement }
                })
            }
            Unconfirmed::Unfair { thread } => {
                let is_strong = fairness[thread] == Fairness::Strong;
                let often = if is_strong { "again and again" } else { "in every state" };
                Some(EndingMismatch::NotFair { thread: name(thread), often })
            }
            Unconfirmed::True => {
                Some(EndingMismatch::PropertyTrue { name: known.name().to_owned() })
            }
            // Each step was executed.
            _ => Some(EndingMismatch::NotBack { from: from.unwrap_or_default() }),
        }
    }
}
