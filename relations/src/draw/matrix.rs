//! Relations as 0/1 matrices, predicates as sets, beside the graph.

use std::fmt::Write as _;

use reductio_algebra::{Sort, Symbol};

use super::{COLOURS, Drawing};
use crate::svg::{float, number, text};

/// The most states of a model whose matrices are drawn.
pub(super) const MOST_STATES: usize = 12;

/// The pixels of a cell.
const CELL: f64 = 16.0;

/// The pixels between matrices.
const GAP: f64 = 20.0;

/// The `y` of the first row of matrices.
const TOP: f64 = 44.0;

/// The key of a matrix.
const KEY: &str = "row: before; column: after";

/// The arrangement of the matrices: the columns of them, and the size of one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    rows: usize,
    width: f64,
    height: f64,
    /// The size of all matrices together.
    pub(super) total: (f64, f64),
}

impl Drawing<'_> {
    /// The room for the matrices beside a graph of a height; none where none are drawn.
    pub(super) fn grid(&self, beside: f64) -> Option<Grid> {
        let states = self.model.states();
        if !self.matrices || states > MOST_STATES {
            return None;
        }
        let sets = self.sets();
        let side = CELL * (float(states) + 1.0);
        let names = self.actions();
        let longest = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        // The name has a line of its own.
        let (width, height) = (side.max(float(longest) * 8.0) + GAP, side + CELL + GAP);
        let count = names.len();
        // As many below each other as the graph is high.
        let rows = (1..=count).rev().find(|n| TOP + float(*n) * height <= beside).unwrap_or(1);
        // As few columns as hold all of these rows, and of equal length.
        let columns = count.div_ceil(rows).max(1);
        let rows = count.div_ceil(columns).max(1);
        let longest = sets.iter().map(|set| set.chars().count()).max().unwrap_or(0);
        let longest = longest.max(KEY.chars().count());
        let across = (float(columns) * width).max(float(longest) * 6.4 + GAP);
        let down = TOP + float(rows.min(count)) * height + 18.0 * float(sets.len()) + 26.0;
        Some(Grid { rows, width, height, total: (across, down) })
    }

    /// The sets as text: `q = {1, 2}` for each predicate.
    fn sets(&self) -> Vec<String> {
        let predicates = self.model.meaning().iter().filter(|(s, ..)| s.sort == Sort::Predicate);
        let set = |(symbol, indices, value): (&Symbol, &_, &crate::PairSet)| {
            let members: Vec<String> = value.pairs().map(|(a, _)| a.to_string()).collect();
            format!("{} = {{{}}}", self.shown(symbol, indices), members.join(", "))
        };
        predicates.map(set).collect()
    }

    /// The matrices, then the sets, from `left` to the right.
    pub(super) fn draw_matrices(&self, out: &mut String, grid: &Grid, left: f64) {
        let actions = self.model.meaning().iter().filter(|(s, ..)| s.sort == Sort::Action);
        let mut count = 0;
        for (action, (symbol, indices, value)) in actions.enumerate() {
            let x = left + grid.width * float(action / grid.rows);
            let y = TOP + grid.height * float(action % grid.rows);
            self.matrix(out, (x, y), (action, &self.shown(symbol, indices)), |a, b| {
                value.contains(a, b)
            });
            count += 1;
        }
        let top = TOP + grid.height * float(grid.rows.min(count));
        for (k, set) in self.sets().iter().enumerate() {
            text(out, "k s", (left, top + 18.0 * float(k) + 8.0), set);
        }
        let below = top + 18.0 * float(self.sets().len()) + 10.0;
        text(out, "k h", (left, below), KEY);
    }

    fn matrix(
        &self,
        out: &mut String,
        (x, y): (f64, f64),
        (action, name): (usize, &str),
        is_in: impl Fn(usize, usize) -> bool,
    ) {
        let colour = action % COLOURS.len();
        let place = |k: usize| CELL * (float(k) + 1.5);
        text(out, &format!("k b f{colour}"), (x, y + 10.0), name);
        let y = y + CELL;
        for a in 0..self.model.states() {
            text(out, "h", (x + place(a), y + 12.0), &a.to_string());
            text(out, "h", (x + CELL / 2.0, y + place(a) + 12.0 - CELL / 2.0), &a.to_string());
            for b in 0..self.model.states() {
                let (left, top) = (x + CELL * (float(b) + 1.0), y + CELL * (float(a) + 1.0));
                let (class, digit) =
                    if is_in(a, b) { (format!("x f{colour}"), "1") } else { ("z".to_owned(), "0") };
                let _ = writeln!(
                    out,
                    "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
                    number(left + 0.5),
                    number(top + 0.5),
                    number(CELL - 1.0),
                    number(CELL - 1.0)
                );
                let class = if is_in(a, b) { "d" } else { "h" };
                text(out, class, (left + CELL / 2.0, top + 12.0), digit);
            }
        }
    }
}
