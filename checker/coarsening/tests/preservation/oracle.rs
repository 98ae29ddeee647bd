//! The transition system of S2's figure 3, written down once more for the programs of [`Sketch`]: every operation is a
//! transition, nothing is put together. It shares no code with what it tests, the programs' machine included.

use std::collections::HashMap;

use crate::preservation::graph::{End, Graph};
use crate::preservation::sketch::{LOCKS, Lock, Op, Sketch, Var};

/// How a thread stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Stand {
    NotStarted,
    Ready,
    /// It is past the operation with which it began to wait, and goes on once it is made ready.
    NotReady,
    Joining(usize),
    Ended,
    Failed(u32),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Thread {
    at: usize,
    local: i64,
    own: i64,
    own_depth: u32,
    stand: Stand,
}

/// A lock, with its queues; those that wait for a notification with the times that they have to take the lock again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Monitor {
    owner: Option<(usize, u32)>,
    entering: Vec<(usize, u32)>,
    waiting: Vec<(usize, u32)>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    threads: Vec<Thread>,
    /// The locks that threads share, and then the inner ones.
    monitors: Vec<Monitor>,
    shared: [i64; 2],
    protected: [i64; LOCKS],
    seen: [i64; 1 + LOCKS],
}

impl State {
    fn var(&mut self, thread: usize, var: Var) -> &mut i64 {
        match var {
            Var::Own => &mut self.threads[thread].own,
            Var::Protected(l) => &mut self.protected[l],
            Var::Shared(k) => &mut self.shared[k],
            Var::Observed => &mut self.seen[0],
            Var::ProtectedObserved(l) => &mut self.seen[1 + l],
        }
    }

    fn owns(&self, thread: usize, monitor: usize) -> Option<u32> {
        self.monitors[monitor].owner.filter(|owner| owner.0 == thread).map(|owner| owner.1)
    }

    /// Gives a lock that was let go to the next thread.
    fn let_go(&mut self, monitor: usize) {
        let found = &mut self.monitors[monitor];
        found.owner = None;
        if !found.entering.is_empty() {
            let next = found.entering.remove(0);
            found.owner = Some(next);
            self.threads[next.0].stand = Stand::Ready;
        }
    }
}

fn monitor(lock: Lock) -> Option<usize> {
    match lock {
        Lock::Shared(l) => Some(l),
        Lock::Inner(l) => Some(LOCKS + l),
        Lock::Own => None,
    }
}

/// The states after a transition of a thread.
fn after(sketch: &Sketch, before: &State, thread: usize) -> Vec<State> {
    if before.threads[thread].stand != Stand::Ready {
        return Vec::new();
    }
    let mut state = before.clone();
    let Some(&(op, line)) = sketch.threads[thread].get(before.threads[thread].at) else {
        state.threads[thread].stand = Stand::Ended;
        for other in &mut state.threads {
            if other.stand == Stand::Joining(thread) {
                other.stand = Stand::Ready;
            }
        }
        return vec![state];
    };
    state.threads[thread].at += 1;
    let mut fails = false;
    match op {
        Op::Lock(lock) => match monitor(lock) {
            None => state.threads[thread].own_depth += 1,
            Some(number) => {
                let found = &mut state.monitors[number];
                match &mut found.owner {
                    None => found.owner = Some((thread, 1)),
                    Some((owner, depth)) if *owner == thread => *depth += 1,
                    Some(_) => {
                        found.entering.push((thread, 1));
                        state.threads[thread].stand = Stand::NotReady;
                    }
                }
            }
        },
        Op::Unlock(lock) => match monitor(lock) {
            None => state.threads[thread].own_depth -= 1,
            Some(number) => match state.owns(thread, number) {
                None => fails = true,
                Some(1) => state.let_go(number),
                Some(depth) => state.monitors[number].owner = Some((thread, depth - 1)),
            },
        },
        Op::Wait(l) => match state.owns(thread, l) {
            None => fails = true,
            Some(depth) => {
                state.monitors[l].waiting.push((thread, depth));
                state.threads[thread].stand = Stand::NotReady;
                state.let_go(l);
            }
        },
        Op::Notify(l) | Op::NotifyAll(l) => {
            fails = state.owns(thread, l).is_none();
            let found = &mut state.monitors[l];
            let count = if op == Op::Notify(l) { 1 } else { usize::MAX };
            let count = if fails { 0 } else { count.min(found.waiting.len()) };
            let woken: Vec<_> = found.waiting.drain(..count).collect();
            found.entering.extend(woken);
        }
        Op::Read(var) => state.threads[thread].local = *state.var(thread, var),
        Op::Write(var, value) => *state.var(thread, var) = value,
        Op::WriteLocal(var) => *state.var(thread, var) = state.threads[thread].local,
        Op::Choose => {
            let mut other = state.clone();
            state.threads[thread].local = 0;
            other.threads[thread].local = 1;
            return vec![state, other];
        }
        Op::Assert(value) => fails = state.threads[thread].local == value,
        Op::Unless(value, count) => {
            if state.threads[thread].local != value {
                state.threads[thread].at += count;
            }
        }
        Op::Again => state.threads[thread].at = 0,
        Op::Fork(child) => state.threads[child].stand = Stand::Ready,
        Op::Join(other) => {
            if state.threads[other].stand != Stand::Ended {
                state.threads[thread].stand = Stand::Joining(other);
            }
        }
    }
    if fails {
        state = before.clone();
        state.threads[thread].stand = Stand::Failed(line);
    }
    vec![state]
}

/// All states of a program and the transitions between them; `None` if there are more than `most`. From states in which
/// a thread has gone wrong there are no transitions.
pub(crate) fn explore(sketch: &Sketch, most: usize) -> Option<Graph> {
    let thread = Thread { at: 0, local: 0, own: 0, own_depth: 0, stand: Stand::NotStarted };
    let mut first = State {
        threads: vec![thread; sketch.threads.len()],
        monitors: vec![Monitor::default(); 2 * LOCKS],
        shared: [0; 2],
        protected: [0; LOCKS],
        seen: [0; 1 + LOCKS],
    };
    first.threads[0].stand = Stand::Ready;
    let mut numbers = HashMap::from([(first.clone(), 0)]);
    let mut states = vec![first];
    let mut graph = Graph::default();
    while graph.nexts.len() < states.len() {
        let state = states[graph.nexts.len()].clone();
        let failed = state.threads.iter().find_map(|thread| match thread.stand {
            Stand::Failed(line) => Some(line),
            _ => None,
        });
        let mut nexts = Vec::new();
        let mut end = failed.map(End::Failed);
        if failed.is_none() {
            for thread in 0..state.threads.len() {
                for next in after(sketch, &state, thread) {
                    let number = *numbers.entry(next.clone()).or_insert(states.len());
                    if number == states.len() {
                        states.push(next);
                    }
                    nexts.push((thread, number));
                }
            }
            if nexts.is_empty() {
                let over =
                    |thread: &Thread| matches!(thread.stand, Stand::Ended | Stand::NotStarted);
                let is_over = state.threads.iter().all(over);
                end = Some(if is_over { End::Over } else { End::Deadlock });
            }
        }
        let waits = |thread: &Thread| {
            matches!(thread.stand, Stand::Ready | Stand::NotReady | Stand::Joining(_))
        };
        graph.alive.push(state.threads.iter().map(waits).collect());
        graph.seen.push(state.seen.to_vec());
        graph.ends.push(end);
        graph.nexts.push(nexts);
        if states.len() > most {
            return None;
        }
    }
    Some(graph)
}
