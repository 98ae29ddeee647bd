//! Information about the text under the cursor, as Markdown.

use std::ops::Range;

use reductio::Language;
use reductio::check::Subject;
use reductio::library::Library;
use reductio_algebra::{Label, Statement, StatementKind, Style, Theory};
use reductio_proofs::Script;
use reductio_report::check::{statements_of_line, variable_words};

use crate::cursor::Cursor;
use crate::help::WordHelp;
use crate::symbols::{Symbol, SymbolKind, declaration};

/// The information about the text under a cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// The bytes that it is about.
    pub span: Range<usize>,
    /// The text, in Markdown.
    pub markdown: String,
}

/// The theory of a text: its own, or the one that it proves.
pub fn theory_of<'l>(language: Language, library: &'l Library, text: &str) -> Option<&'l Theory> {
    let name = match language {
        Language::Script => Script::theory_name(text).ok()?,
        Language::Statements => (*crate::cursor::names(text).get(1)?).to_owned(),
        Language::System | Language::Program => return None,
    };
    library.theory(&name).map(|number| &*library.theories[number].theory)
}

/// The label in parentheses around a cursor, with its place, if a statement or definition of the theory has it.
pub fn label_at(theory: &Theory, cursor: &Cursor<'_>) -> Option<(Label, Range<usize>)> {
    let line_start = cursor.at - cursor.line().len();
    let before = &cursor.code[line_start..cursor.at];
    // On an opening parenthesis the cursor is at the label as well.
    let is_at_open = cursor.code[cursor.at..].starts_with('(');
    let open = if is_at_open { cursor.at } else { line_start + before.rfind('(')? };
    let inside = cursor.code[open + 1..].split([')', '\n']).next()?;
    if open + 1 + inside.len() < cursor.at {
        return None;
    }
    let label = Label::new(inside).ok()?;
    let is_known = theory.statement(&label).is_some() || theory.definition(&label).is_some();
    is_known.then_some((label, open..open + inside.len() + 2))
}

/// What is said about a statement or definition of a theory.
fn statement_words(theory: &Theory, label: &Label) -> Option<String> {
    if let Some(statement) = theory.statement(label) {
        return Some(of_statement(theory, statement));
    }
    let found = theory.definition(label)?;
    let (status, equation) = (found.status.as_str(), found.equation.to_statement(Style::Ascii));
    let name = theory.name();
    Some(format!("definition **{label}** of {name}, {status}\n\n```reductio-oa\n{equation}\n```\n"))
}

fn of_statement(theory: &Theory, statement: &Statement) -> String {
    let kind = match statement.kind {
        StatementKind::Hypothesis => "hypothesis",
        StatementKind::Lemma => "lemma",
        StatementKind::Theorem => "theorem",
    };
    let Statement { label, status, formula, .. } = statement;
    let formula = formula.to_statement(Style::Ascii);
    let (name, status) = (theory.name(), status.as_str());
    let mut out =
        format!("{kind} **{label}** of {name}, {status}\n\n```reductio-oa\n{formula}\n```\n");
    if let Some(assuming) = &statement.assuming {
        let all: Vec<String> = assuming.iter().map(Label::to_string).collect();
        let all = if all.is_empty() { "nothing".to_owned() } else { all.join(", ") };
        out = out + "\nassuming " + &all + "\n";
    }
    out
}

/// Finds what is to be said about the text under a cursor. `subject` is the system of a `.sys` file, if it can be read.
pub fn hover(
    language: Language,
    library: &Library,
    subject: Option<&Subject>,
    symbols: &[Symbol],
    cursor: &Cursor<'_>,
) -> Option<Hover> {
    let name = cursor.name();
    let span = cursor.name_start()..cursor.name_start() + name.len();
    let said = |markdown| Hover { span: span.clone(), markdown };
    match language {
        Language::Statements | Language::Script => {
            let theory = theory_of(language, library, cursor.code);
            if let Some(theory) = theory
                && let Some((label, span)) = label_at(theory, cursor)
            {
                return Some(Hover { span, markdown: statement_words(theory, &label)? });
            }
            let cited = cursor.reference_start().map(|start| &cursor.code[start..]);
            let cited = cited.and_then(|rest| rest.split([',', ')', '\n']).next());
            if let Some(help) = cited.and_then(|text| WordHelp::of_reference(text.trim())) {
                return Some(said(help.line()));
            }
            let of_name = theory.and_then(|theory| symbol_words(theory, name));
            of_name.or_else(|| WordHelp::of(language, name).map(|help| help.line())).map(said)
        }
        Language::System => {
            let line = cursor.before().matches('\n').count() + 1;
            let declared = declaration(symbols, name, cursor.at);
            if let (Some(subject), Some(symbol)) = (subject, declared)
                && matches!(symbol.kind, SymbolKind::Variable | SymbolKind::Object)
            {
                let words = variable_words(subject, name);
                let declared = &cursor.code[symbol.span.clone()];
                let declared = declared.lines().next().unwrap_or_default();
                return Some(said(format!("```reductio-sys\n{declared}\n```\n{}", items(&words))));
            }
            let words = subject.map(|subject| statements_of_line(subject, line));
            if let Some(words) = words.filter(|words| !words.is_empty())
                && declared.is_none_or(|symbol| symbol.kind == SymbolKind::Label)
            {
                return Some(said(items(&words)));
            }
            of_code(language, name, declared, cursor).map(said)
        }
        Language::Program => {
            of_code(language, name, declaration(symbols, name, cursor.at), cursor).map(said)
        }
    }
}

/// The help on a word, or the declaration of a name.
fn of_code(
    language: Language,
    name: &str,
    declared: Option<&Symbol>,
    cursor: &Cursor<'_>,
) -> Option<String> {
    let Some(symbol) = declared else {
        return WordHelp::of(language, name).map(|help| help.line());
    };
    let id = if language == Language::System { "sys" } else { "prog" };
    let start = cursor.code[..symbol.span.start].rfind('\n').map_or(0, |at| at + 1);
    let line = cursor.code[start..].lines().next().unwrap_or_default().trim();
    Some(format!("```reductio-{id}\n{line}\n```\n"))
}

/// Lines as a list.
fn items(lines: &[String]) -> String {
    lines.iter().flat_map(|line| ["\n- ", line]).collect()
}

/// What is said about a name of a theory.
fn symbol_words(theory: &Theory, name: &str) -> Option<String> {
    let names = theory.vocabulary();
    if let Some(found) = theory.definitions().iter().find(|d| d.definition.name() == name) {
        return statement_words(theory, &found.label);
    }
    if let Some(symbol) = names.symbols().iter().find(|symbol| symbol.name.as_str() == name) {
        let (sort, theory) = (symbol.sort, theory.name());
        let family = if symbol.arity == 0 { "" } else { ", one for each process" };
        return Some(format!("`{name}`: {sort} of {theory}{family}"));
    }
    names.is_index(name).then(|| format!("`{name}`: an index, which stands for a process"))
}
