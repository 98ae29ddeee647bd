//! Random traces, the odd ones included: locks that are acquired again by the thread that has them, threads that nobody
//! forked, threads without events, threads that are joined and were never there, one thread, no event at all.

use reductio_races::{Event, Lock, Operation, Thread, Variable, Volatile};

/// A generator of numbers (xorshift).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        let mut random = Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x2545_f491_4f6c_dd1d | 1);
        for _ in 0..4 {
            random.next();
        }
        random
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        u32::try_from((self.next() >> 11) % u64::from(bound)).unwrap()
    }
}

/// How many things of each kind a trace may have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size {
    pub(crate) threads: u32,
    pub(crate) locks: u32,
    pub(crate) variables: u32,
    pub(crate) volatiles: u32,
    pub(crate) events: u32,
}

impl Size {
    /// The sizes of a random trace.
    pub(crate) fn random(random: &mut Random) -> Self {
        Self {
            threads: 1 + random.below(5),
            locks: 1 + random.below(4),
            variables: 1 + random.below(3),
            volatiles: 1 + random.below(2),
            events: random.below(64),
        }
    }
}

/// What the generator knows of the execution so far.
struct World {
    owner: Vec<Option<(u32, u32)>>,
    acted: Vec<bool>,
    forked: Vec<bool>,
    joined: Vec<bool>,
}

/// A trace that can be an execution.
pub(crate) fn trace(seed: u64) -> (Size, Vec<Event>) {
    let mut random = Random::new(seed);
    let size = Size::random(&mut random);
    let threads = size.threads as usize;
    let mut world = World {
        owner: vec![None; size.locks as usize],
        acted: vec![false; threads],
        forked: vec![false; threads],
        joined: vec![false; threads],
    };
    // Some traces have few locks or many accesses, others the contrary.
    let weights: Vec<u32> = (0..8).map(|_| 1 + random.below(6)).collect();
    let mut events = Vec::new();
    let mut line = 0;
    while line < size.events {
        line += 1;
        let thread = random.below(size.threads);
        if let Some(operation) = operation(&mut random, &size, &weights, &mut world, thread) {
            let line = u64::from(line);
            events.push(Event { thread: Thread(thread), operation, line, location: None });
            world.acted[thread as usize] = true;
        }
    }
    (size, events)
}

fn operation(
    random: &mut Random,
    size: &Size,
    weights: &[u32],
    world: &mut World,
    thread: u32,
) -> Option<Operation> {
    if world.joined[thread as usize] {
        return None;
    }
    let mut choice = random.below(weights.iter().sum());
    let kind = weights.iter().position(|&weight| {
        let here = choice < weight;
        choice = choice.saturating_sub(weight);
        here
    })?;
    Some(match kind {
        0 => Operation::Read(Variable(random.below(size.variables))),
        1 => Operation::Write(Variable(random.below(size.variables))),
        2 => {
            let lock = random.below(size.locks);
            let owner = &mut world.owner[lock as usize];
            match owner {
                None => *owner = Some((thread, 1)),
                Some((other, depth)) if *other == thread => *depth += 1,
                Some(_) => return None,
            }
            Operation::Acquire(Lock(lock))
        }
        3 => {
            let lock = random.below(size.locks);
            let owner = &mut world.owner[lock as usize];
            match owner {
                Some((other, depth)) if *other == thread => {
                    *depth -= 1;
                    if *depth == 0 {
                        *owner = None;
                    }
                }
                _ => return None,
            }
            Operation::Release(Lock(lock))
        }
        4 => {
            let child = random.below(size.threads) as usize;
            let is_new = !world.acted[child] && !world.forked[child] && !world.joined[child];
            if child == thread as usize || !is_new {
                return None;
            }
            world.forked[child] = true;
            Operation::Fork(Thread(u32::try_from(child).unwrap()))
        }
        5 => {
            let child = random.below(size.threads) as usize;
            // Joins end threads: they are rare.
            if child == thread as usize || random.below(3) > 0 {
                return None;
            }
            world.joined[child] = true;
            Operation::Join(Thread(u32::try_from(child).unwrap()))
        }
        6 => Operation::VolatileRead(Volatile(random.below(size.volatiles))),
        _ => Operation::VolatileWrite(Volatile(random.below(size.volatiles))),
    })
}
