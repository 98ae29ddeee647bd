//! The last look at a system that is being built: everything that it names exists, and nothing touches a cell that is
//! not its own.

use std::sync::OnceLock;

use super::System;
use super::builder::{SystemBuilder, cell_range};
use super::cell::{Cell, Domain, Variable, VariableClass};
use super::defect::Defect;
use super::expression::{Expression, Place};
use super::failed;
use super::ids::{CellId, ThreadId, VariableId};
use super::layout::Layout;
use super::thread::{Target, Thread, Transition};

pub(super) fn finish(builder: SystemBuilder) -> Result<System, Defect> {
    let SystemBuilder {
        name,
        mut threads,
        variables,
        cells,
        mut objects,
        owners,
        mut invariants,
        mut reachable,
        mut properties,
        forgets,
    } = builder;
    let mut builder_cells = Vec::with_capacity(threads.len() + cells.len());
    for thread in &threads {
        if thread.points.is_empty() {
            return Err(Defect::Nothing {
                what: format!("`{}` has no control point", thread.name),
            });
        }
        builder_cells.push(counter_cell(thread, variables.len() + builder_cells.len())?);
    }
    builder_cells.extend(cells);
    let mut cells = builder_cells;
    check_cells(&threads, &variables, &cells)?;
    for index in 0..threads.len() {
        let thread = &mut threads[index];
        let mut failing = vec![false; thread.points.len()];
        for transition in thread.transitions.iter().filter(|t| can_fail(t, &cells)) {
            failing[usize::from(transition.start)] = true;
        }
        failed::add_failed_points(thread, &failing);
        cells[index].domain = points_domain(thread)?;
        sort(thread);
    }
    for object in &objects {
        check_object(&object.name, &object.predicates, &threads, &cells)?;
    }
    for claim in invariants.iter().chain(&reachable) {
        check_predicate(&claim.name, &claim.predicate, &cells)?;
    }
    for property in &properties {
        for atom in &property.atoms {
            check_predicate(&property.name, &atom.predicate, &cells)?;
        }
    }
    for object in &mut objects {
        let predicates = std::mem::take(&mut object.predicates).into_iter();
        object.predicates =
            predicates.map(|predicate| failed::staying(predicate, &threads)).collect();
    }
    let atoms = properties.iter_mut().flat_map(|property| &mut property.atoms);
    for claim in invariants.iter_mut().chain(&mut reachable).chain(atoms) {
        let predicate = std::mem::replace(&mut claim.predicate, Expression::TRUE);
        claim.predicate = failed::staying(predicate, &threads);
    }
    let mut all_variables = variables;
    let counters = threads.iter().enumerate().map(|(index, thread)| Variable {
        name: thread.name.clone(),
        class: VariableClass::Counter(ThreadId::new(index)),
        cells: cell_range(index..index + 1),
        place: None,
    });
    all_variables.extend(counters);
    let layout = Layout::new(&cells);
    let mut system = System {
        name,
        threads,
        variables: all_variables,
        cells,
        objects,
        owners,
        invariants,
        reachable,
        properties,
        layout,
        families: Vec::new(),
        forgets,
        programs: OnceLock::new(),
    };
    system.find_dead();
    system.compile();
    Ok(system)
}

/// Checks that there is one predicate for each thread, and that none can fail.
pub(super) fn check_object(
    name: &str,
    predicates: &[Expression],
    threads: &[Thread],
    cells: &[Cell],
) -> Result<(), Defect> {
    if predicates.len() != threads.len() {
        let what = format!("`{name}` needs one exclusive access predicate for each thread");
        return Err(Defect::Misuse { what });
    }
    predicates.iter().try_for_each(|predicate| check_predicate(name, predicate, cells))
}

/// The cell of a program counter.
fn counter_cell(thread: &Thread, variable: usize) -> Result<Cell, Defect> {
    Ok(Cell {
        name: thread.name.clone(),
        variable: VariableId::new(variable),
        domain: points_domain(thread)?,
        initial: 0,
        object: None,
        initializer: None,
        is_copy: false,
    })
}

fn points_domain(thread: &Thread) -> Result<Domain, Defect> {
    Domain::named(0, thread.points.iter().map(|point| point.name.clone()))
}

/// Whether a transition may end in `failed`.
fn can_fail(transition: &Transition, cells: &[Cell]) -> bool {
    matches!(transition.target, Target::Failed(_))
        || transition.guard.bounds(cells).can_fail
        || transition.command.iter().any(|assignment| assignment.can_fail(cells))
}

/// Sorts the transitions by their start, and notes the range of each control point.
fn sort(thread: &mut Thread) {
    thread.transitions.sort_by_key(|transition| transition.start);
    let mut end = 0;
    thread.pending = (0..thread.points.len())
        .map(|point| {
            let start = end;
            let rest = &thread.transitions[start..];
            end += rest.iter().take_while(|t| usize::from(t.start) == point).count();
            start..end
        })
        .collect();
}

/// Checks that cells exist, and are touched only by transitions that may touch them.
fn check_cells(threads: &[Thread], variables: &[Variable], cells: &[Cell]) -> Result<(), Defect> {
    for cell in &cells[threads.len()..] {
        if variables[cell.variable.index()].class == VariableClass::Protected
            && cell.object.is_none()
        {
            let what =
                format!("`{}` is protected: say by which exclusive access predicates", cell.name);
            return Err(Defect::Misuse { what });
        }
    }
    for (index, cell) in cells.iter().enumerate() {
        let Some(thread) = cell.initializer else { continue };
        let thread = &threads[thread.index()];
        if !thread.transitions.iter().any(|transition| may_touch(transition, CellId::new(index))) {
            let what = format!(
                "`{}` is to be initialized by `{}`, which never touches it",
                cell.name, thread.name
            );
            return Err(Defect::Misuse { what });
        }
    }
    for (index, thread) in threads.iter().enumerate() {
        for transition in &thread.transitions {
            let start = &thread.points[usize::from(transition.start)];
            if start.is_end {
                let (name, at, text) = (&thread.name, &start.name, &transition.text);
                let what = format!("`{text}` starts at `{at}`, where `{name}` has ended");
                return Err(Defect::Misuse { what });
            }
            let mut defect = None;
            for_each_place(transition, &mut |place| {
                place.for_each_candidate(&mut |cell| {
                    let found = check_touch(
                        ThreadId::new(index),
                        transition,
                        cell,
                        threads.len(),
                        variables,
                        cells,
                    );
                    defect = defect.take().or(found.err());
                });
            });
            if let Some(defect) = defect {
                return Err(defect);
            }
            check_truth(&thread.name, &transition.guard, cells)?;
            for assignment in &transition.command {
                check_parts(&thread.name, &assignment.value, cells)?;
                if let Place::Element { indices, .. } = &assignment.target {
                    let mut values = indices.iter().map(|index| &index.value);
                    values.try_for_each(|value| check_parts(&thread.name, value, cells))?;
                }
            }
        }
    }
    Ok(())
}

/// Decides whether a transition may touch a cell.
pub(super) fn may_touch(transition: &Transition, cell: CellId) -> bool {
    let mut found = false;
    for_each_place(transition, &mut |place| {
        place.for_each_candidate(&mut |candidate| found |= candidate == cell);
    });
    found
}

/// Calls `visit` with every place that a transition reads or writes.
fn for_each_place<'a>(transition: &'a Transition, visit: &mut dyn FnMut(&'a Place)) {
    transition.guard.for_each_place(visit);
    for assignment in &transition.command {
        assignment.value.for_each_place(visit);
        visit(&assignment.target);
        if let Place::Element { indices, .. } = &assignment.target {
            indices.iter().for_each(|index| index.value.for_each_place(visit));
        }
    }
}

/// Checks that a transition touches only its own thread's locals, shared and protected variables, and the lock,
/// semaphore or queue that it is an operation of.
fn check_touch(
    thread: ThreadId,
    transition: &Transition,
    cell: CellId,
    threads: usize,
    variables: &[Variable],
    cells: &[Cell],
) -> Result<(), Defect> {
    let Some(found) = cells.get(cell.index()) else {
        return Err(Defect::Unknown {
            what: format!("cell {} of `{}`", cell.index(), transition.text),
        });
    };
    let refuse = |why: &str| {
        Err(Defect::Misuse {
            what: format!("`{}` touches `{}`: {why}", transition.text, found.name),
        })
    };
    if cell.index() < threads {
        return refuse("a program counter is changed by the end of a transition only");
    }
    match variables[found.variable.index()].class {
        VariableClass::Local(owner) if owner != thread => {
            refuse("a local variable of another thread")
        }
        VariableClass::Lock | VariableClass::Semaphore | VariableClass::Queue => {
            match &transition.operation {
                Some(operation) if operation.variable == found.variable => Ok(()),
                _ => refuse("only its own operations may"),
            }
        }
        _ => Ok(()),
    }
}

/// Checks that a guard is a truth value.
fn check_truth(what: &str, expression: &Expression, cells: &[Cell]) -> Result<(), Defect> {
    if is_truth(expression, cells) {
        return check_parts(what, expression, cells);
    }
    Err(Defect::Misuse { what: format!("a condition of `{what}` is not a truth value") })
}

fn is_truth(expression: &Expression, cells: &[Cell]) -> bool {
    let bounds = expression.bounds(cells);
    bounds.low >= 0 && bounds.high <= 1
}

/// Checks that operands of connectives and conditions inside an expression are truth values, which the evaluation
/// relies on, and that lists of values are in order and without repetition, which the classification relies on.
fn check_parts(what: &str, expression: &Expression, cells: &[Cell]) -> Result<(), Defect> {
    let mut defect = None;
    let truths = |parts: &[Expression]| parts.iter().all(|part| is_truth(part, cells));
    expression.for_each_part(&mut |part| {
        let is_right = match part {
            Expression::Not(inner) => is_truth(inner, cells),
            Expression::And(parts) | Expression::Or(parts) => truths(parts),
            Expression::If(parts) => is_truth(&parts[0], cells),
            Expression::Among(_, values) => values.is_sorted_by(|a, b| a < b),
            _ => true,
        };
        if !is_right && defect.is_none() {
            let why = match part {
                Expression::Among(..) => {
                    "the values of a membership are not in order, or one is there twice"
                }
                _ => "what is negated, joined or decided on is not a truth value",
            };
            defect = Some(Defect::Misuse { what: format!("in `{what}` {why}") });
        }
    });
    defect.map_or(Ok(()), Err)
}

/// Checks that a predicate or claim is a truth value, names what exists, and cannot fail.
pub(super) fn check_predicate(
    what: &str,
    predicate: &Expression,
    cells: &[Cell],
) -> Result<(), Defect> {
    let mut unknown = None;
    predicate.for_each_place(&mut |place| {
        place.for_each_candidate(&mut |cell| {
            if cell.index() >= cells.len() {
                unknown = Some(cell);
            }
        });
    });
    if let Some(cell) = unknown {
        return Err(Defect::Unknown { what: format!("cell {} of `{what}`", cell.index()) });
    }
    check_truth(what, predicate, cells)?;
    if predicate.bounds(cells).can_fail {
        let what = format!(
            "a predicate of `{what}` may fail: its indices must be in range whatever the state is"
        );
        return Err(Defect::Misuse { what });
    }
    Ok(())
}
