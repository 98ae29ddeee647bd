//! The search of a program's transition system of S2.

use std::sync::Arc;

use super::others::OtherExecutions;
use super::program_claim::ProgramClaim;
use crate::coarsening::{
    self, Analyzed, Classification, HeapError, Limits, Reading, Unclassified, Unknown,
};
use crate::locksets::Options;
use crate::programs::{Instruction, Program, Queues};
use crate::verdict::Verdict;

/// The answer of a search of S2's transition system of a program, in which threads are served in the order in which
/// they came, reduced by what an analysis knows.
#[derive(Clone, Debug)]
pub struct Coarsened {
    /// The reading of the rules of the analysis.
    pub reading: Reading,
    /// The reason why the analysis knows nothing, or `None` if it has answered. Then only what follows from locks alone
    /// is reduced.
    pub declined: Option<HeapError>,
    /// The answer of the search.
    pub answer: coarsening::Answer,
    /// Tells whether the program has no other runs than those in which who comes first is served first.
    pub has_one_order: bool,
    /// The reason why the program may have executions that no search takes.
    pub others: Option<OtherExecutions>,
}

/// The reason why a claim about the transition system of S2 is not decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CoarsenedOpen {
    /// The search did not find it out.
    Unknown(Unknown),
    /// It holds by the rules as they are printed; some of what these say is wrong.
    Printed,
    /// It holds in all executions that were searched; there may be others.
    Others(OtherExecutions),
}

/// A claim about a program with its verdict.
pub type CoarsenedClaim = (ProgramClaim, Verdict<(), (), CoarsenedOpen>);

/// The limits of a search as S2's crates take them.
pub(super) fn limits_of<'a>(options: &Options<'a>) -> Limits<'a> {
    Limits {
        max_states: options.max_states,
        memory: options.memory,
        timeout: options.timeout,
        cancel: options.cancel,
        progress: options.progress,
        ..Limits::default()
    }
}

/// Decides whether a program has no other runs than those in which who comes first is served first.
pub(super) fn has_one_order(program: &Program) -> bool {
    program.queues() == Queues::FirstCome || !has_queues(program)
}

/// Whether it may matter who is served first: whether a thread may wait for a lock, or to be notified.
fn has_queues(program: &Program) -> bool {
    use Instruction as I;
    let mut all = program.methods().iter().flat_map(|method| &method.code);
    all.any(|instruction| {
        matches!(instruction, I::Acquire { .. } | I::TryAcquire { .. } | I::Wait { .. })
    })
}

/// Finds what the analysis of a program's heap knows, and why it knows nothing if it does not answer.
pub(super) fn classify(
    program: &Program,
    reading: Reading,
    limits: &Limits<'_>,
) -> (Arc<dyn Classification>, Option<HeapError>) {
    match Analyzed::within(program, reading, limits) {
        Ok(analyzed) => (Arc::new(analyzed), None),
        Err(error) => (Arc::new(Unclassified), Some(error)),
    }
}

impl Coarsened {
    /// Searches the reduced transition system of a program.
    pub(super) fn of(program: &Program, reading: Reading, options: &Options<'_>) -> Option<Self> {
        let has_one_order = has_one_order(program);
        let program = program.clone().with_queues(Queues::FirstCome);
        let limits = limits_of(options);
        let (known, declined) = classify(&program, reading, &limits);
        let bounds = options.bounds;
        let options = coarsening::Options { bounds, ..coarsening::Options::default() };
        let answer = coarsening::check(&program, options, known, &limits)?;
        Some(Coarsened { reading, declined, answer, has_one_order, others: None })
    }

    /// Tells whether what the system leaves out rests on rules as they are printed: some of what these say is wrong.
    pub(super) fn is_by_printed_rules(&self) -> bool {
        self.reading != Reading::repaired() && self.declined.is_none()
    }

    /// The claims with their verdicts. By the rules as printed nothing is known to hold: some of what they say is
    /// wrong.
    pub fn claims(&self) -> [CoarsenedClaim; 3] {
        self.claims_beside(self.others)
    }

    /// The claims with their verdicts, where the program may have these other executions.
    pub(super) fn claims_beside(&self, others: Option<OtherExecutions>) -> [CoarsenedClaim; 3] {
        let is_printed = self.is_by_printed_rules();
        let told = |word: Verdict<(), (), Unknown>| {
            let found = match word {
                Verdict::Fails(()) => Verdict::Fails(()),
                Verdict::Declined(why) => Verdict::Declined(CoarsenedOpen::Unknown(why)),
                Verdict::Holds(()) if is_printed => Verdict::Declined(CoarsenedOpen::Printed),
                Verdict::Holds(()) => Verdict::Holds(()),
            };
            OtherExecutions::of(others, found, CoarsenedOpen::Others)
        };
        let answer = &self.answer;
        let (failures, deadlocks, stuck) = (answer.failures(), answer.deadlocks(), answer.stuck());
        [
            (ProgramClaim::NoFailure, told(plain(&failures))),
            (ProgramClaim::NoDeadlock, told(plain(&deadlocks))),
            (ProgramClaim::NoStuckThread, told(plain(&stuck))),
        ]
    }
}

/// A verdict without its witness.
fn plain<W>(verdict: &Verdict<(), W, Unknown>) -> Verdict<(), (), Unknown> {
    match verdict {
        Verdict::Holds(()) => Verdict::Holds(()),
        Verdict::Fails(_) => Verdict::Fails(()),
        Verdict::Declined(why) => Verdict::Declined(why.clone()),
    }
}
