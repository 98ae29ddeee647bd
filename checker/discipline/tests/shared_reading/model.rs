//! Small systems with a variable that several threads may read at the same time: as text, for the tool, and explored by
//! hand, with nothing of the tool. Rights are tables over control points, and ownership of a lock.

use std::collections::HashSet;
use std::fmt::Write as _;

/// A statement. `x` may be read together, `f` is open, `l` is the thread's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    Read,
    Write(bool),
    WriteLocal,
    Toggle,
    AwaitX(bool),
    Set(bool),
    Await(bool),
    Acquire,
    Release,
    Skip,
}

/// Where a right is held: at these control points, and as the owner of the lock.
#[derive(Clone, Debug, Default)]
pub(crate) struct Right {
    pub(crate) points: Vec<bool>,
    pub(crate) by_lock: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Thread {
    pub(crate) ops: Vec<Op>,
    pub(crate) repeats: bool,
    pub(crate) write: Right,
    pub(crate) read: Right,
}

#[derive(Clone, Debug)]
pub(crate) struct Model {
    pub(crate) threads: Vec<Thread>,
}

/// A sequence of pseudo-random numbers (xorshift).
pub(crate) struct Draw(u64);

impl Draw {
    pub(crate) fn new(seed: u64) -> Self {
        Draw(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from((self.0 >> 33) % most as u64).unwrap()
    }

    fn flag(&mut self) -> bool {
        self.below(2) == 1
    }

    fn ops(&mut self) -> Vec<Op> {
        let (mut ops, mut owns) = (Vec::new(), false);
        for _ in 0..=self.below(4) {
            let op = match self.below(12) {
                0..3 => Op::Read,
                3 => Op::Write(self.flag()),
                4 => Op::WriteLocal,
                5 => Op::Toggle,
                6 => Op::AwaitX(self.flag()),
                7 => Op::Set(self.flag()),
                8 => Op::Await(self.flag()),
                9 => Op::Skip,
                _ if owns => Op::Release,
                _ => Op::Acquire,
            };
            owns = match op {
                Op::Acquire => true,
                Op::Release => false,
                _ => owns,
            };
            ops.push(op);
        }
        if owns {
            ops.push(Op::Release);
        }
        ops
    }

    /// A right: most often where it is needed, sometimes more or less.
    fn right(&mut self, ops: &[Op], needs: fn(Op) -> bool) -> Right {
        let points = ops.iter().map(|op| match self.below(8) {
            0 => self.flag(),
            1 => true,
            _ => needs(*op),
        });
        Right { points: points.collect(), by_lock: self.below(4) == 0 }
    }

    pub(crate) fn model(&mut self) -> Model {
        let threads = (0..2 + self.below(2)).map(|_| {
            let ops = self.ops();
            let write = self.right(&ops, writes);
            let read = self.right(&ops, reads);
            Thread { repeats: self.below(3) == 0, write, read, ops }
        });
        Model { threads: threads.collect() }
    }
}

fn reads(op: Op) -> bool {
    matches!(op, Op::Read | Op::Toggle | Op::AwaitX(_))
}

fn writes(op: Op) -> bool {
    matches!(op, Op::Write(_) | Op::WriteLocal | Op::Toggle)
}

impl Model {
    /// The system in the language of the tool.
    pub(crate) fn text(&self) -> String {
        let mut out = "lock m\nvar f : bool\nprotected x : bool\n".to_owned();
        for (number, thread) in self.threads.iter().enumerate() {
            for (right, word) in [(&thread.write, "for"), (&thread.read, "read for")] {
                let _ = writeln!(out, "  {word} t{number} when {}", right.text(number));
            }
        }
        for (number, thread) in self.threads.iter().enumerate() {
            let _ = writeln!(out, "thread t{number} {{\n  local l : bool");
            out += if thread.repeats { "  loop {\n" } else { "" };
            for (point, op) in thread.ops.iter().enumerate() {
                let text = match op {
                    Op::Read => "l := x".to_owned(),
                    Op::Write(value) => format!("x := {value}"),
                    Op::WriteLocal => "x := l".to_owned(),
                    Op::Toggle => "x := not x".to_owned(),
                    Op::AwaitX(value) => format!("await x == {value}"),
                    Op::Set(value) => format!("f := {value}"),
                    Op::Await(value) => format!("await f == {value}"),
                    Op::Acquire => "acquire m".to_owned(),
                    Op::Release => "release m".to_owned(),
                    Op::Skip => "skip".to_owned(),
                };
                let _ = writeln!(out, "  L{point}: {text}");
            }
            out += if thread.repeats { "  }\n}\n" } else { "}\n" };
        }
        out + "invariant \"I\": f => not x\n"
    }
}

impl Right {
    fn text(&self, thread: usize) -> String {
        let points = (0..self.points.len()).filter(|point| self.points[*point]);
        let labels: Vec<String> = points.map(|point| format!("L{point}")).collect();
        let at = format!("t{thread} at {}", labels.join(", "));
        match (labels.is_empty(), self.by_lock) {
            (true, false) => "false".to_owned(),
            (true, true) => format!("m.owner == t{thread}"),
            (false, false) => at,
            (false, true) => format!("{at} or m.owner == t{thread}"),
        }
    }

    fn holds(&self, state: &State, thread: usize) -> bool {
        self.points.get(state.at[thread]) == Some(&true)
            || self.by_lock && state.owner == Some(thread)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    at: Vec<usize>,
    locals: Vec<bool>,
    x: bool,
    f: bool,
    owner: Option<usize>,
}

/// The rules of shared reading, and wrong ones that tests have to tell from them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rules {
    Right,
    /// Two readers exclude each other.
    ReadersExclude,
    /// A writer does not exclude readers.
    WriterBesideReaders,
    /// Who may read may write.
    WriteByReading,
    /// Reading needs no right.
    ReadFree,
}

/// What is true of all runs.
#[derive(Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a claim of its own")]
pub(crate) struct Found {
    pub(crate) bad: bool,
    pub(crate) deadlock: bool,
    pub(crate) invariant: bool,
    pub(crate) reached: Vec<Vec<bool>>,
    /// Whether two threads were about to read with the right to it, in one state.
    pub(crate) together: bool,
    pub(crate) states: usize,
}

impl Model {
    /// Explores all states.
    pub(crate) fn explore(&self, rules: Rules) -> Found {
        let count = self.threads.len();
        let initial = State {
            at: vec![0; count],
            locals: vec![false; count],
            x: false,
            f: false,
            owner: None,
        };
        let reached = self.threads.iter().map(|thread| vec![false; thread.ops.len()]).collect();
        let mut found = Found { reached, ..Found::default() };
        let mut seen: HashSet<State> = HashSet::from([initial.clone()]);
        let mut open = vec![initial];
        while let Some(state) = open.pop() {
            found.states += 1;
            found.bad |= self.is_bad(&state, rules);
            found.invariant |= state.f && state.x;
            let reading = |i: &usize| {
                let op = self.op(&state, *i);
                op == Some(Op::Read) && self.may_read(&state, *i)
            };
            found.together |= (0..count).filter(reading).count() > 1;
            let mut moved = false;
            for i in 0..count {
                if self.op(&state, i).is_some() {
                    found.reached[i][state.at[i]] = true;
                }
                if let Some(next) = self.step(&state, i) {
                    moved = true;
                    if seen.insert(next.clone()) {
                        open.push(next);
                    }
                }
            }
            let ended = (0..count).all(|i| self.op(&state, i).is_none());
            found.deadlock |= !moved && !ended;
        }
        found
    }

    fn op(&self, state: &State, thread: usize) -> Option<Op> {
        self.threads[thread].ops.get(state.at[thread]).copied()
    }

    fn may_write(&self, state: &State, thread: usize) -> bool {
        self.threads[thread].write.holds(state, thread)
    }

    fn may_read(&self, state: &State, thread: usize) -> bool {
        self.may_write(state, thread) || self.threads[thread].read.holds(state, thread)
    }

    fn is_bad(&self, state: &State, rules: Rules) -> bool {
        let all = 0..self.threads.len();
        let without_right = all.clone().any(|i| {
            let Some(op) = self.op(state, i) else { return false };
            let (read, write) = (self.may_read(state, i), self.may_write(state, i));
            let write = write || rules == Rules::WriteByReading && read;
            writes(op) && !write || reads(op) && !read && rules != Rules::ReadFree
        });
        let overlap = all.clone().any(|i| {
            all.clone().filter(|j| *j != i).any(|j| {
                let other = match rules {
                    Rules::WriterBesideReaders => self.may_write(state, j),
                    _ => self.may_read(state, j),
                };
                let mine = match rules {
                    Rules::ReadersExclude => self.may_read(state, i),
                    _ => self.may_write(state, i),
                };
                mine && other
            })
        });
        without_right || overlap
    }

    fn step(&self, state: &State, i: usize) -> Option<State> {
        let op = self.op(state, i)?;
        let mut next = state.clone();
        match op {
            Op::Read => next.locals[i] = state.x,
            Op::Write(value) => next.x = value,
            Op::WriteLocal => next.x = state.locals[i],
            Op::Toggle => next.x = !state.x,
            Op::AwaitX(value) if state.x != value => return None,
            Op::Set(value) => next.f = value,
            Op::Await(value) if state.f != value => return None,
            Op::Acquire if state.owner.is_some() => return None,
            Op::Acquire => next.owner = Some(i),
            Op::Release => next.owner = None,
            Op::AwaitX(_) | Op::Await(_) | Op::Skip => {}
        }
        next.at[i] += 1;
        if self.threads[i].repeats && next.at[i] == self.threads[i].ops.len() {
            next.at[i] = 0;
        }
        Some(next)
    }
}
