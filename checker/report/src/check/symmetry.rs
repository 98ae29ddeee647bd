//! The words of a report about symmetry.

use reductio::check::{CheckReport, SymmetryOff};
use reductio::system::{Asymmetry, Fault, ObstacleKind, ThreadId};
use schemars::JsonSchema;
use serde::Serialize;

use super::names::shortened;

/// The answer about the symmetry of a search.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct SymmetryEntry {
    /// The reason why no threads were renamed, whatever the families are.
    #[schemars(extend("enum" = ["not_asked", "lock_discipline", "processes", "few", null]))]
    off: Option<&'static str>,
    /// The families of more than one thread; none where this was not looked at.
    families: Vec<RenamedEntry>,
}

/// A family of threads.
#[derive(Debug, Serialize, JsonSchema)]
struct RenamedEntry {
    /// The name of the index type, or of the threads where it has none.
    family: String,
    threads: Vec<String>,
    /// Tells whether one state was stored for all that differ by a renaming of these threads.
    renamed: bool,
    /// The reason why the threads were not renamed.
    reason: Option<String>,
    /// The line of the text of which the reason speaks.
    line: Option<usize>,
}

fn names(report: &CheckReport, threads: &[ThreadId]) -> Vec<String> {
    let system = report.subject.system();
    threads.iter().map(|thread| system.thread(*thread).name().to_owned()).collect()
}

/// The line in the text of what is not symmetric.
fn line(report: &CheckReport, why: &Asymmetry) -> Option<usize> {
    let before = report.subject.file.text().get(..why.place(report.subject.system())?.start)?;
    Some(1 + before.bytes().filter(|byte| *byte == b'\n').count())
}

/// The reason why threads cannot be renamed, in words.
fn words(report: &CheckReport, why: &Asymmetry) -> String {
    let system = report.subject.system();
    match why {
        Asymmetry::Variable(found) => match found.kind {
            ObstacleKind::TwoIndices => {
                format!("elements of `{}` belong to two of them at once", found.variable)
            }
            ObstacleKind::PointsToMembers => {
                format!("`{}` of one of them names another one", found.variable)
            }
        },
        Asymmetry::Initial(cell) => {
            format!("`{}` tells them apart at the beginning", system.cell(*cell).name())
        }
        Asymmetry::Points(thread) => {
            format!("the code of {} is another than that of others", system.thread(*thread).name())
        }
        Asymmetry::Step { thread, transition, fault } => {
            let text = system.thread(*thread).transitions()[*transition].text();
            match fault {
                Fault::Calculates => format!("`{text}` orders them, or calculates with them"),
                Fault::Mixes => format!("`{text}` uses one of them as a number"),
                Fault::Differs => format!("`{text}` tells them apart"),
            }
        }
        Asymmetry::Predicate(object) => {
            let object = system.objects()[object.index()].name();
            format!("who has access to `{object}` tells them apart")
        }
        Asymmetry::Claim(number) => {
            let mut claims = system.invariants().iter().chain(system.reachable());
            let name = claims.nth(*number).map_or("", |claim| &claim.name);
            format!("\"{name}\" speaks of some of them in too many ways")
        }
        Asymmetry::Shared(cell) => {
            format!("`{}` belongs to another family too", system.cell(*cell).name())
        }
        Asymmetry::Large => "too much belongs to each of them".to_owned(),
        Asymmetry::Classified => "their accesses are judged differently".to_owned(),
        Asymmetry::Interrupted => "the search was ended before this was known".to_owned(),
        _ => "they are told apart".to_owned(),
    }
}

/// The number of stored states from which on it matters that there is no symmetry.
const MANY: usize = 1_000;

/// The sentences about symmetry: which threads were renamed, and, where many states are stored, why others were not.
pub(super) fn paragraphs(report: &CheckReport) -> Vec<String> {
    let mut out = Vec::new();
    let renamed: Vec<String> = report
        .symmetry
        .renamed()
        .map(|family| shortened(&names(report, &family.threads)))
        .collect();
    if !renamed.is_empty() {
        out.push(format!(
            "One state is stored for all that differ by a renaming of {} (`--no-symmetry` stores each).",
            renamed.join("; of ")
        ));
    }
    let refused = report.symmetry.refused().filter(|_| report.exploration.states >= MANY);
    for (family, why) in refused {
        let place = line(report, why).map_or_else(String::new, |line| format!(", line {line}"));
        out.push(format!(
            "States that differ by a renaming of {} are all stored: {}{place}.",
            shortened(&names(report, &family.threads)),
            words(report, why),
        ));
    }
    out
}

/// The answer about symmetry for JSON.
pub(super) fn entry(report: &CheckReport) -> SymmetryEntry {
    let families = report.symmetry.families.iter().map(|family| RenamedEntry {
        family: family.name.clone(),
        threads: names(report, &family.threads),
        renamed: report.symmetry.off.is_none() && family.asymmetry.is_none(),
        reason: family.asymmetry.as_ref().map(|why| words(report, why)),
        line: family.asymmetry.as_ref().and_then(|why| line(report, why)),
    });
    SymmetryEntry {
        off: report.symmetry.off.map(|off| match off {
            SymmetryOff::NotAsked => "not_asked",
            SymmetryOff::LockDiscipline => "lock_discipline",
            SymmetryOff::Processes => "processes",
            SymmetryOff::Few => "few",
        }),
        families: families.collect(),
    }
}
