//! Grades the exercises of a notebook: its own answers, those of another notebook, or its solutions.

use std::collections::{BTreeMap, BTreeSet};

use reductio::Exit;

use super::super::answer::{Grade, Mark};
use super::super::content::Content;
use super::super::format::{Cell, Notebook};
use super::super::output::{CellAnswer, Output};
use super::super::session::Session;
use super::Check;
use crate::stop::Stop;

/// The answers that are graded.
#[derive(Clone, Copy, Debug)]
pub enum Answers<'a> {
    /// The answers in the notebook itself.
    Own,
    /// The answers in another notebook, in place of the notebook's own; nothing else of it is run.
    Of(&'a Notebook),
    /// The solutions in the notebook.
    Solutions,
}

/// An exercise with the grade of its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GradedExercise {
    /// The number of the exercise.
    pub number: u32,
    /// The line of the notebook on which the check of the answer begins.
    pub line: usize,
    /// The grade.
    pub grade: Grade,
    /// The reasons for a grade that is not right: the errors of the answer's cells, and what the check has asked for.
    pub evidence: Vec<Output>,
}

/// A notebook with the grades of its exercises.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GradedNotebook {
    /// The exercises that have a check, in its order.
    pub exercises: Vec<GradedExercise>,
    /// The faults of the notebook, or of the other one with the answers, as sentences.
    pub faults: Vec<String>,
}

impl GradedNotebook {
    /// The exit code: that of the worst grade, where what is not answered yet counts as undecided.
    pub fn exit(&self) -> Exit {
        let faults = if self.faults.is_empty() { Exit::Holds } else { Exit::BadInput };
        let of = |exercise: &GradedExercise| match exercise.grade {
            Grade::Right => Exit::Holds,
            Grade::Wrong(_) => Exit::Fails,
            Grade::Undecided(_) | Grade::Open => Exit::Declined,
        };
        self.exercises.iter().map(of).fold(faults, Exit::worst)
    }
}

/// Runs a notebook without its solutions, and grades its exercises. When `stop` is raised, what is left is not known.
///
/// ```
/// use reductio_command::notebook::{Answers, Grade, Notebook, grade};
/// use reductio_command::stop::Stop;
/// let text = "```{code-cell}\n-- Exercise 1: a law\ndecide \"x** = x*\"\nanswer yes\n```\n\n\
///             ```{code-cell}\nexercise 1\nanswers: no\n  else it holds for no relation\n```\n";
/// let graded = grade(&Notebook::parse(text).unwrap(), Answers::Own, &Stop::default());
/// assert_eq!(graded.exercises[0].grade.in_words(), "wrong, because it holds for no relation");
/// assert_eq!(graded.exit().code(), 1);
/// ```
pub fn grade(notebook: &Notebook, answers: Answers<'_>, stop: &Stop) -> GradedNotebook {
    let mut session = Session::new().stopped_by(stop.clone());
    let mut out = GradedNotebook::default();
    let given: BTreeMap<u32, Vec<&Cell>> = match answers {
        Answers::Own => marked(notebook, |mark| matches!(mark, Mark::Answer(_))),
        Answers::Of(other) => marked(other, |mark| matches!(mark, Mark::Answer(_))),
        Answers::Solutions => marked(notebook, |mark| matches!(mark, Mark::Solution(_))),
    };
    let mut told: BTreeMap<u32, Vec<Output>> = BTreeMap::new();
    let mut places = BTreeSet::new();
    for cell in notebook.cells() {
        match Mark::of(&cell.source) {
            Some(Mark::Solution(_)) => {}
            Some(Mark::Answer(number)) => {
                // Where the first answer stands, all of them are run.
                if places.insert(number) {
                    for answer in given.get(&number).into_iter().flatten() {
                        let answer = session.attempt(number, &answer.source);
                        told.entry(number).or_default().extend(errors(answer));
                    }
                }
            }
            // Commands define nothing that a later cell could use.
            None if Content::of(&cell.source) == Content::Commands => {}
            None => {
                let answer = session.run(&cell.source);
                if Content::of(&cell.source) == Content::Exercise {
                    check(&mut out, &session, cell, answer, &mut told);
                }
            }
        }
    }
    let known: BTreeSet<u32> = out.exercises.iter().map(|exercise| exercise.number).collect();
    out.faults.extend(places.difference(&known).map(|number| {
        format!("no cell checks the answer to exercise {number}: `exercise {number}` begins one")
    }));
    let unknown = given.keys().filter(|number| !places.contains(number));
    out.faults.extend(unknown.map(|number| match answers {
        Answers::Solutions => format!("solution {number} is one of no exercise"),
        _ => format!("there is an answer to exercise {number}, and no such exercise"),
    }));
    if out.exercises.is_empty() && out.faults.is_empty() {
        out.faults.push(
            "there is no exercise: a cell that begins with `exercise 1` checks an answer"
                .to_owned(),
        );
    }
    out
}

/// Adds the grade that a check has given.
fn check(
    out: &mut GradedNotebook,
    session: &Session,
    cell: &Cell,
    answer: CellAnswer,
    told: &mut BTreeMap<u32, Vec<Output>>,
) {
    let number = match Check::parse(&cell.source) {
        Ok(check) => check.number,
        Err(fault) => return out.faults.push(format!("line {}: {}", cell.line, fault.message)),
    };
    let Some(grade) = session.grade(number) else { return };
    let mut evidence = told.remove(&number).unwrap_or_default();
    // The first output says the grade.
    evidence.extend(answer.outputs.into_iter().skip(1));
    if matches!(grade, Grade::Right | Grade::Open) {
        evidence.clear();
    }
    out.exercises.push(GradedExercise { number, line: cell.line, grade: grade.clone(), evidence });
}

/// The errors of a cell that is not accepted.
fn errors(answer: CellAnswer) -> Vec<Output> {
    if answer.is_accepted() {
        return Vec::new();
    }
    answer.outputs.into_iter().filter(|output| output.is_diagnostic).collect()
}

/// The cells with a mark of a kind, by the number of the exercise.
fn marked(notebook: &Notebook, is_it: impl Fn(Mark) -> bool) -> BTreeMap<u32, Vec<&Cell>> {
    let mut found: BTreeMap<u32, Vec<&Cell>> = BTreeMap::new();
    for cell in notebook.cells() {
        if let Some(mark) = Mark::of(&cell.source).filter(|mark| is_it(*mark)) {
            let (Mark::Answer(number) | Mark::Solution(number)) = mark;
            found.entry(number).or_default().push(cell);
        }
    }
    found
}
