//! Events from lines.

use std::io::BufRead;

use memchr::memchr;

use super::line::{read, short};
use crate::event::Event;
use crate::fault::{Fault, LineFault, OrderFault, TraceError};
use crate::names::Names;

/// The number of bytes that a line may have.
const LONGEST: usize = 1 << 16;

/// Reads the events of a trace, one after the other. The trace is never in memory as a whole.
///
/// Lines end with LF or CR LF; blank lines, a missing last line end and a byte order mark are fine. The operations are
/// `acq`, `rel`, `r`, `w`, `fork`, `join`, and `vr` and `vw` for volatile variables; `req`, `begin` and `end` are
/// passed over. A faulty line is an error, and the reader can go on behind it.
///
/// ```
/// use reductio_races::{Operation, TraceReader};
///
/// let mut trace = TraceReader::new("T1|acq(m)|A.java:7\n\nT1|w(x)|A.java:8".as_bytes());
/// assert!(matches!(trace.next_event().unwrap().unwrap().operation, Operation::Acquire(_)));
/// let write = trace.next_event().unwrap().unwrap();
/// assert_eq!((write.line, trace.names().of_location(write.location.unwrap())), (3, "A.java:8"));
/// assert!(trace.next_event().unwrap().is_none());
/// ```
#[derive(Debug)]
pub struct TraceReader<R> {
    source: R,
    names: Names,
    line: u64,
    bytes: u64,
    passed_over: u64,
    /// The begin of a line that goes on in the next buffer.
    begun: Vec<u8>,
    /// Whether the line that was begun is longer than a line may be.
    is_too_long: bool,
}

/// What became of one line.
enum Line {
    Event(Event),
    Nothing,
    Refused(Box<LineFault>),
}

impl<R: BufRead> TraceReader<R> {
    /// A reader at the begin of a trace.
    pub fn new(source: R) -> Self {
        Self {
            source,
            names: Names::default(),
            line: 0,
            bytes: 0,
            passed_over: 0,
            begun: Vec::new(),
            is_too_long: false,
        }
    }

    /// The next event, or `None` at the end.
    ///
    /// # Errors
    /// [`TraceError::Line`] for a line that is no event; the next call goes on behind it. [`TraceError::Read`] if the
    /// source cannot be read.
    pub fn next_event(&mut self) -> Result<Option<Event>, TraceError> {
        loop {
            let buffer = match self.source.fill_buf() {
                Ok(buffer) => buffer,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(TraceError::Read { after: self.line, error }),
            };
            if buffer.is_empty() {
                if self.begun.is_empty() && !self.is_too_long {
                    return Ok(None);
                }
                let begun = std::mem::take(&mut self.begun);
                let line = self.line(&begun);
                self.is_too_long = false;
                match line {
                    Line::Event(event) => return Ok(Some(event)),
                    Line::Nothing => return Ok(None),
                    Line::Refused(fault) => return Err(TraceError::Line(fault)),
                }
            }
            let end = memchr(b'\n', buffer);
            let taken = end.map_or(buffer.len(), |end| end + 1);
            self.bytes += taken as u64;
            let Some(end) = end else {
                keep(&mut self.begun, buffer, &mut self.is_too_long);
                self.source.consume(taken);
                continue;
            };
            let line = if self.begun.is_empty() && !self.is_too_long {
                // The common case: the line lies in the buffer as a whole.
                self.line += 1;
                let line = &buffer[..end];
                let line = parse(line, self.line, &mut self.names, false, &mut self.passed_over);
                self.source.consume(taken);
                line
            } else {
                keep(&mut self.begun, &buffer[..end], &mut self.is_too_long);
                self.source.consume(taken);
                let begun = std::mem::take(&mut self.begun);
                let line = self.line(&begun);
                self.is_too_long = false;
                self.begun = begun;
                self.begun.clear();
                line
            };
            match line {
                Line::Event(event) => return Ok(Some(event)),
                Line::Nothing => {}
                Line::Refused(fault) => return Err(TraceError::Line(fault)),
            }
        }
    }

    /// Reads a line that was put together.
    fn line(&mut self, line: &[u8]) -> Line {
        self.line += 1;
        parse(line, self.line, &mut self.names, self.is_too_long, &mut self.passed_over)
    }

    /// The names that were met so far.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// The names that were met, when the reader is no longer needed.
    pub fn into_names(self) -> Names {
        self.names
    }

    /// The number of lines that were read.
    pub fn lines(&self) -> u64 {
        self.line
    }

    /// The number of bytes that were read, after they were uncompressed.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The number of lines that were passed over, because what they say does not matter for races.
    pub fn passed_over(&self) -> u64 {
        self.passed_over
    }

    /// The fault of an event that was read here and is refused for its place in the order, as that of a line.
    pub fn refuse(&self, event: &Event, fault: &OrderFault) -> LineFault {
        LineFault {
            line: event.line,
            fault: Fault::Order(fault.named(&self.names)),
            text: short(&crate::fault::text_of(event, &self.names)),
        }
    }
}

/// Keeps the begin of a line, as far as a line may be long.
fn keep(begun: &mut Vec<u8>, bytes: &[u8], is_too_long: &mut bool) {
    let room = LONGEST - begun.len();
    *is_too_long |= bytes.len() > room;
    begun.extend_from_slice(&bytes[..bytes.len().min(room)]);
}

fn parse(
    line: &[u8],
    number: u64,
    names: &mut Names,
    is_too_long: bool,
    passed_over: &mut u64,
) -> Line {
    let mut line = line.strip_suffix(b"\r").unwrap_or(line);
    if number == 1 {
        line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    }
    let refused = |fault, text: &str| {
        Line::Refused(Box::new(LineFault { line: number, fault, text: short(text) }))
    };
    if is_too_long || line.len() > LONGEST {
        let text = String::from_utf8_lossy(&line[..line.len().min(LONGEST)]);
        return refused(Fault::TooLong { limit: LONGEST }, &text);
    }
    let text = match std::str::from_utf8(line) {
        Ok(text) => text,
        Err(error) => {
            let at = error.valid_up_to() + 1;
            return refused(Fault::NotUtf8 { at }, &String::from_utf8_lossy(line));
        }
    };
    if text.bytes().next().is_none_or(|first| first == b' ' || first == b'\t')
        && text.trim().is_empty()
    {
        return Line::Nothing;
    }
    match read(text, number, names) {
        Ok(Some(event)) => Line::Event(event),
        Ok(None) => {
            *passed_over += 1;
            Line::Nothing
        }
        Err(fault) => refused(fault, text),
    }
}
