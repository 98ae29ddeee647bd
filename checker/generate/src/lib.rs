#![doc = include_str!("../README.md")]

mod build;
mod classes;
mod predicates;
mod properties;
mod random;
mod shrink;
mod sketch;
mod text;
mod trying;

use quickcheck::{Arbitrary, Gen};

pub use shrink::{smaller, smallest};
pub use sketch::{
    Action, ClassSketch, Literal, LockKind, LockRef, PredicateSketch, PropertySketch, Read,
    SEMAPHORE_MAX, Sketch, StepSketch, ThreadSketch, ValueSketch, VariableRef,
};

use reductio_discipline::Discipline;

impl Sketch {
    /// The random sketch of a seed: the same on every machine.
    pub fn random(seed: u64) -> Self {
        random::sketch(seed, false)
    }

    /// A random sketch of which all valuations, reachable or not, can be gone through: mostly below a thousand.
    pub fn tiny(seed: u64) -> Self {
        random::sketch(seed, true)
    }

    /// The random sketch of a seed, with classes for its protected variables: most are disciplined or unshared. Now and
    /// then it has one thread, or nobody touches a variable, or the initializing thread comes to nothing.
    pub fn with_classes(seed: u64) -> Self {
        classes::classes(random::sketch(seed, false), seed)
    }

    /// The random sketch of a seed, with formulas about its runs, and with fair and strongly fair threads. More of its
    /// threads go round for ever than those of [`Sketch::random`].
    pub fn with_properties(seed: u64) -> Self {
        properties::properties(random::sketch(seed, false), seed)
    }

    /// The sketch with some acquisitions made tries of the lock, and some notifications made signals, which do not need
    /// it; itself where it has no locks.
    #[must_use]
    pub fn trying(self, seed: u64) -> Self {
        trying::trying(self, seed)
    }

    /// Tells whether somebody tries a lock, or signals without it.
    pub fn tries(&self) -> bool {
        let mut steps = self.threads.iter().flat_map(|thread| &thread.steps);
        steps.any(|step| {
            matches!(step.action, Action::Try(..) | Action::Signal(_) | Action::Broadcast(_))
        })
    }

    /// Tells whether the reduction theorem applies: every protected variable meets one of the sets of side conditions.
    pub fn is_applicable(&self) -> bool {
        self.build().is_ok_and(|system| Discipline::new(&system).outside().next().is_none())
    }
}

/// Any small system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnySystem(pub Sketch);

/// A small system to which the reduction theorem applies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApplicableSystem(pub Sketch);

impl Arbitrary for AnySystem {
    fn arbitrary(g: &mut Gen) -> Self {
        AnySystem(Sketch::random(u64::arbitrary(g)))
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        Box::new(smaller(&self.0).map(AnySystem))
    }
}

impl Arbitrary for ApplicableSystem {
    fn arbitrary(g: &mut Gen) -> Self {
        loop {
            let sketch = Sketch::random(u64::arbitrary(g));
            if sketch.is_applicable() {
                return ApplicableSystem(sketch);
            }
        }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        Box::new(smaller(&self.0).filter(Sketch::is_applicable).map(ApplicableSystem))
    }
}
