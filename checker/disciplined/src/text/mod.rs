//! The text of a classification: one rule a line.

mod error;

use std::ops::Range;

use crate::class::{Class, Classification, Rule, Site, Subject};
pub(crate) use error::nearest;
pub use error::{ClassificationError, Fault};

/// The greatest size of a text, in bytes.
pub const MAX_TEXT: usize = 1 << 20;

impl Classification {
    /// Reads a classification. Each line has a rule or none; what follows `--` is a comment. A rule is one of the words
    /// `unshared`, `disciplined`, `method`, `atomic`, `communication`, and then what has the class: `Buffer`,
    /// `Buffer at 12`, `Buffer at Main.java:12`, `at 12`, or `static Main.done`.
    ///
    /// ```
    /// use reductio_disciplined::{Class, Classification, Subject};
    ///
    /// let found = Classification::parse("-- of the producers\nunshared Producer at Main.java:12\n").unwrap();
    /// assert_eq!(found.rules[0].class, Class::Unshared);
    /// assert_eq!(found.rules[0].subject.to_string(), "Producer at Main.java:12");
    /// ```
    ///
    /// # Errors
    /// All faults of the text, in its order.
    pub fn parse(text: &str) -> Result<Classification, Vec<ClassificationError>> {
        if text.len() > MAX_TEXT {
            let kind = Fault::TooLarge { size: text.len() };
            return Err(vec![ClassificationError::new(kind, 0..0)]);
        }
        let (mut all, mut faults) = (Classification::default(), Vec::new());
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let code = line.split("--").next().unwrap_or_default();
            match rule(&words(code, start), start + code.trim_end().len()) {
                Ok(Some(rule)) => match all.rules.iter().find(|r| r.subject == rule.subject) {
                    None => all.rules.push(rule),
                    Some(first) => {
                        let kind = Fault::Twice { subject: rule.subject.to_string() };
                        let other = Some(first.span.clone());
                        faults.push(ClassificationError { kind, span: rule.span, other });
                    }
                },
                Ok(None) => {}
                Err(fault) => faults.push(fault),
            }
            start += line.len();
        }
        if faults.is_empty() { Ok(all) } else { Err(faults) }
    }
}

/// A word of a line, and its place in the text.
type Word<'t> = (&'t str, Range<usize>);

/// The words of a line that starts at a place of the text.
fn words(line: &str, start: usize) -> Vec<Word<'_>> {
    let mut found = Vec::new();
    let mut at = 0;
    for piece in line.split_inclusive(char::is_whitespace) {
        let word = piece.trim_end();
        if !word.is_empty() {
            found.push((word, start + at..start + at + word.len()));
        }
        at += piece.len();
    }
    found
}

/// Reads the words of a line, which ends at a place of the text.
fn rule(words: &[Word<'_>], end: usize) -> Result<Option<Rule>, ClassificationError> {
    let Some(((first, first_span), rest)) = words.split_first() else { return Ok(None) };
    let Some(class) = Class::ALL.into_iter().find(|class| class.word() == *first) else {
        let kind = Fault::NoClass { found: (*first).to_owned() };
        return Err(ClassificationError::new(kind, first_span.clone()));
    };
    let missing = |kind| Err(ClassificationError::new(kind, end..end));
    let (subject, used) = match rest {
        [] | [("static", _)] => {
            return missing(Fault::NoSubject { is_static: !rest.is_empty() });
        }
        [("static", _), (name, _), ..] => (Subject::Static((*name).to_owned()), 2),
        [("at", _), ..] => {
            (Subject::Objects { class: None, site: Some(site(&rest[1..], end)?) }, 2)
        }
        [(name, _), ("at", _), ..] => {
            let (class, site) = (Some((*name).to_owned()), Some(site(&rest[2..], end)?));
            (Subject::Objects { class, site }, 3)
        }
        [(name, _), ..] => (Subject::Objects { class: Some((*name).to_owned()), site: None }, 1),
    };
    if let Some((more, span)) = rest.get(used) {
        let kind = Fault::More { found: (*more).to_owned() };
        return Err(ClassificationError::new(kind, span.clone()));
    }
    let span = rest[0].1.start..rest[used - 1].1.end;
    if let (Subject::Static(name), Class::Method | Class::Atomic) = (&subject, class) {
        return Err(ClassificationError::new(Fault::NoMethods { name: name.clone() }, span));
    }
    Ok(Some(Rule { class, subject, span }))
}

/// Reads the place where objects are made: `12`, or `Main.java:12`.
fn site(words: &[Word<'_>], end: usize) -> Result<Site, ClassificationError> {
    let Some((word, span)) = words.first() else {
        return Err(ClassificationError::new(Fault::NoLine { found: None }, end..end));
    };
    let (file, line) = match word.rsplit_once(':') {
        Some((file, line)) => (Some(file.to_owned()), line),
        None => (None, *word),
    };
    let line = line.parse().ok().filter(|line| *line > 0);
    match line {
        Some(line) if file.as_ref().is_none_or(|file| !file.is_empty()) => Ok(Site { file, line }),
        _ => {
            let kind = Fault::NoLine { found: Some((*word).to_owned()) };
            Err(ClassificationError::new(kind, span.clone()))
        }
    }
}
