//! The guest notebook for evcxr, Jupyter's Rust kernel. Its cells are the code below, word for word, so they are
//! compiled and run here; the kernel itself is not.

use std::path::Path;
use std::process::Command;

/// Whether a line of a cell is for evcxr and no Rust: it begins with a colon.
fn is_for_the_kernel(line: &str) -> bool {
    line.starts_with(':')
}

/// Runs all cells, one after the other, in the scope that they share in the notebook.
#[test]
#[rustfmt::skip]
#[allow(clippy::items_after_statements)]
fn cells() {
// <cells>
// A panic in a cell is printed, and the kernel goes on: a run of the notebook would pass. So a panic ends it.
std::panic::set_hook(Box::new(|panic| {
    eprintln!("{panic}");
    std::process::abort();
}));

use reductio_command::notebook::{CellAnswer, Rich, Session};

/// Shows an answer as richly as the notebook can: a picture, a table, or text.
fn evcxr_display(answer: &CellAnswer) {
    for output in &answer.outputs {
        let (kind, content) = match &output.rich {
            Some(Rich::Svg(svg)) => ("image/svg+xml", svg),
            Some(Rich::Html(table)) => ("text/html", table),
            None => ("text/plain", &output.text),
        };
        println!("EVCXR_BEGIN_CONTENT {kind}\n{content}\nEVCXR_END_CONTENT");
    }
}

let mut session = Session::new();

let answer = session.run(
    "theory Semi
action x, y
theorem (1) ours: y* x* <= x* y* => (x + y)* <= x* y*",
);
evcxr_display(&answer);
assert!(answer.is_accepted());

let answer = session.run(
    "proofs of Semi
theorem (1): y* x* <= x* y* => (x + y)* <= x* y*
proof
    (x + y)*
  <= {1 <= x* y*}
    (x + y)* x* y*
  = {(x + y) x* y* <= x* y* (below); (* ind L)}
    x* y*
below
    (x + y) x* y*
  <= {x <= x*; y <= y*}
    x* x* y* + y* x* y*
  <= {y* x* <= x* y* (hyp)}
    x* x* y* + x* y* y*
  = {(regular algebra)}
    x* y*
qed",
);
evcxr_display(&answer);
assert!(answer.is_accepted());

let answer = session.run("models --find \"(x + y)* <= x* y*\"");
evcxr_display(&answer);
// There is a countermodel: a claim that fails.
assert_eq!(answer.exit.code(), 1);

let answer = session.run("states 3\nx = {(0,1)}\ny = {(1,2)}");
evcxr_display(&answer);
let answer = session.run("eval (x + y)*");
evcxr_display(&answer);
assert!(answer.outputs[0].text.contains("(0,2)"));

let answer = session.run(
    "system account
lock m
protected balance : 0 .. 2 by m
thread user[i : 1 .. 2] { acquire m; balance := balance + 1; release m }",
);
evcxr_display(&answer);
let answer = session.run("check account --compare");
evcxr_display(&answer);
assert!(answer.is_accepted());

evcxr_display(&session.run("show account --compare"));

use reductio::prelude::*;

// What borrows cannot be kept for the next cell: it ends with the block.
{
    let library = Library::bundled();
    let selection = Selection::new(&library, &["24".to_owned()]);
    let proved = prove(&library, &selection, ReplayLimits::default(), None);
    let evidence = proved.claims[0].verdict.evidence().unwrap();
    let used: Vec<&str> = evidence.hypotheses.iter().map(Label::as_str).collect();
    println!("(24) of S5 rests on {}", used.join(", "));
    assert_eq!(used, ["14", "15", "16", "17", "20"]);
}
// </cells>
}

/// The code between the marks.
fn code() -> &'static str {
    let after = include_str!("main.rs").split("\n// <cells>\n").nth(1).unwrap();
    after.split("// </cells>\n").next().unwrap()
}

fn notebook() -> serde_json::Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../notebooks/guests/evcxr.ipynb");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn sources() -> Vec<String> {
    let notebook = notebook();
    assert_eq!(notebook["metadata"]["kernelspec"]["name"], "rust");
    let cells = notebook["cells"].as_array().unwrap().clone();
    let is_code = |cell: &&serde_json::Value| cell["cell_type"] == "code";
    let source = |cell: &serde_json::Value| {
        cell["source"].as_array().unwrap().iter().map(|l| l.as_str().unwrap()).collect::<String>()
    };
    cells.iter().filter(is_code).map(source).collect()
}

#[test]
fn the_cells_of_the_notebook_are_the_code_that_is_run_here() {
    let sources = sources();
    assert!(sources.len() >= 8, "{}", sources.len());
    let squeezed = |text: &str| {
        let lines = text.lines().filter(|line| !is_for_the_kernel(line) && !line.is_empty());
        lines.map(|line| line.to_owned() + "\n").collect::<String>()
    };
    assert_eq!(squeezed(&sources.join("\n")), squeezed(code()));
    // The dependencies are the library and this package, and the hook is there before anything can panic.
    let dependencies: Vec<&str> = sources[0].lines().collect();
    assert_eq!(
        dependencies,
        [
            ":dep reductio = { path = \"../../checker\" }",
            ":dep reductio-command = { path = \"../../checker/command\" }"
        ]
    );
    assert!(sources[1].contains("std::panic::set_hook") && sources[1].contains("abort"));
}

/// A panic ends the process, so that a run of the notebook cannot pass over it.
#[test]
fn a_panic_in_a_cell_ends_the_run() {
    const CHILD: &str = "REDUCTIO_GUEST_PANICS";
    if std::env::var_os(CHILD).is_some() {
        std::panic::set_hook(Box::new(|panic| {
            eprintln!("{panic}");
            std::process::abort();
        }));
        // As the kernel does it.
        let caught = std::panic::catch_unwind(|| panic!("a cell fails"));
        println!("the kernel goes on: {}", caught.is_err());
        return;
    }
    let answer = Command::new(std::env::current_exe().unwrap())
        .args(["a_panic_in_a_cell_ends_the_run", "--exact", "--nocapture"])
        .env(CHILD, "1")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&answer.stdout).into_owned()
        + &String::from_utf8_lossy(&answer.stderr);
    assert!(!answer.status.success(), "{said}");
    assert!(said.contains("a cell fails") && !said.contains("the kernel goes on"), "{said}");
}
