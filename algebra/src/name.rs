//! Names of symbols, indices and definitions: each object has a text that is read back as that object and as nothing
//! else.

use std::borrow::Borrow;
use std::fmt;
use std::ops::Deref;
use std::str::FromStr;
use std::sync::Arc;

/// The words that cannot be names.
pub const KEYWORDS: [&str; 17] = [
    "theory",
    "extends",
    "index",
    "action",
    "predicate",
    "definition",
    "hypothesis",
    "lemma",
    "theorem",
    "assuming",
    "for",
    "all",
    "proof",
    "below",
    "case",
    "qed",
    "with",
];

/// The name of a symbol or of an index: a letter (Latin or Greek), letters and digits, then primes; neither `T`
/// nor a word of the languages.
///
/// Nothing else is a name, so that a formula made in Rust prints as what it is: there is no symbol with the name
/// `1` or `x = 0; 1`.
///
/// ```
/// use reductio_algebra::{Name, Symbol, name};
/// let x = Symbol::action(name!("x"), 0);                 // checked by the compiler
/// let user: Name = "N'".parse()?;                        // checked when the program runs
/// assert_eq!(Symbol::action(user, 1).name.as_str(), "N'");
/// assert_eq!(
///     Name::new("x = 0; 1").unwrap_err().to_string(),
///     "`x = 0; 1` is not a name: a name is a letter, letters and digits, then primes, and neither `T` nor a keyword",
/// );
/// # Ok::<(), reductio_algebra::NameError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(Arc<str>);

/// The error for a text that is not a name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{}` is not a name: a name is a letter, letters and digits, then primes, and neither `T` nor a keyword",
    shown(text)
)]
pub struct NameError {
    /// The text.
    pub text: String,
}

/// The error for a text that is not a label.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{}` is not a label: a label has words of letters, digits, primes and `,` `.` `-` `*` `?`",
    shown(text)
)]
pub struct LabelError {
    /// The text.
    pub text: String,
}

/// The beginning of a text that may hold anything, for a message of one line.
fn shown(text: &str) -> String {
    const SHOWN: usize = 40;
    let begin: String = text.chars().take(SHOWN).collect();
    let dots = if begin.len() < text.len() { "..." } else { "" };
    format!("{}{dots}", begin.escape_debug())
}

impl Name {
    /// The name with this text.
    ///
    /// # Errors
    /// [`NameError`] when the text is not a name. For a literal there is [`name!`](crate::name!).
    pub fn new(text: &str) -> Result<Self, NameError> {
        if Name::is_valid(text) {
            Ok(Name(text.into()))
        } else {
            Err(NameError { text: text.to_owned() })
        }
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Decides whether a text is a name. It can be asked at compile time.
    pub const fn is_valid(text: &str) -> bool {
        let bytes = text.as_bytes();
        let mut at = match letter(bytes, 0) {
            0 => capital(bytes, 0),
            length => length,
        };
        if at == 0 {
            return false;
        }
        loop {
            let length = letter(bytes, at);
            if length > 0 {
                at += length;
            } else if at < bytes.len() && bytes[at].is_ascii_digit() {
                at += 1;
            } else {
                break;
            }
        }
        while at < bytes.len() && bytes[at] == b'\'' {
            at += 1;
        }
        if at < bytes.len() || is_same(bytes, b"T") {
            return false;
        }
        let mut k = 0;
        while k < KEYWORDS.len() {
            if is_same(bytes, KEYWORDS[k].as_bytes()) {
                return false;
            }
            k += 1;
        }
        true
    }
}

/// The length of the letter at a place, 0 where none is: A-Z, a-z, alpha to psi.
const fn letter(bytes: &[u8], at: usize) -> usize {
    if at < bytes.len() && bytes[at].is_ascii_alphabetic() {
        return 1;
    }
    if at + 1 < bytes.len() {
        let (first, second) = (bytes[at], bytes[at + 1]);
        // U+03B1 to U+03BF, and U+03C0 to U+03C8.
        if (first == 0xCE && 0xB1 <= second && second <= 0xBF)
            || (first == 0xCF && 0x80 <= second && second <= 0x88)
        {
            return 2;
        }
    }
    0
}

/// The length of the Greek capital at a place, 0 where none is: those that look like no Latin letter.
const fn capital(bytes: &[u8], at: usize) -> usize {
    // Γ Δ Θ Λ Ξ Π Σ Φ Ψ
    if at + 1 < bytes.len()
        && bytes[at] == 0xCE
        && matches!(bytes[at + 1], 0x93 | 0x94 | 0x98 | 0x9B | 0x9E | 0xA0 | 0xA3 | 0xA6 | 0xA8)
    {
        2
    } else {
        0
    }
}

const fn is_same(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut k = 0;
    while k < a.len() {
        if a[k] != b[k] {
            return false;
        }
        k += 1;
    }
    true
}

/// The text of a label with its runs of white space as one space each, or an error when it is none: words of
/// letters and digits with primes behind them, and the signs `,` `.` `-` `*` `?`; no `--`, which starts a comment.
pub(crate) fn label_text(text: &str) -> Result<Arc<str>, LabelError> {
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    let is_label = |word: &&str| {
        let mut before = ' ';
        !word.contains("--")
            && word.char_indices().all(|(at, c)| {
                let bytes = word.as_bytes();
                let is_letter = c.is_ascii_digit() || letter(bytes, at) + capital(bytes, at) > 0;
                let is_prime = c == '\'' && before == 'x';
                before = if is_letter || is_prime { 'x' } else { c };
                is_letter || is_prime || ",.-*?".contains(c)
            })
    };
    if !words.is_empty() && words.iter().all(is_label) {
        Ok(words.join(" ").into())
    } else {
        Err(LabelError { text: text.to_owned() })
    }
}

/// The name with the text of a literal, checked by the compiler.
///
/// ```
/// # use reductio_algebra::name;
/// assert_eq!(name!("u").as_str(), "u");
/// ```
///
/// ```compile_fail,E0080
/// # use reductio_algebra::name;
/// let one = name!("1");
/// ```
#[macro_export]
macro_rules! name {
    ($text:literal) => {{
        const _: () = assert!($crate::Name::is_valid($text), "this is not a name");
        match $crate::Name::new($text) {
            Ok(name) => name,
            Err(_) => unreachable!(),
        }
    }};
}

/// `hint`, or `hint` with the first number that makes it differ from every name in `taken`. The number
/// goes before any primes, `i1'`: behind them it would not be read back as part of the name.
pub fn fresh(hint: &Name, taken: &[Name]) -> Name {
    if !taken.contains(hint) {
        return hint.clone();
    }
    let unprimed = hint.trim_end_matches('\'');
    let primes = &hint[unprimed.len()..];
    let stem = unprimed.trim_end_matches(|c: char| c.is_ascii_digit());
    let mut number = 1usize;
    loop {
        // A letter comes first, and a digit stands in it: it is neither `T` nor a keyword.
        let name = Name(format!("{stem}{number}{primes}").into());
        if !taken.contains(&name) {
            return name;
        }
        number += 1;
    }
}

impl Deref for Name {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl AsRef<str> for Name {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for Name {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl FromStr for Name {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        Name::new(text)
    }
}

impl TryFrom<&str> for Name {
    type Error = NameError;

    fn try_from(text: &str) -> Result<Self, NameError> {
        Name::new(text)
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_what_a_statement_file_can_hold() {
        for good in [
            "1",
            "Theorem 1, minimal",
            "* ind L",
            "10'",
            "box''",
            "22, from any state",
            "a - b",
            "λ.1",
        ] {
            assert_eq!(&*label_text(good).unwrap(), good);
        }
        assert_eq!(&*label_text(" Theorem \n 1 ").unwrap(), "Theorem 1");
        let bad = [
            "",
            "  ",
            "a -- b",
            "a--b",
            "'",
            "a '",
            ",'",
            "a(b",
            "a)b",
            "{",
            "a}",
            "[x]",
            "a:b",
            "a=b",
            "a+b",
            "a_b",
            "a/b",
            "\"",
            "a\u{a0}b",
            "a\u{202e}b",
            "a\u{feff}",
            "é",
            "a\u{2028}b",
            "`",
            "ω",
            "Ω",
            "–",
            "x<y",
        ];
        for bad in bad {
            assert!(label_text(bad).is_err(), "{bad:?}");
        }
    }
}
