//! The searches that a check of a program is made of, and what each says of a claim.
//!
//! | search | failures | races | deadlocks | stuck threads |
//! |---|---|---|---|---|
//! | under exclusive access (S5, Theorem 1) | yes | yes, unless a thread peeks | yes | yes |
//! | by classes of objects (S1, Theorems 4 and 5) | yes | no | yes | no |
//! | of the transition system (S2, section 4) | yes | no | yes | where one order is served |
//! | by locksets (S4, section 5, as mended) | yes | yes | no | no |
//! | by persistent sets (S3) | no | no | yes | no |
//! | of every state | no | no | no | yes |
//!
//! A search says that a claim fails where a run was run again that shows it; that it holds, where the search is
//! complete, what its theorem asks for was checked, and the theorem speaks of the claim. Else it says nothing.

use super::coarsened::Coarsened;
use super::ownership::Ownership;
use super::program_claim::ProgramClaim;
use crate::disciplined;
use crate::locksets::{Deadlocks, Report, Stopped, Stuck};
use crate::verdict::Verdict;

/// The ways in which programs are searched, in the order in which they are tried: the cheapest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ProgramMethod {
    /// Under exclusive access: what an analysis of the heap claims, checked by the reduced search that it justifies
    /// (S5, Theorem 1).
    ExclusiveAccess,
    /// By steps that end before what others can see, as the classes of objects say (S1, Theorems 4 and 5).
    Classes,
    /// By the reduced transition system of S2, section 4.
    Coarsening,
    /// By locksets (S4, section 5, as mended).
    Locksets,
    /// For deadlocks, where a thread does not stop while no other can interfere with its next step (S3: persistent
    /// sets).
    Deadlocks,
    /// By all states up to the names of objects and threads, in which each thread is followed.
    EveryState,
}

/// The argument that a complete search has missed nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProgramBasis {
    /// The theorem that speaks of the claim; `None` where all states were looked at.
    pub theorem: Option<&'static str>,
    /// Tells whether the kernel has proved the theorem. That a program meets its hypotheses is checked by the search in
    /// any case.
    pub is_proved: bool,
}

impl ProgramMethod {
    /// The name, as in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            ProgramMethod::ExclusiveAccess => "exclusive_access",
            ProgramMethod::Classes => "classes",
            ProgramMethod::Coarsening => "coarsening",
            ProgramMethod::Locksets => "locksets",
            ProgramMethod::Deadlocks => "deadlocks",
            ProgramMethod::EveryState => "every_state",
        }
    }

    /// The basis of a verdict "holds" by this search. All of it is tested against searches of all states.
    pub fn basis(self) -> ProgramBasis {
        let (theorem, is_proved) = match self {
            ProgramMethod::ExclusiveAccess => (Some("S5, Theorem 1"), true),
            ProgramMethod::Classes => (Some("S1, Theorems 4 and 5"), false),
            ProgramMethod::Coarsening => (Some("S2, section 4"), false),
            ProgramMethod::Locksets => (Some("S4, section 5"), false),
            ProgramMethod::Deadlocks => (Some("S3, persistent sets"), false),
            ProgramMethod::EveryState => (None, false),
        };
        ProgramBasis { theorem, is_proved }
    }
}

/// A search of a program that was made, with its answer.
#[derive(Clone, Debug)]
pub enum ProgramSearch {
    /// A search under exclusive access.
    Ownership(Box<Ownership>),
    /// A search whose monitor checks the classes of objects.
    Classes(Box<disciplined::Answer>),
    /// A search of the transition system of S2.
    Coarsened(Box<Coarsened>),
    /// A search by locksets, for failures and races.
    Locksets(Box<Report>),
    /// A search for deadlocks.
    Deadlocks(Box<Deadlocks>),
    /// A search of all states for threads that are stuck for ever, although no run on is a deadlock; `None` if it was
    /// not complete.
    EveryState(Option<Vec<Stuck>>),
}

/// The verdict of one search about a claim, without its evidence.
pub type Said = Verdict<(), (), ()>;

const NOTHING: Said = Verdict::Declined(());

/// A verdict without its evidence, its witness and its reason.
fn said<E, W, R>(verdict: &Verdict<E, W, R>) -> Said {
    match verdict {
        Verdict::Holds(_) => Verdict::Holds(()),
        Verdict::Fails(_) => Verdict::Fails(()),
        Verdict::Declined(_) => NOTHING,
    }
}

/// What is said where something is there, is not, or is not known to be.
fn of_known(fails: Option<bool>) -> Said {
    match fails {
        Some(true) => Verdict::Fails(()),
        Some(false) => Verdict::Holds(()),
        None => NOTHING,
    }
}

/// What is said of failures, or of races, by a search that has met some or none.
fn of_found(is_found: bool, stopped: Option<Stopped>) -> Said {
    of_known(if is_found { Some(true) } else { stopped.is_none().then_some(false) })
}

/// Whether a thread is stuck for ever: one that does not go on in a deadlock is as well.
fn is_stuck(deadlock: bool, stuck: Option<&Vec<Stuck>>) -> Option<bool> {
    if deadlock { Some(true) } else { stuck.map(|all| !all.is_empty()) }
}

impl ProgramSearch {
    /// The method by which the program was searched.
    pub fn method(&self) -> ProgramMethod {
        match self {
            ProgramSearch::Ownership(_) => ProgramMethod::ExclusiveAccess,
            ProgramSearch::Classes(_) => ProgramMethod::Classes,
            ProgramSearch::Coarsened(_) => ProgramMethod::Coarsening,
            ProgramSearch::Locksets(_) => ProgramMethod::Locksets,
            ProgramSearch::Deadlocks(_) => ProgramMethod::Deadlocks,
            ProgramSearch::EveryState(_) => ProgramMethod::EveryState,
        }
    }

    /// The verdict of the search about a claim that speaks of the executions that take one step after the other.
    pub fn verdict(&self, claim: ProgramClaim) -> Said {
        use ProgramClaim as C;
        match (self, claim) {
            (ProgramSearch::Ownership(found), claim) => found.verdict(claim),
            (ProgramSearch::Classes(answer), C::NoFailure) => said(&answer.failures()),
            (ProgramSearch::Classes(answer), C::NoDeadlock) => said(&answer.deadlocks()),
            (ProgramSearch::Coarsened(found), claim) => found.verdict(claim),
            (ProgramSearch::Locksets(report), C::NoFailure) => {
                of_found(!report.wrong.is_empty(), report.stopped)
            }
            (ProgramSearch::Locksets(report), C::NoRace) => {
                of_found(report.races.iter().any(|race| race.confirmed), report.stopped)
            }
            (ProgramSearch::Deadlocks(found), C::NoDeadlock) => of_known(found.reached),
            (ProgramSearch::EveryState(stuck), C::NoStuckThread) => {
                of_known(is_stuck(false, stuck.as_ref()))
            }
            // A thread that does not go on in a deadlock is stuck for ever. That there is none says nothing of others.
            (ProgramSearch::Classes(_) | ProgramSearch::Deadlocks(_), C::NoStuckThread) => {
                let fails = matches!(self.verdict(C::NoDeadlock), Verdict::Fails(()));
                of_known(fails.then_some(true))
            }
            (ProgramSearch::Classes(_), C::NoRace)
            | (ProgramSearch::Locksets(_), C::NoDeadlock | C::NoStuckThread)
            | (ProgramSearch::Deadlocks(_), C::NoFailure | C::NoRace)
            | (ProgramSearch::EveryState(_), C::NoFailure | C::NoRace | C::NoDeadlock) => NOTHING,
        }
    }

    /// Tells whether the search has met all failures.
    pub fn knows_all_failures(&self) -> bool {
        match self {
            ProgramSearch::Ownership(found) => found.derived.answer.unknown().is_none(),
            ProgramSearch::Classes(answer) => answer.unknown().is_none(),
            ProgramSearch::Coarsened(found) => found.knows_all_failures(),
            ProgramSearch::Locksets(report) => report.is_complete(),
            ProgramSearch::Deadlocks(_) | ProgramSearch::EveryState(_) => false,
        }
    }

    /// The numbers of states, of steps, and the greatest depth, of a search that looks for failures.
    pub(super) fn size(&self) -> Option<(usize, u64, usize, usize)> {
        Some(match self {
            ProgramSearch::Ownership(found) => {
                let answer = &found.derived.answer;
                (answer.states, answer.transitions, answer.depth, answer.bytes)
            }
            ProgramSearch::Classes(answer) => {
                (answer.states, answer.transitions, answer.depth, answer.bytes)
            }
            ProgramSearch::Coarsened(found) => {
                let answer = &found.answer;
                (answer.states, answer.transitions, answer.depth, answer.bytes)
            }
            ProgramSearch::Locksets(report) => {
                (report.states, report.transitions, report.depth, report.bytes)
            }
            ProgramSearch::Deadlocks(_) | ProgramSearch::EveryState(_) => return None,
        })
    }

    /// The number of states in which deadlocks were looked for.
    pub(super) fn deadlock_states(&self) -> usize {
        match self {
            ProgramSearch::Deadlocks(found) => found.states,
            other => other.size().map_or(0, |(states, ..)| states),
        }
    }
}

impl Ownership {
    /// What the search says of a claim. Where two accesses race there may be more races, and nothing else changes: what
    /// is claimed of the heap was checked, and accesses of which nothing is claimed are visible.
    fn verdict(&self, claim: ProgramClaim) -> Said {
        let answer = &self.derived.answer;
        match claim {
            ProgramClaim::NoFailure => said(&answer.failures()),
            // Races of two reads are no races here.
            ProgramClaim::NoRace if self.do_reads_race && answer.races.is_empty() => NOTHING,
            ProgramClaim::NoRace => said(&answer.races()),
            ProgramClaim::NoDeadlock => said(&answer.deadlocks()),
            ProgramClaim::NoStuckThread => {
                of_known(is_stuck(answer.deadlock.is_some(), answer.stuck.as_ref()))
            }
        }
    }
}

impl Coarsened {
    /// Whether the search has met all failures of the program, in whichever order threads are served.
    fn knows_all_failures(&self) -> bool {
        self.has_one_order && !self.is_by_printed_rules() && self.answer.unknown().is_none()
    }

    /// What the search says of a claim about the program. Where the program may serve others before who comes first, a
    /// failure that was met is one of the program, and nothing else is known.
    fn verdict(&self, claim: ProgramClaim) -> Said {
        let own = self.claims_beside(None);
        let own = own.iter().find(|(found, _)| *found == claim);
        match (own.map_or(NOTHING, |(_, verdict)| said(verdict)), claim) {
            (Verdict::Fails(()), ProgramClaim::NoFailure) => Verdict::Fails(()),
            _ if !self.has_one_order => NOTHING,
            (verdict, _) => verdict,
        }
    }
}
