//! The fields of a line.

use std::str::Split;

use reductio_algebra::Name;

use super::error::ReadErrorKind;

/// The result of a function of the reader.
pub(super) type Read<T> = Result<T, ReadErrorKind>;

/// The fields of a line, or of a part of it, that were not read yet.
pub(super) struct Fields<'a>(Split<'a, char>);

impl<'a> Fields<'a> {
    pub(super) fn of(line: &'a str) -> Self {
        Fields(line.split(' '))
    }

    /// The next field, if there is one more.
    pub(super) fn word_or_end(&mut self) -> Option<&'a str> {
        self.0.next()
    }

    pub(super) fn word(&mut self, expected: &'static str) -> Read<&'a str> {
        self.0.next().ok_or(ReadErrorKind::Field { expected, got: None })
    }

    pub(super) fn number(&mut self, expected: &'static str) -> Read<usize> {
        let word = self.word(expected)?;
        number(word).ok_or_else(|| wrong(expected, word))
    }

    pub(super) fn name(&mut self, expected: &'static str) -> Read<Name> {
        let word = self.word(expected)?;
        Name::new(word).map_err(|_| wrong(expected, word))
    }

    /// Refuses fields that are left.
    pub(super) fn end(&mut self) -> Read<()> {
        self.0.next().map_or(Ok(()), |word| Err(wrong("the end of the line", word)))
    }
}

/// A number without leading zeros, of at most nine digits.
pub(super) fn number(word: &str) -> Option<usize> {
    let is_number = (1..=9).contains(&word.len())
        && word.bytes().all(|b| b.is_ascii_digit())
        && (word == "0" || !word.starts_with('0'));
    if is_number { word.parse().ok() } else { None }
}

pub(super) fn wrong(expected: &'static str, got: &str) -> ReadErrorKind {
    const SHOWN: usize = 40;
    ReadErrorKind::Field { expected, got: Some(got.chars().take(SHOWN).collect()) }
}

/// Things that the file numbers in a row.
pub(super) struct Numbered<T> {
    what: &'static str,
    all: Vec<T>,
}

impl<T> Numbered<T> {
    pub(super) fn new(what: &'static str) -> Self {
        Numbered { what, all: Vec::new() }
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    pub(super) fn all(&self) -> &[T] {
        &self.all
    }

    /// Reads the number of the next thing.
    pub(super) fn next(&self, fields: &mut Fields<'_>) -> Read<usize> {
        let got = fields.number("a number")?;
        let expected = self.all.len();
        if got == expected {
            Ok(got)
        } else {
            Err(ReadErrorKind::Numbering { what: self.what, expected, got })
        }
    }

    pub(super) fn push(&mut self, one: T) {
        self.all.push(one);
    }

    /// Reads a reference to one of the things.
    pub(super) fn read(&self, fields: &mut Fields<'_>) -> Read<&T> {
        self.get(fields.number(self.what)?)
    }

    pub(super) fn get(&self, number: usize) -> Read<&T> {
        self.all.get(number).ok_or(ReadErrorKind::Unknown {
            what: self.what,
            got: number,
            known: self.all.len(),
        })
    }

    pub(super) fn get_mut(&mut self, number: usize) -> Read<&mut T> {
        let (what, known) = (self.what, self.all.len());
        self.all.get_mut(number).ok_or(ReadErrorKind::Unknown { what, got: number, known })
    }
}
