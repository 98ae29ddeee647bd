//! S5 in small models: its statements are not refuted, wrong variants of them are.

use reductio_algebra::{Formula, Label, Theory};
use reductio_relations::{
    SearchLimits, SearchOutcome, find_countermodel, refute_step, step_formula,
};

const TEXT: &str = include_str!("../../theorems/statements/s5.oa");

const HYPOTHESES: [&str; 9] = ["13", "14", "15", "16", "17", "18", "19", "20", "21"];

fn hypotheses(theory: &Theory) -> Vec<Formula> {
    let all = theory.hypotheses().filter(|h| HYPOTHESES.contains(&h.label.as_str()));
    all.map(|h| h.formula.clone()).collect()
}

/// The hypotheses that a proof of a statement may use.
fn assumed(theory: &Theory, label: &Label) -> Vec<Formula> {
    match &theory.statement(label).unwrap().assuming {
        None => hypotheses(theory),
        Some(labels) => {
            labels.iter().map(|l| theory.statement(l).unwrap().formula.clone()).collect()
        }
    }
}

#[test]
fn s5_statements_hold_in_all_models_with_two_states_and_two_processes() {
    let theory = Theory::parse(TEXT, &[]).unwrap();
    let limits = SearchLimits {
        states: 2,
        processes: 2,
        evaluations: 20_000_000,
        ..SearchLimits::default()
    };
    let (mut count, mut work) = (0, 0);
    for statement in theory.statements() {
        if theory.hypotheses().any(|h| h.label == statement.label) {
            continue;
        }
        let assumed = assumed(&theory, &statement.label);
        let formula = step_formula(&assumed, &[], &statement.formula);
        match find_countermodel(&formula, &limits) {
            SearchOutcome::NotRefuted(coverage) => {
                assert!(coverage.is_exhaustive(), "{}: {coverage}", statement.label);
                work += coverage.evaluations;
            }
            other => panic!("{}: {other}", statement.label),
        }
        count += 1;
    }
    assert_eq!(count, 29);
    println!("{count} statements, {work} evaluations");
}

/// Steps of S5's derivations with one change each, the local premises, and the number of states, of
/// processes and of pairs of the countermodel.
const WRONG_STEPS: [(&str, &str, usize, usize, usize); 22] = [
    ("", "p (u + v)* q <= N* q", 2, 1, 4),
    ("", "p (u + v)* <= N* R", 1, 1, 1),
    ("", "(u + v)* q <= N* R", 2, 1, 3),
    ("", "v <= R", 1, 1, 2),
    ("", "v <= N + R", 2, 1, 3),
    ("", "(M + R) u <= u (M + R)", 2, 1, 3),
    ("", "u* p <= 1", 2, 1, 2),
    ("", "u p <= p", 2, 1, 2),
    ("", "R M <= M R", 2, 1, 4),
    ("", "R* = R", 1, 1, 1),
    ("", "(1 + R) q <= N", 1, 1, 2),
    ("", "N* R <= M_i N* R", 1, 1, 2),
    ("", "M_i N* R <= N N* R", 1, 1, 3),
    ("", "M_i u_j* <= M_i", 2, 2, 6),
    ("", "N* R <= (u_i !q) N* R", 1, 1, 2),
    ("", "z R <= R", 2, 1, 4),
    ("", "(1 + M + R) q <= q T", 2, 1, 4),
    ("", "N_j (p_i + u_i) <= (p_i + u_i) N_j", 2, 2, 6),
    ("", "M_j p_j <= N_j", 1, 1, 3),
    ("i != j", "v_j u_i <= u_i v_j", 2, 2, 6),
    ("i != j", "M_j p_i <= p_i N_j", 1, 2, 4),
    ("i != j", "M_j (p_i + u_i) <= u_i (M_j + R)", 1, 2, 3),
];

#[test]
fn wrong_variants_of_s5_steps_are_refuted() {
    let theory = Theory::parse(TEXT, &[]).unwrap();
    let names = theory.vocabulary();
    let hypotheses = hypotheses(&theory);
    let mut wrong = 0;
    for (premise, claim, states, processes, pairs) in WRONG_STEPS {
        let premises: Vec<Formula> = Some(premise)
            .filter(|p| !p.is_empty())
            .map(|p| names.parse_formula(p).unwrap())
            .into_iter()
            .collect();
        let claim = names.parse_formula(claim).unwrap();
        let outcome = refute_step(&hypotheses, &premises, &claim, &SearchLimits::default());
        let Some(found) = outcome.countermodel() else {
            println!("{claim}: {outcome}");
            wrong += 1;
            continue;
        };
        let formula = step_formula(&hypotheses, &premises, &claim);
        assert!(found.witness.replays(&formula, &found.model), "{claim}:\n{found}");
        assert!(found.model.states() <= 3);
        let size = (found.model.states(), found.model.processes(), found.model.pairs());
        if size != (states, processes, pairs) || !found.is_smallest {
            println!("{claim}: {size:?} {found}");
            wrong += 1;
        }
    }
    assert_eq!(wrong, 0);
}

/// With little work no more is claimed than was tried: no model with fewer pairs than the smallest countermodel is
/// missed, and no larger one is called the smallest.
#[test]
fn with_little_work_no_smaller_countermodel_is_denied() {
    let theory = Theory::parse(TEXT, &[]).unwrap();
    let formula = |text| theory.vocabulary().parse_formula(text).unwrap();
    let steps = WRONG_STEPS.iter().map(|(premise, claim, states, processes, pairs)| {
        let premises: Vec<Formula> =
            Some(*premise).filter(|p| !p.is_empty()).map(formula).into_iter().collect();
        let step = step_formula(&hypotheses(&theory), &premises, &formula(claim));
        (step, (*states, *processes), *pairs)
    });
    // With (13) without its overline, the smallest countermodel to Theorem 1 has 4 states.
    let lost = Theory::parse(&TEXT.replace("(u_i !q)^w = 0", "(u_i q)^w = 0"), &[]).unwrap();
    let theorem = step_formula(&hypotheses(&lost), &[], &formula("p (u + v)* q <= N* R"));
    let (mut bounded, mut smallest) = (0, 0);
    for (formula, size, pairs) in steps.chain([(theorem, (4, 2), 12)]) {
        for evaluations in (0..18).map(|n| 1 << n) {
            let limits =
                SearchLimits { states: 4, evaluations, samples: 1, ..SearchLimits::default() };
            match find_countermodel(&formula, &limits) {
                SearchOutcome::NotRefuted(coverage) => {
                    let at = coverage.sizes.iter().find(|s| (s.states, s.processes) == size);
                    let below = at.unwrap().tried_below.expect("not all models were tried");
                    assert!(below as usize <= pairs, "{formula}: {coverage}");
                    bounded += u32::from(below > 1);
                }
                SearchOutcome::Refuted(found) if found.is_smallest => {
                    let got = (found.model.states(), found.model.processes());
                    assert_eq!((got, found.model.pairs()), (size, pairs), "{formula}");
                    smallest += 1;
                }
                _ => {}
            }
        }
    }
    assert!(bounded > 10 && smallest > 200, "{bounded}, {smallest}");
}

/// A misprint: the formula as printed, the formula read instead, and the numbers of states and pairs of a
/// countermodel.
type Misprint = (&'static str, &'static str, Option<(usize, usize)>);

/// Statements that lost an overline or have one too many, and the numbers of states and pairs of the model
/// in which Theorem 1 is false then. With `p_i v_i = 0` it is true: where p holds, nothing moves. With
/// `(u_i q)^w = 0` there is a model with four states. For all without numbers no model with two states and
/// two processes, or three and one, refutes it.
const LOST: [Misprint; 6] = [
    ("!p_i v_i = 0", "p_i v_i = 0", None),
    ("M_i p_i !q\n", "M_i p_i q\n", Some((3, 6))),
    ("M_i p_i !q\n", "M_i !p_i !q\n", Some((3, 6))),
    ("(u_i !q)^w = 0", "(u_i q)^w = 0", None),
    ("p_i u_i = 0", "!p_i u_i = 0", Some((2, 4))),
    ("q u_i <= u_i q", "!q u_i <= u_i q", None),
];

#[test]
fn a_lost_overline_is_found_in_a_small_model() {
    for (right, wrong, expected) in LOST {
        assert_eq!(TEXT.matches(right).count(), 1, "{right}");
        let theory = Theory::parse(&TEXT.replace(right, wrong), &[]).unwrap();
        let theorem = &theory.statement(&Label::new("Theorem 1").unwrap()).unwrap().formula;
        let outcome = refute_step(&hypotheses(&theory), &[], theorem, &SearchLimits::default());
        let found = outcome.countermodel().map(|c| (c.model.states(), c.model.pairs()));
        assert_eq!(found, expected, "{wrong}: {outcome}");
        if let SearchOutcome::NotRefuted(coverage) = &outcome {
            let smaller = coverage.sizes.iter().filter(|s| s.states * s.processes < 6);
            assert!(smaller.into_iter().all(|s| s.sampled.is_none()), "{wrong}: {coverage}");
        }
    }
}
