//! Completions at the cursor: words of the cell's language, commands and their options, names of the session.

use reductio::Language;
use reductio::language::DECLARATIONS;
use reductio::library::Library;
use reductio_editor::{self as editor, Cursor, names, words_of_systems};

use crate::notebook::commands::{NOT_IN_CELLS, VERBS, line};
use crate::notebook::{Content, Session};

/// The first words of cells that hold no commands.
const FIRST: [&str; 7] =
    ["exercise", "program", "proofs of", "states", "system", "theory", "trace"];

/// The words that begin lines of a check.
const EXPECTATIONS: [&str; 7] = ["answers", "else", "fails", "holds", "lacks", "says", "undecided"];

/// Completions that can replace the code points from `start` to `end`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Completions {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) matches: Vec<String>,
}

/// Finds the completions at a cursor that stands after so many code points.
pub(super) fn complete(session: &Session, code: &str, points: usize) -> Completions {
    let cursor = Cursor::after_points(code, points);
    let is_first = names(cursor.before()).len() <= 1;
    let in_text = |language| editor::complete(language, session.library(), &cursor);
    let found = match Content::of(code) {
        Content::Commands => {
            let (start, candidates) = command(session, &cursor, is_first);
            editor::Completions::of(&cursor, start, candidates)
        }
        Content::Statements => in_text(Language::Statements),
        Content::Script => in_text(Language::Script),
        Content::System => in_text(Language::System),
        Content::Program => in_text(Language::Program),
        Content::Model => {
            let mut all = symbols(session);
            all.extend(["states", "processes"].map(str::to_owned));
            editor::Completions::of(&cursor, cursor.name_start(), all)
        }
        Content::Exercise => {
            let words = EXPECTATIONS.map(str::to_owned).to_vec();
            editor::Completions::of(&cursor, cursor.name_start(), words)
        }
        Content::Trace => editor::Completions::of(&cursor, cursor.at, Vec::new()),
    };
    let editor::Completions { span, texts: matches } = found;
    Completions { start: cursor.points(span.start), end: cursor.points(span.end), matches }
}

/// The completions in a command: verbs, options, or arguments.
fn command(session: &Session, cursor: &Cursor<'_>, is_first: bool) -> (usize, Vec<String>) {
    let start = cursor.word_start();
    let word = &cursor.code[start..cursor.at];
    let line_start = cursor.at - cursor.line().len();
    let before = cursor.code[line_start..start].trim();
    let Some(verb) = before.split_whitespace().next() else {
        let all = VERBS.iter().chain(FIRST.iter().filter(|_| is_first));
        return (start, all.map(|word| (*word).to_owned()).collect());
    };
    if word.starts_with('-') {
        return (start, options(verb));
    }
    let is_quoted = word.starts_with(['"', '\'']);
    let inside = cursor.name_start().max(start + usize::from(is_quoted));
    let follows = |options: &[&str]| options.iter().any(|option| before.ends_with(option));
    if matches!(verb, "eval" | "decide") || follows(&["--find", "--formula"]) {
        return (inside, symbols(session));
    }
    if follows(&["--property", "--const", "--demote"]) {
        return (inside, of_system(session, before));
    }
    let mut all = Vec::new();
    if matches!(
        verb,
        "check" | "compare" | "validate" | "simulate" | "replay" | "test" | "show" | "explain"
    ) {
        all.extend(session.systems().map(str::to_owned));
    }
    if matches!(verb, "check" | "compare" | "heap") {
        all.extend(session.programs().map(str::to_owned));
    }
    if verb == "race" {
        all.extend(session.traces().map(str::to_owned));
    }
    if verb == "show" {
        all.push("model".to_owned());
    }
    if verb == "explain" {
        all.extend(crate::EXPLANATIONS.iter().map(|explanation| explanation.code.to_owned()));
    }
    if matches!(verb, "prove" | "models" | "show") {
        let mark = if word.starts_with('\'') { '\'' } else { '"' };
        let quoted = |label: String| {
            let needs = is_quoted || label.contains(char::is_whitespace);
            if needs { format!("{mark}{label}{mark}") } else { label }
        };
        all.extend(labels(session.library(), word.contains(':')).into_iter().map(quoted));
    }
    (start, all)
}

/// The options of a command, without those that a cell refuses.
fn options(verb: &str) -> Vec<String> {
    let line = line();
    let Some(command) = line.find_subcommand(verb).filter(|_| VERBS.contains(&verb)) else {
        return Vec::new();
    };
    let long = command.get_arguments().filter_map(clap::Arg::get_long);
    long.filter(|name| !NOT_IN_CELLS.contains(name)).map(|name| format!("--{name}")).collect()
}

/// The labels of all statements, those of the session first. A label has the name of its theory if a colon was typed,
/// or if an earlier theory has the same label.
fn labels(library: &Library, is_qualified: bool) -> Vec<String> {
    let (own, bundled): (Vec<_>, Vec<_>) =
        (0..library.theories.len()).partition(|number| !library.theories[*number].is_bundled);
    let mut all = Vec::new();
    for number in own.into_iter().chain(bundled) {
        let theory = library.theories[number].theory.name();
        for statement in library.own_statements(number) {
            let label = statement.label.as_str();
            if is_qualified || all.iter().any(|known| known == label) {
                all.push(format!("{theory}:{label}"));
            } else {
                all.push(label.to_owned());
            }
        }
    }
    all
}

/// The names that terms of the session can use.
fn symbols(session: &Session) -> Vec<String> {
    session.vocabulary().symbols().iter().map(|symbol| symbol.name.to_string()).collect()
}

/// The names in the text of the system that a command is about, and the words of predicates.
fn of_system(session: &Session, command: &str) -> Vec<String> {
    let file = command.split_whitespace().find_map(|word| session.system_file(word).ok());
    let own = file.map_or_else(Vec::new, |file| names(file.text()));
    let own = own.into_iter().filter(|name| !DECLARATIONS.contains(name));
    own.map(str::to_owned).chain(words_of_systems().map(str::to_owned)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session() -> Session {
        let mut session = Session::new();
        for cell in [
            "theory Meadow\naction xa, xb\npredicate p\nlemma (One) ours: xa <= xa + xb\nlemma (Two words) ours: xa = xa",
            "system counter\nvar total : 0 .. 1\nthread t { total := 1 }",
            "program boxes\nthread main { box := new Box; box.size := 1; fork other }\nthread other { skip }",
        ] {
            let answer = session.run(cell);
            assert!(answer.is_accepted(), "{answer:?}");
        }
        session
    }

    /// The text that is replaced at `|`, and the completions.
    fn at(text: &str) -> (String, Vec<String>) {
        let (before, after) = text.split_once('|').unwrap();
        let code = format!("{before}{after}");
        let found = complete(&session(), &code, before.chars().count());
        assert_eq!(found.end, before.chars().count());
        let replaced = code.chars().skip(found.start).take(found.end - found.start).collect();
        (replaced, found.matches)
    }

    #[test]
    fn the_first_word_is_a_command_or_begins_a_cell() {
        assert_eq!(at("s|").1, ["simulate", "show", "states", "system"]);
        assert_eq!(at("prove 24\nt|").1, ["test"]);
        assert_eq!(at("verif|").1, [""; 0]);
        assert_eq!(at("pro|").1, ["prove", "program", "proofs of"]);
    }

    #[test]
    fn options_are_those_that_a_cell_takes() {
        let (replaced, found) = at("check counter --de|");
        assert_eq!(
            (replaced.as_str(), &found[..]),
            ("--de", &["--depth-first", "--demote", "--demote-outside"].map(str::to_owned)[..])
        );
        assert!(at("models --|").1.contains(&"--states".to_owned()));
        for refused in NOT_IN_CELLS {
            for verb in VERBS {
                let found = at(&format!("{verb} --{refused}|")).1;
                assert!(
                    found.iter().all(|option| *option != format!("--{refused}")),
                    "{verb} {refused}"
                );
            }
        }
    }

    #[test]
    fn arguments_are_names_of_the_session() {
        assert_eq!(at("check c|").1, ["counter"]);
        assert_eq!(at("check b|").1, ["boxes"]);
        assert_eq!(at("heap |").1, ["boxes"]);
        assert_eq!(at("compare |").1, ["counter", "boxes"]);
        assert_eq!(at("heap boxes --gr|").1, ["--graph"]);
        assert_eq!(at("validate b|").1, [""; 0]);
        assert_eq!(at("show co|").1[0], "counter");
        assert_eq!(at("show mod|").1, ["model"]);
        assert_eq!(at("prove O|").1, ["One"]);
        assert_eq!(at("prove Meadow:O|").1, ["Meadow:One"]);
        // A label with a space needs quotation marks.
        let (replaced, found) = at("prove \"Two w|");
        assert_eq!((replaced.as_str(), &found[..]), ("\"Two w", &["\"Two words\"".to_owned()][..]));
        assert!(at("explain E080|").1.contains(&"E0804".to_owned()));
        assert_eq!(at("decide \"xa <= x|").1, ["xa", "xb"]);
        assert_eq!(at("eval x|").1, ["xa", "xb"]);
        assert_eq!(at("check counter --property \"tot|").1, ["total"]);
        assert_eq!(at("check counter --demote to|").1, ["total"]);
    }

    #[test]
    fn places_are_code_points_in_the_middle_of_a_text() {
        let text = "-- Möller, 𝒳\nprove Meadow:O| 24\ncheck counter";
        let (before, after) = text.split_once('|').unwrap();
        let found = complete(&session(), &format!("{before}{after}"), before.chars().count());
        // 13 code points on the first line, six more before the word.
        assert_eq!((found.start, found.end), (19, 27));
        assert_eq!(found.matches, ["Meadow:One"]);
    }

    #[test]
    fn each_language_has_its_words() {
        assert_eq!(at("theory T\nhyp|").1, ["hypothesis"]);
        assert_eq!(at("theory T extends Meadow\nlemma (1) ours: xa <= x|").1, ["xa", "xb"]);
        assert!(at("theory T extends S|").1.contains(&"S5".to_owned()));
        assert_eq!(at("theory T\naction long_name\nlemma (1) ours: lo|").1, ["long_name"]);
        assert_eq!(at("theory T\nqe|").1, [""; 0]);
        assert_eq!(at("proofs of Meadow\nlemma (One): xa <= xa + xb\nproof\n xa\nqe|").1, ["qed"]);
        assert_eq!(at("proofs of Meadow\nlemma (On|").1, ["One"]);
        assert_eq!(at("proofs of Meadow\nproof\n <= {reg (Two|").1, ["Two words"]);
        assert_eq!(at("proofs of Meadow\nproof\n <= {(regu|").1, ["regular algebra"]);
        assert_eq!(at("proofs of Me|").1, ["Meadow"]);
        assert_eq!(at("system s\nvar colour : bool\nthread t { acq| }").1, ["acquire"]);
        assert_eq!(at("system s\nvar colour : bool\nthread t { col| }").1, ["colour"]);
        assert_eq!(at("program p\nthread main { box := new Box; syn| }").1, ["synchronized"]);
        assert_eq!(at("program p\nthread main { box := new Box; b| }").1, ["break", "box"]);
        assert_eq!(at("states 2\nx|").1, ["xa", "xb"]);
    }
}
