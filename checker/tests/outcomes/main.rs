//! What Java programs do on the real virtual machine is among what `check` finds of them, by every way to search.
//!
//! The programs (`checker/java/outcomes`) are run many times, with threads made late at random points; each outcome is
//! a code that a program tells, the classes of exceptions that end threads, and whether it stands still. Where there is
//! no JDK, the tests say so and pass, unless `REDUCTIO_REQUIRE_JAVA` is set.

mod expand;
mod faults;
mod known;
mod machine;
mod predicted;
mod random;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use machine::{Compiled, Lateness, Seen, folder};
use predicted::Found;
use reductio::check::ProgramSubject;
use reductio::compare::SearchName;
use reductio::java::{ClassPath, JavaError, Options, lower};
use reductio::programs::Granularity;

/// The time from which on the searches of a program are told to be slow.
const SLOW: Duration = Duration::from_secs(1);

/// The greatest number of states of a program of which more searches by name are made.
const SMALL: usize = 300;

/// How much is done.
#[derive(Clone, Copy, Debug)]
struct Size {
    /// Of so many programs of our own, one is taken.
    one_of: usize,
    /// The number of random programs.
    random: u64,
    /// The number of runs of each program.
    rounds: usize,
    /// The most time for the runs of a program, in milliseconds.
    milliseconds: usize,
    /// How many searches by name are made of each program, and of one that has few states.
    searches: usize,
    searches_of_small: usize,
    /// How many times more often a program is run that is found to fail and was not seen to, in each of so many
    /// attempts.
    again: usize,
    attempts: usize,
}

/// What is not as it should be, and how much was looked at.
#[derive(Debug, Default)]
struct Tally {
    programs: usize,
    rounds: usize,
    seen: usize,
    predicted: usize,
    open: usize,
    /// The pairs of a program and a search by name.
    pairs: usize,
    /// The searches by name that were made.
    searches: BTreeSet<String>,
    refused: Vec<String>,
    /// Disagreements that are known and not mended yet.
    known: Vec<String>,
    disagreements: Vec<String>,
    /// What was predicted and not seen.
    unseen: Vec<String>,
    /// Of that, exceptions and deadlocks of programs of our own, which nothing justifies.
    alarms: Vec<String>,
}

/// Writes the sources that templates and the generator make.
fn write_sources(size: &Size, first: u64, to: &Path) {
    fs::create_dir_all(to).unwrap();
    let mut templates: Vec<PathBuf> = fs::read_dir(folder().join("templates"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    templates.sort();
    for path in templates {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        for (class, text) in expand::expand(&name, &fs::read_to_string(&path).unwrap()) {
            fs::write(to.join(format!("{class}.java")), text).unwrap();
        }
    }
    if size.random > 0 {
        fs::write(to.join("Random.java"), random::source("Random", first..first + size.random))
            .unwrap();
    }
}

/// The subject of `check` that the main class makes.
fn subject(path: &ClassPath, main: &str) -> Result<ProgramSubject, JavaError> {
    let lowered = lower(path, &Options { main: Some(main.to_owned()), ..Options::default() })?;
    Ok(ProgramSubject {
        path: main.to_owned(),
        program: lowered.program,
        granularity: Granularity::AloneAfter,
        is_java: true,
        waits: lowered.waits,
        kinds: lowered.kinds,
    })
}

/// The searches by name of programs.
fn all_searches() -> Vec<SearchName> {
    SearchName::all().into_iter().filter(|name| name.for_programs().is_ok()).collect()
}

/// The searches by name that are made of the program with a number, where at most so many are made of any: each is some
/// program's turn.
fn searches(number: usize, count: usize, most: usize) -> Vec<SearchName> {
    let all = all_searches();
    (0..count.min(all.len())).map(|more| all[(number * most + more) % all.len()]).collect()
}

/// Compares what was seen of a program with what is found of it.
fn compare(
    name: &str,
    seen: &BTreeMap<machine::Outcome, usize>,
    found: &[Found],
    tally: &Mutex<Tally>,
) {
    let parts: BTreeSet<&String> = seen.keys().flatten().collect();
    let mut tally = tally.lock().unwrap();
    tally.programs += 1;
    tally.rounds += seen.values().sum::<usize>();
    tally.seen += seen.len();
    for part in &parts {
        let missing: Vec<&str> =
            found.iter().filter(|found| !found.allows(part)).map(|found| &*found.by).collect();
        if !missing.is_empty() {
            let told =
                format!("{name}: `{part}` was seen, but is not found by {}", missing.join(", "));
            if known::is_known(name, part) {
                tally.known.push(told);
            } else {
                tally.disagreements.push(told);
            }
        }
    }
    let Some(first) = found.first() else { return };
    let by_name = found.iter().filter_map(|found| found.by.strip_prefix("--search "));
    tally.pairs += by_name.clone().count();
    tally.searches.extend(by_name.map(str::to_owned));
    tally.predicted += first.parts.len();
    tally.open += usize::from(first.is_open || first.is_deadlock_open);
    let unseen: Vec<&str> =
        first.parts.iter().filter(|part| !parts.contains(part)).map(|part| &**part).collect();
    if !unseen.is_empty() {
        tally.unseen.push(format!("{name}: {}", unseen.join(", ")));
    }
    let alarms = alarms(name, seen, first);
    tally.alarms.extend(alarms.iter().map(|part| format!("{name}: {part}")));
}

/// The exceptions and deadlocks that are found of a program of our own, were not seen, and are justified by nothing.
fn alarms<'f>(
    name: &str,
    seen: &BTreeMap<machine::Outcome, usize>,
    found: &'f Found,
) -> Vec<&'f str> {
    let is_seen = |part: &str| seen.keys().any(|outcome| outcome.contains(part));
    let is_failure = |part: &&str| !part.starts_with("seen") && !name.starts_with("Random");
    let parts = found.parts.iter().map(|part| &**part).filter(is_failure);
    parts.filter(|part| !is_seen(part) && !known::is_justified(name, part)).collect()
}

/// Runs programs and checks them.
fn harness(size: Size, first: u64) -> Tally {
    let work = tempfile::tempdir().unwrap();
    let sources = work.path().join("sources");
    write_sources(&size, first, &sources);
    let compiled = Compiled::new(&[folder().join("programs"), sources], work.path());
    agree(&compiled, &compiled.classes, None, size)
}

/// Runs programs that were compiled, all or those that are named, and checks those of a folder of class files.
fn agree(compiled: &Compiled, classes: &Path, named: Option<Vec<String>>, size: Size) -> Tally {
    let mut path = ClassPath::default();
    path.add(classes).unwrap();
    let wanted = std::env::var("OUTCOMES_ONLY").ok();
    let is_taken = |(number, name): &(usize, String)| {
        wanted.as_ref().map_or(number % size.one_of == 0 || name.starts_with("Random"), |only| {
            name.contains(only.as_str())
        })
    };
    let mut names = path.mains();
    names.sort();
    let taken = || names.into_iter().enumerate().filter(is_taken).map(|(_, name)| name).collect();
    let names: Vec<String> = named.unwrap_or_else(taken);
    let tally = Mutex::new(Tally::default());
    let found = Mutex::new(BTreeMap::new());
    let first = predicted::first_line();
    let next = AtomicUsize::new(0);
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(name) = names.get(number) else { break };
            let start = Instant::now();
            let all = match subject(&path, name) {
                Ok(subject) => {
                    let mut all = predicted::checked(&subject, first);
                    let is_small = all.iter().all(|found| found.states <= SMALL);
                    let most = size.searches_of_small;
                    let count = if is_small { most } else { size.searches };
                    all.extend(predicted::compared(&subject, searches(number, count, most), first));
                    all
                }
                Err(error) => {
                    tally.lock().unwrap().refused.push(format!("{name}: {error}"));
                    continue;
                }
            };
            if start.elapsed() > SLOW {
                println!("slow: {name}: {:?}", start.elapsed());
            }
            found.lock().unwrap().insert(name.clone(), all);
        }
    };
    let mut seen: Seen = std::thread::scope(|scope| {
        scope.spawn(work);
        scope.spawn(work);
        compiled.run(&names, size.rounds, size.milliseconds, Lateness::Small)
    });
    let found = found.into_inner().unwrap();
    // What fails for all we know, and was not seen to, is run more often, until it is seen.
    for _ in 0..size.attempts {
        let is_alarming = |name: &&String| {
            let first = found.get(*name).and_then(|found| found.first());
            first.is_some_and(|first| !alarms(name, &seen[*name], first).is_empty())
        };
        let again: Vec<String> = names.iter().filter(is_alarming).cloned().collect();
        if again.is_empty() {
            break;
        }
        let (rounds, milliseconds) = (size.rounds * size.again, size.milliseconds * size.again);
        for (name, more) in compiled.run(&again, rounds, milliseconds, Lateness::Great) {
            let known = seen.entry(name).or_default();
            for (outcome, count) in more {
                *known.entry(outcome).or_default() += count;
            }
        }
    }
    for (name, all) in &found {
        let seen = seen.get(name).unwrap_or_else(|| panic!("{name} was not run"));
        compare(name, seen, all, &tally);
    }
    tally.into_inner().unwrap()
}

fn tell(tally: &Tally) {
    println!(
        "{} programs, {} rounds, {} outcomes seen, {} parts predicted, {} programs left open, {} pairs of a program and one of {} searches by name, \
            {} refused, {} known disagreements, {} others",
        tally.programs,
        tally.rounds,
        tally.seen,
        tally.predicted,
        tally.open,
        tally.pairs,
        tally.searches.len(),
        tally.refused.len(),
        tally.known.len(),
        tally.disagreements.len()
    );
    for (what, all) in [
        ("refused", &tally.refused),
        ("predicted and not seen", &tally.unseen),
        ("known", &tally.known),
        ("found to fail, and not seen to", &tally.alarms),
        ("disagreement", &tally.disagreements),
    ] {
        for told in all {
            println!("{what}: {told}");
        }
    }
}

#[test]
fn a_few_programs_do_what_is_predicted() {
    if machine::is_there() {
        let size = Size {
            one_of: 12,
            random: 10,
            rounds: 8,
            milliseconds: 400,
            searches: 1,
            searches_of_small: 1,
            again: 0,
            attempts: 0,
        };
        let tally = harness(size, 0);
        tell(&tally);
        assert_eq!(tally.disagreements, Vec::<String>::new());
        assert!(tally.programs > 30, "{tally:?}");
    }
}

#[test]
#[ignore = "it takes a minute or two"]
fn every_program_does_what_is_predicted() {
    if machine::is_there() {
        let number = |name: &str, otherwise: usize| {
            std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(otherwise)
        };
        let rounds = number("OUTCOMES_ROUNDS", 20);
        let size = Size {
            one_of: 1,
            random: number("OUTCOMES_RANDOM", 60) as u64,
            rounds,
            milliseconds: rounds * 40,
            searches: number("OUTCOMES_SEARCHES", 1),
            searches_of_small: number("OUTCOMES_SEARCHES", 2),
            again: 20,
            attempts: 8,
        };
        let tally = harness(size, number("OUTCOMES_SEED", 0) as u64);
        tell(&tally);
        assert_eq!(tally.disagreements, Vec::<String>::new());
        assert_eq!(tally.alarms, Vec::<String>::new());
        if std::env::var_os("OUTCOMES_ONLY").is_none() {
            assert!(tally.programs >= 250, "{} programs", tally.programs);
            assert_eq!(tally.searches.len(), all_searches().len());
        }
    }
}
