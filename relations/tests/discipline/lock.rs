//! Two threads and a lock: the local facts hold of them, of an object that is read as a thread, and of a thread that is
//! read as an object; and where one forgets the lock, the conclusion says something.

use std::fmt::Write;

use reductio_algebra::{Evaluator, Formula, Relation as Sign, Term};
use reductio_relations::{Naive, Satisfaction};

use crate::discipline::{models, theorem};

/// Index 2 is the object, 0 and 1 are threads. Each is outside (0), about to access the object (1), or about to release
/// the lock (2): a state has the number `x + 3 y`. Only the first thread uses the lock where `forgets`.
fn system(forgets: bool) -> String {
    let all = || (0..9).map(|s| [s % 3, s / 3]);
    let states = |holds: &dyn Fn([usize; 2]) -> bool| {
        let found = all().filter(|s| holds(*s)).map(|[x, y]| (x + 3 * y).to_string());
        format!("{{{}}}", found.collect::<Vec<_>>().join(", "))
    };
    let steps = |i: usize, from: &[usize], enabled: &dyn Fn([usize; 2]) -> bool| {
        let found = all().filter(|s| from.contains(&s[i]) && enabled(*s)).map(|s| {
            let mut to = s;
            to[i] = (s[i] + 1) % 3;
            format!("({},{})", s[0] + 3 * s[1], to[0] + 3 * to[1])
        });
        format!("{{{}}}", found.collect::<Vec<_>>().join(", "))
    };
    let owns = |i: usize, s: [usize; 2]| s[i] > 0 && !(forgets && i == 1);
    let accesses = |i: usize, s: [usize; 2]| s[i] == 1;
    let is_bad =
        |s: [usize; 2]| (owns(0, s) && owns(1, s)) || (0..2).any(|i| accesses(i, s) && !owns(i, s));
    let mut text = String::from("states 9\nprocesses 3\n");
    let mut line = |name: &str, value: String| writeln!(text, "{name} = {value}").unwrap();
    for i in 0..2 {
        line(&format!("p_{i}"), states(&|s| s[i] == 0));
        line(&format!("u_{i}"), steps(i, &[1, 2], &|_| true));
        line(&format!("v_{i}"), steps(i, &[0], &|s| (forgets && i == 1) || !owns(1 - i, s)));
        line(&format!("a_{{2,{i}}}"), states(&|s| accesses(i, s)));
        line(&format!("e_{{2,{i}}}"), states(&|s| owns(i, s)));
        line(&format!("n_{{{i},{}}}", 1 - i), states(&|_| true));
    }
    line("p_2", states(&|_| true));
    line("b", states(&is_bad));
    text
}

/// The theorem's hypotheses hold in the system, and its conclusion, whose left side is not 0, and right side not T.
pub(crate) fn says_something(label: &str, text: &str) {
    let theorem = theorem(label);
    let model = models::model(&theorem, text);
    for kept in theorem.kept(None) {
        let answer = model.satisfies(&kept).unwrap();
        assert!(matches!(answer, Satisfaction::Holds), "{label}: {kept}\n{answer:?}");
    }
    let answer = model.satisfies(&theorem.conclusion.closed()).unwrap();
    assert!(matches!(answer, Satisfaction::Holds), "{label}: {answer:?}");
    let (_, body) = theorem.conclusion.stripped(&[]);
    let Formula::Relation(left, _, right) = body else { panic!("{label}") };
    let naive = Naive { states: model.states() };
    let below = |a: &Term, b: &Term| {
        let formula = Formula::Relation(a.clone(), Sign::Below, b.clone()).closed();
        Evaluator::new(&naive, model.meaning()).formula(&formula).unwrap()
    };
    assert!(!below(&left, &Term::zero()), "{label}: the left side is 0");
    assert!(!below(&Term::top(), &right), "{label}: the right side is T");
}

#[test]
fn threads_that_use_a_lock() {
    let text = system(false);
    says_something("visible states, discipline", &text);
}

#[test]
fn a_thread_that_forgets_its_lock() {
    let text = system(true);
    for label in ["Theorem 1, discipline", "visible states, discipline", "Set B", "Set C"] {
        says_something(label, &text);
    }
    let invariant = format!("{text}J = {{0, 1, 2, 3, 4, 5, 6, 7, 8}}\n");
    says_something("Theorem 1, invariant", &invariant);
}

/// The lock is the object's, index 2, too.
#[test]
fn a_lock_discipline_that_is_broken() {
    let all = "{0, 1, 2, 3, 4, 5, 6, 7, 8}";
    let more = "h_{2,0} = {1, 2, 4, 5, 7, 8}\nw_0 = {2, 5, 8}\n";
    let text = format!("{}J = {all}\nm_{{2,2}} = {all}\n{more}", system(true));
    for label in ["violations locks", "visible states locks", "control points locks"] {
        says_something(label, &text);
    }
}

/// The states in which at most one thread owns the lock: nobody (0), thread 0 (1, 2), thread 1 (3, 4).
const KEPT: &str = "states 5\nprocesses 3\nJ = {0, 1, 2, 3, 4}
p_0 = {0, 3, 4}\np_1 = {0, 1, 2}\np_2 = {0, 1, 2, 3, 4}
u_0 = {(1,2), (2,0)}\nu_1 = {(3,4), (4,0)}\nv_0 = {(0,1)}\nv_1 = {(0,3)}
a_{2,0} = {1}\na_{2,1} = {3}\ne_{2,0} = {1, 2}\ne_{2,1} = {3, 4}
h_{2,0} = {1, 2}\nh_{2,1} = {3, 4}\nm_{2,2} = {0, 1, 2, 3, 4}\nw_0 = {2}\n";

#[test]
fn a_lock_discipline_that_is_kept() {
    for label in ["Theorem 4 of S1", "Theorem 5 of S1 control points"] {
        says_something(label, KEPT);
    }
}
