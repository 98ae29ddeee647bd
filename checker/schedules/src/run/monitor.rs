//! The monitor of values that no guard protects: of two accesses by different threads, one of which writes, one has to
//! come before the other in all schedules that are equivalent. A lock that is held at both sees to that (LD, S1), and
//! so does a hand-over: a message, a join, an atomic that is set and read.
//!
//! Where two accesses could come one right after the other, some execution has them with nothing in between that orders
//! them, and one of each class is walked. So what is found in no execution is in none.

use crate::finding::Found;
use crate::run::accesses::Access;
use crate::run::drf::{Kind, Use};
use crate::run::slot::Ending;
use crate::run::state::State;
use crate::search::access::ObjectId;

impl State {
    /// Checks an access to a value.
    pub(crate) fn access(&mut self, object: ObjectId, access: Access) {
        self.talk += 1;
        let Access { thread, write, site } = access;
        if self.memory.is_some() {
            self.check_made(thread, object, site);
        } else {
            self.happens.start();
            self.needs_orders();
        }
        let State { happens, memory, .. } = self;
        let stretch = match memory {
            Some(memory) => memory.engine.done(thread),
            None => happens.stretch(thread),
        };
        let known = &mut self.accesses.entry(object).or_default().last;
        let races = |(other, stretch): &&(Access, usize)| {
            let before = match memory {
                Some(memory) => memory.engine.knows(thread, other.thread, *stretch),
                None => happens.is_before((other.thread, *stretch), thread),
            };
            (other.write || write) && !before
        };
        let other = known.iter().rev().find(races).map(|(other, _)| *other);
        known.retain(|(o, _)| o.thread != thread || o.write != write);
        known.push((access, stretch));
        let kind = if write { Kind::Write } else { Kind::Read };
        let is_watched = self.drf.is_on() && self.given_up.is_none();
        let pair = is_watched
            .then(|| self.drf.uses(object, Use { thread, kind, order: None, site }))
            .flatten();
        let by_orders = pair.filter(|_| other.is_none() && self.drf.outside.is_none());
        let other = other.map(|other| (other.thread, other.site));
        let Some(earlier) =
            other.or(by_orders.map(|pair| (pair.earlier.thread, pair.earlier.site)))
        else {
            return;
        };
        let locks = self.world.held(thread);
        let verb = if write { "writes" } else { "reads" };
        let how = if by_orders.is_some() {
            format!(
                "it {verb} what another thread accesses, and somebody writes; by C11 nothing else says who is first: the orderings of atomics in between are too weak"
            )
        } else if locks.is_empty() {
            format!(
                "it {verb} without a lock what another thread accesses, and somebody writes; nothing else says who is first"
            )
        } else {
            format!(
                "it {verb} under locks of which none was held at all other accesses, and nothing else says who is first"
            )
        };
        let earlier = Some(earlier);
        self.note("accesses", Some(object), Some(site));
        let found = Found::Discipline { object, thread, site, earlier, how };
        self.end(Ending::Found(found));
    }
}
