//! The reduced search and its judge find what a search of everything finds, on random programs with random claims.

#[path = "../../locksets/tests/random/mod.rs"]
mod random;

use std::collections::BTreeSet;

use crate::oracle::{Truth, truth};
use random::Random;
use reductio_exclusive::{
    Alarm, Answer, Claims, Guard, Link, Options, Race, Slip, Variables, Wrong, check, derive,
};
use reductio_programs::{
    Bounds, ENTRY, FieldId, Instruction, Place, Program, Queues, StaticId, generate, parse_program,
};
use reductio_search::Verdict;

/// The number of programs: `ORACLE_PROGRAMS`, or a few.
fn count(everyday: u64) -> u64 {
    std::env::var("ORACLE_PROGRAMS").ok().and_then(|n| n.parse().ok()).unwrap_or(everyday)
}

fn bounds() -> Bounds {
    Bounds { threads: 6, objects: 12, ..Bounds::default() }
}

/// A random program: of the crate of programs, or of the tests of locksets, half of these with exceptions, tried locks,
/// timed waits and atomic updates.
fn program(seed: u64) -> Program {
    let program = if seed.is_multiple_of(2) {
        let text = generate::random(seed).to_string();
        parse_program(&text, "random", ENTRY).unwrap()
    } else {
        random::program(seed, seed % 4 == 1)
    };
    // In some, who comes first is served first.
    if seed % 5 == 4 { program.with_queues(Queues::FirstCome) } else { program }
}

fn places(program: &Program) -> impl Iterator<Item = Place> {
    (0..program.instructions()).filter_map(|number| program.place(number))
}

/// Random claims. In round 0 nothing is claimed, in the last one what is seen to be so in some runs.
fn claims(program: &Program, seed: u64, round: u64) -> Claims {
    let mut claims = Claims::default();
    if round == 0 {
        return claims;
    }
    if round == ROUNDS - 1 {
        claims.add_observed(program, bounds(), Alarm::new(None, None)).unwrap();
        return claims;
    }
    let mut random = Random(seed ^ round << 48);
    let sites: Vec<Place> =
        places(program).filter(|place| program.class_at(*place).is_some()).collect();
    let fields = u64::try_from(program.fields().len()).unwrap();
    let statics = u64::try_from(program.statics().len()).unwrap();
    let field = |random: &mut Random| FieldId(u32::try_from(random.below(fields)).unwrap());
    let variable = |random: &mut Random| StaticId(u32::try_from(random.below(statics)).unwrap());
    let guard = |random: &mut Random| match random.below(11) {
        8 => Guard::ReadOnly,
        9 => Guard::OneThread,
        10 if !sites.is_empty() => {
            let number = random.below(u64::try_from(sites.len()).unwrap());
            Guard::OneOf(sites[usize::try_from(number).unwrap()])
        }
        0 if !sites.is_empty() => {
            let number = random.below(u64::try_from(sites.len()).unwrap());
            Guard::MadeAt(sites[usize::try_from(number).unwrap()])
        }
        1 if statics > 0 => Guard::From { variable: variable(random), down: Vec::new() },
        2 if fields > 0 => {
            Guard::Reached { up: vec![Link::Field(field(random))], down: Vec::new() }
        }
        3 if fields > 0 => Guard::Reached { up: Vec::new(), down: vec![field(random)] },
        4 if fields > 0 => {
            let link = if random.one_in(2) { Link::Element } else { Link::Field(field(random)) };
            Guard::Reached { up: vec![link], down: vec![field(random)] }
        }
        _ => Guard::own_lock(),
    };
    let mut all: Vec<Variables> = Vec::new();
    for site in &sites {
        all.extend(
            (0..program.fields().len())
                .map(|field| Variables::Field(*site, FieldId(u32::try_from(field).unwrap()))),
        );
        all.push(Variables::Elements(*site));
        all.push(Variables::Lock(*site));
    }
    all.extend(
        (0..).map(|number| Variables::Static(StaticId(number))).take(program.statics().len()),
    );
    for variables in &all {
        // In some rounds few claims are made, so that some are right.
        if !random.one_in(1 + round * 2) {
            continue;
        }
        let found = match variables {
            Variables::Static(_) if random.one_in(2) => Guard::OneThread,
            _ => guard(&mut random),
        };
        // A lock that protects itself protects nothing.
        if !(matches!(variables, Variables::Lock(_)) && found == Guard::own_lock()) {
            claims.guards.insert(*variables, found);
        }
    }
    for place in places(program) {
        if matches!(program.instruction(place), Instruction::Fork { .. }) {
            let handed = sites.iter().filter(|_| random.one_in(2));
            claims.handed.extend(handed.map(|site| (place, *site)));
        }
        if !all.is_empty() && random.one_in(6) {
            let found =
                all[usize::try_from(random.below(u64::try_from(all.len()).unwrap())).unwrap()];
            claims.owned.insert((place, found));
        }
    }
    claims
}

/// What is wrong with an answer, if something is.
fn difference(answer: &Answer, truth: &Truth) -> Option<String> {
    if let Some(stopped) = answer.stopped {
        return Some(format!("stopped: {stopped}"));
    }
    let found: BTreeSet<Wrong> = answer.breaches.iter().map(|breach| breach.wrong).collect();
    let there = &truth.broken;
    if !found.is_subset(there) || found.is_empty() != there.is_empty() {
        return Some(format!("breaches {found:?} instead of {there:?}"));
    }
    let is_known = answer.unknown().is_none();
    let found: BTreeSet<_> = answer.wrong.iter().map(|wrong| wrong.failure).collect();
    let there = &truth.wrong;
    if !found.is_subset(there) || is_known && found != *there {
        return Some(format!("failures {found:?} instead of {there:?}"));
    }
    let found: BTreeSet<_> = answer.races.iter().filter_map(Race::places).collect();
    let there = &truth.races;
    if !found.is_subset(there) || is_known && found != *there {
        return Some(format!("races {found:?} instead of {there:?}"));
    }
    if let Some(stuck) = &answer.stuck {
        if stuck.len() != truth.stuck.len() {
            let found = stuck.len();
            return Some(format!("{found} stuck instead of {:?}", truth.stuck));
        }
    } else if is_known {
        return Some("no answer about stuck threads".to_owned());
    }
    let found = answer.deadlock.is_some();
    if found && !truth.deadlock || is_known && found != truth.deadlock {
        return Some(format!("deadlock {found} instead of {}", truth.deadlock));
    }
    None
}

/// A program as text, for messages.
fn text(program: &Program) -> String {
    let lines = program.methods().iter().flat_map(|method| {
        let code = method.code.iter().zip(&method.lines).enumerate();
        let code = code.map(|(at, (found, line))| format!("  {at:3} (line {line}) {found:?}"));
        std::iter::once(format!("{}:", method.name)).chain(code)
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[derive(Default, Debug)]
struct Tally {
    pairs: u64,
    too_large: u64,
    held: u64,
    held_with_guards: u64,
    held_observed: u64,
    held_with_hand_over: u64,
    broke: u64,
    with_failures: u64,
    with_races: u64,
    with_deadlocks: u64,
    with_stuck: u64,
    states: usize,
    all_states: usize,
}

const ROUNDS: u64 = 5;

/// Where two threads are never about to access one variable at a time, no two accesses race by happens-before either:
/// by the search by locksets, on random programs, without claims and with those that some runs keep. With claims, what
/// a thread learns without being ordered after others need not matter.
#[test]
fn what_meets_nowhere_races_nowhere() {
    let (mut racing, mut quiet, mut by_claims) = (0, 0, 0);
    for seed in (0..count(150)).filter(|seed| seed % 5 != 4) {
        let program = program(seed);
        let options = reductio_locksets::Options {
            bounds: bounds(),
            max_states: 50_000,
            deadlocks: false,
            ..reductio_locksets::Options::default()
        };
        let report = reductio_locksets::check(&program, &options);
        if !report.is_complete() {
            continue;
        }
        let options = Options { bounds: bounds(), max_states: 50_000, ..Options::default() };
        let without = check(&program, &Claims::default(), &options);
        let with = derive(&program, claims(&program, seed, ROUNDS - 1), &options).answer;
        let [is_known, is_known_with] =
            [&without, &with].map(|answer| !matches!(answer.races(), Verdict::Declined(_)));
        by_claims += u64::from(is_known_with && !is_known);
        for (answer, is_known) in [(without, is_known), (with, is_known_with)] {
            if is_known {
                assert_eq!(
                    answer.races.is_empty(),
                    report.racy().is_empty(),
                    "seed {seed}: {}",
                    text(&program)
                );
                racing += u64::from(!answer.races.is_empty());
                quiet += u64::from(answer.races.is_empty());
            }
        }
    }
    println!("{racing} race, {quiet} do not; {by_claims} are known by claims alone");
    assert!(racing > 20 && quiet > 20, "{racing} race, {quiet} do not");
    assert!(by_claims > 0);
}

fn compare(seeds: std::ops::Range<u64>, most: usize) -> Tally {
    let mut tally = Tally::default();
    for seed in seeds {
        let program = program(seed);
        for round in 0..ROUNDS {
            let claims = claims(&program, seed, round);
            let Some(truth) = truth(&program, &claims, bounds(), most) else {
                tally.too_large += 1;
                break;
            };
            let options = Options {
                bounds: bounds(),
                max_states: 200_000,
                stuck: true,
                ..Options::default()
            };
            let answer = check(&program, &claims, &options);
            if let Some(difference) = difference(&answer, &truth) {
                panic!("seed {seed}, round {round}: {difference}\n{claims:?}\n{}", text(&program));
            }
            tally.pairs += 1;
            let holds = answer.breaches.is_empty();
            tally.held += u64::from(holds);
            tally.held_with_guards += u64::from(holds && !claims.guards.is_empty());
            tally.held_observed +=
                u64::from(holds && round == ROUNDS - 1 && !claims.guards.is_empty());
            tally.held_with_hand_over += u64::from(holds && !claims.handed.is_empty());
            tally.broke += u64::from(!holds);
            tally.with_failures += u64::from(holds && !answer.wrong.is_empty());
            tally.with_races += u64::from(holds && !answer.races.is_empty());
            tally.with_deadlocks += u64::from(holds && answer.deadlock.is_some());
            tally.with_stuck += u64::from(holds && !truth.stuck.is_empty());
            tally.states += answer.states;
            tally.all_states += truth.states;
        }
    }
    println!("{tally:?}");
    tally
}

#[test]
fn a_reduced_search_finds_what_a_search_of_everything_finds() {
    let tally = compare(0..count(60), 4_000);
    assert!(tally.held > 60 && tally.broke > 40, "{tally:?}");
    assert!(tally.held_observed > 20, "{tally:?}");
    assert!(tally.held_with_guards > 5 && tally.held_with_hand_over > 5, "{tally:?}");
    assert!(tally.with_failures > 5 && tally.with_races > 5, "{tally:?}");
}

#[test]
#[ignore = "minutes"]
fn many_more_agree() {
    let tally = compare(1_000..1_000 + count(2_000), 20_000);
    assert!(tally.held > 2_000 && tally.broke > 1_000, "{tally:?}");
}

/// Wrong readings are noticed; those that few random programs show are in `claims.rs` as well.
#[test]
fn wrong_readings_are_noticed() {
    let rare = [Slip::HoldersChange, Slip::ManyAreOne, Slip::ReleaseInvisible];
    for slip in Slip::ALL.into_iter().filter(|slip| !rare.contains(slip)) {
        let noticed = (0..300).find(|seed| {
            let program = program(*seed);
            (0..ROUNDS).any(|round| {
                let claims = claims(&program, *seed, round);
                let options = Options {
                    bounds: bounds(),
                    max_states: 200_000,
                    stuck: true,
                    slip: Some(slip),
                    ..Options::default()
                };
                let truth = truth(&program, &claims, bounds(), 2_000);
                truth.is_some_and(|truth| {
                    difference(&check(&program, &claims, &options), &truth).is_some()
                })
            })
        });
        println!("{slip:?}: {noticed:?}");
        assert!(noticed.is_some(), "{slip:?}");
    }
}
