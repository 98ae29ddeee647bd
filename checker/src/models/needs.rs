//! Searches for systems that show that a hypothesis of Theorem 1 is needed.

use reductio_relations::systems::{Dropped, necessity};

use super::answer::ModelAnswer;
use super::run::Run;
use crate::diagnostics::Diagnostic;

/// Drops each hypothesis that the question names, one at a time, and searches for a system that breaks the conclusion.
pub(super) fn needs(run: &mut Run<'_>) {
    let sizes = run.sizes((5, 2));
    for row in rows(run) {
        if !run.goes_on(|| row.label().to_owned()) {
            continue;
        }
        let what = format!("without {}: ", row.label());
        match run.watching(&what, |watch| necessity(row, &sizes, watch)) {
            Ok(need) => run.out.answers.push(ModelAnswer::Need(need.into())),
            Err(error) => {
                run.out.refuse(&error, "ask for other numbers with `--states` and `--processes`");
                return;
            }
        }
    }
}

fn rows(run: &mut Run<'_>) -> Vec<Dropped> {
    let mut rows = Vec::new();
    if run.question.all_drops {
        rows.extend(Dropped::ALL);
    }
    for label in &run.question.drops {
        let label = format!("({})", label.trim_matches(['(', ')']));
        match Dropped::labelled(&label) {
            Some(row) if !rows.contains(&row) => rows.push(row),
            Some(_) => {}
            None => {
                let all: Vec<&str> = Dropped::ALL.iter().map(|d| d.label()).collect();
                let fault =
                    Diagnostic::error("E0013", format!("{label} is no hypothesis of Theorem 1"));
                run.out.bad_input.push(fault.help(format!("they are {}", all.join(", "))));
            }
        }
    }
    rows
}
