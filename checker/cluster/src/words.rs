//! The words that workers tell each other, as bytes.

use reductio_search::{
    FindingKind, FoundApart, LevelTotals, Parcel, Portable, Stopped, Strand, StuckAnswer,
    StuckApart, Totals, Way,
};

use crate::wire::{put, put_all, put_bools, take, take_bools, take_size};

fn put_stopped(out: &mut Vec<u8>, stopped: Option<Stopped>) {
    out.push(match stopped {
        None => 0,
        Some(Stopped::Found) => 1,
        Some(Stopped::States) => 2,
        Some(Stopped::Memory) => 3,
        Some(Stopped::Cancelled) => 4,
    });
}

#[expect(clippy::option_option, reason = "whether it is a message, and then what it says")]
fn take_stopped(bytes: &mut &[u8]) -> Option<Option<Stopped>> {
    Some(match u8::decode(bytes)? {
        0 => None,
        1 => Some(Stopped::Found),
        2 => Some(Stopped::States),
        3 => Some(Stopped::Memory),
        4 => Some(Stopped::Cancelled),
        _ => return None,
    })
}

/// States on their way to one worker, as they are collected.
#[derive(Debug, Default)]
pub(crate) struct Parcels {
    pub(crate) bytes: Vec<u8>,
    /// The state before the last one.
    before: Option<u64>,
}

impl Parcels {
    /// Adds a state. Those that come from one state one after the other tell it once.
    #[inline]
    pub(crate) fn push<S: Portable>(&mut self, parcel: &Parcel<&S>) {
        let is_same = self.before == Some(parcel.before);
        put(&mut self.bytes, (parcel.thread as u64) << 1 | u64::from(!is_same));
        if !is_same {
            put(&mut self.bytes, parcel.before);
            parcel.hash.encode(&mut self.bytes);
            self.before = Some(parcel.before);
        }
        parcel.state.encode(&mut self.bytes);
    }

    /// Takes what was collected.
    pub(crate) fn take(&mut self) -> Vec<u8> {
        self.before = None;
        // The next ones will be as many.
        let room = Vec::with_capacity(self.bytes.len() + self.bytes.len() / 8);
        std::mem::replace(&mut self.bytes, room)
    }

    /// Calls `receive` with each state of a message, of which `state` is the place, and says whether it is a message.
    pub(crate) fn read<S: Portable>(
        mut bytes: &[u8],
        state: &mut S,
        mut receive: impl FnMut(Parcel<&S>),
    ) -> bool {
        let (mut before, mut hash) = (0, 0);
        while !bytes.is_empty() {
            let mut parcel = || {
                let first = take(&mut bytes)?;
                if first & 1 == 1 {
                    before = take(&mut bytes)?;
                    hash = u64::decode(&mut bytes)?;
                }
                state.decode_into(&mut bytes).then_some(())?;
                usize::try_from(first >> 1).ok()
            };
            let Some(thread) = parcel() else { return false };
            receive(Parcel { thread, before, hash, state });
        }
        true
    }
}

/// The place in the search to which a worker has come.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Come {
    pub(crate) states: usize,
    pub(crate) frontier: usize,
    pub(crate) bytes: usize,
    pub(crate) stopped: Option<Stopped>,
}

impl Come {
    pub(crate) fn encode(self) -> Vec<u8> {
        let mut out = Vec::new();
        put_all(&mut out, &[self.states as u64, self.frontier as u64, self.bytes as u64]);
        put_stopped(&mut out, self.stopped);
        out
    }

    pub(crate) fn decode(mut bytes: &[u8]) -> Option<Self> {
        let bytes = &mut bytes;
        let (states, frontier) = (take_size(bytes)?, take_size(bytes)?);
        Some(Come { states, frontier, bytes: take_size(bytes)?, stopped: take_stopped(bytes)? })
    }
}

/// Writes the totals of a worker after a level, and whether it wants a checkpoint.
pub(crate) fn level(totals: &LevelTotals, wants_checkpoint: bool) -> Vec<u8> {
    let mut out = Vec::new();
    put(&mut out, totals.new as u64);
    put(&mut out, totals.states as u64);
    out.extend([totals.has_found, totals.loses_steps, wants_checkpoint].map(u8::from));
    put_stopped(&mut out, totals.stopped);
    totals.deal.encode(&mut out);
    out.push(u8::from(totals.noted.is_some()));
    totals.noted.iter().for_each(|noted| noted.encode(&mut out));
    out
}

pub(crate) fn take_level(mut bytes: &[u8]) -> Option<(LevelTotals, bool)> {
    let bytes = &mut bytes;
    let (new, states) = (take_size(bytes)?, take_size(bytes)?);
    let (has_found, loses_steps) = (bool::decode(bytes)?, bool::decode(bytes)?);
    let wants_checkpoint = bool::decode(bytes)?;
    let (stopped, deal) = (take_stopped(bytes)?, u64::decode(bytes)?);
    let noted = if bool::decode(bytes)? { Some(Vec::decode(bytes)?) } else { None };
    let totals = LevelTotals { new, states, has_found, loses_steps, stopped, noted, deal };
    Some((totals, wants_checkpoint))
}

fn put_kind(out: &mut Vec<u8>, kind: &FindingKind<usize>) {
    let option = |number: Option<usize>| number.map_or(0, |number| number as u64 + 1);
    let parts = match *kind {
        FindingKind::Discipline(number) => [0, number as u64, 0, 0],
        FindingKind::Invariant(number) => [1, number as u64, 0, 0],
        FindingKind::Failure { thread, step, reason } => {
            [2, thread as u64, option(step), reason as u64]
        }
        FindingKind::Deadlock => [3, 0, 0, 0],
        FindingKind::EndlessLoop { thread, from } => [4, thread as u64, from as u64, 0],
        FindingKind::Stuck { thread } => [5, thread as u64, 0, 0],
        FindingKind::Property { number, from } => [6, number as u64, option(from), 0],
    };
    put_all(out, &parts);
}

fn take_kind(bytes: &mut &[u8]) -> Option<FindingKind<usize>> {
    let tag = take(bytes)?;
    let [one, two, three] = [take_size(bytes)?, take_size(bytes)?, take_size(bytes)?];
    Some(match tag {
        0 => FindingKind::Discipline(one),
        1 => FindingKind::Invariant(one),
        2 => FindingKind::Failure { thread: one, step: two.checked_sub(1), reason: three },
        3 => FindingKind::Deadlock,
        4 => FindingKind::EndlessLoop { thread: one, from: two },
        5 => FindingKind::Stuck { thread: one },
        6 => FindingKind::Property { number: one, from: two.checked_sub(1) },
        _ => return None,
    })
}

fn put_found(out: &mut Vec<u8>, found: &FoundApart) {
    put_kind(out, &found.kind);
    put(out, found.number.into());
    put(out, found.steps.len() as u64);
    for &(thread, step) in &found.steps {
        put(out, thread as u64);
        put(out, step as u64);
    }
    put(out, found.level.into());
    put(out, found.hash);
}

fn take_found(bytes: &mut &[u8]) -> Option<FoundApart> {
    let kind = take_kind(bytes)?;
    let number = u32::try_from(take(bytes)?).ok()?;
    let mut steps = Vec::new();
    for _ in 0..take(bytes)? {
        steps.push((take_size(bytes)?, take_size(bytes)?));
    }
    let level = u32::try_from(take(bytes)?).ok()?;
    Some(FoundApart { kind, number, steps, level, hash: take(bytes)? })
}

/// Writes the totals of a worker when the search has ended.
pub(crate) fn totals(totals: &Totals) -> Vec<u8> {
    let mut out = Vec::new();
    let Totals { states, transitions, visible, bytes, deadlocks, .. } = *totals;
    for number in [states, visible, bytes, deadlocks] {
        put(&mut out, number as u64);
    }
    put(&mut out, transitions);
    out.push(u8::from(totals.cut_short));
    put_bools(&mut out, &totals.goals);
    put(&mut out, totals.reached.len() as u64);
    totals.reached.iter().for_each(|points| put_bools(&mut out, points));
    put(&mut out, totals.found.len() as u64);
    totals.found.iter().for_each(|found| put_found(&mut out, found));
    totals.noted.encode(&mut out);
    out
}

pub(crate) fn take_totals(bytes: &mut &[u8]) -> Option<Totals> {
    let (states, visible) = (take_size(bytes)?, take_size(bytes)?);
    let (all_bytes, deadlocks) = (take_size(bytes)?, take_size(bytes)?);
    let transitions = take(bytes)?;
    let cut_short = bool::decode(bytes)?;
    let goals = take_bools(bytes)?;
    let reached = (0..take(bytes)?).map(|_| take_bools(bytes)).collect::<Option<_>>()?;
    let found = (0..take(bytes)?).map(|_| take_found(bytes)).collect::<Option<_>>()?;
    Some(Totals {
        states,
        transitions,
        visible,
        bytes: all_bytes,
        reached,
        goals,
        cut_short,
        deadlocks,
        found,
        noted: Vec::decode(bytes)?,
    })
}

/// Writes the answer of a worker where nothing is worked out about threads that are stuck; or that it is ready to.
pub(crate) fn ready(answer: Option<StuckAnswer>) -> Vec<u8> {
    let mut out = Vec::new();
    let (tag, stopped) = match answer {
        None => (0, None),
        Some(StuckAnswer::NotAsked) => (1, None),
        Some(StuckAnswer::Known) => (2, None),
        Some(StuckAnswer::Unexplored) => (3, None),
        Some(StuckAnswer::LeavesOutSteps) => (4, None),
        Some(StuckAnswer::Stopped(stopped)) => (5, Some(stopped)),
    };
    out.push(tag);
    put_stopped(&mut out, stopped);
    out
}

/// Reads what [`ready`] wrote, and what [`totals`] wrote behind it.
pub(crate) fn take_ended(mut bytes: &[u8]) -> Option<(Option<StuckAnswer>, Totals)> {
    Some((take_ready(&mut bytes)?, take_totals(&mut bytes)?))
}

#[expect(clippy::option_option, reason = "whether it is a message, and then what it says")]
fn take_ready(bytes: &mut &[u8]) -> Option<Option<StuckAnswer>> {
    let tag = u8::decode(bytes)?;
    let stopped = take_stopped(bytes)?;
    Some(match (tag, stopped) {
        (0, _) => None,
        (1, _) => Some(StuckAnswer::NotAsked),
        (2, _) => Some(StuckAnswer::Known),
        (3, _) => Some(StuckAnswer::Unexplored),
        (4, _) => Some(StuckAnswer::LeavesOutSteps),
        (5, Some(stopped)) => Some(StuckAnswer::Stopped(stopped)),
        _ => return None,
    })
}

/// Writes the answer of a worker after a round in which sets went back along steps: whether some grew, or why it stops.
pub(crate) fn growth(grown: Result<bool, Stopped>) -> Vec<u8> {
    let mut out = vec![u8::from(grown == Ok(true))];
    put_stopped(&mut out, grown.err());
    out
}

pub(crate) fn take_growth(mut bytes: &[u8]) -> Option<Result<bool, Stopped>> {
    let grows = bool::decode(&mut bytes)?;
    Some(take_stopped(&mut bytes)?.map_or(Ok(grows), Err))
}

/// The first states in which threads are stuck, or why a worker has not looked at all of its states.
pub(crate) fn stuck(first: &Result<Vec<StuckApart>, Stopped>) -> Vec<u8> {
    let mut out = Vec::new();
    put_stopped(&mut out, first.as_ref().err().copied());
    for &StuckApart { thread, number, level, hash } in first.iter().flatten() {
        for part in [thread as u64, number.into(), level as u64, hash] {
            put(&mut out, part);
        }
    }
    out
}

pub(crate) fn take_stuck(mut bytes: &[u8]) -> Option<Result<Vec<StuckApart>, Stopped>> {
    let bytes = &mut bytes;
    if let Some(stopped) = take_stopped(bytes)? {
        return Some(Err(stopped));
    }
    let mut first = Vec::new();
    while !bytes.is_empty() {
        let (thread, number) = (take_size(bytes)?, u32::try_from(take(bytes)?).ok()?);
        first.push(StuckApart { thread, number, level: take_size(bytes)?, hash: take(bytes)? });
    }
    Some(Ok(first))
}

/// A part of a run, for the finding with this place.
pub(crate) fn put_strand<S: Portable>(out: &mut Vec<u8>, place: usize, strand: &Strand<S>) {
    put(out, place as u64);
    put(out, strand.states.len() as u64);
    strand.states.iter().for_each(|state| state.encode(out));
    let [tag, one, two] = match strand.way {
        Way::Root(root) => [0, root.into(), 0],
        Way::Stored { worker, number } => [1, worker as u64, number.into()],
    };
    put_all(out, &[tag, one, two]);
}

pub(crate) fn take_strand<S: Portable>(bytes: &mut &[u8]) -> Option<(usize, Strand<S>)> {
    let place = take_size(bytes)?;
    let mut states = Vec::new();
    for _ in 0..take(bytes)? {
        states.push(S::decode(bytes)?);
    }
    let [tag, one, two] = [take(bytes)?, take(bytes)?, take(bytes)?];
    let way = match tag {
        0 => Way::Root(u32::try_from(one).ok()?),
        1 => Way::Stored { worker: usize::try_from(one).ok()?, number: u32::try_from(two).ok()? },
        _ => return None,
    };
    Some((place, Strand { states, way }))
}
