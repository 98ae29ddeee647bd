//! The steps between stored states, kept in a few bytes each, for questions about what can still happen.

/// The size from which a segment is closed, in bytes.
const SEGMENT: usize = 1 << 14;

/// The most bytes that one step takes: two numbers of 64 bits, and one of 32, in groups of seven.
const MOST: usize = 25;

/// A step from one stored state to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Edge {
    /// The state before it: a number, or with several workers a ticket.
    pub(super) source: u64,
    pub(super) thread: usize,
    /// The number of what became of the threads, where states are stored up to renamings.
    pub(super) parts: u32,
    /// The number of the state after it, in the store of the worker that keeps the edge.
    pub(super) target: u32,
}

/// Steps between stored states in the order in which they were met. A step is a number or two, of as few bytes as they
/// need: how far back its target is among the stored states, with the thread; and the source, where it is not that of
/// the step before.
#[derive(Debug)]
pub(super) struct Edges {
    threads: u64,
    /// Tells whether each step has the number of what became of the threads.
    has_parts: bool,
    segments: Vec<Segment>,
    /// The bytes of the segments.
    kept: usize,
    /// The segment to which steps are added.
    open: Segment,
    /// The source of the last step.
    source: u64,
    /// The number of stored states as a reader of the segment knows it.
    states: usize,
    /// The numbers of segments at the ends of levels.
    levels: Vec<usize>,
    /// Whether there was no memory for a segment.
    is_lost: bool,
}

/// Some steps, which can be read without those before them.
#[derive(Debug, Default)]
struct Segment {
    /// The source from which that of the first step is counted.
    source: u64,
    /// The number of states that were stored before the first step.
    states: usize,
    bytes: Vec<u8>,
}

impl Edges {
    pub(super) fn new(threads: usize, has_parts: bool) -> Self {
        Edges {
            threads: threads.max(1) as u64,
            has_parts,
            segments: Vec::new(),
            kept: 0,
            open: Segment::default(),
            source: 0,
            // The first step begins a segment.
            states: usize::MAX,
            levels: Vec::new(),
            is_lost: false,
        }
    }

    /// Keeps a step to a state among so many `stored` ones; `is_new` says that it is the last of them, and was stored
    /// for this step.
    #[inline]
    pub(super) fn push(&mut self, edge: Edge, is_new: bool, stored: usize) {
        let Edge { source, thread, parts, target } = edge;
        let known = stored - usize::from(is_new);
        if self.states != known || self.open.bytes.len() + MOST > SEGMENT {
            self.close();
            if self.open.bytes.try_reserve_exact(SEGMENT).is_err() {
                self.is_lost = true;
                return;
            }
            self.open.source = source;
            self.open.states = known;
            self.source = source;
        }
        let back = if is_new { 0 } else { (stored - target as usize) as u64 };
        let code = back * self.threads + thread as u64;
        if source == self.source {
            write(&mut self.open.bytes, code << 1);
        } else {
            write(&mut self.open.bytes, code << 1 | 1);
            write(&mut self.open.bytes, zigzag(source.cast_signed() - self.source.cast_signed()));
            self.source = source;
        }
        if self.has_parts {
            write(&mut self.open.bytes, parts.into());
        }
        self.states = stored;
    }

    /// Closes the segment to which steps are added.
    fn close(&mut self) {
        if self.open.bytes.is_empty() {
            return;
        }
        let mut bytes = Vec::new();
        let has_room = bytes.try_reserve_exact(self.open.bytes.len()).is_ok()
            && self.segments.try_reserve(1).is_ok();
        if !has_room {
            self.is_lost = true;
            return;
        }
        bytes.extend_from_slice(&self.open.bytes);
        self.kept += bytes.len();
        let Segment { source, states, .. } = self.open;
        self.segments.push(Segment { source, states, bytes });
        self.open.bytes.clear();
    }

    /// Notes that a level of a breadth-first search ends here: what is kept from now on can be read apart from what was
    /// kept before.
    pub(super) fn end_level(&mut self) {
        self.close();
        // The next step begins a segment.
        self.states = usize::MAX;
        self.levels.push(self.segments.len());
    }

    /// Ends the last segment so far, so that all steps can be read.
    pub(super) fn pause(&mut self) {
        self.close();
        // The next step begins a segment.
        self.states = usize::MAX;
    }

    /// Ends the last segment. Nothing is kept after this.
    pub(super) fn finish(&mut self) {
        self.close();
        self.open.bytes = Vec::new();
    }

    /// Tells whether there was no memory for some steps.
    pub(super) fn is_lost(&self) -> bool {
        self.is_lost
    }

    /// The numbers of the segments of a level; the last level has all that are left.
    pub(super) fn level(&self, level: usize) -> std::ops::Range<usize> {
        let end = |level: usize| self.levels.get(level).copied().unwrap_or(self.segments.len());
        level.checked_sub(1).map_or(0, end)..end(level)
    }

    /// The number of levels.
    pub(super) fn levels(&self) -> usize {
        self.levels.len() + 1
    }

    /// Writes the steps of a segment into `edges`, in the order in which they were met.
    pub(super) fn read(&self, segment: usize, edges: &mut Vec<Edge>) {
        edges.clear();
        let Segment { mut source, states, ref bytes } = self.segments[segment];
        let mut states = states as u64;
        let mut at = 0;
        while at < bytes.len() {
            let code = read(bytes, &mut at);
            if code & 1 == 1 {
                source = source.wrapping_add_signed(unzigzag(read(bytes, &mut at)));
            }
            let (back, thread) = ((code >> 1) / self.threads, (code >> 1) % self.threads);
            let target = if back == 0 { states } else { states - back };
            states += u64::from(back == 0);
            let target = u32::try_from(target).expect("numbers of states have 32 bits");
            let thread = usize::try_from(thread).expect("it was one");
            let parts = if self.has_parts { read(bytes, &mut at) } else { 0 };
            let parts = u32::try_from(parts).expect("it was one");
            edges.push(Edge { source, thread, parts, target });
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.kept
            + self.segments.capacity() * size_of::<Segment>()
            + self.levels.capacity() * size_of::<usize>()
            + self.open.bytes.capacity()
    }
}

/// Writes a number in groups of seven bits, the lowest first.
#[inline]
fn write(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(u8::try_from(number & 0x7F).unwrap_or(0) | 0x80);
        number >>= 7;
    }
    bytes.push(u8::try_from(number).unwrap_or(0));
}

#[inline]
fn read(bytes: &[u8], at: &mut usize) -> u64 {
    let (mut number, mut shift) = (0, 0);
    loop {
        let byte = bytes[*at];
        *at += 1;
        number |= u64::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return number;
        }
        shift += 7;
    }
}

/// Small numbers, negative ones too, as small numbers.
#[inline]
fn zigzag(number: i64) -> u64 {
    (number << 1 ^ number >> 63).cast_unsigned()
}

#[inline]
fn unzigzag(number: u64) -> i64 {
    (number >> 1).cast_signed() ^ -(number & 1).cast_signed()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(edges: &Edges) -> Vec<Edge> {
        let mut read = Vec::new();
        let mut all = Vec::new();
        for segment in (0..edges.levels()).flat_map(|level| edges.level(level)) {
            edges.read(segment, &mut read);
            all.extend(&read);
        }
        all
    }

    #[test]
    fn what_is_kept_is_read_back() {
        for threads in [1, 3, 200] {
            let mut edges = Edges::new(threads, threads == 3);
            let (mut stored, mut wanted) = (5_usize, Vec::new());
            let mut seed = 7_u64;
            for round in 0..40_000_usize {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040);
                let draw = usize::try_from(seed >> 33).unwrap();
                // States in which a search begins have no step to them.
                stored += usize::from(round % 9_000 == 3);
                let is_new = draw.is_multiple_of(3);
                stored += usize::from(is_new);
                let target = if is_new { stored - 1 } else { draw / 3 % stored };
                let source =
                    if draw.is_multiple_of(5) { (1 << 47) - 1 } else { (draw / 7 % 9) as u64 };
                let target = u32::try_from(target).unwrap();
                let parts = if threads == 3 { u32::try_from(draw / 11 % 300).unwrap() } else { 0 };
                let edge = Edge { source, thread: draw % threads, parts, target };
                edges.push(edge, is_new, stored);
                wanted.push(edge);
                if round % 7_000 == 0 {
                    edges.end_level();
                }
            }
            edges.finish();
            assert_eq!(edges.levels(), 7);
            assert!(!edges.is_lost() && edges.segments.len() > 10);
            assert!(edges.bytes() < 40_000 * 12, "{} bytes", edges.bytes());
            assert_eq!(all(&edges), wanted);
        }
    }

    #[test]
    fn a_step_to_a_new_state_takes_one_byte_or_two() {
        let mut edges = Edges::new(4, false);
        for state in 0..1_000_u32 {
            let known = state as usize * 2 + 1;
            for (thread, new) in [(0, 1), (3, 2)] {
                let target = state * 2 + new;
                edges.push(
                    Edge { source: state.into(), thread, parts: 0, target },
                    true,
                    known + new as usize,
                );
            }
        }
        edges.finish();
        assert_eq!(edges.kept, 2_999, "the second step of a state has its source");
    }
}
