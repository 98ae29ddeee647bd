//! Answers to exercises: what a cell says of its part, what a student has written, and the judgement of it.

use std::collections::BTreeMap;

use super::content::Content;

/// The part of a cell in an exercise, as its first line says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// `-- Exercise N`: the cell holds an answer.
    Answer(u32),
    /// `-- Solution N`: the cell holds a solution.
    Solution(u32),
}

impl Mark {
    /// The mark of a cell, if its first line is one.
    ///
    /// ```
    /// use reductio_command::notebook::Mark;
    /// assert_eq!(Mark::of("-- Exercise 2: write it below.\n"), Some(Mark::Answer(2)));
    /// assert_eq!(Mark::of("-- Solution 2.\nprove 24"), Some(Mark::Solution(2)));
    /// assert_eq!(Mark::of("prove 24 -- Exercise 2"), None);
    /// ```
    pub fn of(text: &str) -> Option<Self> {
        let line = text.lines().map(str::trim).find(|line| !line.is_empty())?;
        let mut words = line.strip_prefix("--")?.split_whitespace();
        let word = words.next()?.to_lowercase();
        let number = words.next()?.trim_end_matches([':', '.', ',']).parse().ok()?;
        match word.as_str() {
            "exercise" => Some(Mark::Answer(number)),
            "solution" => Some(Mark::Solution(number)),
            _ => None,
        }
    }
}

/// The judgement of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Grade {
    /// All that is expected is there.
    Right,
    /// Something is not; this says what.
    Wrong(String),
    /// It is not known, for this reason.
    Undecided(String),
    /// There is no answer yet.
    Open,
}

impl Grade {
    /// The grade in words: "right", "wrong, because ...", "not answered yet".
    pub fn in_words(&self) -> String {
        match self {
            Grade::Right => "right".to_owned(),
            Grade::Wrong(why) => format!("wrong, because {why}"),
            Grade::Undecided(why) => format!("undecided, because {why}"),
            Grade::Open => "not answered yet".to_owned(),
        }
    }
}

/// The cells that a student has written for an exercise.
#[derive(Clone, Debug, Default)]
pub(super) struct Attempt {
    /// The words of the command `answer`.
    pub(super) words: Vec<String>,
    /// The text after the last of them.
    pub(super) said: String,
    /// For each kind of cell the message with which the last one was refused, or none if it was taken.
    pub(super) refused: BTreeMap<Content, Option<String>>,
}

/// The words of an answer: parts between commas and spaces, where those in parentheses count as one. Braces do not
/// count, and neither does case.
pub(super) fn answer_words(text: &str) -> Vec<String> {
    let (mut words, mut word, mut depth) = (Vec::new(), String::new(), 0_usize);
    for c in text.to_lowercase().chars() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        match c {
            '{' | '}' => {}
            c if depth > 0 && c.is_whitespace() => {}
            c if c.is_whitespace() || c == ',' && depth == 0 => {
                words.extend(Some(std::mem::take(&mut word)).filter(|word| !word.is_empty()));
            }
            c => word.push(c),
        }
    }
    words.extend(Some(word).filter(|word| !word.is_empty()));
    words
}

/// The words after `answer`, if a line is this command.
pub(super) fn answered(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("answer")?;
    (rest.is_empty() || rest.starts_with(char::is_whitespace)).then(|| rest.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_an_answer() {
        assert_eq!(answer_words("{(0, 0), (1,2)}"), ["(0,0)", "(1,2)"]);
        assert_eq!(answer_words("Yes"), ["yes"]);
        assert_eq!(answer_words("1, 3"), ["1", "3"]);
        assert_eq!(answer_words(" , "), [""; 0]);
        assert_eq!(answered("answer 1"), Some("1"));
        assert_eq!(answered("answered 1"), None);
    }

    #[test]
    fn marks_are_first_lines() {
        for text in ["-- EXERCISE 3", "\n--exercise 3.\nx", "-- Exercise 3, in two cells"] {
            assert_eq!(Mark::of(text), Some(Mark::Answer(3)), "{text}");
        }
        for text in ["", "-- exercise", "-- exercise x", "exercise 3", "-- a law\n-- exercise 3"] {
            assert_eq!(Mark::of(text), None, "{text}");
        }
    }
}
