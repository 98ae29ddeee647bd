//! Speed of searches up to renamings of threads, beside plain ones: both in this program, the best of some each.
//!
//! `cargo bench -p reductio-discipline --bench symmetry`, with `-- NAME THREADS` for one of them.

use std::time::Instant;

use reductio_discipline::{Discipline, Packed};
use reductio_language::parse_system;
use reductio_search::{Order, Query, search};
use reductio_system::Symmetry;

/// A pool of two places: who finds none free waits, and is woken by whoever gives one back.
const POOL: &str = "const USERS = 3\ntype User = 0 .. USERS - 1\nmonitor pool\nprotected free : 0 .. 2 = 2 by pool\n\
    thread user[u : User] {\n  loop {\n    synchronized pool {\n      while free == 0 { wait pool }\n\
    free := free - 1\n    }\n    synchronized pool { free := free + 1; notify pool }\n  }\n}\n";

/// The most threads of a plain search.
const PLAIN: i64 = 8;

fn main() {
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|one| !one.starts_with('-')).collect();
    let double_checked = include_str!("../../examples/double_checked.sys");
    let driver = include_str!("../../examples/device_driver.sys");
    for (name, text, constant, counts) in [
        ("double_checked", double_checked, "THREADS", &[2, 3, 4, 6, 8, 12, 16, 20, 24][..]),
        ("pool", POOL, "USERS", &[2, 3, 4, 6, 8, 12, 16, 24][..]),
        ("device_driver", driver, "USERS", &[2, 3, 4][..]),
    ] {
        for &count in counts {
            if wanted.iter().any(|one| *one != name && *one != count.to_string()) {
                continue;
            }
            let constants = [(constant.to_owned(), count)];
            let system = parse_system(text, name, &constants).expect("a system");
            let start = Instant::now();
            let discipline = Discipline::new(system);
            let classified = start.elapsed().as_secs_f64();
            measure(&discipline, &format!("{name}, {count}"), count <= PLAIN, classified);
        }
    }
}

fn measure(discipline: &Discipline, name: &str, is_plain: bool, classified: f64) {
    let query = Query { stuck: true, ..Query::default() };
    let plain = Packed::new(discipline);
    let find = || {
        let start = Instant::now();
        let symmetry: Option<Symmetry> = discipline.symmetry(None).0;
        let model = plain.up_to(symmetry.as_ref());
        let proved = start.elapsed().as_secs_f64();
        let found = search(&model, &Order::Reduced, &query);
        (found, proved, start.elapsed().as_secs_f64())
    };
    let (mut best, mut proof, mut best_plain) = (f64::INFINITY, f64::INFINITY, f64::INFINITY);
    let (mut orbits, mut states) = (0, 0);
    // One after the other: a plain search leaves nothing of the other one in the caches.
    for _ in 0..20 {
        let (found, proved, all) = find();
        orbits = found.states;
        (best, proof) = (best.min(all), proof.min(proved));
    }
    for _ in 0..if is_plain { 7 } else { 0 } {
        let start = Instant::now();
        states = search(&plain, &Order::Reduced, &query).states;
        best_plain = best_plain.min(start.elapsed().as_secs_f64());
    }
    #[expect(clippy::cast_precision_loss)]
    let speed = orbits as f64 / (best - proof).max(1e-9);
    println!(
        "{name:20} {orbits:6} orbits {:8.3} ms ({:.3} ms for the proof, {:6.0} k orbits/s)  {states:7} states {:8.2} ms  \
         ratio {:8.2}; classified in {:.1} ms",
        best * 1e3,
        proof * 1e3,
        speed / 1e3,
        best_plain * 1e3,
        best_plain / best,
        classified * 1e3,
    );
}
