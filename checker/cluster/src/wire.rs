//! Numbers and small values as bytes.

pub(crate) use reductio_search::{put_number as put, take_number as take};

/// Writes some numbers.
pub(crate) fn put_all(out: &mut Vec<u8>, numbers: &[u64]) {
    for &number in numbers {
        put(out, number);
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
