//! Numbers and small values as bytes.

/// Writes a number in groups of seven bits, the lowest first.
#[inline]
pub(crate) fn put(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push((number & 0x7F) as u8 | 0x80);
        number >>= 7;
    }
    out.push((number & 0x7F) as u8);
}

/// Writes some numbers.
pub(crate) fn put_all(out: &mut Vec<u8>, numbers: &[u64]) {
    for &number in numbers {
        put(out, number);
    }
}

/// Reads a number that [`put`] wrote.
#[inline]
pub(crate) fn take(bytes: &mut &[u8]) -> Option<u64> {
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

/// Reads a number that is an index or a length.
pub(crate) fn take_size(bytes: &mut &[u8]) -> Option<usize> {
    usize::try_from(take(bytes)?).ok()
}

pub(crate) fn put_bools(out: &mut Vec<u8>, all: &[bool]) {
    put(out, all.len() as u64);
    out.extend(all.iter().map(|&one| u8::from(one)));
}

pub(crate) fn take_bools(bytes: &mut &[u8]) -> Option<Vec<bool>> {
    let length = take_size(bytes)?;
    let (all, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some(all.iter().map(|&byte| byte != 0).collect())
}
