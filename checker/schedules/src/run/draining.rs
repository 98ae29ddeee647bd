//! Executions that are given up go on to an end of their own, outside of the search.
//!
//! Where nothing more is to be learnt from an execution, its threads are in the middle of something. If they were
//! unwound there, destructors would run that never run in such a state, and an assertion in one of them would end the
//! process: the compiler lets no panic leave a destructor that runs while its thread unwinds. So the execution is
//! drained: its threads go on as in any other one, who waited longest first, and what they do is not part of the
//! search. The search gets the state of the moment in which it gave the execution up.
//!
//! Where that comes to no end (no thread can go on, or there are too many steps), threads stay where they are, as those
//! of a finding do, and their destructors do not run; but only so many, since that takes memory. Where that many have
//! stayed, threads are unwound.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::finding::Found;
use crate::run::given_up::{GivenUp, Unfinished};
use crate::run::slot::{Ending, Seen};
use crate::run::state::State;
use crate::schedule::Schedule;
use crate::search::driver::Driver;
use crate::search::frame::Pending;

/// So many threads may stay where they are in the middle of a search.
const STAYING: usize = 100;

/// So many may in all searches of a process: each of them keeps two mappings of memory, of which a process of Linux has
/// some 65,000.
const STAYING_IN_ALL: usize = 4000;

/// The threads that stay where they are, of all searches so far.
static STAYED: AtomicUsize = AtomicUsize::new(0);

/// Decides whether the threads of a search are unwound where no thread can go on, since too many stay where they are.
pub(crate) fn too_many_stay(in_search: usize) -> bool {
    in_search >= STAYING || STAYED.load(Ordering::Relaxed) >= STAYING_IN_ALL
}

impl State {
    /// Decides whether an execution that ends so can go on by itself.
    fn can_drain(&self, ending: &Ending) -> bool {
        let searches =
            matches!(self.driver, Driver::Search(_) | Driver::Sample(_) | Driver::Graphs);
        searches
            && match ending {
                Ending::Asleep
                | Ending::Bounded
                | Ending::Again
                | Ending::Early
                | Ending::Declined(_)
                | Ending::Redo => true,
                Ending::Done | Ending::Carrier => false,
                Ending::Found(found) => {
                    !self.rules.stops_at_finding
                        && matches!(
                            found,
                            Found::Panic { .. } | Found::Leaked { .. } | Found::Discipline { .. }
                        )
                }
            }
    }

    /// Ends the execution, if it has not ended. One that is given up goes on, and only what lets it not go on ends it.
    pub(crate) fn end(&mut self, ending: Ending) -> Option<usize> {
        if self.ending.is_some() {
            return None;
        }
        if self.given_up.is_some() {
            let goes_on = match &ending {
                Ending::Done | Ending::Carrier => false,
                Ending::Found(found) => matches!(
                    found,
                    Found::Panic { .. }
                        | Found::Leaked { .. }
                        | Found::Discipline { .. }
                        | Found::Again { .. }
                ),
                _ => true,
            };
            self.ending = (!goes_on).then_some(ending);
        } else if self.can_drain(&ending) {
            self.give_up(ending);
        } else {
            self.ending = Some(ending);
        }
        None
    }

    fn give_up(&mut self, ending: Ending) {
        if let Ending::Found(found) = &ending {
            self.kept.finding = Some(crate::tell::finding(self, found));
        }
        let unfinished = self.unfinished();
        let names = self.names.open();
        self.probe = None;
        if let Some(memory) = &mut self.memory {
            memory.engine.drain();
        }
        self.given_up = Some(Box::new(GivenUp {
            ending,
            driver: std::mem::replace(&mut self.driver, Driver::replay(Schedule::default())),
            names: std::mem::replace(&mut self.names, names),
            seen: self.seen.clone(),
            steps: self.trace.len(),
            threads: self.order.len(),
            panics: self.panics.len(),
            last: self.trace.last().cloned(),
            unfinished,
        }));
    }

    /// The threads that have not ended, as the search left them.
    pub(crate) fn unfinished(&self) -> Vec<Unfinished> {
        if let Some(unfinished) = &self.kept.unfinished {
            return unfinished.clone();
        }
        let unfinished = self.threads.iter().filter_map(|(thread, slot)| {
            let (op, _) = slot.pending?;
            let enabled = self.world.is_enabled(*thread, op);
            Some((Pending { thread: *thread, op, enabled }, slot.last))
        });
        unfinished.collect()
    }

    /// Takes a step of an execution that is given up: of the thread that waits longest.
    pub(crate) fn drain(&mut self) -> Option<usize> {
        let begun = self.given_up.as_ref().map_or(0, |given_up| given_up.steps);
        if self.trace.len() - begun >= self.rules.steps {
            let thread = self.trace.last().map_or(0, |event| event.thread);
            let steps = self.trace.len();
            return self.end(Ending::Found(Found::Endless { thread, steps, spins: false }));
        }
        let mut next = self.next_drained();
        if next.is_none() && self.closes() {
            next = self.next_drained();
        }
        let Some(thread) = next else {
            let is_over = self.threads.values().all(|slot| slot.pending.is_none());
            return self.end(if is_over { Ending::Done } else { Ending::Found(Found::Stuck) });
        };
        self.execute(thread);
        self.running = Some(thread);
        Some(thread)
    }

    fn next_drained(&self) -> Option<usize> {
        let can = self.threads.iter().filter_map(|(thread, slot)| {
            let (op, _) = slot.pending?;
            let since = slot.last.map_or(slot.started, |last| last + 1);
            self.world.is_enabled(*thread, op).then_some((since, *thread))
        });
        can.min().map(|(_, thread)| thread)
    }

    /// Says that somebody may see something that was seen before the execution was given up, and told only now.
    pub(crate) fn saw_before(&mut self, seen: Seen) {
        if let Some(given_up) = &mut self.given_up
            && matches!(given_up.driver, Driver::Search(_) | Driver::Sample(_) | Driver::Graphs)
            && given_up.seen.insert(seen)
        {
            let is_graph = matches!(given_up.driver, Driver::Graphs);
            given_up.ending = if self.memory.is_some() && is_graph {
                Ending::Declined("drop the last handle of an `Arc`, where it matters who does")
            } else {
                Ending::Again
            };
        }
    }

    /// Goes back to what the execution was when it was given up.
    pub(crate) fn settle(&mut self) {
        let stays = self.stays();
        let is_last = self.is_last();
        self.kept.staying = if stays && !is_last { self.alive } else { 0 };
        if stays {
            STAYED.fetch_add(self.alive, Ordering::Relaxed);
        }
        self.bring_back();
        if stays && !is_last {
            self.sees_unfinished();
        }
    }

    /// Takes notice of the destructors that threads are in which stay where they are: what they have done was seen, and
    /// nobody else will say so.
    fn sees_unfinished(&mut self) {
        let watched = self.threads.values().flat_map(|slot| slot.watched.iter().copied());
        for seen in watched.collect::<Vec<_>>() {
            self.saw(seen);
        }
    }

    fn bring_back(&mut self) {
        let Some(given_up) = self.given_up.take() else { return };
        let GivenUp { ending, driver, names, seen, steps, threads, panics, last, unfinished } =
            *given_up;
        (self.driver, self.names, self.seen) = (driver, names, seen);
        self.ending = Some(ending);
        self.trace.truncate(steps);
        if let (Some(event), Some(last)) = (self.trace.last_mut(), last) {
            *event = last;
        }
        self.order.truncate(threads);
        self.panics.truncate(panics);
        self.kept.unfinished = Some(unfinished);
    }

    /// Decides whether the search ends with this execution.
    fn is_last(&self) -> bool {
        self.rules.stops_at_finding
            && self.given_up.is_none()
            && matches!(self.ending, Some(Ending::Found(_)))
    }

    /// Tells whether threads stay where they are for ever when the execution is over, instead of being unwound:
    /// destructors could panic where others are in the middle of something, which ends the process.
    pub(crate) fn stays(&self) -> bool {
        let is_stuck = match &self.ending {
            Some(Ending::Found(_)) => true,
            Some(Ending::Carrier) => self.given_up.is_some(),
            _ => false,
        };
        is_stuck && (!self.kept.unwinds || self.is_last())
    }
}
