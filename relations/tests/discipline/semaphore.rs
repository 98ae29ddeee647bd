//! Two threads that fill a semaphore by invisible steps: the local facts hold, and the conclusion says something;
//! without the condition that nobody is about to fail, their steps do not commute.

use std::fmt::Write;

use reductio_relations::Satisfaction;

use crate::discipline::{lock, models, theorem, theories};

/// Each of two threads makes a visible step (from 0), is at an `up` (1), and is done (2) or has failed (3). One place
/// is free at first. A state has the number `x + 4 y + 16 value`.
fn system() -> String {
    let all = || (0..32_usize).map(|s| ([s % 4, s / 4 % 4], s / 16));
    let number = |[x, y]: [usize; 2], value: usize| x + 4 * y + 16 * value;
    let states = |holds: &dyn Fn([usize; 2], usize) -> bool| {
        let found = all().filter(|(at, value)| holds(*at, *value));
        let found: Vec<String> = found.map(|(at, value)| number(at, value).to_string()).collect();
        format!("{{{}}}", found.join(", "))
    };
    let steps = |i: usize, from: usize, to: &dyn Fn(usize) -> (usize, usize)| {
        let found = all().filter(|(at, _)| at[i] == from).map(|(at, value)| {
            let (point, after) = to(value);
            let mut next = at;
            next[i] = point;
            format!("({},{})", number(at, value), number(next, after))
        });
        format!("{{{}}}", found.collect::<Vec<_>>().join(", "))
    };
    let fails = |i: usize, at: [usize; 2], value: usize| at[i] == 1 && value == 1;
    let mut text = String::from("states 32\nprocesses 2\n");
    let mut line = |name: &str, value: String| writeln!(text, "{name} = {value}").unwrap();
    for i in 0..2 {
        line(&format!("p_{i}"), states(&|at, _| at[i] != 1));
        line(&format!("v_{i}"), steps(i, 0, &|value| (1, value)));
        let up = |value: usize| if value == 0 { (2, 1) } else { (3, 1) };
        line(&format!("u_{i}"), steps(i, 1, &up));
        line(&format!("f_{i}"), states(&|at, value| fails(i, at, value)));
        line(&format!("n_{{{i},{}}}", 1 - i), states(&|_, _| true));
    }
    line("b", states(&|at, value| fails(0, at, value) || fails(1, at, value)));
    text
}

#[test]
fn threads_that_fill_a_semaphore() {
    let text = system();
    for label in ["Theorem 1, discipline", "visible states, discipline", "Set A"] {
        lock::says_something(label, &text);
    }
    let all: Vec<String> = (0..32).map(|s| s.to_string()).collect();
    let invariant = format!("{text}J = {{{}}}\n", all.join(", "));
    lock::says_something("Theorem 1, invariant", &invariant);
}

/// What (Fu) and no mending would say without `f` is false here: the conditions are there for a reason. Nobody accesses
/// anything, so that `c_{i,j}` is 1.
#[test]
fn two_ups_do_not_commute_where_one_fails() {
    let theorem = theorem("Theorem 1, discipline");
    let model = models::model(&theorem, &system());
    let theories = theories();
    let discipline = theories.iter().find(|t| t.name() == "Discipline").unwrap();
    let holds = |text: &str| {
        let formula = discipline.vocabulary().parse_formula(text).unwrap();
        matches!(model.satisfies(&formula.closed()).unwrap(), Satisfaction::Holds)
    };
    assert!(holds("i != j => !f_i u_j !f_i u_i <= u_i u_j"));
    assert!(!holds("i != j => !f_i u_j u_i <= u_i u_j"));
    assert!(!holds("i != j => !b u_j u_i <= u_i u_j"));
    assert!(holds("i != j => !b u_j !f_i b u_i !b = 0"));
}
