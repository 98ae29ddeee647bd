//! Answers about every number of threads of families.

use reductio_algebra::TextErrors;
use reductio_language::{Family, FamilyClaimKind, Obstacle, SystemError};
use reductio_system::{System, ThreadId};
use thiserror::Error;

/// A family of threads that was decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecidedFamily {
    /// The name of the index type.
    pub index: String,
    /// The name of the threads.
    pub thread: String,
    /// The name by which a number of threads is given among the constants.
    pub constant: String,
    /// The least number of threads that there may be.
    pub least: usize,
}

impl DecidedFamily {
    pub(crate) fn of(family: &Family) -> Self {
        let Family { index, thread, constant, least, .. } = family.clone();
        DecidedFamily { index, thread, constant, least }
    }
}

/// The answers to all claims about families of threads.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The families, in the order in which their index types are declared: so are all numbers of threads.
    pub families: Vec<DecidedFamily>,
    /// The number of pairs of a shared part and a local state that some numbers of threads may come to.
    pub pairs: usize,
    /// The number of different steps, as far as threads in sight tell them.
    pub rules: usize,
    /// The answer for the discipline: protected variables are only touched by the thread that has exclusive access.
    pub discipline: Outcome,
    /// The answer for failures: no thread fails.
    pub failures: Outcome,
    /// The answer for deadlocks: in all states some thread can go on, or all may rest.
    pub deadlock: Outcome,
    /// The answer for stuck threads: in all states every thread can come to take a step, or may rest.
    pub stuck: Outcome,
    /// The claims of the text, in its order.
    pub claims: Vec<ClaimAnswer>,
}

impl Answer {
    /// All outcomes, those of the claims of the text last.
    pub fn outcomes(&self) -> impl Iterator<Item = &Outcome> {
        let own = self.claims.iter().map(|claim| &claim.outcome);
        [&self.discipline, &self.failures, &self.deadlock, &self.stuck].into_iter().chain(own)
    }
}

/// The answer to a claim of the text.
#[derive(Clone, Debug)]
pub struct ClaimAnswer {
    /// The kind of the claim.
    pub kind: FamilyClaimKind,
    /// The title of the claim, or the claim as it is written.
    pub title: String,
    /// The answer.
    pub outcome: Outcome,
}

/// The answer to one claim, for every number of threads of each family.
///
/// Numbers of threads are told as one for each family. The least are those with the least sum; of several with this
/// sum, those with the fewest threads of the family that is declared first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The claim holds for every number of threads of each family.
    Holds(Evidence),
    /// The claim fails with these numbers of threads.
    Fails {
        /// The number of threads of each family.
        threads: Vec<usize>,
        /// Tells whether these are the least; else that was not found out.
        is_least: bool,
        /// Tells whether the claim fails with more threads of any family as well; else that was not asked.
        is_from_on: bool,
        /// A run of the system with so many threads; a shortest one if the number is the least.
        run: Vec<RunStep>,
    },
    /// The state that a `reach` asks for is reached with these numbers of threads.
    Reached {
        /// The number of threads of each family.
        threads: Vec<usize>,
        /// Tells whether these are the least; else that was not found out.
        is_least: bool,
        /// Tells whether it is reached with more threads of any family as well; else that was not asked.
        is_from_on: bool,
        /// A run of the system with so many threads.
        run: Vec<RunStep>,
    },
    /// The state that a `reach` asks for is reached with no numbers of threads.
    Never(Evidence),
    /// The claim is not decided.
    Undecided {
        /// The reason.
        reason: String,
    },
}

impl Outcome {
    /// Tells whether the claim is decided.
    pub fn is_decided(&self) -> bool {
        !matches!(self, Outcome::Undecided { .. })
    }
}

/// The search that shows a claim for every number of threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// A backward search: no initial configuration is among those from which the claim can be violated.
    Backward {
        /// The number of least configurations from which it can be, or could if they were reached.
        elements: usize,
    },
    /// A search through abstract states, which count threads in equal local states up to a number.
    Abstraction {
        /// The number from which on they are not counted.
        level: usize,
        /// The number of abstract states.
        states: usize,
    },
}

/// A step of a run: the thread, and the number of its transition, as a run of the system with so many threads has them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunStep {
    /// The number of the thread.
    pub thread: usize,
    /// The number of the transition in its thread.
    pub transition: usize,
    /// The name of the thread and the statement.
    pub text: String,
}

impl RunStep {
    pub(crate) fn of(system: &System, thread: ThreadId, transition: usize) -> Self {
        let owner = system.thread(thread);
        let text = format!("{}: {}", owner.name(), owner.transitions()[transition].text());
        RunStep { thread: thread.index(), transition, text }
    }
}

/// The reason why nothing is decided about a family.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FamilyError {
    /// The text is no system.
    #[error("{0}")]
    Text(TextErrors<SystemError>),
    /// The text does not treat all threads of the family alike.
    #[error("{}", listed(obstacles))]
    Obstacles {
        /// The constructs, each with its line.
        obstacles: Vec<(usize, Obstacle)>,
    },
    /// The systems with different numbers of threads are not instances of one family.
    #[error("with {} threads {what}", sum(threads))]
    Shape {
        /// The number of threads of each family.
        threads: Vec<usize>,
        /// The difference.
        what: String,
    },
    /// Two searches contradict each other: a fault of this library, not of the text.
    #[error("the searches contradict each other: {what}")]
    Contradiction {
        /// The thing that one of them says, and the other does not.
        what: String,
    },
}

impl FamilyError {
    pub(crate) fn contradiction(what: &str) -> Self {
        FamilyError::Contradiction { what: what.to_owned() }
    }
}

fn sum(threads: &[usize]) -> String {
    let numbers: Vec<String> = threads.iter().map(usize::to_string).collect();
    numbers.join(" + ")
}

fn listed(obstacles: &[(usize, Obstacle)]) -> String {
    let lines: Vec<String> =
        obstacles.iter().map(|(line, one)| format!("line {line}: {}", one.construct)).collect();
    lines.join("; ")
}
