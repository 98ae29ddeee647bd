//! The table as a page of the guide.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::documented::{Said, of};
use super::table::Row;

const BEGIN: &str = "# Java's library, method by method

All public methods of the classes of Java 17 of which there are models. The data are `checker/java/library/methods.tsv`, made from the class
files of the models and from those of the JDK, and `checker/java/library/documented.txt`, written after Java's documentation; a test holds
both against the models and the JDK, and this page against both.

- *takes*: what the model's bytecode takes: the `own` monitor of the object, that of the `class`, a `hidden` lock within, which it may only
  `try`; *synchronized* says that the JDK's method is.
- *left out* and *declined*: a run that comes there is not followed further, and the answer says so. *in part*: on some ways,
  or there is more that is not explored.
- *waits for*, *line*, *gives up*, *throws*, *happens-before*: by Java's documentation. *interruptible* methods throw InterruptedException there;
  here nobody interrupts.

";

/// The page.
pub(crate) fn write(rows: &[Row], said: &[Said]) -> String {
    let mut out = BEGIN.to_owned();
    let count = |is: fn(&Row) -> bool| rows.iter().filter(|row| is(row)).count();
    let classes: BTreeMap<&str, Vec<&Row>> = rows.iter().fold(BTreeMap::new(), |mut all, row| {
        all.entry(&*row.class).or_insert_with(Vec::new).push(row);
        all
    });
    writeln!(
        out,
        "{} methods of {} classes: {} are left out, {} declined, {} declined in part; {} are not in the JDK.\nOf the {} that are synchronized in the \
         JDK and not left out, {} take no monitor of their own here.\n",
        rows.len(),
        classes.len(),
        count(Row::is_left_out),
        count(|row| row.model.starts_with("declined")),
        count(|row| row.model.starts_with("in part")),
        count(|row| row.jdk == "-"),
        count(|row| row.is_synchronized() && row.is_there()),
        count(Row::differs),
    )
    .unwrap();
    out += "## Classes that concern several threads\n";
    for (class, rows) in &classes {
        if said.iter().any(|said| said.class == *class) {
            writeln!(out, "\n### {class}\n\n| methods | takes | waits for | line | gives up | throws | happens-before | the model |\n|---|---|---|---|---|---|---|---|").unwrap();
            concurrent(&mut out, rows, said);
        }
    }
    out += "\n## Other classes\n\nThey concern no threads, but for what is told.\n\n| class | methods | left out or declined |\n|---|---|---|\n";
    for (class, rows) in &classes {
        if !said.iter().any(|said| said.class == *class) {
            let names = |is: fn(&Row) -> bool| names(rows.iter().copied().filter(|row| is(row)));
            writeln!(
                out,
                "| {class} | {} | {} |",
                names(Row::is_there),
                names(|row| !row.is_there())
            )
            .unwrap();
        }
    }
    out
}

/// Rows for methods of which the same is said.
fn concurrent(out: &mut String, rows: &[&Row], said: &[Said]) {
    let mut groups: Vec<(Vec<String>, Vec<&Row>)> = Vec::new();
    for row in rows.iter().filter(|row| row.is_there()) {
        let said = of(said, row).map_or_else(Vec::new, |said| said.parts.to_vec());
        let mut takes = row.takes.clone();
        for (word, told) in [("synchronized", "synchronized"), ("interruptible", "interruptible")] {
            if row.jdk.contains(word) {
                write!(takes, ", {told}").unwrap();
            }
        }
        let mut key = vec![takes.trim_start_matches("-, ").to_owned()];
        key.extend(said);
        if row.model.starts_with("in part") {
            let last = key.last_mut().unwrap();
            *last = if last == "-" { "in part".to_owned() } else { format!("{last}; in part") };
        }
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, rows)) => rows.push(row),
            None => groups.push((key, vec![row])),
        }
    }
    for (key, rows) in groups {
        writeln!(out, "| {} | {} |", names(rows.into_iter()), key.join(" | ")).unwrap();
    }
    let missing = names(rows.iter().copied().filter(|row| !row.is_there()));
    if missing != "-" {
        writeln!(out, "| {missing} | left out | | | | | | |").unwrap();
    }
}

/// Methods, overloaded ones with their parameters.
fn names<'a>(rows: impl Iterator<Item = &'a Row>) -> String {
    let mut all: Vec<String> = rows.map(|row| format!("`{}`", row.method)).collect();
    all.dedup();
    if all.is_empty() { "-".to_owned() } else { all.join(" ") }
}
