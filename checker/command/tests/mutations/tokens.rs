//! Splits texts into tokens, and changes them. It shares nothing with the lexers of the project.

/// A stream of random numbers that depends on a seed only (`SplitMix64`).
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ (x >> 31)
    }

    /// A number below `end`, which is not 0.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end as u64).unwrap()
    }

    pub(crate) fn pick<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}

/// Tokens that nobody writes, and that parsers may stumble over.
pub(crate) const ODD: [&str; 44] = [
    "0",
    "1",
    "-1",
    "2",
    "3",
    "63",
    "64",
    "255",
    "256",
    "65536",
    "2147483647",
    "-2147483648",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "18446744073709551616",
    "00",
    "0x1",
    "1e9",
    "..",
    "[",
    "]",
    "(",
    ")",
    "{",
    "}",
    "\"",
    "'",
    "`",
    "```",
    "--",
    "\n",
    "\t",
    "\u{0}",
    "\u{feff}",
    "\u{202e}",
    "ο",
    "ν",
    "¬",
    "ω",
    "(((((((((((((((((",
    "not not not not",
    "\u{1F600}",
];

/// The class of a token at first sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Number,
    Word,
    Space,
    Sign,
}

fn class(c: char) -> Class {
    match c {
        '0'..='9' => Class::Number,
        ' ' => Class::Space,
        '_' => Class::Word,
        c if c.is_alphabetic() => Class::Word,
        _ => Class::Sign,
    }
}

fn class_of(token: &str) -> Class {
    token.chars().next().map_or(Class::Space, class)
}

/// Words, numbers, runs of spaces, and single signs.
pub(crate) fn tokens(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut last = Class::Sign;
    for c in text.chars() {
        // A word may have digits.
        let own = if last == Class::Word && c.is_ascii_digit() { Class::Word } else { class(c) };
        match out.last_mut() {
            Some(token) if last == own && own != Class::Sign => token.push(c),
            _ => out.push(c.to_string()),
        }
        last = own;
    }
    out
}

/// The tokens with one or a few changes. New tokens come from the text itself, from a pool of others, or from [`ODD`].
/// Most often a token takes the place of one of its class, so that much of the result can be read.
pub(crate) fn mutated(text: &str, pool: &[String], random: &mut Random) -> String {
    let mut all = tokens(text);
    for _ in 0..*random.pick(&[1, 1, 1, 2, 2, 3, 5]) {
        change(&mut all, pool, random);
    }
    all.concat()
}

fn change(all: &mut Vec<String>, pool: &[String], random: &mut Random) {
    let telling: Vec<usize> =
        (0..all.len()).filter(|k| class_of(&all[*k]) != Class::Space).collect();
    if telling.is_empty() {
        all.push((*random.pick(&ODD)).to_owned());
        return;
    }
    let at = *random.pick(&telling);
    let length = 1 + random.below(8.min(all.len() - at));
    match random.below(16) {
        0 => drop(all.remove(at)),
        1 => drop(all.splice(at..at + length, [])),
        2 => {
            let copy = all[at..at + length].to_vec();
            let to = random.below(all.len());
            drop(all.splice(to..to, copy));
        }
        3 => all.swap(at, *random.pick(&telling)),
        4 | 5 => {
            // A line goes, or comes again, here or elsewhere.
            let is_end = |token: &String| token == "\n";
            let start = all[..at].iter().rposition(is_end).map_or(0, |k| k + 1);
            let end = all[at..].iter().position(is_end).map_or(all.len(), |k| at + k + 1);
            let line = all[start..end].to_vec();
            match random.below(3) {
                0 => drop(all.splice(start..end, [])),
                1 => drop(all.splice(start..start, line)),
                _ => {
                    let ends: Vec<usize> = (0..all.len()).filter(|k| is_end(&all[*k])).collect();
                    let to = if ends.is_empty() { 0 } else { *random.pick(&ends) + 1 };
                    drop(all.splice(to..to, line));
                }
            }
        }
        6 if random.below(4) == 0 => all.truncate(at),
        7 => all.insert(at, (*random.pick(&ODD)).to_owned()),
        8 => (*random.pick(&ODD)).clone_into(&mut all[at]),
        9 if !pool.is_empty() => all[at].clone_from(random.pick(pool)),
        _ => {
            let wanted = class_of(&all[at]);
            let small = ["0", "1", "2", "3"].map(str::to_owned);
            let numbers = if wanted == Class::Number { &small[..] } else { &[] };
            let own = telling.iter().map(|k| &all[*k]).chain(numbers);
            let own: Vec<&String> = own.filter(|t| class_of(t) == wanted).collect();
            let new = (*random.pick(&own)).clone();
            all[at] = new;
        }
    }
}
