//! Generated systems: the same for the same seed, of all kinds, and they shrink.

use std::collections::BTreeSet;

use quickcheck::{Arbitrary, Gen};
use reductio_discipline::Discipline;
use reductio_generate::{
    Action, AnySystem, ApplicableSystem, LockKind, Sketch, VariableRef, smaller, smallest,
};
use reductio_system::{PackedState, Shape, System};
use reductio_validate::{Space, StateSpace};

const SEED: u64 = 0x5EED_0005;

#[test]
fn a_seed_has_one_system() {
    let draw = |seed| {
        let mut g = Gen::from_size_and_seed(10, seed);
        (0..20).map(|_| AnySystem::arbitrary(&mut g)).collect::<Vec<_>>()
    };
    assert_eq!(draw(SEED), draw(SEED));
    assert_ne!(draw(SEED), draw(SEED + 1));
    assert_eq!(Sketch::random(SEED), Sketch::random(SEED));
}

#[test]
fn every_kind_of_action_variable_and_lock_occurs() {
    let mut seen = BTreeSet::new();
    for seed in 0..2_000 {
        let sketch = Sketch::random(seed);
        seen.insert(format!("{} threads", sketch.threads.len()));
        for thread in &sketch.threads {
            let is_left = |point| thread.steps.iter().any(|step| step.start == point);
            let stuck = (0..thread.points).any(|k| !is_left(k) && thread.end != Some(k));
            seen.insert(if stuck { "a dead end" } else { "no dead end" }.to_owned());
        }
        if sketch.locks > 0 {
            seen.insert(format!("{:?}", sketch.lock_kind));
        }
        for step in sketch.threads.iter().flat_map(|thread| &thread.steps) {
            let text = step.action.to_string();
            seen.insert(text.split(' ').next().unwrap().to_owned());
            if let Action::Plain { guard, assignments } = &step.action {
                let variables =
                    guard.iter().map(|(x, _)| x).chain(assignments.iter().map(|(x, _)| x));
                seen.extend(variables.map(|x| match x {
                    VariableRef::Local(_) => "a local".to_owned(),
                    VariableRef::Flag(_) => "a flag".to_owned(),
                    VariableRef::Data(_) => "data".to_owned(),
                    VariableRef::DataAt(_) => "an element".to_owned(),
                }));
            }
        }
    }
    for what in [
        "2 threads",
        "3 threads",
        "Plain",
        "Deep",
        "Monitor",
        "assert",
        "await",
        "acquire",
        "release",
        "wait",
        "notify",
        "notifyAll",
        "down",
        "up",
        "when",
        "skip",
        "a local",
        "a flag",
        "data",
        "an element",
        "a dead end",
        "no dead end",
    ] {
        assert!(seen.contains(what), "no {what}: {seen:?}");
    }
}

fn any_failed(system: &System, state: &PackedState) -> bool {
    system.thread_ids().any(|thread| system.thread(thread).is_failed(system.at(state, thread)))
}

fn all_rest(system: &System, state: &PackedState) -> bool {
    system.thread_ids().all(|thread| system.thread(thread).may_rest(system.at(state, thread)))
}

/// Enough systems of each kind that comparing searches on them says something.
#[test]
fn many_systems_violate_deadlock_fail_and_follow_their_discipline() {
    let (mut applicable, mut violating, mut deadlocking, mut failing, mut clean) = (0, 0, 0, 0, 0);
    for seed in 0..2_000 {
        let sketch = Sketch::random(seed);
        if !sketch.is_applicable() {
            continue;
        }
        applicable += 1;
        let system = sketch.build().unwrap();
        let discipline = Discipline::new(&system);
        let space = StateSpace::new(&discipline, Space::Reachable, 10_000, None).unwrap();
        let violates = space.states().iter().any(|(_, q)| *q);
        let fails = space.states().iter().any(|(state, _)| any_failed(&system, state));
        let stuck = space.states().iter().enumerate().filter(|(number, (state, _))| {
            space.edges_from(*number).is_empty()
                && !any_failed(&system, state)
                && !all_rest(&system, state)
        });
        let deadlocks = stuck.count() > 0;
        violating += usize::from(violates);
        deadlocking += usize::from(deadlocks);
        failing += usize::from(fails);
        clean += usize::from(!violates && !deadlocks && !fails);
    }
    println!("{applicable}: {violating} {deadlocking} {failing} {clean}");
    // In percent of those to which the theorem applies.
    let percent = |count: usize| 100 * count / applicable;
    assert!(applicable > 1_400, "{applicable}");
    assert!((40..80).contains(&percent(violating)), "{violating} of {applicable}");
    assert!((20..50).contains(&percent(deadlocking)), "{deadlocking} of {applicable}");
    assert!((20..60).contains(&percent(failing)), "{failing} of {applicable}");
    assert!(percent(clean) >= 8, "{clean} of {applicable}");
}

/// The weight of a sketch, which shrinking lowers: everything in it, and how far it is from the simplest of its kind.
fn weight(sketch: &Sketch) -> usize {
    let conditions = sketch.objects.iter().flatten().chain(&sketch.invariants).chain(&sketch.goals);
    let atoms = sketch.properties.iter().flat_map(|property| &property.atoms);
    let conditions = conditions.chain(atoms);
    let literals = conditions.flat_map(|condition| {
        condition.0.iter().map(|cube| 1 + cube.iter().map(|l| 1 + l.values.len()).sum::<usize>())
    });
    let steps = sketch.threads.iter().flat_map(|thread| &thread.steps);
    let actions = steps.map(|step| match &step.action {
        Action::Plain { guard, assignments } => {
            let sources = assignments.iter().map(|(_, source)| match source {
                reductio_generate::ValueSketch::Constant(_) => 1,
                _ => 2,
            });
            1 + guard.len() + sources.sum::<usize>()
        }
        _ => 2,
    });
    let threads = sketch.threads.iter().map(|thread| {
        1 + thread.points
            + thread.locals
            + usize::from(thread.end.is_some())
            + thread.fairness as usize
    });
    let semaphores =
        sketch.semaphores.iter().map(|value| 1 + usize::try_from(*value).unwrap()).sum::<usize>();
    literals.sum::<usize>()
        + actions.sum::<usize>()
        + threads.sum::<usize>()
        + semaphores
        + sketch.flags
        + sketch.locks
        + sketch.objects.len()
        + sketch.invariants.len()
        + sketch.goals.len()
        + sketch.properties.iter().map(|p| 1 + p.formula.size()).sum::<usize>()
        + usize::from(sketch.lock_kind != LockKind::Plain)
}

#[test]
fn shrinking_makes_smaller_systems_and_comes_to_an_end() {
    let mut cuts = 0;
    for seed in 0..150 {
        let sketch =
            if seed % 3 == 0 { Sketch::with_properties(seed) } else { Sketch::random(seed) };
        for small in smaller(&sketch) {
            assert!(weight(&small) < weight(&sketch), "seed {seed}:\n{sketch}{small}");
            small.build().unwrap_or_else(|defect| panic!("seed {seed}: {defect}\n{small}"));
            cuts += 1;
        }
    }
    assert!(cuts > 3_000, "{cuts}");
    let nothing = smallest(&Sketch::random(SEED), |_| true);
    assert_eq!(weight(&nothing), 2, "{nothing}");
    let nothing = smallest(&Sketch::with_properties(SEED), |_| true);
    assert_eq!(weight(&nothing), 2, "{nothing}");
}

#[test]
fn properties_and_fairness_of_every_kind_occur() {
    let mut seen = BTreeSet::new();
    for seed in 0..500 {
        let sketch = Sketch::with_properties(seed);
        assert_eq!(sketch, Sketch::with_properties(seed));
        let system = sketch.build().unwrap_or_else(|defect| panic!("seed {seed}: {defect}"));
        assert!(!system.properties().is_empty(), "seed {seed}");
        for property in system.properties() {
            for part in property.formula().subformulas() {
                seen.insert(match part.shape() {
                    Shape::Constant(value) => value.to_string(),
                    Shape::Atom(_) => "an atom".to_owned(),
                    Shape::Unary(operator, _) => operator.word().to_owned(),
                    Shape::Binary(operator, ..) => operator.word().to_owned(),
                });
            }
            for atom in property.atoms() {
                seen.insert(format!("atom {}", atom.name.split(' ').next().unwrap()));
            }
        }
        seen.extend(system.threads().iter().map(|thread| format!("{:?}", thread.fairness())));
        let of_claims = (sketch.goals.len(), sketch.invariants.len());
        assert_eq!(of_claims, (system.reachable().len(), system.invariants().len()));
    }
    for wanted in [
        "true",
        "false",
        "an atom",
        "not",
        "always",
        "eventually",
        "and",
        "or",
        "=>",
        "until",
        "release",
        "leads_to",
        "Unfair",
        "Weak",
        "Strong",
        "atom t0",
        "atom m0.owner",
        "atom f0",
        "atom x0",
        "atom s0",
        "atom true",
        "atom false",
    ] {
        assert!(seen.contains(wanted), "{wanted} does not occur: {seen:?}");
    }
}

#[test]
fn applicable_systems_shrink_to_applicable_ones() {
    let mut g = Gen::from_size_and_seed(10, SEED);
    let mut seen = 0;
    for _ in 0..40 {
        let drawn = ApplicableSystem::arbitrary(&mut g);
        assert!(drawn.0.is_applicable());
        for small in drawn.shrink().take(10) {
            assert!(small.0.is_applicable(), "{}", small.0);
            seen += 1;
        }
    }
    assert!(seen > 300, "{seen}");
}

/// A failing property ends in a small system that a person can read.
#[test]
fn a_shrunk_system_keeps_what_is_wanted_and_nothing_else() {
    let deadlocks = |sketch: &Sketch| {
        let system = sketch.build().unwrap();
        let discipline = Discipline::new(&system);
        let space = StateSpace::new(&discipline, Space::Reachable, 10_000, None).unwrap();
        (0..space.states().len()).any(|number| {
            let (state, _) = &space.states()[number];
            let waits = |thread| !system.thread(thread).may_rest(system.at(state, thread));
            space.edges_from(number).is_empty() && system.thread_ids().all(waits)
        })
    };
    let seed = (0..1_000).find(|seed| deadlocks(&Sketch::random(*seed))).unwrap();
    let small = smallest(&Sketch::random(seed), deadlocks);
    assert!(deadlocks(&small));
    assert!(smaller(&small).all(|cut| !deadlocks(&cut)));
    assert_eq!(small.threads.len(), 1, "{small}");
}
