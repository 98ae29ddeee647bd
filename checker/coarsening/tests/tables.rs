//! The numbers of states of S2's tables.

use std::sync::Arc;

use reductio_coarsening::{
    ByLine, Classification, CoarseModel, Options, Points, Reductions, System, Transitions,
    Unclassified,
};
use reductio_search::{Query, search};

/// The numbers of states and of visible transformations.
fn count(system: System, size: usize, reductions: Reductions) -> (usize, usize) {
    let program = system.program(size).unwrap();
    let known: Arc<dyn Classification> = match reductions {
        Reductions::NONE => Arc::new(Unclassified),
        _ => Arc::new(system.by_hand(size)),
    };
    let options = Options { reductions, points: Points::AfterVisible, ..Options::default() };
    let model = CoarseModel::new(&program, options, known).unwrap();
    let found = search(&model, &Transitions, &Query { keep_going: true, ..Query::default() });
    assert!(found.is_complete() && found.findings.is_empty() && model.limits().is_empty());
    assert!(!model.goes_round());
    (found.states, model.transforms())
}

#[test]
fn s2_table_1_base() {
    for (size, states) in [(1, 445), (2, 3_323), (3, 25_481)] {
        let (states_found, t) = count(System::ProducerConsumer, size, Reductions::NONE);
        println!("{t}");
        assert_eq!(states_found, states, "{size}");
    }
}

#[test]
fn s2_table_1_reduced() {
    for (size, states) in [(1, 56), (2, 317), (3, 2_140), (4, 17_043)] {
        let found = count(System::ProducerConsumer, size, Reductions::ALL);
        assert_eq!(found, (states, 7 + 6 * size), "{size}");
    }
}

#[test]
fn s2_table_2_base() {
    for (size, states) in [(1, 85), (2, 1_400), (3, 26_367)] {
        let (states_found, t) = count(System::Observer, size, Reductions::NONE);
        println!("{t}");
        assert_eq!(states_found, states, "{size}");
    }
}

#[test]
fn s2_table_2_reduced() {
    for (size, states) in [(1, 5), (2, 141), (3, 1_203), (4, 10_671)] {
        let found = count(System::Observer, size, Reductions::ALL);
        let transforms = if size == 1 { 3 } else { 1 + 7 * size };
        assert_eq!(found, (states, transforms), "{size}");
    }
}

#[test]
#[ignore = "half a second more"]
fn s2_table_2_reduced_size_5() {
    assert_eq!(count(System::Observer, 5, Reductions::ALL), (98_967, 36));
}

#[test]
fn what_is_known_by_hand_is_read_from_comments() {
    let ByLine(known) = System::Observer.by_hand(2);
    assert!(known.len() > 50);
}
