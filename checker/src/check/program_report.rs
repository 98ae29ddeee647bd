//! The verdicts about the claims of a program, by what its searches have found.

use super::coarsened::Coarsened;
use super::others::OtherExecutions;
use super::ownership::Ownership;
use super::program::{
    ClassesOpen, JudgedProgramClaim, ProgramOpen, ProgramReport, ProgramSubject,
    is_impossible_in_java,
};
use super::program_claim::ProgramClaim;
use super::program_found::{first_verdict, told};
use super::program_search::{ProgramMethod, ProgramSearch, Said};
use crate::disciplined;
use crate::heap::Reading;
use crate::locksets::{self, Options, Wrong};
use crate::programs::{Limit, Place};
use crate::verdict::{Exit, Verdict};

/// The claims about programs, in the order of reports.
const CLAIMS: [ProgramClaim; 4] = [
    ProgramClaim::NoFailure,
    ProgramClaim::NoRace,
    ProgramClaim::NoDeadlock,
    ProgramClaim::NoStuckThread,
];

/// The reason why a program may have executions that no search takes, if it may: whether accesses race is found out
/// under exclusive access, or, where that leaves it open, by locksets. Nothing else is looked for.
pub(crate) fn other_executions(
    subject: &ProgramSubject,
    options: &Options<'_>,
) -> Option<OtherExecutions> {
    if !subject.is_java {
        return None;
    }
    let granularity = subject.granularity;
    let options = &Options { granularity, deadlocks: false, stuck: false, ..*options };
    let ownership = Ownership::of(&subject.program, Reading::repaired(), options, None);
    let ownership = ProgramSearch::Ownership(Box::new(ownership));
    let said = match ownership.verdict(ProgramClaim::NoRace) {
        Verdict::Declined(()) => {
            let found = locksets::check(&subject.program, options);
            ProgramSearch::Locksets(Box::new(found)).verdict(ProgramClaim::NoRace)
        }
        said => said,
    };
    beside(subject, &said)
}

/// Why a program may have other executions, by what is known of its races.
fn beside(subject: &ProgramSubject, races: &Said) -> Option<OtherExecutions> {
    match races {
        _ if !subject.is_java => None,
        Verdict::Fails(()) => Some(OtherExecutions::Races),
        Verdict::Declined(()) => Some(OtherExecutions::PerhapsRaces),
        Verdict::Holds(()) => (!subject.waits.is_empty()).then_some(OtherExecutions::Spurious),
    }
}

impl ProgramReport {
    /// The search under exclusive access, if there was one.
    pub fn ownership(&self) -> Option<&Ownership> {
        self.searches.iter().find_map(|search| match search {
            ProgramSearch::Ownership(found) => Some(&**found),
            _ => None,
        })
    }

    /// The search whose monitor checks the classes of objects, if there was one.
    pub fn by_classes(&self) -> Option<&disciplined::Answer> {
        self.searches.iter().find_map(|search| match search {
            ProgramSearch::Classes(answer) => Some(&**answer),
            _ => None,
        })
    }

    /// The search of the transition system of S2, if there was one.
    pub fn coarsened(&self) -> Option<&Coarsened> {
        self.searches.iter().find_map(|search| match search {
            ProgramSearch::Coarsened(found) => Some(&**found),
            _ => None,
        })
    }

    /// Tells whether no other search was made than that under exclusive access.
    pub fn is_by_ownership(&self) -> bool {
        matches!(&self.searches[..], [ProgramSearch::Ownership(_)])
    }

    /// The search that has decided a claim, if one has.
    pub fn by(&self, claim: ProgramClaim) -> Option<ProgramMethod> {
        first_verdict(&self.searches, claim).map(|(_, search)| search.method())
    }

    /// The search whose numbers are told: one that has met all failures, if one has.
    pub fn told(&self) -> Option<ProgramMethod> {
        told(&self.searches).map(ProgramSearch::method)
    }

    /// The claims of which one search says that they hold, and another one that they fail: a fault of this library.
    pub fn contradictions(&self) -> impl Iterator<Item = ProgramClaim> {
        let all = |claim| self.searches.iter().map(move |search| search.verdict(claim));
        CLAIMS.into_iter().filter(move |&claim| {
            all(claim).any(|said| matches!(said, Verdict::Holds(())))
                && all(claim).any(|said| matches!(said, Verdict::Fails(())))
        })
    }

    /// The failures that no virtual machine has: a thread of a Java program ends by an exception, or not at all. That a
    /// search meets another failure is a fault of this library, and no verdict.
    pub fn impossible(&self) -> impl Iterator<Item = &Wrong> {
        self.report.wrong.iter().filter(|wrong| is_impossible_in_java(&self.subject, wrong))
    }

    /// The reason why there may be executions that were not searched, if there may be.
    pub fn other_executions(&self) -> Option<OtherExecutions> {
        beside(&self.subject, &self.said(ProgramClaim::NoRace))
    }

    /// The first verdict about a claim that is not `declined`, of the executions that take one step after the other.
    fn said(&self, claim: ProgramClaim) -> Said {
        first_verdict(&self.searches, claim).map_or(Verdict::Declined(()), |(said, _)| said)
    }

    /// The verdict about the classes of objects, if there are some.
    pub fn classes(&self) -> Option<Verdict<(), (), ClassesOpen>> {
        let found = match self.by_classes()?.rules() {
            Verdict::Holds(()) => Verdict::Holds(()),
            Verdict::Fails(_) => Verdict::Fails(()),
            Verdict::Declined(why) => Verdict::Declined(ClassesOpen::Unknown(why)),
        };
        Some(OtherExecutions::of(self.other_executions(), found, ClassesOpen::Others))
    }

    /// The claims with their verdicts, in the order of reports. Of a Java program with other executions than those that
    /// were searched nothing else is known to hold.
    pub fn claims(&self) -> [JudgedProgramClaim; 4] {
        let others = self.other_executions();
        let is_impossible = self.impossible().next().is_some();
        // Whether accesses race is asked of executions that are sequentially consistent only.
        let is_sound = !is_impossible && others != Some(OtherExecutions::Spurious);
        CLAIMS.map(|claim| {
            let open = match (claim, self.report.stopped) {
                (ProgramClaim::NoFailure | ProgramClaim::NoRace, Some(why)) => {
                    ProgramOpen::Stopped(why)
                }
                _ => ProgramOpen::EveryState,
            };
            let verdict = match self.said(claim) {
                Verdict::Holds(()) => Verdict::Holds(()),
                Verdict::Fails(()) => Verdict::Fails(()),
                Verdict::Declined(()) => Verdict::Declined(open),
            };
            let is_wrong =
                || self.report.wrong.iter().any(|one| !is_impossible_in_java(&self.subject, one));
            let verdict = match verdict {
                // Nothing has failed but what cannot.
                Verdict::Fails(()) if claim == ProgramClaim::NoFailure && !is_wrong() => {
                    Verdict::Declined(ProgramOpen::Impossible)
                }
                Verdict::Holds(()) if claim == ProgramClaim::NoRace && is_sound => {
                    Verdict::Holds(())
                }
                Verdict::Holds(()) if is_impossible => Verdict::Declined(ProgramOpen::Impossible),
                verdict => OtherExecutions::of(others, verdict, ProgramOpen::Others),
            };
            (claim, verdict)
        })
    }

    /// The exit code: a bug, if something was met that cannot be, two searches contradict one another, or the program
    /// contradicts whoever made it; else the worst of the claims, of the verdict about classes, of the verdicts about
    /// properties, and of what the reduced system of S2 says about failures and deadlocks: that a thread is stuck there
    /// may be so only as long as who comes first is served first.
    pub fn exit(&self) -> Exit {
        let contradicts = |(limit, _): &(Limit, Place)| *limit == Limit::Contradiction;
        if self.impossible().next().is_some()
            || self.contradictions().next().is_some()
            || self.report.limits.iter().any(contradicts)
        {
            return Exit::Bug;
        }
        let coarsened = self.coarsened().map(Coarsened::claims);
        let coarsened = coarsened.iter().flatten().take(2).map(|(_, verdict)| Exit::from(verdict));
        let classes = self.classes().map(|verdict| Exit::from(&verdict));
        let properties = self.properties.iter();
        let properties = properties.flat_map(|found| {
            found.all.iter().map(|(_, answer)| Exit::from(&found.verdict(answer)))
        });
        let claims = self.claims();
        let claims = claims.iter().map(|(_, verdict)| Exit::from(verdict)).chain(properties);
        claims.chain(classes).chain(coarsened).fold(Exit::Holds, Exit::worst)
    }
}
