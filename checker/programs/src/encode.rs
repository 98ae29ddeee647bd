//! States as bytes.

use std::sync::Arc;

use reductio_search::Portable;

use crate::ids::{MethodId, Place, TextId};
use crate::state::{Frame, Object, Queue, State, Status, Thread};
use crate::value::{Address, Boxing, ThreadId, Value};
use crate::wrong::{Limit, Wrong};

/// The bytes of a state: different states have different bytes.
pub(crate) fn encoded(state: &State) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(64 + 16 * state.heap.len());
    Portable::encode(state, &mut bytes);
    bytes
}

/// Numbers of computed texts mean the same elsewhere only in programs with [portable
/// texts](crate::Program::with_portable_texts).
impl Portable for State {
    fn encode(&self, out: &mut Vec<u8>) {
        write_number(self.threads.len() as u64, out);
        self.threads.iter().for_each(|thread| Encoded::encode(&**thread, out));
        write_number(self.heap.len() as u64, out);
        let mut last = 0;
        for (address, object) in &self.heap {
            write_number((address.0 - last).into(), out);
            last = address.0;
            Encoded::encode(&**object, out);
        }
        Encoded::encode(&*self.statics, out);
    }

    fn decode(bytes: &mut &[u8]) -> Option<Self> {
        let mut from = Reader(bytes);
        let mut state = State::default();
        for _ in 0..from.number()? {
            state.threads.push(from.thread()?.into());
        }
        let mut last = 0_u32;
        for _ in 0..from.number()? {
            last = last.checked_add(from.small()?)?;
            state.heap.push((Address(last), from.object()?.into()));
        }
        state.statics = from.values()?.into();
        *bytes = from.0;
        Some(state)
    }
}

/// A value that has bytes, from which it comes back. The bytes of one value are not the beginning of those of another
/// one.
pub(crate) trait Encoded: Sized {
    /// Adds the bytes.
    fn encode(&self, bytes: &mut Vec<u8>);

    /// The value that has these bytes; `None` if none has.
    fn decode(bytes: &[u8]) -> Option<Self>;

    /// The number of bytes that the value takes in memory, about.
    fn weight(&self) -> usize;
}

impl Encoded for Thread {
    fn encode(&self, bytes: &mut Vec<u8>) {
        Writer(bytes).thread(self);
    }

    fn decode(bytes: &[u8]) -> Option<Self> {
        let mut from = Reader(bytes);
        let found = from.thread();
        from.end(found)
    }

    fn weight(&self) -> usize {
        let registers: usize = self.frames.iter().map(|frame| frame.registers.len()).sum();
        size_of::<Self>() + self.frames.len() * size_of::<Frame>() + registers * size_of::<Value>()
    }
}

impl Encoded for Object {
    fn encode(&self, bytes: &mut Vec<u8>) {
        Writer(bytes).object(self);
    }

    fn decode(bytes: &[u8]) -> Option<Self> {
        let mut from = Reader(bytes);
        let found = from.object();
        from.end(found)
    }

    fn weight(&self) -> usize {
        size_of::<Self>() + size_of_val(&*self.cells)
    }
}

impl Encoded for Vec<Value> {
    fn encode(&self, bytes: &mut Vec<u8>) {
        let mut to = Writer(bytes);
        to.number(self.len() as u64);
        for value in self {
            to.value(*value);
        }
    }

    fn decode(bytes: &[u8]) -> Option<Self> {
        let mut from = Reader(bytes);
        let found = from.values();
        from.end(found)
    }

    fn weight(&self) -> usize {
        size_of::<Self>() + size_of_val(&self[..])
    }
}

/// Adds the bytes of a number.
#[inline]
pub(crate) fn write_number(number: u64, bytes: &mut Vec<u8>) {
    reductio_search::put_number(bytes, number);
}

/// Takes a number from the begin of bytes.
#[inline]
pub(crate) fn read_number(bytes: &mut &[u8]) -> Option<u64> {
    reductio_search::take_number(bytes)
}

/// Writes numbers in groups of seven bits, the least first.
struct Writer<'b>(&'b mut Vec<u8>);

impl Writer<'_> {
    #[inline]
    fn number(&mut self, number: u64) {
        reductio_search::put_number(self.0, number);
    }

    /// Values of a kind that is told by the last two bits; numbers near 0 are short.
    fn value(&mut self, value: Value) {
        match value {
            Value::Int(number) => {
                let folded = u64::from_ne_bytes((number << 1 ^ number >> 63).to_ne_bytes());
                if folded >> 62 == 0 {
                    self.number(folded << 2);
                } else {
                    self.number(3);
                    self.number(folded);
                }
            }
            Value::Object(address) => self.number(u64::from(address.0) << 2 | 1),
            Value::Thread(thread) => self.number(u64::from(thread.0) << 2 | 2),
            Value::Text { text, literal } => {
                self.number(7 | u64::from(literal) << 3);
                self.number(text.0.into());
            }
            Value::Boxed(class, number) => {
                self.number(11);
                self.number(class.bits().into());
                self.number(u64::from_ne_bytes(number.to_ne_bytes()));
            }
        }
    }

    fn place(&mut self, place: Place) {
        self.number(place.method.0.into());
        self.number(place.at.into());
    }

    fn thread(&mut self, thread: &Thread) {
        let (tag, rest) = match thread.status {
            Status::Absent => (0, 0),
            Status::Running => (1, 0),
            Status::Waiting { depth, timed, .. } => (2, u64::from(depth) << 1 | u64::from(timed)),
            Status::Notified { depth, .. } => (3, depth.into()),
            Status::Ended => (4, 0),
            Status::Wrong(wrong) => (5, wrong.number() as u64),
            Status::Halted(limit) => (6, limit.number()),
        };
        self.number(tag | rest << 3);
        if let Some((object, _)) = thread.status.waits_at() {
            self.number(object.0.into());
        }
        self.number(u64::from(thread.forks) << 1 | u64::from(thread.background));
        self.number(thread.allocations.into());
        self.number(thread.frames.len() as u64);
        for frame in &thread.frames {
            self.place(frame.place);
            self.number(frame.registers.len() as u64);
            frame.registers.iter().for_each(|value| self.value(*value));
        }
    }

    fn object(&mut self, object: &Object) {
        self.place(object.site);
        let is_queued = u64::from(object.queue.is_some());
        self.number(object.length.map_or(0, |length| u64::from(length) + 1) << 1 | is_queued);
        if let Some(queue) = &object.queue {
            for threads in [&queue.lock, &queue.waiting] {
                self.number(threads.len() as u64);
                for thread in threads {
                    self.number(thread.0.into());
                }
            }
        }
        match object.owner {
            Some((owner, depth)) => {
                self.number(depth.into());
                self.number(owner.0.into());
            }
            None => self.number(0),
        }
        self.number(object.cells.len() as u64);
        for (number, value) in &object.cells {
            self.number((*number).into());
            self.value(*value);
        }
    }
}

/// Reads what [`Writer`] writes.
struct Reader<'b>(&'b [u8]);

impl Reader<'_> {
    /// What was found, if nothing comes after it.
    fn end<T>(&self, found: Option<T>) -> Option<T> {
        found.filter(|_| self.0.is_empty())
    }

    #[inline]
    fn number(&mut self) -> Option<u64> {
        reductio_search::take_number(&mut self.0)
    }

    fn small(&mut self) -> Option<u32> {
        u32::try_from(self.number()?).ok()
    }

    fn value(&mut self) -> Option<Value> {
        let unfolded = |folded: u64| {
            let half = i64::from_ne_bytes((folded >> 1).to_ne_bytes());
            Value::Int(if folded & 1 == 0 { half } else { !half })
        };
        let number = self.number()?;
        let name = || u32::try_from(number >> 2).ok();
        match number & 3 {
            0 => Some(unfolded(number >> 2)),
            1 => Some(Value::Object(Address(name()?))),
            2 => Some(Value::Thread(ThreadId(name()?))),
            _ => match number {
                7 | 15 => Some(Value::Text { text: TextId(self.small()?), literal: number == 15 }),
                11 => {
                    let class = Boxing::with_bits(self.small()?);
                    let number = i64::from_ne_bytes(self.number()?.to_ne_bytes());
                    Some(Value::Boxed(class, number))
                }
                _ => Some(unfolded(self.number()?)),
            },
        }
    }

    fn values(&mut self) -> Option<Vec<Value>> {
        (0..self.number()?).map(|_| self.value()).collect()
    }

    fn place(&mut self) -> Option<Place> {
        Some(Place { method: MethodId(self.small()?), at: self.small()? })
    }

    fn thread(&mut self) -> Option<Thread> {
        let tag = self.number()?;
        let rest = tag >> 3;
        let depth = u32::try_from(rest).ok();
        let status = match tag & 7 {
            0 => Status::Absent,
            1 => Status::Running,
            2 => Status::Waiting {
                object: Address(self.small()?),
                depth: u32::try_from(rest >> 1).ok()?,
                timed: rest & 1 == 1,
            },
            3 => Status::Notified { object: Address(self.small()?), depth: depth? },
            4 => Status::Ended,
            5 => Status::Wrong(Wrong::with_number(usize::try_from(rest).ok()?)?),
            6 => Status::Halted(Limit::with_number(rest)?),
            _ => return None,
        };
        let number = self.number()?;
        let (forks, background) = (u32::try_from(number >> 1).ok()?, number & 1 == 1);
        let allocations = self.small()?;
        let mut frames = Vec::new();
        for _ in 0..self.number()? {
            let place = self.place()?;
            let mut registers = Vec::new();
            for _ in 0..self.number()? {
                registers.push(self.value()?);
            }
            frames.push(Frame { place, registers: registers.into() });
        }
        Some(Thread { status, frames, forks, allocations, background })
    }

    fn object(&mut self) -> Option<Object> {
        let site = self.place()?;
        let number = self.number()?;
        let length = u32::try_from(number >> 1).ok()?.checked_sub(1);
        let mut queue = None;
        if number & 1 == 1 {
            let mut threads = || -> Option<Vec<ThreadId>> {
                let count = self.number()?;
                (0..count).map(|_| self.small().map(ThreadId)).collect()
            };
            queue = Some(Arc::new(Queue { lock: threads()?, waiting: threads()? }));
        }
        let owner = match self.small()? {
            0 => None,
            depth => Some((ThreadId(self.small()?), depth)),
        };
        let mut cells = Vec::new();
        for _ in 0..self.number()? {
            cells.push((self.small()?, self.value()?));
        }
        Some(Object { site, length, cells, owner, queue })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::ClassId;
    use crate::part::Part;
    use crate::value::Made;

    fn comes_back<T: Encoded + PartialEq + std::fmt::Debug>(value: &T) {
        let mut bytes = Vec::new();
        value.encode(&mut bytes);
        assert_eq!(T::decode(&bytes).as_ref(), Some(value));
        bytes.push(0);
        assert_eq!(T::decode(&bytes), None);
    }

    #[test]
    fn parts_come_back_from_their_bytes() {
        let mut values: Vec<Value> = Vec::new();
        for shift in 0..64 {
            for near in -1..=1 {
                values.push(Value::Int((1_i64 << shift).wrapping_add(near)));
                values.push(Value::Int((1_i64 << shift).wrapping_add(near).wrapping_neg()));
            }
        }
        let text = |literal| Value::Text { text: TextId(u32::MAX), literal };
        let boxing = Boxing::new(ClassId(5), Made::New(7)).unwrap();
        let boxed = |number| Value::Boxed(boxing, number);
        values.extend([text(true), text(false), boxed(0), boxed(i64::MIN), boxed(-1)]);
        values.extend([Value::Object(Address(u32::MAX)), Value::Thread(ThreadId(u32::MAX))]);
        let place = Place { method: MethodId(300), at: 7 };
        let statuses = [
            Status::Absent,
            Status::Running,
            Status::Waiting { object: Address(9), depth: 2, timed: false },
            Status::Waiting { object: Address(9), depth: u32::MAX, timed: true },
            Status::Notified { object: Address(9), depth: u32::MAX },
            Status::Ended,
            Status::Wrong(Wrong::Failure(TextId(3))),
            Status::Wrong(Wrong::NoMethod),
            Status::Halted(Limit::Choices),
            Status::Halted(Limit::Identity),
            Status::Halted(Limit::Others(TextId(0))),
            Status::Halted(Limit::Unsupported(TextId(u32::MAX))),
        ];
        let thread = |status| {
            let frames = vec![Frame { place, registers: values.clone().into() }];
            Thread {
                status,
                frames,
                forks: 1,
                allocations: u32::MAX,
                background: status == Status::Running,
            }
        };
        let cells = vec![(0, Value::Int(-1)), (u32::MAX, Value::Thread(ThreadId(0)))];
        let object = |owner: Option<(ThreadId, u32)>, length| {
            let queue = owner.map(|(owner, _)| {
                Arc::new(Queue { lock: vec![owner, ThreadId(u32::MAX)], waiting: vec![owner] })
            });
            Object { site: place, length, cells: cells.clone(), owner, queue }
        };
        let threads = statuses.map(thread);
        threads.iter().for_each(comes_back);
        let state = State {
            threads: threads.into_iter().map(Part::new).collect(),
            heap: [2, 3, u32::MAX].map(|at| (Address(at), object(None, Some(4)).into())).into(),
            statics: values.clone().into(),
        };
        let bytes = encoded(&state);
        for cut in 0..bytes.len() {
            assert_eq!(State::decode(&mut &bytes[..cut]), None);
        }
        let more = [&bytes[..], &[7]].concat();
        let mut rest = &more[..];
        assert_eq!(State::decode(&mut rest), Some(state));
        assert_eq!(rest, [7]);
        comes_back(&object(None, None));
        comes_back(&object(Some((ThreadId(1), 2)), Some(0)));
        comes_back(&values);
    }
}
