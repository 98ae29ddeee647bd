//! Shows characters that cannot be seen.
//!
//! Text that a user gives ends up in what is written: titles of systems, names of claims and files, arguments. Such a
//! text may hold characters that are not seen and change how the rest of a line looks: those that turn the direction of
//! writing round, those that move the cursor or hide text. On a page that says whether something holds this must not
//! be. So these characters are written as their numbers, `<U+202E>`. Our own colours pass.

use std::borrow::Cow;
use std::fmt::Write as _;

/// The text with each character that is not seen written as its number. Line feeds, tabs and our colours stay.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let colour = colour(rest);
        let ends_line = c == '\r' && rest[1..].starts_with('\n');
        let length = if colour > 0 { colour } else { c.len_utf8() };
        if colour > 0 || ends_line || !is_hidden(c) {
            out.push_str(&rest[..length]);
        } else {
            let _ = write!(out, "<U+{:04X}>", u32::from(c));
        }
        rest = &rest[length..];
    }
    Cow::Owned(out)
}

/// Decides whether a character is not seen, or changes how others are seen: controls but line feed and tab, marks and
/// overrides of direction, separators of lines, spaces of no width, tags. Joiners are no such characters: scripts need
/// them.
pub fn is_hidden(c: char) -> bool {
    match c {
        '\n' | '\t' => false,
        '\u{61c}'
        | '\u{200b}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{feff}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e007f}' => true,
        _ => c.is_control(),
    }
}

/// The length of the sequence that sets one of our colours, if the text begins with one; else 0.
fn colour(text: &str) -> usize {
    let Some(codes) = text.strip_prefix("\u{1b}[") else { return 0 };
    let Some(end) = codes.find(|c: char| !c.is_ascii_digit() && c != ';') else { return 0 };
    // Plain, bold, faint, underlined, and the colours of the text; not hidden, not turned round.
    let is_ours = |code: &str| {
        matches!(code.parse(), Ok(0 | 1 | 2 | 4 | 22 | 24 | 30..=37 | 39 | 90..=97))
            || code.is_empty()
    };
    if codes[end..].starts_with('m') && codes[..end].split(';').all(is_ours) { end + 3 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_seen_is_left_as_it_is() {
        for text in [
            "x ≤ T\n\tname",
            "\u{1b}[1m\u{1b}[31mfails\u{1b}[0m",
            "né\u{301} नी क्\u{200d}ष",
            "a\r\nb",
        ] {
            assert_eq!(visible(text), text);
        }
    }

    #[test]
    fn what_is_not_seen_is_written_as_its_number() {
        for (text, told) in [
            ("\u{202e}sdloh", "<U+202E>sdloh"),
            ("a\u{2066}b\u{2069}", "a<U+2066>b<U+2069>"),
            ("fails\rholds", "fails<U+000D>holds"),
            // Hidden text, and the cursor moved back over what was written.
            ("\u{1b}[8mfails\u{1b}[0m", "<U+001B>[8mfails\u{1b}[0m"),
            ("\u{1b}[1;8m", "<U+001B>[1;8m"),
            ("\u{1b}[2K\u{1b}[1A", "<U+001B>[2K<U+001B>[1A"),
            ("\u{1b}]0;title\u{7}", "<U+001B>]0;title<U+0007>"),
            ("\u{9b}31m", "<U+009B>31m"),
            ("\u{1b}", "<U+001B>"),
            ("\u{1b}[", "<U+001B>["),
            ("a\u{2028}b\u{feff}\u{e0041}", "a<U+2028>b<U+FEFF><U+E0041>"),
        ] {
            assert_eq!(visible(text), told);
        }
    }
}
