//! The description of a system in a certificate: everything that its meaning is made of, constants substituted.

use serde::Serialize;
use serde_json::{Value as Json, json};

use super::facts::Facts;
use crate::discipline::{ChosenSet, FoundInvariant, Reason};
use crate::system::{
    Arithmetic, Assignment, Cell, Comparison, Expression, Failure, Place, Point, StateProperty,
    System, Target, Thread, ThreadId, Transition,
};

/// The parts of a system, as a certificate has them: lists under their names.
pub(super) fn system(facts: &Facts<'_>) -> [(&'static str, Vec<Json>); 7] {
    let system = facts.system;
    let each = |of: &dyn Fn(ThreadId) -> Vec<Json>| -> Vec<Json> {
        let all = system.thread_ids().flat_map(|thread| {
            of(thread).into_iter().map(move |mut entry| {
                entry["thread"] = thread.index().into();
                entry
            })
        });
        all.collect()
    };
    let cells = cells(system).iter().map(|cell| json!(cell)).collect();
    let threads = system.threads().iter().map(|one| one.name().into()).collect();
    let assumed = facts.discipline.assumed_invariants();
    let invariants = (0..).zip(system.invariants());
    let invariants =
        invariants.map(|(number, one)| property(one, "assumed", assumed.contains(&number)));
    let kept = facts.keeps_goals();
    let goals = facts.goals().iter().map(|one| property(one, "kept", kept));
    [
        ("cells", cells),
        ("threads", threads),
        ("points", each(&|thread| points(facts, thread))),
        ("transitions", each(&|thread| transitions(facts, thread))),
        ("protected", protected(facts)),
        ("invariants", invariants.collect()),
        ("reach", goals.collect()),
    ]
}

/// A cell: the smallest part of a state that has a value.
#[derive(Serialize)]
pub(super) struct CellEntry<'a> {
    name: &'a str,
    low: i32,
    high: i32,
    initial: i32,
    /// The names of the values, where some have names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    names: Vec<String>,
}

/// The most values of a domain that are named.
const NAMED: u64 = 10_000;

fn cells(system: &System) -> Vec<CellEntry<'_>> {
    let initial = system.initial();
    let of = |(number, cell): (usize, &'_ Cell)| {
        let (low, high) = (cell.domain().low(), cell.domain().high());
        let named = |value: i32| cell.domain().show(value) != value.to_string();
        let has_names = cell.domain().size() <= NAMED && (low..=high).any(named);
        let names = if has_names {
            (low..=high).map(|value| cell.domain().show(value)).collect()
        } else {
            Vec::new()
        };
        let initial = system.value(&initial, crate::system::CellId::new(number));
        (low, high, initial, names)
    };
    let entry = |(number, cell)| {
        let (low, high, initial, names) = of((number, cell));
        CellEntry { name: Cell::name(cell), low, high, initial, names }
    };
    system.cells().iter().enumerate().map(entry).collect()
}

/// The name of a thread; its control points and transitions are listed behind it.
fn points(facts: &Facts<'_>, thread: ThreadId) -> Vec<Json> {
    let owner = facts.system.thread(thread);
    let of = |(number, point): (Point, &crate::system::ControlPoint)| {
        let mut entry = json!({
            "name": point.name(),
            "visible": facts.is_visible(thread, number),
            "may rest": owner.may_rest(number),
        });
        if owner.is_failed(number) {
            entry["failed"] = true.into();
        }
        if let Some(failed) = owner.failed_at(number) {
            entry["fails to"] = failed.into();
        }
        entry
    };
    (0..).zip(owner.points()).map(of).collect()
}

fn transitions(facts: &Facts<'_>, thread: ThreadId) -> Vec<Json> {
    let owner = facts.system.thread(thread);
    let of = |(number, one): (usize, &Transition)| transition(facts, (thread, owner), number, one);
    owner.transitions().iter().enumerate().map(of).collect()
}

fn transition(
    facts: &Facts<'_>,
    (thread, owner): (ThreadId, &Thread),
    number: usize,
    one: &Transition,
) -> Json {
    let mut entry =
        json!({ "text": one.text(), "from": one.start(), "guard": expression(one.guard()) });
    if one.is_otherwise() {
        entry["otherwise"] = true.into();
    }
    if !one.command().is_empty() {
        entry["command"] = one.command().iter().map(assignment).collect();
    }
    match one.target() {
        Target::Point(point) => {
            entry["to"] = point.into();
            let forgotten = owner.dead(point);
            if !forgotten.is_empty() {
                entry["forgets"] = forgotten.iter().map(|cell| cell.index()).collect();
            }
        }
        Target::Failed(failure) => {
            entry["fails"] = word(failure).into();
            if facts.is_overflow(thread, number) {
                entry["overflow"] = true.into();
            }
        }
    }
    let reasons = facts.discipline.classification().reasons(thread, number);
    if facts.is_visible(thread, one.start()) {
        let why = reasons.iter().map(|reason| Json::from(why(facts.system, thread, reason)));
        entry["visible because"] = why.collect();
    }
    entry
}

fn assignment(one: &Assignment) -> Json {
    json!([place(&one.target), expression(&one.value)])
}

fn word(failure: Failure) -> String {
    failure.to_string()
}

/// The words for the reason why a transition is visible.
fn why(system: &System, thread: ThreadId, reason: &Reason) -> String {
    let object = |x: crate::system::ObjectId| system.objects()[x.index()].name();
    let name = |thread: ThreadId| system.thread(thread).name();
    match *reason {
        Reason::Operation(variable) => {
            format!("an operation on {}", system.variables()[variable.index()].name())
        }
        Reason::Open(cell) => format!("{} is open", system.cell(cell).name()),
        Reason::Blocks => "may block".to_owned(),
        Reason::Chooses => "may have a choice".to_owned(),
        Reason::Alike => "is visible for another thread of the family".to_owned(),
        Reason::Repeats => "belongs to a loop of invisible transitions".to_owned(),
        Reason::Gives(x, other) => format!("a2: may give {} to {}", object(x), name(other)),
        Reason::Takes(x, other) => format!("a1: may take {} from {}", object(x), name(other)),
        Reason::Drops(x) => format!("A, B, C: {} may lose {}", name(thread), object(x)),
        Reason::Observed { property, atom } => {
            format!("may change atom {atom} of property {property}")
        }
        Reason::Enables(other) => format!("may change whether {} can move", name(other)),
        Reason::MayStop => "its thread may stop before it".to_owned(),
        Reason::Hides(claim) => format!("I: may hide claim {claim}"),
        Reason::Undecided(x) => format!("may change who has {}, which is not decided", object(x)),
        Reason::Neighbour(_) => "another transition of its control point is".to_owned(),
    }
}

fn place(place: &Place) -> Json {
    match place {
        Place::Cell(cell) => json!(["cell", cell.index()]),
        Place::Element { first, indices } => {
            let indices: Vec<Json> = indices
                .iter()
                .map(|index| {
                    json!([expression(&index.value), index.low, index.length, index.stride])
                })
                .collect();
            json!(["element", first.index(), indices])
        }
    }
}

/// An expression: a number, or a list that begins with the word for what it is.
pub(super) fn expression(one: &Expression) -> Json {
    let several = |word: &str, parts: &[Expression]| -> Json {
        std::iter::once(Json::from(word)).chain(parts.iter().map(expression)).collect()
    };
    match one {
        Expression::Constant(value) => json!(value),
        Expression::Read(read) => place(read),
        Expression::Not(inner) => json!(["not", expression(inner)]),
        Expression::And(parts) => several("and", parts),
        Expression::Or(parts) => several("or", parts),
        Expression::Compare(comparison, sides) => {
            let word = match comparison {
                Comparison::Equal => "=",
                Comparison::Different => "!=",
                Comparison::Less => "<",
                Comparison::AtMost => "<=",
            };
            several(word, &sides[..])
        }
        Expression::Compute(arithmetic, sides) => {
            let word = match arithmetic {
                Arithmetic::Add => "+",
                Arithmetic::Subtract => "-",
                Arithmetic::Multiply => "*",
                Arithmetic::Divide => "div",
                Arithmetic::Remainder => "mod",
            };
            several(word, &sides[..])
        }
        Expression::Among(inner, values) => json!(["among", expression(inner), values]),
        Expression::If(parts) => several("if", &parts[..]),
    }
}

/// The protected variables, in groups with the same predicates.
fn protected(facts: &Facts<'_>) -> Vec<Json> {
    let of = |group: &super::facts::Group<'_>| {
        let variables: Vec<Json> = group
            .objects
            .iter()
            .map(|object| {
                let object = &facts.system.objects()[object.index()];
                let own = object.cells().iter().filter(|cell| facts.group_of(**cell).is_some());
                let cells: Vec<usize> = own.map(|cell| cell.index()).collect();
                json!({ "name": object.name(), "cells": cells })
            })
            .collect();
        let access: Vec<Json> = group.predicates.iter().map(|one| expression(one)).collect();
        let set = |(thread, point, set): &(ThreadId, Point, ChosenSet)| {
            let set = match set {
                ChosenSet::A => "A",
                ChosenSet::B => "B",
                ChosenSet::C => "C",
            };
            json!([thread.index(), point, set])
        };
        let sets: Vec<Json> = group.chosen.iter().map(set).collect();
        json!({ "variables": variables, "access": access, "sets": sets })
    };
    facts.groups.iter().map(of).collect()
}

/// A property with its predicate, and a truth value under a name.
fn property(one: &StateProperty, word: &str, is_so: bool) -> Json {
    let mut entry = json!({ "name": one.name, "predicate": expression(&one.predicate) });
    entry[word] = is_so.into();
    entry
}

/// An invariant that was found, as one that is assumed.
pub(super) fn found(system: &System, one: &FoundInvariant) -> Json {
    let predicate = expression(&one.predicate(system));
    json!({ "name": one.words(system), "predicate": predicate, "assumed": true })
}
