//! The places where traces come from: files and streams, compressed or not.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use flate2::bufread::MultiGzDecoder;

/// The size of the buffers between a file and the reader, in bytes.
const BUFFER: usize = 1 << 18;

/// Opens a trace in a file. A compressed one is recognized by its first two bytes, whatever it is called.
///
/// # Errors
/// The file cannot be opened or read, or is no regular one.
pub fn open(path: &Path) -> io::Result<Box<dyn BufRead + Send>> {
    // Pipes and devices may have no end, or never begin.
    let found = std::fs::metadata(path)?;
    if !found.is_file() && !found.is_dir() {
        return Err(io::Error::other("it is no regular file (`-` reads from standard input)"));
    }
    gunzip(File::open(path)?)
}

/// Reads a trace from a stream, uncompressed if it begins with the two bytes of gzip.
///
/// # Errors
/// The stream cannot be read.
pub fn gunzip(stream: impl Read + Send + 'static) -> io::Result<Box<dyn BufRead + Send>> {
    let mut stream = BufReader::with_capacity(BUFFER, stream);
    // A pipe may hand over one byte at first.
    let mut first = Vec::new();
    stream.by_ref().take(2).read_to_end(&mut first)?;
    let is_compressed = first == [0x1f, 0x8b];
    let whole = io::Cursor::new(first).chain(stream);
    Ok(if is_compressed {
        Box::new(BufReader::with_capacity(BUFFER, MultiGzDecoder::new(whole)))
    } else {
        Box::new(whole)
    })
}
