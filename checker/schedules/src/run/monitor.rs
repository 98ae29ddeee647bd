//! The monitor of lock disciplines: which locks were held at all accesses to a value (the lockset algorithm; S1 section 7, LD' as repaired).

use crate::finding::Found;
use crate::run::lockset::Access;
use crate::run::slot::Ending;
use crate::run::state::State;
use crate::search::access::ObjectId;

impl State {
    /// Checks an access to a value under the lock discipline. The value was made before: this was the initializing step.
    pub(crate) fn access(&mut self, object: ObjectId, access: Access) {
        let held = self.world.held(access.thread);
        let fitting = held.iter().filter(|(_, writes)| *writes || !access.write);
        let locks: Vec<ObjectId> = fitting.map(|(lock, _)| *lock).collect();
        let monitor = self.locksets.entry(object).or_default();
        match &mut monitor.candidates {
            Some(candidates) => candidates.retain(|lock| locks.contains(lock)),
            None => monitor.candidates = Some(locks.clone()),
        }
        monitor.written |= access.write;
        let other = monitor
            .accesses
            .iter()
            .rev()
            .find(|other| other.thread != access.thread && (other.write || access.write));
        let other =
            other.or_else(|| monitor.accesses.iter().rev().find(|o| o.thread != access.thread));
        let other = other.copied();
        monitor.accesses.retain(|o| o.thread != access.thread || o.write != access.write);
        monitor.accesses.push(access);
        let is_unprotected = monitor.candidates.as_ref().is_some_and(Vec::is_empty);
        if let Some(other) = other
            && monitor.written
            && is_unprotected
        {
            let verb = if access.write { "writes" } else { "reads" };
            let how = if locks.is_empty() {
                format!(
                    "it {verb} without a lock what another thread accesses, and somebody writes"
                )
            } else {
                format!("it {verb} under locks of which none was held at all other accesses")
            };
            let earlier = Some((other.thread, other.site));
            let (thread, site) = (access.thread, access.site);
            self.note("accesses", Some(object), Some(site));
            let found = Found::Discipline { object, thread, site, earlier, how };
            self.end(Ending::Found(found));
        }
    }
}
