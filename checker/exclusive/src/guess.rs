//! Claims from a few runs: what held at every access of them is claimed of all runs.
//!
//! A static analysis takes objects together that are made by one instruction, and sees an object as shared from the
//! moment on at which some run shares it. So it knows no guard for many variables that have one. What locks a thread
//! owns whenever it accesses a variable is seen in runs (S. Savage et al., Eraser, ACM TOCS 15(4), 1997). That it is so
//! in all runs is a claim like any other one: the search finds out.

use reductio_programs::{Bounds, Program, ThreadId};
use reductio_watched::{Alarm, Steps, Stopped};

use crate::claims::Claims;
use crate::model::observed_model;
use crate::observed::Observed;

/// The number of runs.
const RUNS: usize = 24;

/// The most steps of all runs together.
const STEPS: usize = 6000;

impl Claims {
    /// Adds guards of variables that have none: those that were kept at every access in a few runs whose threads take
    /// turns at random. Returns how many. The runs are the same each time.
    ///
    /// Locks that were owned each time are candidates: the lock of the object itself, one that a field of it refers to,
    /// that of the only object that an instruction has made. Without one, a variable that nobody wrote since its object
    /// was shared is only read, and one that a single thread accessed is that thread's. Cost: some thousand steps, each
    /// linear in the state.
    ///
    /// # Errors
    /// If the alarm rings: then nothing is added.
    pub fn add_observed(
        &mut self,
        program: &Program,
        bounds: Bounds,
        alarm: Alarm<'_>,
    ) -> Result<usize, Stopped> {
        let observed = Observed::default();
        let model = observed_model(program, self, bounds, &observed);
        let (mut random, mut steps) = (Random(1), 0);
        for _ in 0..RUNS {
            observed.begins();
            let mut at = Steps::initial(&model);
            loop {
                if let Some(stopped) = alarm.rings() {
                    return Err(stopped);
                }
                let threads = at.state.threads.len();
                let first = random.below(threads);
                let mut order = (0..threads).map(|number| (first + number) % threads);
                let next = order.find_map(|thread| {
                    let thread = ThreadId(u32::try_from(thread).ok()?);
                    let choices = model.choices(&at.state, thread);
                    let first = random.below(choices);
                    let mut order = (0..choices).map(|number| (first + number) % choices);
                    order.find_map(|choice| model.step(&at, thread, choice))
                });
                steps += 1;
                match next {
                    Some((next, _)) if steps < STEPS => at = next,
                    _ => break,
                }
            }
        }
        let guards = observed.guards();
        let before = self.guards.len();
        for (variables, guard) in guards {
            self.guards.entry(variables).or_insert(guard);
        }
        Ok(self.guards.len() - before)
    }
}

/// A generator of numbers (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 11).unwrap_or(0).checked_rem(bound).unwrap_or(0)
    }
}
