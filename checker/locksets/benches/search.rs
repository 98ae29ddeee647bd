//! Work and speed of the lockset search, beside the search of everything and the search as printed, in one run.
//!
//! `cargo bench -p reductio-locksets --bench search`. The random programs have three threads beside main, and nothing
//! that is wrong early. Steps are counted; the full search is over states with their exact locksets, without reduction.

use std::collections::hash_map::Entry;
use std::time::Instant;

use reductio_locksets::{Conflict, LocksetTable, Locksets, Options, Variant, check};
use reductio_programs::{
    Bounds, CanonicalModel, ENTRY, Fresh, Granularity, Machine, Program, State, ThreadId, generate,
    parse_program,
};
use reductio_search::{Query, Unreduced, search};
use rustc_hash::FxHashMap;

/// The number of states with locksets after which a program is left out.
const MOST: usize = 20_000;

/// The steps of a search of all states with exact locksets.
fn full(program: &Program) -> Option<u64> {
    let machine = Machine::new(program, Bounds { threads: 8, ..Bounds::default() });
    let mut table = LocksetTable::default();
    let mut seen: FxHashMap<State, Vec<Locksets>> = FxHashMap::default();
    let first = machine.initial().canonical().0;
    seen.insert(first.clone(), vec![Locksets::default()]);
    let mut open = vec![(first, Locksets::default())];
    let (mut steps, mut pairs) = (0, 0);
    while let Some((state, locksets)) = open.pop() {
        for thread in (0..).zip(&state.threads).map(|(thread, _)| ThreadId(thread)) {
            for choice in 0..machine.choices(&state, thread) {
                steps += 1;
                let (mut after, mut now) = (state.clone(), locksets.clone());
                let event = machine.step(&mut after, thread, choice, &Fresh)?;
                if event.halted.is_some() {
                    return None;
                }
                now.step(&mut table, Conflict::ReadWrite, &after, &event, 0);
                let (canonical, renaming) = after.canonical();
                now.rename(&mut table, &renaming);
                let known = match seen.entry(canonical.clone()) {
                    Entry::Occupied(known) => known.into_mut(),
                    Entry::Vacant(new) => new.insert(Vec::new()),
                };
                if !known.contains(&now) {
                    known.push(now.clone());
                    pairs += 1;
                    if pairs > MOST {
                        return None;
                    }
                    open.push((canonical, now));
                }
            }
        }
    }
    Some(steps)
}

#[expect(clippy::cast_precision_loss)]
fn main() {
    let options = Options {
        deadlocks: false,
        bounds: Bounds { threads: 8, ..Bounds::default() },
        ..Options::default()
    };
    let (mut programs, mut all, mut unreduced) = (0, 0, 0);
    let (mut exact_steps, mut printed_steps, mut states) = (0, 0, 0);
    let (mut exact_time, mut printed_time, mut all_time) = (0.0, 0.0, 0.0);
    let mut seed = 0;
    while programs < 100 {
        seed += 1;
        let text = generate::random(seed).to_string();
        let program = parse_program(&text, "random", ENTRY).expect("it is a program");
        let start = Instant::now();
        let Some(steps) = full(&program) else { continue };
        // Small programs have little to leave out.
        if steps < 500 {
            continue;
        }
        all_time += start.elapsed().as_secs_f64();
        programs += 1;
        all += steps;
        let model = CanonicalModel::new(&program, options.bounds, Granularity::Instruction);
        let query = Query { discipline: false, deadlocks: false, ..Query::default() };
        unreduced += search(&model, &Unreduced, &query).transitions;
        // Once for the caches.
        check(&program, &options);
        let start = Instant::now();
        let exact = check(&program, &options);
        exact_time += start.elapsed().as_secs_f64();
        let start = Instant::now();
        let printed = check(&program, &Options { variant: Variant::Printed, ..options });
        printed_time += start.elapsed().as_secs_f64();
        exact_steps += exact.transitions;
        printed_steps += printed.transitions;
        states += exact.states;
    }
    let ratio = |one: u64, other: u64| one as f64 / other as f64;
    println!("{programs} random programs of 500 steps and more, up to seed {seed}");
    println!("all states with locksets    {all:10} steps  {all_time:6.2} s");
    println!("all states                  {unreduced:10} steps");
    println!(
        "lockset search              {exact_steps:10} steps  {exact_time:6.2} s  {states} states"
    );
    println!("lockset search as printed   {printed_steps:10} steps  {printed_time:6.2} s");
    println!(
        "steps: {:.3} of all, {:.3} of all states",
        ratio(exact_steps, all),
        ratio(exact_steps, unreduced)
    );
    println!(
        "antichain: {:.3} of the intersection's steps, {:.3} of its time",
        ratio(exact_steps, printed_steps),
        exact_time / printed_time
    );
    println!(
        "{:.0} steps/s, {:.0} states/s",
        exact_steps as f64 / exact_time,
        states as f64 / exact_time
    );
}
