//! The chance by which executions of C11's memory are drawn: the newest write with an even chance, and else each with
//! the same; with priorities (PCT), something old in a few places that are drawn before.

use crate::search::sampling::Sampler;

/// The first guess of how many operations of an execution have a choice.
const CHOICES: usize = 8;

/// The chance that says what is read, and where is written.
#[derive(Clone, Debug)]
pub(crate) struct Chance {
    source: Sampler,
    points: Option<Points>,
    is_on: bool,
}

/// The operations, of those that have a choice, that do not take the newest.
#[derive(Clone, Debug)]
struct Points {
    changes: usize,
    at: Vec<usize>,
    met: usize,
    /// The greatest number of operations with a choice in an execution so far.
    most: usize,
}

impl Chance {
    /// A chance that is even for each operation.
    pub(crate) fn random(seed: u64) -> Self {
        // Another stream than that which draws threads.
        Chance { source: Sampler::random(!seed), points: None, is_on: false }
    }

    /// A chance that takes something old in so many places of an execution.
    pub(crate) fn pct(seed: u64, changes: usize) -> Self {
        let points = Points { changes, at: Vec::new(), met: 0, most: CHOICES };
        Chance { points: Some(points), ..Chance::random(seed) }
    }

    /// Begins the next execution.
    pub(super) fn begin(&mut self) {
        self.is_on = true;
        let Chance { source, points: Some(points), .. } = self else { return };
        points.most = points.most.max(points.met);
        points.met = 0;
        points.at = (0..points.changes).map(|_| source.draw(points.most)).collect();
    }

    /// The order in which alternatives are tried, of which the first one is possible.
    pub(super) fn order(&mut self, of: usize) -> Vec<usize> {
        if of < 2 {
            return vec![0];
        }
        let is_point = self.points.as_mut().map(|points| {
            points.met += 1;
            points.at.contains(&(points.met - 1))
        });
        if !is_point.unwrap_or_else(|| self.source.draw(2) == 0) {
            return vec![0];
        }
        let mut order: Vec<usize> = (0..of).collect();
        // What comes at a point is old if that is possible.
        let first = usize::from(is_point.is_some());
        let drawn = &mut order[first..];
        for left in (1..drawn.len()).rev() {
            drawn.swap(left, self.source.draw(left + 1));
        }
        order.rotate_left(first);
        order
    }

    /// Tells whether this execution is drawn.
    pub(super) fn is_on(&self) -> bool {
        self.is_on
    }

    /// From now on nothing is drawn, up to the next execution.
    pub(super) fn stop(&mut self) {
        self.is_on = false;
    }

    /// Draws one of so many ways, all with the same chance.
    pub(super) fn way(&mut self, of: usize) -> usize {
        self.source.draw(of)
    }
}
