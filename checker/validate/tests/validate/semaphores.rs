//! `up` and `down` of semaphores: in which states they commute, for all values, and the local hypotheses of systems
//! with an invisible `up` in all valuations.

use reductio_discipline::{Discipline, LocalHypothesis as H, Requirement};
use reductio_system::{
    CellId, Domain, Failure, Place, Position, StepOutcome, System, SystemBuilder, ThreadId, Value,
    VariableClass,
};
use reductio_validate::{LocalValidation, MAX_STATES, Space, render, validate};

use super::system;

/// Three threads that raise and lower a semaphore, with a choice, and with two `up`s one after the other.
const THREE: &str = "
    semaphore s = 1 max 2
    thread t[i : 0 .. 2] { loop { A: down s; B: choose { up s } or { skip }; C: skip; D: up s } }";

/// Two threads at semaphores of an array, which a protected variable chooses.
const ARRAY: &str = "
    lock m
    protected k : 0 .. 1 by m
    semaphore s[i : 0 .. 1] = 0 max 1
    thread t[i : 0 .. 1] {
      loop { A: acquire m; B: up s[k]; C: k := i; D: release m; E: down s[1 - i] }
    }";

/// A third thread whose `up` is visible, because it may write an open variable in its place.
const VISIBLE: &str = "
    var open : bool
    semaphore s = 0 max 2
    thread t[i : 0 .. 1] { loop { A: up s; B: down s } }
    thread other { loop { A: choose { up s } or { open := not open } } }
    thread reader { await open }";

fn in_all_states(text: &str) -> LocalValidation {
    let system = system(text);
    let validation = validate(&Discipline::new(&system), Space::All, MAX_STATES, None).unwrap();
    assert!(validation.holds(), "{}", render(&validation));
    validation.local.unwrap()
}

fn cases<const N: usize>(local: &LocalValidation, all: [H; N]) -> [usize; N] {
    all.map(|hypothesis| local.check(hypothesis).cases)
}

#[test]
fn the_local_hypotheses_hold_in_all_states_of_a_semaphore() {
    let local = in_all_states(THREE);
    // Three values; each thread at A, B, C or D, failed at B or D, or at the end, to which nothing leads.
    assert_eq!(local.states, 3 * 343);
    let of = [H::Rf, H::Fu, H::Fv, H::F1, H::F2, H::Commutation, H::NoMending];
    assert_eq!(cases(&local, of), [294, 1260, 210, 168, 336, 1320, 54]);
}

#[test]
fn the_local_hypotheses_hold_in_all_states_of_an_array_of_semaphores() {
    let local = in_all_states(ARRAY);
    let of = [H::Rf, H::Fu, H::Fv, H::F1, H::F2, H::Fs, H::Fc, H::NoMending];
    assert_eq!(cases(&local, of), [216, 216, 134, 0, 24, 200, 192, 8]);
}

#[test]
fn a_visible_up_beside_invisible_ones_makes_states_bad_too() {
    let local = in_all_states(VISIBLE);
    assert_eq!(cases(&local, [H::Rf, H::Fu, H::Fv, H::F1, H::F2]), [128, 16, 144, 48, 48]);
}

/// The states after two steps, each the only one that its thread can take; `None` where it can take none.
fn after(system: &System, value: Value, order: [usize; 2]) -> Option<(Vec<Value>, [bool; 2])> {
    let mut state = system.initial();
    let cell = system.cells().iter().position(|cell| cell.name() == "s").unwrap();
    system.layout().write(&mut state, CellId::new(cell), value);
    let mut failed = [false; 2];
    for thread in order {
        let steps = system.successors_of(ThreadId::new(thread), &state);
        assert!(steps.len() < 2);
        let step = steps.first()?;
        failed[thread] = step.failure == Some(Failure::SemaphoreFull);
        state.clone_from(&step.state);
    }
    let cells = (0..system.cells().len()).map(CellId::new);
    Some((cells.map(|cell| system.value(&state, cell)).collect(), failed))
}

/// For all values: where `i` is not about to fail before a step of `j` nor after it, `i` can move first, and both end
/// in the same state. Without either condition there is a value at which it is not so.
#[test]
fn up_can_be_had_first_where_its_thread_is_not_about_to_fail() {
    for greatest in 1..=3 {
        for (operation, odd_one) in [("up", greatest - 1), ("down", greatest)] {
            let text = format!(
                "semaphore s = 0 max {greatest}
                 thread i {{ A: up s }}
                 thread j {{ A: {operation} s }}"
            );
            let system = system(&text);
            let (i, j) = (0, 1);
            let mut odd = Vec::new();
            for value in 0..=greatest {
                let Some((end, failed)) = after(&system, value, [j, i]) else { continue };
                let exchanged = after(&system, value, [i, j]);
                let commutes = exchanged.is_some_and(|(other, _)| other == end);
                if value < greatest && !failed[i] {
                    assert!(commutes, "{operation} from {value} of {greatest}");
                }
                if !commutes {
                    odd.push(value);
                }
            }
            assert_eq!(odd, [odd_one], "{operation}, up to {greatest}");
        }
    }
}

/// A thread that is about to fail has a step in which it does, and takes no other one with the same `up`.
#[test]
fn who_is_about_to_fail_can_fail() {
    let system = system(THREE);
    let discipline = Discipline::new(&system);
    let mut state = system.initial();
    let mut next = state.clone();
    let owner = system.thread(ThreadId::new(0));
    assert_eq!(discipline.about_to_fail(&state), []);
    for (thread, point) in [(0, 1), (1, 3), (2, 1)] {
        let counter = ThreadId::new(thread).counter();
        system.layout().write(&mut state, counter, point);
    }
    let full = system.cells().iter().position(|cell| cell.name() == "s").unwrap();
    system.layout().write(&mut state, CellId::new(full), 2);
    let failing = discipline.about_to_fail(&state);
    assert_eq!(failing.len(), 3);
    assert!(discipline.is_bad(&state) && discipline.violation(&state).is_none());
    for (thread, number) in failing {
        let transition = &owner.transitions()[number];
        let outcome = system.execute(thread, transition, &state, &mut next);
        assert_eq!(outcome, StepOutcome::Failed(Failure::SemaphoreFull));
    }
}

/// A thread at an `up` and one that sets the semaphore to a value at once, both by invisible steps: that is what (f1)
/// and (f2) exclude.
#[test]
fn other_operations_that_are_invisible_make_others_fail_or_save_them() {
    let failing = |value: Value, initial: Value| {
        let mut builder = SystemBuilder::new("semaphore");
        let threads = ["up", "set"].map(|name| builder.thread(name).unwrap());
        let cells = vec![("s".to_owned(), Domain::integers(0, 2).unwrap(), initial)];
        let variable = builder.variables("s", VariableClass::Semaphore, cells).unwrap();
        let cell = CellId::new(threads.len());
        for thread in threads {
            let [start, end] = ["A", "end"].map(|name| builder.point(thread, name, true).unwrap());
            if thread == threads[0] {
                let at = Position { thread, start, end, text: "up s".into(), place: None };
                builder.up(&at, variable, &Place::Cell(cell), 2).unwrap();
            } else {
                let set = builder.transition(thread, start, end).visible_operation(variable);
                set.set(Place::Cell(cell), value).add().unwrap();
            }
            builder.end(thread, end).unwrap();
        }
        let system = builder.finish().unwrap();
        assert!(validate(&Discipline::new(&system), Space::All, MAX_STATES, None).unwrap().holds());
        let without = Discipline::without(&system, Requirement::VisibleOperations);
        let validation = validate(&without, Space::Reachable, MAX_STATES, None).unwrap();
        let local = validation.local.unwrap();
        [H::F1, H::F2].map(|hypothesis| !local.check(hypothesis).holds)
    };
    assert_eq!(failing(2, 0), [true, false]);
    assert_eq!(failing(0, 2), [false, true]);
}
