//! What the verdicts about a system rest on: which theorem, which of its conditions, who has checked each of them, and
//! what the theorem does not preserve.
//!
//! A reduced search looks at few of the states of a system. That what it does not find does not exist rests on a theorem
//! that the kernel has proved, and on the conditions of the theorem. Some hold by the way in which `u_i`, `v_i`, `p_i`
//! and `q` are made of a system; some are decided for one transition at a time; one is found out by the search. An
//! unreduced search rests on no theorem: it has looked at every state.
//!
//! **One theorem for all claims.** Theorem 1 speaks of violations of the discipline. The remark at the end of S5
//! section 4, which the kernel has proved too, says the same of any `I` that invisible steps cannot hide
//! (`I u_i <= u_i I`), with `q + I` in place of `q`. Invariants are one use of it, for transitions that could hide that an
//! invariant is violated are visible. Two others need no further condition. Where there is a *deadlock* nobody takes a step:
//! the condition says nothing. That a thread has *failed* is told by its control point, where nothing starts:
//! no step changes it. That a thread *was* at a control point is never changed once a latch keeps it, and a latch that
//! depends on the steps of one thread alone commutes with those of others. So these verdicts do not rest on S1's Theorems
//! 4 and 5, which say the same of an older discipline, but on the theorem that is proved here.

use serde::Serialize;

use super::{Checked, Claim, Open, Report};
use crate::discipline::{Checker, Conditions, Discipline, Outcome, Premise, Protocol};
use crate::search::{FindingKind, Order};
use crate::system::ObjectId;
use crate::verdict::Verdict;

/// What the verdicts about a system rest on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Basis {
    /// Why what was not found does not exist.
    pub argument: Argument,
    /// The theorems that speak of the claims; none where no theorem is used.
    pub theorems: Vec<Theorem>,
    /// The conditions of the theorems, with who has checked each and whether it holds; none where no theorem is used.
    pub premises: Vec<Premise>,
    /// Which side conditions each protected object meets, by its number.
    pub objects: Vec<SideConditions>,
    /// What the verdict about each claim rests on, in the order of the claims.
    pub grounds: Vec<Ground>,
    /// What the search says nothing about.
    pub lost: Vec<Lost>,
}

/// Why what a search has not found does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A complete search by reduced steps, and the reduction theorem.
    Reduction,
    /// A complete search by all steps: no theorem is needed.
    EveryState,
    /// There is none, and only what was found is said.
    Nothing(Open),
}

/// A theorem that the kernel has proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Theorem {
    /// Theorem 1 of S5, formula (22): if all steps lead to a violation, reduced steps do.
    Reduction,
    /// The remark at the end of S5 section 4: the same of everything that invisible steps cannot hide.
    Monotonicity,
    /// (22, from any state): the same where some thread begins at an invisible control point.
    AnyState,
}

impl Theorem {
    /// The label under which `reductio prove` checks it.
    pub fn label(self) -> &'static str {
        match self {
            Theorem::Reduction => "Theorem 1",
            Theorem::Monotonicity => "monotonicity remark",
            Theorem::AnyState => "22, from any state",
        }
    }
}

/// The side conditions that a protected object meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SideConditions {
    /// Set A.
    SetA,
    /// Set B.
    SetB,
    /// Neither: the theorem does not apply.
    Neither,
    /// It is treated as open, and none are needed.
    Demoted,
}

/// What the verdict about a claim rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ground {
    /// A run, which is executed again before it is shown.
    Run,
    /// A state that the search has met.
    State,
    /// Every state was looked at.
    EveryState,
    /// Every reduced step was followed to its end.
    EveryReducedStep,
    /// A complete search by reduced steps, and this theorem.
    Theorem(Theorem),
    /// Nothing: the claim is not decided.
    Nothing,
}

/// What a search says nothing about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Lost {
    /// Which combinations of control points and values occur between visible states.
    StatesBetween,
    /// How many states and steps the system has, and how long its runs are.
    Sizes,
    /// Whether something happens at last, in fair runs or in all.
    Liveness,
    /// What happens after a violation of the discipline.
    AfterViolation,
    /// The values of local variables that are read no more.
    DeadLocals,
}

impl Basis {
    /// Nothing: the search was ended before the transitions were classified.
    pub(super) fn unclassified() -> Self {
        Basis {
            argument: Argument::EveryState,
            theorems: Vec::new(),
            premises: Vec::new(),
            objects: Vec::new(),
            grounds: Vec::new(),
            lost: Vec::new(),
        }
    }

    /// Nothing yet: the claims are to be judged first.
    pub(super) fn unjudged(discipline: &Discipline) -> Self {
        let system = discipline.system();
        let begins_visibly = discipline.is_visible(&system.initial());
        Basis {
            argument: Argument::EveryState,
            theorems: vec![if begins_visibly { Theorem::Reduction } else { Theorem::AnyState }],
            premises: Vec::new(),
            objects: discipline.conditions().iter().map(side).collect(),
            grounds: Vec::new(),
            lost: Vec::new(),
        }
    }

    /// What a report rests on whose claims are judged.
    pub(super) fn judged(report: &Report) -> Self {
        let Basis { theorems, objects, .. } = report.basis.clone();
        let first = theorems.first().copied().unwrap_or(Theorem::Reduction);
        // The theorem speaks of at least one process. A system without threads has one state, which was looked at.
        let is_reduced =
            report.order == Order::Reduced && !report.subject.system().threads().is_empty();
        let open = report.open();
        let argument = match open {
            Some(why) => Argument::Nothing(why),
            None if is_reduced => Argument::Reduction,
            None => Argument::EveryState,
        };
        let found_loop = report
            .exploration
            .findings
            .iter()
            .any(|finding| matches!(finding.kind, FindingKind::EndlessLoop { .. }));
        let mut premises = report
            .subject
            .discipline()
            .map_or_else(Discipline::unclassified_premises, |discipline| discipline.premises());
        for premise in premises.iter_mut().filter(|premise| premise.checker == Checker::Search) {
            premise.outcome = if found_loop {
                Outcome::NotMet
            } else if report.exploration.is_complete() {
                Outcome::Met
            } else {
                Outcome::Open
            };
        }
        let mut lost = Vec::new();
        if is_reduced {
            lost.extend([Lost::StatesBetween, Lost::Sizes, Lost::AfterViolation]);
        }
        lost.push(Lost::Liveness);
        let forgets = |thread: &crate::system::Thread| {
            let points = 0..thread.points().len();
            points.filter_map(|p| u16::try_from(p).ok()).any(|p| !thread.dead(p).is_empty())
        };
        if report.subject.system().threads().iter().any(forgets) {
            lost.push(Lost::DeadLocals);
        }
        Basis {
            argument,
            theorems: if is_reduced { vec![first, Theorem::Monotonicity] } else { Vec::new() },
            premises: if is_reduced { premises } else { Vec::new() },
            objects,
            grounds: report
                .claims
                .iter()
                .map(|checked| ground(checked, is_reduced, first))
                .collect(),
            lost,
        }
    }

    /// The protected objects that meet these side conditions.
    pub fn objects(&self, wanted: SideConditions) -> Vec<ObjectId> {
        let all = self.objects.iter().enumerate();
        all.filter(|(_, side)| **side == wanted).map(|(x, _)| ObjectId::new(x)).collect()
    }

    /// The labels of the hypotheses for which some premises stand.
    pub fn labels(&self, wanted: impl Fn(&Premise) -> bool) -> Vec<&'static str> {
        let wanted = self.premises.iter().filter(|premise| wanted(premise));
        wanted.flat_map(|premise| premise.condition.labels()).copied().collect()
    }
}

fn side(conditions: &Conditions) -> SideConditions {
    match conditions {
        Conditions::Demoted => SideConditions::Demoted,
        Conditions::SetA => SideConditions::SetA,
        Conditions::SetB => SideConditions::SetB,
        Conditions::Neither(_) => SideConditions::Neither,
    }
}

/// What a verdict rests on; `first` is the theorem about violations of the discipline.
fn ground((claim, verdict): &Checked, is_reduced: bool, first: Theorem) -> Ground {
    match (verdict, claim, is_reduced) {
        (Verdict::Declined(_), ..) => Ground::Nothing,
        (Verdict::Fails(Some(_)), ..) => Ground::Run,
        (Verdict::Holds(()), Claim::Reach(_), _) => Ground::State,
        (_, _, false) => Ground::EveryState,
        (_, Claim::NoEndlessLoop, _) => Ground::EveryReducedStep,
        (_, Claim::Discipline, _) => Ground::Theorem(first),
        _ => Ground::Theorem(Theorem::Monotonicity),
    }
}
