//! `explain FILE.sys`: what is visible and why, and which side conditions hold.

use std::fmt::Write as _;

use super::Subject;
use crate::discipline::{Breach, Conditions, Discipline, PartialState, Reason, Role};
use crate::page::{BAD, FAINT, HEADING, Page, columns, padded, wrapped};
use crate::system::{ObjectId, System, ThreadId, VariableClass};

/// The classification of a system.
pub(crate) fn classification(subject: &Subject, page: &Page) -> String {
    let system = &subject.system;
    let discipline = Discipline::with(system, &subject.settings);
    let mut out = format!("{HEADING}{}{HEADING:#}\n\n", system.name());
    out += &variables(system, &discipline, page);
    for thread in system.thread_ids() {
        out += &transitions(subject, &discipline, thread, page);
    }
    out
}

/// Each protected object with its side conditions, then what the other variables count as.
fn variables(system: &System, discipline: &Discipline<'_>, page: &Page) -> String {
    let mut out = String::new();
    for (object, conditions) in system.objects().iter().zip(discipline.conditions()) {
        let name = object.name();
        match conditions {
            Conditions::Demoted => {
                let _ = writeln!(out, "{name}: treated as open");
            }
            Conditions::SetA => {
                let _ = writeln!(out, "{name}: protected, Set A");
            }
            Conditions::SetB => {
                let _ = writeln!(out, "{name}: protected, Set B");
            }
            Conditions::Neither(breaches) => {
                let _ = writeln!(out, "{name}: protected, {BAD}neither set{BAD:#}");
                for breach in breaches {
                    out += &page.prose(&format!("    {}", breach_words(system, name, breach)), 4);
                }
            }
        }
    }
    for variable in system.variables() {
        let roles: Vec<Role> = variable.cells().map(|cell| discipline.usage().role(cell)).collect();
        let said = match (variable.class(), roles.first()) {
            (VariableClass::Shared, Some(Role::Open)) => "open".to_owned(),
            (VariableClass::Shared, Some(Role::Constant)) => {
                "constant: nobody changes it".to_owned()
            }
            (VariableClass::Shared, Some(Role::Unshared(thread))) => {
                format!("unshared: only {} uses it", system.thread(*thread).name())
            }
            _ => continue,
        };
        let all_alike = roles.iter().all(|role| Some(role) == roles.first());
        let rest = if all_alike { "" } else { " (some elements differ)" };
        let _ = writeln!(out, "{}: {said}{rest}", variable.name());
    }
    out
}

/// A side condition that a transition breaks, in words.
pub(super) fn breach_words(system: &System, object: &str, breach: &Breach) -> String {
    let owner = system.thread(breach.thread);
    let transition = &owner.transitions()[breach.transition];
    let start = owner.points()[usize::from(transition.start())].name();
    let step = format!("`{}` of {} at {start}", transition.text(), owner.name());
    match breach.other {
        None => format!("{step} has too many valuations to be decided"),
        Some(other) => format!(
            "{}: {step} can take {object} from {}{}",
            breach.condition,
            system.thread(other).name(),
            shown(system, &breach.state)
        ),
    }
}

/// `, where m.owner = user[0], ...`
fn shown(system: &System, state: &PartialState) -> String {
    let of = |(cell, value): &(crate::system::CellId, i32)| {
        let cell = system.cell(*cell);
        format!("{} = {}", cell.name(), cell.domain().show(*value))
    };
    let all: Vec<String> = state.iter().map(of).collect();
    if all.is_empty() { String::new() } else { format!(", where {}", all.join(", ")) }
}

/// The transitions of a thread: line, control point, statement, why it is visible.
fn transitions(
    subject: &Subject,
    discipline: &Discipline<'_>,
    thread: ThreadId,
    page: &Page,
) -> String {
    let system = &subject.system;
    let owner = system.thread(thread);
    let rows: Vec<[String; 3]> = owner
        .transitions()
        .iter()
        .enumerate()
        .map(|(number, transition)| {
            let reasons = discipline.classification().reasons(thread, number);
            let kind = if reasons.is_empty() { "invisible" } else { "visible" };
            let line = transition.place().map(|place| subject.file.line_col(place.start).0);
            let line = line.map(|line| format!("{line}: ")).unwrap_or_default();
            let point = owner.points()[usize::from(transition.start())].name();
            let why: Vec<String> =
                reasons.iter().map(|reason| reason_words(system, thread, reason)).collect();
            [kind.to_owned(), format!("{line}{point}: {}", transition.text()), why.join("; ")]
        })
        .collect();
    let statement = rows.iter().map(|row| columns(&row[1])).max().unwrap_or(0).min(44);
    let mut out = format!("\n{HEADING}{}{HEADING:#}\n", owner.name());
    for [kind, text, why] in rows {
        let first = 15 + statement.max(columns(&text));
        let why = wrapped(&why, page.width, first, 15 + statement).join("\n");
        let line = format!("  {kind:9}  {}  {FAINT}{why}{FAINT:#}", padded(&text, statement));
        let _ = writeln!(out, "{}", line.trim_end());
    }
    out
}

/// Why a transition is visible, in words.
pub(super) fn reason_words(system: &System, thread: ThreadId, reason: &Reason) -> String {
    let object = |x: ObjectId| system.objects()[x.index()].name();
    let name = |thread: ThreadId| system.thread(thread).name();
    match *reason {
        Reason::Operation(variable) => {
            format!("operation on {}", system.variables()[variable.index()].name())
        }
        Reason::Open(cell) => format!("{} is open", system.cell(cell).name()),
        Reason::Blocks => "may block".to_owned(),
        Reason::Gives(x, other) => format!("(a): may give {} to {}", object(x), name(other)),
        Reason::Takes(x, other) => format!("may take {} from {}", object(x), name(other)),
        Reason::Drops(x) => {
            format!("(c): {} may lose {}", name(thread), object(x))
        }
        Reason::Hides(claim) => {
            let claims = system.invariants().iter().chain(system.reachable());
            let claim = claims.map(|claim| &*claim.name).nth(claim).unwrap_or("a claim");
            format!("may hide \"{claim}\"")
        }
        Reason::Undecided => "too many valuations to be decided".to_owned(),
        Reason::Neighbour(other) => {
            let text = system.thread(thread).transitions()[other].text();
            format!("starts with `{text}`")
        }
    }
}
