//! Models that are reduced by what the reference analysis says show the same failures, deadlocks and stuck threads as
//! base models, for random programs and for the Java programs of the fixtures. That base models show what programs do
//! is what `preservation` tests.

use std::path::Path;
use std::sync::Arc;

use reductio_coarsening::{
    Analyzed, Answer, Limits, Options, Reading, Reductions, Unclassified, Unknown, check,
};
use reductio_java::{ClassPath, Options as JavaOptions, lower};
use reductio_programs::{ENTRY, Program, Queues, generate, parse_program};

/// What is compared: the lines that go wrong, and whether there are deadlocks and stuck threads, as far as it is known.
type Shown = (Vec<u32>, &'static str, &'static str);

fn shown(answer: &Answer) -> Shown {
    let mut lines: Vec<u32> = answer.wrong.iter().map(|wrong| wrong.line).collect();
    lines.dedup();
    (lines, answer.deadlocks().word(), answer.stuck().word())
}

/// The base model and the reduced one; `None` if there are too many states, or the analysis has no answer.
fn both(program: &Program, most: usize) -> Option<(Answer, Answer)> {
    let limits = Limits { max_states: most, ..Limits::default() };
    let options = Options { objects_per_site: 8, ..Options::default() };
    let base = Options { reductions: Reductions::NONE, ..options.clone() };
    let base = check(program, base, Arc::new(Unclassified), &limits).unwrap();
    if base.stopped.is_some() {
        return None;
    }
    let known = Analyzed::within(program, Reading::repaired(), &limits).ok()?;
    let reduced = check(program, options, Arc::new(known), &limits).unwrap();
    Some((base, reduced))
}

/// Compares both models; says how many states they have, or what is shown otherwise.
fn compare(program: &Program, most: usize) -> Option<Result<(usize, usize), String>> {
    let (base, reduced) = both(program, most)?;
    let (left, mut right) = (shown(&base), shown(&reduced));
    // A thread that goes round with what only it can access leaves it open whether somebody is stuck.
    if matches!(reduced.stuck(), reductio_search::Verdict::Declined(Unknown::GoesRound)) {
        right.2 = left.2;
    }
    Some(if left == right {
        Ok((base.states, reduced.states))
    } else {
        Err(format!("{left:?} {right:?} {} {}", base.states, reduced.states))
    })
}

fn random(seeds: std::ops::Range<u64>) -> [usize; 4] {
    println!("seeds {seeds:?}");
    let mut counts = [0; 4];
    for seed in seeds {
        let source = generate::random(seed).to_string();
        let program = parse_program(&source, "random", ENTRY).unwrap();
        let program = program.with_queues(Queues::FirstCome);
        let Some(found) = compare(&program, 20_000) else { continue };
        let (base, reduced) = found.unwrap_or_else(|what| panic!("seed {seed}: {what}\n{source}"));
        let answer = both(&program, 20_000).unwrap().0;
        counts[0] += 1;
        counts[1] += usize::from(!answer.wrong.is_empty());
        counts[2] += usize::from(answer.deadlock.is_some());
        counts[3] += usize::from(reduced * 2 <= base);
    }
    println!("{counts:?}");
    counts
}

#[test]
fn random_programs_show_the_same_when_the_analysis_reduces_them() {
    let counts = random(0..120);
    assert!(counts.into_iter().zip([80, 20, 5, 20]).all(|(is, least)| is >= least), "{counts:?}");
}

#[test]
#[ignore = "a minute"]
fn many_random_programs_show_the_same_when_the_analysis_reduces_them() {
    let counts = random(1_000..5_000);
    assert!(counts.iter().all(|count| *count >= 150), "{counts:?}");
}

/// A Java program of the fixtures, with the first arguments that its source names.
fn java(folder: &Path) -> Option<Program> {
    let name = folder.file_name()?.to_str()?;
    let source = std::fs::read_to_string(folder.join(format!("{name}.java"))).ok()?;
    let args = source.lines().find_map(|line| line.strip_prefix("// args:")).unwrap_or("");
    let first = args.split('|').next().unwrap_or("");
    let arguments = first.split_whitespace().map(str::to_owned).collect();
    let mut classes = ClassPath::default();
    classes.add(&folder.join("classes")).ok()?;
    let options = JavaOptions { arguments, ..JavaOptions::default() };
    let lowered = lower(&classes, &options).ok()?;
    Some(lowered.program.forgetting().with_queues(Queues::FirstCome))
}

fn fixtures(wanted: impl Fn(&str) -> bool, most: usize) -> usize {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../java/fixtures");
    let mut all: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    all.sort();
    let mut count = 0;
    for path in all.iter().filter(|path| wanted(&path.file_name().unwrap().to_string_lossy())) {
        let Some(program) = java(path) else { continue };
        match compare(&program, most) {
            Some(Ok((base, reduced))) => {
                println!("{}: {base} {reduced}", program.name());
                count += 1;
            }
            Some(Err(what)) => panic!("{}: {what}", path.display()),
            None => println!("{}: not compared", program.name()),
        }
    }
    count
}

#[test]
fn java_programs_show_the_same_when_the_analysis_reduces_them() {
    let few =
        ["Figure2", "Figure5", "HandOverField", "NestedMonitor", "OppositeLocks", "JoinOrder"];
    assert!(fixtures(|name| few.contains(&name), 20_000) >= 4);
}

#[test]
#[ignore = "minutes"]
fn all_java_programs_show_the_same_when_the_analysis_reduces_them() {
    assert!(fixtures(|_| true, 200_000) >= 60);
}
