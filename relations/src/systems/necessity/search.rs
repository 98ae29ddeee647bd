//! The smallest system of one size that satisfies some hypotheses and falsifies (22).

use std::ops::ControlFlow;

use super::least::Least;
use crate::systems::cores::{Core, cores, is_compatible};
use crate::systems::greatest::Frame;
use crate::systems::hypotheses::{Hypotheses, Hypothesis};
use crate::systems::renaming::Renaming;
use crate::systems::rows::{States, Word, all_states, pairs};
use crate::systems::system::System;
use crate::watch::{UnitProgress, Watch};

/// The smallest system found so far, with its number of pairs.
type Best = Option<(u32, System)>;

/// Goes through the invisible actions of all processes, those with few pairs first.
struct Search<'a> {
    frame: Frame,
    /// Whether `p_i` is free, so that its states count as pairs.
    free: bool,
    renamings: Vec<Renaming>,
    watch: Watch<'a>,
    progress: UnitProgress,
    best: Best,
}

/// A system with the fewest pairs among those with `states` states and `processes` processes that satisfy `kept` and
/// in which (22) is false. `None` when there is none, or the search was cancelled.
///
/// It is the first in the order of the size of `q`, then of the invisible actions.
pub(super) fn smallest(
    states: usize,
    processes: usize,
    kept: Hypotheses,
    watch: Watch<'_>,
) -> Option<System> {
    let free = !(kept.has(Hypothesis::H18) && kept.has(Hypothesis::H19));
    // (22) holds if q is empty or has all states. The choice of the states in q is a matter of names: they are the
    // last.
    let last = |size: usize| all_states(states) & !all_states(states - size);
    let lists: Vec<(States, Vec<Core>)> =
        (1..states).map(last).map(|q| (q, cores(states, q, kept))).collect();
    let units = lists.iter().map(|(_, list)| list.len()).sum();
    let (mut best, mut done): (Best, usize) = (None, 0);
    for (q, list) in lists {
        let frame = Frame { states, q, kept };
        let renamings = Renaming::all(states).into_iter().filter(|r| r.set(q) == q).collect();
        let progress = UnitProgress { states, processes, done, units };
        done += list.len();
        let mut search = Search { frame, free, renamings, watch, progress, best };
        search.run(list, processes);
        best = search.best;
    }
    best.map(|(_, system)| system)
}

impl Search<'_> {
    fn size(&self, core: &Core) -> u32 {
        let predicate = if self.free { core.p.count_ones() } else { 0 };
        pairs(&core.u, self.frame.states) + predicate
    }

    fn run(&mut self, cores: Vec<Core>, processes: usize) {
        let Frame { states, q, kept } = self.frame;
        let mut list: Vec<(u32, Core)> =
            cores.into_iter().map(|core| (self.size(&core), core)).collect();
        list.sort_unstable();
        for at in 0..list.len() {
            // States may be renamed so that the first core is the least of its orbit.
            let (size, core) = list[at];
            let least = |r: &Renaming| Core { u: r.word(core.u), p: r.set(core.p) } >= core;
            if !self.fits(size, processes, size) || self.watch.is_cancelled() {
                return;
            }
            self.watch.report(self.progress);
            self.progress.done += 1;
            if !self.renamings.iter().all(least) {
                continue;
            }
            // And processes so that the first has the fewest pairs; the same number may come before it.
            let from = list.partition_point(|(other, _)| *other < size);
            let rest: Vec<(u32, Core)> = list[from..]
                .iter()
                .filter(|(_, other)| is_compatible(&core, other, states, q, kept))
                .copied()
                .collect();
            if self.choose(&mut vec![core], size, &rest, processes).is_break() {
                return;
            }
        }
    }

    /// Whether `left` more processes with at least `each` pairs keep the total of `size` below the best.
    fn fits(&self, size: u32, left: usize, each: u32) -> bool {
        let more = u32::try_from(left.saturating_sub(1)).unwrap_or(u32::MAX);
        let total = size.saturating_add(more.saturating_mul(each));
        self.best.as_ref().is_none_or(|(best, _)| total < *best)
    }

    fn choose(
        &mut self,
        chosen: &mut Vec<Core>,
        size: u32,
        rest: &[(u32, Core)],
        processes: usize,
    ) -> ControlFlow<()> {
        if chosen.len() == processes {
            return self.leaf(chosen, size);
        }
        let Frame { states, q, kept } = self.frame;
        for (at, (more, core)) in rest.iter().enumerate() {
            if !self.fits(size + more, processes - chosen.len(), *more) {
                break;
            }
            let narrowed: Vec<(u32, Core)> = if chosen.len() + 1 < processes {
                let fits = |(_, other): &&(u32, Core)| is_compatible(core, other, states, q, kept);
                rest[at..].iter().filter(fits).copied().collect()
            } else {
                Vec::new()
            };
            chosen.push(*core);
            let flow = self.choose(chosen, size + more, &narrowed, processes);
            chosen.pop();
            flow?;
        }
        ControlFlow::Continue(())
    }

    /// Goes through all visible actions for these invisible ones.
    fn leaf(&mut self, cores: &[Core], size: u32) -> ControlFlow<()> {
        if self.watch.is_cancelled() {
            return ControlFlow::Break(());
        }
        if !self.frame.is_doomed(cores) {
            return ControlFlow::Continue(());
        }
        let missable: Vec<States> = self.frame.missable(cores).collect();
        for missed in missable {
            let greatest = self.frame.greatest_missing(cores, missed);
            let start = self.frame.start(cores) & missed;
            if !self.frame.reaches_q(cores, &greatest, start) {
                continue;
            }
            let (frame, watch) = (self.frame, self.watch);
            let least = Least { frame, cores, greatest: &greatest, start, watch };
            let limit = self.best.as_ref().map_or(u32::MAX, |(best, _)| best - size);
            if let Some((more, v)) = least.find(limit) {
                self.best = Some((size + more, self.system(cores, v)));
            }
        }
        ControlFlow::Continue(())
    }

    fn system(&self, cores: &[Core], v: Vec<Word>) -> System {
        let u = cores.iter().map(|core| core.u).collect();
        let p = cores.iter().map(|core| core.p).collect();
        let system = System::new(self.frame.states, self.frame.q, u, v);
        system.and_then(|system| system.with_p(p)).expect("relations over these states")
    }
}
