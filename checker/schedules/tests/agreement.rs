//! Random programs: the reduced searches meet the same ends of executions as a search of all states by a small interpreter that shares no
//! code with the crate.

mod random;

use random::program::{Program, Random};
use random::{engine, oracle};
use reductio_schedules::{Explorer, Finding, Strategy};

const STRATEGIES: [Strategy; 4] =
    [Strategy::Optimal, Strategy::Source, Strategy::InvisibleFirst, Strategy::Selective];

/// Compares so many random programs, and returns how many ended in more than one way, how many executions and how many given up there were.
fn compare(
    seed: u64,
    programs: usize,
    length: u64,
    strategies: &[Strategy],
) -> (usize, usize, usize) {
    println!("seed {seed}");
    let mut random = Random(seed);
    let (mut done, mut several, mut executions, mut blocked) = (0, 0, 0, 0);
    let mut replayed = 0;
    while done < programs {
        let program = if done % 4 == 3 {
            Program::with_threads(&mut random, length / 2, 4)
        } else {
            Program::random(&mut random, length)
        };
        let Some(expected) = oracle::outcomes(&program, 3000) else { continue };
        done += 1;
        several += usize::from(expected.len() > 1);
        for strategy in strategies {
            // No program does the same thing in vain more often, unless it spins.
            let explorer = Explorer::new().strategy(*strategy).executions(5000).spin_rounds(6);
            let (found, report) = engine::outcomes(&explorer, &program);
            if !report.is_complete() {
                println!("{strategy:?} {}", report.executions);
                continue;
            }
            assert!(
                oracle::agree(&expected, &found),
                "{strategy:?} seed {seed}, program {done}: {program:?}\nmissing {:#?}\ntoo many {:#?}\n{report}",
                expected.difference(&found).collect::<Vec<_>>(),
                found.difference(&expected).collect::<Vec<_>>(),
            );
            let stops = |end: &String| end.starts_with("panic") || end == "discipline";
            if *strategy == Strategy::Optimal {
                executions += report.executions;
                // Where executions come to their own end, none is walked in vain.
                if !expected.iter().any(stops) && report.spins.is_empty() {
                    blocked += report.blocked;
                }
                for finding in report.findings.iter().take(3) {
                    let schedule = finding.schedule().to_string().parse().unwrap();
                    let (_, again) = engine::outcomes(&explorer.clone().replay(schedule), &program);
                    let told = |finding: &Finding| (finding.kind(), finding.message().to_owned());
                    assert_eq!(
                        again.findings.iter().map(told).collect::<Vec<_>>(),
                        [told(finding)],
                        "seed {seed}, program {done}: {program:?}\n{finding}"
                    );
                    replayed += 1;
                }
            }
        }
    }
    println!("{replayed} findings replayed");
    assert!(replayed * 4 >= programs, "{replayed}");
    (several, executions, blocked)
}

#[test]
fn random_programs_end_as_the_interpreter_says() {
    let (several, executions, blocked) = compare(22, 120, 5, &STRATEGIES[..2]);
    println!("{several} with several ends, {executions} executions, {blocked} given up");
    assert!(several >= 50, "{several}");
}

#[test]
#[ignore = "some minutes: 5,000 programs"]
fn many_random_programs_end_as_the_interpreter_says() {
    let (several, executions, blocked) = compare(1015, 5000, 5, &STRATEGIES);
    println!("{several} with several ends, {executions} executions, {blocked} given up");
    assert!(several >= 2000, "{several}");
}
