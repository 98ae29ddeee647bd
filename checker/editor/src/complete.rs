//! Completions at a cursor: words of the language, statements that a hint can cite, names of the text.

use std::ops::Range;

use reductio::language::{DECLARATIONS, PROPERTY_WORDS, WORDS};
use reductio::library::Library;
use reductio::{Language, programs};
use reductio_algebra::text::KEYWORDS;
use reductio_algebra::{Label, Theory};
use reductio_proofs::script::hint::THEORIES;
use reductio_proofs::script::{Induction, Script};

use crate::cursor::{Cursor, names};

/// The keywords of scripts that statement files do not have.
const ONLY_SCRIPTS: [&str; 5] = ["proof", "below", "case", "qed", "with"];
const IN_SCRIPTS: [&str; 4] = ["lemma", "theorem", "for", "all"];

/// The words for the origin of a statement.
const STATUSES: [&str; 4] = ["transcribed", "restored", "reconstructed", "ours"];

/// Words that systems have only in some places.
const IN_PLACES: [&str; 13] = [
    "capacity",
    "depth",
    "end",
    "failed",
    "free",
    "initialized",
    "length",
    "max",
    "of",
    "owner",
    "read",
    "value",
    "waiters",
];

/// Texts that can stand in the place of what was typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completions {
    /// The bytes that are replaced: what was typed so far.
    pub span: Range<usize>,
    /// The texts, each once, the most fitting first.
    pub texts: Vec<String>,
}

impl Completions {
    /// Keeps those candidates that go on with what was typed.
    ///
    /// ```
    /// use reductio_editor::{Completions, Cursor};
    ///
    /// let cursor = Cursor::at("acq", 3);
    /// let all = ["acquire", "acq", "assert", "acquire"].map(str::to_owned);
    /// let found = Completions::of(&cursor, 0, all);
    /// assert_eq!((found.span, found.texts), (0..3, vec!["acquire".to_owned()]));
    /// ```
    pub fn of(
        cursor: &Cursor<'_>,
        start: usize,
        candidates: impl IntoIterator<Item = String>,
    ) -> Self {
        let typed = &cursor.code[start..cursor.at];
        let mut texts: Vec<String> = Vec::new();
        for candidate in candidates {
            if candidate.starts_with(typed) && candidate != typed && !texts.contains(&candidate) {
                texts.push(candidate);
            }
        }
        Completions { span: start..cursor.at, texts }
    }
}

/// Finds the completions in a text of a language. `library` has the theories that statements and scripts build on.
pub fn complete(language: Language, library: &Library, cursor: &Cursor<'_>) -> Completions {
    if cursor.line().contains("--") {
        return Completions { span: cursor.at..cursor.at, texts: Vec::new() };
    }
    let (start, candidates) = match language {
        Language::Statements => (cursor.name_start(), statements(library, cursor)),
        Language::Script => script(library, cursor),
        Language::System => (cursor.name_start(), system(cursor)),
        Language::Program => (cursor.name_start(), program(cursor)),
    };
    Completions::of(cursor, start, candidates)
}

/// The words of systems that are no names, and those that have a meaning in some places only.
pub fn words_of_systems() -> impl Iterator<Item = &'static str> {
    DECLARATIONS.into_iter().chain(WORDS).chain(PROPERTY_WORDS).chain(IN_PLACES)
}

/// The other names in the text, declared or not: its writer may want them.
fn in_text<'a>(cursor: &Cursor<'a>) -> impl Iterator<Item = &'a str> {
    let own = cursor.name();
    names(cursor.code).into_iter().filter(move |name| *name != own)
}

fn statements(library: &Library, cursor: &Cursor<'_>) -> Vec<String> {
    let words = cursor.line().split_whitespace().filter(|word| !word.is_empty());
    let last = words.rev().find(|word| *word != cursor.name());
    if last == Some("extends") {
        return library.theories.iter().map(|loaded| loaded.theory.name().to_owned()).collect();
    }
    let base = cursor.code.split_once("extends").and_then(|(_, rest)| {
        let name = rest.split_whitespace().next()?;
        library.theory(name).map(|number| &*library.theories[number].theory)
    });
    let base = base.into_iter().flat_map(symbols);
    let keywords = KEYWORDS.into_iter().filter(|word| !ONLY_SCRIPTS.contains(word));
    let own = keywords.chain(STATUSES).chain(in_text(cursor)).map(str::to_owned);
    own.chain(base).collect()
}

/// The names of actions and predicates of a theory.
fn symbols(theory: &Theory) -> impl Iterator<Item = String> {
    theory.vocabulary().symbols().iter().map(|symbol| symbol.name.to_string())
}

/// The completions in a script: in parentheses the statements that a hint can cite, elsewhere keywords and the names of
/// the theory.
fn script(library: &Library, cursor: &Cursor<'_>) -> (usize, Vec<String>) {
    let theory = Script::theory_name(cursor.code).ok().and_then(|name| library.theory(&name));
    let theory: Option<&Theory> = theory.map(|number| &*library.theories[number].theory);
    if let Some(start) = cursor.reference_start() {
        let typed = &cursor.code[start..cursor.at];
        let labels = theory.into_iter().flat_map(Theory::labels);
        let all = labels.map(Label::as_str).chain(THEORIES);
        let all = all.chain(["hyp", "below", "auto"]).chain(Induction::ALL.map(Induction::name));
        let found: Vec<String> =
            all.filter(|name| name.starts_with(typed)).map(str::to_owned).collect();
        if !found.is_empty() {
            return (start, found);
        }
    }
    if names(cursor.before()).first() == Some(&"proofs") && names(cursor.before()).len() <= 3 {
        let all = library.theories.iter().map(|loaded| loaded.theory.name().to_owned());
        let start = cursor.name_start();
        if names(&cursor.before()[..start]).len() == 2 {
            return (start, all.collect());
        }
    }
    let symbols = theory.into_iter().flat_map(symbols);
    let words = ONLY_SCRIPTS.into_iter().chain(IN_SCRIPTS).map(str::to_owned);
    let more = in_text(cursor).map(str::to_owned);
    (cursor.name_start(), words.chain(symbols).chain(more).collect())
}

fn system(cursor: &Cursor<'_>) -> Vec<String> {
    let words = words_of_systems().map(str::to_owned);
    words.chain(in_text(cursor).map(str::to_owned)).collect()
}

fn program(cursor: &Cursor<'_>) -> Vec<String> {
    let words = programs::DECLARATIONS.into_iter().chain(programs::WORDS);
    words.chain(in_text(cursor)).map(str::to_owned).collect()
}
