//! The conditions of S1, section 3.6, on which of a system's transitions are visible.
//!
//! They are about reachable states. What is decided here is decided for all valuations of what guards read, one control
//! point at a time, so that a condition which is not known to hold may hold all the same.

use super::subject::Subject;
use crate::discipline::{Discipline, may_access};
use crate::locking::Class;
use crate::system::{CellId, Place, Point, StepOutcome, System, Target, ThreadId, Value};

/// A condition of S1, section 3.6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GranularityCondition {
    /// The transitions of one control point are all visible, or all invisible.
    Separation,
    /// The initial control points are visible.
    InitVis,
    /// There is a bound on the invisible transitions that a thread takes in a row.
    BoundedInvis,
    /// In no state has a thread two enabled invisible transitions.
    DetermInvis,
    /// At an invisible control point a thread can go on in every state.
    NonBlockInvis,
    /// Visible transitions touch no disciplined variable, other than to initialize it.
    PureVis,
}

/// The truth of a condition of S1, section 3.6, for a subject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GranularityAnswer {
    /// The condition.
    pub condition: GranularityCondition,
    /// Tells whether the condition holds; `None` where that is not known.
    pub holds: Option<bool>,
    /// The transitions at which it does not hold, or is not known to: thread and number.
    pub at: Vec<(ThreadId, usize)>,
    /// The most invisible transitions in a row, for [`GranularityCondition::BoundedInvis`] where it is known.
    pub bound: Option<usize>,
}

/// The most steps that are tried to find out whether two transitions can be enabled at once.
const MOST_TRIALS: u64 = 1 << 20;

impl Subject {
    /// Decides the conditions of S1, section 3.6, for the transitions as they are classified; under a lock discipline
    /// those that may initialize a variable are visible, but for [`GranularityCondition::BoundedInvis`], which they are
    /// only at first. Nothing where the classification was cancelled. Cost: linear in the transitions, and a limited
    /// number of trials of guards.
    pub fn granularity(&self) -> Vec<GranularityAnswer> {
        let Some(discipline) = self.rules().map(|rules| self.classifying(rules.exclusive())) else {
            return Vec::new();
        };
        let grain = Grain { subject: self, discipline };
        vec![
            grain.separation(),
            grain.initially_visible(),
            grain.bounded(),
            grain.deterministic(),
            answer(GranularityCondition::NonBlockInvis, Some(true), Vec::new()),
            grain.pure(),
        ]
    }

    /// The discipline that classifies the transitions: the one under the lock discipline, if there is one.
    pub fn classifying<'a>(&'a self, exclusive: &'a Discipline) -> &'a Discipline {
        self.locks().map_or(exclusive, |locks| locks.base())
    }
}

fn answer(
    condition: GranularityCondition,
    holds: Option<bool>,
    at: Vec<(ThreadId, usize)>,
) -> GranularityAnswer {
    GranularityAnswer { condition, holds, at, bound: None }
}

struct Grain<'a> {
    subject: &'a Subject,
    discipline: &'a Discipline,
}

impl Grain<'_> {
    fn system(&self) -> &System {
        self.discipline.system()
    }

    fn transitions(&self) -> impl Iterator<Item = (ThreadId, usize)> {
        let all = |thread| {
            let count = self.system().thread(thread).transitions().len();
            (0..count).map(move |number| (thread, number))
        };
        self.system().thread_ids().flat_map(all)
    }

    fn points(&self) -> impl Iterator<Item = (ThreadId, Point)> {
        let all = |thread| {
            let count = self.system().thread(thread).points().len();
            (0..count).filter_map(move |point| Some((thread, Point::try_from(point).ok()?)))
        };
        self.system().thread_ids().flat_map(all)
    }

    /// Whether a transition is visible for a reason that does not change.
    fn is_always_visible(&self, thread: ThreadId, number: usize) -> bool {
        self.discipline.classification().is_visible(thread, number)
    }

    fn initializes(&self, thread: ThreadId, number: usize) -> bool {
        let locks = self.subject.locks();
        locks.is_some_and(|locks| !locks.visible_at_first(thread, number).is_empty())
    }

    fn is_visible(&self, thread: ThreadId, number: usize) -> bool {
        self.is_always_visible(thread, number) || self.initializes(thread, number)
    }

    fn separation(&self) -> GranularityAnswer {
        let mut at = Vec::new();
        for (thread, point) in self.points() {
            let pending = || self.system().thread(thread).pending_numbers(point);
            let count = pending().filter(|number| self.is_visible(thread, *number)).count();
            if count > 0 && count < pending().len() {
                let odd = pending().find(|number| !self.is_visible(thread, *number));
                at.extend(odd.map(|number| (thread, number)));
            }
        }
        answer(GranularityCondition::Separation, Some(at.is_empty()), at)
    }

    fn initially_visible(&self) -> GranularityAnswer {
        let mut at = Vec::new();
        for thread in self.system().thread_ids() {
            let first = self.system().thread(thread).pending_numbers(0).next();
            let is_invisible = first.filter(|number| !self.is_visible(thread, *number));
            at.extend(is_invisible.map(|number| (thread, number)));
        }
        answer(GranularityCondition::InitVis, Some(at.is_empty()), at)
    }

    /// Looks for the longest ways of invisible transitions; where they come back to a control point there is no bound,
    /// as far as is known without a search.
    fn bounded(&self) -> GranularityAnswer {
        let (mut most, mut at) = (0, Vec::new());
        for thread in self.system().thread_ids() {
            let owner = self.system().thread(thread);
            let invisible = |point: Point| {
                let pending = owner.pending_numbers(point);
                pending.filter(|number| !self.is_always_visible(thread, *number)).filter_map(
                    |number| match owner.transitions()[number].target() {
                        Target::Point(target) => Some((number, target)),
                        Target::Failed(_) => None,
                    },
                )
            };
            // The lengths of the longest ways grow until nothing changes; longer than the points is a way round.
            let mut longest = vec![0_usize; owner.points().len()];
            for round in 0..=owner.points().len() {
                let mut grows = None;
                for point in
                    (0..owner.points().len()).filter_map(|point| Point::try_from(point).ok())
                {
                    for (number, target) in invisible(point) {
                        let length = 1 + longest[usize::from(target)];
                        if length > longest[usize::from(point)] {
                            longest[usize::from(point)] = length;
                            grows = Some(number);
                        }
                    }
                }
                match grows {
                    None => break,
                    Some(number) if round == owner.points().len() => at.push((thread, number)),
                    Some(_) => {}
                }
            }
            most = longest.into_iter().max().unwrap_or(0).max(most);
        }
        let is_bounded = at.is_empty();
        let condition = GranularityCondition::BoundedInvis;
        let bound = is_bounded.then_some(most);
        GranularityAnswer { bound, ..answer(condition, is_bounded.then_some(true), at) }
    }

    fn deterministic(&self) -> GranularityAnswer {
        let (mut at, mut trials) = (Vec::new(), MOST_TRIALS);
        for (thread, point) in self.points() {
            let pending = self.system().thread(thread).pending_numbers(point);
            let own: Vec<usize> =
                pending.filter(|number| !self.is_visible(thread, *number)).collect();
            if own.len() > 1 {
                at.extend(self.both_enabled(thread, point, &own, &mut trials));
            }
        }
        answer(GranularityCondition::DetermInvis, at.is_empty().then_some(true), at)
    }

    /// Two transitions of a control point that are enabled in one valuation of what their guards read, or may be.
    fn both_enabled(
        &self,
        thread: ThreadId,
        point: Point,
        own: &[usize],
        trials: &mut u64,
    ) -> Vec<(ThreadId, usize)> {
        let system = self.system();
        let transitions = system.thread(thread).transitions();
        let mut cells: Vec<CellId> = Vec::new();
        for number in own {
            transitions[*number].guard().for_each_place(&mut |place: &Place| {
                place.for_each_candidate(&mut |cell| cells.push(cell));
            });
        }
        cells.sort_unstable();
        cells.dedup();
        let sizes = cells.iter().map(|cell| system.cell(*cell).domain().size());
        let count = sizes.fold(own.len() as u64, u64::saturating_mul);
        let first_two = || own.iter().take(2).map(|number| (thread, *number)).collect();
        if count > *trials {
            return first_two();
        }
        *trials -= count;
        let mut state = system.initial();
        system.layout().write(&mut state, thread.counter(), Value::from(point));
        let low = |cell: &CellId| system.cell(*cell).domain().low();
        for cell in &cells {
            system.layout().write(&mut state, *cell, low(cell));
        }
        let mut next = state.clone();
        loop {
            let enabled = own.iter().filter(|number| {
                let transition = &transitions[**number];
                system.execute(thread, transition, &state, &mut next) != StepOutcome::Disabled
            });
            let enabled: Vec<_> = enabled.map(|number| (thread, *number)).take(2).collect();
            if enabled.len() > 1 {
                return enabled;
            }
            // The next valuation: the first cell that is not at its greatest value grows, those before it begin anew.
            let grows = cells
                .iter()
                .position(|cell| system.value(&state, *cell) < system.cell(*cell).domain().high());
            let Some(grows) = grows else { return Vec::new() };
            for cell in &cells[..grows] {
                system.layout().write(&mut state, *cell, low(cell));
            }
            let value = system.value(&state, cells[grows]) + 1;
            system.layout().write(&mut state, cells[grows], value);
        }
    }

    fn pure(&self) -> GranularityAnswer {
        let classes = self.subject.locks().map_or(&[][..], |locks| locks.classes());
        let is_disciplined = |object: usize| {
            classes.iter().any(|(cell, class)| {
                cell.index() == object && matches!(class, Class::Disciplined { .. })
            })
        };
        let at = self.transitions().filter(|&(thread, number)| {
            let transition = &self.system().thread(thread).transitions()[number];
            let all = may_access(self.system(), transition);
            self.is_always_visible(thread, number)
                && all.known().is_none_or(|all| all.iter().any(|one| is_disciplined(one.object)))
        });
        let at: Vec<_> = at.collect();
        answer(GranularityCondition::PureVis, Some(at.is_empty()), at)
    }
}
