//! Words about races, which text, SARIF and charts share.

use reductio::races::{
    Access, AccessKind, Element, End, Event, Fault, Lock, Names, Operation, OrderFault, Race,
};

use crate::page::grouped;

/// A number with a noun.
pub(super) fn count(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(&number), if number == 1 { one } else { many })
}

/// The remedy of a fault, where one is known.
pub(super) fn help(fault: &Fault) -> Option<&'static str> {
    Some(match fault {
        Fault::Fields { .. } => {
            "an event is `thread|operation(name)|location`; the location may be empty"
        }
        Fault::UnknownOperation { .. } => {
            "the operations are acq, rel, r, w, fork, join, vr, vw, and req, begin, end, which are passed over"
        }
        Fault::Order(OrderFault::Held { .. }) => {
            "a lock has one owner at a time; `--lenient` leaves such events out"
        }
        Fault::Order(_) => "`--lenient` leaves such events out, and counts them",
        _ => return None,
    })
}

/// The name among those of variables that is nearly `name`.
pub(super) fn nearest(name: &str, names: &Names) -> Option<String> {
    const MOST: usize = 10_000;
    let all = names.all_variables().take(MOST);
    reductio_algebra::text::vocabulary::nearest(name, all)
}

/// An event without its thread: `acq(m)`.
pub(super) fn operation(event: &Event, names: &Names) -> String {
    match event.operation {
        Operation::Read(x) => format!("r({})", names.of_variable(x)),
        Operation::Write(x) => format!("w({})", names.of_variable(x)),
        Operation::Acquire(m) => format!("acq({})", names.of_lock(m)),
        Operation::Release(m) => format!("rel({})", names.of_lock(m)),
        Operation::Fork(u) => format!("fork({})", names.of_thread(u)),
        Operation::Join(u) => format!("join({})", names.of_thread(u)),
        Operation::VolatileRead(v) => format!("vr({})", names.of_volatile(v)),
        Operation::VolatileWrite(v) => format!("vw({})", names.of_volatile(v)),
    }
}

/// The name of an element of a lockset.
pub(super) fn element(element: Element, names: &Names) -> String {
    match element {
        Element::Thread(thread) => names.of_thread(thread),
        Element::Lock(lock) => names.of_lock(lock),
        Element::Volatile(volatile) => names.of_volatile(volatile),
    }
    .to_owned()
}

/// A list in a sentence: `a`, `a and b`, `a, b and c`.
pub(super) fn list(words: &[String], and: &str) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {and} {last}", first.join(", ")),
    }
}

pub(super) fn locks(locks: &[Lock], names: &Names) -> Vec<String> {
    locks.iter().map(|&lock| format!("`{}`", names.of_lock(lock))).collect()
}

/// The locks that a thread had when it made an access, in words.
pub(super) fn held(access: &Access, names: &Names) -> String {
    if access.held.is_empty() {
        "without a lock".to_owned()
    } else {
        format!("with {}", list(&locks(&access.held, names), "and"))
    }
}

/// `T1 writes`, `T1 wrote`.
pub(super) fn acts(access: &Access, names: &Names, is_past: bool) -> String {
    let word = match (access.kind, is_past) {
        (AccessKind::Read, _) if is_past => "read",
        (AccessKind::Read, _) => "reads",
        (AccessKind::Write, true) => "wrote",
        (AccessKind::Write, false) => "writes",
    };
    format!("{} {word}", names.of_thread(access.thread))
}

/// The line of an access and its place in the program.
pub(super) fn place(
    line: u64,
    location: Option<reductio::races::Location>,
    names: &Names,
) -> String {
    match location {
        Some(location) => format!("line {line} ({})", names.of_location(location)),
        None => format!("line {line}"),
    }
}

/// The last synchronization of the thread before an access, in words.
pub(super) fn synchronized(access: &Access, names: &Names) -> String {
    let thread = names.of_thread(access.thread);
    match &access.synchronized {
        None => format!("{thread} had not synchronized before"),
        Some(event) if event.thread != access.thread => {
            format!("{thread} had not synchronized since it was started in line {}", event.line)
        }
        Some(event) => format!(
            "{thread} synchronized last in line {}: {}",
            event.line,
            operation(event, names)
        ),
    }
}

/// The remedy for a race: something that would have ordered its accesses.
pub(super) fn remedy(race: &Race, names: &Names) -> String {
    let thread = names.of_thread(race.access.thread);
    let line = race.access.line;
    let them = if race.with.len() == 1 { "the two accesses" } else { "the accesses" };
    if race.remedies.is_empty() {
        return format!(
            "No lock would have helped {thread} before line {line}: nobody who comes after the earlier \
             access has released one. A lock that both sides have would order {them}"
        );
    }
    let found = locks(&race.remedies, names);
    format!(
        "Had {thread} acquired {} before line {line}, {them} would be ordered",
        list(&found, "or")
    )
}

/// `T1 writes in line 3`.
pub(super) fn end(end: &End, names: &Names) -> String {
    let word = if end.kind == AccessKind::Read { "reads" } else { "writes" };
    format!("{} {word}", names.of_thread(end.thread))
}
