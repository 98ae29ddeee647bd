//! A list of pieces of bytes.

/// The greatest number of bytes of a chunk, but for pieces that are greater.
const CHUNK: usize = 1 << 20;

/// The number of bytes of the first chunk.
const FIRST_CHUNK: usize = 1 << 10;

/// A list of pieces of bytes, each of which takes as many bytes as it has and eight more.
#[derive(Clone, Debug, Default)]
pub(super) struct ByteList {
    chunks: Vec<Vec<u8>>,
    /// Where each piece begins: the chunk, and the place in it. It ends where the next one begins.
    begins: Vec<(u32, u32)>,
    /// The room of all chunks.
    room: usize,
}

impl ByteList {
    /// Adds a piece, and returns its number; `None` if there is no memory for it, or there are 2^32 - 1 pieces.
    pub(super) fn push(&mut self, piece: &[u8]) -> Option<u32> {
        let number = u32::try_from(self.begins.len()).ok().filter(|&number| number < u32::MAX)?;
        self.begins.try_reserve(1).ok()?;
        if self.chunks.last().is_none_or(|chunk| chunk.capacity() - chunk.len() < piece.len()) {
            let mut chunk = Vec::new();
            // As much as there is already, so that few pieces take little.
            let size = self.room.clamp(FIRST_CHUNK, CHUNK);
            chunk.try_reserve_exact(size.max(piece.len())).ok()?;
            self.chunks.try_reserve(1).ok()?;
            self.room += chunk.capacity();
            self.chunks.push(chunk);
        }
        let last = u32::try_from(self.chunks.len() - 1).ok()?;
        let chunk = self.chunks.last_mut()?;
        let start = u32::try_from(chunk.len()).ok()?;
        chunk.extend_from_slice(piece);
        self.begins.push((last, start));
        Some(number)
    }

    /// A piece.
    #[inline]
    pub(super) fn get(&self, number: u32) -> &[u8] {
        let (chunk, start) = self.begins[number as usize];
        let bytes = &self.chunks[chunk as usize];
        match self.begins.get(number as usize + 1) {
            Some(&(next, end)) if next == chunk => &bytes[start as usize..end as usize],
            _ => &bytes[start as usize..],
        }
    }

    /// The number of pieces.
    pub(super) fn len(&self) -> usize {
        self.begins.len()
    }

    /// The number of bytes that the list takes.
    pub(super) fn bytes(&self) -> usize {
        self.room + self.begins.capacity() * size_of::<(u32, u32)>()
    }
}
