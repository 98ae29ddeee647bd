//! Random programs: the reduced searches meet the same ends of executions as a search of all states by a small interpreter that shares no
//! code with the crate.

mod random;

use random::program::{Do, Program, Random};
use random::{bounded, engine, oracle};
use reductio_schedules::{Explorer, Finding, Strategy};

/// The strategies that all programs are searched by, and those for each fifth one, with their bounds on executions.
const STRATEGIES: [(Strategy, usize); 4] = [
    (Strategy::Optimal, 2000),
    (Strategy::Source, 2000),
    (Strategy::InvisibleFirst, 500),
    (Strategy::Selective, 500),
];

/// Compares so many random programs, one half with loops that wait, the other with destructors, and returns how many ended in more than one way.
fn compare_odd(seed: u64, programs: usize, states: usize) -> usize {
    println!("seed {seed}");
    let mut random = Random(seed);
    let (mut done, mut several, mut unfinished, mut executions) = (0, 0, 0, 0);
    while done < programs {
        let program = if done % 2 == 0 {
            Program::looping(&mut random)
        } else {
            Program::dropping(&mut random)
        };
        let Some(expected) = oracle::outcomes(&program, states) else { continue };
        done += 1;
        if done % 500 == 0 {
            println!(
                "{done} programs, {executions} executions, {unfinished} searches over the bound"
            );
        }
        several += usize::from(expected.len() > 1);
        let explorer = Explorer::new().steps(1500).executions(400);
        let (found, report) = engine::outcomes(&explorer, &program);
        executions += report.executions;
        if !report.is_complete() {
            unfinished += 1;
            continue;
        }
        assert!(
            oracle::agree(&expected, &found),
            "seed {seed}, program {done}: {program:?}\nmissing {:#?}\ntoo many {:#?}\n{report}",
            expected.difference(&found).collect::<Vec<_>>(),
            found.difference(&expected).collect::<Vec<_>>(),
        );
    }
    println!("{executions} executions, {unfinished} searches over the bound");
    assert!(unfinished * 10 <= programs, "{unfinished}");
    several
}

#[test]
fn random_loops_and_destructors_end_as_the_interpreter_says() {
    let several = compare_odd(38, 100, 3000);
    assert!(several >= 20, "{several}");
}

#[test]
#[ignore = "some minutes: 20,000 programs, or as many as REDUCTIO_PROGRAMS says, from the seed REDUCTIO_SEED"]
fn many_random_loops_and_destructors_end_as_the_interpreter_says() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<usize>().ok());
    let programs = number("REDUCTIO_PROGRAMS").unwrap_or(20_000);
    let several = compare_odd(number("REDUCTIO_SEED").unwrap_or(1138) as u64, programs, 5000);
    assert!(several * 5 >= programs, "{several}");
}

/// Compares what two workers find, each on a thread of its own, with the interpreter, for so many random programs.
/// Returns how many searches were long enough to be shared.
fn compare_shared(seed: u64, programs: usize) -> usize {
    println!("seed {seed}");
    let (mut random, mut shared) = (Random(seed), 0);
    for number in 0..programs {
        let program = match number % 4 {
            0 => Program::looping(&mut random),
            1 => Program::dropping(&mut random),
            2 => Program::with_threads(&mut random, 3, 4),
            _ => Program::random(&mut random, 5),
        };
        let Some(expected) = oracle::outcomes(&program, 1000) else { continue };
        let explorer = Explorer::new().steps(1500).executions(300).workers(2);
        let (found, report) = engine::outcomes(&explorer, &program);
        if report.is_complete() {
            shared += usize::from(report.executions > 5);
            assert!(oracle::agree(&expected, &found), "{number}: {program:?}\n{found:?}\n{report}");
        }
        if number % 500 == 499 {
            println!("{} programs, {shared} shared", number + 1);
        }
    }
    shared
}

#[test]
fn several_workers_end_as_the_interpreter_says() {
    let shared = compare_shared(30, 40);
    assert!(shared >= 5, "{shared}");
}

#[test]
#[ignore = "some minutes: 5,000 programs, or as many as REDUCTIO_PROGRAMS says, from the seed REDUCTIO_SEED"]
fn several_workers_end_as_the_interpreter_says_of_many_programs() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<usize>().ok());
    let programs = number("REDUCTIO_PROGRAMS").unwrap_or(5000);
    let shared = compare_shared(number("REDUCTIO_SEED").unwrap_or(1030) as u64, programs);
    assert!(shared * 8 >= programs, "{shared}");
}

/// Compares so many random programs, and returns how many ended in more than one way, how many executions and how many given up there were.
fn compare(seed: u64, programs: usize, length: u64, states: usize) -> (usize, usize, usize) {
    println!("seed {seed}");
    let mut random = Random(seed);
    let (mut done, mut several, mut executions, mut blocked) = (0, 0, 0, 0);
    let (mut replayed, mut unfinished) = (0, 0);
    while done < programs {
        let program = if done % 4 == 3 {
            Program::with_threads(&mut random, length / 2, 4)
        } else {
            Program::random(&mut random, length)
        };
        let Some(expected) = oracle::outcomes(&program, states) else { continue };
        done += 1;
        several += usize::from(expected.len() > 1);
        if done % 500 == 0 {
            println!("{done} programs, {unfinished} searches over the bound");
        }
        let strategies = if done % 5 == 0 { 4 } else { 2 };
        for (strategy, most) in &STRATEGIES[..strategies] {
            let explorer = Explorer::new().strategy(*strategy).executions(*most);
            let (found, report) = engine::outcomes(&explorer, &program);
            if !report.is_complete() {
                println!("{strategy:?} over the bound: {program:?}");
                unfinished += 1;
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
    println!("{replayed} findings replayed, {unfinished} searches over the bound");
    assert!(unfinished * 10 <= programs, "{unfinished}");
    assert!(replayed * 4 >= programs, "{replayed}");
    (several, executions, blocked)
}

#[test]
fn random_programs_end_as_the_interpreter_says() {
    let (several, executions, blocked) = compare(22, 80, 5, 700);
    println!("{several} with several ends, {executions} executions, {blocked} given up");
    assert!(several >= 30, "{several}");
}

#[test]
#[ignore = "some minutes: 5,000 programs"]
fn many_random_programs_end_as_the_interpreter_says() {
    let (several, executions, blocked) = compare(1015, 5000, 5, 2000);
    println!("{several} with several ends, {executions} executions, {blocked} given up");
    assert!(several >= 2000, "{several}");
}

/// Compares searches with a bound on preemptions of so many random programs, and returns how many ends were left out by bounds.
fn compare_bounded(seed: u64, programs: usize) -> usize {
    println!("seed {seed}");
    let mut random = Random(seed);
    let (mut done, mut compared, mut left_out) = (0, 0, 0);
    let (mut within, mut whole, mut given_up, mut given_up_whole) = (0, 0, 0, 0);
    while done < programs {
        let program = match done % 4 {
            0 => Program::looping(&mut random),
            1 => Program::dropping(&mut random),
            2 => Program::with_threads(&mut random, 3, 3),
            _ => bounded::program(&mut random),
        };
        let explorer = Explorer::new().steps(1500).executions(400);
        let Some(ends) = oracle::outcomes(&program, 2000) else { continue };
        let (_, full) = engine::outcomes(&explorer, &program);
        if !full.is_complete() {
            continue;
        }
        done += 1;
        let mut most = full.executions;
        if program.threads.iter().flatten().any(|what| matches!(what, Do::Read | Do::Write(_))) {
            // Where a reader may wait behind a writer or not, a search by source sets walks some classes twice.
            most = engine::outcomes(&explorer.clone().strategy(Strategy::Source), &program)
                .1
                .executions;
        }
        for bound in 0..3 {
            let (found, report) = engine::outcomes(&explorer.clone().preemptions(bound), &program);
            assert!(
                report.executions <= most,
                "bound {bound} seed {seed}, program {done}: {program:?}\n{report}{full}"
            );
            within += report.executions;
            given_up += report.blocked;
            whole += full.executions;
            given_up_whole += full.blocked;
            assert!(
                found.is_subset(&ends),
                "bound {bound} seed {seed}, program {done}: {program:?}"
            );
            if !bounded::is_plain(&program) {
                continue;
            }
            let Some(expected) = bounded::outcomes(&program, bound, 20_000) else { continue };
            compared += 1;
            left_out += ends.len() - expected.len();
            assert!(
                oracle::agree(&expected, &found),
                "bound {bound} seed {seed}, program {done}: {program:?}\nmissing {:#?}\ntoo many {:#?}\n{report}",
                expected.difference(&found).collect::<Vec<_>>(),
                found.difference(&expected).collect::<Vec<_>>(),
            );
        }
    }
    println!(
        "{compared} searches compared, {left_out} ends left out; within bounds {within} executions"
    );
    println!("and {given_up} given up, without bounds {whole} and {given_up_whole}");
    assert!(compared * 3 >= programs, "{compared}");
    left_out
}

#[test]
fn bounds_on_preemptions_leave_out_what_is_beyond_them() {
    let left_out = compare_bounded(1013, 80);
    assert!(left_out >= 10, "{left_out}");
}

#[test]
#[ignore = "some minutes: 2,000 programs, or as many as REDUCTIO_PROGRAMS says"]
fn many_bounds_on_preemptions_leave_out_what_is_beyond_them() {
    let programs = std::env::var("REDUCTIO_PROGRAMS").ok().and_then(|text| text.parse().ok());
    let left_out = compare_bounded(2013, programs.unwrap_or(2000));
    assert!(left_out >= 10, "{left_out}");
}
