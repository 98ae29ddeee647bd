//! Programs with a heap as subjects of `check`, and the searches of which a check of one is made.

use std::sync::Arc;
use std::time::Instant;

use reductio_algebra::TextErrors;

use super::coarsened::Coarsened;
use super::engine::{Engine, Processes};
use super::others::OtherExecutions;
use super::ownership::Ownership;
use super::program_claim::ProgramClaim;
use super::program_found::{first_verdict, found};
use super::program_property::{DecidedProperties, ProgramProperties};
use super::program_search::{ProgramSearch, Said};
use crate::disciplined::{self, Atomicity, Classes};
use crate::file::File;
use crate::heap::Reading;
use crate::java::Kinds;
use crate::locksets::{
    self, Breach, Declined, Guards, Options, Reduced, Report, Stopped, Variant, Wrong,
};
use crate::programs::{ENTRY, Granularity, Place, Program, SourceError, parse_program};
use crate::verdict::Verdict;

/// A program with a heap, with the file that it was read from.
#[derive(Clone, Debug)]
pub struct ProgramSubject {
    /// The path of the file; of a Java program, that of its class files.
    pub path: String,
    /// The program.
    pub program: Program,
    /// The size of a step of the search by locksets.
    pub granularity: Granularity,
    /// Tells whether the program is a Java program: memory is then sequentially consistent only where no two accesses
    /// race. A program in the language of its own has no other executions than those that take one step after the
    /// other.
    pub is_java: bool,
    /// The places where a Java program waits for a notification outside of a loop. Java lets threads wake up without
    /// one, which is not explored.
    pub waits: Vec<Place>,
    /// The way in which the values of a Java program are told.
    pub kinds: Kinds,
}

impl ProgramSubject {
    /// Reads a program. `entry` is the thread that it begins with, `main` if nothing is said.
    ///
    /// # Errors
    /// All faults of the text, by place.
    pub fn load(file: &Arc<File>, entry: Option<&str>) -> Result<Self, TextErrors<SourceError>> {
        let name = std::path::Path::new(file.name()).file_stem().map(|name| name.to_string_lossy());
        let name = name.as_deref().unwrap_or("program");
        let program = parse_program(file.text(), name, entry.unwrap_or(ENTRY))?;
        let path = file.name().to_owned();
        let granularity = Granularity::Instruction;
        let (waits, kinds) = (Vec::new(), Kinds::default());
        Ok(ProgramSubject { path, program, granularity, is_java: false, waits, kinds })
    }
}

/// The reason why a claim about a program is not decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgramOpen {
    /// The search by locksets ended before it was complete.
    Stopped(Stopped),
    /// The search of all states, which deadlocks and stuck threads need, ended before it was complete.
    EveryState,
    /// It holds in all executions that were searched; there may be others.
    Others(OtherExecutions),
    /// A thread of a Java program came to a state that no virtual machine has: a fault of this library.
    Impossible,
}

/// A claim about a program with its verdict. A claim that fails has findings in the report.
pub type JudgedProgramClaim = (ProgramClaim, Verdict<(), (), ProgramOpen>);

/// The answer of `check` about a program: the searches that were made, and what all of them have found.
///
/// A claim has the first verdict that is not `declined`, and rests on what the search that gave it rests on
/// ([`by`](ProgramReport::by)).
#[derive(Clone, Debug)]
pub struct ProgramReport {
    /// The program.
    pub subject: ProgramSubject,
    /// The searches that were made, in order.
    pub searches: Vec<ProgramSearch>,
    /// The findings of all of them, each once. The report is complete where one of them knows all failures, and one all
    /// races; the numbers are those of a search that is complete, if one is.
    pub report: Report,
    /// The report of the search that keeps one intersection of locksets for each state, as S4 prints it; if that was
    /// asked for. What it has found and no run shows is not confirmed.
    pub printed: Option<Report>,
    /// Exclusive access predicates that were derived from locksets, and whether the reduced search confirms them, if
    /// that was asked for.
    pub guards: Option<(Guards, GuardsVerdict)>,
    /// The answers of S2's transition system about the program's properties, and about others that were asked for, if
    /// there are any.
    pub properties: Option<DecidedProperties>,
}

/// The reason why it is not decided whether objects are of their classes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClassesOpen {
    /// The search did not find it out.
    Unknown(disciplined::Unknown),
    /// They are in all executions that were searched; there may be others.
    Others(OtherExecutions),
}

/// The answer of a search of the reduced system (S5, Theorem 1) to the question whether guards hold in every run.
pub type GuardsVerdict = Verdict<Reduced, Breach, Declined>;

/// Questions about a program beside the claims.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Besides {
    /// Asks for the search as S4 prints it.
    pub printed: bool,
    /// Asks which exclusive access predicates there are.
    pub guards: bool,
    /// Classes of its objects that are to be checked, and by which S1's reduction is to search.
    pub classes: Option<Classes>,
    /// The size of a step of S1's search.
    pub atomicity: Atomicity,
    /// Tells whether the program is searched under exclusive access first, and how S2 is read for it.
    pub ownership: Option<Reading>,
    /// Asks for a search of S2's transition system, reduced by its analysis, which is read like this.
    pub coarsening: Option<Reading>,
    /// The formulas of which it is asked whether they are true of all runs.
    pub properties: ProgramProperties,
}

/// Searches a program for failures, races, deadlocks and stuck threads, and finds out what is asked for besides.
pub fn check_program(
    subject: &ProgramSubject,
    options: &Options<'_>,
    besides: &Besides,
) -> ProgramReport {
    checked(subject, options, besides, None)
}

/// Checks a program as [`check_program`] does, together with the other processes of an engine: the search under
/// exclusive access and that for deadlocks. All others are the first process's alone, whose answer is the one that
/// counts. Where no claim is left open under exclusive access but that about stuck threads, which takes the memory of
/// one process, that stays so.
pub fn check_program_by(
    engine: &dyn Engine,
    subject: &ProgramSubject,
    options: &Options<'_>,
    besides: &Besides,
) -> ProgramReport {
    let program = subject.program.clone().with_portable_texts();
    let subject = &ProgramSubject { program, ..subject.clone() };
    let processes = Processes(engine);
    let options = &Options { together: Some(&processes), ..*options };
    let besides = if engine.is_first() {
        besides.clone()
    } else {
        Besides { ownership: besides.ownership, ..Besides::default() }
    };
    checked(subject, options, &besides, Some(engine))
}

/// A check of a program while it is made: the searches so far, within what is left of its limits.
struct Check<'c> {
    subject: &'c ProgramSubject,
    options: &'c Options<'c>,
    besides: &'c Besides,
    engine: Option<&'c dyn Engine>,
    start: Instant,
    searches: Vec<ProgramSearch>,
}

fn checked(
    subject: &ProgramSubject,
    options: &Options<'_>,
    besides: &Besides,
    engine: Option<&dyn Engine>,
) -> ProgramReport {
    let options = &Options { granularity: subject.granularity, ..*options };
    let (start, searches) = (Instant::now(), Vec::new());
    let mut check = Check { subject, options, besides, engine, start, searches };
    check.search();
    let guards = besides.guards.then(|| locksets::derive(&subject.program, &check.left()));
    let printed = besides.printed.then(|| {
        let options = Options {
            variant: Variant::Printed,
            deadlocks: false,
            stuck: false,
            together: None,
            ..check.left()
        };
        locksets::check(&subject.program, &options)
    });
    let reading = besides.coarsening.unwrap_or_else(Reading::repaired);
    // Of several processes the first one decides them alone.
    let properties = (engine.is_none_or(Engine::is_first))
        .then(|| {
            DecidedProperties::of(&subject.program, &besides.properties, reading, &check.left())
        })
        .flatten();
    let searches = check.searches;
    let report = found(&searches);
    let subject = subject.clone();
    let mut answer = ProgramReport { subject, searches, report, printed, guards, properties };
    let others = answer.other_executions();
    for search in &mut answer.searches {
        if let ProgramSearch::Coarsened(coarsened) = search {
            coarsened.others = others;
        }
    }
    if let Some(properties) = &mut answer.properties {
        properties.others = others;
    }
    answer
}

impl Check<'_> {
    /// Makes one search after the other, the cheapest first, as long as it can add something; and those that were asked
    /// for.
    fn search(&mut self) {
        let program = &self.subject.program;
        let is_first = self.engine.is_none_or(Engine::is_first);
        if let Some(reading) = self.besides.ownership {
            let found = Ownership::of(program, reading, &self.left(), self.engine);
            self.searches.push(ProgramSearch::Ownership(Box::new(found)));
        }
        if let Some(classes) = &self.besides.classes {
            let found = disciplined::check(program, classes, &self.for_classes());
            self.searches.push(ProgramSearch::Classes(Box::new(found)));
        }
        if let Some(reading) = self.besides.coarsening
            && let Some(found) = Coarsened::of(program, reading, &self.left())
        {
            self.searches.push(ProgramSearch::Coarsened(Box::new(found)));
        }
        // Where accesses race, locksets tell all variables that do.
        let finds_more_races = !matches!(self.said(ProgramClaim::NoRace), Verdict::Holds(()));
        if is_first && (self.is_open(ProgramClaim::NoFailure) || finds_more_races) {
            let options = Options { deadlocks: false, stuck: false, together: None, ..self.left() };
            let found = locksets::check(program, &options);
            self.searches.push(ProgramSearch::Locksets(Box::new(found)));
        }
        self.search_deadlocks();
        let is_wanted = self.options.stuck && is_first && !self.is_settled();
        if is_wanted && self.is_open(ProgramClaim::NoStuckThread) {
            let max_states = self.most_states();
            let found = locksets::stuck(program, &Options { max_states, ..self.left() });
            self.searches.push(ProgramSearch::EveryState(found));
        }
    }

    /// Searches for deadlocks, if they are not known: together with the other processes, if there are some, and the
    /// first one says so.
    fn search_deadlocks(&mut self) {
        let is_open = self.options.deadlocks && self.is_open(ProgramClaim::NoDeadlock);
        let own = if is_open { self.most_states() } else { 0 };
        let most = match self.options.together {
            Some(all) => {
                all.first_says(own as u64).and_then(|most| usize::try_from(most).ok()).unwrap_or(0)
            }
            None => own,
        };
        if most > 0 {
            let options = Options { max_states: most, ..self.left() };
            let found = locksets::deadlocks(&self.subject.program, &options);
            self.searches.push(ProgramSearch::Deadlocks(Box::new(found)));
        }
    }

    /// What the searches so far say of a claim.
    fn said(&self, claim: ProgramClaim) -> Said {
        first_verdict(&self.searches, claim).map_or(Verdict::Declined(()), |(said, _)| said)
    }

    fn is_open(&self, claim: ProgramClaim) -> bool {
        matches!(self.said(claim), Verdict::Declined(()))
    }

    /// Whether several processes leave open what takes the memory of one alone: nothing else is open.
    fn is_settled(&self) -> bool {
        use ProgramClaim as C;
        let all = [C::NoFailure, C::NoRace, C::NoDeadlock];
        let is_alone = matches!(&self.searches[..], [ProgramSearch::Ownership(_)]);
        self.engine.is_some() && is_alone && all.iter().all(|claim| !self.is_open(*claim))
    }

    /// The most states of a search of all states: where locksets have come to a limit, it has little chance.
    fn most_states(&self) -> usize {
        let by_locksets = self.searches.iter().find_map(|search| match search {
            ProgramSearch::Locksets(found) => Some(locksets::most_states(found, self.options)),
            _ => None,
        });
        by_locksets.unwrap_or(self.options.max_states)
    }

    /// The options with the time that is left.
    fn left(&self) -> Options<'_> {
        let timeout = self.options.timeout.map(|time| time.saturating_sub(self.start.elapsed()));
        Options { timeout, ..*self.options }
    }

    fn for_classes(&self) -> disciplined::Options<'_> {
        let options = self.left();
        disciplined::Options {
            atomicity: self.besides.atomicity,
            bounds: options.bounds,
            max_states: options.max_states,
            memory: options.memory,
            timeout: options.timeout,
            cancel: options.cancel,
            progress: options.progress,
            workers: options.workers,
            ..disciplined::Options::default()
        }
    }
}

/// Decides whether no virtual machine has a failure of a Java program.
pub(crate) fn is_impossible_in_java(subject: &ProgramSubject, wrong: &Wrong) -> bool {
    subject.is_java && !wrong.failure.wrong.ends_thread()
}
