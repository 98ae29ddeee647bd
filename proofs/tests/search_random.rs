//! The search for proofs by induction on random goals: instances of proved laws, which are true, and formulas that a
//! model refutes, which it must not prove. Models are evaluated here, by code that shares nothing with the library.
//!
//! The seed is another one each time, and printed; `REDUCTIO_SEED=N` takes one again, `REDUCTIO_GOALS=N` asks for more.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use reductio_algebra::{Formula, Relation, Sort, Substitution, Symbol, Term, TermKind, Theory};
use reductio_proofs::search::{InductionLimits, InductionOutcome, prove};

const GOALS: usize = 250;
const LIMITS: InductionLimits<'_> = InductionLimits { questions: 500, cancel: None };
/// A goal takes milliseconds, and a busy machine is slow.
const PATIENCE: Duration = Duration::from_secs(60);

struct Random(u64);

impl Random {
    /// Less than `n`, by xorshift.
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % n
    }

    fn pick<'t, T>(&mut self, list: &'t [T]) -> &'t T {
        &list[self.below(list.len())]
    }
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|text| text.parse().ok())
}

/// A stream of random numbers, with its seed told; and how many goals are wanted.
fn start() -> (Random, usize) {
    let clock = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().subsec_nanos();
    let seed = number("REDUCTIO_SEED").unwrap_or_else(|| u64::from(clock));
    println!("REDUCTIO_SEED={seed} makes the same goals again");
    let goals = number("REDUCTIO_GOALS").map_or(GOALS, |n| usize::try_from(n).unwrap());
    (Random(seed.wrapping_mul(2).wrapping_add(0x9e37_79b9_7f4a_7c15)), goals)
}

fn laws() -> Theory {
    Theory::parse(reductio_theorems::bundled::LAWS.text, &[]).unwrap()
}

fn symbols(theory: &Theory, sort: Sort) -> Vec<Term> {
    let all: Vec<Symbol> = theory
        .statements()
        .iter()
        .flat_map(|s| s.formula.symbols())
        .filter(|s| s.sort == sort)
        .collect();
    let mut found: Vec<Term> = Vec::new();
    for symbol in all {
        let term = match sort {
            Sort::Action => Term::action(symbol.name),
            Sort::Predicate => Term::predicate(symbol.name),
        };
        if !found.contains(&term) {
            found.push(term);
        }
    }
    found
}

/// A random predicate or action.
fn term(r: &mut Random, theory: &Theory, sort: Sort, depth: usize) -> Term {
    let letters = symbols(theory, sort);
    let letter = |r: &mut Random| r.pick(&letters[..3]).clone();
    if depth == 0 || r.below(3) == 0 {
        return letter(r);
    }
    let inner = |r: &mut Random| term(r, theory, sort, depth - 1);
    match (sort, r.below(6)) {
        (_, 0 | 1) => inner(r).plus(&inner(r)),
        (_, 2 | 3) => inner(r).seq(&inner(r)),
        (Sort::Predicate, _) => inner(r).complement().unwrap(),
        (Sort::Action, 4) => inner(r).star(),
        (Sort::Action, _) => term(r, theory, Sort::Predicate, 1).seq(&inner(r)),
    }
}

/// The formula with summands of some sums exchanged.
fn commuted(r: &mut Random, t: &Term) -> Term {
    match t.kind() {
        TermKind::Plus(a, b) => {
            let (a, b) = (commuted(r, a), commuted(r, b));
            if r.below(2) == 0 { a.plus(&b) } else { b.plus(&a) }
        }
        TermKind::Seq(a, b) => commuted(r, a).seq(&commuted(r, b)),
        TermKind::Star(a) => commuted(r, a).star(),
        _ => t.clone(),
    }
}

/// A true formula: a law at random terms, its premises made stronger, its conclusion weaker.
fn true_goal(r: &mut Random, theory: &Theory) -> (String, Formula) {
    let with_premises = |f: &Formula| !f.horn().0.is_empty();
    let statements: Vec<_> = theory
        .statements()
        .iter()
        .filter(|s| with_premises(&s.formula) || s.formula.symbols().len() < 3)
        .collect();
    let law = *r.pick(&statements);
    let mut values = Substitution::new();
    for symbol in law.formula.symbols() {
        let depth = usize::from(r.below(3) == 0);
        values.symbol(&symbol, &[], &term(r, theory, symbol.sort, depth)).unwrap();
    }
    let instance = law.formula.substituted(&values);
    let (premises, conclusion) = instance.horn();
    let Formula::Relation(s, relation, t) = conclusion else { panic!("{conclusion}") };
    let mut goal = match (relation, r.below(3)) {
        (Relation::Below, 0) => Formula::below(s, &t.plus(&term(r, theory, Sort::Action, 1))),
        (Relation::Equal, 0) => Formula::below(s, t),
        (Relation::Equal, 1) => Formula::below(t, s),
        (Relation::Below, _) => Formula::below(&commuted(r, s), &commuted(r, t)),
        (Relation::Equal, _) => Formula::equal(&commuted(r, s), &commuted(r, t)),
    };
    if r.below(4) == 0 {
        let (more, than) = (term(r, theory, Sort::Action, 1), term(r, theory, Sort::Action, 1));
        goal = Formula::below(&more, &than).implies(goal);
    }
    for premise in premises.into_iter().rev() {
        let stronger = match premise {
            Formula::Relation(s, Relation::Below, t) if r.below(4) == 0 => {
                Formula::below(&s.plus(&term(r, theory, Sort::Action, 0)), t)
            }
            Formula::Relation(s, _, t) if r.below(4) == 0 => Formula::equal(s, t),
            other => other.clone(),
        };
        goal = stronger.implies(goal);
    }
    (law.label.to_string(), goal)
}

/// Premises of the kind that the search is for, and a conclusion that seldom follows from them.
fn any_goal(r: &mut Random, theory: &Theory) -> Formula {
    let relation = |r: &mut Random, s: &Term, t: &Term| {
        if r.below(4) == 0 { Formula::equal(s, t) } else { Formula::below(s, t) }
    };
    let (s, t) = (term(r, theory, Sort::Action, 2), term(r, theory, Sort::Action, 2));
    let (s, t) = match r.below(5) {
        0 => (s.star(), t.star()),
        1 => (s.omega(), Term::zero()),
        2 => (s.omega(), t.omega().plus(&term(r, theory, Sort::Action, 1))),
        _ => (s, t),
    };
    let mut goal = relation(r, &s, &t);
    for _ in 0..=r.below(2) {
        let word = |r: &mut Random| {
            term(r, theory, Sort::Action, 0).seq(&term(r, theory, Sort::Action, 0))
        };
        let (s, t) =
            (word(r), if r.below(2) == 0 { word(r) } else { term(r, theory, Sort::Action, 2) });
        goal = relation(r, &s, &t).implies(goal);
    }
    goal
}

/// States of the models, and relations over them: `rel[i][j]`.
const N: usize = 3;
type Rel = [[bool; N]; N];

fn rel(f: impl Fn(usize, usize) -> bool) -> Rel {
    std::array::from_fn(|i| std::array::from_fn(|j| f(i, j)))
}

fn after(a: &Rel, b: &Rel) -> Rel {
    rel(|i, j| (0..N).any(|k| a[i][k] && b[k][j]))
}

fn value(t: &Term, model: &dyn Fn(&Symbol) -> Rel) -> Rel {
    match t.kind() {
        TermKind::Zero => rel(|_, _| false),
        TermKind::One => rel(|i, j| i == j),
        TermKind::Symbol(symbol, _) => model(symbol),
        TermKind::Not(p) => {
            let p = value(p, model);
            rel(|i, j| i == j && !p[i][i])
        }
        TermKind::Plus(a, b) => {
            let (a, b) = (value(a, model), value(b, model));
            rel(|i, j| a[i][j] || b[i][j])
        }
        TermKind::Seq(a, b) => after(&value(a, model), &value(b, model)),
        TermKind::Star(a) => paths(&value(a, model)),
        TermKind::Omega(a) => {
            let lasts = for_ever(&value(a, model));
            rel(|i, _| lasts[i])
        }
        TermKind::Loop(a, b) => {
            let (a, b) = (value(a, model), value(b, model));
            let (lasts, ends) = (for_ever(&a), after(&paths(&a), &b));
            rel(|i, j| lasts[i] || ends[i][j])
        }
        _ => panic!("no family and no name is in these formulas: {t}"),
    }
}

/// Finitely many steps, by Warshall's algorithm.
fn paths(a: &Rel) -> Rel {
    let mut found = rel(|i, j| i == j || a[i][j]);
    for k in 0..N {
        found = rel(|i, j| found[i][j] || found[i][k] && found[k][j]);
    }
    found
}

/// The states with a path that does not end: from them a cycle can be reached.
fn for_ever(a: &Rel) -> [bool; N] {
    let all = paths(a);
    let on_a_cycle = |i: usize| (0..N).any(|j| a[i][j] && all[j][i]);
    std::array::from_fn(|i| (0..N).any(|j| all[i][j] && on_a_cycle(j)))
}

fn holds(f: &Formula, model: &dyn Fn(&Symbol) -> Rel) -> bool {
    match f {
        Formula::Implies(a, b) => !holds(a, model) || holds(b, model),
        Formula::Relation(s, relation, t) => {
            let (s, t) = (value(s, model), value(t, model));
            let is_below = (0..N).all(|i| (0..N).all(|j| !s[i][j] || t[i][j]));
            if *relation == Relation::Equal { s == t } else { is_below }
        }
        _ => panic!("no index is in these formulas: {f}"),
    }
}

/// Whether one of so many random models refutes a formula.
fn is_refuted(r: &mut Random, f: &Formula, models: usize) -> bool {
    let symbols = f.symbols();
    (0..models).any(|_| {
        let density = 1 + r.below(4);
        let values: Vec<Rel> = symbols
            .iter()
            .map(|s| {
                let bits: Vec<bool> = (0..N * N).map(|_| r.below(5) < density).collect();
                rel(|i, j| bits[i * N + j] && (s.sort == Sort::Action || i == j))
            })
            .collect();
        let model = |symbol: &Symbol| values[symbols.iter().position(|s| s == symbol).unwrap()];
        !holds(f, &model)
    })
}

/// Whether the formula was proved, by a theorem that says just this and rests on nothing.
fn is_proved(goal: &Formula) -> bool {
    let start = Instant::now();
    let answer = prove(goal, &[], &LIMITS).unwrap_or_else(|e| panic!("{goal}: {e}"));
    assert!(start.elapsed() < PATIENCE, "{:?}: {goal}", start.elapsed());
    match answer {
        InductionOutcome::Proved(proof) => {
            assert_eq!(*proof.theorem.conclusion(), *goal, "another statement was proved");
            assert!(proof.theorem.hypotheses().is_empty(), "{:?}", proof.theorem);
            true
        }
        InductionOutcome::NotFound | InductionOutcome::Limit { .. } => false,
        other => panic!("{goal}: {other:?}"),
    }
}

#[test]
fn instances_of_laws_are_proved_as_they_are_stated() {
    let (mut r, goals) = start();
    let theory = laws();
    let mut missed = Vec::new();
    for _ in 0..goals {
        let (label, goal) = true_goal(&mut r, &theory);
        assert!(!is_refuted(&mut r, &goal, 50), "{label} has no such instance: {goal}");
        if !is_proved(&goal) {
            missed.push(format!("{label} {goal}"));
        }
    }
    println!("{} of {goals} were not found: {missed:#?}", missed.len());
    assert!(missed.len() * 4 <= goals, "{} of {goals}", missed.len());
}

#[test]
fn nothing_false_is_proved() {
    let (mut r, goals) = start();
    let theory = laws();
    let (mut refuted, mut proved, mut open) = (0, 0, 0);
    while refuted < goals {
        let goal = any_goal(&mut r, &theory);
        let is_false = is_refuted(&mut r, &goal, 300);
        match (is_proved(&goal), is_false) {
            (true, true) => panic!("proved, and false in a model: {goal}"),
            (true, false) => proved += 1,
            (false, true) => refuted += 1,
            (false, false) => open += 1,
        }
    }
    println!("{refuted} false, {proved} proved, {open} open");
    // A test of which nothing true comes would not notice a search that finds nothing.
    assert!(proved * 50 >= goals, "{proved}");
}

/// The oracle can tell: it refutes near misses, and no law.
#[test]
fn models_refute_what_is_false_only() {
    let (mut r, _) = start();
    let theory = laws();
    for statement in theory.statements() {
        assert!(!is_refuted(&mut r, &statement.formula, 300), "{}", statement.label);
    }
    for text in [
        "x y <= y x => y* x <= y x*",
        "x <= y => y^w <= x^w",
        "x y = y x",
        "x <= x x",
        "p x = x p",
        "x^w = x ? y",
    ] {
        let f = theory.vocabulary().parse_formula(text).unwrap();
        assert!(is_refuted(&mut r, &f, 3_000), "{text}");
    }
}
