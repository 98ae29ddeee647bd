//! The bundled examples with families.

use reductio_discipline::Discipline;
use reductio_language::parse_system;
use reductio_search::Order;
use reductio_system::{Asymmetry, Fault};

use super::agree::{Met, compare, symmetric};
use super::names::{Names, stored};

fn text(name: &str) -> String {
    let path = format!("{}/../examples/{name}.sys", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap()
}

fn discipline(text: &str, constants: &[(&str, i64)]) -> Discipline {
    let constants: Vec<(String, i64)> =
        constants.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
    Discipline::new(parse_system(text, "example", &constants).unwrap())
}

fn names(members: usize, threads: &[&'static str], arrays: &[&'static str]) -> Names {
    Names { members, threads: threads.to_vec(), arrays: arrays.to_vec(), ..Names::default() }
}

/// An example's name, its constants, and what a renaming of each family changes.
type Example = (&'static str, Vec<(&'static str, i64)>, Vec<Names>);

/// The examples that are symmetric, with what a renaming changes.
fn examples() -> Vec<Example> {
    let driver = Names {
        queues: vec![("requests", ".user")],
        forgotten: vec![("driver.u", "driver", &["B"])],
        ..names(2, &["user"], &["done"])
    };
    let workers = || names(2, &["worker"], &[]);
    vec![
        ("double_checked", vec![], vec![names(3, &["user"], &[])]),
        ("double_checked", vec![("THREADS", 4)], vec![names(4, &["user"], &[])]),
        ("double_checked_broken", vec![], vec![names(2, &["user"], &[])]),
        ("device_driver", vec![], vec![driver]),
        ("lock_splitting", vec![("CLIENTS", 3)], vec![names(3, &["client"], &[])]),
        ("pool", vec![], vec![names(3, &["client"], &[])]),
        ("readers_writers", vec![], vec![names(2, &["reader"], &[]), names(2, &["writer"], &[])]),
        ("file_system", vec![], vec![workers()]),
    ]
}

#[test]
fn as_many_states_are_stored_as_there_are_orbits() {
    let mut met = Met::default();
    for (name, constants, mut all) in examples() {
        let (discipline, symmetry) = symmetric(discipline(&text(name), &constants));
        let symmetry = symmetry.unwrap_or_else(|| {
            panic!("{name}: {:?}", discipline.symmetry(None).1);
        });
        for names in &mut all {
            let thread = names.threads[0];
            let is_of =
                |one: &&reductio_system::Thread| one.name().starts_with(&format!("{thread}["));
            names.members = discipline.system().threads().iter().filter(is_of).count();
        }
        let sizes = compare(&discipline, &symmetry, &mut met);
        for (order, size) in [Order::Unreduced, Order::Reduced].into_iter().zip(sizes) {
            if let Some(states) = stored(&discipline, order, 3_000) {
                let orbits = Names::orbits(&all, &states);
                println!(
                    "{name} {constants:?} {order:?}: {} states, {orbits} orbits",
                    states.len()
                );
                assert_eq!(orbits, size, "{name} {order:?}");
                met.counted += 1;
            }
        }
    }
    println!("{met:?}");
    assert!(met.counted > 8);
}

#[test]
fn what_is_not_symmetric_is_said() {
    for name in std::fs::read_dir(format!("{}/../examples", env!("CARGO_MANIFEST_DIR"))).unwrap() {
        let path = name.unwrap().path();
        if path.extension().is_some_and(|end| end == "sys") {
            let text = std::fs::read_to_string(&path).unwrap();
            let discipline = discipline(&text, &[]);
            for answer in discipline.symmetry(None).1 {
                let place =
                    answer.asymmetry.as_ref().and_then(|why| why.place(discipline.system()));
                let line = place.map(|place| text[place.clone()].to_owned());
                // Each reason has its words in the text, but for control points that are others.
                assert_eq!(answer.asymmetry.is_some(), line.is_some(), "{path:?}");
                println!("{:?}: {:?} {line:?}", path.file_stem().unwrap(), answer.asymmetry);
            }
        }
    }
    let why = |name: &str| {
        let discipline = discipline(&text(name), &[]);
        let found = discipline.symmetry(None).1[0].asymmetry.clone();
        found.map(|why| {
            let place = why.place(discipline.system()).cloned();
            (why, place.map(|place| text(name)[place].to_owned()))
        })
    };
    let said = |name: &str| why(name).unwrap().1.unwrap();
    assert!(
        matches!(why("philosophers"), Some((Asymmetry::Variable(_), Some(fork))) if fork == "fork")
    );
    assert!(
        matches!(why("peterson"), Some((Asymmetry::Initial(_), Some(first))) if first == "first")
    );
    assert!(matches!(why("indexer"), Some((Asymmetry::Step { fault: Fault::Differs, .. }, _))));
    assert_eq!(said("indexer"), "w := 11 * m + t");
    assert!(matches!(
        why("master_workers"),
        Some((Asymmetry::Step { fault: Fault::Mixes, .. }, _))
    ));
    assert_eq!(why("ticket_lock"), None);
}
