//! An execution in words: threads, objects, operations, what is wrong, as charts and as schedules.

mod chart;

use std::fmt::Write;

use crate::finding::{Finding, FindingKind, Found};
use crate::run::drf::{Kind, Pair, Use};
use crate::run::naming::Made;
use crate::run::state::State;
use crate::schedule::{Schedule, Step};
use crate::search::access::{ObjectId, Touch};
use crate::search::driver::Driver;
use crate::search::event::{Event, Site};
use crate::search::op::{Handle, Op};

/// A line of the program: its file, line and column.
fn line(site: Site) -> String {
    format!("{}:{}:{}", site.file(), site.line(), site.column())
}

/// The schedule of an execution.
pub(crate) fn schedule(state: &State) -> Schedule {
    let place = |thread| state.order.iter().position(|found| *found == thread).unwrap_or(0);
    let step = |event: &Event| Step {
        thread: place(event.thread),
        stops: event.stops.then_some(event.passed),
        skips: event.old.0,
        back: event.old.1,
        choices: event.choices.iter().map(|(picked, _)| *picked).collect(),
    };
    Schedule { steps: state.trace.iter().map(step).collect(), weak: state.memory.is_some() }
}

/// The name of a thread: its number in the order in which threads are started, and the name that it was given.
pub(crate) fn thread(state: &State, number: usize) -> String {
    let place = state.order.iter().position(|found| *found == number).unwrap_or(number);
    match state.threads.get(&number).and_then(|slot| slot.name.as_deref()) {
        Some(name) => format!("thread {place} (`{name}`)"),
        None => format!("thread {place}"),
    }
}

/// The objects of one kind, in the order in which they were made.
fn of_kind(state: &State, kind: &str) -> Vec<ObjectId> {
    let made = state.objects.iter().filter(|(_, made)| made.kind == kind);
    let mut same: Vec<ObjectId> = made.map(|(object, _)| *object).collect();
    same.sort_unstable();
    same
}

/// The name of an object: its kind, and its number among those of the kind. [`makers`] says where it was made.
fn object(state: &State, object: ObjectId) -> String {
    if object.maker == ObjectId::OF_THREAD {
        return thread(state, object.number as usize);
    }
    let Some(Made { kind, .. }) = state.objects.get(&object) else {
        return "an object made outside".to_owned();
    };
    let number = of_kind(state, kind).iter().position(|other| *other == object).unwrap_or(0) + 1;
    format!("{kind} {number}")
}

/// Two accesses that nothing orders.
pub(crate) fn unordered(state: &State, pair: &Pair) -> String {
    let one = |used: &Use| {
        let verb = match used.kind {
            Kind::Read => "reads",
            Kind::Write => "writes",
            Kind::Change => "changes",
        };
        let order = used.order.map(|order| format!(" (`{order:?}`)")).unwrap_or_default();
        (thread(state, used.thread), verb, order, line(used.site))
    };
    let ((a, does, order, at), (b, other, another, there)) = (one(&pair.earlier), one(&pair.later));
    format!(
        "{a} {does} {}{order} in {at},\nand {b} {other} it{another} in {there}; nothing orders the two",
        object(state, pair.object)
    )
}

/// Whether a text has the name of an object, and not only that of another one whose number begins with the same digits.
fn mentions(text: &str, name: &str) -> bool {
    let is_whole = |at: usize| !text[at + name.len()..].starts_with(|c: char| c.is_ascii_digit());
    text.match_indices(name).any(|(at, _)| is_whole(at))
}

/// Where the objects were made that a text mentions, a line for each, but for those that are known from an earlier
/// text.
fn makers(state: &State, text: &str, earlier: &str) -> String {
    let mut named: Vec<(String, Site)> =
        state.objects.iter().map(|(o, made)| (object(state, *o), made.site)).collect();
    named.retain(|(name, _)| mentions(text, name) && !mentions(earlier, name));
    named.sort_by(|(a, _), (b, _)| (a.len(), a).cmp(&(b.len(), b)));
    named.iter().fold(String::new(), |mut all, (name, site)| {
        _ = write!(all, "\n  {name} was made in {}", line(site));
        all
    })
}

/// What a thread does, as a verb with its object.
fn operation(state: &State, op: Op, accesses: &[(ObjectId, Touch)], reply: u64) -> String {
    let of = |o| object(state, o);
    let fails = if reply == 0 { " in vain" } else { "" };
    match op {
        Op::Start => "starts".to_owned(),
        Op::Lock(o) => format!("locks {}", of(o)),
        Op::Share(o) if reply == 0 => format!("wants to read {}, and waits behind a writer", of(o)),
        Op::Share(o) => format!("locks {} for reading", of(o)),
        Op::ShareBehind(o) => format!("locks {} for reading, after the writer", of(o)),
        Op::Queue(o) => format!("begins to wait for {}", of(o)),
        Op::TryLock(o) => format!("tries{fails} to lock {}", of(o)),
        Op::TryShare(o) => format!("tries{fails} to lock {} for reading", of(o)),
        Op::ShareRight { lock, .. } if reply == 0 => {
            format!("wants to read {}, and waits behind a writer", of(lock))
        }
        Op::ShareRight { lock, .. } => format!("locks {} to read, and to upgrade", of(lock)),
        Op::TryShareRight { lock, .. } => {
            format!("tries{fails} to lock {} to read, and to upgrade", of(lock))
        }
        Op::UnshareRight { lock, .. } => format!("unlocks {} for reading", of(lock)),
        Op::Upgrade { lock, .. } => format!("becomes a writer of {}", of(lock)),
        Op::TryUpgrade { lock, .. } => format!("tries{fails} to become a writer of {}", of(lock)),
        Op::Look(o) => format!("looks at {}", of(o)),
        Op::Downgrade(o) => format!("only reads {} from now on", of(o)),
        Op::Filled { cell, .. } if reply == 0 => format!("sees that {} has failed", of(cell)),
        Op::Filled { cell, .. } => format!("finds {} filled", of(cell)),
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
        Op::Handle(o, handle) => {
            let is_last = accesses.iter().any(|(_, touch)| *touch == Touch::Last);
            let what = match handle {
                Handle::Clone => "clones or drops a handle of",
                Handle::Drop if is_last => "drops the last handle of",
                Handle::Drop => "drops a handle of",
                Handle::Look => "asks for the number of handles of",
                Handle::Unwrap if is_last => "takes the value of",
                Handle::Unwrap => "finds other handles of",
                Handle::Upgrade => "asks for a handle of",
            };
            format!("{what} {}", of(o))
        }
        Op::Yield => "gives way".to_owned(),
    }
}

/// What `std` says of a reader that meets a writer that waits.
const OPEN: &str =
    "\n    `std` leaves open whether a reader waits behind a writer that waits: on Linux it does";

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
    let mut more = String::new();
    if let Op::Lock(o)
    | Op::Share(o)
    | Op::ShareBehind(o)
    | Op::ShareRight { lock: o, .. }
    | Op::Upgrade { lock: o, .. }
    | Op::Begin(o)
    | Op::Wake { mutex: o, .. } = op
    {
        for holder in state.world.holders(op) {
            if let Some(event) = taken(state, holder, o) {
                _ = write!(more, "\n    {} took it in {}", thread(state, holder), line(event.site));
            }
        }
    }
    let what = match op {
        Op::Lock(o) | Op::Share(o) => format!("{}{held}", of(o)),
        Op::Begin(o) => format!("{}{held}, to be filled", of(o)),
        Op::Filled { cell, .. } => format!("{} to be filled", of(cell)),
        Op::ShareRight { lock, behind: false, .. } => format!("{}{held}", of(lock)),
        Op::Upgrade { lock, .. } => format!("{}{held}, to become a writer", of(lock)),
        Op::ShareBehind(o) | Op::ShareRight { lock: o, .. } => {
            more.push_str(OPEN);
            format!("{}, behind a writer that waits{held}", of(o))
        }
        Op::Wake { condvar, mutex, timed } => {
            let woken = timed
                || state.world.threads.get(&number).is_some_and(|state| state.woken.is_some());
            if woken {
                format!("{}{held}, after it was notified at {}", of(mutex), of(condvar))
            } else {
                more = missed(state, condvar, number);
                format!("a notification at {}", of(condvar))
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
    format!("{} waits for {what}\n    in {}{more}", thread(state, number), line(site))
}

/// The last step in which a thread took a lock.
fn taken(state: &State, thread: usize, lock: ObjectId) -> Option<&Event> {
    state.trace.iter().rev().find(|event| {
        let takes = |(o, touch): &(ObjectId, Touch)| {
            *o == lock && matches!(touch, Touch::Acquire | Touch::Share)
        };
        event.thread == thread && event.accesses.iter().any(takes)
    })
}

/// The last notification that a waiting thread has missed.
fn missed(state: &State, condvar: ObjectId, waiting: usize) -> String {
    let is_wait = |event: &Event| {
        event.thread == waiting && matches!(event.op, Op::Wait { condvar: o, .. } if o == condvar)
    };
    let is_notification = |event: &Event| {
        let notifies = |(o, touch): &(ObjectId, Touch)| {
            *o == condvar && matches!(touch, Touch::Notify | Touch::NotifyNobody)
        };
        event.thread != waiting && event.accesses.iter().any(notifies)
    };
    let wait = state.trace.iter().rposition(is_wait);
    let Some(last) = state.trace.iter().rposition(is_notification) else {
        return "\n    nobody else has notified it".to_owned();
    };
    let how = if wait.is_some_and(|wait| last < wait) {
        "came before it waited (a lost wake-up?)"
    } else {
        "woke another thread"
    };
    let event = &state.trace[last];
    let who = thread(state, event.thread);
    format!("\n    the last notification, by {who}, {how}\n    in {}", line(event.site))
}

/// The finding for what is wrong at the end of an execution.
pub(crate) fn finding(state: &State, found: &Found) -> Finding {
    let returned = state.threads.get(&0).is_some_and(|slot| slot.ended);
    let kind = found.kind(returned);
    let mut message = message(state, found, kind);
    message.push_str(&makers(state, &message, ""));
    Finding {
        kind,
        schedule: schedule(state),
        chart: chart::chart(state, &message),
        message,
        test: state.rules.test.clone(),
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
            for (number, slot) in state.threads.iter() {
                if let Some((op, site)) = slot.pending {
                    _ = write!(text, "\n  {}", wait(state, *number, op, site));
                }
            }
            text
        }
        Found::Again { thread: number, lock, site } => {
            let taken = taken(state, *number, *lock);
            let first = taken.map(|event| format!("\n    locked before in {}", line(event.site)));
            format!(
                "{} locks {}, which it holds already: it would wait for itself\n    in {}{}",
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
                format!("\n    the other side: {}\n    in {}", thread(state, other), line(site))
            });
            format!(
                "{} breaks the discipline of {}:\n    {how}\n    in {}{}",
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
                format!("goes on and on: after {steps} steps the execution has not ended")
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
        Found::Differs { how } if matches!(state.driver, Driver::Replay(_)) => format!(
            "The schedule does not fit the program:\n    {how}\n    \
             it is that of another test, or the program has changed, or does not do the\n    \
             same each time (see `NotRepeatable`)"
        ),
        Found::Differs { how } => format!(
            "The closure does something else when it is run again with the same schedule:\n    {how}\n    \
             it must not depend on time, on chance, on addresses, on `static`s, or on\n    \
             what an earlier run left behind; `choose` is for data that may be anything"
        ),
        Found::NoThread => "The operating system gives no more threads".to_owned(),
    }
}
