//! Tickets: a stored state by its owner and its number, in one number.

use super::super::store::Chunks;

/// A stored state, by its owner and its number in the owner's store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Owned {
    pub(in super::super) worker: usize,
    pub(in super::super) number: u32,
}

impl Owned {
    /// One number for the owner and its number: `number * workers + worker`. It is below that of [`ROOT`], since there
    /// are no more than 2^16 workers.
    #[inline]
    pub(in super::super) fn ticket(self, workers: usize) -> u64 {
        u64::from(self.number) * workers as u64 + self.worker as u64
    }

    /// The inverse of [`Self::ticket`].
    #[inline]
    pub(in super::super) fn of_ticket(ticket: u64, workers: usize) -> Self {
        let workers = workers as u64;
        let number = u32::try_from(ticket / workers).expect("a quotient is a number of a state");
        let worker = usize::try_from(ticket % workers).expect("a remainder is no larger");
        Owned { worker, number }
    }
}

/// The parent of a state in which the search begins.
pub(in super::super) const ROOT: u64 = u64::MAX;

/// What stands for [`ROOT`] in 32 bits.
const LOW_ROOT: u32 = u32::MAX;

/// What stands for [`ROOT`] in the bits above.
const HIGH_ROOT: u16 = u16::MAX;

/// The ticket of the state before each stored state: four bytes each, and six once there are tickets of more than 32
/// bits.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Parents {
    low: Chunks<u32>,
    high: Option<Chunks<u16>>,
}

/// The parts of a ticket.
#[inline]
fn parts(ticket: u64) -> (u32, u16) {
    if ticket == ROOT {
        return (LOW_ROOT, HIGH_ROOT);
    }
    let low = u32::try_from(ticket & u64::from(u32::MAX)).unwrap_or(LOW_ROOT);
    (low, u16::try_from(ticket >> 32).expect("a ticket has 48 bits"))
}

impl Parents {
    #[inline]
    pub(in super::super) fn push(&mut self, ticket: u64) {
        let (low, high) = parts(ticket);
        self.widen(low, high);
        self.low.push(low);
        if let Some(all) = &mut self.high {
            all.push(high);
        }
    }

    #[inline]
    pub(in super::super) fn set(&mut self, index: usize, ticket: u64) {
        let (low, high) = parts(ticket);
        self.widen(low, high);
        self.low.set(index, low);
        if let Some(all) = &mut self.high {
            all.set(index, high);
        }
    }

    /// The ticket of the state before the one with this number, or [`ROOT`].
    #[inline]
    pub(in super::super) fn get(&self, index: usize) -> u64 {
        let low = self.low.get(index);
        let high = self.high.as_ref().map(|all| all.get(index));
        match (low, high) {
            (LOW_ROOT, None | Some(HIGH_ROOT)) => ROOT,
            (low, high) => u64::from(high.unwrap_or(0)) << 32 | u64::from(low),
        }
    }

    pub(in super::super) fn bytes(&self) -> usize {
        self.low.bytes() + self.high.as_ref().map_or(0, Chunks::bytes)
    }

    /// Makes room for the upper bits of tickets, if this is the first one that needs them.
    #[inline]
    fn widen(&mut self, low: u32, high: u16) {
        let is_root = (low, high) == (LOW_ROOT, HIGH_ROOT);
        if self.high.is_none() && !is_root && (high > 0 || low == LOW_ROOT) {
            let mut all = Chunks::new();
            for index in 0..self.low.len() {
                all.push(if self.low.get(index) == LOW_ROOT { HIGH_ROOT } else { 0 });
            }
            self.high = Some(all);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ticket_says_who_owns_a_state_and_which_it_is() {
        for workers in [1, 2, 3, 64] {
            let mut seen = std::collections::HashSet::new();
            let numbers = (0..50).chain([u32::MAX - 1]);
            for (worker, number) in (0..workers).flat_map(|w| numbers.clone().map(move |n| (w, n)))
            {
                let owned = Owned { worker, number };
                let ticket = owned.ticket(workers);
                assert_eq!(Owned::of_ticket(ticket, workers), owned);
                assert!(seen.insert(ticket) && ticket < ROOT);
            }
        }
    }

    #[test]
    fn parents_are_read_back_before_and_after_tickets_have_become_long() {
        let low_root = u64::from(LOW_ROOT);
        for longer in [vec![], vec![low_root], vec![low_root + 1], vec![(1 << 48) - (1 << 32)]] {
            let mut parents = Parents::default();
            let mut wanted = vec![ROOT, 7, 0, ROOT, low_root - 1];
            for &ticket in &wanted {
                parents.push(ticket);
            }
            for &ticket in &longer {
                parents.set(1, ticket);
                wanted[1] = ticket;
                parents.push(ROOT);
                parents.push(ticket);
                wanted.extend([ROOT, ticket]);
            }
            let all: Vec<u64> = (0..wanted.len()).map(|index| parents.get(index)).collect();
            assert_eq!(all, wanted);
            assert_eq!(parents.high.is_some(), !longer.is_empty());
        }
    }
}
