//! Counting, deciding and generating systems. Bars: (3,2) in 10 ms, (3,3) in 6 s, (4,2) in minutes, the
//! necessity table in 5 s.

use divan::{Bencher, black_box};
use reductio_relations::Watch;
use reductio_relations::systems::generate::{random_program, random_repaired};
use reductio_relations::systems::{CountOptions, CountOutcome, Dropped, count, necessity};

fn main() {
    divan::main();
}

#[divan::bench(args = [(3, 2), (3, 3), (4, 2), (4, 3), (5, 1)])]
fn count_systems((states, processes): (usize, usize)) -> CountOutcome {
    count(black_box(states), processes, &CountOptions::default()).expect("below the limits")
}

#[divan::bench(args = [1, 2], sample_count = 3)]
fn count_systems_at_5_2(threads: usize) -> CountOutcome {
    let options = CountOptions { threads, ..CountOptions::default() };
    count(black_box(5), 2, &options).expect("below the limits")
}

/// All rows of the table, all sizes up to (5,2).
#[divan::bench(sample_count = 5)]
fn necessity_table() -> usize {
    let sizes: Vec<_> = (1..=5).flat_map(|n| [(n, 1), (n, 2)]).collect();
    let found =
        |row| necessity(row, &sizes, Watch::default()).expect("below the limits").counterexample;
    Dropped::ALL.into_iter().filter_map(found).count()
}

#[divan::bench]
fn program_of_64_states(bencher: Bencher<'_, '_>) {
    let mut seed = 0;
    bencher.bench_local(|| {
        seed += 1;
        random_program(seed, 64, 4)
    });
}

#[divan::bench]
fn repaired_system_of_64_states(bencher: Bencher<'_, '_>) {
    let mut seed = 0;
    bencher.bench_local(|| {
        seed += 1;
        random_repaired(seed, 64, 4)
    });
}

/// (13)-(22) in a system of 64 states.
#[divan::bench]
fn check_64_states(bencher: Bencher<'_, '_>) {
    let system = (0..1000).map(|seed| random_repaired(seed, 64, 4)).find(|s| s.states() > 60);
    let system = system.expect("some are large");
    bencher.bench(|| (black_box(&system).satisfied(), black_box(&system).conclusion()));
}
