//! The bridge to S5: guards that are guessed from locksets, checked on the reduced system.

use std::collections::BTreeSet;

use crate::bundled::{SEVEN, bundled};
use crate::oracle::truth;
use crate::random;
use reductio_locksets::{Guard, Guarded, Options, derive, guess, reduce};
use reductio_programs::Bounds;
use reductio_search::{Query, Unreduced, Verdict, search};
use reductio_validate::{ValidationOptions, validate_model};

const SEED: u64 = 5_2006;

fn options() -> Options<'static> {
    let bounds = Bounds { threads: 6, objects: 40, ..Bounds::default() };
    Options { bounds, max_states: 20_000, ..Options::default() }
}

fn count(everyday: u64) -> u64 {
    std::env::var("ORACLE_PROGRAMS").ok().and_then(|n| n.parse().ok()).unwrap_or(everyday)
}

/// Compares `count` random programs with their truth, and decides the hypotheses of S5 for those that are small.
fn compare(count: u64, most: usize, validated: usize) {
    let (mut holds, mut fails, mut declined, mut valid, mut undecided) = (0, 0, 0, 0, 0);
    let (mut states, mut reduced) = (0, 0);
    for seed in SEED..SEED + count {
        let program = random::program(seed, seed.is_multiple_of(2));
        let guards = guess(&program, &options());
        match reduce(&program, &guards, &options()) {
            Verdict::Holds(found) => {
                let Some(truth) = truth(&program, false, most) else { continue };
                let wrong: BTreeSet<u32> =
                    found.wrong.iter().map(|failure| failure.line(&program)).collect();
                assert_eq!(wrong, truth.wrong, "seed {seed}");
                assert_eq!(found.deadlock, truth.deadlock, "seed {seed}");
                let guarded: Vec<_> =
                    guards.told(&program).into_iter().map(|(shared, _)| shared).collect();
                let racy = |(line, field): &(u32, String)| {
                    guarded.iter().any(|shared| shared.line == *line && shared.field == *field)
                };
                assert!(!truth.races.iter().any(racy), "seed {seed}: a guarded variable races");
                holds += 1;
                let model = Guarded::new(&program, guards.clone(), &options());
                states +=
                    search(&model, &Unreduced, &Query { keep_going: true, ..Query::default() })
                        .states;
                reduced += found.states;
                let limits =
                    ValidationOptions { max_states: validated, ..ValidationOptions::default() };
                match validate_model(&model, &limits) {
                    Verdict::Holds(_) => valid += 1,
                    Verdict::Fails(found) => {
                        let labels: Vec<_> =
                            found.failing().map(|check| check.label.clone()).collect();
                        for check in found.failing() {
                            println!(
                                "{} {:?}",
                                check.label,
                                check.fault.as_ref().map(|f| f
                                    .steps
                                    .iter()
                                    .map(|s| (s.thread.name.clone(), s.text.clone(), s.visible))
                                    .collect::<Vec<_>>())
                            );
                        }
                        panic!("seed {seed}: {labels:?} {:?} {program:?}", guards.told(&program))
                    }
                    Verdict::Declined(_) => undecided += 1,
                }
            }
            Verdict::Fails(_) => fails += 1,
            Verdict::Declined(_) => declined += 1,
        }
    }
    println!(
        "seed {SEED}, {count} programs: the discipline holds in {holds}, is broken in {fails}, declined {declined}; \
         hypotheses hold in {valid}, undecided {undecided}; {states} states, reduced {reduced}"
    );
    assert!(holds > 0 && valid > 0);
}

#[test]
fn what_the_reduced_system_shows_is_true_of_the_whole() {
    compare(count(150), 4_000, 300);
}

#[test]
#[ignore = "takes minutes"]
fn what_the_reduced_system_shows_is_true_of_many() {
    compare(count(5_000), 60_000, 1_000);
}

#[test]
fn the_seven_programs_have_guards() {
    // Guarded fields, all states, and reduced ones. What belongs to one thread after the other has no such guard.
    let expected: [(&[&str], usize, Option<usize>); 7] = [
        (&[], 2380, None),
        (&["Block.busy: own lock"], 558, Some(307)),
        (&[], 1157, None),
        (&[], 671, None),
        (&["Buffer.halted: own lock", "Buffer.item: own lock"], 415, Some(179)),
        (
            &[
                "Container.count: own lock",
                "Container.first: own lock",
                "Container.high: own lock",
                "Container.right: own lock",
                "Data.datum: lookup",
                "Data.key: lock of line 12",
                "Data.next: lock of line 12",
            ],
            2834,
            Some(641),
        ),
        (&["Queue.irp: own lock"], 1274, Some(645)),
    ];
    for (name, (fields, all, reduced)) in SEVEN.into_iter().zip(expected) {
        let program = bundled(name);
        let (guards, verdict) = derive(&program, &Options::default());
        let told: BTreeSet<String> = guards
            .told(&program)
            .into_iter()
            .map(|(shared, guard)| {
                let kind = match guard {
                    Guard::OwnLock => "own lock".to_owned(),
                    Guard::LockMadeAt(site) => format!("lock of line {}", program.line(site)),
                    Guard::OnlyThreadOf(method) => program.method(method).name.clone(),
                };
                format!("{}.{}: {kind}", shared.class(&program), shared.field)
            })
            .collect();
        assert!(told.iter().eq(fields), "{name}: {told:?}");
        let model = Guarded::new(&program, guards, &Options::default());
        let states = search(&model, &Unreduced, &Query::default()).states;
        let found = verdict.evidence();
        assert_eq!((states, found.map(|found| found.states)), (all, reduced), "{name}");
        assert!(found.is_none_or(|found| found.wrong.is_empty() && !found.deadlock), "{name}");
    }
}
