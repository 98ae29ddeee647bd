//! The help on a word of a language: its row in a table of the guide.

use reductio::Language;
// In these pages each word of a language stands in a row of a table.
use reductio_guide::{PROGRAMS, SCRIPTS, STATEMENTS, SYSTEMS};

/// The help on a word, in the words of the guide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WordHelp {
    /// The forms in which the word is written, in the guide's Markdown.
    pub forms: &'static str,
    /// Their meaning, in the guide's Markdown; empty where the form says it.
    pub meaning: &'static str,
}

impl WordHelp {
    /// The help as one line.
    pub fn line(&self) -> String {
        let WordHelp { forms, meaning } = self;
        if meaning.is_empty() { (*forms).to_owned() } else { format!("{forms}: {meaning}") }
    }

    /// The help on what a hint cites that is no statement, such as `hyp`.
    pub fn of_reference(text: &str) -> Option<Self> {
        let form = format!("`({text})`");
        rows(SCRIPTS).find(|row| row.forms.contains(&form))
    }

    /// The help on a word of a language, from the first row of its pages whose form begins with the word, or else has
    /// it.
    ///
    /// ```
    /// use reductio::Language;
    /// use reductio_editor::WordHelp;
    ///
    /// let lock = WordHelp::of(Language::System, "lock").unwrap();
    /// assert!(lock.line().starts_with("`lock m`"));
    /// assert_eq!(WordHelp::of(Language::Program, "lock_of_mine"), None);
    /// ```
    pub fn of(language: Language, word: &str) -> Option<Self> {
        if word.is_empty() {
            return None;
        }
        let pages: &[&'static str] = match language {
            Language::Statements => &[STATEMENTS],
            Language::Script => &[SCRIPTS, STATEMENTS],
            Language::System => &[SYSTEMS],
            Language::Program => &[PROGRAMS],
        };
        let has = |form: &str| {
            form.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|part| part == word)
        };
        let begins = |form: &str| form.split(|c: char| !c.is_alphanumeric()).next() == Some(word);
        let find = |is_it: &dyn Fn(&str) -> bool| {
            let mut all = pages.iter().flat_map(|page| rows(page));
            all.find(|row| row.forms.split('`').skip(1).step_by(2).any(is_it))
        };
        find(&begins).or_else(|| find(&has))
    }
}

/// The rows of the tables of a page.
fn rows(page: &'static str) -> impl Iterator<Item = WordHelp> {
    page.lines().filter_map(|line| {
        let row = line.strip_prefix("| ")?.strip_suffix('|')?;
        let (forms, rest) = row.split_once(" | ")?;
        let meaning = rest.rsplit(" | ").next().unwrap_or(rest).trim();
        forms.starts_with('`').then_some(WordHelp { forms, meaning })
    })
}

#[cfg(test)]
mod tests {
    use reductio::{language, programs};
    use reductio_algebra::text::KEYWORDS;

    use super::*;

    #[test]
    fn every_word_of_a_language_has_a_row_in_the_guide() {
        let missing = |language, words: &[&'static str]| -> Vec<&str> {
            let is_missing = |word: &&str| WordHelp::of(language, word).is_none();
            words.iter().copied().filter(is_missing).collect()
        };
        assert_eq!(missing(Language::Script, &KEYWORDS), [""; 0]);
        let words = [&language::DECLARATIONS[..], &language::WORDS, &language::PROPERTY_WORDS];
        assert_eq!(missing(Language::System, &words.concat()), [""; 0]);
        let words = [&programs::DECLARATIONS[..], &programs::WORDS].concat();
        assert_eq!(missing(Language::Program, &words), [""; 0]);
    }
}
