//! The least number of times that a thread is left that could have gone on, in all executions that are equivalent to
//! one.
//!
//! A bound on preemptions that looks at one execution does not go together with a reduction, which walks any one of a
//! class (Coons, Musuvathi, `McKinley` 2013). This bound is one of classes: the least number over all orders of the
//! same steps. It never falls when an execution goes on: whether a step could have been taken earlier depends only on
//! the steps that happen before it. So what is beyond the bound can be cut off, and sleep sets stay what they are.
//! Where this cannot be said for certain, a preemption is not counted.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::search::access::{Accesses, ObjectId, Touch, ordered};
use crate::search::clock::Clock;
use crate::search::event::{Event, Spun};
use crate::search::frame::{Frame, Pending};
use crate::search::op::Op;
use crate::search::races::{Next, Sizes, could_run};

/// So many states are looked at, at most: with more, an execution is taken to be within the bound.
const STATES: usize = 20_000;

/// How many steps each thread has taken.
type Counts = SmallVec<[u32; 8]>;

/// The begin of an execution, and what threads are about to do after it.
#[derive(Clone, Copy)]
pub(crate) struct Begun<'a> {
    pub(crate) trace: &'a [Event],
    /// Of each step, what all threads were about to do.
    pub(crate) frames: &'a [Frame],
    pub(crate) pending: &'a [Pending],
    pub(crate) sizes: &'a Sizes,
    /// The execution is over: threads will not do what they are about to do.
    pub(crate) is_over: bool,
}

/// What is known of the steps of a thread.
struct Steps {
    thread: usize,
    /// The numbers of its steps in the execution. One that is only planned has the number after the last.
    own: SmallVec<[usize; 16]>,
    /// What it is about to do after them.
    tail: Option<Pending>,
}

/// All steps.
struct Plan {
    threads: Vec<Steps>,
    /// For each step, how many steps of each thread come before it.
    needs: Vec<Counts>,
    /// The thread of each step of the execution, and which of its steps it is.
    places: Vec<(usize, u32)>,
}

/// All that an operation does for certain, as far as others depend on it.
fn certain(op: Op) -> Accesses {
    let one = match op {
        Op::Lock(o) => (o, Touch::Acquire),
        Op::Load(o) | Op::Update(o) => (o, Touch::Read),
        Op::Store(o) => (o, Touch::Write),
        _ => return SmallVec::new(),
    };
    SmallVec::from_elem(one, 1)
}

impl Begun<'_> {
    /// Decides whether in some execution that is equivalent to this one, and goes on with a thread if one is given, a
    /// thread is left at most so many times that could have gone on. Never `false` if one that begins like this is
    /// within the bound.
    pub(crate) fn is_within(&self, next: Option<usize>, most: usize) -> bool {
        let plan = self.plan(next);
        let Plan { threads, needs, .. } = &plan;
        let whole: Counts = threads.iter().map(|steps| count(steps.own.len())).collect();
        let first: Counts = whole.iter().map(|_| 0).collect();
        let mut best: FxHashMap<(Counts, usize), usize> = FxHashMap::default();
        let mut open = VecDeque::from([(first, usize::MAX, 0)]);
        while let Some((counts, last, cost)) = open.pop_front() {
            if counts == whole || best.len() > STATES {
                return true;
            }
            if best.get(&(counts.clone(), last)).is_some_and(|known| *known < cost) {
                continue;
            }
            let left = threads.get(last).is_some_and(|steps| {
                let place = counts[last] as usize;
                self.could_go_on(&plan, &counts, steps, place)
            });
            for (who, steps) in threads.iter().enumerate() {
                let Some(number) = steps.own.get(counts[who] as usize) else { continue };
                if !is_reached(&needs[*number], &counts, who) {
                    continue;
                }
                let cost = cost + usize::from(left && who != last);
                let mut after = counts.clone();
                after[who] += 1;
                let known = best.entry((after.clone(), who)).or_insert(usize::MAX);
                if cost > most || *known <= cost {
                    continue;
                }
                *known = cost;
                if left && who != last {
                    open.push_back((after, who, cost));
                } else {
                    open.push_front((after, who, cost));
                }
            }
        }
        false
    }

    fn plan(&self, next: Option<usize>) -> Plan {
        let mut threads: Vec<Steps> = Vec::new();
        let mut places = Vec::new();
        let mut add = |thread: usize, number: usize| {
            let known = threads.iter().position(|steps| steps.thread == thread);
            let place = known.unwrap_or_else(|| {
                threads.push(Steps { thread, own: SmallVec::new(), tail: None });
                threads.len() - 1
            });
            places.push((place, count(threads[place].own.len())));
            threads[place].own.push(number);
        };
        for (number, event) in self.trace.iter().enumerate() {
            add(event.thread, number);
        }
        if let Some(next) = next {
            add(next, self.trace.len());
        }
        for pending in self.pending.iter().filter(|pending| Some(pending.thread) != next) {
            let of = threads.iter_mut().find(|steps| steps.thread == pending.thread);
            if let Some(steps) = of {
                steps.tail = Some(*pending);
            }
        }
        let needs = self.needs(&threads, next);
        Plan { threads, needs, places }
    }

    /// For each step: how many steps of each thread come before it.
    fn needs(&self, threads: &[Steps], next: Option<usize>) -> Vec<Counts> {
        let of = |event: &Event| -> Counts {
            let before = |steps: &Steps| {
                steps.own.partition_point(|number| event.clock.has(steps.thread, *number))
            };
            threads.iter().map(|steps| count(before(steps))).collect()
        };
        let mut needs: Vec<Counts> = self.trace.iter().map(of).collect();
        if let Some(next) = next {
            let mut all: Counts = threads.iter().map(|_| 0).collect();
            let accesses = self.op_of(next).map(certain).unwrap_or_default();
            for (number, event) in self.trace.iter().enumerate() {
                if event.thread == next || ordered(&event.accesses, &accesses) {
                    for (mine, other) in all.iter_mut().zip(&needs[number]) {
                        *mine = (*mine).max(*other);
                    }
                }
            }
            needs.push(all);
        }
        needs
    }

    fn op_of(&self, thread: usize) -> Option<Op> {
        self.pending.iter().find(|pending| pending.thread == thread).map(|pending| pending.op)
    }

    /// What threads were about to do right after a step.
    fn pending_after(&self, number: usize) -> &[Pending] {
        let after = self.frames.get(number + 1).filter(|_| number + 1 < self.trace.len());
        after.map_or(self.pending, |frame| &frame.pending)
    }

    /// Whether, after some of the steps, a thread could go on that has taken so many, and would do so, if at all, after
    /// some step that is left.
    fn could_go_on(&self, plan: &Plan, counts: &Counts, steps: &Steps, place: usize) -> bool {
        let Plan { threads, needs, places } = plan;
        let Some(last) = place.checked_sub(1).map(|before| steps.own[before]) else { return false };
        let (planned, event) = match steps.own.get(place) {
            Some(number) => (Some(*number), self.trace.get(*number)),
            None => (None, None),
        };
        let op = match (event, steps.tail) {
            (Some(event), _) => event.op,
            (None, Some(tail)) => tail.op,
            (None, None) if planned.is_some() => match self.op_of(steps.thread) {
                Some(op) => op,
                None => return false,
            },
            // It has ended.
            (None, None) => return false,
        };
        if event.is_some_and(|event| event.tired) {
            return false;
        }
        let taken = |number: &usize| {
            let (who, place) = places[*number];
            place < counts[who]
        };
        if planned.is_none() && !self.is_over {
            // It may go on before others do, unless one that is left has to come before.
            let (own, waits) = (certain(op), op.may_wait());
            let is_first = |accesses: &[(ObjectId, Touch)]| {
                if waits {
                    let acquires = |(o, touch): &(ObjectId, Touch)| {
                        op == Op::Lock(*o) && *touch == Touch::Acquire
                    };
                    accesses.iter().any(acquires)
                } else {
                    ordered(accesses, &own)
                }
            };
            let is_left = |number: &usize| {
                let (who, place) = places[*number];
                place >= counts[who]
            };
            let planned = places.get(self.trace.len()).and_then(|(who, _)| {
                let op = self.op_of(threads[*who].thread)?;
                is_left(&self.trace.len()).then(|| certain(op))
            });
            let mut left = (0..self.trace.len()).filter(is_left);
            if !left.any(|number| is_first(&self.trace[number].accesses))
                && !planned.is_some_and(|accesses| is_first(&accesses))
            {
                return false;
            }
        }
        let right_after = self.pending_after(last).iter().find(|now| now.thread == steps.thread);
        if !op.may_wait() {
            if right_after.is_some_and(|now| now.enabled) {
                return true;
            }
            // It spins, and waits for a change.
            let Some(event) = event else { return false };
            return self.runs(event.thread, op, event.spun.as_deref(), &taken);
        }
        let is_reached = |number: usize| {
            let who = threads.iter().position(|other| other.thread == steps.thread);
            who.is_some_and(|who| is_reached(&needs[number], counts, who))
        };
        match op {
            // Once these can go on, they always can.
            Op::Join(_) | Op::Pass(..) | Op::Taken(..) | Op::Filled { .. } => {
                let ended = |other: usize| {
                    let of = threads.iter().zip(counts).find(|(steps, _)| steps.thread == other);
                    of.is_some_and(|(steps, count)| {
                        steps.tail.is_none() && *count as usize == steps.own.len()
                    })
                };
                match (planned, op) {
                    (Some(number), _) => event.is_some() && is_reached(number),
                    (None, Op::Join(other)) => ended(other),
                    (None, _) => false,
                }
            }
            Op::ShareBehind(_) | Op::ShareRight { behind: true, .. } => {
                planned.is_some_and(is_reached) && self.runs(steps.thread, op, None, &taken)
            }
            _ => self.runs(steps.thread, op, event.and_then(|e| e.spun.as_deref()), &taken),
        }
    }

    /// Whether an operation would not have to wait after some steps.
    fn runs(
        &self,
        thread: usize,
        op: Op,
        spun: Option<&Spun>,
        taken: &dyn Fn(&usize) -> bool,
    ) -> bool {
        let past = Clock::default();
        let next = Next { thread, op, accesses: &[], past: &past, choices: &[], spun };
        let steps = (0..self.trace.len()).filter(taken).map(|number| (number, &self.trace[number]));
        could_run(next, steps, self.sizes)
    }
}

/// Whether all steps were taken that have to come before one of a thread.
fn is_reached(needs: &Counts, counts: &Counts, who: usize) -> bool {
    let all = needs.iter().zip(counts).enumerate();
    all.into_iter().all(|(thread, (need, count))| thread == who || need <= count)
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
