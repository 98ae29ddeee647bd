//! Faults of systems, of their text, and of sizes.

use num_bigint::BigUint;

/// The reason why a system, its text, or the size of a count is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SystemError {
    /// The number of states is 0, or too large for the representation.
    #[error("{states} states: there must be at least 1 and at most {limit}")]
    States {
        /// The number given.
        states: usize,
        /// The largest number.
        limit: usize,
    },
    /// The number of processes is 0, or too large.
    #[error("{processes} processes: there must be at least 1 and at most {limit}")]
    Processes {
        /// The number given.
        processes: usize,
        /// The largest number.
        limit: usize,
    },
    /// The numbers of `u_i` and of `v_i`, or of `p_i`, differ.
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
    /// The size is past the limit of exhaustive search.
    #[error(
        "there are 2^{} systems with {} and {}, {}; the limit is {limit}",
        raw.bits().saturating_sub(1),
        counted(*states, "state", "s"), counted(*processes, "process", "es"), estimate(seconds)
    )]
    TooLarge {
        /// The number of states.
        states: usize,
        /// The number of processes.
        processes: usize,
        /// The number of systems, hypotheses aside: a power of 2.
        raw: BigUint,
        /// An estimate of the time that it would take on one core.
        seconds: BigUint,
        /// The limit, in words.
        limit: &'static str,
    },
    /// A line of a system's text that cannot be read.
    #[error("line {line}: expected {expected}, found `{found}`")]
    Line {
        /// The line, from 1.
        line: usize,
        /// A description of the text that may stand there.
        expected: &'static str,
        /// A description of the text that stands there.
        found: String,
    },
    /// A checkpoint that does not continue this run.
    #[error("the checkpoint {0}")]
    Checkpoint(CheckpointFault),
}

/// The reason why a checkpoint is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointFault {
    /// The file cannot be read or written.
    #[error("cannot be read or written: {0}")]
    File(String),
    /// The file is no checkpoint; its first line.
    #[error("is a file of another kind: it starts with `{0}`")]
    Foreign(String),
    /// The file is a checkpoint of another version; its first line.
    #[error("is of another version: `{0}`")]
    Version(String),
    /// The checkpoint belongs to a run with other parameters.
    #[error("belongs to another run: `{found}` instead of `{expected}`")]
    OtherRun {
        /// The parameters of this run.
        expected: String,
        /// The parameters in the file.
        found: String,
    },
    /// The checksum or a line is wrong; the number of the line.
    #[error("is damaged at line {0}")]
    Damaged(usize),
}

impl CheckpointFault {
    /// The line of the file that is wrong, from 1.
    pub fn line(&self) -> Option<usize> {
        match self {
            Self::File(_) => None,
            Self::Foreign(_) | Self::Version(_) => Some(1),
            Self::OtherRun { .. } => Some(2),
            Self::Damaged(line) => Some(*line),
        }
    }

    /// The remedy for the user.
    pub fn help(&self) -> &'static str {
        match self {
            Self::File(_) | Self::Foreign(_) => "name another file; one that is not there is made",
            Self::Version(_) => {
                "use the version that wrote it, or name another file to start again"
            }
            Self::OtherRun { .. } => "ask for the size of that run, or name another file",
            Self::Damaged(_) => "remove it, or name another file, to start again",
        }
    }
}

fn counted(count: usize, noun: &str, ending: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { ending })
}

/// The estimate as text, in units that a person has a feeling for.
fn estimate(seconds: &BigUint) -> String {
    const UNITS: [(&str, u64); 5] = [
        ("seconds", 1),
        ("minutes", 60),
        ("hours", 3600),
        ("days", 24 * 3600),
        ("years", 365 * 24 * 3600),
    ];
    let least = |(_, unit): &&(&str, u64)| *seconds >= BigUint::from(2 * *unit);
    match UNITS.iter().rfind(least) {
        None => "some seconds of work".to_owned(),
        Some(("years", year)) if *seconds >= BigUint::from(1000 * *year) => {
            "thousands of years of work".to_owned()
        }
        Some((name, unit)) => format!("some {} {name} of work", seconds / *unit),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_said_in_words() {
        for (seconds, words) in [
            (0u64, "some seconds of work"),
            (119, "some 119 seconds of work"),
            (120, "some 2 minutes of work"),
            (7200, "some 2 hours of work"),
            (40 * 24 * 3600, "some 40 days of work"),
            (u64::MAX, "thousands of years of work"),
        ] {
            assert_eq!(estimate(&seconds.into()), words);
        }
    }
}
