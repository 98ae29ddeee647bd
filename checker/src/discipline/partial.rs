//! States of which only what is read is decided: going through all valuations that make a difference.

use crate::system::{CellId, Memory, System, Value};

/// Some cells and their values: what a finding about single transitions rests on.
pub type PartialState = Vec<(CellId, Value)>;

/// More valuations than the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("more than {limit} valuations")]
pub struct TooMany {
    /// The limit.
    pub limit: usize,
}

/// What a cell holds after a write.
#[derive(Clone, Copy)]
enum Written {
    Value(Value),
    /// What this cell held before all writes, decided or not.
    As(CellId),
}

/// A state in which a cell gets its value when it is first read, and a later run of the same computation gets the
/// next value: an odometer over the choices that a computation asks for. Writes go on top and do not disturb the
/// state before them.
pub(super) struct Choices<'s> {
    system: &'s System,
    /// Chosen number and how many there are, in the order of asking.
    digits: Vec<(u64, u64)>,
    next: usize,
    before: Vec<Option<Value>>,
    after: Vec<Option<Written>>,
    decided: Vec<CellId>,
    written: Vec<CellId>,
    read: Vec<CellId>,
    looks_back: bool,
}

impl<'s> Choices<'s> {
    pub(super) fn new(system: &'s System) -> Self {
        let cells = system.cells().len();
        Choices {
            system,
            digits: Vec::new(),
            next: 0,
            before: vec![None; cells],
            after: vec![None; cells],
            decided: Vec::new(),
            written: Vec::new(),
            read: Vec::new(),
            looks_back: false,
        }
    }

    /// Runs `body` once for every sequence of answers to its questions.
    ///
    /// # Errors
    /// [`TooMany`] past `limit` runs; the ones so far were made.
    pub(super) fn for_all(
        &mut self,
        limit: usize,
        mut body: impl FnMut(&mut Self),
    ) -> Result<(), TooMany> {
        self.digits.clear();
        for _ in 0..limit {
            self.forget();
            body(self);
            loop {
                let Some((digit, count)) = self.digits.last_mut() else { return Ok(()) };
                *digit += 1;
                if digit < count {
                    break;
                }
                self.digits.pop();
            }
        }
        Err(TooMany { limit })
    }

    fn forget(&mut self) {
        self.next = 0;
        self.looks_back = false;
        for cell in self.decided.drain(..) {
            self.before[cell.index()] = None;
        }
        for cell in self.written.drain(..) {
            self.after[cell.index()] = None;
        }
        self.read.clear();
    }

    /// One of `0..count`; each in turn. `count` is at least one.
    pub(super) fn choose(&mut self, count: u64) -> u64 {
        if count == 1 {
            return 0;
        }
        if self.next == self.digits.len() {
            self.digits.push((0, count));
        }
        let (digit, expected) = self.digits[self.next];
        debug_assert_eq!(expected, count, "the computation depends on its answers only");
        self.next += 1;
        digit
    }

    /// Decides a cell of the state before all writes.
    pub(super) fn decide(&mut self, cell: CellId, value: Value) {
        self.before[cell.index()] = Some(value);
        self.decided.push(cell);
    }

    /// Whether reads see the state before all writes.
    pub(super) fn look_back(&mut self, looks_back: bool) {
        self.looks_back = looks_back;
    }

    /// Takes all writes back.
    pub(super) fn undo(&mut self) {
        for cell in self.written.drain(..) {
            self.after[cell.index()] = None;
        }
    }

    /// The cells that were written.
    pub(super) fn written(&self) -> &[CellId] {
        &self.written
    }

    /// The cells that were read or written since the start, with repetitions.
    pub(super) fn touched(&self) -> &[CellId] {
        &self.read
    }

    /// What is decided of the state before all writes.
    pub(super) fn partial_state(&self) -> PartialState {
        let mut cells = self.decided.clone();
        cells.sort_unstable();
        cells.into_iter().filter_map(|cell| Some((cell, self.before[cell.index()]?))).collect()
    }
}

impl Choices<'_> {
    /// The value before all writes, decided now if it was not.
    fn original(&mut self, cell: CellId) -> Value {
        if let Some(value) = self.before[cell.index()] {
            return value;
        }
        let domain = self.system.cell(cell).domain();
        let chosen =
            u32::try_from(self.choose(domain.size())).expect("a domain has at most 2^31 values");
        let value = domain.low().wrapping_add_unsigned(chosen);
        self.decide(cell, value);
        value
    }

    fn put(&mut self, cell: CellId, what: Written) {
        if self.after[cell.index()].replace(what).is_none() {
            self.written.push(cell);
        }
    }

    fn current(&self, cell: CellId) -> Written {
        match self.after[cell.index()] {
            Some(written) if !self.looks_back => written,
            _ => Written::As(cell),
        }
    }
}

impl Memory for Choices<'_> {
    fn read(&mut self, cell: CellId) -> Value {
        self.read.push(cell);
        match self.current(cell) {
            Written::Value(value) => value,
            Written::As(source) => self.original(source),
        }
    }

    fn write(&mut self, cell: CellId, value: Value) {
        self.read.push(cell);
        self.put(cell, Written::Value(value));
    }

    /// Nothing is decided: the items of a queue move up whatever they are.
    fn copy(&mut self, from: CellId, to: CellId) {
        self.read.extend([from, to]);
        let what = self.current(from);
        self.put(to, what);
    }
}
