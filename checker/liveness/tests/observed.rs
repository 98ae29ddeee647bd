//! The discipline makes visible what a property sees, and what fairness does: then reduced and unreduced answers agree,
//! and with the oracle. The systems are generated, with their formulas and fair threads.

use crate::cyclic;
use crate::oracle::formulas::{Tableau, Tree, chooser};
use crate::oracle::{Explicit, random_claim};
use crate::space::{All, explore};
use reductio_discipline::{Discipline, Packed, Settings};
use reductio_generate::{PredicateSketch, PropertySketch, Read, Sketch, smallest};
use reductio_liveness::{Answer, Ending, Question, refute};
use reductio_search::{Order, Query};
use reductio_system::{Fairness, PackedState, Point, System, Thread, ThreadId, Value};
use reductio_temporal::{Binary, Shape, Subformula, Unary};

fn tree(formula: Subformula<'_, usize>) -> Tree {
    let of = |formula| Box::new(tree(formula));
    match formula.shape() {
        Shape::Constant(value) => Tree::Constant(value),
        Shape::Atom(atom) => Tree::Atom(*atom),
        Shape::Unary(Unary::Not, f) => Tree::Not(of(f)),
        Shape::Unary(Unary::Always, f) => Tree::Always(of(f)),
        Shape::Unary(Unary::Eventually, f) => Tree::Eventually(of(f)),
        Shape::Binary(Binary::And, f, g) => Tree::And(of(f), of(g)),
        Shape::Binary(Binary::Or, f, g) => Tree::Or(of(f), of(g)),
        Shape::Binary(Binary::Implies, f, g) => Tree::Implies(of(f), of(g)),
        Shape::Binary(Binary::Until, f, g) => Tree::Until(of(f), of(g)),
        Shape::Binary(Binary::Release, f, g) => Tree::Release(of(f), of(g)),
        Shape::Binary(Binary::LeadsTo, f, g) => Tree::LeadsTo(of(f), of(g)),
    }
}

/// The numbers of what was compared.
#[derive(Debug, Default)]
struct Counts {
    compared: usize,
    /// Those of systems in which threads may stop.
    idle: usize,
    with_oracle: usize,
    refuted: usize,
    cycles: usize,
    fair_matters: usize,
    smaller: usize,
    endless: usize,
    disagreements: usize,
}

/// Which discipline a reduced search goes by.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    /// That of the property.
    Observing,
    /// That of the system alone: this is wrong.
    Blind,
    /// That of the property in a system whose threads are not fair: this is wrong.
    BlindToFairness,
}

fn ask(discipline: &Discipline, order: Order, property: usize, fairness: &[Fairness]) -> Answer {
    let system = discipline.system();
    let truth = |atom: &usize, state: &PackedState| system.atom_holds(property, *atom, state);
    let formula = system.properties()[property].formula();
    let model = Packed::new(discipline);
    let question = Question { model: &model, formula, truth, fairness };
    refute(&question, &order, &Query::default()).unwrap()
}

/// Control points at which threads may stop, of every other system: which ones depends on the text of the sketch.
fn idle(sketch: &Sketch, system: &System) -> Vec<(ThreadId, Point)> {
    let text = sketch.to_string();
    let seed = text
        .bytes()
        .fold(7_u64, |seed, byte| (seed ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    let choose = &mut chooser(seed);
    if choose(2) == 0 {
        return Vec::new();
    }
    let mut out = Vec::new();
    for thread in system.thread_ids() {
        for point in 0..system.thread(thread).ordinary_points() {
            if choose(4) == 0 {
                out.push((thread, Point::try_from(point).unwrap()));
            }
        }
    }
    out
}

/// Compares the answers about all properties of a sketch; `None` where the theorem does not apply. What disagrees is
/// told.
fn compare(sketch: &Sketch, by: By, counts: &mut Counts) -> Option<String> {
    if !sketch.is_applicable() {
        return None;
    }
    let system = sketch.build().unwrap();
    let idle = idle(sketch, &system);
    let system = system.with_idle(&idle);
    let settings = Settings { visible_ups: true, ..Settings::default() };
    let discipline = Discipline::with(system, &settings, None).unwrap();
    let system = discipline.system();
    let all = explore(&Packed::new(&discipline), 150).filter(|all| all.is_good)?;
    let fairness: Vec<Fairness> = system.threads().iter().map(Thread::fairness).collect();
    for number in 0..system.properties().len() {
        let observing = match by {
            By::Observing => discipline.observing(number, None).unwrap(),
            By::Blind => discipline.clone(),
            By::BlindToFairness => {
                let unfair = system.with_fairness(&vec![Fairness::Unfair; fairness.len()]);
                let settings = Settings { observed: Some(number), ..settings.clone() };
                Discipline::with(unfair, &settings, None).unwrap()
            }
        };
        let unreduced = ask(&observing, Order::Unreduced, number, &fairness);
        counts.idle += usize::from(!idle.is_empty());
        let reduced = ask(&observing, Order::Reduced, number, &fairness);
        assert!(!reduced.met.is_cut && unreduced.unconfirmed.is_none());
        if reduced.met.endless.is_some() && reduced.lasso.is_none() {
            // The theorem does not apply.
            counts.endless += 1;
            continue;
        }
        counts.compared += 1;
        if reduced.unconfirmed.is_some() || reduced.lasso.is_some() != unreduced.lasso.is_some() {
            return Some(format!("property {number}: {:?}, {:?}", unreduced.lasso, reduced.lasso));
        }
        if let Some(expected) = expected(&discipline, &all, number, &fairness) {
            counts.with_oracle += 1;
            if expected != unreduced.lasso.is_some() {
                return Some(format!("property {number}: expected {expected}"));
            }
        }
        counts.smaller += usize::from(reduced.states < unreduced.states);
        if let Some(lasso) = &reduced.lasso {
            counts.refuted += 1;
            counts.cycles += usize::from(lasso.ending != Ending::Ends);
        } else {
            let unfair = ask(&discipline, Order::Unreduced, number, &[]);
            counts.fair_matters += usize::from(unfair.lasso.is_some());
        }
    }
    None
}

/// The oracle's answer, where its tableau is small.
fn expected(
    discipline: &Discipline,
    all: &All,
    property: usize,
    fairness: &[Fairness],
) -> Option<bool> {
    let system = discipline.system();
    let claim = &system.properties()[property];
    let tree = tree(claim.formula().as_subformula());
    let size = Tableau::new(&tree).promises() * all.states.len();
    let letter = |state: &PackedState| {
        let atoms = 0..claim.atoms().len();
        let truths =
            atoms.map(|atom| usize::from(system.atom_holds(property, atom, state)) << atom);
        truths.sum()
    };
    let letters = all.states.iter().map(letter).collect();
    let states = all.states.iter().enumerate();
    let stops = states.flat_map(|(number, state)| {
        let stopping = system.thread_ids().filter(move |thread| {
            system.thread(*thread).points()[usize::from(system.at(state, *thread))].is_idle()
        });
        stopping.map(move |thread| (thread.index(), number))
    });
    let stops = stops.collect();
    let explicit = Explicit { letters, steps: all.steps.clone(), stops };
    (size <= 400).then(|| explicit.refutes(&tree, fairness))
}

/// A random sketch of threads that go round, with a property and fair threads.
fn random_cyclic(seed: u64) -> Sketch {
    let choose = &mut chooser(seed);
    let mut sketch = cyclic::cyclic(choose);
    let some = [Fairness::Weak, Fairness::Strong, Fairness::Strong, Fairness::Unfair];
    let kinds = 3 + choose(2);
    for thread in &mut sketch.threads {
        thread.fairness = some[choose(kinds)];
    }
    let formula = random_claim(2, choose).to_formula();
    let mut atom = || {
        let thread = choose(sketch.threads.len());
        let (read, size) = match choose(4) {
            0 => (Read::Flag(0), 2),
            1 => (Read::Owner(choose(sketch.locks)), sketch.threads.len() + 1),
            _ => (Read::Point(thread), sketch.threads[thread].points),
        };
        PredicateSketch::of(read, [Value::try_from(choose(size)).unwrap()])
    };
    let atoms = vec![atom(), atom()];
    sketch.properties = vec![PropertySketch { formula, atoms }];
    sketch
}

/// Compares answers from a seed on until so many were compared. A disagreement is a panic, or counted.
fn agree_on(wanted: usize, first_seed: u64, draw: impl Fn(u64) -> Sketch, by: By) -> Counts {
    let mut counts = Counts::default();
    for seed in first_seed.. {
        if counts.compared >= wanted {
            break;
        }
        let sketch = draw(seed);
        let Some(difference) = compare(&sketch, by, &mut counts) else { continue };
        counts.disagreements += 1;
        if by == By::Observing {
            let differs = |sketch: &Sketch| compare(sketch, by, &mut Counts::default()).is_some();
            panic!("seed {seed}: {difference} in\n{}", smallest(&sketch, differs));
        }
    }
    counts
}

#[test]
fn reduced_and_unreduced_agree_on_what_a_property_sees() {
    let random = agree_on(2_000, 0, Sketch::with_properties, By::Observing);
    let cyclic = agree_on(2_000, 0, random_cyclic, By::Observing);
    println!("{random:?}\n{cyclic:?}");
    for counts in [&random, &cyclic] {
        assert!(counts.idle > 400, "{counts:?}");
        assert!(counts.refuted > 400 && counts.refuted < 1_800, "{counts:?}");
        assert!(counts.smaller > 400 && counts.with_oracle > 1_000, "{counts:?}");
    }
    assert!(cyclic.cycles > 400 && cyclic.fair_matters > 50, "{cyclic:?}");
}

#[test]
#[ignore = "some minutes"]
fn many_more_agree() {
    println!("{:?}", agree_on(30_000, 1 << 32, Sketch::with_properties, By::Observing));
    println!("{:?}", agree_on(30_000, 1 << 32, random_cyclic, By::Observing));
}

/// The comparison notices when a reduced search does not see what it must.
#[test]
fn blind_searches_are_noticed() {
    let blind = agree_on(2_000, 0, Sketch::with_properties, By::Blind);
    let blind_cyclic = agree_on(2_000, 0, random_cyclic, By::Blind);
    let unfair = agree_on(8_000, 0, random_cyclic, By::BlindToFairness);
    println!("{blind:?}\n{blind_cyclic:?}\n{unfair:?}");
    assert!(blind.disagreements > 5 && blind_cyclic.disagreements > 5);
    assert!(unfair.disagreements > 0);
}
