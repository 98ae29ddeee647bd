//! Speed of searches for runs that a formula rules out, beside the plain search of the same states: states per second
//! and bytes per state, unreduced and reduced, without and with fairness.
//!
//! `cargo bench -p reductio-liveness`. The system is philosophers that take their forks in a fixed order; all formulas
//! hold, so that every search is complete. The numbers of each line are the best of three runs.

use std::time::Instant;

use reductio_discipline::{Discipline, Packed};
use reductio_liveness::{Question, refute};
use reductio_search::{Model, Order, Query, search};
use reductio_system::{Defect, PackedState, Point, Position, System, SystemBuilder, ThreadId};
use reductio_temporal::{Fairness, Formula};

const SEATS: usize = 10;

fn philosophers(seats: usize) -> Result<System, Defect> {
    let mut system = SystemBuilder::new("philosophers");
    let threads: Vec<_> =
        (0..seats).map(|i| system.thread(format!("philosopher[{i}]"))).collect::<Result<_, _>>()?;
    let mut forks = Vec::new();
    for fork in 0..seats {
        let name = format!("fork[{fork}]");
        forks.push(system.locks(&name, std::slice::from_ref(&name), 1, false)?.at(Vec::new()));
    }
    for (seat, &thread) in threads.iter().enumerate() {
        let (left, right) = (seat.min((seat + 1) % seats), seat.max((seat + 1) % seats));
        let points: Vec<_> = ["thinking", "hungry", "eating", "done", "resting"]
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
        system.transition(thread, points[2], points[3]).text("eat").add()?;
        system.release(&at(3, 4, "release the higher fork"), &forks[right])?;
        system.release(&at(4, 0, "release the lower fork"), &forks[left])?;
    }
    system.finish()
}

/// Whether a philosopher, or everybody, is hungry.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Hungry {
    One(usize),
    All,
}

fn line(name: &str, states: usize, product: usize, bytes: usize, seconds: f64) {
    #[expect(clippy::cast_precision_loss)]
    let [states_f, product_f, bytes_f] = [states, product, bytes].map(|number| number as f64);
    println!(
        "{name:34} {states:9} states, {product:9} with the automaton's, {seconds:6.2} s, {:7.0} states/ms, {:5.1} bytes/state, {:5.1} of product",
        states_f / seconds / 1e3,
        bytes_f / states_f,
        bytes_f / product_f,
    );
}

fn main() -> Result<(), Defect> {
    let system = philosophers(SEATS)?;
    let discipline = Discipline::new(&system);
    let model = Packed::new(&discipline);
    let hungry = Point::try_from(1).expect("a small number");
    let is_hungry =
        |seat: usize, state: &PackedState| system.at(state, ThreadId::new(seat)) == hungry;
    let truth = |atom: &Hungry, state: &PackedState| match atom {
        Hungry::One(seat) => is_hungry(*seat, state),
        Hungry::All => (0..SEATS).all(|seat| is_hungry(seat, state)),
    };
    let all = Formula::atom(Hungry::All);
    let served = Formula::atom(Hungry::One(0)).leads_to(Formula::atom(Hungry::One(0)).not());
    let formulas = [
        ("always", all.clone().not().always(), Fairness::Unfair),
        ("always eventually", all.clone().not().eventually().always(), Fairness::Unfair),
        ("always eventually, weakly fair", all.not().eventually().always(), Fairness::Weak),
        ("leads to, strongly fair", served, Fairness::Strong),
    ];
    println!("{} philosophers, {} words a state", SEATS, system.layout().words());
    let query = Query { discipline: false, ..Query::default() };
    for order in [Order::Unreduced, Order::Reduced] {
        let plain = || {
            let start = Instant::now();
            let found = search(&model, &order, &query);
            (start.elapsed().as_secs_f64(), found)
        };
        let runs: Vec<_> = (0..3).map(|_| plain()).collect();
        let best = runs.iter().map(|(seconds, _)| *seconds).fold(f64::INFINITY, f64::min);
        let found = &runs[0].1;
        line(&format!("{order:?}, plain"), found.states, found.states, found.bytes, best);
        for (name, formula, fairness) in &formulas {
            let fairness = vec![*fairness; model.threads()];
            let question = Question { model: &model, formula, truth, fairness: &fairness };
            let mut best = f64::INFINITY;
            let mut last = None;
            for _ in 0..3 {
                let start = Instant::now();
                let answer = refute(&question, &order, &query).expect("the formulas are small");
                best = best.min(start.elapsed().as_secs_f64());
                assert!(answer.has_none(), "{name}: {:?}", answer.lasso);
                last = Some(answer);
            }
            if let Some(answer) = last {
                let (states, product) = (answer.states, answer.product_states);
                line(&format!("{order:?}, {name}"), states, product, answer.bytes, best);
            }
        }
    }
    Ok(())
}
