//! Random formulas: no answer of the portfolio is wrong. The model of a formula that fails is evaluated a second time,
//! a formula that holds has a certificate and no small countermodel, and few formulas that are false in a small model
//! are left open.

use std::fmt::Write as _;

use reductio::question::{Asker, Method, QuestionLimits};
use reductio::{File, Language, Library, Source, Verdict};
use reductio_algebra::{Name, Symbol};
use reductio_relations::SearchLimits;

use super::generate::Generator;
use super::oracle::{MOST, Model, NAMES, countermodel};

const THEORY: &str = "theory Random\nindex k\naction x, y, u_k\npredicate p, q, r_k\n";

const SEED: u64 = 20_261_122;

/// Reads the model of an answer, value by value.
fn read(model: &reductio_relations::FiniteModel) -> Option<Model> {
    let (states, processes) = (model.states(), model.processes());
    if states > MOST {
        return None;
    }
    let mut values = vec![vec![[0; MOST]; processes]; NAMES.len()];
    for (k, (name, is_test, is_family)) in NAMES.iter().enumerate() {
        let arity = usize::from(*is_family);
        let name = Name::new(name).expect("a name");
        let symbol =
            if *is_test { Symbol::predicate(name, arity) } else { Symbol::action(name, arity) };
        let count = if *is_family { processes } else { 1 };
        for (process, value) in values[k].iter_mut().enumerate().take(count) {
            let indices = if *is_family { vec![process] } else { Vec::new() };
            for (a, b) in model
                .get(&symbol, &indices)
                .into_iter()
                .flat_map(reductio_relations::PairSet::pairs)
            {
                value[a] |= 1 << b;
            }
        }
    }
    Some(Model { states, processes, values })
}

#[derive(Debug, Default)]
struct Counts {
    holds: usize,
    fails: usize,
    open: usize,
    /// The number of formulas that are false in a model with at most three states.
    refutable: usize,
    /// The number of these that were left open.
    missed: usize,
    by: [usize; 4],
}

fn ask(count: usize, seed: u64) -> Counts {
    let source = Source {
        language: Language::Statements,
        file: std::sync::Arc::new(File::new("random.oa", THEORY)),
    };
    let library = Library::with(&[source], false);
    let theory = library.theory("Random").unwrap();
    let models = Some(SearchLimits { evaluations: 200_000, ..SearchLimits::default() });
    let proving = reductio_proofs::ReplayLimits {
        states_per_step: 2_000,
        suggestions: false,
        ..reductio_proofs::ReplayLimits::default()
    };
    let limits = QuestionLimits { states: 500, proving, models, ..QuestionLimits::default() };
    let asker = Asker::new(&library, theory, limits);
    let vocabulary = library.theories[theory].theory.vocabulary().clone();
    let mut generator = Generator::new(seed);
    let (mut counts, mut wrong) = (Counts::default(), String::new());
    for number in 0..count {
        let formula = generator.formula();
        let text = formula.to_string();
        let parsed = vocabulary
            .parse_formula(&text)
            .unwrap_or_else(|e| panic!("{text} is not read: {e:?}"))
            .closed();
        let answer = asker.answer(&parsed).unwrap();
        let small = countermodel(&formula);
        counts.refutable += usize::from(small.is_some());
        if let Some(method) = answer.method {
            counts.by[match method {
                Method::Decision => 0,
                Method::Models => 1,
                Method::Search => 2,
                _ => 3,
            }] += 1;
        }
        match &answer.verdict {
            Verdict::Holds(proof) => {
                counts.holds += 1;
                let theorem = proof.theorem();
                if *theorem.conclusion() != parsed || !theorem.hypotheses().is_empty() {
                    let _ = writeln!(wrong, "{number}: {text}: the certificate is of {theorem}");
                }
                if let Some(model) = small {
                    let _ = writeln!(wrong, "{number}: {text}: holds, and is false in {model:?}");
                }
            }
            Verdict::Fails(found) => {
                counts.fails += 1;
                match read(&found.found.model) {
                    Some(model) if !model.holds(&formula) => {}
                    _ => {
                        let shown = &found.found.model;
                        let _ = writeln!(wrong, "{number}: {text}: fails, but is true in\n{shown}");
                    }
                }
            }
            Verdict::Declined(_) => {
                counts.open += 1;
                if small.is_some() {
                    counts.missed += 1;
                    println!("left open, though false in a small model: {text}");
                } else {
                    println!("open: {text}");
                }
            }
        }
    }
    println!("seed {seed}, {count} formulas: {counts:?}");
    assert_eq!(wrong, "");
    assert!(counts.missed * 20 <= counts.refutable, "{counts:?}");
    counts
}

/// `REDUCTIO_FORMULAS=2000 cargo test -p reductio-command --test command formula:: -- --nocapture` asks this many
/// formulas.
#[test]
fn no_answer_to_a_random_formula_is_wrong() {
    let asked = |name: &str| std::env::var(name).ok().and_then(|n| n.parse().ok());
    let count = asked("REDUCTIO_FORMULAS").unwrap_or(150);
    let seed = asked("REDUCTIO_SEED").map_or(SEED, |n: usize| n as u64);
    let counts = ask(count, seed);
    // A test in which nothing is decided one way would show nothing.
    assert!(counts.holds * 10 > count && counts.fails * 4 > count, "{counts:?}");
}
