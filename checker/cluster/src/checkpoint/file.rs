//! Files of checkpoints: bytes with their checksum at the end.

use std::fs::File;
use std::hash::{DefaultHasher, Hasher as _};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::Path;

use crate::wire::put;

/// Writes bytes, and in the end their checksum.
pub(super) struct Writer {
    file: BufWriter<File>,
    sum: DefaultHasher,
    buffer: Vec<u8>,
}

/// The number of bytes that are collected before they are written.
const BLOCK: usize = 1 << 16;

impl Writer {
    pub(super) fn create(path: &Path) -> io::Result<Self> {
        let file = BufWriter::new(File::create(path)?);
        Ok(Writer { file, sum: DefaultHasher::new(), buffer: Vec::new() })
    }

    /// Adds what `write` appends to the bytes that are collected.
    pub(super) fn add(&mut self, write: impl FnOnce(&mut Vec<u8>)) -> io::Result<()> {
        write(&mut self.buffer);
        if self.buffer.len() >= BLOCK { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.sum.write(&self.buffer);
        self.file.write_all(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }

    /// Writes the checksum, and waits until everything is on the disk.
    pub(super) fn finish(mut self) -> io::Result<()> {
        self.flush()?;
        self.file.write_all(&self.sum.finish().to_le_bytes())?;
        self.file.flush()?;
        self.file.get_ref().sync_all()
    }
}

/// Decides whether the checksum at the end of a file is that of the bytes before it.
pub(super) fn is_whole(path: &Path) -> io::Result<bool> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    let Some(mut left) = length.checked_sub(8) else { return Ok(false) };
    let mut sum = DefaultHasher::new();
    let mut block = vec![0; BLOCK];
    while left > 0 {
        let most = usize::try_from(left.min(BLOCK as u64)).unwrap_or(BLOCK);
        file.read_exact(&mut block[..most])?;
        sum.write(&block[..most]);
        left -= most as u64;
    }
    let mut told = [0; 8];
    file.read_exact(&mut told)?;
    Ok(u64::from_le_bytes(told) == sum.finish())
}

/// Reads what a [`Writer`] has written; the checksum was looked at before.
pub(super) struct Reader {
    file: BufReader<File>,
}

impl Reader {
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        Ok(Reader { file: BufReader::with_capacity(BLOCK, File::open(path)?) })
    }

    pub(super) fn bytes<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.file.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    /// Reads a number.
    pub(super) fn number(&mut self) -> io::Result<u64> {
        let (mut number, mut shift) = (0_u64, 0);
        loop {
            let [byte] = self.bytes()?;
            let part = u64::from(byte & 0x7F).checked_shl(shift);
            number |= part.ok_or(io::ErrorKind::InvalidData)?;
            if byte < 0x80 {
                return Ok(number);
            }
            shift += 7;
        }
    }

    pub(super) fn size(&mut self) -> io::Result<usize> {
        Ok(usize::try_from(self.number()?).map_err(|_| io::ErrorKind::InvalidData)?)
    }

    /// Reads a piece of bytes behind their number into `piece`.
    pub(super) fn piece(&mut self, piece: &mut Vec<u8>) -> io::Result<()> {
        let length = self.number()?;
        piece.clear();
        let read = (&mut self.file).take(length).read_to_end(piece)?;
        if read as u64 == length { Ok(()) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
    }
}

/// Writes bytes behind their number.
pub(super) fn put_piece(out: &mut Vec<u8>, piece: &[u8]) {
    put(out, piece.len() as u64);
    out.extend_from_slice(piece);
}
