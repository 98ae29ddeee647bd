//! The table of the examples with their verdicts and state counts.

use std::fmt;

use reductio::check::Expected::{
    self, Deadlock, Discipline, Failure, Holds, Invariant, Property, Stuck,
};

/// The line of the table for an example at a size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pin {
    pub(crate) name: &'static str,
    pub(crate) constants: &'static [(&'static str, i64)],
    /// The kind of the first finding of the reduced search.
    pub(crate) first: Expected,
    /// The states of the unreduced search that goes on after findings.
    pub(crate) unreduced: usize,
    /// The visible states to which reduced steps lead; the search does not go on from bad states.
    pub(crate) reduced: usize,
}

const fn pin(
    name: &'static str,
    constants: &'static [(&'static str, i64)],
    first: Expected,
    unreduced: usize,
    reduced: usize,
) -> Pin {
    Pin { name, constants, first, unreduced, reduced }
}

impl fmt::Display for Pin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Pin { name, constants, first, unreduced, reduced } = self;
        write!(f, "pin({name:?}, &{constants:?}, {first:?}, {unreduced}, {reduced}),")
    }
}

pub(crate) const PINS: &[Pin] = &[
    pin("ab_ba_ticker", &[], Holds, 624, 40),
    pin("ab_ba_ticker_broken", &[], Stuck, 648, 48),
    pin("b_link_tree", &[], Holds, 794, 44),
    pin("b_link_tree", &[("LEAVES", 5), ("INSERTERS", 3)], Holds, 29_079, 563),
    pin("bounded_buffer", &[], Holds, 4_198, 163),
    pin("bounded_buffer", &[("ITEMS", 3), ("CAPACITY", 1)], Holds, 421, 27),
    pin("bounded_buffer", &[("ITEMS", 20), ("CAPACITY", 4)], Holds, 7_598, 313),
    pin("bounded_buffer", &[("CAPACITY", 10)], Holds, 4_530, 283),
    pin("bounded_buffer_broken", &[], Deadlock, 4_020, 163),
    pin("bounded_buffer_broken", &[("ITEMS", 3), ("CAPACITY", 1)], Deadlock, 399, 27),
    pin("bounded_buffer_bytecode", &[], Holds, 9_535, 163),
    pin("bounded_buffer_bytecode_broken", &[], Discipline, 4_433, 8),
    pin("bounded_buffer_monitored", &[], Holds, 7_520, 163),
    pin("bounded_buffer_monitored_broken", &[], Discipline, 1_296, 39),
    pin("cached_data", &[], Holds, 3_772, 622),
    pin("cached_data_broken", &[], Invariant, 6_166, 410),
    pin("cached_data_upgrade_broken", &[], Deadlock, 252, 46),
    pin("clean", &[], Holds, 204, 36),
    pin("clean", &[("MODULUS", 5)], Holds, 340, 60),
    pin("clean_broken", &[], Discipline, 330, 1),
    pin("clean_bytecode", &[], Holds, 528, 36),
    pin("clean_bytecode_broken", &[], Deadlock, 579, 51),
    pin("clean_monitored", &[], Holds, 242, 36),
    pin("clean_monitored_broken", &[], Discipline, 389, 2),
    pin("device_driver", &[], Holds, 3_042, 556),
    pin("device_driver", &[("USERS", 3)], Holds, 476_991, 38_178),
    pin("device_driver_broken", &[], Discipline, 11_984, 1_112),
    pin("device_driver_hidden_broken", &[], Discipline, 3_590, 556),
    pin("device_driver_hidden_broken", &[("USERS", 1)], Discipline, 31, 11),
    pin("device_driver_impatient_broken", &[], Failure, 5_722, 120),
    pin("double_checked", &[], Holds, 335, 136),
    pin("double_checked", &[("THREADS", 2)], Holds, 65, 32),
    pin("double_checked_broken", &[], Discipline, 335, 1),
    pin("double_checked_early_broken", &[], Failure, 857, 226),
    pin("file_system", &[], Holds, 12_535, 1_024),
    pin("file_system", &[("FILES", 1), ("BLOCKS", 1)], Holds, 184, 15),
    pin("file_system", &[("FILES", 2), ("BLOCKS", 1)], Holds, 1_531, 102),
    pin("file_system", &[("FILES", 3), ("BLOCKS", 2)], Holds, 72_706, 5_187),
    pin("file_system_broken", &[], Discipline, 4_026, 70),
    pin("flanagan_godefroid", &[], Holds, 10_000, 81),
    pin("flanagan_godefroid", &[("THREADS", 1)], Holds, 10, 3),
    pin("flanagan_godefroid", &[("THREADS", 3), ("INODES", 3), ("BLOCKS", 3)], Holds, 1_000, 27),
    pin("flanagan_godefroid", &[("THREADS", 5), ("INODES", 5), ("BLOCKS", 5)], Holds, 100_000, 243),
    pin("flanagan_godefroid_broken", &[], Discipline, 150, 4),
    pin("indexer", &[], Holds, 10_648, 125),
    pin("indexer_broken", &[], Invariant, 996, 146),
    pin("initializer", &[], Holds, 7, 4),
    pin("initializer_broken", &[], Discipline, 16, 6),
    pin("initializer_eraser_broken", &[], Discipline, 13, 1),
    pin("initializer_locks", &[], Holds, 21, 7),
    pin("initializer_locks_broken", &[], Discipline, 26, 7),
    pin("lock_splitting", &[], Holds, 1_888, 192),
    pin("lock_splitting", &[("CLIENTS", 1)], Holds, 132, 24),
    pin("lock_splitting", &[("CLIENTS", 3)], Holds, 20_800, 1_280),
    pin("lock_splitting_broken", &[], Discipline, 852, 18),
    pin("m_ex", &[], Holds, 41, 12),
    pin("m_ex_broken", &[], Discipline, 37, 3),
    pin("m_ex_deadlock_broken", &[], Deadlock, 32, 9),
    pin("m_ex_printed", &[], Holds, 35, 21),
    pin("m_ex_printed_broken", &[], Discipline, 41, 12),
    pin("master_workers", &[], Holds, 351, 55),
    pin("master_workers", &[("WORKERS", 1), ("TASKS", 2)], Holds, 63, 12),
    pin("master_workers", &[("WORKERS", 3), ("TASKS", 4)], Holds, 2_071, 278),
    pin("master_workers_broken", &[], Discipline, 401, 1),
    pin("peterson", &[], Holds, 42, 26),
    pin("peterson_broken", &[], Property, 45, 32),
    pin("philosophers", &[], Holds, 417, 24),
    pin("philosophers", &[("SEATS", 2)], Holds, 9, 3),
    pin("philosophers", &[("SEATS", 3)], Holds, 33, 6),
    pin("philosophers", &[("SEATS", 8)], Holds, 18_837, 192),
    pin("philosophers_broken", &[], Deadlock, 572, 32),
    pin("philosophers_broken", &[("SEATS", 2)], Deadlock, 12, 4),
    pin("philosophers_broken", &[("SEATS", 8)], Deadlock, 25_888, 256),
    pin("philosophers_once_broken", &[], Deadlock, 111, 27),
    pin("pool", &[], Holds, 7_174, 118),
    pin("pool_broken", &[], Stuck, 5_965, 106),
    pin("readers_turnstile", &[], Holds, 1_332, 220),
    pin("readers_turnstile_broken", &[], Property, 604, 108),
    pin("readers_writers", &[], Holds, 2_896, 624),
    pin("readers_writers", &[("READERS", 1), ("WRITERS", 1)], Holds, 118, 36),
    pin("readers_writers", &[("READERS", 2), ("WRITERS", 1)], Holds, 728, 176),
    pin("readers_writers_broken", &[], Invariant, 21_194, 4_378),
    pin("ticket_lock", &[], Holds, 366, 276),
    pin("ticket_lock_broken", &[], Property, 20, 14),
];
