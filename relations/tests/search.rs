//! The model search: laws are not refuted; formulas that are nearly laws are, at pinned sizes.

use std::sync::atomic::AtomicBool;

use reductio_algebra::{Formula, Symbol, Vocabulary, name};
use reductio_relations::{
    Declined, SearchLimits, SearchOutcome, Watch, find_countermodel, refute_step, step_formula,
};

fn names() -> Vocabulary {
    let mut names = Vocabulary::new();
    for n in ["i", "j"] {
        names.declare_index(n.parse().unwrap());
    }
    for n in ["x", "y", "z"] {
        assert!(names.declare(Symbol::action(n.parse().unwrap(), 0)));
    }
    for n in ["u", "v"] {
        assert!(names.declare(Symbol::action(n.parse().unwrap(), 1)));
    }
    for n in ["p", "q", "r"] {
        assert!(names.declare(Symbol::predicate(n.parse().unwrap(), 0)));
    }
    assert!(names.declare(Symbol::predicate(name!("p"), 1)));
    assert!(names.declare(Symbol::action(name!("w"), 2)));
    names
}

fn formula(text: &str) -> Formula {
    names().parse_formula(text).unwrap_or_else(|e| panic!("{text}: {e:?}"))
}

/// The axioms of S5 section 3, consequences of them, and laws of index sums.
const LAWS: [&str; 40] = [
    "(x + y) + z = x + (y + z)",
    "x (y z) = (x y) z",
    "x (y + z) = x y + x z",
    "(x + y) z = x z + y z",
    "x* = 1 + x + x* x*",
    "x y <= x => x y* = x",
    "x y <= y => x* y = y",
    "x ? y = x^w + x* y",
    "x^w = x x^w",
    "x <= y x + z => x <= y ? z",
    "x y <= y z => x* y <= y z*",
    "y x <= x y => (x + y)* = x* y*",
    "y x <= (x + 1) y => (x + y)* = x* y*",
    "(x + y)* = x* (y x*)*",
    "(x y)* x = x (y x)*",
    "x* x* = x*",
    "x** = x*",
    "(x + y)^w = (x* y)^w + (x* y)* x^w",
    "(x y)^w = x (y x)^w",
    "x^w T = x^w",
    "x <= y => x^w <= y^w",
    "x* x^w = x^w",
    "p + !p = 1",
    "p q = q p",
    "!(p q) = !p + !q",
    "p x <= x p => p x* <= x* p",
    "p x !q = 0 => p x = p x q",
    "(p x)^w <= p T",
    "(+i : 1 + u_i) = 1 + (+i : u_i)",
    "u_i <= (+j : u_j)",
    "(+i : u_i) x = (+i : u_i x)",
    "(.i : p_i) <= p_j",
    "!(.i : p_i) = (+i : !p_i)",
    "(+i,j : w_{i,j}) = (+i,j : w_{j,i})",
    "(for all i: u_i <= x) => (+i : u_i) <= x",
    "(for all i: q u_i <= u_i q) => q (+i : u_i)* <= (+i : u_i)* q",
    "(for all i, j: i != j => u_i u_j = 0) => (+i : u_i u_i) = (+i : u_i) (+i : u_i)",
    "i != j => (p_i p_j) <= p_i",
    "x <= 0 => y x z = 0",
    "0 = 1 => x = y",
];

/// Formulas that are false, with the numbers of states, of processes and of pairs of the smallest
/// countermodel.
const NEAR_MISSES: [(&str, usize, usize, usize); 59] = [
    ("x = x x", 2, 1, 1),
    ("x y = y x", 2, 1, 2),
    ("x (y + z) = x y", 1, 1, 2),
    ("x y + z = (x + z) (y + z)", 2, 1, 1),
    ("x* = 1 + x", 3, 1, 2),
    ("x* = x x*", 1, 1, 0),
    ("x* x = x*", 1, 1, 0),
    ("x y <= y => x y* = y", 1, 1, 1),
    ("x y <= x => x* y = x", 1, 1, 1),
    ("x y <= y => x y = y", 1, 1, 1),
    ("x y <= x => y* <= 1", 2, 1, 1),
    ("x^w = x", 2, 1, 1),
    ("x^w = x* x", 2, 1, 1),
    ("x^w <= x*", 2, 1, 1),
    ("x^w y = x^w", 1, 1, 1),
    ("x <= y x + z => x <= y* z", 1, 1, 2),
    ("x ? y = x* y", 1, 1, 1),
    ("x ? (y + z) = x ? y", 1, 1, 1),
    ("(x + y)^w = x^w + y^w", 2, 1, 2),
    ("(x + y)* = x* + y*", 3, 1, 2),
    ("(x + y)* = x* y*", 3, 1, 2),
    ("(x y)* = x* y*", 2, 1, 1),
    ("(x y)^w = x^w y^w", 2, 1, 2),
    ("(x y)* x = x (y x)* x", 2, 1, 1),
    ("x y <= y x => (x + y)* = x* y*", 3, 1, 2),
    ("x y z = z y x", 2, 1, 3),
    ("(x + y)* z = x* z + y* z", 3, 1, 3),
    ("(x + y + z)* = x* y* z* x*", 3, 1, 2),
    ("x y <= y z => y z* <= z* y", 2, 1, 2),
    ("(x y)* z <= z (x y)* => (x + y)* z <= z (x + y)*", 2, 1, 2),
    ("(x y)^w z = (x y z)^w", 2, 1, 3),
    ("x y <= y x => y z <= z y => x z <= z x", 2, 1, 2),
    ("y x <= x y* => (x + y)* = y* x*", 3, 1, 2),
    ("x y <= z y => x* y <= y z*", 2, 1, 3),
    ("x y <= y z => y z* <= x* y", 2, 1, 2),
    ("x y <= z x => x <= z", 1, 1, 1),
    ("x T = T x", 2, 1, 1),
    ("x T = T", 1, 1, 0),
    ("T x T = T", 1, 1, 0),
    ("x y = 0 => y x = 0", 2, 1, 2),
    ("x y z = 0 => x y = 0", 1, 1, 2),
    ("x <= 1 => x x = 0", 1, 1, 1),
    ("p + !q = 1", 1, 1, 1),
    ("!(p + q) = !p + !q", 1, 1, 1),
    ("p x = x p", 2, 1, 2),
    ("p x <= x p => x p <= p x", 2, 1, 2),
    ("p x q <= x => p x = x q", 1, 1, 2),
    ("p x <= x p => !p x <= x !p", 2, 1, 2),
    ("p x* p = (p x p)*", 1, 1, 0),
    ("(p x)^w = p x^w", 2, 1, 3),
    ("!p x^w <= (!p x)^w", 2, 1, 3),
    ("u_i = u_j", 1, 2, 1),
    ("u_i u_j = u_j u_i", 2, 2, 2),
    ("i != j => p_i p_j = 0", 1, 2, 2),
    ("(+i : u_i)* = (+i : u_i*)", 3, 2, 2),
    ("(+i : u_i)^w = (+i : u_i^w)", 2, 2, 2),
    ("(+i : u_i v_i) = (+i : u_i) (+i : v_i)", 1, 2, 2),
    ("(.i : p_i) = (+i : p_i)", 1, 2, 1),
    ("(for all i: u_i u_i = 0) => (+i : u_i) (+i : u_i) = 0", 2, 2, 2),
];

#[test]
fn laws_are_not_refuted() {
    let limits = SearchLimits { evaluations: 200_000, samples: 5_000, ..SearchLimits::default() };
    for law in LAWS {
        match find_countermodel(&formula(law), &limits) {
            SearchOutcome::NotRefuted(coverage) => {
                let two = coverage.sizes.iter().filter(|size| size.states <= 2);
                assert!(two.into_iter().all(|size| size.sampled.is_none()), "{law}: {coverage}");
            }
            other => panic!("{law}: {other}"),
        }
    }
}

#[test]
fn near_misses_are_refuted_by_smallest_models() {
    let mut wrong = 0;
    for (text, states, processes, pairs) in NEAR_MISSES {
        let formula = formula(text);
        let outcome = find_countermodel(&formula, &SearchLimits::default());
        let Some(found) = outcome.countermodel() else {
            println!("{text}: {outcome}");
            wrong += 1;
            continue;
        };
        let size = (found.model.states(), found.model.processes(), found.model.pairs());
        if size != (states, processes, pairs) {
            println!("{text}: {size:?}\n{found}");
            wrong += 1;
        }
        assert!(found.is_smallest, "{text}");
        assert!(found.witness.replays(&formula, &found.model), "{text}:\n{found}");
    }
    assert_eq!(wrong, 0);
}

/// Paths of three steps need four states: too many models to try all.
#[test]
fn larger_countermodels_are_found_by_sampling_and_made_small() {
    let limits = SearchLimits { states: 4, evaluations: 100_000, ..SearchLimits::default() };
    for (text, pairs) in [
        ("x* = 1 + x + x x", 3),
        ("(x + y + z)* = x* y* z* + z* y* x*", 3),
        ("(x + y + z)* = (x + y)* z* (x + y)*", 3),
    ] {
        let outcome = find_countermodel(&formula(text), &limits);
        let Some(found) = outcome.countermodel() else { panic!("{text}: {outcome}") };
        assert_eq!((found.model.states(), found.model.pairs()), (4, pairs), "{text}: {found}");
    }
}

/// Sampling alone, at a size that is far too large, comes down to the smallest models.
#[test]
fn sampled_countermodels_lose_states_and_processes() {
    let limits =
        SearchLimits { states: 3, processes: 3, evaluations: 0, ..SearchLimits::default() };
    for (text, states, processes) in [("u_i = u_j", 1, 2), ("x y = y x", 2, 1), ("x = 0", 1, 1)] {
        let outcome = find_countermodel(&formula(text), &limits);
        let found = outcome.countermodel().unwrap();
        assert_eq!((found.model.states(), found.model.processes()), (states, processes), "{text}");
    }
}

#[test]
fn a_search_that_may_not_sample_says_how_much_there_is() {
    let limits = SearchLimits { evaluations: 1_000, samples: 0, ..SearchLimits::default() };
    let outcome = find_countermodel(&formula("x (y z) = (x y) z"), &limits);
    let SearchOutcome::Declined(Declined::TooMany { size, limit: 1_000 }) = outcome else {
        panic!("{outcome}")
    };
    assert_eq!((size.states, size.processes, size.bits), (2, 1, 12));
    assert_eq!(
        outcome.to_string(),
        "there are 2^12 models with 2 states and 1 process: more than the limit of 1000 evaluations can tell"
    );
}

#[test]
fn sampling_is_not_called_exhaustive() {
    let limits = SearchLimits { evaluations: 6_000, samples: 100, ..SearchLimits::default() };
    let outcome = find_countermodel(&formula("x (y z) = (x y) z"), &limits);
    let SearchOutcome::NotRefuted(coverage) = &outcome else { panic!("{outcome}") };
    assert!(!coverage.is_exhaustive());
    assert_eq!(
        outcome.to_string(),
        "no counterexample with up to 3 states\n  1 state: all models were tried\n  \
         2 states: all models were tried\n  3 states: all models with up to 3 pairs were tried, 100 of 2^27 models were sampled"
    );
}

#[test]
fn limits_are_checked() {
    let law = formula("x = x");
    for (states, processes, what) in
        [(0, 1, "states"), (9, 1, "states"), (1, 0, "processes"), (1, 9, "processes")]
    {
        let limits = SearchLimits { states, processes, ..SearchLimits::default() };
        let outcome = find_countermodel(&law, &limits);
        let is_limit = matches!(&outcome, SearchOutcome::Declined(Declined::Limits { what: w, .. }) if *w == what);
        assert!(is_limit, "{outcome}");
    }
    let most = SearchLimits { states: 8, processes: 8, ..SearchLimits::default() };
    assert!(matches!(find_countermodel(&law, &most), SearchOutcome::NotRefuted(_)));
}

#[test]
fn formulas_that_are_too_large_are_declined() {
    let wide = formula("(+i,j : w_{i,j} (+i : w_{i,j} (+j : w_{j,i}))) = 0");
    let limits = SearchLimits { processes: 8, states: 1, ..SearchLimits::default() };
    assert!(find_countermodel(&wide, &limits).countermodel().is_some());
    // Three families with two indices have 147 members for 7 processes.
    let mut names = Vocabulary::new();
    names.declare_index(name!("i"));
    for n in ["a", "b", "c"] {
        assert!(names.declare(Symbol::action(n.parse().unwrap(), 2)));
    }
    names.declare_index(name!("j"));
    let many = names.parse_formula("(+i,j : a_{i,j} b_{i,j} c_{i,j}) = 0").unwrap();
    let outcome = find_countermodel(&many, &limits);
    assert!(
        matches!(outcome, SearchOutcome::Declined(Declined::TooLarge { processes: 7 })),
        "{outcome}"
    );
}

#[test]
fn a_cancelled_search_ends() {
    let cancel = AtomicBool::new(true);
    let watch = Watch { cancel: Some(&cancel), ..Watch::default() };
    let limits = SearchLimits { evaluations: u64::MAX / 2, watch, ..SearchLimits::default() };
    let law = formula("(x + y)* z = x* (y x*)* z");
    let outcome = find_countermodel(&law, &limits);
    assert_eq!(outcome, SearchOutcome::Declined(Declined::Cancelled));
}

#[test]
fn the_same_search_gives_the_same_answer() {
    for (text, ..) in NEAR_MISSES {
        let (formula, limits) = (formula(text), SearchLimits::default());
        let once = find_countermodel(&formula, &limits);
        assert_eq!(once, find_countermodel(&formula, &limits), "{text}");
        let other_seed = SearchLimits { seed: 99, ..limits };
        let size =
            |o: &SearchOutcome| o.countermodel().map(|c| (c.model.states(), c.model.pairs()));
        assert_eq!(size(&once), size(&find_countermodel(&formula, &other_seed)), "{text}");
    }
}

/// Hypotheses are for all indices, premises about those of the step.
#[test]
fn a_step_has_its_hypotheses_and_premises() {
    let (hypothesis, premise) = (formula("p_i u_i = 0"), formula("i != j"));
    let claim = formula("p_j u_i <= u_j");
    assert_eq!(
        step_formula(std::slice::from_ref(&hypothesis), std::slice::from_ref(&premise), &claim)
            .to_string(),
        "(for all i: p_i u_i = 0) => for all i, j: i != j => p_j u_i <= u_j"
    );
    let outcome = refute_step(&[hypothesis], &[premise], &claim, &SearchLimits::default());
    let found = outcome.countermodel().unwrap();
    assert_eq!((found.model.states(), found.model.processes(), found.model.pairs()), (1, 2, 2));
}

/// Hypotheses about other symbols need a model too, but do not slow the search down.
#[test]
fn unrelated_hypotheses_are_satisfied_on_the_side() {
    let aside = formula("1 <= u_i T");
    let outcome =
        refute_step(&[aside], &[], &formula("(x + y)* = x* y*"), &SearchLimits::default());
    let found = outcome.countermodel().unwrap();
    assert_eq!((found.model.states(), found.model.pairs()), (3, 2 + 3));
    let contradiction = formula("u_i T = 0");
    let hypotheses = [formula("1 <= u_i T"), contradiction];
    let outcome = refute_step(&hypotheses, &[], &formula("x = 0"), &SearchLimits::default());
    assert!(matches!(&outcome, SearchOutcome::NotRefuted(c) if c.is_exhaustive()), "{outcome}");
}
