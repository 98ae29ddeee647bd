//! Threads, control points and transitions.

use std::ops::Range;

use reductio_temporal::Fairness;

use super::compiled::Compiled;
use super::expression::{Assignment, Expression, Failure};
use super::ids::{CellId, Point};
use super::operation::Operation;

/// The permission of a thread to rest at a control point for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rest {
    /// It may not.
    Never,
    /// It may, and in properties it may stop there although it could go on.
    MayStop,
    /// It may, but in properties it goes on as elsewhere.
    GoesOn,
}

/// A control point of a thread.
#[derive(Clone, Debug)]
pub struct ControlPoint {
    pub(super) name: String,
    pub(super) is_label: bool,
    pub(super) rest: Rest,
    pub(super) is_end: bool,
    pub(super) place: Option<Range<usize>>,
}

impl ControlPoint {
    /// The name of the control point: its label, or a name made from the line; `end`; `failed at P` for a thread that
    /// failed at `P`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Tells whether the user named the control point: then it is reported when no run reaches it.
    pub fn is_label(&self) -> bool {
        self.is_label
    }

    /// Tells whether the thread may rest here for ever without being deadlocked.
    pub fn is_idle(&self) -> bool {
        self.rest != Rest::Never
    }

    /// Tells whether the thread goes on from here in properties as from other control points, although it is idle here.
    pub fn goes_on(&self) -> bool {
        self.rest == Rest::GoesOn
    }

    /// Tells whether the thread has ended here: nothing starts here, and to stay is no deadlock.
    pub fn is_end(&self) -> bool {
        self.is_end
    }

    /// The bytes of the statement in the text, where there is one.
    pub fn place(&self) -> Option<&Range<usize>> {
        self.place.as_ref()
    }
}

/// The end of a transition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The thread goes to a control point.
    Point(Point),
    /// The thread fails where it is, for this reason.
    Failed(Failure),
}

/// A transition `(start, guard, command, final)` of a thread (S1 section 3.1).
#[derive(Clone, Debug)]
pub struct Transition {
    pub(super) start: Point,
    pub(super) guard: Expression,
    /// The guard, compiled when the system is finished.
    pub(super) test: Compiled,
    pub(super) command: Vec<Assignment>,
    pub(super) target: Target,
    pub(super) operation: Option<Operation>,
    pub(super) is_otherwise: bool,
    pub(super) text: String,
    pub(super) place: Option<Range<usize>>,
}

impl Transition {
    /// The control point that the transition starts at.
    pub fn start(&self) -> Point {
        self.start
    }

    /// The guard: the transition is enabled at `start` where it holds, or fails.
    pub fn guard(&self) -> &Expression {
        &self.guard
    }

    /// The assignments, in order.
    pub fn command(&self) -> &[Assignment] {
        &self.command
    }

    /// The end of the transition.
    pub fn target(&self) -> Target {
        self.target
    }

    /// The operation on a lock, monitor, semaphore or queue that the transition performs; none for one over variables,
    /// which does not touch the cells of such objects.
    pub fn operation(&self) -> Option<&Operation> {
        self.operation.as_ref()
    }

    /// Tells whether the transition is the other side of a test: where its guard fails, the first side fails too, and
    /// is the one step that the test takes; this one is disabled.
    pub fn is_otherwise(&self) -> bool {
        self.is_otherwise
    }

    /// The statement, as reports show it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The bytes of the statement in the text, where there is one.
    pub fn place(&self) -> Option<&Range<usize>> {
        self.place.as_ref()
    }
}

/// A thread: its control points and its transitions.
#[derive(Clone, Debug)]
pub struct Thread {
    pub(super) name: String,
    pub(super) points: Vec<ControlPoint>,
    pub(super) transitions: Vec<Transition>,
    /// The transitions of each control point, as a range: they are sorted by `start`.
    pub(super) pending: Vec<Range<usize>>,
    /// By control point, the one that the thread goes to if it fails there.
    pub(super) failed: Vec<Option<Point>>,
    /// By control point, the locals that are forgotten on arrival.
    pub(super) dead: Vec<Vec<CellId>>,
    /// The first of the points of a thread that failed.
    pub(super) first_failed: usize,
    pub(super) fairness: Fairness,
}

impl Thread {
    /// The name, such as `user[1]`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The assumption on how often the thread moves.
    pub fn fairness(&self) -> Fairness {
        self.fairness
    }

    /// The control points, by [`Point`]. The first is the initial one; last come those of a thread that failed.
    pub fn points(&self) -> &[ControlPoint] {
        &self.points
    }

    /// The transitions, sorted by their start.
    pub fn transitions(&self) -> &[Transition] {
        &self.transitions
    }

    /// The transitions that start at `point`.
    pub fn pending(&self, point: Point) -> &[Transition] {
        &self.transitions[self.pending[usize::from(point)].clone()]
    }

    /// The numbers of the transitions that start at `point`.
    pub fn pending_numbers(&self, point: Point) -> Range<usize> {
        self.pending[usize::from(point)].clone()
    }

    /// The control point that the thread goes to if it fails at `point`; none if it cannot fail.
    pub fn failed_at(&self, point: Point) -> Option<Point> {
        self.failed.get(usize::from(point)).copied().flatten()
    }

    /// Decides whether `point` is one of a thread that failed.
    #[inline]
    pub fn is_failed(&self, point: Point) -> bool {
        usize::from(point) >= self.first_failed
    }

    /// The locals that are dead at a control point: a thread that arrives there forgets them, where the system was
    /// built so.
    #[inline]
    pub fn dead(&self, point: Point) -> &[CellId] {
        self.dead.get(usize::from(point)).map_or(&[], Vec::as_slice)
    }

    /// The number of control points of the thread, those of a thread that failed left out.
    pub fn ordinary_points(&self) -> usize {
        self.first_failed
    }

    /// Decides whether the thread has ended at `point`. That nothing starts at a control point does not make it an end:
    /// a thread that comes to such a point by mistake waits there for ever.
    pub fn is_end(&self, point: Point) -> bool {
        self.points[usize::from(point)].is_end
    }

    /// Decides whether the thread may stop at `point` for ever, in properties, although it could go on: it is idle
    /// there, and the text does not say that it goes on.
    pub fn may_stop(&self, point: Point) -> bool {
        self.points[usize::from(point)].rest == Rest::MayStop
    }

    /// Decides whether the thread may stay at `point` for ever without being deadlocked: it has ended there, or is
    /// idle.
    pub fn may_rest(&self, point: Point) -> bool {
        let point = &self.points[usize::from(point)];
        point.is_end || point.is_idle()
    }
}

/// A property of the states of a system: a predicate, with the name it is reported under.
#[derive(Clone, Debug)]
pub struct StateProperty {
    /// The name of the property.
    pub name: String,
    /// The predicate.
    pub predicate: Expression,
    /// The bytes of its declaration in the text, where there is one.
    pub place: Option<Range<usize>>,
    /// The predicate, compiled when the system is finished.
    pub(super) test: Compiled,
}
