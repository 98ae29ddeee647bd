//! An execution in words: threads, objects, operations, what is wrong, as charts and as schedules.

use std::fmt::Write;

use crate::finding::{Finding, FindingKind, Found};
use crate::run::naming::Made;
use crate::run::state::State;
use crate::schedule::{Schedule, Step};
use crate::search::access::{ObjectId, Touch};
use crate::search::event::Site;
use crate::search::op::Op;

/// The number of steps that a chart shows from the begin and from the end of a long execution.
const SHOWN: (usize, usize) = (20, 120);

/// A line of the program: its file, line and column.
fn line(site: Site) -> String {
    format!("{}:{}:{}", site.file(), site.line(), site.column())
}

/// The schedule of an execution.
pub(crate) fn schedule(state: &State) -> Schedule {
    let place = |thread| state.order.iter().position(|found| *found == thread).unwrap_or(0);
    let step = |event: &crate::search::event::Event| Step {
        thread: place(event.thread),
        stops: event.stops.then_some(event.passed),
        choices: event.choices.iter().map(|(picked, _)| *picked).collect(),
    };
    Schedule { steps: state.trace.iter().map(step).collect() }
}

/// The name of a thread: its number in the order in which threads are started, and the name that it was given.
pub(crate) fn thread(state: &State, number: usize) -> String {
    let place = state.order.iter().position(|found| *found == number).unwrap_or(number);
    match state.threads.get(&number).and_then(|slot| slot.name.as_deref()) {
        Some(name) => format!("thread {place} (`{name}`)"),
        None => format!("thread {place}"),
    }
}

/// The name of an object: its kind, and where it was made.
pub(crate) fn object(state: &State, object: ObjectId) -> String {
    if object.maker == ObjectId::OF_THREAD {
        return thread(state, object.number as usize);
    }
    let Some(Made { kind, site }) = state.objects.get(&object) else {
        return "an object made outside".to_owned();
    };
    let mut same: Vec<&ObjectId> = state
        .objects
        .iter()
        .filter(|(_, made)| std::ptr::eq(made.site, *site))
        .map(|(o, _)| o)
        .collect();
    same.sort_unstable();
    let number = same.iter().position(|other| **other == object).unwrap_or(0) + 1;
    if same.len() > 1 {
        format!("{kind} {number} of {}", line(site))
    } else {
        format!("{kind} of {}", line(site))
    }
}

/// What a thread does, as a verb with its object.
fn operation(state: &State, op: Op, accesses: &[(ObjectId, Touch)], reply: u64) -> String {
    let of = |o| object(state, o);
    let fails = if reply == 0 { " in vain" } else { "" };
    match op {
        Op::Start => "starts".to_owned(),
        Op::Lock(o) => format!("locks {}", of(o)),
        Op::Share(o) => format!("locks {} for reading", of(o)),
        Op::TryLock(o) => format!("tries{fails} to lock {}", of(o)),
        Op::TryShare(o) => format!("tries{fails} to lock {} for reading", of(o)),
        Op::Look(o) => format!("looks at {}", of(o)),
        Op::Unlock(o) => format!("unlocks {}", of(o)),
        Op::Unshare(o) => format!("unlocks {} for reading", of(o)),
        Op::Begin(o) if reply == 0 => format!("finds {} filled", of(o)),
        Op::Begin(o) => format!("begins to fill {}", of(o)),
        Op::Complete(o, true) => format!("has filled {}", of(o)),
        Op::Complete(o, false) => format!("fails to fill {}", of(o)),
        Op::Load(o) => format!("reads {}", of(o)),
        Op::Store(o) => format!("writes {}", of(o)),
        Op::Update(o) if accesses.iter().any(|(_, touch)| *touch == Touch::Write) => {
            format!("changes {}", of(o))
        }
        Op::Update(o) => format!("does not change {}", of(o)),
        Op::Wait { condvar, mutex } => format!("waits at {}, unlocks {}", of(condvar), of(mutex)),
        Op::Wake { condvar, timed: true, .. } if reply == 0 => {
            format!("stops waiting at {}: the time is over", of(condvar))
        }
        Op::Wake { condvar, mutex, .. } => format!("wakes at {}, locks {}", of(condvar), of(mutex)),
        Op::NotifyOne(o) | Op::NotifyAll(o) if reply == 0 => {
            format!("notifies nobody at {}", of(o))
        }
        Op::NotifyOne(o) => format!("notifies one at {}", of(o)),
        Op::NotifyAll(o) => format!("notifies all at {}", of(o)),
        Op::Up(o, count) => format!("adds {count} to {}", of(o)),
        Op::Down(o) => format!("takes from {}", of(o)),
        Op::TryDown(o) => format!("tries{fails} to take from {}", of(o)),
        Op::Count(o) => format!("counts {}", of(o)),
        Op::Send(o) if reply == 2 => format!("cannot send to {}: the receiver is gone", of(o)),
        Op::Send(o) => format!("sends to {}", of(o)),
        Op::TrySend(o) => format!("tries{fails} to send to {}", of(o)),
        Op::Taken(o, _) => format!("has its message to {} taken", of(o)),
        Op::Offer(o) => format!("is ready to receive from {}", of(o)),
        Op::Receive(o) if reply == 2 => format!("finds all senders of {} gone", of(o)),
        Op::Receive(o) => format!("receives from {}", of(o)),
        Op::TryReceive(o) => format!("tries{fails} to receive from {}", of(o)),
        Op::CloseSender(o) => format!("drops a sender of {}", of(o)),
        Op::CloseReceiver(o) => format!("drops the receiver of {}", of(o)),
        Op::Arrive(o) => format!("comes to {}", of(o)),
        Op::Pass(o, _) => format!("passes {}", of(o)),
        Op::Lead(o) => format!("asks whether it leads at {}", of(o)),
        Op::Park => "takes its token".to_owned(),
        Op::ParkTimed if reply == 0 => "parks until the time is over".to_owned(),
        Op::ParkTimed => "takes its token in time".to_owned(),
        Op::Unpark(other) => format!("unparks {}", thread(state, other)),
        Op::Join(other) => format!("joins {}", thread(state, other)),
        Op::IsFinished(other) => format!("asks whether {} has ended", thread(state, other)),
        Op::Finish => "ends".to_owned(),
    }
}

/// For what a thread waits, and since where.
fn wait(state: &State, number: usize, op: Op, site: Site) -> String {
    let of = |o| object(state, o);
    let holders: Vec<String> =
        state.world.holders(op).iter().map(|holder| thread(state, *holder)).collect();
    let held = if holders.is_empty() {
        String::new()
    } else {
        format!(", which {} holds", holders.join(" and "))
    };
    let what = match op {
        Op::Lock(o) | Op::Share(o) => format!("{}{held}", of(o)),
        Op::Begin(o) => format!("{}{held}, to be filled", of(o)),
        Op::Wake { condvar, mutex, timed } => {
            let woken = timed
                || state.world.threads.get(&number).is_some_and(|state| state.woken.is_some());
            if woken {
                format!("{}{held}, after it was notified at {}", of(mutex), of(condvar))
            } else {
                format!("a notification at {}{}", of(condvar), missed(state, condvar, number))
            }
        }
        Op::Down(o) => format!("{} to have something", of(o)),
        Op::Send(o) => format!("room in {}", of(o)),
        Op::Taken(o, _) => format!("its message to {} to be taken", of(o)),
        Op::Receive(o) => format!("a message from {}", of(o)),
        Op::Pass(o, _) => format!("the others to come to {}", of(o)),
        Op::Park => "its token: somebody has to unpark it".to_owned(),
        Op::Join(other) => format!("{} to end", thread(state, other)),
        _ => "its turn".to_owned(),
    };
    format!("{} waits for {what}\n    in {}", thread(state, number), line(site))
}

/// Says whether a notification came before the thread waited for it.
fn missed(state: &State, condvar: ObjectId, waiting: usize) -> String {
    let lost = state.trace.iter().rev().find(|event| {
        event.thread != waiting && event.accesses.contains(&(condvar, Touch::NotifyNobody))
    });
    lost.map_or_else(String::new, |event| {
        format!(
            "; {} notified it when nobody waited, in {} (a lost wake-up)",
            thread(state, event.thread),
            line(event.site)
        )
    })
}

/// The finding for what is wrong at the end of an execution.
pub(crate) fn finding(state: &State, found: &Found) -> Finding {
    let returned = state.threads.get(&0).is_some_and(|slot| slot.ended);
    let kind = found.kind(returned);
    Finding {
        kind,
        message: message(state, found, kind),
        schedule: schedule(state),
        chart: chart(state),
    }
}

fn message(state: &State, found: &Found, kind: FindingKind) -> String {
    match found {
        Found::Panic { thread: number, message, at } => {
            format!("{} panics: {message}\n    in {at}", thread(state, *number))
        }
        Found::Stuck => {
            let mut text = if kind == FindingKind::Deadlock {
                "No thread can go on (a deadlock):".to_owned()
            } else {
                "The closure has returned, and somebody waits for ever:".to_owned()
            };
            for (number, slot) in &state.threads {
                if let Some((op, site)) = slot.pending {
                    _ = write!(text, "\n  {}", wait(state, *number, op, site));
                }
            }
            text
        }
        Found::Again { thread: number, lock, site } => {
            let taken = state.trace.iter().rev().find(|event| {
                event.thread == *number
                    && event.accesses.iter().any(|(o, touch)| {
                        o == lock && matches!(touch, Touch::Acquire | Touch::Share)
                    })
            });
            let first = taken.map(|event| format!("\n    locked before in {}", line(event.site)));
            format!(
                "{} locks {}, which it holds already, and would wait for itself\n    in {}{}",
                thread(state, *number),
                object(state, *lock),
                line(site),
                first.unwrap_or_default()
            )
        }
        Found::Leaked { thread: number, lock } => format!(
            "{} ends and never gives back {}: a guard was leaked (`mem::forget`)",
            thread(state, *number),
            object(state, *lock)
        ),
        Found::Discipline { object: o, thread: number, site, earlier, how } => {
            let other = earlier.map(|(other, site)| {
                format!("\n    the other side: {} in {}", thread(state, other), line(site))
            });
            format!(
                "{} breaks the discipline of {}: {how}\n    in {}{}",
                thread(state, *number),
                object(state, *o),
                line(site),
                other.unwrap_or_default()
            )
        }
        Found::Endless { thread: number, steps, .. } => {
            let site = state.trace.iter().rev().find(|event| event.thread == *number);
            let spins = state.threads.get(number).is_some_and(|slot| slot.spin.tired > 0);
            let how = if spins {
                "does the same again and again, and nothing else can go on".to_owned()
            } else {
                format!("goes on and on: after {steps} steps the execution has come to no end")
            };
            format!(
                "{} {how}\n    its last step was in {}",
                thread(state, *number),
                site.map_or_else(String::new, |event| line(event.site))
            )
        }
        Found::Stalled { thread: number, after } => {
            let site = state.trace.iter().rev().find(|event| event.thread == *number);
            format!(
                "{} has run for {} s without an operation that the search sees\n    its last one was in {}",
                thread(state, *number),
                after.as_secs(),
                site.map_or_else(String::new, |event| line(event.site))
            )
        }
        Found::Differs { how } => format!(
            "The closure does something else when it is run again with the same schedule: {how}\n    \
             it must not depend on time, on chance, on addresses, on `static`s, or on what an earlier run left behind; \
             `choose` is for data that may be anything"
        ),
        Found::NoThread => "The operating system gives no more threads".to_owned(),
    }
}

/// A chart: a row for each operation, a column for each thread.
pub(crate) fn chart(state: &State) -> String {
    let mut rows: Vec<(usize, usize, String, Option<Site>)> = Vec::new();
    for (number, event) in state.trace.iter().enumerate() {
        let mut text = operation(state, event.op, &event.accesses, event.reply);
        for (picked, of) in &event.choices {
            _ = write!(text, " [choice {picked} of {of}]");
        }
        rows.push((number, event.thread, text, Some(event.site)));
        for note in &event.notes {
            let object = note.object.map(|o| format!(" {}", object(state, o))).unwrap_or_default();
            rows.push((number, event.thread, format!("{}{object}", note.text), note.site));
        }
    }
    let mut text = String::from("step  ");
    for place in 0..state.order.len() {
        _ = write!(text, "{:<2}", place % 10);
    }
    text.push('\n');
    let hidden = rows.len().saturating_sub(SHOWN.0 + SHOWN.1);
    let mut last = usize::MAX;
    for (at, (number, thread, what, site)) in rows.iter().enumerate() {
        if hidden > 0 && at >= SHOWN.0 && at < SHOWN.0 + hidden {
            if at == SHOWN.0 {
                _ = writeln!(text, "      ... {hidden} rows ...");
            }
            continue;
        }
        let label = if *number == last { String::new() } else { number.to_string() };
        last = *number;
        _ = write!(text, "{label:>4}  ");
        for other in &state.order {
            text.push_str(if other == thread { "o " } else { "| " });
        }
        match site {
            Some(site) => _ = writeln!(text, " {what}  ({}:{})", site.file(), site.line()),
            None => _ = writeln!(text, " {what}"),
        }
    }
    text
}
