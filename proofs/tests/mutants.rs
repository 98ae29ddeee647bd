//! No small change of a bundled script goes unnoticed: each mutant is refused, or listed with the reason
//! why the changed derivation is right.
//!
//! A mutant changes one place of one derivation. That derivation is replayed, everything that it cites is
//! taken from the replay of the unchanged scripts. What is accepted is also evaluated in small relational
//! systems in which the hypotheses hold: every step must be true there.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::common::{SCRIPTS, s5, s5_scripts};
use crate::mutate::models::{Judge, System, steps, systems};
use crate::mutate::{Mutant, mutants};
use reductio_algebra::Theory;
use reductio_proofs::replay::error::WarningKind;
use reductio_proofs::replay::replay_with;
use reductio_proofs::{Replay, ReplayLimits, Script, replay};

const VALID: &str = include_str!("mutants_valid.txt");
const THREADS: usize = 2;
const LIMITS: ReplayLimits<'_> =
    ReplayLimits { states_per_step: 20_000, suggestions: false, induction: true, cancel: None };
const SYSTEMS: usize = 40;

/// The fate of a mutant.
enum Fate {
    /// The mutant was accepted, with warnings that these references are not needed.
    Accepted(Vec<String>),
    /// The mutant was refused, with these codes.
    Refused(Vec<&'static str>),
}

struct Judged {
    text: String,
    kind: &'static str,
    new: String,
    fate: Fate,
    /// Whether every step is true in the systems, `None` when the script cannot be read.
    is_true: Option<bool>,
}

/// The share of the work of one thread.
struct Worker<'a> {
    theory: &'a Theory,
    scripts: Vec<Script>,
    earlier: Replay,
    judge: Judge<'a>,
}

impl<'a> Worker<'a> {
    fn new(theory: &'a Theory, systems: &'a [System]) -> Self {
        let scripts = s5_scripts(theory);
        let earlier = replay(theory, &scripts, ReplayLimits::default());
        Worker { theory, scripts, earlier, judge: Judge::new(systems) }
    }

    fn judge(&mut self, number: usize, mutant: &Mutant) -> Judged {
        let (fate, is_true) = self.fate(number, mutant);
        let text = mutant.describe(SCRIPTS[number].text);
        Judged { text, kind: mutant.kind, new: mutant.new.clone(), fate, is_true }
    }

    fn fate(&mut self, number: usize, mutant: &Mutant) -> (Fate, Option<bool>) {
        let text = mutant.apply(SCRIPTS[number].text);
        let script = match Script::parse(&text, self.theory) {
            Ok(script) => script,
            Err(e) => return (Fate::Refused(e.iter().map(|e| e.kind.code()).collect()), None),
        };
        let derivation = script.derivations.iter().find(|d| d.label == mutant.label).unwrap();
        let is_true = steps(derivation).iter().all(|step| self.judge.holds(step));
        let unchanged = std::mem::replace(&mut self.scripts[number], script);
        let wanted = |label: &_| *label == mutant.label;
        let replay = replay_with(self.theory, &self.scripts, LIMITS, &wanted, &self.earlier);
        self.scripts[number] = unchanged;
        let outcome = replay.outcome(&mutant.label).unwrap();
        let fate = match &outcome.result {
            Ok(certificate) => {
                assert_eq!(certificate.closed().hypotheses().len(), 0);
                let unneeded = |w: &_| match w {
                    WarningKind::Unneeded { reference } => Some(reference.clone()),
                    _ => None,
                };
                Fate::Accepted(outcome.warnings.iter().filter_map(|w| unneeded(&w.kind)).collect())
            }
            Err(faults) => Fate::Refused(faults.iter().map(|f| f.kind.code()).collect()),
        };
        (fate, Some(is_true))
    }
}

/// All mutants of both scripts with their fates, in order.
fn judged() -> Vec<Judged> {
    let theory = s5();
    let systems = systems(&theory, SYSTEMS);
    assert_eq!(systems.len(), SYSTEMS);
    let all: Vec<(usize, Mutant)> = SCRIPTS
        .iter()
        .enumerate()
        .flat_map(|(k, source)| mutants(source.text, &theory).into_iter().map(move |m| (k, m)))
        .collect();
    let work = |thread: usize| {
        let mut worker = Worker::new(&theory, &systems);
        let mine = all.iter().enumerate().skip(thread).step_by(THREADS);
        mine.map(|(k, (number, mutant))| (k, worker.judge(*number, mutant))).collect::<Vec<_>>()
    };
    let mut found: BTreeMap<usize, Judged> = BTreeMap::new();
    std::thread::scope(|scope| {
        let work = &work;
        let threads: Vec<_> = (0..THREADS).map(|t| scope.spawn(move || work(t))).collect();
        for thread in threads {
            found.extend(thread.join().unwrap());
        }
    });
    found.into_values().collect()
}

/// `(24) 135:5 swap summands: x <-> y  because + is commutative`.
fn valid() -> BTreeMap<&'static str, &'static str> {
    let lines = VALID.lines().filter(|l| !l.is_empty() && !l.starts_with("--"));
    lines
        .map(|line| line.split_once("  because ").unwrap_or_else(|| panic!("no reason: {line}")))
        .inspect(|(mutant, reason)| assert!(reason.len() > 10, "{mutant}: {reason}"))
        .collect()
}

fn report(all: &[Judged]) {
    let mut table: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
    let mut codes: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    for mutant in all {
        let what = match &mutant.fate {
            Fate::Accepted(_) => "accepted",
            Fate::Refused(refused) => refused[0],
        };
        *table.entry(mutant.kind).or_default().entry(what).or_default() += 1;
        let counts = codes.entry(what).or_default();
        counts[0] += 1;
        counts[1] += usize::from(mutant.is_true == Some(false));
    }
    let mut text = format!("{} mutants\n", all.len());
    for (kind, row) in &table {
        let _ = writeln!(text, "{kind}: {row:?}");
    }
    for (code, [count, wrong]) in &codes {
        let _ = writeln!(
            text,
            "{code}: {count}, {wrong} of them with a step that is false in a system"
        );
    }
    println!("{text}");
}

#[test]
fn every_mutant_is_refused_or_known_to_be_right() {
    let all = judged();
    report(&all);
    assert!(all.len() >= 500, "{}", all.len());
    let known = valid();
    let mut accepted = BTreeSet::new();
    let mut wrong = 0;
    let mut complain = |what: &str, mutant: &str| {
        println!("{what}: {mutant}");
        wrong += 1;
    };
    for mutant in &all {
        let text = mutant.text.as_str();
        match &mutant.fate {
            // A refusal of the kernel is a fault of the search.
            Fate::Refused(codes) if codes.contains(&"E0319") => {
                complain("refused by the kernel", text);
            }
            Fate::Refused(_) => {}
            Fate::Accepted(unneeded) => {
                accepted.insert(text);
                if mutant.is_true != Some(true) {
                    complain("accepted, and false in a system", text);
                }
                match known.get(text) {
                    None => complain("accepted, and not listed", text),
                    Some(reason) => {
                        let is_warned = unneeded.contains(&mutant.new);
                        if reason.ends_with("a warning says so") != is_warned {
                            complain("the reason and the warnings differ", text);
                        }
                    }
                }
            }
        }
    }
    for text in known.keys().filter(|text| !accepted.contains(*text)) {
        complain("listed, and not accepted", text);
    }
    assert_eq!(wrong, 0);
}
