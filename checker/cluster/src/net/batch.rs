//! The messages between workers: some bytes for one of them, of one kind, in one round.

use std::io::Write;

use timely::bytes::arc::Bytes;
use timely::communication::Push;
use timely::container::Accountable;
use timely::dataflow::channels::pushers::exchange::Distributor;
use timely::dataflow::channels::{ContainerBytes, Message};
use timely::progress::Stamp;

/// The kinds of messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Kind {
    /// States on their way to their owner.
    #[default]
    Parcels,
    /// Sets of threads on their way to the states that they are of.
    Sets,
    /// The words that all workers tell each other in a round.
    Words,
    /// A receipt for messages: how many more may be sent.
    Received,
    /// The place in the search to which a worker has come.
    Progress,
}

impl Kind {
    const ALL: [Kind; 5] = [Kind::Parcels, Kind::Sets, Kind::Words, Kind::Received, Kind::Progress];
}

/// A message to one worker.
#[derive(Clone, Debug, Default)]
pub(crate) struct Batch {
    pub(crate) from: u32,
    pub(crate) target: u32,
    pub(crate) round: u64,
    pub(crate) kind: Kind,
    pub(crate) bytes: Vec<u8>,
    /// Tells whether there is a message: an empty place holds none.
    pub(crate) is_some: bool,
}

impl Accountable for Batch {
    fn record_count(&self) -> i64 {
        i64::from(self.is_some)
    }
}

/// The bytes before those of the message: three numbers of 64 bits.
const HEAD: usize = 24;

impl ContainerBytes for Batch {
    fn from_bytes(bytes: Bytes) -> Self {
        let number = |at: usize| {
            let part = bytes.get(at..at + 8).and_then(|part| part.try_into().ok());
            u64::from_le_bytes(part.unwrap_or([0; 8]))
        };
        let (first, round, length) = (number(0), number(8), number(16));
        let byte = |at: usize| (first >> (8 * at) & 0xFF) as usize;
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        let end = HEAD.saturating_add(length).min(bytes.len());
        let body = bytes.get(HEAD..end).unwrap_or_default();
        Batch {
            from: u32::try_from(first >> 32).unwrap_or(u32::MAX),
            target: u32::try_from(first >> 8 & 0xFF_FFFF).unwrap_or(u32::MAX),
            round,
            kind: Kind::ALL.get(byte(0)).copied().unwrap_or_default(),
            bytes: body.to_vec(),
            is_some: true,
        }
    }

    fn length_in_bytes(&self) -> usize {
        HEAD + self.bytes.len().next_multiple_of(8)
    }

    fn into_bytes<W: Write>(&self, writer: &mut W) {
        let kind = Kind::ALL.iter().position(|kind| *kind == self.kind).unwrap_or(0) as u64;
        let first = u64::from(self.from) << 32 | u64::from(self.target) << 8 | kind;
        let padding = self.bytes.len().next_multiple_of(8) - self.bytes.len();
        for part in [
            &first.to_le_bytes()[..],
            &self.round.to_le_bytes(),
            &(self.bytes.len() as u64).to_le_bytes(),
            &self.bytes,
            &[0; 8][..padding],
        ] {
            // Timely's writer has room for as much as was announced.
            let _ = writer.write_all(part);
        }
    }
}

/// Gives each message to the worker that it is for.
pub(super) struct ByTarget;

impl Distributor<Batch> for ByTarget {
    fn partition<T: Clone, P: Push<Message<T, Batch>>>(
        &mut self,
        batch: &mut Batch,
        stamp: &Stamp<T>,
        pushers: &mut [P],
    ) {
        let target = usize::try_from(batch.target).unwrap_or(0);
        if batch.is_some && target < pushers.len() {
            Message::push_at(batch, stamp.clone(), &mut pushers[target]);
        }
    }

    fn flush<T: Clone, P: Push<Message<T, Batch>>>(&mut self, _: &Stamp<T>, _: &mut [P]) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_read_as_it_was_written_and_a_cut_one_is_no_panic() {
        for (length, kind) in [0, 1, 7, 8, 9, 4_000].into_iter().zip(Kind::ALL.iter().cycle()) {
            let bytes: Vec<u8> = (0..=250).cycle().take(length).collect();
            let (from, target, round) = (70_000, 65_535, 1 << 40);
            let batch = Batch { from, target, round, kind: *kind, bytes, is_some: true };
            let mut written = Vec::new();
            batch.into_bytes(&mut written);
            assert_eq!(written.len(), batch.length_in_bytes());
            assert_eq!(written.len() % 8, 0);
            let slab = |bytes: Vec<u8>| timely::bytes::arc::BytesMut::from(bytes).freeze();
            let read = Batch::from_bytes(slab(written.clone()));
            assert_eq!((read.from, read.target, read.round), (from, target, round));
            assert_eq!((read.kind, &read.bytes), (batch.kind, &batch.bytes));
            written.truncate(written.len() / 2);
            Batch::from_bytes(slab(written));
        }
    }
}
