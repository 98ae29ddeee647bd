//! Schedules by chance: each step by a thread drawn at random, or by priorities that change a few times (PCT:
//! Burckhardt, Kothari, Musuvathi, Nagarakatte 2010).

use crate::search::frame::Pending;

/// Draws schedules.
#[derive(Clone, Debug)]
pub(crate) struct Sampler {
    random: u64,
    pct: Option<Priorities>,
}

/// The priorities of threads: those in front go first.
#[derive(Clone, Debug)]
struct Priorities {
    changes: usize,
    /// The threads that were met, the one that goes first in front.
    order: Vec<usize>,
    /// The steps after which the thread that took them goes to the end.
    at: Vec<usize>,
    step: usize,
    /// The length of the longest execution so far.
    longest: usize,
}

impl Sampler {
    /// A sampler that draws each step with equal chances.
    pub(crate) fn random(seed: u64) -> Self {
        Sampler { random: seed.wrapping_mul(2).wrapping_add(1), pct: None }
    }

    /// A sampler that lets the thread of the highest priority go on, and changes priorities in `changes` places.
    pub(crate) fn pct(seed: u64, changes: usize) -> Self {
        let pct = Priorities { changes, order: Vec::new(), at: Vec::new(), step: 0, longest: 32 };
        Sampler { pct: Some(pct), ..Sampler::random(seed) }
    }

    /// A number below `of`, by splitmix64.
    pub(crate) fn draw(&mut self, of: usize) -> usize {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.random;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        let of = u64::try_from(of.max(1)).unwrap_or(1);
        usize::try_from(mixed % of).unwrap_or(0)
    }

    /// Begins another execution.
    pub(crate) fn restart(&mut self) {
        let Some(mut pct) = self.pct.take() else { return };
        pct.longest = pct.longest.max(pct.step);
        pct.order.clear();
        pct.step = 0;
        pct.at = (0..pct.changes).map(|_| self.draw(pct.longest)).collect();
        self.pct = Some(pct);
    }

    /// Says who takes the next step.
    pub(crate) fn next(&mut self, pending: &[Pending], previous: Option<usize>) -> Option<usize> {
        let enabled: Vec<usize> =
            pending.iter().filter(|found| found.enabled).map(|found| found.thread).collect();
        if enabled.is_empty() {
            return None;
        }
        let Some(mut pct) = self.pct.take() else {
            let number = self.draw(enabled.len());
            return Some(enabled[number]);
        };
        for pending in pending {
            if !pct.order.contains(&pending.thread) {
                let place = self.draw(pct.order.len() + 1);
                pct.order.insert(place, pending.thread);
            }
        }
        if pct.at.contains(&pct.step)
            && let Some(previous) = previous
        {
            pct.order.retain(|thread| *thread != previous);
            pct.order.push(previous);
        }
        pct.step += 1;
        let picked = pct.order.iter().find(|thread| enabled.contains(thread)).copied();
        self.pct = Some(pct);
        picked
    }
}
