//! Right movers: transitions after which what other threads do can be done before.

use reductio_search::Access;
use reductio_system::{System, Transition, VariableClass};

/// Decides whether a transition moves to the right over the steps of other threads, or touches nothing of theirs: it
/// takes a lock, or reads and writes locals and variables that have a class. (Nothing else: a thread that gives a lock
/// back, notifies, or touches a semaphore, a queue or an open variable, could be waited for, or observed.)
pub(crate) fn is_right_mover(
    system: &System,
    transition: &Transition,
    is_watched: impl Fn(usize) -> bool,
) -> bool {
    let all = reductio_discipline::may_access(system, transition);
    all.known().is_some_and(|touches| {
        touches.iter().all(|touch| {
            let variable = system.cells()[touch.object].variable();
            let class = system.variables()[variable.index()].class();
            matches!(touch.access, Access::Acquire | Access::EndWait)
                || is_watched(touch.object)
                || matches!(class, VariableClass::Local(_) | VariableClass::Counter(_))
        })
    })
}
