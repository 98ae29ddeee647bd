//! For each reduction theorem a system of the kind that it is about: its hypotheses hold, the left side of
//! its conclusion is not 0, the right side is not T.

use reductio_algebra::{Evaluator, Formula, Relation as Sign, Term};
use reductio_relations::{FiniteModel, Naive, Satisfaction};

use crate::reduction::{Required, theorem};

/// States are tuples of local states; the first component changes fastest.
struct Product(Vec<usize>);

impl Product {
    fn states(&self) -> usize {
        self.0.iter().product()
    }

    fn local(&self, state: usize, component: usize) -> usize {
        let below: usize = self.0[..component].iter().product();
        state / below % self.0[component]
    }

    /// All steps that change one component from `from` to `to`.
    fn steps(&self, component: usize, steps: &[(usize, usize)]) -> String {
        let below: usize = self.0[..component].iter().product();
        let pairs = (0..self.states()).flat_map(|s| {
            let here = self.local(s, component);
            let of = move |(from, to): &(usize, usize)| {
                (here == *from).then(|| format!("({s},{})", s + to * below - from * below))
            };
            steps.iter().filter_map(of).collect::<Vec<_>>()
        });
        format!("{{{}}}", pairs.collect::<Vec<_>>().join(", "))
    }

    /// The states in which some component has some value.
    fn set(&self, values: &[(usize, usize)]) -> String {
        let holds = |s: &usize| values.iter().any(|(c, v)| self.local(*s, *c) == *v);
        let states = (0..self.states()).filter(holds).map(|s| s.to_string());
        format!("{{{}}}", states.collect::<Vec<_>>().join(", "))
    }

    fn model(&self, processes: usize, lines: &[String]) -> String {
        format!("states {}\nprocesses {processes}\n{}\n", self.states(), lines.join("\n"))
    }
}

fn is_trivial(theorem: &Required, model: &FiniteModel) -> bool {
    let Formula::Relation(left, sign, right) = &theorem.conclusion else {
        panic!("{}", theorem.name)
    };
    let naive = Naive { states: model.states() };
    let holds = |a: &Term, b: &Term| {
        let formula = Formula::Relation(a.clone(), Sign::Below, b.clone()).closed();
        Evaluator::new(&naive, model.meaning()).formula(&formula).unwrap()
    };
    let is_full = holds(&Term::top(), right);
    assert!(*sign == Sign::Below || holds(right, left));
    holds(left, &Term::zero()) || is_full
}

/// The requirements of the theorem hold in the model, and so does its conclusion, and not trivially.
fn holds_in(name: &str, text: &str) {
    let theorem = theorem(name);
    let model =
        FiniteModel::parse(text, &theorem.symbols).unwrap_or_else(|e| panic!("{name}: {e:?}"));
    for required in theorem.kept(None) {
        let answer = model.satisfies(&required).unwrap();
        assert!(matches!(answer, Satisfaction::Holds), "{name}: {required}\n{answer:?}");
    }
    assert!(
        matches!(model.satisfies(&theorem.conclusion.closed()).unwrap(), Satisfaction::Holds),
        "{name}"
    );
    assert!(!is_trivial(&theorem, &model), "{name} says nothing about\n{model}");
}

/// Two independent counters, the second with a loop at its end; and a state from which nothing happens.
#[test]
fn separation() {
    let text =
        "states 5\nprocesses 1\nx_0 = {(0,1), (2,3)}\ny_0 = {(0,2), (1,3), (3,3)}\nz = {(3,3)}\n";
    holds_in("Separation (families)", text);
    let one = "states 5\nprocesses 1\nx = {(0,1), (2,3)}\ny = {(0,2), (1,3), (3,3)}\nz = {(3,3)}\n";
    for name in ["(separation)", "(infinite runs)", "(all runs)"] {
        holds_in(&format!("Separation {name}"), one);
    }
}

/// A block of three steps: into the first half, on to the second, and out again.
const BLOCK: [(usize, usize); 3] = [(0, 1), (1, 2), (2, 3)];

/// Two processes, each with one block.
#[test]
fn lipton() {
    let two = Product(vec![4, 4]);
    let lines = (0..2).flat_map(|i| {
        [
            format!("a_{i} = {}", two.steps(i, &BLOCK)),
            format!("r_{i} = {}", two.set(&[(i, 1)])),
            format!("l_{i} = {}", two.set(&[(i, 2)])),
        ]
    });
    let text = two.model(2, &lines.collect::<Vec<_>>());
    holds_in("Lipton (Lipton)", &text);
    holds_in("Lipton (safety)", &text);
}

/// A process that runs one block after the other, and an environment that takes one step.
#[test]
fn cohen_lamport() {
    let two = Product(vec![3, 2]);
    let lines = [
        format!("m = {}", two.steps(0, &[(0, 1), (1, 2), (2, 0)])),
        format!("e = {}", two.steps(1, &[(0, 1)])),
        format!("r = {}", two.set(&[(0, 1)])),
        format!("l = {}", two.set(&[(0, 2)])),
    ];
    let text = two.model(1, &lines);
    for name in ["blocks", "safety", "safety outside", "liveness", "liveness of blocks"] {
        holds_in(&format!("CohenLamport ({name})"), &text);
    }
}

/// One step split into three, between which the other two components may take a step each.
#[test]
fn back() {
    let three = Product(vec![4, 2, 2]);
    let lines = [
        "s = {(0,0)}".to_owned(),
        format!("a = {}", three.steps(0, &[(0, 1)])),
        format!("b = {}", three.steps(0, &[(1, 2), (2, 3)])),
        format!("q = {}", three.set(&[(0, 0), (0, 3)])),
        format!("r_0 = {}\nr_1 = {{}}", three.steps(1, &[(0, 1)])),
        format!("l_0 = {{}}\nl_1 = {}", three.steps(2, &[(0, 1)])),
    ];
    let text = three.model(2, &lines);
    holds_in("Back (finite runs)", &text);
    holds_in("Back (atomicity refinement)", &text);
}

/// One abstract step 0 -> 1; the concrete states 2 and 3 represent 0, and 4 represents 1.
#[test]
fn data_refinement() {
    let text = "states 5\nprocesses 1\ns = {(0,0)}\ns' = {(0,2)}\nk = {(0,2), (0,3), (1,4)}
a_0 = {(0,1)}\na'_0 = {(3,4)}\nh_0 = {(2,3)}\nf = {(1,1)}\nf' = {(4,1)}\n";
    holds_in("DataRefinement (data refinement)", text);
}

/// Two independent steps; the search takes the first one first.
#[test]
fn persistent() {
    let two = Product(vec![2, 2]);
    let (first, second) = (two.steps(0, &[(0, 1)]), two.steps(1, &[(0, 1)]));
    let lines = [
        "a = {(0,1), (0,2), (1,3), (2,3)}".to_owned(),
        format!("t_0 = {first}\nu_0 = {second}\ne_0 = {}", two.set(&[(0, 0)])),
        format!("t_1 = {second}\nu_1 = {first}\ne_1 = {{1}}"),
    ];
    let text = two.model(2, &lines);
    for name in ["deadlocks", "deadlocks, exactly"] {
        holds_in(&format!("Persistent ({name})"), &text);
    }
    let one = format!(
        "states 4\nprocesses 1\n{}\nt_0 = {first}\nu_0 = {second}\ne_0 = {{0, 2}}\n",
        lines[0]
    );
    holds_in("Persistent (first step)", &one);
}

/// Two processes, each with a visible step and then an invisible one that violates the discipline.
#[test]
fn predecessor_and_static_reduction() {
    let two = Product(vec![3, 3]);
    let bad = two.set(&[(0, 2), (1, 2)]);
    let lines = (0..2).flat_map(|i| {
        [
            format!("v_{i} = {}", two.steps(i, &[(0, 1)])),
            format!("u_{i} = {}", two.steps(i, &[(1, 2)])),
            format!("p_{i} = {}", two.set(&[(i, 0), (i, 2)])),
        ]
    });
    let lines: Vec<String> = lines.chain([format!("q = {bad}"), format!("I = {bad}")]).collect();
    let text = two.model(2, &lines);
    holds_in("Predecessor (predecessor)", &text);
    holds_in("StaticReduction (static reduction)", &text);
}
