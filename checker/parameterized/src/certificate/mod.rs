//! Certificates of answers about every number of threads, for a program that decides them again.
//!
//! A certificate describes the family so that no number of threads occurs in it, and has what each answer rests on: the
//! pairs; for what holds by a backward search its least elements; for stuck threads and deadlocks the abstract states,
//! and the least configurations from which a marked thread comes to take a step, each with the one that a step leads
//! to; for what fails a run. The format is in the guide (`guide/src/reference/family-certificates.md`).

mod describe;

use std::collections::hash_map::Entry;
use std::fmt::Write as _;

use reductio_language::{Families, FamilyClaimKind};
use reductio_system::{CellId, ThreadId};
use rustc_hash::FxHashMap;
use serde_json::{Value as Json, json};

use crate::answer::{Answer, Evidence, FamilyError, Outcome, RunStep};
use crate::backward::Key;
use crate::closed::Closed;
use crate::counts::{Counts, parts};
use crate::frame::Frame;
use crate::instance::{Instance, Place};
use crate::marked::Marked;
use crate::pairs::Pairs;
use crate::rule::Locals;
use crate::seeds::Instances;
use crate::space::{Local, LocalId, SharedId, family_of};
use describe::Described;

/// The theorem on which answers by a backward search rest.
pub const THEOREM: &str = "a set that no step enters";

/// The certificate of the answers about a family.
#[derive(Clone, Debug, Default)]
pub struct Certificate {
    /// The certificate, as the object of a JSON file.
    pub text: String,
    /// The number of pairs of a shared part and a local state.
    pub pairs: usize,
    /// The number of configurations and abstract states that are listed.
    pub listed: usize,
    /// The parts that it leaves out, each with the reason.
    pub left_out: Vec<String>,
}

/// An abstract state: its shared part, and the numbers of threads in local states.
type State = (SharedId, Counts);

/// The facts that answers rest on, as searches found them.
#[derive(Debug, Default)]
pub(crate) struct Proofs {
    /// The least elements of a backward search, by the number of the claim.
    pub(crate) bases: FxHashMap<usize, Vec<(SharedId, Locals)>>,
    /// The abstract states that decide something, with the numbers of the claims that they decide.
    pub(crate) counted: Vec<(Vec<usize>, Vec<State>)>,
}

/// The most abstract states and configurations that are listed.
const MOST_LISTED: usize = 60_000;

/// The number of the claim that no thread is stuck.
const STUCK: usize = 3;

/// The parts of a decision that a certificate is made from.
pub(crate) struct Made<'a, 'i> {
    pub(crate) families: &'a Families,
    pub(crate) frame: &'a Frame,
    pub(crate) instances: &'a mut Instances<'i>,
    pub(crate) pairs: Option<&'a Pairs>,
    pub(crate) marked: Option<&'a Marked>,
    pub(crate) proofs: Proofs,
}

/// The numbers of the parts of configurations in a certificate.
struct Numbers {
    shared: FxHashMap<SharedId, usize>,
    locals: FxHashMap<LocalId, usize>,
}

/// The numbers of the lists of abstract states that decide claims, by the numbers of these.
type Counted = FxHashMap<usize, usize>;

impl Made<'_, '_> {
    /// Makes the certificate of these answers, or says why there is none.
    pub(crate) fn certificate(
        mut self,
        answer: &Answer,
    ) -> Result<Described<Certificate>, FamilyError> {
        let description = match self.description()? {
            Ok(description) => description,
            Err(why) => return Ok(Err(why)),
        };
        let mut out = Object::default();
        let threads: Vec<&str> = answer.families.iter().map(|one| one.thread.as_str()).collect();
        out.field("thread", &json!(threads.join(", ")));
        out.field("theorem", &json!(THEOREM));
        for (name, value) in description {
            out.field(name, &value);
        }
        let mut certificate = Certificate { pairs: answer.pairs, ..Certificate::default() };
        let claims = describe::claims(self.families, self.instances)?;
        let described: Vec<Json> =
            claims.iter().filter_map(|claim| claim.as_ref().ok().cloned()).collect();
        out.field("claims", &described.into());
        let numbers = self.states(&mut out);
        let listed = self.counted(&numbers, answer, &mut out, &mut certificate);
        let mut answers = Vec::new();
        let own = [&answer.discipline, &answer.failures, &answer.deadlock, &answer.stuck];
        let words = ["discipline", "no_failure", "no_deadlock", "no_stuck_thread"];
        for (number, (word, outcome)) in words.into_iter().zip(own).enumerate() {
            let entry = json!({ "claim": word });
            answers.push(self.answer(
                number,
                entry,
                outcome,
                (&numbers, &listed),
                &mut certificate,
            )?);
        }
        for (number, (claim, described)) in answer.claims.iter().zip(&claims).enumerate() {
            let word = match claim.kind {
                FamilyClaimKind::Reach => "reach",
                FamilyClaimKind::Invariant => "invariant",
                FamilyClaimKind::Property => "property",
            };
            match described {
                Ok(_) => {
                    let (entry, outcome) = (json!({ "claim": word }), &claim.outcome);
                    let made = self.answer(
                        number + 4,
                        entry,
                        outcome,
                        (&numbers, &listed),
                        &mut certificate,
                    )?;
                    answers.push(made);
                }
                Err(why) => {
                    certificate.left_out.push(format!("{word} \"{}\": {why}", claim.title));
                }
            }
        }
        out.field("answers", &answers.into());
        certificate.text = out.0 + "}";
        Ok(Ok(certificate))
    }

    /// The description of the family, which must not depend on the number of threads nor on which of them is looked
    /// at.
    fn description(&mut self) -> Result<Described<Description>, FamilyError> {
        let frame = &self.frame.instance;
        let described = match describe(frame, 0, self.families) {
            Ok(described) => described,
            Err(why) => return Ok(Err(why)),
        };
        let wanted = without_forgotten(&described);
        let sizes = frame.first.iter().enumerate();
        let most: Vec<usize> = sizes.map(|(family, _)| frame.members_of(family).len()).collect();
        for threads in [vec![2; most.len()], vec![3; most.len()], most] {
            let least = threads.iter().copied().min().unwrap_or(0);
            let instance = match least {
                2 | 3 => self.instances.get(&threads)?,
                _ => frame,
            };
            for member in 0..least.min(4) {
                let other = describe(instance, member, self.families);
                if other.map(|other| without_forgotten(&other)).as_ref() != Ok(&wanted) {
                    let why = format!("with {threads:?} threads the description is another one");
                    return Ok(Err(why));
                }
            }
        }
        Ok(Ok(described))
    }

    /// Writes shared parts, local states and pairs, and returns their numbers.
    fn states(&self, out: &mut Object) -> Numbers {
        let mut numbers = Numbers { shared: FxHashMap::default(), locals: FxHashMap::default() };
        let (mut shared, mut locals, mut pairs): (Vec<Json>, Vec<Json>, Vec<Json>) =
            (Vec::new(), Vec::new(), Vec::new());
        let pointer = |place: &Place| match *place {
            Place::Pointer(_, at) => Some(at),
            Place::Shared(_) | Place::Own(..) => None,
        };
        let pointers: Vec<usize> = self.frame.instance.places.iter().filter_map(pointer).collect();
        if let Some(known) = self.pairs {
            let mut all: Vec<SharedId> = known.around.keys().copied().collect();
            all.sort_unstable();
            for id in all {
                numbers.shared.insert(id, shared.len());
                let parts = known.space.shared.get(id);
                let part = |(at, value): (usize, &i32)| {
                    let family = pointers.contains(&at).then(|| family_of(*value)).flatten();
                    family.map_or(i64::from(*value), |family| {
                        -1 - i64::try_from(family).expect("there are few families")
                    })
                };
                shared.push(parts.iter().enumerate().map(part).collect());
                let mut with = known.with(id).to_vec();
                with.sort_unstable();
                let with = with.into_iter().map(|id| {
                    *numbers.locals.entry(id).or_insert_with(|| {
                        locals.push(self.local(known.space.locals.get(id)));
                        locals.len() - 1
                    })
                });
                pairs.push(with.collect());
            }
        }
        out.field("shared states", &shared.into());
        out.field("local states", &locals.into());
        out.field("pairs", &pairs.into());
        numbers
    }

    /// A local state: its family, its cells, and the shared cells that point to it.
    fn local(&self, local: &Local) -> Json {
        let pointer = |place: &Place| match *place {
            Place::Pointer(number, at) if local.flags & 1 << number != 0 => Some(at),
            _ => None,
        };
        let flags: Vec<usize> = self.frame.instance.places.iter().filter_map(pointer).collect();
        json!([local.family, &local.cells[..], flags])
    }

    /// Writes abstract states that decide claims, and from where marked threads come to take a step if no thread is
    /// stuck.
    fn counted(
        &self,
        numbers: &Numbers,
        answer: &Answer,
        out: &mut Object,
        certificate: &mut Certificate,
    ) -> Counted {
        let is_counted = |outcome: &Outcome| {
            matches!(
                outcome,
                Outcome::Holds(Evidence::Abstraction { .. })
                    | Outcome::Never(Evidence::Abstraction { .. })
            )
        };
        let marked = self.marked.filter(|_| is_counted(&answer.stuck));
        let sets: Vec<&Closed<Key>> = marked
            .map(|marked| std::iter::once(&marked.members).chain(&marked.singles).collect())
            .unwrap_or_default();
        let is_small = sets.iter().map(|set| set.added()).sum::<usize>() <= 4 * MOST_LISTED;
        let wanted = answer.outcomes().enumerate().filter(|(_, outcome)| is_counted(outcome));
        let wanted: Vec<usize> = wanted.map(|(number, _)| number).collect();
        let (mut lists, mut found) = (Vec::<Json>::new(), Counted::default());
        for (shown, states) in &self.proofs.counted {
            let is_for = |number: &usize| {
                wanted.contains(number)
                    && !found.contains_key(number)
                    && (*number != STUCK || is_small)
            };
            let shown: Vec<usize> = shown.iter().copied().filter(is_for).collect();
            if shown.is_empty() || states.len() > MOST_LISTED {
                continue;
            }
            let state = |(shared, counts): &State| {
                let counts = counts.iter().map(|one| {
                    let (local, count) = parts(*one);
                    Some(json!([numbers.locals.get(&local)?, count.least, count.is_open]))
                });
                Some(json!([numbers.shared.get(shared)?, counts.collect::<Option<Vec<_>>>()?]))
            };
            if let Some(states) = states.iter().map(state).collect::<Option<Vec<Json>>>() {
                certificate.listed += states.len();
                found.extend(shown.into_iter().map(|number| (number, lists.len())));
                lists.push(states.into());
            }
        }
        out.field("abstract states", &lists.into());
        let sets = sets.into_iter().filter(|_| found.contains_key(&STUCK));
        let mut sets: Vec<Json> = sets
            .map(|set| {
                let elements = elements(set, numbers);
                certificate.listed += elements.len();
                Json::Array(elements)
            })
            .collect();
        sets.resize(1 + self.frame.instance.singles.len(), Json::Array(Vec::new()));
        out.field("going on", &sets.into());
        found
    }

    fn answer(
        &mut self,
        number: usize,
        mut entry: Json,
        outcome: &Outcome,
        (numbers, listed): (&Numbers, &Counted),
        certificate: &mut Certificate,
    ) -> Result<Json, FamilyError> {
        let words = ["discipline", "no failure", "no deadlock", "no stuck thread"];
        let name = match number.checked_sub(4).and_then(|claim| self.families.claims.get(claim)) {
            Some(claim) => format!("\"{}\"", claim.title.as_ref().unwrap_or(&claim.text)),
            None => words[number].to_owned(),
        };
        let mut undecided = |entry: &mut Json, why: String, is_left_out: bool| {
            entry["answer"] = "undecided".into();
            entry["why"] = why.as_str().into();
            if is_left_out {
                certificate.left_out.push(format!("{name}: {why}"));
            }
        };
        match outcome {
            Outcome::Holds(evidence) | Outcome::Never(evidence) => {
                let word = if matches!(outcome, Outcome::Never(_)) { "fails" } else { "holds" };
                match *evidence {
                    Evidence::Backward { .. } => match self.basis(number, numbers) {
                        Some(basis) => {
                            entry["answer"] = word.into();
                            entry["basis"] = basis.into();
                        }
                        None => undecided(&mut entry, "too much to list".to_owned(), true),
                    },
                    Evidence::Abstraction { states, .. } => {
                        if let Some(place) = listed.get(&number) {
                            entry["answer"] = word.into();
                            entry["states"] = (*place).into();
                        } else {
                            let why = format!("{states} abstract states are too many to list");
                            undecided(&mut entry, why, true);
                        }
                    }
                }
            }
            Outcome::Fails { threads, run, .. } | Outcome::Reached { threads, run, .. } => {
                let word = if matches!(outcome, Outcome::Fails { .. }) { "fails" } else { "holds" };
                match self.run(threads, run)? {
                    Ok(run) => {
                        entry["answer"] = word.into();
                        entry["numbers"] = json!(threads);
                        entry["run"] = run;
                    }
                    Err(why) => undecided(&mut entry, why, true),
                }
            }
            Outcome::Undecided { reason } => undecided(&mut entry, reason.clone(), false),
        }
        if let Some(basis) = entry["basis"].as_array() {
            certificate.listed += basis.len();
        }
        Ok(entry)
    }

    fn basis(&self, number: usize, numbers: &Numbers) -> Option<Vec<Json>> {
        let elements = self.proofs.bases.get(&number)?.iter();
        elements
            .map(|(shared, locals)| {
                Some(json!([numbers.shared.get(shared)?, listed(locals, numbers)?]))
            })
            .collect()
    }

    /// A run, by the transitions of the description: threads that are not of the family have the first numbers.
    fn run(&mut self, threads: &[usize], run: &[RunStep]) -> Result<Described<Json>, FamilyError> {
        let frame = &self.frame.instance;
        let instance = self.instances.get(threads)?;
        let singles = instance.singles.len();
        let member = |thread: ThreadId| instance.members.iter().position(|one| *one == thread);
        let single = |thread: ThreadId| instance.singles.iter().position(|one| *one == thread);
        let mut known: FxHashMap<usize, Vec<(usize, Option<usize>)>> = FxHashMap::default();
        let mut out = Vec::new();
        for step in run {
            let thread = ThreadId::new(step.thread);
            if let Entry::Vacant(free) = known.entry(step.thread) {
                let alike = match member(thread) {
                    Some(member) => frame.members[frame.first[instance.family(member)]],
                    None => frame.singles[single(thread).unwrap_or_default()],
                };
                match numbers_there(instance, thread, (frame, alike)) {
                    Ok(numbers) => free.insert(numbers),
                    Err(why) => return Ok(Err(why)),
                };
            }
            let number = member(thread).map(|member| singles + member).or(single(thread));
            let (transition, partner) = known[&step.thread][step.transition];
            out.push(json!([number, transition, partner.map(|member| singles + member)]));
        }
        Ok(Ok(out.into()))
    }
}

/// The transitions of a thread by their numbers in the description, which is that of another thread in a system with
/// more of them: where a thread is alone there is nobody to wake, and such transitions are missing.
fn numbers_there(
    instance: &Instance,
    thread: ThreadId,
    (other, alike): (&Instance, ThreadId),
) -> Described<Vec<(usize, Option<usize>)>> {
    let own = describe::transitions(instance, thread)?;
    let all = describe::transitions(other, alike)?.entries;
    let plain = |entry: &Json| {
        let mut entry = entry.clone();
        let fields = ["forgets", "nobody", "others"];
        entry.as_object_mut().map(|entry| fields.map(|field| entry.remove(field)));
        entry
    };
    let all: Vec<Json> = all.iter().map(plain).collect();
    let mut from = 0;
    let mut places = Vec::new();
    for entry in own.entries.iter().map(plain) {
        let found = all[from..].iter().position(|one| *one == entry);
        from += found.ok_or("a transition of a run is not in the description")? + 1;
        places.push(from - 1);
    }
    Ok(own.numbers.into_iter().map(|(number, partner)| (places[number], partner)).collect())
}

fn listed(locals: &Locals, numbers: &Numbers) -> Option<Vec<usize>> {
    locals.iter().map(|local| numbers.locals.get(local).copied()).collect()
}

/// The least elements of a set, and those that steps lead to from these, each with the number of that.
fn elements(set: &Closed<Key>, numbers: &Numbers) -> Vec<Json> {
    let mut wanted: Vec<bool> = (0..set.added()).map(|number| set.get(number).is_least).collect();
    for number in (0..set.added()).rev() {
        if let Some(next) = set.get(number).next.filter(|_| wanted[number]) {
            wanted[next] = true;
        }
    }
    let mut places = vec![0; wanted.len()];
    let mut out = Vec::new();
    for number in (0..wanted.len()).filter(|number| wanted[*number]) {
        places[number] = out.len();
        let element = set.get(number);
        let (shared, mark) = element.key;
        let mark = mark.map(|mark| numbers.locals.get(&mark));
        out.push(json!([
            numbers.shared.get(&shared),
            mark,
            listed(&element.locals, numbers),
            element.next.map(|next| places[next])
        ]));
    }
    out
}

type Description = Vec<(&'static str, Json)>;

/// Describes families by the threads with this number in each.
fn describe(instance: &Instance, me: usize, families: &Families) -> Described<Description> {
    let system = &instance.system;
    let (shared, locals) = instance.parts(&system.initial());
    let mut common = Vec::new();
    for (number, place) in instance.places.iter().enumerate() {
        let cell = system.cell(CellId::new(number));
        let (low, high) = (cell.domain().low(), cell.domain().high());
        match *place {
            Place::Shared(at) => common.push(
                json!({ "name": cell.name(), "low": low, "high": high, "initial": shared[at] }),
            ),
            Place::Pointer(..) => common.push(json!({ "name": cell.name(), "pointer": true })),
            Place::Own(..) => {}
        }
    }
    let mut of_families = Vec::new();
    for (number, family) in families.families.iter().enumerate() {
        let member = instance.first[number] + me;
        let thread = instance.members[member];
        of_families.push(json!({
            "name": family.thread,
            "least": family.least,
            "cells": own_cells(instance, member, &locals[member]),
            "points": describe::points(instance, thread),
            "transitions": describe::transitions(instance, thread)?.entries,
        }));
    }
    let mut threads = Vec::new();
    for single in &instance.singles {
        let owner = system.thread(*single);
        let Place::Shared(counter) = instance.places[single.counter().index()] else {
            return Err("a thread has no control point of its own".to_owned());
        };
        threads.push(json!({
            "name": owner.name(),
            "counter": counter,
            "points": describe::points(instance, *single),
            "transitions": describe::transitions(instance, *single)?.entries,
        }));
    }
    Ok(vec![
        ("families", of_families.into()),
        ("shared", common.into()),
        ("threads", threads.into()),
        ("protected", describe::protected(instance, me)?.into()),
    ])
}

/// The cells of a thread of a family, with names that do not say which thread it is.
fn own_cells(instance: &Instance, member: usize, local: &Local) -> Vec<Json> {
    let name = instance.system.thread(instance.members[member]).name();
    let index = name.find('[').map_or("", |at| &name[at..]);
    let mut own = Vec::new();
    for (number, place) in instance.places.iter().enumerate() {
        let cell = instance.system.cell(CellId::new(number));
        let (low, high) = (cell.domain().low(), cell.domain().high());
        if let Place::Own(of, at) = *place
            && of == member
        {
            let plain = cell.name().strip_prefix(name).and_then(|rest| rest.strip_prefix('.'));
            let plain = plain
                .map_or_else(|| cell.name().replace(name, "").replace(index, "[]"), str::to_owned);
            let plain = if at == 0 { "at".to_owned() } else { plain };
            let initial = local.cells[at];
            own.push(json!({ "name": plain, "low": low, "high": high, "initial": initial }));
        }
    }
    own
}

/// A description without what depends on which locals a system forgets.
fn without_forgotten(description: &Description) -> Description {
    let mut out = description.clone();
    let threads = |value: &mut Json| {
        for one in value.as_array_mut().into_iter().flatten() {
            for step in one["transitions"].as_array_mut().into_iter().flatten() {
                step.as_object_mut().map(|step| step.remove("forgets"));
            }
        }
    };
    for (name, value) in &mut out {
        if matches!(*name, "families" | "threads") {
            threads(value);
        }
    }
    out
}

/// A JSON object that is written field by field; each entry of a list has a line of its own.
#[derive(Default)]
struct Object(String);

impl Object {
    fn field(&mut self, name: &str, value: &Json) {
        let comma = if self.0.is_empty() { "{" } else { ",\n" };
        let _ = write!(self.0, "{comma}\"{name}\": ");
        match value {
            Json::Array(entries) if !entries.is_empty() => {
                let entries: Vec<String> = entries.iter().map(Json::to_string).collect();
                let _ = write!(self.0, "[\n{}]", entries.join(",\n"));
            }
            other => self.0 += &other.to_string(),
        }
    }
}
