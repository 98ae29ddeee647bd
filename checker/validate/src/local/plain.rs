//! The states of a system without the history variable: what each thread accesses in each, and which predicates hold.

use std::sync::atomic::{AtomicBool, Ordering};

use rustc_hash::FxHashMap;

use crate::fault::{NamedSpace, Parting, StateView, ThreadName};
use crate::space::{ExploredSpace, SpaceEdge, StateSpace, edges_from};
use reductio_discipline::{ChosenSet, Discipline};
use reductio_system::{
    CellId, Failure, Layout, Memory, ObjectId, OperationKind, PackedState, StepOutcome, System,
    ThreadId, Transition, Value, VariableId,
};

/// The states, the steps between them, and what is known of each state. Number 0 of the reachable states is the initial
/// one.
pub(super) struct PlainSpace<'a> {
    discipline: &'a Discipline,
    states: Vec<PackedState>,
    /// The steps, sorted by the state before.
    edges: Vec<SpaceEdge>,
    /// The steps of each thread: its invisible ones, then its visible ones.
    of_threads: Vec<[Vec<SpaceEdge>; 2]>,
    objects: Vec<ObjectId>,
    bad: Vec<bool>,
    /// For each state and thread, a set of objects: those that the thread accesses.
    accesses: Vec<u64>,
    /// For each state and thread, a set of objects: those to which the thread has access.
    has: Vec<u64>,
    /// For each state and thread, whether the thread is about to fail at an `up` of a semaphore with an invisible one.
    fails: Vec<bool>,
    /// The number of words of a set of objects.
    words: usize,
}

impl<'a> PlainSpace<'a> {
    /// Forgets the history variable. In a space of states with it each state without it has the same steps, whatever
    /// the value of the variable. `None` when the flag is raised before all states are looked at.
    pub(super) fn new(with_history: &StateSpace<'a>, cancel: Option<&AtomicBool>) -> Option<Self> {
        let discipline = with_history.discipline();
        let mut states = Vec::new();
        let mut numbers: FxHashMap<&PackedState, usize> = FxHashMap::default();
        let mut first = Vec::new();
        for (index, (state, _)) in with_history.states().iter().enumerate() {
            numbers.entry(state).or_insert_with(|| {
                states.push(state.clone());
                first.push(index);
                states.len() - 1
            });
        }
        let mut edges = Vec::new();
        for (from, &index) in first.iter().enumerate() {
            for edge in with_history.edges_from(index) {
                let to = numbers[&with_history.states()[edge.to].0];
                edges.push(SpaceEdge { from, to, ..*edge });
            }
        }
        let threads = discipline.system().threads().len();
        let mut of_threads: Vec<[Vec<SpaceEdge>; 2]> = vec![Default::default(); threads];
        for edge in &edges {
            of_threads[edge.thread.index()][usize::from(with_history.is_visible(edge))].push(*edge);
        }
        let objects = super::protected(discipline);
        let words = objects.len().div_ceil(64);
        let bad = states.iter().map(|state| discipline.is_bad(state)).collect();
        let mut space = PlainSpace {
            discipline,
            states,
            edges,
            of_threads,
            objects,
            bad,
            accesses: Vec::new(),
            has: Vec::new(),
            fails: Vec::new(),
            words,
        };
        space.find_accesses(cancel)?;
        space.find_failures();
        Some(space)
    }

    fn find_accesses(&mut self, cancel: Option<&AtomicBool>) -> Option<()> {
        let system = self.discipline.system();
        let mut position = vec![None; system.objects().len()];
        for (number, object) in self.objects.iter().enumerate() {
            position[object.index()] = Some(number);
        }
        let of_cell = |cell: CellId| position[system.cell(cell).object()?.index()];
        let threads = system.threads().len();
        let size = self.states.len() * threads * self.words;
        let (mut accesses, mut has) = (vec![0u64; size], vec![0u64; size]);
        for (number, state) in self.states.iter().enumerate() {
            if cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed)) {
                return None;
            }
            for thread in system.thread_ids() {
                let start = (number * threads + thread.index()) * self.words;
                touched(system, thread, state, &mut |cell| {
                    if let Some(object) = of_cell(cell) {
                        accesses[start + object / 64] |= 1 << (object % 64);
                    }
                });
                for (k, object) in self.objects.iter().enumerate() {
                    if system.holds(system.objects()[object.index()].predicate(thread), state) {
                        has[start + k / 64] |= 1 << (k % 64);
                    }
                }
            }
        }
        self.accesses = accesses;
        self.has = has;
        Some(())
    }

    /// Finds the threads that are about to fail, by taking each pending step of an `up`.
    fn find_failures(&mut self) {
        let (system, classification) = (self.discipline.system(), self.discipline.classification());
        let mut is_invisible = vec![false; system.variables().len()];
        for thread in system.thread_ids() {
            for (number, transition) in system.thread(thread).transitions().iter().enumerate() {
                if let Some(variable) = up(transition) {
                    is_invisible[variable.index()] |= !classification.is_visible(thread, number);
                }
            }
        }
        let is_asked = |transition: &Transition| {
            up(transition).is_some_and(|variable| is_invisible[variable.index()])
        };
        let fails = |state: &PackedState, thread: ThreadId| {
            let pending = system.thread(thread).pending(system.at(state, thread));
            pending.iter().filter(|transition| is_asked(transition)).any(|transition| {
                let outcome = system.execute(thread, transition, state, &mut state.clone());
                outcome == StepOutcome::Failed(Failure::SemaphoreFull)
            })
        };
        let all = self
            .states
            .iter()
            .flat_map(|state| system.thread_ids().map(move |thread| (state, thread)));
        self.fails = all.map(|(state, thread)| fails(state, thread)).collect();
    }

    pub(super) fn states(&self) -> &[PackedState] {
        &self.states
    }

    pub(super) fn steps(&self) -> &[SpaceEdge] {
        &self.edges
    }

    /// The steps of a thread that are visible, or those that are not.
    pub(super) fn steps_of(&self, thread: usize, is_visible: bool) -> &[SpaceEdge] {
        &self.of_threads[thread][usize::from(is_visible)]
    }

    /// The number of protected objects.
    pub(super) fn count_objects(&self) -> usize {
        self.objects.len()
    }

    /// The set of conditions that the discipline has chosen for an object and a thread at its control point in a state.
    pub(super) fn chosen_at(
        &self,
        state: usize,
        object: usize,
        thread: usize,
    ) -> Option<ChosenSet> {
        let id = ThreadId::new(thread);
        let point = self.discipline.system().at(&self.states[state], id);
        self.discipline.chosen(self.objects[object], id, point)
    }

    /// Decides whether the discipline has chosen a set for an object and a thread at some control point.
    pub(super) fn is_chosen(&self, object: usize, thread: usize, set: ChosenSet) -> bool {
        let id = ThreadId::new(thread);
        (0..self.discipline.system().thread(id).points().len()).any(|point| {
            let point = u16::try_from(point).expect("at most 8,192 control points");
            self.discipline.chosen(self.objects[object], id, point) == Some(set)
        })
    }

    pub(super) fn object_name(&self, number: usize) -> &'a str {
        self.discipline.system().objects()[self.objects[number].index()].name()
    }

    /// `b`.
    pub(super) fn is_bad(&self, state: usize) -> bool {
        self.bad[state]
    }

    /// `p_i`.
    pub(super) fn is_visible_at(&self, state: usize, thread: usize) -> bool {
        self.is_at_visible_point(thread, state)
    }

    /// `f_i`.
    pub(super) fn is_about_to_fail(&self, state: usize, thread: usize) -> bool {
        self.fails[state * self.of_threads.len() + thread]
    }

    /// The objects that a thread accesses, as a set.
    pub(super) fn accessed(&self, state: usize, thread: usize) -> &[u64] {
        &self.accesses[self.range(state, thread)]
    }

    /// The objects to which a thread has access, as a set.
    pub(super) fn allowed(&self, state: usize, thread: usize) -> &[u64] {
        &self.has[self.range(state, thread)]
    }

    fn range(&self, state: usize, thread: usize) -> std::ops::Range<usize> {
        let start = (state * self.of_threads.len() + thread) * self.words;
        start..start + self.words
    }
}

/// The variable of the semaphore if a transition is an `up`.
fn up(transition: &Transition) -> Option<VariableId> {
    let operation = transition.operation()?;
    (operation.kind() == OperationKind::Up).then(|| operation.variable())
}

/// Calls `visit` with each cell that a thread touches in a state: by the guards of its pending transitions, and by the
/// commands of those that are enabled.
fn touched(system: &System, thread: ThreadId, state: &PackedState, visit: &mut dyn FnMut(CellId)) {
    for transition in system.thread(thread).pending(system.at(state, thread)) {
        let mut scratch = state.clone();
        let mut memory = Noted { layout: system.layout(), state: &mut scratch, visit };
        if transition.guard().evaluate(&mut memory) == Ok(1) {
            // Where the command fails, what it touched before counts.
            let _ = system.perform(thread, transition, &mut memory);
        }
    }
}

/// A memory that tells each cell that is read or written.
struct Noted<'a> {
    layout: &'a Layout,
    state: &'a mut PackedState,
    visit: &'a mut dyn FnMut(CellId),
}

impl Memory for Noted<'_> {
    fn read(&mut self, cell: CellId) -> Value {
        (self.visit)(cell);
        self.layout.read(self.state, cell)
    }

    fn write(&mut self, cell: CellId, value: Value) {
        (self.visit)(cell);
        self.layout.write(self.state, cell, value);
    }
}

impl ExploredSpace for PlainSpace<'_> {
    fn threads(&self) -> usize {
        self.of_threads.len()
    }

    fn count(&self) -> usize {
        self.states.len()
    }

    fn edges(&self) -> &[SpaceEdge] {
        &self.edges
    }

    fn is_visible(&self, edge: &SpaceEdge) -> bool {
        self.discipline.classification().is_visible(edge.thread, edge.transition)
    }

    fn is_at_visible_point(&self, thread: usize, state: usize) -> bool {
        let (thread, system) = (ThreadId::new(thread), self.discipline.system());
        self.discipline.is_visible_point(thread, system.at(&self.states[state], thread))
    }

    fn is_violated(&self, state: usize) -> bool {
        self.bad[state]
    }
}

impl NamedSpace for PlainSpace<'_> {
    fn thread(&self, number: usize) -> ThreadName {
        let name = self.discipline.system().threads()[number].name().to_owned();
        ThreadName { number, name }
    }

    fn state(&self, number: usize) -> StateView {
        let system = self.discipline.system();
        let shown = |(index, cell): (usize, &reductio_system::Cell)| {
            let value = system.value(&self.states[number], CellId::new(index));
            (cell.name().to_owned(), cell.domain().show(value))
        };
        let cells = system.cells().iter().enumerate().map(shown).collect();
        StateView { number, violated: self.bad[number], cells }
    }

    fn text(&self, edge: &SpaceEdge) -> String {
        let owner = self.discipline.system().thread(edge.thread);
        owner.transitions()[edge.transition].text().to_owned()
    }

    fn difference(&self, one: usize, other: usize) -> Parting {
        let system = self.discipline.system();
        let value = |number: usize, cell| system.value(&self.states[number], cell);
        let cells = (0..system.cells().len()).map(CellId::new);
        let differs = |cell: &CellId| value(one, *cell) != value(other, *cell);
        Parting::Different {
            cells: cells.filter(differs).map(|cell| system.cell(cell).name().to_owned()).collect(),
            violated: self.bad[one] != self.bad[other],
        }
    }
}

/// The steps of a thread from a state.
pub(super) fn own_steps<'s>(
    space: &'s PlainSpace<'_>,
    state: usize,
    thread: usize,
    is_visible: bool,
) -> &'s [SpaceEdge] {
    edges_from(space.steps_of(thread, is_visible), state)
}
