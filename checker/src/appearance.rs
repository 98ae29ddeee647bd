//! Warnings about texts that are not what they look like: characters that cannot be seen or that move the text after
//! them, and names that look alike. They are for readers who compare a statement file with a paper.

use std::collections::HashMap;
use std::sync::Arc;

use reductio_algebra::text::lexer::{Token, tokenize};
use reductio_algebra::{Span, Theory};
use unicode_security::confusable_detection::skeleton;

use crate::diagnostics::Diagnostic;
use crate::file::File;

/// The most warnings of one kind for one file.
const MOST: usize = 20;

/// The effect of an invisible character in words; `None` for a character that is visible.
fn hidden(c: char) -> Option<&'static str> {
    Some(match c {
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            "changes the direction of the text around it: what is shown is not what is read"
        }
        '\u{2028}' | '\u{2029}' | '\u{85}' | '\u{b}' => {
            "may be shown as the end of a line, and is read as part of it"
        }
        '\u{ad}'
        | '\u{180e}'
        | '\u{200b}'..='\u{200d}'
        | '\u{2060}'..='\u{2065}'
        | '\u{206a}'..='\u{206f}'
        | '\u{e0000}'..='\u{e007f}'
        | '\u{feff}' => "is not shown",
        _ => return None,
    })
}

/// Warns of each character of a file that cannot be seen or that moves other text, in comments too; at most twenty
/// warnings.
pub fn hidden_characters(file: &Arc<File>) -> Vec<Diagnostic> {
    // A byte order mark is in order at the start of a file.
    let places = file.text().char_indices().filter(|(at, c)| *at > 0 || *c != '\u{feff}');
    let found = places.filter_map(|(at, c)| Some((at, c, hidden(c)?)));
    let warning = |(at, c, what): (usize, char, &str)| {
        let message = format!("the character U+{:04X} {what}", u32::from(c));
        let here = at..at + c.len_utf8();
        Diagnostic::error("W0101", message).at(file, &here).help("remove it").warning()
    };
    found.take(MOST).map(warning).collect()
}

/// Warns of each name of a theory that looks like another one, such as Greek omicron and `o`, or nu and `v`.
pub(crate) fn names_alike(theory: &Theory, file: &Arc<File>) -> Vec<Diagnostic> {
    let names = theory.vocabulary();
    let all = names.indices().iter().map(reductio_algebra::Name::as_str);
    let all = all.chain(names.symbols().iter().map(|s| s.name.as_str()));
    let all = all.chain(names.definitions().iter().map(|d| d.name()));
    let mut seen: HashMap<String, Vec<&str>> = HashMap::new();
    let mut warnings = Vec::new();
    for name in all {
        let alike = seen.entry(skeleton(name).collect()).or_default();
        if alike.contains(&name) {
            continue;
        }
        // `l` and `I` are known to everybody; letters of two alphabets are not seen to be two.
        if let Some(other) = alike.iter().find(|other| !name.is_ascii() || !other.is_ascii()) {
            let message =
                format!("`{name}` ({}) looks like `{other}` ({})", letters(name), letters(other));
            let warning = Diagnostic::error("W0102", message).help("rename one of them").warning();
            let here = place(file, name).or_else(|| place(file, other));
            warnings.push(match here {
                Some(here) => warning.at(file, &here),
                None => warning,
            });
        }
        alike.push(name);
    }
    warnings.truncate(MOST);
    warnings
}

/// The span of the first occurrence of a name.
fn place(file: &File, name: &str) -> Option<Span> {
    let tokens = tokenize(file.text()).ok()?;
    let is_here = |span: &Span| file.text().get(span.clone()) == Some(name);
    tokens.into_iter().find(|(token, span)| *token == Token::Ident && is_here(span)).map(|(_, s)| s)
}

/// The letters of a name that are not ASCII, by their numbers, such as `U+03BD`; `ASCII` for a name without such
/// letters.
fn letters(name: &str) -> String {
    if name.is_ascii() {
        return "ASCII".to_owned();
    }
    let numbers = name.chars().filter(|c| !c.is_ascii()).map(|c| format!("U+{:04X}", u32::from(c)));
    numbers.collect::<Vec<_>>().join(" ")
}
