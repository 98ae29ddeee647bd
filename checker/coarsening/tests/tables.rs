//! The numbers of states of S2's tables.

use std::sync::Arc;

use reductio_coarsening::{
    Analyzed, ByLine, Cell, Column, Known, Limits, Reading, System, reproduce,
};
use reductio_heap::{Options as HeapOptions, Repair};

fn cell(system: System, size: usize, column: Column) -> Cell {
    let known = Arc::new(system.by_hand(size));
    let cell = reproduce(system, size, column, known, &Limits::default()).unwrap();
    assert!(cell.stopped.is_none() && !cell.deadlock, "{cell:?}");
    cell
}

/// The numbers of states are those of the table, up to a size; and where nobody knows what they are, those that were
/// found first.
fn agrees(system: System, column: Column, most: usize, more: &[usize]) {
    let found: Vec<Cell> = (1..=most).map(|size| cell(system, size, column)).collect();
    let (printed, others): (Vec<_>, Vec<_>) =
        found.iter().partition(|cell| cell.printed.states.is_some());
    assert!(printed.iter().all(|cell| cell.agrees() == Some(true)), "{printed:?}");
    assert_eq!(others.iter().map(|cell| cell.states).collect::<Vec<usize>>(), more);
    if column == Column::Reduced {
        assert!(found.iter().all(|cell| cell.transforms == cell.printed.transforms), "{found:?}");
    }
}

#[test]
fn s2_table_1() {
    agrees(System::ProducerConsumer, Column::Base, 3, &[]);
    agrees(System::ProducerConsumer, Column::Reduced, 4, &[]);
}

#[test]
fn s2_table_2() {
    agrees(System::Observer, Column::Base, 3, &[]);
    agrees(System::Observer, Column::Reduced, 4, &[]);
}

#[test]
#[ignore = "half a minute, a quarter of it with optimization"]
fn s2_tables_with_all_sizes() {
    agrees(System::ProducerConsumer, Column::Base, 4, &[213_007]);
    agrees(System::Observer, Column::Base, 5, &[457_179, 7_482_432]);
    agrees(System::Observer, Column::Reduced, 5, &[]);
}

/// The formulas that the numbers of visible transformations of the reduced models follow.
#[test]
fn s2_transformations_of_reduced_models() {
    let printed = |system: System, size| system.printed(size, Column::Reduced).unwrap().transforms;
    for size in 1..=4 {
        assert_eq!(printed(System::ProducerConsumer, size), 7 + 6 * size);
    }
    for size in 2..=5 {
        assert_eq!(printed(System::Observer, size), 1 + 7 * size);
    }
    assert_eq!(printed(System::Observer, 1), 3);
}

/// Each line of which something is known takes states away, but for one: an unlock that another one follows is put
/// together with it (4.6).
#[test]
fn what_is_known_by_hand_matters() {
    let system = System::Observer;
    let ByLine(known) = system.by_hand(2);
    let text = system.text(2);
    let mut others = Vec::new();
    let mut matter = 0;
    for (line, told) in text.lines().enumerate().filter(|(line, _)| known[*line] != Known::Nothing)
    {
        let mut known = known.clone();
        known[line] = Known::Nothing;
        let known = Arc::new(ByLine(known));
        let cell = reproduce(system, 2, Column::Reduced, known, &Limits::default()).unwrap();
        match cell.agrees() {
            Some(false) => matter += 1,
            _ => others.push(told.trim_start().split("  ").next().unwrap_or_default()),
        }
    }
    assert_eq!((matter, others), (24, vec!["release o"]));
}

/// With what the reference analysis says instead of what was said by hand the numbers are the same.
#[test]
fn the_analysis_gives_the_printed_numbers() {
    for (system, most) in [(System::ProducerConsumer, 4), (System::Observer, 4)] {
        for size in 1..=most {
            let program = system.program(size).unwrap();
            let known = Analyzed::of(&program, Reading::repaired(), &HeapOptions::default());
            let known = Arc::new(known.unwrap());
            let cell = reproduce(system, size, Column::Reduced, known, &Limits::default()).unwrap();
            assert_eq!(cell.agrees(), Some(true), "{cell:?}");
            assert_eq!(cell.transforms, cell.printed.transforms, "{cell:?}");
        }
    }
}

/// The analysis as it is printed gives the printed numbers too, but for one rule: `observer.prog` has local variables
/// where the methods that are inlined there have `this`, and as printed (H7) the names of locals say nothing of their
/// values.
#[test]
fn the_printed_analysis_gives_them_once_locals_have_values() {
    let states = |system: System, reading: Reading| -> Vec<usize> {
        let count = |size: usize| {
            let program = system.program(size).unwrap();
            let known = Analyzed::of(&program, reading, &HeapOptions::default()).unwrap();
            let limits = Limits::default();
            reproduce(system, size, Column::Reduced, Arc::new(known), &limits).unwrap().states
        };
        (1..=4).map(count).collect()
    };
    let printed = Reading::printed();
    assert_eq!(states(System::ProducerConsumer, printed), [56, 317, 2_140, 17_043]);
    assert_eq!(states(System::Observer, printed), [5, 211, 2_127, 21_759]);
    assert_eq!(states(System::Observer, printed.with(Repair::Locals)), [5, 141, 1_203, 10_671]);
}
