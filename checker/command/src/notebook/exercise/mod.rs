//! Exercises: the cells in which answers are written, the cells that check them, and solutions.
//!
//! A cell belongs to an exercise by its text, since a live kernel is told nothing else. A cell whose first line is the
//! comment `-- Exercise 2` holds an answer to exercise 2, and is empty as long as comments are all that it has. A cell
//! whose first line is the comment `-- Solution 2` holds a solution. A cell that begins with `exercise 2` checks the
//! answer ([`Check`]): it has the grade `Grade::Open` until there is one.

mod check;
mod grade;

use reductio::Exit;

use super::answer::{Grade, answer_words, answered};
use super::content::Content;
use super::output::{CellAnswer, Output};
use super::session::Session;

pub(super) use check::Check;
pub use grade::{Answers, GradedExercise, GradedNotebook, grade};

impl Session {
    /// Runs a cell as an answer to an exercise.
    pub(super) fn attempt(&mut self, number: u32, text: &str) -> CellAnswer {
        let answer = self.run_content(text);
        let lines = text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with("--"));
        let lines: Vec<&str> = lines.collect();
        if lines.is_empty() {
            return answer;
        }
        let attempt = self.attempts.entry(number).or_default();
        let content = Content::of(text);
        let error = answer.outputs.iter().find_map(|output| output.error.as_ref());
        let refused = error.filter(|_| answer.exit == Exit::BadInput);
        attempt.refused.insert(content, refused.map(|(_, message)| message.clone()));
        let said: Vec<&str> = lines.iter().filter_map(|line| answered(line)).collect();
        // Another cell of commands does not take the words back.
        if content == Content::Commands && !said.is_empty() {
            attempt.words = said.iter().flat_map(|line| answer_words(line)).collect();
            attempt.said = said.last().map_or_else(String::new, |line| (*line).to_owned());
        }
        answer
    }

    /// Checks the answer to an exercise.
    pub(super) fn exercise(&mut self, text: &str) -> CellAnswer {
        let check = match Check::parse(text) {
            Ok(check) => check,
            Err(fault) => return CellAnswer::refused(&[*fault]),
        };
        let (grade, evidence) = match self.attempts.get(&check.number) {
            None => (Grade::Open, Vec::new()),
            Some(attempt) => match attempt.refused.values().flatten().next() {
                Some(why) => (Grade::Wrong(format!("the cell is refused: {why}")), Vec::new()),
                None => check.judge(self, attempt),
            },
        };
        let exit = match grade {
            Grade::Right | Grade::Open => Exit::Holds,
            Grade::Wrong(_) => Exit::Fails,
            Grade::Undecided(_) => Exit::Declined,
        };
        let said = format!("exercise {}: {}", check.number, grade.in_words());
        self.grades.insert(check.number, grade);
        CellAnswer { outputs: [vec![Output::text(&said)], evidence].concat(), exit }
    }
}
