//! The explanations of all codes: one table for each family of codes, one entry for each code. A test runs each
//! example.

mod certificates;
mod inputs;
mod notebooks;
mod scripts;
mod statements;
mod systems;
mod threads;
mod verbs;
mod warnings;

/// The explanation of a code.
#[derive(Clone, Copy, Debug)]
pub struct Explanation {
    /// The code: `E0309`.
    pub code: &'static str,
    /// A title of a few words.
    pub title: &'static str,
    /// A paragraph of text.
    pub text: &'static str,
    /// The files of the example.
    pub files: &'static [ExampleFile],
    /// The verb and the arguments that run the example, or the reason why there is none.
    pub run: Result<&'static str, &'static str>,
}

/// A file of an example.
#[derive(Clone, Copy, Debug)]
pub struct ExampleFile {
    /// The name of the file.
    pub name: &'static str,
    /// The content of the file.
    pub bytes: &'static [u8],
    /// The number of times that the content is repeated: 1 but for files that are too large on purpose.
    pub times: usize,
}

/// Includes a file of `checker/command/errors`.
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

/// All explanations, sorted by code.
pub const EXPLANATIONS: &[Explanation] = &joined::<{ count() }>();

const fn count() -> usize {
    let (mut count, mut family) = (0, 0);
    while family < FAMILIES.len() {
        count += FAMILIES[family].len();
        family += 1;
    }
    count
}

/// Joins the tables of the families. It goes by index, since constants cannot use iterators yet.
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
