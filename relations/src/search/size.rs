//! The search at one size: some random models, all models, those with few pairs, more random models.

use super::board::Board;
use super::climb::Climb;
use super::compile::Compiled;
use super::domain::Domains;
use super::exhaust::{Exhaust, Work};
use super::outcome::SearchLimits;
use super::plan::{self, Part};
use super::shrink::Found;
use crate::enumeration::Random;
use crate::watch::UnitProgress;

/// The number of random models that are tried before all are.
const FIRST_SAMPLES: u64 = 200;

/// The search at one size.
pub(super) struct AtSize<'a> {
    all: &'a [Compiled],
    /// The number of processes, less one.
    number: usize,
    states: usize,
    limits: &'a SearchLimits<'a>,
    work: Work<'a>,
    pub(super) best: Option<Found<'a>>,
    /// The number of models that were sampled where not all were tried.
    pub(super) sampled: Option<u64>,
    /// The number of pairs below which all models were tried; `None` when all were.
    pub(super) tried_below: Option<u32>,
}

impl<'a> AtSize<'a> {
    pub(super) fn new(
        all: &'a [Compiled],
        number: usize,
        states: usize,
        limits: &'a SearchLimits<'a>,
    ) -> Self {
        let units = FIRST_SAMPLES.saturating_add(limits.evaluations).saturating_add(limits.samples);
        let whole = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
        let most = UnitProgress { states, processes: number + 1, done: 0, units: whole(units) };
        let work = Work { used: 0, limit: 0, models: 0, next_look: 0, watch: limits.watch, most };
        AtSize { all, number, states, limits, work, best: None, sampled: None, tried_below: None }
    }

    pub(super) fn evaluations(&self) -> u64 {
        self.work.models
    }

    pub(super) fn is_cancelled(&self) -> bool {
        self.work.watch.is_cancelled()
    }

    pub(super) fn search(&mut self, domains: &mut Domains) {
        let compiled = &self.all[self.number];
        let board = Board::new(self.states);
        let parts: Vec<_> =
            compiled.cases.iter().map(|case| plan::parts(&compiled.program, case)).collect();
        let mut random = Random::new(self.limits.seed);
        // The random models come on top of the evaluations.
        self.work.limit = FIRST_SAMPLES;
        self.sample(&parts, FIRST_SAMPLES, &mut random);
        let (end, mut left) = (self.work.used + self.limits.evaluations, parts.len() as u64);
        for (case, parts) in compiled.cases.iter().zip(&parts) {
            // The evaluations that a case does not spend are for the cases after it.
            self.work.limit = self.work.used + end.saturating_sub(self.work.used) / left;
            left -= 1;
            let mut below = self.best.as_ref().map_or(u32::MAX, Found::pairs);
            let mut slots = vec![0; compiled.program.slots.len()];
            let mut found = true;
            for part in parts {
                let (program, work) = (&compiled.program, &mut self.work);
                let result = Exhaust::new(program, case, part, board, domains, work).run(below);
                self.tried_below = self.tried_below.into_iter().chain(result.tried_below).min();
                let Some(values) = result.found else {
                    found = false;
                    break;
                };
                below = below.saturating_sub(values.iter().map(|x| x.count_ones()).sum());
                slots.iter_mut().zip(values).for_each(|(slot, value)| *slot |= value);
            }
            if found {
                self.best = Some(Found::new(self.all, self.number, self.states, slots));
            }
        }
        if self.tried_below.is_none() {
            return;
        }
        if self.best.is_none() {
            let before = self.work.models;
            self.work.limit = self.work.used + self.limits.samples;
            self.sample(&parts, self.limits.samples, &mut random);
            self.sampled = Some(self.work.models - before);
        } else {
            self.sampled = Some(0);
        }
        if let Some(best) = &mut self.best {
            best.shrink();
        }
    }

    /// Samples until the work limit, the same number of models for each case.
    fn sample(&mut self, parts: &[Vec<Part>], samples: u64, random: &mut Random) {
        let compiled = &self.all[self.number];
        let board = Board::new(self.states);
        let share = samples.div_ceil(parts.iter().map(Vec::len).sum::<usize>().max(1) as u64);
        for (case, parts) in compiled.cases.iter().zip(parts) {
            let mut slots = vec![0; compiled.program.slots.len()];
            let found = parts.iter().all(|part| {
                let mut climb = Climb::new(&compiled.program, case, part, board);
                climb.run(share, random, &mut self.work, &mut slots)
            });
            if found {
                let mut found = Found::new(self.all, self.number, self.states, slots);
                found.drop_pairs();
                self.best = Some(found);
                return;
            }
        }
    }
}
