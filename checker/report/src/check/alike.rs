//! Groups of threads that are classified alike, each with its transitions once.

use reductio::check::Subject;
use reductio::discipline::{Discipline, Reason};
use reductio::locking::Rule;
use reductio::system::{CellId, ObjectId, System, ThreadId, Transition};

use super::names::{object_names, shortened};
use super::reasons::{claim_name, reason_words};

/// Threads with the same statements, visible for the same reasons.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) threads: Vec<String>,
    pub(super) rows: Vec<Row>,
}

/// A statement of a group: the transitions with one text that start at one control point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) line: Option<usize>,
    pub(super) text: String,
    /// The reasons why it is visible; empty for an invisible statement.
    pub(super) reasons: Vec<String>,
    /// Tells whether the statement is visible only until a variable is initialized.
    pub(super) is_at_first: bool,
}

/// Puts the threads of a system into groups; the threads of a group are instances of one replicated thread.
pub(super) fn groups(subject: &Subject, discipline: &Discipline) -> Vec<Group> {
    grouped(subject, |thread, index| rows(subject, discipline, thread, index))
}

/// The groups of threads with the statements that are visible under one discipline and not under another, which has the
/// same system; threads without any are left out.
pub(super) fn groups_beside(subject: &Subject, more: &Discipline, base: &Discipline) -> Vec<Group> {
    let mut groups = grouped(subject, |thread, index| {
        let owner = subject.system().thread(thread);
        let rows = owner.transitions().iter().enumerate().filter_map(|(number, transition)| {
            let reasons = more.classification().reasons(thread, number);
            // That another case of the statement is visible says nothing new.
            let told = reasons.iter().filter(|reason| !matches!(reason, Reason::Neighbour(_)));
            let told: Vec<Reason> = told.copied().collect();
            let is_new = !base.classification().is_visible(thread, number) && !told.is_empty();
            let (line, text) = statement_at(subject, thread, transition);
            let reasons = words(subject.system(), thread, index, &told);
            is_new.then_some(Row { line, text, reasons, is_at_first: false })
        });
        let mut all: Vec<Row> = Vec::new();
        for row in rows {
            match all.last_mut() {
                Some(last) if (last.line, &last.text) == (row.line, &row.text) => {
                    last.reasons.extend(row.reasons);
                    last.reasons.sort();
                    last.reasons.dedup();
                }
                _ => all.push(row),
            }
        }
        all
    });
    groups.retain(|group| !group.rows.is_empty());
    groups
}

/// The line of a transition, and its statement with its label.
fn statement_at(
    subject: &Subject,
    thread: ThreadId,
    transition: &Transition,
) -> (Option<usize>, String) {
    let point = &subject.system().thread(thread).points()[usize::from(transition.start())];
    let line = transition.place().map(|place| subject.file.line_col(place.start).0);
    let text = statement(transition.text());
    let text = if point.is_label() { format!("{}: {text}", point.name()) } else { text.to_owned() };
    (line, text)
}

fn grouped(subject: &Subject, rows: impl Fn(ThreadId, &str) -> Vec<Row>) -> Vec<Group> {
    let system = subject.system();
    let mut out: Vec<(Group, &str)> = Vec::new();
    for thread in system.thread_ids() {
        let (family, index) = split(system.thread(thread).name());
        let rows = rows(thread, index);
        let name = system.thread(thread).name().to_owned();
        let known = out.iter_mut().find(|(group, other)| *other == family && group.rows == rows);
        match known {
            Some((group, _)) => group.threads.push(name),
            None => out.push((Group { threads: vec![name], rows }, family)),
        }
    }
    out.into_iter().map(|(group, _)| group).collect()
}

/// Splits the name of a thread before its index: `user[0]` into `user` and `[0]`.
fn split(name: &str) -> (&str, &str) {
    name.split_at(name.find('[').unwrap_or(name.len()))
}

fn rows(subject: &Subject, discipline: &Discipline, thread: ThreadId, index: &str) -> Vec<Row> {
    let system = subject.system();
    let owner = system.thread(thread);
    let mut rows: Vec<(Row, Vec<Reason>)> = Vec::new();
    for (number, transition) in owner.transitions().iter().enumerate() {
        let (line, text) = statement_at(subject, thread, transition);
        let reasons = discipline.classification().reasons(thread, number);
        let known = rows.last_mut().filter(|(row, _)| row.line == line && row.text == text);
        let first = subject.locks().map(|locks| locks.visible_at_first(thread, number));
        let first = first.iter().flatten().map(|cell| at_first(subject, *cell)).collect();
        if let Some((_, known)) = known {
            known.extend(reasons);
        } else {
            let row = Row { line, text, reasons: first, is_at_first: false };
            rows.push((row, reasons.to_vec()));
        }
    }
    let words = |(row, reasons): (Row, Vec<Reason>)| {
        let is_at_first = reasons.is_empty() && !row.reasons.is_empty();
        let mut reasons = words(system, thread, index, &reasons);
        reasons.extend(row.reasons);
        Row { reasons, is_at_first, ..row }
    };
    rows.into_iter().map(words).collect()
}

/// The reason why a transition is visible until a variable is initialized.
pub(super) fn at_first(subject: &Subject, cell: CellId) -> String {
    let name = subject.system().cell(cell).name();
    match subject.locks().map(|locks| locks.rule()) {
        Some(Rule::Eraser) => format!("may be the first access to {name}, or the second thread's"),
        Some(Rule::Mover) => {
            format!(
                "may initialize {name}, unless its thread has only taken locks since it was visible"
            )
        }
        _ => format!("may initialize {name}"),
    }
}

/// The statement of which a transition is one case: `x := any` for `x := any (3)`.
fn statement(text: &str) -> &str {
    match text.split_once(":= any (") {
        Some((target, _)) => &text[..target.len() + ":= any".len()],
        None => text,
    }
}

/// The reasons why a statement is visible in words; reasons of one kind are joined.
fn words(system: &System, thread: ThreadId, index: &str, reasons: &[Reason]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let objects = |wanted: &dyn Fn(&Reason) -> Option<ObjectId>| {
        let mut all: Vec<ObjectId> = reasons.iter().filter_map(wanted).collect();
        all.sort_unstable();
        all.dedup();
        let own = |name: String| match split(&name) {
            (variable, element) if !index.is_empty() && element == index => {
                format!("its {variable}")
            }
            _ => name,
        };
        let names: Vec<String> = object_names(system, &all).into_iter().map(own).collect();
        shortened(&names)
    };
    let who = |other: ThreadId| {
        let name = system.thread(other).name();
        let (family, _) = split(name);
        let is_sibling = family == split(system.thread(thread).name()).0;
        if is_sibling { format!("another {family}") } else { name.to_owned() }
    };
    for reason in reasons {
        let said = match *reason {
            Reason::Open(cell) => {
                let variable = system.cell(cell).variable();
                format!("{} is open", system.variables()[variable.index()].name())
            }
            Reason::Gives(_, other) => {
                let of = |r: &Reason| match *r {
                    Reason::Gives(x, o) if who(o) == who(other) => Some(x),
                    _ => None,
                };
                format!("(a): may give {} to {}", objects(&of), who(other))
            }
            Reason::Takes(_, other) => {
                let of = |r: &Reason| match *r {
                    Reason::Takes(x, o) if who(o) == who(other) => Some(x),
                    _ => None,
                };
                format!("(a): may take {} from {}", objects(&of), who(other))
            }
            Reason::Drops(_) => {
                let of = |r: &Reason| if let Reason::Drops(x) = *r { Some(x) } else { None };
                format!("(c): may lose {}", objects(&of))
            }
            Reason::Enables(other) => {
                format!("may change whether {}, which is fair, can move", who(other))
            }
            Reason::Hides(claim) => format!("may hide \"{}\"", claim_name(system, claim)),
            _ => reason_words(system, thread, reason),
        };
        if !out.contains(&said) {
            out.push(said);
        }
    }
    out
}
