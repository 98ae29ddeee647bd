//! Calls of what is left out are declined by the run that comes to them.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use reductio_java::{ClassPath, Options, lower, missing};
use reductio_programs::{Bounds, Fresh, Limit, Machine, ThreadId};

use super::table::{Row, parameters};

/// The folder of class files of a program that has, for each method, a class `M0`, `M1`, ... whose `main` calls it.
fn compiled(rows: &[&Row], work: &Path) {
    let mut text = "@SuppressWarnings({\"removal\", \"deprecation\", \"unchecked\", \"rawtypes\"})\nfinal class Calls {\n".to_owned();
    for (number, row) in rows.iter().enumerate() {
        let arguments: Vec<String> =
            parameters(&row.descriptor).iter().map(|name| argument(name)).collect();
        let arguments = arguments.join(", ");
        let class = row.class.replace('$', ".");
        let name = row.method.split('(').next().unwrap_or_default();
        let call = match name {
            "new" => format!("new {class}({arguments});"),
            _ if row.jdk.contains("static") => format!("{class}.{name}({arguments});"),
            _ => format!("on.{name}({arguments});"),
        };
        writeln!(text, "static class M{number} {{ static {class} on; public static void main(String[] a) throws Throwable {{ {call} }} }}").unwrap();
    }
    let source = work.join("Calls.java");
    fs::write(&source, text + "}\n").unwrap();
    let out = Command::new("javac")
        .args(["-nowarn", "-Xlint:none", "-Xmaxerrs", "2000", "-d"])
        .arg(work)
        .arg(&source)
        .output()
        .unwrap();
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
}

/// An argument of a type, as it stands in a source.
fn argument(name: &str) -> String {
    match name {
        "boolean" => "false".to_owned(),
        "int" | "long" | "char" | "byte" | "short" | "float" | "double" => format!("({name}) 0"),
        _ => format!("({}) null", name.replace('$', ".")),
    }
}

/// How the run of a program ends that comes to a limit: that something is not supported, or else.
fn is_declined(path: &ClassPath, main: &str) -> Result<(), String> {
    let options = Options { main: Some(main.to_owned()), ..Options::default() };
    let lowered = lower(path, &options).map_err(|error| error.to_string())?;
    let machine = Machine::new(&lowered.program, Bounds::default());
    let mut state = machine.initial();
    for _ in 0..100_000 {
        let Some(event) = machine.step(&mut state, ThreadId(0), 0, &Fresh) else {
            return Err("it ends".to_owned());
        };
        match (event.halted, event.wrong) {
            (Some(Limit::Unsupported(_)), _) => return Ok(()),
            (Some(limit), _) => return Err(limit.to_string()),
            (_, Some(wrong)) => return Err(wrong.told(&lowered.program).to_string()),
            _ => {}
        }
    }
    Err("it goes on".to_owned())
}

/// Those of the methods that are left out whose calls are not declined, every so many of them tried by a run, and all
/// looked up.
pub(crate) fn wrong(rows: &[Row], one_of: usize) -> Vec<String> {
    let work = tempfile::tempdir().unwrap();
    let left_out: Vec<&Row> = rows.iter().filter(|row| row.is_left_out()).collect();
    compiled(&left_out, work.path());
    let mut path = ClassPath::default();
    path.add(work.path()).unwrap();
    let listed: BTreeSet<String> =
        missing(&path).into_iter().map(|missing| missing.class).collect();
    let mut out = Vec::new();
    for (number, row) in left_out.iter().enumerate() {
        let main = format!("Calls$M{number}");
        if !listed.contains(&main) {
            out.push(format!("{}.{} is not listed", row.class, row.method));
        }
        if number % one_of == 0
            && let Err(why) = is_declined(&path, &main)
        {
            out.push(format!("{}.{}: {why}", row.class, row.method));
        }
    }
    out
}
