//! The questions about two transitions of two threads: whether they commute, and whether one changes what the other
//! touches.

use super::CertifyError;
use super::case::{Case, Changes, Taken};
use super::facts::Facts;
use super::questions::Asker;
use crate::system::{CellId, Point, ThreadId, Transition};

impl Asker<'_, '_> {
    /// An invisible transition and one of another thread that may touch an unprotected cell in common: where neither
    /// touches a group that the other does, they commute, unless the invisible one's thread is about to fail at an
    /// `up`, and neither changes what the other touches.
    pub(super) fn pairs(&mut self) -> Result<(), CertifyError> {
        let facts = self.facts;
        for (thread, number, transition) in facts.transitions() {
            if facts.is_visible(thread, transition.start()) {
                continue;
            }
            let mine = facts.touches(thread, number);
            for (other, second, theirs) in facts.transitions() {
                let their = facts.touches(other, second);
                let are_apart = |mine: [&[CellId]; 2], their: [&[CellId]; 2]| {
                    let is_common = |cell: &CellId| {
                        facts.group_of(*cell).is_none()
                            && their[0].contains(cell)
                            && (mine[1].contains(cell) || their[1].contains(cell))
                    };
                    !mine[0].iter().any(is_common)
                };
                if other == thread
                    || are_apart([&mine.all, &mine.written], [&their.all, &their.written])
                {
                    continue;
                }
                let here = (thread.counter(), transition.start().into());
                let there = (other.counter(), theirs.start().into());
                self.ask((thread, transition), &[here, there], |facts, case| {
                    let mine = facts.reach(case, mine);
                    let their = facts.reach(case, their);
                    are_apart([&mine[0], &mine[1]], [&their[0], &their[1]])
                        || commute(facts, case, (thread, transition), (other, second, theirs))
                })?;
            }
        }
        Ok(())
    }
}

fn commute<'a>(
    facts: &Facts<'a>,
    case: &mut Case<'a>,
    (mine, t): (ThreadId, &Transition),
    (other, number, r): (ThreadId, usize, &Transition),
) -> bool {
    let now = Changes::default();
    let theirs = facts.run(case, &now, other, r);
    let own = facts.run(case, &now, mine, t);
    let common: Vec<usize> =
        theirs.touched.iter().copied().filter(|group| own.touched.contains(group)).collect();
    if !common.is_empty() {
        if !own.is_step {
            return true;
        }
        let then = facts.run(case, &own.after, other, r);
        return common.iter().any(|group| then.touched.contains(group));
    }
    let within = |inner: &Taken, outer: &Taken| {
        inner.touched.iter().all(|group| outer.touched.contains(group))
    };
    let mut after_theirs = None;
    let mut is_safe = true;
    if theirs.is_step {
        let then = facts.run(case, &theirs.after, mine, t);
        if !within(&then, &own) {
            return false;
        }
        let here = (mine, t.start());
        let fails_now = facts.is_about_to_fail(case, &now, here);
        let fails_then = facts.is_about_to_fail(case, &theirs.after, here);
        is_safe = !fails_now && !fails_then;
        if is_safe && then.is_step != own.is_step
            || fails_then && !fails_now && !passes_on(facts, case, here, (other, r.start()))
        {
            return false;
        }
        after_theirs = Some(then);
    }
    if own.is_step {
        let then = facts.run(case, &own.after, other, r);
        let must_step = theirs.is_step && (is_safe || facts.is_overflow(other, number));
        if !within(&theirs, &then) || must_step && !then.is_step {
            return false;
        }
        if let Some(first) = after_theirs.filter(|_| is_safe) {
            return first.after.agree(&then.after, case);
        }
    }
    true
}

/// (f1): a thread has a step from its control point after which another thread is about to fail.
fn passes_on<'a>(
    facts: &Facts<'a>,
    case: &mut Case<'a>,
    (mine, point): (ThreadId, Point),
    there: (ThreadId, Point),
) -> bool {
    facts.system.thread(mine).pending(point).iter().any(|transition| {
        let step = facts.run(case, &Changes::default(), mine, transition);
        step.is_step && facts.is_about_to_fail(case, &step.after, there)
    })
}
