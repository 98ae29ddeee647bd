//! Larger systems that satisfy (13)-(21), for property tests: up to 64 states, up to 4 processes.
//!
//! Random relations practically never satisfy the hypotheses (at three states and two processes one system in
//! 170,000 does), so none are filtered here: programs satisfy them by construction, and other relations are
//! repaired. Both types shrink to smaller systems that still satisfy the hypotheses, so that a property
//! which fails is reported for a small system.
//!
//! ```
//! use quickcheck::QuickCheck;
//! use reductio_relations::systems::generate::ProgramSystem;
//! fn theorem_1(system: ProgramSystem) -> bool {
//!     system.0.conclusion()
//! }
//! QuickCheck::new().tests(20).quickcheck(theorem_1 as fn(ProgramSystem) -> bool);
//! ```

mod program;
mod repair;
mod shrink;

use quickcheck::{Arbitrary, Gen};

use self::program::Program;
use self::repair::Draft;
use super::rows::{Rows, States, Wide, all_states};
use super::system::LargeSystem;
use crate::Random;

pub use shrink::smaller;

/// The largest number of processes of a generated system.
pub const MAX_GENERATED_PROCESSES: usize = 4;

/// A system that a random program over locks and semaphores is compiled to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramSystem(pub LargeSystem);

/// A system of random relations, or of a program with random changes, repaired until it satisfies (13)-(21).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RepairedSystem(pub LargeSystem);

/// The system of a random program: the same for the same seed, with at most `states` states (at least
/// 1, at most 64) and `processes` processes.
pub fn random_program(seed: u64, states: usize, processes: usize) -> LargeSystem {
    let mut random = Random::new(seed);
    let mut program = Program::random(&mut random, processes.clamp(1, MAX_GENERATED_PROCESSES), 6);
    loop {
        if let Some(system) = program.compiled(states.max(1)) {
            return system;
        }
        // Without instructions there is one state.
        program = program.shorter().unwrap_or(program);
    }
}

/// A repaired system: the same for the same seed, with at most `states` states (at least 1, at most 64) and
/// `processes` processes.
pub fn random_repaired(seed: u64, states: usize, processes: usize) -> LargeSystem {
    let mut random = Random::new(seed);
    let processes = processes.clamp(1, MAX_GENERATED_PROCESSES);
    let draft = if random.bits().is_multiple_of(2) {
        noise(&mut random, states.clamp(1, Wide::MAX), processes)
    } else {
        let mut draft = Draft::from(&random_program(random.bits(), states, processes));
        perturb(&mut random, &mut draft);
        draft
    };
    draft.repaired()
}

/// A draft of random sets and sparse relations.
fn noise(random: &mut Random, states: usize, processes: usize) -> Draft {
    let states = 1 + random.below(states);
    let all = all_states(states);
    let set = |random: &mut Random| match random.bits() % 3 {
        0 => random.bits() & random.bits() & all,
        1 => random.bits() & all,
        _ => (random.bits() | random.bits()) & all,
    };
    let q = set(random) & random.bits();
    let p: Vec<States> = (0..processes).map(|_| set(random)).collect();
    let relation = |random: &mut Random| {
        let mut x = Wide::empty(states);
        let pairs = random.below(2 * states + 1);
        (0..pairs).for_each(|_| x.insert(random.below(states), random.below(states)));
        x
    };
    let u = (0..processes).map(|_| relation(random)).collect();
    let v = (0..processes).map(|_| relation(random)).collect();
    Draft { states, q, p, u, v }
}

/// Adds and removes some pairs, and moves some states in or out of `q` and `p_i`.
fn perturb(random: &mut Random, draft: &mut Draft) {
    for _ in 0..=random.below(6) {
        let (s, t) = (random.below(draft.states), random.below(draft.states));
        let i = random.below(draft.u.len());
        match random.bits() % 8 {
            0 => draft.q ^= 1 << s,
            1 => draft.p[i] ^= 1 << s,
            kind => {
                let x = if kind < 5 { &mut draft.u[i] } else { &mut draft.v[i] };
                x.set_row(s, x.row(s) ^ 1 << t);
            }
        }
    }
}

/// A seed and sizes up to that of the generator.
fn sizes(g: &mut Gen) -> (u64, usize, usize) {
    let states = g.size().clamp(2, Wide::MAX);
    (u64::arbitrary(g), states, 1 + usize::arbitrary(g) % MAX_GENERATED_PROCESSES)
}

impl Arbitrary for ProgramSystem {
    fn arbitrary(g: &mut Gen) -> Self {
        let (seed, states, processes) = sizes(g);
        ProgramSystem(random_program(seed, states, processes))
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        Box::new(smaller(&self.0).map(ProgramSystem))
    }
}

impl Arbitrary for RepairedSystem {
    fn arbitrary(g: &mut Gen) -> Self {
        let (seed, states, processes) = sizes(g);
        RepairedSystem(random_repaired(seed, states, processes))
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        Box::new(smaller(&self.0).map(RepairedSystem))
    }
}
