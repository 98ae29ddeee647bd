//! Traces that are accepted, and traces that are refused: `reject/CODE_LINE_what.std`.

use std::fs;
use std::io::{BufReader, Read, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;
use reductio_races::{Detector, LineFault, Reading, TraceError, TraceReader, gunzip, open};

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/traces").join(folder);
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 10, "{files:?}");
    files
}

/// The faults of a trace, each event that is refused left out; and the lines that race.
fn read(source: impl std::io::BufRead) -> Result<(Vec<LineFault>, Vec<u64>), TraceError> {
    let mut trace = TraceReader::new(source);
    let mut detector: Detector = Detector::new(Reading::default());
    let (mut faults, mut races) = (Vec::new(), Vec::new());
    loop {
        match trace.next_event() {
            Ok(None) => return Ok((faults, races)),
            Ok(Some(event)) => match detector.observe(&event) {
                Ok(race) => races.extend(race.map(|race| race.access.line)),
                Err(fault) => faults.push(trace.refuse(&event, &fault)),
            },
            Err(TraceError::Line(fault)) => faults.push(*fault),
            Err(error) => return Err(error),
        }
    }
}

/// A source that hands over so many bytes at a time.
struct Slow<'t>(&'t [u8], usize);

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let number = self.0.len().min(self.1).min(buffer.len());
        buffer[..number].copy_from_slice(&self.0[..number]);
        self.0 = &self.0[number..];
        Ok(number)
    }
}

#[test]
fn traces_are_accepted() {
    for file in files("accept") {
        let (faults, races) = read(open(&file).unwrap()).unwrap();
        assert_eq!(faults, [], "{file:?}");
        let name = file.file_stem().unwrap().to_str().unwrap();
        let expected: &[u64] = match name {
            "any_location" => &[2],
            // The thread was forked before the write; threads, locks and variables have one name.
            "crlf_blank_no_last_newline" | "one_name_for_all" => &[4],
            _ => &[],
        };
        assert_eq!(races, expected, "{file:?}");
        // However the bytes come.
        let bytes = fs::read(&file).unwrap();
        for piece in [1, 2, 3, 7] {
            let source = BufReader::with_capacity(piece, Slow(&bytes, piece));
            assert_eq!(read(source).unwrap(), (Vec::new(), expected.to_vec()), "{file:?}, {piece}");
        }
        let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
        packed.write_all(&bytes).unwrap();
        let packed = std::io::Cursor::new(packed.finish().unwrap());
        assert_eq!(read(gunzip(packed).unwrap()).unwrap().1, expected, "{file:?}, compressed");
    }
}

#[test]
fn traces_are_refused() {
    for file in files("reject") {
        let name = file.file_stem().unwrap().to_str().unwrap();
        let mut parts = name.split('_');
        let (code, line) = (parts.next().unwrap(), parts.next().unwrap().parse().unwrap());
        let (faults, _) = read(open(&file).unwrap()).unwrap();
        let [fault] = &faults[..] else { panic!("{file:?}: {faults:?}") };
        assert_eq!((fault.fault.code(), fault.line), (code, line), "{file:?}: {fault}");
        assert!(fault.text.len() < 300, "{file:?}: {fault}");
        // However the bytes come.
        let bytes = fs::read(&file).unwrap();
        for piece in [1, 5] {
            let source = BufReader::with_capacity(piece, Slow(&bytes, piece));
            assert_eq!(read(source).unwrap().0, faults, "{file:?}, {piece}");
        }
    }
}

/// What was compressed and cut off is no shorter trace.
#[test]
fn a_compressed_trace_that_is_cut_off_is_an_error() {
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    for line in 0..1000 {
        writeln!(packed, "T{}|w(x{line})|{line}", line % 3).unwrap();
    }
    let mut packed = packed.finish().unwrap();
    packed.truncate(packed.len() / 2);
    let error = read(gunzip(std::io::Cursor::new(packed)).unwrap()).unwrap_err();
    assert!(matches!(error, TraceError::Read { after, .. } if after > 0), "{error}");
}

/// A file that never ends a line fills no memory.
#[test]
fn an_endless_line_is_refused() {
    let endless = std::io::repeat(b'a').take(50_000_000);
    let (faults, _) = read(BufReader::new(endless)).unwrap();
    let [fault] = &faults[..] else { panic!("{faults:?}") };
    assert_eq!(fault.fault.code(), "E0902");
}

/// A line may be as long as the limit, with its line end beside.
#[test]
fn the_longest_line() {
    for (length, count) in [(1 << 16, 0), ((1 << 16) + 1, 1)] {
        let mut line = b"T1|w(x)|".to_vec();
        line.resize(length, b'a');
        for end in ["", "\n", "T1|w(x)|a"] {
            let mut text = line.clone();
            text.extend(end.as_bytes());
            let count = if end.len() > 1 { 1 } else { count };
            let small = BufReader::with_capacity(100, &text[..]);
            assert_eq!(read(small).unwrap().0.len(), count, "{length} {end:?}");
            assert_eq!(read(&text[..]).unwrap().0.len(), count, "{length} {end:?}");
        }
    }
}
