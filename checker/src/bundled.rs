//! What the program carries with it: the papers' statements and derivations.

use std::sync::{Arc, LazyLock};

use reductio_theorems::bundled::Source;

use crate::file::File;

/// A bundled theory with its scripts.
#[derive(Clone, Debug)]
pub struct Bundle {
    /// The statement file.
    pub theory: Arc<File>,
    /// The scripts, each with the headings for its lemmas and for its theorems.
    pub scripts: Vec<(Arc<File>, Headings)>,
}

/// Under which headings a report lists what a script proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Headings {
    /// For lemmas.
    pub lemmas: &'static str,
    /// For theorems.
    pub theorems: &'static str,
}

fn file(source: &Source) -> Arc<File> {
    Arc::new(File::new(source.path, source.text))
}

/// All bundled theories.
pub fn bundles() -> &'static [Bundle] {
    static ALL: LazyLock<Vec<Bundle>> = LazyLock::new(|| {
        vec![Bundle {
            theory: file(&reductio_theorems::bundled::S5),
            scripts: vec![
                (
                    file(&reductio_proofs::bundled::S5),
                    Headings { lemmas: "S5, the paper's lemmas", theorems: "S5, Theorem 1" },
                ),
                (
                    file(&reductio_proofs::bundled::S5_BEYOND),
                    Headings { lemmas: "S5, beyond the paper", theorems: "S5, beyond the paper" },
                ),
            ],
        }]
    });
    &ALL
}
