//! Variables that several threads may read at the same time. The tool makes a copy of the variable for each thread, and
//! exclusive access to a copy is what the right to read is. Here the rules themselves are explored, in systems that
//! know no copies: both searches must see what happens under the rules, wherever the theorem applies to the copies its
//! hypotheses must hold, and each rule and side condition is needed.

mod model;

use std::collections::BTreeMap;

use model::{Draw, Found, Model, Rules};
use reductio_discipline::{Discipline, Packed, Requirement};
use reductio_language::parse_system;
use reductio_search::{Exploration, FindingKind, Order, Query, search};
use reductio_system::System;
use reductio_validate::{MAX_STATES, Space, Validation, validate};

fn model(seed: u64) -> (Model, System) {
    let model = Draw::new(seed).model();
    let text = model.text();
    let system = parse_system(&text, "shared", &[]).unwrap_or_else(|e| panic!("{text}{e}"));
    (model, system)
}

/// What a search of the tool says, in the words of the exploration by hand; none where a thread runs invisibly for
/// ever.
fn searched(model: &Model, discipline: &Discipline, order: Order) -> Option<Found> {
    let query = Query { keep_going: true, workers: 1, ..Query::default() };
    let all: Exploration<_> = search(&Packed::new(discipline), &order, &query);
    let has = |is: fn(&FindingKind<_>) -> bool| all.findings.iter().any(|f| is(&f.kind));
    if has(|kind| matches!(kind, FindingKind::EndlessLoop { .. })) {
        return None;
    }
    let points = model.threads.iter().zip(&all.reached);
    Some(Found {
        bad: has(|kind| matches!(kind, FindingKind::Discipline(_))),
        deadlock: has(|kind| matches!(kind, FindingKind::Deadlock)),
        invariant: has(|kind| matches!(kind, FindingKind::Invariant(_))),
        reached: points.map(|(thread, reached)| reached[..thread.ops.len()].to_vec()).collect(),
        together: false,
        states: all.states,
    })
}

/// Whether two explorations agree; where the rules are broken, on that alone.
fn agree(one: &Found, other: &Found) -> bool {
    one.bad == other.bad
        && (one.bad
            || one.deadlock == other.deadlock
                && one.invariant == other.invariant
                && one.reached == other.reached)
}

/// The labels of the hypotheses that fail, those left out that need (13) where that fails.
fn failing(validation: &Validation) -> Vec<&str> {
    let endless = validation.check("13").is_some_and(|check| !check.holds);
    let labels = validation.failing().map(|check| check.label.as_str());
    let needs_13 = |label: &str| label.starts_with("22") || label == "monotonicity remark";
    labels.filter(|label| *label != "13" && !(endless && needs_13(label))).collect()
}

#[derive(Debug, Default)]
struct Counts {
    applicable: usize,
    bad: usize,
    deadlock: usize,
    invariant: usize,
    together: usize,
    reduced: usize,
    wrong: BTreeMap<String, usize>,
}

fn run(seeds: std::ops::Range<u64>) -> Counts {
    let mut counts = Counts::default();
    for seed in seeds {
        let (model, system) = model(seed);
        let context = || format!("seed {seed}\n{}", model.text());
        let known = model.explore(Rules::Right);
        let discipline = Discipline::new(&system);
        let unreduced = searched(&model, &discipline, Order::Unreduced).unwrap();
        assert!(agree(&known, &unreduced), "{}{known:?}\n{unreduced:?}", context());
        for wrong in [
            Rules::ReadersExclude,
            Rules::WriterBesideReaders,
            Rules::WriteByReading,
            Rules::ReadFree,
        ] {
            let differs = !agree(&model.explore(wrong), &unreduced);
            *counts.wrong.entry(format!("{wrong:?}")).or_default() += usize::from(differs);
        }
        if discipline.outside().next().is_some() {
            continue;
        }
        let Some(reduced) = searched(&model, &discipline, Order::Reduced) else { continue };
        assert!(agree(&known, &reduced), "{}{known:?}\n{reduced:?}", context());
        counts.applicable += 1;
        counts.bad += usize::from(known.bad);
        counts.deadlock += usize::from(!known.bad && known.deadlock);
        counts.invariant += usize::from(!known.bad && known.invariant);
        counts.together += usize::from(!known.bad && known.together);
        counts.reduced +=
            usize::from(!known.bad && known.together && reduced.states < known.states);
    }
    println!("{counts:#?}");
    counts
}

#[test]
fn searches_see_what_happens_under_the_rules() {
    let counts = run(0..3_000);
    assert!(counts.applicable > 600 && counts.bad > 300, "{counts:?}");
    assert!(counts.deadlock > 30 && counts.invariant > 10, "{counts:?}");
    assert!(counts.together > 20 && counts.reduced > 20, "{counts:?}");
    assert!(counts.wrong.len() == 4 && counts.wrong.values().all(|n| *n > 8), "{counts:?}");
}

#[test]
#[ignore = "minutes: the same for many more systems"]
fn searches_see_what_happens_under_the_rules_in_many_systems() {
    let counts = run(0..60_000);
    assert!(counts.applicable > 12_000 && counts.reduced > 400, "{counts:?}");
}

/// Validates the systems to which the theorem applies, and counts those with two readers at once.
fn validated(seeds: std::ops::Range<u64>) -> (usize, usize) {
    let (mut applicable, mut together) = (0, 0);
    for seed in seeds {
        let (model, system) = model(seed);
        let discipline = Discipline::new(&system);
        if discipline.outside().next().is_some() {
            continue;
        }
        let Ok(validation) = validate(&discipline, Space::Reachable, MAX_STATES, None) else {
            continue;
        };
        assert!(failing(&validation).is_empty(), "seed {seed}\n{}", model.text());
        let local = validation.local.as_ref().unwrap();
        // Whether a thread runs invisibly for ever is found out by the search, as (13) is.
        let local = local.failing().map(|check| check.label).filter(|label| *label != "bounded");
        let local: Vec<&str> = local.collect();
        assert!(local.is_empty(), "seed {seed}: {local:?}\n{}", model.text());
        applicable += 1;
        together += usize::from(model.explore(Rules::Right).together);
    }
    println!("{applicable} {together}");
    (applicable, together)
}

#[test]
fn where_the_side_conditions_hold_the_hypotheses_hold() {
    let (applicable, together) = validated(0..600);
    assert!(applicable > 120 && together > 15, "{applicable} {together}");
}

#[test]
#[ignore = "minutes: the same for many more systems"]
fn where_the_side_conditions_hold_the_hypotheses_hold_in_many_systems() {
    let (applicable, together) = validated(0..20_000);
    assert!(applicable > 4_000 && together > 500, "{applicable} {together}");
}

/// How many systems show that the theorem is false without a requirement.
fn noticed(left_out: Requirement, seeds: std::ops::Range<u64>, most: usize) -> usize {
    let mut found = 0;
    for seed in seeds {
        let (_, system) = model(seed);
        let discipline = Discipline::without(&system, left_out);
        if discipline.outside().next().is_some() {
            continue;
        }
        let validation = validate(&discipline, Space::Reachable, MAX_STATES, None);
        found += usize::from(validation.is_ok_and(|validation| !failing(&validation).is_empty()));
        if found == most {
            break;
        }
    }
    println!("{left_out:?}: {found}");
    found
}

/// The requirements that the random systems show to be needed.
const SHOWN: [Requirement; 7] = [
    Requirement::NoStealingInSetB,
    Requirement::Separation,
    Requirement::NonBlockInvis,
    Requirement::VisibleOpen,
    Requirement::NoHiding,
    Requirement::Rule1,
    Requirement::Rule2,
];

#[test]
fn without_a_side_condition_a_hypothesis_fails() {
    for requirement in SHOWN {
        assert!(noticed(requirement, 0..4_000, 1) > 0, "{requirement:?}");
    }
}

#[test]
#[ignore = "minutes: all requirements, for the table above"]
fn which_side_conditions_are_noticed() {
    for requirement in Requirement::ALL {
        noticed(requirement, 0..10_000, 20);
    }
}
