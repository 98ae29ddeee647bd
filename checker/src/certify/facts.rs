//! The facts that the questions of a certificate are about: groups of protected variables, and what transitions may
//! read and write.

use std::borrow::Cow;

use crate::discipline::{ChosenSet, Discipline};
use crate::search::Order;
use crate::system::{
    CellId, Expression, Index, ObjectId, Place, Point, StateProperty, System, Target, ThreadId,
    Transition,
};

/// A group of protected variables with the same exclusive access predicates. To the theorem it is one object.
pub(super) struct Group<'a> {
    pub(super) objects: Vec<ObjectId>,
    /// The exclusive access predicate of each thread.
    pub(super) predicates: Vec<&'a Expression>,
    /// The cells that each thread's predicate may read, sorted.
    pub(super) supports: Vec<Vec<CellId>>,
    /// The invisible control points for which Set B or Set C is chosen.
    pub(super) chosen: Vec<(ThreadId, Point, ChosenSet)>,
}

/// A place that a transition names.
pub(super) struct Use<'a> {
    pub(super) place: &'a Place,
    pub(super) is_written: bool,
    /// Tells whether its indices have the same values before the transition and where the place is read or written.
    pub(super) is_settled: bool,
}

/// The cells that a transition may touch.
pub(super) struct Touches<'a> {
    /// The places that it names, those in indices among them.
    pub(super) uses: Vec<Use<'a>>,
    /// The cells that it writes wherever it ends: its program counter, and those that it forgets.
    pub(super) always: Vec<CellId>,
    /// The cells that it may read or write, sorted.
    pub(super) all: Vec<CellId>,
    /// The cells that it may write, sorted; the program counter of its thread is one.
    pub(super) written: Vec<CellId>,
}

/// A system under its discipline, as the questions see it.
pub(super) struct Facts<'a> {
    pub(super) system: &'a System,
    pub(super) discipline: &'a Discipline,
    pub(super) groups: Vec<Group<'a>>,
    group_of: Vec<Option<usize>>,
    /// By thread and transition.
    touches: Vec<Vec<Touches<'a>>>,
    /// The conjuncts of the invariants that are assumed.
    pub(super) assumed: Vec<Cow<'a, Expression>>,
    /// Whether states are bad in which a thread is about to fail at an `up`: in a search by reduced steps.
    order: Order,
}

impl<'a> Facts<'a> {
    pub(super) fn new(discipline: &'a Discipline, order: Order) -> Self {
        let system = discipline.system();
        let mut groups: Vec<Group<'a>> = Vec::new();
        let mut group_of = vec![None; system.cells().len()];
        for (number, object) in system.objects().iter().enumerate() {
            // One that is treated as open has no cell of its own.
            let is_own = |cell: &&CellId| discipline.usage().object(**cell).is_some();
            let own: Vec<CellId> = object.cells().iter().filter(is_own).copied().collect();
            if own.is_empty() {
                continue;
            }
            let predicates: Vec<&Expression> =
                system.thread_ids().map(|thread| object.predicate(thread)).collect();
            let known = groups.iter().position(|group| group.predicates == predicates);
            let group = known.unwrap_or(groups.len());
            if known.is_none() {
                let supports = predicates.iter().map(|predicate| support(predicate)).collect();
                groups.push(Group {
                    objects: Vec::new(),
                    predicates,
                    supports,
                    chosen: Vec::new(),
                });
            }
            groups[group].objects.push(ObjectId::new(number));
            for cell in own {
                group_of[cell.index()] = Some(group);
            }
        }
        let of_thread = |thread| {
            let all = system.thread(thread).transitions().iter();
            all.map(|transition| touches(system, thread, transition)).collect()
        };
        let touches = system.thread_ids().map(of_thread).collect();
        let mut assumed = Vec::new();
        for number in discipline.assumed_invariants() {
            cut(&system.invariants()[*number].predicate, true, &mut assumed);
        }
        for found in discipline.found_invariants() {
            assumed.push(Cow::Owned(found.predicate(system)));
        }
        let mut facts = Facts { system, discipline, groups, group_of, touches, assumed, order };
        facts.choose();
        facts
    }

    /// Notes the sets that are chosen where an invisible transition may change its own thread's predicate.
    fn choose(&mut self) {
        for group in 0..self.groups.len() {
            let mut chosen = Vec::new();
            for (thread, number, transition) in self.transitions() {
                let point = transition.start();
                if self.is_visible(thread, point)
                    || !meet(
                        &self.touches(thread, number).written,
                        &self.groups[group].supports[thread.index()],
                    )
                {
                    continue;
                }
                match self.discipline.chosen(self.groups[group].objects[0], thread, point) {
                    Some(set @ (ChosenSet::B | ChosenSet::C)) => chosen.push((thread, point, set)),
                    Some(ChosenSet::A) | None => {}
                }
            }
            chosen.dedup();
            self.groups[group].chosen = chosen;
        }
    }

    /// All transitions: thread, number, transition.
    pub(super) fn transitions(
        &self,
    ) -> impl Iterator<Item = (ThreadId, usize, &'a Transition)> + use<'a> {
        let system = self.system;
        system.thread_ids().flat_map(move |thread| {
            let all = system.thread(thread).transitions().iter().enumerate();
            all.map(move |(number, transition)| (thread, number, transition))
        })
    }

    /// The threads but one.
    pub(super) fn others(&self, thread: ThreadId) -> impl Iterator<Item = ThreadId> + use<> {
        self.system.thread_ids().filter(move |other| *other != thread)
    }

    /// The group of a protected cell.
    pub(super) fn group_of(&self, cell: CellId) -> Option<usize> {
        self.group_of[cell.index()]
    }

    pub(super) fn touches(&self, thread: ThreadId, number: usize) -> &Touches<'a> {
        &self.touches[thread.index()][number]
    }

    pub(super) fn is_visible(&self, thread: ThreadId, point: Point) -> bool {
        self.discipline.is_visible_point(thread, point)
    }

    /// Decides whether a transition fails at the `up` of a full semaphore, and a state in which it is about to do so is
    /// bad.
    pub(super) fn is_overflow(&self, thread: ThreadId, number: usize) -> bool {
        self.order == Order::Reduced && self.discipline.is_overflow(thread, number)
    }

    /// The invisible control points at which a thread may touch a cell of a group.
    pub(super) fn users(&self, group: usize, thread: ThreadId) -> Vec<Point> {
        let all = self.transitions().filter(|(owner, ..)| *owner == thread);
        let uses = all.filter(|(thread, number, transition)| {
            let mut cells = self.touches(*thread, *number).all.iter();
            !self.is_visible(*thread, transition.start())
                && cells.any(|cell| self.group_of(*cell) == Some(group))
        });
        let mut points: Vec<Point> = uses.map(|(.., transition)| transition.start()).collect();
        points.dedup();
        points
    }

    /// The claims that no invisible transition may hide, in parts: each predicate with the value that must not be lost.
    pub(super) fn kept(&self) -> Vec<(Cow<'a, Expression>, bool)> {
        let mut out = Vec::new();
        let invariants = self.system.invariants().len();
        let all = self.system.invariants().iter().chain(self.system.reachable());
        let exact: usize = self.discipline.exact_claims().count();
        for (number, claim) in all.enumerate().take(exact) {
            let mut parts = Vec::new();
            cut(&claim.predicate, number < invariants, &mut parts);
            out.extend(parts.into_iter().map(|part| (part, number >= invariants)));
        }
        out
    }

    /// Tells whether a claim that something is reached is one that no invisible transition may hide.
    pub(super) fn keeps_goals(&self) -> bool {
        self.discipline.exact_claims().count() > self.system.invariants().len()
    }

    pub(super) fn goals(&self) -> &'a [StateProperty] {
        self.system.reachable()
    }
}

fn touches<'a>(system: &'a System, thread: ThreadId, transition: &'a Transition) -> Touches<'a> {
    let mut places: Vec<(&Place, bool)> = Vec::new();
    transition.guard().for_each_place(&mut |place| places.push((place, false)));
    for assignment in transition.command() {
        assignment.value.for_each_place(&mut |place| places.push((place, false)));
        places.push((&assignment.target, true));
        for index in indices(&assignment.target) {
            index.value.for_each_place(&mut |place| places.push((place, false)));
        }
    }
    let mut assigned = Vec::new();
    for (place, _) in places.iter().filter(|(_, is_written)| *is_written) {
        place.for_each_candidate(&mut |cell| assigned.push(cell));
    }
    let assigned = sorted(assigned);
    let is_settled =
        |place: &Place| indices(place).iter().all(|index| !meet(&support(&index.value), &assigned));
    let mut always = vec![thread.counter()];
    if let Target::Point(point) = transition.target() {
        always.extend(system.thread(thread).dead(point));
    }
    let written = sorted([assigned.as_slice(), &always].concat());
    let mut all = written.clone();
    for (place, _) in &places {
        place.for_each_candidate(&mut |cell| all.push(cell));
    }
    let uses = places.into_iter().map(|(place, is_written)| Use {
        place,
        is_written,
        is_settled: is_settled(place),
    });
    Touches { uses: uses.collect(), always, all: sorted(all), written }
}

fn indices(place: &Place) -> &[Index] {
    match place {
        Place::Cell(_) => &[],
        Place::Element { indices, .. } => indices,
    }
}

/// The cells that an expression may read, sorted.
pub(super) fn support(expression: &Expression) -> Vec<CellId> {
    let mut out = Vec::new();
    expression.for_each_place(&mut |place| place.for_each_candidate(&mut |cell| out.push(cell)));
    sorted(out)
}

fn sorted(mut cells: Vec<CellId>) -> Vec<CellId> {
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// Decides whether two sorted lists have a cell in common.
pub(super) fn meet(left: &[CellId], right: &[CellId]) -> bool {
    left.iter().any(|cell| right.binary_search(cell).is_ok())
}

/// Takes a claim apart, as the discipline does: an invariant into its conjuncts, a predicate that is to be reached into
/// parts of which it is a monotone function.
fn cut<'a>(predicate: &'a Expression, only_conjuncts: bool, out: &mut Vec<Cow<'a, Expression>>) {
    match predicate {
        Expression::And(parts) => parts.iter().for_each(|part| cut(part, only_conjuncts, out)),
        Expression::Or(parts) if !only_conjuncts => {
            parts.iter().for_each(|part| cut(part, only_conjuncts, out));
        }
        Expression::Not(inner) => match &**inner {
            Expression::Or(parts) => {
                out.extend(parts.iter().map(|part| Cow::Owned(part.clone().negated())));
            }
            _ => out.push(Cow::Borrowed(predicate)),
        },
        _ => out.push(Cow::Borrowed(predicate)),
    }
}
