//! The need for each hypothesis, pinned: the smallest counterexamples, and that they are counterexamples.

use reductio_algebra::{Evaluator, Label, Theory};
use reductio_relations::Watch;
use reductio_relations::systems::{
    Dropped, Hypotheses, Hypothesis, Rows, System, Word, necessity, parse_table,
};
use reductio_relations::{Bits, Naive};
use reductio_theorems::bundled::S5;

const SIZES: [(usize, usize); 15] = [
    (1, 1),
    (1, 2),
    (1, 3),
    (2, 1),
    (2, 2),
    (2, 3),
    (2, 4),
    (3, 1),
    (3, 2),
    (3, 3),
    (4, 1),
    (4, 2),
    (4, 3),
    (5, 1),
    (5, 2),
];

/// A label, and states, processes, pairs; `None` up to (5,2).
type Row = (&'static str, Option<(usize, usize, u32)>);

const TABLE: [Row; 13] = [
    ("(13)", Some((3, 2, 4))),
    ("(14)", Some((4, 2, 6))),
    ("(14a)", Some((4, 2, 6))),
    ("(14b)", None),
    ("(15)", Some((3, 2, 3))),
    ("(15a)", Some((3, 2, 3))),
    ("(15b)", None),
    ("(16)", Some((5, 2, 8))),
    ("(17)", Some((3, 2, 4))),
    ("(18)", Some((2, 1, 3))),
    ("(19)", Some((3, 2, 5))),
    ("(20)", Some((3, 1, 3))),
    ("(21)", Some((3, 2, 5))),
];

/// The statement file's formula, in both models.
fn evaluate(theory: &Theory, system: &System, label: &str) -> bool {
    let formula = &theory.statement(&Label::new(label).unwrap()).expect("a label").formula;
    let (naive, values) = (Naive { states: system.states() }, system.assignment());
    let slow = Evaluator::new(&naive, &values).formula(formula).expect("every symbol has a value");
    let bits = Bits::new(system.states()).expect("a few states");
    let values = bits.assignment(&values).expect("relations over these states");
    let fast = Evaluator::new(&bits, &values).formula(formula).expect("every symbol has a value");
    assert_eq!(slow, fast, "{label} in\n{system}");
    fast
}

#[test]
fn the_table_is_as_pinned() {
    let theory = Theory::parse(S5.text, &[]).unwrap();
    let mut printed = String::new();
    let mut systems = Vec::new();
    for (row, (label, expected)) in Dropped::ALL.into_iter().zip(TABLE) {
        assert_eq!(row.label(), label);
        let need = necessity(row, &SIZES, Watch::default()).unwrap();
        let found = need.counterexample.as_ref().map(|s| (s.states(), s.processes(), s.size()));
        assert_eq!(found, expected, "{label}");
        printed += &need.to_string();
        let Some(system) = need.counterexample else {
            assert_eq!(need.searched, SIZES);
            continue;
        };
        assert!(system.satisfies(row.kept()) && !system.conclusion());
        for kept in row.kept().iter() {
            let label = kept.label().trim_matches(['(', ')']);
            assert!(evaluate(&theory, &system, label), "{label} in\n{system}");
        }
        assert!(!evaluate(&theory, &system, "22"));
        systems.push(system);
    }
    // What is printed is read back, and is still a counterexample.
    let read = parse_table(&printed).unwrap();
    assert_eq!(read, systems);
    assert!(read.iter().all(|system| !evaluate(&theory, system, "22")));
}

/// A fixed counterexample, as printed.
#[test]
fn s5_16_is_needed_at_five_states() {
    let need = necessity(Dropped::labelled("(16)").unwrap(), &[(5, 2)], Watch::default()).unwrap();
    assert_eq!(
        need.to_string(),
        "-- without (16) Theorem 1 is false: 8 pairs\nstates 5\nprocesses 2\nq = {4}\n\
         u_0 = {(0,4), (1,2)}\nv_0 = {(2,1), (3,0)}\nu_1 = {(0,1), (3,2), (4,4)}\nv_1 = {(2,3)}\n\
         -- p_0 = {2, 3, 4}, p_1 = {1, 2}; p = {2}\n\
         -- (2,4) is in p (u + v)* q: 2 -v_1-> 3 -v_0-> 0 -u_0-> 4\n\
         -- it is not in N* R: from 2 N* leads to {2}, M from there to {1, 2, 3}, and q is {4}\n"
    );
}

/// Calls `visit` with every system that has exactly `left` more pairs, from cell number `from` on.
fn with_pairs(
    cells: &[(usize, bool, usize, usize)],
    left: u32,
    chosen: &mut Vec<(usize, bool, usize, usize)>,
    visit: &mut impl FnMut(&[(usize, bool, usize, usize)]),
) {
    if left == 0 {
        return visit(chosen);
    }
    for (at, cell) in cells.iter().enumerate() {
        chosen.push(*cell);
        with_pairs(&cells[at + 1..], left - 1, chosen, visit);
        chosen.pop();
    }
}

/// No system of this size with fewer pairs, all of them gone through, is a counterexample; some with so
/// many is one.
fn is_minimal(kept: Hypotheses, states: usize, processes: usize, size: u32) {
    let mut cells = Vec::new();
    for i in 0..processes {
        for (s, t) in (0..states).flat_map(|s| (0..states).map(move |t| (s, t))) {
            cells.extend([(i, false, s, t), (i, true, s, t)]);
        }
    }
    let mut found = 0;
    for left in 0..=size {
        with_pairs(&cells, left, &mut Vec::new(), &mut |chosen| {
            let (mut u, mut v) = (vec![Word(0); processes], vec![Word(0); processes]);
            for &(i, visible, s, t) in chosen {
                (if visible { &mut v[i] } else { &mut u[i] }).insert(s, t);
            }
            for size in 1..states {
                let q = (1 << states) - (1 << size);
                let system = System::new(states, q, u.clone(), v.clone()).unwrap();
                if !system.conclusion() && system.satisfies(kept) {
                    found += 1;
                }
            }
        });
        assert_eq!(found > 0, left == size, "with {left} pairs");
    }
}

#[test]
fn no_counterexample_has_fewer_pairs() {
    for (label, expected) in TABLE {
        let Some((states, processes, size)) = expected else { continue };
        // p_i is not free, and few enough systems.
        if !["(18)", "(19)"].contains(&label) && states == 3 && size <= 4 {
            is_minimal(Dropped::labelled(label).unwrap().kept(), states, processes, size);
        }
    }
}

/// "Theorem 1, minimal": (14b) and (15b) follow from the other hypotheses, in every system that is gone through.
#[test]
fn s5_14b_and_15b_follow() {
    let kept = Hypotheses::ALL.without(Hypothesis::H14b).without(Hypothesis::H15b);
    reductio_relations::systems::for_each_system(2, 2, kept, |system| {
        assert!(system.satisfies(Hypotheses::ALL), "{system}");
    });
}

#[test]
fn sizes_past_the_limits_are_refused_and_runs_can_be_cancelled() {
    let row = Dropped::labelled("(14b)").unwrap();
    for size in [(0, 1), (1, 0), (6, 1), (1, 5)] {
        assert!(necessity(row, &[size], Watch::default()).is_err());
    }
    let stop = std::sync::atomic::AtomicBool::new(true);
    let watch = Watch { cancel: Some(&stop), ..Watch::default() };
    let need = necessity(row, &[(3, 2)], watch).unwrap();
    assert!(need.cancelled && need.searched.is_empty());
    assert_eq!(Dropped::labelled("(22)"), None);
}
