//! Names of objects and commands in reports.

use std::fmt::Write as _;

use reductio::check::{CheckReport, Demotion, Subject};
use reductio::locking::LockViolation;
use reductio::search::{Finding, FindingKind};
use reductio::source::STDIN_NAME;
use reductio::system::{CellId, ObjectId, System, ThreadId};

use crate::page::plural;

/// The number of names that are listed before the rest is only counted.
const FEW: usize = 6;

/// The names of objects in the order of their declaration. A variable all of whose elements are among them is named
/// once.
pub(super) fn object_names(system: &System, objects: &[ObjectId]) -> Vec<String> {
    let variable = |x: ObjectId| {
        let cell = system.objects()[x.index()].cells()[0];
        system.cell(cell).variable()
    };
    let mut out: Vec<String> = Vec::new();
    let mut whole = None;
    for &x in objects {
        let own = variable(x);
        if whole == Some(own) {
            continue;
        }
        let mut elements = (0..system.objects().len()).map(ObjectId::new);
        if elements.all(|y| variable(y) != own || objects.contains(&y)) {
            out.push(system.variables()[own.index()].name().to_owned());
            whole = Some(own);
        } else {
            out.push(system.objects()[x.index()].name().to_owned());
        }
    }
    out
}

/// The names of cells in the order of their declaration.
pub(super) fn cell_names(system: &System, cells: &[CellId]) -> Vec<String> {
    cells.iter().map(|cell| system.cell(*cell).name().to_owned()).collect()
}

/// The name of a system, with the numbers of its threads, control points and cells.
pub(crate) fn size(system: &System) -> String {
    let points: usize = system.threads().iter().map(|thread| thread.points().len()).sum();
    format!(
        "{}: {}, {}, {}",
        system.name(),
        plural(system.threads().len(), "thread"),
        plural(points, "control point"),
        plural(system.cells().len() - system.threads().len(), "cell"),
    )
}

/// The transitions that are visible only because a thread could repeat them for ever with invisible steps, such as
/// `x := 1 of t`.
pub(super) fn repeated_names(subject: &Subject) -> Vec<String> {
    let of = |&(thread, number): &(ThreadId, usize)| {
        let owner = subject.system().thread(thread);
        format!("`{}` of {}", owner.transitions()[number].text(), owner.name())
    };
    subject.settings().visible.iter().map(of).collect()
}

/// The first few names as a list, with the number of the others.
pub(super) fn shortened(names: &[String]) -> String {
    let shown = names[..names.len().min(FEW)].join(", ");
    if names.len() > FEW { format!("{shown} and {} more", names.len() - FEW) } else { shown }
}

/// The command line that shows the run of a finding again.
pub(super) fn replay_command(report: &CheckReport, finding: &Finding<LockViolation>) -> String {
    let mut steps = steps(&finding.run);
    if let FindingKind::Property { from, .. } = finding.kind {
        match from {
            Some(from) => steps.insert(from, "loop".to_owned()),
            None => steps.push("end".to_owned()),
        }
    }
    command(&report.subject, &steps)
}

/// The command line that shows a run of a subject again.
pub(crate) fn replay_command_of(subject: &Subject, run: &[(usize, usize)]) -> String {
    command(subject, &steps(run))
}

fn steps(run: &[(usize, usize)]) -> Vec<String> {
    run.iter().map(|(thread, step)| format!("{thread}.{step}")).collect()
}

fn command(subject: &Subject, steps: &[String]) -> String {
    let file = subject.file.name();
    let mut out =
        format!("reductio replay {}", quoted(if file == STDIN_NAME { "-" } else { file }));
    for (name, value) in &subject.parameters.constants {
        let _ = write!(out, " --const {name}={value}");
    }
    for property in &subject.parameters.properties {
        let _ = write!(out, " --property {}", quoted(property));
    }
    match &subject.parameters.demotion {
        Demotion::None => {}
        Demotion::Outside => out.push_str(" --demote-outside"),
        Demotion::Named(names) => {
            let _ = write!(out, " --demote {}", quoted(&names.join(",")));
        }
    }
    if let Some(rule) = subject.parameters.rule {
        let _ = write!(out, " --discipline {}", rule.name());
    }
    if subject.parameters.fair {
        out.push_str(" --fair");
    }
    let steps = if steps.is_empty() { "none".to_owned() } else { steps.join(",") };
    out + " --steps " + &steps
}

/// Quotes an argument for a shell, if it needs that.
pub fn quoted(argument: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-./,:=+@".contains(c);
    if !argument.is_empty() && argument.chars().all(is_plain) {
        return argument.to_owned();
    }
    format!("'{}'", argument.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn shells_take_arguments_as_they_are() {
        assert_eq!(quoted("examples/m_ex.sys"), "examples/m_ex.sys");
        assert_eq!(quoted("data[0]"), "'data[0]'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(quoted(""), "''");
    }
}
