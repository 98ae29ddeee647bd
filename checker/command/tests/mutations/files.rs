//! The bundled files of every kind, and their mutants.

use std::path::Path;

use reductio::{Library, Selection, prove};
use reductio_exchange::proof_file::{self, Section};
use reductio_proofs::ReplayLimits;

use crate::mutations::tokens::{Random, mutated, tokens};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Statements,
    Script,
    System,
    Notebook,
    Certificate,
    /// A text for the tests of this test.
    Probe,
}

const KINDS: [(Kind, &str); 5] = [
    (Kind::Statements, "oa"),
    (Kind::Script, "oap"),
    (Kind::System, "sys"),
    (Kind::Notebook, "md"),
    (Kind::Certificate, "cert"),
];

impl Kind {
    pub(crate) fn ending(self) -> &'static str {
        KINDS.iter().find(|(kind, _)| *kind == self).map_or("txt", |(_, ending)| ending)
    }
}

/// A text, with the kind of file that it is read as.
#[derive(Clone, Debug)]
pub(crate) struct Input {
    pub(crate) kind: Kind,
    pub(crate) text: String,
}

/// All texts of a kind, and the tokens that occur in them.
struct Shelf {
    kind: Kind,
    /// The texts that are there to be read, and those that are there to be refused.
    texts: [Vec<String>; 2],
    pool: Vec<String>,
}

/// The texts that are mutated.
pub(crate) struct Corpus(Vec<Shelf>);

impl Corpus {
    pub(crate) fn new() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
        let mut all: Vec<Shelf> = KINDS
            .map(|(kind, _)| Shelf { kind, texts: [Vec::new(), Vec::new()], pool: Vec::new() })
            .into_iter()
            .collect();
        for (folder, is_refused) in [
            ("theorems/statements", false),
            ("proofs/scripts", false),
            ("proofs/tests/accept", false),
            ("checker/examples", false),
            ("checker/tests/systems/accept", false),
            ("notebooks", false),
            ("checker/command/errors", true),
            ("checker/command/tests/cmd", true),
        ] {
            gather(&root.join(folder), is_refused, &mut all);
        }
        let certificates = all.iter_mut().find(|shelf| shelf.kind == Kind::Certificate).unwrap();
        certificates.texts[0].push(certificate());
        for shelf in &mut all {
            shelf.texts.iter_mut().for_each(|texts| texts.sort());
            shelf.pool = shelf.texts.iter().flatten().flat_map(|text| tokens(text)).collect();
            shelf.pool.sort();
            shelf.pool.dedup();
            assert!(!shelf.texts[0].is_empty(), "{:?}", shelf.kind);
        }
        Corpus(all)
    }

    /// The mutant of a seed. Half of the mutants are systems, which can be explored; notebooks take longest, and are
    /// few.
    pub(crate) fn mutated(&self, seed: u64) -> Input {
        let mut random = Random::new(seed);
        let kind = match random.below(20) {
            0..10 => Kind::System,
            10..13 => Kind::Statements,
            13..16 => Kind::Script,
            16..19 => Kind::Certificate,
            _ => Kind::Notebook,
        };
        let shelf = self.0.iter().find(|shelf| shelf.kind == kind).unwrap();
        let [read, refused] = &shelf.texts;
        let is_refused = !refused.is_empty() && random.below(8) == 0;
        let text = random.pick(if is_refused { refused } else { read });
        Input { kind: shelf.kind, text: mutated(text, &shelf.pool, &mut random) }
    }

    /// The tokens of files with an ending.
    pub(crate) fn pool(&self, ending: &str) -> &[String] {
        self.0.iter().find(|shelf| shelf.kind.ending() == ending).map_or(&[], |shelf| &shelf.pool)
    }
}

fn gather(folder: &Path, is_refused: bool, shelves: &mut [Shelf]) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            gather(&path, is_refused, shelves);
            continue;
        }
        let ending = path.extension().and_then(|e| e.to_str()).unwrap_or_default();
        let shelf = shelves.iter_mut().find(|shelf| shelf.kind.ending() == ending);
        if let (Some(shelf), Ok(text)) = (shelf, std::fs::read_to_string(&path)) {
            shelf.texts[usize::from(is_refused)].push(text);
        }
    }
}

/// A small certificate of a bundled lemma.
fn certificate() -> String {
    let library = Library::bundled();
    let selection = Selection::new(&library, &["S5:30".to_owned()]);
    let proved = prove(&library, &selection, ReplayLimits::default(), None);
    let evidence = proved.claims[0].verdict.evidence().unwrap();
    let theory = &library.theories[library.theory("S5").unwrap()].theory;
    proof_file::write(&[Section { theory, certificates: vec![&evidence.certificate] }]).unwrap()
}
