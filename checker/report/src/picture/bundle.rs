//! Bundles of arrows with the same ends: steps of one kind share an arrow, and different arrows are bent apart.

use std::collections::BTreeMap;

use super::graph::StateGraph;

/// The distance of neighbouring arrows between the same two states, as a part of their length.
const APART: f64 = 0.32;

/// The largest distance of the outer arrows.
const WIDEST: f64 = 1.6;

/// An arrow for all visible steps, or for all invisible steps, of a thread from one state to another.
#[derive(Clone, Debug)]
pub(super) struct Bundle {
    pub(super) ends: (usize, usize),
    pub(super) thread: usize,
    pub(super) is_dashed: bool,
    /// Tells whether a reduced search takes none of the steps.
    pub(super) is_faint: bool,
    /// The text of each step.
    pub(super) tips: Vec<String>,
    /// The number of the arrow among those between its two states, in either direction.
    pub(super) rank: usize,
    /// The bend to the right of the way, as a part of its length.
    pub(super) bend: f64,
}

impl StateGraph {
    /// The arrows for all steps, sorted by their ends.
    pub(super) fn bundles(&self) -> Vec<Bundle> {
        let mut all: BTreeMap<_, Bundle> = BTreeMap::new();
        for (number, edge) in self.edges.iter().enumerate() {
            let key = (edge.from, edge.to, edge.thread, !edge.is_visible);
            let bundle = all.entry(key).or_insert_with(|| Bundle::new(key));
            bundle.tips.push(self.step(number));
            bundle.is_faint &= !edge.is_walked;
        }
        spread(all.into_values().collect())
    }

    /// The arrows for the reduced steps.
    pub(super) fn reduced_bundles(&self) -> Vec<Bundle> {
        let one = |&(from, to, thread): &(usize, usize, usize)| {
            let tip = format!("{}: a reduced step", self.threads[thread]);
            let new = Bundle::new((from, to, thread, false));
            Bundle { is_faint: false, tips: vec![tip], ..new }
        };
        spread(self.reduced.iter().map(one).collect())
    }
}

impl Bundle {
    fn new((from, to, thread, is_dashed): (usize, usize, usize, bool)) -> Self {
        let ends = (from, to);
        Bundle { ends, thread, is_dashed, is_faint: true, tips: Vec::new(), rank: 0, bend: 0.0 }
    }
}

/// Bends arrows with the same ends apart, which go there and back or belong to several threads.
fn spread(mut bundles: Vec<Bundle>) -> Vec<Bundle> {
    let mut of_ends: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
    for (number, Bundle { ends: (from, to), .. }) in bundles.iter().enumerate() {
        of_ends.entry((*from.min(to), *from.max(to))).or_default().push(number);
    }
    for (ends, numbers) in of_ends {
        let last = f64::from(u32::try_from(numbers.len() - 1).unwrap_or(u32::MAX));
        let step = APART.min(WIDEST / last.max(1.0));
        let mut side = step * last / 2.0;
        for (rank, number) in numbers.into_iter().enumerate() {
            let bundle = &mut bundles[number];
            bundle.rank = rank;
            // Right of the way back is left of the way there.
            bundle.bend = if bundle.ends == ends { side } else { -side };
            side -= step;
        }
    }
    bundles
}
