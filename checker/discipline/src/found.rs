//! Inductive invariants that nobody declared, which are looked for where an object meets no set of side conditions.
//!
//! Side conditions are about single transitions in all states, also in those that no run reaches. A token ring is
//! judged in states in which a station that passes the token on does not have it. What is missing is as a rule a fact
//! that holds while a thread is at some of its control points, since it has passed a guard, or has the right to an
//! object. So the candidates are: for each thread, and each set of its control points, what its guards ask for, the
//! constants that it assigns, and its rights to the objects in question and their negations; besides, that no two
//! threads have a right to the same. Of these the largest set is taken that is inductive (as Houdini does): whatever
//! does not hold at first, or some transition falsifies where all others hold, is taken away, until there is nothing of
//! the kind.
//!
//! Each question is about one transition and one fact, and is decided as side conditions are; what is not decided is
//! taken away. Nothing is explored. That the side conditions need only be met in the states of an inductive invariant
//! is the theorem `claims, mixed sets`: no run leaves these states.

use std::sync::atomic::AtomicBool;

use rustc_hash::FxHashSet;

use crate::candidate::{Candidate, FoundInvariant};
use crate::effects::One;
use crate::paths::Paths;
use crate::plan::ClassId;
use crate::requirement::Table;
use crate::survey::{Survey, meet};
use crate::usage::support;
use reductio_system::{CellId, Expression, Place, Point, Target, ThreadId, VariableClass};

/// The largest number of questions for one system; past it no invariants are found.
const QUESTIONS: usize = 60_000;
/// The largest number of times that a smaller set of invariants is tried.
const TRIALS: usize = 40;

/// The candidates for invariants that say something of the objects of some classes.
pub(super) fn candidates(survey: &Survey<'_>, classes: &[ClassId]) -> Vec<Candidate> {
    let system = survey.system;
    let facts: Vec<Vec<Expression>> =
        system.thread_ids().map(|thread| facts(survey, classes, thread)).collect();
    // What says something of the predicates, or of what says something of them.
    let is_counter = |cell: &CellId| {
        let variable = system.cell(*cell).variable();
        matches!(system.variables()[variable.index()].class(), VariableClass::Counter(_))
    };
    let mut cells: FxHashSet<CellId> = FxHashSet::default();
    for class in classes {
        cells.extend(survey.classes[*class as usize].support.iter().filter(|c| !is_counter(c)));
    }
    let mut wanted: Vec<Vec<bool>> = facts.iter().map(|all| vec![false; all.len()]).collect();
    loop {
        let mut changes = false;
        for (facts, wanted) in facts.iter().zip(&mut wanted) {
            for (fact, is_wanted) in facts.iter().zip(wanted).filter(|(_, wanted)| !**wanted) {
                let read: Vec<CellId> =
                    support(fact).into_iter().filter(|cell| !is_counter(cell)).collect();
                if read.is_empty() || read.iter().any(|cell| cells.contains(cell)) {
                    cells.extend(read);
                    (*is_wanted, changes) = (true, true);
                }
            }
        }
        if !changes {
            break;
        }
    }
    let mut out = Vec::new();
    for (thread, (facts, wanted)) in system.thread_ids().zip(facts.into_iter().zip(wanted)) {
        let points = 0..system.thread(thread).ordinary_points();
        let points: Vec<Point> = points.filter_map(|point| Point::try_from(point).ok()).collect();
        for (fact, _) in facts.into_iter().zip(wanted).filter(|(_, wanted)| *wanted) {
            let at = Some((thread, points.clone()));
            out.push(Candidate::new(system, FoundInvariant { at, fact }));
        }
    }
    for class in classes {
        let threads: Vec<ThreadId> = system.thread_ids().collect();
        for (k, &one) in threads.iter().enumerate() {
            for &other in &threads[k + 1..] {
                let [one, other] =
                    [one, other].map(|thread| survey.predicate(*class, thread).clone());
                let fact = one.and(other).negated();
                out.push(Candidate::new(system, FoundInvariant { at: None, fact }));
            }
        }
    }
    out
}

/// The facts that may hold at control points of a thread.
fn facts(survey: &Survey<'_>, classes: &[ClassId], thread: ThreadId) -> Vec<Expression> {
    let mut out = Vec::new();
    for transition in survey.system.thread(thread).transitions() {
        conjuncts(transition.guard(), &mut out);
        for assignment in transition.command() {
            if let (Place::Cell(cell), Expression::Constant(value)) =
                (&assignment.target, &assignment.value)
            {
                out.push(Expression::cell(*cell).equals(*value));
            }
        }
    }
    for class in classes {
        let right = survey.predicate(*class, thread);
        conjuncts(right, &mut out);
        out.push(right.clone());
        out.push(right.clone().negated());
    }
    let mut known = FxHashSet::default();
    out.retain(|fact| !matches!(fact, Expression::Constant(_)) && known.insert(fact.clone()));
    out
}

fn conjuncts(predicate: &Expression, out: &mut Vec<Expression>) {
    match predicate {
        Expression::And(parts) => parts.iter().for_each(|part| conjuncts(part, out)),
        // not (a or b) = not a and not b
        Expression::Not(inner) => match &**inner {
            Expression::Or(parts) => {
                parts.iter().for_each(|part| conjuncts(&part.clone().negated(), out));
            }
            _ => out.push(predicate.clone()),
        },
        _ => out.push(predicate.clone()),
    }
}

/// The questions that may still be asked.
pub(super) struct Budget(usize);

impl Budget {
    pub(super) fn new() -> Self {
        Budget(QUESTIONS)
    }

    /// Takes one question; none is left where this is false.
    fn take(&mut self) -> bool {
        self.0 = self.0.saturating_sub(1);
        self.0 > 0
    }
}

/// Takes away of the survey's candidates what is not inductive; all of them where there are too many questions. Cost:
/// one question for each candidate and each transition that may falsify it, as often as something is taken away.
pub(super) fn inductive(
    survey: &mut Survey<'_>,
    table: Table,
    budget: &mut Budget,
    cancel: Option<&AtomicBool>,
) {
    let system = survey.system;
    let initial = system.initial();
    for candidate in &mut survey.found {
        if !system.holds(&candidate.invariant.fact, &initial) {
            let mut invariant = candidate.invariant.clone();
            match &mut invariant.at {
                Some((thread, points)) => {
                    let start = system.at(&initial, *thread);
                    points.retain(|point| *point != start);
                }
                None => invariant.fact = Expression::TRUE,
            }
            *candidate = Candidate::new(system, invariant);
        }
    }
    loop {
        survey.found.retain(|one| match &one.invariant.at {
            Some((_, points)) => !points.is_empty(),
            None => one.invariant.fact != Expression::TRUE,
        });
        let mut changes = false;
        for number in 0..survey.found.len() {
            let Some(kept) = kept(survey, number, table, budget, cancel) else {
                survey.found.clear();
                return;
            };
            if kept != survey.found[number].invariant {
                changes = true;
                survey.found[number] = Candidate::new(system, kept);
            }
        }
        if !changes {
            return;
        }
    }
}

/// What no transition falsifies of a candidate, where all candidates hold; none where there are too many questions.
fn kept(
    survey: &Survey<'_>,
    number: usize,
    table: Table,
    budget: &mut Budget,
    cancel: Option<&AtomicBool>,
) -> Option<FoundInvariant> {
    let candidate = &survey.found[number];
    let mut out = candidate.invariant.clone();
    let mut paths = survey.paths(cancel);
    for mover in survey.system.thread_ids() {
        for number in 0..survey.system.thread(mover).transitions().len() {
            let one = One::new(survey, mover, number, table);
            let changes_fact = meet(&candidate.fact_support, &one.written);
            let Some((thread, points)) = &mut out.at else {
                if changes_fact {
                    if !budget.take() {
                        return None;
                    }
                    if one.may_falsify(&mut paths, candidate, &[]) {
                        return Some(FoundInvariant { at: None, fact: Expression::TRUE });
                    }
                }
                continue;
            };
            if mover == *thread {
                let Target::Point(target) = one.transition.target() else { continue };
                let holds_before = points.contains(&one.transition.start());
                if !points.contains(&target) || holds_before && !changes_fact {
                    continue;
                }
                if !budget.take() {
                    return None;
                }
                if one.may_arrive_without(&mut paths, candidate, target) {
                    points.retain(|point| *point != target);
                }
            } else if changes_fact && !points.is_empty() {
                if !budget.take() {
                    return None;
                }
                let all = points.clone();
                if one.may_falsify(&mut paths, candidate, &all) {
                    for point in all {
                        if !budget.take() {
                            return None;
                        }
                        if one.may_falsify(&mut paths, candidate, &[point]) {
                            points.retain(|known| *known != point);
                        }
                    }
                }
            }
        }
    }
    Some(out)
}

impl One<'_, '_> {
    /// Whether the fact of a candidate may be false once its thread has arrived at a control point by this transition.
    fn may_arrive_without(
        &self,
        paths: &mut Paths<'_>,
        candidate: &Candidate,
        target: Point,
    ) -> bool {
        let plan = self.plan(&candidate.fact_support);
        let arrives = Expression::at(self.thread, [target]);
        paths.focus_on(&candidate.fact_support);
        let asked = self.ask(paths, &candidate.support, &[()], |paths| {
            if !paths.execute(self.thread, self.transition, &plan) {
                return None;
            }
            paths.look_back(false);
            (paths.holds(&arrives) && !paths.holds(&candidate.invariant.fact)).then_some(())
        });
        !asked.is_complete || !asked.found.is_empty()
    }

    /// Whether the transition may falsify the fact of a candidate while another thread is at one of these control
    /// points, or anywhere where none are named.
    fn may_falsify(&self, paths: &mut Paths<'_>, candidate: &Candidate, points: &[Point]) -> bool {
        let plan = self.plan(&candidate.fact_support);
        let fact = &candidate.invariant.fact;
        let there = candidate.invariant.at.as_ref();
        let there = there.map(|(thread, _)| Expression::at(*thread, points.iter().copied()));
        paths.focus_on(&candidate.fact_support);
        let asked = self.ask(paths, &candidate.support, &[()], |paths| {
            if !paths.execute(self.thread, self.transition, &plan) {
                return None;
            }
            paths.look_back(true);
            if there.as_ref().is_some_and(|there| !paths.holds(there)) || !paths.holds(fact) {
                return None;
            }
            paths.look_back(false);
            (!paths.holds(fact)).then_some(())
        });
        !asked.is_complete || !asked.found.is_empty()
    }
}

/// Leaves out as much of a list as can be left out, in halves first and one by one at last: `is_enough` returns what is
/// left of a shorter list that will do. It is asked a limited number of times.
pub(super) fn fewest<T: Clone>(
    mut all: Vec<T>,
    mut is_enough: impl FnMut(Vec<T>) -> Option<Vec<T>>,
) -> Vec<T> {
    let mut size = all.len().div_ceil(2);
    let mut trials = TRIALS;
    while size > 0 {
        let mut start = 0;
        while start < all.len() {
            if trials == 0 {
                return all;
            }
            trials -= 1;
            let end = (start + size).min(all.len());
            let rest = all[..start].iter().chain(&all[end..]).cloned().collect();
            match is_enough(rest) {
                Some(fewer) => all = fewer,
                None => start = end,
            }
        }
        size = if size == 1 { 0 } else { size.div_ceil(2).min(all.len()) };
    }
    all
}
