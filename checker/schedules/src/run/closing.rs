//! The end of tasks that nobody waits for, in an execution.

use crate::run::state::State;
use crate::run::tasks::Task;

impl State {
    /// Begins to drop the tasks that nobody waits for, if nothing else is left. `false` if that is not so, and where a
    /// task that waits for ever is a finding.
    pub(crate) fn closes(&mut self) -> bool {
        let is_over = |thread: usize| self.threads.get(&thread).is_none_or(|slot| slot.ended);
        if !self.closing.drops || !is_over(0) {
            return false;
        }
        let is_left = |task: &Task| task.detached && task.waits && !task.dropped;
        if !self.threads.values().all(|slot| slot.ended || slot.task.as_ref().is_some_and(is_left))
        {
            return false;
        }
        self.closing.since = self.threads.values().filter_map(|slot| slot.last).collect();
        let last = self.trace.len().saturating_sub(1);
        let mut left = Vec::new();
        for slot in self.threads.values_mut().filter(|slot| !slot.ended) {
            if let Some(task) = &mut slot.task {
                task.dropped = true;
            }
        }
        for (thread, _) in self.threads.iter().filter(|(_, slot)| !slot.ended) {
            left.push(*thread);
        }
        for waiting in self.world.waiting.values_mut() {
            waiting.retain(|thread| !left.contains(thread));
        }
        for thread in &left {
            self.world.threads.of(*thread).woken = Some(last);
        }
        !left.is_empty()
    }

    /// A thread that goes on since the runtime drops its task comes after all that was done before the runtime did so,
    /// but not after what the destructors of other tasks do.
    pub(crate) fn comes_after_the_end(&mut self, thread: usize) {
        let dropped = |task: Task| task.dropped && task.waits;
        if self.threads.get(&thread).and_then(|slot| slot.task).is_some_and(dropped) {
            for earlier in self.closing.since.clone() {
                self.edge(earlier);
            }
        }
    }
}
