//! What a thread can do next in a state.

use std::collections::BTreeSet;

use super::super::program::{CONDVARS, Do, Last, Program};
use super::{Message, State, Thread, keep};

/// The message that an instruction sends.
fn message(instruction: Do, value: u64) -> Message {
    let (Do::SendWith(lock, _) | Do::SendSyncWith(lock, _)) = instruction else {
        return (value, None);
    };
    (value, Some(Last::Add(lock, value)))
}

/// Whether a thread has a sender of the first channel, its own or that of a value with a destructor.
fn sends(thread: &Thread) -> bool {
    let all = thread.kept.iter().chain(&thread.locals).chain(&thread.drops);
    thread.sender || all.into_iter().any(|last| matches!(last, Last::Send(_)))
}

/// The first receiver is gone, and its messages are dropped.
fn close(state: &mut State, me: usize) {
    state.receiver = false;
    let gone = std::mem::take(&mut state.queue);
    state.threads[me].drops.extend(gone.into_iter().filter_map(|message| message.1));
}

/// The second receiver is gone. Who waits until its message is taken keeps it.
fn close_sync(program: &Program, state: &mut State, me: usize) {
    state.sync_receiver = false;
    if program.bound > 0 {
        let gone = std::mem::take(&mut state.sync_queue);
        state.threads[me].drops.extend(gone.into_iter().filter_map(|(message, _)| message.1));
    }
}

/// What the destructor does that a thread is at.
fn destroy(state: &State, me: usize, last: Last) -> Vec<Result<State, String>> {
    let mut next = state.clone();
    let own = &mut next.threads[me];
    let within = std::mem::replace(&mut own.within, true);
    match last {
        Last::Store(atomic, value) => next.atomics[atomic] = value,
        Last::Send(value) if !within => {
            if state.receiver {
                next.queue.push_back((value, None));
            }
            return vec![Ok(next)];
        }
        // Its sender is gone.
        Last::Send(_) => {}
        Last::Add(lock, _) if !within => {
            return match state.owner[lock] {
                Some(owner) if owner == me => vec![Err(format!("twice {me}"))],
                Some(_) => vec![],
                None => {
                    next.owner[lock] = Some(me);
                    vec![Ok(next)]
                }
            };
        }
        Last::Add(lock, value) => {
            next.protected[lock] += value;
            next.owner[lock] = None;
        }
    }
    let own = &mut next.threads[me];
    own.within = false;
    own.drops.pop_front();
    vec![Ok(next)]
}

/// What a thread does after its instructions. `None` if it has to wait.
fn leave(program: &Program, state: &State, me: usize) -> Option<State> {
    let mut next = state.clone();
    let own = &mut next.threads[me];
    if !own.kept.is_empty() {
        own.drops = std::mem::take(&mut own.kept);
    } else if own.sender {
        own.sender = false;
    } else if own.sync_sender {
        own.sync_sender = false;
    } else if !own.locals.is_empty() {
        own.drops = std::mem::take(&mut own.locals);
    } else if me > 0 {
        own.ended = true;
    } else if !state.threads.iter().skip(1).all(|thread| thread.ended) {
        return None;
    } else if state.receiver {
        close(&mut next, me);
    } else if state.sync_receiver {
        close_sync(program, &mut next, me);
    } else {
        own.ended = true;
    }
    Some(next)
}

/// What a thread can do next: a state, or an end of the execution.
#[expect(clippy::too_many_lines, reason = "one arm for each instruction")]
pub(crate) fn steps(program: &Program, state: &State, me: usize) -> Vec<Result<State, String>> {
    let thread = &state.threads[me];
    if thread.ended {
        return vec![];
    }
    if let Some(last) = thread.drops.front() {
        return destroy(state, me, *last);
    }
    let mut next = state.clone();
    let Some(instruction) = program.threads[me].get(thread.at) else {
        return leave(program, state, me).into_iter().map(Ok).collect();
    };
    let go = |mut state: State, value: Option<u64>| {
        let own = &mut state.threads[me];
        own.at += 1;
        own.half = 0;
        if let Some(value) = value {
            own.register = keep(own.register, value);
        }
        Ok(state)
    };
    let half = |mut state: State| {
        state.threads[me].half = 1;
        Ok(state)
    };
    match *instruction {
        Do::Lock(lock) | Do::TryLock(lock) => {
            let tries = matches!(instruction, Do::TryLock(_));
            let free = state.owner[lock].is_none();
            if !free && !tries {
                // Locking twice ends the execution at once.
                let twice = state.owner[lock] == Some(me);
                return if twice { vec![Err(format!("twice {me}"))] } else { vec![] };
            }
            if free {
                next.owner[lock] = Some(me);
            }
            vec![go(next, tries.then_some(u64::from(free)))]
        }
        Do::Unlock(lock) => {
            if state.owner[lock] == Some(me) {
                next.owner[lock] = None;
            }
            vec![go(next, None)]
        }
        Do::Add(lock, value) => {
            if state.owner[lock] != Some(me) {
                return vec![go(next, None)];
            }
            next.protected[lock] += value;
            let sum = next.protected[lock];
            vec![go(next, Some(sum))]
        }
        Do::Wait(condvar, lock) | Do::WaitTimed(condvar, lock) => {
            let timed = matches!(instruction, Do::WaitTimed(..));
            if thread.half == 0 {
                if state.owner[lock] != Some(me) {
                    return vec![go(next, None)];
                }
                next.owner[lock] = None;
                next.threads[me].waits = Some(condvar);
                next.threads[me].woken = false;
                return vec![half(next)];
            }
            let is_woken = thread.woken || timed || program.spurious;
            if state.owner[lock].is_some() || !is_woken {
                return vec![];
            }
            next.owner[lock] = Some(me);
            next.threads[me].waits = None;
            next.threads[me].woken = false;
            vec![go(next, timed.then_some(u64::from(thread.woken)))]
        }
        Do::NotifyOne(condvar) | Do::NotifyAll(condvar) => {
            assert!(condvar < CONDVARS);
            let waits = |thread: &Thread| thread.waits == Some(condvar) && !thread.woken;
            let waiting: Vec<usize> =
                (0..state.threads.len()).filter(|other| waits(&state.threads[*other])).collect();
            if waiting.is_empty() {
                return vec![go(next, None)];
            }
            if *instruction == Do::NotifyAll(condvar) {
                for other in waiting {
                    next.threads[other].woken = true;
                }
                return vec![go(next, None)];
            }
            let wake = |other: &usize| {
                let mut next = state.clone();
                next.threads[*other].woken = true;
                go(next, None)
            };
            waiting.iter().map(wake).collect()
        }
        Do::Load(atomic) => vec![go(next, Some(state.atomics[atomic]))],
        Do::Store(atomic, value) => {
            next.atomics[atomic] = value;
            vec![go(next, None)]
        }
        Do::FetchAdd(atomic, value) => {
            next.atomics[atomic] += value;
            vec![go(next, Some(state.atomics[atomic]))]
        }
        Do::Swap(atomic, expected, value) => {
            let found = state.atomics[atomic];
            if found == expected {
                next.atomics[atomic] = value;
            }
            vec![go(next, Some(found))]
        }
        Do::Spin(atomic, value) => {
            if state.atomics[atomic] == value {
                vec![go(next, None)]
            } else {
                vec![]
            }
        }
        Do::Send(value) | Do::SendWith(_, value) => {
            if !thread.sender {
                return vec![go(next, None)];
            }
            let message = message(*instruction, value);
            if state.receiver {
                next.queue.push_back(message);
            } else {
                // The sender has it back.
                next.threads[me].drops.extend(message.1);
            }
            vec![go(next, Some(u64::from(state.receiver)))]
        }
        Do::DropSender => {
            next.threads[me].sender = false;
            vec![go(next, None)]
        }
        Do::Receive | Do::TryReceive => {
            if !state.receiver {
                return vec![go(next, None)];
            }
            match next.queue.pop_front() {
                Some((value, last)) => {
                    next.threads[me].drops.extend(last);
                    vec![go(next, Some(value))]
                }
                None if !state.threads.iter().any(sends) => vec![go(next, Some(9))],
                None if *instruction == Do::TryReceive => vec![go(next, Some(8))],
                None => vec![],
            }
        }
        Do::DropReceiver => {
            // Both receivers, one after the other.
            if !state.sync_receiver {
                return vec![go(next, None)];
            }
            if thread.half == 0 {
                close(&mut next, me);
                return vec![half(next)];
            }
            close_sync(program, &mut next, me);
            vec![go(next, None)]
        }
        Do::SendSync(value) | Do::SendSyncWith(_, value) => {
            let message = message(*instruction, value);
            if thread.half == 1 {
                let mine = state.sync_queue.iter().any(|(_, sender)| *sender == me);
                if mine && !state.sync_receiver {
                    next.sync_queue.retain(|(_, sender)| *sender != me);
                    next.threads[me].drops.extend(message.1);
                    return vec![go(next, Some(0))];
                }
                return if mine { vec![] } else { vec![go(next, Some(1))] };
            }
            if !state.sync_receiver {
                next.threads[me].drops.extend(message.1);
                return vec![go(next, Some(0))];
            }
            if state.sync_queue.len() >= program.bound.max(1) {
                return vec![];
            }
            next.sync_queue.push_back((message, me));
            vec![if program.bound == 0 { half(next) } else { go(next, Some(1)) }]
        }
        Do::TrySendSync(value) => {
            if !state.sync_receiver {
                return vec![go(next, Some(0))];
            }
            let main = &state.threads[0];
            let is_offered =
                main.half == 1 && program.threads[0].get(main.at) == Some(&Do::ReceiveSync);
            let room = if program.bound == 0 {
                state.sync_queue.is_empty() && is_offered
            } else {
                state.sync_queue.len() < program.bound
            };
            if room {
                next.sync_queue.push_back(((value, None), usize::MAX));
            }
            vec![go(next, Some(if room { 1 } else { 2 }))]
        }
        Do::ReceiveSync => {
            if !state.sync_receiver {
                return vec![go(next, None)];
            }
            if program.bound == 0 && thread.half == 0 {
                return vec![half(next)];
            }
            let senders = state.threads.iter().any(|thread| thread.sync_sender);
            match next.sync_queue.pop_front() {
                Some(((value, last), _)) => {
                    next.threads[me].drops.extend(last);
                    vec![go(next, Some(value))]
                }
                None if !senders => vec![go(next, Some(9))],
                None => vec![],
            }
        }
        Do::Down | Do::TryDown => {
            let tries = *instruction == Do::TryDown;
            let can = state.semaphore > 0;
            if !can && !tries {
                return vec![];
            }
            next.semaphore -= u64::from(can);
            vec![go(next, tries.then_some(u64::from(can)))]
        }
        Do::Up => {
            next.semaphore += 1;
            vec![go(next, None)]
        }
        Do::Count => vec![go(next, Some(state.semaphore))],
        Do::Read | Do::TryRead => {
            let tries = *instruction == Do::TryRead;
            let writers: BTreeSet<usize> = &state.queued - &BTreeSet::from([me]);
            let mut all = vec![];
            // `std` leaves open whether a reader waits behind writers that wait, or fails if it tries.
            let is_behind = state.behind.get(&me).is_some_and(|old| !old.is_disjoint(&writers));
            let is_free = state.writer.is_none() && state.readers.is_empty();
            if state.writer.is_none() && (!is_behind || is_free) {
                let mut next = next.clone();
                *next.readers.entry(me).or_default() += 1;
                next.behind.remove(&me);
                all.push(go(next, Some(state.guarded)));
            }
            if tries && (state.writer.is_some() || !writers.is_empty()) {
                all.push(go(next, Some(77)));
            } else if !writers.is_empty() && !state.behind.contains_key(&me) {
                next.behind.insert(me, writers);
                all.push(Ok(next));
            }
            all
        }
        Do::Write(_) | Do::TryWrite => {
            let can = state.writer.is_none() && state.readers.is_empty();
            let tries = *instruction == Do::TryWrite;
            if !tries && state.readers.contains_key(&me) {
                return vec![Err(format!("twice {me}"))];
            }
            if !can && !tries {
                // It waits from some moment on.
                next.queued.insert(me);
                return if state.queued.contains(&me) { vec![] } else { vec![Ok(next)] };
            }
            next.queued.remove(&me);
            for writers in next.behind.values_mut() {
                writers.remove(&me);
            }
            let value = if let Do::Write(value) = instruction { *value } else { 1 };
            if can {
                next.writer = Some(me);
                next.guarded += value;
            }
            vec![go(next, tries.then_some(u64::from(can)))]
        }
        Do::EndRead => {
            if let Some(times) = next.readers.get_mut(&me) {
                *times -= 1;
            }
            next.readers.retain(|_, times| *times > 0);
            vec![go(next, None)]
        }
        Do::EndWrite => {
            if state.writer == Some(me) {
                next.writer = None;
            }
            vec![go(next, None)]
        }
        Do::Park | Do::ParkTimed => {
            let timed = *instruction == Do::ParkTimed;
            if !thread.token && !timed {
                return vec![];
            }
            next.threads[me].token = false;
            vec![go(next, None)]
        }
        Do::Unpark(other) => {
            next.threads[other].token = true;
            vec![go(next, None)]
        }
        Do::Arrive => {
            if thread.half == 0 {
                next.arrived += 1;
                // The round that it came in, in the next half.
                next.threads[me].half = 1 + state.round;
                if next.arrived == program.barrier {
                    next.arrived = 0;
                    next.round += 1;
                }
                return vec![Ok(next)];
            }
            if state.round >= thread.half { vec![go(next, None)] } else { vec![] }
        }
        Do::Fill(value) => {
            let cell = *next.cell.get_or_insert(value);
            vec![go(next, Some(cell))]
        }
        Do::Look => vec![go(next, Some(state.cell.unwrap_or(0)))],
        Do::Choose(of) => (0..of).map(|value| go(state.clone(), Some(value))).collect(),
        Do::PanicIf(value) => {
            if thread.register % 4 == value {
                return vec![Err(format!("panic {me}"))];
            }
            vec![go(next, None)]
        }
        Do::SetShared(_) | Do::GetShared => {
            let reads = *instruction == Do::GetShared;
            if let Do::SetShared(value) = instruction {
                next.shared = *value;
            }
            vec![go(next, reads.then_some(state.shared))]
        }
        Do::AwaitValue(condvar, lock, value) => match thread.half {
            0 if state.owner[lock] != Some(me) => vec![go(next, None)],
            0 if state.protected[lock] >= value => vec![go(next, None)],
            0 => {
                next.owner[lock] = None;
                next.threads[me].waits = Some(condvar);
                next.threads[me].woken = false;
                vec![half(next)]
            }
            // Notified, or the time is over.
            _ if state.owner[lock].is_some() => vec![],
            _ => {
                next.owner[lock] = Some(me);
                let own = &mut next.threads[me];
                (own.waits, own.woken, own.half) = (None, false, 0);
                vec![Ok(next)]
            }
        },
        Do::PollUnder(lock, atomic, value) => match thread.half {
            0 if state.owner[lock] == Some(me) => vec![Err(format!("twice {me}"))],
            0 if state.owner[lock].is_some() => vec![],
            0 => {
                next.owner[lock] = Some(me);
                vec![half(next)]
            }
            1 if state.atomics[atomic] == value => {
                next.owner[lock] = None;
                vec![go(next, None)]
            }
            1 => {
                next.threads[me].half = 2;
                vec![Ok(next)]
            }
            _ => {
                next.owner[lock] = None;
                next.threads[me].half = 0;
                vec![Ok(next)]
            }
        },
        Do::Keep(last) | Do::KeepLocal(last) => {
            if thread.sender || !matches!(last, Last::Send(_)) {
                let own = &mut next.threads[me];
                let to = if matches!(instruction, Do::Keep(_)) {
                    &mut own.kept
                } else {
                    &mut own.locals
                };
                to.push_back(last);
            }
            vec![go(next, None)]
        }
        Do::LetGo => {
            let own = &mut next.threads[me];
            own.drops = std::mem::take(&mut own.kept);
            vec![go(next, None)]
        }
        Do::CallOnce => {
            next.calls = 1;
            vec![go(next, None)]
        }
        Do::IsFinished(other) => vec![go(next, Some(u64::from(state.threads[other].ended)))],
    }
}
