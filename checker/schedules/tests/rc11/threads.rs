//! Programs of the small language as real threads, through what any test uses.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc as Plain, Mutex as PlainMutex};

use reductio_schedules::sync::Mutex;
use reductio_schedules::sync::atomic::{AtomicU64, fence};
use reductio_schedules::{Explorer, FindingKind, Memory, Report, Shared, is_given_up, thread};

use super::brute::Known;
use super::language::{Do, Program, REGISTERS};

/// The memory that threads share.
struct All {
    atomics: Vec<AtomicU64>,
    locks: [Mutex<()>; 2],
    data: [Shared<u64>; 2],
}

fn steps(all: &All, steps: &[Do]) -> [u64; REGISTERS] {
    let mut registers = [0; REGISTERS];
    let mut held = [None, None];
    let mut next = 0;
    while let Some(step) = steps.get(next) {
        next += 1;
        let r = &mut registers;
        match *step {
            Do::Load { at, order, to } => r[to] = all.atomics[at].load(order),
            Do::Store { at, order, value } => all.atomics[at].store(value, order),
            Do::StoreFrom { at, order, from, more } => all.atomics[at].store(r[from] + more, order),
            Do::Add { at, order, value, to } => r[to] = all.atomics[at].fetch_add(value, order),
            Do::Cas { at, expected, new, success, failure, to } => {
                let done = all.atomics[at].compare_exchange(expected, new, success, failure);
                r[to] = done.unwrap_or_else(|value| value);
            }
            Do::Fence(order) => fence(order),
            Do::Lock(lock) => held[lock] = Some(all.locks[lock].lock().unwrap()),
            Do::TryLock { lock, to, skip } => {
                held[lock] = all.locks[lock].try_lock().ok();
                r[to] = u64::from(held[lock].is_some());
                next += if held[lock].is_some() { 0 } else { skip };
            }
            Do::Unlock(lock) => held[lock] = None,
            Do::Read { at, to } => r[to] = all.data[at].get(),
            Do::Write { at, value } => all.data[at].set(value),
            Do::Await { at, order, value } => while all.atomics[at].load(order) != value {},
            Do::AwaitReg { at, order, from } => while all.atomics[at].load(order) != r[from] {},
            Do::AwaitCas { at, expected, new, success } => {
                let atomic = &all.atomics[at];
                while atomic.compare_exchange(expected, new, success, Relaxed).is_err() {}
            }
            Do::Increment { at, order } => loop {
                let value = all.atomics[at].load(Relaxed);
                let done = all.atomics[at].compare_exchange(value, value + 1, order, Relaxed);
                if done.is_ok() {
                    break;
                }
            },
            Do::Unless { register, value, skip } => {
                next += if r[register] == value { 0 } else { skip };
            }
        }
    }
    registers[REGISTERS - 1] = 0;
    registers
}

/// Runs a program under a memory, and says how its executions end.
pub(crate) fn known(explorer: &Explorer, program: &Program, atomics: usize) -> (Known, Report) {
    let ends = Plain::new(PlainMutex::new(BTreeMap::new()));
    let (to, program) = (Plain::clone(&ends), Plain::new(program.clone()));
    let report = explorer.clone().all_findings().run(move || {
        let all = Plain::new(All {
            atomics: (0..atomics).map(|_| AtomicU64::new(0)).collect(),
            locks: [Mutex::new(()), Mutex::new(())],
            data: [Shared::new(0), Shared::new(0)],
        });
        let start = |number: usize| {
            let (all, program) = (Plain::clone(&all), Plain::clone(&program));
            thread::spawn(move || steps(&all, &program[number]))
        };
        let threads: Vec<_> = (0..program.len()).map(start).collect();
        let registers: Vec<_> = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
        let last: Vec<u64> = all.atomics.iter().map(|atomic| atomic.load(Relaxed)).collect();
        if !is_given_up() {
            *to.lock().unwrap().entry(format!("{registers:?} {last:?}")).or_insert(0) += 1;
        }
    });
    let ends = std::mem::take(&mut *ends.lock().unwrap());
    let races = report.findings.iter().any(|found| found.kind() == FindingKind::Discipline);
    let whole: usize = ends.values().sum();
    (Known { stuck: report.executions.saturating_sub(whole), ends, races }, report)
}

/// Runs a program as [`known`] does, under C11's memory.
pub(crate) fn rc11(program: &Program, atomics: usize) -> (Known, Report) {
    known(&Explorer::new().memory(Memory::Rc11), program, atomics)
}

/// Decides whether the search has found what the definition says. A program with a race has no other meaning.
pub(crate) fn agree(program: &Program, expected: &Known, both: &(Known, Report)) -> bool {
    let (found, report) = both;
    let tries = program.iter().flatten().any(|step| matches!(step, Do::TryLock { .. }));
    if expected.races || found.races {
        return expected.races == found.races;
    }
    if tries {
        // It does not matter which thread had the lock that was found taken: one is enough.
        return expected.ends.keys().eq(found.ends.keys())
            && (expected.stuck > 0) == (found.stuck > 0 || !report.findings.is_empty());
    }
    if report.restarted == 0 {
        return expected == found;
    }
    // The search began again, and what was written down before is in between.
    let all = expected.ends.values().sum::<usize>() + expected.stuck;
    let is_stuck = !report.findings.is_empty();
    if !expected.ends.keys().eq(found.ends.keys()) || is_stuck != (expected.stuck > 0) {
        return false;
    }
    // Once a loop is known to wait, what it has read before it goes round again is no part of an execution; and one in
    // which it ends with what turned out not to be the newest is given up, and counted apart.
    let waits =
        |step: &Do| matches!(step, Do::Await { .. } | Do::AwaitReg { .. } | Do::AwaitCas { .. });
    if report.executions == all {
        return true;
    }
    program.iter().flatten().any(waits)
        && report.executions < all
        && report.executions + report.blocked >= super::brute::least(program)
}
