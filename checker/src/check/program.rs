//! Programs with a heap as subjects of `check`: what is claimed of them, and what a search by locksets answers.

use std::sync::Arc;
use std::time::Instant;

use reductio_algebra::TextErrors;

use super::coarsened::Coarsened;
use super::engine::{Engine, Processes};
use super::ownership::Ownership;
use super::program_claim::ProgramClaim;
use super::program_property::{DecidedProperties, ProgramProperties};
use crate::disciplined::{self, Answer, Atomicity, Classes};
use crate::file::File;
use crate::heap::Reading;
use crate::locksets::{self, Breach, Declined, Guards, Options, Reduced, Report, Stopped, Variant};
use crate::programs::{ENTRY, Granularity, Limit, Program, SourceError, parse_program};
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
        Ok(ProgramSubject { path, program, granularity: Granularity::Instruction })
    }
}

/// Why a claim about a program is not decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgramOpen {
    /// The search by locksets ended before it was complete.
    Stopped(Stopped),
    /// The search of all states, which deadlocks and stuck threads need, ended before it was complete.
    EveryState,
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
    ProgramReport {
        subject: subject.clone(),
        report,
        ownership,
        printed,
        guards,
        classes,
        coarsened,
        properties,
    }
}

impl ProgramReport {
    /// Whether the answer is that of the search under exclusive access.
    pub fn is_by_ownership(&self) -> bool {
        let known =
            self.ownership.as_ref().and_then(|found| found.report(self.report.stuck.is_some()));
        known.is_some()
    }

    /// The claims with their verdicts, in the order of reports.
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
        [
            (ProgramClaim::NoFailure, by_locksets(!wrong.is_empty())),
            (ProgramClaim::NoRace, by_locksets(races.iter().any(|race| race.confirmed))),
            (ProgramClaim::NoDeadlock, by_states(*deadlock)),
            (ProgramClaim::NoStuckThread, by_states(is_stuck)),
        ]
    }

    /// The exit code: the worst of the claims, of the verdict about classes, and of the verdicts about properties, and of what the reduced system of S2 says about failures
    /// and deadlocks: that a thread is stuck there may be so only as long as who comes first is served first. It is a bug where the program
    /// contradicts whoever made it.
    pub fn exit(&self) -> Exit {
        if self.report.limits.iter().any(|(limit, _)| *limit == Limit::Contradiction) {
            return Exit::Bug;
        }
        let coarsened = self.coarsened.as_ref().map(Coarsened::claims);
        let coarsened = coarsened.iter().flatten().take(2).map(|(_, verdict)| Exit::from(verdict));
        let classes = self.classes.as_ref().map(|answer| Exit::from(&answer.classes()));
        let properties = self.properties.iter();
        let properties = properties.flat_map(|found| {
            found.all.iter().map(|(_, answer)| Exit::from(&found.verdict(answer)))
        });
        let claims = self.claims();
        let claims = claims.iter().map(|(_, verdict)| Exit::from(verdict)).chain(properties);
        claims.chain(classes).chain(coarsened).fold(Exit::Holds, Exit::worst)
    }
}
