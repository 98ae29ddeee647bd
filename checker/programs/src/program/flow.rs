//! Facts that follow from the jumps of a program: where threads may end, and where registers are not needed any more.

use super::{Handler, Method};
use crate::ids::Register;
use crate::instruction::Instruction;
use crate::mutant::{self, Mutant};

/// The greatest number of instructions times registers of a method for which every register is forgotten where it is
/// not needed; in greater ones, temporary registers alone are, and in those that have too many of them, none is.
const MAX_SIZE: usize = 1 << 24;

/// The facts about the instructions of all methods, by their number among all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Flow {
    /// The number of the first instruction of each method, and then the number of all.
    pub(super) first: Vec<usize>,
    pub(super) may_end: Vec<bool>,
    pub(super) may_go_round: Vec<bool>,
    dead_at: Lists,
    dead_during: Lists,
}

/// A list of registers for each instruction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Lists {
    ends: Vec<usize>,
    all: Vec<Register>,
}

impl Lists {
    fn push(&mut self, registers: impl Iterator<Item = Register>) {
        self.all.extend(registers);
        self.ends.push(self.all.len());
    }

    fn get(&self, number: usize) -> &[Register] {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.all[start..self.ends[number]]
    }
}

impl Flow {
    /// Looks at all methods. Whether `all` registers are forgotten, or temporary ones.
    pub(super) fn of(methods: &[Method], all: bool) -> Flow {
        let mut flow = Flow {
            first: vec![0],
            may_end: Vec::new(),
            may_go_round: Vec::new(),
            dead_at: Lists::default(),
            dead_during: Lists::default(),
        };
        for method in methods {
            let size = method.code.len();
            flow.may_end.extend(may_end(method));
            flow.may_go_round.extend(may_go_round(method));
            flow.first.push(flow.may_end.len());
            let fits = |first: u32| {
                let registers = method.registers.saturating_sub(first) as usize;
                size.saturating_mul(registers) <= MAX_SIZE
            };
            let first = [0, method.temporaries, method.registers];
            let first = first.into_iter().skip(usize::from(!all)).find(|first| fits(*first));
            let live = Live::of(method, first.unwrap_or(method.registers));
            for at in 0..size {
                flow.dead_at.push(live.dead(at));
                let after = at + 1;
                let result = method.code[at].result();
                flow.dead_during.push(
                    live.dead_if(move |live, register| {
                        let is_caught = handlers(method, at).any(|handler| {
                            let target = handler.target as usize;
                            handler.register != Some(register) && live.has(target, register)
                        });
                        let is_needed = after < size && live.has(after, register);
                        !is_caught && (!is_needed || Some(register) == result)
                    })
                    .filter(|_| is_call(&method.code[at])),
                );
            }
        }
        flow
    }

    pub(super) fn dead_at(&self, number: usize) -> &[Register] {
        self.dead_at.get(number)
    }

    pub(super) fn dead_during(&self, number: usize) -> &[Register] {
        self.dead_during.get(number)
    }
}

/// The handlers that cover an instruction.
fn handlers(method: &Method, at: usize) -> impl Iterator<Item = &Handler> {
    let at = u32::try_from(at).unwrap_or(u32::MAX);
    method.handlers.iter().filter(move |handler| handler.covers(at))
}

fn is_call(instruction: &Instruction) -> bool {
    matches!(instruction, Instruction::Call { .. } | Instruction::CallVirtual { .. })
}

/// For each instruction, whether the thread may have ended when it is taken in its outermost frame.
fn may_end(method: &Method) -> Vec<bool> {
    let code = &method.code;
    // Whether a thread that comes to the instruction may end without another step.
    let mut ends: Vec<bool> = code
        .iter()
        .map(|found| matches!(found, Instruction::Stop | Instruction::Return { .. }))
        .collect();
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); code.len()];
    for (at, found) in code.iter().enumerate().filter(|(_, found)| found.is_jump()) {
        if let Some(target) = found.target() {
            before[target as usize].push(at);
        }
        if found.falls_through() && at + 1 < code.len() {
            before[at + 1].push(at);
        }
    }
    let mut open: Vec<usize> = (0..code.len()).filter(|at| ends[*at]).collect();
    while let Some(at) = open.pop() {
        for &earlier in &before[at] {
            if !std::mem::replace(&mut ends[earlier], true) {
                open.push(earlier);
            }
        }
    }
    let after = |at: usize| {
        ends[at] || code[at].falls_through() && ends.get(at + 1).copied().unwrap_or(true)
    };
    (0..code.len()).map(after).collect()
}

/// For each instruction, whether it may lie on a circle of local instructions. What lies on none is taken away, from
/// both ends: first what nothing comes before, then what nothing comes after. On ways between circles the answer is yes
/// as well.
fn may_go_round(method: &Method) -> Vec<bool> {
    let code = &method.code;
    let mut left: Vec<bool> = code.iter().map(Instruction::is_local).collect();
    let mut edges: Vec<(usize, usize)> = Vec::new();
    for (at, found) in code.iter().enumerate() {
        let next = found.falls_through().then_some(at + 1);
        let caught = handlers(method, at).map(|handler| handler.target as usize);
        let target = found.target().map(|target| target as usize);
        let all = target.into_iter().chain(next).chain(caught);
        edges.extend(all.filter(|next| *next < code.len()).map(|next| (at, next)));
    }
    for _ in 0..2 {
        edges.retain(|(from, to)| left[*from] && left[*to]);
        let mut before = vec![0_usize; code.len()];
        let mut after: Vec<Vec<usize>> = vec![Vec::new(); code.len()];
        for (from, to) in &edges {
            before[*to] += 1;
            after[*from].push(*to);
        }
        let mut open: Vec<usize> = (0..code.len()).filter(|at| before[*at] == 0).collect();
        while let Some(at) = open.pop() {
            left[at] = false;
            for &next in &after[at] {
                before[next] -= 1;
                if before[next] == 0 {
                    open.push(next);
                }
            }
        }
        for (from, to) in &mut edges {
            std::mem::swap(from, to);
        }
    }
    left
}

/// For each instruction, the registers whose values may still be read when it is about to be taken; from a first
/// register on.
struct Live {
    first: u32,
    count: usize,
    words: usize,
    bits: Vec<u64>,
}

impl Live {
    fn of(method: &Method, first: u32) -> Live {
        let count = method.registers.saturating_sub(first) as usize;
        let words = count.div_ceil(64);
        let code = &method.code;
        let mut live = Live { first, count, words, bits: vec![0; words * code.len()] };
        if count == 0 {
            return live;
        }
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); code.len()];
        for (at, found) in code.iter().enumerate() {
            if let Some(target) = found.target() {
                before[target as usize].push(at);
            }
            if found.falls_through() && at + 1 < code.len() {
                before[at + 1].push(at);
            }
            for handler in handlers(method, at) {
                before[handler.target as usize].push(at);
            }
        }
        let mut open: Vec<usize> = (0..code.len()).collect();
        let mut is_open = vec![true; code.len()];
        let mut now = vec![0; words];
        while let Some(at) = open.pop() {
            is_open[at] = false;
            let found = &code[at];
            now.fill(0);
            let next = found.falls_through().then_some(at + 1);
            let target = found.target().filter(|_| !mutant::is(Mutant::JumpsForgotten));
            for after in target.map(|target| target as usize).into_iter().chain(next) {
                if after < code.len() {
                    let row = &live.bits[after * words..(after + 1) * words];
                    now.iter_mut().zip(row).for_each(|(mine, other)| *mine |= other);
                }
            }
            let bit = |register: Register| {
                let bit = register.0.checked_sub(first)? as usize;
                Some((bit / 64, 1_u64 << (bit % 64)))
            };
            if let Some((word, bit)) = found.result().and_then(bit) {
                now[word] &= !bit;
            }
            // Where something is thrown, the instruction has not given its result.
            for handler in handlers(method, at) {
                let target = handler.target as usize;
                let kept = handler.register.and_then(bit);
                let row = &live.bits[target * words..(target + 1) * words];
                for (word, (mine, other)) in now.iter_mut().zip(row).enumerate() {
                    let caught = kept.filter(|(at, _)| *at == word).map_or(0, |(_, bit)| bit);
                    *mine |= *other & !caught;
                }
            }
            found.expressions(|expression| {
                expression.registers(&mut |register| {
                    if let Some((word, bit)) = bit(register) {
                        now[word] |= bit;
                    }
                });
            });
            let row = &mut live.bits[at * words..(at + 1) * words];
            if row != now {
                row.copy_from_slice(&now);
                for &earlier in &before[at] {
                    if !std::mem::replace(&mut is_open[earlier], true) {
                        open.push(earlier);
                    }
                }
            }
        }
        live
    }

    fn has(&self, at: usize, register: Register) -> bool {
        let bit = (register.0 - self.first) as usize;
        self.bits[at * self.words + bit / 64] & 1 << (bit % 64) != 0
    }

    fn dead(&self, at: usize) -> impl Iterator<Item = Register> {
        self.dead_if(move |live, register| !live.has(at, register))
    }

    fn dead_if(&self, is_dead: impl Fn(&Live, Register) -> bool) -> impl Iterator<Item = Register> {
        let last = self.first + u32::try_from(self.count).unwrap_or(0);
        (self.first..last).map(Register).filter(move |register| is_dead(self, *register))
    }
}
