#![doc = include_str!("../README.md")]

mod builder;
mod cell;
mod compiled;
mod defect;
mod expression;
mod failed;
mod family;
mod finish;
mod ids;
mod layout;
mod liveness;
mod monitors;
mod object;
mod operation;
mod operations;
mod program;
mod property;
mod queue;
mod step;
mod symmetry;
mod thread;
mod words;

use std::sync::{Arc, OnceLock};

use compiled::Compiled;

pub use builder::{SystemBuilder, TransitionBuilder};
pub use cell::{Cell, Domain, Variable, VariableClass};
pub use defect::Defect;
pub use expression::{
    Arithmetic, Assignment, Bounds, Comparison, Expression, Failure, Index, Memory, Place,
    floor_divide,
};
pub use family::{Family, Live, Named, Obstacle, ObstacleKind, Pointer};
pub use ids::{CellId, ObjectId, Point, ThreadId, Value, VariableId};
pub use layout::{Layout, PackedState, StateMemory};
pub use object::Object;
pub use operation::{Operation, OperationKind};
pub use operations::{Lock, Locks, Position};
pub use program::Programs;
pub use property::{Atom, TemporalProperty};
pub use queue::Queue;
pub use reductio_temporal::{Fairness, Formula, Shape, Subformula};
pub use step::{StepOutcome, Successor};
pub use symmetry::{Asymmetry, FamilyAnswer, Fault, Forms, Other, Symmetry};
pub use thread::{ControlPoint, StateProperty, Target, Thread, Transition};

/// A finite system of threads with shared variables. Made by a [`SystemBuilder`]; every place, control point and
/// thread that it mentions exists.
#[derive(Clone, Debug)]
pub struct System {
    name: String,
    threads: Vec<Thread>,
    variables: Vec<Variable>,
    cells: Vec<Cell>,
    objects: Vec<Object>,
    owners: Vec<CellId>,
    invariants: Vec<StateProperty>,
    reachable: Vec<StateProperty>,
    properties: Vec<TemporalProperty>,
    layout: Layout,
    families: Vec<Family>,
    /// Whether dead locals get their least values.
    forgets: bool,
    /// The transitions, compiled when a search first asks for them; empty again whenever one of them changes.
    programs: OnceLock<Arc<Programs>>,
}

/// Copies the system, for an owner that keeps it longer than it is lent.
impl From<&System> for Arc<System> {
    fn from(system: &System) -> Self {
        Arc::new(system.clone())
    }
}

impl System {
    /// The name, for reports.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The threads, by [`ThreadId`].
    pub fn threads(&self) -> &[Thread] {
        &self.threads
    }

    /// The ids of the threads.
    pub fn thread_ids(&self) -> impl Iterator<Item = ThreadId> + use<> {
        (0..self.threads.len()).map(ThreadId::new)
    }

    /// The thread with this id.
    pub fn thread(&self, thread: ThreadId) -> &Thread {
        &self.threads[thread.index()]
    }

    /// The variables, by [`VariableId`]; the program counters come last, one for each thread.
    pub fn variables(&self) -> &[Variable] {
        &self.variables
    }

    /// The cells, by [`CellId`]; the first are the program counters.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The cell with this id.
    pub fn cell(&self, cell: CellId) -> &Cell {
        &self.cells[cell.index()]
    }

    /// The protected objects, by [`ObjectId`].
    pub fn objects(&self) -> &[Object] {
        &self.objects
    }

    /// The cells that hold the owner of a lock or monitor: 0 when it is free, `i + 1` for thread `i`.
    pub fn owners(&self) -> &[CellId] {
        &self.owners
    }

    /// The cells of the variables that have a lock discipline: those declared as unshared or as disciplined.
    pub fn under_lock_discipline(&self) -> impl Iterator<Item = CellId> + '_ {
        let has = |variable: &&Variable| variable.class.has_lock_discipline();
        self.variables.iter().filter(has).flat_map(Variable::cells)
    }

    /// A copy of the system with other protected objects: each a name, its cells, and `e(x, i)` for each thread. Cells
    /// of shared and protected variables that are in none of them are open.
    ///
    /// # Errors
    /// [`Defect::Misuse`] unless each object has one predicate for each thread, no predicate can fail, and every
    /// cell is of a shared or protected variable and in one object only; [`Defect::Unknown`] for a cell that the
    /// system does not have.
    pub fn protecting(
        &self,
        objects: Vec<(String, Vec<CellId>, Vec<Expression>)>,
    ) -> Result<System, Defect> {
        let mut system = self.clone();
        system.cells.iter_mut().for_each(|cell| cell.object = None);
        system.objects.clear();
        for (name, cells, predicates) in objects {
            finish::check_object(&name, &predicates, &system.threads, &system.cells)?;
            let object = ObjectId::new(system.objects.len());
            for &cell in &cells {
                let missing =
                    || Defect::Unknown { what: format!("cell {} of `{name}`", cell.index()) };
                let found = system.cells.get_mut(cell.index()).ok_or_else(missing)?;
                let may = self.variables[found.variable.index()].class.is_shared();
                if !may || found.object.is_some() {
                    let what = format!(
                        "`{}` is not of a shared variable, or already in an object",
                        found.name
                    );
                    return Err(Defect::Misuse { what });
                }
                found.object = Some(object);
            }
            let staying = |predicate| failed::staying(predicate, &system.threads);
            let predicates = predicates.into_iter().map(staying).collect();
            system.objects.push(Object { name, cells, predicates, tests: Vec::new() });
        }
        system.find_dead();
        system.compile();
        Ok(system)
    }

    /// The system with threads that forget dead locals; see [`SystemBuilder::forget_dead_locals`].
    #[must_use]
    pub fn forgetting(mut self) -> System {
        self.forgets = true;
        self.find_dead();
        self
    }

    /// The system with threads that forget nothing. Systems from text forget dead locals unless asked not to.
    #[must_use]
    pub fn remembering(mut self) -> System {
        self.forgets = false;
        self.programs = OnceLock::new();
        self.threads.iter_mut().for_each(|thread| thread.dead.clear());
        self
    }

    /// Compiles guards, predicates and claims anew.
    fn compile(&mut self) {
        let System { threads, cells, objects, invariants, reachable, properties, layout, .. } =
            self;
        let compiled = |expression: &Expression| Compiled::new(expression, layout, cells);
        for transition in threads.iter_mut().flat_map(|thread| &mut thread.transitions) {
            transition.test = compiled(&transition.guard);
        }
        for object in objects {
            object.tests = object.predicates.iter().map(compiled).collect();
        }
        let atoms = properties.iter_mut().flat_map(|property| &mut property.atoms);
        for claim in invariants.iter_mut().chain(reachable).chain(atoms) {
            claim.test = compiled(&claim.predicate);
        }
    }

    /// The families of threads that the text declares. That their members can be renamed is not known; see
    /// [`Symmetry::of`].
    pub fn families(&self) -> &[Family] {
        &self.families
    }

    /// The system with these families of threads.
    #[must_use]
    pub fn with_families(mut self, families: Vec<Family>) -> System {
        self.families = families;
        self
    }

    /// Finds the dead locals anew, where they are forgotten.
    fn find_dead(&mut self) {
        self.programs = OnceLock::new();
        if self.forgets {
            let mut claims = vec![self.invariants.as_slice(), self.reachable.as_slice()];
            claims.extend(self.properties.iter().map(TemporalProperty::atoms));
            liveness::find_dead(&mut self.threads, &self.variables, &self.objects, &claims);
        }
    }

    /// The properties that must hold in every reachable state.
    pub fn invariants(&self) -> &[StateProperty] {
        &self.invariants
    }

    /// A copy of the system in which all transitions from a control point are replaced by a step that does nothing and
    /// ends at `target`; none if there is no such thread or control point.
    pub fn skipping(&self, thread: ThreadId, point: Point, target: Point) -> Option<System> {
        let mut system = self.clone();
        let owner = system.threads.get_mut(thread.index())?;
        let range = owner.pending.get(usize::from(point))?.clone();
        let first = owner.transitions.get_mut(range.clone()).and_then(|all| all.first_mut())?;
        first.guard = Expression::TRUE;
        first.test = Compiled::default();
        first.command.clear();
        first.target = Target::Point(target);
        first.operation = None;
        owner.transitions.drain(range.start + 1..range.end);
        let removed = range.len() - 1;
        owner.pending[usize::from(point)] = range.start..range.start + 1;
        for later in &mut owner.pending[usize::from(point) + 1..] {
            *later = later.start - removed..later.end - removed;
        }
        system.find_dead();
        Some(system)
    }

    /// Adds a property that must hold in every reachable state.
    ///
    /// # Errors
    /// [`Defect::Misuse`] or [`Defect::Unknown`] for a predicate that may fail, is no truth value, or names cells that
    /// the system does not have.
    pub fn add_invariant(
        &mut self,
        name: impl Into<String>,
        predicate: Expression,
    ) -> Result<(), Defect> {
        let name = name.into();
        finish::check_predicate(&name, &predicate, &self.cells)?;
        let predicate = failed::staying(predicate, &self.threads);
        let test = Compiled::new(&predicate, &self.layout, &self.cells);
        self.invariants.push(StateProperty { name, predicate, place: None, test });
        self.find_dead();
        Ok(())
    }

    /// The properties of which each must hold in some reachable state.
    pub fn reachable(&self) -> &[StateProperty] {
        &self.reachable
    }

    /// The formulas of which each must be true of every run that is fair ([`Thread::fairness`]).
    pub fn properties(&self) -> &[TemporalProperty] {
        &self.properties
    }

    /// Adds a formula that must be true of every fair run; see [`SystemBuilder::property`].
    ///
    /// # Errors
    /// [`Defect::Misuse`] or [`Defect::Unknown`] for an atom that may fail, is no truth value, or names cells that the
    /// system does not have.
    pub fn add_property(
        &mut self,
        name: impl Into<String>,
        formula: &Formula<Atom>,
    ) -> Result<(), Defect> {
        let mut property = TemporalProperty::new(name.into(), formula, None);
        for atom in &mut property.atoms {
            finish::check_predicate(&property.name, &atom.predicate, &self.cells)?;
            let predicate = std::mem::replace(&mut atom.predicate, Expression::TRUE);
            atom.predicate = failed::staying(predicate, &self.threads);
            atom.test = Compiled::new(&atom.predicate, &self.layout, &self.cells);
        }
        self.properties.push(property);
        self.find_dead();
        Ok(())
    }

    /// A copy of the system in which these things are assumed of how often threads move, one for each thread; threads
    /// that are left out keep what is assumed of them.
    #[must_use]
    pub fn with_fairness(&self, fairness: &[Fairness]) -> System {
        let mut system = self.clone();
        for (thread, fairness) in system.threads.iter_mut().zip(fairness) {
            thread.fairness = *fairness;
        }
        system
    }

    /// A copy of the system in which threads are idle at these control points besides.
    #[must_use]
    pub fn with_idle(&self, points: &[(ThreadId, Point)]) -> System {
        let mut system = self.clone();
        for &(thread, point) in points {
            let owner = &mut system.threads[thread.index()];
            if let Some(point) = owner.points.get_mut(usize::from(point)) {
                point.rest = thread::Rest::MayStop;
            }
        }
        system
    }

    /// Decides whether an atom of a property is true in a state, both by their numbers. Compiled, as invariants are.
    #[inline]
    pub fn atom_holds(&self, property: usize, atom: usize, state: &PackedState) -> bool {
        self.properties[property].atoms[atom].test.holds(&self.layout, state)
    }

    /// The layout of states: the place of each cell.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The initial state.
    pub fn initial(&self) -> PackedState {
        let mut state = self.layout.zero();
        for (index, cell) in self.cells.iter().enumerate() {
            self.layout.write(&mut state, CellId::new(index), cell.initial());
        }
        for &cell in self.threads.iter().flat_map(|thread| thread.dead(0)) {
            self.layout.write(&mut state, cell, self.cell(cell).domain().low());
        }
        state
    }

    /// The value of a cell.
    pub fn value(&self, state: &PackedState, cell: CellId) -> Value {
        self.layout.read(state, cell)
    }

    /// The control point of a thread.
    pub fn at(&self, state: &PackedState, thread: ThreadId) -> Point {
        // A program counter's domain is the control points, at most 4,096.
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let point = self.layout.read(state, thread.counter()) as Point;
        point
    }

    /// Decides whether one of the invariants holds in a state, by its number. Faster than [`System::holds`]: it was
    /// compiled when the system was made.
    #[inline]
    pub fn invariant_holds(&self, number: usize, state: &PackedState) -> bool {
        self.invariants[number].test.holds(&self.layout, state)
    }

    /// Decides whether one of the properties that must be reachable holds in a state, by its number.
    #[inline]
    pub fn goal_holds(&self, number: usize, state: &PackedState) -> bool {
        self.reachable[number].test.holds(&self.layout, state)
    }

    /// Decides whether a thread has exclusive access to an object in a state: whether `e(x, i)` holds.
    #[inline]
    pub fn has_access(&self, object: ObjectId, thread: ThreadId, state: &PackedState) -> bool {
        self.objects[object.index()].tests[thread.index()].holds(&self.layout, state)
    }

    /// Decides whether a predicate holds in a state; an expression that fails (an index out of range) does not hold.
    pub fn holds(&self, predicate: &Expression, state: &PackedState) -> bool {
        predicate.evaluate(&mut self.layout.memory(state)) == Ok(1)
    }
}
