//! The hypotheses of the theorem that a check by reduced steps rests on, each decided once more: in all valuations of
//! the cells that it is about, one case after the other.
//!
//! Nothing here is taken from what the discipline has found out about effects, but which control points are visible and
//! which set is chosen. Where the two disagree no certificate is made.

use std::sync::atomic::AtomicBool;

use super::CertifyError;
use super::facts::Facts;
use super::questions::{Asker, Questions};
use crate::discipline::LocalHypothesis as H;

/// How hypotheses are confirmed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// By questions of this kind, in all cases.
    Cases(Questions),
    /// They hold of every system by the way in which the relations are made.
    Construction,
    /// Along the reduced steps.
    Search,
    /// They follow from the others.
    Derived,
}

/// The way in which a local hypothesis is confirmed.
fn way(hypothesis: H) -> Way {
    match hypothesis {
        H::Fu | H::Fv | H::Fs | H::Fa | H::Fc | H::F1 | H::F2 => Way::Cases(Questions::Pairs),
        H::A1 | H::A2 => Way::Cases(Questions::Invisible),
        H::Bv => Way::Cases(Questions::Taking),
        H::A => Way::Cases(Questions::Dropping),
        H::B1 => Way::Cases(Questions::Giving),
        H::B2 => Way::Cases(Questions::Stealing),
        H::C => Way::Cases(Questions::Overlapping),
        H::NonBlocking19 => Way::Cases(Questions::Blocking),
        H::R1
        | H::R2
        | H::Rf
        | H::R3
        | H::Invisible14a
        | H::Visible15a
        | H::Separated18
        | H::Separated20 => Way::Construction,
        H::Bounded => Way::Search,
        H::X | H::Commutation | H::NoMending => Way::Derived,
    }
}

/// The labels of the hypotheses that are confirmed in a way, in their order.
fn labels(wanted: Way) -> Vec<&'static str> {
    H::ALL.into_iter().filter(|one| way(*one) == wanted).map(H::label).collect()
}

/// Hypotheses with what was looked at to decide them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Decided {
    /// The labels of the hypotheses.
    pub(super) labels: Vec<&'static str>,
    /// The word for how they are confirmed.
    pub(super) by: &'static str,
    /// The numbers of questions and of cases; none where there are no questions.
    pub(super) counts: Option<(u64, u64)>,
}

/// Decides all hypotheses. Cost: the number of cases.
pub(super) fn decide(
    facts: &Facts<'_>,
    trusts: bool,
    cancel: Option<&AtomicBool>,
) -> Result<Vec<Decided>, CertifyError> {
    let mut asker = Asker::new(facts, trusts, cancel);
    let mut out = Vec::new();
    for kind in Questions::ALL {
        let counts = asker.ask_all(kind)?;
        let mut labels = labels(Way::Cases(kind));
        labels.extend(kind.more_labels());
        out.push(Decided { labels, by: "cases", counts: Some(counts) });
    }
    for (way, by, more) in [
        (Way::Construction, "construction", &["n"][..]),
        (Way::Search, "search", &["r"]),
        (Way::Derived, "derived", &[]),
    ] {
        let mut labels = labels(way);
        labels.extend(more);
        out.push(Decided { labels, by, counts: None });
    }
    Ok(out)
}
