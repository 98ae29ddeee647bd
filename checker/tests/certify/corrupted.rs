//! Certificates that were changed are refused.

use std::collections::BTreeMap;

use reductio::certify::{CertifyLimits, certify, to_file};
use reductio::check::{CheckOptions, EXAMPLES, Subject, check};
use reductio::discipline::{Discipline, Settings};
use reductio::language::parse_system;
use reductio::search::Order;
use serde_json::{Value, json};

use super::python::{python, verify_all};

fn certificate(name: &str, order: Order) -> Value {
    let example = EXAMPLES.iter().find(|example| example.name == name).unwrap();
    let options = CheckOptions { order, ..CheckOptions::default() };
    let report = check(&example.subject(), &options, None, None);
    let made = certify(&report, &CertifyLimits::default()).unwrap();
    serde_json::from_str(&to_file(&[made])).unwrap()
}

/// A kind of change, and the changed certificates, each with what was changed. Of some kinds a change may leave a
/// certificate true, of the system that is described then: a domain has a value more that is never taken.
struct Kind {
    name: &'static str,
    may_be_true: bool,
    made: Vec<(String, Value)>,
}

struct Corruptor<'a> {
    original: &'a Value,
    kinds: Vec<Kind>,
}

impl Corruptor<'_> {
    /// Adds a kind of change: `change` is given the check, and what is at some of the places that `at` finds.
    fn kind(
        &mut self,
        name: &'static str,
        may_be_true: bool,
        most: usize,
        at: impl Fn(&Value) -> Vec<String>,
        change: impl Fn(&mut Value),
    ) {
        let places = at(&self.original["checks"][0]);
        // Some from everywhere, always the same.
        let step = places.len().div_ceil(most).max(1);
        let mut made = Vec::new();
        for place in places.into_iter().step_by(step) {
            let mut changed = self.original.clone();
            let found = changed["checks"][0].pointer_mut(&place).unwrap();
            let before = found.clone();
            change(found);
            if *found != before {
                made.push((format!("{name} {place}: {before} to {found}"), changed));
            }
        }
        self.kinds.push(Kind { name, may_be_true, made });
    }
}

/// The places of all entries of a list, with something behind each.
fn all(list: &'static str, field: &'static str) -> impl Fn(&Value) -> Vec<String> {
    move |check| {
        let entries = check[list].as_array().map_or(0, Vec::len);
        let places = (0..entries).map(|k| format!("/{list}/{k}{field}"));
        places.filter(|place| check.pointer(place).is_some()).collect()
    }
}

/// The places of all numbers in what is at these places.
fn numbers(places: impl Fn(&Value) -> Vec<String>) -> impl Fn(&Value) -> Vec<String> {
    fn below(value: &Value, place: &str, out: &mut Vec<String>) {
        match value {
            Value::Array(parts) => {
                for (k, part) in parts.iter().enumerate() {
                    below(part, &format!("{place}/{k}"), out);
                }
            }
            Value::Number(_) => out.push(place.to_owned()),
            _ => {}
        }
    }
    move |check| {
        let mut out = Vec::new();
        for place in places(check) {
            below(check.pointer(&place).unwrap(), &place, &mut out);
        }
        out
    }
}

fn more(value: &mut Value) {
    *value = json!(value.as_i64().unwrap() + 1);
}

fn flip(value: &mut Value) {
    *value = json!(!value.as_bool().unwrap());
}

fn only(wanted: Value, places: impl Fn(&Value) -> Vec<String>) -> impl Fn(&Value) -> Vec<String> {
    move |check| {
        let found = places(check);
        found.into_iter().filter(|place| check.pointer(place) == Some(&wanted)).collect()
    }
}

/// Takes an entry away from the list at a place of the form `/list/number`.
fn without(original: &Value, list: &'static str, most: usize) -> Kind {
    let entries = original["checks"][0][list].as_array().map_or(0, Vec::len);
    let remove = |k: usize| {
        let mut changed = original.clone();
        let removed = changed["checks"][0][list].as_array_mut().unwrap().remove(k);
        (format!("{list}/{k} removed: {removed}"), changed)
    };
    let step = entries.div_ceil(most).max(1);
    Kind { name: list, may_be_true: false, made: (0..entries).step_by(step).map(remove).collect() }
}

/// Changes of the answers, and of what they are about.
fn changes_of_answers(original: &Value) -> Vec<Kind> {
    let mut all_kinds = Corruptor { original, kinds: Vec::new() };
    let mut kind = |name,
                    may_be_true,
                    most,
                    at: &dyn Fn(&Value) -> Vec<String>,
                    change: &dyn Fn(&mut Value)| {
        all_kinds.kind(name, may_be_true, most, at, change);
    };
    let of = |answer: &'static str| only(json!(answer), all("answers", "/answer"));
    kind("holds is fails", false, 6, &of("holds"), &|word| *word = json!("fails"));
    kind("fails is holds", false, 6, &of("fails"), &|word| *word = json!("holds"));
    kind("undecided is holds", false, 6, &of("undecided"), &|word| *word = json!("holds"));
    kind("undecided is fails", false, 6, &of("undecided"), &|word| *word = json!("fails"));
    kind("another claim", false, 6, &all("answers", "/claim"), &|claim| {
        *claim = json!(if *claim == json!("discipline") { "no_deadlock" } else { "discipline" });
    });
    kind("a run that is empty", false, 6, &all("answers", "/run"), &|run| *run = json!([]));
    kind("a run without its last step", false, 6, &all("answers", "/run"), &|run| {
        run.as_array_mut().unwrap().pop();
    });
    kind("a step of a run", true, 6, &numbers(all("answers", "/run")), &more);
    kind("the theorem", false, 1, &|_| vec!["/theorem".to_owned()], &|theorem| {
        *theorem = if theorem.is_null() { json!("claims, mixed sets") } else { json!(null) };
    });
    kind("the search", false, 1, &|_| vec!["/search".to_owned()], &|search| {
        *search = json!(if *search == json!("reduced") { "unreduced" } else { "reduced" });
    });
    kind("no states", false, 1, &|_| vec!["/states".to_owned()], &|states| {
        *states = if states.is_null() { json!([]) } else { json!(null) };
    });
    all_kinds.kinds.push(without(original, "answers", 6));
    all_kinds.kinds
}

/// Changes of the states, of what the theorem needs, and of the description, where answers rest on them.
fn changes(original: &Value) -> Vec<Kind> {
    let mut all_kinds = Corruptor { original, kinds: Vec::new() };
    let mut kind = |name,
                    may_be_true,
                    most,
                    at: &dyn Fn(&Value) -> Vec<String>,
                    change: &dyn Fn(&mut Value)| {
        all_kinds.kind(name, may_be_true, most, at, change);
    };
    // What the answers rest on.
    kind("a state is another", false, 8, &numbers(all("states", "")), &more);
    kind("a number of cases", false, 6, &all("hypotheses", "/cases"), &more);
    kind("a number of questions", false, 4, &all("hypotheses", "/questions"), &more);
    kind("a label", false, 4, &all("hypotheses", "/labels/0"), &|label| *label = json!("14"));
    if !original["checks"][0]["theorem"].is_null() {
        kind(
            "a visible point is invisible",
            false,
            12,
            &only(json!(true), all("points", "/visible")),
            &flip,
        );
        kind(
            "an invisible point is visible",
            false,
            8,
            &only(json!(false), all("points", "/visible")),
            &flip,
        );
        kind("Set B is Set C", true, 4, &all("protected", "/sets/0/2"), &|set| *set = json!("C"));
        kind("no set is chosen", false, 4, &all("protected", "/sets"), &|sets| *sets = json!([]));
    }
    // The description.
    kind("a guard is true", true, 8, &all("transitions", "/guard"), &|guard| *guard = json!(1));
    kind("a guard is false", true, 8, &all("transitions", "/guard"), &|guard| *guard = json!(0));
    kind("a number in a guard", true, 10, &numbers(all("transitions", "/guard")), &more);
    kind("a number in a command", true, 10, &numbers(all("transitions", "/command")), &more);
    kind("another end", true, 8, &all("transitions", "/to"), &|to| {
        *to = json!((to.as_i64().unwrap() - 1).max(0));
    });
    kind("no command", true, 8, &all("transitions", "/command"), &|command| *command = json!([]));
    kind("a predicate is true", true, 6, &all("protected", "/access/0"), &|one| *one = json!(1));
    kind("a predicate is false", true, 6, &all("protected", "/access/1"), &|one| *one = json!(0));
    kind("a number in a predicate", true, 8, &numbers(all("protected", "/access")), &more);
    kind("an invariant is false", false, 4, &all("invariants", "/predicate"), &|one| {
        *one = json!(0);
    });
    kind("what is to be reached is false", false, 4, &all("reach", "/predicate"), &|one| {
        *one = json!(0);
    });
    kind("a larger domain", true, 8, &all("cells", "/high"), &more);
    kind("a smaller domain", true, 8, &all("cells", "/low"), &more);
    kind("another first value", true, 8, &all("cells", "/initial"), &more);
    kind("nobody may rest", true, 6, &only(json!(true), all("points", "/may rest")), &flip);
    let mut kinds = all_kinds.kinds;
    kinds.extend(["states", "hypotheses"].map(|list| without(original, list, 6)));
    kinds.extend(
        ["points", "transitions", "threads", "cells"]
            .map(|list| Kind { may_be_true: true, ..without(original, list, 4) }),
    );
    kinds
}

/// Asserts that each changed certificate is refused, but those that a change may leave true; returns the number of
/// refused ones and of the others.
fn refuse(python: &str, name: &str, original: &Value) -> (usize, usize) {
    let mut kinds = changes_of_answers(original);
    if !original["checks"][0]["states"].is_null() {
        kinds.extend(changes(original));
    }
    let texts: Vec<String> =
        kinds.iter().flat_map(|kind| &kind.made).map(|(_, one)| one.to_string()).collect();
    let answers = verify_all(python, name, &texts);
    let mut answers = answers.iter();
    let (mut refused, mut harmless) = (0, 0);
    let mut by_kind: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for kind in &kinds {
        for (what, _) in &kind.made {
            let answer = answers.next().unwrap();
            let counts = by_kind.entry(kind.name).or_default();
            if answer == "accepted" {
                assert!(kind.may_be_true, "{name}: {what}");
                eprintln!("{name}: true all the same: {what}");
                harmless += 1;
                counts.1 += 1;
            } else {
                refused += 1;
                counts.0 += 1;
            }
        }
    }
    eprintln!("{name}: {by_kind:?}");
    (refused, harmless)
}

#[test]
fn changed_certificates_are_refused() {
    changes_are_refused(&[
        ("m_ex", Order::Reduced),
        ("lock_splitting", Order::Reduced),
        ("philosophers_broken", Order::Reduced),
        ("m_ex_broken", Order::Reduced),
        ("double_checked_early_broken", Order::Reduced),
        ("m_ex", Order::Unreduced),
    ]);
}

#[test]
#[ignore = "a minute of Python"]
fn changed_certificates_of_larger_systems_are_refused() {
    changes_are_refused(&[
        ("clean", Order::Reduced),
        ("device_driver", Order::Reduced),
        ("master_workers", Order::Reduced),
        ("readers_writers_broken", Order::Reduced),
    ]);
}

fn changes_are_refused(all: &[(&str, Order)]) {
    let Some(python) = python("changed certificates") else { return };
    let (mut refused, mut harmless) = (0, 0);
    for &(name, order) in all {
        let original = certificate(name, order);
        let (some, others) = refuse(python, name, &original);
        refused += some;
        harmless += others;
    }
    eprintln!("{refused} refused, {harmless} true all the same");
    assert!(refused >= 20 * all.len(), "{refused}");
    assert!(harmless * 10 <= refused, "{harmless} of {refused}");
}

/// The places of everything in a value.
fn everywhere(value: &Value, place: &str, out: &mut Vec<String>) {
    out.push(place.to_owned());
    match value {
        Value::Array(parts) => {
            for (k, part) in parts.iter().enumerate() {
                everywhere(part, &format!("{place}/{k}"), out);
            }
        }
        Value::Object(fields) => {
            for (name, part) in fields {
                everywhere(part, &format!("{place}/{name}"), out);
            }
        }
        _ => {}
    }
}

/// What is no certificate at all is refused with a reason: a value of another kind, a field that is missing or not
/// known.
#[test]
fn values_of_other_kinds_are_refused_with_a_reason() {
    let Some(python) = python("values of other kinds") else { return };
    let original = certificate("m_ex", Order::Reduced);
    let mut places = Vec::new();
    everywhere(&original, "", &mut places);
    let others = [
        json!(null),
        json!("odd"),
        json!("two\nlines"),
        json!("turned \u{202e}round"),
        json!([[]]),
        json!({"odd": 1}),
        json!(1.5),
        json!(9_999_999_999_u64),
    ];
    let (mut texts, mut what) = (Vec::new(), Vec::new());
    for (k, place) in places.iter().enumerate().step_by(2) {
        // Names and reasons are for people, and each is as good as another.
        let is_free = [
            "/name",
            "/text",
            "/file",
            "/system",
            "visible because",
            "/names/",
            "/threads/",
            "/constants",
        ]
        .iter()
        .any(|word| place.contains(word));
        let other = &others[k / 2 % others.len()];
        let mut changed = original.clone();
        let found = changed.pointer_mut(place).unwrap();
        if is_free && *other == json!("odd") || place.ends_with("/fails") && *other == json!("odd")
        {
            continue;
        }
        *found = other.clone();
        texts.push(changed.to_string());
        what.push(format!("{place}: {other}"));
    }
    for text in
        ["", "[", "null", "7", "[]", "{}", "{\"reductio check certificate\": 1, \"checks\": []}"]
    {
        texts.push(text.to_owned());
        what.push(text.to_owned());
    }
    texts.push("[".repeat(200_000));
    what.push("deep".to_owned());
    for (what, answer) in what.iter().zip(verify_all(python, "kinds", &texts)) {
        assert!(answer.starts_with("refused: "), "{what}: {answer}");
    }
    assert!(texts.len() > 450, "{}", texts.len());
}

/// The certificate of a system that is given as text, and the numbers of its transitions that are marked.
fn marked(text: &str, settings: &Settings) -> (Value, Vec<usize>) {
    let system = parse_system(text, "full", &[]).unwrap();
    let discipline = Discipline::with(system, settings, None).unwrap();
    let options = CheckOptions { keep_going: true, ..CheckOptions::default() };
    let report = check(&Subject::of_discipline(discipline), &options, None, None);
    let made = certify(&report, &CertifyLimits::default()).unwrap();
    let certificate: Value = serde_json::from_str(&to_file(&[made])).unwrap();
    let transitions = certificate["checks"][0]["transitions"].as_array().unwrap();
    let has_mark = |k: &usize| transitions[*k].get("overflow").is_some();
    let marked = (0..transitions.len()).filter(has_mark).collect();
    (certificate, marked)
}

/// The `up` of `other` is visible. Without its marks the threads at invisible ones fail by its steps, and it never
/// does: only (f1) is false.
#[test]
fn a_thread_that_makes_others_fail_must_be_about_to_fail_itself() {
    let Some(python) = python("marks of a visible thread") else { return };
    let text = "
        var open : bool
        semaphore s = 0 max 2
        thread one { A: up s }
        thread other { A: choose { up s } or { open := not open } }
        thread reader { await open }";
    let (original, marked) = marked(text, &Settings::default());
    let mut changed = original.clone();
    let transitions = changed["checks"][0]["transitions"].as_array_mut().unwrap();
    let others: Vec<usize> =
        marked.into_iter().filter(|k| transitions[*k]["thread"] == json!(1)).collect();
    assert_eq!(others.len(), 1);
    transitions[others[0]].as_object_mut().unwrap().remove("overflow");
    let answers = verify_all(python, "f1", &[original.to_string(), changed.to_string()]);
    assert_eq!(answers[0], "accepted");
    let why = "refused: full: Fu, Fv, Fs, Fa, Fc, f1, f2, Ft: not so of `up s` of one";
    assert!(answers[1].starts_with(why), "{}", answers[1]);
}

/// With every `up` visible a failure is met and is no bad state; with marks it is one, and reduced steps go through
/// none.
#[test]
fn no_reduced_step_goes_through_a_state_in_which_a_thread_is_about_to_fail() {
    let Some(python) = python("marks of visible steps") else { return };
    let text = "
        semaphore s = 0 max 1
        thread t[i : 0 .. 1] { A: up s }";
    let settings = Settings { visible_ups: true, ..Settings::default() };
    let (original, marked) = marked(text, &settings);
    assert!(marked.is_empty());
    let mut changed = original.clone();
    for entry in changed["checks"][0]["transitions"].as_array_mut().unwrap() {
        if entry.get("fails").is_some() {
            entry["overflow"] = json!(true);
        }
    }
    let answers = verify_all(python, "visible", &[original.to_string(), changed.to_string()]);
    assert_eq!(answers[0], "accepted");
    assert!(answers[1].contains("is about to fail"), "{}", answers[1]);
}

/// Two threads that fill a semaphore by steps that are invisible: without the marks of the steps that fail, states in
/// which a thread is about to fail are not bad, and the steps do not commute.
#[test]
fn marks_of_full_semaphores_cannot_be_left_out() {
    let Some(python) = python("marks of full semaphores") else { return };
    let text = "
        semaphore s = 0 max 2
        thread t[i : 0 .. 1] { A: up s; B: down s; C: up s }";
    let (original, marked) = marked(text, &Settings::default());
    assert_eq!(marked.len(), 4, "the two `up`s of each thread");
    let mut texts = vec![original.to_string()];
    for k in &marked {
        let mut changed = original.clone();
        let entry = changed["checks"][0]["transitions"][*k].as_object_mut().unwrap();
        entry.remove("overflow");
        texts.push(changed.to_string());
    }
    let mut changed = original.clone();
    changed["checks"][0]["transitions"][0]["overflow"] = json!(true);
    texts.push(changed.to_string());
    let answers = verify_all(python, "marks", &texts);
    assert_eq!(answers[0], "accepted");
    for answer in &answers[1..5] {
        assert!(answer.starts_with("refused: full: Fu, Fv, Fs, Fa, Fc, f1, f2, Ft: "), "{answer}");
    }
    assert!(answers[5].contains("is no overflow"), "{}", answers[5]);
}
