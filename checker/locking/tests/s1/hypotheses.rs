//! The hypotheses of S1's theorems (section 3.6), evaluated in all reachable states of a system.

use std::collections::{BTreeSet, HashSet};

use reductio_system::{
    OperationKind, PackedState, Place, Point, System, ThreadId, Transition, VariableClass,
};

/// A hypothesis of a theorem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Hypothesis {
    /// The lock discipline is followed.
    Ld,
    /// The transitions of a control point are all visible, or all invisible.
    Separation,
    /// All threads begin at visible control points.
    InitVis,
    /// No thread takes invisible transitions for ever.
    BoundedInvis,
    /// A thread has at most one enabled invisible transition.
    DetermInvis,
    /// At an invisible control point a thread has an enabled transition.
    NonBlockInvis,
}

/// What is visible in a system, by the operations of its transitions alone, and what holds of it in the reachable
/// states.
pub(crate) struct Facts {
    /// By thread and transition.
    pub(crate) visible: Vec<Vec<bool>>,
    /// By thread and control point: whether all transitions are visible.
    pub(crate) points: Vec<Vec<bool>>,
    pub(crate) states: Vec<PackedState>,
    /// The hypotheses that fail; that the discipline is followed is for others to say.
    pub(crate) failed: BTreeSet<Hypothesis>,
    /// Whether some execution never ends.
    pub(crate) is_endless: bool,
}

impl Facts {
    /// Finds what is visible, where cells that `is_open` are touched in the open; `None` if there are more states than
    /// a limit.
    pub(crate) fn of(
        system: &System,
        is_open: &dyn Fn(usize) -> bool,
        most: usize,
    ) -> Option<Self> {
        let visible: Vec<Vec<bool>> = system
            .threads()
            .iter()
            .map(|thread| {
                let is = |t: &Transition| has_visible_operation(system, t, is_open);
                thread.transitions().iter().map(is).collect()
            })
            .collect();
        let mut failed = BTreeSet::new();
        let mut points = Vec::new();
        for (thread, visible) in system.threads().iter().zip(&visible) {
            let pending = |point: usize| {
                let point = Point::try_from(point).expect("there are few");
                thread.pending_numbers(point).map(|number| visible[number]).collect::<Vec<_>>()
            };
            let all: Vec<Vec<bool>> = (0..thread.points().len()).map(pending).collect();
            if all.iter().any(|all| all.contains(&true) && all.contains(&false)) {
                failed.insert(Hypothesis::Separation);
            }
            points.push(all.iter().map(|all| !all.contains(&false)).collect::<Vec<bool>>());
        }
        let (states, is_endless) = reachable(system, most)?;
        let mut facts = Facts { visible, points, states, failed, is_endless };
        if !system.thread_ids().all(|thread| facts.is_visible(system, thread, &system.initial())) {
            facts.failed.insert(Hypothesis::InitVis);
        }
        for state in &facts.states {
            for thread in system.thread_ids() {
                let all = facts.invisible(system, thread, state);
                if all.len() > 1 {
                    facts.failed.insert(Hypothesis::DetermInvis);
                }
                let is_blocked = system.successors_of(thread, state).is_empty();
                if is_blocked && !facts.is_visible(system, thread, state) {
                    facts.failed.insert(Hypothesis::NonBlockInvis);
                }
                if !all.is_empty() && facts.goes_on(system, thread, state) {
                    facts.failed.insert(Hypothesis::BoundedInvis);
                }
            }
        }
        Some(facts)
    }

    /// Whether a thread is at a visible control point.
    pub(crate) fn is_visible(
        &self,
        system: &System,
        thread: ThreadId,
        state: &PackedState,
    ) -> bool {
        self.points[thread.index()][usize::from(system.at(state, thread))]
    }

    /// The states after the enabled invisible transitions of a thread.
    pub(crate) fn invisible(
        &self,
        system: &System,
        thread: ThreadId,
        state: &PackedState,
    ) -> Vec<PackedState> {
        let all = system.successors_of(thread, state).into_iter();
        let all = all.filter(|step| !self.visible[thread.index()][step.transition]);
        all.map(|step| step.state).collect()
    }

    /// Whether a thread can take invisible transitions from a state for ever.
    fn goes_on(&self, system: &System, thread: ThreadId, state: &PackedState) -> bool {
        // Alone, in a finite system: if it can do so as often as there are states.
        let mut now = HashSet::from([state.clone()]);
        for _ in 0..=self.states.len() {
            now = now.iter().flat_map(|state| self.invisible(system, thread, state)).collect();
            if now.is_empty() {
                return false;
            }
        }
        true
    }
}

/// All reachable states, and whether some execution never ends.
fn reachable(system: &System, most: usize) -> Option<(Vec<PackedState>, bool)> {
    let mut numbers = std::collections::HashMap::from([(system.initial(), 0_usize)]);
    let mut states = vec![system.initial()];
    let mut edges: Vec<(usize, usize)> = Vec::new();
    let mut at = 0;
    while at < states.len() {
        for next in system.successors(&states[at]) {
            let to = *numbers.entry(next.state).or_insert_with_key(|state| {
                states.push(state.clone());
                states.len() - 1
            });
            edges.push((at, to));
        }
        if states.len() > most {
            return None;
        }
        at += 1;
    }
    // States without a way on are taken away, again and again.
    let mut left: BTreeSet<usize> = (0..states.len()).collect();
    loop {
        let kept = edges.iter().filter(|(from, to)| left.contains(from) && left.contains(to));
        let next: BTreeSet<usize> = kept.map(|(from, _)| *from).collect();
        if next.len() == left.len() {
            return Some((states, !left.is_empty()));
        }
        left = next;
    }
}

/// Whether a transition has a visible operation (S1 section 3.5): one that may wait for a lock, semaphore or queue,
/// that raises a semaphore, fills or empties a queue, chooses whom to notify, or touches an open variable.
fn has_visible_operation(
    system: &System,
    transition: &Transition,
    is_open: &dyn Fn(usize) -> bool,
) -> bool {
    let operation = transition.operation();
    let of_operation = operation.map(reductio_system::Operation::variable);
    let mut is_visible = operation.is_some_and(|operation| {
        let kind = operation.kind();
        !matches!(
            kind,
            OperationKind::Release | OperationKind::NotifyAll | OperationKind::StartWait
        )
    });
    let mut look = |place: &Place| {
        place.for_each_candidate(&mut |cell| {
            let variable = system.cell(cell).variable();
            let class = system.variables()[variable.index()].class();
            let is_own = matches!(class, VariableClass::Counter(_) | VariableClass::Local(_));
            is_visible |= Some(variable) != of_operation && !is_own && is_open(cell.index());
        });
    };
    transition.guard().for_each_place(&mut look);
    for assignment in transition.command() {
        assignment.value.for_each_place(&mut look);
        look(&assignment.target);
        if let Place::Element { indices, .. } = &assignment.target {
            indices.iter().for_each(|index| index.value.for_each_place(&mut look));
        }
    }
    is_visible
}
