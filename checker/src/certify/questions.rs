//! The questions by which hypotheses are decided, each about one transition, or a control point.

use std::sync::atomic::{AtomicBool, Ordering};

use super::CertifyError;
use super::case::{Case, Changes, Taken};
use super::facts::{Facts, meet, support};
use crate::discipline::ChosenSet;
use crate::system::{CellId, Expression, Point, ThreadId, Transition, Value};

/// The largest number of cases of one certificate.
const MOST_CASES: u64 = 20_000_000;

/// The number of cases between two looks at the flag that ends the run.
const PAUSE: u64 = 1 << 10;

/// The kinds of questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Questions {
    /// Invisible transitions and those of others that touch an unprotected cell in common.
    Pairs,
    /// Invisible transitions and the predicates of others.
    Invisible,
    /// Visible transitions and the predicates of those that are about to use them.
    Taking,
    /// Invisible transitions and the predicates of their own threads, under Set A.
    Dropping,
    /// Visible transitions and the predicates of others, under Set B.
    Giving,
    /// Transitions that give their thread what another has, under Set B.
    Stealing,
    /// Transitions that make two threads have access, under Set C.
    Overlapping,
    /// Invisible control points at which nothing is enabled.
    Blocking,
    /// Transitions that lead out of the assumed invariants.
    Leaving,
    /// Invisible transitions that hide a claim.
    Hiding,
}

impl Questions {
    /// All kinds, in the order of certificates.
    pub(super) const ALL: [Questions; 10] = [
        Questions::Pairs,
        Questions::Invisible,
        Questions::Taking,
        Questions::Dropping,
        Questions::Giving,
        Questions::Stealing,
        Questions::Overlapping,
        Questions::Blocking,
        Questions::Leaving,
        Questions::Hiding,
    ];

    /// The labels of hypotheses that are not about systems alone, and have no [`H`].
    pub(super) fn more_labels(self) -> &'static [&'static str] {
        match self {
            Questions::Pairs => &["Ft"],
            Questions::Leaving => &["J by u", "J by v"],
            Questions::Hiding => &["I"],
            _ => &[],
        }
    }
}

/// Asks questions, and counts them and their cases.
pub(super) struct Asker<'f, 'a> {
    pub(super) facts: &'f Facts<'a>,
    case: Case<'a>,
    /// Whether an answer that contradicts the discipline is passed over.
    trusts: bool,
    cancel: Option<&'f AtomicBool>,
    questions: u64,
    cases: u64,
    left: u64,
}

impl<'f, 'a> Asker<'f, 'a> {
    pub(super) fn new(facts: &'f Facts<'a>, trusts: bool, cancel: Option<&'f AtomicBool>) -> Self {
        let case = Case::new(facts.system.cells());
        Asker { facts, case, trusts, cancel, questions: 0, cases: 0, left: MOST_CASES }
    }

    /// Asks whether something is so in all states in which these cells have these values, and the assumed invariants
    /// hold.
    pub(super) fn ask(
        &mut self,
        about: (ThreadId, &Transition),
        supposed: &[(CellId, Value)],
        mut is_so: impl FnMut(&Facts<'a>, &mut Case<'a>) -> bool,
    ) -> Result<(), CertifyError> {
        let (facts, case) = (self.facts, &mut self.case);
        self.questions += 1;
        case.begin(supposed);
        loop {
            self.cases += 1;
            self.left = self.left.checked_sub(1).ok_or(CertifyError::TooManyCases(MOST_CASES))?;
            if self.cases.is_multiple_of(PAUSE)
                && self.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed))
            {
                return Err(CertifyError::Cancelled);
            }
            let now = Changes::default();
            if !is_so(facts, case)
                && facts.assumed.iter().all(|part| facts.holds(case, &now, part))
                && !self.trusts
            {
                let (thread, transition) = about;
                let thread = facts.system.thread(thread).name().to_owned();
                return Err(CertifyError::Contradiction { thread, step: transition.text().into() });
            }
            if !case.next() {
                return Ok(());
            }
        }
    }

    /// Asks all questions of a kind, and returns the numbers of questions and of cases.
    pub(super) fn ask_all(&mut self, kind: Questions) -> Result<(u64, u64), CertifyError> {
        (self.questions, self.cases) = (0, 0);
        match kind {
            Questions::Pairs => self.pairs(),
            Questions::Blocking => self.blocking(),
            Questions::Leaving => self.leaving(),
            Questions::Hiding => self.hiding(),
            Questions::Overlapping => self.overlapping(),
            Questions::Invisible
            | Questions::Taking
            | Questions::Dropping
            | Questions::Giving
            | Questions::Stealing => self.effects(kind),
        }?;
        Ok((self.questions, self.cases))
    }

    /// The questions about one transition and the predicates of one group.
    fn effects(&mut self, kind: Questions) -> Result<(), CertifyError> {
        let facts = self.facts;
        for (thread, number, transition) in facts.transitions() {
            let is_visible = facts.is_visible(thread, transition.start());
            for group in 0..facts.groups.len() {
                let one = One { thread, transition, group };
                let may_change = |other: ThreadId| {
                    let support = &facts.groups[group].supports[other.index()];
                    meet(&facts.touches(thread, number).written, support)
                };
                let chosen = &facts.groups[group].chosen;
                let is_chosen = |of: ThreadId, set| {
                    chosen.iter().any(|(thread, _, known)| *thread == of && *known == set)
                };
                match kind {
                    Questions::Invisible if !is_visible => {
                        for other in facts.others(thread).filter(|other| may_change(*other)) {
                            self.about(&one, &[], |facts, case, step| {
                                let (before, after) = one.change(facts, case, step, other);
                                before == after
                            })?;
                        }
                    }
                    Questions::Taking if is_visible => {
                        for other in facts.others(thread).filter(|other| may_change(*other)) {
                            for point in facts.users(group, other) {
                                let there = (other.counter(), point.into());
                                self.about(&one, &[there], |facts, case, step| {
                                    let mine = one.has(facts, case, &Changes::default(), thread);
                                    mine || !one.has(facts, case, &Changes::default(), other)
                                        || one.has(facts, case, &step.after, other)
                                })?;
                            }
                        }
                    }
                    Questions::Dropping if !is_visible && may_change(thread) => {
                        let here = |of: &(ThreadId, Point, ChosenSet)| {
                            (of.0, of.1) == (thread, transition.start())
                        };
                        if !chosen.iter().any(here) {
                            self.about(&one, &[], |facts, case, step| {
                                !one.has(facts, case, &Changes::default(), thread)
                                    || one.has(facts, case, &step.after, thread)
                            })?;
                        }
                    }
                    Questions::Giving if is_visible => {
                        let is_asked = chosen.iter().any(|(.., set)| *set == ChosenSet::B);
                        let changed = facts.others(thread).filter(|other| may_change(*other));
                        for other in changed.filter(|_| is_asked) {
                            self.about(&one, &[], |facts, case, step| {
                                one.has(facts, case, &Changes::default(), other)
                                    || !one.has(facts, case, &step.after, other)
                            })?;
                        }
                    }
                    Questions::Stealing if may_change(thread) => {
                        let owners = facts.others(thread);
                        for owner in owners.filter(|other| is_chosen(*other, ChosenSet::B)) {
                            self.about(&one, &[], |facts, case, step| {
                                one.has(facts, case, &Changes::default(), thread)
                                    || !one.has(facts, case, &Changes::default(), owner)
                                    || !one.has(facts, case, &step.after, thread)
                            })?;
                        }
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Asks about the steps of a transition whose own accesses are allowed.
    fn about(
        &mut self,
        one: &One<'a>,
        supposed: &[(CellId, Value)],
        mut is_so: impl FnMut(&Facts<'a>, &mut Case<'a>, &Taken) -> bool,
    ) -> Result<(), CertifyError> {
        let supposed = [&[one.here()], supposed].concat();
        self.ask((one.thread, one.transition), &supposed, |facts, case| {
            let step = facts.run(case, &Changes::default(), one.thread, one.transition);
            !step.is_step
                || !is_allowed(facts, case, one.thread, &step)
                || is_so(facts, case, &step)
        })
    }

    /// Set C: no step of another thread leads from a good state to one in which a thread at such a control point and
    /// another have access.
    fn overlapping(&mut self) -> Result<(), CertifyError> {
        let facts = self.facts;
        for (thread, number, transition) in facts.transitions() {
            for (group, known) in facts.groups.iter().enumerate() {
                let written = &facts.touches(thread, number).written;
                if !known.supports.iter().any(|support| meet(written, support)) {
                    continue;
                }
                let one = One { thread, transition, group };
                for &(holder, point, set) in &known.chosen {
                    if set != ChosenSet::C || holder == thread {
                        continue;
                    }
                    for other in facts.others(holder) {
                        let there = (holder.counter(), point.into());
                        self.about(&one, &[there], |facts, case, step| {
                            if !one.has(facts, case, &step.after, holder)
                                || !one.has(facts, case, &step.after, other)
                            {
                                return true;
                            }
                            let mut had =
                                |thread| one.has(facts, case, &Changes::default(), thread);
                            let (held, theirs) = (had(holder), had(other));
                            let mine = if other == thread { false } else { had(thread) };
                            held && (theirs || mine) || theirs && mine
                        })?;
                    }
                }
            }
        }
        Ok(())
    }

    /// (19): at an invisible control point something is enabled.
    fn blocking(&mut self) -> Result<(), CertifyError> {
        let facts = self.facts;
        for thread in facts.system.thread_ids() {
            let owner = facts.system.thread(thread);
            for point in (0..=Point::MAX).take(owner.points().len()) {
                let pending = owner.pending(point);
                let Some(first) = pending.first() else { continue };
                if facts.is_visible(thread, point) {
                    continue;
                }
                if is_never_blocked(pending) {
                    (self.questions, self.cases) = (self.questions + 1, self.cases + 1);
                    continue;
                }
                let here = (thread.counter(), point.into());
                self.ask((thread, first), &[here], |facts, case| {
                    pending.iter().any(|one| facts.can_step(case, one))
                })?;
            }
        }
        Ok(())
    }

    /// The assumed invariants: no step leads out of them.
    fn leaving(&mut self) -> Result<(), CertifyError> {
        let facts = self.facts;
        for (thread, number, transition) in facts.transitions() {
            for part in &facts.assumed {
                if !meet(&facts.touches(thread, number).written, &support(part)) {
                    continue;
                }
                let here = (thread.counter(), transition.start().into());
                self.ask((thread, transition), &[here], |facts, case| {
                    let now = Changes::default();
                    let step = facts.run(case, &now, thread, transition);
                    !step.is_step
                        || !facts.holds(case, &now, part)
                        || facts.holds(case, &step.after, part)
                })?;
            }
        }
        Ok(())
    }

    /// Claims: no invisible step hides that one was violated, or reached.
    fn hiding(&mut self) -> Result<(), CertifyError> {
        let facts = self.facts;
        let kept = facts.kept();
        for (thread, number, transition) in facts.transitions() {
            if facts.is_visible(thread, transition.start()) {
                continue;
            }
            for (part, value) in &kept {
                if !meet(&facts.touches(thread, number).written, &support(part)) {
                    continue;
                }
                let one = One { thread, transition, group: 0 };
                self.about(&one, &[], |facts, case, step| {
                    facts.holds(case, &Changes::default(), part) != *value
                        || facts.holds(case, &step.after, part) == *value
                })?;
            }
        }
        Ok(())
    }
}

/// A transition and a group of protected variables.
struct One<'a> {
    thread: ThreadId,
    transition: &'a Transition,
    group: usize,
}

impl<'a> One<'a> {
    fn here(&self) -> (CellId, Value) {
        (self.thread.counter(), self.transition.start().into())
    }

    /// Whether a thread has access to the group in a state.
    fn has(
        &self,
        facts: &Facts<'a>,
        case: &mut Case<'a>,
        state: &Changes,
        thread: ThreadId,
    ) -> bool {
        facts.holds(case, state, facts.groups[self.group].predicates[thread.index()])
    }

    /// Whether another thread has access before and after the step.
    fn change(
        &self,
        facts: &Facts<'a>,
        case: &mut Case<'a>,
        step: &Taken,
        other: ThreadId,
    ) -> (bool, bool) {
        let before = self.has(facts, case, &Changes::default(), other);
        (before, self.has(facts, case, &step.after, other))
    }
}

/// Whether a thread has access to all that its step touches.
fn is_allowed<'a>(facts: &Facts<'a>, case: &mut Case<'a>, thread: ThreadId, step: &Taken) -> bool {
    step.touched.iter().all(|group| {
        facts.holds(case, &Changes::default(), facts.groups[*group].predicates[thread.index()])
    })
}

/// Whether a guard is true whatever the state is, or two are the negation of each other, one of them the other side of
/// the test: then a step is enabled, or fails.
fn is_never_blocked(pending: &[Transition]) -> bool {
    let negates = |one: &Expression, other: &Expression| matches!(one, Expression::Not(inner) if **inner == *other);
    pending.iter().any(|one| {
        *one.guard() == Expression::TRUE
            || pending.iter().any(|other| {
                negates(one.guard(), other.guard()) && !(one.is_otherwise() && other.is_otherwise())
            })
    })
}
