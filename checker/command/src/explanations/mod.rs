//! What every code means: one table for each family of codes, one entry per code. Each example is run by a test.

mod certificates;
mod inputs;
mod notebooks;
mod scripts;
mod statements;
mod systems;
mod threads;
mod verbs;
mod warnings;

/// What a code means.
#[derive(Clone, Copy, Debug)]
pub struct Explanation {
    /// `E0309`.
    pub code: &'static str,
    /// A few words.
    pub title: &'static str,
    /// A paragraph.
    pub text: &'static str,
    /// The files of the example.
    pub files: &'static [ExampleFile],
    /// The verb and arguments that run the example, or why there is no example.
    pub run: Result<&'static str, &'static str>,
}

/// A file of an example.
#[derive(Clone, Copy, Debug)]
pub struct ExampleFile {
    /// Its name.
    pub name: &'static str,
    /// Its content.
    pub bytes: &'static [u8],
    /// How many times the content is repeated: 1 but for files that are too large on purpose.
    pub times: usize,
}

/// A file of `checker/command/errors`.
macro_rules! file {
    ($name:literal) => {
        file!($name, 1)
    };
    ($name:literal, $times:literal) => {
        crate::explanations::ExampleFile {
            name: $name,
            bytes: include_bytes!(concat!("../../errors/", $name)),
            times: $times,
        }
    };
}
use file;

const FAMILIES: &[&[Explanation]] = &[
    inputs::ENTRIES,
    statements::ENTRIES,
    scripts::ENTRIES,
    systems::ENTRIES,
    threads::ENTRIES,
    verbs::ENTRIES,
    certificates::ENTRIES,
    notebooks::ENTRIES,
    warnings::ENTRIES,
];

/// All explanations, by code.
pub const EXPLANATIONS: &[Explanation] = &joined::<{ count() }>();

const fn count() -> usize {
    let (mut count, mut family) = (0, 0);
    while family < FAMILIES.len() {
        count += FAMILIES[family].len();
        family += 1;
    }
    count
}

/// The families one after the other; loops and iterators are not for constants yet.
const fn joined<const N: usize>() -> [Explanation; N] {
    let mut out = [FAMILIES[0][0]; N];
    let (mut at, mut family) = (0, 0);
    while family < FAMILIES.len() {
        let mut entry = 0;
        while entry < FAMILIES[family].len() {
            out[at] = FAMILIES[family][entry];
            at += 1;
            entry += 1;
        }
        family += 1;
    }
    out
}
