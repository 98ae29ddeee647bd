//! The choice of who goes on: a rule of the graph alone, so that each graph is added to in one way. Threads that are
//! in the graph come first. Then who is about to read in a loop that waits is let go on as late as possible, and who
//! would take a lock that is taken waits.
//!
//! A loop that only reads until something changes would go on for ever with an old value. A round in which it reads
//! the same as in the last one adds nothing: so it waits, and goes on where there is something newer. Whether a thread
//! is in such a loop is seen by letting it go on with the same values, outside of the graph. If it goes round and
//! round, it waits; if it does something else, it was no loop, and the execution is run again, in which the operation
//! is an ordinary one.

use crate::memory::engine::{Answer, Engine, Ghost, Refusal, Request, Wants};
use crate::memory::graph::{Label, Line};
use crate::memory::view::Id;

/// The word of the memory about the next step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    Thread(usize),
    /// All threads have ended.
    Done,
    /// No thread can go on.
    Stuck,
    /// No thread can go on, and this one waits in a loop for what never comes.
    Spins(usize),
    /// A thread waits in a loop for what is there, but reads something older: other executions are those in which it
    /// goes on.
    Redundant,
    /// Something was learnt about loops: the search begins again.
    Learnt,
    Differs(String),
}

impl Engine {
    /// Says who goes on, of those that are about to do something.
    pub(crate) fn next(&mut self, wants: &[Wants]) -> Next {
        if let Some(ghost) = self.ghost {
            if ghost.rounds < ghost.most {
                return Next::Thread(ghost.thread);
            }
            self.ghost = None;
            self.looped.insert((ghost.thread, self.done(ghost.thread)));
            let first = self.graph.event(Id { thread: ghost.thread, index: ghost.first });
            if let Some(site) = first.site
                && self.spins.insert(site)
            {
                return Next::Learnt;
            }
        }
        let again = wants.iter().filter(|wants| self.stored(wants.thread).is_some());
        let again: Vec<&Wants> = again.collect();
        if !again.is_empty() {
            let mut able = again.iter().filter(|wants| self.can_replay(wants.thread));
            let last = self.last;
            let next = able.clone().find(|wants| wants.thread == last).or_else(|| able.next());
            let how = "threads wait for each other that have not done so before";
            return next.map_or(Next::Differs(how.to_owned()), |wants| Next::Thread(wants.thread));
        }
        let able = || wants.iter().filter(|wants| self.can(wants));
        let is_late = |wants: &&Wants| self.round(wants).is_some() || self.tries_in_vain(wants);
        let at_loop = |wants: &&Wants| {
            let reads = matches!(wants.request, Request::Load { .. } | Request::Update { .. });
            reads && wants.site.is_some_and(|site| self.spins.contains(site))
        };
        let first = able().find(|wants| !is_late(wants) && !at_loop(wants));
        if let Some(wants) = first.or_else(|| able().find(|wants| !is_late(wants))) {
            return Next::Thread(wants.thread);
        }
        let goes_on = || able().filter(|wants| !self.waits(wants));
        let tries = |wants: &&Wants| self.tries_in_vain(wants);
        if let Some(wants) = goes_on().find(|wants| !tries(wants)).or_else(|| goes_on().next()) {
            let thread = wants.thread;
            let Some(first) = self.round(wants) else { return Next::Thread(thread) };
            if self.has_looped(wants) {
                return Next::Thread(thread);
            }
            let is_known = wants.site.is_some_and(|site| self.spins.contains(site));
            let most = if is_known { self.patience.1 } else { self.patience.0 };
            self.ghost = Some(Ghost { thread, first, next: first, rounds: 0, most });
            return Next::Thread(thread);
        }
        self.end(wants)
    }

    /// Nobody can go on.
    fn end(&mut self, wants: &[Wants]) -> Next {
        if wants.is_empty() {
            return Next::Done;
        }
        for wants in wants {
            let label = match wants.request {
                Request::Lock(at) | Request::Begins(at) => Label::Lock(at),
                Request::Share(at) => Label::Share(at),
                _ => continue,
            };
            if self.searches {
                self.graph.overtake(wants.thread, label, wants.site, &mut self.work);
            }
        }
        let waits: Vec<&Wants> = wants.iter().filter(|wants| self.waits(wants)).collect();
        let is_old =
            |wants: &Wants| self.round(wants).is_some_and(|first| self.is_old(wants, first));
        let is_timed = |wants: &Wants| matches!(wants.request, Request::Woken { timed: true, .. });
        if waits.iter().any(|wants| is_old(wants)) || wants.iter().any(is_timed) {
            return Next::Redundant;
        }
        waits.first().map_or(Next::Stuck, |wants| Next::Spins(wants.thread))
    }

    /// Decides whether a thread would try to take a lock that is taken.
    fn tries_in_vain(&self, wants: &Wants) -> bool {
        let Request::Try { at, shares } = wants.request else { return false };
        !self.graph.is_free(at, shares)
    }

    /// Decides whether a thread is known to begin a further round of a loop.
    fn has_looped(&self, wants: &Wants) -> bool {
        self.looped.contains(&(wants.thread, self.done(wants.thread)))
    }

    /// Decides whether a thread is in a loop and would read the same once more.
    fn waits(&self, wants: &Wants) -> bool {
        let Some(first) = self.round(wants).filter(|_| self.has_looped(wants)) else {
            return false;
        };
        !self.is_old(wants, first) || self.is_repeated(wants, first)
    }

    /// Decides whether a round reads something that is not the newest.
    pub(super) fn is_old(&self, wants: &Wants, first: usize) -> bool {
        self.graph.threads[wants.thread][first..].iter().any(|event| {
            let Some(at) = event.label.reads() else { return false };
            self.graph.place(at, event.from) < self.graph.writes_of(at).len()
        })
    }

    /// Decides whether the last round is the same as the one before it. Of loops that look at one location, none is.
    fn is_repeated(&self, wants: &Wants, first: usize) -> bool {
        let events = &self.graph.threads[wants.thread];
        let length = events.len() - first;
        first >= length
            && (first..events.len()).all(|index| {
                let (now, before) = (&events[index], &events[index - length]);
                now.site == before.site
                    && now.from == before.from
                    && std::mem::discriminant(&now.label) == std::mem::discriminant(&before.label)
            })
    }

    /// The place from which on a thread may read, if it begins a further round of a loop that looks at one location:
    /// not what it has read in the last one.
    pub(super) fn newer(&self, wants: &Wants) -> Option<usize> {
        let first = self.round(wants).filter(|_| self.has_looped(wants))?;
        let round = &self.graph.threads[wants.thread][first..];
        let at = round[0].label.reads()?;
        let is_one = round.iter().all(|event| event.label.reads().is_none_or(|other| other == at));
        is_one.then(|| self.graph.place(at, round[0].from) + 1)
    }

    /// Decides whether a thread can come to what is its next event in the graph.
    fn can_replay(&self, thread: usize) -> bool {
        let Some(event) = self.stored(thread) else { return false };
        let known = &event.view.prefix;
        (0..self.graph.threads.len())
            .all(|other| other == thread || self.done(other) >= known.of(other))
    }

    fn has_ended(&self, thread: usize) -> bool {
        self.latest(thread).is_some_and(|last| matches!(self.graph.event(last).label, Label::End))
    }

    /// Decides whether a thread can do what it wants, as something new.
    pub(crate) fn can(&self, wants: &Wants) -> bool {
        match wants.request {
            Request::Join(other) => self.has_ended(other),
            Request::Lock(at) => self.graph.is_free(at, false),
            Request::Share(at) => self.graph.is_free(at, true),
            Request::Begins(at) => self.graph.filled(at).is_some() || self.graph.is_free(at, false),
            Request::Find(at) => self.graph.filled(at).is_some(),
            Request::Woken { at, .. } => self.graph.notified(at, wants.thread).is_some(),
            Request::Receive { at, number } => {
                self.graph.message(at, number).is_some() || self.closed.contains(&at)
            }
            Request::Update { at, change } => {
                let order = change.success;
                self.graph.has_newest(Label::Read { at, order, change: Some(change) })
            }
            _ => true,
        }
    }

    /// The first event of the last round, if a thread is about to begin a further one of a loop in which it has only
    /// read, and of each location only one value.
    pub(super) fn round(&self, wants: &Wants) -> Option<usize> {
        let (at, changes) = match wants.request {
            Request::Load { at, .. } => (at, false),
            Request::Update { at, .. } => (at, true),
            _ => return None,
        };
        let site = wants.site?;
        if self.tries.contains(site) || !self.searches && !self.draws() {
            return None;
        }
        let events = self.graph.threads.get(wants.thread)?;
        if events.last()?.leaves {
            return None;
        }
        for (index, event) in events.iter().enumerate().rev() {
            match event.label {
                Label::Fence(_) => {}
                Label::Read { at: b, change, .. } => {
                    let same = events[index..]
                        .iter()
                        .all(|other| other.label.reads() != Some(b) || other.from == event.from);
                    if !same {
                        return None;
                    }
                    if b == at && event.site == Some(site) && change.is_some() == changes {
                        return Some(index);
                    }
                }
                _ => return None,
            }
        }
        None
    }

    /// Answers a thread that is watched by what it read before.
    pub(super) fn haunt(
        &mut self,
        request: Request,
        site: Option<Line>,
    ) -> Result<Answer, Refusal> {
        let Some(mut ghost) = self.ghost else { return Err(Refusal::Again) };
        let event = self.graph.event(Id { thread: ghost.thread, index: ghost.next });
        let value = |at| self.graph.value(at, event.from);
        let answer = match (request, event.label) {
            (Request::Load { at, order }, Label::Read { at: b, order: before, change: None }) => {
                (at == b && order == before).then(|| value(at))
            }
            (Request::Update { at, change }, Label::Read { at: b, change: Some(_), .. }) => {
                let fails = change.expected.is_some_and(|expected| expected != value(at));
                (at == b && fails).then(|| value(at))
            }
            (Request::Fence(a), Label::Fence(b)) => (a == b).then_some(0),
            _ => None,
        };
        let Some(value) = answer.filter(|_| event.site == site) else {
            // It is no loop, or not one that waits.
            self.ghost = None;
            let watched = self.graph.event(Id { thread: ghost.thread, index: ghost.first }).site;
            if ghost.rounds > self.patience.1
                && let Some(site) = watched
            {
                self.tries.insert(site);
                return Err(Refusal::Learnt);
            }
            let mut graph = self.graph.clone();
            if let Some(last) = graph.threads[ghost.thread].last_mut() {
                last.leaves = true;
            }
            self.work.push(graph);
            return Err(Refusal::Again);
        };
        ghost.next += 1;
        if ghost.next == self.graph.count(ghost.thread) {
            (ghost.next, ghost.rounds) = (ghost.first, ghost.rounds + 1);
        }
        self.ghost = Some(ghost);
        Ok(Answer { value, ..Answer::default() })
    }
}
