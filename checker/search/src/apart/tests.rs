//! Random models, searched by workers that share no memory, as by one.

use super::*;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::parallel::tests::{Counters, Walks, is_true, lengths};
use crate::{FindingKind, Unreduced};

type Makes<'m> = Worker<'m, Walks, Unreduced>;

/// Lets workers search, in an order of their messages that a seed gives.
fn together(model: &Walks, query: &Query<'_>, workers: usize, seed: u64) -> Exploration<u64> {
    let make = |worker| Worker::new(model, &Unreduced, query, (worker, workers));
    let mut all: Vec<Makes<'_>> = (0..workers).map(make).collect();
    all.iter_mut().for_each(Worker::begin);
    loop {
        let totals: Vec<LevelTotals> = all.iter_mut().map(Worker::level_totals).collect();
        let next: Vec<Next> = all.iter_mut().map(|worker| worker.agree(&totals)).collect();
        assert!(next.iter().all(|one| *one == next[0]));
        if next[0] == Next::End {
            break;
        }
        let mut sent = Vec::new();
        for worker in &mut all {
            worker.begin_level();
            while worker.expand(3, |owner, parcel| sent.push((owner, parcel.map(|s| **s)))) {}
        }
        let length = sent.len().max(1);
        sent.rotate_left(usize::try_from(seed).unwrap() % length);
        for (owner, parcel) in &sent {
            all[*owner].receive(parcel.map(|state| state));
        }
    }
    let totals: Vec<Totals> = all.iter().map(Worker::totals).collect();
    let mut found = all[0].first_of_each(&totals);
    let answer;
    let ready: Vec<_> = all.iter_mut().map(Worker::settling).collect();
    match ready.into_iter().collect::<Result<Vec<Settling>, _>>() {
        Err(why) => answer = why,
        Ok(mut settling) => {
            let round = |settling: &mut [Settling], all: &[Makes<'_>], first: bool| {
                let mut sent = Vec::new();
                for (worker, mine) in all.iter().zip(&mut *settling) {
                    let send = |owner: usize, number: u32, set: &[u8]| {
                        sent.push((owner, number, set.to_vec()));
                    };
                    if first { worker.tell_movers(mine, send) } else { worker.sweep(mine, send) }
                        .unwrap();
                }
                for (owner, number, set) in &sent {
                    settling[*owner].receive(*number, set);
                }
                // Each of them is asked.
                settling.iter_mut().filter_map(|mine| mine.takes_growth().then_some(())).count() > 0
            };
            round(&mut settling, &all, true);
            for (worker, mine) in all.iter_mut().zip(&mut settling) {
                worker.mark_deadlocks(mine, &totals);
            }
            while round(&mut settling, &all, false) {}
            let first: Vec<_> = all
                .iter()
                .zip(&settling)
                .map(|(worker, mine)| worker.first_stuck(mine).unwrap())
                .collect();
            let (told, more) = all[0].stuck(&totals, &first);
            answer = told;
            found.extend(more);
        }
    }
    let mut findings = Vec::new();
    for (worker, one) in found {
        let (mut at, mut states) = (Way::Stored { worker, number: one.number }, Vec::new());
        let root = loop {
            match at {
                Way::Root(root) => break root,
                Way::Stored { worker, number } => {
                    let strand = all[worker].strand(number, 2);
                    states.extend(strand.states);
                    at = strand.way;
                }
            }
        };
        states.reverse();
        findings.push(all[0].finding(&one, root, &states));
    }
    all[0].exploration(&totals, findings, answer)
}

#[test]
fn workers_that_share_no_memory_find_what_one_finds() {
    let (mut compared, mut stuck) = (0, 0);
    for seed in 0..60 {
        let model = Walks { seed: seed * 7919, states: 20 + seed * 15 };
        for keep_going in [false, true] {
            let query = Query { keep_going, stuck: true, ..Query::default() };
            let one = crate::search(&model, &Unreduced, &query);
            let apart = together(&model, &query, 2, seed);
            assert!(apart.findings.iter().all(|finding| is_true(&model, finding)), "{seed}");
            for workers in [1, 3, 5] {
                let other = together(&model, &query, workers, seed + 7);
                assert_eq!(apart.findings, other.findings, "seed {seed}, {keep_going}, {workers}");
            }
            assert_eq!((one.states, one.transitions), (apart.states, apart.transitions), "{seed}");
            assert_eq!((one.depth, one.stopped), (apart.depth, apart.stopped), "{seed}");
            assert_eq!((one.deadlocks, one.stuck), (apart.deadlocks, apart.stuck), "{seed}");
            assert_eq!((&one.reached, &one.goals), (&apart.reached, &apart.goals), "{seed}");
            if keep_going {
                assert_eq!(lengths(&one), lengths(&apart), "seed {seed}");
            }
            compared += apart.findings.len();
            let is_stuck =
                |finding: &&crate::Finding<u64>| matches!(finding.kind, FindingKind::Stuck { .. });
            stuck += apart.findings.iter().filter(is_stuck).count();
        }
    }
    assert!(compared > 150 && stuck > 20, "{compared} findings, {stuck} of threads that are stuck");
}

#[test]
fn workers_that_deal_otherwise_do_not_say_that_the_search_is_complete() {
    let walks = Walks { seed: 1, states: 1 };
    let model = Counters { walks, points: vec![6; 9] };
    // A worker that was interrupted while it walked, and does not know it any more.
    let cancel = AtomicBool::new(true);
    let (interrupted, other) =
        (Query { cancel: Some(&cancel), ..Query::default() }, Query::default());
    let mut two = [
        Worker::new(&model, &Unreduced, &interrupted, (0, 2)),
        Worker::new(&model, &Unreduced, &other, (1, 2)),
    ];
    cancel.store(false, Ordering::Relaxed);
    two.iter_mut().for_each(Worker::begin);
    let totals: Vec<LevelTotals> = two.iter_mut().map(Worker::level_totals).collect();
    assert_ne!(totals[0].deal, totals[1].deal);
    for worker in &mut two {
        assert_eq!(worker.agree(&totals), Next::End);
        assert_eq!(worker.stopped, Some(Stopped::Cancelled));
    }
    let mut same = [0, 1].map(|worker| Worker::new(&model, &Unreduced, &other, (worker, 2)));
    same.iter_mut().for_each(Worker::begin);
    let totals: Vec<LevelTotals> = same.iter_mut().map(Worker::level_totals).collect();
    assert!(same.iter_mut().all(|worker| worker.agree(&totals) == Next::Level));
}
