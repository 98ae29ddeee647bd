//! The deal of states among workers: which worker owns which.
//!
//! A state that another worker owns has to be copied, handed over and read again. If a hash of the whole state says who
//! owns it, that is the fate of every second successor with two workers, and of nearly all with many. If the control
//! points of some threads say it, steps of all other threads stay where they are: the partition of F. Lerda and R.
//! Sisto (Distributed-memory model checking with SPIN, SPIN 1999), who take one thread.
//!
//! Here the control points of a thread, in their order, are cut into arcs, and these are given to the workers in turn.
//! The number of a state's owner is the sum of the numbers of the workers to whom the arcs belong in which some threads
//! are. If a single one of these threads is in the arcs of each worker equally often, the workers have equally many
//! states; so it does little harm that only random walks say how often it is where.

use rustc_hash::FxHashSet;

use super::super::Task;
use super::super::begin::Begun;
use super::super::expand::{Expander, Visit};
use super::super::look::Seen;
use super::super::model::Model;
use super::super::query::Stopped;
use super::super::reduction::Reduction;

/// The number of control points that are noted on all random walks by which the threads are chosen.
const NOTED: usize = 1 << 18;

/// The most steps of all random walks together.
const STEPS: usize = 1 << 12;

/// The number of steps of a random walk.
const WALK: usize = 1 << 7;

/// The number of arcs of a thread for each worker. With few of them, few steps lead from one to another; but all
/// threads come to the same places on the same level, and so some workers would wait for others.
const ARCS: usize = 3;

/// What it costs to hand a state over: the part of everything else that is done for a step. As measured.
const HANDED_OVER: f64 = 0.5;

/// What it costs to look at the control point of a thread, likewise.
const LOOKED_AT: f64 = 0.01;

/// How uneven the arcs of a thread may be even if the walks say that they are not: they do not meet what a search
/// meets.
const UNEVEN: f64 = 0.3;

/// The worker that owns each state. All workers of a search have the same.
#[derive(Clone, Debug)]
pub(in super::super) struct Deal {
    /// The threads whose control points say who owns a state, each with the worker of the arc of each point; if there
    /// are none, a hash of the state says it.
    arcs: Vec<(usize, Vec<u16>)>,
    workers: usize,
}

impl Deal {
    /// Chooses how the states of a search are dealt. The choice depends on the model, the reduction and the number of
    /// workers alone: workers that share no memory make the same one.
    pub(in super::super) fn new<M: Model, R: Reduction<M>>(
        task: Task<'_, M, R>,
        begun: &Begun<M>,
        workers: usize,
    ) -> Self {
        if workers == 1 || !task.model.deals_by_points() {
            return Deal { arcs: Vec::new(), workers };
        }
        Deal { arcs: Sample::new(task, begun).choose(workers), workers }
    }

    /// A hash of this deal. Workers that share no memory compare it: a walk that was interrupted, or another machine's
    /// floating-point library, may have led one of them to another deal, and then a state may be nobody's.
    pub(in super::super) fn mark(&self) -> u64 {
        let points = |(thread, arcs): &(usize, Vec<u16>)| {
            arcs.iter()
                .fold(mix(*thread as u64, arcs.len() as u64), |hash, &arc| mix(hash, arc.into()))
        };
        self.arcs.iter().map(points).fold(self.workers as u64, mix)
    }

    /// The owner of a state with a hash.
    #[inline]
    pub(super) fn owner<M: Model>(&self, model: &M, state: &M::State, hash: u64) -> usize {
        if self.arcs.is_empty() {
            // Bits that the index of a store does not use.
            return usize::try_from(((hash >> 8 & 0xFFFF) * self.workers as u64) >> 16)
                .unwrap_or(0);
        }
        self.arcs.iter().fold(0, |owner, (thread, arcs)| {
            let sum = owner + usize::from(arcs[model.point(*thread, state)]);
            if sum < self.workers { sum } else { sum - self.workers }
        })
    }
}

/// The states of random walks, each by the control points of all threads.
struct Sample {
    /// The number of control points of each thread.
    threads: Vec<usize>,
    /// For each state, the control point of each thread.
    points: Vec<usize>,
    /// For each state, the number of its walk.
    walks: Vec<usize>,
}

impl Sample {
    fn new<M: Model, R: Reduction<M>>(task: Task<'_, M, R>, begun: &Begun<M>) -> Self {
        let Task { model, reduction, query } = task;
        let threads: Vec<usize> = (0..model.threads()).map(|thread| model.points(thread)).collect();
        let mut sample = Sample { threads, points: Vec::new(), walks: Vec::new() };
        let roots: Vec<u32> = begun.roots().collect();
        if roots.is_empty() {
            return sample;
        }
        let mut walker = Walker { seen: Seen::new(model, query), random: 1, met: 0, next: None };
        let mut expander = Expander::new(task);
        let mut state = model.initial();
        let (mut walk, mut left) = (0, 0);
        let mut memory = reduction.initial(model);
        for _ in 0..STEPS.min(NOTED / model.threads().max(1)) {
            if query.is_cancelled() {
                break;
            }
            if left == 0 {
                walk += 1;
                left = WALK;
                begun.load(roots[walk % roots.len()], &mut state);
                memory = reduction.initial(model);
            }
            left -= 1;
            sample.points.extend((0..model.threads()).map(|thread| model.point(thread, &state)));
            sample.walks.push(walk);
            walker.met = 0;
            expander.expand(0, &state, &memory, &mut walker);
            match walker.next.take() {
                Some(next) => (state, memory) = next,
                None => left = 0,
            }
        }
        sample
    }

    /// The arcs of some threads, by which states are dealt at the least cost; none if a hash of the state costs less.
    fn choose(&self, workers: usize) -> Vec<(usize, Vec<u16>)> {
        let mut all: Vec<(usize, Arcs)> =
            (0..self.threads.len()).map(|thread| (thread, self.cut(thread, workers))).collect();
        // Those first that even out most for what they hand over.
        let worth = |arcs: &Arcs| -arcs.uneven.ln() / (arcs.left + LOOKED_AT);
        all.sort_by(|(_, one), (_, other)| worth(other).total_cmp(&worth(one)));
        let mut least = 1.0 + HANDED_OVER * (1.0 - 1.0 / count(workers));
        let (mut best, mut uneven, mut left) = (0, 1.0, 0.0);
        // Where the other threads are must say little about the chosen ones: all states of a level are as many steps
        // from the beginning.
        for (place, (_, arcs)) in all.iter().enumerate().take(self.threads.len() / 2) {
            uneven *= arcs.uneven;
            left += arcs.left;
            let most = 1.0 + uneven * count(workers - 1);
            let looks = LOOKED_AT * count(place + 1);
            let cost = most * (1.0 + looks + HANDED_OVER * left);
            if cost < least {
                (least, best) = (cost, place + 1);
            }
        }
        all.truncate(best);
        all.into_iter().map(|(thread, arcs)| (thread, arcs.of)).collect()
    }

    /// Cuts the control points of a thread into arcs.
    fn cut(&self, thread: usize, workers: usize) -> Arcs {
        let rows = || self.points.chunks_exact(self.threads.len());
        // A walk may turn round in one place for a long time.
        let distinct: FxHashSet<&[usize]> = rows().collect();
        let mut met = vec![0_usize; self.threads[thread]];
        for row in &distinct {
            met[row[thread]] += 1;
        }
        // A search may meet the points that the walks have seldom come to as often as others: half of their weight is
        // the same.
        let points = met.iter().filter(|&&here| here > 0).count().max(1);
        let same = distinct.len() / points;
        met.iter_mut().filter(|here| **here > 0).for_each(|here| *here += same);
        let all = met.iter().sum::<usize>().max(1);
        let arcs = workers * ARCS;
        let (mut before, mut arc_weights) = (0, vec![0; arcs]);
        let mut arc_of = Vec::with_capacity(met.len());
        for &here in &met {
            // Where the middle of its states lies among all of them.
            let arc = ((2 * before + here) * arcs / (2 * all)).min(arcs - 1);
            before += here;
            arc_weights[arc] += here;
            arc_of.push(arc);
        }
        // Each arc goes to the worker who has least so far.
        let mut weights = vec![0; workers];
        let mut worker_of = vec![0_u16; arcs];
        for (worker_of, weight) in worker_of.iter_mut().zip(arc_weights) {
            if let Some((worker, least)) = (0..).zip(&mut weights).min_by_key(|(_, least)| **least)
            {
                *least += weight;
                *worker_of = worker;
            }
        }
        let of: Vec<u16> = arc_of.into_iter().map(|arc| worker_of[arc]).collect();
        let at: Vec<u16> = rows().map(|row| of[row[thread]]).collect();
        let pairs = at.windows(2).zip(self.walks.windows(2));
        let left = pairs.filter(|(at, walks)| walks[0] == walks[1] && at[0] != at[1]).count();
        Arcs {
            of,
            uneven: uneven(&weights).max(UNEVEN),
            left: count(left) / count(at.len().max(1)),
        }
    }
}

/// The largest coefficient of the Fourier transform of some weights, beside the one of their sum: 0 if all weigh as
/// much, 1 if only one weighs anything. For a sum of independent numbers, modulo the number of weights, it is at most
/// the product of theirs.
fn uneven(weights: &[usize]) -> f64 {
    let all = count(weights.iter().sum::<usize>().max(1));
    let coefficient = |wave: usize| {
        let turn = std::f64::consts::TAU * count(wave) / count(weights.len());
        let sum = |part: fn(f64) -> f64| -> f64 {
            let terms = weights.iter().enumerate();
            terms.map(|(number, &weight)| count(weight) / all * part(turn * count(number))).sum()
        };
        sum(f64::cos).hypot(sum(f64::sin))
    };
    (1..weights.len()).map(coefficient).fold(0.0, f64::max)
}

/// Mixes a number into a hash.
fn mix(hash: u64, number: u64) -> u64 {
    (hash.rotate_left(23) ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

#[expect(clippy::cast_precision_loss, reason = "small numbers")]
fn count(number: usize) -> f64 {
    number as f64
}

/// The arcs of a thread.
struct Arcs {
    /// The worker of the arc of each control point.
    of: Vec<u16>,
    /// How [uneven](uneven()) the weights of the workers are.
    uneven: f64,
    /// The part of all steps that lead from one arc to another.
    left: f64,
}

/// Takes one of the successors of a state by chance.
struct Walker<M: Model, R: Reduction<M>> {
    seen: Seen<M::Violation>,
    random: u64,
    met: u64,
    next: Option<(M::State, R::Memory)>,
}

impl<M: Model, R: Reduction<M>> Visit<M, R> for Walker<M, R> {
    fn seen(&mut self) -> &mut Seen<M::Violation> {
        &mut self.seen
    }

    fn arrive(&mut self, _thread: usize, state: &M::State, memory: R::Memory) {
        // Of the successors so far, each is the next one with the same probability.
        self.met += 1;
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        if self.random.is_multiple_of(self.met) {
            self.next = Some((state.clone(), memory));
        }
    }

    fn leave_open(&mut self) {}

    fn stop(&mut self, _why: Stopped) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_uneven_as_far_as_one_of_them_has_most() {
        for workers in 2..7 {
            assert!(uneven(&vec![5; workers]) < 1e-9);
            let mut one = vec![0; workers];
            one[workers - 1] = 7;
            assert!((uneven(&one) - 1.0).abs() < 1e-9);
        }
        assert!((uneven(&[3, 1]) - 0.5).abs() < 1e-9);
    }

    /// Threads that go round through 24 points, one after the other, and one that rests.
    fn walks(threads: usize) -> Sample {
        let (mut points, mut walks) = (Vec::new(), Vec::new());
        let mut at = vec![0; threads + 1];
        for step in 0..24_000 {
            points.extend(&at);
            walks.push(step / 1_000);
            // None of them waits for the others.
            let thread = step * step / 7 % threads;
            at[thread] = (at[thread] + 1) % 24;
        }
        Sample { threads: vec![24; threads + 1], points, walks }
    }

    #[test]
    fn arcs_are_cut_so_that_each_worker_has_its_part_and_most_steps_stay() {
        for workers in [2, 3, 4] {
            let arcs = walks(1).cut(0, workers);
            for worker in 0..workers {
                let part = arcs.of.iter().filter(|&&of| usize::from(of) == worker).count();
                assert!(part.abs_diff(24 / workers) <= 1, "{:?}", arcs.of);
            }
            let expected = count(ARCS * workers) / 24.0;
            assert!((arcs.left - expected).abs() < 0.01, "{} and not {expected}", arcs.left);
            let resting = walks(1).cut(1, workers);
            assert!(resting.uneven > 0.9 && resting.left < 0.01);
        }
    }

    #[test]
    fn some_threads_say_who_owns_a_state_where_there_are_many_and_a_hash_otherwise() {
        for few in 0..3 {
            assert!(walks(few.max(1)).choose(2).is_empty() || few > 1);
        }
        let none = Sample { threads: vec![], points: vec![], walks: vec![] };
        assert!(none.choose(3).is_empty());
        for workers in [2, 3] {
            let chosen = walks(12).choose(workers);
            assert!((2..6).contains(&chosen.len()), "{} threads", chosen.len());
            assert!(chosen.iter().all(|(thread, arcs)| *thread < 12 && arcs.len() == 24));
        }
    }
}
