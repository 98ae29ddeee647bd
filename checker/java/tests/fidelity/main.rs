//! The fidelity table: each public method of each class that has a model, in the JDK and in the model.
//!
//! `javap` of the JDK reads the class files of both sides. Where there is none, the tests say so and pass, unless
//! `REDUCTIO_REQUIRE_JAVA` is set. `REDUCTIO_WRITE_METHODS=1` writes the table and the page anew.

mod declined;
mod documented;
mod effects;
mod javap;
mod page;
mod table;

use std::fs;
use std::path::Path;

use table::{Both, Row, library};

fn rows() -> Vec<Row> {
    table::read(&fs::read_to_string(library().join("methods.tsv")).unwrap())
}

fn is_written() -> bool {
    std::env::var_os("REDUCTIO_WRITE_METHODS").is_some()
}

#[test]
fn the_table_is_what_the_models_and_the_jdk_say() {
    if !javap::is_there() {
        return;
    }
    let work = tempfile::tempdir().unwrap();
    let found = Both::new(work.path()).rows();
    let path = library().join("methods.tsv");
    if is_written() {
        fs::write(&path, table::write(&found)).unwrap();
    }
    let told = rows();
    let differs: Vec<(&Row, &Row)> =
        found.iter().zip(&told).filter(|(found, told)| found != told).take(3).collect();
    assert!(
        differs.is_empty() && found.len() == told.len(),
        "write it anew with REDUCTIO_WRITE_METHODS=1: {differs:?}"
    );
}

#[test]
fn the_page_of_the_guide_is_what_the_table_says() {
    let page = page::write(&rows(), &documented::read());
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../guide/src/reference/java-library.md");
    if is_written() {
        fs::write(&path, &page).unwrap();
    }
    assert!(
        fs::read_to_string(&path).unwrap() == page,
        "write it anew with REDUCTIO_WRITE_METHODS=1"
    );
}

/// What the documentation says of waiting is what the bytecode of the models can do.
#[test]
fn models_wait_where_the_documentation_says_so() {
    let (rows, said) = (rows(), documented::read());
    assert_eq!(documented::unknown(&said, &rows), Vec::<String>::new());
    let mut wrong = Vec::new();
    for row in rows.iter().filter(|row| row.is_there()) {
        let name = format!("{}.{}", row.class, row.method);
        let Some(said) = documented::of(&said, row) else {
            // What waits concerns several threads.
            if row.waits.contains("waits") || row.jdk.contains("interruptible") {
                wrong.push(format!("{name} waits, and nothing is said of it"));
            }
            continue;
        };
        let is_abstract = row.model.starts_with("abstract") || row.model.starts_with("native");
        let takes = row.takes.contains("hidden")
            || row.takes.contains("own")
            || row.takes.contains("tries");
        let otherwise = &said.parts[5];
        let looks = otherwise.starts_with("looks once")
            || otherwise == "yields"
            || otherwise.starts_with("by ");
        if said.waits() && !is_abstract && !takes && row.waits == "-" && !looks {
            wrong.push(format!("{name} waits for {}, and the model does not", said.parts[0]));
        }
        if said.gives_up_in_time() && !is_abstract && !looks && !row.waits.contains("timed") {
            wrong.push(format!("{name} gives up after the time, and the model does not"));
        }
        if !said.gives_up_in_time() && row.waits.contains("timed") && !row.waits.contains("waits") {
            wrong.push(format!("{name} does not give up after a time, and the model does"));
        }
        if said.is_interrupted() != row.jdk.contains("interruptible") {
            wrong.push(format!("{name} can be interrupted, or not, and the JDK says otherwise"));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

/// The methods that are synchronized in the JDK and not in the models, and why that is so.
const NOT_SYNCHRONIZED: [(&str, &str); 1] =
    [("java.util.concurrent.ThreadLocalRandom.setSeed", "it throws UnsupportedOperationException")];

/// Who is synchronized in the JDK takes the same monitor here.
#[test]
fn methods_that_are_synchronized_in_the_jdk_take_their_monitor() {
    let rows = rows();
    let names =
        rows.iter().filter(|row| row.differs()).map(|row| format!("{}.{}", row.class, row.method));
    let is_known =
        |name: &String| NOT_SYNCHRONIZED.iter().any(|(begin, _)| name.starts_with(begin));
    let differs: Vec<String> = names.filter(|name| !is_known(name)).collect();
    assert_eq!(differs, Vec::<String>::new());
    assert!(rows.iter().filter(|row| row.is_synchronized() && row.is_there()).count() > 80);
}

#[test]
fn what_is_left_out_is_declined() {
    if javap::is_there() {
        assert_eq!(declined::wrong(&rows(), 40), Vec::<String>::new());
    }
}

#[test]
#[ignore = "a minute"]
fn all_that_is_left_out_is_declined() {
    if javap::is_there() {
        assert_eq!(declined::wrong(&rows(), 1), Vec::<String>::new());
    }
}
