//! The basis of the verdicts about a system: the theorem, its conditions, who has checked each of them, and the
//! properties that the theorem does not preserve.
//!
//! A reduced search looks at few of the states of a system. A violation that it does not find does not exist: that
//! rests on a theorem that the kernel has proved, and on the conditions of the theorem. Some hold by the way in which
//! `u_i`, `v_i`, `p_i` and `q` are made of a system; some are decided for one transition at a time; one is found out by
//! the search. An unreduced search rests on no theorem: it has looked at every state.
//!
//! **One theorem for all claims.** Theorem 1 speaks of violations of the discipline. The remark at the end of S5
//! section 4, which the kernel has proved too, says the same of any `I` that invisible steps cannot hide
//! (`I u_i <= u_i I`), with `q + I` in place of `q`. Invariants are one use of it, for transitions that could hide that
//! an invariant is violated are visible. Two others need no further condition. Where there is a *deadlock* nobody takes
//! a step: the condition says nothing. That a thread has *failed* is told by its control point, where nothing starts:
//! no step changes it. That a thread *was* at a control point is never changed once a latch keeps it, and a latch that
//! depends on the steps of one thread alone commutes with those of others.
//!
//! That no thread is *stuck for ever* is a claim about the branches of a system: from every state a thread can come to
//! move, or may rest. It rests on a theorem of its own, "stuck, mixed sets": where reduced steps from a visible state
//! lead neither to a violation nor to a step of a thread, no steps lead to a step of it. Who is stuck between visible
//! states is stuck in the visible ones after it, at the same control point, since only others move; and there are such,
//! since invisible steps come to an end (13) and never block (19). So the stored states and the reduced steps between
//! them tell who is stuck.
//!
//! None of these verdicts rests on S1's Theorems 4 and 5, which say the same of an older discipline, but on the
//! theorems that are proved here.

use serde::Serialize;

use super::claim::Inconclusive;
use crate::discipline::Premise;

/// The reasons why the verdicts about a system are right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Basis {
    /// The reason why a violation that was not found does not exist.
    pub argument: Argument,
    /// The theorems that speak of the claims; none where no theorem is used.
    pub theorems: Vec<CitedTheorem>,
    /// The conditions of the theorems, with who has checked each and whether it holds; none where no theorem is used.
    pub premises: Vec<Premise>,
    /// The ground of the verdict about each claim, in the order of the claims.
    pub grounds: Vec<Ground>,
    /// The properties of the system about which the search says nothing.
    pub not_preserved: Vec<NotPreserved>,
}

/// The reason why a violation that a search has not found does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A complete search by reduced steps, and the reduction theorem.
    Reduction,
    /// A complete search by all steps: no theorem is needed.
    EveryState,
    /// There is no such argument: the verdicts speak of what was found, and of nothing else.
    Nothing(Inconclusive),
}

/// A theorem that the kernel has proved, and on which verdicts about systems may rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CitedTheorem {
    /// Theorem 1 of S5, formula (22): if all steps lead to a violation, reduced steps do.
    Reduction,
    /// The remark at the end of S5 section 4: Theorem 1 for everything that invisible steps cannot hide.
    Monotonicity,
    /// (22, from any state): Theorem 1 for systems in which some thread begins at an invisible control point.
    AnyState,
    /// The conclusions of the others, under local facts about a discipline of exclusive access, each about one step or
    /// two: with Set A, B or C for each object and thread, in the states of an invariant, and with endless runs looked
    /// for by the search.
    Discipline,
    /// A thread of which reduced steps lead to no step takes no step at all, under the same local facts.
    Stuck,
}

impl CitedTheorem {
    /// The label under which `reductio prove` checks the theorem.
    pub fn label(self) -> &'static str {
        match self {
            CitedTheorem::Reduction => "Theorem 1",
            CitedTheorem::Monotonicity => "monotonicity remark",
            CitedTheorem::AnyState => "22, from any state",
            CitedTheorem::Discipline => "claims, mixed sets",
            CitedTheorem::Stuck => "stuck, mixed sets",
        }
    }
}

/// The ground of the verdict about a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ground {
    /// A run, which is executed again before it is shown.
    Run,
    /// A state that the search has met.
    State,
    /// A search that has looked at every state.
    EveryState,
    /// A search that has followed every reduced step to its end.
    EveryReducedStep,
    /// A complete search by reduced steps, and this theorem.
    Theorem(CitedTheorem),
    /// A complete search of all runs by reduced steps: each run of the system has one by reduced steps from which the
    /// formula cannot tell it. That is argued (`guide/src/theorems/progress.md`) and tested; the kernel has not proved
    /// it.
    ReducedRuns,
    /// A complete search of all runs by single steps.
    EveryRun,
    /// No ground: the claim is not decided.
    Nothing,
}

/// A property of systems that a search does not decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum NotPreserved {
    /// The combinations of control points and values that occur between visible states.
    StatesBetween,
    /// The numbers of states and steps of the system, and the lengths of its runs.
    Sizes,
    /// Liveness: that something happens at last, in fair runs or in all.
    Liveness,
    /// The behaviour of the system after a violation of the discipline.
    AfterViolation,
    /// The values of local variables that are read no more.
    DeadLocals,
}

impl Basis {
    /// The basis of a report that has no verdicts yet.
    pub(super) fn unjudged() -> Self {
        Basis {
            argument: Argument::EveryState,
            theorems: Vec::new(),
            premises: Vec::new(),
            grounds: Vec::new(),
            not_preserved: Vec::new(),
        }
    }

    /// The labels of the hypotheses of the theorem that the wanted premises stand for.
    pub fn labels(&self, wanted: impl Fn(&Premise) -> bool) -> Vec<&'static str> {
        let wanted = self.premises.iter().filter(|premise| wanted(premise));
        wanted.flat_map(|premise| premise.condition.labels()).copied().collect()
    }
}
