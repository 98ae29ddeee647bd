//! A survey of which predicates and claims read which cells: it says what a transition has to be asked about.

use std::sync::atomic::AtomicBool;

use rustc_hash::FxHashMap;

use super::candidate::{Candidate, all_hold};
use super::hiding::{Part, parts};
use super::paths::{Asked, Paths};
use super::plan::ClassId;
use super::usage::{Usage, support};
use reductio_system::{CellId, Expression, ObjectId, Point, System, ThreadId, Transition};

/// A class of protected objects that have the same predicates, as all objects under one lock have. The effects of a
/// transition on one of them are its effects on all.
#[derive(Clone, Debug)]
pub(super) struct Class {
    pub(super) objects: Vec<ObjectId>,
    /// The cells that each thread's predicate reads, sorted.
    pub(super) supports: Vec<Vec<CellId>>,
    /// The cells that any of the predicates reads, sorted.
    pub(super) support: Vec<CellId>,
}

/// The readers of all cells.
#[derive(Clone, Debug)]
pub(super) struct Survey<'s> {
    pub(super) system: &'s System,
    pub(super) classes: Vec<Class>,
    /// The class of each cell's object; none for those of objects that are watched only.
    pub(super) class_of: Vec<Option<ClassId>>,
    /// For each cell, the classes with a predicate that reads it.
    read_by: Vec<Vec<ClassId>>,
    pub(super) parts: Vec<Part<'s>>,
    /// For each part of a claim, the cells that it reads, sorted.
    pub(super) part_supports: Vec<Vec<CellId>>,
    /// For each cell, the parts of claims that read it.
    claimed_by: Vec<Vec<usize>>,
    /// The parts of invariants that are assumed to hold before each transition.
    assumed: Vec<usize>,
    /// The invariants that were found, which are assumed as well; candidates, while they are looked for.
    pub(super) found: Vec<Candidate>,
}

impl<'s> Survey<'s> {
    /// Makes the survey of a system. Objects that are treated as open have no class. The parts are those of the first
    /// `exact_claims` claims.
    pub(super) fn new(system: &'s System, usage: &Usage, exact_claims: usize) -> Self {
        let mut classes: Vec<Class> = Vec::new();
        let mut class_of_object = vec![None; system.objects().len()];
        let mut known: FxHashMap<(bool, Vec<&Expression>), ClassId> = FxHashMap::default();
        for (index, object) in system.objects().iter().enumerate() {
            let is_watched = usage.is_watched(ObjectId::new(index));
            // A demoted object has no discipline.
            if !is_watched && object.cells().iter().all(|&cell| usage.object(cell).is_none()) {
                continue;
            }
            let predicates: Vec<&Expression> =
                system.thread_ids().map(|thread| object.predicate(thread)).collect();
            let next = ClassId::try_from(classes.len()).expect("at most 65,536 objects");
            let class = *known.entry((is_watched, predicates)).or_insert(next);
            if class == next {
                classes.push(Class::of(system, ObjectId::new(index)));
            }
            classes[class as usize].objects.push(ObjectId::new(index));
            class_of_object[index] = Some(class);
        }
        let cells = (0..system.cells().len()).map(CellId::new);
        let class_of = cells.map(|cell| class_of_object[usage.object(cell)?.index()]).collect();
        let mut read_by = vec![Vec::new(); system.cells().len()];
        for (number, class) in classes.iter().enumerate() {
            let number = ClassId::try_from(number).expect("at most 65,536 objects");
            class.support.iter().for_each(|cell| read_by[cell.index()].push(number));
        }
        let parts = parts(system, exact_claims);
        let part_supports: Vec<Vec<CellId>> =
            parts.iter().map(|part| support(&part.predicate)).collect();
        let mut claimed_by = vec![Vec::new(); system.cells().len()];
        for (number, support) in part_supports.iter().enumerate() {
            for cell in support {
                claimed_by[cell.index()].push(number);
            }
        }
        let (assumed, found) = (Vec::new(), Vec::new());
        Survey {
            system,
            classes,
            class_of,
            read_by,
            parts,
            part_supports,
            claimed_by,
            assumed,
            found,
        }
    }

    /// Assumes that these invariants hold in the states before transitions, and no others.
    pub(super) fn assume(&mut self, invariants: &[usize]) {
        let parts =
            (0..self.parts.len()).filter(|part| invariants.contains(&self.parts[*part].claim));
        self.assumed = parts.collect();
    }

    /// Tells whether some invariant is assumed.
    pub(super) fn assumes_anything(&self) -> bool {
        !self.assumed.is_empty() || !self.found.is_empty()
    }

    /// The numbers of the invariants that are assumed.
    pub(super) fn assumed(&self) -> Vec<usize> {
        let mut out: Vec<usize> = self.assumed.iter().map(|part| self.parts[*part].claim).collect();
        out.dedup();
        out
    }

    /// Asks a question, as [`Paths::ask`] does, about states in which what is assumed holds, as far as it is about any
    /// of these cells, which are sorted. Cost: that of the question where nothing is found.
    pub(super) fn ask<T: Copy + PartialEq>(
        &self,
        paths: &mut Paths<'_>,
        cells: &[CellId],
        wanted: &[T],
        mut body: impl FnMut(&mut Paths<'_>) -> Option<T>,
    ) -> Asked<T> {
        let is_relevant = |part: &usize| meet(&self.part_supports[*part], cells);
        let relevant: Vec<usize> = self.assumed.iter().copied().filter(is_relevant).collect();
        let found_ones: Vec<&Candidate> =
            self.found.iter().filter(|one| meet(&one.support, cells)).collect();
        paths.ask(wanted, |paths| {
            let found = body(paths)?;
            paths.look_back(true);
            let mut all = relevant.iter().map(|part| &self.parts[*part].predicate);
            let hold =
                all.all(|predicate| paths.holds(predicate)) && all_hold(paths, found_ones.clone());
            hold.then_some(found)
        })
    }

    /// Makes what goes through the ways of transitions.
    pub(super) fn paths<'p>(&'p self, cancel: Option<&'p AtomicBool>) -> Paths<'p> {
        Paths::new(self.system, &self.class_of, cancel)
    }

    /// A thread's predicate for the objects of a class.
    pub(super) fn predicate(&self, class: ClassId, thread: ThreadId) -> &'s Expression {
        let first = self.classes[class as usize].objects[0];
        self.system.objects()[first.index()].predicate(thread)
    }

    /// The classes with a predicate that a transition may change, because the predicate reads a cell that it may write.
    pub(super) fn classes_changed_by(&self, written: &[CellId]) -> Vec<ClassId> {
        changed(&self.read_by, written)
    }

    /// The parts of claims that a transition may change.
    pub(super) fn parts_changed_by(&self, written: &[CellId]) -> Vec<usize> {
        changed(&self.claimed_by, written)
    }
}

impl Class {
    fn of(system: &System, object: ObjectId) -> Self {
        let predicate = |thread| system.objects()[object.index()].predicate(thread);
        let supports: Vec<Vec<CellId>> =
            system.thread_ids().map(|thread| support(predicate(thread))).collect();
        let mut all: Vec<CellId> = supports.iter().flatten().copied().collect();
        all.sort_unstable();
        all.dedup();
        Class { objects: Vec::new(), supports, support: all }
    }
}

fn changed<T: Copy + Ord>(readers: &[Vec<T>], written: &[CellId]) -> Vec<T> {
    let mut out: Vec<T> =
        written.iter().flat_map(|cell| readers[cell.index()].iter().copied()).collect();
    out.sort_unstable();
    out.dedup();
    out
}

/// The cells that a transition may write, sorted.
pub(super) fn may_write(system: &System, thread: ThreadId, transition: &Transition) -> Vec<CellId> {
    let mut out = vec![thread.counter()];
    for assignment in transition.command() {
        assignment.target.for_each_candidate(&mut |cell| out.push(cell));
    }
    if let reductio_system::Target::Point(point) = transition.target() {
        out.extend(system.thread(thread).dead(point));
    }
    out.sort_unstable();
    out.dedup();
    out
}

/// Decides whether two sorted lists have a cell in common.
pub(super) fn meet(left: &[CellId], right: &[CellId]) -> bool {
    let (few, many) = if left.len() < right.len() { (left, right) } else { (right, left) };
    few.iter().any(|cell| many.binary_search(cell).is_ok())
}

/// All control points of a thread.
pub(super) fn points(system: &System, thread: ThreadId) -> impl Iterator<Item = Point> + use<> {
    (0..system.thread(thread).points().len()).map(|k| Point::try_from(k).expect("at most 8,192"))
}
