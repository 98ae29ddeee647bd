//! States that are written as bytes, for other processes and for files.

use smallvec::{Array, SmallVec};

/// A state that can be written as bytes and read back, by another process of the same program.
///
/// ```
/// use reductio_search::Portable;
///
/// let mut bytes = Vec::new();
/// [3_u8, 4].encode(&mut bytes);
/// 700_u64.encode(&mut bytes);
/// let mut rest = &bytes[..];
/// assert_eq!(<[u8; 2]>::decode(&mut rest), Some([3, 4]));
/// assert_eq!(u64::decode(&mut rest), Some(700));
/// assert_eq!(u64::decode(&mut rest), None);
/// ```
pub trait Portable: Sized {
    /// Appends the state to `out`. What is written must say itself where it ends, and equal states must be written
    /// alike.
    fn encode(&self, out: &mut Vec<u8>);

    /// Reads a state from the front of `bytes`, which are moved on behind it; `None` if no state is written there.
    fn decode(bytes: &mut &[u8]) -> Option<Self>;

    /// Reads a state from the front of `bytes` into this one, and says whether one is written there.
    fn decode_into(&mut self, bytes: &mut &[u8]) -> bool {
        Self::decode(bytes).map(|state| *self = state).is_some()
    }
}

/// Writes a number in groups of seven bits, the lowest first.
#[inline]
pub fn put_number(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push((number & 0x7F) as u8 | 0x80);
        number >>= 7;
    }
    out.push((number & 0x7F) as u8);
}

/// Reads a number that [`put_number`] wrote from the front of `bytes`, which are moved on behind it.
#[inline]
pub fn take_number(bytes: &mut &[u8]) -> Option<u64> {
    let (&byte, rest) = bytes.split_first()?;
    if byte < 0x80 {
        *bytes = rest;
        return Some(byte.into());
    }
    take_long(bytes)
}

fn take_long(bytes: &mut &[u8]) -> Option<u64> {
    let (mut number, mut shift) = (0_u64, 0);
    loop {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7F).checked_shl(shift)?;
        if byte < 0x80 {
            return Some(number);
        }
        shift += 7;
    }
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl Portable for $number {
            fn encode(&self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.to_le_bytes());
            }

            fn decode(bytes: &mut &[u8]) -> Option<Self> {
                let (number, rest) = bytes.split_first_chunk()?;
                *bytes = rest;
                Some(Self::from_le_bytes(*number))
            }
        }
    )*};
}

numbers!(u8, u16, u32, u64, i32, i64);

impl Portable for bool {
    fn encode(&self, out: &mut Vec<u8>) {
        out.push(u8::from(*self));
    }

    fn decode(bytes: &mut &[u8]) -> Option<Self> {
        Some(u8::decode(bytes)? != 0)
    }
}

/// A number for how many there are, and then each of them.
impl<S: Portable> Portable for Vec<S> {
    fn encode(&self, out: &mut Vec<u8>) {
        put_number(out, self.len() as u64);
        for part in self {
            part.encode(out);
        }
    }

    fn decode(bytes: &mut &[u8]) -> Option<Self> {
        let count = take_number(bytes)?;
        (0..count).map(|_| S::decode(bytes)).collect()
    }
}

impl<A: Portable, B: Portable> Portable for (A, B) {
    fn encode(&self, out: &mut Vec<u8>) {
        self.0.encode(out);
        self.1.encode(out);
    }

    fn decode(bytes: &mut &[u8]) -> Option<Self> {
        Some((A::decode(bytes)?, B::decode(bytes)?))
    }
}

impl<S: Portable + Copy + Default, const N: usize> Portable for [S; N] {
    fn encode(&self, out: &mut Vec<u8>) {
        for part in self {
            part.encode(out);
        }
    }

    fn decode(bytes: &mut &[u8]) -> Option<Self> {
        let mut all = [S::default(); N];
        for part in &mut all {
            *part = S::decode(bytes)?;
        }
        Some(all)
    }
}

/// Packed states: their number of words in one byte, or in eight behind a byte of 255; then the words.
impl<A: Array<Item = u64>> Portable for SmallVec<A> {
    #[inline]
    fn encode(&self, out: &mut Vec<u8>) {
        match u8::try_from(self.len()) {
            Ok(length) if length < u8::MAX => out.push(length),
            _ => {
                out.push(u8::MAX);
                out.extend_from_slice(&(self.len() as u64).to_le_bytes());
            }
        }
        self.iter().for_each(|word| out.extend_from_slice(&word.to_le_bytes()));
    }

    fn decode(bytes: &mut &[u8]) -> Option<Self> {
        let mut state = SmallVec::new();
        state.decode_into(bytes).then_some(state)
    }

    #[inline]
    fn decode_into(&mut self, bytes: &mut &[u8]) -> bool {
        let Some((&length, rest)) = bytes.split_first() else { return false };
        *bytes = rest;
        let length = if length < u8::MAX {
            Some(usize::from(length))
        } else {
            u64::decode(bytes).and_then(|length| usize::try_from(length).ok())
        };
        let words = length.and_then(|length| length.checked_mul(8));
        let Some((words, rest)) = words.and_then(|words| bytes.split_at_checked(words)) else {
            return false;
        };
        *bytes = rest;
        self.clear();
        let (words, _) = words.as_chunks::<8>();
        self.extend(words.iter().map(|word| u64::from_le_bytes(*word)));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_states_of_all_lengths_are_read_back_and_cut_ones_are_refused() {
        for length in [0, 1, 2, 8, 9, 254, 255, 300_u64] {
            let state: SmallVec<[u64; 8]> = (0..length).map(|word| word << 50 | 5).collect();
            let mut bytes = Vec::new();
            state.encode(&mut bytes);
            let cut = &bytes[..bytes.len() - 1];
            assert_eq!(SmallVec::<[u64; 8]>::decode(&mut &*cut), None);
            bytes.push(7);
            let mut rest = &bytes[..];
            assert_eq!(SmallVec::decode(&mut rest), Some(state));
            assert_eq!(rest, [7]);
        }
        let endless = [&[u8::MAX][..], &u64::MAX.to_le_bytes()].concat();
        assert_eq!(SmallVec::<[u64; 8]>::decode(&mut &endless[..]), None);
    }
}
