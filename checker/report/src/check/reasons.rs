//! Sentences about why a transition is visible, and which side conditions it breaks.

use reductio::discipline::{Breach, PartialState, Reason};
use reductio::system::{CellId, ObjectId, System, ThreadId};

/// The words for a side condition that a transition breaks.
pub(super) fn breach_words(system: &System, object: &str, breach: &Breach) -> String {
    let owner = system.thread(breach.thread);
    let transition = &owner.transitions()[breach.transition];
    let start = owner.points()[usize::from(transition.start())].name();
    let step = format!("`{}` of {} at {start}", transition.text(), owner.name());
    let from = breach.other.map(|other| format!(" from {}", system.thread(other).name()));
    let from = from.unwrap_or_default();
    match breach.condition {
        "undecided" => format!(
            "it could not be ruled out that {step} takes {object}{from}; a smaller range, simpler conditions in the \
             statement or its predicates, or `--demote {object}` may help"
        ),
        condition => {
            format!("{condition}: {step} can take {object}{from}{}", shown(system, &breach.state))
        }
    }
}

/// The values in a state, as the end of a sentence: `, where m.owner = user[0], ...`.
fn shown(system: &System, state: &PartialState) -> String {
    let of = |(cell, value): &(CellId, i32)| {
        let cell = system.cell(*cell);
        format!("{} = {}", cell.name(), cell.domain().show(*value))
    };
    let all: Vec<String> = state.iter().map(of).collect();
    if all.is_empty() { String::new() } else { format!(", where {}", all.join(", ")) }
}

/// The words for the reason why a transition is visible.
pub(super) fn reason_words(system: &System, thread: ThreadId, reason: &Reason) -> String {
    let object = |x: ObjectId| system.objects()[x.index()].name();
    let name = |thread: ThreadId| system.thread(thread).name();
    match *reason {
        Reason::Operation(variable) => {
            format!("operation on {}", system.variables()[variable.index()].name())
        }
        Reason::Open(cell) => format!("{} is open", system.cell(cell).name()),
        Reason::Blocks => "may block".to_owned(),
        Reason::Chooses => "may have a choice".to_owned(),
        Reason::Alike => "is visible for another thread of its family".to_owned(),
        Reason::Repeats => "can be repeated for ever, with invisible steps".to_owned(),
        Reason::Gives(x, other) => format!("(a): may give {} to {}", object(x), name(other)),
        Reason::Takes(x, other) => format!("(a): may take {} from {}", object(x), name(other)),
        Reason::Drops(x) => format!("(c): {} may lose {}", name(thread), object(x)),
        Reason::Observed { property, atom } => {
            format!("may change `{}`", system.properties()[property].atoms()[atom].name)
        }
        Reason::Enables(other) => {
            format!("may change whether {}, which is fair, can move", name(other))
        }
        Reason::MayStop => "its thread may stop before it".to_owned(),
        Reason::Hides(claim) => format!("may hide \"{}\"", claim_name(system, claim)),
        Reason::Undecided(x) => {
            format!("may change who has {}: that is too hard to rule out", object(x))
        }
        Reason::Neighbour(other) => {
            let text = system.thread(thread).transitions()[other].text();
            format!("starts with `{text}`")
        }
    }
}

/// The name of a claim by its number; invariants come first.
pub(super) fn claim_name(system: &System, number: usize) -> &str {
    let claims = system.invariants().iter().chain(system.reachable());
    claims.map(|claim| &*claim.name).nth(number).unwrap_or("a claim")
}
