//! The conditions of the reduction theorem, and who has checked each of them for a protocol.

use crate::local::LocalHypothesis as H;

/// A condition of the reduction theorem (S5, Theorem 1) and of the remark about monotonicity, in the words of systems.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Condition {
    /// No thread takes invisible steps for ever, without violation.
    Bounded,
    /// The steps of others do not change whether a thread can take invisible steps.
    Independent,
    /// Invisible steps can be had before steps of other threads, unless there is a violation.
    Commuting,
    /// All transitions of a control point are visible, or all are invisible.
    Separated,
    /// Invisible control points never block.
    NonBlocking,
    /// A violation stays one: `q` is a latch.
    Latched,
    /// Invisible steps do not hide the states that a claim speaks of.
    NotHidden,
}

impl Condition {
    /// All conditions, in the order of their hypotheses.
    pub const ALL: [Condition; 7] = [
        Condition::Bounded,
        Condition::Independent,
        Condition::Commuting,
        Condition::Separated,
        Condition::NonBlocking,
        Condition::Latched,
        Condition::NotHidden,
    ];

    /// The hypotheses of S5 that it stands for, by label.
    pub fn labels(self) -> &'static [&'static str] {
        match self {
            Condition::Bounded => &["13"],
            Condition::Independent => &["14", "15"],
            Condition::Commuting => &["16", "17"],
            Condition::Separated => &["18", "20"],
            Condition::NonBlocking => &["19"],
            Condition::Latched => &["21"],
            Condition::NotHidden => &["I"],
        }
    }

    /// The local hypotheses that it follows from; none for a condition that exclusive access does not decide by them.
    pub fn local(self) -> &'static [H] {
        match self {
            Condition::Bounded => &[H::Bounded],
            Condition::Independent => &[H::Invisible14a, H::Visible15a],
            Condition::Commuting => &[
                H::R1,
                H::R2,
                H::Rf,
                H::R3,
                H::Fu,
                H::Fv,
                H::Fs,
                H::Fa,
                H::Fc,
                H::F1,
                H::F2,
                H::A1,
                H::A2,
                H::Bv,
                H::A,
                H::B1,
                H::B2,
                H::C,
            ],
            Condition::Separated => &[H::Separated18, H::Separated20],
            Condition::NonBlocking => &[H::NonBlocking19],
            Condition::Latched | Condition::NotHidden => &[],
        }
    }
}

/// The authority that has checked a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Checker {
    /// Nobody needs to: it holds of every system by the way in which its relations are made.
    Construction,
    /// The protocol, which decides for one transition at a time, in all states that make a difference.
    Discipline,
    /// The search, at each reduced step.
    Search,
}

/// The degree of certainty that a condition follows from what was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Link {
    /// The condition itself was checked, read off the definitions.
    Immediate,
    /// Theorems that the kernel has proved (`theorems/statements/discipline`), from what was checked and from facts
    /// about footprints: steps that touch nothing in common do not disturb one another ([`local`](crate::local)). That
    /// the facts hold of transitions is argued, and tested.
    Footprints,
    /// An argument that is not mechanized; `reductio validate` evaluates the condition itself, and the tests do for
    /// generated systems.
    Tested,
}

/// The truth of a condition, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// It holds.
    Met,
    /// It does not hold, or is not known to.
    NotMet,
    /// It is not known yet: nobody has checked it, or the search that does has not ended.
    Open,
}

/// A condition of the reduction theorem under a [`Protocol`](crate::Protocol): who has checked it, and whether it
/// holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Premise {
    /// The condition.
    pub condition: Condition,
    /// The authority that has checked it, or will.
    pub checker: Checker,
    /// The degree of certainty that the condition follows from what was checked.
    pub link: Link,
    /// Tells whether the condition holds. What a search has to check is open before the search.
    pub outcome: Outcome,
}

/// The premises of exclusive access before its transitions are classified.
///
/// That (16) and (17) follow from what is decided is the theorem `claims, discipline`; that it is enough to look for
/// endless runs along the runs of the search is `claims, endless`.
pub(crate) fn of_exclusive_access() -> Vec<Premise> {
    let premise = |condition| {
        let (checker, link) = match condition {
            Condition::Bounded => (Checker::Search, Link::Footprints),
            Condition::Commuting => (Checker::Discipline, Link::Footprints),
            Condition::NonBlocking | Condition::NotHidden => (Checker::Discipline, Link::Immediate),
            Condition::Independent | Condition::Separated | Condition::Latched => {
                (Checker::Construction, Link::Immediate)
            }
        };
        let outcome = if checker == Checker::Construction { Outcome::Met } else { Outcome::Open };
        Premise { condition, checker, link, outcome }
    };
    Condition::ALL.map(premise).to_vec()
}
