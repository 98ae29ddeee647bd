//! The hypotheses (13)-(21) and the conclusion (22) in the examples, by `validate`.

use reductio::check::{Demotion, EXAMPLES, Expected};
use reductio::discipline::Packed;
use reductio::discipline::{Discipline, Requirement};
use reductio::search::{Order, Query, search};
use reductio::validate::{MAX_STATES, Space, Validation, render, validate};

use super::subject;

/// An example, its constants, and the labels of hypotheses that hold vacuously in it.
type Small = (&'static str, &'static [(&'static str, i64)], &'static [&'static str]);

/// The examples, each at a size that `validate` takes in a moment, with those of (13), (16) and (17) that have nothing
/// to speak of in it: no invisible step before a violation, none of two threads in turn, none after a visible one.
const SMALL: &[Small] = &[
    ("ab_ba_ticker", &[], &[]),
    ("ab_ba_ticker_broken", &[], &[]),
    ("b_link_tree", &[], &[]),
    ("bounded_buffer", &[], &[]),
    ("bounded_buffer_broken", &[], &[]),
    ("bounded_buffer_bytecode", &[("ITEMS", 3), ("CAPACITY", 2)], &[]),
    ("bounded_buffer_bytecode_broken", &[], &[]),
    ("bounded_buffer_monitored", &[], &[]),
    ("bounded_buffer_monitored_broken", &[], &[]),
    ("cached_data", &[], &[]),
    ("cached_data_broken", &[("USERS", 1)], &[]),
    ("cached_data_upgrade_broken", &[], &[]),
    ("clean", &[], &[]),
    ("clean_broken", &[], &["13", "16", "17"]),
    ("clean_bytecode", &[], &[]),
    ("clean_bytecode_broken", &[], &[]),
    ("clean_monitored", &[], &[]),
    ("clean_monitored_broken", &[], &["16", "17"]),
    ("device_driver", &[], &[]),
    ("device_driver_broken", &[("USERS", 1)], &["16", "17"]),
    ("device_driver_hidden_broken", &[], &[]),
    ("device_driver_impatient_broken", &[], &[]),
    ("double_checked", &[], &[]),
    ("double_checked_broken", &[], &["13", "16", "17"]),
    ("double_checked_early_broken", &[], &[]),
    ("file_system", &[("FILES", 2), ("BLOCKS", 1)], &[]),
    ("file_system_broken", &[("FILES", 2), ("BLOCKS", 1)], &[]),
    ("flanagan_godefroid", &[("THREADS", 3), ("INODES", 3), ("BLOCKS", 3)], &[]),
    ("flanagan_godefroid_broken", &[], &[]),
    ("indexer", &[("THREADS", 2), ("SIZE", 16), ("WORDS", 2)], &[]),
    ("indexer_broken", &[], &[]),
    ("initializer", &[], &["16", "17"]),
    ("initializer_broken", &[], &["16", "17"]),
    ("initializer_eraser_broken", &[], &["13", "16", "17"]),
    ("initializer_locks", &[], &["16"]),
    ("initializer_locks_broken", &[], &["16"]),
    ("lock_splitting", &[], &[]),
    ("lock_splitting_broken", &[], &[]),
    ("m_ex", &[], &[]),
    ("m_ex_broken", &[], &["16"]),
    ("m_ex_deadlock_broken", &[], &[]),
    ("m_ex_printed", &[], &[]),
    ("m_ex_printed_broken", &[], &[]),
    ("master_workers", &[], &[]),
    ("master_workers_broken", &[], &["16", "17"]),
    ("peterson", &[], &[]),
    ("peterson_broken", &[], &[]),
    ("philosophers", &[], &[]),
    ("philosophers_broken", &[], &[]),
    ("philosophers_once_broken", &[], &[]),
    ("pool", &[], &[]),
    ("pool_broken", &[], &[]),
    ("readers_turnstile", &[], &[]),
    ("readers_turnstile_broken", &[], &["16"]),
    ("readers_writers", &[], &["16"]),
    ("readers_writers_broken", &[("READERS", 1), ("WRITERS", 1)], &["16"]),
    ("ticket_lock", &[], &["16"]),
    ("ticket_lock_broken", &[], &["16", "17"]),
];

fn validated(discipline: &Discipline) -> Validation {
    validate(discipline, Space::Reachable, MAX_STATES, None).unwrap()
}

fn labels(validation: &Validation) -> Vec<&str> {
    validation.failing().map(|check| check.label.as_str()).collect()
}

#[test]
fn hypotheses_and_conclusion_hold_in_every_example() {
    assert!(SMALL.iter().map(|(name, ..)| name).eq(EXAMPLES.iter().map(|example| &example.name)));
    for ((name, constants, vacuous), example) in SMALL.iter().zip(EXAMPLES) {
        let subject = subject(name, constants, &Demotion::None);
        assert_eq!(subject.discipline().unwrap().outside().count(), 0, "{name}");
        let validation = subject.validate(Space::Reachable, MAX_STATES, None).unwrap();
        assert!(validation.holds(), "{}", render(&validation));
        let speaks = |label: &str| validation.check(label).unwrap().instances > 0;
        let silent: Vec<&str> =
            ["13", "16", "17"].into_iter().filter(|label| !speaks(label)).collect();
        assert_eq!(silent, *vacuous, "{name}");
        // Where the discipline is violated, the conclusion says something.
        assert_eq!(
            speaks("22, from any state"),
            example.expected == Expected::Discipline,
            "{name}"
        );
    }
}

#[test]
fn conditions_c_are_what_the_hidden_fault_needs() {
    let subject = subject("device_driver_hidden_broken", &[("USERS", 1)], &Demotion::None);
    let system = subject.system();
    let found = |discipline: &Discipline, order: Order| {
        !search(&Packed::new(discipline), &order, &Query::default()).findings.is_empty()
    };
    let sound = Discipline::new(system);
    assert!(found(&sound, Order::Unreduced) && found(&sound, Order::Reduced));
    let unsound = Discipline::without(system, Requirement::NoStealingInSetB);
    assert!(found(&unsound, Order::Unreduced) && !found(&unsound, Order::Reduced));
    let validation = validated(&unsound);
    assert_eq!(labels(&validation), ["17", "22", "22, from any state"]);
}
