//! The necessity tables: without a requirement, and with all others, a theorem is false in a small model.

use std::fmt::Write;

use reductio_relations::{FiniteModel, SearchLimits, SearchOutcome, find_countermodel};

use crate::common::refutes;
use crate::reduction::{Required, models as m, theorems};

/// Why a requirement is there.
#[derive(Debug)]
enum Why {
    /// The search finds a countermodel with this many states and processes.
    Found(usize, usize),
    /// Too large for the search, or too rare; here is one.
    Given(&'static str),
    /// No countermodel is known; why the requirement stays.
    Open(&'static str),
}
use Why::{Found, Given, Open};

type Rows = &'static [(&'static str, Why)];

const NOT_PROVED: Why = Open("the proof uses it; no model is known in which that matters");
const BY_LENGTH: Why =
    Open("true without it in every relational model, by induction on the length of runs");

/// Theorems in the order of the files, requirements in the order of the theories.
const TABLE: [(&str, Rows); 22] = [
    ("Separation (separation)", &[("premise 1", Found(3, 1))]),
    ("Separation (infinite runs)", &[("premise 1", Found(2, 1))]),
    ("Separation (all runs)", &[("premise 1", Found(2, 1))]),
    ("Separation (families)", &[("premise 1", Found(2, 1))]),
    (
        "Separation (termination)",
        &[("premise 1", Found(2, 1)), ("premise 2", Found(1, 1)), ("premise 3", Found(1, 1))],
    ),
    (
        "Lipton (Lipton)",
        &[
            ("(no return)", Given(m::LIPTON_RETURN)),
            ("(own first half)", Found(3, 2)),
            ("(own second half)", Found(3, 2)),
            ("(right movers)", Found(3, 2)),
            ("(left movers)", Found(3, 2)),
        ],
    ),
    (
        "Lipton (safety)",
        &[
            ("(no return)", Given(m::LIPTON_RETURN)),
            ("(own first half)", Found(3, 2)),
            ("(own second half)", NOT_PROVED),
            ("(right movers)", Given(m::LIPTON_NO_RIGHT_MOVER)),
            ("(left movers)", Found(3, 2)),
        ],
    ),
    (
        "CohenLamport (blocks)",
        &[
            ("(no return)", Given(m::RETURN)),
            ("(own first half)", Found(3, 1)),
            ("(right movers)", Given(m::NO_RIGHT_MOVER)),
            ("(left movers)", Found(3, 1)),
        ],
    ),
    (
        "CohenLamport (safety)",
        &[
            ("(no return)", Given(m::RETURN)),
            ("(own first half)", Found(3, 1)),
            ("(own second half)", Given(m::FINISHED_BY_OTHERS)),
            ("(right movers)", Given(m::NO_RIGHT_MOVER)),
            ("(left movers)", Found(3, 1)),
        ],
    ),
    (
        "CohenLamport (safety outside)",
        &[
            ("(no return)", Given(m::RETURN)),
            ("(own first half)", Found(3, 1)),
            ("(own second half)", Found(3, 1)),
            ("(right movers)", Found(3, 1)),
            ("(left movers)", Found(3, 1)),
        ],
    ),
    (
        "CohenLamport (liveness)",
        &[
            ("(no return)", Found(3, 1)),
            ("(own first half)", Found(2, 1)),
            ("(own second half)", Found(2, 1)),
            ("(right movers)", Found(2, 1)),
            ("(left movers)", Found(2, 1)),
        ],
    ),
    (
        "CohenLamport (liveness of blocks)",
        &[
            ("(no return)", Found(3, 1)),
            ("(own first half)", Found(2, 1)),
            ("(own second half)", Found(2, 1)),
            ("(right movers)", Found(2, 1)),
            ("(left movers)", Found(2, 1)),
            ("(first halves end)", Found(2, 1)),
            ("(second halves end)", Found(2, 1)),
        ],
    ),
    (
        "Back (finite runs)",
        &[
            ("(starts)", Found(2, 1)),
            ("(begins)", Found(3, 1)),
            ("(continues)", Found(2, 1)),
            ("(r after b)", Found(3, 1)),
            ("(r after l)", Given(m::R_BEFORE_L)),
            ("(a after l)", Found(3, 1)),
            ("(b after l)", Given(m::B_BEFORE_L)),
            ("(l keeps q)", Found(3, 1)),
            ("(r needs q)", Found(3, 1)),
        ],
    ),
    (
        "Back (atomicity refinement)",
        &[
            ("(starts)", Found(2, 1)),
            ("(begins)", Found(2, 1)),
            ("(continues)", Found(2, 1)),
            ("(r after b)", Found(3, 1)),
            ("(r after l)", Found(3, 1)),
            ("(a after l)", Found(2, 1)),
            ("(b after l)", Found(3, 1)),
            ("(l keeps q)", Found(3, 1)),
            ("(r needs q)", Found(2, 1)),
            ("(r ends)", Found(2, 1)),
        ],
    ),
    (
        "DataRefinement (data refinement)",
        &[
            ("(start)", Found(1, 1)),
            ("(step)", Found(1, 1)),
            ("(hidden step)", Found(2, 1)),
            ("(hidden ends)", Found(1, 1)),
            ("(finish)", Found(1, 1)),
        ],
    ),
    (
        "Persistent (first step)",
        &[
            ("(split)", Found(2, 1)),
            ("(others)", Given(m::OTHERS_ARE_NO_STEPS)),
            ("(persists)", Found(2, 1)),
            ("(exchange)", Found(3, 1)),
        ],
    ),
    (
        "Persistent (deadlocks)",
        &[
            ("(dead)", Found(2, 1)),
            ("(split)", Found(2, 1)),
            ("(others)", Given(m::OTHERS_ARE_NO_STEPS)),
            ("(persists)", Found(2, 1)),
            ("(exchange)", Found(3, 1)),
        ],
    ),
    (
        "Persistent (deadlocks, exactly)",
        &[
            ("(dead)", Found(2, 1)),
            ("(split)", Found(2, 1)),
            ("(others)", Given(m::OTHERS_ARE_NO_STEPS)),
            ("(persists)", Found(2, 1)),
            ("(exchange)", Found(3, 1)),
            ("(steps)", Found(2, 1)),
            ("(ends)", BY_LENGTH),
        ],
    ),
    (
        "Predecessor (predecessor)",
        &[
            ("(13)", Given(m::S5_13)),
            ("(14)", Given(m::S5_14)),
            ("(15)", Found(3, 2)),
            ("(17)", Found(3, 2)),
            ("(18)", Found(2, 1)),
            ("(19)", Found(3, 2)),
            ("(20)", Found(3, 1)),
            ("(21)", Found(3, 2)),
            ("(16s)", Given(m::S5_16)),
        ],
    ),
    (
        "Predecessor (no violation)",
        &[
            ("(13)", Given(m::S5_13)),
            ("(14)", Given(m::S5_14)),
            ("(15)", Found(3, 2)),
            ("(17)", Found(3, 2)),
            ("(18)", Found(2, 1)),
            ("(19)", Given(m::S5_19)),
            ("(20)", Found(3, 1)),
            ("(21)", Found(3, 2)),
            ("(16s)", Given(m::S5_16)),
            ("premise 1", Found(1, 1)),
        ],
    ),
    (
        "StaticReduction (static reduction)",
        &[
            ("(18)", Found(2, 1)),
            ("(19)", Given(m::STATIC_19)),
            ("(20)", Found(3, 1)),
            ("(14a)", Given(m::STATIC_14A)),
            ("(15a)", Given(m::STATIC_15A)),
            ("(ends)", Found(3, 2)),
            ("(cannot hide)", Given(m::STATIC_HIDES)),
            ("(u commute)", Given(m::STATIC_U)),
            ("(v commute)", Found(3, 2)),
        ],
    ),
    (
        "AnyState (22, from any state)",
        &[
            ("(13)", Found(3, 2)),
            ("(14)", Given(m::S5_14)),
            ("(15)", Found(3, 2)),
            ("(16)", Given(m::S5_16)),
            ("(17)", Found(3, 2)),
            ("(18)", NOT_PROVED),
            ("(19)", Found(2, 2)),
            ("(20)", Found(3, 1)),
            ("(21)", Found(3, 2)),
        ],
    ),
];

#[test]
fn no_theorem_is_refuted() {
    for theorem in theorems() {
        match find_countermodel(&theorem.formula(None), &SearchLimits::default()) {
            SearchOutcome::NotRefuted(coverage) => {
                let mut small = coverage.sizes.iter().filter(|s| s.bits <= 24);
                assert!(small.all(|s| s.sampled.is_none()), "{}: {coverage}", theorem.name);
            }
            other => panic!("{}: {other}", theorem.name),
        }
    }
}

/// One line of the table.
fn row(theorem: &Required, dropped: usize, why: &Why) -> String {
    let name = format!("{} without {}", theorem.name, theorem.names[dropped]);
    let formula = theorem.formula(Some(dropped));
    let search = || find_countermodel(&formula, &SearchLimits::default());
    let size = |m: &FiniteModel| format!("states {}, processes {}", m.states(), m.processes());
    match why {
        Found(states, processes) => {
            let outcome = search();
            let found = outcome.countermodel().unwrap_or_else(|| panic!("{name}: {outcome}"));
            let model = &found.model;
            assert_eq!((model.states(), model.processes()), (*states, *processes), "{name}");
            refutes(model, &name, &theorem.kept(Some(dropped)), &formula);
            let smallest =
                if found.is_smallest { ": the smallest" } else { ": the smallest found" };
            format!("{}, pairs {}{smallest}", size(model), model.pairs())
        }
        Given(text) => {
            let model =
                FiniteModel::parse(text, &theorem.symbols).unwrap_or_else(|e| panic!("{e:?}"));
            refutes(&model, &name, &theorem.kept(Some(dropped)), &formula);
            format!("{}, pairs {}: given", size(&model), model.pairs())
        }
        Open(reason) => match search() {
            SearchOutcome::NotRefuted(_) => format!("none found: {reason}"),
            outcome => panic!("{name}: {outcome}"),
        },
    }
}

#[test]
fn the_necessity_tables_are_as_pinned() {
    let theorems = theorems();
    assert_eq!(theorems.len(), TABLE.len());
    let mut printed = String::new();
    for (theorem, (name, rows)) in theorems.iter().zip(TABLE) {
        assert_eq!(theorem.name, name);
        let labels: Vec<&str> = rows.iter().map(|(label, _)| *label).collect();
        assert_eq!(theorem.names, labels, "{name}");
        writeln!(printed, "{name}").unwrap();
        for (number, (label, why)) in rows.iter().enumerate() {
            writeln!(printed, "  {label:22}{}", row(theorem, number, why)).unwrap();
        }
    }
    println!("{printed}");
}
