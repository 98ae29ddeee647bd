//! The scripts of this crate.

use reductio_theorems::bundled::Source;

/// S5's derivations of (1)-(3) and (22)-(34) as printed, and of (35)-(38).
pub const S5: Source =
    Source { path: "proofs/scripts/s5.oap", text: include_str!("../scripts/s5.oap") };

/// Theorem 1, minimal, and the monotonicity remark.
pub const S5_BEYOND: Source =
    Source { path: "proofs/scripts/s5-beyond.oap", text: include_str!("../scripts/s5-beyond.oap") };

/// The laws of Kleene algebra, with tests and with omega.
pub const LAWS: Source =
    Source { path: "proofs/scripts/laws.oap", text: include_str!("../scripts/laws.oap") };
