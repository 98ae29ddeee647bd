//! Mutants: systems with one statement left out.

use crate::system::{Point, System, Target, ThreadId};

/// A system with one statement left out.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// The thread of the statement.
    pub thread: ThreadId,
    /// The control point of the statement.
    pub point: Point,
    /// The text of the statement.
    pub text: String,
    /// The system without it.
    pub system: System,
}

/// Leaves out each statement of a system in turn, such as an `acquire` or an assignment. A statement can be left out
/// where all its transitions that do not fail lead to one other control point; tests and choices stay. A good set of
/// predicates and assertions notices most of the mutants.
///
/// ```
/// use reductio::check::{CheckOptions, Demotion};
/// use reductio::language::parse_system;
/// use reductio::testing::{access_implies_predicate, mutants, Sample};
///
/// let text = "
///     lock m
///     protected x : 0 .. 1 by m
///     thread one { acquire m; x := 1; release m }
///     thread two { acquire m; x := 0; release m }";
/// let system = parse_system(text, "two", &[]).unwrap();
/// let noticed: Vec<bool> =
///     mutants(&system).map(|m| access_implies_predicate(&m.system, Sample::default()).is_err()).collect();
/// // Either `acquire`; what is left undone otherwise breaks no rule (a forgotten `release` is a deadlock).
/// assert_eq!(noticed, [true, false, false, true, false, false]);
/// ```
pub fn mutants(system: &System) -> impl Iterator<Item = Mutant> + '_ {
    let points = system.thread_ids().flat_map(|thread| {
        (0..system.thread(thread).ordinary_points()).map(move |point| (thread, point))
    });
    points.filter_map(|(thread, point)| {
        let point = Point::try_from(point).ok()?;
        let pending = system.thread(thread).pending(point);
        let mut targets = pending.iter().filter_map(|transition| match transition.target() {
            Target::Point(target) => Some(target),
            Target::Failed(_) => None,
        });
        let target = targets.next().filter(|target| *target != point)?;
        if targets.any(|other| other != target) {
            return None;
        }
        let text = pending.first()?.text().to_owned();
        let system = system.skipping(thread, point, target)?;
        Some(Mutant { thread, point, text, system })
    })
}
