//! The report of `prove` as text: for each formula its statement, where it comes from, what its proof used, and the
//! verdict.

use std::fmt::Write as _;
use std::time::Duration;

use reductio::{Claim, Proved, Verdict};
use reductio_algebra::{Label, Status};

use crate::page::{
    BAD, FAINT, GOOD, HEADING, OPEN, Page, columns, grouped, padded, plural, ranges, wrapped,
};
use crate::question::names_in_words;

/// Facts that a report tells besides the claims.
#[derive(Clone, Copy, Debug, Default)]
pub struct Extras {
    /// The time that the work took, if it was asked for.
    pub time: Option<Duration>,
    /// The number of warnings that were not shown; the report names the command that shows them.
    pub hidden_warnings: usize,
    /// Tells whether the claims are for all finite sets of processes (rather than without processes at all).
    pub has_processes: bool,
    /// Tells whether proved lemmas of the libraries are counted instead of listed.
    pub is_overview: bool,
}

/// The number of faults of a claim that are named; the diagnostics have all.
const SHOWN_REASONS: usize = 3;

/// The largest width of a label that stands before its formula; longer ones stand above it.
const LABEL_WIDTH: usize = 6;

/// The report as text.
pub fn report(proved: &Proved, page: &Page, extras: &Extras) -> String {
    let mut out = String::new();
    let is_listed =
        |c: &&Claim| !(extras.is_overview && c.is_counted && c.verdict.evidence().is_some());
    let sections = sections(proved.claims.iter().filter(is_listed));
    let tables: Vec<Table> = sections.iter().map(|(_, claims)| Table::new(claims, page)).collect();
    let fits = tables.iter().all(|t| t.width() <= page.width);
    for ((heading, claims), table) in sections.iter().zip(&tables) {
        let _ = writeln!(out, "{HEADING}{heading}{HEADING:#}");
        if fits {
            table.write(claims, &mut out);
        } else {
            for claim in claims {
                two_lines(claim, page, &mut out);
            }
        }
        for names in
            claims.iter().filter(|c| c.answer.is_some()).map(|c| names_in_words(&c.formula))
        {
            out += &names.map_or_else(String::new, |names| format!("  {}", page.prose(&names, 4)));
        }
        out.push('\n');
    }
    for (heading, claims) in self::sections(proved.claims.iter().filter(|c| !is_listed(c))) {
        let text = format!(
            "{heading}: {} hold; `reductio prove` lists them.",
            plural(claims.len(), "more statement")
        );
        out.push_str(&page.prose(&text, 0));
        out.push('\n');
    }
    out.push_str(&summary(proved, page, extras));
    out
}

/// The claims under their headings, with the headings in the order of their first claims.
pub(crate) fn sections<'c>(
    claims: impl Iterator<Item = &'c Claim>,
) -> Vec<(&'c str, Vec<&'c Claim>)> {
    let mut sections: Vec<(&str, Vec<&Claim>)> = Vec::new();
    for claim in claims {
        match sections.iter_mut().find(|(heading, _)| *heading == claim.heading) {
            Some((_, members)) => members.push(claim),
            None => sections.push((&claim.heading, vec![claim])),
        }
    }
    sections
}

/// The columns of a section, with one line for each claim.
struct Table {
    rows: Vec<[String; 6]>,
    widths: [usize; 6],
}

const COLUMNS: [&str; 6] = ["", "statement", "status", "uses", "steps", "kernel"];

impl Table {
    fn new(claims: &[&Claim], page: &Page) -> Self {
        let rows: Vec<[String; 6]> = claims
            .iter()
            .map(|claim| {
                let evidence = claim.verdict.evidence();
                [
                    claim.label.to_string(),
                    claim.formula.to_statement(page.style),
                    claim.status.as_str().to_owned(),
                    evidence.map_or("-".to_owned(), |e| ranges(&e.hypotheses)),
                    grouped(&claim.steps()),
                    evidence.map_or("-".to_owned(), |e| grouped(&e.kernel_steps)),
                ]
            })
            .collect();
        let mut widths = COLUMNS.map(columns);
        for row in &rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = columns(cell).max(*width);
            }
        }
        Table { rows, widths }
    }

    fn width(&self) -> usize {
        self.widths.iter().map(|w| w + 2).sum::<usize>() + 2 + "declined".len()
    }

    fn write(&self, claims: &[&Claim], out: &mut String) {
        let _ =
            writeln!(out, "{FAINT}{}{FAINT:#}", self.line(&COLUMNS.map(str::to_owned)).trim_end());
        for (row, claim) in self.rows.iter().zip(claims) {
            let _ = writeln!(out, "{}  {}", self.line(row), word(claim));
            for reason in reasons(claim) {
                let _ = writeln!(out, "{}{reason}", " ".repeat(4 + self.widths[0]));
            }
        }
    }

    /// Sets a row; the numbers are aligned to the right, everything else to the left.
    fn line(&self, row: &[String; 6]) -> String {
        let mut line = String::new();
        for (k, (cell, width)) in row.iter().zip(self.widths).enumerate() {
            line.push_str("  ");
            if k >= 4 {
                let _ = write!(line, "{cell:>width$}");
            } else {
                line.push_str(&padded(cell, width));
            }
        }
        line
    }
}

/// Writes a claim for a narrow page: the statement with the verdict, and below it what the proof used.
fn two_lines(claim: &Claim, page: &Page, out: &mut String) {
    let label = claim.label.to_string();
    let indent = LABEL_WIDTH + 2;
    let verdict_width = claim.verdict.word().len();
    let right = page.width.min(100) - verdict_width;
    let mut head = format!("  {label}");
    let statement = claim.formula.to_statement(page.style);
    let mut lines = wrapped(&statement, right - 2, indent, indent + 4).into_iter();
    if columns(&label) < LABEL_WIDTH {
        head = padded(&head, indent) + &lines.next().unwrap_or_default();
    }
    let _ = writeln!(out, "{}{}", padded(&head, right), word(claim));
    for (k, line) in lines.enumerate() {
        // A line after the first carries its own indentation.
        let is_first = columns(&label) >= LABEL_WIDTH && k == 0;
        let _ = writeln!(out, "{}{line}", " ".repeat(if is_first { indent } else { 0 }));
    }
    let mut facts = claim.status.as_str().to_owned();
    if let Some(evidence) = claim.verdict.evidence() {
        let hypotheses = match &*ranges(&evidence.hypotheses) {
            "none" => "no hypothesis".to_owned(),
            some => some.to_owned(),
        };
        let steps = plural(claim.steps(), "step");
        let _ = write!(
            facts,
            "; uses {hypotheses}; {steps}, {} in the kernel",
            grouped(&evidence.kernel_steps)
        );
    }
    for (k, line) in wrapped(&facts, page.width, indent, indent + 2).iter().enumerate() {
        let indentation = " ".repeat(if k == 0 { indent } else { 0 });
        let _ = writeln!(out, "{FAINT}{indentation}{line}{FAINT:#}");
    }
    for reason in reasons(claim) {
        let _ = writeln!(out, "{}{reason}", " ".repeat(indent));
    }
}

/// The word for the verdict, in its colour.
fn word(claim: &Claim) -> String {
    let colour = match claim.verdict {
        Verdict::Holds(_) => GOOD,
        Verdict::Fails(_) => BAD,
        Verdict::Declined(_) => OPEN,
    };
    format!("{colour}{}{colour:#}", claim.verdict.word())
}

/// The reasons why a claim does not hold: codes and places, which the diagnostics explain.
fn reasons(claim: &Claim) -> Vec<String> {
    let (Verdict::Fails(refusal) | Verdict::Declined(refusal)) = &claim.verdict else {
        return Vec::new();
    };
    let mut reasons = Vec::new();
    if !refusal.unproved.is_empty() {
        let cited: Vec<String> = refusal.unproved.iter().map(|(l, _)| l.to_string()).collect();
        let verb = if cited.len() == 1 { "is" } else { "are" };
        reasons.push(format!("cites {}, which {verb} not proved", cited.join(", ")));
    }
    for fault in refusal.faults.iter().take(SHOWN_REASONS) {
        reasons.push(match &fault.place {
            Some(place) => {
                let (line, column) = place.file.line_col(place.span.start);
                format!("{} at {}:{line}:{column}", fault.code, place.file.name())
            }
            None => fault.code.to_owned(),
        });
    }
    if refusal.faults.len() > SHOWN_REASONS {
        reasons.push(format!("and {} more", refusal.faults.len() - SHOWN_REASONS));
    }
    reasons
}

/// The legend of the words for the origin of a text, of those that occur.
fn legend(claims: &[Claim]) -> String {
    let meanings = [
        (Status::Transcribed, "as printed"),
        (Status::Restored, "as printed, with the overlines that the text at hand lost"),
        (Status::Reconstructed, "no formula in the text at hand"),
        (Status::Ours, "not in the paper"),
    ];
    let occurring =
        meanings.iter().filter(|(status, _)| claims.iter().any(|c| c.status == *status));
    let parts: Vec<String> =
        occurring.map(|(s, meaning)| format!("{}: {meaning}", s.as_str())).collect();
    format!("Status {}.", parts.join("; "))
}

fn summary(proved: &Proved, page: &Page, extras: &Extras) -> String {
    let mut out: String =
        sentences(proved, extras).iter().map(|sentence| page.prose(sentence, 0)).collect();
    if let Some(time) = extras.time.filter(|_| !proved.claims.is_empty()) {
        let _ = writeln!(out, "Time: {:.1} ms.", time.as_secs_f64() * 1000.0);
    }
    out
}

/// The algebras in which the claims hold. A proof that rests on hypotheses says nothing about the others.
fn range(proved: &Proved, extras: &Extras) -> String {
    let mut used: Vec<&[Label]> =
        proved.claims.iter().filter_map(|c| Some(&*c.verdict.evidence()?.hypotheses)).collect();
    used.dedup();
    let which = match &used[..] {
        all if all.iter().all(|labels| labels.is_empty()) => String::new(),
        [labels] => format!(" that satisfies {}", ranges(labels)),
        _ => " that satisfies the hypotheses which the statement uses".to_owned(),
    };
    let processes =
        if extras.has_processes { ", for every finite nonempty set of processes" } else { "" };
    format!("in every omega algebra{which}{processes}")
}

/// Sentences about all claims together, each a paragraph.
pub(crate) fn sentences(proved: &Proved, extras: &Extras) -> Vec<String> {
    let total = proved.claims.len();
    let count = |word: &str| proved.claims.iter().filter(|c| c.verdict.word() == word).count();
    let (holds, fails, declined) = (count("holds"), count("fails"), count("declined"));
    if total == 0 {
        return Vec::new();
    }
    let range = range(proved, extras);
    let first = if holds == total {
        let all = match total {
            1 => "The statement holds".to_owned(),
            2 => "Both statements hold".to_owned(),
            _ => format!("All {total} statements hold"),
        };
        let kernel: usize =
            proved.claims.iter().filter_map(|c| Some(c.verdict.evidence()?.kernel_steps)).sum();
        let kernel = grouped(&kernel);
        match proved.claims.iter().map(Claim::steps).sum() {
            // A proof by the decision procedure has no derivation.
            0 => format!("{all} {range}: {kernel} rule applications of the kernel."),
            steps => format!(
                "{all} {range}: {} of the derivations, {kernel} rule applications of the kernel.",
                plural(steps, "step")
            ),
        }
    } else {
        let mut parts = vec![format!(
            "{holds} of {total} statements hold{}",
            if holds == 1 { "s" } else { "" }
        )];
        parts.extend(
            (fails > 0).then(|| format!("{fails} fail{}", if fails == 1 { "s" } else { "" })),
        );
        parts.extend((declined > 0).then(|| {
            let verb = if declined == 1 { "is" } else { "are" };
            format!("{declined} {verb} undecided")
        }));
        format!("{}.", parts.join(", "))
    };
    let mut out = vec![first];
    if proved.claims.iter().any(|c| c.is_bundled) {
        out.push(legend(&proved.claims));
    }
    if holds > 0 {
        let rests = "What holds rests on the kernel (theorems/src/kernel), on the reader and the printer of \
            formulas, and for each statement on the hypotheses that it uses; see ARCHITECTURE.md.";
        out.push(rests.to_owned());
    }
    if extras.hidden_warnings > 0 {
        let warnings = plural(extras.hidden_warnings, "warning");
        let verb = if extras.hidden_warnings == 1 { "it" } else { "them" };
        out.push(format!("{warnings} about hints; `reductio prove --warnings` shows {verb}."));
    }
    out
}
