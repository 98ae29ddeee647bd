//! The touches of steps, and what happens before what by them.

use crate::run::state::State;
use crate::search::access::{ObjectId, Touch};
use crate::search::event::{Note, Site};

impl State {
    /// Adds a touch to the step that is executed, and what happens before it.
    pub(crate) fn touch(&mut self, object: ObjectId, touch: Touch) {
        self.talk += 1;
        let Some(number) = self.trace.len().checked_sub(1) else { return };
        let (before, current) = self.trace.split_at_mut(number);
        let event = &mut current[0];
        let history = self.history.entry(object).or_default();
        let (mut is_shared, mut is_new) = (false, true);
        // Of each thread's touches of one kind the last one is enough: it happens after the others.
        // The last ones first: mostly the others happen before them.
        for (thread, other, earlier) in history.iter_mut().rev() {
            if *thread != event.thread {
                is_shared = true;
                if other.happens_before(touch)
                    && !event.clock.has(*thread, *earlier)
                    && let Some(earlier) = before.get(*earlier)
                {
                    event.clock.join(&earlier.clock);
                }
            } else if *other == touch {
                *earlier = number;
                is_new = false;
            }
        }
        if is_new {
            history.push((event.thread, touch, number));
        }
        self.shares |= is_shared && object.maker != ObjectId::OF_THREAD;
        event.accesses.push((object, touch));
        let (thread, op, site) = (event.thread, event.op, event.site);
        self.happens.touch(thread, object, touch);
        self.drf.touch((thread, site), object, touch, op);
    }

    /// Says that another step happens before the one that is executed.
    pub(crate) fn edge(&mut self, earlier: usize) {
        let Some(number) = self.trace.len().checked_sub(1) else { return };
        let (before, current) = self.trace.split_at_mut(number);
        if let Some(step) = before.get(earlier) {
            current[0].clock.join(&step.clock);
            self.happens.edge(current[0].thread, earlier);
        }
    }

    /// Says as [`Self::edge`] that another step happens before the one that is executed, by C11 as well.
    pub(crate) fn synchronizes(&mut self, earlier: usize) {
        self.edge(earlier);
        if let Some(thread) = self.trace.last().map(|event| event.thread) {
            self.drf.edge(thread, earlier);
        }
    }

    /// Remembers for charts what a thread did without stopping before it.
    pub(crate) fn note(
        &mut self,
        text: &'static str,
        object: Option<ObjectId>,
        site: Option<Site>,
    ) {
        self.talk += 1;
        if let Some(event) = self.trace.last_mut() {
            event.notes.push(Note { text, object, site });
        }
    }
}
