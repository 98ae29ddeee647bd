//! Exact numbers of systems, and Theorem 1 in all of them.
//!
//! For given `q` and `u` the `v_j` do not depend on each other, so the number of systems is a sum, over `q` and all
//! tuples of cores that satisfy (14) and (16) pairwise, of products over `j` of the number of admissible `v_j`. The
//! count goes through these tuples, up to renaming for the first process, and in ascending order for the others.

mod checkpoint;
mod fields;
mod run;
mod unit;

use num_bigint::BigUint;

pub use run::CountOptions;

use super::error::SystemError;
use super::rows::{Rows, Wide, Word};
use super::system::System;
use crate::watch::UnitProgress;

/// The numbers of systems of one size, and the truth of Theorem 1 in them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// The number of states.
    pub states: usize,
    /// The number of processes.
    pub processes: usize,
    /// The number of all systems, hypotheses aside.
    pub raw: BigUint,
    /// The number of systems that satisfy (13)-(21).
    pub satisfying: BigUint,
    /// The number of systems that satisfy (13)-(21), where systems that differ in the names of states and processes
    /// count once.
    pub up_to_renaming: BigUint,
    /// The truth of (22) in the systems that satisfy (13)-(21).
    pub conclusion: Conclusion,
    /// Tells whether the theorem says anything about systems of this size.
    pub vacuity: Vacuity,
}

/// The truth of (22) in all systems of a size that satisfy (13)-(21).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Conclusion {
    /// (22) is true in all. For each of `decided` choices of `q` and invisible actions, up to renaming, it was
    /// *evaluated* in at most `2^n` systems, those with greatest visible actions for a set of states from which no
    /// violation is detected. That it holds for all other visible actions follows by an argument (closure under union,
    /// monotonicity), as it does when `q` is empty or contains all states.
    Holds {
        /// The number of choices of `q`, nonempty and not all states, and of invisible actions.
        decided: u64,
    },
    /// (22) is false in this system; the counts are of no use.
    Fails(Box<System>),
}

/// The ways in which (22) may be vacuous or trivial in all systems of a size that satisfy (13)-(21).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Vacuity {
    /// No system reaches a violation from a state outside `q` in which `p` holds: only `p q <= R` is left.
    NoViolation,
    /// Some systems do, but `R` alone always detects the violation: `N` is not needed.
    NoStepOfN,
    /// In some system a violation can be reached that is detected after a step of `N` only.
    None,
}

/// The outcome of a count.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CountOutcome {
    /// All systems have been counted.
    Complete(Count),
    /// The run was cancelled; with a checkpoint it can be taken up again.
    Cancelled(UnitProgress),
}

impl CountOutcome {
    /// The count of a run that was not cancelled.
    pub fn complete(self) -> Option<Count> {
        match self {
            CountOutcome::Complete(count) => Some(count),
            CountOutcome::Cancelled(_) => None,
        }
    }
}

/// The number of all systems with `states` states and `processes` processes: `2^(2 n n k + n)`.
///
/// ```
/// use reductio_relations::systems::raw_count;
/// assert_eq!(raw_count(1, 1).to_string(), "8");
/// ```
pub fn raw_count(states: usize, processes: usize) -> BigUint {
    BigUint::from(1u8) << (2 * states * states * processes + states)
}

/// The largest number of states that [`count()`] accepts.
pub const MAX_COUNTED_STATES: usize = 5;
/// The largest number of processes that [`count()`] accepts.
pub const MAX_COUNTED_PROCESSES: usize = 8;
/// The longest time in seconds, by estimate on one core, that [`count()`] accepts without a checkpoint. (4,5) is below
/// it, (4,6) and (5,3) are past it.
pub const MAX_COUNTED_SECONDS: u64 = 120;
/// The longest time in seconds, by estimate on one core, that [`count()`] accepts with a checkpoint: a week.
pub const MAX_CHECKPOINT_SECONDS: u64 = 7 * 24 * 3600;

/// The numbers of acyclic relations over 0 to 8 states.
const ACYCLIC: [u64; 9] = [1, 1, 3, 25, 543, 29281, 3_781_503, 1_138_779_265, 783_702_329_343];

fn factorial(n: usize) -> BigUint {
    (1..=n).map(BigUint::from).product()
}

/// The number, about, of the tuples of cores that a count has to look at: acyclic relations outside `q`, targets in
/// `q`, up to renaming and order; compatibility, which leaves a small part of them, aside.
fn tuples(states: usize, processes: usize) -> BigUint {
    (0..=states)
        .map(|m| {
            let cores = BigUint::from(ACYCLIC[states - m]) << (m * (states - m) + m);
            let group = factorial(m) * factorial(states - m) * factorial(processes - 1);
            cores.pow(u32::try_from(processes).unwrap_or(u32::MAX)) / group
        })
        .sum()
}

/// The time in seconds, about, that a count takes on one core. The more processes, the fewer tuples are compatible;
/// from (4,4) to (5,3) this was within a factor of 4 of the time measured. From 6 states on, listing the acyclic
/// relations up to renaming takes the time. For more than 8 states it is too low.
fn seconds(states: usize, processes: usize) -> BigUint {
    let states = states.min(8);
    let compatible = BigUint::from(5u8).pow(u32::try_from(processes).unwrap_or(u32::MAX));
    let listed = (BigUint::from(1u8) << (states * (states - 1))) / 30_000_000u32;
    let renamed = factorial(states) * ACYCLIC[states] / 20_000_000u32;
    tuples(states, processes) / (compatible * 800_000u32) + listed + renamed
}

/// Counts the systems with `states` states and `processes` processes that satisfy (13)-(21), and decides (22) in
/// them.
///
/// ```
/// use reductio_relations::systems::{CountOptions, count};
/// let found = count(3, 1, &CountOptions::default())?.complete().unwrap();
/// assert_eq!(found.satisfying.to_string(), "11735");
/// # Ok::<(), reductio_relations::systems::SystemError>(())
/// ```
///
/// # Errors
/// [`SystemError`] when the size is 0 or past the limits, or the checkpoint is another run's, damaged, or
/// cannot be written.
///
/// # Panics
/// Never: a count that is not an integer after division by the number of renamings would be a bug here.
pub fn count(
    states: usize,
    processes: usize,
    options: &CountOptions<'_>,
) -> Result<CountOutcome, SystemError> {
    options.check(states, processes)?;
    let ran = run::run(states, processes, options)?;
    let mut found = Count {
        states,
        processes,
        raw: raw_count(states, processes),
        satisfying: BigUint::ZERO,
        up_to_renaming: BigUint::ZERO,
        conclusion: Conclusion::Holds { decided: 0 },
        vacuity: Vacuity::NoViolation,
    };
    if let Some((field, (cores, v))) = ran.refuted {
        let u: Vec<Word> = cores.iter().map(|core| core.u).collect();
        let system = System::new(states, ran.fields[field].q, u, v)?;
        found.conclusion = Conclusion::Fails(system.into());
        return Ok(CountOutcome::Complete(found));
    }
    if ran.done.len() < ran.units.len() {
        let (done, units) = (ran.done.len(), ran.units.len());
        let progress = UnitProgress { states, processes, done, units };
        return Ok(CountOutcome::Cancelled(progress));
    }
    let (mut decided, mut doomed, mut needs_n) = (0, false, false);
    let mut fixed = BigUint::ZERO;
    for (unit, part) in ran.units.iter().zip(ran.done.values()) {
        let field = &ran.fields[unit.field];
        let systems = BigUint::from(part.systems) * field.weight;
        fixed += &systems;
        if field.is_plain() {
            found.satisfying += systems;
            decided += part.decided;
            doomed |= part.doomed;
            needs_n |= part.needs_n;
        }
    }
    found.conclusion = Conclusion::Holds { decided };
    found.vacuity = match (doomed, needs_n) {
        (_, true) => Vacuity::None,
        (true, false) => Vacuity::NoStepOfN,
        (false, false) => Vacuity::NoViolation,
    };
    let renamings: BigUint =
        (1..=states).chain(1..=processes).map(BigUint::from).product::<BigUint>();
    assert!(&fixed % &renamings == BigUint::ZERO, "Burnside's lemma gives an integer");
    found.up_to_renaming = fixed / renamings;
    Ok(CountOutcome::Complete(found))
}

impl CountOptions<'_> {
    /// Decides whether [`count()`] accepts a size under these options.
    ///
    /// # Errors
    /// [`SystemError`] when it is 0 or past the limits, with an estimate of the time that it would take.
    pub fn check(&self, states: usize, processes: usize) -> Result<(), SystemError> {
        let most = super::system::MAX_PROCESSES;
        if states == 0 || states > Wide::MAX {
            return Err(SystemError::States { states, limit: Wide::MAX });
        }
        if processes == 0 || processes > most {
            return Err(SystemError::Processes { processes, limit: most });
        }
        let seconds = seconds(states, processes);
        // Numbers of systems of one unit fit in 128 bits.
        let is_too_wide = states * (states + 1) * processes + states > 127;
        let limit =
            if states > MAX_COUNTED_STATES || processes > MAX_COUNTED_PROCESSES || is_too_wide {
                "5 states, 8 processes, and less of one with more of the other"
            } else if seconds > MAX_CHECKPOINT_SECONDS.into() {
                "a week by estimate"
            } else if self.checkpoint.is_none() && seconds > MAX_COUNTED_SECONDS.into() {
                "two minutes by estimate without a checkpoint, and a week with one"
            } else {
                return Ok(());
            };
        let raw = raw_count(states, processes);
        Err(SystemError::TooLarge { states, processes, raw, seconds, limit })
    }
}
