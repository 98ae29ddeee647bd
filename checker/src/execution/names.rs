//! The names of threads, control points, statements, cells and values in runs and errors.

use crate::system::{
    CellId, Expression, ObjectId, PackedState, Place, Point, System, Target, ThreadId,
    VariableClass,
};

/// The most values that a sentence lists as the reason of something.
pub const SHOWN_VALUES: usize = 6;

/// Puts a name or a statement on one line, without control characters.
pub fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").replace(char::is_control, "\u{fffd}")
}

/// The name of a thread on one line.
pub fn thread_name(system: &System, thread: ThreadId) -> String {
    one_line(system.thread(thread).name())
}

/// The thread with this name.
pub(super) fn find_thread(system: &System, name: &str) -> Option<ThreadId> {
    system.thread_ids().find(|&thread| system.thread(thread).name() == name)
}

/// The names of all threads, in their order.
pub fn thread_names(system: &System) -> Vec<String> {
    system.thread_ids().map(|thread| thread_name(system, thread)).collect()
}

/// The name of a control point, on one line.
pub fn point_name(system: &System, thread: ThreadId, point: Point) -> String {
    one_line(system.thread(thread).points()[usize::from(point)].name())
}

/// The name of a protected object, on one line.
pub fn object_name(system: &System, object: ObjectId) -> String {
    one_line(system.objects()[object.index()].name())
}

/// The statement of a transition; for a transition without text, the control point to which it leads.
pub fn statement_text(system: &System, thread: ThreadId, number: usize) -> String {
    let transition = &system.thread(thread).transitions()[number];
    let text = one_line(transition.text());
    match transition.target() {
        _ if !text.is_empty() => text,
        Target::Point(point) => format!("go to {}", point_name(system, thread, point)),
        Target::Failed(_) => "fail".to_owned(),
    }
}

/// Decides whether a transition starts at a control point that the user named.
pub fn has_label(system: &System, thread: ThreadId, number: usize) -> bool {
    let owner = system.thread(thread);
    owner.points()[usize::from(owner.transitions()[number].start())].is_label()
}

/// The statement of a transition, after the name of its control point if the user named it.
pub fn statement(system: &System, thread: ThreadId, number: usize) -> String {
    let text = statement_text(system, thread, number);
    if !has_label(system, thread, number) {
        return text;
    }
    let start = system.thread(thread).transitions()[number].start();
    format!("{}: {text}", point_name(system, thread, start))
}

/// The name of a cell; a local variable of the thread `of` has its short name.
pub fn cell_name(system: &System, cell: CellId, of: Option<ThreadId>) -> String {
    let found = system.cell(cell);
    let class = system.variables()[found.variable().index()].class();
    let own = of.filter(|thread| class == VariableClass::Local(*thread));
    let short = own.and_then(|thread| {
        found.name().strip_prefix(system.thread(thread).name())?.strip_prefix('.')
    });
    one_line(short.unwrap_or(found.name()))
}

/// The name of the lock whose owner a cell holds.
pub fn lock_name(system: &System, owner: CellId) -> String {
    let name = cell_name(system, owner, None);
    name.strip_suffix(".owner").map_or(name.clone(), str::to_owned)
}

/// Shortens a list to its first items and the number of the others.
pub fn at_most(mut items: Vec<String>, most: usize) -> Vec<String> {
    if items.len() > most {
        let more = items.len() - (most - 1);
        items.truncate(most - 1);
        items.push(format!("{more} more"));
    }
    items
}

/// Joins items to a list in words: `a`, `a and b`, `a, b and c`.
pub fn and(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// The cells that occur in expressions in a state, in their order, each once; program counters are left out.
pub fn cells_of<'e>(
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

/// The names of cells with their values in a state, as texts.
pub fn values(
    system: &System,
    state: &PackedState,
    cells: &[CellId],
    of: Option<ThreadId>,
) -> Vec<(String, String)> {
    let value = |cell: &CellId| {
        let shown = system.cell(*cell).domain().show(system.value(state, *cell));
        (cell_name(system, *cell, of), one_line(&shown))
    };
    cells.iter().map(value).collect()
}

/// A clause with values that explain the words before it, such as `, where b = 0 and data[0] = 1`; empty without
/// values.
pub fn where_clause(values: &[(String, String)]) -> String {
    if values.is_empty() {
        return String::new();
    }
    let shown = values.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    format!(", where {}", and(&at_most(shown, SHOWN_VALUES)))
}

/// A number with its digits in groups of three: `1,234,567`.
pub fn grouped(number: &impl std::fmt::Display) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
