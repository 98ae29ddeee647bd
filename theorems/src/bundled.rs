//! The statement files of this crate.

/// A file of the project, carried in the program.
#[derive(Clone, Copy, Debug)]
pub struct BundledFile {
    /// The path of the file in the project, for messages.
    pub path: &'static str,
    /// The text of the file.
    pub text: &'static str,
}

/// S5: definitions (4)-(12), hypotheses (13)-(21), the lemmas and the theorems.
pub const S5: BundledFile =
    BundledFile { path: "theorems/statements/s5.oa", text: include_str!("../statements/s5.oa") };

/// Laws of Kleene algebra, with tests and with omega.
pub const LAWS: BundledFile = BundledFile {
    path: "theorems/statements/laws.oa",
    text: include_str!("../statements/laws.oa"),
};

/// Reduction theorems from the literature. Each file comes after the one that it extends: the last three extend S5,
/// the others but the first extend the first.
pub const REDUCTION: [BundledFile; 9] = [
    BundledFile {
        path: "theorems/statements/reduction/separation.oa",
        text: include_str!("../statements/reduction/separation.oa"),
    },
    BundledFile {
        path: "theorems/statements/reduction/lipton.oa",
        text: include_str!("../statements/reduction/lipton.oa"),
    },
    BundledFile {
        path: "theorems/statements/reduction/cohen-lamport.oa",
        text: include_str!("../statements/reduction/cohen-lamport.oa"),
    },
    BundledFile {
        path: "theorems/statements/reduction/back.oa",
        text: include_str!("../statements/reduction/back.oa"),
    },
    BundledFile {
        path: "theorems/statements/reduction/data-refinement.oa",
        text: include_str!("../statements/reduction/data-refinement.oa"),
    },
    BundledFile {
        path: "theorems/statements/reduction/persistent.oa",
        text: include_str!("../statements/reduction/persistent.oa"),
    },
    BundledFile {
        path: "theorems/statements/reduction/predecessor.oa",
        text: include_str!("../statements/reduction/predecessor.oa"),
    },
    BundledFile {
        path: "theorems/statements/reduction/static.oa",
        text: include_str!("../statements/reduction/static.oa"),
    },
    BundledFile {
        path: "theorems/statements/reduction/any-state.oa",
        text: include_str!("../statements/reduction/any-state.oa"),
    },
];

/// From a discipline of exclusive access to Theorem 1 of S5: local facts about one or two steps, and what follows from
/// them, for lock disciplines too. Each file extends the one before it; the first extends the last of [`REDUCTION`].
pub const DISCIPLINE: [BundledFile; 7] = [
    BundledFile {
        path: "theorems/statements/discipline/no-latch.oa",
        text: include_str!("../statements/discipline/no-latch.oa"),
    },
    BundledFile {
        path: "theorems/statements/discipline/control-points.oa",
        text: include_str!("../statements/discipline/control-points.oa"),
    },
    BundledFile {
        path: "theorems/statements/discipline/local.oa",
        text: include_str!("../statements/discipline/local.oa"),
    },
    BundledFile {
        path: "theorems/statements/discipline/endless.oa",
        text: include_str!("../statements/discipline/endless.oa"),
    },
    BundledFile {
        path: "theorems/statements/discipline/invariant.oa",
        text: include_str!("../statements/discipline/invariant.oa"),
    },
    BundledFile {
        path: "theorems/statements/discipline/progress.oa",
        text: include_str!("../statements/discipline/progress.oa"),
    },
    BundledFile {
        path: "theorems/statements/discipline/locks.oa",
        text: include_str!("../statements/discipline/locks.oa"),
    },
];
