//! The answers of `models` for people.

use std::fmt::Write as _;

use reductio_relations::systems::{Conclusion, Count, Need, Vacuity};

use super::{Answer, Answers};
use crate::page::{Page, padded, plural};

/// All answers.
pub(crate) fn report(answers: &Answers, page: &Page) -> String {
    let counts: Vec<&Count> = answers
        .answers
        .iter()
        .filter_map(|a| if let Answer::Count(count) = a { Some(&**count) } else { None })
        .collect();
    let needs: Vec<&Need> = answers
        .answers
        .iter()
        .filter_map(|a| if let Answer::Need(need) = a { Some(&**need) } else { None })
        .collect();
    let mut out = String::new();
    if !counts.is_empty() {
        out += &count_table(&counts, page);
    }
    if !needs.is_empty() {
        out += &need_table(&needs, page);
    }
    for answer in &answers.answers {
        if let Answer::Search { id, statement, outcome } = answer {
            let _ = writeln!(out, "{id}: {statement}\n{outcome}");
        }
    }
    out
}

/// Systems that satisfy (13)-(21), per size, and what became of (22) in them.
pub(crate) fn count_table(counts: &[&Count], page: &Page) -> String {
    let head = ["states", "processes", "satisfy (13)-(21)", "up to renaming", "(22)"];
    let rows: Vec<[String; 5]> = counts
        .iter()
        .map(|c| {
            let verdict = match &c.conclusion {
                Conclusion::Fails(_) => "fails".to_owned(),
                _ => format!("holds{}", vacuity(c.vacuity)),
            };
            [
                c.states.to_string(),
                c.processes.to_string(),
                c.satisfying.to_string(),
                c.up_to_renaming.to_string(),
                verdict,
            ]
        })
        .collect();
    let mut out = String::from("Theorem 1 in all systems of a size\n");
    let widths: Vec<usize> = (0..5)
        .map(|k| rows.iter().map(|r| r[k].len()).chain([head[k].len()]).max().unwrap_or(0))
        .collect();
    let line = |cells: [&str; 5]| {
        let mut line = String::from(" ");
        for (k, cell) in cells.iter().enumerate() {
            let cell = if k < 4 { format!("{cell:>0$}", widths[k]) } else { (*cell).to_owned() };
            let _ = write!(line, " {cell} ");
        }
        line.trim_end().to_owned() + "\n"
    };
    out += &line(head);
    for row in &rows {
        out += &line(row.each_ref().map(String::as_str));
    }
    for count in counts {
        if let Conclusion::Fails(system) = &count.conclusion {
            let _ = write!(out, "\n{system}{}", system.explanation());
        }
    }
    for (kind, meaning) in [
        (Vacuity::NoViolation, "vacuously: no such system reaches a violation from outside q."),
        (Vacuity::NoStepOfN, "N not needed: R alone detects each violation in such systems."),
    ] {
        if counts.iter().any(|c| c.vacuity == kind) {
            out += &page.prose(meaning, 0);
        }
    }
    out
}

fn vacuity(vacuity: Vacuity) -> &'static str {
    match vacuity {
        Vacuity::NoViolation => ", vacuously",
        Vacuity::NoStepOfN => ", N not needed",
        _ => "",
    }
}

/// What each hypothesis is for.
pub(crate) fn need_table(needs: &[&Need], page: &Page) -> String {
    let mut out = String::from("What each hypothesis of Theorem 1 is for\n");
    for need in needs {
        let found = if let Some(system) = &need.counterexample {
            format!(
                "needed: false without it with {}, {}, {}",
                plural(system.states(), "state"),
                plural_es(system.processes(), "process"),
                plural(system.size() as usize, "pair")
            )
        } else {
            let (n, k) = need.searched.last().copied().unwrap_or_default();
            let (n, k) = (plural(n, "state"), plural_es(k, "process"));
            format!("no counterexample without it up to {n}, {k}")
        };
        let _ = writeln!(out, "  {} {found}", padded(need.dropped.label(), 6));
    }
    let counterexamples = needs.iter().filter(|n| n.counterexample.is_some());
    for need in counterexamples {
        let _ = write!(out, "\n{need}");
    }
    if needs.iter().any(|n| n.counterexample.is_none() && is_redundant(n)) {
        out.push('\n');
        out += &page.prose(
            "(14b) and (15b), one inclusion each of (14) and (15), follow from the other hypotheses: \
             `reductio prove 14b 15b \"Theorem 1, minimal\"` proves it for all sizes.",
            0,
        );
    }
    out
}

/// Whether "Theorem 1, minimal" does without the hypothesis.
fn is_redundant(need: &Need) -> bool {
    ["(14b)", "(15b)"].contains(&need.dropped.label())
}

/// `1 process`, `2 processes`.
fn plural_es(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "es" })
}

/// A few lines for the main job.
pub(crate) fn summary(answers: &Answers, page: &Page) -> String {
    let (mut counts, mut needed, mut out) = (Vec::new(), Vec::new(), String::new());
    for answer in &answers.answers {
        match answer {
            Answer::Count(count) => counts.push(&**count),
            Answer::Need(need) if need.counterexample.is_some() => {
                needed.push(need.dropped.label());
            }
            Answer::Need(need) => {
                let (n, k) = need.searched.last().copied().unwrap_or_default();
                let (n, k) = (plural(n, "state"), plural_es(k, "process"));
                let label = need.dropped.label();
                let proof =
                    if is_redundant(need) { "; \"Theorem 1, minimal\" does without" } else { "" };
                let text = format!("Without {label}: no counterexample up to {n}, {k}{proof}.");
                out += &page.prose(&text, 0);
            }
            Answer::Search { .. } => {}
        }
    }
    let text = format!(
        "Needed, each with a smallest counterexample: {}. `reductio models --all-drops` shows them.",
        needed.join(", ")
    );
    count_table(&counts, page) + &page.prose(&text, 0) + &out
}
