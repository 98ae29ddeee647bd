//! Protections of variables with a class that are the same in all executions, as exclusive access predicates and
//! invariants.

use super::subject::Subject;
use crate::discipline::{Role, may_access};
use crate::locking::{Class, Rule};
use crate::monitors::owner;
use crate::search::Access;
use crate::system::{CellId, Expression, ObjectId, Place, Point, System, Target, ThreadId, Value};

/// The answer to the question whether a lock discipline is followed, and the argument for it.
#[derive(Clone, Debug)]
pub struct LockAnswer {
    /// The form of the lock discipline.
    pub rule: Rule,
    /// The argument for the answer.
    pub argument: LockArgument,
    /// The subject as it was asked about. Runs are made again under its lock discipline, whatever the search was.
    pub subject: Subject,
}

/// The argument by which a lock discipline is, or may be, followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LockArgument {
    /// Exclusive access under these protections, from which the lock discipline follows. The report is one about
    /// exclusive access: its subject has the variables as protected objects.
    ExclusiveAccess(Vec<(CellId, Protection)>),
    /// A search by all steps with a monitor; it was asked for, or the variables have no such protection for this
    /// reason.
    EveryStep(Option<Unprotected>),
    /// A search by visible states with a monitor: what it finds is real, and what it does not find may exist.
    Monitor(Unprotected),
}

/// A protection of a variable with a class that is the same in all executions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protection {
    /// Nobody changes the variable.
    Constant,
    /// This thread alone touches the variable.
    Thread(ThreadId),
    /// The lock with this owner cell is owned at every access.
    Lock(CellId),
    /// This thread alone touches the variable until it has initialized it; then the lock with this owner cell is owned
    /// at every access.
    LockAfter(ThreadId, CellId),
    /// No thread comes to a control point at which it could write the variable; where a thread initializes the
    /// variable, that thread alone comes to points at which it could touch it, and from then on nobody to one at which
    /// it could write it.
    ReadOnly(Option<ThreadId>),
}

/// The reason why no protection of a variable is the same in all executions, or none that is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unprotected {
    /// No one lock is owned at every access of every execution, or no one thread is the only one to touch it.
    Variable(CellId),
    /// The place of the initializing thread does not tell whether it has initialized the variable.
    Phases(CellId),
    /// The printed form of the discipline lets the first state with an access pass, which is no matter of where threads
    /// are.
    Form(CellId),
    /// A protected variable is accessed without exclusive access, or some object meets no set of side conditions, or a
    /// thread takes invisible steps for ever.
    Otherwise,
}

/// A variable with the protections that it may have, as far as is known; the first is the guess.
pub(super) struct Candidate {
    pub(super) cell: CellId,
    pub(super) left: Vec<Protection>,
    /// Tells whether the initializing thread is where it has not initialized the variable; none without such a thread.
    pub(super) early: Option<Expression>,
}

/// The protections that a variable may have.
pub(super) fn candidate(
    system: &System,
    role: Role,
    (cell, class): (CellId, Class),
    rule: Rule,
) -> Result<Candidate, Unprotected> {
    let plain = |left| Ok(Candidate { cell, left, early: None });
    let locks = || system.owners().iter().copied();
    match (class, role) {
        // Nobody else comes, whatever the discipline says of others.
        (Class::Unshared, Role::Unshared(only)) => plain(vec![Protection::Thread(only)]),
        (Class::Unshared, _) => plain(system.thread_ids().map(Protection::Thread).collect()),
        (Class::Disciplined { .. }, Role::Unshared(only)) if rule == Rule::Eraser => {
            plain(vec![Protection::Thread(only)])
        }
        (Class::Disciplined { initializer }, Role::Constant)
            if initializer.is_none() || rule == Rule::Eraser =>
        {
            plain(vec![Protection::Constant])
        }
        (Class::Disciplined { initializer: Some(first) }, _) if rule != Rule::Eraser => {
            if rule == Rule::Printed {
                return Err(Unprotected::Form(cell));
            }
            let early = before(system, first, cell).ok_or(Unprotected::Phases(cell))?;
            let left = locks().map(|lock| Protection::LockAfter(first, lock));
            let left = left.chain([Protection::ReadOnly(Some(first))]).collect();
            Ok(Candidate { cell, left, early: Some(early) })
        }
        (Class::Disciplined { .. }, _) => {
            let left = locks().map(Protection::Lock);
            plain(left.chain([Protection::ReadOnly(None)]).collect())
        }
    }
}

/// The system in which each variable is protected by the first of its candidates, and the objects of the variables.
pub(super) fn protecting(
    system: &System,
    candidates: &[Candidate],
) -> (System, Vec<(ObjectId, CellId)>) {
    let mut objects: Vec<(String, Vec<CellId>, Vec<Expression>)> = system
        .objects()
        .iter()
        .map(|object| {
            let predicates = system.thread_ids().map(|thread| object.predicate(thread).clone());
            (object.name().to_owned(), object.cells().to_vec(), predicates.collect())
        })
        .collect();
    let (mut cells, mut invariants) = (Vec::new(), Vec::new());
    for Candidate { cell, left, early } in candidates {
        let has_access = |thread: ThreadId| -> Expression {
            let owns = |lock: CellId| Expression::cell(lock).equals(owner(thread));
            match (left[0], early) {
                (Protection::LockAfter(first, lock), Some(early)) if thread == first => {
                    Expression::Or(Box::new([early.clone(), owns(lock)]))
                }
                (Protection::LockAfter(_, lock), Some(early)) => {
                    Expression::And(Box::new([early.clone().negated(), owns(lock)]))
                }
                (Protection::Lock(lock) | Protection::LockAfter(_, lock), _) => owns(lock),
                (Protection::Thread(only), _) if thread == only => Expression::TRUE,
                (Protection::Thread(_) | Protection::Constant | Protection::ReadOnly(_), _) => {
                    Expression::FALSE
                }
            }
        };
        match left[0] {
            Protection::Constant => continue,
            Protection::ReadOnly(first) => {
                invariants.push(only_read(system, *cell, first.zip(early.as_ref())));
                continue;
            }
            _ => {}
        }
        cells.push((ObjectId::new(objects.len()), *cell));
        let predicates = system.thread_ids().map(has_access).collect();
        objects.push((system.cell(*cell).name().to_owned(), vec![*cell], predicates));
    }
    let guessed = system.protecting(objects);
    let mut guessed = guessed.expect("the predicates are about owners of locks and control points");
    for (name, holds) in invariants {
        guessed.add_invariant(name, holds).expect("the invariant is about control points");
    }
    (guessed, cells)
}

/// The invariant that a cell is only read, once a thread has initialized it if one does, with its name. It is about the
/// control points at which threads could touch the cell, whatever the values.
fn only_read(
    system: &System,
    cell: CellId,
    initialized: Option<(ThreadId, &Expression)>,
) -> (String, Expression) {
    let at = |thread: ThreadId, is_meant: &dyn Fn(Access) -> bool| -> Option<Expression> {
        let mut points: Vec<Value> = Vec::new();
        for transition in system.thread(thread).transitions() {
            let all = may_access(system, transition);
            let touches = all.known().is_none_or(|touches| {
                touches.iter().any(|one| one.object == cell.index() && is_meant(one.access))
            });
            if touches {
                points.push(transition.start().into());
            }
        }
        (!points.is_empty()).then(|| Expression::cell(thread.counter()).among(points))
    };
    let mut parts = Vec::new();
    for thread in system.thread_ids() {
        if let Some(writes) = at(thread, &|access| access == Access::Write) {
            parts.push(match initialized {
                None => writes.negated(),
                Some((_, early)) => Expression::Or(Box::new([early.clone(), writes.negated()])),
            });
        }
        if let Some((first, early)) = initialized
            && thread != first
            && let Some(touches) = at(thread, &|_| true)
        {
            parts.push(Expression::And(Box::new([early.clone(), touches])).negated());
        }
    }
    let name = system.cell(cell).name();
    let name = match initialized {
        None => format!("{name} is only read"),
        Some((first, _)) => {
            format!("{name} is only read, once {} has initialized it", system.thread(first).name())
        }
    };
    (name, Expression::And(parts.into()))
}

/// The predicate that a thread is where it has not touched a cell, as far as its control points tell; none where a
/// control point can be reached both ways, or a transition touches the cell at times.
fn before(system: &System, thread: ThreadId, cell: CellId) -> Option<Expression> {
    let owner = system.thread(thread);
    let mut phases: Vec<[bool; 2]> = vec![[false; 2]; owner.points().len()];
    phases[0][0] = true;
    let mut open: Vec<(Point, usize)> = vec![(0, 0)];
    while let Some((point, phase)) = open.pop() {
        for number in owner.pending_numbers(point) {
            let transition = &owner.transitions()[number];
            let all = may_access(system, transition);
            let touches = all.known()?.iter().any(|touch| touch.object == cell.index());
            let writes = transition
                .command()
                .iter()
                .any(|assignment| matches!(assignment.target, Place::Cell(known) if known == cell));
            let next = match (touches, writes) {
                _ if phase == 1 => 1,
                (false, _) => 0,
                (true, true) => 1,
                (true, false) => return None,
            };
            let Target::Point(target) = transition.target() else { continue };
            if !std::mem::replace(&mut phases[usize::from(target)][next], true) {
                open.push((target, next));
            }
        }
    }
    if phases.contains(&[true, true]) {
        return None;
    }
    let early = phases.iter().enumerate().filter(|(_, phase)| phase[0]);
    let points: Option<Vec<Value>> = early.map(|(point, _)| Value::try_from(point).ok()).collect();
    Some(Expression::cell(thread.counter()).among(points?))
}
