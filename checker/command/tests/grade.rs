//! Exercises of notebooks: stored solutions are right, wrong answers are wrong and why, and empty cells are no answers.

use std::fmt::Write as _;
use std::path::Path;

use crate::common::Folder;
use reductio::Exit;
use reductio_command::notebook::{
    Answers, Grade, GradedNotebook, Mark, Notebook, Session, grade, read_notebook,
};
use reductio_command::stop::Stop;

fn notebook(name: &str) -> Notebook {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../notebooks");
    read_notebook(&folder.join(name)).unwrap()
}

fn graded(notebook: &Notebook, answers: Answers<'_>) -> GradedNotebook {
    grade(notebook, answers, &Stop::default())
}

/// The number of exercises of each notebook.
const EXERCISES: [(&str, u32); 11] = [
    ("01-relations.md", 4),
    ("02-proving.md", 3),
    ("03-reduction-theorem.md", 3),
    ("04-device-driver.md", 3),
    ("05-predicates.md", 3),
    ("06-your-own-theorem.md", 4),
    ("07-searches.md", 5),
    ("08-for-ever.md", 2),
    ("09-races.md", 2),
    ("10-heap.md", 4),
    ("11-any-number.md", 3),
];

#[test]
fn every_stored_solution_is_right_and_every_empty_cell_no_answer() {
    for (name, count) in EXERCISES {
        let notebook = notebook(name);
        for (answers, wanted) in [(Answers::Own, Grade::Open), (Answers::Solutions, Grade::Right)] {
            let graded = graded(&notebook, answers);
            assert_eq!(graded.faults, [""; 0], "{name}");
            let found: Vec<_> = graded.exercises.iter().map(|e| (e.number, &e.grade)).collect();
            let all: Vec<_> = (1..=count).map(|number| (number, &wanted)).collect();
            assert_eq!(found, all, "{name}");
        }
        // Each exercise is numbered in the prose, too.
        let text = notebook.to_text();
        for number in 1..=count {
            assert!(text.contains(&format!("\n**{number}.** ")), "{name}: {number}");
        }
    }
}

/// A notebook of answers: cells of one exercise.
fn answers(number: u32, cells: &[&str]) -> Notebook {
    let mut text = String::new();
    for cell in cells {
        let _ = write!(text, "```{{code-cell}}\n-- Exercise {number}\n{cell}\n```\n\n");
    }
    Notebook::parse(&text).unwrap()
}

/// The solutions of an exercise, with a part of their text changed.
fn changed(name: &str, number: u32, old: &str, new: &str) -> Notebook {
    let notebook = notebook(name);
    let own = notebook.cells().map(|cell| cell.source.as_str());
    let own: Vec<&str> =
        own.filter(|source| Mark::of(source) == Some(Mark::Solution(number))).collect();
    let text = own.join("\u{1}");
    assert!(text.contains(old), "{name}: {old}");
    let text = text.replace(old, new);
    let cells: Vec<&str> = text.split('\u{1}').collect();
    answers(number, &cells)
}

/// Cells that are no right answers: the notebook, the exercise, the cell, and a part of what is said.
const WRONG_CELLS: [(&str, u32, &str, &str); 9] = [
    ("01-relations.md", 1, "answer (0,0)", "two kicks lead elsewhere"),
    ("01-relations.md", 2, "answer 1 2 3", "one that you name is false"),
    ("01-relations.md", 3, "answer idle coin* !ok", "has other runs"),
    ("01-relations.md", 3, "answer idle coin* !", "is refused"),
    ("02-proving.md", 3, "answer no", "go round the loop"),
    ("03-reduction-theorem.md", 3, "answer 13, 14", "speaks of two processes"),
    ("05-predicates.md", 1, "system peterson\nthread t { x := 1 }", "the cell is refused: "),
    ("05-predicates.md", 1, "system other\nthread t { skip }", "there is no system `peterson`"),
    ("05-predicates.md", 3, "answer exclusion", "takes nothing from the other"),
];

/// Solutions with something changed: the notebook, the exercise, what is there, what is put there, and a part of what
/// is said.
const WRONG_SOLUTIONS: [(&str, u32, &str, &str, &str); 15] = [
    (
        "01-relations.md",
        4,
        "ok   = {0, 1, 2}",
        "ok = {0, 1, 2, 3}",
        "nothing breaks without a kick",
    ),
    (
        "02-proving.md",
        1,
        "{y (x + 1) <= (x + 1) y (below); (2)}",
        "{(regular algebra)}",
        "not proved yet",
    ),
    (
        "04-device-driver.md",
        1,
        "I, K, W, C, Z, G",
        "I, K, W, C, S, Z, G",
        "refused for another reason",
    ),
    ("05-predicates.md", 1, "turn := 1 - i", "turn := i", "a rule of the discipline is broken"),
    ("05-predicates.md", 2, ", S, C, G, P", ", P", "a rule of the discipline is broken"),
    ("06-your-own-theorem.md", 1, "e* a b", "a b e*", "(no switch) says something else"),
    ("07-searches.md", 5, "N = 3", "N = 2", "not three threads"),
    (
        "08-for-ever.md",
        2,
        "    W: turn := 1 - i\n    flag[i] := true",
        "    flag[i] := true\n    W: turn := 1 - i",
        "nothing goes wrong",
    ),
    ("09-races.md", 2, "vr(done)", "r(done)", "there still is a race"),
    (
        "10-heap.md",
        1,
        "w.cell := c",
        "if i == 0 { f := c } else { f := f }",
        "the cell is refused: ",
    ),
    ("10-heap.md", 2, "program given", "program gifted", "there is no program `given`"),
    (
        "10-heap.md",
        4,
        "  synchronized a {\n    synchronized b {\n      b.sum",
        "  synchronized b {\n    synchronized a {\n      b.sum",
        "take the locks in one order",
    ),
    ("11-any-number.md", 1, "notifyAll", "notify", "does not hold for every number"),
    ("11-any-number.md", 2, "notify m", "notifyAll m", "nobody is stuck"),
    (
        "11-any-number.md",
        3,
        "while writing or reading > 0",
        "if writing or reading > 0",
        "for all numbers",
    ),
];

#[test]
fn a_wrong_answer_is_told_what_is_wrong() {
    let cells = WRONG_CELLS
        .iter()
        .map(|(name, number, cell, why)| (*name, *number, answers(*number, &[*cell]), *why));
    let solutions = WRONG_SOLUTIONS.iter().map(|(name, number, old, new, why)| {
        (*name, *number, changed(name, *number, old, new), *why)
    });
    for (name, number, given, why) in cells.chain(solutions) {
        let graded = graded(&notebook(name), Answers::Of(&given));
        assert_eq!(graded.faults, [""; 0], "{name}");
        for exercise in &graded.exercises {
            if exercise.number == number {
                let said = exercise.grade.in_words();
                assert!(said.starts_with("wrong, because "), "{name}, {number}: {said}");
                assert!(said.contains(why), "{name}, {number}: {said}");
            } else {
                assert_eq!(exercise.grade, Grade::Open, "{name}, {}", exercise.number);
            }
        }
        assert_eq!(graded.exit(), Exit::Fails, "{name}");
    }
}

const CHECK: &str = "exercise 1\nholds: eval x x = x\n  else x x is not x";

#[test]
fn a_session_grades_as_it_goes() {
    let mut session = Session::new();
    let said = |session: &mut Session, cell: &str| {
        let answer = session.run(cell);
        (answer.outputs[0].text.clone(), answer.exit)
    };
    let open = ("exercise 1: not answered yet\n".to_owned(), Exit::Holds);
    assert_eq!(said(&mut session, CHECK), open);
    assert!(session.run("-- Exercise 1: write it here\n-- or here").outputs.is_empty());
    assert_eq!(said(&mut session, CHECK), open);
    // What was there before is no answer.
    assert!(session.run("states 2\nx = {(0,0)}").is_accepted());
    assert_eq!(said(&mut session, CHECK), open);
    assert!(session.run("-- Exercise 1\nstates 2\nx = {(0,1)}").is_accepted());
    let wrong = ("exercise 1: wrong, because x x is not x\n".to_owned(), Exit::Fails);
    assert_eq!(said(&mut session, CHECK), wrong);
    // The answer of the command shows it.
    assert!(session.run(CHECK).outputs[1].text.contains("fails in this model"));
    assert!(session.run("-- Exercise 1\nstates 2\nx = {(0,0)}").is_accepted());
    assert_eq!(said(&mut session, CHECK), ("exercise 1: right\n".to_owned(), Exit::Holds));
    // A cell that is refused is no right answer, although the one before was.
    assert_eq!(session.run("-- Exercise 1\nstates 2\nx = {(0,7)}").exit, Exit::BadInput);
    let (text, exit) = said(&mut session, CHECK);
    assert!(text.starts_with("exercise 1: wrong, because the cell is refused: "), "{text}");
    assert_eq!(exit, Exit::Fails);
    assert!(session.run("-- Exercise 1\nstates 2\nx = {(1,1)}").is_accepted());
    assert_eq!(said(&mut session, CHECK).0, "exercise 1: right\n");
    // Words have a place.
    assert_eq!(session.run("answer 3").exit, Exit::BadInput);
    assert!(session.run("-- Exercise 2\nanswer 3").is_accepted());
    assert!(session.run("exercise 2\nanswers: 3").is_accepted());
    // A solution is no answer.
    assert!(session.run("-- Solution 3\nanswer 3").is_accepted());
    assert_eq!(said(&mut session, "exercise 3\nanswers: 3").0, "exercise 3: not answered yet\n");
}

#[test]
fn what_is_not_decided_is_neither_right_nor_wrong() {
    let mut session = Session::new();
    let system = "-- Exercise 1\nsystem many\nvar a : 0 .. 9\nthread t { loop { a := any } }";
    assert!(session.run(system).is_accepted());
    let answer = session.run("exercise 1\nholds: check many --max-states 2\n  else no");
    assert_eq!(answer.exit, Exit::Declined, "{answer:?}");
    assert!(answer.outputs[0].text.contains("undecided, because `check many"), "{answer:?}");
    let stop = Stop::default();
    stop.raise();
    let mut stopped = session.stopped_by(stop);
    let answer = stopped.run("exercise 1\nholds: check many");
    assert_eq!(answer.exit, Exit::Declined, "{answer:?}");
}

#[test]
fn exit_codes_and_faults() {
    let cell = |text: &str| format!("```{{code-cell}} reductio\n{text}\n```\n\n");
    let open = cell("-- Exercise 1") + &cell("exercise 1\nanswers: 7");
    let right = open.replace("-- Exercise 1", "-- Exercise 1\nanswer 7");
    let folder = Folder::new()
        .with("open.md", &open)
        .with("right.md", &right)
        .with("wrong.md", right.replace("answer 7", "answer 8"))
        .with("unchecked.md", cell("-- Exercise 1"))
        .with("nonsense.md", cell("-- Exercise 1") + &cell("exercise 1\nhold: prove 24"))
        .with("other.md", cell("-- Exercise 4\nanswer 1"))
        .with("none.md", "# Nothing here\n")
        .with("broken.md", "```{code-cell}\n");
    for (arguments, code, said) in [
        ("right.md", 0, "right.md:7: exercise 1: right\nright.md: 1 right\n"),
        ("wrong.md", 1, "exercise 1: wrong, because the answer is not 8\n"),
        ("open.md", 2, "open.md:6: exercise 1: not answered yet\nopen.md: 1 not answered yet\n"),
        ("open.md --answers right.md", 0, "open.md:6: exercise 1: right\n"),
        ("right.md --answers wrong.md", 1, "exercise 1: wrong"),
        ("right.md --answers open.md", 2, "exercise 1: not answered yet"),
        ("right.md wrong.md open.md", 1, "open.md: 1 not answered yet"),
        ("open.md --answers other.md", 3, "an answer to exercise 4, and no such exercise"),
        ("open.md --solutions", 2, "not answered yet"),
        ("unchecked.md", 3, "no cell checks the answer to exercise 1"),
        ("nonsense.md", 3, "`hold: prove 24`: this is no expectation"),
        ("none.md", 3, "there is no exercise"),
    ] {
        let answer = folder.run(&format!("notebook grade {arguments}"));
        assert_eq!(answer.code, code, "{arguments}: {answer:?}");
        assert!(answer.out.contains(said), "{arguments}: {answer:?}");
    }
    for (arguments, error) in [
        ("missing.md", "E0001"),
        ("right.md --answers missing.md", "E0001"),
        ("broken.md", "E0803"),
        ("right.md --answers broken.md", "E0803"),
    ] {
        let answer = folder.run(&format!("notebook grade {arguments}"));
        assert_eq!((answer.code, answer.codes()), (3, vec![error]), "{arguments}: {answer:?}");
    }
    assert_eq!(folder.run("notebook grade right.md --solutions --answers open.md").code, 3);
}
