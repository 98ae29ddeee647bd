//! What a search finds beside the truth.

use std::collections::BTreeSet;

use reductio_disciplined::{Answer, Kind};
use reductio_programs::{Failure, Place, Program};

use super::{Truth, calls};

pub(crate) fn broken(answer: &Answer) -> BTreeSet<(Option<Place>, i64)> {
    let key = |kind: Kind| match kind {
        Kind::Objects(site) => (Some(site), -1),
        Kind::Field(site, field) => (Some(site), field.map_or(-2, |field| i64::from(field.0))),
        Kind::Static(variable) => (None, i64::from(variable.0)),
        Kind::Whole(site) => (Some(site), calls::WHOLE),
        Kind::Operation(site) => (Some(site), calls::OPERATION),
        Kind::Inside(site) => (Some(site), calls::INSIDE),
        Kind::Locks(site) => (Some(site), calls::LOCKS),
        Kind::Outside(site, field, by_other) => {
            let base = if by_other { calls::OTHER } else { calls::CODE };
            (Some(site), base + field.map_or(-2, |field| i64::from(field.0)))
        }
    };
    answer.breaches.iter().map(|breach| key(breach.kind)).collect()
}

pub(crate) fn wrong(answer: &Answer) -> BTreeSet<Failure> {
    answer.wrong.iter().map(|wrong| wrong.failure).collect()
}

/// What is wrong with an answer, if something is.
pub(crate) fn difference(answer: &Answer, truth: &Truth) -> Option<String> {
    if let Some(stopped) = answer.stopped {
        return Some(format!("stopped: {stopped}"));
    }
    let (found, there) = (broken(answer), &truth.broken);
    if !found.is_subset(there) || found.is_empty() != there.is_empty() {
        return Some(format!("breaches {found:?} instead of {there:?}"));
    }
    let (found, there) = (wrong(answer), &truth.wrong);
    let is_known = answer.unknown().is_none();
    if !found.is_subset(there) || is_known && found != *there {
        return Some(format!("failures {found:?} instead of {there:?}"));
    }
    let found = answer.deadlock.is_some();
    if found && !truth.deadlock || is_known && found != truth.deadlock {
        return Some(format!("deadlock {found} instead of {}", truth.deadlock));
    }
    None
}

/// A program as text, for messages.
pub(crate) fn text(program: &Program) -> String {
    let lines = program.methods().iter().flat_map(|method| {
        let code = method.code.iter().zip(&method.lines).enumerate();
        let code = code.map(|(at, (found, line))| format!("  {at:3} (line {line}) {found:?}"));
        std::iter::once(format!("{}:", method.name)).chain(code)
    });
    lines.collect::<Vec<_>>().join("\n")
}
