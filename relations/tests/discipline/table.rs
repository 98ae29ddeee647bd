//! The necessity table: without a local fact, and with all others, a theorem is false in a small model.

use std::collections::BTreeSet;

use reductio_algebra::StatementKind;
use reductio_relations::{SearchLimits, SearchOutcome, find_countermodel};

use crate::common::refutes;
use crate::discipline::models as m;
use crate::discipline::{theorem, theories};

/// Why a hypothesis is there.
#[derive(Clone, Copy, Debug)]
enum Why {
    /// The search finds a smallest countermodel, with this many states and processes.
    Found(usize, usize),
    /// A model, where the search has none, or cannot say that it is a smallest.
    Given(&'static str),
    /// Predicates of the system that is mended, [`m::MENDED`].
    Mended(&'static str),
    /// No finite countermodel: in finite models, the theorem is true without it.
    Infinite,
}
use Why::{Found, Given, Infinite, Mended};

/// A theorem, a hypothesis of it, and why that is there.
type Row = (&'static str, &'static str, Why);

const NO_LATCH: &str = "Theorem 1, no latch";
const LOCAL: &str = "Theorem 1, discipline";
const ENDLESS: &str = "Theorem 1, endless";
const INVARIANT: &str = "Theorem 1, invariant";
const LOCKS: &str = "violations locks";
const CONTROL_POINTS: &str = "control points";
const PROGRESS: &str = "progress";
const THEOREM_5: &str = "Theorem 5 of S1 control points";

/// Each hypothesis of the theories, but for those of S5 with labels of their own in [`LOCAL`].
const TABLE: [Row; 72] = [
    (NO_LATCH, "u commute", Given(m::IN_ORDER_NO_LATCH)),
    (NO_LATCH, "v commute", Found(3, 2)),
    (NO_LATCH, "u stays", Given(m::BOTH_INVISIBLE)),
    (NO_LATCH, "v stays", Found(3, 2)),
    (NO_LATCH, "ends", Found(3, 2)),
    (CONTROL_POINTS, "13", Found(3, 2)),
    (CONTROL_POINTS, "14a", Given(m::DISABLED_LATCH)),
    (CONTROL_POINTS, "15a", Found(3, 2)),
    (CONTROL_POINTS, "16", Given(m::IN_ORDER_LATCH)),
    (CONTROL_POINTS, "17", Found(3, 2)),
    (CONTROL_POINTS, "18", Found(2, 1)),
    (CONTROL_POINTS, "19", Found(3, 2)),
    (CONTROL_POINTS, "20", Found(3, 1)),
    (CONTROL_POINTS, "21", Found(3, 2)),
    (CONTROL_POINTS, "at", Found(3, 2)),
    (CONTROL_POINTS, "not at", Found(3, 2)),
    (LOCAL, "14a", Given(m::DISABLED)),
    (LOCAL, "15a", Found(3, 2)),
    (LOCAL, "18", Found(2, 1)),
    (LOCAL, "19", Found(3, 2)),
    (LOCAL, "20", Found(3, 1)),
    (LOCAL, "R1", Found(3, 2)),
    (LOCAL, "R2", Found(3, 2)),
    (LOCAL, "Rf", Found(3, 2)),
    (LOCAL, "R3", Found(3, 2)),
    (LOCAL, "n", Found(3, 2)),
    (LOCAL, "Fu", Given(m::IN_ORDER)),
    (LOCAL, "Fv", Found(3, 2)),
    (LOCAL, "Fs", Found(3, 2)),
    (LOCAL, "Fa", Found(3, 2)),
    (LOCAL, "Fc", Found(3, 2)),
    (LOCAL, "f1", Found(3, 2)),
    (LOCAL, "f2", Found(3, 2)),
    (LOCAL, "a1", Found(3, 2)),
    (LOCAL, "a2", Found(3, 2)),
    (LOCAL, "bv", Found(3, 2)),
    (LOCAL, "X", Found(3, 2)),
    (LOCAL, "bounded", Found(3, 2)),
    ("claims, discipline", "I from good", Found(3, 2)),
    ("Set A", "A", Found(3, 2)),
    ("Set B", "B1", Found(3, 2)),
    ("Set B", "B2", Given(m::TAKEN_OVER)),
    ("Set C", "C", Found(3, 2)),
    ("mixed sets", "choice", Mended(m::SHARED)),
    ("mixed sets", "A chosen", Mended(m::SHARED_A)),
    ("mixed sets", "B1 chosen", Mended(m::SHARED_B)),
    ("mixed sets", "B2 chosen", Given(m::TAKEN_OVER)),
    ("mixed sets", "C chosen", Mended(m::SHARED_C)),
    (ENDLESS, "r", Mended(m::NO_REASON)),
    (ENDLESS, "t1", Infinite),
    (ENDLESS, "t2", Infinite),
    (ENDLESS, "t3", Infinite),
    (ENDLESS, "Ft", Infinite),
    (INVARIANT, "J by u", Given(m::OUT_OF_J)),
    (INVARIANT, "J by v", Given(m::OUT_OF_J_VISIBLY)),
    (PROGRESS, "13", Found(3, 2)),
    (PROGRESS, "15a", Found(3, 2)),
    (PROGRESS, "17", Found(3, 2)),
    (PROGRESS, "18", Found(2, 1)),
    (PROGRESS, "19", Found(3, 2)),
    (PROGRESS, "moves", Infinite),
    (LOCKS, "LD", Mended(m::NO_ACCESS)),
    (LOCKS, "access", Mended(m::NO_LOCK)),
    (LOCKS, "single", Mended(m::TWO_LOCKS)),
    (LOCKS, "one lock", Given(m::OTHER_LOCK)),
    (LOCKS, "no other", Given(m::LATE_LOCK)),
    (LOCKS, "owner", Mended(m::TWO_OWNERS)),
    (LOCKS, "not taken", Mended(m::LOCK_TAKEN)),
    (LOCKS, "not given", Mended(m::LOCK_GIVEN)),
    ("Theorem 4 of S1", "kept", Given(m::RACE)),
    (THEOREM_5, "at", Mended(m::MOVED_AWAY)),
    (THEOREM_5, "not at", Mended(m::MOVED_THERE)),
];

/// The numbers of states and processes of a countermodel, after it was checked.
fn size((label, dropped, why): &Row) -> Option<(usize, usize)> {
    let theorem = theorem(label);
    let formula = theorem.formula(Some(dropped));
    let model = match why {
        Found(states, processes) => {
            let outcome = find_countermodel(&formula, &SearchLimits::default());
            let found = outcome.countermodel().unwrap_or_else(|| panic!("{label}: {outcome}"));
            if !found.is_smallest {
                // It may have more pairs than another of its size; none has fewer states.
                let fewer = SearchLimits { states: states - 1, ..SearchLimits::default() };
                let SearchOutcome::NotRefuted(coverage) = find_countermodel(&formula, &fewer)
                else {
                    panic!("{label} without ({dropped})")
                };
                assert!(coverage.sizes.iter().all(|s| s.sampled.is_none()), "{coverage}");
            }
            let model = found.model.clone();
            assert_eq!((model.states(), model.processes()), (*states, *processes), "{dropped}");
            model
        }
        Given(text) => m::model(&theorem, text),
        Mended(lines) => m::model(&theorem, &format!("{}{lines}", m::MENDED)),
        Infinite => {
            let small = SearchLimits { states: 2, ..SearchLimits::default() };
            let outcome = find_countermodel(&formula, &small);
            assert!(matches!(outcome, SearchOutcome::NotRefuted(_)), "{dropped}: {outcome}");
            return None;
        }
    };
    let name = format!("{label} without ({dropped})");
    refutes(&model, &name, &theorem.kept(Some(dropped)), &formula);
    Some((model.states(), model.processes()))
}

#[test]
fn every_hypothesis_has_a_row() {
    let rows: BTreeSet<&str> = TABLE.iter().map(|(_, label, _)| *label).collect();
    let s5 = ["13", "14", "15", "16", "17", "21", "I"];
    let mut count = 0;
    for theory in theories() {
        for statement in theory.statements() {
            let label = statement.label.as_str();
            let is_hypothesis = statement.kind == StatementKind::Hypothesis && !s5.contains(&label);
            // Where J holds everywhere, a fact in J is the fact.
            let plain = label.strip_suffix(" in J").unwrap_or(label);
            assert!(!is_hypothesis || rows.contains(plain), "{label}");
            count += usize::from(is_hypothesis);
        }
    }
    assert!(count > 100, "{count}");
}

/// The rows of necessity tables in the guide.
fn told() -> Vec<String> {
    let mut told = Vec::new();
    for page in ["discipline", "control-points", "progress"] {
        let root = env!("CARGO_MANIFEST_DIR");
        let path = format!("{root}/../guide/src/theorems/{page}.md");
        let page = std::fs::read_to_string(path).unwrap();
        let (_, section) = page.split_once("\n## Without one of them\n").unwrap();
        told.extend(section.lines().filter(|l| l.starts_with("| (")).map(str::to_owned));
    }
    told
}

/// The sizes are those of the guide's tables, whose rows begin with the hypothesis and the theorem.
#[test]
fn the_necessity_tables_are_those_in_the_guide() {
    let mut told = told();
    for row in &TABLE {
        let (label, dropped, _) = row;
        let size = match size(row) {
            None => "none".to_owned(),
            Some((states, 1)) => format!("{states} states, 1 process"),
            Some((states, processes)) => format!("{states} states, {processes} processes"),
        };
        let line = format!("| ({dropped}) | {label} | {size} |");
        println!("{line}");
        let before = told.len();
        told.retain(|l| !l.starts_with(&line));
        assert_eq!(told.len() + 1, before, "the guide has no row: {line}");
    }
    assert!(told.is_empty(), "{told:?}");
}

/// The facts in J are needed as the facts are: where J is everything, the same models show it.
#[test]
fn the_facts_in_an_invariant_are_needed() {
    let mut count = 0;
    for (label, dropped, why) in TABLE {
        let plain = theorem(label);
        let stronger = match label {
            LOCAL => theorem(INVARIANT),
            ENDLESS => theorem("Theorem 1, endless invariant"),
            _ => continue,
        };
        let in_j = format!("{dropped} in J");
        if matches!(why, Infinite) || stronger.hypotheses.iter().all(|h| h.label.as_str() != in_j) {
            continue;
        }
        let text = match why {
            Found(..) => {
                let formula = plain.formula(Some(dropped));
                let outcome = find_countermodel(&formula, &SearchLimits::default());
                outcome.countermodel().unwrap().model.to_string()
            }
            Given(text) => text.to_owned(),
            Mended(lines) => format!("{}{lines}", m::MENDED),
            Infinite => unreachable!("left out above"),
        };
        let states: usize =
            text.lines().next().unwrap().strip_prefix("states ").unwrap().parse().unwrap();
        let all: Vec<String> = (0..states).map(|s| s.to_string()).collect();
        let text = format!("{text}\nJ = {{{}}}\n", all.join(", "));
        let name = format!("{} without ({in_j})", stronger.label);
        let (kept, formula) = (stronger.kept(Some(&in_j)), stronger.formula(Some(&in_j)));
        refutes(&m::model(&stronger, &text), &name, &kept, &formula);
        count += 1;
    }
    assert_eq!(count, 22);
}
