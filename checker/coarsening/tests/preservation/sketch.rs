//! Small random programs: their text, and what is known of the variables of each line by the way they are made.

use std::fmt::Write as _;

use reductio_coarsening::Known;

/// The number of locks that threads share.
pub(crate) const LOCKS: usize = 2;

/// A variable. Its number among the values of a state is [`Var::number`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Var {
    /// Of an object that only its thread has.
    Own,
    /// Accessed under a lock only.
    Protected(usize),
    /// Accessed by anybody.
    Shared(usize),
    /// Accessed by anybody, and observed.
    Observed,
    /// Accessed under a lock only, and observed.
    ProtectedObserved(usize),
}

/// A lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lock {
    /// One that threads share.
    Shared(usize),
    /// One that is only taken under a lock that threads share.
    Inner(usize),
    /// That of an object that only its thread has.
    Own,
}

/// A step of a thread, or a jump, which is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    Lock(Lock),
    Unlock(Lock),
    Wait(usize),
    Notify(usize),
    NotifyAll(usize),
    /// Into the thread's local.
    Read(Var),
    Write(Var, i64),
    /// The local.
    WriteLocal(Var),
    /// The local gets 0 or 1.
    Choose,
    /// The local is another number than this one.
    Assert(i64),
    /// The local is this number, or the thread goes on behind so many operations.
    Unless(i64, usize),
    /// Back to the first operation.
    Again,
    Fork(usize),
    Join(usize),
}

/// A program: the operations of each thread, the first of which starts the others; and the source line of each.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sketch {
    pub(crate) threads: Vec<Vec<(Op, u32)>>,
    pub(crate) text: String,
    /// What is known of each line.
    pub(crate) known: Vec<Known>,
}

/// Random numbers, by the generator `SplitMix64`.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % n
    }

    fn index(&mut self, n: usize) -> usize {
        usize::try_from(self.below(n as u64)).unwrap()
    }

    fn is(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }
}

impl Var {
    fn text(self) -> String {
        match self {
            Var::Own => "m.a".to_owned(),
            Var::Protected(l) => format!("p{l}.a"),
            Var::Shared(k) => format!("g.s{k}"),
            Var::Observed => "g.seen".to_owned(),
            Var::ProtectedObserved(l) => format!("p{l}.seen{l}"),
        }
    }

    fn known(self) -> Known {
        match self {
            Var::Own => Known::Owned,
            Var::Protected(_) | Var::ProtectedObserved(_) => Known::Protected,
            Var::Shared(_) | Var::Observed => Known::Nothing,
        }
    }
}

impl Lock {
    fn text(self) -> String {
        match self {
            Lock::Shared(l) => format!("l{l}"),
            Lock::Inner(l) => format!("q{l}"),
            Lock::Own => "m".to_owned(),
        }
    }

    fn known(self) -> Known {
        match self {
            Lock::Shared(_) => Known::Nothing,
            Lock::Inner(_) => Known::Protected,
            Lock::Own => Known::Owned,
        }
    }
}

/// Writes the operations of one thread at random.
struct Draw<'r> {
    random: &'r mut Random,
    ops: Vec<Op>,
    /// The locks that are held, the innermost last.
    held: Vec<Lock>,
}

impl Draw<'_> {
    fn var(&mut self) -> Var {
        let held: Vec<usize> = self.held.iter().filter_map(|lock| shared(*lock)).collect();
        match self.random.below(10) {
            0 => Var::Own,
            1..=4 if !held.is_empty() => {
                let l = held[self.random.index(held.len())];
                if self.random.is(60) { Var::Protected(l) } else { Var::ProtectedObserved(l) }
            }
            1 | 5 => Var::Observed,
            k => Var::Shared(usize::from(k % 2 == 0)),
        }
    }

    fn block(&mut self, length: usize, depth: usize) {
        for _ in 0..length {
            let innermost = self.held.iter().rev().find_map(|lock| shared(*lock));
            let value = i64::try_from(self.random.below(3)).unwrap();
            match self.random.below(20) {
                0..=3 => {
                    let var = self.var();
                    self.ops.push(Op::Read(var));
                }
                4..=6 => {
                    let var = self.var();
                    let is_local = self.random.is(30);
                    self.ops.push(if is_local {
                        Op::WriteLocal(var)
                    } else {
                        Op::Write(var, value)
                    });
                }
                7 => self.ops.push(Op::Choose),
                8 => self.ops.push(Op::Assert(1 + value % 2)),
                9 => {
                    let at = self.ops.len();
                    self.ops.push(Op::Unless(value % 2, 0));
                    let inner = 1 + self.random.index(2);
                    self.block(inner, depth + 1);
                    self.ops[at] = Op::Unless(value % 2, self.ops.len() - at - 1);
                }
                10 | 11 if innermost.is_some() => self.ops.push(Op::Wait(innermost.unwrap_or(0))),
                10..=12 if innermost.is_some() => self.ops.push(Op::Notify(innermost.unwrap_or(0))),
                13 | 14 if innermost.is_some() => {
                    self.ops.push(Op::NotifyAll(innermost.unwrap_or(0)));
                }
                15 if depth == 0 && self.random.is(10) => {
                    self.ops.push(Op::Unlock(Lock::Shared(0)));
                }
                _ if depth < 3 => {
                    let lock = match (self.random.below(6), innermost) {
                        (0, Some(l)) => Lock::Inner(l),
                        (1, _) => Lock::Own,
                        _ => Lock::Shared(self.random.index(LOCKS)),
                    };
                    self.ops.push(Op::Lock(lock));
                    self.held.push(lock);
                    let inner = 1 + self.random.index(3);
                    self.block(inner, depth + 1);
                    self.held.pop();
                    self.ops.push(Op::Unlock(lock));
                }
                _ => {}
            }
        }
    }
}

/// The lock that threads share, if it is one.
fn shared(lock: Lock) -> Option<usize> {
    match lock {
        Lock::Shared(l) => Some(l),
        _ => None,
    }
}

impl Sketch {
    /// A random program.
    pub(crate) fn random(random: &mut Random) -> Sketch {
        let others = 1 + random.index(2) + usize::from(random.is(20));
        let mut threads = vec![Vec::new()];
        for _ in 0..others {
            let mut draw = Draw { random, ops: Vec::new(), held: Vec::new() };
            let length = 1 + draw.random.index(3);
            draw.block(length, 0);
            if draw.random.is(15) {
                draw.ops.push(Op::Again);
            }
            threads.push(draw.ops);
        }
        let mut draw = Draw { random, ops: Vec::new(), held: Vec::new() };
        for thread in 1..=others {
            draw.ops.push(Op::Fork(thread));
            if draw.random.is(20) {
                draw.block(1, 1);
            }
        }
        if draw.random.is(40) {
            draw.block(2, 0);
        }
        for thread in 1..=others {
            if draw.random.is(30) {
                draw.ops.push(Op::Join(thread));
            }
        }
        if draw.random.is(20) {
            draw.block(1, 0);
        }
        threads[0] = draw.ops;
        Sketch::of(&threads)
    }

    /// The program of some operations.
    pub(crate) fn of(threads: &[Vec<Op>]) -> Sketch {
        let mut sketch = Sketch::default();
        for (number, ops) in threads.iter().enumerate() {
            let name = if number == 0 { "main".to_owned() } else { format!("t{number}") };
            sketch.line(&format!("thread {name} {{"), Known::Nothing);
            if number == 0 {
                for l in 0..LOCKS {
                    sketch.line(
                        &format!("l{l} := new L; q{l} := new Q; p{l} := new P{l}"),
                        Known::Owned,
                    );
                }
                sketch.line("g := new G", Known::Owned);
            }
            sketch.line("m := new M; x := 0", Known::Owned);
            let mut lines = Vec::new();
            let is_loop = ops.last() == Some(&Op::Again);
            if is_loop {
                sketch.line("loop {", Known::Nothing);
            }
            let mut closes: Vec<usize> = Vec::new();
            for (at, op) in ops.iter().enumerate() {
                while closes.last() == Some(&at) {
                    sketch.line("}", Known::Nothing);
                    closes.pop();
                }
                let known = match op {
                    Op::Read(var) | Op::Write(var, _) | Op::WriteLocal(var) => var.known(),
                    Op::Lock(lock) | Op::Unlock(lock) => lock.known(),
                    _ => Known::Nothing,
                };
                if let Op::Unless(_, count) = op {
                    closes.push(at + count + 1);
                }
                sketch.line(&op.text(), known);
                lines.push((*op, u32::try_from(sketch.known.len()).unwrap()));
            }
            for _ in closes {
                sketch.line("}", Known::Nothing);
            }
            if is_loop {
                sketch.line("}", Known::Nothing);
            }
            sketch.line("}", Known::Nothing);
            sketch.threads.push(lines);
        }
        sketch
    }

    fn line(&mut self, text: &str, known: Known) {
        let _ = writeln!(self.text, "{text}");
        self.known.push(known);
    }
}

impl Op {
    fn text(self) -> String {
        match self {
            Op::Lock(lock) => format!("acquire {}", lock.text()),
            Op::Unlock(lock) => format!("release {}", lock.text()),
            Op::Wait(l) => format!("wait l{l}"),
            Op::Notify(l) => format!("notify l{l}"),
            Op::NotifyAll(l) => format!("notifyAll l{l}"),
            Op::Read(var) => format!("x := {}", var.text()),
            Op::Write(var, value) => format!("{} := {value}", var.text()),
            Op::WriteLocal(var) => format!("{} := x", var.text()),
            Op::Choose => "x := any 0 .. 1".to_owned(),
            Op::Assert(value) => format!("assert x != {value}"),
            Op::Unless(value, _) => format!("if x == {value} {{"),
            Op::Again => "skip".to_owned(),
            Op::Fork(thread) => format!("f{thread} := fork t{thread}"),
            Op::Join(thread) => format!("join f{thread}"),
        }
    }
}
