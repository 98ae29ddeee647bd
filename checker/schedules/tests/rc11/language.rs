//! A small language of programs over weak memory: what the tests run as real threads, and enumerate by definition.

use std::sync::atomic::Ordering::{self, AcqRel, Acquire, Relaxed, Release, SeqCst};

/// A step of a thread. Locations, locks and registers are numbers; registers are 0 at first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Do {
    Load {
        at: usize,
        order: Ordering,
        to: usize,
    },
    Store {
        at: usize,
        order: Ordering,
        value: u64,
    },
    /// Stores a register and some more.
    StoreFrom {
        at: usize,
        order: Ordering,
        from: usize,
        more: u64,
    },
    Add {
        at: usize,
        order: Ordering,
        value: u64,
        to: usize,
    },
    Cas {
        at: usize,
        expected: u64,
        new: u64,
        success: Ordering,
        failure: Ordering,
        to: usize,
    },
    Fence(Ordering),
    Lock(usize),
    /// Takes a lock if it finds it free, and leaves out the next steps if not.
    TryLock {
        lock: usize,
        to: usize,
        skip: usize,
    },
    Unlock(usize),
    /// Reads or writes what is not atomic.
    Read {
        at: usize,
        to: usize,
    },
    Write {
        at: usize,
        value: u64,
    },
    /// Reads until there is a value.
    Await {
        at: usize,
        order: Ordering,
        value: u64,
    },
    /// Tries until a value is exchanged.
    AwaitCas {
        at: usize,
        expected: u64,
        new: u64,
        success: Ordering,
    },
    /// Reads until there is what a register has.
    AwaitReg {
        at: usize,
        order: Ordering,
        from: usize,
    },
    /// Loads, and exchanges what was loaded by one more, until that succeeds.
    Increment {
        at: usize,
        order: Ordering,
    },
    /// Leaves out the next steps unless a register has a value.
    Unless {
        register: usize,
        value: u64,
        skip: usize,
    },
}

pub(crate) const REGISTERS: usize = 6;

/// A program: the steps of each thread.
pub(crate) type Program = Vec<Vec<Do>>;

/// Numbers by chance, the same for the same seed (`xorshift64*`).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33;
        usize::try_from(high).unwrap() % count
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

const LOADS: [Ordering; 3] = [Relaxed, Acquire, SeqCst];
const STORES: [Ordering; 3] = [Relaxed, Release, SeqCst];
const CHANGES: [Ordering; 5] = [Relaxed, Acquire, Release, AcqRel, SeqCst];
const FENCES: [Ordering; 4] = [Acquire, Release, AcqRel, SeqCst];

/// A random program of so many threads, with so many steps at most in all.
pub(crate) fn random(random: &mut Random, most: usize) -> Program {
    let threads = 2 + random.below(3);
    let (atomics, kind) = (1 + random.below(2), random.below(4));
    let mut program: Program = vec![Vec::new(); threads];
    let mut left = most - random.below(3);
    while left > 0 {
        let thread = random.below(threads);
        let steps = &mut program[thread];
        let (at, to) = (random.below(atomics), steps.len().min(REGISTERS - 1));
        let value = 1 + u64::try_from(random.below(3)).unwrap();
        left -= 1;
        match random.below(if kind == 0 { 12 } else { 16 }) {
            4..=6 | 10 => steps.push(Do::Store { at, order: random.of(&STORES), value }),
            7 => steps.push(Do::Add { at, order: random.of(&CHANGES), value, to }),
            8 => {
                let (success, failure) = (random.of(&CHANGES), random.of(&LOADS));
                let expected = u64::try_from(random.below(2)).unwrap();
                steps.push(Do::Cas { at, expected, new: value, success, failure, to });
            }
            9 => steps.push(Do::Fence(random.of(&FENCES))),
            11 => {
                steps.push(Do::Load { at, order: random.of(&LOADS), to });
                let value = 1 + u64::try_from(random.below(2)).unwrap();
                let skip = 1 + random.below(2);
                steps.push(Do::Unless { register: to, value, skip });
            }
            12 if left > 0 => {
                // Sections are not nested, but may be left open by what is left out.
                let lock = random.below(1 + usize::from(kind == 2));
                if kind > 1 && random.below(3) == 0 {
                    steps.push(Do::TryLock { lock, to, skip: 2 });
                } else {
                    steps.push(Do::Lock(lock));
                }
                if kind == 1 {
                    steps.push(Do::Write { at: 0, value });
                } else {
                    steps.push(Do::Store { at, order: random.of(&STORES), value });
                }
                steps.push(Do::Unlock(lock));
                left = left.saturating_sub(2);
            }
            13 if kind == 1 => steps.push(Do::Read { at: 0, to }),
            13 if kind == 2 && left > 2 => {
                let (one, two) = if random.below(2) == 0 { (0, 1) } else { (1, 0) };
                steps.extend([Do::Lock(one), Do::Lock(two), Do::Unlock(two), Do::Unlock(one)]);
                left = left.saturating_sub(3);
            }
            14 if kind == 3 => steps.push(Do::Await { at, order: random.of(&LOADS), value }),
            15 if kind == 3 => steps.push(Do::Increment { at, order: random.of(&CHANGES) }),
            _ => steps.push(Do::Load { at, order: random.of(&LOADS), to }),
        }
    }
    // What is left out must not be the end of a section.
    for steps in &mut program {
        let is_plain = |step: &Do| {
            use Do::{Lock, TryLock, Unlock, Write};
            !matches!(step, Lock(_) | TryLock { .. } | Unlock(_) | Write { .. })
        };
        for at in 0..steps.len() {
            if let Do::Unless { register, value, skip } = steps[at] {
                let rest = steps[at + 1..].iter().take(skip);
                let skip = rest.take_while(|step| is_plain(step)).count();
                steps[at] = Do::Unless { register, value, skip };
            }
        }
    }
    program
}

/// A program with most of its orderings made `SeqCst`, by chance.
pub(crate) fn strengthened(random: &mut Random, mut program: Program) -> Program {
    let mut strong = |order: &mut Ordering| {
        if random.below(8) > 0 {
            *order = SeqCst;
        }
    };
    for step in program.iter_mut().flatten() {
        match step {
            Do::Load { order, .. }
            | Do::Store { order, .. }
            | Do::StoreFrom { order, .. }
            | Do::Add { order, .. }
            | Do::Fence(order)
            | Do::Await { order, .. }
            | Do::AwaitReg { order, .. }
            | Do::Increment { order, .. }
            | Do::AwaitCas { success: order, .. } => strong(order),
            Do::Cas { success, failure, .. } => {
                strong(success);
                strong(failure);
            }
            Do::Lock(_)
            | Do::TryLock { .. }
            | Do::Unlock(_)
            | Do::Read { .. }
            | Do::Write { .. }
            | Do::Unless { .. } => {}
        }
    }
    program
}
