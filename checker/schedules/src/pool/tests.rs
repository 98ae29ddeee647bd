//! Workers that take turns by chance, on one thread: the report is that of one worker, however fast each of them is.

use std::time::Duration;

use super::{Job, Pool};
use crate::mutants::Mutant;
use crate::mutants::tests::{alone, with};
use crate::random::program::{Program, Random};
use crate::random::{bounded, engine};
use crate::report::Report;
use crate::run::carrier;
use crate::run::execution::Execution;
use crate::run::state::State;
use crate::search::event::Site;
use crate::walk::Walk;
use crate::worker::Root;
use crate::{Bound, Explorer, Strategy};

/// Walks by workers of which one is drawn for each execution. Everybody lends what can be lent.
pub(crate) fn by_chance(
    walk: Walk,
    first: Box<State>,
    root: &Root,
    site: Site,
    seed: u64,
) -> Report {
    // On a thread of its own, since something may be left behind on it.
    let walked = std::thread::scope(|scope| {
        scope.spawn(|| walk_by_chance(walk, first, root, site, seed)).join()
    });
    walked.unwrap()
}

fn walk_by_chance(walk: Walk, first: Box<State>, root: &Root, site: Site, seed: u64) -> Report {
    let mut random = Random(seed);
    let workers = walk.explorer.workers;
    let stall = walk.explorer.stall;
    let pool = Pool::new(walk, first);
    pool.lock().idle = 1000;
    let mut walked: Vec<Job> = Vec::new();
    // Something was left behind on this thread of the operating system.
    let mut is_spoilt = false;
    loop {
        let mut parts = pool.lock();
        pool.tell(&parts);
        let place = usize::try_from(random.below(workers as u64)).unwrap();
        let job = if place < walked.len() {
            drop(parts);
            walked.swap_remove(place)
        } else {
            let job = parts.begin();
            drop(parts);
            match job.map(|job| pool.begin_part(job)) {
                Some(Some(job)) => job,
                Some(None) => break,
                None if walked.is_empty() => break,
                None => continue,
            }
        };
        let Job { walk, state, home } = job;
        let execution = Execution::new(state, walk.carrier);
        if is_spoilt {
            std::thread::scope(|scope| {
                scope.spawn(|| carrier::run(&execution, root, stall, site));
            });
        } else {
            carrier::run(&execution, root, stall, site);
        }
        let state = execution.take();
        is_spoilt |= state.alive > 0;
        walked.extend(pool.after(Job { walk, state, home }));
        if pool.is_over() {
            break;
        }
    }
    assert!(pool.is_over(), "nobody walks");
    for job in walked {
        pool.end(job);
    }
    let parts = pool.lock().next - 1;
    let mut report = pool.report();
    report.lent = parts;
    report
}

/// All that a report says, but how long it took, and how many threads did not let themselves be stopped, which depends
/// on who carries them.
fn told(report: &Report) -> String {
    format!(
        "{:?}",
        Report { time: Duration::ZERO, left_behind: 0, staying: 0, lent: 0, ..report.clone() }
    )
}

/// How a search is compared: its strategy and bounds, whether it goes on after findings, and the seed of who works
/// when.
struct Asked<'a> {
    explorer: &'a Explorer,
    goes_on: bool,
    seed: u64,
}

/// The differences of the reports of several workers and of one for a program, and how many parts were lent. `None` if
/// the search is too long.
fn compare(
    asked: &Asked<'_>,
    program: &Program,
    mutant: Option<Mutant>,
) -> Option<(String, usize)> {
    let explorer = asked.explorer.clone().steps(1500);
    let explorer = if asked.goes_on { explorer.all_findings() } else { explorer };
    let (ends, one) = engine::run(&explorer.clone().executions(MOST), program);
    if one.bounds.contains(&Bound::Executions(MOST)) {
        return None;
    }
    // Faults may make it much longer.
    let mut several =
        explorer.executions(8 * MOST).workers(2 + usize::try_from(asked.seed % 3).unwrap());
    several.chance = Some(asked.seed);
    let (found, report) = with(mutant, || engine::run(&several, program));
    // Parts may have gone on beyond a first finding.
    let is_same = told(&one) == told(&report)
        && if one.is_complete() { ends == found } else { ends.is_subset(&found) };
    let differences = if is_same {
        String::new()
    } else {
        format!("{several:?} {program:?}\n{one:?}\n{report:?}")
    };
    Some((differences, report.lent))
}

/// A search is compared if one worker needs fewer executions.
const MOST: usize = 250;

/// Random programs of all kinds.
fn program(number: usize, random: &mut Random) -> Program {
    match number % 5 {
        0 => Program::looping(random),
        1 => Program::dropping(random),
        2 => Program::with_threads(random, 3, 4),
        3 => bounded::program(random),
        _ => Program::random(random, 5),
    }
}

/// Compares so many random programs, with all strategies.
fn compare_many(seed: u64, programs: usize) {
    println!("seed {seed}");
    let mut random = Random(seed);
    let mut lent = [0; 7];
    for number in 0..programs {
        let program = program(number, &mut random);
        let explorers = [
            Explorer::new(),
            Explorer::new().strategy(Strategy::Source),
            Explorer::new().preemptions(1),
            Explorer::new().strategy(Strategy::InvisibleFirst),
            Explorer::new().strategy(Strategy::Selective),
            Explorer::new().strategy(Strategy::InvisibleFirst).preemptions(1),
            Explorer::new().strategy(Strategy::All),
        ];
        let most = if number % 5 == 4 { 7 } else { 3 };
        for (explorer, lent) in explorers.iter().zip(&mut lent).take(most) {
            for goes_on in [true, false] {
                let asked = Asked { explorer, goes_on, seed: random.below(1 << 40) };
                let Some((differences, parts)) = compare(&asked, &program, None) else { continue };
                assert!(differences.is_empty(), "seed {seed}, program {number}: {differences}");
                *lent += parts;
            }
        }
    }
    println!("parts lent, by strategy: {lent:?}");
    // All schedules of a program are mostly too many.
    assert!(lent[..6].iter().all(|lent| lent * 10 > programs), "{lent:?}");
}

#[test]
fn several_workers_report_what_one_reports() {
    let _alone = alone();
    compare_many(11, 25);
}

#[test]
#[ignore = "some minutes: 5,000 programs, or as many as REDUCTIO_PROGRAMS says, from the seed REDUCTIO_SEED"]
fn several_workers_report_what_one_reports_of_many_programs() {
    let _alone = alone();
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<usize>().ok());
    let programs = number("REDUCTIO_PROGRAMS").unwrap_or(5000);
    compare_many(number("REDUCTIO_SEED").unwrap_or(1011) as u64, programs);
}

/// The number of the first random program for which several workers with a fault report something else than one
/// without, among so many.
fn first_difference(mutant: Option<Mutant>, programs: usize) -> Option<usize> {
    let mut random = Random(12);
    (0..programs).find(|number| {
        let program = program(*number, &mut random);
        let explorer = Explorer::new();
        let asked = Asked { explorer: &explorer, goes_on: true, seed: random.below(1 << 40) };
        compare(&asked, &program, mutant).is_some_and(|(differences, _)| !differences.is_empty())
    })
}

/// Three threads take a lock twice. After one order, somebody asks whether it is free: the search begins again.
fn asks_late() {
    let order = crate::sync::Arc::new(crate::sync::Mutex::new(Vec::new()));
    let start = |me| {
        let order = crate::sync::Arc::clone(&order);
        crate::thread::spawn(move || (0..2).for_each(|_| order.lock().unwrap().push(me)))
    };
    for thread in [0, 1, 2].map(start) {
        thread.join().unwrap();
    }
    let is_last = *order.lock().unwrap() == [2, 1, 0, 2, 1, 0];
    assert!(!is_last || order.try_lock().is_ok());
}

/// Whether several workers report of [`asks_late`] what one reports, whoever works when.
fn begins_again_in_time(mutant: Option<Mutant>) -> bool {
    let one = Explorer::new().run(asks_late);
    assert!(one.holds() && one.restarted > 10, "{one}");
    (0..10).all(|seed| {
        let mut several = Explorer::new().workers(3);
        several.chance = Some(seed);
        told(&with(mutant, || several.run(asks_late))) == told(&one)
    })
}

#[test]
fn workers_with_faults_are_noticed() {
    let _alone = alone();
    for (mutant, number) in [(Mutant::Forgets, 4), (Mutant::Alone, 0)] {
        assert_eq!(first_difference(Some(mutant), number + 1), Some(number), "{mutant:?}");
    }
    assert_eq!(first_difference(None, 5), None);
    assert!(!begins_again_in_time(Some(Mutant::Saw)));
    assert!(begins_again_in_time(None));
}
