//! The description of a family in a certificate: expressions, transitions and claims as one thread sees them, whatever
//! the number of threads.
//!
//! It is read off a system with a fixed number of threads. An expression there names cells of single threads; the
//! description says `the first thread in sight`, `the thread that this pointer names`. Whatever cannot be said so is an
//! error, and no certificate is written.

use reductio_language::{Families, FamilyClaimKind};
use reductio_system::{
    Arithmetic, CellId, Comparison, Expression, Index, ObjectId, OperationKind, Place as Cells,
    Target, ThreadId, Transition,
};
use serde_json::{Value as Json, json};

use crate::instance::{Instance, Place, Pointer};
use crate::seeds::Instances;

/// The result of describing something, or the reason why it cannot be described.
pub(super) type Described<T> = Result<T, String>;

/// The threads in sight of what is described: members of the family, each with its number there.
#[derive(Clone, Copy)]
struct View<'a> {
    instance: &'a Instance,
    slots: &'a [(usize, usize)],
}

impl View<'_> {
    fn slot(self, member: usize) -> Described<Json> {
        let found = self.slots.iter().find(|(one, _)| *one == member);
        let (_, slot) = found.ok_or("a thread is named which is not in sight")?;
        Ok(json!(["thread", slot]))
    }

    /// The pointer that an expression has the value of.
    fn pointer(self, one: &Expression) -> Option<Pointer> {
        match one {
            Expression::Read(place) => {
                let first = match place {
                    Cells::Cell(cell) => *cell,
                    Cells::Element { first, .. } => *first,
                };
                match self.instance.places[first.index()] {
                    Place::Pointer(number, _) => Some(self.instance.pointers[number]),
                    Place::Shared(_) | Place::Own(..) => None,
                }
            }
            Expression::If(parts) => self.pointer(&parts[1]).or_else(|| self.pointer(&parts[2])),
            _ => None,
        }
    }

    fn expression(self, one: &Expression) -> Described<Json> {
        self.value(one, None)
    }

    fn several(self, word: &str, parts: &[Expression], kind: Option<Pointer>) -> Described<Json> {
        let parts = parts.iter().map(|part| self.value(part, kind));
        std::iter::once(Ok(Json::from(word))).chain(parts).collect()
    }

    /// An expression; `kind` says that its value is one of a pointer.
    fn value(self, one: &Expression, kind: Option<Pointer>) -> Described<Json> {
        match one {
            Expression::Constant(value) => match kind {
                None => Ok(json!(value)),
                Some(pointer) => self.constant(pointer, *value),
            },
            Expression::Read(place) => self.place(place),
            Expression::Not(inner) => Ok(json!(["not", self.expression(inner)?])),
            Expression::And(parts) => self.several("and", parts, None),
            Expression::Or(parts) => self.several("or", parts, None),
            Expression::Compare(comparison, sides) => {
                let kind = self.pointer(&sides[0]).or_else(|| self.pointer(&sides[1]));
                let word = match comparison {
                    Comparison::Equal => "=",
                    Comparison::Different => "!=",
                    Comparison::Less => "<",
                    Comparison::AtMost => "<=",
                };
                if kind.is_some() && matches!(comparison, Comparison::Less | Comparison::AtMost) {
                    return Err("threads are compared by their order".to_owned());
                }
                self.several(word, &sides[..], kind)
            }
            Expression::Compute(arithmetic, sides) => {
                if sides.iter().any(|side| self.pointer(side).is_some()) {
                    return Err("there is a calculation with the owner of a lock".to_owned());
                }
                let word = match arithmetic {
                    Arithmetic::Add => "+",
                    Arithmetic::Subtract => "-",
                    Arithmetic::Multiply => "*",
                    Arithmetic::Divide => "div",
                    Arithmetic::Remainder => "mod",
                };
                self.several(word, &sides[..], None)
            }
            Expression::Among(inner, values) => match self.pointer(inner) {
                None => Ok(json!(["among", self.expression(inner)?, values])),
                Some(pointer) => {
                    let left = self.place_of(inner)?;
                    let each = values.iter().map(|value| {
                        Ok(json!(["=", left.clone(), self.constant(pointer, *value)?]))
                    });
                    std::iter::once(Ok(Json::from("or"))).chain(each).collect()
                }
            },
            Expression::If(parts) => {
                let condition = self.expression(&parts[0])?;
                let [this, that] = [self.value(&parts[1], kind)?, self.value(&parts[2], kind)?];
                Ok(json!(["if", condition, this, that]))
            }
        }
    }

    fn place_of(self, one: &Expression) -> Described<Json> {
        match one {
            Expression::Read(place) => self.place(place),
            _ => Err("a thread is among several".to_owned()),
        }
    }

    /// A value of a pointer.
    fn constant(self, pointer: Pointer, value: i32) -> Described<Json> {
        if let Some(member) = self.instance.member(pointer, value) {
            return self.slot(member);
        }
        let part = self.instance.other(pointer, value);
        if self.instance.not_a_member(pointer, part) != value {
            return Err("a pointer has a value that is no thread".to_owned());
        }
        Ok(if part == 0 { json!(["none"]) } else { json!(["single", part - 1]) })
    }

    /// A place: its word, the thread that it belongs to, its first cell there, and what its indices add.
    fn place(self, place: &Cells) -> Described<Json> {
        let (whose, at, indices) = self.parts(place)?;
        let mut out = match whose {
            None => vec![json!("shared"), json!(at)],
            Some(whose) => vec![json!("own"), whose, json!(at)],
        };
        if !indices.is_empty() {
            out.push(Json::Array(indices));
        }
        Ok(Json::Array(out))
    }

    fn parts(self, place: &Cells) -> Described<(Option<Json>, usize, Vec<Json>)> {
        let (first, indices): (CellId, &[Index]) = match place {
            Cells::Cell(cell) => (*cell, &[]),
            Cells::Element { first, indices } => (*first, indices),
        };
        let (named, plain): (Vec<&Index>, Vec<&Index>) =
            indices.iter().partition(|index| self.pointer(&index.value).is_some());
        let (whose, base) = match (named[..].as_ref(), self.instance.places[first.index()]) {
            ([], Place::Own(member, at)) => (Some(self.slot(member)?), at),
            ([], Place::Shared(at) | Place::Pointer(_, at)) => (None, at),
            ([index], Place::Own(member, at)) if self.instance.first.contains(&member) => {
                let kind = self.pointer(&index.value);
                let family = self.instance.family(member);
                let members = self.instance.members_of(family).len();
                let first = Pointer::First { family, first: index.low };
                if kind != Some(first) || index.length as usize != members {
                    return Err("an index that is a thread is no pointer to the family".to_owned());
                }
                (Some(self.value(&index.value, kind)?), at)
            }
            _ => return Err("an element belongs to two threads".to_owned()),
        };
        let mut out = Vec::new();
        let mut strides = Vec::new();
        for index in &plain {
            let next = first.index() + index.stride as usize;
            let stride = if index.length < 2 {
                0
            } else {
                let place = self.instance.places.get(next).ok_or("an element is no cell")?;
                position(*place).checked_sub(base).ok_or("elements are in another order")?
            };
            strides.push(stride);
            let value = self.expression(&index.value)?;
            out.push(json!([value, index.low, index.length, stride]));
        }
        self.check(first, (&named, &plain), base, &strides)?;
        Ok((whose, base, out))
    }

    /// Checks that all cells that a place may be are where the description has them.
    fn check(
        self,
        first: CellId,
        (named, plain): (&[&Index], &[&Index]),
        base: usize,
        strides: &[usize],
    ) -> Described<()> {
        let places = &self.instance.places;
        let members = named.first().map_or(1, |index| index.length as usize);
        let begin = match places[first.index()] {
            Place::Own(member, _) => member,
            Place::Shared(_) | Place::Pointer(..) => 0,
        };
        let mut all = vec![(first.index(), base)];
        for (index, stride) in plain.iter().zip(strides) {
            let more = |(cell, at): (usize, usize)| {
                (0..index.length as usize)
                    .map(move |k| (cell + k * index.stride as usize, at + k * stride))
            };
            all = all.into_iter().flat_map(more).collect();
        }
        let alike = |place: Place, other: Place| match (place, other) {
            (Place::Shared(_), Place::Shared(_)) => true,
            (Place::Own(one, _), Place::Own(other, _)) => one == other,
            (Place::Pointer(one, _), Place::Pointer(other, _)) => {
                self.instance.pointers[one] == self.instance.pointers[other]
            }
            _ => false,
        };
        for member in 0..members {
            let shift = member * named.first().map_or(0, |index| index.stride as usize);
            for (cell, at) in &all {
                let place = places.get(cell + shift).copied();
                let of_first = places.get(first.index() + shift).copied();
                let is_it = place
                    .zip(of_first)
                    .is_some_and(|(one, first)| position(one) == *at && alike(one, first));
                let is_theirs = named.is_empty()
                    || matches!(place, Some(Place::Own(of, _)) if of == begin + member);
                if !is_it || !is_theirs {
                    return Err("the elements of an array are not alike".to_owned());
                }
            }
        }
        Ok(())
    }
}

fn position(place: Place) -> usize {
    match place {
        Place::Shared(at) | Place::Own(_, at) | Place::Pointer(_, at) => at,
    }
}

/// The transitions of a thread as a description has them, and for each of the system its number there, with the member
/// that it wakes.
pub(super) struct Transitions {
    pub(super) entries: Vec<Json>,
    pub(super) numbers: Vec<(usize, Option<usize>)>,
}

/// Describes the transitions of a thread, with what they forget.
pub(super) fn transitions(instance: &Instance, thread: ThreadId) -> Described<Transitions> {
    let me = instance.members.iter().position(|member| *member == thread);
    let mut out = Transitions { entries: Vec::new(), numbers: Vec::new() };
    let mut woken: Vec<(usize, Json)> = Vec::new();
    for one in instance.system.thread(thread).transitions() {
        let about = |error: String| format!("{error}, in `{}`", one.text());
        let partner = partner(instance, me, one);
        let mut entry = transition(instance, me, partner, one).map_err(about)?;
        let Some(partner) = partner else {
            out.numbers.push((out.entries.len(), None));
            add_forgotten(instance, thread, one, &mut entry)?;
            out.entries.push(entry);
            continue;
        };
        // What wakes one thread is described once.
        let found = woken.iter().find(|(_, known)| *known == entry).map(|(number, _)| *number);
        let number = found.unwrap_or(out.entries.len());
        if found.is_none() {
            woken.push((number, entry.clone()));
            add_forgotten(instance, thread, one, &mut entry)?;
            out.entries.push(entry);
        }
        out.numbers.push((number, Some(partner)));
    }
    Ok(out)
}

fn wakes_all(one: &Transition) -> bool {
    let kind = one.operation().map(reductio_system::Operation::kind);
    matches!(kind, Some(OperationKind::NotifyAll | OperationKind::Broadcast))
}

fn wakes_one(one: &Transition) -> bool {
    let kind = one.operation().map(reductio_system::Operation::kind);
    matches!(kind, Some(OperationKind::Notify | OperationKind::Signal))
}

/// The other member that a place belongs to.
fn other_member(instance: &Instance, me: Option<usize>, place: &Cells) -> Option<usize> {
    let mut found = None;
    place.for_each_candidate(&mut |cell| {
        if let Place::Own(member, _) = instance.places[cell.index()] {
            found = Some(member).filter(|member| Some(*member) != me);
        }
    });
    found
}

/// The member that a side of `notify` wakes.
fn partner(instance: &Instance, me: Option<usize>, one: &Transition) -> Option<usize> {
    let first = one.command().first().filter(|_| wakes_one(one))?;
    other_member(instance, me, &first.target)
}

fn transition(
    instance: &Instance,
    me: Option<usize>,
    partner: Option<usize>,
    one: &Transition,
) -> Described<Json> {
    let slots: Vec<(usize, usize)> =
        me.map(|me| (me, 0)).into_iter().chain(partner.map(|one| (one, 1))).collect();
    let view = View { instance, slots: &slots };
    // A place of any other thread, of which only the number of its cell counts.
    let theirs = |place: &Cells, member: usize| -> Described<(Json, Json)> {
        let slots: Vec<_> = slots.iter().copied().chain([(member, usize::MAX)]).collect();
        let (_, at, indices) = View { instance, slots: &slots }.parts(place)?;
        Ok((json!(at), Json::Array(indices)))
    };
    let (mut nobody, mut others): (Vec<Json>, Vec<Json>) = (Vec::new(), Vec::new());
    let mut guard = one.guard().clone();
    if let (true, Expression::And(parts)) = (wakes_one(one) && partner.is_none(), one.guard()) {
        let mut kept = Vec::new();
        for part in parts {
            let waits = match part {
                Expression::Not(inner) => match &**inner {
                    Expression::Read(place) => {
                        other_member(instance, me, place).map(|member| (place, member))
                    }
                    _ => None,
                },
                _ => None,
            };
            match waits {
                None => kept.push(part.clone()),
                Some((place, member)) => {
                    let (at, indices) = theirs(place, member)?;
                    add_once(&mut nobody, json!([instance.family(member), at, indices]));
                }
            }
        }
        guard = Expression::And(kept.into());
    }
    let mut command = Vec::new();
    for assignment in one.command() {
        match other_member(instance, me, &assignment.target) {
            Some(member) if wakes_all(one) && view.slot(member).is_err() => {
                let (at, indices) = theirs(&assignment.target, member)?;
                let value = view.expression(&assignment.value)?;
                add_once(&mut others, json!([instance.family(member), at, indices, value]));
            }
            _ => {
                let target = view.place(&assignment.target)?;
                let kind = view.pointer(&Expression::Read(assignment.target.clone()));
                command.push(json!([target, view.value(&assignment.value, kind)?]));
            }
        }
    }
    let text = match one.text().rsplit_once(" (wakes ") {
        Some((before, _)) if partner.is_some() => format!("{before} (wakes one)"),
        _ => one.text().to_owned(),
    };
    let mut entry = json!({ "text": text, "from": one.start(), "guard": view.expression(&guard)? });
    let mut add = |name: &str, list: Vec<Json>| {
        if !list.is_empty() {
            entry[name] = Json::Array(list);
        }
    };
    add("command", command);
    add("nobody", nobody);
    add("others", others);
    if one.is_otherwise() {
        entry["otherwise"] = true.into();
    }
    if let Some(partner) = partner {
        entry["with"] = instance.family(partner).into();
    }
    match one.target() {
        Target::Point(point) => entry["to"] = point.into(),
        Target::Failed(failure) => entry["fails"] = failure.to_string().into(),
    }
    Ok(entry)
}

fn add_once(list: &mut Vec<Json>, entry: Json) {
    if !list.contains(&entry) {
        list.push(entry);
    }
}

fn add_forgotten(
    instance: &Instance,
    thread: ThreadId,
    one: &Transition,
    entry: &mut Json,
) -> Described<()> {
    let Target::Point(point) = one.target() else { return Ok(()) };
    let me = instance.members.iter().position(|member| *member == thread);
    let mut forgotten = Vec::new();
    for cell in instance.system.thread(thread).dead(point) {
        match (instance.places[cell.index()], me) {
            (Place::Own(member, at), Some(me)) if member == me => forgotten.push(at),
            (Place::Shared(at) | Place::Pointer(_, at), None) => forgotten.push(at),
            _ => return Err("a thread forgets what is not its own".to_owned()),
        }
    }
    if !forgotten.is_empty() {
        entry["forgets"] = json!(forgotten);
    }
    Ok(())
}

/// The control points of a thread.
pub(super) fn points(instance: &Instance, thread: ThreadId) -> Vec<Json> {
    let owner = instance.system.thread(thread);
    let of = |(number, point): (u16, &reductio_system::ControlPoint)| {
        let mut entry = json!({ "name": point.name() });
        if owner.may_rest(number) {
            entry["may rest"] = true.into();
        }
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

/// The protected objects: shared ones, and those that each thread of a family has one of. The threads that are looked
/// at are those with this number in their families.
pub(super) fn protected(instance: &Instance, me: usize) -> Described<Vec<Json>> {
    let mut out = Vec::new();
    let thread_of = |family: usize, number: usize| {
        let members = instance.members_of(family);
        members.start + number % members.len()
    };
    let families = 0..instance.first.len();
    for (number, object) in instance.system.objects().iter().enumerate() {
        let places: Vec<Place> =
            object.cells().iter().map(|cell| instance.places[cell.index()]).collect();
        let owner = match places.first() {
            Some(Place::Own(member, _)) => {
                let family = instance.family(*member);
                if *member != thread_of(family, me) {
                    continue;
                }
                Some((family, *member))
            }
            _ => None,
        };
        let is_whole = |place: &Place| match (place, owner) {
            (Place::Own(member, _), Some((_, owner))) => *member == owner,
            (Place::Own(..), None) => false,
            (_, owner) => owner.is_none(),
        };
        if !places.iter().all(is_whole) {
            return Err(format!("parts of {} belong to different threads", object.name()));
        }
        let cells: Vec<usize> = places.iter().map(|place| position(*place)).collect();
        let id = ObjectId::new(number);
        let of = |thread: ThreadId, slots: &[(usize, usize)]| {
            let predicate = instance.system.objects()[id.index()].predicate(thread);
            View { instance, slots }.expression(predicate)
        };
        let of_member = |member: usize, owner: Option<usize>| {
            let owner = owner.map(|owner| (owner, 1));
            let slots: Vec<_> = std::iter::once((member, 0)).chain(owner).collect();
            of(instance.members[member], &slots)
        };
        let owned = owner.map(|(_, owner)| owner);
        let members = families.clone().map(|family| {
            // Of the owner's family another one than it.
            let is_its = owner.is_some_and(|(of, _)| of == family);
            of_member(thread_of(family, me + usize::from(is_its)), owned)
        });
        let members: Vec<Json> = members.collect::<Described<_>>()?;
        let slots: Vec<_> = owned.map(|owner| (owner, 1)).into_iter().collect();
        let threads = instance.singles.iter().map(|single| of(*single, &slots));
        let threads: Vec<Json> = threads.collect::<Described<_>>()?;
        let mut entry = json!({
            "name": object.name(), "cells": cells, "members": members, "threads": threads,
        });
        if let Some((family, owner)) = owner {
            entry["name"] = object.name().split('[').next().unwrap_or_default().into();
            entry["family"] = family.into();
            entry["owner"] = of_member(owner, None)?;
        }
        out.push(entry);
    }
    Ok(out)
}

/// The claims that can be described, each with its number among all claims of the text; for others the reason.
pub(super) fn claims(
    families: &Families,
    instances: &mut Instances<'_>,
) -> Result<Vec<Described<Json>>, crate::answer::FamilyError> {
    let (mut invariants, mut goals) = (0.., 0..);
    let mut out = Vec::new();
    for claim in &families.claims {
        let number = match claim.kind {
            FamilyClaimKind::Invariant => invariants.next(),
            FamilyClaimKind::Reach => goals.next(),
            FamilyClaimKind::Property => None,
        };
        let (Some(number), None, Some(witnesses)) = (number, &claim.obstacle, &claim.witnesses)
        else {
            let why = "a certificate has only claims that finitely many threads decide";
            out.push(Err(why.to_owned()));
            continue;
        };
        let is_goal = claim.kind == FamilyClaimKind::Reach;
        let mut shown = Vec::new();
        let mut described = Ok(());
        for counts in numbers(witnesses) {
            let sizes: Vec<usize> = counts.iter().map(|count| (*count).max(1)).collect();
            let instance = instances.get(&sizes)?;
            let system = &instance.system;
            let predicate = if is_goal {
                system.reachable()[number].predicate.clone()
            } else {
                system.invariants()[number].predicate.clone().negated()
            };
            let chosen = counts.iter().zip(&instance.first);
            let chosen = chosen.flat_map(|(count, first)| *first..first + count);
            let slots: Vec<_> = chosen.enumerate().map(|(slot, member)| (member, slot)).collect();
            let of: Vec<usize> = slots.iter().map(|(member, _)| instance.family(*member)).collect();
            match (View { instance, slots: &slots }).expression(&predicate) {
                Ok(predicate) => shown.push(json!([of, predicate])),
                Err(why) => described = Err(why),
            }
        }
        let word = if is_goal { "reach" } else { "invariant" };
        let title = claim.title.as_ref().unwrap_or(&claim.text);
        out.push(described.map(|()| json!({ "claim": word, "name": title, "shown by": shown })));
    }
    Ok(out)
}

/// The numbers of different threads of each family that witnesses may be, so many at most: at least one if there is
/// one.
fn numbers(witnesses: &[usize]) -> Vec<Vec<usize>> {
    witnesses.iter().fold(vec![Vec::new()], |all, most| {
        let with = |counts: Vec<usize>| {
            ((*most).min(1)..=*most).map(move |count| {
                let mut counts = counts.clone();
                counts.push(count);
                counts
            })
        };
        all.into_iter().flat_map(with).collect()
    })
}
