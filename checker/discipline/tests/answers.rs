//! The answers of a discipline about a state, held against its answers about control points and about the first
//! violation; and the number of times that it classifies.

use reductio_discipline::{Discipline, Settings, SideConditions, Violation, classifications};
use reductio_generate::Sketch;
use reductio_system::{ObjectId, PackedState, System};

/// Some reachable states of a system.
fn states(system: &System) -> Vec<PackedState> {
    let mut states = vec![system.initial()];
    let mut at = 0;
    while at < states.len() && states.len() < 200 {
        for next in system.successors(&states[at]) {
            if !states.contains(&next.state) {
                states.push(next.state);
            }
        }
        at += 1;
    }
    states
}

#[test]
fn a_state_is_visible_where_all_threads_are_at_visible_points() {
    let (mut visible, mut invisible) = (0, 0);
    for seed in 0..100 {
        let system = Sketch::random(seed).build().unwrap();
        let discipline = Discipline::new(&system);
        for state in states(&system) {
            let mut is_visible = true;
            for thread in system.thread_ids() {
                is_visible &= discipline.is_visible_point(thread, system.at(&state, thread));
            }
            assert_eq!(discipline.is_visible(&state), is_visible, "seed {seed}");
            *(if is_visible { &mut visible } else { &mut invisible }) += 1;
        }
    }
    assert!(visible > 500 && invisible > 500, "{visible} {invisible}");
}

/// If two threads have access to one object, this is told once for the object; an access without it is told for each
/// thread.
#[test]
fn all_violations_of_a_state_are_told_the_first_of_them_first() {
    let mut several = 0;
    for seed in 0..200 {
        let system = Sketch::random(seed).build().unwrap();
        let discipline = Discipline::new(&system);
        for state in states(&system) {
            let all = discipline.violations(&state);
            assert_eq!(all.first().copied(), discipline.violation(&state), "seed {seed}");
            several += usize::from(all.len() > 1);
            for object in system.objects() {
                let mut having = 0;
                for thread in system.thread_ids() {
                    having += usize::from(system.holds(object.predicate(thread), &state));
                }
                let told = all.iter().filter(|violation| match violation {
                    Violation::NotExclusive { object: of, .. } => {
                        system.objects()[of.index()].name() == object.name()
                    }
                    Violation::Access { .. } => false,
                });
                assert_eq!(told.count(), usize::from(having > 1), "seed {seed}");
            }
        }
    }
    assert!(several > 100, "{several}");
}

#[test]
fn outside_are_the_objects_that_meet_no_set_of_conditions() {
    let mut outside = 0;
    for seed in 0..1_000 {
        let discipline = Discipline::new(Sketch::random(seed).build().unwrap());
        let mut expected = Vec::new();
        for (number, conditions) in discipline.conditions().iter().enumerate() {
            if let SideConditions::Neither(breaches) = conditions {
                expected.push((ObjectId::new(number), format!("{breaches:?}")));
            }
        }
        let told: Vec<_> =
            discipline.outside().map(|(object, all)| (object, format!("{all:?}"))).collect();
        assert_eq!(told, expected, "seed {seed}");
        outside += told.len();
    }
    assert!(outside > 40, "{outside}");
}

#[test]
fn a_discipline_classifies_once_and_knows_what_it_was_asked() {
    let system = Sketch::random(1).build().unwrap();
    let before = classifications();
    let discipline = Discipline::new(&system);
    assert_eq!(classifications() - before, 1);
    assert!(!discipline.settings().exact_reach && discipline.settings().demoted.is_empty());
    let settings = Settings { exact_reach: true, ..Settings::default() };
    let discipline = Discipline::with(&system, &settings, None).unwrap();
    assert_eq!(classifications() - before, 2);
    assert!(discipline.settings().exact_reach);
}
