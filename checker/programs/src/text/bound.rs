//! The test whether local variables are bound where they are read: on every way that leads there something was assigned
//! to them, or a fork copied them.

use std::collections::VecDeque;

use super::error::Faults;
use super::names::Names;
use super::syntax::Span;
use crate::ids::{MethodId, Register};
use crate::instruction::{Expression, Instruction};
use crate::program::ProgramBuilder;

/// A place at which a local variable is read.
pub(super) struct Use {
    /// The number of the instruction.
    pub(super) at: u32,
    pub(super) register: Register,
    pub(super) span: Span,
}

/// A set of registers.
type Set = Vec<u64>;

/// Reports the local variables that may be read before they are bound. `uses` are those of each thread. Cost: for each
/// time that less turns out to be bound at the begin of a thread, its instructions times its local variables, by 64 at
/// once.
pub(super) fn check(
    builder: &ProgramBuilder,
    names: &Names<'_>,
    entry: usize,
    uses: &[Vec<Use>],
    faults: &mut Faults,
) {
    let threads = names.locals.len();
    let mut begins: Vec<Option<Set>> = vec![None; threads];
    let mut known: Vec<Vec<Option<Set>>> = vec![Vec::new(); threads];
    begins[entry] = Some(empty(names.locals[entry].len()));
    let mut open = VecDeque::from([entry]);
    let mut is_open = vec![false; threads];
    // First what can be forked from the entry, and then the others, where all that is bound somewhere may be.
    let mut others = 0..threads;
    loop {
        while let Some(thread) = open.pop_front() {
            is_open[thread] = false;
            let Some(begin) = begins[thread].clone() else { continue };
            let found = bound(builder.code(method(thread)), &begin);
            for (at, instruction) in builder.code(method(thread)).iter().enumerate() {
                let (Some(here), Instruction::Fork { method, arguments, .. }) =
                    (&found[at], instruction)
                else {
                    continue;
                };
                let mut copied = empty(arguments.len());
                for (k, argument) in arguments.iter().enumerate() {
                    if matches!(argument, Expression::Register(from) if has(here, *from)) {
                        copied[k / 64] |= 1 << (k % 64);
                    }
                }
                let child = method.index();
                let before = begins[child].clone();
                let now = match &before {
                    Some(before) => before.iter().zip(&copied).map(|(a, b)| a & b).collect(),
                    None => copied,
                };
                if before.as_ref() != Some(&now) {
                    begins[child] = Some(now);
                    if !std::mem::replace(&mut is_open[child], true) {
                        open.push_back(child);
                    }
                }
            }
            known[thread] = found;
        }
        let Some(other) = others.find(|other| begins[*other].is_none()) else { break };
        let mut all = empty(names.locals[other].len());
        for (k, name) in names.locals[other].iter().enumerate() {
            if names.bound.contains(name) {
                all[k / 64] |= 1 << (k % 64);
            }
        }
        begins[other] = Some(all);
        open.push_back(other);
    }
    for (thread, uses) in uses.iter().enumerate() {
        for Use { at, register, span } in uses {
            if let Some(Some(here)) = known[thread].get(*at as usize)
                && !has(here, *register)
            {
                let name = names.locals[thread][register.index()];
                names.unbound(name, span.clone(), faults);
            }
        }
    }
}

fn method(thread: usize) -> MethodId {
    MethodId(u32::try_from(thread).unwrap_or(u32::MAX))
}

fn empty(registers: usize) -> Set {
    vec![0; registers.div_ceil(64)]
}

fn has(set: &Set, register: Register) -> bool {
    set.get(register.index() / 64).is_some_and(|word| word & 1 << (register.index() % 64) != 0)
}

/// The registers that are bound before each instruction; `None` where it is never reached.
fn bound(code: &[Instruction], begin: &Set) -> Vec<Option<Set>> {
    let mut before: Vec<Option<Set>> = vec![None; code.len()];
    if before.is_empty() {
        return before;
    }
    before[0] = Some(begin.clone());
    let mut open = vec![0];
    while let Some(at) = open.pop() {
        let Some(mut after) = before[at].clone() else { continue };
        if let Some(to) = code[at].result()
            && let Some(word) = after.get_mut(to.index() / 64)
        {
            *word |= 1 << (to.index() % 64);
        }
        let next = code[at].falls_through().then_some(at + 1);
        for next in code[at].target().map(|target| target as usize).into_iter().chain(next) {
            let Some(known) = before.get_mut(next) else { continue };
            let now: Set = match known {
                Some(known) => known.iter().zip(&after).map(|(a, b)| a & b).collect(),
                None => after.clone(),
            };
            if known.as_ref() != Some(&now) {
                *known = Some(now);
                open.push(next);
            }
        }
    }
    before
}
