//! The faults of a text: what its reader finds, and what the replay of a derivation finds.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use reductio::appearance::hidden_characters;
use reductio::check::SubjectError;
use reductio::diagnostics::Diagnostic;
use reductio::language::{Families, ParsedSystem};
use reductio::library::Library;
use reductio::programs::{ENTRY, parse_program};
use reductio::selection::Selection;
use reductio::{File, Language, prove};
use reductio_algebra::{Label, StatementKind};
use reductio_proofs::ReplayLimits;

/// The most states of a model in which a refused step is tried, while a text is being written.
const MODEL_STATES: usize = 2;

/// Finds what the readers of the languages have to say about a file: all faults of its text and of what its names mean,
/// and characters that deceive. A library with the file says it of statements and derivations. No proof is looked at.
///
/// ```
/// use std::sync::Arc;
/// use reductio::{File, Language, Library};
/// use reductio_editor::read_faults;
///
/// let file = Arc::new(File::new("t.sys", "var x : 0 .. 1\nthread t { y := 1 }"));
/// let found = read_faults(&file, Language::System, &Library::bundled());
/// assert_eq!((found.len(), found[0].code), (1, "E0607"));
/// ```
pub fn read_faults(file: &Arc<File>, language: Language, library: &Library) -> Vec<Diagnostic> {
    let stem = Path::new(file.name()).file_stem().and_then(|stem| stem.to_str());
    match language {
        Language::System => {
            // A family of any number of threads is read with some number.
            let sizes = some_sizes(file.text());
            let read = ParsedSystem::parse(file.text(), stem.unwrap_or("system"), &sizes);
            let error = |error| SubjectError::Text { file: file.clone(), error };
            let errors: Vec<SubjectError> =
                read.err().unwrap_or_default().into_iter().map(error).collect();
            let mut found = hidden_characters(file);
            found.extend(reductio_report::check::faults::diagnostics(&errors));
            found
        }
        Language::Program => {
            let read = parse_program(file.text(), stem.unwrap_or("program"), ENTRY);
            let mut found = hidden_characters(file);
            let errors = read.err().unwrap_or_default();
            found.extend(reductio_report::program::diagnostics(file, &errors));
            found
        }
        Language::Statements | Language::Script => {
            let all = library.faults.iter().chain(&library.warnings);
            all.filter(|found| is_about(found, file)).cloned().collect()
        }
    }
}

/// A number of values for each type of a system that is declared as `any`: an editor shows the system with so many.
///
/// ```
/// use reductio_editor::some_sizes;
///
/// assert_eq!(some_sizes("type User = any\nthread user[u : User] { skip }"), [("User".to_owned(), 2)]);
/// ```
pub fn some_sizes(text: &str) -> Vec<(String, i64)> {
    let declared = Families::declared(text).into_iter();
    declared.map(|(name, least)| (name, least.max(2))).collect()
}

/// Finds what the replay of a script's derivations refuses, and what it warns of: unneeded references, what `(auto)`
/// found. The script is one of the given ones of the library; if it could not be read, nothing is found here. Ended
/// early when `limits.cancel` is raised: then what is found so far is returned.
pub fn proof_faults(
    file: &Arc<File>,
    library: &Library,
    limits: ReplayLimits<'_>,
) -> Vec<Diagnostic> {
    let Some(script) = library.scripts.iter().find(|s| s.headings.is_none() && same(&s.file, file))
    else {
        return Vec::new();
    };
    let theory = &library.theories[script.theory].theory;
    let is_to_prove = |label: &Label| {
        theory.statement(label).is_some_and(|s| s.kind != StatementKind::Hypothesis)
    };
    let labels = script.script.derivations.iter().map(|derivation| &derivation.label);
    let wanted: BTreeSet<_> = labels.filter(|label| is_to_prove(label)).cloned().collect();
    let selection =
        Selection { wanted: BTreeMap::from([(script.theory, wanted)]), ..Selection::default() };
    let proved = prove(library, &selection, limits, Some(MODEL_STATES));
    let unproved = proved.claims.iter().filter_map(|claim| match &claim.verdict {
        reductio::Verdict::Fails(refusal) | reductio::Verdict::Declined(refusal) => Some(refusal),
        reductio::Verdict::Holds(_) => None,
    });
    let unproved = unproved.flat_map(|refusal| refusal.unproved.iter().map(|(_, found)| found));
    let warnings = proved.claims.iter().flat_map(|claim| &claim.warnings);
    let all = proved.faults.iter().chain(unproved).chain(warnings);
    all.filter(|found| is_about(found, file)).cloned().collect()
}

/// Whether two files are one: of the same name and text.
fn same(one: &Arc<File>, other: &Arc<File>) -> bool {
    Arc::ptr_eq(one, other) || one.name() == other.name()
}

/// Whether a diagnostic is about a file.
fn is_about(found: &Diagnostic, file: &Arc<File>) -> bool {
    found.place.as_ref().is_some_and(|place| same(&place.file, file))
}
