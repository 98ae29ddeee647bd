//! Remedies as changes to the text.

use std::sync::Arc;

use reductio::diagnostics::{Diagnostic, Fix};
use reductio::library::Library;
use reductio::source::Source;
use reductio::{File, Language};

use crate::diagnose::read_faults;
use crate::format::syntax_faults;

/// The changes that remedy what a diagnostic is about: those that it has, and the nearest name in place of one that is
/// unknown. `others` are the files that a library of statements and scripts needs besides the bundled ones. Each change
/// was tried: after it the text can be read as well as before, and a name is known that was not.
///
/// ```
/// use std::sync::Arc;
/// use reductio::{File, Language, Library};
/// use reductio_editor::{fixes, read_faults};
///
/// let file = Arc::new(File::new("t.sys", "var count : 0 .. 1\nthread t { cuont := 1 }"));
/// let found = read_faults(&file, Language::System, &Library::bundled());
/// let fixes = fixes(&found[0], &file, Language::System, &[]);
/// assert_eq!((&*fixes[0].title, &*fixes[0].edits[0].1), ("write `count`", "count"));
/// ```
pub fn fixes(
    found: &Diagnostic,
    file: &Arc<File>,
    language: Language,
    others: &[Source],
) -> Vec<Fix> {
    let mut all: Vec<Fix> = found
        .fixes
        .iter()
        .filter(|fix| syntax_faults(&changed(file, fix), language).is_empty())
        .cloned()
        .collect();
    let before = faults(file, language, others);
    let spelled = found.help.iter().filter_map(|help| spelled(found, help));
    let is_better = |fix: &Fix| {
        let after = faults(&changed(file, fix), language, others);
        after.len() < before.len()
    };
    all.extend(spelled.filter(is_better));
    all
}

/// The file after a change. The parts that are replaced do not overlap.
pub fn changed(file: &Arc<File>, fix: &Fix) -> Arc<File> {
    let mut text = file.text().to_owned();
    let mut edits = fix.edits.clone();
    edits.sort_by_key(|(span, _)| std::cmp::Reverse(span.start));
    for (span, new) in edits {
        if text.get(span.clone()).is_some() {
            text.replace_range(span, &new);
        }
    }
    Arc::new(File::new(file.name(), &text))
}

/// The faults of a file that are no warnings.
fn faults(file: &Arc<File>, language: Language, others: &[Source]) -> Vec<Diagnostic> {
    let library = match language {
        Language::Statements | Language::Script => {
            let mut sources = others.to_vec();
            sources.push(Source { file: file.clone(), language });
            Library::with(&sources, false)
        }
        Language::System | Language::Program => Library::default(),
    };
    let mut found = read_faults(file, language, &library);
    found.retain(|found| !found.is_warning);
    found
}

/// The change to the word that a line of help proposes.
fn spelled(found: &Diagnostic, help: &str) -> Option<Fix> {
    let word = help.strip_prefix("did you mean `")?.strip_suffix("`?")?;
    let place = found.place.as_ref()?;
    let old = place.file.text().get(place.span.clone())?;
    let in_parentheses = old.starts_with('(') && !word.starts_with('(');
    let new = if in_parentheses { format!("({word})") } else { word.to_owned() };
    let title = format!("write `{new}`");
    Some(Fix { title, edits: vec![(place.span.clone(), new)] })
}
