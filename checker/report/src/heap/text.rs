//! The answer of `heap` as text.

use std::fmt::Write as _;

use reductio::heap::{Reading, Repair, Verdict};

use super::{Analyzed, Names, Variable, places, word};
use crate::page::Page;

/// The words for a reading.
pub(super) fn reading_words(reading: Reading) -> &'static str {
    let all = Repair::ALL.iter().all(|repair| reading.repairs(*repair));
    match (all, reading == Reading::printed()) {
        (true, _) => "S2 with the repairs H1 to H8",
        (_, true) => "S2 as printed, which is unsound",
        _ => "S2 with some of the repairs H1 to H8",
    }
}

/// The report about a program.
pub fn report(of: &Analyzed<'_>, with_library: bool, page: &Page) -> String {
    let names = Names::new(of);
    let (variables, left_out) = of.variables(with_library);
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{}: {} kinds of thread, {} statements with all calls inlined",
        of.program.name(),
        of.analysis.kinds().len(),
        of.inlined.statements().len()
    );
    let _ = writeln!(out, "{}", reading_words(of.analysis.reading()));
    for variable in &variables {
        out.push('\n');
        tell(&mut out, &names, variable);
    }
    let count = |verdict| variables.iter().filter(|found| found.verdict == verdict).count();
    let _ = writeln!(
        out,
        "\n{} variables: {} owned, {} protected, {} mixed, {} visible",
        variables.len(),
        count(Verdict::Owned),
        count(Verdict::Protected),
        count(Verdict::Mixed),
        count(Verdict::Visible)
    );
    if left_out > 0 {
        let _ = writeln!(out, "{left_out} more of library objects; `--library` shows them");
    }
    page.fit(&out)
}

fn tell(out: &mut String, names: &Names<'_>, variable: &Variable<'_>) {
    let site = variable.site.as_ref().map_or_else(String::new, |site| format!(", made at {site}"));
    let _ = writeln!(out, "{}{site}: {}", variable.name, word(variable.verdict));
    let owned = variable.rows.iter().flat_map(|row| row.owned.iter().copied());
    for (thread, lines) in by_thread(places(names, owned)) {
        let _ = writeln!(out, "  owned by {thread} at {lines}");
    }
    for row in &variable.rows {
        if row.shared.is_empty() {
            continue;
        }
        let shared = places(names, row.shared.iter().copied());
        let lines: Vec<String> = shared.into_iter().map(|(line, _)| line).collect();
        let lines = unique(lines).join(", ");
        match (row.locks.first(), row.because) {
            (Some(lock), _) => {
                let _ = writeln!(out, "  protected by {}, at {lines}", names.lock(*lock));
            }
            (None, because) => {
                let _ = writeln!(out, "  visible at {lines}");
                if let Some(because) = because {
                    let _ = writeln!(out, "    because {}", names.because(because));
                }
                if let Some(by) = row.exposed_by {
                    let line = names.line(by).1;
                    let _ = writeln!(out, "    shared since {line} lets another thread get to it");
                }
            }
        }
    }
}

/// Lines of each thread, as a list.
fn by_thread(places: Vec<(String, String)>) -> Vec<(String, String)> {
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    for (line, thread) in places {
        match found.iter_mut().find(|(known, _)| *known == thread) {
            Some((_, lines)) => lines.push(line),
            None => found.push((thread, vec![line])),
        }
    }
    found.into_iter().map(|(thread, lines)| (thread, lines.join(", "))).collect()
}

fn unique(mut lines: Vec<String>) -> Vec<String> {
    lines.dedup();
    lines
}
