//! The experiment without [`Requirement::BadStates`](crate::Requirement): effects are looked for only in states that
//! are not bad.

use reductio_system::{ThreadId, Value};

use super::One;
use crate::paths::Paths;
use crate::plan::{ClassId, Plan};
use crate::survey::Survey;

impl One<'_, '_> {
    /// Decides whether the state before all writes is bad.
    pub(super) fn is_bad(&self, paths: &mut Paths<'_>) -> bool {
        let Survey { system, ref classes, .. } = *self.survey;
        for thread in system.thread_ids() {
            let owner = system.thread(thread);
            let point = if thread == self.thread {
                self.transition.start()
            } else {
                let count = u32::try_from(owner.points().len()).expect("at most 8,192");
                let point = u16::try_from(paths.choose(count)).expect("a control point");
                paths.assume_is(thread.counter(), Value::from(point));
                point
            };
            for transition in owner.pending(point) {
                let touched = paths.aside(|paths| {
                    paths.execute(thread, transition, &Plan::default());
                    paths.touched().to_vec()
                });
                let is_allowed = |x: &ClassId| paths.holds(self.survey.predicate(*x, thread));
                if !touched.iter().all(is_allowed) {
                    return true;
                }
            }
        }
        (0..classes.len()).any(|class| {
            let class = ClassId::try_from(class).expect("at most 65,536 objects");
            let has = |thread: &ThreadId| paths.holds(self.survey.predicate(class, *thread));
            system.thread_ids().filter(has).count() > 1
        })
    }
}
