//! The verb `notebook`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use reductio::Exit;
use reductio::diagnostics::Diagnostic;

use super::{Said, ended_early, tell};
use crate::cli::{NotebookArgs, NotebookVerb};
use crate::monitor::Monitor;
use crate::notebook::{
    Answers, Grade, GradedNotebook, NotebookFile, grade, html_page, read_notebook,
};
use crate::page_file;
use crate::terminal;

/// Answers `reductio notebook`.
pub(super) fn notebook(args: &NotebookArgs, monitor: &Monitor) -> Said {
    // A page rather than a report.
    let is_page = matches!(args.verb, NotebookVerb::Html { output: None, .. });
    let (exit, text) = match &args.verb {
        NotebookVerb::Check { files } => {
            each(files, monitor, |notebook| (notebook.exit(), notebook.report(false)))
        }
        NotebookVerb::Bless { files } => each(files, monitor, |notebook| {
            if let Err(error) = notebook.bless() {
                tell(&[cannot_write(&notebook.path, &error)]);
                return (Exit::BadInput, String::new());
            }
            (notebook.exit_when_blessed(), notebook.report(true))
        }),
        NotebookVerb::Grade { files, answers, solutions } => {
            graded(files, answers.as_deref(), *solutions, monitor)
        }
        NotebookVerb::Html { file, output } => {
            each(std::slice::from_ref(file), monitor, |notebook| {
                let text = html_page(&notebook.ran);
                let Some(path) = output else { return (Exit::Holds, text) };
                match page_file::write(path, &text) {
                    Ok(()) => (Exit::Holds, format!("{}\n", path.display())),
                    Err(fault) => {
                        tell(&[*fault]);
                        (Exit::BadInput, String::new())
                    }
                }
            })
        }
    };
    Said::either(text, exit, !is_page)
}

fn each(
    files: &[PathBuf],
    monitor: &Monitor,
    work: impl Fn(&NotebookFile) -> (Exit, String),
) -> (Exit, String) {
    let (mut exit, mut text) = (Exit::Holds, String::new());
    for path in files {
        let (one, said) = match NotebookFile::run(path, &monitor.stop) {
            // Half a notebook is neither compared nor stored.
            Ok(_) if monitor.stop.cause().is_some() => {
                tell(&[ended_early(monitor)]);
                (Exit::Declined, String::new())
            }
            Ok(notebook) => {
                terminal::tell(&notebook.diagnostics());
                work(&notebook)
            }
            Err(fault) => {
                tell(&[*fault]);
                (Exit::BadInput, String::new())
            }
        };
        exit = exit.worst(one);
        text += &said;
    }
    (exit, text)
}

/// Grades the exercises of notebooks.
fn graded(
    files: &[PathBuf],
    answers: Option<&Path>,
    solutions: bool,
    monitor: &Monitor,
) -> (Exit, String) {
    let given = match answers.map(read_notebook).transpose() {
        Ok(given) => given,
        Err(fault) => {
            tell(&[*fault]);
            return (Exit::BadInput, String::new());
        }
    };
    let answers = match &given {
        Some(given) => Answers::Of(given),
        None if solutions => Answers::Solutions,
        None => Answers::Own,
    };
    let (mut exit, mut text) = (Exit::Holds, String::new());
    for path in files {
        match read_notebook(path) {
            Ok(notebook) => {
                let graded = grade(&notebook, answers, &monitor.stop);
                exit = exit.worst(graded.exit());
                text += &report(path, &graded);
            }
            Err(fault) => {
                tell(&[*fault]);
                exit = Exit::BadInput;
            }
        }
        if monitor.stop.cause().is_some() {
            tell(&[ended_early(monitor)]);
            exit = exit.worst(Exit::Declined);
            break;
        }
    }
    (exit, text)
}

/// The grades of a notebook, each with what explains it, and how many there are of each sort.
fn report(path: &Path, graded: &GradedNotebook) -> String {
    let name = path.display();
    let mut out = String::new();
    for exercise in &graded.exercises {
        let said = exercise.grade.in_words();
        let _ = writeln!(out, "{name}:{}: exercise {}: {said}", exercise.line, exercise.number);
        for output in &exercise.evidence {
            out.push('\n');
            for line in output.text.trim_end().lines() {
                let _ = writeln!(out, "{}", format!("    {line}").trim_end());
            }
        }
        if !exercise.evidence.is_empty() {
            out.push('\n');
        }
    }
    for fault in &graded.faults {
        let _ = writeln!(out, "{name}: {fault}");
    }
    let count = |is_it: fn(&Grade) -> bool| {
        graded.exercises.iter().filter(|exercise| is_it(&exercise.grade)).count()
    };
    let counts = [
        (count(|grade| *grade == Grade::Right), "right"),
        (count(|grade| matches!(grade, Grade::Wrong(_))), "wrong"),
        (count(|grade| matches!(grade, Grade::Undecided(_))), "undecided"),
        (count(|grade| *grade == Grade::Open), "not answered yet"),
    ];
    let some = counts.iter().filter(|(count, _)| *count > 0);
    let words: Vec<String> = some.map(|(count, word)| format!("{count} {word}")).collect();
    if !words.is_empty() {
        let _ = writeln!(out, "{name}: {}", words.join(", "));
    }
    out
}

fn cannot_write(path: &Path, error: &std::io::Error) -> Diagnostic {
    Diagnostic::error("E0012", format!("cannot write to `{}`: {error}", path.display()))
}
