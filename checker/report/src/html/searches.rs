//! The section of a page about searches of systems and programs, side by side.

use std::fmt::Write as _;

use reductio::compare::{Agreement, Comparison, ProgramComparison, ProgramRow, Row};
use reductio::{Exit, Verdict};

use super::element::{escaped, folded, preformatted, sentence, table_of};
use super::programs::run_table;
use super::report::Section;
use crate::compare::{program as of_program, words};
use crate::page::grouped;
use crate::program::steps::Told;

/// Makes the section, with a part for each system and each program.
pub fn section(systems: &[Comparison], programs: &[ProgramComparison], is_timed: bool) -> Section {
    let of_systems = systems.iter().map(|comparison| system(comparison, is_timed));
    let inner = of_systems.chain(programs.iter().map(|one| program(one, is_timed))).collect();
    Section { place: "searches", heading: "Searches, side by side", inner }
}

fn system(comparison: &Comparison, is_timed: bool) -> String {
    let subject = &comparison.subject;
    let mut out = format!("<h3>{}</h3>\n", escaped(subject.system().name()));
    let most = |number: fn(&Row) -> Option<u64>| comparison.rows.iter().filter_map(number).max();
    let (states, executions) = (most(states), most(|row| row.walked.executions));
    let row = |row: &Row| {
        let class = match row.exit() {
            Exit::Holds => "holds",
            Exit::Declined => "declined",
            _ => "fails",
        };
        let mut cells = vec![
            escaped(&row.search.to_string()),
            shown(self::states(row), states),
            shown(row.walked.executions, executions),
            grouped(&row.walked.steps),
            grouped(&row.walked.points()),
            grouped(&row.walked.deadlocks),
            format!("<span class=\"{class}\">{}</span>", words::answer(row)),
            words::agreement(row).to_owned(),
        ];
        if is_timed {
            cells.push(format!("{:.3}", row.time.as_secs_f64()));
        }
        cells
    };
    let mut head = vec![
        "search",
        "#states",
        "#executions",
        "#steps",
        "#points",
        "#deadlocks",
        "answer",
        "as unreduced",
    ];
    if is_timed {
        head.push("#seconds");
    }
    out += &table_of(&head, &comparison.rows.iter().map(row).collect::<Vec<_>>());
    let grounds: Vec<Vec<String>> =
        comparison.rows.iter().map(|row| grounds(comparison, row)).collect();
    let grounds = table_of(&["search", "rests on", "conditions", "remark"], &grounds);
    let _ = writeln!(out, "{}", folded("what the answers rest on", &grounds));
    out + &folded("the system", &preformatted(subject.file.text()))
}

fn program(comparison: &ProgramComparison, is_timed: bool) -> String {
    let (subject, rows) = (&comparison.subject, &comparison.rows);
    let mut out = format!("<h3>{}</h3>\n", escaped(subject.program.name()));
    let states = |row: &ProgramRow| row.states.map(|states| states as u64);
    let most_states = rows.iter().filter_map(states).max();
    let most_executions = rows.iter().filter_map(|row| row.executions).max();
    let row = |row: &ProgramRow| {
        let class = row.verdict().word();
        let mut cells = vec![
            escaped(&row.search.to_string()),
            shown(states(row), most_states),
            shown(row.executions, most_executions),
            grouped(&row.steps),
            grouped(&row.deadlocks),
            grouped(&row.wrong.len()),
            format!("<span class=\"{class}\">{}</span>", of_program::answer(row).0),
            of_program::same(row).to_owned(),
        ];
        if is_timed {
            cells.push(format!("{:.3}", row.time.as_secs_f64()));
            cells.push(shown(row.bytes.map(|bytes| bytes.div_ceil(1024) as u64), None));
        }
        cells
    };
    let mut head = vec![
        "search",
        "#states",
        "#executions",
        "#steps",
        "#deadlocks",
        "#failures",
        "answer",
        "as unreduced",
    ];
    if is_timed {
        head.extend(["#seconds", "#KiB"]);
    }
    out += &table_of(&head, &rows.iter().map(row).collect::<Vec<_>>());
    for why in of_program::undecided(comparison) {
        let _ = writeln!(out, "<p>{}</p>", sentence(&why));
    }
    for (ending, run) in of_program::found(comparison) {
        out += &folded(&sentence(&ending), &run_table(&Told::of(subject, run), &[]));
    }
    let grounds = |row: &ProgramRow| {
        vec![escaped(&row.search.to_string()), sentence(&of_program::grounds(row))]
    };
    let grounds: Vec<Vec<String>> = rows.iter().map(grounds).collect();
    let whether = of_program::only_whether(comparison);
    let _ = writeln!(out, "<p>Races are not looked for{whether}.</p>");
    out + &folded("what the answers rest on", &table_of(&["search", "rests on"], &grounds))
}

/// A number, with a bar that shows its share of the largest one if this is known.
fn shown(number: Option<u64>, most: Option<u64>) -> String {
    match (number, most) {
        (Some(number), Some(most)) => format!("{} {}", grouped(&number), share(number, most)),
        (Some(number), None) => grouped(&number),
        (None, _) => "-".to_owned(),
    }
}

fn states(row: &Row) -> Option<u64> {
    row.walked.states.map(|states| states as u64)
}

fn grounds(comparison: &Comparison, row: &Row) -> Vec<String> {
    let system = comparison.subject.system();
    let remark = match (row.verdict(), row.agreement) {
        (_, Agreement::Differs(what)) => words::difference(what, system),
        (Verdict::Declined(why), _) => words::undecided(&why, system),
        _ => String::new(),
    };
    let justification = &row.justification;
    vec![
        escaped(&row.search.to_string()),
        sentence(&words::theorems(justification)),
        sentence(&words::conditions(justification)),
        sentence(&remark),
    ]
}

/// A bar that shows the share of a part in a whole.
fn share(part: u64, whole: u64) -> String {
    let percent = part.saturating_mul(100).div_ceil(whole.max(1)).min(100);
    format!(
        "<span class=\"share\" title=\"{percent} of 100\"><span style=\"width:{percent}%\"></span></span>"
    )
}
