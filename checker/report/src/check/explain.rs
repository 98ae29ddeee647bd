//! The classification of a system as text, for `explain FILE.sys`: what is visible and why, and which side conditions
//! hold.

use std::fmt::Write as _;

use reductio::check::Subject;
use reductio::discipline::{Discipline, Role, SideConditions};
use reductio::system::{ObjectId, System, VariableClass};

use super::alike::groups;
use super::grounds::assumed;
use super::names::object_names;
use super::reasons::breach_words;
use crate::page::{BAD, FAINT, HEADING, Page, columns, padded, wrapped};

/// The classification of a system as text for people.
pub fn classification(subject: &Subject, page: &Page) -> String {
    let system = subject.system();
    let Some(discipline) = subject.discipline() else { return String::new() };
    let mut out = format!("{HEADING}{}{HEADING:#}\n", system.name());
    out += &variables(system, discipline, page);
    for group in groups(subject, discipline) {
        let names = page.prose(&group.threads.join(", "), 2);
        let _ = write!(out, "\n{HEADING}{}{HEADING:#}\n", names.trim_end());
        for row in &group.rows {
            let line = row.line.map(|line| line.to_string()).unwrap_or_default();
            let kind = if row.reasons.is_empty() { "invisible" } else { "visible" };
            let text = wrapped(&row.text, page.width, TEXT, TEXT + 2).join("\n");
            let _ = writeln!(out, "  {line:>4}  {kind:9}  {text}");
            for reason in &row.reasons {
                let reason = wrapped(reason, page.width, TEXT + 4, TEXT + 6).join("\n");
                let _ = writeln!(out, "{}{FAINT}{reason}{FAINT:#}", " ".repeat(TEXT + 4));
            }
        }
    }
    out.push('\n');
    let assumed = assumed(subject).map(|all| format!(" Transitions were looked at {all}."));
    let said = "Threads are switched at visible transitions only. (a) and (c) are side conditions: what would break \
                them is visible.";
    out + &page.prose(&format!("{said}{}", assumed.unwrap_or_default()), 0)
}

/// The width of the column of statements.
const TEXT: usize = 19;

/// The side conditions of each protected variable, then the kind of each other variable.
fn variables(system: &System, discipline: &Discipline, page: &Page) -> String {
    let mut rows: Vec<(String, String)> = Vec::new();
    let alike = |wanted: fn(&SideConditions) -> bool| {
        let all = discipline.conditions().iter().enumerate();
        let objects: Vec<ObjectId> =
            all.filter(|(_, c)| wanted(c)).map(|(x, _)| ObjectId::new(x)).collect();
        object_names(system, &objects)
    };
    let mut add = |names: Vec<String>, said: &str| {
        rows.extend(names.into_iter().map(|name| (name, said.to_owned())));
    };
    add(alike(|c| matches!(c, SideConditions::SetA)), "protected, Set A");
    add(alike(|c| matches!(c, SideConditions::SetB)), "protected, Set B");
    add(alike(|c| matches!(c, SideConditions::SetC)), "protected, Set C");
    add(alike(|c| matches!(c, SideConditions::Demoted)), "protected, but treated as open");
    for (object, conditions) in system.objects().iter().zip(discipline.conditions()) {
        if let SideConditions::Neither(breaches) = conditions {
            let first = format!("protected, {BAD}no set{BAD:#}: the theorem does not apply");
            rows.push((object.name().to_owned(), first));
            let words = |breach| (String::new(), breach_words(system, object.name(), breach));
            rows.extend(breaches.iter().map(words));
        }
    }
    for variable in system.variables() {
        let roles: Vec<Role> = variable.cells().map(|cell| discipline.usage().role(cell)).collect();
        let kind = |role: &Role| match role {
            Role::Open => Some("open"),
            Role::Constant => Some("constant: nobody changes it"),
            Role::Unshared(_) => Some("unshared: one thread uses it"),
            _ => None,
        };
        let shared = variable.class() == VariableClass::Shared;
        let Some(first) = roles.first().filter(|_| shared).and_then(kind) else { continue };
        let said = if roles.iter().all(|role| kind(role) == Some(first)) {
            first.to_owned()
        } else {
            let count = |role: &str| roles.iter().filter(|r| kind(r) == Some(role)).count();
            format!("open in part: {} of {} elements", count("open"), roles.len())
        };
        rows.push((variable.name().to_owned(), said));
    }
    let width = rows.iter().map(|(name, _)| columns(name)).max().unwrap_or(0).min(page.width / 3);
    let mut out = String::new();
    for (name, said) in rows {
        let first = 4 + width.max(columns(&name));
        let said = wrapped(&said, page.width, first, width + 6).join("\n");
        let _ = writeln!(out, "  {}  {said}", padded(&name, width));
    }
    out
}
