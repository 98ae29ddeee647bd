//! Help on the text under the cursor: a code, a statement, a command, a system, a word of a language.

use reductio::Language;
use reductio::check::{Parameters, ProgramSubject, Subject};
use reductio::system::{Cell, Thread};
use reductio_algebra::{StatementKind, Style};
use reductio_editor::{Cursor, WordHelp, some_sizes};
use reductio_proofs::Script;
use reductio_report::page::Page;

use crate::explain;
use crate::notebook::commands::{self, VERBS};
use crate::notebook::{Content, Session};

/// The width of help texts, which is that of the answers of cells.
const WIDTH: usize = 88;

/// The help on the text under the cursor, which stands after so many code points.
pub(super) fn inspect(session: &Session, code: &str, points: usize) -> Option<String> {
    let cursor = Cursor::after_points(code, points);
    let name = cursor.name();
    if let Ok(found) = explain::find(name) {
        return Some(anstream::adapter::strip_str(&found.show(&page())).to_string());
    }
    match Content::of(code) {
        Content::Commands => command(session, &cursor),
        Content::Statements => word(Language::Statements, name),
        Content::Script => reference(session, &cursor).or_else(|| word(Language::Script, name)),
        Content::System => word(Language::System, name),
        Content::Program => word(Language::Program, name),
        Content::Model | Content::Trace | Content::Exercise => None,
    }
}

fn page() -> Page {
    Page::new(WIDTH, Style::Ascii)
}

/// The help on the verb of a line, or on its argument: a system, a program, or a label.
fn command(session: &Session, cursor: &Cursor<'_>) -> Option<String> {
    let line = cursor.whole_line();
    let start = cursor.word_start();
    let line_start = cursor.at - cursor.line().len();
    if cursor.code[line_start..start].trim().is_empty() {
        let verb = cursor.name();
        let mut line = commands::line();
        let found = line.find_subcommand_mut(verb).filter(|_| VERBS.contains(&verb))?;
        return Some(found.render_long_help().to_string());
    }
    let rest = &line[start - line_start..];
    let word = match rest.chars().next().filter(|c| ['"', '\''].contains(c)) {
        Some(mark) => rest[1..].split(mark).next().unwrap_or_default(),
        None => rest.split_whitespace().next().unwrap_or_default(),
    };
    system(session, word).or_else(|| program(session, word)).or_else(|| label(session, word))
}

/// The threads, cells and claims of a system.
fn system(session: &Session, name: &str) -> Option<String> {
    let file = session.system_file(name).ok()?;
    // A family of any number of threads is shown with some number.
    let sizes = some_sizes(file.text());
    let parameters = Parameters { constants: sizes.clone(), ..Parameters::default() };
    let subject = Subject::load(file, &parameters, None).ok()?;
    let system = subject.system();
    let threads: Vec<&str> = system.threads().iter().map(Thread::name).collect();
    // The control point of a thread is a cell too.
    let cells = system.cells().iter().map(Cell::name);
    let cells: Vec<&str> = cells.filter(|cell| !threads.contains(cell)).collect();
    let claims = system.invariants().len() + system.reachable().len() + system.properties().len();
    let (threads, cells) = (list("threads", &threads), list("cells", &cells));
    let line = |(name, size): &(String, i64)| format!("any number of `{name}`, here {size}\n");
    let sizes: Vec<String> = sizes.iter().map(line).collect();
    let sizes = sizes.concat();
    Some(format!("system {}\n{sizes}{threads}{cells}claims: {claims}\n", system.name()))
}

/// A line with names, and what they name before them.
fn list(what: &str, names: &[&str]) -> String {
    page().prose(&format!("{what}: {}", names.join(", ")), 2)
}

/// The threads and classes of a program, and its fields.
fn program(session: &Session, name: &str) -> Option<String> {
    let file = session.program_file(name).ok()?;
    let program = ProgramSubject::load(file, None).ok()?.program;
    let threads: Vec<&str> = program.methods().iter().map(|thread| &*thread.name).collect();
    let classes: Vec<&str> = program.classes().iter().map(|class| &*class.name).collect();
    let fields: Vec<&str> = program.fields().iter().map(|field| &**field).collect();
    let (threads, classes) = (list("threads", &threads), list("classes", &classes));
    Some(format!("program {}\n{threads}{classes}{}", program.name(), list("fields", &fields)))
}

/// The statement with a label, where it is proved, and how.
fn label(session: &Session, text: &str) -> Option<String> {
    if text.is_empty() || text.contains(['"', '\'', '\n']) {
        return None;
    }
    let library = session.library();
    let (theory, bare) = text.split_once(':').map_or((None, text), |(t, rest)| (Some(t), rest));
    let bare = reductio_algebra::Label::new(bare.trim_matches(['(', ')'])).ok()?;
    let loaded = library.theories.iter().filter(|l| theory.is_none_or(|t| t == l.theory.name()));
    // A label of the session before one that is bundled.
    let mut found: Vec<_> = loaded.filter(|l| l.theory.statement(&bare).is_some()).collect();
    found.sort_by_key(|l| l.is_bundled);
    let (theory, statement) = found.first().map(|l| (&l.theory, l.theory.statement(&bare)))?;
    let statement = statement?;
    if statement.kind == StatementKind::Hypothesis {
        let formula = statement.formula.to_statement(Style::Ascii);
        let status = statement.status.as_str();
        let name = theory.name();
        return Some(format!(
            "{name} ({bare}), {status}: a hypothesis\n  {formula}\n",
            bare = bare.as_str()
        ));
    }
    let line = format!("show \"{}:{}\"", theory.name(), bare.as_str());
    let answer = commands::run(session, &line);
    let texts: Vec<&str> = answer.outputs.iter().map(|output| output.text.as_str()).collect();
    (!texts.is_empty()).then(|| texts.join("\n"))
}

/// The help on the statement that a hint cites, between parentheses.
fn reference(session: &Session, cursor: &Cursor<'_>) -> Option<String> {
    let start = cursor.reference_start()?;
    let text = cursor.code[start..].split([',', ')', '\n']).next()?.trim();
    let theory = Script::theory_name(cursor.code).ok()?;
    label(session, &format!("{theory}:{text}")).or_else(|| WordHelp::of_reference(text).map(shown))
}

/// The help on a word of a language.
fn word(language: Language, word: &str) -> Option<String> {
    WordHelp::of(language, word).map(shown)
}

fn shown(help: WordHelp) -> String {
    page().prose(&help.line(), 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session() -> Session {
        let mut session = Session::new();
        for cell in [
            "theory Law\naction x, y\nhypothesis (H) ours: x <= 1\nlemma (One) ours: x y <= y",
            "proofs of Law\nlemma (One): x y <= y\nproof\n  x y\n<= {x <= 1 (H)}\n  y\nqed",
            "system counter\nvar total : 0 .. 1\nthread t { total := 1 }",
            "system pool\ntype User = any\nlock m\nthread user[u : User] { acquire m; release m }",
            "program boxes\nthread main { box := new Box; box.size := 1; fork other }\nthread other { skip }",
        ] {
            let answer = session.run(cell);
            assert!(answer.is_accepted(), "{answer:?}");
        }
        session
    }

    /// The help at `|`.
    fn at(text: &str) -> Option<String> {
        let (before, after) = text.split_once('|').unwrap();
        inspect(&session(), &format!("{before}{after}"), before.chars().count())
    }

    fn says(text: &str, wanted: &[&str]) {
        let said = at(text).unwrap_or_else(|| panic!("{text}: nothing"));
        assert!(wanted.iter().all(|part| said.contains(part)), "{text}: {said}");
        assert!(!said.contains('\u{1b}'), "{said:?}");
    }

    #[test]
    fn codes_are_explained_in_every_cell() {
        says("explain E03|09", &["E0309: "]);
        says("theory T\n-- E0309|", &["E0309: "]);
    }

    #[test]
    fn labels_have_a_statement_a_place_and_a_derivation() {
        says("prove On|e", &["Law (One)", "x y <= y", "x <= 1 (H)", "Law.oap:2", "holds"]);
        says("prove \"Theor|em 1\"", &["S5 (Theorem 1)"]);
        says("show Law:H|", &["Law (H), ours: a hypothesis", "x <= 1"]);
        says("proofs of Law\nlemma (1): x = x\nproof\n x\n = {(On|e)}", &["Law (One)", "x y <= y"]);
        assert_eq!(at("prove nothing|"), None);
    }

    #[test]
    fn commands_and_systems() {
        says("mod|els --all-drops", &["Usage:", "--all-drops"]);
        says("check coun|ter", &["system counter", "threads: t\n", "cells: total\n", "claims: 0"]);
        says("check po|ol", &["system pool", "any number of `User`, here 2\n", "user[1]"]);
        let wanted =
            ["program boxes", "threads: main, other\n", "classes: Box\n", "fields: size\n"];
        says("heap box|es", &wanted);
        says("he|ap boxes", &["Usage:", "--graph"]);
        assert_eq!(at("verify| x"), None);
        assert_eq!(at("|"), None);
    }

    #[test]
    fn words_have_the_rows_of_the_guide() {
        says("program p\nthread main { for|k t }", &["`fork t`", "starts a thread"]);
        says("system s\nloc|k m", &["`lock m`", "owned by one thread at a time"]);
        says(
            "theory T\nlemm|a (1) ours: x = x",
            &["`lemma (LABEL) STATUS: formula`: what is to be proved"],
        );
        says("proofs of T\n below|", &["`below` and a chain"]);
        says("proofs of Law\nproof\n x\n = {(hy|p)}", &["the premises of the statement"]);
        assert_eq!(at("system s\nvar colou|r : bool"), None);
    }
}
