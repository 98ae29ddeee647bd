//! The layout of sequence charts.

use reductio::execution::names::{at_most, statement, thread_names};
use reductio::execution::{Ending, Execution, HandOver, StepRole};

use super::words::cut;

/// The largest number of steps of a chart.
pub(super) const MOST_STEPS: usize = 200;

/// The largest number of characters of a line in a box; the title of the box has the whole text.
const LONGEST: usize = 40;

/// The height of a line in a box.
const LINE: usize = 16;

/// The space between two steps, and between two steps of one reduced step.
const SPACE: [usize; 2] = [14, 5];

/// The space on the left for the numbers of steps.
const MARGIN: usize = 44;

/// The height of an arrow with its label.
const ARROW: usize = 22;

/// The error that a run has more steps than a chart shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the run has {steps} steps, more than the {limit} of a sequence chart: ask for text, JSON or dot"
)]
pub struct TooLong {
    /// The number of steps of the run.
    pub steps: usize,
    /// The largest number of steps of a chart.
    pub limit: usize,
}

/// The box of a step in a chart; lengths are in pixels.
pub(super) struct StepBox {
    pub(super) number: usize,
    /// The number of its thread's column.
    pub(super) column: usize,
    pub(super) role: StepRole,
    pub(super) top: usize,
    pub(super) height: usize,
    pub(super) width: usize,
    /// The lines of the box, each cut: the statement, changes, and the failure.
    pub(super) lines: Vec<String>,
    /// The whole text of the box.
    pub(super) title: String,
    pub(super) has_failed: bool,
}

/// An arrow for exclusive access that passes from one thread to another.
pub(super) struct Arrow {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) y: usize,
    pub(super) label: String,
    /// Tells whether no thread had access for a while.
    pub(super) is_late: bool,
}

/// The chart of an execution, with the places of all its parts.
pub(super) struct Chart {
    pub(super) heads: Vec<String>,
    /// The middle of each column.
    pub(super) columns: Vec<usize>,
    pub(super) boxes: Vec<StepBox>,
    pub(super) arrows: Vec<Arrow>,
    /// From where to where the steps go round for ever, in height.
    pub(super) round: Option<(usize, usize)>,
    pub(super) width: usize,
    /// The height at which the steps end.
    pub(super) bottom: usize,
}

/// The width in pixels of a line of text, in the font of the boxes.
pub(super) fn pixels(text: &str) -> usize {
    (text.chars().count() * 73).div_ceil(10)
}

impl Chart {
    pub(super) fn new(execution: &Execution<'_>, top: usize) -> Result<Self, TooLong> {
        let count = execution.steps().len();
        if count > MOST_STEPS {
            return Err(TooLong { steps: count, limit: MOST_STEPS });
        }
        let heads: Vec<String> =
            thread_names(execution.system()).iter().map(|n| cut(n, LONGEST)).collect();
        let hand_overs = execution.hand_overs();
        let (mut y, mut boxes, mut arrows) = (top, Vec::new(), Vec::new());
        for number in 1..=count {
            let mut next = step(execution, number);
            let goes_on = boxes.last().is_some_and(|last: &StepBox| last.column == next.column);
            let is_free = arrows.last().is_none_or(|arrow: &Arrow| arrow.y < y);
            y += SPACE[usize::from(goes_on && is_free && next.role != StepRole::Begins)];
            next.top = y;
            y += next.height;
            boxes.push(next);
            let taken = hand_overs.iter().filter(|hand_over| hand_over.taken == number);
            for mut arrow in together(execution, &taken.collect::<Vec<_>>()) {
                y += ARROW;
                arrow.y = y;
                arrows.push(arrow);
            }
        }
        let round = match execution.ending() {
            Ending::PropertyFalse { from: Some(from), .. } => {
                boxes.get(from).map(|first: &StepBox| (first.top + 8, y.saturating_sub(8)))
            }
            _ => None,
        };
        let columns = columns(&heads, &boxes, &arrows);
        let last = columns.last().copied().unwrap_or(0);
        let half = half_width(&heads, &boxes, columns.len() - 1);
        let (width, bottom) = (last + half + 16, y + 18);
        Ok(Chart { heads, columns, boxes, arrows, round, width, bottom })
    }
}

/// Makes the box of a step, without its place.
fn step(execution: &Execution<'_>, number: usize) -> StepBox {
    let (system, step) = (execution.system(), execution.steps()[number - 1]);
    let statement = statement(system, step.thread, step.transition);
    let changes: Vec<String> =
        execution.facts(number).changes.iter().map(|c| c.in_words(system, step.thread)).collect();
    let mut lines = vec![cut(&statement, LONGEST)];
    lines.extend(at_most(changes.clone(), 3).iter().map(|line| cut(line, LONGEST)));
    let line = execution.line(&step).map_or_else(String::new, |line| format!(", line {line}"));
    let mut title = vec![format!("step {number}{line}: {statement}")];
    if !changes.is_empty() {
        title.push(changes.join(", "));
    }
    if let Some(failure) = step.failure {
        let fails = format!("fails: {failure}");
        lines.push(cut(&fails, LONGEST));
        title.push(fails);
    }
    let width = lines.iter().map(|line| pixels(line)).max().unwrap_or(0) + 18;
    let height = 8 + LINE * lines.len();
    StepBox {
        number,
        column: step.thread.index(),
        role: step.role,
        top: 0,
        height,
        width,
        lines,
        title: title.join("; "),
        has_failed: step.failure.is_some(),
    }
}

/// Makes the arrows for the accesses that are taken in one step. Accesses that passed between the same threads and were
/// given up in the same step share an arrow.
fn together(execution: &Execution<'_>, taken: &[&HandOver]) -> Vec<Arrow> {
    let mut out: Vec<(HandOver, Vec<String>)> = Vec::new();
    for hand_over in taken {
        let object = execution.system().objects()[hand_over.object.index()].name().to_owned();
        let is_like = |other: &HandOver| {
            (other.from, other.to, other.given) == (hand_over.from, hand_over.to, hand_over.given)
        };
        match out.iter_mut().find(|(other, _)| is_like(other)) {
            Some((_, objects)) => objects.push(object),
            None => out.push((**hand_over, vec![object])),
        }
    }
    let arrow = |(hand_over, objects): (HandOver, Vec<String>)| {
        let is_late = hand_over.given < hand_over.taken;
        let objects = cut(&at_most(objects, 3).join(", "), LONGEST);
        let label = match hand_over.given {
            given if is_late => format!("{objects} (given up in step {given})"),
            _ => objects,
        };
        let (from, to) = (hand_over.from.index(), hand_over.to.index());
        Arrow { from, to, y: 0, label, is_late }
    };
    out.into_iter().map(arrow).collect()
}

fn half_width(heads: &[String], boxes: &[StepBox], column: usize) -> usize {
    let own = boxes.iter().filter(|one| one.column == column).map(|one| one.width);
    own.chain([pixels(&heads[column]) + 24]).max().unwrap_or(0).div_ceil(2)
}

/// The middles of the columns, chosen so that boxes of neighbours do not overlap and labels fit between neighbours.
fn columns(heads: &[String], boxes: &[StepBox], arrows: &[Arrow]) -> Vec<usize> {
    let mut out: Vec<usize> = Vec::new();
    for column in 0..heads.len() {
        let half = half_width(heads, boxes, column);
        let Some(&before) = out.last() else {
            out.push(MARGIN + half);
            continue;
        };
        let is_between = |arrow: &&Arrow| {
            arrow.from.min(arrow.to) == column - 1 && arrow.from.max(arrow.to) == column
        };
        let label = arrows.iter().filter(is_between).map(|arrow| pixels(&arrow.label) + 24);
        let apart = half_width(heads, boxes, column - 1) + half + 20;
        out.push(before + label.max().unwrap_or(0).max(apart));
    }
    out
}
