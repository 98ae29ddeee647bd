//! The local hypotheses of single systems: which are required, how they are told, and where they fail.

use reductio_algebra::{Label, Style, Theory};
use reductio_discipline::{ChosenSet, Discipline, LocalHypothesis, Requirement};
use reductio_system::{ObjectId, ThreadId};
use reductio_theorems::bundled::{DISCIPLINE, REDUCTION, S5};
use reductio_validate::{LocalValidation, MAX_STATES, Parting, Space, render, validate};

use super::{EARLY, LOCKED, TAKEN, system};

/// Three threads that do with a monitor all that can be done with it, whether they own it or not.
const MONITOR: &str = "
    monitor m
    thread t[i : 0 .. 2] {
        loop {
            A: acquire m
            B: choose { wait m } or { notify m } or { notifyAll m } or { release m }
        }
    }";

fn local(discipline: &Discipline, space: Space) -> LocalValidation {
    validate(discipline, space, MAX_STATES, None).unwrap().local.unwrap()
}

fn lines_of(text: &str, label: &str, count: usize) -> String {
    let local = text.lines().skip_while(|line| !line.contains("without the history variable"));
    let label = format!("({label})");
    let from = local.skip_while(|line| !line.contains(&label));
    from.take(count).collect::<Vec<_>>().join("\n")
}

#[test]
fn all_hold_where_accesses_are_locked() {
    let system = system(LOCKED);
    let discipline = Discipline::new(&system);
    let local = local(&discipline, Space::All);
    assert!(local.holds());
    // Each state with the history variable and without it.
    assert_eq!(local.states, 216);
    let labels: Vec<&str> = local.hypotheses.iter().map(|check| check.label).collect();
    let own = "R1 R2 Rf R3 Fu Fv Fs Fa Fc f1 f2 a1 a2 bv X A B1 B2 C 14a 15a 18 19 20 bounded";
    let lemmas = ["commutation", "no mending"];
    assert_eq!(labels, own.split(' ').chain(lemmas).collect::<Vec<_>>());
    // Nobody gets the lock of another: there is nothing to take, and no overlap; and Set A is chosen for nobody.
    let silent = local.hypotheses.iter().filter(|check| check.cases == 0).map(|check| check.label);
    assert_eq!(
        silent.collect::<Vec<_>>(),
        ["R2", "Rf", "f1", "f2", "bv", "X", "A", "C", "no mending"]
    );
    let of_pairs = local.check(LocalHypothesis::Fu);
    assert_eq!((of_pairs.instances.len(), of_pairs.is_required()), (2, true));
    assert!(!local.check(LocalHypothesis::C).is_required());
    assert!(!local.check(LocalHypothesis::A).is_required());
}

#[test]
fn a_failure_is_told_with_its_threads_states_and_steps() {
    let system = system(TAKEN);
    let discipline = Discipline::new(&system);
    let validation = validate(&discipline, Space::Reachable, MAX_STATES, None).unwrap();
    let text = render(&validation);
    assert_eq!(
        lines_of(&text, "bv", 5),
        "  (bv) fails somewhere in 1 steps  o_j !e_{g,j} !p_i a_{g,i} e_{g,i} v_j <= v_j e_{g,i}
      for g = x, i = writer, j = taker
      a visible step of taker takes x from writer, which is about to use it
      state 0: taker = A, writer = A, x = false
        taker: skip (visible) -> state 1: taker = end, bad"
    );
    let failing: Vec<&str> =
        validation.local.as_ref().unwrap().failing().map(|check| check.label).collect();
    assert_eq!(failing, ["bv", "no mending"]);
    assert!(text.contains("  (17), (22, from any state) fail for U_i ="), "{text}");
    let value = serde_json::to_value(&validation).unwrap();
    let check = &value["local"]["hypotheses"][13];
    assert_eq!((&check["label"], &check["holds"]), (&"bv".into(), &false.into()));
    let instance = &check["instances"][1];
    assert_eq!(instance["object"], "x");
    assert_eq!(instance["threads"][0][1]["name"], "writer");
    assert_eq!(instance["fault"]["steps"][0]["text"], "skip");
}

#[test]
fn steps_that_do_not_commute_are_told_in_both_orders() {
    let text = "
        var f : bool
        thread one { A: f := true }
        thread two { A: f := false }";
    let system = system(text);
    let discipline = Discipline::without(&system, Requirement::VisibleOpen);
    let local = local(&discipline, Space::Reachable);
    let failing: Vec<&str> = local.failing().map(|check| check.label).collect();
    assert_eq!(failing, ["Fu", "commutation"]);
    let check = local.check(LocalHypothesis::Fu);
    let fault = check.first_failing().unwrap().fault.clone().unwrap();
    let exchange = fault.exchange.unwrap();
    assert_eq!(
        exchange.parting,
        Parting::Different { cells: vec!["f".to_owned()], violated: false }
    );
    assert!(fault.text.starts_with("one and two access nothing in common"), "{}", fault.text);
}

#[test]
fn sets_are_required_where_the_discipline_has_chosen_them() {
    let system = system(EARLY);
    let (x, one, two) = (ObjectId::new(0), ThreadId::new(0), ThreadId::new(1));
    let sound = Discipline::new(&system);
    // `two` can get access while `one` has it: the drop of `one` is visible. Nobody can while `two` has it.
    assert_eq!(sound.chosen(x, one, 0), Some(ChosenSet::A));
    assert_eq!(sound.chosen(x, two, 0), Some(ChosenSet::A));
    let unsound = Discipline::without(&system, Requirement::NoStealingInSetB);
    assert_eq!(unsound.chosen(x, one, 0), Some(ChosenSet::B));
    let validation = validate(&unsound, Space::Reachable, MAX_STATES, None).unwrap();
    let local = validation.local.as_ref().unwrap();
    let failing: Vec<&str> = local.failing().map(|check| check.label).collect();
    assert_eq!(failing, ["X", "B2", "no mending"]);
    assert!(!local.check(LocalHypothesis::A).is_required());
    assert!(validate(&sound, Space::All, MAX_STATES, None).unwrap().holds());
}

/// The operations that need the lock commute with all that others do to it: in every valuation of a monitor with three
/// threads, whoever owns it, whoever waits, wherever each thread is, also after a failure.
#[test]
fn operations_that_need_the_lock_commute_in_all_states_of_a_monitor() {
    let system = system(MONITOR);
    let discipline = Discipline::new(&system);
    let local = local(&discipline, Space::All);
    let failing: Vec<&str> = local.failing().map(|check| check.label).collect();
    // A thread that notifies or releases for ever does so while it owns the lock, so not for ever.
    assert!(failing.is_empty(), "{failing:?}");
    // 4 owners, 2^3 wait sets, 5 control points of each thread.
    assert_eq!(local.states, 4 * 8 * 125);
    let cases = |hypothesis| local.check(hypothesis).cases;
    assert_eq!([cases(LocalHypothesis::Fu), cases(LocalHypothesis::Fv)], [15_840, 2_400]);
}

/// All that can be done with a lock beside a try, in all valuations: `notify` is the one operation that may be
/// invisible.
#[test]
fn a_monitor_that_is_tried_meets_all() {
    assert_eq!(visible(TRIED), ["acquire", "release", "try", "wait"]);
}

/// As above, beside a signal: `release` alone may be invisible.
#[test]
fn a_monitor_that_is_signalled_meets_all() {
    assert_eq!(
        visible(SIGNALLED),
        ["acquire", "broadcast", "notify", "notifyAll", "signal", "wait"]
    );
}

const TRIED: &str = "
    monitor m
    thread t[i : 0 .. 1] {
        loop {
            if try m { choose { A: notify m } or { B: notifyAll m } or { C: wait m }; D: release m }
            else { E: acquire m; F: release m }
        }
    }";

const SIGNALLED: &str = "
    monitor m
    thread t[i : 0 .. 1] {
        loop {
            choose { A: signal m } or { B: broadcast m } or { C: acquire m; D: release m }
                or { E: acquire m; choose { F: notify m } or { G: notifyAll m } or { H: wait m }; I: release m }
        }
    }";

/// The first words of the operations of a system that are visible; its hypotheses hold in all valuations.
fn visible(text: &str) -> Vec<String> {
    let system = system(text);
    let discipline = Discipline::new(&system);
    let local = local(&discipline, Space::All);
    let failing: Vec<&str> = local.failing().map(|check| check.label).collect();
    assert!(failing.is_empty(), "{failing:?}");
    let mut all = std::collections::BTreeSet::new();
    for thread in system.thread_ids() {
        for (number, transition) in system.thread(thread).transitions().iter().enumerate() {
            if transition.operation().is_some()
                && discipline.classification().is_visible(thread, number)
            {
                let words = transition.text().trim_start_matches("not (");
                all.extend(words.split(' ').next().map(str::to_owned));
            }
        }
    }
    all.into_iter().collect()
}

/// What is evaluated is what the theorems assume: the formulas of the statement files, and of S5's, letter by letter.
#[test]
fn the_formulas_are_the_statements() {
    let mut known: Vec<Theory> = Vec::new();
    for source in [S5, *REDUCTION.last().unwrap()].into_iter().chain(DISCIPLINE) {
        let bases: Vec<&Theory> = known.iter().collect();
        let theory = Theory::parse(source.text, &bases).unwrap();
        known.push(theory);
    }
    for hypothesis in LocalHypothesis::ALL {
        // Where these sets are chosen, not everywhere.
        let label = match hypothesis {
            LocalHypothesis::A => "A chosen",
            LocalHypothesis::C => "C chosen",
            _ => hypothesis.label(),
        };
        let label = Label::new(label).unwrap();
        let statement = known.iter().find_map(|theory| theory.statement(&label)).unwrap();
        let text = statement.formula.to_statement(Style::Ascii);
        let (_, formula) = text.rsplit_once("=> ").unwrap_or(("", &text));
        assert_eq!(formula, hypothesis.formula(), "{label}");
    }
}

/// The invariants that a classification assumes are looked at in the states themselves.
#[test]
fn assumed_invariants_are_checked_in_all_states() {
    let text = "
        semaphore s[i : 0 .. 1] = 1 - i max 1
        protected x : 0 .. 1 for t[i] when t[i].mine
        thread t[i : 0 .. 1] {
          local mine : bool = false
          loop { A: down s[i]; B: mine := true; C: x := 1 - x; D: mine := false; E: up s[1 - i] }
        }
        invariant \"where\": forall i : 0 .. 1 . not t[i].mine or t[i] at C, D
        invariant \"one\": not (t[0] at B, C, D, E and t[1] at B, C, D, E)
          and (s[0].value == 0 or s[1].value == 0)
          and not ((s[0].value == 1 or s[1].value == 1) and (t[0] at B, C, D, E or t[1] at B, C, D, E))";
    let system = system(text);
    let discipline = Discipline::new(&system);
    for space in [Space::Reachable, Space::All] {
        let validation = validate(&discipline, space, MAX_STATES, None).unwrap();
        let assumed: Vec<_> =
            validation.assumed.iter().map(|one| (one.name.as_str(), one.holds)).collect();
        assert_eq!(assumed, [("where", true), ("one", true)]);
        assert!(validation.holds(), "{}", render(&validation));
        assert!(render(&validation).contains("holds the invariant \"one\", which is assumed"));
    }
}

/// After a violation a thread may run for ever: the search has ended there.
#[test]
fn endless_runs_after_a_violation_are_no_fault() {
    let text = "
        protected x : 0 .. 1 for one when false for two when false
        thread one { x := 1 }
        thread two { local k : 0 .. 1; loop { k := 1 - k } }";
    let system = system(text);
    let validation =
        validate(&Discipline::new(&system), Space::Reachable, MAX_STATES, None).unwrap();
    let local = validation.local.as_ref().unwrap();
    assert!(!local.check(LocalHypothesis::Bounded).holds && !local.holds());
    assert!(validation.check("13").unwrap().holds && validation.holds());
    assert!(render(&validation).contains("after a violation only"));
    // Without the violation it is a fault.
    let looping = system_without_violation();
    let validation =
        validate(&Discipline::new(&looping), Space::Reachable, MAX_STATES, None).unwrap();
    assert!(!validation.check("13").unwrap().holds && !validation.holds());
    assert!(!render(&validation).contains("after a violation only"));
}

fn system_without_violation() -> reductio_system::System {
    system("thread one { skip } thread two { local k : 0 .. 1; loop { k := 1 - k } }")
}
