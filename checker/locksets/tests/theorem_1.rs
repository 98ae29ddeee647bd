//! Locksets along random executions: an access races with a last access if and only if happens-before, by its
//! definition, does not order them (S4, Theorem 1 and section 6).

use std::collections::BTreeSet;

use crate::random;
use crate::random::Random;
use reductio_locksets::{Conflict, LocksetTable, Locksets, Member};
use reductio_programs::{Action, Bounds, Event, Fresh, Machine, ThreadId, Variable};

const SEED: u64 = 4_2006;

/// An access that was made, and who has heard of it.
struct Past {
    at: u32,
    thread: ThreadId,
    variable: Variable,
    is_write: bool,
    heard: BTreeSet<Member>,
}

fn tell(past: &mut [Past], event: &Event) {
    let own = Member::Thread(event.thread);
    let (from, to) = match event.action {
        Action::Acquire { object, .. } | Action::EndWait { object } => (Member::Lock(object), own),
        Action::Release { object, .. } | Action::StartWait { object } => {
            (own, Member::Lock(object))
        }
        Action::Fork { child } => (own, Member::Thread(child)),
        Action::Join { thread } => (Member::Thread(thread), own),
        Action::Read { variable, is_volatile: true } => (Member::Volatile(variable), own),
        Action::Write { variable, is_volatile: true } => (own, Member::Volatile(variable)),
        Action::Update { variable, is_volatile: true } => {
            hand_on(past, Member::Volatile(variable), own);
            (own, Member::Volatile(variable))
        }
        _ => return,
    };
    hand_on(past, from, to);
}

fn hand_on(past: &mut [Past], from: Member, to: Member) {
    for access in past {
        if access.heard.contains(&from) {
            access.heard.insert(to);
        }
    }
}

#[test]
fn s4_theorem_1_on_random_executions() {
    println!("seed {SEED}");
    let (mut accesses, mut races) = (0, 0);
    for seed in SEED..SEED + 1_000 {
        let program = random::program(seed, seed.is_multiple_of(2));
        let machine = Machine::new(&program, Bounds::default());
        for conflict in [Conflict::ReadWrite, Conflict::All] {
            let mut random = Random(seed);
            let mut state = machine.initial();
            let (mut table, mut locksets) = (LocksetTable::default(), Locksets::default());
            let mut past: Vec<Past> = Vec::new();
            for at in 0..60 {
                let threads = (0..).zip(&state.threads).map(|(thread, _)| ThreadId(thread));
                let open: Vec<ThreadId> =
                    threads.filter(|thread| machine.choices(&state, *thread) > 0).collect();
                if open.is_empty() {
                    break;
                }
                let thread = open[usize::try_from(random.below(open.len() as u64)).unwrap()];
                let choices = machine.choices(&state, thread) as u64;
                let choice = usize::try_from(random.below(choices)).unwrap();
                let event = machine.step(&mut state, thread, choice, &Fresh).unwrap();
                let mut found: Vec<u32> = locksets
                    .step(&mut table, conflict, &state, &event, at)
                    .iter()
                    .map(|raced| raced.earlier)
                    .collect();
                found.sort_unstable();
                tell(&mut past, &event);
                let (variable, is_write) = match event.action {
                    Action::Read { variable, is_volatile: false } => (variable, false),
                    Action::Write { variable, is_volatile: false }
                    | Action::Update { variable, is_volatile: false } => (variable, true),
                    _ => {
                        assert!(found.is_empty());
                        continue;
                    }
                };
                let is_write = is_write || conflict == Conflict::All;
                // The last write, and the last read of each thread since then.
                let is_replaced = |access: &Past| {
                    access.variable == variable && access.thread == thread && !access.is_write
                };
                past.retain(|access| is_write || !is_replaced(access));
                let conflicts =
                    |access: &&Past| access.variable == variable && (is_write || access.is_write);
                let races_with: Vec<u32> = past
                    .iter()
                    .filter(conflicts)
                    .filter(|access| !access.heard.contains(&Member::Thread(thread)))
                    .map(|access| access.at)
                    .collect();
                assert_eq!(found, races_with, "seed {seed}, step {at}");
                accesses += 1;
                races += found.len();
                if is_write {
                    past.retain(|access| access.variable != variable);
                }
                let heard = BTreeSet::from([Member::Thread(thread)]);
                past.push(Past { at, thread, variable, is_write, heard });
            }
        }
    }
    println!("{accesses} accesses, {races} races");
    assert!(races > 500);
}
