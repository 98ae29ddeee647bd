//! The notebooks run, with the outputs that they show; faults of notebooks are noticed.

use std::path::{Path, PathBuf};

use crate::common::Folder;
use reductio::Exit;
use reductio_command::notebook::{CellFault, Notebook, NotebookFile, Session, execute, html_page};
use reductio_command::stop::Stop;

fn notebooks() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../notebooks");
    let mut all: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    all.retain(|path| {
        let name = path.file_name().unwrap().to_string_lossy();
        name.starts_with(|c: char| c.is_ascii_digit()) && name.ends_with(".md")
    });
    all.sort();
    assert_eq!(all.len(), 11, "{all:?}");
    all
}

#[test]
fn every_notebook_answers_what_it_shows() {
    for path in notebooks() {
        let file = NotebookFile::run(&path, &Stop::default()).unwrap();
        assert_eq!(file.exit(), Exit::Holds, "{}{}", file.report(false), file.diagnostics());
        // Each shows something refused, something drawn or laid out, and has solutions to fold out.
        let cells = &file.ran.cells;
        assert!(cells.len() >= 10, "{}", path.display());
        assert!(cells.iter().any(|cell| cell.cell.has_tag("hide-cell")), "{}", path.display());
        let rich = cells.iter().flat_map(|cell| &cell.answer.outputs).filter(|o| o.rich.is_some());
        assert!(rich.count() >= 5, "{}", path.display());
    }
}

#[test]
fn a_notebook_is_read_and_written_unchanged() {
    for path in notebooks() {
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(Notebook::parse(&text).unwrap().to_text(), text, "{}", path.display());
    }
}

/// The faults of a notebook, cell by cell.
fn faults(text: &str) -> (Vec<Vec<CellFault>>, Exit) {
    let ran = execute(&Notebook::parse(text).unwrap(), "small", &Stop::default());
    (ran.cells.iter().map(reductio_command::notebook::CellRun::faults).collect(), ran.exit())
}

/// A notebook with the outputs of a run.
fn blessed(text: &str) -> String {
    execute(&Notebook::parse(text).unwrap(), "small", &Stop::default()).notebook.to_text()
}

const LAW: &str = "```{code-cell} reductio\ndecide \"x** = x*\"\n```\n";

const NO_LAW: &str =
    "```{code-cell} reductio\n:tags: [raises-exception]\n\ndecide \"x y = y x\"\n```\n";

#[test]
fn a_different_output_is_caught() {
    let good = blessed(LAW);
    assert_eq!(faults(&good), (vec![vec![]], Exit::Holds));
    let bad = good.replace("  holds (", "  fails (");
    assert_ne!(good, bad);
    let (found, exit) = faults(&bad);
    let [CellFault::Differs(diff)] = &found[0][..] else { panic!("{found:?}") };
    assert!(diff.contains("-   fails (") && diff.contains("+   holds ("), "{diff}");
    assert_eq!(exit, Exit::Fails);
}

#[test]
fn an_unmarked_error_is_caught_although_it_is_stored() {
    let good = blessed(NO_LAW);
    assert_eq!(faults(&good), (vec![vec![]], Exit::Holds));
    let bad = good.replace(":tags: [raises-exception]\n\n", "");
    assert_ne!(good, bad);
    assert_eq!(faults(&bad), (vec![vec![CellFault::Refused(Exit::Fails)]], Exit::Fails));
}

#[test]
fn a_refusal_that_is_accepted_is_caught_although_it_is_stored() {
    let bad =
        blessed(LAW).replace("reductio\ndecide", "reductio\n:tags: [raises-exception]\n\ndecide");
    assert_eq!(faults(&bad), (vec![vec![CellFault::Accepted]], Exit::Fails));
}

#[test]
fn the_command_checks_and_blesses() {
    let small = format!("{LAW}\n```{{code-cell}} reductio\nstates 2\nx = {{(0,1)}}\n```\n");
    let folder = Folder::new()
        .with("small.md", &small)
        .with("bad.md", blessed(LAW).replace("holds", "hold"));
    let answer = folder.run("notebook check small.md");
    assert_eq!(answer.code, 1, "{answer:?}");
    assert!(answer.out.contains("small.md:2: the output is not as stored"), "{answer:?}");
    assert_eq!(folder.run("notebook bless small.md").code, 0);
    let answer = folder.run("notebook check small.md");
    assert_eq!(
        (answer.code, answer.out.as_str()),
        (0, "small.md: 2 cells, 1 pictures: as stored\n")
    );
    assert_eq!(folder.run("notebook check small.md bad.md").code, 1);
    // A picture that was changed, or belongs to no cell, is noticed, and mended.
    let pictures = folder.path().join("pictures");
    std::fs::write(pictures.join("small-1.svg"), "<svg/>").unwrap();
    std::fs::write(pictures.join("small-2.svg"), "<svg/>").unwrap();
    let answer = folder.run("notebook check small.md");
    assert_eq!(answer.code, 1);
    assert!(answer.out.contains("small-1.svg is not what the cell draws"), "{answer:?}");
    assert!(answer.out.contains("small-2.svg belongs to no cell"), "{answer:?}");
    assert_eq!(folder.run("notebook bless small.md").code, 0);
    assert_eq!(folder.run("notebook check small.md").code, 0);
    assert!(!pictures.join("small-2.svg").exists());
    // Bad input.
    assert_eq!(folder.run("notebook check missing.md").codes(), ["E0001"]);
    assert_eq!(folder.run("notebook check missing.md").code, 3);
}

#[test]
fn there_is_no_json_to_ask_for() {
    let folder = Folder::new().with("small.md", blessed(LAW));
    for arguments in ["notebook check small.md", "notebook html small.md", "jupyter install"] {
        let answer = folder.run(&format!("--format json {arguments}"));
        assert_eq!((answer.code, answer.codes()), (3, vec!["E0016"]), "{answer:?}");
        assert_eq!(answer.out, "");
    }
    assert_eq!(folder.run("--format text notebook check small.md").code, 0);
}

/// A cell with a long command ends early, says so, and leaves the session as it was.
#[test]
fn a_session_can_be_stopped() {
    let mut session = Session::new();
    assert!(session.run("states 2\nx = {(0,1)}").is_accepted());
    assert!(session.run("system one\nvar a : 0 .. 1\nthread t { A: a := 1 }").is_accepted());
    // Stopped later each time, until a search that never ends is on its way.
    let mut delay = std::time::Duration::from_millis(1);
    let mut stopped = loop {
        let stop = Stop::default();
        let mut stopped = session.clone().stopped_by(stop.clone());
        assert!(stopped.run("eval x\nmodels --states 2\ncheck one\ntest one").is_accepted());
        // True of relations, and not decided.
        let endless =
            "models --find \"x y z <= x y z T x y z\" --states 5 --evaluations 1000000000000000";
        let answer = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(delay);
                stop.raise();
            });
            stopped.run(&format!("{endless}\neval x"))
        });
        assert_eq!(answer.exit, Exit::Declined);
        let said = answer.outputs.last().and_then(|output| output.error.as_ref());
        assert_eq!(said.map(|(code, _)| *code), Some("E0804"), "{answer:?}");
        if let [found, _] = &answer.outputs[..] {
            assert!(found.text.contains("interrupted: no answer"), "{found:?}");
            break stopped;
        }
        delay *= 2;
    };
    // The flag stays up: nothing else is begun, by any command, and nothing is claimed.
    for line in
        ["eval x", "models", "check one", "test one --mutants", "decide \"x** = x*\"", "prove"]
    {
        let answer = stopped.run(line);
        assert_eq!(answer.exit, Exit::Declined, "{line}: {answer:?}");
        assert_eq!(answer.outputs.len(), 1, "{line}: {answer:?}");
    }
    let mut next = stopped.stopped_by(Stop::default());
    assert!(next.run("eval x\ncheck one").is_accepted());
}

#[cfg(not(feature = "jupyter"))]
#[test]
fn without_the_live_kernel_it_is_said_how_to_get_it() {
    let folder = Folder::new();
    for arguments in ["jupyter install", "jupyter install --prefix env", "jupyter serve file"] {
        let answer = folder.run(arguments);
        assert_eq!((answer.code, answer.codes()), (3, vec!["E0805"]), "{answer:?}");
        assert!(answer.err.contains("cargo install --path checker/command --features jupyter"));
    }
    assert!(!folder.path().join("env").exists());
    assert!(folder.run("--help").out.contains("jupyter"));
}

#[test]
fn blessing_does_not_hide_an_unmarked_error() {
    let folder = Folder::new().with("bad.md", "```{code-cell}\nprove 2345\n```\n");
    for verb in ["bless", "check", "bless", "check"] {
        let answer = folder.run(&format!("notebook {verb} bad.md"));
        assert_eq!((answer.code, answer.codes()), (3, vec!["E0008"]), "{answer:?}");
        assert!(answer.out.contains("bad.md:2: this cell is refused"), "{answer:?}");
    }
}

#[test]
fn tags_are_read_in_both_forms_of_jupytext() {
    let short = "```{code-cell} reductio\n:tags: [a, \"b\"]\n:other: 1\n\nprove 24\n```\n";
    let long = "```{code-cell} reductio\n---\nother: 1\ntags: [a]\n---\nprove 24\n```\n";
    let list = "````{code-cell}\n---\ntags:\n- a\n- b\nslideshow:\n- c\n---\n\nprove 24\n````\n";
    for (text, tags, line) in
        [(short, vec!["a", "b"], 5), (long, vec!["a"], 6), (list, vec!["a", "b"], 10)]
    {
        let notebook = Notebook::parse(text).unwrap();
        let cell = notebook.cells().next().unwrap();
        assert_eq!(
            (&cell.tags[..], cell.line),
            (&tags.iter().map(ToString::to_string).collect::<Vec<_>>()[..], line)
        );
        assert_eq!(cell.source, "prove 24\n");
        assert_eq!(notebook.to_text(), text);
    }
}

#[test]
fn a_cell_inside_of_another_fence_is_prose() {
    let text = "````text\n```{code-cell}\nprove 24\n```\n````\n\n~~~\nx\n~~~\n";
    let notebook = Notebook::parse(text).unwrap();
    assert_eq!((notebook.cells().count(), notebook.to_text()), (0, text.to_owned()));
}

#[test]
fn outputs_that_look_like_the_end_of_outputs_are_kept() {
    // The output repeats the command.
    let text = "```{code-cell}\n:tags: [raises-exception]\n\n</details> ``` x\n```\n";
    let once = blessed(text);
    assert!(once.contains("`</details>"), "{once}");
    assert_eq!(faults(&once), (vec![vec![]], Exit::Holds));
    assert_eq!(blessed(&once), once);
}

#[test]
fn what_is_not_closed_is_refused() {
    for (text, line) in [
        ("---\nx: 1\n", 1),
        ("a\n\n```{code-cell}\nprove 24\n", 3),
        ("```{code-cell}\n---\ntags: [a]\n```\n", 2),
        (
            "```{code-cell}\nprove 24\n```\n\n<details class=\"output\"><summary>output</summary>\n\n```text\n</details>\n```\n",
            5,
        ),
    ] {
        assert_eq!(Notebook::parse(text).unwrap_err().line, line, "{text}");
    }
}

#[test]
fn a_refused_cell_leaves_no_trace() {
    let mut session = Session::new();
    let state = |formula: &str| format!("theory Mine\naction x, y\nlemma (1) ours: {formula}\n");
    assert!(session.run(&state("x y <= y x => x* y <= y x*")).is_accepted());
    assert_eq!(
        session.run("theory Mine\naction x\nlemma (1) ours: x z = x\n").exit,
        Exit::BadInput
    );
    let proof = |hint: &str| {
        format!(
            "proofs of Mine\nlemma (1): x y <= y x => x* y <= y x*\nproof\n  x* y\n<= {{{hint}}}\n  y x*\nqed\n"
        )
    };
    assert_eq!(session.run("prove Mine:1").exit, Exit::Fails);
    assert_eq!(session.run(&proof("(regular algebra)")).exit, Exit::Fails);
    assert!(session.run(&proof("(auto)")).is_accepted());
    // A worse proof does not take the place of the good one.
    assert_eq!(session.run(&proof("(regular algebra)")).exit, Exit::Fails);
    assert!(session.run("prove Mine:1").is_accepted());
    // The same theory again changes nothing; another one of its name has no proofs yet.
    assert!(session.run(&state("x y <= y x => x* y <= y x*")).is_accepted());
    assert!(session.run("prove Mine:1").is_accepted());
    assert!(session.run(&state("x* y <= x* y")).is_accepted());
    assert_eq!(session.run("prove Mine:1").exit, Exit::Fails);
}

/// A program of which `value` is shared without a lock.
const SHARED: &str = "program shared
thread main {
  box := new Box
  fork other
  box.value := 1
}
thread other { box.value := 2 }";

#[test]
fn a_program_is_known_to_later_cells() {
    let mut session = Session::new();
    let answer = session.run(SHARED);
    assert_eq!(answer.outputs[0].text, "shared: 2 thread declarations, 6 instructions\n");
    // The options are those of the command line.
    for (line, exit, said) in [
        ("check shared", Exit::Fails, "fails     no two accesses race"),
        ("check shared.prog --reduction s2", Exit::Fails, "Reduced by S2, section 4"),
        ("check shared --reduction s2:printed", Exit::Fails, "as printed"),
        ("check shared --reading repaired", Exit::Fails, "The analysis of the heap (S2) claims"),
        ("check shared --search composed", Exit::Holds, "search composed"),
        ("check shared --entry other", Exit::BadInput, "E1012"),
        ("compare shared --searches unreduced,sss", Exit::Holds, "every state"),
        ("heap shared", Exit::Holds, "because no lock is held"),
        ("heap shared --reading printed", Exit::Holds, "S2 as printed, which is unsound"),
        ("heap shared --graph 5", Exit::Holds, "box of main -> Box at line 3"),
        ("heap shared --graph 1", Exit::BadInput, "no thread comes to line 1"),
        ("heap shared --graph x", Exit::BadInput, "`x` is no line"),
        // What only systems have, and what a cell has not.
        ("check shared --unreduced", Exit::BadInput, "`--unreduced` is about properties"),
        ("check shared --property \"1 == 1\"", Exit::Fails, "holds     property"),
        ("check shared --property \"always\"", Exit::BadInput, "E"),
        ("check shared --html x.html", Exit::BadInput, "a cell writes no files"),
        ("check shared --classes x.classes", Exit::BadInput, "a cell does not read files"),
        ("check shared --main Main", Exit::BadInput, "for Java programs"),
        ("check shared --format json", Exit::BadInput, "one format and no clock"),
        ("check shared --search reduced", Exit::BadInput, "E0016"),
        ("compare shared --searches reduced", Exit::BadInput, "E0016"),
        ("heap shared --format dot", Exit::BadInput, "one format"),
        ("heap nothing", Exit::BadInput, "known here: shared"),
        ("validate shared", Exit::BadInput, "is a program with a heap, and no system"),
        ("simulate shared", Exit::BadInput, "is a program with a heap, and no system"),
        ("replay shared --steps none", Exit::BadInput, "is a program with a heap, and no system"),
        ("explain shared", Exit::BadInput, "is a program with a heap, and no system"),
        ("show shared", Exit::BadInput, "`heap NAME --graph LINE` draws"),
        ("test shared", Exit::BadInput, "is a program with a heap, and no system"),
    ] {
        let answer = session.run(line);
        let text: String = answer.outputs.iter().map(|output| output.text.as_str()).collect();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(answer.exit, exit, "{line}: {text}");
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(&said), "{line}: {text}");
    }
    let drawn = session.run("heap shared --graph 5");
    assert!(matches!(drawn.outputs[0].rich, Some(reductio_command::notebook::Rich::Svg(_))));
}

#[test]
fn a_refused_program_leaves_no_trace_and_names_are_of_one_thing() {
    let mut session = Session::new();
    assert!(session.run(SHARED).is_accepted());
    let wrong = session.run("program shared\nthread main { x := y }");
    assert_eq!(wrong.exit, Exit::BadInput);
    assert!(wrong.outputs[0].text.contains("shared.prog:2"), "{wrong:?}");
    assert_eq!(session.run("check shared").exit, Exit::Fails);
    // A later cell takes the place of an earlier one, also if it is of another kind.
    assert!(session.run("program shared\nthread main { x := 1 }").is_accepted());
    assert!(session.run("check shared").is_accepted());
    assert!(session.run("system shared\nvar a : 0 .. 1\nthread t { a := 1 }").is_accepted());
    assert!(session.run("validate shared").is_accepted());
    assert_eq!(session.run("heap shared").exit, Exit::BadInput);
    assert_eq!(session.run("check shared --reduction s2").exit, Exit::BadInput);
    assert!(session.run(SHARED).is_accepted());
    assert_eq!(session.run("validate shared").exit, Exit::BadInput);
    // Without `main`, commands say with which thread it begins.
    assert!(session.run("program late\nthread first { x := 1 }").is_accepted());
    assert!(session.run("check late --entry first").is_accepted());
    assert_eq!(session.run("check late").exit, Exit::BadInput);
}

#[test]
fn a_search_by_name_is_made_in_cells_too() {
    let mut session = Session::new();
    assert!(session.run("system one\nvar a : 0 .. 1\nthread t { A: a := 1 }").is_accepted());
    let answer = session.run("check one --search composed");
    assert!(answer.outputs[0].text.contains("search composed: "), "{answer:?}");
}

#[test]
fn proofs_of_one_theory_may_stand_in_several_cells() {
    let mut session = Session::new();
    let theory = "theory Two\naction x\nlemma (1) ours: x <= x*\nlemma (2) ours: x x <= x*\n";
    assert!(session.run(theory).is_accepted());
    let second = "proofs of Two\nlemma (2): x x <= x*\nproof\n  x x\n<= {(1)}\n  x* x*\n<= {(regular algebra)}\n  x*\nqed\n";
    // What it cites is not proved yet.
    assert_eq!(session.run(second).exit, Exit::Fails);
    let first =
        "proofs of Two\nlemma (1): x <= x*\nproof\n  x\n<= {(regular algebra)}\n  x*\nqed\n";
    assert!(session.run(first).is_accepted());
    assert!(session.run(second).is_accepted());
    assert!(session.run("prove Two:1 Two:2").is_accepted());
}

#[test]
fn what_needs_files_or_a_clock_is_refused() {
    let mut session = Session::new();
    for line in [
        "prove law.oa",
        "prove - 24",
        "prove --time 24",
        "prove --certificate out.cert 24",
        "models --checkpoint run.txt --states 2",
        "models --timeout 1",
        "check driver.sys",
        "notebook check x.md",
        "show model",
        "eval x",
        "eval",
        "show nothing",
        "prove \"24",
        "no such verb",
    ] {
        let answer = session.run(line);
        assert_eq!(answer.exit, Exit::BadInput, "{line}: {answer:?}");
        assert!(
            answer.outputs[0].is_diagnostic && answer.outputs[0].text.starts_with("error[E"),
            "{answer:?}"
        );
    }
}

#[test]
fn a_page_needs_nothing_but_itself() {
    for path in [1, 3].map(|number| notebooks().swap_remove(number)) {
        let page = html_page(&NotebookFile::run(&path, &Stop::default()).unwrap().ran);
        // The one address is the name of a language inside of the pictures, percent-encoded there.
        for word in ["<script", "http:", "https:", "<link", "@import", "url("] {
            assert!(!page.contains(word), "{word} in the page of {}", path.display());
        }
        assert!(page.contains("<summary>show solution 1</summary>"));
        assert!(page.matches("<div class=\"cell\">").count() >= 10);
        assert_eq!(page.matches("<details").count(), page.matches("</details>").count());
    }
}
