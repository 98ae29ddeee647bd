//! Exclusive access predicates (S5): rules that say which thread may access a value now.

use std::panic::Location;
use std::sync::Arc;

use crate::finding::Found;
use crate::run::accesses::Access;
use crate::run::context::outside;
use crate::run::drf::{Kind, Use};
use crate::run::ruled::{Rule, Ruled};
use crate::run::slot::Ending;
use crate::run::state::State;
use crate::search::access::ObjectId;

impl State {
    /// Adds a value with a rule.
    pub(crate) fn add_rule(&mut self, object: ObjectId, rule: &Arc<Rule>) {
        if self.ruled.iter().any(|ruled| ruled.object == object) {
            return;
        }
        if self.memory.is_some() {
            self.end(Ending::Declined("access a value under a rule"));
        }
        let allowed = self.allowed(&**rule);
        self.ruled.push(Ruled { object, rule: Arc::downgrade(rule), allowed });
    }

    /// The threads that a rule allows now, of those that have not ended.
    fn allowed(&self, rule: &Rule) -> Vec<usize> {
        let live = self.threads.iter().filter(|(_, slot)| !slot.ended);
        // Outside of the search, so that the rule may look at atomics.
        outside(|| {
            let may = |thread: &usize| rule(*thread, &self.world.held(*thread));
            live.map(|(thread, _)| *thread).filter(may).collect()
        })
    }

    /// Checks what the last step did to rules (S5, Set C): it takes access from no other thread, and if it gives access
    /// to another one, then to no second one.
    pub(crate) fn check_rules(&mut self) {
        let Some((mover, site)) = self.trace.last().map(|event| (event.thread, event.site)) else {
            return;
        };
        for number in 0..self.ruled.len() {
            let Some(rule) = self.ruled[number].rule.upgrade() else { continue };
            let now = self.allowed(&*rule);
            let ruled = &mut self.ruled[number];
            let (object, before) =
                (ruled.object, std::mem::replace(&mut ruled.allowed, now.clone()));
            let is_live = |thread: &usize| self.threads.get(thread).is_some_and(|slot| !slot.ended);
            let taken = before.iter().find(|t| **t != mover && !now.contains(t) && is_live(t));
            let given = now.iter().find(|thread| **thread != mover && !before.contains(thread));
            let how = if let Some(other) = taken {
                format!(
                    "its last step takes the right to access it from {}, which may be about to do so",
                    crate::tell::thread(self, *other)
                )
            } else if given.is_some() && now.len() > 1 {
                "its last step gives several threads the right to access it".to_owned()
            } else {
                continue;
            };
            let found = Found::Discipline { object, thread: mover, site, earlier: None, how };
            self.end(Ending::Found(found));
        }
    }

    /// Checks an access to a value under a rule.
    pub(crate) fn ruled_access(&mut self, object: ObjectId, access: Access, rule: &Rule) {
        self.talk += 1;
        self.needs_orders();
        if self.drf.is_on() && self.given_up.is_none() {
            // Where all executions are schedules, the rule says the same in all of them.
            let kind = if access.write { Kind::Write } else { Kind::Read };
            let (thread, site) = (access.thread, access.site);
            self.drf.uses(object, Use { thread, kind, order: None, site });
        }
        let allowed = self.allowed(rule);
        let other = allowed.iter().find(|thread| **thread != access.thread);
        let how = if !allowed.contains(&access.thread) {
            "its rule does not allow the thread to access it now".to_owned()
        } else if let Some(other) = other {
            let other = crate::tell::thread(self, *other);
            format!("its rule allows {other} to access it as well, and has to be exclusive")
        } else {
            return;
        };
        let (thread, site): (usize, &'static Location<'static>) = (access.thread, access.site);
        // The other one has not accessed the value: it may, where it is now.
        let place = |other: &usize| Some((*other, self.threads.get(other)?.pending?.1));
        let earlier = other.and_then(place);
        self.note("accesses", Some(object), Some(site));
        let found = Found::Discipline { object, thread, site, earlier, how };
        self.end(Ending::Found(found));
    }
}
