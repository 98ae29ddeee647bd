//! The scripts of this crate.

use reductio_theorems::bundled::BundledFile;

/// S5's derivations of (1)-(3) and (22)-(34) as printed, and of (35)-(38).
pub const S5: BundledFile =
    BundledFile { path: "proofs/scripts/s5.oap", text: include_str!("../scripts/s5.oap") };

/// Derivations of "Theorem 1, minimal", and of the monotonicity remark.
pub const S5_BEYOND: BundledFile = BundledFile {
    path: "proofs/scripts/s5-beyond.oap",
    text: include_str!("../scripts/s5-beyond.oap"),
};

/// Derivations of the laws of Kleene algebra, with tests and with omega.
pub const LAWS: BundledFile =
    BundledFile { path: "proofs/scripts/laws.oap", text: include_str!("../scripts/laws.oap") };

/// Derivations of the reduction theorems, in the order of [`reductio_theorems::bundled::REDUCTION`].
pub const REDUCTION: [BundledFile; 9] = [
    BundledFile {
        path: "proofs/scripts/reduction/separation.oap",
        text: include_str!("../scripts/reduction/separation.oap"),
    },
    BundledFile {
        path: "proofs/scripts/reduction/lipton.oap",
        text: include_str!("../scripts/reduction/lipton.oap"),
    },
    BundledFile {
        path: "proofs/scripts/reduction/cohen-lamport.oap",
        text: include_str!("../scripts/reduction/cohen-lamport.oap"),
    },
    BundledFile {
        path: "proofs/scripts/reduction/back.oap",
        text: include_str!("../scripts/reduction/back.oap"),
    },
    BundledFile {
        path: "proofs/scripts/reduction/data-refinement.oap",
        text: include_str!("../scripts/reduction/data-refinement.oap"),
    },
    BundledFile {
        path: "proofs/scripts/reduction/persistent.oap",
        text: include_str!("../scripts/reduction/persistent.oap"),
    },
    BundledFile {
        path: "proofs/scripts/reduction/predecessor.oap",
        text: include_str!("../scripts/reduction/predecessor.oap"),
    },
    BundledFile {
        path: "proofs/scripts/reduction/static.oap",
        text: include_str!("../scripts/reduction/static.oap"),
    },
    BundledFile {
        path: "proofs/scripts/reduction/any-state.oap",
        text: include_str!("../scripts/reduction/any-state.oap"),
    },
];

/// Derivations of what follows from a discipline, in the order of [`reductio_theorems::bundled::DISCIPLINE`].
pub const DISCIPLINE: [BundledFile; 7] = [
    BundledFile {
        path: "proofs/scripts/discipline/no-latch.oap",
        text: include_str!("../scripts/discipline/no-latch.oap"),
    },
    BundledFile {
        path: "proofs/scripts/discipline/control-points.oap",
        text: include_str!("../scripts/discipline/control-points.oap"),
    },
    BundledFile {
        path: "proofs/scripts/discipline/local.oap",
        text: include_str!("../scripts/discipline/local.oap"),
    },
    BundledFile {
        path: "proofs/scripts/discipline/endless.oap",
        text: include_str!("../scripts/discipline/endless.oap"),
    },
    BundledFile {
        path: "proofs/scripts/discipline/invariant.oap",
        text: include_str!("../scripts/discipline/invariant.oap"),
    },
    BundledFile {
        path: "proofs/scripts/discipline/progress.oap",
        text: include_str!("../scripts/discipline/progress.oap"),
    },
    BundledFile {
        path: "proofs/scripts/discipline/locks.oap",
        text: include_str!("../scripts/discipline/locks.oap"),
    },
];
