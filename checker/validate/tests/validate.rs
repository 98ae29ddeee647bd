//! Validation of single systems: its answers where everything holds, where something fails, where nothing is said, and
//! where there are too many states.

#[path = "validate/local.rs"]
mod local;
#[path = "validate/models.rs"]
mod models;
#[path = "validate/semaphores.rs"]
mod semaphores;
#[path = "validate/statements.rs"]
mod statements;

use std::sync::atomic::AtomicBool;

use reductio_discipline::{Discipline, Requirement};
use reductio_language::parse_system;
use reductio_system::System;
use reductio_validate::{
    MAX_STATES, Parting, Space, StateSpace, TooLarge, Unexplored, render, validate,
};

fn system(text: &str) -> System {
    parse_system(text, "test", &[]).unwrap()
}

/// A system in which two threads write `x` under a lock.
const LOCKED: &str = "
    lock m
    protected x : 0 .. 1 by m
    invariant \"x is small\": x <= 1
    thread t[i : 0 .. 1] { A: acquire m; B: x := i; C: release m }";

/// A system in which `taker` takes the access of `writer` away by its first step, which breaks side condition (b).
const TAKEN: &str = "
    protected x : bool for writer when taker at A
    thread taker { A: skip }
    thread writer { A: x := true }";

/// A system in which the second thread gets access while the first still has it.
const EARLY: &str = "
    var f : bool
    protected x : bool for one when one at B for two when two at B
    thread one { A: f := true; B: skip }
    thread two { A: await f; B: stop }";

#[test]
fn everything_holds_where_accesses_are_locked() {
    let system = system(LOCKED);
    let discipline = Discipline::new(&system);
    let reachable = validate(&discipline, Space::Reachable, MAX_STATES, None).unwrap();
    assert!(reachable.holds(), "{}", render(&reachable));
    assert_eq!(reachable.failing().count(), 0);
    let labels: Vec<&str> = reachable.checks.iter().map(|check| check.label.as_str()).collect();
    let own = ["13", "14", "15", "16", "17", "18", "19", "20", "21", "22", "22, from any state"];
    let of_claim = ["21'", "monotonicity remark"];
    assert_eq!(labels, [&own[..], &of_claim].concat());
    let formula = |label| reachable.check(label).unwrap().formula.as_str();
    assert_eq!(formula("16"), "i != j => u_j u_i <= u_i [u_j]");
    assert_eq!(formula("22"), "p (u + v)* q <= N* R");
    assert_eq!(reachable.check("21'").unwrap().claim.as_deref(), Some("x is small"));
    // Not vacuous: both threads write and release, but never at the same time, unless one of them has failed to.
    assert_eq!(reachable.check("13").unwrap().instances, 8);
    assert_eq!(reachable.check("16").unwrap().instances, 0);
    assert_eq!(reachable.check("22").unwrap().instances, 0);
    let all = validate(&discipline, Space::All, MAX_STATES, None).unwrap();
    assert!(all.holds(), "{}", render(&all));
    assert!(all.check("16").unwrap().instances > 0 && all.check("17").unwrap().instances > 0);
    assert!(all.check("22").unwrap().instances > 0);
    assert!(all.states > reachable.states && all.outside.is_empty());
}

#[test]
fn a_broken_side_condition_is_shown_by_the_hypothesis_that_fails() {
    let system = system(TAKEN);
    let discipline = Discipline::new(&system);
    let validation = validate(&discipline, Space::Reachable, MAX_STATES, None).unwrap();
    assert_eq!(validation.outside, ["x"]);
    let failing: Vec<&str> = validation.failing().map(|check| check.label.as_str()).collect();
    assert_eq!(failing, ["17", "22, from any state"]);
    let fault = validation.check("17").unwrap().fault.as_ref().unwrap();
    let threads: Vec<&str> = fault.indices.iter().map(|(_, thread)| &*thread.name).collect();
    assert_eq!(threads, ["writer", "taker"]);
    let names = |cells: &[(String, String)]| cells.iter().map(|(name, _)| name.clone()).collect();
    let cells: Vec<String> = names(&fault.pair.0.cells);
    assert_eq!(cells, ["taker", "writer", "x"]);
    assert!(!fault.pair.0.violated && fault.pair.1.violated && fault.is_left);
    let text = render(&validation);
    let lines: Vec<&str> =
        text.lines().skip_while(|line| !line.contains("(17)")).take(12).collect();
    assert_eq!(
        lines.join("\n"),
        "  (17) fails  i != j => v_j u_i <= u_i [v_j]
      for i = writer, j = taker
      state 0: taker = A, writer = A, x = false
      state 3: taker = end, writer = end, x = true, violated
      only the left side relates them: 0 -v_0-> 1 -u_1-> 3
      one order:
        taker: skip (visible) -> state 1: taker = end, violated
        writer: x := true (invisible) -> state 3: writer = end, x = true
      the other:
        writer: x := true (invisible) -> state 2: writer = end, x = true
        taker: skip (visible) -> state 4: taker = end
      they differ in whether the discipline was violated"
    );
}

#[test]
fn the_path_says_where_the_two_orders_part() {
    let system = system(EARLY);
    let discipline = Discipline::without(&system, Requirement::NoStealingInSetB);
    let validation = validate(&discipline, Space::Reachable, MAX_STATES, None).unwrap();
    let fault = validation.check("17").unwrap().fault.clone().unwrap();
    let exchange = fault.exchange.unwrap();
    let texts = |steps: &[reductio_validate::StepView]| -> Vec<String> {
        steps.iter().map(|step| format!("{}: {}", step.thread.name, step.text)).collect()
    };
    assert_eq!(texts(&exchange.given), ["two: await f", "one: skip"]);
    assert_eq!(texts(&exchange.exchanged), ["one: skip", "two: await f"]);
    assert_eq!(exchange.parting, Parting::Different { cells: Vec::new(), violated: true });
    // (22): the reduced search misses the violation; the fault is the run that it misses.
    let missed = validation.check("22").unwrap().fault.clone().unwrap();
    assert!(missed.exchange.is_none() && missed.pair.1.violated);
    assert_eq!(texts(&missed.steps), ["one: f := true", "two: await f"]);
    // With the condition the skip is visible, and all is well.
    assert!(validate(&Discipline::new(&system), Space::All, MAX_STATES, None).unwrap().holds());
}

#[test]
fn an_order_that_is_impossible_is_said_to_be() {
    let text = "
        var f : bool
        thread one { A: f := true }
        thread two { A: await not f; B: skip }";
    let system = system(text);
    let discipline = Discipline::without(&system, Requirement::VisibleOpen);
    let validation = validate(&discipline, Space::Reachable, MAX_STATES, None).unwrap();
    let exchange = validation.check("17").unwrap().fault.clone().unwrap().exchange.unwrap();
    assert_eq!(exchange.parting, Parting::NotEnabled);
    assert_eq!(exchange.exchanged.len(), 1);
    let text = render(&validation);
    assert!(text.contains("        not enabled: two: await not f\n"), "{text}");
}

#[test]
fn an_endless_invisible_loop_breaks_13_and_is_shown() {
    let text = "
        var f : bool
        protected x : bool for one when true
        thread one { local l : bool; loop { A: x := l } }
        thread two { A: await f }";
    let system = system(text);
    let validation =
        validate(&Discipline::new(&system), Space::Reachable, MAX_STATES, None).unwrap();
    let failing: Vec<&str> = validation.failing().map(|check| check.label.as_str()).collect();
    assert_eq!(failing, ["13"]);
    let fault = validation.check("13").unwrap().fault.as_ref().unwrap();
    assert_eq!(fault.indices[0].1.name, "one");
    assert_eq!(fault.steps.len(), 1);
    assert!(fault.path.contains("^w"), "{}", fault.path);
}

#[test]
fn what_says_nothing_is_said_to_be_vacuous() {
    let text = "
        var f : bool
        thread one { A: await f }
        thread two { A: f := true }";
    let system = system(text);
    let validation =
        validate(&Discipline::new(&system), Space::Reachable, MAX_STATES, None).unwrap();
    assert!(validation.holds());
    let check = validation.check("17").unwrap();
    assert_eq!(check.instances, 0);
    let says =
        |i, j| format!("no visible step of {j} and then an invisible one of {i} without violation");
    assert_eq!(check.vacuous_for, [says("one", "two"), says("two", "one")]);
    let text = render(&validation);
    assert!(text.contains("(17) holds vacuously  i != j => v_j u_i <= u_i [v_j]\n      nothing"));
    // (18) says something: both threads are at visible control points.
    assert!(text.contains("(18) holds  p_i u_i = 0\n  (19)"), "{text}");
}

#[test]
fn a_hidden_violation_of_an_invariant_breaks_21_prime() {
    let text = "
        invariant \"one has begun\": not one at A
        thread one { A: skip }";
    let system = system(text);
    let without = Discipline::without(&system, Requirement::NoHiding);
    // The claims of a discipline are those that it keeps.
    let validation = validate(&without, Space::Reachable, MAX_STATES, None).unwrap();
    let check = validation.check("21'").unwrap();
    assert!(!check.holds);
    assert_eq!(check.claim.as_deref(), Some("one has begun"));
    assert!(
        validate(&Discipline::new(&system), Space::Reachable, MAX_STATES, None).unwrap().holds()
    );
}

#[test]
fn too_many_states_are_declined_with_their_number() {
    let system = system(LOCKED);
    let discipline = Discipline::new(&system);
    for (space, states) in [(Space::Reachable, 13), (Space::All, 432)] {
        let taken = validate(&discipline, space, states, None).unwrap();
        assert_eq!(taken.states, states, "{space:?}");
        let declined = validate(&discipline, space, states - 1, None).unwrap_err();
        let exact = TooLarge { states: states as u128, is_exact: true, limit: states - 1 };
        assert_eq!(declined, Unexplored::TooLarge(exact), "{space:?}");
    }
    let declined = validate(&discipline, Space::All, 100, None).unwrap_err();
    assert_eq!(
        declined.to_string(),
        "432 states with the history variable: more than the limit of 100; make constants, ranges or threads smaller, \
         or raise the limit"
    );
}

#[test]
fn states_past_ten_times_the_limit_are_not_counted() {
    let system = system_with_large_counter();
    let discipline = Discipline::new(&system);
    let declined = too_large(&discipline, Space::Reachable);
    let counted = 10 * MAX_STATES + 1;
    assert!(!declined.is_exact && declined.states == counted as u128, "{declined}");
    assert!(declined.to_string().starts_with(&format!("at least {counted} states")), "{declined}");
    let all = too_large(&discipline, Space::All);
    assert!(all.is_exact && all.states > 4_000_000, "{all}");
}

fn too_large(discipline: &Discipline, space: Space) -> TooLarge {
    match validate(discipline, space, MAX_STATES, None) {
        Err(Unexplored::TooLarge(error)) => error,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_raised_flag_ends_a_validation_without_an_answer() {
    let system = system(LOCKED);
    let discipline = Discipline::new(&system);
    for space in [Space::Reachable, Space::All] {
        let raised = AtomicBool::new(true);
        let ended = validate(&discipline, space, MAX_STATES, Some(&raised));
        assert_eq!(ended, Err(Unexplored::Cancelled), "{space:?}");
        let lowered = AtomicBool::new(false);
        assert!(validate(&discipline, space, MAX_STATES, Some(&lowered)).is_ok(), "{space:?}");
    }
}

fn system_with_large_counter() -> System {
    system("thread one { local n : 0 .. 2000000; while n < 2000000 { n := n + 1 } }")
}

#[test]
fn a_validation_is_data() {
    let system = system(TAKEN);
    let validation =
        validate(&Discipline::new(&system), Space::Reachable, MAX_STATES, None).unwrap();
    let value = serde_json::to_value(&validation).unwrap();
    assert_eq!(value["space"], "reachable");
    let check = &value["checks"][4];
    assert_eq!((&check["label"], &check["holds"]), (&"17".into(), &false.into()));
    assert_eq!(check["fault"]["indices"][0][1]["name"], "writer");
    assert_eq!(check["fault"]["exchange"]["parting"]["different"]["violated"], true);
}

#[test]
fn the_space_is_what_the_system_does() {
    let system = system(LOCKED);
    let discipline = Discipline::new(&system);
    let space = StateSpace::new(&discipline, Space::Reachable, 100, None).unwrap();
    assert_eq!(space.states()[0], (system.initial(), false));
    for (number, (state, _)) in space.states().iter().enumerate() {
        let next: Vec<_> =
            space.edges_from(number).iter().map(|edge| space.states()[edge.to].0.clone()).collect();
        let steps: Vec<_> = system.successors(state).into_iter().map(|step| step.state).collect();
        assert_eq!(next, steps);
    }
    let visible = space.edges().iter().filter(|edge| space.is_visible(edge)).count();
    assert!(0 < visible && visible < space.edges().len());
}
