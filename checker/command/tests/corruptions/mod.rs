//! Certificates in which one random step is changed.

#![allow(dead_code)] // each test file uses its part

use std::sync::Arc;

use reductio::prelude::*;
use reductio::{Language, Source};
use reductio_exchange::proof_file::{self, Section};
use reductio_relations::Random;

/// The names of the rules of the kernel, one of which takes the place of a changed step's.
const RULES: [&str; 28] = [
    "assume",
    "discharge",
    "mp",
    "gen",
    "spec",
    "gen_sym",
    "spec_sym",
    "inst",
    "cases",
    "apart",
    "axiom",
    "refl",
    "sym",
    "trans",
    "le_intro",
    "le_elim",
    "plus",
    "seq",
    "star_r",
    "star_l",
    "loop",
    "sum_upper",
    "sum_least",
    "sum_l",
    "sum_r",
    "prod_lower",
    "prod_greatest",
    "unfold",
];

/// The certificate of some statements of a bundled theory, or of all if there are no labels.
pub(crate) fn certificate(theory: &str, labels: &[&str]) -> String {
    let library = Library::bundled();
    let all = Selection::new(&library, &[]);
    let labels: Vec<String> = labels.iter().map(|l| format!("{theory}:{l}")).collect();
    let some = Selection::new(&library, &labels);
    let selection = if labels.is_empty() { &all } else { &some };
    let proved = prove(&library, selection, ReplayLimits::default(), None);
    let of_theory = proved.claims.iter().filter(|c| c.theory == theory);
    let certificates: Vec<&Certificate> =
        of_theory.map(|c| &c.verdict.evidence().unwrap().certificate).collect();
    let number = library.theory(theory).unwrap();
    let theory = &library.theories[number].theory;
    proof_file::write(&[Section { theory, certificates }]).unwrap()
}

/// The certificate of statements about all actions and predicates, which is of version 2.
pub(crate) fn quantified() -> String {
    let source = |name: &str, text: &str, language| Source {
        file: Arc::new(File::new(name, text)),
        language,
    };
    let sources = [
        source(
            "quantified.oa",
            include_str!("../../../../proofs/tests/quantified.oa"),
            Language::Statements,
        ),
        source(
            "quantified.oap",
            include_str!("../../../../proofs/tests/accept/quantified.oap"),
            Language::Script,
        ),
    ];
    let library = Library::with(&sources, false);
    let proved = prove(&library, &Selection::new(&library, &[]), ReplayLimits::default(), None);
    let certificates: Vec<&Certificate> = (proved.claims.iter())
        .filter_map(|c| c.verdict.evidence().map(|proof| &proof.certificate))
        .collect();
    let number = library.theory("quantified").unwrap();
    let theory = &library.theories[number].theory;
    proof_file::write(&[Section { theory, certificates }]).unwrap()
}

/// A certificate with one step changed.
pub(crate) struct Corrupted {
    pub(crate) text: String,
    /// The number of the changed line, from 1.
    pub(crate) line: usize,
    /// The line before and after the change.
    pub(crate) what: String,
}

/// Makes `count` certificates, each with one step changed.
pub(crate) fn corrupted(text: &str, count: usize, seed: u64) -> Vec<Corrupted> {
    let mut random = Random::new(seed);
    let lines: Vec<&str> = text.lines().collect();
    let steps: Vec<usize> = (0..lines.len()).filter(|l| lines[*l].starts_with("s ")).collect();
    let mut all = Vec::new();
    while all.len() < count {
        let at = steps[below(&mut random, steps.len())];
        let changed = change(&mut random, lines[at], steps.len());
        if changed.len() == 1 && changed[0] == lines[at] {
            continue;
        }
        let what = format!("`{}` became {changed:?}", lines[at]);
        let kept = lines.iter().enumerate();
        let text: Vec<String> = kept
            .flat_map(|(k, line)| if k == at { changed.clone() } else { vec![(*line).to_owned()] })
            .collect();
        all.push(Corrupted { text: text.join("\n") + "\n", line: at + 1, what });
    }
    all
}

fn below(random: &mut Random, n: usize) -> usize {
    usize::try_from(random.bits() % n as u64).unwrap()
}

/// The lines that take the place of the changed step.
fn change(random: &mut Random, line: &str, steps: usize) -> Vec<String> {
    let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    let last = words.len() - 1;
    match below(random, 8) {
        0 => return Vec::new(),
        1 => return vec![line.to_owned(), line.to_owned()],
        2 => RULES[below(random, RULES.len())].clone_into(&mut words[2]),
        3 if last > 3 => words.swap(last, last - 1),
        4 if last > 2 => {
            words.pop();
        }
        5 => words.push(below(random, steps).to_string()),
        // Another premise, term or index.
        _ if last > 2 => {
            let at = 3 + below(random, last - 2);
            let step: usize = words[1].parse().unwrap();
            words[at] = match words[at].split_once('=') {
                Some((what, to)) => match to.parse::<usize>() {
                    Ok(term) => format!("{what}={}", other(random, term)),
                    Err(_) => format!("{what}={to}1"),
                },
                None => match words[at].parse::<usize>() {
                    Ok(number) if below(random, 2) == 0 => other(random, number).to_string(),
                    Ok(_) => below(random, step + 1).to_string(),
                    Err(_) => format!("{}1", words[at]),
                },
            };
        }
        _ => {}
    }
    vec![words.join(" ")]
}

/// A number near another one.
fn other(random: &mut Random, number: usize) -> usize {
    (number + 1 + below(random, 3)).saturating_sub(2)
}

/// The statements of a certificate: if they are the same in two certificates, both prove the same.
pub(crate) fn stated(text: &str) -> Vec<&str> {
    let kinds = ["theory ", "definition ", "hypothesis ", "lemma ", "theorem "];
    text.lines().filter(|l| kinds.iter().any(|k| l.starts_with(k))).collect()
}
