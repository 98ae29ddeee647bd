//! The answer of `heap` as JSON; schema `heap.schema.json`.

use reductio::Diagnostic;
use reductio::heap::{HeapError, Reading, Verdict};
use reductio::programs::Program;
use schemars::JsonSchema;
use serde::Serialize;

use super::text::reading_words;
use super::{Analyzed, HeapGraph, Names, Variable, places, word};
use crate::json::{self, DiagnosticEntry, entries};

/// The answer of `heap` as JSON.
#[derive(Debug, Serialize, JsonSchema)]
pub struct HeapAnswer {
    tool: &'static str,
    version: &'static str,
    command: &'static str,
    program: Option<String>,
    /// The rules of S2 that are repaired.
    reading: Option<&'static str>,
    /// The reason why nothing is known, if nothing is: then every access counts as visible.
    open: Option<String>,
    results: Vec<VariableEntry>,
    /// With --graph: what each variable may refer to.
    graph: Option<Vec<EdgeEntry>>,
    errors: Vec<DiagnosticEntry>,
}

/// The knowledge about the variables of one name whose objects are made at one line.
#[derive(Debug, Serialize, JsonSchema)]
struct VariableEntry {
    /// The name, such as `Class.field`, `int[]` for elements, or `Class's lock`.
    id: String,
    /// The place where the objects are made; null for a variable of no object.
    site: Option<String>,
    #[schemars(extend("enum" = ["owned", "protected", "mixed", "visible"]))]
    verdict: &'static str,
    /// The lock that protects it where it is not owned.
    protected_by: Option<String>,
    /// The reason why it is visible.
    because: Option<BecauseEntry>,
    /// The accesses where only one thread can access it.
    owned: Vec<AccessEntry>,
    /// The other accesses.
    shared: Vec<AccessEntry>,
}

/// A rule that failed.
#[derive(Debug, Serialize, JsonSchema)]
struct BecauseEntry {
    #[schemars(extend("enum" = ["no_lock", "not_one_to_one", "no_relation", "no_common_lock"]))]
    rule: &'static str,
    line: Option<String>,
    text: String,
    /// The line that first lets another thread get to the object.
    exposed_at: Option<String>,
}

/// An access.
#[derive(Debug, Serialize, JsonSchema)]
struct AccessEntry {
    line: String,
    thread: String,
}

/// An edge of a storage structure graph.
#[derive(Debug, Serialize, JsonSchema)]
struct EdgeEntry {
    /// A variable, or an object.
    from: String,
    /// The part of the object; null for a variable.
    part: Option<String>,
    to: String,
}

impl HeapAnswer {
    fn empty(errors: &[Diagnostic]) -> Self {
        HeapAnswer {
            tool: "reductio",
            version: env!("CARGO_PKG_VERSION"),
            command: "heap",
            program: None,
            reading: None,
            open: None,
            results: Vec::new(),
            graph: None,
            errors: entries(errors),
        }
    }
}

/// The answer where there is none but errors.
pub fn refused(errors: &[Diagnostic]) -> String {
    json::to_text(&HeapAnswer::empty(errors))
}

/// The answer where nothing is known of the program.
pub fn open(program: &Program, reading: Reading, error: &HeapError) -> String {
    json::to_text(&HeapAnswer {
        program: Some(program.name().to_owned()),
        reading: Some(reading_words(reading)),
        open: Some(error.told(program)),
        ..HeapAnswer::empty(&[])
    })
}

/// The answer about a program, with a graph if one is wanted.
pub fn answer(of: &Analyzed<'_>, with_library: bool, graph: Option<&HeapGraph>) -> String {
    let names = Names::new(of);
    let (variables, _) = of.variables(with_library);
    let edge = |(from, part, to): (String, Option<String>, String)| EdgeEntry { from, part, to };
    json::to_text(&HeapAnswer {
        program: Some(of.program.name().to_owned()),
        reading: Some(reading_words(of.analysis.reading())),
        results: variables.iter().map(|variable| entry(&names, variable)).collect(),
        graph: graph.map(|graph| graph.edges().into_iter().map(edge).collect()),
        ..HeapAnswer::empty(&[])
    })
}

fn entry(names: &Names<'_>, variable: &Variable<'_>) -> VariableEntry {
    let rows = &variable.rows;
    let access = |(line, thread): (String, String)| AccessEntry { line, thread };
    let owned = places(names, rows.iter().flat_map(|row| row.owned.iter().copied()));
    let shared = places(names, rows.iter().flat_map(|row| row.shared.iter().copied()));
    let is_visible = variable.verdict == Verdict::Visible;
    let lock = rows.iter().find_map(|row| row.locks.first()).filter(|_| !is_visible);
    let visible = rows.iter().find(|row| row.verdict == Verdict::Visible);
    let because = visible.and_then(|row| {
        row.because.map(|because| BecauseEntry {
            rule: Names::rule(because),
            line: names.rule_line(because),
            text: names.because(because),
            exposed_at: row.exposed_by.map(|by| names.line(by).1),
        })
    });
    VariableEntry {
        id: variable.name.clone(),
        site: variable.site.clone(),
        verdict: word(variable.verdict),
        protected_by: lock.map(|lock| names.lock(*lock)),
        because,
        owned: owned.into_iter().map(access).collect(),
        shared: shared.into_iter().map(access).collect(),
    }
}
