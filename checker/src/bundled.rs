//! The bundled theories: the papers' statements and their derivations, which are part of the library.

use std::sync::{Arc, LazyLock};

use reductio_theorems::bundled::BundledFile;

use crate::file::File;

/// A bundled theory with its scripts.
#[derive(Clone, Debug)]
pub struct Bundle {
    /// The statement file.
    pub theory: Arc<File>,
    /// The scripts, each with the headings for its lemmas and for its theorems.
    pub scripts: Vec<(Arc<File>, Headings)>,
}

/// The headings under which a report lists the statements that a bundled script proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Headings {
    /// The heading for lemmas.
    pub lemmas: &'static str,
    /// The heading for theorems.
    pub theorems: &'static str,
    /// Tells whether an overview counts the lemmas that hold instead of listing them.
    pub counts_lemmas: bool,
}

fn file(source: &BundledFile) -> Arc<File> {
    Arc::new(File::new(source.path, source.text))
}

/// All bundled theories, each after the one that it extends.
pub fn bundles() -> &'static [Bundle] {
    static ALL: LazyLock<Vec<Bundle>> = LazyLock::new(|| {
        let s5 = |lemmas, theorems| Headings { lemmas, theorems, counts_lemmas: false };
        let library = |lemmas| Headings {
            lemmas,
            theorems: "Reduction theorems of the literature",
            counts_lemmas: true,
        };
        let mut all = vec![
            Bundle {
                theory: file(&reductio_theorems::bundled::S5),
                scripts: vec![
                    (
                        file(&reductio_proofs::bundled::S5),
                        s5("S5, the paper's lemmas", "S5, Theorem 1"),
                    ),
                    (
                        file(&reductio_proofs::bundled::S5_BEYOND),
                        s5("S5, beyond the paper", "S5, beyond the paper"),
                    ),
                ],
            },
            Bundle {
                theory: file(&reductio_theorems::bundled::LAWS),
                scripts: vec![(file(&reductio_proofs::bundled::LAWS), library("Laws"))],
            },
        ];
        let reduction = reductio_theorems::bundled::REDUCTION.iter();
        all.extend(reduction.zip(&reductio_proofs::bundled::REDUCTION).map(|(theory, script)| {
            let headings = library("Reduction theorems, their lemmas");
            Bundle { theory: file(theory), scripts: vec![(file(script), headings)] }
        }));
        let discipline = reductio_theorems::bundled::DISCIPLINE.iter();
        all.extend(discipline.zip(&reductio_proofs::bundled::DISCIPLINE).map(
            |(theory, script)| {
                let headings = Headings {
                    lemmas: "From a discipline to Theorem 1, the lemmas",
                    theorems: "From a discipline to Theorem 1",
                    counts_lemmas: true,
                };
                Bundle { theory: file(theory), scripts: vec![(file(script), headings)] }
            },
        ));
        all
    });
    &ALL
}
