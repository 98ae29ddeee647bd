//! What is wrong with a system, its text, or a size.

use num_bigint::BigUint;

/// Input that is no system, or a size that is not counted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SystemError {
    /// No state, or too many for the representation.
    #[error("{states} states: there must be at least 1 and at most {limit}")]
    States {
        /// The number given.
        states: usize,
        /// The largest number.
        limit: usize,
    },
    /// No process, or too many.
    #[error("{processes} processes: there must be at least 1 and at most {limit}")]
    Processes {
        /// The number given.
        processes: usize,
        /// The largest number.
        limit: usize,
    },
    /// Not one `v_i`, or one `p_i`, for each `u_i`.
    #[error("{invisible} invisible actions, but {visible} visible actions or predicates")]
    Uneven {
        /// The number of `u_i`.
        invisible: usize,
        /// The number of `v_i`, or of `p_i`.
        visible: usize,
    },
    /// A state that does not exist.
    #[error("state {state} is not one of the {states} states, which are numbered from 0")]
    Beyond {
        /// The state.
        state: usize,
        /// The number of states.
        states: usize,
    },
    /// A size past the limit of exhaustive search.
    #[error(
        "{} and {} are {raw} systems, more than can be gone through{}; the limit is {limit}",
        counted(*states, "state", "s"), counted(*processes, "process", "es"), estimate(seconds)
    )]
    TooLarge {
        /// The number of states.
        states: usize,
        /// The number of processes.
        processes: usize,
        /// The number of systems, hypotheses aside.
        raw: BigUint,
        /// An estimate of the time that it would take.
        seconds: BigUint,
        /// The limit, in words.
        limit: &'static str,
    },
    /// A line of a system's text that cannot be read.
    #[error("line {line}: expected {expected}, found `{found}`")]
    Line {
        /// The line, from 1.
        line: usize,
        /// What could stand there.
        expected: &'static str,
        /// What stands there.
        found: String,
    },
    /// A checkpoint that does not continue this run.
    #[error("the checkpoint {0}")]
    Checkpoint(CheckpointFault),
}

/// Why a checkpoint is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointFault {
    /// The file cannot be read or written.
    #[error("cannot be read or written: {0}; name another file")]
    File(String),
    /// Not a checkpoint, or one of another version.
    #[error("is not of this version (`{0}`); remove it to start again")]
    Version(String),
    /// It belongs to a run with other parameters.
    #[error("belongs to another run: {found} instead of {expected}; name another file")]
    OtherRun {
        /// The parameters of this run.
        expected: String,
        /// The parameters in the file.
        found: String,
    },
    /// The checksum or a line is wrong.
    #[error("is damaged at line {0}; remove it to start again")]
    Damaged(usize),
}

fn counted(count: usize, noun: &str, ending: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { ending })
}

/// The estimate, where it says something.
fn estimate(seconds: &BigUint) -> String {
    if *seconds < 60u8.into() { String::new() } else { format!(" (some {seconds} seconds)") }
}
