//! Programs with a heap as subjects of `check`: what is claimed of them, and what a search by locksets answers.

use std::sync::Arc;
use std::time::Instant;

use reductio_algebra::TextErrors;

use super::coarsened::Coarsened;
use super::engine::{Engine, Processes};
use super::others::OtherExecutions;
use super::ownership::Ownership;
use super::program_claim::ProgramClaim;
use super::program_property::{DecidedProperties, ProgramProperties};
use crate::disciplined::{self, Answer, Atomicity, Classes};
use crate::file::File;
use crate::heap::Reading;
use crate::java::Kinds;
use crate::locksets::{
    self, Breach, Declined, Guards, Options, Reduced, Report, Stopped, Variant, Wrong,
};
use crate::programs::{ENTRY, Granularity, Limit, Place, Program, SourceError, parse_program};
use crate::verdict::{Exit, Verdict};

/// A program with a heap, with the file that it was read from.
#[derive(Clone, Debug)]
pub struct ProgramSubject {
    /// The path of the file; of a Java program, that of its class files.
    pub path: String,
    /// The program.
    pub program: Program,
    /// What a step of the search by locksets is.
    pub granularity: Granularity,
    /// Whether it is a Java program: memory is then sequentially consistent only where no two accesses race. A program in the
    /// language of its own has no other executions than those that take one step after the other.
    pub is_java: bool,
    /// Where a Java program waits for a notification outside of a loop. Java lets threads wake up without one, which is not explored.
    pub waits: Vec<Place>,
    /// How the values of a Java program are told.
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

/// Why a claim about a program is not decided.
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

/// The answer of `check` about a program.
#[derive(Clone, Debug)]
pub struct ProgramReport {
    /// The program.
    pub subject: ProgramSubject,
    /// What was found.
    pub report: Report,
    /// What the search under exclusive access has found, if there was one. Where it leaves nothing open, `report` is its answer.
    pub ownership: Option<Ownership>,
    /// What the search finds that keeps one intersection of locksets for each state, as S4 prints it; if that was asked
    /// for. What it has found and no run shows is not confirmed.
    pub printed: Option<Report>,
    /// Exclusive access predicates that were derived from locksets, and whether the reduced search confirms them, if that was
    /// asked for.
    pub guards: Option<(Guards, GuardsVerdict)>,
    /// What the reduced search finds whose monitor checks the classes of objects, if classes were given.
    pub classes: Option<Answer>,
    /// What the transition system of S2 shows, reduced, if that was asked for.
    pub coarsened: Option<Coarsened>,
    /// What the transition system of S2 shows of the program's properties, and of others that were asked for, if there are any.
    pub properties: Option<DecidedProperties>,
}

/// Why it is not decided whether objects are of their classes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClassesOpen {
    /// The search did not find it out.
    Unknown(disciplined::Unknown),
    /// They are in all executions that were searched; there may be others.
    Others(OtherExecutions),
}

/// Whether guards hold in every run, by a search of the reduced system (S5, Theorem 1).
pub type GuardsVerdict = Verdict<Reduced, Breach, Declined>;

/// What else is to be found out about a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Besides {
    /// What the search as S4 prints it finds.
    pub printed: bool,
    /// Which exclusive access predicates there are.
    pub guards: bool,
    /// Whether these classes of its objects are right, and what S1's reduction finds by them.
    pub classes: Option<Classes>,
    /// What a step of S1's search is.
    pub atomicity: Atomicity,
    /// Whether the program is searched under exclusive access first, and how S2 is read for it.
    pub ownership: Option<Reading>,
    /// What the transition system of S2 shows, reduced by its analysis, which is read like this.
    pub coarsening: Option<Reading>,
    /// Which formulas are true of all runs.
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

/// Checks a program as [`check_program`] does, together with the other processes of an engine: the search under exclusive access and
/// that for deadlocks. All others are the first process's alone, whose answer is the one that counts. Where no claim is left open under
/// exclusive access but that about stuck threads, which takes the memory of one process, that stays so.
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

fn checked(
    subject: &ProgramSubject,
    options: &Options<'_>,
    besides: &Besides,
    engine: Option<&dyn Engine>,
) -> ProgramReport {
    let options = &Options { granularity: subject.granularity, ..*options };
    let start = Instant::now();
    let program = &subject.program;
    let ownership =
        besides.ownership.map(|reading| Ownership::of(program, reading, options, engine));
    let is_stuck_wanted = options.stuck && engine.is_none();
    let report = ownership.as_ref().and_then(|found| found.report(is_stuck_wanted));
    let timeout = options.timeout.map(|time| time.saturating_sub(start.elapsed()));
    let options = &Options { timeout, ..*options };
    let report = report.unwrap_or_else(|| locksets::check(program, options));
    let guards = besides.guards.then(|| locksets::derive(&subject.program, options));
    let printed = besides.printed.then(|| {
        let options = Options {
            variant: Variant::Printed,
            deadlocks: false,
            stuck: false,
            together: None,
            ..*options
        };
        locksets::check(&subject.program, &options)
    });
    let classes = besides.classes.as_ref().map(|classes| {
        let options = disciplined::Options {
            atomicity: besides.atomicity,
            bounds: options.bounds,
            max_states: options.max_states,
            memory: options.memory,
            timeout: options.timeout,
            cancel: options.cancel,
            progress: options.progress,
            ..disciplined::Options::default()
        };
        disciplined::check(&subject.program, classes, &options)
    });
    let coarsened =
        besides.coarsening.and_then(|reading| Coarsened::of(&subject.program, reading, options));
    let reading = besides.coarsening.unwrap_or_else(Reading::repaired);
    // Of several processes the first one decides them alone.
    let properties = (engine.is_none_or(Engine::is_first))
        .then(|| DecidedProperties::of(program, &besides.properties, reading, options))
        .flatten();
    let mut answer = ProgramReport {
        subject: subject.clone(),
        report,
        ownership,
        printed,
        guards,
        classes,
        coarsened,
        properties,
    };
    let others = answer.other_executions();
    if let Some(coarsened) = &mut answer.coarsened {
        coarsened.others = others;
    }
    if let Some(properties) = &mut answer.properties {
        properties.others = others;
    }
    answer
}

/// Whether no virtual machine has a failure of a Java program.
pub(crate) fn is_impossible_in_java(subject: &ProgramSubject, wrong: &Wrong) -> bool {
    subject.is_java && !wrong.failure.wrong.ends_thread()
}

/// Why a program may have executions that no search takes, if it may: whether accesses race is found out under exclusive access, or, where
/// that leaves it open, by locksets. Nothing else is looked for.
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
    if let Some(report) = ownership.report(false) {
        return of_report(subject, &report);
    }
    of_report(subject, &locksets::check(&subject.program, options))
}

/// Why a program may have other executions, by what a search has found of its races.
fn of_report(subject: &ProgramSubject, report: &Report) -> Option<OtherExecutions> {
    if !subject.is_java {
        return None;
    }
    if report.races.iter().any(|race| race.confirmed) {
        return Some(OtherExecutions::Races);
    }
    let spurious = (!subject.waits.is_empty()).then_some(OtherExecutions::Spurious);
    report.stopped.map(|_| OtherExecutions::PerhapsRaces).or(spurious)
}

impl ProgramReport {
    /// Whether the answer is that of the search under exclusive access.
    pub fn is_by_ownership(&self) -> bool {
        let known =
            self.ownership.as_ref().and_then(|found| found.report(self.report.stuck.is_some()));
        known.is_some()
    }

    /// The failures that no virtual machine has: a thread of a Java program ends by an exception, or not at all. That a search meets
    /// another failure is a fault of this library, and no verdict.
    pub fn impossible(&self) -> impl Iterator<Item = &Wrong> {
        self.report.wrong.iter().filter(|wrong| is_impossible_in_java(&self.subject, wrong))
    }

    /// Why there may be executions that were not searched, if there may be.
    pub fn other_executions(&self) -> Option<OtherExecutions> {
        of_report(&self.subject, &self.report)
    }

    /// The verdict about the classes of objects, if there are some.
    pub fn classes(&self) -> Option<Verdict<(), (), ClassesOpen>> {
        let found = match self.classes.as_ref()?.classes() {
            Verdict::Holds(()) => Verdict::Holds(()),
            Verdict::Fails(_) => Verdict::Fails(()),
            Verdict::Declined(why) => Verdict::Declined(ClassesOpen::Unknown(why)),
        };
        Some(OtherExecutions::of(self.other_executions(), found, ClassesOpen::Others))
    }

    /// The claims with their verdicts, in the order of reports. Of a Java program with other executions than those that were searched nothing
    /// else is known to hold.
    pub fn claims(&self) -> [JudgedProgramClaim; 4] {
        let Report { wrong, races, deadlock, stuck, stopped, .. } = &self.report;
        let by_locksets = |fails: bool| match stopped {
            _ if fails => Verdict::Fails(()),
            Some(why) => Verdict::Declined(ProgramOpen::Stopped(*why)),
            None => Verdict::Holds(()),
        };
        let by_states = |fails: Option<bool>| match fails {
            Some(true) => Verdict::Fails(()),
            Some(false) => Verdict::Holds(()),
            None => Verdict::Declined(ProgramOpen::EveryState),
        };
        // Who does not go on in a deadlock is stuck for ever.
        let is_stuck = match (deadlock, stuck) {
            (Some(true), _) => Some(true),
            (_, Some(all)) => Some(!all.is_empty()),
            (_, None) => None,
        };
        let others = self.other_executions();
        let is_impossible = self.impossible().next().is_some();
        let everywhere = |verdict| match verdict {
            Verdict::Holds(()) if is_impossible => Verdict::Declined(ProgramOpen::Impossible),
            verdict => OtherExecutions::of(others, verdict, ProgramOpen::Others),
        };
        let is_wrong = wrong.iter().any(|wrong| !is_impossible_in_java(&self.subject, wrong));
        // Whether accesses race is asked of executions that are sequentially consistent only.
        let is_sound = !is_impossible && others != Some(OtherExecutions::Spurious);
        let races = by_locksets(races.iter().any(|race| race.confirmed));
        [
            (ProgramClaim::NoFailure, everywhere(by_locksets(is_wrong))),
            (ProgramClaim::NoRace, if is_sound { races } else { everywhere(races) }),
            (ProgramClaim::NoDeadlock, everywhere(by_states(*deadlock))),
            (ProgramClaim::NoStuckThread, everywhere(by_states(is_stuck))),
        ]
    }

    /// The exit code: a bug, if something was met that cannot be, or the program contradicts whoever made it; else the worst of the claims,
    /// of the verdict about classes, of the verdicts about properties, and of what the reduced system of S2 says about failures and
    /// deadlocks: that a thread is stuck there may be so only as long as who comes first is served first.
    pub fn exit(&self) -> Exit {
        let contradicts = |(limit, _): &(Limit, Place)| *limit == Limit::Contradiction;
        if self.impossible().next().is_some() || self.report.limits.iter().any(contradicts) {
            return Exit::Bug;
        }
        let coarsened = self.coarsened.as_ref().map(Coarsened::claims);
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
