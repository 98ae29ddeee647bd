//! The monitor of values that no guard protects: of two accesses by different threads, one of which writes, one has to
//! come before the other in all schedules that are equivalent. A lock that is held at both sees to that (LD, S1), and
//! so does a hand-over: a message, a join, an atomic that is set and read.
//!
//! Where two accesses could come one right after the other, some execution has them with nothing in between that orders
//! them, and one of each class is walked. So what is found in no execution is in none.

use crate::finding::Found;
use crate::run::accesses::Access;
use crate::run::slot::Ending;
use crate::run::state::State;
use crate::search::access::ObjectId;

impl State {
    /// Checks an access to a value.
    pub(crate) fn access(&mut self, object: ObjectId, access: Access) {
        self.talk += 1;
        self.happens.start();
        let Access { thread, write, site } = access;
        let stretch = self.happens.stretch(thread);
        let known = &mut self.accesses.entry(object).or_default().last;
        let happens = &mut self.happens;
        let races = |(other, stretch): &&(Access, usize)| {
            (other.write || write) && !happens.is_before((other.thread, *stretch), thread)
        };
        let other = known.iter().rev().find(races).map(|(other, _)| *other);
        known.retain(|(o, _)| o.thread != thread || o.write != write);
        known.push((access, stretch));
        let Some(other) = other else { return };
        let locks = self.world.held(thread);
        let verb = if write { "writes" } else { "reads" };
        let how = if locks.is_empty() {
            format!(
                "it {verb} without a lock what another thread accesses, and somebody writes; nothing else says who is first"
            )
        } else {
            format!(
                "it {verb} under locks of which none was held at all other accesses, and nothing else says who is first"
            )
        };
        let earlier = Some((other.thread, other.site));
        self.note("accesses", Some(object), Some(site));
        let found = Found::Discipline { object, thread, site, earlier, how };
        self.end(Ending::Found(found));
    }
}
