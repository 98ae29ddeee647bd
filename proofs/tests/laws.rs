//! The laws library: every law is proved and holds in finite models, and a formula that differs from it in
//! one place is false in one.

#[path = "laws/shapes.rs"]
mod shapes;
#[path = "laws/table.rs"]
pub(crate) mod table;

use reductio_algebra::{Evaluator, Formula, Relation, Statement, StatementKind};
use reductio_proofs::{ReplayLimits, Script, bundled, replay};
use reductio_relations::{Naive, Random, SearchLimits, SearchOutcome, find_countermodel};

use table::{laws, near_misses, table};

/// The number of laws in each section, in order.
const SECTIONS: [(&str, usize); 5] =
    [("regular", 27), ("tests", 23), ("eliminable", 24), ("Horn", 28), ("omega", 39)];

#[test]
fn every_law_is_proved_without_hypotheses() {
    let theory = laws();
    let script = Script::parse(bundled::LAWS.text, &theory).unwrap();
    let replay = replay(&theory, &[script], ReplayLimits::default());
    assert_eq!(replay.faults(), []);
    assert_eq!(replay.outcomes().len(), 141);
    for (outcome, statement) in replay.outcomes().iter().zip(theory.statements()) {
        assert_eq!(outcome.label, statement.label);
        assert_ne!(statement.kind, StatementKind::Hypothesis, "{}", outcome.label);
        assert_eq!(outcome.warnings, [], "{}", outcome.label);
        let certificate = outcome.result.as_ref().unwrap_or_else(|e| panic!("{e:?}"));
        assert_eq!(certificate.hypotheses(), [], "{}", outcome.label);
        assert_eq!(certificate.closed().hypotheses(), [], "{}", outcome.label);
        assert_eq!(*certificate.closed().conclusion(), statement.formula);
    }
    let steps: usize = replay.outcomes().iter().map(|o| o.steps).sum();
    let kernel: usize = replay.outcomes().iter().map(|o| replay.kernel_steps(&o.label)).sum();
    println!("{steps} steps of the derivations, {kernel} in the kernel");
}

#[test]
fn sections_say_what_their_laws_look_like() {
    let table = table();
    for (section, number) in SECTIONS {
        let rows: Vec<_> = table.iter().filter(|row| row.section == section).collect();
        assert_eq!(rows.len(), number, "{section}");
        for row in rows {
            let found = shapes::section_of(&row.law);
            assert_eq!(found, section, "{} {}", row.label, row.law);
        }
    }
    assert_eq!(table.len(), SECTIONS.iter().map(|(_, number)| number).sum::<usize>());
}

/// The most models of one size that are all gone through; of larger sizes, some are drawn.
const MOST_MODELS: u128 = 4096;
const DRAWN: usize = 200;

/// The number of models of a size in which the formula was evaluated, and the number of them in which its premises
/// hold.
fn evaluate(label: &str, formula: &Formula, states: usize, random: &mut Random) -> (usize, usize) {
    let model = Naive { states };
    let symbols = formula.symbols();
    let all = model.count_assignments(1, &symbols).is_some_and(|n| n <= MOST_MODELS);
    let assignments: Vec<_> = if all {
        model.assignments(1, &symbols).collect()
    } else {
        (0..DRAWN).map(|_| random.assignment(model, 1, &symbols)).collect()
    };
    let (premises, _) = formula.horn();
    let relevant = assignments.iter().filter(|a| {
        let evaluator = Evaluator::new(&model, *a);
        assert!(evaluator.formula(formula).unwrap(), "{label} is false: {states} states, {a}");
        premises.iter().all(|p| evaluator.formula(p).unwrap())
    });
    (relevant.count(), assignments.len())
}

#[test]
fn laws_hold_in_small_models() {
    let mut random = Random::new(20);
    let (mut relevant, mut all) = (0, 0);
    for row in table() {
        let sizes = (1..=4).map(|states| evaluate(&row.label, &row.law, states, &mut random));
        let (r, a) = sizes.fold((0, 0), |(r, a), (more_r, more_a)| (r + more_r, a + more_a));
        all += a;
        if !row.law.horn().0.is_empty() {
            // Premises that hardly any model satisfies would make the evaluation say nothing.
            assert!(r >= 20, "the premises of {} hold in {r} of {a} models only", row.label);
            relevant += r;
        }
    }
    println!("{all} evaluations; the premises of conditional laws hold in {relevant}");
    assert!(all >= 200_000, "{all}");
    assert!(relevant >= 30_000, "{relevant}");
}

#[test]
fn near_misses_are_refuted_and_laws_are_not() {
    let limits = SearchLimits::default();
    assert_eq!(limits.states, 3);
    let mut exhausted = 0;
    for row in table() {
        assert_ne!(row.law, row.near_miss, "{}", row.label);
        match find_countermodel(&row.near_miss, &limits) {
            SearchOutcome::Refuted(_) => {}
            other => panic!("{}: {} is not refuted: {other}", row.label, row.near_miss),
        }
        match find_countermodel(&row.law, &limits) {
            SearchOutcome::NotRefuted(coverage) => {
                exhausted += usize::from(coverage.is_exhaustive());
            }
            other => panic!("{}: {}: {other}", row.label, row.law),
        }
    }
    println!("{exhausted} laws hold in all models with up to 3 states");
    assert!(exhausted >= 100, "{exhausted}");
}

/// The theorem that answers about every number of threads rest on: without one of its premises, or with one of them the
/// other way round, it is false.
#[test]
fn a_set_that_no_step_enters_needs_its_premises() {
    let theory = laws();
    for wrong in [
        "q !p = 0 => !p x p = 0 => r x* q = 0",
        "r p = 0 => !p x p = 0 => r x* q = 0",
        "r p = 0 => q !p = 0 => r x* q = 0",
        "r !p = 0 => q !p = 0 => !p x p = 0 => r x* q = 0",
        "r p = 0 => p !q = 0 => !p x p = 0 => r x* q = 0",
        "r p = 0 => q !p = 0 => p x !p = 0 => r x* q = 0",
        "r p = 0 => q !p = 0 => q x p = 0 => r x* q = 0",
    ] {
        let claim = theory.vocabulary().parse_formula(wrong).unwrap();
        let found = find_countermodel(&claim, &SearchLimits::default());
        assert!(matches!(found, SearchOutcome::Refuted(_)), "{wrong}: {found}");
    }
}

/// The claim of the comment before (Church-Rosser).
#[test]
fn local_confluence_is_not_enough_and_takes_four_states() {
    let theory = laws();
    let claim = theory.vocabulary().parse_formula("y x <= x* y* => (x + y)* <= x* y*").unwrap();
    let search = |states| find_countermodel(&claim, &SearchLimits { states, ..Default::default() });
    match search(3) {
        SearchOutcome::NotRefuted(coverage) => assert!(coverage.is_exhaustive()),
        other => panic!("{other}"),
    }
    assert_eq!(search(4).countermodel().unwrap().model.states(), 4);
}

/// No near-miss is proved in one step, whatever its section is decided by.
#[test]
fn near_misses_are_not_proved() {
    let theory = near_misses();
    let one_step = |statement: &Statement| {
        let (premises, conclusion) = statement.formula.horn();
        let Formula::Relation(lhs, relation, rhs) = conclusion else { panic!("{conclusion}") };
        let sign = if *relation == Relation::Equal { "=" } else { "<=" };
        let hint = if premises.is_empty() { "(regular algebra)" } else { "(hyp)" };
        let (label, formula) = (&statement.label, &statement.formula);
        format!("lemma {label}: {formula}\nproof\n {lhs}\n {sign} {{{hint}}}\n {rhs}\nqed\n")
    };
    let proofs: Vec<String> = theory.statements().iter().map(one_step).collect();
    let text = format!("proofs of NearMisses\n{}", proofs.concat());
    let script = Script::parse(&text, &theory).unwrap();
    let limits =
        ReplayLimits { states_per_step: 2000, suggestions: false, induction: true, cancel: None };
    let replay = replay(&theory, &[script], limits);
    for outcome in replay.outcomes() {
        let faults = outcome.result.as_ref().expect_err("a false formula is proved");
        let codes: Vec<&str> = faults.iter().map(|fault| fault.kind.code()).collect();
        // The step does not follow, or not within the limit.
        assert!(matches!(codes[..], ["E0309" | "E0317"]), "{} {codes:?}", outcome.label);
    }
}
