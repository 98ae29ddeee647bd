//! The answer of `heap`: which variables of a program belong to one thread and which a lock protects, told as text,
//! JSON and pictures.

mod graph;
pub mod json;
mod names;
mod picture;
pub mod text;

use std::collections::BTreeMap;

use reductio::heap::{HeapAnalysis, HeapError, Inlined, Row, StatementId, ThreadType, Verdict};
use reductio::programs::Program;

pub use graph::{HeapGraph, Line};
use names::Names;

/// An analyzed program.
#[derive(Clone, Copy, Debug)]
pub struct Analyzed<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its statements.
    pub inlined: &'a Inlined,
    /// The result of the analysis.
    pub analysis: &'a HeapAnalysis,
}

/// What is known of the variables of one name whose objects are made at one line.
struct Variable<'a> {
    name: String,
    /// Where the objects are made.
    site: Option<String>,
    rows: Vec<&'a Row>,
    verdict: Verdict,
}

impl<'a> Analyzed<'a> {
    /// The variables, those of library objects only if they are wanted; and the number of variables that are left out.
    fn variables(&self, with_library: bool) -> (Vec<Variable<'a>>, usize) {
        let names = Names::new(self);
        let mut found: BTreeMap<(String, Option<String>), Vec<&'a Row>> = BTreeMap::new();
        let mut left_out = 0;
        for row in self.analysis.variables() {
            if !with_library && names.is_of_library(row.variable) {
                left_out += 1;
                continue;
            }
            let key = (names.variable(row.variable), names.site_of(row.variable));
            found.entry(key).or_default().push(row);
        }
        let verdict = |rows: &[&Row]| {
            let all = |wanted| rows.iter().all(|row| row.verdict == wanted);
            if rows.iter().any(|row| row.verdict == Verdict::Visible) {
                Verdict::Visible
            } else if all(Verdict::Owned) {
                Verdict::Owned
            } else if all(Verdict::Protected) {
                Verdict::Protected
            } else {
                Verdict::Mixed
            }
        };
        let variable = |((name, site), rows): ((String, Option<String>), Vec<&'a Row>)| {
            let verdict = verdict(&rows);
            Variable { name, site, rows, verdict }
        };
        (found.into_iter().map(variable).collect(), left_out)
    }
}

/// The accesses of some rows, by line and kind of thread, each once.
fn places(
    names: &Names<'_>,
    lists: impl Iterator<Item = (ThreadType, StatementId)>,
) -> Vec<(String, String)> {
    let mut found: Vec<(u32, String, String)> = lists
        .map(|(thread, statement)| {
            let (line, words) = names.line(statement);
            (line, words, names.thread(thread))
        })
        .collect();
    found.sort();
    found.dedup();
    found.into_iter().map(|(_, line, thread)| (line, thread)).collect()
}

/// The word for a verdict.
fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Owned => "owned",
        Verdict::Protected => "protected",
        Verdict::Mixed => "mixed",
        Verdict::Visible => "visible",
    }
}

/// The reason why nothing is known of a program, in words.
pub fn open_words(program: &Program, error: &HeapError) -> String {
    error.told(program)
}
