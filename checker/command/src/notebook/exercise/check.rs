//! The check of an answer: what commands have to answer, and what to say where they do not.
//!
//! ```text
//! exercise 1
//! holds: test peterson
//!   else a rule of the discipline is broken
//! says "await not flag[1 - i] or turn == i exclusion": test peterson --mutants
//!   else nobody notices that the waiting is forgotten
//! ```

use reductio::Exit;
use reductio::diagnostics::Diagnostic;

use super::super::answer::{Attempt, Grade, answer_words};
use super::super::commands;
use super::super::output::{CellAnswer, Output};
use super::super::session::Session;

use crate::stop::Cause;

/// What stands in a command for the text after `answer`.
const ANSWER: &str = "{answer}";

/// The check of the answer to one exercise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Check {
    /// The number of the exercise.
    pub(super) number: u32,
    expectations: Vec<Expectation>,
}

/// Something that is expected of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Expectation {
    wanted: Wanted,
    /// The command that shows it; none for words.
    command: String,
    /// What to say if it is not so.
    otherwise: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Wanted {
    /// The command ends like this.
    Ends(Exit),
    /// The answer of the command has this text, whatever the spaces.
    Says(String),
    /// The answer of the command has not.
    Lacks(String),
    /// The command `answer` has given these words, in any order.
    Answers(Vec<String>),
}

impl Check {
    /// Reads a check.
    ///
    /// # Errors
    /// E0802: the first line has no number, a line is no expectation, or there is none.
    pub(super) fn parse(text: &str) -> Result<Self, Box<Diagnostic>> {
        let lines = text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with("--"));
        let mut lines = lines;
        let header = lines.next().unwrap_or_default();
        let number = header.strip_prefix("exercise").and_then(|rest| rest.trim().parse().ok());
        let number = number.ok_or_else(|| {
            refused(header, "the check of an answer begins with `exercise` and a number")
        })?;
        let mut expectations: Vec<Expectation> = Vec::new();
        for line in lines {
            match (line.strip_prefix("else "), expectations.last_mut()) {
                (Some(words), Some(last)) if last.otherwise.is_none() => {
                    last.otherwise = Some(words.trim().to_owned());
                }
                (Some(_), _) => {
                    return Err(refused(line, "`else` stands once, after an expectation"));
                }
                (None, _) => expectations.push(Expectation::parse(line)?),
            }
        }
        if expectations.is_empty() {
            return Err(refused(header, "nothing is expected of the answer"));
        }
        Ok(Check { number, expectations })
    }

    /// The grade of an answer in a session, by the first expectation that is not met, with the answer of its command.
    pub(super) fn judge(&self, session: &Session, attempt: &Attempt) -> (Grade, Vec<Output>) {
        for expectation in &self.expectations {
            let (grade, evidence) = expectation.judge(session, attempt);
            if grade != Grade::Right {
                return (grade, evidence);
            }
        }
        (Grade::Right, Vec::new())
    }
}

impl Expectation {
    fn parse(line: &str) -> Result<Self, Box<Diagnostic>> {
        let (word, rest) = line.split_at(line.find([' ', ':']).unwrap_or(line.len()));
        let command = |rest: &str| match rest.trim_start().strip_prefix(':').map(str::trim) {
            Some(command) if !command.is_empty() => Ok(command.to_owned()),
            _ => Err(refused(line, "a colon and a command are expected")),
        };
        let quoted = || {
            let rest = rest.trim_start().strip_prefix('"');
            let found = rest.and_then(|rest| rest.split_once('"'));
            let (text, rest) =
                found.ok_or_else(|| refused(line, "a text in quotation marks is expected"))?;
            Ok::<_, Box<Diagnostic>>((spaced(text), command(rest)?))
        };
        let ends = |exit| Ok::<_, Box<Diagnostic>>((Wanted::Ends(exit), command(rest)?));
        let (wanted, command) = match word {
            "holds" => ends(Exit::Holds)?,
            "fails" => ends(Exit::Fails)?,
            "undecided" => ends(Exit::Declined)?,
            "says" => quoted().map(|(text, command)| (Wanted::Says(text), command))?,
            "lacks" => quoted().map(|(text, command)| (Wanted::Lacks(text), command))?,
            "answers" => (Wanted::Answers(answer_words(&command(rest)?)), String::new()),
            _ => return Err(refused(line, "this is no expectation")),
        };
        Ok(Expectation { wanted, command, otherwise: None })
    }

    fn judge(&self, session: &Session, attempt: &Attempt) -> (Grade, Vec<Output>) {
        if let Wanted::Answers(wanted) = &self.wanted {
            let all = |some: &[String], of: &[String]| some.iter().all(|word| of.contains(word));
            let grade = match &attempt.words[..] {
                [] => Grade::Open,
                words if all(words, wanted) && all(wanted, words) => Grade::Right,
                words => self.wrong(&format!("the answer is not {}", words.join(", "))),
            };
            return (grade, Vec::new());
        }
        let command = self.command.replace(ANSWER, &attempt.said);
        if self.command.contains(ANSWER) && attempt.said.is_empty() {
            return (Grade::Open, Vec::new());
        }
        let CellAnswer { outputs, exit } = commands::run(session, &command);
        if let Some(cause) = session.stop().cause() {
            return (Grade::Undecided(ended_early(cause)), Vec::new());
        }
        let error = outputs.iter().find_map(|output| output.error.as_ref());
        if let (Exit::BadInput, Some((_, message))) = (exit, error) {
            return (Grade::Wrong(format!("`{command}` is refused: {message}")), outputs);
        }
        let said: String = outputs.iter().map(|output| spaced(&output.text) + " ").collect();
        let grade = match &self.wanted {
            Wanted::Ends(wanted) if exit == *wanted => Grade::Right,
            Wanted::Ends(_) if exit == Exit::Declined => {
                Grade::Undecided(format!("`{command}` comes to no end within its limits"))
            }
            Wanted::Ends(wanted) => {
                let word = |exit| match exit {
                    Exit::Holds => "holds",
                    Exit::Fails => "fails",
                    _ => "is undecided",
                };
                self.wrong(&format!("`{command}` {}, and not: {}", word(exit), word(*wanted)))
            }
            Wanted::Says(text) if said.contains(text.as_str()) => Grade::Right,
            Wanted::Says(text) => self.wrong(&format!("`{command}` does not say `{text}`")),
            Wanted::Lacks(text) if !said.contains(text.as_str()) => Grade::Right,
            Wanted::Lacks(text) => self.wrong(&format!("`{command}` says `{text}`")),
            Wanted::Answers(_) => Grade::Right,
        };
        let evidence = if grade == Grade::Right { Vec::new() } else { outputs };
        (grade, evidence)
    }

    /// The grade of a wrong answer, with the words of the check if it has some.
    fn wrong(&self, standard: &str) -> Grade {
        Grade::Wrong(self.otherwise.clone().unwrap_or_else(|| standard.to_owned()))
    }
}

fn ended_early(cause: Cause) -> String {
    format!("the check was ended early: {}", cause.word())
}

/// A text with single spaces.
fn spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn refused(line: &str, why: &str) -> Box<Diagnostic> {
    let fault = Diagnostic::error("E0802", format!("`{line}`: {why}"));
    let help = "expectations are `holds: COMMAND`, `fails: COMMAND`, `undecided: COMMAND`, `says \"TEXT\": COMMAND`, \
                `lacks \"TEXT\": COMMAND` and `answers: WORDS`, each with a line `else REASON` after it or without";
    Box::new(fault.help(help))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_check_is_refused() {
        for (text, why) in [
            ("exercise", "and a number"),
            ("exercise one\nholds: prove 24", "and a number"),
            ("exercise 1", "nothing is expected"),
            ("exercise 1\n-- holds: prove 24", "nothing is expected"),
            ("exercise 1\nelse no", "after an expectation"),
            ("exercise 1\nholds: prove 24\nelse no\nelse never", "after an expectation"),
            ("exercise 1\nholds prove 24", "a colon and a command"),
            ("exercise 1\nholds:", "a colon and a command"),
            ("exercise 1\nsays x: prove 24", "in quotation marks"),
            ("exercise 1\nsays \"x\" prove 24", "a colon and a command"),
            ("exercise 1\nprove 24", "no expectation"),
        ] {
            let fault = Check::parse(text).unwrap_err();
            assert!(fault.message.contains(why), "{text}: {}", fault.message);
            assert_eq!(fault.code, "E0802");
        }
    }
}
