//! From a sketch to a system.

use super::sketch::{
    Action, ClassSketch, LockKind, LockRef, PredicateSketch, Read, SEMAPHORE_MAX, Sketch,
    StepSketch, ValueSketch, VariableRef,
};
use reductio_system::{
    Atom, CellId, Defect, Domain, Expression, Failure, Index, Lock, Locks, Place, Point, Position,
    System, SystemBuilder, ThreadId, VariableClass, VariableId,
};

impl Sketch {
    /// The system that the sketch describes.
    ///
    /// # Errors
    /// [`Defect`] for a sketch that names a thing that it does not have; random and shrunk sketches have everything.
    pub fn build(&self) -> Result<System, Defect> {
        let mut builder = SystemBuilder::new("sketch");
        let mut ids = Vec::new();
        for (number, thread) in self.threads.iter().enumerate() {
            let id = builder.thread(format!("t{number}"))?;
            builder.fair(id, thread.fairness)?;
            for number in 0..thread.points {
                builder.point(id, point_name(number), true)?;
            }
            if let Some(end) = thread.end {
                builder.end(id, point(end)?)?;
            }
            let waits = thread.steps.iter().filter(|step| matches!(step.action, Action::Wait(_)));
            for number in 0..waits.count() {
                builder.point(id, format!("waiting{number}"), false)?;
            }
            ids.push(id);
        }
        let cells = Cells::new(&mut builder, self, &ids)?;
        for (number, thread) in self.threads.iter().enumerate() {
            let mut between = point(thread.points)?;
            for step in &thread.steps {
                cells.step(&mut builder, number, step, &mut between)?;
            }
        }
        for (cell, class) in cells.data.iter().zip(&self.classes) {
            if let ClassSketch::Disciplined(Some(first)) = class
                && builder.touches(get(&ids, *first, "thread")?, *cell)
            {
                builder.initialized_by(*cell, ids[*first])?;
            }
        }
        for (name, condition) in self.invariants.iter().enumerate() {
            let claim = cells.condition(condition)?;
            builder.invariant(format!("claim {name}"), claim, None);
        }
        for (name, condition) in self.goals.iter().enumerate() {
            let claim = cells.condition(condition)?;
            builder.reach(format!("goal {name}"), claim, None);
        }
        for (name, property) in self.properties.iter().enumerate() {
            let formula = property.formula.try_map(|number| {
                let condition = get(&property.atoms, *number, "atom")?;
                Ok(Atom::new(condition.to_string(), cells.condition(&condition)?))
            })?;
            builder.property(format!("property {name}"), &formula, None);
        }
        builder.finish()
    }
}

/// The name of a control point: `A`, `B`, ...
pub(super) fn point_name(point: usize) -> String {
    u8::try_from(point)
        .map_or_else(|_| point.to_string(), |k| char::from(b'A' + k % 26).to_string())
}

fn point(number: usize) -> Result<Point, Defect> {
    Point::try_from(number).map_err(|_| Defect::Unknown { what: format!("control point {number}") })
}

fn get<T: Clone>(list: &[T], number: usize, what: &str) -> Result<T, Defect> {
    let missing = || Defect::Unknown { what: format!("{what} {number}") };
    list.get(number).cloned().ok_or_else(missing)
}

/// The cells and objects of a sketch in the system.
struct Cells {
    threads: Vec<ThreadId>,
    locals: Vec<Vec<CellId>>,
    flags: Vec<CellId>,
    data: Vec<CellId>,
    locks: Option<Locks>,
    owners: Vec<Lock>,
    semaphores: Vec<(VariableId, CellId)>,
}

impl Cells {
    fn new(
        builder: &mut SystemBuilder,
        sketch: &Sketch,
        threads: &[ThreadId],
    ) -> Result<Self, Defect> {
        let truth = |name: String| (name, Domain::truth(), 0);
        let first = |builder: &SystemBuilder, variable| {
            let declared = builder.declared(variable);
            declared.into_iter().flat_map(reductio_system::Variable::cells).collect::<Vec<_>>()
        };
        let mut locals = Vec::new();
        for (number, thread) in sketch.threads.iter().enumerate() {
            let class = VariableClass::Local(threads[number]);
            let cells = (0..thread.locals).map(|k| truth(format!("t{number}.l{k}"))).collect();
            let variable = builder.variables(format!("l{number}"), class, cells)?;
            locals.push(first(builder, variable));
        }
        let flags = (0..sketch.flags).map(|k| truth(format!("f{k}"))).collect();
        let flags = builder.variables("f", VariableClass::Shared, flags)?;
        // An array of variables of several classes is several variables, one behind the other.
        let mut data = Vec::new();
        if sketch.classes.is_empty() {
            let cells = (0..sketch.objects.len()).map(|k| truth(format!("x{k}"))).collect();
            let variable = builder.variables("x", VariableClass::Protected, cells)?;
            data = first(builder, variable);
        }
        for (k, class) in sketch.classes.iter().enumerate() {
            let class = match class {
                ClassSketch::Protected => VariableClass::Protected,
                ClassSketch::Unshared => VariableClass::Unshared,
                ClassSketch::Disciplined(_) => VariableClass::Disciplined,
            };
            let name = format!("x{k}");
            data.push(builder.variable(name, class, Domain::truth(), 0)?);
        }
        let names: Vec<String> = (0..sketch.locks).map(|k| format!("m{k}")).collect();
        let depth = if sketch.lock_kind == LockKind::Deep { 2 } else { 1 };
        let is_monitor = sketch.lock_kind == LockKind::Monitor;
        let locks = if names.is_empty() {
            None
        } else {
            Some(builder.locks("m", &names, depth, is_monitor)?)
        };
        let mut semaphores = Vec::new();
        for (k, &initial) in sketch.semaphores.iter().enumerate() {
            let domain = Domain::integers(0, SEMAPHORE_MAX)?;
            let cells = vec![(format!("s{k}"), domain, initial)];
            let variable = builder.variables(format!("s{k}"), VariableClass::Semaphore, cells)?;
            semaphores.push((variable, get(&first(builder, variable), 0, "semaphore")?));
        }
        let at = |k| locks.as_ref().map(|locks| locks.after(k, Vec::new()));
        let cells = Cells {
            threads: threads.to_vec(),
            locals,
            flags: first(builder, flags),
            data,
            owners: (0..sketch.locks).filter_map(at).collect(),
            locks,
            semaphores,
        };
        for (k, predicates) in sketch.objects.iter().enumerate() {
            let cell = get(&cells.data, k, "protected variable")?;
            if sketch.classes.get(k).is_some_and(|class| *class != ClassSketch::Protected) {
                continue;
            }
            let predicates: Result<_, _> = predicates.iter().map(|e| cells.condition(e)).collect();
            builder.protect(format!("x{k}"), vec![cell], predicates?)?;
        }
        Ok(cells)
    }

    fn local(&self, thread: usize, number: usize) -> Result<CellId, Defect> {
        get(&get(&self.locals, thread, "thread")?, number, "local variable")
    }

    fn place(&self, thread: usize, variable: VariableRef) -> Result<Place, Defect> {
        Ok(match variable {
            VariableRef::Local(k) => Place::Cell(self.local(thread, k)?),
            VariableRef::Flag(k) => Place::Cell(get(&self.flags, k, "flag")?),
            VariableRef::Data(k) => Place::Cell(get(&self.data, k, "protected variable")?),
            VariableRef::DataAt(k) => Place::Element {
                first: get(&self.data, 0, "protected variable")?,
                indices: [self.index(thread, k, self.data.len())?].into(),
            },
        })
    }

    /// The value of a local variable as an index.
    fn index(&self, thread: usize, local: usize, length: usize) -> Result<Index, Defect> {
        let value = Expression::cell(self.local(thread, local)?);
        Ok(Index { value, low: 0, length: u32::try_from(length).unwrap_or(u32::MAX), stride: 1 })
    }

    fn read(&self, thread: usize, variable: VariableRef) -> Result<Expression, Defect> {
        Ok(Expression::Read(self.place(thread, variable)?))
    }

    fn test(
        &self,
        thread: usize,
        variable: VariableRef,
        value: bool,
    ) -> Result<Expression, Defect> {
        Ok(self.read(thread, variable)?.equals(i32::from(value)))
    }

    fn lock(&self, thread: usize, lock: LockRef) -> Result<Lock, Defect> {
        match (lock, &self.locks) {
            (LockRef::Number(k), _) => get(&self.owners, k, "lock"),
            (LockRef::At(local), Some(locks)) => {
                Ok(locks.at(vec![self.index(thread, local, self.owners.len())?]))
            }
            _ => Err(Defect::Unknown { what: "a lock".to_owned() }),
        }
    }

    fn step(
        &self,
        builder: &mut SystemBuilder,
        number: usize,
        step: &StepSketch,
        between: &mut Point,
    ) -> Result<(), Defect> {
        let thread = get(&self.threads, number, "thread")?;
        let (start, end) = (point(step.start)?, point(step.end)?);
        let text = step.action.to_string();
        let at = Position { thread, start, end, text: text.clone(), place: None };
        match &step.action {
            Action::Plain { guard, assignments } => {
                let tests: Result<Box<[_]>, _> =
                    guard.iter().map(|(x, value)| self.test(number, *x, *value)).collect();
                let mut set = Vec::new();
                for (target, source) in assignments {
                    set.push((self.place(number, *target)?, self.source(number, *source)?));
                }
                let mut transition =
                    builder.transition(thread, start, end).guard(Expression::And(tests?));
                for (target, value) in set {
                    transition = transition.set(target, value);
                }
                transition.text(text).add()
            }
            Action::Await(value) => {
                let guard = Expression::Constant(i32::from(*value));
                builder.transition(thread, start, end).guard(guard).text(text).add()
            }
            Action::Assert(x, value) => {
                let test = self.test(number, *x, *value)?;
                let wrong = test.clone().negated();
                builder.transition(thread, start, end).guard(test).text(text.clone()).add()?;
                let fails = builder.transition(thread, start, Failure::Assertion);
                fails.guard(wrong).otherwise().text(text).add()
            }
            Action::Acquire(lock) => builder.acquire(&at, &self.lock(number, *lock)?),
            Action::Release(lock) => builder.release(&at, &self.lock(number, *lock)?),
            Action::Wait(lock) => {
                builder.wait(&at, *between, &self.lock(number, *lock)?)?;
                *between += 1;
                Ok(())
            }
            Action::Notify(lock) => builder.notify(&at, &self.lock(number, *lock)?),
            Action::NotifyAll(lock) => builder.notify_all(&at, &self.lock(number, *lock)?),
            Action::Signal(lock) => builder.signal(&at, &self.lock(number, *lock)?),
            Action::Broadcast(lock) => builder.broadcast(&at, &self.lock(number, *lock)?),
            Action::Try(lock, into, otherwise) => {
                let lock = self.lock(number, *lock)?;
                let says = |value: i32| {
                    let target = into.map(|target| self.place(number, target)).transpose()?;
                    Ok(target.into_iter().map(|place| (place, value.into())).collect())
                };
                builder.try_acquire(&at, &lock, says(1)?)?;
                let at = Position { end: point(*otherwise)?, ..at };
                builder.not_taken(&at, &lock, says(0)?)
            }
            Action::Down(k) => {
                let (variable, cell) = get(&self.semaphores, *k, "semaphore")?;
                builder.down(&at, variable, &Place::Cell(cell))
            }
            Action::Up(k) => {
                let (variable, cell) = get(&self.semaphores, *k, "semaphore")?;
                builder.up(&at, variable, &Place::Cell(cell), SEMAPHORE_MAX)
            }
        }
    }

    fn source(&self, thread: usize, source: ValueSketch) -> Result<Expression, Defect> {
        Ok(match source {
            ValueSketch::Constant(value) => Expression::Constant(i32::from(value)),
            ValueSketch::Copy(x) => self.read(thread, x)?,
            ValueSketch::Not(x) => Expression::Constant(1).minus(self.read(thread, x)?),
            ValueSketch::Next(x) => self.read(thread, x)?.plus(1),
        })
    }

    fn condition(&self, condition: &PredicateSketch) -> Result<Expression, Defect> {
        let mut cubes = Vec::new();
        for cube in &condition.0 {
            let mut literals = Vec::new();
            for literal in cube {
                let read = Expression::Read(self.reading(literal.read)?);
                literals.push(read.among(literal.values.iter().copied()));
            }
            cubes.push(Expression::And(literals.into()));
        }
        Ok(Expression::Or(cubes.into()))
    }

    fn reading(&self, read: Read) -> Result<Place, Defect> {
        Ok(match read {
            Read::Point(thread) => Place::Cell(get(&self.threads, thread, "thread")?.counter()),
            Read::Local(thread, k) => Place::Cell(self.local(thread, k)?),
            Read::Flag(k) => Place::Cell(get(&self.flags, k, "flag")?),
            Read::Data(k) => Place::Cell(get(&self.data, k, "protected variable")?),
            Read::Owner(k) => get(&self.owners, k, "lock")?.owner,
            Read::Semaphore(k) => Place::Cell(get(&self.semaphores, k, "semaphore")?.1),
        })
    }
}
