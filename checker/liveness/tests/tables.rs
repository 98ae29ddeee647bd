//! Random tables of steps, without reduction, held against the oracle.

use crate::oracle::formulas::{Tableau, chooser};
use crate::oracle::{Explicit, random_claim};
use reductio_liveness::{Ending, Question, confirm, refute};
use reductio_search::{Model, Query, Unreduced, ValueStore};
use reductio_temporal::Fairness;

/// A model that is a table: for each state and thread the states after its steps.
struct Table {
    threads: usize,
    steps: Vec<Vec<Vec<usize>>>,
}

impl Model for Table {
    type State = usize;
    type Violation = ();
    type Store = ValueStore<usize>;

    fn threads(&self) -> usize {
        self.threads
    }

    fn initial(&self) -> usize {
        0
    }

    fn steps(&self, thread: usize, state: &usize, mut visit: impl FnMut(usize, &usize)) {
        for (number, next) in self.steps[*state][thread].iter().enumerate() {
            visit(number, next);
        }
    }

    fn store(&self) -> ValueStore<usize> {
        ValueStore::default()
    }
}

fn random_table(choose: &mut impl FnMut(usize) -> usize) -> (Table, Explicit) {
    let (states, threads) = (1 + choose(9), 1 + choose(3));
    // Few steps, or none at all for some, so that threads can often not move.
    let density = 1 + choose(3);
    let mut steps = vec![vec![Vec::new(); threads]; states];
    let mut explicit = Explicit { letters: Vec::new(), steps: Vec::new(), stops: Vec::new() };
    for (state, steps) in steps.iter_mut().enumerate() {
        explicit.letters.push(choose(4) & choose(4));
        for (thread, steps) in steps.iter_mut().enumerate() {
            for _ in 0..choose(density + 1).min(choose(density + 1) + 1) {
                let next = choose(states);
                steps.push(next);
                explicit.steps.push((state, thread, next));
            }
        }
    }
    (Table { threads, steps }, explicit)
}

/// A table of threads that go through points of their own and look at a shared variable.
fn threads_table(choose: &mut impl FnMut(usize) -> usize) -> (Table, Explicit) {
    /// A step between points of a thread, at a value of the variable, which it changes to another one.
    struct Step {
        from: usize,
        to: usize,
        at: Option<usize>,
        sets: Option<usize>,
    }
    const VALUES: usize = 2;
    let (threads, points) = (2 + choose(2), 2 + choose(2));
    let mut programs: Vec<Vec<Step>> = Vec::new();
    for _ in 0..threads {
        let step = |from: usize, choose: &mut dyn FnMut(usize) -> usize| {
            let mut maybe = |often: usize| (choose(often) == 0).then(|| choose(VALUES));
            let (at, sets) = (maybe(2), maybe(3));
            Step { from, to: (from + 1 + choose(2)) % points, at, sets }
        };
        let mut program: Vec<Step> = (0..points).map(|from| step(from, choose)).collect();
        for _ in 0..choose(2) {
            let from = choose(points);
            program.push(step(from, choose));
        }
        programs.push(program);
    }
    let (thread, point, value) = (choose(threads), choose(points), choose(VALUES));
    // The states that are met: the points of the threads, then the value of the variable.
    let mut states = vec![vec![0; threads + 1]];
    let mut steps: Vec<Vec<Vec<usize>>> = Vec::new();
    let mut explicit = Explicit { letters: Vec::new(), steps: Vec::new(), stops: Vec::new() };
    while steps.len() < states.len() {
        let number = steps.len();
        let state = states[number].clone();
        let letter = usize::from(state[thread] == point) + 2 * usize::from(state[threads] == value);
        explicit.letters.push(letter);
        let mut of_state = vec![Vec::new(); threads];
        for (thread, program) in programs.iter().enumerate() {
            for step in program {
                if step.from != state[thread] || step.at.is_some_and(|at| at != state[threads]) {
                    continue;
                }
                let mut next = state.clone();
                next[thread] = step.to;
                next[threads] = step.sets.unwrap_or(state[threads]);
                let to = states.iter().position(|known| *known == next).unwrap_or_else(|| {
                    states.push(next);
                    states.len() - 1
                });
                of_state[thread].push(to);
                explicit.steps.push((number, thread, to));
            }
        }
        steps.push(of_state);
    }
    (Table { threads, steps }, explicit)
}

/// The numbers of what was compared.
#[derive(Debug, Default)]
struct Counts {
    refuted: usize,
    ending: usize,
    by_strong: usize,
    steps: usize,
    longest: usize,
    fair_matters: usize,
}

fn compare(seed: u64, count: usize) -> Counts {
    let mut choose = chooser(seed);
    let mut counts = Counts::default();
    for number in 0..count {
        let is_random = number % 2 == 0;
        let make = if is_random { random_table } else { threads_table };
        let (table, explicit) = make(&mut choose);
        let tree = random_claim(2, &mut choose);
        if Tableau::new(&tree).untils() > 3 {
            continue;
        }
        let all = [Fairness::Unfair, Fairness::Weak, Fairness::Strong, Fairness::Strong];
        let fairness: Vec<Fairness> = (0..table.threads).map(|_| all[choose(4)]).collect();
        let formula = tree.to_formula();
        let truth = |atom: &usize, state: &usize| explicit.letters[*state] >> atom & 1 == 1;
        let question = Question { model: &table, formula: &formula, truth, fairness: &fairness };
        let answer = refute(&question, &Unreduced, &Query::default()).unwrap();
        let at = || format!("seed {seed}, number {number}: {formula} {fairness:?} {explicit:?}");
        assert!(answer.unconfirmed.is_none(), "{:?} {}", answer.unconfirmed, at());
        assert_eq!(answer.lasso.is_some(), explicit.refutes(&tree, &fairness), "{}", at());
        assert_eq!(answer.lasso.is_none(), answer.has_none(), "{}", at());
        if let Some(lasso) = &answer.lasso {
            confirm(&question, lasso).unwrap();
            counts.refuted += 1;
            counts.ending += usize::from(lasso.ending == Ending::Ends);
            counts.steps += lasso.steps().count();
            counts.longest = counts.longest.max(lasso.steps().count());
        } else {
            let unfair = Question { fairness: &[], ..question };
            let found = refute(&unfair, &Unreduced, &Query::default()).unwrap().lasso;
            counts.fair_matters += usize::from(found.is_some());
            let weak: Vec<Fairness> =
                fairness.iter().map(|one| (*one).min(Fairness::Weak)).collect();
            let weakly = Question { fairness: &weak, ..question };
            let found = refute(&weakly, &Unreduced, &Query::default()).unwrap().lasso;
            counts.by_strong += usize::from(found.is_some());
        }
    }
    counts
}

#[test]
fn random_tables() {
    let counts = compare(7, 20_000);
    println!("{counts:?}");
    assert!(counts.refuted > 5_000 && counts.refuted < 15_000, "{counts:?}");
    assert!(counts.ending > 1_000 && counts.fair_matters > 500, "{counts:?}");
    assert!(counts.by_strong > 30, "{counts:?}");
}

#[test]
#[ignore = "some minutes"]
fn many_random_tables() {
    println!("{:?}", compare(8, 400_000));
}
