//! Words for names, steps, values, and for what a thread waits for.

use super::{Access, Change};
use crate::system::{
    CellId, Expression, ObjectId, Operation, OperationKind, PackedState, Place, Point, System,
    Target, ThreadId, Transition, VariableClass,
};

/// At most this many values are shown where a sentence says what something was decided by.
pub(super) const SHOWN_VALUES: usize = 6;

/// A name or statement on one line, without control characters.
pub(super) fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").replace(char::is_control, "\u{fffd}")
}

pub(super) fn thread_name(system: &System, thread: ThreadId) -> String {
    one_line(system.thread(thread).name())
}

pub(super) fn point_name(system: &System, thread: ThreadId, point: Point) -> String {
    one_line(system.thread(thread).points()[usize::from(point)].name())
}

pub(super) fn object_name(system: &System, object: ObjectId) -> String {
    one_line(system.objects()[object.index()].name())
}

/// The statement of a transition; where it has no text, where it leads.
pub(super) fn statement_text(system: &System, thread: ThreadId, number: usize) -> String {
    let transition = &system.thread(thread).transitions()[number];
    let text = one_line(transition.text());
    match transition.target() {
        _ if !text.is_empty() => text,
        Target::Point(point) => format!("go to {}", point_name(system, thread, point)),
        Target::Failed(_) => "fail".to_owned(),
    }
}

/// Whether a transition starts at a control point that the user named.
pub(super) fn has_label(system: &System, thread: ThreadId, number: usize) -> bool {
    let owner = system.thread(thread);
    owner.points()[usize::from(owner.transitions()[number].start())].is_label()
}

/// The statement of a transition with its label.
pub(super) fn statement(system: &System, thread: ThreadId, number: usize) -> String {
    let text = statement_text(system, thread, number);
    if !has_label(system, thread, number) {
        return text;
    }
    let start = system.thread(thread).transitions()[number].start();
    format!("{}: {text}", point_name(system, thread, start))
}

/// The name of a cell; in what is said of a thread, its own locals go by their short names.
pub(super) fn cell_name(system: &System, cell: CellId, of: Option<ThreadId>) -> String {
    let found = system.cell(cell);
    let class = system.variables()[found.variable().index()].class();
    let own = of.filter(|thread| class == VariableClass::Local(*thread));
    let short = own.and_then(|thread| {
        found.name().strip_prefix(system.thread(thread).name())?.strip_prefix('.')
    });
    one_line(short.unwrap_or(found.name()))
}

/// `data[0]: 0 -> 1`.
pub(super) fn change(system: &System, change: Change, of: ThreadId) -> String {
    let Change { cell, before, after } = change;
    let domain = system.cell(cell).domain();
    let name = cell_name(system, cell, Some(of));
    one_line(&format!("{name}: {} -> {}", domain.show(before), domain.show(after)))
}

/// The first few, and how many more.
pub(super) fn at_most(mut items: Vec<String>, most: usize) -> Vec<String> {
    if items.len() > most {
        let more = items.len() - (most - 1);
        items.truncate(most - 1);
        items.push(format!("{more} more"));
    }
    items
}

/// `a`, `a and b`, `a, b and c`.
pub(super) fn and(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// What the accesses of one thread are to: `data[0], data[1] and 3 more`.
pub(super) fn objects<'a>(
    system: &System,
    accesses: impl IntoIterator<Item = &'a Access>,
) -> String {
    let names = accesses.into_iter().map(|access| object_name(system, access.object));
    and(&at_most(names.collect(), 4))
}

/// The cells that expressions speak of in a state, in order, each once; the program counters are left out.
pub(super) fn cells_of<'e>(
    system: &System,
    state: &PackedState,
    expressions: impl IntoIterator<Item = &'e Expression>,
) -> Vec<CellId> {
    let mut cells = Vec::new();
    let mut visit = |place: &Place| {
        let cell = place.cell(&mut system.layout().memory(state));
        if let Ok(cell) = cell
            && cell.index() >= system.threads().len()
            && !cells.contains(&cell)
        {
            cells.push(cell);
        }
    };
    expressions.into_iter().for_each(|expression| expression.for_each_place(&mut visit));
    cells
}

/// `, where b = 0, data[0] = 1`; nothing without cells.
pub(super) fn where_values(
    system: &System,
    state: &PackedState,
    cells: &[CellId],
    of: Option<ThreadId>,
) -> String {
    if cells.is_empty() {
        return String::new();
    }
    let value = |cell: &CellId| {
        let shown = system.cell(*cell).domain().show(system.value(state, *cell));
        format!("{} = {}", cell_name(system, *cell, of), one_line(&shown))
    };
    format!(", where {}", and(&at_most(cells.iter().map(value).collect(), SHOWN_VALUES)))
}

/// What a transition waits for: a lock and who owns it, a notification, or the statement with what its guard reads.
pub(super) fn why_blocked(
    system: &System,
    state: &PackedState,
    thread: ThreadId,
    number: usize,
) -> String {
    let transition = &system.thread(thread).transitions()[number];
    let cells = cells_of(system, state, [transition.guard()]);
    let mut owners = cells.iter().copied().filter(|cell| system.owners().contains(cell));
    let Some(owner) = owners.next().filter(|_| waits_for_lock(transition)) else {
        let values = where_values(system, state, &cells, Some(thread));
        return format!("`{}`{values}", statement_text(system, thread, number));
    };
    let name = cell_name(system, owner, None);
    let lock = name.strip_suffix(".owner").unwrap_or(&name).to_owned();
    // Of the cells of a monitor, the truth values say who waits.
    let is_flag = |cell: &CellId| {
        let cell = system.cell(*cell);
        cell.variable() == system.cell(owner).variable() && cell.domain().show(1) == "true"
    };
    if cells.iter().any(|cell| is_flag(cell) && system.value(state, *cell) == 1) {
        return format!("a notification of {lock}");
    }
    match system.value(state, owner) {
        0 => format!("{lock}, owned by nobody"),
        value => format!("{lock}, owned by {}", one_line(&system.cell(owner).domain().show(value))),
    }
}

/// Whether a transition is one of a lock that may block.
fn waits_for_lock(transition: &Transition) -> bool {
    let kind = transition.operation().map(Operation::kind);
    matches!(kind, Some(OperationKind::Acquire | OperationKind::EndWait))
}

/// Where a thread that cannot go on is, and why: `philosopher[0] waits at H for fork[1], owned by philosopher[1]`.
pub(super) fn stays(system: &System, state: &PackedState, thread: ThreadId) -> String {
    let (owner, at) = (system.thread(thread), system.at(state, thread));
    let name = thread_name(system, thread);
    let point = point_name(system, thread, at);
    if owner.is_failed(at) {
        return format!("{name} has failed");
    }
    if owner.is_end(at) {
        return format!("{name} has ended");
    }
    let verb = if owner.may_rest(at) { "may wait" } else { "waits" };
    if owner.pending(at).is_empty() {
        return format!("{name} {verb} at {point}, where nothing starts");
    }
    let mut reasons: Vec<String> = Vec::new();
    for number in owner.pending_numbers(at) {
        let reason = why_blocked(system, state, thread, number);
        if !reasons.contains(&reason) {
            reasons.push(reason);
        }
    }
    let reasons = at_most(reasons, 4).join(", or ");
    format!("{name} {verb} at {point} for {reasons}")
}
