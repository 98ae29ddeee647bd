//! Compares the answers of the library and of the second interpreter for one system.

use std::collections::BTreeSet;

use reductio_discipline::Packed;
use reductio_discipline::{Discipline, Settings, Violation};
use reductio_language::{SystemError, SystemErrorKind, parse_system};
use reductio_search::{Exploration, FindingKind, Order, Query, StuckAnswer, search};
use reductio_system::{System, ThreadId};

use super::interpret::{Answers, Interpreter, Mistake};
use super::syntax::{Program, Stmt};

/// The largest number of states of a system that is compared.
const MOST_STATES: usize = 1_500;

/// The outcome for a system on which nothing differs.
#[derive(Debug)]
pub(crate) enum Compared {
    /// The library refuses the text because something in it may be, or will be, out of range.
    Refused,
    TooLarge,
    Alike {
        answers: Answers,
        threads: usize,
        reduced: Reduced,
    },
}

/// How the reduced search of a system went.
#[expect(clippy::struct_excessive_bools, reason = "each is counted by itself")]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Reduced {
    /// Whether the theorem applies, so that the answers were compared.
    is_compared: bool,
    /// Whether a thread could take invisible steps for ever, so that it was made again with one of them visible.
    is_refined: bool,
    is_smaller: bool,
    /// Whether it was cut short before a thread fails, and made again.
    is_cut_short: bool,
}

/// The numbers of the systems that were compared.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) compared: u64,
    pub(crate) refused: u64,
    pub(crate) too_large: u64,
    pub(crate) states: usize,
    pub(crate) steps: u64,
    pub(crate) deadlocks: u64,
    /// The number of systems in which a thread is stuck where no deadlock can come.
    pub(crate) stuck: u64,
    /// The number of those with which the reduced search was compared.
    pub(crate) stuck_reduced: u64,
    pub(crate) failures: u64,
    pub(crate) bad: u64,
    pub(crate) fine: u64,
    /// The number of systems that had conditions without a variable.
    pub(crate) constants: u64,
    pub(crate) empty_families: u64,
    pub(crate) without_threads: u64,
    /// The number of systems that were compared with the reduced search.
    pub(crate) reduced: u64,
    /// The number of systems on which the reduced search had fewer states.
    pub(crate) smaller: u64,
    /// The number of systems on which it was cut short before a thread fails at an `up`.
    pub(crate) cut_short: u64,
    pub(crate) refined: u64,
}

impl Tally {
    pub(crate) fn add(&mut self, program: &Program, compared: &Compared) {
        let Compared::Alike { answers, threads, reduced } = compared else {
            self.refused += u64::from(matches!(compared, Compared::Refused));
            self.too_large += u64::from(matches!(compared, Compared::TooLarge));
            return;
        };
        self.compared += 1;
        self.states += answers.states;
        self.steps += answers.steps;
        self.deadlocks += u64::from(answers.deadlock);
        let is_stuck = !answers.stuck_alone.is_empty();
        self.stuck += u64::from(is_stuck);
        self.stuck_reduced += u64::from(is_stuck && reduced.is_compared && !answers.bad);
        self.failures += u64::from(answers.failure);
        self.bad += u64::from(answers.bad);
        self.fine += u64::from(!answers.deadlock && !answers.failure && !answers.bad);
        self.constants += u64::from(program.families.iter().any(|f| has_constant(&f.body)));
        let is_empty = |range: Option<(i64, i64)>| range.is_some_and(|(low, high)| low > high);
        self.empty_families += u64::from(program.families.iter().any(|f| is_empty(f.range)));
        self.without_threads += u64::from(*threads == 0);
        self.reduced += u64::from(reduced.is_compared);
        self.smaller += u64::from(reduced.is_smaller);
        self.cut_short += u64::from(reduced.is_cut_short);
        self.refined += u64::from(reduced.is_refined);
    }
}

fn has_constant(body: &[Stmt]) -> bool {
    body.iter().any(|stmt| {
        stmt.kind.has_constant_condition()
            || stmt.kind.blocks().into_iter().any(|b| has_constant(b))
    })
}

type Found = Exploration<Violation>;

fn explore(discipline: &Discipline, order: Order) -> Found {
    let query = Query { keep_going: true, stuck: true, ..Query::default() };
    search(&Packed::new(discipline), &order, &query)
}

fn has(found: &Found, is_it: impl Fn(&FindingKind<Violation>) -> bool) -> bool {
    found.findings.iter().any(|finding| is_it(&finding.kind))
}

/// The threads with the labels of their control points.
fn labels(system: &System) -> impl Iterator<Item = (String, String)> {
    system.threads().iter().flat_map(|thread| {
        let points = thread.points().iter().filter(|point| point.is_label());
        points.map(|point| (thread.name().to_owned(), point.name().to_owned()))
    })
}

/// The answers of a search, in the form of the second interpreter.
fn answers(system: &System, found: &Found) -> Answers {
    let violated = (0..system.invariants().len())
        .filter(|n| has(found, |kind| *kind == FindingKind::Invariant(*n)));
    let number = |name: &str| name.parse().expect("claims are called by their numbers");
    let violated = violated.map(|n| number(&system.invariants()[n].name));
    let reached = found.goals.iter().enumerate().filter(|(_, is_reached)| **is_reached);
    let settled = violated.chain(reached.map(|(n, _)| number(&system.reachable()[n].name)));
    let mut visited = BTreeSet::new();
    for (thread, points) in system.threads().iter().zip(&found.reached) {
        for (point, _) in
            thread.points().iter().zip(points).filter(|(p, seen)| p.is_label() && **seen)
        {
            visited.insert((thread.name().to_owned(), point.name().to_owned()));
        }
    }
    let stuck_alone: BTreeSet<String> = system
        .threads()
        .iter()
        .enumerate()
        .filter(|(thread, _)| has(found, |kind| *kind == FindingKind::Stuck { thread: *thread }))
        .map(|(_, thread)| thread.name().to_owned())
        .collect();
    Answers {
        states: found.states,
        steps: found.transitions,
        deadlock: has(found, |kind| matches!(kind, FindingKind::Deadlock)),
        failure: has(found, |kind| matches!(kind, FindingKind::Failure { .. })),
        bad: has(found, |kind| matches!(kind, FindingKind::Discipline(_))),
        settled: settled.collect(),
        visited,
        // Those that are stuck only where a deadlock comes are not told one by one.
        stuck: stuck_alone.clone(),
        stuck_alone,
    }
}

/// The first words of a difference, which name its kind.
pub(crate) fn kind(difference: &str) -> &str {
    difference.split(':').next().unwrap_or_default()
}

pub(crate) fn compare(program: &Program) -> Result<Compared, String> {
    compare_with(program, None)
}

/// Compares the library with the second interpreter, which may make a mistake on purpose.
pub(crate) fn compare_with(
    program: &Program,
    mistake: Option<Mistake>,
) -> Result<Compared, String> {
    // A name that is no thread would stand for every thread.
    if !program.names_threads() {
        return Ok(Compared::Refused);
    }
    let system = match parse_system(&program.text(), "drawn", &[]) {
        Ok(system) => system,
        Err(errors) if errors.iter().all(is_of_ranges) => return Ok(Compared::Refused),
        Err(errors) => {
            let told: Vec<String> = errors.iter().map(ToString::to_string).collect();
            return Err(format!("refused: {}", told.join("; ")));
        }
    };
    let interpreter = Interpreter::new(program, mistake);
    let Some(mut wanted) = interpreter.explore(MOST_STATES) else { return Ok(Compared::TooLarge) };
    // A control point with several labels goes by the first.
    let names: BTreeSet<(String, String)> = labels(&system).collect();
    wanted.visited.retain(|visit| names.contains(visit));
    // The states of the library are those of the text only if threads forget nothing.
    let remembering = system.clone().remembering();
    let discipline = Discipline::new(&remembering);
    let unreduced = answers(&remembering, &explore(&discipline, Order::Unreduced));
    differ(&wanted, &unreduced, "")?;
    for (what, theirs, ours) in [
        ("states", wanted.states as u64, unreduced.states as u64),
        ("steps", wanted.steps, unreduced.steps),
    ] {
        if theirs != ours {
            return Err(format!("{what}: {theirs} wanted, {ours} found"));
        }
    }
    let settings = Settings { exact_reach: true, ..Settings::default() };
    let discipline = Discipline::with(&system, &settings, None).unwrap();
    let forgetting = answers(&system, &explore(&discipline, Order::Unreduced));
    differ(&wanted, &forgetting, ", forgetting")?;
    let reduced = compare_reduced(&discipline, &wanted)?;
    Ok(Compared::Alike { threads: system.threads().len(), answers: wanted, reduced })
}

/// Compares the reduced search.
fn compare_reduced(discipline: &Discipline, wanted: &Answers) -> Result<Reduced, String> {
    if discipline.outside().next().is_some() {
        return Ok(Reduced::default());
    }
    let mut discipline = discipline.clone();
    let mut found = explore(&discipline, Order::Reduced);
    let is_cut_short = found.cut_short;
    if is_cut_short {
        // A thread is about to fail at an `up`, and the search goes no further. With every `up` visible it does.
        if !wanted.failure || !has(&found, |kind| matches!(kind, FindingKind::Failure { .. })) {
            return Err("failure, reduced: cut short".to_owned());
        }
        let settings = Settings { visible_ups: true, ..discipline.settings().clone() };
        discipline = Discipline::with(discipline.shared_system(), &settings, None).unwrap();
        assert_eq!(discipline.outside().count(), 0, "what is invisible has no effects");
        found = explore(&discipline, Order::Reduced);
        assert!(!found.cut_short, "no `up` is invisible");
    }
    let reduced = answers(discipline.system(), &found);
    // What was found is there.
    for (what, found, is_there) in [
        ("deadlock", reduced.deadlock, wanted.deadlock),
        ("failure", reduced.failure, wanted.failure),
        ("bad", reduced.bad, wanted.bad),
        ("settled", true, reduced.settled.is_subset(&wanted.settled)),
    ] {
        if found && !is_there {
            return Err(format!("{what}, reduced: found, and not there"));
        }
    }
    let is_known = found.stuck == StuckAnswer::Known;
    let is_endless = has(&found, |kind| matches!(kind, FindingKind::EndlessLoop { .. }));
    if !is_endless && reduced.bad != wanted.bad {
        return Err("bad, reduced: missed".to_owned());
    }
    if is_known == (is_endless || reduced.bad) {
        return Err(format!("known, reduced: {:?}", found.stuck));
    }
    // After a violation, or with an endless loop, a reduced search says nothing more.
    if !is_endless && !wanted.bad {
        let wanted = Answers { visited: BTreeSet::new(), ..wanted.clone() };
        differ(&wanted, &Answers { visited: BTreeSet::new(), ..reduced.clone() }, ", reduced")?;
    }
    let is_smaller = reduced.states < wanted.states;
    if is_endless {
        // With the last step of each loop visible the theorem applies, unless there are further loops.
        let refined = discipline.with_visible(&last_of_loops(&found));
        let further = compare_reduced(&refined, wanted)?;
        return Ok(Reduced { is_compared: false, is_refined: true, is_smaller, ..further });
    }
    Ok(Reduced { is_compared: true, is_refined: false, is_smaller, is_cut_short })
}

/// The last transitions of the loops of invisible steps that a search has found.
fn last_of_loops(found: &Exploration<Violation>) -> Vec<(ThreadId, usize)> {
    let loops =
        found.findings.iter().filter(|one| matches!(one.kind, FindingKind::EndlessLoop { .. }));
    loops
        .filter_map(|one| one.run.last())
        .map(|&(thread, number)| (ThreadId::new(thread), number))
        .collect()
}

fn differ(wanted: &Answers, found: &Answers, how: &str) -> Result<(), String> {
    for (what, wanted, found) in [
        ("deadlock", wanted.deadlock, found.deadlock),
        ("failure", wanted.failure, found.failure),
        ("bad", wanted.bad, found.bad),
    ] {
        if wanted != found {
            return Err(format!("{what}{how}: {wanted} wanted, {found} found"));
        }
    }
    if wanted.stuck_alone != found.stuck_alone {
        return Err(format!(
            "stuck{how}: {:?} wanted, {:?} found",
            wanted.stuck_alone, found.stuck_alone
        ));
    }
    let is_told = found.deadlock || !found.stuck.is_empty();
    if wanted.stuck.is_empty() == is_told {
        return Err(format!("stuck in deadlock{how}: {:?} wanted", wanted.stuck));
    }
    if wanted.settled != found.settled {
        return Err(format!(
            "settled{how}: {:?} wanted, {:?} found",
            wanted.settled, found.settled
        ));
    }
    if wanted.visited != found.visited {
        return Err(format!(
            "visited{how}: {:?} wanted, {:?} found",
            wanted.visited, found.visited
        ));
    }
    Ok(())
}

/// Whether a text is refused because something is, or may be, out of range: this cannot be seen without working it out.
fn is_of_ranges(error: &SystemError) -> bool {
    matches!(
        error.kind,
        SystemErrorKind::NeverInRange { .. }
            | SystemErrorKind::DivisionByZero
            | SystemErrorKind::PartialIndex { .. }
            | SystemErrorKind::PartialArithmetic(_)
            | SystemErrorKind::NoStep
    )
}
