//! Speed of searches: states per second and bytes per state, with one worker and two, with and without the discipline,
//! with and without threads that are stuck for ever.
//!
//! `cargo bench -p reductio-discipline --bench search`. The system is eleven philosophers that take their forks in a
//! fixed order; the forks protect what they eat with. The bench `systems` of `reductio-command` compares with Spin.

use std::time::Instant;

use reductio_discipline::Discipline;
use reductio_discipline::Packed;
use reductio_search::{Order, Query, search};
use reductio_system::{Defect, Domain, Expression, Position, System, SystemBuilder, VariableClass};

fn philosophers(seats: usize) -> Result<System, Defect> {
    let mut system = SystemBuilder::new("philosophers");
    let threads: Vec<_> =
        (0..seats).map(|i| system.thread(format!("philosopher[{i}]"))).collect::<Result<_, _>>()?;
    let mut forks = Vec::new();
    for fork in 0..seats {
        let name = format!("fork[{fork}]");
        forks.push(system.locks(&name, std::slice::from_ref(&name), 1, false)?.at(Vec::new()));
    }
    let mut clean = Vec::new();
    for (fork, lock) in forks.iter().enumerate() {
        let name = format!("clean[{fork}]");
        let cell = system.variable(&name, VariableClass::Protected, Domain::truth(), 1)?;
        let predicates = threads.iter().map(|&thread| lock.is_owned_by(thread)).collect();
        system.protect(&name, vec![cell], predicates)?;
        clean.push(cell);
    }
    for (seat, &thread) in threads.iter().enumerate() {
        let (left, right) = (seat.min((seat + 1) % seats), seat.max((seat + 1) % seats));
        let points: Vec<_> = ["T", "H", "E", "D", "R"]
            .iter()
            .map(|name| system.point(thread, *name, true))
            .collect::<Result<_, _>>()?;
        let at = |from: usize, to: usize, text: &str| Position {
            thread,
            start: points[from],
            end: points[to],
            text: text.to_owned(),
            place: None,
        };
        system.acquire(&at(0, 1, "acquire the lower fork"), &forks[left])?;
        system.acquire(&at(1, 2, "acquire the higher fork"), &forks[right])?;
        let both = Expression::cell(clean[left]).and(Expression::cell(clean[right]));
        system.transition(thread, points[2], points[3]).guard(both.clone()).text("eat").add()?;
        let dirty = reductio_system::Failure::Assertion;
        system.transition(thread, points[2], dirty).guard(both.negated()).text("eat").add()?;
        system.release(&at(3, 4, "release the higher fork"), &forks[right])?;
        system.release(&at(4, 0, "release the lower fork"), &forks[left])?;
    }
    system.finish()
}

fn main() -> Result<(), Defect> {
    let seats = 11;
    let system = philosophers(seats)?;
    let start = Instant::now();
    let discipline = Discipline::new(&system);
    println!(
        "{seats} philosophers, {} words a state; classified in {:.1} ms",
        system.layout().words(),
        start.elapsed().as_secs_f64() * 1e3
    );
    let model = Packed::new(&discipline);
    let plain = Query { discipline: false, ..Query::default() };
    for (name, order, query) in [
        ("unreduced", Order::Unreduced, plain),
        ("unreduced, 2 workers", Order::Unreduced, Query { workers: 2, ..plain }),
        ("unreduced, discipline", Order::Unreduced, Query::default()),
        ("reduced", Order::Reduced, plain),
        ("reduced, discipline", Order::Reduced, Query::default()),
    ] {
        let without = measured(&model, name, order, &query);
        let with = Query { stuck: true, ..query };
        let with = measured(&model, "  and who is stuck", order, &with);
        println!(
            "{:24} {:.2} times the time, {:.2} times the memory",
            "",
            with.0 / without.0,
            with.1 / without.1
        );
    }
    Ok(())
}

/// Prints a line about a search, and returns its seconds and bytes for each state.
fn measured(
    model: &Packed<'_, Discipline>,
    name: &str,
    order: Order,
    query: &Query<'_>,
) -> (f64, f64) {
    let mut best = f64::INFINITY;
    let mut found = search(model, &order, query);
    for _ in 0..5 {
        let start = Instant::now();
        found = search(model, &order, query);
        best = best.min(start.elapsed().as_secs_f64());
    }
    #[expect(clippy::cast_precision_loss)]
    let each = best * 1e9 / found.states as f64;
    println!(
        "{name:24} {:9} states {:9} steps  {:8.1} ms  {each:6.0} ns/state  {:5.1} bytes/state",
        found.states,
        found.transitions,
        best * 1e3,
        found.bytes_per_state(),
    );
    (best, found.bytes_per_state())
}
