//! What the analysis promises against plain searches.

use crate::support;
use crate::support::oracle::{Checked, check};
use reductio_heap::{Inlined, Limits, Options, Reading, Slip, analyze};
use reductio_programs::{Bounds, Program};

fn checked(program: &Program, reading: Reading, slip: Option<Slip>, most: usize) -> Checked {
    let options = Options { slip, ..Options::default() };
    let inlined = Inlined::new(program, &Limits::default()).unwrap();
    let analysis = analyze(program, &inlined, reading, &options).unwrap();
    let bounds = Bounds { threads: 5, objects: 40, ..Bounds::default() };
    check(program, &inlined, &analysis, bounds, most)
}

fn listing(program: &Program) -> String {
    let mut lines = Vec::new();
    for method in program.methods() {
        let (name, parameters) = (&method.name, method.parameters);
        lines.push(format!("{name} ({parameters} parameters) {:?}", method.handlers));
        let code = method.code.iter().enumerate();
        lines.extend(code.map(|(at, instruction)| format!("  {at}: {instruction:?}")));
    }
    lines.join("\n")
}

fn random(
    seeds: std::ops::Range<u64>,
    reading: Reading,
    slip: Option<Slip>,
    most: usize,
) -> (Checked, Vec<(u64, String)>) {
    let mut all = Checked::default();
    let mut problems = Vec::new();
    for seed in seeds {
        let program = support::programs::program(seed);
        let found = checked(&program, reading, slip, most);
        all.states += found.states;
        all.owned += found.owned;
        all.protected += found.protected;
        all.visible += found.visible;
        all.locks += found.locks;
        if let Some(problem) = found.problem {
            problems.push((seed, problem));
        }
    }
    (all, problems)
}

#[test]
fn random_programs_keep_what_is_promised() {
    let (all, problems) = random(0..300, Reading::default(), None, 400);
    println!("{all:?}");
    if let Some((seed, problem)) = problems.first() {
        let listing = listing(&support::programs::program(*seed));
        panic!("{} programs; seed {seed}: {problem}\n{listing}", problems.len());
    }
}

#[test]
#[ignore = "minutes: 5,000 programs, up to 5,000 states each"]
fn many_random_programs_keep_what_is_promised() {
    let from = std::env::var("HEAP_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(0);
    let (all, problems) = random(from..from + 5_000, Reading::default(), None, 5_000);
    println!("{all:?}");
    if let Some((seed, problem)) = problems.first() {
        let listing = listing(&support::programs::program(*seed));
        panic!("{} programs; seed {seed}: {problem}\n{listing}", problems.len());
    }
}

/// Looks at the states of all Java programs, at most so many of each.
fn java(most: usize) -> Checked {
    let mut all = Checked::default();
    let mut count = 0;
    for name in support::java_names() {
        let program = support::java(&name, &[]);
        let Ok(inlined) = Inlined::new(&program, &Limits::default()) else { continue };
        let begin = std::time::Instant::now();
        let analysis =
            analyze(&program, &inlined, Reading::default(), &Options::default()).unwrap();
        let took = begin.elapsed();
        if took.as_millis() > 50 {
            println!("{name}: {took:?} for {} statements", inlined.statements().len());
        }
        let found = check(&program, &inlined, &analysis, Bounds::default(), most);
        assert_eq!(found.problem, None, "{name}");
        count += 1;
        all.states += found.states;
        all.owned += found.owned;
        all.protected += found.protected;
        all.visible += found.visible;
        all.locks += found.locks;
    }
    assert!(count > 130, "{count} programs");
    all
}

#[test]
fn java_programs_keep_what_is_promised() {
    let all = java(60);
    println!("{all:?}");
    assert!(all.owned > 1_000, "{all:?}");
}

#[test]
#[ignore = "minutes: up to 20,000 states each"]
fn all_states_of_java_programs_keep_what_is_promised() {
    let all = java(20_000);
    println!("{all:?}");
    assert!(all.protected > 1_000, "{all:?}");
}

/// The wrong rules.
const SLIPS: [Slip; 14] = [
    Slip::HiddenCurrent,
    Slip::LaterAccesses,
    Slip::LaterExposures,
    Slip::StaticsHide,
    Slip::StartOwns,
    Slip::PartsHide,
    Slip::UnknownRelease,
    Slip::FirstWay,
    Slip::OldCurrent,
    Slip::TryTakes,
    Slip::ManyAlone,
    Slip::AnyBlock,
    Slip::UniqueInLoops,
    Slip::OwnWrites,
];

#[test]
#[ignore = "minutes: a survey of which random programs show that a wrong rule is one"]
fn survey() {
    for slip in SLIPS {
        let (_, problems) = random(0..3_000, Reading::default(), Some(slip), 300);
        println!("{slip:?}: {} programs, first {:?}", problems.len(), problems.first());
    }
}
