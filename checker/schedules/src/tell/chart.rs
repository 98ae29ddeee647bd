//! Sequence charts: an execution as text, a row for each operation, a column for each thread.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::run::state::State;
use crate::search::event::Site;
use crate::tell::{makers, object, operation};

/// The number of rows that a chart shows from the begin and from the end of a long execution.
const SHOWN: (usize, usize) = (20, 120);

/// A row: the number of the step, who takes it, where, and what is done.
struct Row {
    step: usize,
    thread: usize,
    site: Option<Site>,
    what: String,
    /// How often the thread does just this, one time after the other.
    times: usize,
}

fn rows(state: &State) -> Vec<Row> {
    let mut rows = Vec::new();
    for (step, event) in state.trace.iter().enumerate() {
        let thread = event.thread;
        let mut what = operation(state, event.op, &event.accesses, event.reply);
        match event.old {
            (0, 0) => {}
            (skips, 0) => _ = write!(what, " [an old value: {skips} newer]"),
            (_, back) => _ = write!(what, " [before {back} that are there]"),
        }
        for (picked, of) in &event.choices {
            _ = write!(what, " [choice {picked} of {of}]");
        }
        rows.push(Row { step, thread, site: Some(event.site), what, times: 1 });
        for note in &event.notes {
            let object = note.object.map(|o| format!(" {}", object(state, o))).unwrap_or_default();
            let what = format!("{}{object}", note.text);
            rows.push(Row { step, thread, site: note.site, what, times: 1 });
        }
    }
    rows.dedup_by(|next, row| {
        let is_same = (next.thread, next.site, &next.what) == (row.thread, row.site, &row.what);
        row.times += usize::from(is_same);
        is_same
    });
    rows
}

/// The last part of a path.
fn base(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// The chart of an execution, and where the objects were made that it mentions, but for those that `message` has
/// already.
pub(crate) fn chart(state: &State, message: &str) -> String {
    let rows = rows(state);
    let files: BTreeSet<&str> = rows.iter().filter_map(|row| Some(row.site?.file())).collect();
    // Short names of files, unless two files would have the same.
    let is_short =
        files.iter().map(|file| base(file)).collect::<BTreeSet<_>>().len() == files.len();
    let place = |site: Option<Site>| {
        site.map_or_else(String::new, |site| {
            let file = if is_short { base(site.file()) } else { site.file() };
            format!("{file}:{}", site.line())
        })
    };
    let width = rows.iter().map(|row| place(row.site).len()).max().unwrap_or(0);
    let mut text = String::from("step  ");
    for number in 0..state.order.len() {
        _ = write!(text, "{:<2}", number % 10);
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    let hidden = rows.len().saturating_sub(SHOWN.0 + SHOWN.1);
    let mut last = usize::MAX;
    for (at, row) in rows.iter().enumerate() {
        if hidden > 0 && at >= SHOWN.0 && at < SHOWN.0 + hidden {
            if at == SHOWN.0 {
                _ = writeln!(text, "      ... {hidden} rows ...");
            }
            continue;
        }
        let label = if row.step == last { String::new() } else { row.step.to_string() };
        last = row.step;
        _ = write!(text, "{label:>4}  ");
        for other in &state.order {
            text.push_str(if *other == row.thread { "o " } else { "| " });
        }
        _ = write!(text, " {:<width$}  {}", place(row.site), row.what);
        if row.times > 1 {
            _ = write!(text, ", {} times", row.times);
        }
        text.push('\n');
    }
    let made = makers(state, &text, message);
    if !made.is_empty() {
        _ = writeln!(text, "{made}");
    }
    text
}
