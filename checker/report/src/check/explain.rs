//! The classification of a system as text, for `explain FILE.sys`: what is visible and why, and which side conditions
//! hold.

use std::fmt::Write as _;

use reductio::check::Subject;
use reductio::discipline::{Discipline, Role, SideConditions};
use reductio::execution::names::one_line;
use reductio::locking::Class;
use reductio::system::{CellId, ObjectId, VariableClass};

use super::alike::{groups, groups_beside};
use super::granularity;
use super::grounds::{assumed, found_names};
use super::names::object_names;
use super::reasons::breach_words;
use crate::page::{BAD, FAINT, HEADING, Page, columns, padded, wrapped};

/// The classification of a system as text for people.
pub fn classification(subject: &Subject, page: &Page) -> String {
    let system = subject.system();
    let Some(discipline) = subject.discipline() else { return String::new() };
    let discipline = subject.classifying(discipline);
    let mut out = format!("{HEADING}{}{HEADING:#}\n", system.name());
    out += &variables(subject, discipline, page);
    for group in groups(subject, discipline) {
        let names = page.prose(&group.threads.join(", "), 2);
        let _ = write!(out, "\n{HEADING}{}{HEADING:#}\n", names.trim_end());
        for row in &group.rows {
            let line = row.line.map(|line| line.to_string()).unwrap_or_default();
            let kind = match (&row.reasons[..], row.is_at_first) {
                ([], _) => "invisible",
                (_, true) => "at first",
                (_, false) => "visible",
            };
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
    out += &page.prose(&format!("{said}{}", assumed.unwrap_or_default()), 0);
    let found = found_names(subject);
    if !found.is_empty() {
        let said = "Transitions were looked at in the states of invariants that were found, and that no step leaves:";
        out += &page.prose(said, 0);
        out.extend(found.iter().map(|one| page.prose(one, 2)));
    }
    if let Some(locks) = subject.locks() {
        let form = locks.rule().name();
        out += &page.prose(
            &format!(
                "This is how a search that watches locks sees it, under the lock discipline `{form}`. Where `check` \
                 finds locks that protect these variables in all executions, it classifies anew, with the variables as \
                 protected ones."
            ),
            0,
        );
    }
    for property in 0..system.properties().len() {
        out += &observed(subject, discipline, property, page);
    }
    out.push('\n');
    out + &granularity::lines(subject, page)
}

/// What is visible for a property besides.
fn observed(subject: &Subject, base: &Discipline, property: usize, page: &Page) -> String {
    let known = &subject.system().properties()[property];
    let more = base.observing(property, None).expect("nobody interrupts it");
    let groups = groups_beside(subject, &more, base);
    let name = one_line(known.name());
    let mut out = String::from("\n");
    if groups.is_empty() {
        let said = format!("For the property \"{name}\" nothing else needs to be visible.");
        return out + &page.prose(&said, 0);
    }
    let said = format!("For the property \"{name}\" these are visible, too:");
    out += &page.prose(&said, 0);
    for group in groups {
        out += &page.prose(&group.threads.join(", "), 2);
        for row in &group.rows {
            let line = row.line.map(|line| line.to_string()).unwrap_or_default();
            let text = wrapped(&row.text, page.width, 8, 10).join("\n");
            let _ = writeln!(out, "  {line:>4}  {text}");
            for reason in &row.reasons {
                let reason = wrapped(reason, page.width, 12, 14).join("\n");
                let _ = writeln!(out, "            {FAINT}{reason}{FAINT:#}");
            }
        }
    }
    out
}

/// The variables that have a class.
fn classes(subject: &Subject) -> Vec<(String, String)> {
    let system = subject.system();
    let found = subject.locks().map_or(&[][..], |locks| locks.classes());
    let row = |&(cell, class): &(CellId, Class)| {
        let said = match class {
            Class::Unshared => "unshared, by declaration".to_owned(),
            Class::Disciplined { initializer: None } => "disciplined".to_owned(),
            Class::Disciplined { initializer: Some(first) } => {
                format!("disciplined, initialized by {}", system.thread(first).name())
            }
        };
        (system.cell(cell).name().to_owned(), said)
    };
    let open = subject.open_cells().iter().map(|cell| {
        (system.cell(*cell).name().to_owned(), "with a class, but treated as open".to_owned())
    });
    found.iter().map(row).chain(open).collect()
}

/// The width of the column of statements.
const TEXT: usize = 19;

/// Says which steps are visible in a line of a system and why, or that none is: a text without colours for each
/// statement of each thread in it. Lines count from 1.
pub fn statements_of_line(subject: &Subject, line: usize) -> Vec<String> {
    let Some(discipline) = subject.discipline() else { return Vec::new() };
    let discipline = subject.classifying(discipline);
    let mut out = Vec::new();
    for group in groups(subject, discipline) {
        for row in group.rows.iter().filter(|row| row.line == Some(line)) {
            let (threads, text) = (group.threads.join(", "), &row.text);
            out.push(match (&row.reasons[..], row.is_at_first) {
                ([], _) => format!("`{text}` of {threads} is invisible"),
                (reasons, true) => {
                    format!("`{text}` of {threads} is visible at first: {}", reasons.join("; "))
                }
                (reasons, false) => {
                    format!("`{text}` of {threads} is visible: {}", reasons.join("; "))
                }
            });
        }
    }
    out
}

/// Says how threads share a variable or an object of a system, by the name in its text: a text without colours for each
/// of its elements that is told apart.
pub fn variable_words(subject: &Subject, name: &str) -> Vec<String> {
    let Some(discipline) = subject.discipline() else { return Vec::new() };
    let discipline = subject.classifying(discipline);
    let is_own = |told: &str| {
        let rest = told.strip_prefix(name);
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    };
    let mut is_wanted = false;
    let mut out = Vec::new();
    for (told, said) in variable_rows(subject, discipline) {
        // A row without a name goes on with the one before.
        is_wanted = if told.is_empty() { is_wanted } else { is_own(&told) };
        let text = if told.is_empty() { said } else { format!("{told}: {said}") };
        out.extend(is_wanted.then(|| anstream::adapter::strip_str(&text).to_string()));
    }
    out
}

/// The side conditions of each protected variable, then the kind of each other variable.
fn variables(subject: &Subject, discipline: &Discipline, page: &Page) -> String {
    let rows = variable_rows(subject, discipline);
    let width = rows.iter().map(|(name, _)| columns(name)).max().unwrap_or(0).min(page.width / 3);
    let mut out = String::new();
    for (name, said) in rows {
        let first = 4 + width.max(columns(&name));
        let said = wrapped(&said, page.width, first, width + 6).join("\n");
        let _ = writeln!(out, "  {}  {said}", padded(&name, width));
    }
    out
}

/// The names of variables with what is said of each; a row without a name goes on with the one before.
fn variable_rows(subject: &Subject, discipline: &Discipline) -> Vec<(String, String)> {
    let system = subject.system();
    let mut rows: Vec<(String, String)> = Vec::new();
    let alike = |wanted: fn(&SideConditions) -> bool| {
        // Behind the objects of the system there are those that stand for variables with a class.
        let all = discipline.conditions().iter().take(system.objects().len()).enumerate();
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
    add(alike(|c| matches!(c, SideConditions::Watched)), "protected, treated as open and watched");
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
    rows.extend(classes(subject));
    rows
}
