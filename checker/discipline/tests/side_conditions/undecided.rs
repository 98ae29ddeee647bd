//! What cannot be decided is assumed for the object and the transition that it is about, and for nothing else.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use reductio_discipline::effects::EffectKind;
use reductio_discipline::{
    Checker, Discipline, Link, Outcome, Protocol, Settings, SideConditions, Violation,
};
use reductio_language::parse_system;
use reductio_system::{ObjectId, System, ThreadId};

/// Whether `t` has access to `y` depends on a product of what `u` writes: no interval tells, and there are 30,001^3
/// values.
const PRODUCTS: &str = "
    lock m
    var a : 0 .. 30000
    var b : 0 .. 30000
    var c : 0 .. 30000
    protected x : 0 .. 1 by m
    protected y : 0 .. 3 for t when (a * b + b * c) mod 29989 == 7
    thread t { loop { acquire m; x := 1 - x; release m; y := 1 } }
    thread u { loop { M: c := (a * c + b) mod 30001; N: acquire m; x := 0; release m } }";

fn parsed(text: &str) -> System {
    parse_system(text, "system", &[]).unwrap_or_else(|errors| panic!("{errors:?}"))
}

fn is_outside(discipline: &Discipline, name: &str) -> bool {
    let system = discipline.system();
    let number = system.objects().iter().position(|object| object.name() == name).unwrap();
    matches!(discipline.conditions()[number], SideConditions::Neither(_))
}

#[test]
fn one_object_only_is_outside() {
    let system = parsed(PRODUCTS);
    let discipline = Discipline::new(&system);
    assert!(is_outside(&discipline, "y"));
    assert!(!is_outside(&discipline, "x"));
    // All of it is about one step of one thread.
    let undecided: Vec<_> = discipline.effects().undecided().collect();
    assert!(!undecided.is_empty());
    for (object, thread, transition, _) in undecided {
        assert_eq!(system.objects()[object.index()].name(), "y");
        assert_eq!(thread, ThreadId::new(1));
        let from = system.thread(thread).transitions()[transition].start();
        assert_eq!(system.thread(thread).points()[usize::from(from)].name(), "M");
    }
}

/// The theorem's condition that side conditions stand for is not met then; what the search has to check is open.
#[test]
fn the_premises_say_that_the_theorem_does_not_apply() {
    let with = Discipline::new(parsed(PRODUCTS));
    let without = Discipline::new(parsed(&PRODUCTS.replace("(a * c + b) mod 30001", "c")));
    let expected = |commuting| {
        [
            (&["13"][..], Checker::Search, Link::Footprints, Outcome::Open),
            (&["14", "15"], Checker::Construction, Link::Immediate, Outcome::Met),
            (&["16", "17"], Checker::Discipline, Link::Footprints, commuting),
            (&["18", "20"], Checker::Construction, Link::Immediate, Outcome::Met),
            (&["19"], Checker::Discipline, Link::Immediate, Outcome::Met),
            (&["21"], Checker::Construction, Link::Immediate, Outcome::Met),
            (&["I"], Checker::Discipline, Link::Immediate, Outcome::Met),
        ]
    };
    let said = |discipline: &Discipline| {
        discipline
            .premises()
            .iter()
            .map(|p| (p.condition.labels(), p.checker, p.link, p.outcome))
            .collect::<Vec<_>>()
    };
    assert_eq!(said(&with), expected(Outcome::NotMet));
    assert_eq!(said(&without), expected(Outcome::Met));
    // Nothing that takes work is met before the work is done.
    let before = Discipline::unclassified_premises();
    assert!(
        before.iter().all(|p| (p.outcome == Outcome::Met) == (p.checker == Checker::Construction))
    );
}

#[test]
fn no_point_is_visible_for_a_step_that_does_not_start_there() {
    let (with, without) =
        (parsed(PRODUCTS), parsed(&PRODUCTS.replace("(a * c + b) mod 30001", "c")));
    let [with, without] = [&with, &without].map(Discipline::new);
    assert!(!is_outside(&without, "y"));
    assert_eq!(without.effects().undecided().next(), None);
    for thread in [0, 1].map(ThreadId::new) {
        let points = with.system().thread(thread).points();
        for (point, which) in (0..).zip(points) {
            let visible = [&with, &without].map(|d| d.is_visible_point(thread, point));
            // The step itself is visible, since it might give access or take it.
            let expected = if which.name() == "M" { [true, false] } else { [visible[1]; 2] };
            assert_eq!(visible, expected, "{}", which.name());
        }
    }
}

/// Where it is not known whether two threads can have access at once, each state is looked at.
#[test]
fn two_threads_with_access_are_seen_where_nobody_could_tell_before() {
    // More than a million ways to make it true, of which the last is possible.
    let all = |part: fn(usize) -> String| (0..20).map(part).collect::<Vec<_>>().join(" and ");
    let either = all(|k| format!("(a{k} == 1 or b{k} == 1)"));
    let neither = all(|k| format!("a{k} == 0"));
    let variable = |k: usize| format!("var a{k} : 0 .. 1\nvar b{k} : 0 .. 1 = 1\n");
    let variables: Vec<String> = (0..20).map(variable).collect();
    let variables = variables.concat();
    let system = parsed(&format!(
        "{variables}
protected y : 0 .. 3 for t when {either} and {neither} for u when {either} and {neither}
thread t {{ loop {{ y := 1 }} }}
thread u {{ loop {{ b0 := 0 }} }}"
    ));
    let discipline = Discipline::new(&system);
    let object = ObjectId::new(0);
    let [first, second] = [0, 1].map(ThreadId::new);
    let overlap = Violation::NotExclusive { object, first, second };
    assert_eq!(discipline.violation(&system.initial()), Some(overlap));
}

/// What was found before a question was given up is not all that there is.
#[test]
fn what_is_shown_does_not_stand_for_what_is_not_looked_at() {
    // Where f is 1, `b := 0` takes access, and there are more ways than are gone; where f is 0 it gives access.
    let parts: Vec<String> = (0..16).map(|k| format!("(c{k} == 1 or d{k} == 1)")).collect();
    let variable = |k: usize| format!("var c{k} : 0 .. 1\nvar d{k} : 0 .. 1\n");
    let system = parsed(&format!(
        "{}
        var f : 0 .. 1
        var b : 0 .. 1
        protected y : 0 .. 1 for t when if f == 1 then b == 1 and {} else b == 0
        thread t {{ skip }}
        thread u {{ b := 0 }}",
        (0..16).map(variable).collect::<String>(),
        parts.join(" and ")
    ));
    let discipline = Discipline::new(&system);
    let has = |kind| discipline.effects().get(ObjectId::new(0), ThreadId::new(1), 0, kind);
    assert!(has(EffectKind::Takes).is_some_and(|effect| effect.is_shown));
    assert!(has(EffectKind::Gives).is_some_and(|effect| !effect.is_shown));
}

/// The products again, where moreover thousands of ways are to be gone.
fn many_ways() -> System {
    let parts: Vec<String> = (0..13).map(|k| format!("(d{k} == 1 or e{k} == 1)")).collect();
    let variable = |k: usize| format!("var d{k} : 0 .. 1\nvar e{k} : 0 .. 1\n");
    let both = format!("{} and (a * b", parts.join(" and "));
    let variables: String = (0..13).map(variable).collect();
    parsed(&format!("{variables}{}", PRODUCTS.replace("(a * b", &both)))
}

/// The steps of all searches for states of one question are counted together.
#[test]
fn many_ways_that_are_too_hard_end_in_time() {
    let system = many_ways();
    let start = Instant::now();
    let discipline = Discipline::new(&system);
    let taken = start.elapsed();
    assert!(is_outside(&discipline, "y"));
    // Generous, for busy machines.
    assert!(taken < Duration::from_secs(5), "{taken:?}");
}

#[test]
fn a_raised_flag_leaves_nothing_decided() {
    let system = many_ways();
    let timed = |is_raised| {
        let start = Instant::now();
        let flag = AtomicBool::new(is_raised);
        let answer = Discipline::with(&system, &Settings::default(), Some(&flag));
        assert_eq!(answer.is_err(), is_raised);
        start.elapsed()
    };
    // Nothing is begun after the flag is raised; the least of three times, for busy machines.
    let (all, none) = (timed(false), [timed(true), timed(true), timed(true)]);
    assert!(none.iter().any(|none| *none * 4 < all), "{none:?} {all:?}");
}
