//! Violations of the discipline: which states are bad, and why.

use std::sync::atomic::AtomicBool;

use smallvec::SmallVec;

use super::requirement::{Requirement, Table};
use super::survey::Survey;
use super::usage::{Usage, for_each_place};
use reductio_system::{
    CellId, Layout, Memory, ObjectId, PackedState, Place, System, ThreadId, Value,
};

/// The reason why a state is bad: the rule of the discipline that it breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Violation {
    /// Rule 1: a thread accesses an object without its exclusive access predicate.
    Access {
        /// The thread.
        thread: ThreadId,
        /// The number of the transition that accesses it.
        transition: usize,
        /// The object.
        object: ObjectId,
    },
    /// Rule 2: two threads' exclusive access predicates for one object hold at once.
    NotExclusive {
        /// The object.
        object: ObjectId,
        /// One thread.
        first: ThreadId,
        /// The other.
        second: ThreadId,
    },
}

impl Violation {
    /// The object.
    pub fn object(self) -> ObjectId {
        match self {
            Violation::Access { object, .. } | Violation::NotExclusive { object, .. } => object,
        }
    }
}

/// A table of what must be looked at to know whether a state is bad.
#[derive(Clone, Debug)]
pub(super) struct Watch {
    usage: Usage,
    /// For each thread and control point, the transitions that may touch a protected object, and whether their guards
    /// may.
    accesses: Vec<Vec<Vec<(usize, bool)>>>,
    /// Where there are some of them: most points of most states have none, and that is found here without a way
    /// through three lists.
    watched: Watched,
    /// The objects for which two threads' predicates may hold at once.
    overlapping: Vec<ObjectId>,
}

/// The control points at which a thread has transitions to look at.
#[derive(Clone, Debug)]
struct Watched {
    /// For each thread, the place of its first point.
    first: Vec<usize>,
    /// All points of all threads.
    points: Vec<bool>,
}

impl Watched {
    fn new(accesses: &[Vec<Vec<(usize, bool)>>]) -> Self {
        let (mut first, mut points) = (Vec::new(), Vec::new());
        for by_point in accesses {
            first.push(points.len());
            points.extend(by_point.iter().map(|accesses| !accesses.is_empty()));
        }
        Watched { first, points }
    }

    /// The threads that stand at such points, each with its point.
    #[inline]
    fn threads<'a>(
        &'a self,
        system: &'a System,
        state: &'a PackedState,
    ) -> impl Iterator<Item = (usize, usize)> {
        let at = move |index| usize::from(system.at(state, ThreadId::new(index)));
        let all =
            self.first.iter().enumerate().map(move |(index, first)| (index, *first, at(index)));
        all.filter(|(_, first, point)| self.points[first + point])
            .map(|(index, _, point)| (index, point))
    }
}

impl Watch {
    pub(super) fn new(
        survey: &Survey<'_>,
        usage: &Usage,
        table: Table,
        cancel: Option<&AtomicBool>,
    ) -> Self {
        let system = survey.system;
        let accesses: Vec<_> = system
            .threads()
            .iter()
            .map(|thread| {
                let mut by_point = vec![Vec::new(); thread.points().len()];
                for (number, transition) in thread.transitions().iter().enumerate() {
                    let mut touches = false;
                    for_each_place(transition, &mut |place, _| {
                        touches |= touches_object(usage, place);
                    });
                    let mut guard_touches = false;
                    transition
                        .guard()
                        .for_each_place(&mut |place| guard_touches |= touches_object(usage, place));
                    if touches && table.requires(Requirement::Rule1) {
                        by_point[usize::from(transition.start())].push((number, guard_touches));
                    }
                }
                by_point
            })
            .collect();
        let mut overlapping = if table.requires(Requirement::Rule2) {
            may_overlap(survey, cancel)
        } else {
            Vec::new()
        };
        overlapping.sort_unstable();
        let watched = Watched::new(&accesses);
        Watch { usage: usage.clone(), accesses, watched, overlapping }
    }

    #[inline]
    pub(super) fn violation(&self, system: &System, state: &PackedState) -> Option<Violation> {
        self.violation_of(system, state, |_| true)
    }

    /// A violation by accesses to one of the wanted objects, if there is one.
    #[inline]
    pub(super) fn violation_of(
        &self,
        system: &System,
        state: &PackedState,
        is_wanted: impl Fn(ObjectId) -> bool,
    ) -> Option<Violation> {
        for (index, point) in self.watched.threads(system, state) {
            let thread = ThreadId::new(index);
            for &pending in &self.accesses[index][point] {
                let mut all = self.accesses_of(system, state, thread, pending);
                if let Some(violation) = all.find(|violation| is_wanted(violation.object())) {
                    return Some(violation);
                }
            }
        }
        let mut overlapping = self.overlapping.iter().filter(|object| is_wanted(**object));
        overlapping.find_map(|&object| overlap(system, state, object))
    }

    /// All violations in a state.
    pub(super) fn violations(&self, system: &System, state: &PackedState) -> Vec<Violation> {
        let mut out = Vec::new();
        for (index, point) in self.watched.threads(system, state) {
            let thread = ThreadId::new(index);
            for &pending in &self.accesses[index][point] {
                out.extend(self.accesses_of(system, state, thread, pending));
            }
        }
        out.extend(self.overlapping.iter().filter_map(|&object| overlap(system, state, object)));
        out
    }

    /// The violations of rule 1 by one transition of a thread, which comes with whether its guard may touch protected
    /// objects.
    fn accesses_of<'a>(
        &self,
        system: &'a System,
        state: &'a PackedState,
        thread: ThreadId,
        (number, guard_touches): (usize, bool),
    ) -> impl Iterator<Item = Violation> + use<'a> {
        let transition = &system.thread(thread).transitions()[number];
        let mut scratch = state.clone();
        let mut memory = Tracing {
            layout: system.layout(),
            usage: &self.usage,
            state: &mut scratch,
            touched: SmallVec::new(),
        };
        let guard = if guard_touches {
            transition.guard().evaluate(&mut memory)
        } else {
            transition.guard().evaluate(&mut system.layout().memory(state))
        };
        if guard.is_ok_and(|value| value == 1) {
            // Where the command fails, what it touched before counts.
            let _ = system.perform(thread, transition, &mut memory);
        }
        let is_forbidden = move |object: &ObjectId| !system.has_access(*object, thread, state);
        let of = move |object| Violation::Access { thread, transition: number, object };
        memory.touched.into_iter().filter(is_forbidden).map(of)
    }
}

fn touches_object(usage: &Usage, place: &Place) -> bool {
    let mut touches = false;
    place.for_each_candidate(&mut |cell| touches |= usage.judged(cell).is_some());
    touches
}

/// A violation of rule 2 for an object, if two threads' predicates hold.
fn overlap(system: &System, state: &PackedState, object: ObjectId) -> Option<Violation> {
    let mut holders =
        system.thread_ids().filter(|&thread| system.has_access(object, thread, state));
    let (first, second) = (holders.next()?, holders.next()?);
    Some(Violation::NotExclusive { object, first, second })
}

/// The objects for which two threads' predicates hold at once in some state, or for which that is not known.
fn may_overlap(survey: &Survey<'_>, cancel: Option<&AtomicBool>) -> Vec<ObjectId> {
    let mut paths = survey.paths(cancel);
    let threads: Vec<ThreadId> = survey.system.thread_ids().collect();
    let mut out = Vec::new();
    for (number, class) in (0..).zip(&survey.classes) {
        let predicate = |thread: ThreadId| survey.predicate(number, thread);
        let pairs = threads.iter().enumerate().flat_map(|(k, &one)| {
            threads[k + 1..].iter().map(move |&other| (predicate(one), predicate(other)))
        });
        let overlaps = pairs.into_iter().any(|(one, other)| {
            let asked =
                paths.ask(&[()], |paths| (paths.holds(one) && paths.holds(other)).then_some(()));
            !asked.is_complete || !asked.found.is_empty()
        });
        if overlaps {
            out.extend(&class.objects);
        }
    }
    out
}

/// A memory that notes the protected objects that are read or written.
struct Tracing<'a> {
    layout: &'a Layout,
    usage: &'a Usage,
    state: &'a mut PackedState,
    touched: SmallVec<[ObjectId; 4]>,
}

impl Tracing<'_> {
    fn note(&mut self, cell: CellId) {
        if let Some(object) = self.usage.judged(cell)
            && !self.touched.contains(&object)
        {
            self.touched.push(object);
        }
    }
}

impl Memory for Tracing<'_> {
    fn read(&mut self, cell: CellId) -> Value {
        self.note(cell);
        self.layout.read(self.state, cell)
    }

    fn write(&mut self, cell: CellId, value: Value) {
        self.note(cell);
        self.layout.write(self.state, cell, value);
    }
}
